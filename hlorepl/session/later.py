"""What a text defines further down than it is asked for: statements run in order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..errors import Note

if TYPE_CHECKING:
    from ..errors import HloError

_DEFINED = r"^[ \t]*func\.func[ \t]+(?:(?:public|private|nested)[ \t]+)?({})(?![\w$.-])"


def say_where_defined(error: HloError) -> HloError:
    """The error, with a note where the function that it misses is defined further down."""
    span = error.span
    if error.code == "name.symbol" and span is not None and span.text.startswith("@"):
        pattern = re.compile(_DEFINED.format(re.escape(span.text)), re.MULTILINE)
        found = pattern.search(span.source.text, span.end)
        if found is not None:
            message = f"{span.text} is defined further down, here: statements run in order, and this one comes first"
            error.notes.append(Note(message, span.source.span(*found.span(1))))
    return error
