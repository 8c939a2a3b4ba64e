"""Batch normalisation: for training, for inference and its gradient (sections of these names)."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import require
from ...kernels.reduction import Known
from ...kernels.reduction import reduce as reduce_arrays
from ..error_bounds import Unstable
from ..registry import op
from ..rules import baseline, merged_shape, merged_size, require_per_tensor, shapes_agree, sizes_agree

if TYPE_CHECKING:
    from ...ir.types import Extent, TensorType
    from ..annotations import F32


def _along(feature: Any, operand: Any, feature_index: int) -> Any:
    """One value for each feature, in a shape that spreads over the operand."""
    shape = [1] * operand.ndim
    shape[feature_index] = operand.shape[feature_index]
    return feature.reshape(shape)


def _sums(xp: Any, operand: Any, feature_index: int) -> Any:
    axes = tuple(axis for axis in range(operand.ndim) if axis != feature_index)
    add = Known(xp, "add", operand.dtype)
    return reduce_arrays(xp, add, (operand,), (xp.zeros((), operand.dtype),), axes)[0]


def _elements_per_feature(operand: Any, feature_index: int) -> Any:
    others = (size for axis, size in enumerate(operand.shape) if axis != feature_index)
    return operand.dtype.type(prod(others))


def _epsilon(epsilon: float, operand: Any) -> Any:
    """The attribute is an f32 whatever the operand's type."""
    return operand.dtype.type(np.float32(epsilon))


@op("stablehlo.batch_norm_inference", sure=True, low="f32", quantized="expressed", error=Unstable())
def batch_norm_inference(xp, operand, scale, offset, mean, variance, *, epsilon: F32, feature_index: int):
    """Normalise with a given mean and variance for each feature (section "batch_norm_inference")."""
    scale, offset, mean, variance = (_along(x, operand, feature_index) for x in (scale, offset, mean, variance))
    deviation = xp.sqrt(variance + _epsilon(epsilon, operand))
    return scale * ((operand - mean) / deviation) + offset


@batch_norm_inference.infer(element="C2", shape="C7")
def _(operand, scale, offset, mean, variance, *, feature_index, result):
    features = {"scale": scale, "offset": offset, "mean": mean, "variance": variance}
    _require_floats(operand=operand, **features)
    _require_feature(operand, feature_index)
    _require_elements(operand, **features)
    count = operand.extents[feature_index]
    for code, (name, type_) in zip(("C3", "C4", "C5", "C6"), features.items(), strict=True):
        count = _merged_count(operand, feature_index, count, name, code, type_)
    whole = operand.resized(feature_index, count)
    if result is not None:
        _require_result([result], 0, whole, "C7")
        return whole.with_element(result.element)
    return whole


@op("stablehlo.batch_norm_training", sure=True, low="f32", quantized="expressed", error=Unstable())
def batch_norm_training(xp, operand, scale, offset, *, epsilon: F32, feature_index: int):
    """Normalise by the batch's own mean and variance, which are results too (section "batch_norm_training")."""
    count = _elements_per_feature(operand, feature_index)
    mean = _sums(xp, operand, feature_index) / count
    centred = operand - _along(mean, operand, feature_index)
    variance = _sums(xp, centred * centred, feature_index) / count
    arguments = {"epsilon": epsilon, "feature_index": feature_index}
    return batch_norm_inference.function(xp, operand, scale, offset, mean, variance, **arguments), mean, variance


@batch_norm_training.infer
def _(operand, scale, offset, *, feature_index, results):
    _require_floats(operand=operand, scale=scale, offset=offset)
    _require_feature(operand, feature_index)
    _require_elements(operand, scale=scale, offset=offset)
    count = _merged_count(operand, feature_index, operand.extents[feature_index], "scale", "C3", scale)
    count = _merged_count(operand, feature_index, count, "offset", "C4", offset)
    whole, feature = operand.resized(feature_index, count), operand.with_shape((count,))
    if results is not None and len(results) == 3:
        _require_result(results, 0, whole, "C7")
        _require_result(results, 1, feature, "C5")
        _require_result(results, 2, feature, "C6")
    return _declared_elements([whole, feature, feature], results)


