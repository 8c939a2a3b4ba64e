"""Statements, cells and commands of a session, each interrupted at a random time: all of it holds, or nothing.

The interrupt comes at one of the interpreter's calls, which is where Python looks for signals, and can be repeated. What the session is
then must be what another one is, in which the same entry was not begun, or ended behind one of its statements.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from hostile.fuzzing import Case, main

import hlorepl

FUNCTION = """func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
RANDOM = "%s = stablehlo.constant dense<2> : tensor<1xi64>\n%r = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>"
#: The statements of entries.
ENTRIES = [
    ["%x = [1.0, 2.0]"],
    ["%y = tanh(%x)"],
    ["%x = %x + 1.0", "%y = %x * 2.0", "%z = %y"],
    [FUNCTION],
    ["%x = %x * 2.0", ":undo", "%x = %x - 1.0"],
    [":undo"],
    [":undo"],
    [":redo"],
    [":type %x"],
    [":save saved.mlir"],
    [":load start.mlir"],
    [":load start.npz"],
    [":load model.yaml"],
    [":load model.yaml"],
    [":mdf step"],
    [":mdf step 0.5"],
    [":mdf run 4 0.1"],
    [":mdf run 3", ":mdf take n.o t"],
    [":mdf set n.a 5", ":mdf step"],
    [":mdf record n.a"],
    [":mdf watch n.a"],
    [":mdf reset"],
    [":mdf run 5 rows.npz"],
    [":mdf sweep n.a=0:1:3"],
    [":load model.onnx"],
    [":onnx run x=%x"],
    [":seed 3"],
    RANDOM.split("\n"),
    RANDOM.split("\n"),
    [":backend numpy"],
    [":grid 1 1"],
    [":text"],
    ["?add"],
    ["%q = %x", "%v = %q + %y"],
    ["%x = 2.0", "%w = %nothing"],
]
FIRST = "%x = [1.0, 2.0]\n%y = [3.0, 4.0]\n%l = 0.0\n%h = 1.0"
MODEL = """m:
  format: ModECI MDF v0.4
  graphs:
    g:
      nodes:
        n:
          parameters: {a: {value: a + 1 + numpy.random.normal(), default_initial_value: 0}}
          output_ports: {o: {value: a}}
        k: {input_ports: {i: {}}, output_ports: {o: {value: i * 2}}}
      edges: {e: {sender: n, receiver: k, sender_port: o, receiver_port: i}}
      conditions: {node_specific: {k: {type: EveryNCalls, kwargs: {dependencies: n, n: 2}}}}
"""
ONNX = '<ir_version: 8, opset_import: ["": 18]> g (float[2] x) => (float[2] z) { y = Relu (x)\n z = Add (y, x) }'


@cache
def folder() -> Path:
    """Where statements read and write."""
    import onnx.parser

    found = Path(tempfile.mkdtemp(prefix="hostile-"))
    (found / "start.mlir").write_text("func.func @g() { return }", encoding="utf-8")
    (found / "model.yaml").write_text(MODEL, encoding="utf-8")
    (found / "model.onnx").write_bytes(onnx.parser.parse_model(ONNX).SerializeToString())
    np.savez(found / "start.npz", x=np.array([5.0, 6.0], np.float32), y=np.array([7.0, 8.0], np.float32))
    return found


def contents(session: hlorepl.Session) -> Any:
    """All that a session knows, by what it is worth."""
    found = []
    for state in (session.state, *session.history, *session.undone):
        values = {
            name: (str(bound.value.type), np.asarray(bound.array).tobytes()) for name, bound in state.names.items()
        }
        found.append((values, sorted(state.functions), [op.name for op in state.ops], [*state.log], state.grid))
    return (
        found,
        len(session.history),
        len(session.undone),
        model_of(session),
        drawn(session),
    )


def drawn(session: hlorepl.Session) -> str:
    """Where random numbers stand."""
    seed, streams, _ = session.draws.kept()
    return f"{seed} {[(op, state) for op, (_, state) in sorted(streams.items())]}"


def model_of(session: hlorepl.Session) -> Any:
    """All that is known of the model."""
    model: Any = session.models.get("mdf")
    if model is None:
        return sorted(session.models)
    runner, recorded = model.runner, model.recorded()
    rows = recorded and {
        f"{node}.{port}": np.asarray(values).tolist()
        for node, ports in recorded.items()
        for port, values in ports.items()
    }
    values = {name: np.asarray(runner.values[name], object).tolist() for name in runner.values}
    about = model.watched, model.dt, model.settings, model.inputs, runner.trials, runner.schedule
    counted = runner._schedule.counters.kept()
    _, streams, _ = runner.context.draws.kept()
    draws = (
        [state for _, (_, state) in sorted(streams.items())],
        [source.left for source in runner._state.meaning.sources],
    )
    return sorted(session.models), rows, values, repr(about), repr(counted), repr(draws)


def replayed(texts: list[str]) -> hlorepl.Session:
    """A session in which these entries have run."""
    session = hlorepl.Session()
    session.execute(FIRST)
    for text in texts:
        session.execute(text)
    return session


def interrupted(session: hlorepl.Session, text: str, at: int) -> bool:
    """Run a text, with an interrupt at the call of that number; whether it came."""
    seen = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal seen
        seen += event in ("call", "c_return")  # where Python itself would look for signals
        if seen == at:
            sys.setprofile(None)
            raise KeyboardInterrupt

    sys.setprofile(count)
    try:
        session.execute(text)
    except KeyboardInterrupt:
        return True
    finally:
        sys.setprofile(None)
    return False


def one(case: Case) -> None:
    """A session of six entries, each of which may be interrupted."""
    os.chdir(folder())
    session, kept = replayed([]), list[str]()
    world = sys.getrecursionlimit(), repr(np.geterr())
    for _ in range(6):
        statements = case.random.choice(ENTRIES)
        text = "\n".join(statements)
        at = int(10 ** case.random.uniform(0, 4.5))
        case.text = f"{case.text}{at}: {text}\n"
        came = interrupted(session, text, at)
        assert (sys.getrecursionlimit(), repr(np.geterr())) == world, "what is Python's is as it was"
        parts = [statements[:count] for count in range(len(statements) + 1)] if came else [statements]
        ways = [[*kept, "\n".join(part)] if part else kept for part in parts]
        found = contents(session)
        answers = [contents(replayed(way)) for way in ways]
        differ = [
            [number for number, (a, b) in enumerate(zip(found, answer, strict=True)) if a != b] for answer in answers
        ]
        assert [] in differ, f"neither before nor after: {text}: {came} {differ} {found} {answers}"
        kept = ways[differ.index([])]
    assert session.undo() == replayed(kept).undo()


if __name__ == "__main__":
    main(one)
