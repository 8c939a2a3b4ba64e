"""Files to models and back: three formats, older layouts, and mistakes with their places."""

from __future__ import annotations

import contextlib
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hlorepl import mdf
from hlorepl.errors import HloError
from hlorepl.mdf.file_run import run_steps

FULL = {
    "m": {
        "format": "ModECI MDF v0.4",
        "generating_application": "by hand",
        "onnx_opset_version": "15",
        "metadata": {"a": [1, None]},
        "graphs": {
            "g": {
                "parameters": {"unused": 1},
                "nodes": {
                    "A": {
                        "input_ports": {
                            "i": {"shape": [2], "type": "float", "default_value": [1.0, 2.0], "reduce": "add"}
                        },
                        "functions": {
                            "f": {"function": "linear", "args": {"variable0": "i", "slope": 2, "intercept": 0}}
                        },
                        "parameters": {
                            "zero": {"value": 0},
                            "no": {"value": False},
                            "word": {"value": "yes"},
                            "small": {"value": 1e-10},
                            "x": {
                                "default_initial_value": 1,
                                "time_derivative": "-x",
                                "conditions": {"c": {"test": "x < 0", "value": 0}},
                            },
                        },
                        "output_ports": {"o": {"value": "f"}},
                    }
                },
                "edges": {
                    "e": {
                        "sender": "A",
                        "receiver": "A",
                        "sender_port": "o",
                        "receiver_port": "i",
                        "parameters": {"weight": [[1, 0], [0, 0.5]]},
                    }
                },
                "conditions": {
                    "node_specific": {
                        "A": {"type": "All", "kwargs": {"args": [{"type": "AtPass", "kwargs": {"n": 0}}]}}
                    },
                    "termination": {"environment_state_update": {"type": "Always"}},
                },
            }
        },
    }
}


def loads(tree: Any) -> mdf.Model:
    return mdf.loads(json.dumps(tree), "json")


@pytest.mark.parametrize("kind", ["json", "yaml", "bson"])
def test_saving_and_loading_loses_nothing(kind: str, tmp_path: Path):
    model = loads(FULL)
    file = tmp_path / f"model.{kind}"
    mdf.save(model, file)
    assert mdf.load(file) == model
    assert mdf.loads(mdf.saves(model, kind), kind) == model
    assert list(tmp_path.iterdir()) == [file]


def test_the_tree_is_as_it_was():
    assert json.loads(mdf.saves(loads(FULL))) == FULL


def test_objects():
    model = loads(FULL)
    parameter = model.graphs["g"].nodes["A"].parameters["x"]
    assert (parameter.default_initial_value, parameter.time_derivative) == (1, "-x")
    assert parameter.conditions["c"].test == "x < 0"
    assert model.graphs["g"].edges["e"].parameters == {"weight": [[1, 0], [0, 0.5]]}
    condition = model.graphs["g"].conditions.node_specific["A"]  # type: ignore[union-attr]
    assert condition.kwargs["args"][0].type == "AtPass"


def test_a_model_made_in_python():
    node = mdf.Node(
        "A", parameters={"p": mdf.Parameter("p", value="p + 1")}, output_ports={"o": mdf.OutputPort("o", "p")}
    )
    model = mdf.Model("m", {"g": mdf.Graph("g", {"A": node})})
    assert mdf.Runner(model).trial() == {"A": {"o": 1}}
    assert loads(json.loads(mdf.saves(model))) == model


def test_unknown_keys_are_kept_with_a_warning():
    text = '{"m": {"graphs": {"g": {"nodes": {"A": {"colour": "red", "notes": "x"}}}}}}'
    with pytest.warns(mdf.MdfWarning, match=r"<text>:1:51: graphs\.g\.nodes\.A\.colour"):
        model = mdf.loads(text)
    assert model.graphs["g"].nodes["A"].extra == {"colour": "red", "notes": "x"}
    assert [warning.message.split(":")[0] for warning in model.warnings] == ["graphs.g.nodes.A.colour"]
    assert "colour" in str(mdf.saves(model))


class TestOlderLayouts:
    def test_lists_of_bodies_with_ids(self):
        body = {"id": "A", "parameters": [{"id": "p", "value": 2}], "output_ports": [{"id": "o", "value": "p"}]}
        model = loads({"id": "m", "graphs": [{"id": "g", "nodes": [body]}]})
        assert mdf.Runner(model).trial() == {"A": {"o": 2}}

    def test_bare_values_and_shapes_as_text(self):
        body = {"parameters": {"p": 0.5}, "input_ports": {"i": {"shape": "(2, 1)"}, "j": {"shape": "(3,)"}}}
        node = loads({"m": {"graphs": {"g": {"nodes": {"A": body}}}}}).graphs["g"].nodes["A"]
        assert node.parameters["p"].value == 0.5
        assert [port.shape for port in node.input_ports.values()] == [(2, 1), (3,)]

    def test_a_graph_inside_a_node_is_refused(self):
        with pytest.raises(HloError, match="a graph inside a node is not supported"):
            loads({"m": {"graphs": {"g": {"nodes": {"A": {"nodes": {}}}}}}})


