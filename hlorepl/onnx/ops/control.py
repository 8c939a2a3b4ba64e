"""Branches and loops, whose bodies are graphs (ONNX: If, Loop, Scan)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...ops.flow import Done
from ...wording import counted
from ..registry import op
from ..tensors import describe, normal_axis, scalar
from ..turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...ops.flow import Step
    from ..graph import Graph
    from ..protos import ValueType


@op("If", steps=True)
def if_(xp, cond, *, then_branch, else_branch, outputs=1):
    """One of two graphs, by a condition."""
    holds = scalar(cond, "cond")
    chosen = then_branch if holds else else_branch
    return chosen.enter((), lambda results: Done(results[:outputs]), "branch", 0 if holds else 1)


@op("Loop", steps=True)
def loop(xp, M=None, cond=None, *v_initial, body, outputs=1):
    """A graph over and over, ``M`` times at most and while its condition holds; values carried on, others stacked."""
    limit = None if M is None else int(scalar(M, "M"))
    going = True if cond is None else bool(scalar(cond, "cond"))
    count = len(v_initial)
    types = [*body.outputs.values()][1 + count :]

    def turn(number: int, going: bool, carried: tuple[Any, ...], turns: Turns) -> Step:
        if not going or (limit is not None and number >= limit):
            return Done((*carried, *_stacked_columns(xp, turns, types, [0] * len(types)))[:outputs])

        def then(results: tuple[Any, ...]) -> Step:
            goes_on = bool(scalar(results[0], "the condition of the loop"))
            return turn(number + 1, goes_on, results[1 : 1 + count], turns.plus(results[1 + count :]))

        given = (xp.asarray(number, np.int64), xp.asarray(going), *carried)
        return body.enter(given, then, "turn", number, turns.size)

    return turn(0, going, v_initial, Turns())


def _stacked_columns(
    xp: Any, turns: Turns, types: Sequence[ValueType], axes: Sequence[int], backwards: Iterable[int] = ()
) -> list[Any]:
    """The results that have the values of all turns."""
    backwards = backwards or [0] * len(types)
    columns = turns.columns(len(types))
    return [
        _stacked(xp, values[::-1] if back else values, kind, axis)
        for values, kind, axis, back in zip(columns, types, axes, backwards, strict=True)
    ]


def _stacked(xp: Any, values: Sequence[Any], declared: ValueType, axis: int) -> Any:
    """Values of all turns along a new axis; without any, an empty tensor of the declared type."""
    if values:
        return xp.stack(values, axis=axis)
    shape = [size if isinstance(size, int) else 0 for size in declared.shape or ()]
    shape.insert(normal_axis(axis, len(shape) + 1), 0)
    return xp.zeros(shape, np.float32 if declared.dtype is None else declared.dtype)


@op("Scan", since=9, steps=True)
def scan(
    xp,
    *initial_state_and_scan_inputs,
    body,
    num_scan_inputs,
    scan_input_axes=None,
    scan_input_directions=None,
    scan_output_axes=None,
    scan_output_directions=None,
    outputs=1,
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
    axes, backwards = scan_output_axes or [0] * count, scan_output_directions or [0] * count
    types = [*body.outputs.values()][states:]

    def done(state: tuple[Any, ...], turns: Turns) -> Step:
        return Done((*state, *_stacked_columns(xp, turns, types, axes, backwards))[:outputs])

    return _scan(body, state, moved, done)


def _scan(
    body: Graph,
    state: tuple[Any, ...],
    inputs: Sequence[Any],
    done: Callable[[tuple[Any, ...], Turns], Step],
    aside: int = 0,
) -> Step:
    """A turn for each slice of the inputs; ``done`` says what follows, for the last state and what all turns gave."""
    lengths = {value.shape[0] for value in inputs}
    if len(lengths) > 1:
        raise HloError(f"the scan inputs have different lengths: {', '.join(map(describe, inputs))}", code="onnx.shape")
    length, count = lengths.pop() if lengths else 0, len(state)

    def turn(number: int, state: tuple[Any, ...], turns: Turns) -> Step:
        if number == length:
            return done(state, turns)

        def then(results: tuple[Any, ...]) -> Step:
            return turn(number + 1, results[:count], turns.plus(results[count:]))

        given = (*state, *(value[number, ...] for value in inputs))
        return body.enter(given, then, "turn", number, aside + turns.size)

    return turn(0, state, Turns())


@op("Scan", since=8, steps=True)
def scan_8(xp, sequence_lens=None, *initial_state_and_scan_inputs, body, num_scan_inputs, directions=None, outputs=1):
    """Scan over axis 1 for each entry of a batch on axis 0; outputs end in zeros where a sequence is shorter."""
    states = len(initial_state_and_scan_inputs) - num_scan_inputs
    state, inputs = initial_state_and_scan_inputs[:states], initial_state_and_scan_inputs[states:]
    backwards = directions or [0] * num_scan_inputs
    batches, length = inputs[0].shape[:2]
    lengths = [length] * batches if sequence_lens is None else sequence_lens.tolist()
    types = [*body.outputs.values()][states:]

    def entry(batch: int, entries: Turns) -> Step:
        if batch == batches:
            return Done(tuple(xp.stack(column) for column in entries.columns(len(body.outputs)))[:outputs])
        steps = lengths[batch]
        turned = [
            value[batch, :steps][::-1] if back else value[batch, :steps]
            for value, back in zip(inputs, backwards, strict=True)
        ]

        def done(state: tuple[Any, ...], turns: Turns) -> Step:
            stacked = _stacked_columns(xp, turns, types, [0] * len(types))
            return entry(batch + 1, entries.plus([*state, *(_lengthened(xp, value, length) for value in stacked)]))

        return _scan(body, tuple(value[batch] for value in state), turned, done, entries.size)

    return entry(0, Turns())


def _lengthened(xp: Any, value: Any, length: int) -> Any:
    result = xp.zeros((length, *value.shape[1:]), value.dtype)
    result[: value.shape[0]] = value
    return result
