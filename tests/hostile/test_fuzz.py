"""Programs with pieces cut out, doubled, swapped and overwritten: nothing but ``HloError`` ever comes of them."""

import re
import signal
import threading
import warnings

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program_cases import programs

import hlorepl
from hlorepl.batch.inputs import random_value
from hlorepl.batch.report import diagnostic
from hlorepl.engine.arguments import given as converted
from hlorepl.engine.context import RunContext
from hlorepl.errors import HloError
from hlorepl.ir.core import Module
from hlorepl.source import Source
from hlorepl.syntax.parser import parse

#: Bytes that values may hold.
MEMORY = 1 << 28
TEXTS = [program.text for folder in ("ops", "errors") for program in programs(folder) if len(program.text) < 2000]
TOKEN = re.compile(r'[\w.$%@#!]+|"[^"\n]*"|\s+|.', re.DOTALL)
WORDS = [
    *(
        "0",
        "1",
        "-1",
        "2",
        "9223372036854775807",
        "18446744073709551616",
        "-9223372036854775808",
        "99999999999",
        "1e400",
    ),
    *(
        "0x7F",
        "nan",
        "true",
        "f32",
        "i1",
        "f64",
        "i64",
        "ui4",
        "bf16",
        "f8E4M3",
        "complex<f32>",
        "tuple<>",
        "unit",
        "loc",
    ),
    *("!quant.uniform<i8:f32, 1.0>", "!stablehlo.token", "tensor<f32>", "tensor<0xf32>", "tensor<?x2xf32>", "dense<>"),
    *(
        "array<i64: 1>",
        "[]",
        "{}",
        "()",
        "<",
        '"',
        '"x"',
        "\\",
        "\0",
        "\u202e",
        "é",
        "%",
        "@",
        "#",
        "!",
        "^bb0",
        "->",
        "?",
    ),
]
PROFILE = settings(
    derandomize=True, database=None, deadline=None, max_examples=150, suppress_health_check=list(HealthCheck)
)


class TooLong(BaseException):
    """A run that was going to last: a mutated loop may well have no end."""


def read(text: str) -> Module:
    """The module, once all its errors, if any, have been shown."""
    errors: list[HloError] = []
    parse(Source(text, "mutant.mlir"), errors)
    show(errors)
    return hlorepl.parse(text, "mutant.mlir")


def show(errors):
    for error in errors:
        assert str(error).startswith("mutant.mlir:")
        assert error.code
        assert diagnostic(error)["line"] >= 1


def check(text: str, run: bool = True) -> None:
    """Parse, verify, print, parse again and run; a printed program says the same."""
    try:
        module = read(text)
        problems = hlorepl.verify(module)
        show(problems)
        printed = hlorepl.print_module(module)
        hlorepl.print_module(module, generic=True)
    except HloError as error:
        show([error])
        return
    if problems:
        return
    assert hlorepl.print_module(hlorepl.parse(printed)) == printed
    if run:
        try:
            main = hlorepl.compile(module)
            arrays = [random_value(v.type, 0, k, None, v, MEMORY) for k, v in enumerate(main.function.arguments)]
            main.run(converted(main.function, arrays), RunContext(limit=MEMORY))
        except (HloError, TooLong):
            return


@pytest.fixture(autouse=True)
def confined():
    """No warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def in_time(seconds: float, function, *arguments) -> None:
    assert threading.current_thread() is threading.main_thread()

    def ring(*_):
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@PROFILE
@given(st.sampled_from(TEXTS), st.floats(0, 1))
def test_cut_off(text, where):
    check(text[: int(where * len(text))], run=False)


@PROFILE
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.floats(0, 0.999), st.characters()), min_size=1, max_size=4))
def test_characters_overwritten(text, changes):
    characters = list(text)
    for where, character in changes:
        characters[int(where * len(text))] = character
    in_time(5, check, "".join(characters))


changes = st.lists(
    st.tuples(st.floats(0, 0.999), st.sampled_from(["drop", "double", "word", "swap"]), st.floats(0, 0.999)),
    min_size=1,
    max_size=3,
)


@PROFILE
@given(st.sampled_from(TEXTS), changes)
def test_tokens_changed(text, changes):
    in_time(5, check, mutated(text, changes))


@pytest.mark.slow
@pytest.mark.timeout(600)
@settings(PROFILE, max_examples=2000)
@given(st.sampled_from(TEXTS), changes)
def test_tokens_changed_at_length(text, changes):
    in_time(5, check, mutated(text, changes))


def mutated(text: str, changes) -> str:
    tokens = TOKEN.findall(text)
    for where, how, what in changes:
        place, other = int(where * len(tokens)), int(what * len(tokens))
        tokens[place] = {
            "drop": "",
            "double": tokens[place] * 2,
            "word": WORDS[int(what * len(WORDS))],
            "swap": tokens[other],
        }[how]
    return "".join(tokens)


session_lines = st.lists(
    st.sampled_from(["%x", "%y", "1", "2.5", "true", "[1, 2]", "nan", "add", "tanh", "select", ":type", ":env", "?add"])
    | st.sampled_from(
        [" ", "\n", "=", " = ", "(", ")", "+", "-", "**", ",", ": i32", "<", ">>", "~", "[", "]", "%x@all"]
    )
    | st.text(max_size=2),
    max_size=14,
)


@PROFILE
@given(session_lines)
def test_what_is_typed(words):
    session = hlorepl.Session(max_memory=MEMORY)
    session.execute("%x = 1.5\n%y = [1, 2]")
    text = "".join(words)
    assert session.is_incomplete(text) in {True, False}
    result = session.execute(text, "In[1]")
    assert result.error is None or str(result.error).startswith("In[1]:")
    assert session["x"] is not None
