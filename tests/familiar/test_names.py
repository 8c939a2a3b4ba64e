"""Names of other libraries answer: with ops, or with a sentence and lines that can be entered. Nothing that is suggested fails."""

import re

import numpy as np
import pytest

import hlorepl
from hlorepl.familiar import table
from hlorepl.ops import registry
from hlorepl.session.commands.registry import COMMANDS
from hlorepl.session.commands.registry import load as load_commands
from hlorepl.session.commands.topics import TOPICS
from hlorepl.session.familiar_examples import example_call

table.load()
registry.load()
load_commands()
BARE = sorted(
    {spec.mnemonic for spec in registry.OPS.values() if spec.dialect in registry.LOOKUP_ORDER and "-" not in spec.name}
)


@pytest.mark.parametrize("name", sorted({found.name for found in table.FAMILIAR.values()}))
def test_the_answer_to_a_name_shows_a_call_that_runs_and_what_it_stands_for(name):
    found = table.FAMILIAR[name]
    lines, _, shown = example_call(found, hlorepl.Session())
    text = hlorepl.Session().execute(f"?np.{name}").text
    assert found.summary.replace("**", "") in text
    assert all(f"    {line}" in text for line in [*lines, *(f"// {row}".rstrip() for row in shown.split("\n") if row)])
    assert "It stands for:\n\n    %" in text


@pytest.mark.parametrize("name", sorted({found.names[0] for found in table.TOLD.values()}))
def test_the_lines_that_are_said_of_a_name_run(name):
    said = table.TOLD[name]
    session = hlorepl.Session()
    for line in said.statements():
        assert session.execute(line).error is None
    assert said.sentence in hlorepl.Session().execute(f"?{name}").text or name in COMMANDS or registry.lookup(name)
    for command in re.findall(r":([a-z]+)", said.sentence):
        assert command in COMMANDS
    for topic in re.findall(r":help ([a-z]+)", said.sentence):
        assert topic in ("lists", *TOPICS)


@pytest.mark.parametrize("name", sorted(table.TOLD))
def test_a_name_that_stands_for_no_op_says_so_where_it_is_called(name):
    if registry.lookup(name) is not None:
        return
    error = hlorepl.Session().execute(f"{name}(1.0)").error
    assert error is not None
    assert table.TOLD[name].sentence in error.help


def test_what_is_said_of_numbers_agrees_with_numpy():
    session = hlorepl.Session()
    values = {}
    for name in (
        "gelu",
        "attention",
        "rms_norm",
        "cross_entropy",
        "layer_norm",
        "avg_pool",
        "cov",
        "quantile",
        "histogram",
    ):
        result = None
        for line in table.TOLD[name].statements():
            result = session.execute(line)
        values[name] = result.values[-1].array
    x, y = np.array([[1.0, 2], [3, 4]]), np.array([[5.0, 6], [7, 8]])
    scores = np.exp(x @ y.T / np.sqrt(2))
    expected = {
        "gelu": 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
        "attention": scores / scores.sum(-1, keepdims=True) @ y,
        "rms_norm": x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5),
        "cross_entropy": -np.mean([(row - np.log(np.exp(row).sum()))[k] for k, row in enumerate(x)]),
        "layer_norm": (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5),
        "avg_pool": x.mean().reshape(1, 1),
        "cov": np.array([[0.5, 0.5], [0.5, 0.5]]),
        "quantile": 9.0,
        "histogram": np.digitize([3.0, 9.0, 1.0, 7.0], [1.5, 2.5]),
    }
    for name, value in values.items():
        np.testing.assert_allclose(value, expected[name], rtol=1e-4)


def misspelt(word):
    middle = len(word) // 2
    yield word[:middle] + word[middle + 1 :]
    yield word[: middle - 1] + word[middle : middle + 1] + word[middle - 1 : middle] + word[middle + 1 :]
    yield word[:-1]
    yield f"{word}s"
    yield word.upper()


