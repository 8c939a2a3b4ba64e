"""Exports of JAX of the less common kinds: every form of ``fmt`` says the same to MLIR, and those that run give XLA's values."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
import pytest
from jax import export, lax
from jax.experimental import io_callback
from jax.experimental.xla_metadata import set_xla_metadata
from jax.sharding import AbstractMesh, NamedSharding
from jax.sharding import PartitionSpec as P
from peers.test_round_trips import assert_all_forms_say_the_same
from peers.xla import agree, names

import hlorepl

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.peers, pytest.mark.timeout(120)]

VECTOR = jax.ShapeDtypeStruct((8,), jnp.float32)
MATRIX = jax.ShapeDtypeStruct((4, 4), jnp.float32)
NARROW = names(
    "float4_e2m1fn float8_e3m4 float8_e4m3 float8_e4m3fn float8_e4m3fnuz float8_e4m3b11fnuz float8_e5m2 float8_e5m2fnuz "
    "float8_e8m0fnu bfloat16 float16 int2 uint2 int4 uint4 uint16 bool complex64 complex128"
)
FOURIER = names("fft ifft rfft irfft fft2 rfftn hfft")
LINEAR = names("cholesky lu qr svd eigh schur hessenberg eig")
Case = tuple["Callable[..., Any]", tuple[Any, ...]]


@jax.custom_jvp
def twice_steep(x: Any) -> Any:
    """A sine with a derivative of its own."""
    return jnp.sin(x)


twice_steep.defjvp(lambda x, t: (twice_steep(x[0]), t[0] * 2))


@jax.custom_vjp
def scaled_back(x: Any) -> Any:
    """A sine whose gradient is multiplied by its argument."""
    return jnp.sin(x)


scaled_back.defvjp(lambda x: (scaled_back(x), x), lambda x, g: (g * x,))


def of_type(dtype: str) -> Callable[..., Any]:
    """Constants, loops, places and conversions of a type."""

    def program(x: Any) -> Any:
        constant = jnp.asarray(np.array([[0, 1, 0, 1]] * 4), dtype)
        turned = lax.fori_loop(0, 3, lambda _, c: c.T, jnp.where(x == constant, x, constant))
        return turned.at[jnp.array([0, 2])].set(x[0]), x.astype("float32" if "complex" not in dtype else dtype)

    return program


def drawn(kind: str) -> Callable[..., Any]:
    """Random numbers from a key that is made inside."""

    def program(x: Any) -> Any:
        one, other = jax.random.split(jax.random.key(x[0].astype(int), impl=kind))
        numbers = jax.random.normal(one, (3,)), jax.random.randint(other, (3,), 0, 9)
        return *numbers, jax.random.permutation(one, x), jax.random.key_data(jax.random.fold_in(one, 3))

    return program


def annotated(x: Any) -> Any:
    """A loop and a sine with attributes for XLA."""
    with set_xla_metadata(first="b", second="false"):
        return jnp.sin(x) + lax.fori_loop(0, 3, lambda _, c: c + 1, x)


ODD = np.array([np.nan, np.inf, -np.inf, -0.0, 1e-45, 3.4e38, 1 / 3, -np.nan], "f4")
RUN: dict[str, Case] = {
    **{f"of {dtype}": (of_type(dtype), (jax.ShapeDtypeStruct((4, 4), dtype),)) for dtype in NARROW},
    **{f"fft.{name}": (getattr(jnp.fft, name), (MATRIX,)) for name in FOURIER},
    **{f"random {kind}": (drawn(kind), (VECTOR,)) for kind in names("threefry2x32 rbg unsafe_rbg")},
    "expm": (jsp.linalg.expm, (MATRIX,)),
    "solve": (lambda x: jsp.linalg.solve(x, x[0]), (MATRIX,)),
    "gradient of solve": (jax.grad(lambda x: jnp.linalg.solve(x, x[0]).sum()), (MATRIX,)),
    "gradient of cholesky": (jax.grad(lambda x: jnp.linalg.cholesky(x).sum()), (MATRIX,)),
    "searchsorted": (lambda x: jnp.searchsorted(jnp.array([0.4, 1.8]), x), (VECTOR,)),
    "digitize": (lambda x: jnp.digitize(x[0], jnp.array([0.4, 1.8])), (VECTOR,)),
    "custom derivative": (jax.vmap(jax.grad(twice_steep)), (VECTOR,)),
    "custom gradient": (jax.vmap(jax.grad(scaled_back)), (VECTOR,)),
    "custom gradient in a scan": (
        jax.grad(lambda x: lax.scan(lambda c, a: (scaled_back(c) + a, c), x[0], x)[0]),
        (VECTOR,),
    ),
    "custom linear solve": (
        lambda x: lax.custom_linear_solve(lambda v: x @ v, x[0], lambda _, b: jnp.linalg.solve(x, b), symmetric=True),
        (MATRIX,),
    ),
    "forward derivative": (lambda x: jax.jvp(jnp.tanh, (x,), (x,)), (VECTOR,)),
    "hessian": (jax.hessian(jnp.prod), (VECTOR,)),
    "vmap of vmap": (jax.vmap(jax.vmap(lambda a, b: jnp.where(a > b, a, b), (0, None)), (None, 0)), (VECTOR, VECTOR)),
    "vmap of cond": (jax.vmap(lambda a: lax.cond(a > 0, jnp.sin, jnp.cos, a)), (VECTOR,)),
    "vmap of while": (jax.vmap(lambda a: lax.while_loop(lambda c: c < 9, lambda c: c * 2 + 1, a + 5)), (VECTOR,)),
    "scan in a scan": (
        lambda x: lax.scan(lambda c, r: lax.scan(lambda d, e: (d + e, (d, e > 0)), c, r), np.float32(0), x),
        (MATRIX,),
    ),
    "scan backwards": (
        lambda x: lax.scan(lambda c, a: (c + a, c), np.float32(0), x, reverse=True, unroll=3),
        (VECTOR,),
    ),
    "scan of nothing": (lambda x: lax.scan(lambda c, _: (c * 2, None), x, None, length=5), (VECTOR,)),
    "by platform": (lambda x: lax.platform_dependent(x, cpu=jnp.sin, default=jnp.cos), (VECTOR,)),
    "ragged product": (
        lambda x: lax.ragged_dot(x, jnp.ones((3, 4, 2), x.dtype), jnp.array([1, 0, 3], jnp.int32)),
        (MATRIX,),
    ),
    "sort of pairs": (lambda x: lax.sort((x.astype(jnp.bfloat16), jnp.arange(8)), num_keys=2), (VECTOR,)),
    "sort of complex numbers": (jnp.sort, (jax.ShapeDtypeStruct((8,), jnp.complex64),)),
    "strange constants": (lambda x: x + ODD, (VECTOR,)),
    "strange complex constants": (lambda x: x + np.stack([ODD, ODD[::-1]], 1).view("c8")[:, 0], (VECTOR,)),
    "large integers": (lambda x: x.astype("uint64") + np.array([2**64 - 1, 2**63] * 4, "uint64"), (VECTOR,)),
    "composite": (
        lambda x: lax.composite(lambda y, **_: (y, y + 1), name="my.op", version=3)(x, a=1, b="s", c=np.arange(3.0)),
        (VECTOR,),
    ),
    "attributes for XLA": (annotated, (VECTOR,)),
    "places as results": (lambda x: {"a b": x, "ü": (x + 1, [x + 2])}, (VECTOR,)),
}

MESH = AbstractMesh((2, 2), ("x", "y"))
SPREAD = P("x", "y")


def on_mesh(function: Callable[..., Any], out: P, inside: P = SPREAD, **options: Any) -> Case:
    return jax.shard_map(function, mesh=MESH, in_specs=inside, out_specs=out, **options), (MATRIX,)


def exchanged(x: Any) -> Any:
    return lax.all_gather(x, "x"), lax.all_gather(x, "y", tiled=True, axis=1), lax.psum_scatter(x, "x", tiled=True)


def sent(x: Any) -> Any:
    return lax.all_to_all(x, "x", 0, 1, tiled=True), lax.ppermute(x, "x", [(0, 1), (1, 0)])


def placed(*places: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct((4, 4), jnp.float32, sharding=NamedSharding(MESH, P(*places)))


def calling(x: Any) -> Any:
    io_callback(lambda _: None, None, x, ordered=True)
    return jax.pure_callback(np.sin, VECTOR, x)


SAID: dict[str, Case] = {
    **{
        f"lax.linalg.{name} of a batch": (
            getattr(lax.linalg, name),
            (jax.ShapeDtypeStruct((2, 4, 4), jnp.float64 if name == "schur" else jnp.complex64),),
        )
        for name in LINEAR
    },
    "psum": on_mesh(lambda x: lax.psum((x, x.sum()), ("x", "y")), P()),
    "pmax": on_mesh(lambda x: (lax.pmax(x, "x"), lax.pmean(x, "y")), P("x", "y"), check_vma=False),
    "gather and scatter": on_mesh(exchanged, P("x", "y"), check_vma=False),
    "all to all": on_mesh(sent, P("x", "y"), check_vma=False),
    "axis index": on_mesh(lambda x: x + lax.axis_index(("x", "y")) * lax.axis_index("x"), P("x", "y")),
    "one manual axis": on_mesh(lambda x: lax.psum(x, "x"), P(), P("x"), axis_names={"x"}),
    "gradient on a mesh": (jax.grad(on_mesh(lambda y: lax.psum(jnp.sin(y).sum(), ("x", "y")), P())[0]), (MATRIX,)),
    "sharded arguments": (lambda x, y: x @ y, (placed("x", "y"), placed(None, ("x", "y")))),
    "a constraint": (
        lambda x: lax.with_sharding_constraint(x * 2, NamedSharding(MESH, P(("x", "y"), P.UNCONSTRAINED))),
        (MATRIX,),
    ),
    "callbacks": (calling, (VECTOR,)),
    "a printed value": (lambda x: (jax.debug.print("x {}", x), x + 1)[1], (VECTOR,)),
    "a foreign function": (
        lambda x: jax.ffi.ffi_call(
            "mine", (MATRIX, MATRIX), has_side_effect=True, input_layouts=[(0, 1)], output_layouts=[(0, 1), (1, 0)]
        )(x, a=1, b="x", c=np.float32(2.0), d=np.arange(3)),
        (MATRIX,),
    ),
}
JITTED: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "given away": (jax.jit(lambda x, y: (x + y, x), donate_argnums=0), (VECTOR, VECTOR)),
    "unused": (jax.jit(lambda x, y: x, keep_unused=True), (VECTOR, VECTOR)),
    "static": (jax.jit(lambda x, n: x * n, static_argnums=1), (VECTOR, 3)),
    "in functions": (jax.jit(lambda x: jax.jit(jnp.cos)(jax.jit(jnp.cos)(x))), (VECTOR,)),
}


def values(of: Any, seed: int) -> np.ndarray:
    """Values of a type: small whole numbers, or normal ones; square matrices are positive definite."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(of.dtype)
    if dtype.kind in "biu" or dtype.name.startswith(("int", "uint")):
        return rng.integers(0, 2, of.shape).astype(dtype)
    found = rng.normal(size=of.shape)
    if dtype.kind == "c":
        found = found + 1j * rng.normal(size=of.shape)
    if len(of.shape) == 2:
        found = found @ found.conj().T + np.eye(of.shape[0])
    return np.asarray(found).astype(dtype)


