"""The ``{-# … #-}`` section at the end of a file: blobs for ``dense_resource``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .ops import OpParser as Parser

_ENTRY = re.compile(r'([\w$.]+|"(?:[^"\\]|\\.)*+")\s*:\s*("0x[0-9A-Fa-f]*")')


def read_metadata(parser: Parser) -> None:
    """Put the blobs of the section into ``parser.resources``; the current token is ``{-#``."""
    start = parser.start
    end = parser.input.find("#-}", start)
    if end < 0:
        parser.goto(len(parser.input))
        parser.expected("'#-}'")
    for found in _ENTRY.finditer(parser.input, start, end):
        key = found.group(1).strip('"')
        digits = found.group(2)[3:-1]
        if len(digits) % 2:
            span = parser.source.span(found.start(2), found.end(2))
            parser.fail("a blob has an even number of hexadecimal digits", "syntax.resource", span)
        parser.resources[key] = bytes.fromhex(digits)
    parser.goto(end + 3)
