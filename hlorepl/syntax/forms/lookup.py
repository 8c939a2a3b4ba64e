"""Which pretty form an op has, and reading an op by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import HloError, Incomplete
from ...ops import registry
from .special import SPECIAL
from .table import FORMATS, Format

if TYPE_CHECKING:
    from ...ir.core import Op
    from ...ops.registry import OpSpec
    from ..ops import OpParser as Parser
    from ..printer import Printer
    from .table import Form

_forms: dict[str, Form] = {}


def form_of(spec: OpSpec) -> Form:
    """The pretty form of an op; one without a form of its own reads ``op %a, %b {…} : (T, T) -> T``."""
    name = spec.form or "signature"
    found = _forms.get(name)
    if found is None:
        found = _special_form(spec.dialect, name) or Format(FORMATS.get(name, name))
        _forms[name] = found
    return found


def _special_form(dialect: str, name: str) -> Form | None:
    """A form that is a class of its own; those of dialects that few programs use are only loaded for them."""
    if dialect == "sdy":
        from .shardy import SHARDY  # late: on demand

        return SHARDY.get(name)
    if dialect in ("arith", "shape", "tensor"):
        from .mlir import SHAPES  # late: on demand

        return SHAPES.get(name)
    return SPECIAL.get(name)


def pretty_text(printer: Printer, op: Op) -> str | None:
    """What stands behind the name of an op in its pretty form, with its blank; None for an op that none can say in full."""
    spec = registry.of(op)
    if spec is None or spec.form is None:
        return None
    form = form_of(spec)
    return form.print(printer, spec, op) if _has_its_parts(op, spec, form) else None


def _has_its_parts(op: Op, spec: OpSpec, form: Form) -> bool:
    """Whether it has as many operands, results and regions, and all the attributes, as its form counts on."""
    count, most = len(op.operands), spec.max_operands
    if count < spec.min_operands or most is not None and count > most:
        return False
    if form.results is not None and len(op.results) != form.results:
        return False
    if len(op.regions) != len(spec.regions) and not spec.idle_regions:
        return False
    is_whole = all(name in op.attributes for name, each in spec.attributes.items() if each.required)
    return is_whole and all(len(region.blocks) == 1 for region in op.regions)


def parse(parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
    """Read what follows the name of an op: its own form, or a call."""
    form = form_of(spec)
    if parser.at("(") and not form.opens:
        parser.call(spec, op, start)
        return
    if not parser.at("(") or not parser.allows_calls:
        form.parse(parser, spec, op, start)
        return
    place, depth = parser.start, parser.depth
    try:
        form.parse(parser, spec, op, start)
    except HloError as error:
        parser.goto(place)
        parser.depth = depth
        op.operands, op.results, op.attributes = [], [], {}
        try:
            parser.call(spec, op, start)
        except HloError:
            raise error from None
        if isinstance(error, Incomplete) and parser.kind != "eof":  # the form goes on where the call has ended
            raise error from None
