"""Several programs and one option that names where to write: each has a place of its own, or the command line is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hlorepl.__main__ import main
from hlorepl.batch.files import folders
from hlorepl.batch.options import OPTIONS, Option

PROGRAM = """func.func @main() -> tensor<f32> {
  %0 = stablehlo.constant dense<NUMBER> : tensor<f32>
  interpreter.probe %0, probe_id = "p" : tensor<f32>
  %1 = stablehlo.negate %0 : tensor<f32>
  return %1 : tensor<f32>
}
"""
#: For each option that names what is written: its words.
WRITING = {
    "--output": "out.npz",
    "--timeline": "line.json",
    "--record": "record.json",
    "--save-values": "values",
    "--probe-output-dir": "probes",
}
#: What the programs need to run, where the option tried is another one; the last one given counts.
PROBES = ["--probe-output-dir", "elsewhere"]
FILES = [option for option in OPTIONS if option.writes == "file" and "run" in option.verbs]
FOLDERS = [option for option in OPTIONS if option.writes == "folder" and "run" in option.verbs]
#: How several programs stand on the command line.
SEVERAL = {
    "files": ["a.mlir", "b.mlir"],
    "pieces": ["c.mlir", "--split-input-file"],
    "in two processes": ["a.mlir", "b.mlir", "-j", "2"],
}


@pytest.fixture(autouse=True)
def _programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    texts = [PROGRAM.replace("NUMBER", number) for number in ("1.0", "2.0")]
    for name, text in zip("ab", texts, strict=True):
        Path(f"{name}.mlir").write_text(text, encoding="utf-8")
    Path("c.mlir").write_text("// -----\n".join(texts), encoding="utf-8")


def test_every_option_that_writes_says_so() -> None:
    named = {
        option.flag for option in OPTIONS if option.settings.get("metavar") in ("FILE", "DIR") and "run" in option.verbs
    }
    assert {option.flag for option in (*FILES, *FOLDERS)} == named - {"--input"} == {*WRITING}


@pytest.mark.parametrize("how", SEVERAL)
@pytest.mark.parametrize("option", FILES, ids=lambda option: option.flag)
def test_one_file_for_several_programs_is_refused(option: Option, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", *SEVERAL[how], option.flag, WRITING[option.flag]]
    assert main(words) == 2
    _, err = capsys.readouterr()
    assert f"{option.flag} {WRITING[option.flag]}" in err
    assert "[command.output]" in err
    assert not Path(WRITING[option.flag]).exists()
    assert main([*words, "--json"]) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["diagnostics"][0]["code"] == "command.output"


@pytest.mark.parametrize("how", SEVERAL)
@pytest.mark.parametrize("option", FOLDERS, ids=lambda option: option.flag)
def test_of_several_programs_each_has_a_folder(option: Option, how: str) -> None:
    place = Path(WRITING[option.flag])
    assert main(["run", *SEVERAL[how], *PROBES, option.flag, str(place)]) == 0
    both = {"0", "1"} if how == "pieces" else {"a", "b"}
    assert {each.name for each in place.iterdir()} == both
    first, second = (
        sorted(each.relative_to(place / name) for each in (place / name).rglob("*")) for name in sorted(both)
    )
    assert first == second != []


@pytest.mark.parametrize("option", [*FILES, *FOLDERS], ids=lambda option: option.flag)
def test_one_program_writes_where_it_is_told(option: Option) -> None:
    place = Path(WRITING[option.flag])
    assert main(["run", "a.mlir", "--split-input-file", *PROBES, option.flag, str(place)]) == 0
    assert place.is_file() if option.writes == "file" else any(each.is_file() for each in place.iterdir())


def test_files_of_one_name_have_different_folders() -> None:
    assert folders(["x/a.mlir", "b.mlir"]) == {"x/a.mlir": "a", "b.mlir": "b"}
    assert folders(["a.mlir", "a.hlo", "-"]) == {"a.mlir": "a.mlir", "a.hlo": "a.hlo", "-": "stdin"}
    assert folders(["x/a.mlir", "y/A.mlir"]) == {"x/a.mlir": "0-a.mlir", "y/A.mlir": "1-A.mlir"}
    assert folders(["a.mlir", "a.mlir"]) == {"a.mlir": "a"}
