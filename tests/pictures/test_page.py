"""Pages of programs and models: what is in them, that they need nothing else, and that a browser draws them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from batch.kinds_of_file import write_each

import hlorepl
from hlorepl.__main__ import main
from hlorepl.batch.options import MDF, ONNX, STABLEHLO

LOOP = """func.func private @shrink(%a: tensor<2xf32>) -> tensor<2xf32> {
  %l = stablehlo.log %a : tensor<2xf32> loc("model.py":7:0)
  return %l : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = func.call @shrink(%y) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %j, %z : tensor<i32>, tensor<2xf32>
  }
  %s = stablehlo.add %r#1, %r#1 : tensor<2xf32>
  return %s : tensor<2xf32>
}
"""
ARGUMENTS = "[dense<[0.5, 20.0]> : tensor<2xf32>]"


def data_in(page: Path) -> dict[str, Any]:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def nodes_in(data: dict[str, Any], group: str) -> dict[str, dict[str, Any]]:
    return {node.get("name") or node["op"]: node for node in data["groups"][group]["nodes"]}


def titled(data: dict[str, Any], title: str) -> str:
    return next(key for key, group in data["groups"].items() if group["title"] == title)


@pytest.fixture
def drawn(tmp_path: Path):
    """``drawn(text, options…)``: the data of the page of a program."""

    def draw(text: str, *options: str) -> dict[str, Any]:
        file, page = tmp_path / "a.mlir", tmp_path / "a.html"
        file.write_text(text)
        assert main(["graph", str(file), "-o", str(page), *options]) == 0
        return data_in(page)

    return draw


def test_every_op_and_the_type_of_every_edge(drawn):
    data = drawn(LOOP)
    assert not data["hasRun"]
    root = data["groups"][data["root"]]
    ops = [node["op"] for node in root["nodes"]]
    assert ops == ["argument", "constant", "constant", "constant", "stablehlo.while", "stablehlo.add", "func.return"]
    assert all(kind.startswith("tensor<") for _, _, kind in root["edges"])
    assert [4, 5, "tensor<2xf32>"] in root["edges"]


def test_loops_and_functions_are_inside_of_what_runs_them(drawn):
    data = drawn(LOOP)
    loop = nodes_in(data, data["root"])["%r#0, %r#1"]
    assert [title for title, _ in loop["inside"]] == ["condition", "body"]
    body = nodes_in(data, loop["inside"][1][1])
    assert body["%z"]["inside"] == [["@shrink", titled(data, "@shrink")]]
    assert body["%y"]["op"] == "argument"
    assert body["%one"]["op"] == "from outside"
    assert nodes_in(data, titled(data, "@shrink"))["%l"]["line"] == 2
    assert "model.py:7" in " ".join(nodes_in(data, titled(data, "@shrink"))["%l"]["details"])


def test_values_of_a_run_and_what_is_not_finite(drawn):
    data = drawn(LOOP, "--args", ARGUMENTS)
    made = nodes_in(data, titled(data, "@shrink"))["%l"]
    assert (made["bad"], made["maker"]) == ("nan", True)
    assert made["values"] == ["-0.6931472 to 2.9957323, 2 NaN in 3 runs"]
    last = nodes_in(data, data["root"])["%s"]
    assert last["bad"] == "nan"
    assert "maker" not in last
    assert nodes_in(data, data["root"])["%x"]["values"] == ["0.5 to 20.0"]
    assert "maker" not in nodes_in(data, data["root"])["%r#0, %r#1"]


def test_names_are_text_and_nothing_else(drawn, tmp_path):
    evil = "</script><script>alert(1)</script>"
    text = f'func.func @"{evil}"(%x: tensor<f32>) -> tensor<f32> {{\n  return %x : tensor<f32>\n}}\n'
    data = drawn(text)
    assert evil in data["title"]
    page = (tmp_path / "a.html").read_text()
    assert evil not in page
    assert page.count("<script") == 2


def test_a_page_needs_nothing_from_outside(drawn, tmp_path):
    drawn(LOOP)
    page = (tmp_path / "a.html").read_text()
    assert "default-src 'none'" in page
    assert not re.search(r"""(?:src|href)\s*=|url\((?!#)|@import|fetch\(|XMLHttp""", page)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, which nothing is fetched from


@pytest.mark.parametrize("kind", [STABLEHLO, MDF, ONNX])
def test_every_kind_of_program(tmp_path, kind):
    path, page = write_each(tmp_path)[kind], tmp_path / "x.html"
    assert main(["graph", str(path), "-o", str(page), *(["--random", "1"] if kind == ONNX else [])]) == 0
    data = data_in(page)
    makers = [node for group in data["groups"].values() for node in group["nodes"] if node.get("maker")]
    assert [node["bad"] for node in makers] == ["nan"] * (
        2 if kind == MDF else 1
    )  # of MDF the node, and the part in it


def test_edges_of_a_model_name_ports_and_types(tmp_path):
    model = """m:
  format: ModECI MDF v0.4
  graphs:
    g:
      nodes:
        a: {output_ports: {o: {value: 2.0}}}
        b: {input_ports: {i: {}}, output_ports: {o: {value: 2 * i}}}
      edges: {e: {sender: a, receiver: b, sender_port: o, receiver_port: i}}
"""
    (tmp_path / "m.yaml").write_text(model)
    assert main(["graph", str(tmp_path / "m.yaml"), "-o", str(tmp_path / "m.html")]) == 0
    group = data_in(tmp_path / "m.html")["groups"]["graph"]
    assert group["edges"] == [[0, 1, "o → i : tensor<f64>"]]
    assert group["nodes"][1]["values"] == ["o: 4.0"]


def test_exit_statuses(tmp_path, capsys: pytest.CaptureFixture[str]):
    file, page = tmp_path / "a.mlir", tmp_path / "a.html"
    file.write_text(LOOP)
    assert main(["graph", str(file)]) == 2
    assert main(["graph", str(tmp_path / "none.mlir"), "-o", str(page)]) == 2
    assert main(["graph", str(file), "-o", str(tmp_path / "no" / "a.html")]) == 2
    assert main(["graph", str(file), "-o", str(page), "--args", "[]"]) == 2
    assert main(["graph", str(file), "-o", str(page), "--entry", "none"]) == 1
    assert main(["graph", str(file), "-o", str(page), "--steps", "3"]) == 2
    assert not page.exists()
    file.write_text(LOOP.replace("stablehlo.add %r#1, %r#1", "stablehlo.add %r#1, %i"))
    assert main(["graph", str(file), "-o", str(page)]) == 1
    assert capsys.readouterr().err.count("error:") == 6  # a file that is not there is told without


def test_what_ran_before_a_failure_is_drawn(tmp_path):
    file, page = tmp_path / "a.mlir", tmp_path / "a.html"
    file.write_text("""func.func @main() -> tensor<f32> {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.negate %a : tensor<f32>
  %c = stablehlo.constant dense<false> : tensor<i1>
  %w = shape.const_witness false
  return %b : tensor<f32>
}""")
    assert main(["graph", str(file), "-o", str(page)]) == 1
    data = data_in(page)
    assert nodes_in(data, data["root"])["%b"]["values"] == ["-1.0"]


def test_the_session_draws_what_it_has(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    session = hlorepl.Session()
    session.execute(LOOP)
    assert "without values" in session.execute(":graph @main").text
    assert not data_in(Path("main.html"))["hasRun"]
    session.execute("%x = [0.5, 20.0]")
    for words in ("@main x.html", "@main(%x) x.html", "@main %x x.html", "@main([0.5, 20.0]) x.html"):
        result = session.execute(f":graph {words}")
        assert result.error is None, result.error
        assert data_in(Path("x.html"))["hasRun"]
        Path("x.html").unlink()
    files = write_each(tmp_path)
    for kind in (ONNX, MDF):
        result = session.execute(f":graph {files[kind]} y.html")
        assert result.error is None, result.error
        Path("y.html").unlink()
    assert session.execute(":graph mdf 2 y.html").error is None
    assert data_in(Path("y.html"))["hasRun"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no chromium to draw the page")
def test_a_browser_draws_it(drawn, tmp_path):
    lines = [f"  %v{k} = stablehlo.add %v{k - 1}, %v{max(0, k - 7)} : tensor<f32>" for k in range(1, 2001)]
    drawn("\n".join(["func.func @main(%v0: tensor<f32>) -> tensor<f32> {", *lines, "  return %v2000 : tensor<f32>\n}"]))
    # A browser reserves more addresses than a process that runs programs lets itself have.
    words = [
        "sh",
        "-c",
        'ulimit -S -v unlimited; exec chromium "$@"',
        "sh",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--dump-dom",
    ]
    found = subprocess.run(
        [*words, f"file://{tmp_path}/a.html"], capture_output=True, text=True, timeout=60, check=True
    )
    assert found.stdout.count('role="button"') == 2002
    assert found.stdout.count('class="edge"') == 4000
