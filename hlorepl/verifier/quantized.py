"""The constraints of quantized types (Types, QuantizedTensorElementType)."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.types import QuantizedType, TensorType, integer_range
from ..wording import counted

if TYPE_CHECKING:
    from ..ir.types import ElementType
    from ..source import Span


def check_quantized(of: TensorType, span: Span | None) -> None:
    """Raise the first constraint that the quantized element type of a tensor breaks."""
    element = of.element
    assert isinstance(element, QuantizedType)
    low, high = integer_range(element.storage)
    # 32 bits beside f32 are what sums of products of 8 bits are kept in: later specifications have them.
    narrow = element.storage.bits < element.expressed.bits or element.storage.bits == 32
    _rule(narrow, "C1", f"{element.storage} is not narrower than {element.expressed}", span)
    _rule(
        low <= element.minimum < element.maximum <= high,
        "C4",
        f"the storage range {element.minimum}:{element.maximum} does not lie in that of {element.storage}",
        span,
    )
    _rule(element.expressed.is_float, "C5", f"{element.expressed} is not a floating-point type", span)
    scales = [_rounded(scale, element.expressed) for scale in element.scales]
    kind = f", as a number of {element.expressed}"
    _rule(all(scale > 0 for scale in scales), "C6", f"every scale must be greater than 0{kind}", span)
    _rule(all(map(isfinite, scales)), "C7", f"every scale must be finite{kind}", span)
    _rule(
        all(element.minimum <= zero <= element.maximum for zero in element.zero_points),
        "C8",
        f"a zero point lies outside {element.minimum}:{element.maximum}",
        span,
    )
    if element.axis is not None:
        _rule(element.axis < of.rank, "C12", f"there is no dimension {element.axis} in {of}", span)
        size = of.shape[element.axis]
        fits = size is None or size == len(element.scales)
        _rule(
            fits,
            "C13",
            f"{counted(len(element.scales), 'scale')} for {counted(size or 0, 'slice')} along dimension {element.axis}",
            span,
        )
    if element.blocks is not None:
        _check_blocks(of, element, span)


def _rounded(scale: float, expressed: ElementType) -> float:
    """A scale as the number of the expressed type that it is."""
    import numpy as np  # late: NumPy

    with np.errstate(over="ignore", under="ignore"):
        return float(np.float64(scale).astype(expressed.dtype))


def _check_blocks(of: TensorType, element: QuantizedType, span: Span | None) -> None:
    assert element.blocks is not None
    sizes = dict(element.blocks)
    _rule(all(0 <= axis < of.rank for axis in sizes), "block_axis", f"a blocked dimension is not in {of}", span)
    _rule(all(size > 0 for size in sizes.values()), "block_size", "a block size must be greater than 0", span)
    for axis, size in sizes.items():
        length = of.shape[axis]
        fits = length is None or length % size == 0
        _rule(fits, "block_size", f"blocks of {size} do not fill dimension {axis} of {of}", span)
    wanted = tuple(
        None if length is None else (length // sizes[axis] if axis in sizes else 1)
        for axis, length in enumerate(of.shape)
    )
    same = len(element.scale_shape) == of.rank and all(
        a is None or a == b for a, b in zip(wanted, element.scale_shape, strict=True)
    )
    _rule(
        same, "block_scales", f"the scales are of shape {list(element.scale_shape)}, and should be {list(wanted)}", span
    )


def _rule(holds: bool, code: str, message: str, span: Span | None) -> None:
    if not holds:
        raise HloError(message, span, f"quantized_type.{code}")
