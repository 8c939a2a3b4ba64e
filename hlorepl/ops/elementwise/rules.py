"""What element-wise ops share: checks of their operand types, and the function that a plan calls."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import require
from ...ir.types import ELEMENTS, TensorType
from ...kernels.lowprecision import through
from ..rules import baseline, is_per_axis, merged_shape, require_tensors, shapes_agree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..annotations import ResultAccuracy

_WORDS = {
    "bool": "booleans",
    "int": "signed integers",
    "uint": "unsigned integers",
    "float": "floats",
    "complex": "complex numbers",
    "quantized": "values quantized with one scale",
}
LOGIC = ("bool", "int", "uint")
INTEGERS = ("int", "uint")
FLOATS = ("float", "quantized")
CONTINUOUS = ("float", "complex", "quantized")
SIGNED = ("int", *CONTINUOUS)
NUMBERS = ("int", "uint", *CONTINUOUS)
ANY = ("bool", *NUMBERS)


def in_words(kinds: Sequence[str]) -> str:
    """``signed integers, floats or complex numbers``."""
    words = [_WORDS[kind] for kind in kinds]
    if "int" in kinds and "uint" in kinds:
        words = ["integers" if word == _WORDS["int"] else word for word in words if word != _WORDS["uint"]]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def require_kinds(kinds: Sequence[str], **operands: TensorType) -> None:
    """Each operand is a tensor whose elements are of one of these kinds; quantized ones have one scale."""
    require_tensors(**operands)
    for name, operand in operands.items():
        fits = operand.element.kind in kinds and not is_per_axis(operand)
        require(fits, "operand_type", "{at} must hold {kinds}", name, kinds=in_words(kinds), fit=_near(operand, kinds))


def _near(operand: TensorType, kinds: Sequence[str]) -> TensorType | None:
    """What an operand of the wrong kind may be converted to: floats, or booleans where it must hold these."""
    if operand.element.kind in ("bool", "int", "uint") and "float" in kinds:
        return operand.with_element(ELEMENTS["f32"])
    return operand.with_element(ELEMENTS["i1"]) if tuple(kinds) == ("bool",) else None


def require_like(first: str, lhs: TensorType, second: str, rhs: TensorType, code: str) -> None:
    """``baseline_type(lhs) = baseline_type(rhs)``."""
    alike = baseline(lhs.element) == baseline(rhs.element) and shapes_agree(lhs.shape, rhs.shape)
    require(alike, code, f"{{{first}}} and {{{second}}} must have the same type", second, like=first)


def as_declared(like: TensorType, result: TensorType | None) -> TensorType:
    """The type of an operand, with the scales of its own that a quantized result may declare."""
    if not (isinstance(result, TensorType) and like.element.is_quantized and result.element.is_quantized):
        return like
    return like.with_element(result.element) if baseline(result.element) == baseline(like.element) else like


def unary(*kinds: str) -> Callable[..., TensorType]:
    """The rule of an op whose result has the type of its operand."""

    def rule(operand: TensorType, *, result: TensorType | None = None) -> TensorType:
        require_kinds(kinds, operand=operand)
        return as_declared(operand, result)

    return rule


def unary_with_accuracy(*kinds: str) -> Callable[..., TensorType]:
    """The same for an op that may ask for the accuracy of its result."""

    def rule(
        operand: TensorType, *, result_accuracy: ResultAccuracy | None = None, result: TensorType | None = None
    ) -> TensorType:
        require_kinds(kinds, operand=operand)
        require_accuracy(result_accuracy)
        return as_declared(operand, result)

    return rule


def require_accuracy(accuracy: ResultAccuracy | None) -> None:
    """Tolerances are not negative, and only given where the mode is TOLERANCE."""
    if accuracy is None:
        return
    given = (accuracy.atol, accuracy.rtol, accuracy.ulps)
    code = "result_accuracy"
    require(min(given) >= 0, code, "the tolerances of the result must not be negative", "result_accuracy")
    require(
        accuracy.mode == "TOLERANCE" or not any(given), code, "tolerances go with the mode TOLERANCE only",
        "result_accuracy",
    )  # fmt: skip


def binary(*kinds: str, code: str = "C1") -> Callable[..., TensorType]:
    """The rule of an op whose operands and result have one type."""

    def rule(lhs: TensorType, rhs: TensorType, *, result: TensorType | None = None) -> TensorType:
        require_kinds(kinds, lhs=lhs, rhs=rhs)
        require_like("lhs", lhs, "rhs", rhs, code)
        return as_declared(lhs.with_shape(merged_shape((lhs, rhs))), result)

    return rule


# --- plans -------------------------------------------------------------------------------------------------------


def call(function: Callable[..., Any] | str) -> Callable[..., Callable[..., Any]]:
    """Plan to call a kernel, or the array library's own function of that name, with nothing around it."""

    def plan(xp: Any, *_: TensorType) -> Callable[..., Any]:
        return getattr(xp, function) if isinstance(function, str) else partial(function, xp)

    return plan


def call_accurately(function: Callable[..., Any], direct: str = "") -> Callable[..., Callable[..., Any]]:
    """Plan for an op with ``result_accuracy``: more than the default goes through f64 (or complex of f64).

    ``direct`` names the array library's function where that is all there is to the kernel.
    """

    def plan(xp: Any, operand: TensorType, *, result_accuracy: ResultAccuracy | None = None) -> Callable[..., Any]:
        if result_accuracy is not None and result_accuracy.mode != "DEFAULT":
            wide = {"f32": np.float64, "complex<f32>": np.complex128}.get(operand.element.name)
            if wide is not None:
                return partial(through(function, wide), xp)
        return getattr(xp, direct) if direct else partial(function, xp)

    return plan
