"""Random programs: each op of a chain as hlorepl computes it, and as XLA does from the same operands.

One program runs here, all values given out; in the program for XLA the operands of each op are arguments, so that
one rounding in another direction does not travel down the chain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, note, settings
from hypothesis import strategies as st
from peers.random_programs import OPS, TYPES, Maker, array_of, module_of
from peers.random_structures import STRUCTURES
from peers.xla import floating, spacing
from peers.xla_process import Xla

import hlorepl
from hlorepl.ir.core import Op, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.peers, pytest.mark.timeout(300)]


XLA = Xla()


@pytest.fixture(scope="module", autouse=True)
def _child() -> Iterator[None]:
    yield
    XLA.close()


#: Ops of values alone whose declaration says all that is needed to draw them.
LEFT_OUT = {
    "stablehlo.cholesky", "stablehlo.triangular_solve",  # a matrix drawn blindly has no root, or no inverse
    "stablehlo.return", "stablehlo.constant", "stablehlo.rng", "chlo.constant", "chlo.constant_like",
    "stablehlo.tuple", "stablehlo.get_tuple_element", "stablehlo.after_all", "stablehlo.create_token",  # no tensors
    "stablehlo.async_done", "stablehlo.composite", "stablehlo.trace",
    "stablehlo.real_dynamic_slice", "stablehlo.set_dimension_size",  # sizes known only when it runs
    "stablehlo.compute_reshape_shape", "stablehlo.cstr_reshapable", "stablehlo.einsum", "stablehlo.unary_einsum",
    "stablehlo.uniform_quantize", "stablehlo.uniform_dequantize",  # types that XLA does not read
    "stablehlo.cross-replica-sum", "chlo.ragged_dot",  # ops that it does not read
}  # fmt: skip


def drawable(name: str) -> bool:
    spec = OPS[name]
    blind = spec.regions or spec.callees or spec.wants & {"process", "results", "discardable"}
    sized = name.startswith("stablehlo.dynamic_") and not name.endswith("slice")
    if spec.dialect not in ("stablehlo", "chlo") or not spec.pure or name in LEFT_OUT or sized:
        return False
    return name in STRUCTURES or not (blind or spec.terminator)


#: XLA's own compiler has no floats of six bits.
KNOWN = [t for t in TYPES if not t.name.startswith("f6")]
NAMES = sorted(name for name in OPS if drawable(name))  # not in the order in which families happened to load
#: How many ulps XLA's own functions may be off, where ours are bound to fewer.
FUNCTIONS = {name for name in NAMES if "result_accuracy" in OPS[name].attributes} | {
    "stablehlo.atan2", "stablehlo.power", "chlo.broadcast_atan2", "chlo.broadcast_power",
}  # fmt: skip
SPECIAL = {name for name in NAMES if name.startswith("chlo.")}
SUMS = {
    "stablehlo.reduce", "stablehlo.reduce_window", "stablehlo.select_and_scatter", "stablehlo.scatter",
    "stablehlo.dot_general", "stablehlo.dot", "stablehlo.convolution", "stablehlo.fft", "stablehlo.batch_norm_grad",
    "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training",
}  # fmt: skip


#: Why XLA has no answer where the specification has one.
REFUSED = (
    "the process ended",
    "explicitly marked illegal",
    "INVALID_ARGUMENT",
    "failed to legalize",
    "UNIMPLEMENTED",
    "must be tensor of",
    "to be floating for",
    "INTERNAL: Inputs must have the same shape",  # sorting integers of two bits beside others
)


def known_fault(op: Op, operands: list[np.ndarray], mine: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Where XLA's answer is not what the operation is defined as."""
    nowhere = np.zeros(mine.shape, bool)
    element = op.operands[0].type.element if op.operands else None
    if element is None:
        return nowhere
    # Steps pass through zero, which this type lacks.
    if element.name == "f8E8M0FNU" and op.name in FUNCTIONS | SPECIAL:
        return ~nowhere
    # Rounds after each of several steps, so that one on the way may overflow; ours are made in f32 and rounded once.
    if element.is_float and element.bits <= 8 and ".batch_norm" in op.name:
        return ~nowhere
    # Zero stands for the NaN that this type lacks; its sign is that of the NaN, which differs among processors.
    needs_more = op.regions or any(attribute.required for attribute in OPS[op.name].attributes.values())
    if element.name == "f4E2M1FN" and op.name in FUNCTIONS | SPECIAL and not needs_more:
        with np.errstate(all="ignore"):
            exact = OPS[op.name](np, *(wide(operand) for operand in operands))
        return np.asarray((mine == 0) & np.isnan(exact))
    if op.name == "chlo.mulhi":  # shifts by more bits than the product of two small integers has
        return ~nowhere if element.bits < 8 else nowhere
    if op.name.endswith("power") and element.is_integer:  # takes the last six bits of the exponent, and that as signed
        return (wide(operands[1]) > 63) | (operands[1].view(f"i{operands[1].itemsize}") < 0)
    if op.name.endswith("zeta"):  # infinity times zero on the way
        return np.broadcast_to(np.isinf(wide(operands[0])) | np.isinf(wide(operands[1])), mine.shape)
    if op.name == "chlo.acosh" and element.is_complex:  # one side of the cut only
        return np.asarray(wide(operands[0]).imag == 0)
    return nowhere


