"""Every collective op against a model of it in NumPy, on random grids, groups, operands and orders of arrival."""

from __future__ import annotations

from collections import deque
from functools import reduce
from random import Random

import numpy as np
import pytest
from engine.grid.programs import function, groups, handle
from hypothesis import given, settings
from hypothesis import strategies as st

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.grid.cells import Cell, Strand
from hlorepl.engine.grid.run import contexts_of
from hlorepl.engine.grid.turns import Turns
from hlorepl.engine.process import places

BODIES = {"add": np.add, "multiply": np.multiply, "maximum": np.maximum, "subtract": np.subtract, "other": None}
OTHER = "%t = stablehlo.add %l, %r : tensor<i64>\n%s = stablehlo.multiply %t, %l : tensor<i64>\n"


def body(name):
    ops = OTHER if name == "other" else f"%s = stablehlo.{name} %l, %r : tensor<i64>\n"
    return f"({{\n^bb0(%l: tensor<i64>, %r: tensor<i64>):\n{ops}stablehlo.return %s : tensor<i64>\n}})"


def joined(name, parts):
    """Neighbours first, in order."""
    apply = BODIES[name] or (lambda a, b: (a + b) * a)
    parts = [*parts]
    while len(parts) > 1:
        parts = [reduce(apply, parts[k : k + 2]) for k in range(0, len(parts), 2)]
    return parts[0]


@st.composite
def worlds(draw, equal=False, along="any", grids=None):
    """A grid, a strategy with its groups, and the processes in the groups that these mean."""
    some = st.tuples(st.integers(1, 4), st.integers(1, 4)).filter(lambda g: 2 <= g[0] * g[1] <= 8)
    grid = draw(some if grids is None else grids)
    replicas, partitions = grid
    kinds = ["replica", "partition"] if along == "one" else ["replica", "both", "flat"]
    kind = draw(st.sampled_from(kinds))
    count = {"replica": replicas, "both": replicas, "partition": partitions, "flat": replicas * partitions}[kind]
    order = draw(st.permutations(range(count)))
    if equal:
        size = draw(st.sampled_from([n for n in range(1, count + 1) if count % n == 0]))
        rows = [order[k : k + size] for k in range(0, count, size)]
    else:
        cuts = sorted(draw(st.sets(st.integers(1, max(count - 1, 1)))) if count > 1 else [])
        rows = [order[a:b] for a, b in zip([0, *cuts], [*cuts, count], strict=True) if a < b]
    return grid, kind, rows, _processes(kind, rows, grid)


def _processes(kind, rows, grid):
    replicas, partitions = grid
    if kind == "replica":
        return [[(r, p) for r in row] for row in rows for p in range(partitions)]
    if kind == "partition":
        return [[(r, p) for p in row] for row in rows for r in range(replicas)]
    if kind == "both":
        return [[(r, p) for p in range(partitions) for r in row] for row in rows]
    return [[divmod(number, partitions) for number in row] for row in rows]


def attributes(kind, rows):
    more = {"replica": "", "both": f", {handle(1)}", "partition": f", {handle(1)}"}.get(kind, "")
    more = more or ("" if kind == "replica" else f", {handle(2)}, use_global_device_ids")
    return f"replica_groups = {groups(rows)}{more}"


class AnyOrder(deque):
    """Whose turn it is, chance says."""

    def __init__(self, items, seed):
        super().__init__(items)
        self._chance = Random(seed)

    def popleft(self):
        self.rotate(self._chance.randrange(len(self)))
        return super().popleft()


def run(grid, ops, arrays, of, result, seed):
    """The results of a program by process; the same in whatever order processes come to their ops."""
    text = function("main", f"%x: {of}, %y: {of}", f"{result}, {result}", ops, "%r#0, %r#1")
    main = hlorepl.compile(hlorepl.parse(text), grid=grid)
    rows = [(arrays[place][0], arrays[place][1]) for place in places(grid)]
    found = main(*rows)
    contexts = contexts_of(grid, RunContext())
    strands = [Strand(Cell(context), main.plan, [*row]) for row, context in zip(rows, contexts, strict=True)]
    turns = Turns(strands)
    turns._ready = AnyOrder(turns._ready, seed)
    for one, other in zip(found, turns.run(), strict=True):
        assert all(map(np.array_equal, one, other))
    return dict(zip(places(grid), found, strict=True))


def inputs(grid, shape, seed):
    generator = np.random.default_rng(seed)
    return {place: [generator.integers(-9, 9, shape) for _ in range(2)] for place in places(grid)}


def agree(found, wanted):
    for place, values in wanted.items():
        for value, want in zip(found[place], values, strict=True):
            np.testing.assert_array_equal(value, want)


seeds = st.integers(0, 2**32 - 1)
quick = settings(max_examples=8, deadline=None)


