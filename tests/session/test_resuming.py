"""A session that was kept is taken up as it stood: values by content, statements by text, and nothing is run again."""

import io
import random
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl.session import running
from hlorepl.session.journal import HEADER, Journal
from hlorepl.session.resuming import Resumed, resume

SAMPLES = Path(__file__).parents[2] / "samples"
FUNCTION = (
    "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %r = add %a, %a  // twice\n  return %r : tensor<2xf32>\n}"
)
TWO = '"stablehlo.optimization_barrier"(%x, %y) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)'
RNG = '"stablehlo.rng"(%lo, %hi, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>'
SESSIONS: dict[str, list[str]] = {
    "values": ["%x = [1.0, 2.0]", "%x * 2.0", "%y = %_ + %x\n%z = tanh(%y)"],
    "names bound anew": ["%x = 1", "%y = %x + 1", "%x = 5\n%x = %x + 1\n%z = %x * %y"],
    "functions": [FUNCTION, "%x = [1.0, 2.0]", "%y = call @f(%x)", FUNCTION.replace("add", "multiply"), "%z = call @f(%x)"],
    "undo and redo": ["%x = 1", "%y = 2", "%z = 3", ":undo 2", ":redo", "%w = %y + 1", ":undo"],
    "an entry that goes back and on": ["%x = 1", "%y = 2", "%z = 3\n:undo\n%v = 4"],
    "errors": ["%x = 1", "%y = %nope", "%z = 3\n%w = %nope\n%q = 1", ":nope"],
    "several results": ["%x = 1\n%y = 2", f"%z:2 = {TWO}", TWO, "%_#1"],
    "commands": ["%x = 1\n%y = 2", ":del %x", ":seed 4", "%z = 3", ":reset", "%w = 4", ":memory 1G"],
    "a grid": [":grid 2 1", "%i = replica_id", "%j = %i + %i", "%k = 3"],
    "quiet": ["%x = 1;", "%x + 1;"],
    "types": ["%a = [1, 2] : i4\n%b = [1.5] : bf16\n%c = [true]\n%d = 1.0 : f8E4M3FN\n%e = [(1.0, 2.0)] : complex<f32>\n%f = [] : f32\n%g = nan"],
    "tokens and tuples": ["%t = after_all : !stablehlo.token", "%x = 1", "%u = tuple %x, %t : tuple<tensor<i32>, !stablehlo.token>"],
    "dynamic": ["%x = [1, 2, 3]", '%y = "stablehlo.real_dynamic_slice"(%s, %a, %b, %c) : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>'],
    "a call of a command": [FUNCTION, "%x = [1.0, 2.0]", ":run @f(%x)", "%y = %_ + %x"],
    "random numbers": ["%lo = 0.0\n%hi = 1.0\n%n = [3] : i64", f"%r = {RNG}", ":seed 3", f"%s = {RNG}"],
    "aliases": ['#map = affine_map<(d0) -> (d0)>\n%x = 1', "%y = %x + 1 loc(\"a\")"],
    "opened": [FUNCTION, "%x = [1.0, 2.0]", ":open @f(%x)", "%q = %r + 1.0"],
    "nothing": [":env", "?add"],
}  # fmt: skip


def kept(texts: list[str], limit: int = 1 << 28) -> tuple[hlorepl.Session, io.BytesIO]:
    session, file = hlorepl.Session(), io.BytesIO()
    file.write(HEADER)
    journal = Journal(file, limit)
    journal.begin(session)
    for number, text in enumerate(texts, 1):
        session.execute(text, f"In[{number}]")
        journal.record(session, f"In[{number}]", text)
    return session, file


def taken_up(file: io.BytesIO) -> tuple[hlorepl.Session, Resumed]:
    session = hlorepl.Session()
    file.seek(0)
    return session, resume(session, file)


def seen(session: hlorepl.Session) -> list[str]:
    return [
        *(session.execute(each).text for each in (":env", ":log")),
        *(session.execute(f":show %{n}").text for n in session.names),
    ]


