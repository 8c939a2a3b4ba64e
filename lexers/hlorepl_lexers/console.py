"""The lexer of pasted sessions: prompts, what was typed, results and errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from pygments.lexer import Lexer
from pygments.token import Error, Generic, _TokenType  # pyright: ignore[reportPrivateUsage]  - the type has no other name

from .stablehlo import StableHLOLexer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Token = tuple[int, _TokenType, str]

#: What stands in front of what was typed; behind the mark of vi's mode, where that is shown.
PROMPT = re.compile(r"(?:\[(?:ins|nav|rep)\] )?(?:hlo(?:repl)?(?:\[\d+\])?>(?: |$)|In ?\[\d+\]:(?: |$))")
CONTINUATION = re.compile(r" *\.\.\.[>:]? ?")
RESULT = re.compile(r"%[\w$.-]+(?:#\d+)?(?:@\S+)? : ")
FAULT = re.compile(r"(?:\S+:\d+:\d+: )?error: | *\^+\s*$")
REMARK = re.compile(r"(?:\S+:\d+:\d+: )?(?:note|help|warning): ")


class _Line(NamedTuple):
    """One typed line: where it starts in the whole text, how long its prompt is."""

    offset: int
    prompt: int
    text: str


class HloConsoleLexer(Lexer):
    """A session as it stood on the screen."""

    name = "StableHLO session"
    aliases: ClassVar[Sequence[str]] = ["hlo-console"]
    filenames: ClassVar[Sequence[str]] = []
    mimetypes: ClassVar[Sequence[str]] = ["text/x-stablehlo-session"]
    url = "https://openxla.org/stablehlo/spec"
    version_added = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[Token]:
        """(offset, token type, text) for each token; the texts join back to the input."""
        program = StableHLOLexer(**self.options)
        entry: list[_Line] = []
        offset = 0
        for line in text.splitlines(keepends=True):
            start = PROMPT.match(line)
            prompt = start or (CONTINUATION.match(line) if entry else None)
            if entry and not (prompt and prompt is not start):
                yield from _typed(program, entry)
                entry = []
            if prompt:
                entry.append(_Line(offset, prompt.end(), line))
            else:
                yield from _shown(program, offset, line)
            offset += len(line)
        yield from _typed(program, entry)


def _typed(program: StableHLOLexer, entry: list[_Line]) -> Iterator[Token]:
    """The lines of one entry are one text for the program's lexer; its tokens are cut where prompts stand between."""
    tokens = program.get_tokens_unprocessed("".join(line.text[line.prompt :] for line in entry))
    kind, rest = Generic.Output, ""
    for line in entry:
        yield line.offset, Generic.Prompt, line.text[: line.prompt]
        done = line.prompt
        while done < len(line.text):
            if not rest:
                _, kind, rest = next(tokens)
            piece, rest = rest[: len(line.text) - done], rest[len(line.text) - done :]
            yield line.offset + done, kind, piece
            done += len(piece)


def _shown(program: StableHLOLexer, offset: int, line: str) -> Iterator[Token]:
    """One line that the session answered."""
    if RESULT.match(line):
        for at, kind, value in program.get_tokens_unprocessed(line):
            yield offset + at, Generic.Output if kind is Error else kind, value
    elif FAULT.match(line):
        yield offset, Generic.Error, line
    elif REMARK.match(line):
        yield offset, Generic.Emph, line
    else:
        yield offset, Generic.Output, line
