"""A program on its way to a smaller one: a module, the function that runs, and a value for each of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends import host
from ..ir.attributes import DenseAttr, FunctionTypeAttr, StringAttr
from ..ir.contents import FileContents
from ..ir.copying import copies
from ..ir.core import Block, Function, Module, Op, Region, Value
from ..ir.types import FunctionType, TensorType, TokenType
from ..ops.registry import of as spec_of
from ..ops.rules import captured
from ..recursion import room
from ..syntax.file_printer import FilePrinter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..ir.attributes import Attribute
    from ..ir.copying import Rewrite
    from ..ir.types import Type

#: The function of a case is called so, unless the program says otherwise.
_MAIN = "main"


class Case:
    """A module, its function ``entry`` and the values of that function's arguments, None for those that nobody knows."""

    __slots__ = ("arguments", "entry", "module")

    def __init__(self, module: Module, entry: Function, arguments: Sequence[Any]):
        self.module = module
        self.entry = entry
        self.arguments = list(arguments)

    @property
    def ops(self) -> list[Op]:
        """The ops of the function, without its terminator."""
        return self.entry.body.ops[:-1]

    @property
    def returned(self) -> list[Value]:
        """What the function returns."""
        return self.entry.body.returned

    @property
    def all_ops(self) -> list[Op]:
        """All ops of the module that do something; constants, terminators and functions do nothing by themselves."""
        return [op for op in self.module.walk() if is_work(op)]

    @property
    def size(self) -> tuple[int, int, int, int]:
        """How large it is, for comparisons: ops; elements of arguments and results of ops; constants and arguments; attributes."""
        every = [op for op in self.module.walk() if not isinstance(op, Module | Function)]
        arguments = self.entry.arguments
        elements = sum(_elements(value.type) for op in every for value in op.results)
        elements += sum(_elements(value.type) for value in arguments)
        held = len(arguments) + len(self.returned) + sum(is_constant(op) for op in every)
        return len(self.all_ops), elements, held, sum(len(op.attributes) for op in self.module.walk())

    @property
    def text(self) -> str:
        """The module as a file, with short names; what is in it alone where the module itself says nothing."""
        with room():
            return FilePrinter(self.module.contents, rename=True).file(self.module, not self.module.attributes)


def is_constant(op: Op) -> bool:
    """Whether the op only says a value."""
    spec = spec_of(op)
    return spec is not None and spec.constant is not None


def is_work(op: Op) -> bool:
    """Whether it counts among the ops of a program: no constant, terminator, function or module."""
    spec = spec_of(op)
    is_terminator = spec is not None and spec.terminator
    return not (isinstance(op, Module | Function) or is_terminator or is_constant(op))


def _elements(of: Type) -> int:
    return of.size if isinstance(of, TensorType) and of.is_static else 1


def reads(op: Op) -> list[Value]:
    """The values from outside that an op reads, those that its regions capture too, in a fixed order."""
    inner = {value for region in op.regions for value in captured(region)}
    if not inner:
        return list(dict.fromkeys(op.operands))
    ordered = [value for each in op.walk() for value in each.operands if each is op or value in inner]
    return list(dict.fromkeys(ordered))


def as_array(value: Any, of: Type) -> Any:
    """A recorded value as a host array of its type."""
    if value is None or not isinstance(of, TensorType):
        return value
    return np.asarray(host(value)).astype(of.dtype, copy=False)