def refuse(*_: object) -> None:
    pytest.fail("something was run again")


@pytest.mark.parametrize("what", SESSIONS)
def test_a_session_is_taken_up_as_it_stood(what, monkeypatch):
    session, file = kept(SESSIONS[what])
    with monkeypatch.context() as patch:
        patch.setattr(running, "run", refuse)
        patch.setattr(running, "run_on_grid", refuse)
        again, resumed = taken_up(file)
    assert resumed.lost == {}
    assert resumed.entries == len(SESSIONS[what])
    assert [*again.entries] == [*session.entries]
    assert seen(again) == seen(session)
    for text in ("%next = 7", "7"):
        assert again.execute(text).text == session.execute(text).text
    for _ in SESSIONS[what]:
        assert (again.execute(":undo").error is None) is (session.execute(":undo").error is None)
        assert seen(again) == seen(session)


@pytest.mark.parametrize("what", ["values", "functions", "names bound anew", "several results", "undo and redo"])
def test_what_is_saved_of_it_is_the_same(what):
    session, file = kept(SESSIONS[what])
    again, _ = taken_up(file)
    assert again.execute(":text").text == session.execute(":text").text


def test_random_numbers_go_on():
    session, file = kept(SESSIONS["random numbers"])
    again, _ = taken_up(file)
    assert again.execute(RNG).text == session.execute(RNG).text


@pytest.mark.parametrize(
    "name", ["fitzhugh_nagumo.yaml", "lca.yaml", "abc_conditions.json", "ddm.yaml", "izhikevich.yaml"]
)
def test_a_model_goes_on_from_where_it_stood(name):
    session, file = kept([f":load {SAMPLES / 'mdf' / name}", ":mdf run 7 0.1", ":mdf step"])
    again, resumed = taken_up(file)
    assert resumed.lost == {}
    for text in (":mdf graph", ":mdf step", ":mdf graph", ":undo 2", ":mdf graph", ":mdf step"):
        assert again.execute(text).text == session.execute(text).text


def test_what_was_set_of_a_model_stays():
    session, file = kept([f":load {SAMPLES / 'mdf' / 'fitzhugh_nagumo.yaml'}", ":mdf set FN.I 0.7", ":mdf run 3 0.1"])
    again, _ = taken_up(file)
    assert again.execute(":mdf run 5 0.1").text == session.execute(":mdf run 5 0.1").text


