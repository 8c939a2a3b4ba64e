"""Files that are written as a whole, by every door that writes one: full disks, ends at any moment, links, devices, pipes, modes."""

from __future__ import annotations

import ast
import json
import os
import signal
import stat
import sys
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from source_files import files

import hlorepl
from hlorepl import mdf
from hlorepl.__main__ import main
from hlorepl.whole_files import write_whole

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork, links, pipes and limits")
linux = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs names for open streams")

MODEL = """m:
  format: ModECI MDF v0.4
  graphs: {g: {nodes: {n: {parameters: {a: {value: a + 1, default_initial_value: 0}}, output_ports: {o: {value: a}}}}}}
"""
PROGRAM = "func.func @main() -> tensor<900xi32> {\n  %0 = stablehlo.iota dim = 0 : tensor<900xi32>\n  return %0 : tensor<900xi32>\n}\n"
PROBE = """func.func @main(%a: tensor<900xi32>) {
  %0 = interpreter.probe %a, probe_id = "p" : tensor<900xi32>
  return
}
"""


def command(*words: object) -> None:
    assert main([*map(str, words)]) == 0


def given(name: str, text: str) -> None:
    """An input, which is written once: it is not what is tested."""
    if not Path(name).exists():
        Path(name).write_text(text)


def run(*options: object) -> None:
    given("p.mlir", PROGRAM)
    command("run", "-q", "p.mlir", *options)


def fmt(path: Path) -> None:
    if not path.exists() or "  " not in path.read_text():
        path.write_text(PROGRAM.replace("  %0", "     %0") + "// more\n" * 100)
    command("fmt", "--in-place", path)


def model(*commands: str) -> None:
    given("m.yaml", MODEL)
    session("%nothing = 1", ":load m.yaml", ":mdf run 200", *commands)


def session(*entries: str) -> None:
    found = hlorepl.Session()
    for entry in entries:
        assert found.execute(entry).error is None, entry


def save_arrays(path: Path) -> None:
    found = hlorepl.Session()
    found.bind("x", np.arange(100_001 + (path.exists() or path.is_symlink()), dtype=np.int8))
    assert found.execute(f"%y = %x + %x\n:save {path}").error is None


def install_kernel(path: Path) -> None:
    from hlorepl_kernel.install import install

    assert install(path.parents[2], path.parent.name) == path.parent


@dataclass(frozen=True)
class Door:
    """What writes a file of some name; ``beside`` are the patterns of others that belong to it."""

    write: Callable[[Path], None]
    name: str
    beside: str = ""

    @property
    def path(self) -> Path:
        return Path(self.name)


DOORS = {
    "run --output .npy": Door(lambda path: run("--output", path), "o.npy"),
    "run --output .npz": Door(lambda path: run("--output", path), "o.npz"),
    "run --output .csv": Door(lambda path: run("--output", path), "o.csv"),
    "run --output .mlir": Door(lambda path: run("--output", path), "o.mlir"),
    "run --timeline": Door(lambda path: run("--timeline", path, "--grid", "2x1"), "o.json"),
    "fmt --in-place": Door(fmt, "o.mlir"),
    "mdf export": Door(lambda path: (given("m.yaml", MODEL), command("mdf", "export", "m.yaml", "-o", path))[1], "o.mlir"),
    ":save": Door(lambda path: session(f"%x = {[*range(500)]}", f":save {path}"), "o.mlir"),
    ":save with arrays": Door(save_arrays, "o.mlir", "o.*.npz"),
    ":mdf export": Door(lambda path: model(f":mdf export {path}"), "o.mlir"),
    ":mdf run FILE": Door(lambda path: model(f":mdf run 5000 {path}"), "o.npz"),
    "mdf.save": Door(lambda path: mdf.save(mdf.loads(MODEL, "yaml"), path), "o.json"),
    "kernel install": Door(install_kernel, "kernels/hlo/kernel.json"),
}  # fmt: skip
#: What numbers its files, and so never writes one anew.
FOLDERS = {
    "run --save-values": Door(lambda path: run("--save-values", path.parent), "v/000000_iota_0.npy"),
    "run --probe-output-dir": Door(lambda path: probe(path.parent), "v/p_1.npy", "v/index.csv"),
}
#: Drawing takes longer.
PICTURES = {
    ":mdf plot FILE": Door(lambda path: model(f":mdf plot n.o {path}"), "o.png"),
    ":mdf graph FILE": Door(lambda path: model(f":mdf graph {path}"), "o.png"),
}
ALL = [*DOORS, *(pytest.param(name, marks=pytest.mark.slow) for name in PICTURES)]
#: Those of which every moment is tried without waiting for long.
QUICK = ("run --output .npz", ":save", "fmt --in-place")
FEW = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in DOORS if name not in QUICK)]
EVERY = {**DOORS, **PICTURES}