class Draft:
    """The next version of a case's function, which is put together op by op.

    ``known`` has recorded values: what is read, and made by no op that was taken over, becomes an argument with that value (or,
    where the case is ``literal``, a constant).
    """

    def __init__(
        self,
        case: Case,
        known: Mapping[Value, Any] | None = None,
        literal: bool = False,
        rewrite: Rewrite | None = None,
    ):
        self.case = case
        self.known = known or {}
        self.literal = literal
        self.rewrite = rewrite
        self.values: dict[Value, Value] = {}
        self.ops: list[Op] = []
        self.is_possible = True
        self._arguments: list[tuple[Value, Any, dict[str, Attribute]]] = []
        self._old = {value: number for number, value in enumerate(case.entry.arguments)}
        self._constants = {op.results[0]: op for op in case.ops if is_constant(op)}

    # What ops read

    def need(self, value: Value) -> Value:
        """The value in the new version; where no op there makes it, it comes in from outside."""
        found = self.values.get(value)
        if found is None:
            found = self.values[value] = self._from_outside(value)
        return found

    def _from_outside(self, value: Value) -> Value:
        constant = self._constants.get(value)
        if constant is not None:
            self.ops += _plain(copies([constant], self.values))
            return self.values[value]
        number = self._old.get(value)
        if number is None:
            return self.leaf(value.type, self.known.get(value))
        extra = self.case.entry.argument_attributes
        attributes = extra[number] if number < len(extra) else {}
        return self._argument(value.type, self.case.arguments[number], attributes)

    def leaf(self, of: Type, array: Any) -> Value:
        """A value that nobody computes: zeros where it was not recorded."""
        if isinstance(of, TokenType):
            return self.made("stablehlo.create_token", [], [of])
        if not isinstance(of, TensorType):
            self.is_possible = False
        elif array is None and of.is_static:
            array = np.broadcast_to(np.zeros((), of.dtype), of.sizes)
        array = as_array(array, of)
        if self.literal and isinstance(of, TensorType) and of.is_static:
            return self.constant(of, array)
        return self._argument(of, array, {})

    def constant(self, of: TensorType, array: Any) -> Value:
        """A constant op with these elements."""
        return self.made("stablehlo.constant", [], [of], {"value": DenseAttr(of, array)})

    def _argument(self, of: Type, array: Any, attributes: dict[str, Attribute]) -> Value:
        value = Value("", of)
        self._arguments.append((value, array, attributes))
        return value

    # What ops there are

    def made(
        self, name: str, operands: list[Value], types: list[Type], attributes: dict[str, Attribute] | None = None
    ) -> Value:
        """A new op, with operands of the new version; its first result."""
        op = Op(name, operands, attributes or {}, span=self.case.entry.span)
        op.add_results(types)
        self.ops.append(op)
        return op.results[0]

    def take(self, ops: Iterable[Op]) -> None:
        """Take ops over, each with what it reads."""
        for op in ops:
            for value in reads(op):
                self.need(value)
            if not (is_constant(op) and op.results[0] in self.values):
                self.ops += _plain(copies([op], self.values, self.rewrite))

    def case_of(self, returned: Iterable[Value]) -> Case | None:
        """The new case, which returns these values of the old one; None where it cannot be."""
        results = [self.need(value) for value in returned]
        return self.finished(results) if self.is_possible else None

    def finished(self, results: Sequence[Value]) -> Case:
        """The new case with these values of its own as results."""
        order = sorted(range(len(self._arguments)), key=self._place)
        arguments = [self._arguments[number] for number in order]
        old = self.case.entry
        block = Block([value for value, _, _ in arguments])
        end = Op("func.return", list(results), span=old.body.ops[-1].span)
        block.ops = [*self.ops, end]
        types = FunctionType(tuple(value.type for value in block.arguments), tuple(value.type for value in results))
        attributes: dict[str, Attribute] = dict(old.attributes)
        attributes["function_type"] = FunctionTypeAttr(types)
        function = Function(attributes, Region([block]), old.span)
        function.argument_attributes = [attributes for _, _, attributes in arguments]
        function.result_attributes = [{} for _ in results]
        return Case(
            module_with(function, self.case.module, self.rewrite), function, [array for _, array, _ in arguments]
        )

    def _place(self, number: int) -> tuple[int, int]:
        """Arguments of old come first, in their old order."""
        value = self._arguments[number][0]
        old = next((place for each, place in self._old.items() if self.values.get(each) is value), len(self._old))
        return old, number


def _plain(ops: list[Op]) -> list[Op]:
    """Ops without locations, which say nothing of a program that is no longer the one that they are of."""
    for op in ops:
        for each in op.walk():
            each.location = None
    return ops


def is_static(of: Type) -> bool:
    """Whether a value of the type may stand as a constant."""
    return isinstance(of, TensorType) and of.is_static


def module_with(entry: Function, old: Module, rewrite: Rewrite | None = None) -> Module:
    """A module with a function and all of an old one that it reaches; nothing is shared with that but attributes and types."""
    module = Module(dict(old.attributes), old.span)
    module.source = old.source
    module.contents = FileContents()
    wanted = _reached(entry)
    for op in old.body.ops:
        others = op.walk() if isinstance(op, Module) else [op]
        if not isinstance(op, Function | Module) or any(other in wanted for other in others):
            module.body.ops += _plain(copies([op], {}, rewrite))
    module.body.ops.insert(0, entry)
    return module


def _reached(entry: Function) -> set[Op]:
    """All functions that a function calls, directly or not; calls are linked."""
    found: set[Op] = set()
    todo: list[Op] = [entry]
    while todo:
        for op in todo.pop().walk():
            for callee in op.callees:
                if callee not in found:
                    found.add(callee)
                    todo.append(callee)
    return found


def begun(module: Module, entry: Function, arguments: Sequence[Any]) -> Case:
    """The case to begin with: the module without what its function does not reach, the function called @main if that is free."""
    case = Case(module, entry, arguments)
    draft = Draft(case)
    for value in entry.arguments:
        draft.need(value)
    draft.take(case.ops)
    found = draft.finished([draft.need(value) for value in case.returned])
    if _MAIN not in found.module.functions:
        found.entry.attributes["sym_name"] = StringAttr(_MAIN)
    found.entry.attributes.pop("sym_visibility", None)
    return found