def suggested(error):
    return [found for line in error.help for found in re.findall(r"did you mean (.*)\?$", line)]


@pytest.mark.parametrize("name", BARE)
def test_a_suggested_op_is_one_that_is_found(name):
    session = hlorepl.Session()
    for word in {*misspelt(name)} - {*BARE, *table.FAMILIAR, *table.TOLD, *COMMANDS, ""}:
        for found in suggested(session.execute(f"{word}(%x)").error):
            assert registry.lookup(found) is not None
        error = session.execute(f"?{word}").error
        for found in suggested(error) if error is not None else ():
            assert found.startswith("?")
            assert session.execute(found).error is None


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_suggested_command_is_one_and_does_not_leave(name):
    session = hlorepl.Session()
    for word in {*misspelt(name)} - {*COMMANDS, ""}:
        error = session.execute(f":{word}").error
        for found in suggested(error) if error is not None and error.code == "command.unknown" else ():
            command = COMMANDS[found.removeprefix(":")]
            assert not command.ends_session


def test_near_names_are_found_by_what_they_begin_with():
    session = hlorepl.Session()
    for word, right in (("mult", "multiply"), ("concatenat", "concatenate"), ("dot_gen", "dot_general"), ("ad", "add"), ("expo", "exponential")):  # fmt: skip
        assert suggested(session.execute(f"{word}(%x)").error) == [right]


def test_a_function_is_called_by_its_symbol():
    session = hlorepl.Session()
    session.execute("%x = 2.0\nfunc.func @f(%a: tensor<f32>) -> tensor<f32> {\n  return %a : tensor<f32>\n}")
    for text in ("f(%x)", "%y = f(%x) + 1.0", "f %x"):
        error = session.execute(text).error
        assert error.help == ["call @f(%x)"]
        assert session.execute(error.help[0]).error is None


def test_what_a_name_stands_for_is_kept_saved_and_undone_as_one(tmp_path):
    session = hlorepl.Session()
    session.execute("%x = [[1.0, 2.0], [3.0, 4.0]]")
    count = len(session.state.ops)
    assert session.execute("%s = softmax(%x @ %x, axis = 0)[1]").error is None
    assert len(session.state.ops) > count + 5
    path = tmp_path / "program.mlir"
    assert session.execute(f":save {path}").error is None
    module = hlorepl.parse(path.read_text())
    assert hlorepl.verify(module) == []
    np.testing.assert_array_equal(hlorepl.compile(module)()[-1], session["s"])
    assert session.execute(":undo").error is None
    assert len(session.state.ops) == count
    assert "s" not in session


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sum(%x, axis = 2)", "there is no axis 2 in a tensor of rank 2"),
        ("sum(%x, axis = [0, 0])", "an axis is named twice"),
        ("sum(%x, 0.5)", "axis is a whole number, a list of them or None"),
        ("sum(%x, ax = 1)", "sum has no argument ax"),
        ("sum()", "sum needs x"),
        ("sum(%x, 0, True, 3)", "sum takes 3 arguments at most"),
        ("split(%x, 3)", "2 elements do not make 3 equal parts"),
        ("%x @ [1.0, 2.0, 3.0]", "do not fit"),
        ("relu(%x) + split([1, 2], 2)", "split gives 2 results; one is needed here"),
        ("tril([1.0])", "is no matrix"),
        ("squeeze(%x, 0)", "has size 2, not 1"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(text, message):
    session = hlorepl.Session()
    session.execute("%x = [[1.0, 2.0], [3.0, 4.0]]")
    error = session.execute(text).error
    assert error.code in ("syntax.familiar", "syntax.form")
    assert message in error.message
    assert error.span is not None


def test_in_a_region_the_ops_are_written():
    session = hlorepl.Session()
    text = "func.func @f(%a: tensor<2xf32>) -> tensor<f32> {\n  %0 = sum(%a)\n  return %0 : tensor<f32>\n}"
    error = session.execute(text).error
    assert error.help == ["?sum shows them"]
    assert session.execute("?sum").error is None
