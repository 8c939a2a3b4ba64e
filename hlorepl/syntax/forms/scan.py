"""The pretty form of ``chlo.scan``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.attributes import DenseArrayAttr, IntegerAttr
from ...ir.types import ELEMENTS
from .signatures import signature_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ir.attributes import Attribute
    from ...ir.core import Op
    from ...ops.registry import OpSpec
    from ..ops import OpParser as Parser
    from ..printer import Printer
    from .table import Reader

_SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")


class Scan:
    """``scan(%x) inits (%z) dimension=0 attributes {…} {^bb0(…): …} : (T, T) -> (T, T)``."""

    usage = "($inputs…) inits ($inits…) dimension=$dimension {^bb0(…): …} : (T, …) -> (T, …)"
    words: Mapping[str, Reader] = {}
    opens = True
    indexes = False
    results: int | None = None

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        counts: list[int] = []
        for word in ("", "inits"):
            if word:
                parser.take(word)
            before = len(op.operands)
            parser.take("(")
            parser.operands(op, ")")
            parser.take(")")
            counts.append(len(op.operands) - before)
        parser.take("dimension")
        parser.take("=")
        place = parser.start
        value = parser.attribute()
        value.span = parser.span_from(place)
        parser.add_attributes(op, {"dimension": value})
        if parser.maybe("attributes"):
            parser.add_attributes(op, parser.dictionary())
        op.regions.append(parser.region())
        operands, results = _SEGMENTS
        op.attributes.setdefault(operands, DenseArrayAttr(ELEMENTS["i32"], tuple(counts)))
        parser.finish(op, start)
        outputs = max(0, len(op.results) - counts[1])
        op.attributes.setdefault(results, DenseArrayAttr(ELEMENTS["i32"], (outputs, counts[1])))

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        dimension, values = op.attributes.get("dimension"), (op.operands, op.results)
        sizes = [self._sizes(op.attributes.get(n), len(v)) for n, v in zip(_SEGMENTS, values, strict=True)]
        if None in sizes or not isinstance(dimension, IntegerAttr) or dimension.type is not ELEMENTS["i64"]:
            return None
        count, outputs = sizes
        if count is None or outputs is None or len(op.results) - outputs != len(op.operands) - count:
            return None  # as many results carry on as values begin: the form does not say otherwise
        names = [printer.value(operand) for operand in op.operands]
        inputs, inits = ", ".join(names[:count]), ", ".join(names[count:])
        extra = printer.attribute_dictionary(op, {"dimension", *_SEGMENTS})
        attributes = f" attributes{extra}" if extra else ""
        body = printer.region(op.region)
        return f"({inputs}) inits ({inits}) dimension={dimension.value} {attributes} {body} : {signature_text(printer, op)}"

    def _sizes(self, attribute: Attribute | None, whole: int) -> int | None:
        """The first of two sizes; None where they are not what the form reads: two numbers of i32, ``whole`` together."""
        if not isinstance(attribute, DenseArrayAttr) or attribute.element is not ELEMENTS["i32"]:
            return None
        is_split = len(attribute.values) == 2 and sum(attribute.values) == whole and min(attribute.values) >= 0
        return attribute.values[0] if is_split else None
