"""Commands are their declarations: usage, help, completion and the errors of wrong words come from them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import pytest

import hlorepl
from hlorepl.session.commands import registry
from hlorepl.session.commands.kinds import Count, Kind, Name, Number, Rest, Value, choice, file_of
from hlorepl.session.commands.registry import COMMANDS, Command, Context, command, group
from hlorepl.session.completion import complete

registry.load()
EVERY = [each for found in dict.fromkeys(COMMANDS.values()) for each in (found, *found.verbs.values())]
GROUPS = [found for found in EVERY if found.verbs]
Table = Annotated[Path, file_of(".csv", ".tsv")]
Colour = Annotated[str, choice("red", "green")]
Pair = Annotated[
    tuple[str, str], Kind(lambda _, word: tuple(word.split("=", 1)), marks=lambda word: "=" in word, usage="KEY=WORD")
]


@pytest.fixture
def session() -> hlorepl.Session:
    made = hlorepl.Session()
    assert made.execute("%x = [1.0, 2.0]\n%y = 3.0").error is None
    return made


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple]]:
    """Commands of every kind of word, which note what they get."""
    got: list[tuple] = []
    for name, found in list(COMMANDS.items()):
        monkeypatch.setitem(COMMANDS, name, found)
    group("toy", "Commands for a test.")

    @command("toy count", "toy n")
    def count(_: Context, steps: Count, dt: Number = 0.5, *pairs: Pair, file: Table | None = None) -> None:
        """Count steps."""
        got.append((steps, dt, pairs, file))

    @command("toy paint")
    def paint(_: Context, value: Value, colour: Colour = "red", *names: Name) -> None:
        """Paint a value."""
        got.append((value.name, colour, names))

    @command("toy echo")
    def echo(_: Context, words: Rest) -> None:
        """Repeat the line."""
        got.append((words,))

    yield got
    del COMMANDS["toy"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (":toy count 3", (3, 0.5, (), None)),
        (":toy n 1,000 0.25 a=b", (1000, 0.25, (("a", "b"),), None)),
        (":toy count 3 c=d out.csv 2 a=b", (3, 2.0, (("c", "d"), ("a", "b")), Path("out.csv"))),
        (":toy count a.TSV 3", (3, 0.5, (), Path("a.TSV"))),
        (":toy paint %x", ("x", "red", ())),
        (":toy paint y blue 'a b' c  // and a comment", ("y", "blue", ("a b", "c"))),
        (":toy echo  a 'b  c' ", ("a 'b  c'",)),
    ],
)
def test_words_become_arguments(toys, session, line, expected):
    assert session.execute(line).error is None
    assert toys == [expected]


@pytest.mark.parametrize(
    ("line", "message", "tip"),
    [
        (":toy count", "usage: :toy count STEPS [DT] [KEY=WORD…] [FILE.csv]", "Count steps."),
        (":toy count 1 2 3", "usage: :toy count STEPS [DT] [KEY=WORD…] [FILE.csv]", "Count steps."),
        (":toy count 1 a.csv b.csv", "usage: :toy count STEPS [DT] [KEY=WORD…] [FILE.csv]", "Count steps."),
        (":toy count x", "x is not a whole number", "usage: :toy count STEPS [DT] [KEY=WORD…] [FILE.csv]"),
        (":toy count 0", "0 is not above zero", "usage: :toy count STEPS [DT] [KEY=WORD…] [FILE.csv]"),
        (":toy count 1 x", "x is not a number", "usage: :toy count STEPS [DT] [KEY=WORD…] [FILE.csv]"),
        (":toy paint", "usage: :toy paint VALUE [COLOUR] [NAMES…]", "Paint a value."),
        (":toy paint %z", "there is no value %z here", None),
        (":toy paint 'x", "No closing quotation", None),
        (":toy echo", "usage: :toy echo WORDS", "Repeat the line."),
        (":toy coutn 1", ":toy has no verb coutn", "did you mean :toy count?"),
        (":toy zebra", ":toy has no verb zebra", "there are: :toy count, :toy n, :toy paint, :toy echo"),
    ],
)
def test_words_that_do_not_fit(toys, session, line, message, tip):
    error = session.execute(line).error
    assert (error.message, error.span.text) == (message, line)
    assert tip is None or error.help == [tip]
    assert toys == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (":to", ["toy"]),
        (":toy ", ["count", "echo", "n", "paint"]),
        (":toy co", ["count"]),
        (":toy paint ", ["%x", "%y"]),
        (":toy paint x", ["%x"]),
        (":toy paint %x ", ["green", "red"]),
        (":toy paint %x gr", ["green"]),
        (":toy zebra ", []),
    ],
)
@pytest.mark.usefixtures("toys")
def test_completion_knows_the_kinds(session, line, expected):
    assert [found.text for found in complete(line, len(line), session)] == expected


def test_a_group_lists_its_commands(toys, session):
    lists = [session.execute(line).text for line in (":toy", ":toy help", ":help toy", "?toy")]
    assert len(set(lists)) == 1
    assert ":toy paint VALUE [COLOUR] [NAMES…]" in lists[0]
    helps = {session.execute(line).text for line in (":toy help paint", ":help toy paint", "?toy paint", "?:toy paint")}
    assert helps == {":toy paint VALUE [COLOUR] [NAMES…]\nPaint a value."}
    assert ":toy VERB …" in session.execute(":help").text
    assert toys == []


def test_an_annotation_that_is_no_kind():
    def wrong(_: Context, word: str) -> None:
        """A word of no kind."""

    with pytest.raises(TypeError, match="no kind of word"):
        Command(("wrong",), wrong)


@pytest.mark.parametrize("found", EVERY, ids=lambda found: found.name)
def test_every_command_says_what_it_does(found: Command, session: hlorepl.Session):
    assert found.summary.endswith(".")
    for name in found.names:
        assert found.usage in session.execute(f":help {name}").text


@pytest.mark.parametrize("found", GROUPS, ids=lambda found: found.name)
def test_every_group_lists_all_that_it_has(found: Command, session: hlorepl.Session):
    for line in (f":{found.name}", f":{found.name} help", f":help {found.name}"):
        shown = session.execute(line).text
        assert [verb.usage for verb in found.verbs.values() if verb.usage not in shown] == []
    line = f":{found.name} "
    assert {each.text for each in complete(line, len(line), session)} == set(found.verbs)


@pytest.mark.parametrize(
    "found",
    [each for each in EVERY if not each.verbs and not any(p.variadic or p.kind.takes_rest for p in each.parameters)],
    ids=lambda found: found.name,
)
def test_too_many_words_are_refused(found: Command, session: hlorepl.Session):
    words = " ".join(["%x"] * (len(found.parameters) + 1))
    error = session.execute(f":{found.name} {words}").error
    assert error is not None
    assert (error.code, error.message) == ("command.usage", f"usage: {found.usage}")
