"""What the rules of element-wise ops ask of their operands' types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import require
from ...ir.types import ELEMENTS, TensorType
from ..rules import baseline, is_per_axis, require_tensors, shapes_agree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..structs import ResultAccuracy

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
    alike = baseline(lhs.element) == baseline(rhs.element) and shapes_agree(lhs.extents, rhs.extents)
    require(alike, code, f"{{{first}}} and {{{second}}} must have the same type", second, like=first)


def as_declared(like: TensorType, result: TensorType | None) -> TensorType:
    """The type of an operand, with the scales of its own that a quantized result may declare."""
    if not (isinstance(result, TensorType) and like.element.is_quantized and result.element.is_quantized):
        return like
    return like.with_element(result.element) if baseline(result.element) == baseline(like.element) else like


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
