"""``compare`` of ONNX models with each other, and of MDF models, by node."""

from __future__ import annotations

import json

import numpy as np
import onnx
import onnx.parser
import pytest

from hlorepl.__main__ import main

ONNX = """<ir_version: 8, opset_import: ["": 18]>
g (float[2,4] x, float[4,4] w) => (float[2,4] y) {
  [product] m = MatMul(x, w)
  [half] h = Constant<value_float = 0.5>()
  [scaled] s = Mul(m, h)
  [gelu] t = Tanh(s)
  [last] y = Sub(t, x)
}"""


def model(tmp_path, text, name="a.onnx"):
    path = tmp_path / name
    onnx.save(onnx.parser.parse_model(text), str(path))
    return str(path)


def run(capsys, *words):
    status = main(["compare", *words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_the_same_model_agrees(tmp_path, capsys):
    path = model(tmp_path, ONNX)
    status, found = run(capsys, path, path, "--random", "1")
    assert (status, found["status"], found["compare"]["first"]) == (0, "ok", None)
    status, found = run(capsys, path, "--against", "numpy", "--random", "1")
    assert (status, found["status"]) == (0, "ok")


CHANGED = {
    "half": ("value_float = 0.5", "value_float = 0.51", "scaled"),
    "gelu": ("Tanh(s)", "Erf(s)", "gelu"),
    "last": ("Sub(t, x)", "Sub(x, t)", "last"),
    "product": ("MatMul(x, w)", "Gemm<transB = 1>(x, w)", "product"),
}


@pytest.mark.parametrize(("old", "new", "node"), CHANGED.values(), ids=CHANGED)
def test_the_node_is_named(tmp_path, capsys, old, new, node):
    left, right = model(tmp_path, ONNX), model(tmp_path, ONNX.replace(old, new), "b.onnx")
    status, found = run(capsys, left, right, "--random", "1", "--all")
    assert (status, found["status"]) == (1, "differs")
    first = found["compare"]["first"]
    assert first["names"][0] in (node, "half")
    assert all(each["names"][0] in (node, "half") for each in found["compare"]["all"])


def test_a_fused_graph_is_what_it_was(tmp_path, capsys):
    """The scale has gone into the weights' product: tensors that both have are still paired."""
    fused = ONNX.replace("[product] m = MatMul(x, w)", "[product] s = Gemm<alpha = 0.5>(x, w)")
    fused = fused.replace("  [half] h = Constant<value_float = 0.5>()\n  [scaled] s = Mul(m, h)\n", "")
    status, found = run(capsys, model(tmp_path, ONNX), model(tmp_path, fused, "b.onnx"), "--random", "1")
    assert (status, found["status"]) == (0, "ok")
    assert {"side": "left", "name": "m"} in found["compare"]["unpaired"]


MDF = {
    "m": {
        "format": "ModECI MDF v0.4",
        "graphs": {
            "g": {
                "nodes": {
                    "a": {
                        "parameters": {"k": {"value": 3.0}, "s": {"value": "s + 1", "default_initial_value": 0}},
                        "functions": {
                            "f": {"function": "linear", "args": {"variable0": "s", "slope": "k", "intercept": 1}}
                        },
                        "output_ports": {"out": {"value": "f"}},
                    },
                    "b": {
                        "input_ports": {"i": {}},
                        "parameters": {"q": {"value": "i * i"}},
                        "output_ports": {"out": {"value": "q"}},
                    },
                },
                "edges": {"e": {"sender": "a", "receiver": "b", "sender_port": "out", "receiver_port": "i"}},
            }
        },
    }
}


def mdf(tmp_path, change, name):
    found = json.loads(json.dumps(MDF))
    change(found["m"]["graphs"]["g"]["nodes"])
    path = tmp_path / name
    path.write_text(json.dumps(found))
    return str(path)


def no_change(nodes):
    pass


def changed_function(nodes):
    nodes["a"]["functions"]["f"]["args"]["intercept"] = 1.5


def changed_expression(nodes):
    nodes["b"]["parameters"]["q"]["value"] = "i * i * i"


def test_mdf(tmp_path, capsys):
    left = mdf(tmp_path, no_change, "a.json")
    status, found = run(capsys, left, left, "--steps", "3")
    assert (status, found["status"], found["compare"]["first"]) == (0, "ok", None)
    assert {each["name"] for each in found["compare"]["results"]} == {"a.out", "b.out"}
    status, found = run(capsys, left, mdf(tmp_path, changed_function, "b.json"), "--steps", "3", "--all")
    assert (status, found["compare"]["first"]["names"]) == (1, ["a.f"])
    assert [each["names"] for each in found["compare"]["all"]] == [["a.f"]]
    status, found = run(capsys, left, mdf(tmp_path, changed_expression, "c.json"), "--steps", "3")
    assert (status, found["compare"]["first"]["names"]) == (1, ["b.q"])


def test_what_does_not_go_together(tmp_path, capsys):
    left, other = mdf(tmp_path, no_change, "a.json"), model(tmp_path, ONNX)
    for words in ([left], [left, other], [other, left, "--random", "1"], [other, "--against", "xla", "--random", "1"]):
        status, found = run(capsys, *words)
        assert (status, found["diagnostics"][0]["code"]) == (2, "command.option"), words


def test_values_of_a_model_are_its_arrays(tmp_path, capsys):
    path = model(tmp_path, ONNX)
    np.savez(tmp_path / "in.npz", x=np.ones((2, 4), np.float32), w=np.eye(4, dtype=np.float32))
    status, found = run(capsys, path, path, "--input", str(tmp_path / "in.npz"))
    assert (status, found["compare"]["results"][0]["differing"]) == (0, 0)
