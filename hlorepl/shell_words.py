"""Words as a POSIX shell quotes them, in time linear in the text: ``shlex`` copies a word for each of its characters."""

from __future__ import annotations

import re

BLANKS = " \t\r\n"
_WORD = re.compile(r"""(?:[^ \t\r\n'"\\]++|'[^']*+'|"(?:[^"\\]++|\\.)*+"|\\.)*+""", re.DOTALL)
_BLANK = re.compile(f"[{BLANKS}]*+")
_PIECE = re.compile(r"""'([^']*+)'|"((?:[^"\\]++|\\.)*+)"|\\(.)""", re.DOTALL)
_ESCAPE = re.compile(r'\\(["\\])')


def split_words(text: str) -> list[str]:
    """All words of a text. Raises ``ValueError`` for a quotation without an end."""
    found: list[str] = []
    at = 0
    while (at := _after_blanks(text, at)) < len(text):
        word, at = _word(text, at)
        found.append(word)
    return found


def first_word(text: str) -> tuple[str, str]:
    """The first word and what stands behind it; both are empty where there is none. Raises ``ValueError`` as ``split_words`` does."""
    word, end = _word(text, _after_blanks(text, 0))
    return word, text[end:].strip()


def _after_blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    assert found is not None  # no blanks match as well
    return found.end()


def _word(text: str, at: int) -> tuple[str, int]:
    found = _WORD.match(text, at)
    assert found is not None  # an empty word matches as well
    end = found.end()
    if end < len(text) and text[end] not in BLANKS:
        raise ValueError("No escaped character" if text[end] == "\\" else "No closing quotation")
    return _PIECE.sub(_meant, found[0]), end


def _meant(piece: re.Match[str]) -> str:
    """What a quoted piece stands for: between double quotes a backslash escapes those and itself alone."""
    if piece[2] is not None:
        return _ESCAPE.sub(r"\1", piece[2])
    return piece[1] if piece[1] is not None else piece[3]
