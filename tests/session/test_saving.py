"""What ``:load`` brings, ``:save`` writes: the module's own name, attributes and location, and each mesh as it stood."""

from pathlib import Path

import pytest
from doors.telling import told
from program_cases import programs

import hlorepl

ROOT = Path(__file__).resolve().parents[2]
ABOUT = """\
module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func @f() -> tensor<i32> {
    %c = stablehlo.constant dense<4> : tensor<i32>
    return %c : tensor<i32>
  }
} loc("model.py":1:2)
"""


def saved(folder: Path, *texts: str, session: hlorepl.Session | None = None) -> str:
    """What a session writes after some entries, without the comments in front."""
    session = session or hlorepl.Session()
    for text in (*texts, f":save {folder / 'saved.mlir'}"):
        result = session.execute(text)
        assert result.error is None, str(result.error)
    lines = (folder / "saved.mlir").read_text().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("//"))


def loaded(folder: Path, text: str) -> str:
    path = folder / "program.mlir"
    path.write_text(text)
    return f":load {path}"


def plain(text: str) -> str:
    return hlorepl.print_module(hlorepl.parse(text))


def comments(text: str) -> list[str]:
    return sorted(line.partition("//")[2] for line in text.splitlines() if "//" in line)


def check_it_is_saved_as_it_is(folder: Path, text: str) -> None:
    """None of its functions was run: the file means what it meant, comments and all."""
    saved(folder, loaded(folder, text))
    head, command, rest = (folder / "saved.mlir").read_text().split("\n", 2)
    assert (head, command) == ("// commands of the session:", f"// {loaded(folder, text)}")
    assert comments(rest) == comments(plain(text))
    assert without_comments(rest) == without_comments(plain(text))


@pytest.mark.parametrize("program", list(programs("ops"))[::10], ids=lambda program: program.id)
def test_a_program_that_was_only_loaded_is_saved_as_it_is(tmp_path, program):
    check_it_is_saved_as_it_is(tmp_path, program.text)


@pytest.mark.slow
def test_every_program_that_was_only_loaded_is_saved_as_it_is(tmp_path, good):
    check_it_is_saved_as_it_is(tmp_path, good.text)


def without_comments(text: str) -> list[str]:
    lines = [line.partition("//")[0].rstrip() for line in text.splitlines()]
    return [line for line in lines if line]


@pytest.mark.parametrize("path", sorted((ROOT / "samples").glob("**/*.mlir")), ids=lambda path: path.stem)
def test_a_sample_that_was_only_loaded_is_saved_as_it_is(tmp_path, path):
    text = path.read_text(encoding="utf-8")
    assert without_comments(saved(tmp_path, loaded(tmp_path, text))) == without_comments(plain(text))


@pytest.mark.parametrize("way", ["loaded", "typed", "loaded and run", "typed and run"])
def test_what_a_module_says_of_itself_is_kept(tmp_path, way):
    first = ABOUT if "typed" in way else loaded(tmp_path, ABOUT)
    text = saved(tmp_path, first, *([":run @f"] if "run" in way else []))
    module = hlorepl.parse(text)
    assert {key: str(value) for key, value in module.attributes.items()} == {
        "sym_name": '"m"',
        "mhlo.num_partitions": "1 : i32",
        "mhlo.num_replicas": "2 : i32",
    }
    assert str(module.location) == '"model.py":1:2'
    assert ("main" in module.functions) == ("run" in way)


def test_the_last_module_says_it_before_the_first(tmp_path):
    later = "module @n attributes {mhlo.num_partitions = 3 : i32} {\n  func.func @g() {\n    return\n  }\n}\n"
    module = hlorepl.parse(saved(tmp_path, ABOUT, later))
    found = {key: str(value) for key, value in module.attributes.items()}
    assert found == {"sym_name": '"n"', "mhlo.num_partitions": "3 : i32", "mhlo.num_replicas": "2 : i32"}
    assert list(module.functions) == ["f", "g"]


def test_undo_takes_it_back(tmp_path):
    assert hlorepl.parse(saved(tmp_path, "%x = 1", ABOUT, ":undo")).attributes == {}


SHARDED = {
    "an op": '%y = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"AXIS"}]>]>} : tensor<2xf32>',
    "a constraint": '%y = sdy.sharding_constraint %x <@m, [{"AXIS"}]> : tensor<2xf32>',
    "an argument": 'func.func @f(%a: tensor<2xf32> {sdy.sharding = #sdy.sharding<@m, [{"AXIS"}]>}) -> tensor<2xf32> {\n'
    "  return %a : tensor<2xf32>\n}\n%y = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>",
    "a text with its name": '%y = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"AXIS"}]>]>, '
    'my.note = "<@m>"} : tensor<2xf32>',
}


@pytest.mark.parametrize("what", SHARDED)
def test_meshes_are_saved_as_they_stood(tmp_path, what):
    old, new = (SHARDED[what].replace("AXIS", axis) for axis in "xy")
    entries = ['sdy.mesh @m = <["x"=1]>', "%x = [1.0, 2.0]", old, 'sdy.mesh @m = <["y"=1]>', new.replace("%y", "%z")]
    text = saved(tmp_path, *entries)
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    meshes = {
        str(op.attributes["sym_name"]): str(op.attributes["mesh"]) for op in module.body.ops if op.name == "sdy.mesh"
    }
    assert sorted(meshes) == ['"m"', '"m_1"']
    assert '"x"' in meshes['"m_1"']
    for line in text.splitlines():
        assert '<@m_1, [{"x"}]>' in line or "<@m_1" not in line
        assert '<@m, [{"y"}]>' in line or "<@m," not in line
    assert text.count('my.note = "<@m>"') == (2 if "text" in what else 0)


def test_only_commands_are_listed_as_commands(tmp_path):
    """A line that begins with a colon and a letter is no command where a type stands."""
    session = hlorepl.Session()
    entries = ["%x = 1\n:type %x // shown", "func.func @f(%a\n:tensor<i32>) {\n  return\n}", ":type %x"]
    saved(tmp_path, *entries, session=session)
    lines = (tmp_path / "saved.mlir").read_text().splitlines()
    assert [line for line in lines if line.startswith("//")] == ["// commands of the session:", "// :type %x"]


def test_undo_takes_back_what_the_entry_did_so_far():
    session = hlorepl.Session()
    session.execute("%a = 1")
    session.execute("%b = 2\n:undo\n%c = 3")
    assert session.names == ["a", "c"]
    session.execute(":undo")
    assert session.names == ["a"]
    session.execute(":redo")
    assert session.names == ["a", "c"]
    session.execute(":undo\n:undo")
    assert session.names == []


def test_values_and_calls_of_loaded_programs_are_saved_beside_them(tmp_path):
    text = (
        "module @m attributes {mhlo.num_replicas = 1 : i32} {\n"
        + told("func.func @main() {\n  %c = stablehlo.constant dense<4> : tensor<i32>\n  return\n}\n")
        + "}\n"
    )
    module = hlorepl.parse(saved(tmp_path, text, ":run @main"))
    assert [array.tolist() for array in hlorepl.compile(module)()] == [4]
    assert str(module.attributes["mhlo.num_replicas"]) == "1 : i32"