class TestYaml:
    def test_yaml_1_1(self):
        text = """
        m:
          graphs:
            g:
              nodes:
                A:
                  parameters:
                    a: {value: 1e-10}
                    b: {value: 010}
                    c: {value: on}
                    d: {value: 'on'}
                    e: {value: 1.5e-3}
                    f: {value: ~}
                  output_ports:
                    o: {value: a*1e10}
        """
        model = mdf.loads(text, "yaml")
        values = [parameter.value for parameter in model.graphs["g"].nodes["A"].parameters.values()]
        assert values == ["1e-10", 8, True, "on", 0.0015, None]

    def test_anchors_and_merging(self):
        text = (
            "m: {graphs: {g: {nodes: {A: &a {parameters: {p: 1, q: 2}}, B: {<<: *a, output_ports: {o: {value: p}}}}}}}"
        )
        nodes = mdf.loads(text, "yaml").graphs["g"].nodes
        assert nodes["B"].parameters == nodes["A"].parameters

    @pytest.mark.parametrize(
        ("text", "code", "line"),
        [
            ("a: 1\nb: 2\na: 3", "name.duplicate", 3),
            ("a: &x [1]\nb: *y", "name.unknown", 2),
            ("a: !!python/object/apply:os.system ['true']", "syntax.yaml", 1),
            ("a: !thing 1", "syntax.yaml", 1),
            ("a: [1,\n  b: }", "syntax.yaml", 2),
            ("a: 1\n---\nb: 2", "syntax.yaml", 2),
            ("? [1]\n: 2", "type.key", 1),
            ("a: \x01", "syntax.yaml", 1),
        ],
    )
    def test_what_is_refused(self, text: str, code: str, line: int):
        with pytest.raises(HloError) as caught:
            mdf.loads(text, "yaml")
        assert caught.value.code == code
        assert caught.value.span is not None
        assert caught.value.span.line == line

    def test_aliases_that_stand_for_too_much(self):
        rows = [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}' if k else 'x'] * 10)}]" for k in range(9)]
        with pytest.raises(HloError, match="aliases stand for more than") as caught:
            mdf.loads("\n".join(rows), "yaml")
        assert caught.value.code == "limit.size"


class TestMistakes:
    def test_all_at_once_with_their_places(self):
        text = """{"m": {"graphs": {"g": {
            "nodes": {"A": {"parameters": {"slope": {"value": 1, "args": 5}}},
                      "B": [1]},
            "edges": {"e": {"sender": "A"}}
        }}}}"""
        with pytest.raises(HloError) as caught:
            mdf.loads(text, name="model.json")
        error = caught.value
        assert error.message.startswith("graphs.g.nodes.A.parameters.slope.args: this must be a mapping")
        assert error.span is not None
        assert (error.span.line, error.span.column) == (2, 74)
        places = [(note.message.split(":")[0], note.span.line if note.span else 0) for note in error.notes]
        assert places[0] == ("graphs.g.nodes.B", 3)
        assert ("graphs.g.edges.e", 4) in places

    @pytest.mark.parametrize(
        ("text", "line", "column"),
        [('{"m": [1,\n 2', 2, 3), ('{"a": 1,\n "b": 2,\n "a": 3}', 3, 2), ("", 1, 1), ("[1]", 1, 1), ("{}", 1, 1)],
    )
    def test_places_in_json(self, text: str, line: int, column: int):
        with pytest.raises(HloError) as caught:
            mdf.loads(text, "json")
        assert caught.value.span is not None
        assert (caught.value.span.line, caught.value.span.column) == (line, column)

    def test_files_that_cannot_be_read(self, tmp_path: Path):
        with pytest.raises(HloError, match=r"none\.json: No such file"):
            mdf.load(tmp_path / "none.json")
        (tmp_path / "bytes.json").write_bytes(b'{"\xff": 1}')
        with pytest.raises(HloError, match="not UTF-8"):
            mdf.load(tmp_path / "bytes.json")
        (tmp_path / "bad.bson").write_bytes(b"\x05\x00\x00\x00\x01")
        with pytest.raises(HloError, match="not a BSON document"):
            mdf.load(tmp_path / "bad.bson")

    def test_content_tells_the_format_of_other_names(self, tmp_path: Path):
        model = loads(FULL)
        for kind in ("json", "yaml", "bson"):
            data = mdf.saves(model, kind)
            (tmp_path / "model.txt").write_bytes(data if isinstance(data, bytes) else data.encode())
            assert mdf.load(tmp_path / "model.txt") == model


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """The full model with anything in place of one of its parts."""
    tree: Any = json.loads(json.dumps(FULL))
    part, path = tree, []
    while isinstance(part, dict | list) and part and (not path or draw(st.booleans()) or len(path) < 2):
        key = draw(st.sampled_from(sorted(part) if isinstance(part, dict) else list(range(len(part)))))
        path.append((part, key))
        part = part[key]
    owner, key = path[-1]
    owner[key] = draw(JSON)
    return tree