def lowered(case: Case, *, debug: bool) -> str:
    function, arguments = case
    traced = jax.jit(function, keep_unused=True).trace(*arguments)
    return traced.lower(lowering_platforms=("cpu",)).as_text(debug_info=debug)


@pytest.mark.parametrize("number", range(len(RUN | SAID)), ids=list(RUN | SAID))
def test_all_forms_say_the_same(number: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # mismatched layouts of results, given away arguments
        assert_all_forms_say_the_same(lowered(list((RUN | SAID).values())[number], debug=number % 2 == 0))


@pytest.mark.parametrize("name", JITTED)
def test_all_forms_of_a_jitted_function_say_the_same(name: str) -> None:
    function, arguments = JITTED[name]
    for debug in (False, True):
        assert_all_forms_say_the_same(function.lower(*arguments).as_text(debug_info=debug))


@pytest.mark.parametrize("name", RUN)
def test_the_values_are_those_of_xla(name: str) -> None:
    function, arguments = RUN[name]
    given = [values(of, seed) for seed, of in enumerate(arguments)]
    program = hlorepl.compile(hlorepl.parse(lowered(RUN[name], debug=False)))
    theirs = [np.asarray(leaf) for leaf in jax.tree.leaves(jax.jit(function)(*given))]
    for _ in range(2):  # once op by op, once as code of its own
        agree(list(program(*given)), theirs, ulps=512, whole=True)


@pytest.mark.parametrize("name", ["callbacks", "a printed value", "a foreign function"])
def test_what_needs_python_is_refused_by_its_name(name: str) -> None:
    text = lowered(SAID[name], debug=False)
    given = [values(of, 1) for of in SAID[name][1]]
    with pytest.raises(hlorepl.HloError) as raised:
        hlorepl.compile(hlorepl.parse(text))(*given)
    assert raised.value.span is not None


@pytest.mark.parametrize("name", ["expm", "composite", "of bool", "random threefry2x32", "scan in a scan"])
def test_the_bytes_of_an_export(name: str) -> None:
    function, arguments = RUN[name]
    exported = export.export(jax.jit(function), platforms=("cpu", "cuda", "tpu") if name == "expm" else ("cpu",))
    data = exported(*arguments).mlir_module_serialized
    assert_all_forms_say_the_same(hlorepl.print_module(hlorepl.parse(data)))
