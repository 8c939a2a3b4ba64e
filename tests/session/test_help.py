"""``:help`` by topic: what is shown can be typed, and gives what stands below it."""

import re

import pytest
from texts import assert_same_text

import hlorepl
from hlorepl.ops import registry
from hlorepl.session.commands.questions import help_text
from hlorepl.session.commands.registry import COMMANDS, load
from hlorepl.session.commands.topics import TOPICS
from hlorepl.session.completion import complete

load()


def steps(text):
    """Statements with what is shown of each."""
    found = []
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if line.startswith("> "):
            if index and lines[index - 1].startswith("> ") and line[2:3] in (" ", "}"):
                found[-1][0].append(line[2:])
            else:
                found.append(([line[2:]], []))
        elif line.startswith("// "):
            found[-1][1].append(line[3:])
    return [("\n".join(statement), shown) for statement, shown in found]


@pytest.mark.parametrize("name", sorted(TOPICS))
def test_the_examples_of_a_topic_run_and_give_what_stands_there(name):
    topic = TOPICS[name]
    session = hlorepl.Session()
    for statement, shown in steps(topic.text):
        result = session.execute(statement)
        assert result.error is None, result.error
        if shown:
            assert_same_text("\n".join(line.rstrip() for line in result.text.split("\n")), "\n".join(shown))
    assert session.execute(f":help {name}").text == topic.shown


@pytest.mark.parametrize("name", sorted(TOPICS))
def test_the_commands_and_questions_of_a_topic_are_there(name):
    text = TOPICS[name].text
    for command in re.findall(r"(?<![\w:]):([a-z]+)\b", text):
        assert command in COMMANDS
    for question in re.findall(r"\?([a-z_]+)\b", text):
        assert hlorepl.Session().execute(f"?{question}").error is None


def test_topics_are_listed_and_completed():
    text = help_text()
    assert all(f"  {name}" in text and topic.summary in text for name, topic in TOPICS.items())
    session = hlorepl.Session()
    assert [each.text for each in complete(":help lite", 10, session)] == ["literals"]
    assert {"keys", "types", "literals", "regions", "short forms", "functions", "debugging"} <= {
        each.text for each in complete(":help ", 6, session)
    }


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_is_explained(name):
    text = hlorepl.Session().execute(f":help {name}").text
    assert COMMANDS[name].usage in text
    assert COMMANDS[name].summary in text


def test_help_itself_shows_lines_that_run():
    session = hlorepl.Session()
    for line in help_text().split("\n")[1:4]:
        assert session.execute(line.strip()).error is None
    assert registry.lookup("add") is not None
