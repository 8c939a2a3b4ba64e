"""What MLIR prints around and beside ops is there again, to MLIR, when ``fmt`` has laid the text out."""

from argparse import Namespace

import jax
import jax.numpy as jnp
import pytest
from peers.mlir_text import asm

from hlorepl.batch.fmt import format_text

pytestmark = [pytest.mark.peers, pytest.mark.timeout(120)]


def exports():
    """Functions whose text has locations of ops, arguments, regions and calls."""
    vector = jax.ShapeDtypeStruct((5,), jnp.float32)
    return {
        "tanh": (lambda x: jnp.tanh(x) * 2, vector),
        "sort": (jnp.sort, vector),
        "scan": (lambda x: jax.lax.scan(lambda c, a: (c + a, c * a), x[0], x), vector),
        "normal": (lambda x: x + jax.random.normal(jax.random.key(0), (5,)), vector),
        "softmax": (lambda x: jax.nn.softmax(x).sum(), vector),
        "grad": (jax.grad(lambda x: jnp.sin(x) @ x), vector),
        "cond": (lambda x: jax.lax.cond(x[0] > 0, lambda y: y + 1, lambda y: y - 1, x), vector),
        "while": (lambda x: jax.lax.while_loop(lambda c: c.sum() < 9, lambda c: c + 1, x), vector),
        "scatter": (lambda x: x.at[jnp.array([0, 0])].add(1.0), vector),
    }


def formatted(text: str, generic: bool) -> str:
    return format_text(text, "a.mlir", Namespace(generic=generic, canonical_names=False, kind=None))


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("with_locations", [False, True])
@pytest.mark.parametrize("name", exports())
def test_mlir_reads_the_same(name, with_locations, generic):
    function, *arguments = exports()[name]
    text = jax.jit(function).lower(*arguments).as_text(debug_info=with_locations)
    assert with_locations == ("loc(" in text)
    laid = formatted(text, generic)
    assert asm(laid, debug=with_locations) == asm(text, debug=with_locations)


BELOW = """func.func @main(%x: !t loc(#l), %y: tensor<2xf32>) -> !t attributes {mhlo.a = [#m, #n]} { // a comment
  %0 = stablehlo.add %x, %y : !t loc(callsite(#l at #k)) // beside
  %1 = stablehlo.constant dense_resource<w> : tensor<2xf32> loc(#k)
  return %1 : !t
}
#n = [#m, 1 : i32]
#m = affine_map<(d0) -> // within
  (d0)>
!t = tensor<2x!e>
!e = f32
#l = loc("x")
#k = loc("f"(#l))
{-# dialect_resources: { builtin: { w: "0x040000000000803F00000040" } }, external_resources: { } #-}
"""


@pytest.mark.parametrize("generic", [False, True])
def test_mlir_reads_what_stood_below_its_use(generic):
    """MLIR itself refuses such a text: it wants definitions above uses, but for the location of an op."""
    with pytest.raises(Exception, match="undefined symbol alias"):
        asm(BELOW, debug=True)
    read = asm(formatted(BELOW, generic), debug=True)
    for piece in (
        "tensor<2xf32>",
        'loc("x")',
        "callsite(",
        "[#map, [#map, 1 : i32]]",
        "0x040000000000803F00000040",
    ):
        assert piece in read
