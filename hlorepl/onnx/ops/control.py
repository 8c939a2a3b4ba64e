"""Branches and loops, whose bodies are graphs (ONNX: If, Loop, Scan)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...kernels.indexing import forwards
from ...ops.flow import Done, Unforeseen
from ...wording import counted
from ..foresight import Kind, Sight
from ..protos import type_proto
from ..registry import op
from ..tensors import describe, normal_axis, scalar
from ..turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...ops.flow import Step
    from ..graph import Graph
    from ..protos import ValueType

    Inside = Callable[[Graph, Sequence[Kind]], Sight]


def _if_sight(inside: Inside, cond: Kind, *, then_branch: Graph, else_branch: Graph, outputs: int = 1) -> Sight:
    """Whichever is run: what the larger one takes, and what they agree on."""
    one, other = inside(then_branch, []), inside(else_branch, [])
    open_type = Kind(type(cond.type)())
    kinds = [a if a == b else open_type for a, b in zip(one.kinds, other.kinds, strict=False)]
    pairs = zip(one.sizes, other.sizes, strict=False)
    sizes = [None if a is None or b is None else max(a, b) for a, b in pairs]
    return Sight(kinds[:outputs], sizes[:outputs], max(one.inside, other.inside))


@op("If", steps=True, foresee=_if_sight)
def if_(xp, cond, *, then_branch, else_branch, outputs=1):
    """One of two graphs, by a condition."""
    holds = scalar(cond, "cond")
    chosen = then_branch if holds else else_branch
    return chosen.enter((), lambda results: Done(results[:outputs]), "branch", 0 if holds else 1)


def _loop_sight(
    inside: Inside, M: Kind | None = None, cond: Kind | None = None, *v_initial: Kind, body: Graph, outputs: int = 1
) -> Sight:
    """Each turn takes as much as the first where what is carried keeps its type; what is gathered, for ``M`` turns."""
    carried = [kind.alone for kind in v_initial if kind is not None]
    if len(carried) < len(v_initial):
        raise Unforeseen
    turns = None if M is None or M.value is None else max(int(M.value), 0)
    numbers = [Kind(type_proto(np.zeros((), of))) for of in (np.int64, np.bool_)]
    found = inside(body, [*numbers, *carried])
    kinds, sizes = _turn_after_turn(found, 1, carried, turns)
    return Sight([*carried, *kinds][:outputs], sizes[:outputs], found.inside + _between(sizes, carried))


def _turn_after_turn(
    turn: Sight, first: int, carried: Sequence[Kind], turns: int | None
) -> tuple[list[Kind], list[int | None]]:
    """The kinds of what turns gather, open as they may be fewer, and the bytes of all results."""
    count = first + len(carried)
    if turn.kinds[first:count] != list(carried):
        raise Unforeseen
    gathered = turn.sizes[count:]
    if None in turn.sizes or gathered and turns is None:
        raise Unforeseen
    sizes: list[int | None] = [*turn.sizes[first:count], *((turns or 0) * (size or 0) for size in gathered)]
    return [Kind(type(kind.type)()) for kind in turn.kinds[count:]], sizes


def _between(sizes: Sequence[int | None], carried: Sequence[Kind]) -> int:
    """What is held beside a turn: what was gathered, and what the turns before it have handed on."""
    return sum(size or 0 for size in (*sizes, *(kind.size for kind in carried)))


@op("Loop", steps=True, foresee=_loop_sight)
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
        return body.enter(given, then, "turn", number, turns.size, limit)

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


def _scan_sight(
    inside: Inside,
    *initial_state_and_scan_inputs: Kind,
    body: Graph,
    num_scan_inputs: int,
    scan_input_axes: Sequence[int] | None = None,
    outputs: int = 1,
    **others: Any,
) -> Sight:
    """Each turn takes as much as the first where the state keeps its type."""
    states = len(initial_state_and_scan_inputs) - num_scan_inputs
    given = initial_state_and_scan_inputs
    if states < 0 or any(kind is None or kind.size is None for kind in given):
        raise Unforeseen
    state, inputs = [kind.alone for kind in given[:states]], given[states:]
    axes = scan_input_axes or [0] * num_scan_inputs
    cut = [_without(kind, axis) for kind, axis in zip(inputs, axes, strict=True)]
    found = inside(body, [*state, *(kind for kind, _ in cut)])
    turns = max((length for _, length in cut), default=0)
    kinds, sizes = _turn_after_turn(found, 0, state, turns)
    return Sight([*state, *kinds][:outputs], sizes[:outputs], found.inside + _between(sizes, state))


def _without(kind: Kind, axis: int) -> tuple[Kind, int]:
    """A slice along an axis, and how many there are."""
    cut = type(kind.type)()
    cut.CopyFrom(kind.type)
    dims = cut.tensor_type.shape.dim
    place = normal_axis(axis, len(dims))
    length = dims[place].dim_value
    del dims[place]
    return Kind(cut), length


@op("Scan", since=9, steps=True, foresee=_scan_sight)
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
        forwards(xp.flip(turned, 0)) if back else turned
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
        return body.enter(given, then, "turn", number, aside + turns.size, length)

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
            forwards(value[batch, :steps][::-1]) if back else value[batch, :steps]
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
