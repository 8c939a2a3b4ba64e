"""Sequences (lists of values) and optionals (a value or ``None``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...ops.flow import Done
from ...wording import counted
from ..registry import op
from ..sizes import as_all, one_truth
from ..tensors import describe, ints, normal_axis, scalar
from ..turns import Turns
from .shape import pieces

if TYPE_CHECKING:
    from ...ops.flow import Step


@op("SequenceConstruct", since=11, view="always")
def sequence_construct(xp, *inputs):
    """A sequence of the inputs."""
    return list(inputs)


@op("SequenceEmpty", since=11)
def sequence_empty(xp, *, dtype=1):
    """A sequence of nothing."""
    return []


@op("SequenceLength", since=11)
def sequence_length(xp, input_sequence):
    """How many values a sequence has."""
    return xp.asarray(len(input_sequence), np.int64)


@op("SequenceAt", since=11, view="always")
def sequence_at(xp, input_sequence, position):
    """The value at a position, from the end where it is negative."""
    return input_sequence[_place(position, len(input_sequence))]


@op("SequenceInsert", since=11, view="always")
def sequence_insert(xp, input_sequence, tensor, position=None):
    """A sequence with one value more, before a position or at the end."""
    place = len(input_sequence) if position is None else _place(position, len(input_sequence), end=True)
    return [*input_sequence[:place], tensor, *input_sequence[place:]]


@op("SequenceErase", since=11, view="always")
def sequence_erase(xp, input_sequence, position=None):
    """A sequence without the value at a position, the last by default."""
    place = _place(-1 if position is None else position, len(input_sequence))
    return [*input_sequence[:place], *input_sequence[place + 1 :]]


def _place(position: Any, length: int, *, end: bool = False) -> int:
    index = int(scalar(position, "position"))
    if not -length <= index < length + end:
        raise HloError(f"position {index} is outside a sequence of {length}", code="onnx.index")
    return index + length if index < 0 else index


@op("ConcatFromSequence", since=11, measure=as_all)
def concat_from_sequence(xp, input_sequence, *, axis, new_axis=0):
    """The values of a sequence joined along an axis, or stacked along a new one."""
    if not input_sequence:
        raise HloError("ConcatFromSequence needs a sequence that is not empty", code="onnx.inputs")
    join = xp.stack if new_axis else xp.concatenate
    return join(input_sequence, axis=normal_axis(axis, input_sequence[0].ndim + (1 if new_axis else 0)))


@op("SplitToSequence", since=11, view="always")
def split_to_sequence(xp, input, split=None, *, axis=0, keepdims=1):
    """A sequence of pieces along an axis: of the sizes given, of one size, or single slices."""
    axis = normal_axis(axis, input.ndim)
    length = input.shape[axis]
    if split is not None and split.ndim == 1:
        return pieces(input, ints(split), axis)
    size = 1 if split is None else int(scalar(split, "split"))
    if size < 1:
        raise HloError(f"split is {size}, a size must be positive", code="onnx.inputs")
    sizes = [min(size, length - start) for start in range(0, length, size)]
    cut = pieces(input, sizes, axis)
    return cut if keepdims or split is not None else [xp.squeeze(piece, axis) for piece in cut]


@op("SequenceMap", since=17, steps=True)
def sequence_map(xp, input_sequence, *additional_inputs, body, outputs=1):
    """A graph for each value of a sequence; other sequences go along with it, tensors go in as they are."""
    length = len(input_sequence)
    for other in additional_inputs:
        if isinstance(other, list) and len(other) != length:
            raise HloError(
                f"SequenceMap has sequences of {length} and {counted(len(other), 'value')}", code="onnx.inputs"
            )

    def turn(number: int, turns: Turns) -> Step:
        if number == length:
            return Done(tuple(turns.columns(len(body.outputs)))[:outputs])
        others = (other[number] if isinstance(other, list) else other for other in additional_inputs)
        given = (input_sequence[number], *others)
        return body.enter(given, lambda results: turn(number + 1, turns.plus(results)), "turn", number, turns.size)

    return turn(0, Turns())


@op("Optional", since=15, view="always")
def optional(xp, input=None, *, type=None):
    """An optional of the input, or an empty one."""
    return input


@op("OptionalHasElement", since=15, measure=one_truth)
def optional_has_element(xp, input=None):
    """Whether an optional holds a value."""
    return xp.asarray(input is not None)


@op("OptionalGetElement", since=15, view="always")
def optional_get_element(xp, input):
    """The value that an optional holds."""
    if input is None:
        raise HloError(f"the optional is empty, it is {describe(input)}", code="onnx.inputs")
    return input
