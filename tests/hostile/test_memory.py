"""What a session may hold: values against the limit, history in bytes, entries one by one."""

import gc
import json
import re
import sys
import tracemalloc
from math import inf

import numpy as np
import onnx.parser
import pytest

import hlorepl
from hlorepl import memory
from hlorepl.__main__ import main
from hlorepl.mdf import thinning
from hlorepl.session import moments

MEGABYTE = 1 << 20
#: Entries that take a megabyte each, by their number: of values, of text, of what a file holds.
CELLS = {
    "op": lambda _: "%x = stablehlo.iota dim = 0 : tensor<262144xf32>",
    "an op of each process": lambda _: "%r = stablehlo.replica_id : tensor<ui32>\n%q = convert %r : (tensor<ui32>) -> tensor<f32>\n"
    "%x = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> tensor<131072xf32>\n%x = %x + 1.0",
    "a literal": lambda k: f'%x = stablehlo.constant dense<"0x{k:08X}{"00112233" * 65535}"> : tensor<65536xi32>',
    "a function": lambda k: f'func.func @f() -> tensor<65536xi32> {{\n%x = stablehlo.constant dense<"0x{k:08X}{"00112233" * 65535}"> : tensor<65536xi32>\n'
    "return %x : tensor<65536xi32>\n}\n%z = add 1, 2",
    "arrays": lambda _: ":load big.npy",
    "a program": lambda _: ":load big.mlir",
    "a trial": lambda _: ":mdf step",
    "a comment": lambda _: "%x = 1 //" + "x" * MEGABYTE,
    "a command": lambda _: ":load big.npy //" + "x" * MEGABYTE,
    "aliases": lambda k: f'#a = dense<"0x{k:08X}{"00112233" * 65535}"> : tensor<65536xi32>\n%x = stablehlo.constant #a',
}  # fmt: skip


def model(folder):
    parameter = {"value": "a + numpy.ones(131072)", "default_initial_value": 0}
    nodes = {"n": {"parameters": {"a": parameter}, "output_ports": {"o": {"value": "a"}}}}
    (folder / "m.json").write_text(json.dumps({"m": {"graphs": {"g": {"nodes": nodes}}}}))


