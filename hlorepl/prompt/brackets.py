"""The bracket that belongs to the one at the cursor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from prompt_toolkit.application.current import get_app
from prompt_toolkit.layout.processors import Processor, Transformation
from prompt_toolkit.layout.utils import explode_text_fragments

if TYPE_CHECKING:
    from prompt_toolkit.document import Document
    from prompt_toolkit.layout.processors import TransformationInput

#: Farther than this nothing is looked for: nobody sees it, and a key must not wait.
REACH = 4_000
_PIECES = re.compile(r'"[^"\n]*"|//[^\n]*|->|<=|>=|(?<=\s)(?:<<|>>)(?=\s)|[()\[\]{}<>]')
_CLOSES = {")": "(", "]": "[", "}": "{", ">": "<"}


def partner(text: str, at: int) -> int | None:
    """Where the bracket is that belongs to the one at ``at``; None where none stands there, or it has none.

    Brackets in strings and comments are text; ``->`` and operators are none.
    """
    if not 0 <= at < len(text) or text[at] not in "()[]{}<>":
        return None
    begin = text.rfind("\n", 0, max(0, at - REACH)) + 1
    open_: list[tuple[str, int]] = []
    for piece in _PIECES.finditer(text, begin, at + REACH):
        found, place = piece.group(), piece.start()
        if len(found) > 1:
            continue
        if found in _CLOSES:
            while open_ and open_[-1][0] == "<" and found != ">":
                open_.pop()  # it compares
            if not open_ or open_[-1][0] != _CLOSES[found]:
                continue
            _, opened = open_.pop()
            if at in (place, opened):
                return opened if at == place else place
        else:
            open_.append((found, place))
    return None


class MatchingBracket(Processor):
    """Marks the bracket at the cursor, or the one before it, and its partner."""

    def __init__(self) -> None:
        self._seen: tuple[str, int] = ("", -1)
        self._marks: list[tuple[int, int]] = []

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """The line with its marks."""
        document, row = transformation_input.document, transformation_input.lineno
        fragments = transformation_input.fragments
        marks = [] if get_app().is_done else self._places(document)
        for line, column in marks:
            if line == row:
                fragments = explode_text_fragments(fragments)
                at = transformation_input.source_to_display(column)
                if at < len(fragments):
                    style, shown, *_ = fragments[at]
                    kind = "cursor" if column == document.cursor_position_col else "other"
                    fragments[at] = (f"{style} class:matching-bracket.{kind}", shown)
        return Transformation(fragments)

    def _places(self, document: Document) -> list[tuple[int, int]]:
        seen = document.text, document.cursor_position
        if seen != self._seen:
            self._seen, self._marks = seen, []
            for at in (document.cursor_position, document.cursor_position - 1):
                other = partner(document.text, at)
                if other is not None:
                    self._marks = [document.translate_index_to_position(each) for each in (at, other)]
                    break
        return self._marks
