"""The Pygments lexers: golden files, laws that hold for any text, and no more than linear time."""

import subprocess
import sys
from pathlib import Path

import pygments.lexers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Error, Name, String

from hlorepl.source import Source
from hlorepl.syntax.lexer import Lexer
from hlorepl_lexers import HloConsoleLexer, StableHLOLexer

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PROGRAMS = sorted([*(ROOT / "samples").rglob("*.mlir"), *(ROOT / "tests" / "programs" / "ops").rglob("*.mlir")])
LEXERS = {".hlo": StableHLOLexer, ".mlir": StableHLOLexer, ".console": HloConsoleLexer}
SNIPPETS = sorted(path for path in (HERE / "goldens").iterdir() if path.suffix in LEXERS)

# Pieces that real text is made of, put together in senseless ways.
PIECES = st.sampled_from(
    ["%x", "%0#1", "@f", '"a\\"b"', '"', ":load ", "?add", "tensor<", "4x?x", "f32", "0x1F", "1.5e-3", " ", "\n",
     "hlo> ", "... ", "//", "é"]
)  # fmt: skip


@pytest.mark.parametrize("path", SNIPPETS, ids=lambda path: path.name)
def test_tokens_are_as_the_golden_file_has_them(path, golden):
    text = path.read_text(encoding="utf-8")
    tokens = list(LEXERS[path.suffix]().get_tokens_unprocessed(text))
    assert not [value for _, kind, value in tokens if kind is Error]
    rows = [f"{value!r:40} {str(kind)[6:]}\n" for _, kind, value in tokens if value.strip(" ")]
    golden(Path(f"{path}.tokens"), "".join(rows))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_no_program_has_an_error_token(path):
    text = path.read_text(encoding="utf-8")
    tokens = list(StableHLOLexer().get_tokens_unprocessed(text))
    assert [text[max(0, at - 30) : at + 10] for at, kind, _ in tokens if kind is Error] == []
    assert "".join(value for _, _, value in tokens) == text


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_names_and_strings_are_cut_as_the_parser_cuts_them(path):
    text = path.read_text(encoding="utf-8")
    theirs = set()
    cursor = Lexer(Source(text))
    while cursor.kind != "eof":
        if cursor.kind in ("value", "symbol", "string"):
            theirs.add((cursor.start, cursor.end))
        cursor.advance()
    tokens = StableHLOLexer().get_tokens_unprocessed(text)
    strings = {
        (at, at + len(value))
        for at, kind, value in tokens
        if kind in (Name.Variable, Name.Function, String.Double) or (kind is Name.Builtin and value.startswith('"'))
    }
    assert strings == theirs


@pytest.mark.parametrize("lexer", [StableHLOLexer, HloConsoleLexer])
@given(st.lists(PIECES).map("".join) | st.text())
def test_tokens_join_back_to_the_input(lexer, text):
    at = 0
    for offset, _, value in lexer().get_tokens_unprocessed(text):
        assert offset == at
        assert value
        at += len(value)
        assert text[offset:at] == value
    assert at == len(text)


@pytest.mark.parametrize(
    "text",
    [
        '%c = stablehlo.constant dense<"0x' + "4A" * 75_000 + '"> : tensor<37500xf32>',
        '%c = stablehlo.constant dense<"0x' + "4A" * 75_000,
        "%c = stablehlo.constant dense<[" + "1.5, " * 60_000 + "2.0]> : tensor<60001xf32>",
        '"' + "\\a" * 75_000,
        "a." * 75_000,
        "[" * 100_000,
        "\n" * 100_000,
        " " * 100_000 + ":",
        "1" * 100_000 + "e",
        "A" * 100_000 + "=",
    ],
    ids=["hex", "open string", "numbers", "escapes", "dots", "brackets", "lines", "blanks", "digits", "capitals"],
)
def test_a_large_text_takes_linear_work(text):
    """A quadratic pattern would take minutes here, and run into the time limit of every test."""
    assert sum(len(value) for _, _, value in StableHLOLexer().get_tokens_unprocessed(text)) == len(text)


def test_the_lexers_are_found_by_name_file_and_mimetype():
    for alias in ("stablehlo", "hlo", "mlir"):
        assert isinstance(pygments.lexers.get_lexer_by_name(alias), StableHLOLexer)
    assert isinstance(pygments.lexers.get_lexer_by_name("hlo-console"), HloConsoleLexer)
    assert isinstance(pygments.lexers.get_lexer_for_filename("a.mlir"), StableHLOLexer)
    assert isinstance(pygments.lexers.get_lexer_for_filename("a.hlo"), StableHLOLexer)
    assert isinstance(pygments.lexers.get_lexer_for_mimetype("text/x-stablehlo"), StableHLOLexer)


def test_the_lexers_need_pygments_alone():
    code = "import sys, hlorepl_lexers; print([m for m in sys.modules if m.split('.')[0] in ('hlorepl', 'numpy')])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_the_matrix_product_is_an_operator_and_an_address_is_none():
    from pygments.token import Name, Operator

    found = StableHLOLexer().get_tokens("%a @ %b[..., None]\n%x@(1,0)\ncall @f(%a)\n")
    tokens = {text: kind for kind, text in found}
    assert tokens["@f"] is Name.Function
    kinds = [kind for kind, text in StableHLOLexer().get_tokens("%a @ %b") if text == "@"]
    assert kinds == [Operator.Word]
