"""How graphs are compiled and run: scopes, functions, bodies from schemas, last uses, errors."""

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, parser

from hlorepl.errors import HloError
from hlorepl.onnx.loading import OnnxModel


def model(text: str, header: str = 'ir_version: 8, opset_import: ["" : 18]') -> OnnxModel:
    return OnnxModel(parser.parse_model(f"<{header}>\n{text}"))


def f32(*values: Any) -> np.ndarray:
    return np.array(values, np.float32)


def test_values_by_name_and_position_and_every_intermediate_one() -> None:
    sample = model("agraph (float[2] x, float[2] y) => (float[2] z) { s = Add(x, y)  z = Mul(s, y) }")
    assert list(sample.inputs) == ["x", "y"]
    assert str(sample.inputs["x"]) == "float[2]"
    by_name = sample.run({"y": f32(3, 4), "x": f32(1, 2)}, keep=["s"])
    assert {name: value.tolist() for name, value in by_name.items()} == {"z": [12, 24], "s": [4, 6]}
    assert sample.run([f32(1, 2), f32(3, 4)])["z"].tolist() == [12, 24]
    assert list(sample.run([f32(1, 2), f32(3, 4)], keep=True)) == ["z", "s"]


def test_results_share_no_memory_with_inputs_constants_or_each_other() -> None:
    sample = model(
        "agraph (float[2] x) => (float[2] a, float[2] b, float[2] c) <float[2] w = {1, 2}>"
        "{ a = Identity(x)  b = Identity(w)  c = Identity(w) }"
    )
    given = f32(5, 6)
    out = sample.run([given])
    for value in out.values():
        value += 1
    assert given.tolist() == [5, 6]
    assert [value.tolist() for value in sample.run([given]).values()] == [[5, 6], [1, 2], [1, 2]]


def test_an_initializer_is_the_default_of_an_input() -> None:
    sample = model("agraph (float[2] x, float[2] w) => (float[2] y) <float[2] w = {1, 2}> { y = Add(x, w) }")
    assert list(sample.optional) == ["w"]
    assert sample.initializers["w"].tolist() == [1, 2]
    assert sample.run([f32(1, 1)])["y"].tolist() == [2, 3]
    assert sample.run({"x": f32(1, 1), "w": f32(0, 0)})["y"].tolist() == [1, 1]


def test_graphs_inside_nodes_see_the_values_around_them() -> None:
    sample = model(
        """agraph (bool c, float[2] x) => (float[2] y) {
            outer = Neg(x)
            y = If(c) <
                then_branch = then () => (float[2] t) { t = Add(outer, x) },
                else_branch = orelse () => (float[2] e) {
                    e = If(c) <then_branch = a () => (float[2] p) { p = Identity(x) },
                               else_branch = b () => (float[2] q) { q = Mul(outer, outer) }>
                }
            >
        }"""
    )
    assert sample.run([np.array(True), f32(1, 2)])["y"].tolist() == [0, 0]
    assert sample.run([np.array(False), f32(1, 2)])["y"].tolist() == [1, 4]


def test_a_loop_of_no_turns_gives_what_it_was_given_and_empty_stacks() -> None:
    sample = model(
        """agraph (int64 m, float[2] x) => (float[2] last, float[n, 2] all) {
            last, all = Loop(m, , x) <body = body (int64 i, bool c, float[2] v) => (bool d, float[2] w, float[2] s) {
                d = Identity(c)  w = Add(v, v)  s = Identity(w)
            }>
        }"""
    )
    last, stacked = sample.run([np.array(3), f32(1, 2)]).values()
    assert (last.tolist(), stacked.tolist()) == ([8, 16], [[2, 4], [4, 8], [8, 16]])
    last, stacked = sample.run([np.array(0), f32(1, 2)]).values()
    assert (last.tolist(), stacked.shape, stacked.dtype) == ([1, 2], (0, 2), np.float32)


LOCAL = """
<opset_import: ["" : 18], domain: "local">
scaled <factor: float = 3.0> (x) => (y) {{
    f = Constant <value_float: float = @factor> ()
    y = {op}(x, f)
}}
"""


def test_functions_of_the_model_take_attributes_with_defaults() -> None:
    header = 'ir_version: 8, opset_import: ["" : 18, "local" : 1]'
    text = "agraph (float[2] x) => (float[2] a, float[2] b)"
    text += "{ a = local.scaled(x)  b = local.scaled <factor: float = 2.0> (x) }" + LOCAL.format(op="Mul")
    assert [v.tolist() for v in model(text, header).run([f32(1, 2)]).values()] == [[3, 6], [2, 4]]


def test_a_function_that_calls_itself_is_refused() -> None:
    header = 'ir_version: 8, opset_import: ["" : 18, "local" : 1]'
    text = "agraph (float[2] x) => (float[2] y) { y = local.loop(x) }"
    text += '<opset_import: ["local" : 1], domain: "local"> loop (x) => (y) { y = local.loop(x) }'
    with pytest.raises(HloError, match="calls itself") as caught:
        model(text, header)
    assert caught.value.code == "onnx.function"


