"""What every way of running does with what a step gives: compare it with what is declared, and say where it failed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..errors import HloError, Note

if TYPE_CHECKING:
    from ..backends.base import Backend

getrefcount = sys.getrefcount


def _probe(box: list[Any]) -> int:
    value = box.pop()
    return getrefcount(value)


#: What ``getrefcount`` says of an array that one local variable alone holds.
MINE = _probe([object()])


def is_mine(count: int, array: Any) -> bool:
    """Whether an array, whose reference count was taken while one variable held it, may be overwritten."""
    return count <= MINE and array.base is None and array.flags.writeable


def conforming(value: Any, shape: Any, dtype: Any, step: Any, backend: Backend) -> Any:
    """A result as it was declared: an array of that shape and dtype. Never promoted, never reshaped."""
    if dtype is None:
        return value
    if not isinstance(value, backend.array_type):
        value = backend.as_array(value)
    if value.dtype != dtype or (shape is not None and value.shape != shape):
        raise _mismatch(value, shape, dtype, step)
    if shape is None:
        _check_dynamic(value, step)
    return value


def _mismatch(value: Any, shape: Any, dtype: Any, step: Any) -> HloError:
    declared = ", ".join(str(result.type) for result in step.op.results)
    message = f"{step.op.name} made an array of shape {value.shape} and dtype {value.dtype}; declared is {declared}"
    return HloError(message, step.op.span, "run.result")


def _check_dynamic(value: Any, step: Any) -> None:
    """A result of dynamic shape against what is known of it: rank, static sizes, bounds."""
    for result in step.op.results:
        of = result.type
        if getattr(of, "shape", None) is not None and len(step.op.results) == 1:
            fits = len(of.shape) == value.ndim and all(
                a is None or a == b for a, b in zip(of.shape, value.shape, strict=True)
            )
            if not fits:
                raise _mismatch(value, of.shape, of.dtype, step)
            for axis, bound in enumerate(of.bounds or ()):
                if bound is not None and value.shape[axis] > bound:
                    message = f"dimension {axis} of {step.op.name} is {value.shape[axis]}, its bound is {bound}"
                    raise HloError(message, step.op.span, "run.bounds")


def located(error: HloError, step: Any) -> HloError:
    """The error with a place: the op that raised it, or a note of the op that was running on the way."""
    if error.span is None:
        error.span = step.op.span
    elif step.op.span is not None and step.op.regions and len(error.notes) < 8:
        error.notes.append(Note(f"while {step.op.name} ran", step.op.span_of("name")))
    elif step.op.span is not None and step.bound.spec.steps_rule is not None and len(error.notes) < 8:
        error.notes.append(Note("called from here", step.op.span))
    return error


def failed(error: Exception, step: Any) -> HloError:
    """What the array library could not do, as an error of the program."""
    if isinstance(error, MemoryError):
        wanted = ", ".join(str(value.type) for value in step.op.results)
        return HloError(f"there is not enough memory for {step.op.name} to make {wanted}", step.op.span, "limit.memory")
    kinds = ", ".join(str(value.type) for value in step.op.operands)
    return HloError(f"{step.op.name} failed on ({kinds}): {error}", step.op.span, "run.failed")
