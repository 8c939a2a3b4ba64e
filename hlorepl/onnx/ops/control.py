"""Branches and loops, whose bodies are graphs (ONNX: If, Loop, Scan)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...wording import counted
from ..registry import op
from ..tensors import describe, normal_axis, scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..plan import Body
    from ..protos import ValueType


@op("If")
def if_(xp, cond, *, then_branch, else_branch):
    """One of two graphs, by a condition."""
    return tuple((then_branch if scalar(cond, "cond") else else_branch)())


@op("Loop")
def loop(xp, M=None, cond=None, *v_initial, body):
    """A graph over and over, ``M`` times at most and while its condition holds; values carried on, others stacked."""
    limit = None if M is None else int(scalar(M, "M"))
    going = True if cond is None else bool(scalar(cond, "cond"))
    carried = list(v_initial)
    collected: list[list[Any]] = [[] for _ in body.outputs[1 + len(carried) :]]
    count = 0
    while going and (limit is None or count < limit):
        condition, *values = body(xp.asarray(count, np.int64), xp.asarray(going), *carried)
        going = bool(scalar(condition, "the condition of the loop"))
        carried, rest = values[: len(carried)], values[len(carried) :]
        for values_of_one, value in zip(collected, rest, strict=True):
            values_of_one.append(value)
        count += 1
    types = body.outputs[1 + len(carried) :]
    return (*carried, *(_stacked(xp, values, kind, 0) for values, kind in zip(collected, types, strict=True)))


def _stacked(xp: Any, values: Sequence[Any], declared: ValueType, axis: int) -> Any:
    """Values of all turns along a new axis; without any, an empty tensor of the declared type."""
    if values:
        return xp.stack(values, axis=axis)
    shape = [size if isinstance(size, int) else 0 for size in declared.shape or ()]
    shape.insert(normal_axis(axis, len(shape) + 1), 0)
    return xp.zeros(shape, np.float32 if declared.dtype is None else declared.dtype)


@op("Scan", since=9)
def scan(
    xp,
    *initial_state_and_scan_inputs,
    body,
    num_scan_inputs,
    scan_input_axes=None,
    scan_input_directions=None,
    scan_output_axes=None,
    scan_output_directions=None,
):
    """A graph for each slice of the scan inputs, its state carried on, its other outputs stacked."""
    states = len(initial_state_and_scan_inputs) - num_scan_inputs
    if states < 0:
        raise HloError(
            f"Scan has {counted(num_scan_inputs, 'scan input')} but only {counted(states + num_scan_inputs, 'input')}",
            code="onnx.inputs",
        )
    state, inputs = initial_state_and_scan_inputs[:states], initial_state_and_scan_inputs[states:]
    axes = scan_input_axes or [0] * num_scan_inputs
    backwards = scan_input_directions or [0] * num_scan_inputs
    moved = [
        xp.flip(turned, 0) if back else turned
        for value, axis, back in zip(inputs, axes, backwards, strict=True)
        for turned in (xp.moveaxis(value, normal_axis(axis, value.ndim), 0),)
    ]
    count = len(body.outputs) - states
    return _scan(xp, body, state, moved, scan_output_axes or [0] * count, scan_output_directions or [0] * count)


def _scan(
    xp: Any, body: Body, state: Sequence[Any], inputs: Sequence[Any], axes: Sequence[int], backwards: Sequence[int]
) -> tuple[Any, ...]:
    lengths = {value.shape[0] for value in inputs}
    if len(lengths) > 1:
        raise HloError(f"the scan inputs have different lengths: {', '.join(map(describe, inputs))}", code="onnx.shape")
    collected: list[list[Any]] = [[] for _ in axes]
    for index in range(lengths.pop() if lengths else 0):
        values = body(*state, *(value[index, ...] for value in inputs))
        state = values[: len(state)]
        for values_of_one, value in zip(collected, values[len(state) :], strict=True):
            values_of_one.append(value)
    types = body.outputs[len(state) :]
    results = [
        _stacked(xp, values[::-1] if back else values, kind, axis)
        for values, kind, axis, back in zip(collected, types, axes, backwards, strict=True)
    ]
    return (*state, *results)


@op("Scan", since=8)
def scan_8(xp, sequence_lens=None, *initial_state_and_scan_inputs, body, num_scan_inputs, directions=None):
    """Scan over axis 1 for each entry of a batch on axis 0; outputs end in zeros where a sequence is shorter."""
    states = len(initial_state_and_scan_inputs) - num_scan_inputs
    state, inputs = initial_state_and_scan_inputs[:states], initial_state_and_scan_inputs[states:]
    backwards = directions or [0] * num_scan_inputs
    batches, length = inputs[0].shape[:2]
    lengths = [length] * batches if sequence_lens is None else sequence_lens.tolist()
    outputs = len(body.outputs) - states
    results = []
    for batch, steps in enumerate(lengths):
        turned = [
            value[batch, :steps][::-1] if back else value[batch, :steps]
            for value, back in zip(inputs, backwards, strict=True)
        ]
        values = _scan(xp, body, [value[batch] for value in state], turned, [0] * outputs, [0] * outputs)
        results.append([*values[:states], *(_lengthened(xp, value, length) for value in values[states:])])
    return tuple(xp.stack(column) for column in zip(*results, strict=True))


def _lengthened(xp: Any, value: Any, length: int) -> Any:
    result = xp.zeros((length, *value.shape[1:]), value.dtype)
    result[: value.shape[0]] = value
    return result