def test_a_model_that_has_changed_is_not_taken_up(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text((SAMPLES / "mdf" / "lca.yaml").read_text())
    _, file = kept([f":load {path}", "%x = 1"])
    path.write_text(path.read_text() + "\n# changed\n")
    again, resumed = taken_up(file)
    assert resumed.lost == {"m.yaml": "the file is gone, or has changed"}
    assert (again.names, again.models) == (["x"], {})


@pytest.mark.parametrize("suffix", [".mlir", ".hlo", ".npz"])
def test_what_files_brought_is_there_without_them(suffix, tmp_path):
    path = tmp_path / f"a{suffix}"
    if suffix == ".npz":
        np.savez(path, w=np.arange(6, dtype=np.float32).reshape(2, 3), v=np.array([1, 2]))
    elif suffix == ".mlir":
        path.write_text(f"module {{\n{FUNCTION.replace('add %a, %a', 'stablehlo.add %a, %a : tensor<2xf32>')}\n}}\n")
    else:
        path.write_text(f"{FUNCTION}\n%p = [1.0, 2.0]\n%q = call @f(%p)\n")
    session, file = kept(["%x = [1.0, 2.0]", f":load {path}", "%y = %x + 1.0"])
    path.unlink()
    again, resumed = taken_up(file)
    assert resumed.lost == {}
    assert again.execute(":env").text == session.execute(":env").text
    assert {name: again[name].tolist() for name in again.names} == {
        name: session[name].tolist() for name in session.names
    }
    if suffix != ".npz":
        assert again.execute("call @f(%x)").text == session.execute("call @f(%x)").text


def test_a_torn_file_gives_what_is_whole():
    _, file = kept(["%x = [1.0, 2.0]", "%y = 2", "%z = [3.0]"])
    data = file.getvalue()
    counts = set()
    for size in range(len(HEADER), len(data) + 1):
        again, resumed = taken_up(io.BytesIO(data[:size]))
        assert again.names == ["x", "y", "z"][: resumed.entries]
        assert resumed.end <= size
        counts.add(resumed.entries)
    assert counts == {0, 1, 2, 3}


@pytest.mark.parametrize(
    "data",
    [
        HEADER + b'{"arrays": [{"type": "i8", "shape": [1], "size": 1000000000000000}]}\n',
        b"",
        b"hello\n",
        HEADER[:-2],
        HEADER + b"{}\n",
        HEADER + b"nonsense\n\x00\xff",
    ],
)
def test_other_files_are_refused_or_hold_nothing(data):
    session = hlorepl.Session()
    if not data.startswith(HEADER):
        with pytest.raises(hlorepl.HloError) as caught:
            resume(session, io.BytesIO(data))
        assert caught.value.code == "run.input"
    else:
        assert resume(session, io.BytesIO(data)).entries == 0
    assert session.names == []


def test_the_file_is_bounded_and_large_arrays_are_told():
    texts = ["%x = [1.0, 2.0]", "%big = iota dim = 0 : tensor<200000xf32>", "%small = %x + 1.0"]
    session, file = kept(texts, limit=1 << 20)
    assert len(file.getvalue()) < 10_000
    again, resumed = taken_up(file)
    assert list(resumed.lost) == ["%big"]
    assert "too large" in resumed.text(again)
    assert again.names == ["x", "small"]
    assert again["small"].tolist() == session["small"].tolist()


def test_a_file_that_has_grown_is_written_anew():
    texts = [
        "%x = [1.0, 2.0]",
        FUNCTION,
        *(f"%b = iota dim = 0 : tensor<{20_000 + number}xf32>" for number in range(40)),
        "%y = call @f(%x)",
    ]
    session, file = kept(texts, limit=1 << 20)
    assert len(file.getvalue()) <= 1 << 20
    again, resumed = taken_up(file)
    assert resumed.lost == {}
    assert sorted(again.names) == sorted(session.names)
    assert {name: again[name].tolist() for name in again.names} == {
        name: session[name].tolist() for name in session.names
    }
    assert again.execute("call @f(%x)").text == session.execute("call @f(%x)").text
    assert [each.text for each in again.entries] == [each.text for each in session.entries][: len(again.entries)]


def test_elements_of_every_type_come_back():
    session, file = kept([])
    journal = Journal(file, 1 << 28)
    journal.begin(session)
    from hlorepl.ir.types import ELEMENTS

    for name, of in ELEMENTS.items():
        if name not in ("index", "tf32"):
            session.bind(name, np.ones((2, 3)).astype(of.dtype))
    journal.record(session, "In[1]", ":load all")
    again, resumed = taken_up(file)
    assert resumed.lost == {}
    assert {name: str(again[name].dtype) for name in again.names} == {
        name: str(session[name].dtype) for name in session.names
    }
    assert again["bf16"].dtype == ml_dtypes.bfloat16


def test_a_file_that_somebody_changed_costs_nothing_else():
    _, file = kept([*SESSIONS["values"], *SESSIONS["functions"], ":seed 3"])
    data, draws = file.getvalue(), random.Random(5)
    for _ in range(60):
        changed = bytearray(data)
        for _ in range(draws.randint(1, 6)):
            changed[draws.randrange(len(HEADER), len(data))] = draws.choice(b'0129{}[]",:xn\n\xff')
        session, resumed = taken_up(io.BytesIO(bytes(changed)))
        assert resumed.entries <= 9
        assert session.execute("%after = 1").error is None


def test_an_interrupt_while_it_is_taken_up_passes_through(monkeypatch):
    _, file = kept(["%x = 1", "%y = 2"])

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(hlorepl.Session, "bind_results", interrupt)
    with pytest.raises(KeyboardInterrupt):
        taken_up(file)
