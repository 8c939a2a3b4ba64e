"""The call of an op as text: what ``OpParser.call`` reads, printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import HloError
from ...ops import registry
from .table import attribute_text
from .usage import is_callable, own_words, written_name

if TYPE_CHECKING:
    from ...ir.core import Op
    from ...ops.registry import OpSpec
    from ..printer import Printer


def call_of(printer: Printer, op: Op) -> str | None:
    """``transpose(%x, permutation = [1, 0])``, with the type of the result where it does not follow; None where no call says the op."""
    from ...verifier.rules import infer_types  # late: on demand

    spec = registry.of(op)
    if spec is None or op.regions or len(op.results) > 1 or not is_callable(spec):
        return None
    items = [printer.value(operand) for operand in op.operands]
    for name, value in op.attributes.items():
        shown = attribute_text(printer, spec, name, value) if name in spec.attributes else None
        if shown is None and printer.attribute(value).startswith(("#", "dense<", "array<", '"', "{", "@", "[")):
            shown = printer.attribute(value)
        if shown is None:
            return None
        items.append(_item(spec, name, shown))
    text = f"{written_name(spec)}({', '.join(items)})"
    try:
        found = infer_types(op)
    except HloError:
        found = None
    types = [value.type for value in op.results]
    return text if found == types or not types else f"{text} : {printer.type(types[0])}"


def _item(spec: OpSpec, name: str, shown: str) -> str:
    """An attribute in a call: an enum's word alone, else by the shorter of its names."""
    if spec.attributes[name].kind.enum:
        return shown
    return f"{own_words(spec).get(name, name)} = {shown}"
