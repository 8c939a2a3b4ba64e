"""The ``{-# … #-}`` sections of a file: blobs for ``dense_resource``, and what tools leave in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.contents import Resources, ResourceTable, ResourceValue, Section
from ..ir.text import unquoted
from .lexer import Lexer

if TYPE_CHECKING:
    from .aliases import Definitions

_BOOLEANS = {"true": True, "false": False}


def read_section(lexer: Lexer, resources: Resources) -> Section:
    """Add what a section holds to the resources; the current token is ``{-#``."""
    start = lexer.start
    known = next((section for section in resources.sections if section.span.start == start), None)
    if known is not None:  # read when a constant asked for it
        lexer.goto(known.span.end)
        return known
    lexer.take("{-#")
    halves: dict[str, ResourceTable] = {"dialect_resources": {}, "external_resources": {}}
    while not lexer.at("#-}"):
        if lexer.text not in halves:
            lexer.expected("dialect_resources, external_resources or '#-}'")
        half = lexer.advance()
        _read_groups(lexer, halves[half], half == "dialect_resources")
        if not lexer.more("#-}"):
            break
    lexer.take("#-}")
    section = Section(lexer.span_from(start))
    _add(lexer, resources.dialect, halves["dialect_resources"], section)
    _add(lexer, resources.external, halves["external_resources"], section)
    resources.sections.append(section)
    return section


def blob_of(definitions: Definitions, key: str) -> bytes | None:
    """The bytes of a resource, wherever in the text its section stands; else one from before the text."""
    contents = definitions.contents
    if key not in contents.resources.dialect.get("builtin", {}):
        for place in definitions.section_places():
            read_section(Lexer(definitions.source, place), contents.resources)
    return contents.blob(key)


def _read_groups(lexer: Lexer, table: ResourceTable, has_blobs: bool) -> None:
    """``: { dialect: { key: value, … }, … }``."""
    lexer.take(":")
    lexer.take("{")
    while not lexer.at("}"):
        name = _key(lexer)
        lexer.take(":")
        lexer.take("{")
        group = table.setdefault(name, {})
        while not lexer.at("}"):
            span = lexer.span()
            key = _key(lexer)
            if key in group:
                lexer.fail(f"the resource {key} is given twice", "syntax.resource", span)
            lexer.take(":")
            group[key] = _blob(lexer, name, key) if has_blobs else _value(lexer)
            if not lexer.more("}"):
                break
        lexer.take("}")
        if not lexer.more("}"):
            break
    lexer.take("}")


def _key(lexer: Lexer) -> str:
    return unquoted(lexer.advance()) if lexer.kind == "string" else lexer.take_kind("id", "the name of a resource")


def _value(lexer: Lexer) -> ResourceValue:
    if lexer.kind == "id" and lexer.text in _BOOLEANS:
        return _BOOLEANS[lexer.advance()]
    return unquoted(lexer.take_kind("string", "a string, true or false"))


def _blob(lexer: Lexer, dialect: str, key: str) -> ResourceValue:
    """What a dialect keeps: bytes in hexadecimal digits, of which all that ``builtin`` keeps consists."""
    span = lexer.span()
    if not lexer.text.startswith('"0x'):
        if dialect == "builtin":
            lexer.fail(
                f'the resource {key} is a blob: "0x" and its bytes in hexadecimal digits', "syntax.resource", span
            )
        return _value(lexer)
    digits = lexer.advance()[3:-1]
    if len(digits) % 2:
        lexer.fail("a blob has an even number of hexadecimal digits", "syntax.resource", span)
    try:
        blob = bytes.fromhex(digits)
    except ValueError:
        blob = b""
    if len(blob) * 2 != len(digits):
        lexer.fail("the blob has characters that are not hexadecimal digits", "syntax.resource", span)
    return blob


def _add(lexer: Lexer, known: ResourceTable, more: ResourceTable, section: Section) -> None:
    for name, group in more.items():
        into = known.setdefault(name, {})
        twice = next((key for key in group if key in into), None)
        if twice is not None:
            lexer.fail(f"the resource {twice} is given twice", "syntax.resource", section.span)
        into.update(group)