@pytest.fixture
def little_history(tmp_path, monkeypatch):
    """Undo keeps four megabytes."""
    monkeypatch.setattr(moments, "_MOST_KEPT", 4 * MEGABYTE)
    monkeypatch.setattr(thinning, "MAX_KEPT", MEGABYTE // 4)
    monkeypatch.chdir(tmp_path)
    model(tmp_path)
    np.save("big.npy", np.arange(262144, dtype=np.float32))
    (tmp_path / "big.mlir").write_text("func.func @g() {\n return\n}\n// " + "x" * MEGABYTE)


#: Each takes some seconds; these two stand for the others.
SOME = ("a literal", "a trial")


@pytest.mark.parametrize(
    "what", [what if what in SOME else pytest.param(what, marks=pytest.mark.slow) for what in CELLS]
)
def test_an_entry_that_runs_over_and_over_takes_what_undo_may_keep_and_no_more(what, little_history):
    session = hlorepl.Session(grid=(2, 1) if "process" in what else (1, 1))
    session.execute(":load m.json\n%x = 1")
    tracemalloc.start()
    try:
        for number in range(25):
            assert session.execute(CELLS[what](number)).error is None
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # What is kept, what is there, and what is on its way.
    assert held < 10 * MEGABYTE
    assert 1 <= len(session.history) <= 6
    assert session.undo()
    assert session.redo()


@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("entry", ["%v{} = [1, 2]", "%x = [{}, 2]", ":env", "func.func @f{}() {{ return }}"])
def test_small_entries_take_as_much_each_however_many_there_are(count, entry):
    if count > 200 and entry == ":env":
        entry = ":seed 3"  # what is listed would be long, not what is kept
    session = hlorepl.Session()
    session.execute(entry.format(0))
    sizes = []
    tracemalloc.start()
    try:
        for number in range(2 * count):
            session.execute(entry.format(number))
            if number % count == count - 1:
                gc.collect()
                sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    first, second = sizes[0], sizes[1] - sizes[0]
    assert second < 1.5 * first + 20_000
    assert first / count < 20_000


ENTRIES = [
    "%x = [1.0, 2.0]",
    "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}",
    "%y = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32> // by the first",
    "%x = %x + 1.0",
    "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}",
    "%z = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>",
    "check.expect_eq_const %x, dense<[2.0, 3.0]> : tensor<2xf32>",
    "%x = %x * %y",
    "%w = [9, 9]",
    "%w = 3",
]


def test_what_is_forgotten_is_not_missed(tmp_path, monkeypatch):
    """A session that keeps no history saves what another one saves."""
    monkeypatch.chdir(tmp_path)
    texts = []
    for most in (1 << 30, 0):
        monkeypatch.setattr(moments, "_MOST_KEPT", most)
        session = hlorepl.Session()
        for entry in ENTRIES:
            assert session.execute(entry).error is None
        session.execute(":save s.mlir")
        texts.append((tmp_path / "s.mlir").read_text())
        assert len(session.history) == (len(ENTRIES) if most else 0)
        assert main(["run", "-q", "s.mlir"]) == 0
    assert texts[0] == texts[1]
    assert "@f_1" in texts[0]


# --- the limit -----------------------------------------------------------------------------------------------------


def refused(session, text):
    error = session.execute(text).error
    return error is not None and error.code == "limit.memory" and error.span is not None


def test_all_values_of_a_session_count_and_each_once():
    session = hlorepl.Session(max_memory=MEGABYTE)
    big = "%{} = stablehlo.iota dim = 0 : tensor<60000xf32>"
    for name in "abcd":
        assert session.execute(big.format(name)).error is None
    assert refused(session, big.format("e"))
    # What is there already takes nothing by another name.
    assert session.execute("%q = %a").error is None
    assert refused(session, "%e = %a + %b")
    assert session.execute("%a = 1\n%q = 1").error is None
    assert session.execute("%e = %b + %c").error is None
    assert session.execute(":memory 4M").error is None
    assert session.execute("%g = %b + %c").error is None
    assert "may hold 4,194,304" in session.execute(":memory").text
    assert session.execute(":memory none").error is None
    assert session.max_memory is None


def test_by_default_a_session_and_a_command_line_hold_what_the_machine_can():
    from hlorepl.batch.options import PROMPT, completed
    from hlorepl.cli import _parser, _prompt_parser

    most = memory.default_limit()
    assert memory.machine() // 2 < most < memory.machine()
    assert hlorepl.Session().max_memory == most
    assert hlorepl.Session(max_memory=inf).max_memory is None
    for verb, words, wanted in (
        ("run", ["a"], most),
        ("check", ["a"], most),
        ("run", ["a", "b", "c", "-j", "2"], most // 2),
        ("run", ["a", "--max-memory", "2k"], 2048),
        ("run", ["a", "--max-memory", "none"], None),
        (PROMPT, [], most),
    ):
        parser = _prompt_parser() if verb == PROMPT else _parser(verb)
        assert completed(parser.parse_args(words), verb).max_memory == wanted
    for wrong in (-1, float("nan"), "1", True):
        with pytest.raises(hlorepl.HloError):
            hlorepl.Session(max_memory=wrong)


@pytest.mark.parametrize(
    ("text", "size"),
    [("1", 1), ("512M", 512 << 20), ("2g", 2 << 30), ("3K", 3072), ("1T", 1 << 40), ("none", None), ("None", None)],
)
def test_sizes(text, size):
    assert memory.size_in(text) == size


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5G", "M", "1MB", "²", "0K", "1e9", "9" * 30, "inf"])
def test_what_is_no_size(text):
    with pytest.raises(ValueError, match="no number of bytes"):
        memory.size_in(text)


GROUPS = {
    "version 2": ("0::/a/b\n", {"a/memory.max": "4000\n", "a/b/memory.max": "max\n"}, 4000),
    "version 2, the inner one is smaller": ("0::/a/b\n", {"a/memory.max": "4000", "a/b/memory.max": "100"}, 100),
    "version 2, in a container": ("0::/\n", {"memory.max": "70"}, 70),
    "version 1": ("4:memory:/a/b\n1:cpu:/\n", {"memory/a/b/memory.limit_in_bytes": "300"}, 300),
    "version 1, in a container": ("4:cpu,memory:/host/path\n", {"memory/memory.limit_in_bytes": "200"}, 200),
    "both": ("4:memory:/a\n0::/a\n", {"memory/a/memory.limit_in_bytes": "30", "unified/a/memory.max": "20"}, 20),
    "from outside": ("0::/../../x\n", {"memory.max": "9"}, 9),
    "none": ("1:cpu:/\n", {}, sys.maxsize),
    "nonsense": ("\n::\nx\n0::/a\n", {"a/memory.max": "-1", "memory.max": ""}, sys.maxsize),
}


@pytest.mark.parametrize("name", GROUPS)
def test_control_groups(name, tmp_path):
    groups, files, wanted = GROUPS[name]
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    assert memory.confined(groups, str(tmp_path)) == wanted


def test_without_a_limit_a_program_may_hold_what_the_machine_allows(monkeypatch):
    text = """func.func @main(%a: tensor<1000xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.sort(%a) ({
        ^bb0(%l: tensor<f32>, %r: tensor<f32>):
          %c = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
      }) {dimension = 0 : i64} : (tensor<1000xf32>) -> tensor<1000xf32>
      %1 = stablehlo.cbrt %0 : tensor<1000xf32>
      %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
      return %2 : tensor<f32>
    }""".replace("stablehlo.sort(%a)", '"stablehlo.sort"(%a)')
    module = hlorepl.parse(text)
    monkeypatch.setattr(memory, "_machine", 100_000)
    assert hlorepl.compile(module)(np.ones(1000, np.float32))[0].shape == ()
    monkeypatch.setattr(memory, "_machine", 8_000)
    with pytest.raises(hlorepl.HloError, match=r"needs 4000 bytes beside the [0-9]+ held") as caught:
        hlorepl.compile(module)(np.ones(1000, np.float32))
    assert caught.value.code == "limit.memory"
    assert caught.value.span is not None


@pytest.mark.parametrize(
    "commands", [[":debug @f(%x)", ":continue"], [":nan @f(%x)"], [":run @f(%x)"], [":onnx run a=%x"]]
)
def test_what_a_session_holds_counts_beside_what_is_watched_or_stepped_through(commands, tmp_path):
    model = '<ir_version: 8, opset_import: ["": 18]> g (float[2] a) => (float[10000] z) { z = Tile (a, n) }'
    model = model.replace("(float[10000] z)", "(float[10000] z) <int64[1] n = {5000}>")
    (tmp_path / "m.onnx").write_bytes(onnx.parser.parse_model(model).SerializeToString())
    session = hlorepl.Session(max_memory=100_000)
    session.execute(f"%big = stablehlo.iota dim = 0 : tensor<22000xf32>\n%x = [1.0, 2.0]\n:load {tmp_path / 'm.onnx'}")
    session.execute("""func.func @f(%a: tensor<2xf32>) -> tensor<5000xf32> {
      %0 = stablehlo.iota dim = 0 : tensor<5000xf32>
      return %0 : tensor<5000xf32>
    }""")
    for command in commands:
        result = session.execute(command)
    said = result.text if result.error is None else str(result.error)
    assert re.search(r"needs [24]0000 bytes beside the 880[0-9]+ held", said)