@quick
@given(worlds(equal=True), st.integers(0, 1), seeds)
def test_all_gather(world, axis, seed):
    grid, kind, rows, members = world
    arrays = inputs(grid, (2, 3), seed)
    shape = [2, 3]
    shape[axis] *= len(members[0])
    result = f"tensor<{shape[0]}x{shape[1]}xi64>"
    ops = (
        f'%r:2 = "stablehlo.all_gather"(%x, %y) {{all_gather_dim = {axis} : i64, {attributes(kind, rows)}}} : '
        f"(tensor<2x3xi64>, tensor<2x3xi64>) -> ({result}, {result})"
    )
    wanted = {}
    for group in members:
        whole = [np.concatenate([arrays[place][k] for place in group], axis) for k in range(2)]
        wanted |= dict.fromkeys(group, whole)
    agree(run(grid, ops, arrays, "tensor<2x3xi64>", result, seed), wanted)


@quick
@given(worlds(), st.sampled_from(sorted(BODIES)), seeds)
def test_all_reduce(world, name, seed):
    grid, kind, rows, members = world
    arrays = inputs(grid, (3,), seed)
    of = "tensor<3xi64>"
    ops = f'%r:2 = "stablehlo.all_reduce"(%x, %y) {body(name)} {{{attributes(kind, rows)}}} : ({of}, {of}) -> ({of}, {of})'
    wanted = {}
    for group in members:
        whole = [joined(name, [arrays[place][k] for place in group]) for k in range(2)]
        wanted |= dict.fromkeys(group, whole)
    agree(run(grid, ops, arrays, of, of, seed), wanted)


@quick
@given(worlds(equal=True), st.sampled_from(sorted(BODIES)), seeds)
def test_reduce_scatter(world, name, seed):
    grid, kind, rows, members = world
    size = len(members[0])
    arrays = inputs(grid, (2 * size,), seed)
    of, result = f"tensor<{2 * size}xi64>", "tensor<2xi64>"
    one = '"stablehlo.reduce_scatter"'
    settings_ = f"{{scatter_dimension = 0 : i64, {attributes(kind, rows)}}} : ({of}) -> {result}"
    ops = f"%a = {one}(%x) {body(name)} {settings_}\n%b = {one}(%y) {body(name)} {settings_}\n"
    ops += f'%r:2 = "stablehlo.optimization_barrier"(%a, %b) : ({result}, {result}) -> ({result}, {result})'
    wanted = {}
    for group in members:
        whole = [joined(name, [arrays[place][k] for place in group]) for k in range(2)]
        wanted |= {place: [value[2 * n : 2 * n + 2] for value in whole] for n, place in enumerate(group)}
    agree(run(grid, ops, arrays, of, result, seed), wanted)


@quick
@given(worlds(equal=True, along="one"), seeds)
def test_all_to_all(world, seed):
    grid, kind, rows, members = world
    size = len(rows[0])
    arrays = inputs(grid, (2, 2 * size), seed)
    of, result = f"tensor<2x{2 * size}xi64>", f"tensor<{2 * size}x2xi64>"
    ops = (
        f'%r:2 = "stablehlo.all_to_all"(%x, %y) {{split_dimension = 1 : i64, concat_dimension = 0 : i64, '
        f"split_count = {size} : i64, {attributes(kind, rows)}}} : ({of}, {of}) -> ({result}, {result})"
    )
    wanted = {}
    for group in members:
        for n, place in enumerate(group):
            parts = [[np.split(arrays[other][k], size, 1)[n] for other in group] for k in range(2)]
            wanted[place] = [np.concatenate(part, 0) for part in parts]
    agree(run(grid, ops, arrays, of, result, seed), wanted)


@quick
@given(worlds(along="one"), seeds)
def test_collective_broadcast(world, seed):
    grid, kind, rows, _ = world
    rows = rows[:1] if len(rows) > 1 else rows  # processes may be in no group
    members = _processes(kind, rows, grid)
    arrays = inputs(grid, (3,), seed)
    of = "tensor<3xi64>"
    ops = f'%r:2 = "stablehlo.collective_broadcast"(%x, %y) {{{attributes(kind, rows)}}} : ({of}, {of}) -> ({of}, {of})'
    wanted = dict.fromkeys(places(grid), [np.zeros(3)] * 2)
    for group in members:
        wanted |= dict.fromkeys(group, arrays[group[0]])
    agree(run(grid, ops, arrays, of, of, seed), wanted)