def probe(folder: Path) -> None:
    given("q.mlir", PROBE)
    np.save("a.npy", np.arange(900, dtype=np.int32))
    command("run", "-q", "q.mlir", "--input", "a.npy", "--probe-output-dir", folder)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def child(work: Callable[[], Any]) -> int:
    """Do something in a process of its own; how that ended."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that other threads are not there
        process = os.fork()
    if process == 0:
        code = 1
        try:
            null = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(null, number)
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(process, 0)[1]


def contents(door: Door) -> Any:
    """What a file holds, and all that belongs to it, as it is read."""
    path = door.path
    if not path.exists():
        return None
    if door.name.endswith(".npz"):
        with np.load(path) as arrays:
            return {name: arrays[name].tolist() for name in arrays}
    if door.name.endswith(".npy"):
        return np.load(path).tolist()
    if door.name.endswith(".png"):
        assert path.read_bytes().endswith(b"IEND\xaeB`\x82")
        return path.stat().st_size
    text = path.read_text()
    if "timeline" in door.name or text.startswith('{"traceEvents'):
        return sorted(json.loads(text))
    if "hlorepl.arrays" in text:
        found = hlorepl.Session()
        assert found.execute(f":load {path}\n:run @main").error is None
        return text, {name: found[name].tolist() for name in found.names}
    return text


def other_files(door: Door) -> set[str]:
    every = {str(path) for path in Path().rglob("*") if path.is_file()}
    return every - {str(path) for path in Path().glob(door.beside or "nothing")}


def prepared(name: str) -> tuple[Door, Any, Any]:
    """The door, with what it writes where nothing is, which is there now, and what it writes over that."""
    door = EVERY[name]
    door.path.parent.mkdir(parents=True, exist_ok=True)
    door.write(door.path)
    old = contents(door)
    if name == "fmt --in-place":
        door.path.write_text(PROGRAM.replace("  %0", "     %0") + "// more\n" * 100)
        old = contents(door)
    kept = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    door.write(door.path)
    new = contents(door)
    for path in [*Path().rglob("*")]:
        if path.is_file() and path not in kept:
            path.unlink()
    for path, data in kept.items():
        path.write_bytes(data)
    assert contents(door) == old
    return door, old, new


@posix
@pytest.mark.parametrize("name", ALL)
def test_on_a_full_disk_the_old_file_stays(name: str):
    door, old, _ = prepared(name)
    size, others = len(door.path.read_bytes()), other_files(door)
    most = max(size, *(path.stat().st_size for path in Path().glob(door.beside or door.name)))

    def limited(limit: int) -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        door.write(door.path)

    for limit in (0, 1, most // 2, most - 1):
        if child(lambda limit=limit: limited(limit)) == 0:  # what is written changes its size from run to run
            assert limit > size // 2
            continue
        assert contents(door) == old
        assert other_files(door) == others


#: The calls by which files come and go.
MOMENTS = {
    "open",
    "write",
    "close",
    "link",
    "replace",
    "rename",
    "unlink",
    "fsync",
    "fchmod",
    "flush",
    "mkdir",
    "flock",
    "dup2",
}


def ended_at(moment: int) -> None:
    """Let this process end, by a signal that nothing can catch, at the call of that number, before it or behind it."""
    seen = 0

    def look(_frame: Any, event: str, called: Any) -> None:
        nonlocal seen
        if event in ("c_call", "c_return") and called.__name__ in MOMENTS:
            seen += 1
            if seen == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(look)


@posix
@pytest.mark.parametrize("name", FEW)
def test_ended_at_any_moment_it_leaves_the_old_file_or_the_new_one(name: str):
    door, old, new = prepared(name)
    others, found = other_files(door), []
    for moment in range(1, 400):
        status = child(lambda moment=moment: (ended_at(moment), door.write(door.path)))
        found.append(contents(door))
        assert found[-1] in (old, new), moment
        left = {each for each in other_files(door) - others if "/tmp" not in each and not each.startswith("tmp")}
        assert len(left) <= 1
        assert all(each.endswith(".hlorepl") for each in left)
        for each in left:
            Path(each).unlink()
        if status == 0:
            break
    assert status == 0
    assert found[-1] == new
    assert found.count(old) > 3


@posix
@pytest.mark.parametrize("name", ALL)
def test_a_link_stays_a_link_and_a_mode_a_mode(name: str):
    door = EVERY[name]
    door.path.parent.mkdir(parents=True, exist_ok=True)
    Path("there").mkdir()
    there = Path("there") / Path(door.name).name
    there.write_text(PROGRAM.replace("  ", "     "))
    there.chmod(0o640)
    door.path.symlink_to(there.resolve())
    before = there.read_bytes()
    door.write(door.path)
    assert door.path.is_symlink()
    assert there.read_bytes() != before
    assert stat.S_IMODE(there.stat().st_mode) == 0o640
    assert contents(door)


@posix
@pytest.mark.parametrize("name", [name for name in DOORS if name not in ("fmt --in-place", ":mdf run FILE")])
def test_what_is_no_file_is_written_into(name: str):
    door = DOORS[name]
    door.path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(door.path)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(door.path.read_bytes()), daemon=True)
    reader.start()
    if name == ":save with arrays":
        # A pipe has no "beside": the arrays are in the module.
        session_of_arrays = hlorepl.Session()
        session_of_arrays.bind("x", np.arange(100_001, dtype=np.int8))
        assert session_of_arrays.execute(f":save {door.path}").error is None
    else:
        door.write(door.path)
    reader.join(10)
    assert len(read[0]) > 10
    assert stat.S_ISFIFO(door.path.stat().st_mode)
    assert not [*Path().glob(door.beside or "nothing")]


@linux
@pytest.mark.parametrize("name", ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_devices_and_open_streams_stay_what_they_are(name: str):
    Path("link").symlink_to("/dev/null")
    null = os.lstat("/dev/null")

    def write() -> None:
        handle = os.open("out.txt", os.O_WRONLY | os.O_CREAT)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        os.write(1, b"before ")
        write_whole(Path(name), "text ")
        os.write(1, b"after")

    assert child(write) == 0
    found = Path("out.txt").read_text()
    assert found == ("before after" if name in ("/dev/null", "link") else "before text after")
    assert (os.lstat("/dev/null").st_mode, os.lstat("/dev/null").st_ino) == (null.st_mode, null.st_ino)
    assert Path("link").is_symlink()


def as_nobody(work: Callable[[], Any]) -> int:
    """Do something as a user that modes hold for."""

    def lowered() -> None:
        if os.getuid() == 0:
            os.setuid(65534)
        work()

    return child(lowered)


@posix
def test_what_may_not_be_written_stays():
    here = Path.cwd()
    for parent in (here, *here.parents[:3]):
        parent.chmod(0o755)  # others may look in
    for name, mode in (("folder", 0o555), ("open", 0o777)):
        (here / name).mkdir()
        (here / name / "file").write_text("old")
        (here / name / "file").chmod(0o666 if name == "folder" else 0o444)
        (here / name).chmod(mode)
        for what in ("file", "new"):
            if (name, what) != ("open", "new"):
                assert as_nobody(lambda where=here / name / what: write_whole(where, "new")) != 0
        assert (here / name / "file").read_text() == "old"
        assert [each.name for each in (here / name).iterdir()] == ["file"]
    assert as_nobody(lambda: write_whole(here / "open" / "new", "new")) == 0


@posix
def test_two_processes_that_save_the_same_leave_one_of_the_two():
    def save(value: int) -> None:
        found = hlorepl.Session()
        found.bind("x", np.full(100_001, value, np.int8))
        for turn in range(12):
            found.bind("x", np.full(100_001, (value + turn) % 3, np.int8))
            assert found.execute(":save o.mlir").error is None

    save(0)
    reading = hlorepl.Session()
    for pair in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            processes = [os.fork() for _ in range(1)]
        if processes[0] == 0:
            try:
                save(pair)
                os._exit(0)
            finally:
                os._exit(1)
        save(pair + 1)
        assert os.waitpid(processes[0], 0)[1] == 0
        assert reading.execute(":load o.mlir").error is None
        (value,) = set(reading["x"].tolist())
        assert value in (0, 1, 2)


def test_arrays_of_another_module_in_the_folder_stay():
    save_arrays(Path("o.mlir"))
    Path("copy.mlir").write_text(Path("o.mlir").read_text())
    session("%x = 1", ":save o.mlir")
    assert len([*Path().glob("o.*.npz")]) == 1
    session(":load copy.mlir", ":run @main")


@pytest.mark.parametrize("what", ["gone", "others", "a link", "elsewhere", "a folder"])
def test_only_the_arrays_that_were_saved_are_read(what: str):
    save_arrays(Path("o.mlir"))
    (arrays,) = Path().glob("o.*.npz")
    if what == "gone":
        arrays.unlink()
    elif what == "others":
        np.savez(arrays, x=np.zeros(100_001, np.int8))
    elif what == "a link":
        arrays.rename("moved.npz")
        arrays.symlink_to("moved.npz")
    elif what == "elsewhere":
        Path("sub").mkdir()
        Path("o.mlir").rename("sub/o.mlir")
        Path("sub/o.mlir").write_text(Path("sub/o.mlir").read_text().replace(arrays.name, f"../{arrays.name}"))
    else:
        arrays.unlink()
        arrays.mkdir()
    error = hlorepl.Session().execute(f":load {'sub/o.mlir' if what == 'elsewhere' else 'o.mlir'}").error
    assert error is not None
    assert error.code == "run.input"


def test_saving_changes_nothing_in_the_session():
    found = hlorepl.Session()
    found.bind("x", np.arange(100_001, dtype=np.int8))
    found.execute("%y = %x + %x\n%x = 2\n%z, %w = %y, %x")
    found.bind("x", np.arange(100_002, dtype=np.int8))

    def seen() -> Any:
        ops = list(found.state.ops)
        return [(id(op), [(id(value), value.name) for value in op.results], [*map(id, op.operands)]) for op in ops]

    before, names = seen(), {name: id(bound.value) for name, bound in found.state.names.items()}
    assert found.execute(":save o.mlir\n:text").error is None
    assert seen() == before
    assert {name: id(bound.value) for name, bound in found.state.names.items()} == names
    again = hlorepl.Session()
    assert again.execute(":load o.mlir\n:run @main").error is None
    assert main(["run", "-q", "o.mlir", "--output", "r.npz"]) == 0
    with np.load("r.npz") as results:
        assert {name: results[name].tolist() for name in results} == {
            name: found[name].tolist() for name in found.names
        }
    with np.load(next(Path().glob("o.*.npz"))) as arrays:
        assert sorted(arrays) == ["x", "x_1"]


@pytest.mark.slow
@posix
@pytest.mark.parametrize("door", FOLDERS.values(), ids=FOLDERS)
def test_files_of_a_folder_are_whole_or_not_there(door: Door):
    from shutil import rmtree

    door.write(door.path)
    wanted = contents(door)
    moment, status = 0, 1
    while status:
        rmtree("v")
        moment += 1
        status = child(lambda moment=moment: (ended_at(moment), door.write(door.path)))
        Path("v").mkdir(exist_ok=True)
        assert contents(door) in (None, wanted)
        if door.beside and (index := Path(door.beside)).exists():
            assert len(index.read_text().splitlines()[0].split(",")) == 3
        assert moment < 200


# --- who writes ----------------------------------------------------------------------------------------------------

#: What opens a file by itself, and why that is right.
WRITERS = {
    "hlorepl.__main__": "standard streams that were closed, and one that nobody reads",
    "hlorepl.backends.xla": "the compiler's own notes, in a temporary folder",
    "hlorepl.mdf.study": "columns in a temporary folder, which become one file",
    "hlorepl.prompt.autosave": "a session, entry by entry, in a file that only its prompt has",
    "hlorepl.prompt.programs": "a text that the user's editor is given, and gives back",
    "hlorepl.prompt.history": "entries at the end of a file that several prompts share",
    "hlorepl.reducing.command": "what a command is given, in a temporary folder",
    "hlorepl.reducing.worker": "a process that says nothing: its streams are the null device",
    "hlorepl.whole_files": "the one place",
}
CALLS = {
    "write_text",
    "write_bytes",
    "touch",
    "savez",
    "savez_compressed",
    "tofile",
    "NamedTemporaryFile",
    "mkstemp",
    "TemporaryDirectory",
}


def writes(node: ast.Call) -> bool:
    """Whether a call opens a file for writing, as far as its text says."""
    name = (
        node.func.attr
        if isinstance(node.func, ast.Attribute)
        else node.func.id
        if isinstance(node.func, ast.Name)
        else ""
    )
    owner = ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    words = [
        each.value for each in (*node.args, *(word.value for word in node.keywords)) if isinstance(each, ast.Constant)
    ]
    if name == "open":
        modes = [word for word in words if isinstance(word, str) and set(word) <= set("rwaxbt+")]
        is_written = any(set(mode) & set("wax+") for mode in modes)
        return (
            owner == "os"
            and "O_RDONLY" not in ast.unparse(node)
            or is_written
            and owner != "archive"
            or any(word.arg == "mode" for word in node.keywords)
        )
    if name == "ZipFile":
        return "w" in words and not isinstance(node.args[0], ast.Name)
    if owner in ("np", "numpy") and name == "save":
        return True
    return name in CALLS


def test_files_are_written_in_one_place():
    found: dict[str, list[int]] = {}
    for module, path in files().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and writes(node):
                found.setdefault(module, []).append(node.lineno)
    assert {module: lines for module, lines in found.items() if module not in WRITERS} == {}
    assert set(WRITERS) <= set(found)


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        *((text, True) for text in ('open(p, "w")', 'p.open("ab")', "p.write_text(t)", "os.open(p, flags)", 'np.save(p, a)', 'ZipFile(p / "a", "w")')),
        *((text, False) for text in ("open(p)", 'p.open("rb")', "os.open(p, os.O_RDONLY)", "ZipFile(file)")),
    ],
)  # fmt: skip
def test_the_scan_sees_what_it_looks_for(text: str, is_found: bool):
    (node,) = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    assert writes(node) == is_found
