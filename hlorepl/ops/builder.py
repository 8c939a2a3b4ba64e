"""The one builder of IR: ops by name, typed by their own rules, with operands that broadcast as NumPy's do.

    builder = Builder(infer_types)
    with builder.function("main", [vector, scalar]) as function:
        x, s = function.arguments
        with builder.at(location):
            y = builder.value("multiply", x, s)
        with builder.region(scalar, scalar) as body:
            builder.give(builder.value("add", *body.block.arguments))
        builder.give(*builder.op("reduce", y, s, regions=[body], dimensions=[0]).results)

What stands inside of a ``with`` goes into that region or function, and gets that location.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ir.attributes import DenseArrayAttr, DenseAttr, FunctionTypeAttr, StringAttr
from ..ir.core import Block, Function, Op, Region, Value
from ..ir.types import ELEMENTS, ElementType, FunctionType, TensorType, element_of
from . import registry
from .encode import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from ..ir.attributes import Attribute
    from ..ir.contents import Location
    from ..ir.types import Type
    from ..source import Span
    from .registry import OpSpec


class Builder:
    """Makes ops, each at the end of ``ops``.

    ``infer`` gives the types of the results of an op, and raises ``HloError`` for one that breaks its rules
    (``verifier.rules.infer_types``). New ops have the ``span`` and the ``location``, where they have none.
    """

    __slots__ = ("infer", "location", "ops", "span", "terminator")

    def __init__(self, infer: Callable[[Op], list[Type]], ops: list[Op] | None = None, span: Span | None = None):
        self.infer = infer
        self.ops: list[Op] = [] if ops is None else ops
        self.span = span
        self.location: Location | None = None
        self.terminator = "func.return"

    # Ops

    def op(
        self,
        name: str,
        /,
        *operands: Value | complex,
        regions: Iterable[Region] = (),
        types: list[Type] | None = None,
        **attributes: Any,
    ) -> Op:
        """An op by its full or bare name; attributes are given as they are, or as Python's values (``None``: not at all).

        A number among the operands is a constant of the element type of the values beside it. ``types`` are those of the
        results, where the op's rule does not say them.
        """
        spec = registry.lookup(name)
        if spec is None:
            raise TypeError(f"there is no op {name}")
        made = Op(spec.name, self._values(operands), self._encoded(spec, attributes), list(regions))
        made.spec = spec
        return self.add(made, types)

    def value(self, name: str, /, *operands: Value | complex, **options: Any) -> Value:
        """The only result of an op."""
        (result,) = self.op(name, *operands, **options).results
        return result

    def _values(self, operands: Iterable[Value | complex]) -> list[Value]:
        given = list(operands)
        beside = [each.type.element for each in given if isinstance(each, Value) and isinstance(each.type, TensorType)]
        element = next((each for each in beside if isinstance(each, ElementType) and not each.is_bool), None)
        return [each if isinstance(each, Value) else self.constant(each, element) for each in given]

    def _encoded(self, spec: OpSpec, attributes: dict[str, Any]) -> dict[str, Attribute]:
        unknown = attributes.keys() - spec.attributes.keys()
        if unknown:
            raise TypeError(f"{spec.name} has no attribute {', '.join(sorted(unknown))}")
        given = {name: value for name, value in attributes.items() if value is not None}
        return {name: encode(spec.attributes[name].kind, value, spec.dialect) for name, value in given.items()}

    def add(self, op: Op, types: list[Type] | None = None) -> Op:
        """An op that somebody else has put together: its operands broadcast, its results typed unless ``types`` are given."""
        op.span = op.span or self.span
        if types is None:
            self.spread(op)
            types = self.infer(op)
        op.location = op.location or self.location
        op.add_results(types)
        self.ops.append(op)
        return op

    def constant(self, numbers: Any, of: ElementType | TensorType | None = None) -> Value:
        """A constant: numbers of an element type (their own, where none is given), or one number in each place of a tensor."""
        element = of.element if isinstance(of, TensorType) else of
        array = np.asarray(numbers, None if element is None else element.dtype)
        if isinstance(of, TensorType):
            array = np.broadcast_to(array, of.sizes)
        else:
            of = TensorType(array.shape, element or element_of(array.dtype))
        return self.value("stablehlo.constant", value=DenseAttr(of, array))

    # Broadcasting

    def spread(self, op: Op) -> None:
        """Give an element-wise op operands of one shape. Raises the op's shape code where there is none."""
        spec, types = registry.of(op), [operand.type for operand in op.operands]
        if spec is None or not spec.elementwise or spec.dialect == "chlo" or len(types) < 2:
            return
        shapes = [of.shape for of in types if isinstance(of, TensorType) and of.is_static]
        if len(shapes) < len(types) or all(shape == shapes[0] for shape in shapes):
            return
        common = _common_shape(shapes)
        if common is None:
            listed = " and ".join(str(of) for of in types)
            code = f"{spec.mnemonic}.{spec.shape_code or 'C1'}"
            raise HloError(f"{listed} do not broadcast to one shape", op.span, code)
        span = op.span and op.span.to(op.span)  # not the op's own, by which its comments are found
        for index, operand in enumerate(op.operands):
            if not _spreads_by_itself(spec, index, operand):
                op.operands[index] = self.broadcast(operand, common, span)

    def broadcast(self, value: Value, shape: tuple[int, ...], span: Span | None = None) -> Value:
        """A value in a larger shape, by NumPy's rules; itself where it has that shape."""
        of = value.type
        assert isinstance(of, TensorType)
        if of.shape == shape:
            return value
        offset = len(shape) - of.rank
        dimensions = DenseArrayAttr(ELEMENTS["i64"], tuple(axis + offset for axis in range(of.rank)))
        op = Op("stablehlo.broadcast_in_dim", [value], {"broadcast_dimensions": dimensions}, span=span or self.span)
        return self.add(op, [of.with_shape(shape)]).results[0]

    # Scopes

    @contextmanager
    def at(self, location: Location | None) -> Generator[None]:
        """What is made inside comes from there."""
        before, self.location = self.location, location
        try:
            yield
        finally:
            self.location = before

    @contextmanager
    def region(self, *types: Type, terminator: str = "stablehlo.return") -> Generator[Region]:
        """A region with arguments of these types: what is made inside stands in it; ``give`` ends it."""
        block = Block([Value("", of) for of in types], span=self.span)
        with self._inside(block, terminator):
            yield Region([block], self.span)

    @contextmanager
    def function(self, name: str, types: Iterable[Type], visibility: str | None = None) -> Generator[Function]:
        """A function of that name, made when it ends: what is made inside stands in it, what is given is its results."""
        attributes: dict[str, Attribute] = {"sym_name": StringAttr(name)}
        if visibility is not None:
            attributes["sym_visibility"] = StringAttr(visibility)
        block = Block([Value("", of) for of in types], span=self.span)
        function = Function(attributes, Region([block], self.span), self.span)
        function.argument_attributes = [{} for _ in block.arguments]
        with self._inside(block, "func.return"):
            yield function
        inputs, results = (tuple(value.type for value in values) for values in (block.arguments, block.returned))
        attributes["function_type"] = FunctionTypeAttr(FunctionType(inputs, results))
        function.result_attributes = [{} for _ in results]
        self.ops.append(function)

    @contextmanager
    def _inside(self, block: Block, terminator: str) -> Generator[None]:
        before = self.ops, self.terminator
        self.ops, self.terminator = block.ops, terminator
        try:
            yield
        finally:
            self.ops, self.terminator = before

    def give(self, *values: Value) -> None:
        """What the region or function gives: its last op."""
        self.add(Op(self.terminator, list(values)), [])


def _spreads_by_itself(spec: OpSpec, index: int, operand: Value) -> bool:
    """Whether the op spreads it itself: clamp takes rank-0 limits, select a rank-0 predicate."""
    rank_0 = isinstance(operand.type, TensorType) and operand.type.rank == 0
    return rank_0 and (spec.mnemonic == "clamp" and index != 1 or spec.mnemonic == "select" and index == 0)


def _common_shape(shapes: list[tuple[int | None, ...]]) -> tuple[int, ...] | None:
    rank = max(map(len, shapes))
    common: list[int] = []
    for axis in range(-rank, 0):
        sizes = {shape[axis] for shape in shapes if len(shape) >= -axis} - {1}
        if len(sizes) > 1:
            return None
        common.append(sizes.pop() if sizes else 1)  # type: ignore[arg-type]
    return tuple(common)
