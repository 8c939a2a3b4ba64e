"""Rules shared by the ops that multiply and add: dot_general, convolution and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import broken, require
from ..structs import ENUMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import ElementType, QuantizedType, TensorType

_MIXED_BELOW_BITS = 32


def require_axes(axes: Sequence[int], rank: int, code: str, operand: str, at: Any) -> None:
    """``0 <= axes < rank``."""
    for axis in axes:
        require(
            0 <= axis < rank,
            code,
            f"there is no dimension {{axis}} in {{{operand}}}, which has rank {{rank}}",
            at,
            axis=axis,
            rank=rank,
        )


def require_precision(config: Sequence[str] | None, code: str) -> None:
    """A value for each of two operands, of values that exist; an empty list, or one value for both, does no harm."""
    if not config:
        return
    at = "precision_config"
    require(len(config) <= 2, code, "precision_config has {count} values for two operands", at, count=len(config))
    for value in config:
        require(
            value in ENUMS["precision"],
            code,
            "there is no precision {value}; there are DEFAULT, HIGH and HIGHEST",
            at,
            value=value,
        )


def require_element_types(lhs: TensorType, rhs: TensorType, result: TensorType | None, code: str) -> None:
    """``element_type(lhs) = element_type(rhs)``, but for the mixtures that exporters emit for narrow types.

    Types that differ are allowed where one of them has fewer than 32 bits; the declared result may be wider.
    """
    left, right = lhs.element, rhs.element
    require(
        left is right or min(left.bits, right.bits) < _MIXED_BELOW_BITS,
        code,
        "{lhs} and {rhs} have different element types, {left} and {right}",
        "rhs",
        fit=rhs.with_element(left),
        left=left,
        right=right,
    )
    if result is None:
        return
    to = result.element
    require(not to.is_quantized, code, "the result is quantized, but {lhs} and {rhs} are not", "result")
    lost = next((kind for kind in (left, right) if _rank_of_kind(kind) > _rank_of_kind(to)), None)
    require(
        lost is None,
        code,
        "the result has element type {to}, which cannot hold products of {lost}",
        "result",
        to=to,
        lost=lost,
    )


def _rank_of_kind(element: ElementType | QuantizedType) -> int:
    return {"bool": 0, "int": 1, "uint": 1, "float": 2, "complex": 3}[element.kind]


def product_element(lhs: TensorType, rhs: TensorType, result: TensorType | None) -> ElementType | QuantizedType | None:
    """The element type of the result: the declared one, else that of the operands when they agree."""
    if result is not None:
        return result.element
    return lhs.element if lhs.element == rhs.element and not lhs.element.is_quantized else None


def product_dtype(result: TensorType) -> Any:
    """The dtype of the sums: that of the result, or what its storage integers stand for."""
    element: Any = result.element
    return element.expressed.dtype if element.is_quantized else element.dtype


def any_quantized(*types: TensorType | None) -> bool:
    return any(one is not None and one.element.is_quantized for one in types)


def require_quantized(
    lhs: TensorType,
    rhs: TensorType,
    result: TensorType | None,
    codes: dict[str, str],
    kernel_axes: tuple[int, ...] | None,
) -> None:
    """The constraints of quantized operands; a float ``lhs`` with a quantized ``rhs`` is hybrid.

    ``codes`` names the constraints ``quantized``, ``storage``, ``expressed``, ``per_tensor`` and ``axis``;
    ``kernel_axes`` are the only dimensions of ``rhs`` that its scales may run along (None: any but ``axis`` decides).
    """
    require(
        rhs.element.is_quantized, codes["quantized"], "{rhs} is not quantized, but other types of this op are", "rhs"
    )
    right: Any = rhs.element
    if lhs.element.is_quantized:
        _require_same_quantization(lhs, right, result, codes)
    else:
        floats = lhs.element is right.expressed and (result is None or result.element is lhs.element)
        require(
            floats,
            codes["quantized"],
            "with {lhs} not quantized, it and the result must have the expressed type {expressed} of {rhs}",
            "lhs",
            expressed=right.expressed,
        )
    if kernel_axes is not None and right.is_per_axis:
        require(
            right.axis in kernel_axes,
            codes["axis"],
            "{rhs} has its scales along dimension {axis}, not along {wanted}",
            "rhs",
            axis=right.axis,
            wanted=" or ".join(map(str, kernel_axes)) or "any of its free dimensions",
        )


def _require_same_quantization(lhs: TensorType, right: Any, result: TensorType | None, codes: dict[str, str]) -> None:
    left: Any = lhs.element
    if left.is_per_axis:
        broken(codes["quantized"], "{lhs} is quantized per axis; it may have one scale only", "lhs")
    require(
        left.storage is right.storage,
        codes["storage"],
        "{lhs} and {rhs} have different storage types, {left} and {right}",
        "rhs",
        left=left.storage,
        right=right.storage,
    )
    if result is None:
        require(
            left.expressed is right.expressed,
            codes["expressed"],
            "{lhs} and {rhs} have different expressed types",
            "rhs",
        )
        return
    to: Any = result.element
    require(to.is_quantized, codes["quantized"], "the result is not quantized, but {lhs} and {rhs} are", "result")
    require(
        left.expressed is right.expressed is to.expressed,
        codes["expressed"],
        "the expressed types of {lhs}, {rhs} and the result differ: {left}, {right} and {to}",
        "result",
        left=left.expressed,
        right=right.expressed,
        to=to.expressed,
    )
    require(
        right.is_per_axis or not to.is_per_axis,
        codes["per_tensor"],
        "{rhs} has one scale, so the result may not have several",
        "result",
    )
