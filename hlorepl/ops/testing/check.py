"""Ops by which a program checks itself. Each raises ``CheckFailed`` with the first elements that differ.

What counts as equal is decided by value, as StableHLO's own test tools do: NaN equals NaN whatever its bits, and -0
equals 0 (use ``bitcast_convert`` to tell them apart). Complex numbers are compared part by part, quantized tensors by
their storage integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import CheckFailed, Note, require
from ...ir.types import QuantizedType, TensorType, element_of
from ..custom_calls.targets import register_target
from ..registry import op
from ..rules import require_tensors, types_agree
from .distance import WIDE, ulps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.types import ElementType, Type
    from ..annotations import AnyInt, Dense
    from ..custom_calls.targets import TargetCall

_SHOWN = 5
_TOLERANCE = 1e-4
_MAX_ULP = 3


@op("check.expect_eq", form="expect_eq", pure=False, quantized="storage")
def expect_eq(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Demand that two tensors are equal."""
    return _compare("check.expect_eq", xp, lhs, rhs, _equal)


@op("check.expect_eq_const", form="expect_eq_const", pure=False, quantized="storage")
def expect_eq_const(xp: Any, lhs: Any, *, value: Dense) -> Any:
    """Demand that a tensor equals a constant."""
    return _compare("check.expect_eq_const", xp, lhs, _constant(xp, value, lhs), _equal)


@op("check.expect_almost_eq", form="expect_almost_eq", pure=False, quantized="storage")
def expect_almost_eq(xp: Any, lhs: Any, rhs: Any, *, tolerance: float = _TOLERANCE) -> Any:
    """Demand that each element differs by the tolerance at most; infinities must be equal."""
    return _compare("check.expect_almost_eq", xp, lhs, rhs, _within(tolerance), f" by more than {tolerance:g}")


@op("check.expect_almost_eq_const", form="expect_almost_eq_const", pure=False, quantized="storage")
def expect_almost_eq_const(xp: Any, lhs: Any, *, value: Dense, tolerance: float = _TOLERANCE) -> Any:
    """Demand that each element differs from a constant's by the tolerance at most; infinities must be equal."""
    rhs = _constant(xp, value, lhs)
    return _compare("check.expect_almost_eq_const", xp, lhs, rhs, _within(tolerance), f" by more than {tolerance:g}")


@op("check.expect_close", form="expect_close", pure=False, quantized="storage")
def expect_close(
    xp: Any, actual: Any, expected: Any, *, max_ulp_difference: AnyInt = _MAX_ULP, min_ulp_difference: AnyInt = 0
) -> Any:
    """Demand that elements are so many floating-point numbers apart; infinities must be equal."""
    least, most = min_ulp_difference, max_ulp_difference
    bounds = f" by more than {most} ulp" if not least else f": not {least} to {most} ulp apart"

    def near(xp: Any, a: Any, b: Any) -> Any:
        distance = ulps(xp, a, b)
        finite = xp.isfinite(a) & xp.isfinite(b) if _is_real_float(a) else xp.ones(a.shape, dtype=bool)
        inside = (distance <= xp.uint64(most)) & (distance >= xp.uint64(least))
        return xp.where(finite, inside, _equal(xp, a, b))

    return _compare("check.expect_close", xp, actual, expected, near, bounds)


@op("check.expect_serialized_eq", form="expect_serialized_eq", pure=False, quantized="storage")
def expect_serialized_eq(xp: Any, expected: Any, *, probe_id: str, iteration: AnyInt = 1, process: Any) -> Any:
    """Demand that a tensor equals the one that ``interpreter.probe`` saved under that name, the so-many-th time."""
    from .interpreter import load_probe  # late: on demand

    actual = xp.asarray(load_probe(process.probe_folder, probe_id, iteration))
    return _compare("check.expect_serialized_eq", xp, actual, expected, _equal)


def _constant(xp: Any, value: Dense, like: Any) -> Any:
    """The array of a constant; a quantized tensor is compared with storage integers that may be written signless."""
    array = value.array
    if array.dtype != like.dtype and array.dtype.itemsize == like.dtype.itemsize and array.dtype.kind in "iu":
        array = array.view(like.dtype)
    return xp.asarray(array)


def _parts(xp: Any, array: Any) -> tuple[Any, ...]:
    return (array.real, array.imag) if array.dtype.kind == "c" else (array,)


def _is_real_float(array: Any) -> bool:
    return element_of(array.dtype).is_float


def _equal(xp: Any, a: Any, b: Any) -> Any:
    return (a == b) | (xp.isnan(a) & xp.isnan(b)) if _is_real_float(a) else a == b


def _within(tolerance: float) -> Callable[[Any, Any, Any], Any]:
    def near(xp: Any, a: Any, b: Any) -> Any:
        a, b = (part.astype(WIDE[element_of(part.dtype).kind]) for part in (a, b))
        apart = xp.where(a > b, a - b, b - a)
        return _equal(xp, a, b) | (apart <= tolerance)

    return near