def test_the_opset_of_a_model_decides() -> None:
    text = "agraph (float[2, 3] x) => (float[2, 3] y) { y = Softmax(x) }"
    x = np.ones((2, 3), np.float32)
    for version in (12, 13):
        np.testing.assert_allclose(
            model(text, f'ir_version: 7, opset_import: ["" : {version}]').run([x])["y"],
            np.full((2, 3), 1 / 3),
            rtol=1e-6,
        )
    x = np.ones((2, 1, 3), np.float32)
    text = text.replace("2, 3", "2, 1, 3")
    old = helper.make_node("Softmax", ["x"], ["y"], axis=0)
    for version, share in ((12, 1 / 6), (13, 1 / 2)):
        graph = helper.make_graph(
            [old],
            "g",
            [helper.make_tensor_value_info("x", 1, x.shape)],
            [helper.make_tensor_value_info("y", 1, x.shape)],
        )
        proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=7)
        np.testing.assert_allclose(OnnxModel(proto).run([x])["y"], np.full(x.shape, share), rtol=1e-6)


def test_a_failing_node_is_named_with_its_inputs() -> None:
    sample = model("agraph (float[a] x, float[b] y) => (float[c] z) { [sum] s = Add(x, y)  z = Neg(s) }")
    with pytest.raises(HloError) as caught:
        sample.run([f32(1, 2), f32(1, 2, 3)])
    assert "could not be broadcast" in caught.value.message
    assert [note.message for note in caught.value.notes] == ["in node 'sum', Add(x: float[2], y: float[3])"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("agraph (float[2] x) => (float[2] y) { y = Nothing(x) }", "no ONNX operator Nothing"),
        ("agraph (float[2] x) => (float[2] y) { y = Neg(z) }", "reads 'z', which nothing before it makes"),
        ("agraph (float[2] x) => (float[2] y) { z = Neg(x) }", "gives 'y', which nothing before it makes"),
        ("agraph (float[2] x) => (float[2] x) { x = Neg(x) }", "'x' is made twice"),
        ("agraph (float[2] x) => (float[2] y) { y = Neg <size = 3> (x) }", "no attribute 'size'"),
        ("agraph (float[2] x) => (float[2] y) { y = Concat(x) }", "needs the attribute 'axis'"),
        ("agraph (float[2] x) => (float[2] y) { y = Concat <axis = 1.5> (x) }", "'axis' of Concat is of type FLOAT"),
        ("agraph (float[2] x) => (float[2] y) { y = Add(x) }", "needs the input B"),
        ("agraph (float[2] x) => (float[2] y) { y = Neg(x, x) }", "takes at most 1 input, not 2"),
        ("agraph (float[2] x) => (float[2] y) { y = other.Neg(x) }", "no opset of the domain 'other'"),
    ],
)
def test_malformed_graphs(text: str, message: str) -> None:
    with pytest.raises(HloError, match=message):
        model(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("agraph (float[2] x, int64[2] i) => (float[2] y) { y = Add(x, i) }", r"B of Add is tensor\(int64\), A is"),
        ("agraph (float[2] x, int64[2] i) => (float[2] y) { y = Sin(i) }", r"input of Sin is tensor\(int64\)"),
        ("agraph (float[2] x, int64[2] i) => (float[2] y) { y = Gather(x, i) }", "index 7 is out of range"),
        ("agraph (float[2] x, int64[2] i) => (float[2] y) { y = Reshape(x, i) }", "has no shape|has 2 elements"),
    ],
)
def test_nodes_that_do_not_fit_their_inputs(text: str, message: str) -> None:
    sample = model(text)
    with pytest.raises(HloError, match=message):
        sample.run([f32(1, 2), np.array([7, 7])])


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([], "the input 'x' of type float"),
        ([f32(1), f32(1)], "takes 1 input, not 2"),
        ({"y": f32(1, 2)}, "no input 'y'"),
        ([f32(1, 2, 3)], r"declared as float\[2\]; float\[3\] was given"),
        ([np.array([1, 2])], r"int64\[2\] was given"),
    ],
)
def test_wrong_inputs(inputs: Any, message: str) -> None:
    sample = model("agraph (float[2] x) => (float[2] y) { y = Neg(x) }")
    with pytest.raises(HloError, match=message):
        sample.run(inputs)


def test_operators_without_a_function_run_by_their_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    from hlorepl.onnx import compile as graph

    monkeypatch.setattr(
        graph, "find", lambda name, opset, domain: None if name == "Mish" else find(name, opset, domain)
    )
    find = __import__("hlorepl.onnx.registry", fromlist=["find"]).find
    x = f32(-1, 0, 2)
    out = model("agraph (float[3] x) => (float[3] y) { y = Mish(x) }").run([x])["y"]
    np.testing.assert_allclose(out, x * np.tanh(np.log1p(np.exp(x))), rtol=1e-6)


def test_values_are_dropped_after_their_last_use() -> None:
    sample = model("agraph (float[2] x) => (float[2] z) { a = Neg(x)  b = Neg(a)  z = Neg(b) }")
    first, second, third = sample.plan.steps
    assert set(second.ins) <= set(second.frees)
    assert set(third.ins) <= set(third.frees)
    assert set(first.ins) <= set(first.frees)
    assert third.unused == ()


def test_sparse_initializers() -> None:
    values = helper.make_tensor("w", onnx.TensorProto.FLOAT, [2], [5, 7])
    indices = helper.make_tensor("i", onnx.TensorProto.INT64, [2, 2], [0, 1, 1, 2])
    graph = helper.make_graph(
        [helper.make_node("Neg", ["w"], ["y"])],
        "g",
        [],
        [helper.make_tensor_value_info("y", 1, [2, 3])],
        sparse_initializer=[helper.make_sparse_tensor(values, indices, [2, 3])],
    )
    assert OnnxModel(helper.make_model(graph)).run()["y"].tolist() == [[0, -5, 0], [0, 0, -7]]
