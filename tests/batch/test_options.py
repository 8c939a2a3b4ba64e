"""Each option of the command line with each kind of file, as text and as JSON: it is obeyed, or it is refused by name."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from batch.kinds_of_file import GIVEN, write_each

from hlorepl.__main__ import main
from hlorepl.batch.options import EVERY, KIND_NAMES, MDF, ONNX, OPTIONS, SCRIPT, STABLEHLO, Option, options_of

#: For each option words that a program of each kind can be run with, and what kind of words they are.
WORDS = {
    "backend": ["--backend", "numpy"],
    "grid": ["--grid", "1x1"],
    "threads": ["--threads", "1"],
    "max_memory": ["--max-memory", "1000000"],
    "quiet": ["-q"],
    "verbose": ["-v"],
    "split_input_file": ["--split-input-file"],
    "json": ["--json"],
    "jobs": ["-j", "1"],
    "timeout": ["--timeout", "60"],
    "seed": ["--seed", "3"],
    "entry": ["--entry", "main"],
    "args": ["--args", "[]"],
    "input": ["--input", "in.npz"],
    "random": ["--random", "1"],
    "shape": ["--shape", "0=2", "--random", "1"],
    "print": ["--print", "full"],
    "output": ["--output", "out.npz"],
    "save_values": ["--save-values", "values"],
    "record": ["--record", "record.json"],
    "time": ["--time"],
    "profile": ["--profile"],
    "trace": ["--trace"],
    "nan": ["--nan"],
    "split": ["--split", "x=0", "--random", "1"],
    "timeline": ["--timeline", "t.json"],
    "stall": ["--stall", "5"],
    "probe_output_dir": ["--probe-output-dir", "probes"],
    "steps": ["--steps", "2"],
    "dt": ["--dt", "0.5"],
    "set": ["--set", "n.i=5"],
    "graph": ["--graph", "g"],
    "infer": ["--infer"],
    "plan": ["--plan"],
}
#: ``--kind`` says what the file is, ``--explain`` needs none; ``fmt`` lays out text only. ``--shape`` needs an argument.
APART = {"kind", "explain"}
#: What INTERFACE.md promises: the options that some kinds do not have.
PROMISED = {
    "--entry --args": {STABLEHLO},
    "--probe-output-dir --grid --timeline --stall": {STABLEHLO, SCRIPT},
    "--split": {STABLEHLO},
    "--shape": {STABLEHLO, ONNX},
    "--steps --dt --set --graph": {MDF},
    "--infer --plan": {STABLEHLO},
    "--stage --passes --reproducer": {STABLEHLO},
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    np.savez(tmp_path / "in.npz", np.float32([4, 5]))
    return write_each(tmp_path)


def test_the_table_is_what_was_promised():
    limited = {flag: kinds for flags, kinds in PROMISED.items() for flag in flags.split()}
    found = {option.flag: set(option.kinds) for option in OPTIONS if option.kinds != EVERY}
    assert found == limited


#: What INTERFACE.md promises for every kind of file.
FOR_ALL = (
    "--nan --trace --profile --time --save-values --max-memory --seed --print --output --json --input --random --threads "
    "--timeout --kind --split-input-file --jobs --quiet --verbose --backend"
)


def test_what_was_promised_for_every_kind_is_there():
    found = {option.flag for option in options_of("run") if option.kinds == EVERY}
    assert set(FOR_ALL.split()) <= found


def test_every_option_is_tried():
    tried = {option.dest for verb in ("run", "check") for option in options_of(verb)}
    assert tried - APART == set(WORDS)


def cases(verb: str) -> list:
    found = [option for option in options_of(verb) if option.dest not in APART]
    return [pytest.param(o, kind, id=f"{verb}-{o.flag}-{kind}") for o in found for kind in sorted(EVERY)]


def given(option: Option, kind: str) -> list[str]:
    """The words of an option, with what the file needs beside it."""
    words = WORDS[option.dest]
    needs = [] if {"--input", "--random"} & {*words} else GIVEN[kind]
    return [*words, *needs]


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize(("option", "kind"), cases("run"))
def test_run(files, option: Option, kind: str, as_json: bool, capsys: pytest.CaptureFixture[str]):
    if option.dest in ("shape", "split") and kind == STABLEHLO:
        files[kind].write_text("func.func @main(%x: tensor<?xf32>) {\n  return\n}\n")
    words = ["run", *given(option, kind), str(files[kind].name), *(["--json"] if as_json else [])]
    judge(words, option, kind, as_json, capsys)


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize(("option", "kind"), cases("check"))
def test_check(files, option: Option, kind: str, as_json: bool, capsys: pytest.CaptureFixture[str]):
    judge(["check", *WORDS[option.dest], str(files[kind].name), *(["--json"] * as_json)], option, kind, as_json, capsys)


def judge(words: list[str], option: Option, kind: str, as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(words)
    out, err = capsys.readouterr()
    if kind in option.kinds:
        said = err.splitlines()
        assert (status, len(said)) == (0, 1 if option.dest == "verbose" else 0)
        if as_json:
            assert json.loads(out)["status"] == "ok"
        return
    assert status == 2
    message = f"{option.flag} does not apply to {KIND_NAMES[kind]} ({words[-2] if as_json else words[-1]})"
    if as_json:
        report = json.loads(out)
        assert report["status"] == "error"
        assert [(d["code"], d["message"]) for d in report["diagnostics"]] == [("command.option", message)]
    else:
        assert err == f"error: {message} [command.option]\n"
        assert out == ""


def test_all_faults_are_said_and_nothing_is_run(files, capsys: pytest.CaptureFixture[str]):
    words = ["--grid", "1x1", "--entry", "f", "--output", "o.npz", "--save-values", "v"]
    assert main(["run", "a.mlir", "a.yaml", "a.onnx", *words]) == 2
    out, err = capsys.readouterr()
    assert [line.removeprefix("error: ").removesuffix(" [command.option]") for line in err.splitlines()] == [
        "--output o.npz: 3 files would all write this file [command.output]",
        "help: run them one by one, each with a file of its own",
        "--grid does not apply to MDF (a.yaml)",
        "--entry does not apply to MDF (a.yaml)",
        "--grid does not apply to ONNX (a.onnx)",
        "--entry does not apply to ONNX (a.onnx)",
    ]
    assert out == ""
    assert not Path("o.npz").exists()
    assert not Path("v").exists()


def test_a_text_is_refused_by_what_is_in_it(files, capsys: pytest.CaptureFixture[str]):
    Path("s.mlir").write_text(Path("a.hlo").read_text())
    assert main(["run", "s.mlir", "--entry", "main"]) == 2
    assert capsys.readouterr().err == "error: --entry does not apply to scripts (s.mlir) [command.option]\n"
    assert main(["run", "s.mlir", "--steps", "1"]) == 2
    assert "--steps does not apply to StableHLO (s.mlir)" in capsys.readouterr().err


def test_fmt_has_what_it_obeys(files, capsys: pytest.CaptureFixture[str]):
    found = {option.flag for option in options_of("fmt")}
    assert found == {"--kind", "--generic", "--canonical-names", "--check", "--in-place"}
    assert main(["fmt", "--json", "a.mlir"]) == 2


def test_more_is_said_of_each_file(files, capsys: pytest.CaptureFixture[str]):
    assert main(["run", "-v", "-q", "a.mlir", "a.yaml", "none.mlir"]) == 2
    out, err = capsys.readouterr()
    said = [line.rpartition(", ")[0] for line in err.splitlines() if line.endswith(" s")]
    assert (out, said) == ("", ["a.mlir: ok", "a.yaml: ok", "none.mlir: error"])


def test_defaults_are_not_given(files):
    assert main(["run", "a.yaml", "-q"]) == 0


def test_a_backend_applies_by_its_name(files, capsys: pytest.CaptureFixture[str]):
    assert main(["run", "a.yaml", "--backend", "cupy"]) == 2
    assert "--backend cupy does not apply to MDF (a.yaml) [command.option]" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["o.csv.zip", "o", "o.txt", "o.NPX", ".npz.d/o"])
@pytest.mark.parametrize("kind", sorted(EVERY))
def test_another_extension_is_refused_before_anything_runs(files, name, kind, capsys: pytest.CaptureFixture[str]):
    assert main(["run", str(files[kind].name), *GIVEN[kind], "--output", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"error: --output {name}: ")
    assert "[command.output]" in err
    assert ".npz" in err


@pytest.mark.parametrize("kind", sorted(EVERY - {MDF}))
def test_pictures_are_of_mdf_runs(files, kind, capsys: pytest.CaptureFixture[str]):
    assert main(["run", str(files[kind].name), *GIVEN[kind], "--output", "o.png"]) == 2
    assert "--output o.png does not apply to" in capsys.readouterr().err


@pytest.mark.parametrize("dt", ["nan", "inf", "-inf", "x", ""])
def test_a_time_step_is_a_number(files, dt, capsys: pytest.CaptureFixture[str]):
    assert main(["run", "a.yaml", f"--dt={dt}"]) == 2
    assert f"{dt!r} is not a number" in capsys.readouterr().err
