"""What a text defines further down than it is asked for: statements run in order."""

from __future__ import annotations

import re
from textwrap import indent
from typing import TYPE_CHECKING

from ..errors import Note

if TYPE_CHECKING:
    from ..errors import HloError

_DEFINED = r"^[ \t]*func\.func[ \t]+(?:(?:public|private|nested)[ \t]+)?({})(?![\w$.-])"


#: What an op may lack, by the labels of the rules that say so, and by the codes of what cannot be read.
_LACKING = frozenset({"operands", "attribute_missing", "regions"})
_UNREADABLE = frozenset({"syntax.form", "syntax.end", "type.infer"})


def with_help(error: HloError) -> HloError:
    """The error with what the session knows of it: where what it misses is defined, how the op that it is about is written."""
    return _say_form(say_where_defined(error))


def _say_form(error: HloError) -> HloError:
    """The form of an op that lacks something, and an example that can be typed."""
    from ..ops.registry import lookup  # late: start-up

    spec = lookup(error.about) if error.about else None
    if spec is None or not (error.code in _UNREADABLE or error.code.rpartition(".")[2] in _LACKING):
        return error
    from ..syntax.forms.usage import forms_of  # late: start-up
    from .examples import example_lines  # late: start-up

    example = indent("\n".join(example_lines(spec)), "  ")
    error.help += [
        f"its form is {' or '.join(forms_of(spec))}",
        *([f"for example\n{example}"] if example.strip() else []),
    ]
    error.about = ""
    return error


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
