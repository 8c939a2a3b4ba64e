"""The names that may annotate an op's keyword-only parameters, for type checkers; ``decode.py`` gives them meaning.

Families import them under ``TYPE_CHECKING`` only: the registry reads the annotations as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ..ir.attributes import Attribute, DenseAttr, SymbolAttr
from ..ir.types import TensorType, Type
from .decode import Record

if TYPE_CHECKING:
    from ..ir.core import Block

Ints = tuple[int, ...]
Bools = tuple[bool, ...]
Pairs = tuple[tuple[int, int], ...]
Rows = tuple[tuple[int, ...], ...]
Groups = Any
Strings = tuple[str, ...]
Dense = DenseAttr
TypeLike = Type

ComparisonDirection = ComparisonType = ChloComparisonDirection = ChloComparisonType = str
Precision = FftType = RngAlgorithm = RngDistribution = Transpose = ResultAccuracyMode = str
GatherDimensionNumbers = ScatterDimensionNumbers = DotDimensionNumbers = RaggedDotDimensionNumbers = Record
ConvDimensionNumbers = ChannelHandle = DotAlgorithm = ResultAccuracy = OutputOperandAlias = Record


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
    def argument_types(self) -> list[TensorType]: ...

    @property
    def result_types(self) -> list[TensorType]: ...

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Run the body once."""
        ...

    def part(self, block: Block) -> Region:
        """A region of some of this one's ops, in a block that was put together of them."""
        ...

    def over(self, *arrays: Any) -> tuple[Any, ...]:
        """Run a body of rank-0 values on whole arrays: the arrays (which broadcast) hold one run at each place.

        A body that is not pure is run once for each place, in order: hand over no other places than it is to see.
        """
        ...


Callee = Region
Callees = tuple[Region, ...]
CalleeGrid = tuple[tuple[Region, ...], ...]
Regions = tuple[Region, ...]


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
    "Attribute",
    "Bools",
    "Callee",
    "CalleeGrid",
    "Callees",
    "ChannelHandle",
    "ChloComparisonDirection",
    "ChloComparisonType",
    "ComparisonDirection",
    "ComparisonType",
    "ConvDimensionNumbers",
    "Dense",
    "DotAlgorithm",
    "DotDimensionNumbers",
    "FftType",
    "GatherDimensionNumbers",
    "Groups",
    "Ints",
    "OutputOperandAlias",
    "Pairs",
    "Precision",
    "RaggedDotDimensionNumbers",
    "Region",
    "RegionType",
    "Regions",
    "ResultAccuracy",
    "RngAlgorithm",
    "RngDistribution",
    "Rows",
    "ScatterDimensionNumbers",
    "Strings",
    "SymbolAttr",
    "Transpose",
    "TypeLike",
]
