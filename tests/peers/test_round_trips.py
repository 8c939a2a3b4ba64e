"""Every form of ``fmt`` says to MLIR what the program said, and what MLIR prints is read here as it was meant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import pytest
from hostile.test_layout import FORMS, laid_out
from jax import lax, nn
from peers.mlir_text import asm, known, meaning
from peers.xla import names
from program_cases import programs
from syntax.attribute_texts import ATTRIBUTES
from syntax.program_texts import PROGRAMS
from syntax.test_attributes import program as attribute_program

import hlorepl
from hlorepl.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr
from hlorepl.ir.contents import Location
from hlorepl.ir.core import Function, Module

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.peers, pytest.mark.timeout(120)]

#: Attributes and types of dialects that jaxlib does not know.
FOREIGN = ("#foo", "!foo", "!quant")
SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.mlir"))


def is_read(text: str) -> bool:
    try:
        asm(text)
    except Exception:  # noqa: BLE001 - whatever it raises is its answer
        return False
    return True


def assert_all_forms_say_the_same(text: str) -> None:
    meant = meaning(text)
    for form in FORMS:
        assert meaning(laid_out(text, form)) == meant, form
    for generic in (False, True):
        for debug in (False, True):
            assert_read(asm(text, generic=generic, debug=debug))


def assert_read(printed: str) -> None:
    """What MLIR prints is read; what it prints and does not read itself, an empty list of operands, is only read."""
    module = hlorepl.parse(printed)
    assert hlorepl.verify(module) == []
    if ", , sizes" not in printed:
        assert meaning(hlorepl.print_module(module)) == meaning(printed)


READ = {program.id: known(program.text) for program in programs("ops")}


def test_mlir_reads_most_programs():
    assert sum(map(is_read, READ.values())) > 300


@pytest.mark.parametrize("name", READ)
def test_a_program(name):
    if not is_read(READ[name]):
        pytest.skip("MLIR as jaxlib has it does not read it")
    assert_all_forms_say_the_same(READ[name])


def with_everything(text: str) -> str:
    """The program, each op with attributes of others and a location, each argument with its own."""
    module = hlorepl.parse(text)
    for number, op in enumerate(module.walk()):
        if op is module:
            continue
        if not isinstance(op, Function | Module):
            numbers = [IntegerAttr(1), FloatAttr(2.0), StringAttr("b")]
            op.attributes |= {"keep_me": UnitAttr(), "numbers": ArrayAttr(numbers)}
        op.attributes |= {"mhlo.note": StringAttr('"why"')}
        op.location = Location(f'callsite("f"("model.py":{number + 1}:2) at unknown)', module.contents)
        for region in op.regions:
            for block in region.blocks:
                for place, argument in enumerate(block.arguments):
                    argument.location = Location(f'"argument {place}"', module.contents)
    return hlorepl.print_module(module, generic=True)


@pytest.mark.parametrize("name", READ)
def test_a_program_with_attributes_of_others_and_locations(name):
    try:
        text = with_everything(READ[name])
    except hlorepl.HloError:
        pytest.skip("cut at the lines of ops that MLIR does not know")
    if not is_read(text) or "check." in text:
        pytest.skip("MLIR as jaxlib has it does not read it")
    meant = meaning(text)
    for form in FORMS:
        assert meaning(laid_out(text, form)) == meant, form
    assert_read(asm(text, debug=True))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample(path):
    assert_all_forms_say_the_same(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", ATTRIBUTES)
def test_an_attribute(text):
    program = attribute_program(text)
    assert is_read(program) or any(name in text for name in FOREIGN)
    if is_read(program):
        assert_all_forms_say_the_same(program)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_what_stands_around_ops(number):
    assert_all_forms_say_the_same(PROGRAMS[number])


VECTOR = jax.ShapeDtypeStruct((6,), jnp.float32)
MATRIX = jax.ShapeDtypeStruct((4, 4), jnp.float32)
SMOOTH = names(
    "sin cos tan sinh cosh tanh exp exp2 expm1 log log1p log2 log10 sqrt cbrt square abs arctan arcsinh sinc"
    " negative reciprocal sign deg2rad"
)
SHAPED = names(
    "sum prod mean var std max min median ptp cumsum cumprod argmax argmin sort argsort flip ravel diff unique_counts"
    " all any count_nonzero nansum nanmean nanmax round floor ceil isnan isfinite trunc rint unwrap trapezoid"
)
OF_TWO = names(
    "add subtract multiply divide maximum minimum power arctan2 hypot fmod remainder floor_divide logaddexp nextafter"
    " copysign heaviside equal less greater_equal not_equal dot vdot inner outer kron convolve cross_terms"
)
ACTIVATIONS = names(
    "relu gelu silu softplus sigmoid elu selu celu softmax log_softmax hard_tanh leaky_relu glu mish relu6"
)
LINEAR = names("inv det slogdet qr cholesky norm matrix_power pinv eigh svd")
DRAWN = names("normal uniform bernoulli exponential gumbel laplace logistic rademacher cauchy truncated_normal")


def table() -> dict[str, tuple[Callable, tuple]]:
    """Functions of JAX by name, with the shapes of their arguments."""
    found: dict[str, tuple[Callable, tuple]] = {}
    for name in SMOOTH:
        function = getattr(jnp, name)
        found[name] = function, (VECTOR,)
        found[f"gradient of {name}"] = jax.grad(lambda x, f=function: f(x).sum()), (VECTOR,)
        found[f"second derivative of {name}"] = jax.jacfwd(jax.grad(lambda x, f=function: f(x).sum())), (VECTOR,)
    for name in (name for name in SHAPED if hasattr(jnp, name) and name != "unique_counts"):
        found[name] = getattr(jnp, name), (VECTOR,)
        found[f"{name} of rows"] = jax.vmap(getattr(jnp, name)), (MATRIX,)
    for name in (name for name in OF_TWO if hasattr(jnp, name)):
        found[name] = getattr(jnp, name), (VECTOR, VECTOR)
        found[f"{name} in a loop"] = looped(getattr(jnp, name)), (VECTOR,)
    for name in ACTIVATIONS:
        function = getattr(nn, name)
        found[f"nn.{name}"] = function, (VECTOR,)
        found[f"gradient of nn.{name}"] = jax.grad(lambda x, f=function: f(x)[0]), (VECTOR,)
    for name in LINEAR:
        function = getattr(jnp.linalg, name)
        found[f"linalg.{name}"] = (lambda x, f=function: f(x, 3)) if name == "matrix_power" else function, (MATRIX,)
    for name in DRAWN:
        found[f"random.{name}"] = drawn(name), (VECTOR,)
    return found | OTHERS


def drawn(name: str) -> Callable:
    function = getattr(jax.random, name)
    more = (-1.0, 1.0) if name == "truncated_normal" else ()
    shape = {} if name == "bernoulli" else {"shape": (3,)}
    return lambda x: x[:3] + function(jax.random.key(0), *more, **shape)


def looped(function: Callable) -> Callable:
    """A function of two arguments, folded over itself in a loop of JAX's."""
    return lambda x: lax.fori_loop(0, 3, lambda i, c: c + jnp.sum(function(c, x)) * i, x)


