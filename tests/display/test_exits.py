"""Text of programs, models and files on its way to a terminal or a page: shown, never obeyed."""

import json
import subprocess
import sys
import unicodedata
import warnings
from html.parser import HTMLParser

import numpy as np
import pytest
from markdown_it import MarkdownIt
from matplotlib.text import Text as Drawn

import hlorepl
from hlorepl.display.errors import error_text
from hlorepl.display.markdown import page
from hlorepl.display.mime import bundle
from hlorepl.display.text import shown_text
from hlorepl.errors import HloError, Note
from hlorepl.mdf.graph_picture import draw_graph
from hlorepl.mdf.plotting import plot
from hlorepl.session.result import Shown, Text
from hlorepl.source import Source, visible

#: Every character that a terminal would obey, or that turns what is read around.
CONTROLS = [
    chr(number)
    for number in (
        *range(0x20),
        *range(0x7F, 0xA0),
        0x61C,
        0x200E,
        0x200F,
        *range(0x2028, 0x202F),
        *range(0x2066, 0x206A),
    )
    if chr(number) not in "\t\n"
]
TAG = "<img src='x' onerror='window.m=1'>"
NASTY = f"a\x1b]0;title\x07\r\x9b31m\u202eb{TAG}`*_[x](javascript:1)$y$&amp;"


def obeyed(text):
    """The characters of a text that are neither printed nor ends of lines."""
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") and c not in "\t\n"}


