"""The names that may annotate an op's keyword-only parameters: real types, to which ``decode.py`` has the decoders.

Families import them under ``TYPE_CHECKING`` only: the registry reads an annotation's text by the names here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Protocol

from ..ir.attributes import Attribute, DenseAttr, SymbolAttr
from .structs import (
    ChannelHandle,
    ComparisonDirection,
    ComparisonType,
    ConvDimensionNumbers,
    DotAlgorithm,
    DotDimensionNumbers,
    FftType,
    GatherDimensionNumbers,
    Ints,
    OutputOperandAlias,
    RaggedDotDimensionNumbers,
    ResultAccuracy,
    RngAlgorithm,
    RngDistribution,
    ScatterDimensionNumbers,
    Transpose,
    TypeLike,
)

if TYPE_CHECKING:
    from ..ir.core import Block, Value
    from ..ir.types import TensorType

#: Numbers of another type than MLIR takes for one whose type is not written.
I32 = Annotated[int, "i32"]
Index = Annotated[int, "index"]
#: An integer of any type.
AnyInt = Annotated[int, "any"]
F32 = Annotated[float, "f32"]
#: An attribute that is there or not.
Unit = Annotated[bool, "unit"]
#: One that is so, or true or false: the specification has it as a constant of i1, MLIR as there or not.
Flag = Annotated[bool, "flag"]
#: Sizes of groups of operands, as ``array<i32: …>``.
Segments = Annotated[Ints, "i32"]
Bools = tuple[bool, ...]
Strings = tuple[str, ...]
Pairs = tuple[tuple[int, int], ...]
Rows = tuple[tuple[int, ...], ...]
#: Rows of processes; groups that are given by mesh axes come as the attribute itself.
Groups = Annotated[Rows | Attribute, "groups of processes"]
Dense = DenseAttr


class Region(Protocol):
    """A region (or a called function) when it runs."""

    @property
    def single_op(self) -> str | None:
        """The op's full name when the body is pure and one op of the arguments in order, returned."""
        ...

    @property
    def pure_block(self) -> Block | None:
        """The body as it is written, for whoever runs something else in its place; None where that could be noticed."""
        ...

    @property
    def block(self) -> Block:
        """The body as it is written, for whoever compares it with another."""
        ...

    @property
    def argument_types(self) -> list[TensorType]: ...

    @property
    def result_types(self) -> list[TensorType]: ...

    @property
    def captures(self) -> list[Value]:
        """The values from outside that the body uses."""
        ...

    @property
    def plan(self) -> Any:
        """The body's steps (``engine.planner.Plan``)."""
        ...

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Run the body once."""
        ...

    def run(self, arguments: list[Any], context: Any) -> tuple[Any, ...]:
        """Run the body on a list of arguments and captured arrays, which is emptied."""
        ...

    def within(self, context: Any, captured: tuple[Any, ...] = ()) -> Region:
        """The same region in a run (``engine.context.RunContext``)."""
        ...

    def part(self, block: Block) -> Region:
        """A region of some of this one's ops, in a block that was put together of them."""
        ...

    def over(self, *arrays: Any) -> tuple[Any, ...]:
        """Run a body of rank-0 values on whole arrays: the arrays (which broadcast) hold one run at each place.

        A body that is not pure is run once for each place, in order: hand over no other places than it is to see.
        """
        ...


Regions = tuple[Region, ...]
#: A region that is a function of the module, which the attribute names.
Callee = Annotated[Region, "function"]
Callees = tuple[Callee, ...]
CalleeGrid = tuple[tuple[Callee, ...], ...]


class RegionType(Protocol):
    """A region as an ``infer`` rule sees it."""

    @property
    def region(self) -> Any:
        """The region as it is written (``ir.core.Region``)."""
        ...

    @property
    def arguments(self) -> list[Any]:
        """The types of the block's arguments."""
        ...

    @property
    def returns(self) -> list[Any]:
        """The types of what the terminator returns."""
        ...


__all__ = [
    "F32",
    "I32",
    "AnyInt",
    "Attribute",
    "Bools",
    "Callee",
    "CalleeGrid",
    "Callees",
    "ChannelHandle",
    "ComparisonDirection",
    "ComparisonType",
    "ConvDimensionNumbers",
    "Dense",
    "DotAlgorithm",
    "DotDimensionNumbers",
    "FftType",
    "Flag",
    "GatherDimensionNumbers",
    "Groups",
    "Index",
    "Ints",
    "OutputOperandAlias",
    "Pairs",
    "RaggedDotDimensionNumbers",
    "Region",
    "RegionType",
    "Regions",
    "ResultAccuracy",
    "RngAlgorithm",
    "RngDistribution",
    "Rows",
    "ScatterDimensionNumbers",
    "Segments",
    "Strings",
    "SymbolAttr",
    "Transpose",
    "TypeLike",
    "Unit",
]
