"""What happens while an entry is typed: pasted prompts, colours by line, suggestions, brackets; work is counted, not time."""

from pathlib import Path

import pytest
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from hlorepl.prompt.brackets import REACH, partner
from hlorepl.prompt.highlight import EntryLexer
from hlorepl.prompt.pasting import without_prompts
from hlorepl.prompt.suggestions import FromHistory
from hlorepl_lexers import StableHLOLexer

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize(
    ("pasted", "typed"),
    [
        ("%x = 1", "%x = 1"),
        ("hlo> %x = 1", "%x = 1"),
        ("hlo> hlo> %x = 1", "%x = 1"),
        ("hlo> %x = 1\n%x : tensor<i32> = 1\nhlo> %x + 1\n%0 : tensor<i32> = 2\nhlo> ", "%x = 1\n%x + 1\n"),
        ("hlo> f {\n ...   a\n ... }\ndefined @f\nhlo> :env", "f {\n  a\n}\n:env"),
        ("%x = 1\n%x : tensor<i32> = 1\nhlo> %x + 1", "%x = 1\n%x + 1"),
        ("%x : tensor<i32> = 1\nhlo> %x + 1", "%x + 1"),
        ("In[2]:1:5: error: no\n  %x\n  ^^\nhlo> %x + 1", "%x + 1"),
        ("[ins] hlo> %x = 1\n%x : tensor<i32> = 1\n[nav] hlo> %x", "%x = 1\n%x"),
        ("In [1]: %x = 1\n   ...: %y = 2\nIn [2]: %x", "%x = 1\n%y = 2\n%x"),
        ("%x = 1\n ... is no prompt here", "%x = 1\n ... is no prompt here"),
        ("hlo> :mdf run\n... rows\nhlo> %x", ":mdf run\nrows\n%x"),
        ("hlo>", ""),
        ("", ""),
    ],
)
def test_text_from_a_screen_is_what_was_typed(pasted, typed):
    assert without_prompts(pasted) == typed


@pytest.mark.parametrize("path", [*SAMPLES.rglob("*.mlir"), *SAMPLES.rglob("*.hlo")], ids=lambda path: path.name)
def test_no_token_spans_lines(path):
    """The colours of a line are its own: of all but blanks, and of commands behind them."""
    text = "\n".join(path.read_text(encoding="utf-8").split("\n")[:400])
    whole = [(kind, value) for _, kind, value in StableHLOLexer().get_tokens_unprocessed(text) if value.strip()]
    lexer, found = EntryLexer(), []
    get_line = lexer.lex_document(Document(text))
    for number in range(text.count("\n") + 1):
        found += [part for part in get_line(number) if part[1].strip()]
    assert [value for _, value in found] == [value for _, value in whole]


def test_a_key_costs_the_line_that_it_changes():
    lexer = EntryLexer()
    lines = [f"%v{number} = stablehlo.add %x, %x : tensor<2xf32>" for number in range(400)]

    def look(text: str) -> int:
        before, get_line = lexer.lexed, lexer.lex_document(Document(text))
        for number in range(400):
            get_line(number)
        return lexer.lexed - before

    assert look("\n".join(lines)) == 400
    assert look("\n".join(lines)) == 0
    lines[200] += " "
    assert look("\n".join(lines)) == 1


def test_a_long_line_is_not_coloured():
    text = "%c = [" + "1.0, " * 10_000
    lexer = EntryLexer()
    assert lexer.lex_document(Document(text))(0) == [("", text)]
    assert lexer.lexed == 0


class Counted(str):
    """A line that counts how often it is compared."""

    __slots__ = ()
    looked = 0

    def startswith(self, *arguments: object) -> bool:
        Counted.looked += 1
        return super().startswith(*arguments)  # type: ignore[arg-type]


def suggestion(suggest: FromHistory, history: InMemoryHistory, text: str) -> str | None:
    buffer = Buffer(history=history)
    found = suggest.get_suggestion(buffer, Document(text))
    return None if found is None else found.text


def kept(*entries: str) -> InMemoryHistory:
    history = InMemoryHistory()
    for entry in entries:
        history.append_string(entry)
    return history


def test_the_last_line_that_begins_so_is_suggested():
    history = kept("%x = 1", "%x = 2\n%y = 3", "%x")
    suggest = FromHistory(lambda _: True)
    assert suggestion(suggest, history, "%x") == " = 2"
    assert suggestion(suggest, history, "%x = 1") is None
    assert suggestion(suggest, history, "%z = 1\n%y") == " = 3"
    assert suggestion(suggest, history, " ") is None
    history.append_string("%x = 4")
    assert suggestion(suggest, history, "%x =") == " 4"
    assert suggestion(FromHistory(lambda _: False), history, "%x") is None


def test_what_is_typed_on_is_looked_for_among_what_fitted():
    history = kept(*(Counted(f"%v{number} = {number}") for number in range(2000)))
    suggest = FromHistory(lambda _: True)
    suggestion(suggest, history, "%v1")
    first, Counted.looked = Counted.looked, 0
    assert suggestion(suggest, history, "%v19") == "99 = 1999"
    assert Counted.looked < 1200
    assert first <= 2000


@pytest.mark.parametrize(
    ("text", "at", "other"),
    [
        ("f(a)", 1, 3),
        ("f(a)", 3, 1),
        ("f(a[1]{})", 1, 8),
        ("(a < b)", 0, 6),
        ("(a) -> tensor<2xf32>", 5, None),
        ("tensor<tuple<i1>>", 6, 16),
        ("tensor<tuple<i1>>", 15, 12),
        ('("(") )', 0, 4),
        ("( // )\n)", 0, 7),
        ("(", 0, None),
        (")", 0, None),
        ("a", 0, None),
        ("", 0, None),
    ],
)
def test_brackets_know_their_partners(text, at, other):
    assert partner(text, at) == other


def test_a_bracket_is_looked_for_near_the_cursor():
    assert partner("(" + " " * (2 * REACH) + ")", 0) is None
    assert partner("\n" * (4 * REACH) + "()", 4 * REACH) == 4 * REACH + 1
