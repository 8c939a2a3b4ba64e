"""Convolution in every layout, dilation and grouping (section "convolution"); its form with padding as data."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import HloError, broken, require
from ...ir.types import QuantizedType, TensorType
from ...kernels import convolution as kernel
from ..error_bounds import Sums
from ..registry import op
from ..rules import require_static, require_tensors, size_after, sizes_agree
from ..written import written
from .rules import (
    any_quantized,
    product_dtype,
    product_element,
    require_element_types,
    require_precision,
    require_quantized,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.core import Op
    from ...ir.types import Extent
    from ..annotations import Bools, ConvDimensionNumbers, Ints, Rows, Strings
    from ..rules import Shape

_NUMBERS = "dimension_numbers"
_MOST_PADDING = 1 << 40

_CODES = {"quantized": "C28", "storage": "C29", "expressed": "C30", "per_tensor": "C31", "axis": "C32"}


@op("stablehlo.convolution", sure=True, form="convolution", quantized="expressed", view="never", error=Sums())
def convolution(
    xp: Any,
    lhs: Any,
    rhs: Any,
    *,
    window_strides: Ints | None = None,
    padding: Rows | None = None,
    lhs_dilation: Ints | None = None,
    rhs_dilation: Ints | None = None,
    window_reversal: Bools | None = None,
    dimension_numbers: ConvDimensionNumbers,
    feature_group_count: int,
    batch_group_count: int,
    precision_config: Strings | None = None,
    result: TensorType,
) -> Any:
    """Slide a kernel over spatial dimensions and sum the products at each place.

    Floats of 16 bits and less are summed in f32 and rounded once, integers exactly (modulo two to their width).
    """
    numbers = dimension_numbers
    return kernel.convolution(
        xp,
        lhs,
        rhs,
        lhs_axes=_input_axes(numbers),
        rhs_axes=_kernel_axes(numbers),
        out_axes=_output_axes(numbers),
        strides=window_strides,
        padding=padding,  # type: ignore[arg-type] - C4: rows of two
        lhs_dilation=lhs_dilation,
        rhs_dilation=rhs_dilation,
        reversal=window_reversal,
        feature_groups=feature_group_count,
        batch_groups=batch_group_count,
        dtype=product_dtype(result),
    )


def _input_axes(numbers: Any) -> tuple[int, ...]:
    return (numbers.input_batch_dimension, numbers.input_feature_dimension, *numbers.input_spatial_dimensions)


def _kernel_axes(numbers: Any) -> tuple[int, ...]:
    output, feature = numbers.kernel_output_feature_dimension, numbers.kernel_input_feature_dimension
    return (output, feature, *numbers.kernel_spatial_dimensions)


def _output_axes(numbers: Any) -> tuple[int, ...]:
    return (numbers.output_batch_dimension, numbers.output_feature_dimension, *numbers.output_spatial_dimensions)


@convolution.infer(shape="C25")
def _(
    lhs: TensorType,
    rhs: TensorType,
    *,
    window_strides: Ints | None = None,
    padding: Rows | None = None,
    lhs_dilation: Ints | None = None,
    rhs_dilation: Ints | None = None,
    window_reversal: Bools | None = None,
    dimension_numbers: ConvDimensionNumbers,
    feature_group_count: int,
    batch_group_count: int,
    precision_config: Strings | None = None,
    result: TensorType | None = None,
) -> TensorType | None:
    windows = _require_windows(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, window_reversal)
    return _inferred(
        lhs, rhs, windows, dimension_numbers, feature_group_count, batch_group_count, precision_config, result
    )


class _Windows:
    """The parameters of each spatial dimension, filled in where they were left out."""

    def __init__(self, strides: Ints, padding: Sequence[tuple[int, ...]] | None, left: Ints, right: Ints):
        self.strides = strides
        self.padding = padding
        self.lhs_dilation = left
        self.rhs_dilation = right

    def count(self, index: int, window: int, size: int) -> int:
        """How many windows there are along a spatial dimension."""
        assert self.padding is not None
        low, high = self.padding[index]
        return kernel.output_size(
            size, window, self.strides[index], low, high, self.lhs_dilation[index], self.rhs_dilation[index]
        )

    def extent(self, index: int, size: Extent, window: int | None) -> Extent:
        """What is known of how many windows there are."""
        if window is None or self.padding is None:
            return None
        return size_after(partial(self.count, index, window), size)


def _require_windows(
    lhs: TensorType,
    rhs: TensorType,
    strides: Ints | None,
    padding: Rows | None,
    lhs_dilation: Ints | None,
    rhs_dilation: Ints | None,
    reversal: Bools | None,
    *,
    padding_is_data: bool = False,
) -> _Windows:
    """Check C1 to C9."""
    require_tensors(lhs=lhs, rhs=rhs)
    require(lhs.rank == rhs.rank, "C1", "{lhs} and {rhs} have different ranks", "rhs")
    require(lhs.rank >= 2, "C1", "{lhs} has no room for a batch and a feature dimension", "lhs")
    spatial = lhs.rank - 2
    _require_length(strides, spatial, "C2", "window_strides")
    _require_positive(strides, "C3", "window_strides")
    _require_length(padding, spatial, "C4", "padding")
    for row in padding or ():
        require(len(row) == 2, "C4", "padding has rows of {count}, not of 2", "padding", count=len(row))
    _require_length(lhs_dilation, spatial, "C5", "lhs_dilation")
    _require_positive(lhs_dilation, "C6", "lhs_dilation")
    _require_length(rhs_dilation, spatial, "C7", "rhs_dilation")
    _require_positive(rhs_dilation, "C8", "rhs_dilation")
    _require_length(reversal, spatial, "C9", "window_reversal")
    ones = (1,) * spatial
    known = None if padding_is_data else padding or ((0, 0),) * spatial
    return _Windows(strides or ones, known, lhs_dilation or ones, rhs_dilation or ones)


def _require_length(values: Sequence[object] | None, spatial: int, code: str, name: str) -> None:
    require(
        values is None or len(values) == spatial,
        code,
        "{name} has {count} entries, but there are {spatial} spatial dimensions",
        name,
        name=name,
        count=0 if values is None else len(values),
        spatial=spatial,
    )


def _require_positive(values: Sequence[int] | None, code: str, name: str) -> None:
    for value in values or ():
        require(value > 0, code, "{name} has {value}; it must be positive", name, name=name, value=value)


def _inferred(
    lhs: TensorType,
    rhs: TensorType,
    windows: _Windows,
    numbers: Any,
    feature_groups: int,
    batch_groups: int,
    precision_config: Sequence[str] | None,
    result: TensorType | None,
) -> TensorType | None:
    """Check C10 to C33 and give the type of the result."""
    _require_numbers(lhs.rank, numbers)
    _require_groups(lhs, rhs, numbers, feature_groups, batch_groups)
    require_precision(precision_config, "C24")
    require(result is None or result.rank == lhs.rank, "C26", "the result must have the rank of {lhs}", "result")
    if any_quantized(lhs, rhs, result):
        require_quantized(lhs, rhs, result, _CODES, (numbers.kernel_output_feature_dimension,))
        axis = result.element.axis if result is not None and isinstance(result.element, QuantizedType) else None
        require(
            axis in (None, numbers.output_feature_dimension),
            "C33",
            "the result has its scales along dimension {axis}, not along its feature dimension {feature}",
            "result",
            axis=axis,
            feature=numbers.output_feature_dimension,
        )
    else:
        message = "{lhs} and {rhs} have different element types"
        require(lhs.element == rhs.element, "C27", message, "rhs", fit=rhs.with_element(lhs.element))
        require_element_types(lhs, rhs, result, "C27")
    element = product_element(lhs, rhs, result)
    shape = _result_shape(lhs, rhs, windows, numbers, batch_groups)
    return None if element is None else lhs.with_shape(shape).with_element(element)


def _result_shape(lhs: TensorType, rhs: TensorType, windows: _Windows, numbers: Any, batch_groups: int) -> Shape:
    shape: list[Extent] = [None] * lhs.rank
    batch = lhs.extents[numbers.input_batch_dimension]
    shape[numbers.output_batch_dimension] = size_after(lambda size: size // batch_groups, batch)
    shape[numbers.output_feature_dimension] = rhs.extents[numbers.kernel_output_feature_dimension]
    axes = zip(
        numbers.input_spatial_dimensions,
        numbers.kernel_spatial_dimensions,
        numbers.output_spatial_dimensions,
        strict=True,
    )
    for index, (source, window, target) in enumerate(axes):
        shape[target] = windows.extent(index, lhs.extents[source], rhs.shape[window])
    return tuple(shape)


def _require_numbers(rank: int, numbers: Any) -> None:
    """Check C12, C13 and C17 to C20: each operand's dimensions are named, each once."""
    groups = (
        ("C12", "C13", "input", numbers.input_spatial_dimensions, _input_axes(numbers)),
        ("C17", "C18", "kernel", numbers.kernel_spatial_dimensions, _kernel_axes(numbers)),
        ("C19", "C20", "output", numbers.output_spatial_dimensions, _output_axes(numbers)),
    )
    for count_code, axes_code, what, spatial, axes in groups:
        require(
            len(spatial) == rank - 2,
            count_code,
            "there are {count} {what} spatial dimensions, but the operands have {wanted}",
            _NUMBERS,
            count=len(spatial),
            what=what,
            wanted=rank - 2,
        )
        if sorted(axes) != list(range(rank)):
            broken(
                axes_code,
                "the {what} dimensions {axes} are not each dimension of a tensor of rank {rank} once",
                _NUMBERS,
                what=what,
                axes=sorted(axes),
                rank=rank,
            )