OTHERS: dict[str, tuple[Callable, tuple]] = {
    "scan": (lambda x: lax.scan(lambda c, a: (c + a, c * a), x[0], x), (VECTOR,)),
    "gradient of scan": (jax.grad(lambda x: lax.scan(lambda c, a: (jnp.sin(c * a), c), x[0], x)[0]), (VECTOR,)),
    "while": (lambda x: lax.while_loop(lambda c: c.sum() < 9, lambda c: c + 1, x), (VECTOR,)),
    "cond": (lambda x: lax.cond(x[0] > 0, lambda y: y + 1, lambda y: y - 1, x), (VECTOR,)),
    "switch": (lambda x: lax.switch(x.size // 4, [jnp.sin, jnp.cos, jnp.tan], x), (VECTOR,)),
    "dynamic switch": (lambda x: lax.switch(x[0].astype(int), [jnp.sin, jnp.cos, jnp.tan], x), (VECTOR,)),
    "associative scan": (lambda x: lax.associative_scan(jnp.maximum, x), (VECTOR,)),
    "map": (lambda x: lax.map(jnp.sort, x), (MATRIX,)),
    "checkpoint": (jax.grad(jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)).sum())), (VECTOR,)),
    "custom derivative": (jax.grad(lambda x: nn.relu(jax.jit(nn.softplus)(x)).sum()), (VECTOR,)),
    "scatter": (lambda x: x.at[jnp.array([0, 0])].add(1.0), (VECTOR,)),
    "scatter maximum": (lambda x: x.at[jnp.array([0, 2])].max(1.0), (VECTOR,)),
    "gather": (lambda x: x[jnp.array([[0, 1], [2, 3]]), :], (MATRIX,)),
    "dynamic slice": (lambda x: lax.dynamic_slice(x, (x[0, 0].astype(int), 1), (2, 2)), (MATRIX,)),
    "dynamic update": (lambda x: lax.dynamic_update_slice(x, x[:2, :2], (1, x[0, 0].astype(int))), (MATRIX,)),
    "convolution": (
        lambda x: lax.conv_general_dilated(
            x[None, None], jnp.ones((2, 1, 2, 2), x.dtype), (1, 2), "SAME", rhs_dilation=(1, 2)
        ),
        (MATRIX,),
    ),
    "gradient of convolution": (
        jax.grad(
            lambda x: lax.conv_general_dilated(x[None, None], jnp.ones((2, 1, 2, 2), x.dtype), (2, 2), "SAME").sum()
        ),
        (MATRIX,),
    ),
    "pooling": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 1), "SAME"), (MATRIX,)),
    "gradient of pooling": (
        jax.grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID").sum()),
        (MATRIX,),
    ),
    "products": (lambda x: lax.dot(x, x, precision="highest", preferred_element_type=jnp.float64), (MATRIX,)),
    "einsum": (lambda x: jnp.einsum("ij,kj,k->i", x, x, x[0]), (MATRIX,)),
    "batched product": (lambda x: jnp.einsum("bij,bjk->bik", x[None], x[None]), (MATRIX,)),
    "product of bytes": (
        lambda x: lax.dot(x.astype(jnp.int8), x.astype(jnp.int8), preferred_element_type=jnp.int32),
        (MATRIX,),
    ),
    "fft": (lambda x: jnp.fft.irfft(jnp.fft.rfft(x)), (VECTOR,)),
    "complex": (lambda x: jnp.abs(jnp.exp(x * 1j)).real, (VECTOR,)),
    "narrow floats": (lambda x: x.astype(jnp.float8_e4m3fn).astype(jnp.bfloat16) + 1, (VECTOR,)),
    "narrow integers": (lambda x: (x.astype(jnp.int4) + 1).astype(jnp.uint8) << 1, (VECTOR,)),
    "bits": (lambda x: lax.bitcast_convert_type(x, jnp.uint32) ^ 7, (VECTOR,)),
    "popcount": (lambda x: lax.population_count(x.astype(int)) + lax.clz(x.astype(int)), (VECTOR,)),
    "rounded": (lambda x: lax.reduce_precision(x, 5, 2), (VECTOR,)),
    "padded": (lambda x: lax.pad(x, x[0, 0], ((1, -1, 0), (0, 2, 1))), (MATRIX,)),
    "transposed": (lambda x: x.T[::-1, ::2].reshape(2, 4), (MATRIX,)),
    "select": (lambda x: jnp.where(x > 0, x, jnp.clip(x, -1, 1)), (VECTOR,)),
    "top k": (lambda x: lax.top_k(x, 2), (VECTOR,)),
    "sort of two": (lambda x: lax.sort((x, -x), num_keys=2), (VECTOR,)),
    "reduce of two": (
        lambda x: lax.reduce((x, x), (x[0], x[1]), lambda a, b: (a[0] + b[0], a[1] - b[1]), (0,)),
        (VECTOR,),
    ),
    "special functions": (lambda x: jsp.special.erf(x) + jsp.special.gammaln(x) + jsp.special.digamma(x), (VECTOR,)),
    "more special functions": (lambda x: jsp.special.betainc(x, x, x) + jsp.special.i1e(x), (VECTOR,)),
    "a barrier": (lambda x: lax.optimization_barrier((x, x + 1)), (VECTOR,)),
    "a name with quotes": (jax.named_scope('a "b"')(jnp.sin), (VECTOR,)),
    "a name of another script": (jax.named_scope("größe")(jnp.sin), (VECTOR,)),
    "no arguments": (lambda: jnp.arange(3), ()),
    "no elements": (lambda x: x[:0].sum() + x[:0, None].max(axis=1, initial=1.0).size, (VECTOR,)),
    "a large constant": (lambda x: x @ jnp.arange(600.0).reshape(6, 100), (VECTOR,)),
    "a dictionary": (lambda x: {"a": x, "b": [x + 1, (x * 2,)]}, (VECTOR,)),
}
EXPORTS = table()


def test_there_are_a_few_hundred():
    assert len(EXPORTS) > 250


@pytest.mark.parametrize("debug", [False, True], ids=["", "debug"])
@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_of_jax(name, debug):
    function, arguments = EXPORTS[name]
    text = jax.jit(function).lower(*arguments).as_text(debug_info=debug)
    assert debug == ("loc(" in text)
    assert_all_forms_say_the_same(text)