@st.composite
def programs(draw: Any, last: str) -> tuple[Maker, int, int]:
    """A chain of up to six ops that ends in the one asked for, and how its arguments are filled."""
    maker = Maker(draw, KNOWN)
    for _ in range(draw(st.integers(0, 5)) if draw(st.booleans()) else 0):
        maker.add(draw(st.sampled_from(NAMES)))
    assume(maker.add(last) is not None)
    return maker, draw(st.integers(0, 5)), draw(st.integers(0, 2))


def values(maker: Maker) -> list[Value]:
    return [result for op in maker.ops for result in op.results]


def ours(maker: Maker, seed: int, kind: int) -> dict[Value, np.ndarray]:
    """Every value of the program; its last results come out the same when nothing else is asked for."""
    arrays = [array_of(v.type, seed + i, kind) for i, v in enumerate(maker.arguments)]
    text = hlorepl.print_module(module_of(maker.arguments, maker.ops, values(maker)))
    note(text)
    found = hlorepl.compile(hlorepl.parse(text))(*arrays)
    last = maker.ops[-1].results
    alone = hlorepl.print_module(module_of(maker.arguments, maker.ops, last))
    for a, b in zip(hlorepl.compile(hlorepl.parse(alone))(*arrays), found[-len(last) :], strict=True):
        assert a.tobytes() == b.tobytes(), "another answer when the values between are not asked for"
    return dict(zip([*maker.arguments, *values(maker)], [*arrays, *found], strict=True))


def theirs(maker: Maker, known: dict[Value, np.ndarray]) -> list[np.ndarray] | str:
    """The results of all ops, each from our values of its operands."""
    arguments = [Value(f"in{i}", v.type) for i, v in enumerate(known)]
    stand_in = dict(zip(known, arguments, strict=True))
    ops = []
    for op in maker.ops:
        copy = Op(op.name, [stand_in[v] for v in op.operands], op.attributes, op.regions)
        copy.add_results([r.type for r in op.results], [f"out{len(ops)}_{i}" for i in range(len(op.results))])
        ops.append(copy)
    text = hlorepl.print_module(module_of(arguments, ops, [r for op in ops for r in op.results]))
    return XLA(text, list(known.values()))


def wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def tolerance(op: Op, name: str) -> float:
    """In ulps."""
    if op.name in SUMS:
        return 8
    if name in ("complex64", "complex128"):
        return 24
    if op.operands and op.operands[0].type.element.is_complex:
        return 4
    if op.name in SPECIAL:
        return 64 if name in ("float32", "float64") else 1
    if op.name in FUNCTIONS:
        return 12 if name in ("float32", "float64") else 1
    return 0


def differences(op: Op, mine: np.ndarray, other: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Where two results differ by more than they may."""
    if not floating(other.dtype):
        return np.asarray(mine != other)
    a, b = wide(mine), wide(other)
    part = other.real.dtype if other.dtype.kind == "c" else other.dtype
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        flushed = (b == 0) & (np.abs(a) < float(ml_dtypes.finfo(part).smallest_normal))
        near = np.abs(a - b) <= tolerance(op, other.dtype.name) * spacing(np.maximum(np.abs(b), scale), part)
    return ~(same | flushed | near)


def scale_of(op: Op, operands: list[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """What the rounding of a sum is measured by: products of the sums of all absolute values that are finite."""
    if op.name in ("chlo.digamma", "chlo.lgamma"):  # XLA loses digits near their zeros
        return np.ones(shape)
    if op.name not in SUMS:
        return np.zeros(shape)
    with np.errstate(all="ignore"):
        sizes = [np.abs(wide(x)) for x in operands]
        return np.full(shape, np.prod([np.sum(x[np.isfinite(x)]) + 1 for x in sizes]))


def compare(maker: Maker, seed: int, kind: int) -> None:
    known = ours(maker, seed, kind)
    found = theirs(maker, known)
    if isinstance(found, str):
        assert any(reason in found for reason in REFUSED), found
        return
    answers = iter(found)
    for op in maker.ops:
        operands = [known[v] for v in op.operands]
        for result in op.results:
            mine, other = known[result], next(answers)
            assert (mine.dtype, mine.shape) == (other.dtype, other.shape), op
            wrong = differences(op, mine, other, scale_of(op, operands, other.shape))
            wrong &= ~known_fault(op, operands, mine, other)
            assert not wrong.any(), (
                f"{op}\nfrom {operands}\nours:   {mine[wrong]}\ntheirs: {other[wrong]}\nat {np.argwhere(wrong)[:5].tolist()}"
            )


@pytest.mark.parametrize("name", NAMES)
def test_random_programs(name: str) -> None:
    @settings(
        max_examples=4,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
    )
    @given(programs(name))
    def check(program: tuple[Maker, int, int]) -> None:
        compare(*program)

    check()