@quick
@given(worlds(along="one"), seeds, st.data())
def test_collective_permute(world, seed, data):
    grid, kind, _, _ = world
    count = grid[1] if kind == "partition" else grid[0]
    targets = data.draw(st.permutations(range(count)))
    kept = data.draw(st.integers(1, count))
    pairs = [[source, target] for source, target in enumerate(targets)][:kept]
    arrays = inputs(grid, (3,), seed)
    of = "tensor<3xi64>"
    more = f", {handle(1)}" if kind == "partition" else ""
    settings_ = f"{{source_target_pairs = {groups(pairs)}{more}}} : ({of}) -> {of}"
    ops = f'%a = "stablehlo.collective_permute"(%x) {settings_}\n%b = "stablehlo.collective_permute"(%y) {settings_}\n'
    ops += f'%r:2 = "stablehlo.optimization_barrier"(%a, %b) : ({of}, {of}) -> ({of}, {of})'
    wanted = dict.fromkeys(places(grid), [np.zeros(3)] * 2)
    for source, target in _processes(kind, pairs, grid):
        wanted[target] = arrays[source]
    agree(run(grid, ops, arrays, of, of, seed), wanted)


@quick
@given(worlds(equal=True), st.sampled_from(sorted(BODIES)), seeds, st.data())
def test_collective_reduce_to_roots(world, name, seed, data):
    grid, kind, rows, members = world
    roots = [data.draw(st.integers(0, len(members[0]) - 1)) for _ in range(2)]
    arrays = inputs(grid, (3,), seed)
    of = "tensor<3xi64>"
    ops = (
        f"%k = stablehlo.constant dense<{roots}> : tensor<2xi32>\n"
        f'%r:2 = "stablehlo.collective_reduce"(%x, %y, %k) {body(name)} {{has_dynamic_root = true, {attributes(kind, rows)}}} '
        f": ({of}, {of}, tensor<2xi32>) -> ({of}, {of})"
    )
    wanted = {}
    for group in members:
        whole = [joined(name, [arrays[place][k] for place in group]) for k in range(2)]
        wanted |= {
            place: [value if n == root else value * 0 for value, root in zip(whole, roots, strict=True)]
            for n, place in enumerate(group)
        }
    agree(run(grid, ops, arrays, of, of, seed), wanted)


def test_quantized_values_are_moved_as_they_are_and_joined_as_what_they_stand_for():
    of = "tensor<2x!quant.uniform<i8:f32, 0.5:1>>"
    text = function(
        *("main", "%x: tensor<2xf32>", "tensor<4xf32>, tensor<2xf32>, tensor<2xf32>"),
        f"%q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> {of}",
        f'%g = "stablehlo.all_gather"(%q) {{all_gather_dim = 0 : i64, replica_groups = {groups([[0, 1]])}}} : ({of}) -> {of.replace("2x", "4x", 1)}',
        f'%s = "stablehlo.all_reduce"(%q) ({{\n^bb0(%l: {of.replace("2x", "")}, %r: {of.replace("2x", "")}):\n%t = stablehlo.add %l, %r : {of.replace("2x", "")}\n'
        f"stablehlo.return %t : {of.replace('2x', '')}\n}}) {{replica_groups = {groups([[0, 1]])}}} : ({of}) -> {of}",
        f'%p = "stablehlo.collective_permute"(%q) {{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}} : ({of}) -> {of}',
        f"%a = stablehlo.uniform_dequantize %g : ({of.replace('2x', '4x', 1)}) -> tensor<4xf32>",
        f"%b = stablehlo.uniform_dequantize %s : ({of}) -> tensor<2xf32>",
        f"%c = stablehlo.uniform_dequantize %p : ({of}) -> tensor<2xf32>",
        "%a, %b, %c",
    )
    main = hlorepl.compile(hlorepl.parse(text), grid=(2, 1))
    for _ in range(2):
        found = main((np.array([1, 2], np.float32),), (np.array([3.5, -4], np.float32),))
        assert [[value.tolist() for value in row] for row in found] == [
            [[1, 2, 3.5, -4], [4.5, -2], [0, 0]],
            [[1, 2, 3.5, -4], [4.5, -2], [1, 2]],
        ]


@pytest.mark.parametrize("dtype", ["bf16", "i4", "f8E4M3FN", "complex<f32>", "i1"])
def test_types_of_all_kinds_go_from_process_to_process(dtype):
    of = f"tensor<2x{dtype}>"
    text = function(
        *("main", f"%x: {of}", f"{of}, tensor<4x{dtype}>"),
        f'%p = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}} : ({of}) -> {of}',
        f'%g = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, replica_groups = {groups([[1, 0]])}}} : ({of}) -> tensor<4x{dtype}>',
        "%p, %g",
    )
    main = hlorepl.compile(hlorepl.parse(text), grid=(2, 1))
    rows = [(np.array([0, 1]),), (np.array([1, 0]),)]
    real = np.real if dtype.startswith("complex") else np.asarray
    for _ in range(2):
        first, second = main(*rows)
        assert real(first[0]).astype(np.float32).tolist() == [1, 0]
        assert real(second[0]).astype(np.float32).tolist() == [0, 1]
        assert real(first[1]).astype(np.float32).tolist() == [1, 0, 0, 1]