@given(damaged(), st.sampled_from(["json", "yaml"]))
@settings(max_examples=150, deadline=None)
def test_wrong_types_anywhere_are_reported(tree: Any, kind: str):
    """Loading and running end well or with an HloError, whatever stands where."""
    text = json.dumps(tree)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(HloError):
            model = mdf.loads(text, kind)
            runner = mdf.Runner(model)
            for _ in range(3):
                runner.trial(0.1)


def test_ids_that_yaml_takes_for_something_else():
    text = """
    m: {graphs: {g: {
      nodes: {
        on: {parameters: {a: {value: 1, conditions: [{id: on, test: a > 0, value: 3}]}}, output_ports: {yes: {value: a}}},
        010: {input_ports: {1: {}}, output_ports: {o: {value: "2"}}}},
      edges: [{id: off, sender: on, sender_port: yes, receiver: 010, receiver_port: 1}]}}}
    """
    model = mdf.loads(text, "yaml")
    assert list(model.graphs["g"].edges) == ["off"]
    runner = mdf.Runner(model)
    runner.trial()
    assert runner.values["010.1"] == 3


def test_a_part_in_a_list_is_found_in_the_file():
    text = '{"m": {"graphs": [{"id": "g", "nodes": [{"id": "A", "output_ports": [{"id": "o", "value": "zz"}]}]}]}}'
    with pytest.raises(HloError) as caught:
        mdf.Runner(mdf.loads(text, "json"))
    span = caught.value.span
    assert span is not None
    assert text[span.start : span.end] == '"zz"'


# --- models that are built in Python -------------------------------------------------------------------------------

TREE = {"m": {"graphs": {"g": {"nodes": {"A": {
    "parameters": {"k": {"value": np.array([1.0, 2.0])}, "x": {"value": "k * i"}},
    "input_ports": {"i": {"shape": (2,), "default_value": np.float64(3)}},
    "output_ports": {"o": {"value": "x"}},
}}}}}}  # fmt: skip

DOORS: dict[str, Any] = {
    "load": mdf.load,
    "Runner": mdf.Runner,
    "evaluate": mdf.evaluate,
    "simulate": lambda made: mdf.simulate(made, 2),
    "sweep": lambda made: mdf.sweep(made, {"A.k": [1, 2]}),
    "ensemble": lambda made: mdf.ensemble(made, 2, {}),
    "run_steps": lambda made: list(run_steps(made, 2)),
    "graph_text": mdf.graph_text,
    "to_stablehlo": mdf.to_stablehlo,
    "saves": mdf.saves,
}


@pytest.mark.parametrize("door", DOORS)
def test_a_mapping_is_a_model_at_every_door(door: str):
    DOORS[door](TREE)


def test_a_mapping_is_what_its_file_is():
    assert mdf.evaluate(TREE)["A"]["o"].tolist() == [[3.0, 6.0]]  # type: ignore[arg-type]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "thing", [None, 3, [], object(), {}, {"m": 3}, {"m": {"graphs": {"g": {"nodes": {"A": object()}}}}}]
)
def test_what_is_no_model_is_refused_at_every_door(door: str, thing: Any):
    with pytest.raises(HloError) as caught:
        DOORS[door](thing)
    assert "0x" not in caught.value.message


def test_a_mapping_without_end():
    tree: dict[str, Any] = {}
    tree["m"] = tree
    with pytest.raises(HloError):
        mdf.load(tree)


@pytest.mark.peers
@pytest.mark.parametrize("door", DOORS)
def test_a_model_of_modeci_mdf_is_one_at_every_door(door: str):
    reference = pytest.importorskip("modeci_mdf.mdf")
    node = reference.Node(id="A")
    node.parameters.append(reference.Parameter(id="k", value=2.0))
    node.output_ports.append(reference.OutputPort(id="o", value="k"))
    graph = reference.Graph(id="g", nodes=[node])
    DOORS[door](reference.Model(id="m", graphs=[graph]))


def test_a_file_is_read_for_places_once(monkeypatch: pytest.MonkeyPatch):
    from hlorepl.mdf import yaml_text

    text = "m:\n  format: ModECI MDF v0.4\n  graphs: {g: {nodes: {n: {parameters: {a: {value: 1}, b: {value: 2}}}}}}\n"
    document = mdf.loads(text, "yaml").document
    built: list[str] = []
    build = yaml_text._build
    monkeypatch.setattr(yaml_text, "_build", lambda source: (built.append(source.text), build(source))[1])
    path = ("graphs", "g", "nodes", "n", "parameters")
    columns = [document.span((*path, name)).column for name in ("a", "b", "a", "none")]
    assert columns == [44, 59, 44, 40]
    assert len(built) <= 1
