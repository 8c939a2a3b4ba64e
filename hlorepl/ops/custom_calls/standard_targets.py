"""The custom_call targets of StableHLO's own tools and of JAX: layouts, assertions, top-k, ops of dynamic shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ...ir.types import TensorType
from ..arrays.random import rng_bit_generator
from ..arrays.sorting import sort
from ..chlo.arrays import top_k
from ..reductions.windows import reduce_window
from ..written import host_ints
from .targets import register_target

if TYPE_CHECKING:
    from .targets import TargetCall


def _identity(call: TargetCall, *arrays: Any) -> tuple[Any, ...]:
    """Values are whole, and where they should be."""
    for operand, result in zip(call.operands, call.results, strict=False):
        if not isinstance(operand, TensorType) or not isinstance(result, TensorType):
            continue
        if operand.shape != result.shape:
            what = "cuts values over devices, or joins them, for a partitioner that runs later"
            raise call.fail(f"makes {result} of {operand}: it {what}; what JAX exports with Shardy runs on a grid")
    return arrays[: len(call.results)]


for _name in (
    *("Sharding", "annotate_device_placement", "LayoutConstraint"),
    *("xla.sdy.FuncResultSharding", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"),
):
    register_target(_name, _identity)


def _shape_assertion(call: TargetCall, holds: Any, *values: Any) -> None:
    """Fail with the call's message, its ``{0}``, ``{1}``, … replaced by the values, unless the first operand holds."""
    if bool(holds.all()):
        return
    message = str(call.attributes.get("error_message", "the assertion does not hold"))
    for number, value in enumerate(values):
        message = message.replace(f"{{{number}}}", str(value.item()))
    raise HloError(message, code="run.shape_assertion")


register_target("shape_assertion", _shape_assertion)


def _sorted_first(call: TargetCall, arrays: tuple[Any, ...], axis: int, count: int) -> tuple[Any, ...]:
    """What comes first along an axis by the called comparator: exact, where the target would approximate."""
    if not call.computations or call.computations[0] is None:
        raise call.fail("needs a comparator among its called_computations")
    axis %= arrays[0].ndim
    ordered = sort(call.xp, *arrays, dimension=axis, is_stable=True, comparator=call.computations[0])
    return tuple(array[(slice(None),) * axis + (slice(0, count),)] for array in ordered)


def _approx_top_k(call: TargetCall, *operands: Any) -> tuple[Any, ...]:
    """``ApproxTopK(values…, initial values…)`` with ``top_k`` and ``reduction_dim`` in its configuration."""
    axis, wanted = int(call.config.get("reduction_dim", -1)), call.config.get("top_k")
    result = call.results[0]
    size = result.shape[axis] if isinstance(result, TensorType) and result.shape else None
    count = wanted if size is None else size
    if count is None:
        raise call.fail("needs top_k in its backend_config")
    return _sorted_first(call, operands[: len(operands) // 2], axis, int(count))


def _dynamic_approx_top_k(call: TargetCall, *operands: Any) -> tuple[Any, ...]:
    """``dynamic_approx_top_k(values…, initial values…, k, shapes of the results…)``."""
    count = len(call.results)
    if len(operands) < 2 * count + 1:
        raise call.fail(f"takes at least {2 * count + 1} operands, here are {len(operands)}")
    return _sorted_first(call, operands[:count], int(call.config.get("reduction_dim", -1)), int(operands[2 * count]))


def _dynamic_top_k(call: TargetCall, operand: Any, k: Any, *_shapes: Any) -> tuple[Any, ...]:
    """``chlo.top_k`` with k worked out at run time."""
    return top_k(call.xp, operand, k=int(k))


def _dynamic_reduce_window(call: TargetCall, *operands: Any) -> Any:
    """``reduce_window`` with windows worked out at run time: inputs, initial values, then five lists of numbers."""
    *values, dimensions, strides, base, window, padding = operands
    if not call.computations or call.computations[0] is None:
        raise call.fail("needs a body among its called_computations")
    return reduce_window(
        call.xp,
        *values,
        window_dimensions=tuple(host_ints(dimensions)),
        window_strides=tuple(host_ints(strides)),
        base_dilations=tuple(host_ints(base)),
        window_dilations=tuple(host_ints(window)),
        padding=tuple(map(tuple, padding.tolist())),
        body=call.computations[0],
    )


def _dynamic_rng_bit_generator(call: TargetCall, state: Any, shape: Any) -> Any:
    """``rng_bit_generator`` with the shape worked out at run time."""
    after, bits = call.results
    assert isinstance(bits, TensorType)
    declared = [after, bits.with_shape(tuple(host_ints(shape)))]
    algorithm = str(call.attributes.get("rng_algorithm", "DEFAULT"))
    return rng_bit_generator(call.xp, state, rng_algorithm=algorithm, results=declared)


register_target("ApproxTopK", _approx_top_k)
register_target("stablehlo.dynamic_approx_top_k", _dynamic_approx_top_k)
register_target("stablehlo.dynamic_top_k", _dynamic_top_k)
register_target("stablehlo.dynamic_reduce_window", _dynamic_reduce_window)
register_target("stablehlo.dynamic_rng_bit_generator", _dynamic_rng_bit_generator)