def _compare(
    code: str, xp: Any, actual: Any, expected: Any, near: Callable[[Any, Any, Any], Any], how: str = ""
) -> tuple[()]:
    if actual.shape != expected.shape:
        raise CheckFailed(f"shapes differ: {actual.shape} and {expected.shape}", code=code)
    pairs = zip(_parts(xp, actual), _parts(xp, expected), strict=True)
    good, *others = (near(xp, a, b) for a, b in pairs)
    for other in others:
        good = good & other
    if not bool(xp.all(good)):
        raise _failure(code, xp, actual, expected, ~xp.asarray(good), how)
    return ()


def _failure(code: str, xp: Any, actual: Any, expected: Any, bad: Any, how: str) -> CheckFailed:
    places = [tuple(place) for place in xp.argwhere(bad)[:_SHOWN].tolist()] if bad.ndim else [()]
    count = int(bad.sum())
    shown = [_difference(xp, place, actual[place], expected[place]) for place in places]
    total = f"{count} of {bad.size} elements differ" if bad.size > 1 else "the values differ"
    notes = [Note(text) for text in shown[1:]]
    if count > len(shown):
        notes.append(Note(f"and {count - len(shown)} more"))
    return CheckFailed(f"{total}{how}: {shown[0]}", code=code, notes=notes)


def _difference(xp: Any, place: tuple[int, ...], actual: Any, expected: Any) -> str:
    where = f"at {list(place)}: " if place else ""
    apart = ""
    if element_of(actual.dtype).kind in ("float", "complex"):
        distances = [_distance(xp, a, b) for a, b in zip(_parts(xp, actual), _parts(xp, expected), strict=True)]
        apart = f", {' and '.join(distances)} apart" if all(distances) else ""
    return f"{where}{_text(actual)}, expected {_text(expected)}{apart}"


def _distance(xp: Any, a: Any, b: Any) -> str:
    """How far two floats are apart; nothing where one of them is not finite."""
    return f"{int(ulps(xp, a, b))} ulp" if bool(xp.isfinite(a) & xp.isfinite(b)) else ""


def _text(value: Any) -> str:
    text = str(value.item() if value.dtype.kind in "bui" else value)
    return text.lower() if value.dtype.kind == "b" else text


def _same_types(wanted: Type, found: Type, at: str) -> None:
    message = "{at} must have the type {wanted}, not {found}"
    require(types_agree(wanted, found), "operand_types", message, at=at, wanted=wanted, found=found)


def _two(lhs: TensorType, rhs: TensorType) -> list[Type]:
    require_tensors(lhs=lhs, rhs=rhs)
    _same_types(lhs, rhs, "rhs")
    return []


expect_eq.infer(_two)
expect_almost_eq.infer(_two)


def _one(lhs: TensorType, *, value: Dense) -> list[Type]:
    require_tensors(lhs=lhs)
    _ = value.array  # what is wrong with a literal shows when it is read
    element: ElementType | QuantizedType = lhs.element
    if isinstance(element, QuantizedType) and not value.type.element.is_quantized:
        same_bits = value.type.element.is_integer and value.type.element.bits == element.bits
        element = value.type.element if same_bits else element.storage  # type: ignore[assignment]
    wanted = lhs.with_element(element)
    _same_types(wanted, value.type, "value")
    return []


expect_eq_const.infer(_one)
expect_almost_eq_const.infer(_one)


@expect_close.infer
def _(
    actual: TensorType, expected: TensorType, *, max_ulp_difference: AnyInt = _MAX_ULP, min_ulp_difference: AnyInt = 0
) -> list[Type]:
    require_tensors(actual=actual, expected=expected)
    _same_types(actual, expected, "expected")
    ordered = 0 <= min_ulp_difference <= max_ulp_difference
    message = "min_ulp_difference {min_ulp_difference} to max_ulp_difference {max_ulp_difference} is no range"
    require(ordered, "ulp_range", message, at="max_ulp_difference")
    return []


@expect_serialized_eq.infer
def _(expected: TensorType) -> list[Type]:
    require_tensors(expected=expected)
    return []


def _as_target(function: Callable[..., Any], parameters: Sequence[str]) -> Callable[..., None]:
    """A check as a custom_call target: its attributes come from the call's."""

    def target(call: TargetCall, *arrays: Any) -> None:
        if len(arrays) != 2:
            raise call.fail(f"takes 2 operands, here are {len(arrays)}")
        given = {name: call.attributes[name] for name in parameters if name in call.attributes}
        function(call.xp, *arrays, **given)

    return target


register_target("check.expect_eq", _as_target(expect_eq, ()))
register_target("check.expect_almost_eq", _as_target(expect_almost_eq, ("tolerance",)))
register_target("check.expect_close", _as_target(expect_close, ("max_ulp_difference", "min_ulp_difference")))
