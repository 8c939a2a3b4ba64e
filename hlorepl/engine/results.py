"""What every way of running does with what a step gives: compare it with what is declared, and say where it failed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.types import TensorType
from ..wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..backends.base import Backend
    from .step import Step

getrefcount = sys.getrefcount


def _probe(box: list[Any]) -> int:
    value = box.pop()
    return getrefcount(value)


#: What ``getrefcount`` says of an array that one local variable alone holds.
MINE = _probe([object()])


def is_mine(count: int, array: Any) -> bool:
    """Whether an array, whose reference count was taken while one variable held it, may be overwritten."""
    return count <= MINE and array.base is None and array.flags.writeable


def conforming(value: Any, shape: Any, dtype: Any, step: Step, backend: Backend) -> Any:
    """A result as it was declared: an array of that shape and dtype. Never promoted, never reshaped."""
    if dtype is None:
        return value
    if not isinstance(value, backend.array_type):
        value = backend.as_array(value)
    if value.dtype != dtype or (shape is not None and value.shape != shape):
        raise _mismatch(value, step)
    if shape is None:
        _check_dynamic(value, step)
    return value


def single(out: Any, step: Step, backend: Backend) -> Any:
    """The only result of a step, compared with what was declared; notes whether it comes in a tuple."""
    if step.wrap is not None:
        out = step.wrap(out)
    elif out.__class__ is tuple:
        step.gives_tuple = True
        (out,) = out
    return conforming(out, step.shapes[0], step.dtypes[0], step, backend)


def several(out: Any, step: Step, backend: Backend) -> list[Any]:
    """The results of a step, compared with what was declared."""
    if len(out) != len(step.outs):
        raise wrong_count(len(out), step)
    declared = zip(out, step.shapes, step.dtypes, strict=True)
    return [conforming(value, shape, dtype, step, backend) for value, shape, dtype in declared]


def _mismatch(value: Any, step: Step) -> HloError:
    declared = ", ".join(map(str, step.origin.result_types))
    message = f"{step.origin.name} made an array of shape {value.shape} and dtype {value.dtype}; declared is {declared}"
    return HloError(message, step.origin.span, "run.result")


def _check_dynamic(value: Any, step: Step) -> None:
    """A result of dynamic shape against what is known of it: rank, static sizes, bounds."""
    types = step.origin.result_types
    of = types[0]
    if len(types) != 1 or not isinstance(of, TensorType):
        return
    if len(of.shape) != value.ndim or not all(a in (None, b) for a, b in zip(of.shape, value.shape, strict=True)):
        raise _mismatch(value, step)
    for axis, bound in enumerate(of.bounds or ()):
        if bound is not None and value.shape[axis] > bound:
            message = f"dimension {axis} of {step.origin.name} is {value.shape[axis]}, its bound is {bound}"
            raise HloError(message, step.origin.span, "run.bounds")


def wrong_count(count: int, step: Step) -> HloError:
    """A step gave another number of results than was declared."""
    return HloError(f"{step.origin.name} gave {counted(count, 'result')}", step.origin.span, "run.result")


def refused(error: Exception, step: Step, inputs: Sequence[Any]) -> Exception:
    """What a step raised, as an error of the program with a place; a fault of ours stays as it is."""
    if isinstance(error, HloError):
        return step.origin.located(error, inputs)
    if isinstance(error, RecursionError):
        return HloError("calls are nested too deep", step.origin.span, "limit.depth")
    return step.origin.failed(error, inputs)
