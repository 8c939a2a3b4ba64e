"""Programs over four host devices of JAX's own: exported, run on a grid here, and compared. Prints how many agreed."""

from __future__ import annotations

import os
from functools import partial

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import hlorepl

MESH = jax.make_mesh((2, 2), ("x", "y"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
mapped = partial(jax.shard_map, mesh=MESH)


def programs():
    """Functions and the shapes of their arguments."""
    yield (
        mapped(lambda a, b: lax.psum(a @ b, "y"), in_specs=(P("x", "y"), P("y", None)), out_specs=P("x")),
        (4, 8),
        (8, 2),
    )
    yield (
        mapped(lambda a: lax.ppermute(a, "x", [(0, 1), (1, 0)]), in_specs=P(("x", "y")), out_specs=P(("x", "y"))),
        (8, 3),
    )
    yield mapped(lambda a: lax.all_gather(a, "y", tiled=True), in_specs=P("x", "y"), out_specs=P("x", "y")), (4, 4)
    yield mapped(lambda a: lax.psum_scatter(a, "x", tiled=True), in_specs=P("y"), out_specs=P(("y", "x"))), (8, 2)
    yield mapped(lambda a: lax.all_to_all(a, "x", 1, 0, tiled=True), in_specs=P("x"), out_specs=P(None, "x")), (4, 6)
    yield mapped(lambda a: lax.pmax(a, "x") + lax.axis_index("y"), in_specs=P("x", "y"), out_specs=P(None, "y")), (4, 4)
    yield mapped(_steps, in_specs=P("x"), out_specs=P("x")), (4, 3)
    yield jax.pmap(lambda v: lax.psum(v, "i"), axis_name="i"), (4, 2)
    yield jax.pmap(lambda v: v - lax.pmean(v, "i"), axis_name="i"), (4, 5)
    layout = NamedSharding(MESH, P("x"))
    yield jax.jit(lambda a: lax.with_sharding_constraint(jnp.sin(a) * 2, layout), in_shardings=layout), (4, 2)


def _steps(a):
    """A loop with a sum over devices in each turn."""
    return lax.fori_loop(0, 5, lambda _, v: v / 2 + lax.psum(v, "x"), a)


def agrees(function, *shapes):
    generator = np.random.default_rng(len(shapes))
    arguments = [generator.standard_normal(shape, np.float32) for shape in shapes]
    jitted = function if hasattr(function, "lower") else jax.jit(function)
    main = hlorepl.compile(hlorepl.parse(jitted.lower(*arguments).as_text()))
    wanted = np.asarray(jitted(*arguments))
    for (found,) in main(*[tuple(arguments)] * (main.grid[0] * main.grid[1])):
        np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-5)


if __name__ == "__main__":
    cases = [*programs()]
    for case in cases:
        agrees(*case)
    print(len(cases))
