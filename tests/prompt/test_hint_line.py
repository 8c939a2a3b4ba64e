"""The line under the entry: what it says, and what it is made of again."""

import pytest

import hlorepl
from hlorepl.prompt import hints
from hlorepl.prompt.hints import hint_line
from hlorepl.session.statements import Known
from hlorepl.source import Source


@pytest.fixture(scope="module")
def session() -> hlorepl.Session:
    made = hlorepl.Session()
    assert made.execute("%a = [1.0, 2.0]\n%i = [1, 2]").error is None
    return made


def parts(text: str, session: hlorepl.Session, kind: str) -> list[str]:
    return [part[1] for part in hint_line(text, len(text), session) if part[0] == f"class:hint{kind}"]


def test_the_operand_at_the_cursor_is_marked(session):
    assert parts("%y = add(%a, ", session, ".current") == ["rhs"]
    assert parts("%y = add(", session, ".current") == ["lhs"]
    assert parts("%y = add(%a, %a", session, ".type") == ["tensor<2xf32>"]


def test_what_does_not_fit_is_said(session):
    (problem,) = parts("%y = add(%a, %i", session, ".problem")
    assert problem.strip() == "%a : tensor<2xf32> and %i : tensor<2xi32> must have the same type"


@pytest.mark.parametrize("text", ["", " ", "\n", "// add(", "%y = foo(", "\x1b[2J(", "add(" * 500, "]", '"'])
def test_other_texts_have_a_line_or_none_and_nothing_raw(text, session):
    line = hint_line(text, len(text), session)
    assert not any(ord(character) < 32 for part in line for character in part[1])


def test_it_is_made_once_for_a_text_and_a_cursor(session, monkeypatch):
    asked = []

    def noting(*arguments):
        asked.append(arguments[:2])

    monkeypatch.setattr(hints, "signature_hint", noting)
    for cursor in (3, 3, 4, 4):
        hint_line("%once = add(", cursor, session)
    assert asked == [("%once = add(", 3), ("%once = add(", 4)]


def test_a_key_in_a_long_entry_reads_its_own_statement(monkeypatch):
    """The work for a key, counted in characters that are read again and in names that are looked at."""
    session = hlorepl.Session()
    assert session.execute("".join(f"%v{number} = {number};\n" for number in range(2000))).error is None
    lines = [f"  %w{number} = stablehlo.add %x, %x : tensor<2xf32>\n" for number in range(400)]
    text = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n" + "".join(lines)
    read: list[int] = []
    asked: list[str] = []
    make, find = Source.__init__, Known.find

    def noting(self, text, *rest):
        read.append(len(text))
        make(self, text, *rest)

    def looking(self, name):
        asked.append(name)
        return find(self, name)

    monkeypatch.setattr(Source, "__init__", noting)
    monkeypatch.setattr(Known, "find", looking)
    for typed in ("  %y = add(%x", "  %y = add(%x, ", "  %y = add(%x, %x)", "  %y = %x * %v1", "  "):
        hint_line(text + typed, len(text + typed), session)
    assert sum(read) < 400
    assert len(asked) < 40
