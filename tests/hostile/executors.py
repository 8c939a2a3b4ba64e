"""Random programs whose values share memory, by everything that runs programs: the executor twice, the stepper, again in a new
plan, on several threads at once, and XLA where it is installed.

Operands are preferably values just made, so that what is computed in place is what somebody still needs.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main
from peers.xla_process import Xla

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.stepper import Machine

V, M, S, P, F = "tensor<8xi32>", "tensor<2x4xi32>", "tensor<i32>", "tensor<i1>", "tensor<8xf32>"
#: Places for operands in a line, by their marks.
MARKS = {"{V}": V, "{M}": M, "{S}": S, "{P}": P, "{F}": F}
_REDUCED = ") across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>"


def _scatter(body: str) -> str:
    return (
        '"stablehlo.scatter"({V}, {V1}, {V}) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], '
        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n"
        f"    %r = {body} : tensor<i32>\n    stablehlo.return %r : tensor<i32>\n"
        "  }}) : (tensor<8xi32>, tensor<8x1xi32>, tensor<8xi32>) -> tensor<8xi32>"
    )


#: Lines: what is made, of what, with places for operands of each type.
LINES = [
    (V, "stablehlo.add {V}, {V} : tensor<8xi32>"),
    (V, "stablehlo.multiply {V}, {V} : tensor<8xi32>"),
    (V, "stablehlo.maximum {V}, {V} : tensor<8xi32>"),
    (M, "stablehlo.subtract {M}, {M} : tensor<2x4xi32>"),
    (V, "stablehlo.negate {V} : tensor<8xi32>"),
    (V, "stablehlo.xor {V}, {V} : tensor<8xi32>"),
    (M, "stablehlo.reshape {V} : (tensor<8xi32>) -> tensor<2x4xi32>"),
    (V, "stablehlo.reshape {M} : (tensor<2x4xi32>) -> tensor<8xi32>"),
    (V, "stablehlo.reverse {V}, dims = [0] : tensor<8xi32>"),
    (F, "stablehlo.convert {V} : (tensor<8xi32>) -> tensor<8xf32>"),
    (F, "stablehlo.add {F}, {F} : tensor<8xf32>"),
    (F, "stablehlo.minimum {F}, {F} : tensor<8xf32>"),
    (V, "stablehlo.bitcast_convert {F} : (tensor<8xf32>) -> tensor<8xi32>"),
    (P, "stablehlo.compare LT, {S}, {S} : (tensor<i32>, tensor<i32>) -> tensor<i1>"),
    (V, "stablehlo.select {P}, {V}, {V} : tensor<i1>, tensor<8xi32>"),
    (
        S,
        "stablehlo.reduce({V} init: {S}) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>",
    ),
    (V, "stablehlo.broadcast_in_dim {S}, dims = [] : (tensor<i32>) -> tensor<8xi32>"),
    (
        M,
        "stablehlo.dynamic_update_slice {M}, {M}, {S}, {S} : (tensor<2x4xi32>, tensor<2x4xi32>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>",
    ),
    (V, "stablehlo.dynamic_slice {V}, {S}, sizes = [8] : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>"),
    (V, "stablehlo.optimization_barrier {V} : tensor<8xi32>"),
    (V, "func.call @twice({V}) : (tensor<8xi32>) -> tensor<8xi32>"),
    (
        V,
        "stablehlo.pad {V}, {S}, low = [2], high = [-2], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>",
    ),
    (M, "stablehlo.clamp {S}, {M}, {S} : (tensor<i32>, tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>"),
    (V, _scatter("stablehlo.add %p, %q")),
    (V, _scatter("stablehlo.maximum %p, %q")),
    (
        V,
        (
            '"stablehlo.gather"({V}, {V1}) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], '
            "index_vector_dim = 1>, slice_sizes = array<i64: 1>}}> : (tensor<8xi32>, tensor<8x1xi32>) -> tensor<8xi32>"
        ),
    ),
    (
        V,
        (
            '"stablehlo.sort"({V}) <{{dimension = 0 : i64, is_stable = true}}> ({{\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n'
            "    %r = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %r : tensor<i1>\n"
            "  }}) : (tensor<8xi32>) -> tensor<8xi32>"
        ),
    ),
    (
        V,
        (
            '"stablehlo.if"({P}) ({{\n    %r = stablehlo.add {V}, {V} : tensor<8xi32>\n    stablehlo.return %r : tensor<8xi32>\n'
            "  }}, {{\n    stablehlo.return {V} : tensor<8xi32>\n  }}) : (tensor<i1>) -> tensor<8xi32>"
        ),
    ),
    (
        M,
        (
            '"stablehlo.case"({S}) ({{\n    stablehlo.return {M} : tensor<2x4xi32>\n'
            "  }}, {{\n    %r = stablehlo.negate {M} : tensor<2x4xi32>\n    stablehlo.return %r : tensor<2x4xi32>\n"
            "  }}) : (tensor<i32>) -> tensor<2x4xi32>"
        ),
    ),
    (
        V,
        (
            "stablehlo.while(%i = {S}, %w = {V}) : tensor<i32>, tensor<8xi32> cond {{\n    %n = stablehlo.constant dense<3> : tensor<i32>\n"
            "    %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %t : tensor<i1>\n  }} do {{\n"
            "    %k = stablehlo.constant dense<1000000000> : tensor<i32>\n    %j = stablehlo.maximum %i, %k : tensor<i32>\n"
            "    %u = stablehlo.add %w, {V} : tensor<8xi32>\n    stablehlo.return %j, %u : tensor<i32>, tensor<8xi32>\n  }}"
        ),
    ),
]
_TWICE = """func.func private @twice(%x: tensor<8xi32>) -> tensor<8xi32> {
  %0 = stablehlo.add %x, %x : tensor<8xi32>
  return %0 : tensor<8xi32>
}
"""


def program(random: Random) -> str:
    """A module of twenty lines or fewer."""
    known: dict[str, list[str]] = {V: ["%a", "%b"], M: ["%m"], S: ["%s"], P: ["%p0"], F: ["%f"]}
    lines: list[str] = []

    def pick(of: str) -> str:
        return random.choice(known[of][-3:] if random.random() < 0.7 else known[of])

    for number in range(random.randrange(3, 20)):
        made, text = random.choice(LINES)
        column = ""
        if "{V1}" in text:
            column = f"%c{number}"
            lines.append(f"{column} = stablehlo.reshape {pick(V)} : (tensor<8xi32>) -> tensor<8x1xi32>")
        while any(mark in text for mark in MARKS):
            for mark, of in MARKS.items():
                text = text.replace(mark, pick(of), 1)
        text = text.replace("{V1}", column).replace("{{", "{").replace("}}", "}")
        several = "stablehlo.while" in text
        lines.append(f"%v{number}{':2' if several else ''} = {text}")
        known[made].append(f"%v{number}#1" if several else f"%v{number}")
    results = [(pick(of), of) for of in (V, M, S, F, V)]
    names, types = ", ".join(name for name, _ in results), ", ".join(of for _, of in results)
    body = "\n  ".join(lines)
    arguments = f"%a: {V}, %b: {V}, %m: {M}, %s: {S}, %p0: {P}, %f: {F}"
    return f"{_TWICE}func.func @main({arguments}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}\n"


@cache
def xla() -> Xla | None:
    """XLA, where it is installed; it stays until the end."""
    return Xla() if find_spec("jaxlib") else None


def one(case: Case) -> None:
    """A random program gives the same however it is run, and leaves what it was given as it was."""
    case.text = program(case.random)
    rng = np.random.default_rng(case.random.randrange(2**32))
    given = [rng.integers(-4, 12, shape).astype(np.int32) for shape in ((8,), (8,), (2, 4), ())]
    given += [np.array(case.random.random() < 0.5), rng.integers(-4, 12, 8).astype(np.float32)]
    kept = [array.copy() for array in given]
    main_program = hlorepl.compile(hlorepl.parse(case.text))
    first = main_program(*given)
    copies = [array.copy() for array in first]
    answers = [main_program(*given), hlorepl.compile(hlorepl.parse(case.text))(*given)]
    answers.append(tuple(Machine(main_program.plan, list(given), RunContext()).run()))
    if case.random.random() < 0.25:
        with ThreadPoolExecutor(6) as pool:
            answers += pool.map(lambda _: main_program(*given), range(6))
    for answer in answers:
        for expected, found in zip(copies, answer, strict=True):
            assert np.array_equal(expected, found, equal_nan=expected.dtype.kind == "f"), (
                "what runs it changes the answer"
            )
    assert all(a.tobytes() == b.tobytes() for a, b in zip(first, copies, strict=True)), (
        "a later run changed an earlier answer"
    )
    assert all(map(np.array_equal, given, kept)), "an argument was changed"
    if case.random.random() < 0.25:
        as_xla(case.text, given, copies)


def as_xla(text: str, given: list[np.ndarray], ours: list[np.ndarray]) -> None:
    """XLA gives the same."""
    ask = xla()
    if ask is None:
        return
    theirs = ask(text, given)
    assert not isinstance(theirs, str), theirs
    for mine, other in zip(ours, theirs, strict=True):
        assert np.array_equal(mine, other, equal_nan=mine.dtype.kind == "f"), (
            f"XLA gives something else:\n{mine}\n{other}"
        )


if __name__ == "__main__":
    main(one)