def _require_groups(lhs: TensorType, rhs: TensorType, numbers: Any, feature_groups: int, batch_groups: int) -> None:
    """Check C10, C11, C14 to C16 and C21 to C23."""
    for code, name, count in (
        ("C21", "feature_group_count", feature_groups),
        ("C22", "batch_group_count", batch_groups),
    ):
        require(count > 0, code, "{name} is {count}; it must be positive", name, name=name, count=count)
    require(
        feature_groups == 1 or batch_groups == 1,
        "C23",
        "feature_group_count and batch_group_count are both greater than 1",
        "batch_group_count",
    )
    for axis in numbers.kernel_spatial_dimensions:
        message = "{rhs} has windows of no elements: dimension {axis} has size 0"
        require(rhs.shape[axis] != 0, "window_size", message, "rhs", axis=axis)
    batch, features = lhs.shape[numbers.input_batch_dimension], lhs.shape[numbers.input_feature_dimension]
    outputs = rhs.shape[numbers.kernel_output_feature_dimension]
    _require_multiple(batch, batch_groups, "C10", "batch_group_count", "batch of {lhs}")
    _require_multiple(features, feature_groups, "C11", "feature_group_count", "input features of {lhs}")
    taken = rhs.shape[numbers.kernel_input_feature_dimension]
    require(
        sizes_agree(
            size_after(lambda size: size // feature_groups, lhs.extents[numbers.input_feature_dimension]),
            rhs.extents[numbers.kernel_input_feature_dimension],
        ),
        "C14",
        "{rhs} takes {taken} input features, but {lhs} has {features} in {groups} group(s)",
        "rhs",
        taken=taken,
        features=features,
        groups=feature_groups,
    )
    _require_multiple(outputs, batch_groups, "C15", "batch_group_count", "output features of {rhs}")
    _require_multiple(outputs, feature_groups, "C16", "feature_group_count", "output features of {rhs}")


def _require_multiple(size: int | None, groups: int, code: str, name: str, what: str) -> None:
    require(
        size is None or size % groups == 0,
        code,
        f"{{name}} = {{groups}} does not divide the {what}: its size is {{size}}",
        name,
        size=size,
        name=name,
        groups=groups,
    )


@op("stablehlo.dynamic_conv", quantized="expressed", view="never", error=Sums())
def dynamic_conv(
    xp: Any,
    lhs: Any,
    rhs: Any,
    padding: Any,
    *,
    window_strides: Ints | None = None,
    lhs_dilation: Ints | None = None,
    rhs_dilation: Ints | None = None,
    window_reversal: Bools | None = None,
    dimension_numbers: ConvDimensionNumbers,
    feature_group_count: int,
    batch_group_count: int,
    precision_config: Strings | None = None,
    result: TensorType,
) -> Any:
    """Do what convolution does, with padding that is only known when the program runs."""
    pairs = tuple((int(low), int(high)) for low, high in padding.tolist())
    if any(abs(amount) > _MOST_PADDING for pair in pairs for amount in pair):
        raise HloError(f"the padding {pairs} is larger than any tensor", code="run.dynamic_conv")
    return convolution(
        xp,
        lhs,
        rhs,
        window_strides=window_strides,
        padding=pairs,
        lhs_dilation=lhs_dilation,
        rhs_dilation=rhs_dilation,
        window_reversal=window_reversal,
        dimension_numbers=dimension_numbers,
        feature_group_count=feature_group_count,
        batch_group_count=batch_group_count,
        precision_config=precision_config,
        result=result,
    )


@dynamic_conv.infer(shape="C25")
def _(
    lhs: TensorType,
    rhs: TensorType,
    padding: TensorType,
    *,
    window_strides: Ints | None = None,
    lhs_dilation: Ints | None = None,
    rhs_dilation: Ints | None = None,
    window_reversal: Bools | None = None,
    dimension_numbers: ConvDimensionNumbers,
    feature_group_count: int,
    batch_group_count: int,
    precision_config: Strings | None = None,
    result: TensorType | None = None,
    op: Op,
) -> TensorType | None:
    require_tensors(padding=padding)
    windows = _require_windows(
        lhs, rhs, window_strides, None, lhs_dilation, rhs_dilation, window_reversal, padding_is_data=True
    )
    require(padding.element.is_integer, "operand_type", "{padding} does not hold integers", "padding")
    require_static(padding=padding)
    require(
        padding.shape == (lhs.rank - 2, 2),
        "C4",
        "{padding} must hold a pair for each of the {spatial} spatial dimensions",
        "padding",
        spatial=lhs.rank - 2,
    )
    amounts = written(op, 2)
    if amounts is not None:
        windows.padding = list(zip(amounts[::2], amounts[1::2], strict=True))
    return _inferred(
        lhs, rhs, windows, dimension_numbers, feature_group_count, batch_group_count, precision_config, result
    )
