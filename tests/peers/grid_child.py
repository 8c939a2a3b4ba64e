"""Programs over so many host devices of JAX's own, run there and on a grid here, and compared; each is left in a folder as a file.

``grid_child.py COUNT FOLDER [gspmd]``; prints how many agreed. Arguments are those that ``--random 1`` draws, the same in each process.
With ``gspmd`` the programs are those that JAX exports without Shardy, for XLA's older partitioner.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={sys.argv[1]}"
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import jaxlib._jax as xla_client
import numpy as np
from jax import lax
from jax._src import xla_bridge
from jax._src.interpreters import mlir
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P
from jaxlib.mlir import ir

import hlorepl

OLDER = sys.argv[3:] == ["gspmd"]
if OLDER:
    jax.config.update("jax_use_shardy_partitioner", False)
COUNT = int(sys.argv[1])
ROWS, COLUMNS = {2: (2, 1), 4: (2, 2), 8: (4, 2)}[COUNT]
MESH = jax.make_mesh((ROWS, COLUMNS), ("x", "y"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
BOTH = ("x", "y")
mapped = partial(jax.shard_map, mesh=MESH)


def _steps(a):
    """A loop with a sum over devices in each turn."""
    return lax.fori_loop(0, 5, lambda _, v: v / 2 + lax.psum(v, "x"), a)


def _until(a):
    """A loop that ends by what all have; all leave it in the same turn."""
    return lax.while_loop(lambda v: lax.pmax(jnp.max(jnp.abs(v)), BOTH) > 0.01, lambda v: v / 3, a)


def _branches(a):
    return lax.cond(lax.psum(jnp.sum(a), BOTH) > 0, lambda v: lax.psum(v, "x"), lambda v: -v, a)


def _scanned(a):
    def step(carry, row):
        total = carry + lax.psum(row, "x")
        return total, total * lax.axis_index("x").astype(np.float32)

    return lax.scan(step, jnp.zeros(a.shape[1:], a.dtype) + lax.psum(a[0] * 0, "x"), a)[1]


def _ring(a):
    """A sum in a ring: each passes on what came, and adds."""
    pairs = [(k, (k + 1) % ROWS) for k in range(ROWS)]

    def turn(_, state):
        passed, total = state
        passed = lax.ppermute(passed, "x", pairs)
        return passed, total + passed

    return lax.fori_loop(0, ROWS - 1, turn, (a, a))[1]


def _loss(w, a):
    return lax.pmean(jnp.mean(jnp.tanh(a @ w) ** 2), "x")


def _mixture(a, w):
    """Tokens go to the experts that live elsewhere, and come back."""
    sent = lax.all_to_all(a, "x", 0, 0, tiled=True)
    return lax.all_to_all(jnp.tanh(sent @ w), "x", 0, 0, tiled=True)


def shard_maps():
    """Functions and the shapes of their arguments."""
    tall, wide = (8 * COUNT, 4), (COUNT, 8)
    yield mapped(lambda a, b: lax.psum(a @ b, "y"), in_specs=(P("x", "y"), P("y")), out_specs=P("x")), (8, 8), (8, 2)
    yield mapped(lambda a: lax.ppermute(a, "x", [(0, 1)]), in_specs=P(BOTH), out_specs=P(BOTH)), (COUNT, 3)
    yield mapped(lambda a: lax.all_gather(a, "y", tiled=True), in_specs=P("x", "y"), out_specs=P("x", "y")), (8, 8)
    yield mapped(lambda a: lax.all_gather(a, "x", axis=1), in_specs=P("x"), out_specs=P("x")), (8, 3)
    yield mapped(lambda a: lax.psum_scatter(a, "x", tiled=True), in_specs=P("y"), out_specs=P(("y", "x"))), (8, 2)
    yield mapped(lambda a: lax.all_to_all(a, "x", 1, 0, tiled=True), in_specs=P("x"), out_specs=P(None, "x")), (4, 8)
    yield mapped(lambda a: lax.pmax(a, "x") + lax.axis_index("y"), in_specs=P("x", "y"), out_specs=P(None, "y")), (8, 8)
    yield mapped(lambda a: lax.pmin(a, BOTH) * lax.axis_size("x"), in_specs=P(BOTH), out_specs=P()), tall
    yield mapped(lambda a: lax.psum((a > 0).astype(jnp.int32), BOTH), in_specs=P(BOTH), out_specs=P()), tall
    yield (
        mapped(lambda a: lax.psum(a.astype(jnp.bfloat16), "x").astype(jnp.float32), in_specs=P("x"), out_specs=P()),
        (ROWS, 3),
    )
    yield mapped(_steps, in_specs=P("x"), out_specs=P("x")), (4, 3)
    yield mapped(_until, in_specs=P(BOTH), out_specs=P(BOTH), check_vma=False), tall
    yield mapped(_branches, in_specs=P(BOTH), out_specs=P(BOTH), check_vma=False), tall
    yield mapped(_scanned, in_specs=P(None, "x"), out_specs=P(None, "x")), (3, 8)
    yield mapped(_ring, in_specs=P("x"), out_specs=P("x")), (8, 3)
    yield mapped(_mixture, in_specs=(P("x"), P()), out_specs=P("x")), (8 * ROWS, 4), (4, 4)
    yield mapped(jax.grad(_loss), in_specs=(P(), P("x")), out_specs=P()), (4, 2), tall
    yield mapped(jax.vmap(lambda v: v - lax.pmean(v, "x")), in_specs=P(None, "x"), out_specs=P(None, "x")), (3, 8)
    yield mapped(lambda a: a * 2 + lax.axis_index("x"), in_specs=P("x"), out_specs=P("x"), axis_names={"x"}), wide
    yield mapped(lambda a: lax.psum(a, "y"), in_specs=P(None, "y"), out_specs=P(), axis_names={"y"}), (3, 8)
    yield mapped(_nested, in_specs=P("x"), out_specs=P("x"), axis_names={"x"}, check_vma=False), (8, 8)
    yield mapped(lambda a: lax.psum(jax.jit(jnp.sin)(a), "y"), in_specs=P("x", "y"), out_specs=P("x")), (8, 8)


def _nested(a):
    """A computation on parts within one."""
    inner = jax.shard_map(lambda b: lax.psum(b, "y"), in_specs=P(None, "y"), out_specs=P(), axis_names={"y"})
    return inner(a) * lax.psum(a.sum(), "x")


def others():
    """What ``pmap`` and ``jit`` with shardings make of functions."""
    yield jax.pmap(lambda v: lax.psum(v, "i"), axis_name="i"), (COUNT, 2)
    yield jax.pmap(lambda v: v - lax.pmean(v, "i"), axis_name="i"), (COUNT, 5)
    yield jax.pmap(lambda v, w: lax.all_gather(v * w, "i"), axis_name="i", in_axes=(0, None)), (COUNT, 3), (3,)
    layout, turned = NamedSharding(MESH, P("x")), NamedSharding(MESH, P("y", "x"))
    yield jax.jit(lambda a: lax.with_sharding_constraint(jnp.sin(a) * 2, layout), in_shardings=layout), (8, 2)
    yield jax.jit(lambda a, b: a @ b, in_shardings=(layout, turned), out_shardings=turned), (8, 8), (8, 8)
    yield jax.jit(lambda a: jnp.cumsum(a.T, axis=0), in_shardings=turned, out_shardings=layout), (8, 8)


def drawn(shapes):
    """The arguments that ``--random 1`` draws."""
    return [
        np.random.Generator(np.random.PCG64([1, k])).standard_normal(shape).astype(np.float32)
        for k, shape in enumerate(shapes)
    ]


def mapped_texts():
    """The programs that JAX exports, each compared with what JAX computes."""
    for function, *shapes in [*shard_maps(), *others()]:
        arguments = drawn(shapes)
        jitted = function if hasattr(function, "lower") else jax.jit(function)
        text = jitted.lower(*arguments).as_text()
        main = hlorepl.compile(hlorepl.parse(text))
        wanted = np.asarray(jitted(*arguments))
        rows = [tuple(arguments)] * COUNT
        for (found,) in main(*rows) if main.grid != (1, 1) else [main(*arguments)]:
            np.testing.assert_allclose(found, wanted, rtol=3e-5, atol=1e-5)
        yield text


REPLICATED = """module attributes {mhlo.num_replicas = COUNT : i32, mhlo.num_partitions = 1 : i32} {
  func.func @main(%v: tensor<8xf32>) -> RESULT {
    %id = stablehlo.replica_id : tensor<ui32>
    %n = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %x = stablehlo.add %v, %b : tensor<8xf32>
    OPS
    return %r : RESULT
  }
}
"""
BODY = """({
    ^bb0(%l: tensor<E>, %t: tensor<E>):
      %s = stablehlo.OP %l, %t : tensor<E>
      stablehlo.return %s : tensor<E>
    })"""


def rows(*groups):
    width = len(groups[0])
    return f"replica_groups = dense<{[list(group) for group in groups]}> : tensor<{len(groups)}x{width}xi64>"


def replicated_texts():
    """Programs on replicas that XLA runs, one for each op and kind of groups."""
    everybody, turned = rows(range(COUNT)), rows(range(COUNT)[::-1])
    pairs = rows(*([k, k + COUNT // 2] for k in range(COUNT // 2)))
    of = "tensor<8xf32>"
    body = {op: BODY.replace("OP", op).replace("E", "f32") for op in ("add", "maximum", "multiply")}
    for op, groups in (("add", everybody), ("maximum", pairs), ("multiply", turned)):
        yield f'%r = "stablehlo.all_reduce"(%x) {body[op]} {{{groups}}} : ({of}) -> {of}', of
    i32 = BODY.replace("OP", "add").replace("E", "i32")
    yield (
        (
            f"%i = stablehlo.convert %x : ({of}) -> tensor<8xi32>\n"
            f'%r = "stablehlo.all_reduce"(%i) {i32} {{{pairs}}} : (tensor<8xi32>) -> tensor<8xi32>'
        ),
        "tensor<8xi32>",
    )
    whole = f"tensor<{8 * COUNT}xf32>"
    yield f'%r = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, {turned}}} : ({of}) -> {whole}', whole
    split = f"split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = {COUNT} : i64"
    yield f'%r = "stablehlo.all_to_all"(%x) {{{split}, {turned}}} : ({of}) -> {of}', of
    part = f"tensor<{8 // COUNT}xf32>"
    yield (
        f'%r = "stablehlo.reduce_scatter"(%x) {body["add"]} {{scatter_dimension = 0 : i64, {everybody}}} : ({of}) -> {part}',
        part,
    )
    ring = f"source_target_pairs = dense<{[[k, k + 1] for k in range(COUNT - 1)]}> : tensor<{COUNT - 1}x2xi64>"
    yield f'%r = "stablehlo.collective_permute"(%x) {{{ring}}} : ({of}) -> {of}', of


def xla(text, arguments):
    """What XLA gives for a replicated program, by replica: the only result of each."""
    devices = xla_bridge.get_backend("cpu").local_devices()
    options = xla_client.CompileOptions()
    options.num_replicas = options.executable_build_options.num_replicas = COUNT
    options.device_assignment = xla_client.DeviceAssignment.create(np.array([[each.id] for each in devices]))
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        program = xla_bridge.get_backend("cpu").compile_and_load(module, xla_client.DeviceList(tuple(devices)), options)
    layout = NamedSharding(Mesh(np.array(devices), ("r",)), P("r"))
    given = [
        jax.make_array_from_single_device_arrays(
            (COUNT * array.shape[0], *array.shape[1:]), layout, [jax.device_put(array, each) for each in devices]
        )
        for array in arguments
    ]
    (column,) = program.execute_sharded(given).disassemble_into_single_device_arrays()
    return [np.asarray(value) for value in column]


def compared_with_xla():
    for ops, result in replicated_texts():
        text = REPLICATED.replace("COUNT", str(COUNT)).replace("OPS", ops).replace("RESULT", result)
        arguments = drawn([(8,)])
        found = hlorepl.compile(hlorepl.parse(text))(*[tuple(arguments)] * COUNT)
        for (value,), wanted in zip(found, xla(text, arguments), strict=True):
            np.testing.assert_allclose(value, wanted, rtol=3e-5, atol=1e-5)
        yield text


if __name__ == "__main__":
    texts = [*mapped_texts()] if OLDER else [*mapped_texts(), *compared_with_xla()]
    for number, text in enumerate(texts):
        (Path(sys.argv[2]) / f"{number:02}.mlir").write_text(text)
    print(len(texts))
