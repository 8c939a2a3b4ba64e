"""Ops taken out of a program, as functions of their own: one op alone, or a window of ops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.op_origin import OpOrigin
from ..engine.region_functions import free_values
from ..ir.attributes import FunctionTypeAttr, StringAttr
from ..ir.copying import copies
from ..ir.core import Block, Function, Op, Region, Value
from ..ir.excerpts import excerpt, without_locations
from ..ir.types import FunctionType, TensorType
from ..syntax.file_printer import print_module

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..ir.core import Module
    from ..ir.types import Type


class Piece:
    """Consecutive ops of a block with the values that come in, and those that go out, at the shapes that they had in a run.

    Constants that the ops read are taken along where ``with_constants`` says so, else they come in as values do.
    """

    __slots__ = ("_types", "inputs", "ops", "outputs")

    def __init__(
        self,
        ops: Sequence[Op],
        outputs: Sequence[Value],
        types: Mapping[Value, Type] | None = None,
        with_constants: bool = False,
    ):
        block = Block()
        block.ops = [*ops]
        inputs = free_values([Region([block])])
        if with_constants:
            known = [value.owner for value in inputs if is_constant(value.owner)]
            block.ops = [*(op for op in known if isinstance(op, Op)), *ops]
            inputs = [value for value in inputs if not is_constant(value.owner)]
        self.ops = block.ops
        self.inputs = inputs
        self.outputs = [*outputs]
        self._types = types or {}

    def type_of(self, value: Value) -> Type:
        """The type that it had in the run."""
        return self._types.get(value, value.type)

    @property
    def input_types(self) -> list[Type]:
        return [self.type_of(value) for value in self.inputs]

    @property
    def output_types(self) -> list[Type]:
        return [self.type_of(value) for value in self.outputs]

    @property
    def is_of_arrays(self) -> bool:
        """Whether only plain arrays of known sizes come in and go out."""
        return all(map(_is_plain, (*self.input_types, *self.output_types)))

    def function(self, name: str = "main") -> Function:
        """It as a function of its inputs."""
        return function_of([self], name)


def single(op: Op, arrays: Sequence[Any], results: Sequence[Any]) -> Piece:
    """An op alone, as it ran on arrays (its operands, then what its regions capture)."""
    kept = values_of(op)
    known = dict(zip(kept, arrays, strict=True)) | dict(zip(op.results, results, strict=True))
    piece = Piece([op], op.results, {value: concrete(value.type, array) for value, array in known.items()})
    piece.inputs = [*dict.fromkeys(kept)]
    return piece


def inputs_of(op: Op, arrays: Sequence[Any]) -> list[Any]:
    """Of the arrays that a step was given those of ``single``: a value that comes twice stands there once."""
    return [*dict(zip(values_of(op), arrays, strict=True)).values()]


def values_of(op: Op) -> list[Value]:
    """What a step of an op is given: its operands, then what its regions capture."""
    return [*op.operands, *free_values(op.regions)] if op.regions else op.operands


def concrete(of_: Type, array: Any) -> Type:
    """The type with the sizes that a value has; its encoding says nothing then."""
    if (
        isinstance(of_, TensorType)
        and isinstance(array, np.ndarray)
        and (not of_.is_static or of_.encoding is not None)
    ):
        return TensorType(tuple(array.shape), of_.element)
    return of_


def is_constant(owner: object) -> bool:
    """Whether what makes a value only hands out what the program holds."""
    return isinstance(owner, Op) and OpOrigin(owner).is_constant


def _is_plain(of_: Type) -> bool:
    return isinstance(of_, TensorType) and of_.is_static and not of_.element.is_quantized


def function_of(pieces: Sequence[Piece], name: str = "main") -> Function:
    """Pieces side by side in one function, each with arguments and results of its own, in order."""
    block = Block()
    outputs: list[Value] = []
    for piece in pieces:
        values: dict[Value, Value] = {}
        for value in piece.inputs:
            argument = values[value] = Value("", piece.type_of(value), owner=block)
            block.arguments.append(argument)
        block.ops += copies(piece.ops, values)
        for value, copied in values.items():
            copied.type = piece.type_of(value)
        outputs += [values[value] for value in piece.outputs]
    _name_apart(block)
    block.ops.append(Op("func.return", outputs))
    inputs = tuple(value.type for value in block.arguments)
    made = FunctionType(inputs, tuple(value.type for value in outputs))
    function = Function({"sym_name": StringAttr(name), "function_type": FunctionTypeAttr(made)}, Region([block]))
    function.argument_attributes = [{} for _ in inputs]
    function.result_attributes = [{} for _ in outputs]
    return function


def _name_apart(block: Block) -> None:
    """Let the printer name what would clash: pieces may be copies of one op."""
    seen: set[str] = set()
    for op in block.ops:
        for value in op.results:
            stem = value.name.partition("#")[0]
            if stem in seen:
                value.name = ""
        seen.update(value.name.partition("#")[0] for value in op.results if value.name)


def text_of(function: Function) -> str:
    """A module of a function and all that it calls, as text: without the ops that only look, which no other engine knows."""
    module = without_locations(excerpt(function))
    for op in module.walk():
        for region in op.regions:
            for block in region.blocks:
                block.ops = [each for each in block.ops if not _only_looks(each)]
    return print_module(module)


#: The dialects of ops that look at values and make none.
_LOOKERS = ("check", "interpreter")


def _only_looks(op: Op) -> bool:
    return not op.results and op.name.partition(".")[0] in _LOOKERS


def module_of(function: Function) -> Module:
    """The same, to be run or looked at."""
    return excerpt(function)