@op("stablehlo.batch_norm_grad", sure=True, low="f32", quantized="expressed", error=Unstable())
def batch_norm_grad(xp, operand, scale, mean, variance, grad_output, *, epsilon: F32, feature_index: int):
    """The gradients of ``batch_norm_training`` by operand, scale and offset (section "batch_norm_grad")."""
    spread = _along(variance, operand, feature_index) + _epsilon(epsilon, operand)
    deviation = xp.sqrt(spread)
    centred = operand - _along(mean, operand, feature_index)
    count = _elements_per_feature(operand, feature_index)
    grad_offset = _sums(xp, grad_output, feature_index)
    along = _along(_sums(xp, grad_output * centred, feature_index), operand, feature_index)
    inner = grad_output * count - _along(grad_offset, operand, feature_index) - along * centred / spread
    grad_operand = _along(scale, operand, feature_index) / deviation / count * inner
    grad_scale = _sums(xp, grad_output * (centred / deviation), feature_index)
    return grad_operand, grad_scale, grad_offset


@batch_norm_grad.infer
def _(operand, scale, mean, variance, grad_output, *, feature_index, results):
    _require_floats(operand=operand, scale=scale, mean=mean, variance=variance, grad_output=grad_output)
    _require_feature(operand, feature_index)
    _require_elements(operand, scale=scale, mean=mean, variance=variance, grad_output=grad_output)
    require(
        shapes_agree(operand.extents, grad_output.extents),
        "C3",
        "{grad_output} does not have the shape of {operand}",
        "grad_output",
    )
    whole = operand.with_shape(merged_shape((operand, grad_output)))
    (count,) = scale.extents
    for name, type_ in (("mean", mean), ("variance", variance)):
        require(sizes_agree(count, type_.extents[0]), "C4", "{at} does not have the shape of {scale}", name)
        count = merged_size(count, type_.extents[0])
    features = scale.with_shape((count,))
    count = _merged_count(whole, feature_index, whole.extents[feature_index], "scale", "C5", features)
    whole, feature = whole.resized(feature_index, count), operand.with_shape((count,))
    if results is not None and len(results) == 3:
        _require_result(results, 0, whole, "C3")
        _require_result(results, 1, feature, "C4")
        _require_result(results, 2, feature, "C4")
    return _declared_elements([whole, feature, feature], results)


def _require_floats(operand: TensorType, **features: TensorType) -> None:
    """Floats or quantized per tensor; everything but operand and gradient of rank 1."""
    require_per_tensor(operand=operand, **features)
    for name, type_ in (("operand", operand), *features.items()):
        fits = type_.element.is_float or type_.element.is_quantized
        require(fits, "operand_type", "{at} must be a tensor of floating-point or quantized type", name)
        one = type_.rank == 1 or name in ("operand", "grad_output")
        require(one, "operand_type", "{at} must have rank 1: one value for each feature", name)


def _require_feature(operand: TensorType, feature_index: int) -> None:
    exists = 0 <= feature_index < operand.rank
    require(exists, "C1", "there is no dimension {feature_index} in {operand}", "feature_index")


def _require_elements(operand: TensorType, **others: TensorType) -> None:
    for name, other in others.items():
        require(
            baseline(other.element) == baseline(operand.element),
            "C2",
            "{at} does not have the element type of {operand}",
            name,
            fit=other.with_element(operand.element),
        )


def _merged_count(
    operand: TensorType, feature_index: int, size: Extent, name: str, code: str, type_: TensorType
) -> Extent:
    """How many features there are, once an operand with one value for each agrees with what is known so far."""
    require(
        sizes_agree(type_.extents[0], size),
        code,
        "{at} has {found} values, but there are {size} features: the size of dimension {feature_index} of {operand}",
        name,
        found=type_.extents[0],
        size=size,
    )
    return merged_size(size, type_.extents[0])


def _require_result(results: list[TensorType], index: int, wanted: TensorType, shape_code: str) -> None:
    result = results[index]
    at = ("result", index)
    require(
        baseline(result.element) == baseline(wanted.element),
        "C2",
        "result {index} has element type {found}; it must be {wanted}, as that of {operand}",
        at,
        index=index,
        found=result.element,
        wanted=wanted.element,
    )
    require(
        shapes_agree(result.extents, wanted.extents),
        shape_code,
        "result {index} is {found}; its shape must be that of {wanted}",
        at,
        index=index,
        found=result,
        wanted=wanted,
    )


def _declared_elements(types: list[TensorType], results: list[TensorType] | None) -> list[TensorType]:
    """Quantized results have the scales that they are declared with."""
    if results is None or len(results) != len(types):
        return types
    return [type_.with_element(result.element) for type_, result in zip(types, results, strict=True)]