class Tags(HTMLParser):
    """The tags in a page."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append(tag)


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: f"U+{ord(control):04X}")
def test_every_control_is_spelled(control):
    assert obeyed(visible(f"a{control}b\tc\n")) == set()
    assert visible("a\tb\n") == "a\tb\n"
    assert visible("a\nb", one_line=True) == "a\\nb"


def test_reports_of_errors():
    span = Source(NASTY + "\n", f"{NASTY}\n.mlir").span(0, 3)
    error = HloError(f"{NASTY}\n", span, "name.undefined", [Note(NASTY, span)], [NASTY])
    for text in (str(error), error_text(error, colour=False)):
        assert obeyed(text) == set()
        assert len(text.splitlines()) == 7
    coloured = error_text(error, colour=True)
    assert obeyed(coloured.replace("\x1b[", "")) == set()


@pytest.mark.parametrize("kind", ["plain", "markdown", "code"])
def test_answers(kind):
    found = bundle(Text(NASTY, kind))
    assert all(obeyed(text) == set() for text in found.values())
    assert "img" not in Tags(found.get("text/html", "")).found
    assert "<img" not in found.get("text/markdown", "")


def test_names_of_values():
    shown = Shown(NASTY, "tensor<f32>", np.array(1, np.float32))
    assert obeyed(shown_text(shown)) == set()
    found = bundle(shown)
    assert obeyed(found["text/html"]) == set()
    assert "img" not in Tags(found["text/html"]).found


OUTSIDE = [
    f"{TAG} at the beginning",
    f"- {TAG}",
    f"**add**  {TAG}",
    f"**{TAG}**",
    f"text\n    {TAG}",
    f"\t{TAG}",
    f"1. {TAG}",
]
OUTSIDE += [
    f"    code\n    ```\n    {TAG}\n    ````\n\n{TAG}",
    f"```\n{TAG}",
    f"~~~\n{TAG}",
    f"a `{TAG}` b",
    f"`\n{TAG}",
    f"===\n{TAG}\n---",
]
OUTSIDE += [
    "%s : tensor<2x!quant.uniform<i8:f32, 0.5>>",
    "\\<b>",
    "&lt;b&gt;",
    "[a]: javascript:window.m=1\n[a]",
    "![a](x)",
    "<!--",
    "<![CDATA[",
]


@pytest.mark.parametrize("text", [*OUTSIDE, NASTY])
def test_markdown_is_shown_as_it_is_written(text):
    html = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(page(text))
    tags = Tags(html).found
    assert set(tags) <= {"p", "ul", "ol", "li", "strong", "code", "pre"}
    words = Words(html).found
    assert words == "".join(text.replace("**add**", "add").split()).removeprefix("-" if "- <" in text else "")


class Words(Tags):
    """The text of a page, without blanks."""

    def __init__(self, text):
        self.words = []
        super().__init__(text)
        self.found = "".join("".join(self.words).split())

    def handle_data(self, data):
        self.words.append(data)


PROGRAMS = {
    "a result's name": 'func.func @main() -> (tensor<i32> {jax.result_info = "r\\1b]0;x\\07\\C2\\9B\\E2\\80\\AE"}) {\n'
    "  %0 = stablehlo.constant dense<1> : tensor<i32>\n  return %0 : tensor<i32>\n}",
    "a target": 'func.func @main(%x: tensor<i32>) -> tensor<i32> {\n  %0 = stablehlo.custom_call @"a\\1b[31m\\0d"(%x) : '
    "(tensor<i32>) -> tensor<i32>\n  return %0 : tensor<i32>\n}",
    "a message": "func.func @main() {\n  %p = stablehlo.constant dense<false> : tensor<i1>\n  stablehlo.custom_call @shape_assertion(%p) "
    '{error_message = "b\\1b[2J\\E2\\80\\AE", has_side_effect = true} : (tensor<i1>) -> ()\n  return\n}',
    "a function": 'func.func @"f\\1b]0;x\\07"() { return }\nfunc.func @main() {\n  call @"g\\1b]0;x\\07"() : () -> ()\n  return\n}',
    "what is no op": "func.func @main() {\n  \x1b[31mfoo\u202e\n}",
    "a comment": "// \x1b]0;x\x07 \u202e\nfunc.func @main() { foo }",
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_programs_through_the_command_line(what, tmp_path):
    name = "n\x1b]0;y\x07\u202e\nx.mlir"
    (tmp_path / name).write_text(PROGRAMS[what], encoding="utf-8")
    for words in (("run", name, "-v"), ("run", "--json", name), ("check", name)):
        done = subprocess.run(
            [sys.executable, "-m", "hlorepl", *words], check=False, capture_output=True, cwd=tmp_path, timeout=50
        )
        for text in (done.stdout.decode(), done.stderr.decode()):
            assert obeyed(text) == set(), text
        if "--json" in words:
            assert json.loads(done.stdout)["file"] == name


def test_what_is_missing_is_named_as_it_is_seen(tmp_path):
    name = "missing\x1b[2J\u202e.mlir"
    for words in (
        ("run", name),
        ("fmt", name),
        ("check", "--explain", name),
        ("run", "--\x1b[2J", name),
        ("mdf", "export", name),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "hlorepl", *words], check=False, capture_output=True, cwd=tmp_path, timeout=50
        )
        assert done.returncode == 2
        assert obeyed(done.stderr.decode()) == set()


MODELS = {
    "m.yaml": 'doc: {graphs: {"g\\e[2J": {nodes: {"n\\e]0;x\\a<b>": {parameters: {a: {value: "nothing\\e[1m + 1"}}, output_ports: {"o\\e": {value: a}}}}}}}',
    "m.json": json.dumps(
        {"doc": {"graphs": {"g": {"nodes": {"n\x1b]0;x\x07": {"functions": {"f\x1b": {"function": "no\x1bsuch"}}}}}}}}
    ),
}


@pytest.mark.parametrize("name", MODELS)
def test_models(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(MODELS[name], encoding="utf-8")
    session = hlorepl.Session()
    for entry in (f":load {name}", ":mdf graph", ":mdf run", ":env"):
        result = session.execute(entry, "In[1]")
        for item in result.shown:
            assert all(obeyed(text) == set() for text in bundle(item).values())
        assert obeyed(str(result.error or "")) == set()


@pytest.mark.parametrize("name", ["$x^$", "a\\b$\\frac{$", "\x1b\u202e字", "_hidden", "<b>"])
def test_pictures_show_ids_as_they_are(name, tmp_path):
    node = {"parameters": {name: {"value": 1.0}}, "output_ports": {"o": {"value": 2.0}}}
    model = hlorepl.mdf.load({name: {"graphs": {name: {"nodes": {name: node}}}}})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = draw_graph(model, tmp_path / "graph.png")
        drawn = plot(hlorepl.mdf.evaluate(model, 3), tmp_path / "run.png")
    texts = [text.get_text() for each in (figure, drawn) for text in each.findobj(Drawn)]
    assert any(visible(name) in text for text in texts)
    assert (tmp_path / "run.png").stat().st_size > 1000
