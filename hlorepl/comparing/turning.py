"""Pieces that another engine runs for many turns in one call: a loop over what came in, stacked, each turn by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.copying import copies
from ..ir.types import ELEMENTS, TensorType
from ..ops.builder import Builder
from ..verifier.rules import infer_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Function, Value
    from ..ir.types import Type
    from .pieces import Piece

#: Turns of one call, and from how many turns on, and up to how many bytes of a turn, it is worth it.
TURNS, FEWEST, MOST_BYTES = 256, 24, 64 << 10


def is_worth_it(calls: Sequence[Sequence[Any]]) -> bool:
    """Whether there are many turns of little: then to hand over what comes in takes longer than what is done with it."""
    return len(calls) >= FEWEST and sum(array.nbytes for array in calls[0]) <= MOST_BYTES


def function_of_turns(pieces: Sequence[Piece], name: str = "main") -> Function:
    """Pieces side by side, ``TURNS`` times over: of each value that comes in and goes out there is a stack."""
    builder = Builder(infer_types)
    types = [of for piece in pieces for of in piece.input_types]
    with builder.function(name, map(_stacked, types)) as function:
        zero, last = builder.constant(np.int32(0)), builder.constant(np.int32(TURNS))
        made = [_empty(builder, of) for piece in pieces for of in piece.output_types]
        state = [zero, *made]
        of_state = [value.type for value in state]
        with builder.region(*of_state) as condition:
            turn = condition.block.arguments[0]
            builder.give(builder.value("stablehlo.compare", turn, last, comparison_direction="LT"))
        with builder.region(*of_state) as body:
            turn, *outs = body.block.arguments
            found = _turn(builder, pieces, function.arguments, turn)
            kept = [_put(builder, out, value, turn) for out, value in zip(outs, found, strict=True)]
            builder.give(builder.value("stablehlo.add", turn, 1), *kept)
        loop = builder.op("stablehlo.while", *state, regions=[condition, body], types=of_state)
        builder.give(*loop.results[1:])
    return function


def _stacked(of: Type) -> Type:
    assert isinstance(of, TensorType)
    return TensorType((TURNS, *of.sizes), of.element)


def _empty(builder: Builder, of: Type) -> Value:
    """A stack to be filled."""
    stacked = _stacked(of)
    assert isinstance(stacked, TensorType)
    zero = builder.constant(np.zeros((), stacked.dtype), stacked.with_shape(()))
    return builder.value("stablehlo.broadcast_in_dim", zero, broadcast_dimensions=[], types=[stacked])


def _turn(builder: Builder, pieces: Sequence[Piece], stacks: Sequence[Value], turn: Value) -> list[Value]:
    """What the pieces make in one turn."""
    found: list[Value] = []
    given = iter(stacks)
    for piece in pieces:
        values: dict[Value, Value] = {}
        for value in piece.inputs:
            values[value] = _take(builder, next(given), piece.type_of(value), turn)
        ops = copies(piece.ops, values)
        for value, copied in values.items():
            copied.type = piece.type_of(value)
        for op in ops:
            for value in op.results:
                value.name = ""
        builder.ops += ops
        found += [values[value] for value in piece.outputs]
    return found


def _take(builder: Builder, stack: Value, of: Type, turn: Value) -> Value:
    assert isinstance(of, TensorType)
    begin = [turn, *(builder.constant(0, ELEMENTS["i32"]) for _ in of.sizes)]
    part = builder.value("stablehlo.dynamic_slice", stack, *begin, slice_sizes=[1, *of.sizes])
    return builder.value("stablehlo.reshape", part, types=[of])


def _put(builder: Builder, stack: Value, value: Value, turn: Value) -> Value:
    of = value.type
    assert isinstance(of, TensorType)
    part = builder.value("stablehlo.reshape", value, types=[TensorType((1, *of.sizes), of.element)])
    begin = [turn, *(builder.constant(0, ELEMENTS["i32"]) for _ in of.sizes)]
    return builder.value("stablehlo.dynamic_update_slice", stack, part, *begin)


def stacked_calls(calls: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """What comes in, in stacks of ``TURNS`` turns; the last turn again and again where there are not so many."""
    found: list[list[Any]] = []
    for begin in range(0, len(calls), TURNS):
        part = calls[begin : begin + TURNS]
        part = [*part, *[part[-1]] * (TURNS - len(part))]
        found.append([np.stack(arrays) for arrays in zip(*part, strict=True)])
    return found


def unstacked(answers: Sequence[Sequence[Any]], count: int) -> list[list[Any]]:
    """What came out, turn by turn."""
    found: list[list[Any]] = []
    for stacks in answers:
        found += [[stack[turn] for stack in stacks] for turn in range(min(TURNS, count - len(found)))]
    return found
