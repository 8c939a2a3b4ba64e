"""Files that are written as a whole, by every door that writes one."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import hlorepl
from hlorepl import mdf
from hlorepl.__main__ import main

MODEL = "m:\n  format: ModECI MDF v0.4\n  graphs: {g: {nodes: {n: {parameters: {a: {value: 1}}}}}}\n"
PROGRAM = "func.func @main() -> tensor<i32> {\n  %0 = stablehlo.constant dense<3> : tensor<i32>\n  return %0 : tensor<i32>\n}\n"


def run_output(path: Path) -> None:
    Path("p.mlir").write_text(PROGRAM)
    assert main(["run", "-q", "p.mlir", "--output", str(path)]) == 0


def mdf_export(path: Path) -> None:
    Path("m.yaml").write_text(MODEL)
    assert main(["mdf", "export", "m.yaml", "-o", str(path)]) == 0


def session_save(path: Path) -> None:
    assert hlorepl.Session().execute(f"%x = 3\n:save {path}").error is None


def mdf_save(path: Path) -> None:
    mdf.save(mdf.loads(MODEL, "yaml"), path)


DOORS: dict[str, tuple[Callable[[Path], None], str]] = {
    "run --output": (run_output, "o.mlir"),
    "mdf export": (mdf_export, "o.mlir"),
    ":save": (session_save, "o.mlir"),
    "mdf.save": (mdf_save, "o.json"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("door", DOORS)
def test_a_link_stays_a_link_and_a_mode_a_mode(door: str):
    write, name = DOORS[door]
    Path("there").write_text("old")
    Path("there").chmod(0o640)
    Path(name).symlink_to("there")
    write(Path(name))
    assert Path(name).is_symlink()
    assert len(Path("there").read_text()) > 10
    assert stat.S_IMODE(Path("there").stat().st_mode) == 0o640


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_file_is_written_into(door: str):
    write, name = DOORS[door]
    os.mkfifo(name)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(Path(name).read_text()), daemon=True)
    reader.start()
    write(Path(name))
    reader.join(10)
    assert len(read[0]) > 10
    assert stat.S_ISFIFO(Path(name).stat().st_mode)


def test_a_failed_write_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch):
    from hlorepl.whole_files import write_whole

    path = Path("o.txt")
    path.write_text("old")
    monkeypatch.setattr(Path, "chmod", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_whole(path, "new")
    assert [each.name for each in Path().iterdir()] == ["o.txt"]
    assert path.read_text() == "old"
