"""The line under the entry: what it says, and what it is made of again."""

import pytest

import hlorepl
from hlorepl.prompt import hints
from hlorepl.prompt.hints import hint_line


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
