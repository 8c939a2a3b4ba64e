"""What stands between the brackets behind a value: ``%v[0]``, ``%v[:, 1:3]``, ``%v[..., None, %i]``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..familiar.indexing import indexed

if TYPE_CHECKING:
    from ..ir.core import Value
    from .short import SessionParser


def index(parser: SessionParser, value: Value, start: int) -> Value:
    """The part of a value; the current token is the bracket."""
    parser.deeper()
    parser.take("[")
    items: list[Any] = []
    while not parser.at("]"):
        items.append(_item(parser))
        if not parser.maybe(","):
            break
    if not items:
        parser.expected("an index")
    parser.take("]")
    parser.depth -= 1
    span, before = parser.span_from(start), parser.builder.span
    parser.builder.span = span
    try:
        return indexed(parser.builder, value, items)
    except HloError as error:
        error.span = error.span or span
        raise
    finally:
        parser.builder.span = before


def _item(parser: SessionParser) -> Any:
    if parser.input.startswith("...", parser.start):
        parser.goto(parser.start + 3)
        return ...
    if parser.maybe("None"):
        return None
    if not parser.at(":") and not parser.at("::") and not _at_number(parser):
        return parser.as_value(parser.expression(0))
    parts: list[int | None] = [_number(parser) if _at_number(parser) else None]
    is_slice = False
    while parser.at(":") or parser.at("::"):
        is_slice = True
        parts += [None] if parser.at("::") else []
        parser.advance()
        parts.append(_number(parser) if _at_number(parser) else None)
    if not is_slice:
        return parts[0]
    if len(parts) > 3:
        parser.fail("a slice has a start, an end and a step", "syntax.familiar")
    return slice(*parts)


def _at_number(parser: SessionParser) -> bool:
    return parser.kind == "number" or parser.at("-") and parser.peek().isdigit()


def _number(parser: SessionParser) -> int:
    return parser.signed_integer()
