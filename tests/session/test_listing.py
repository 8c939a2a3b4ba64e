"""Lists of names that stay readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hlorepl import Session

if TYPE_CHECKING:
    from pathlib import Path


def body(count: int) -> str:
    ops = "\n".join(f"  %v{k} = stablehlo.add %{f'v{k - 1}' if k else 'x'}, %x : tensor<f32>" for k in range(count))
    return f"func.func @f(%x: tensor<f32>) -> tensor<f32> {{\n{ops}\n  return %v{count - 1} : tensor<f32>\n}}"


def said(session: Session, text: str) -> list[str]:
    result = session.execute(text)
    assert result.error is None, result.error
    return result.text.splitlines()


def opened(count: int) -> Session:
    session = Session()
    said(session, f"{body(count)}\n%x = 1.0 : f32\n:open @f(%x)")
    return session


def test_few_names_are_listed_whole():
    lines = said(opened(50), ":env")
    assert [line.partition(" ")[0] for line in lines] == ["%x", *(f"%v{k}" for k in range(50)), "@f"]


def test_of_many_there_is_a_count():
    lines = said(opened(3000), ":env")
    assert len(lines) == 8 + 1 + 16 + 1
    assert lines[8] == "… 2,977 more values; :env %15 lists those whose names contain 15"
    assert lines[-2] == "%v2999 : tensor<f32>"


def test_stale_ones_are_among_them():
    session = opened(3000)
    said(session, "%v1000 = 2.0 : f32")
    lines = said(session, ":env")
    assert lines[8] == "%v1001 : tensor<f32>  stale: :rerun computes it again"
    assert [line for line in lines if "…" in line] == [
        "… 2,969 more values, 1,975 of them stale; :env %15 lists those whose names contain 15"
    ]


def test_a_pattern_lists_all_that_contain_it():
    session = opened(300)
    assert [line.partition(" ")[0] for line in said(session, ":env %v29")] == [
        "%v29", *(f"%v{k}" for k in range(290, 300))
    ]  # fmt: skip
    assert said(session, ":env nothing") == ["no name contains nothing"]


def test_the_frame_of_a_debugger_is_folded_too():
    session = Session()
    said(session, f"{body(300)}\n%x = 1.0 : f32\n:debug @f(%x)\n:until %v200")
    lines = said(session, ":env")
    assert lines[0] == "in @f:"
    assert "  … 177 more values; :env %15 lists those whose names contain 15" in lines
    assert lines.index("in the session:") == 1 + 8 + 1 + 16


def test_many_arrays_of_a_file_take_a_line_each_on_a_screen(tmp_path: Path):
    np.savez(tmp_path / "a.npz", **{f"w{k}": np.full((40, 3), k, np.float32) for k in range(6)})
    values = Session().execute(f":load {tmp_path / 'a.npz'}").values
    assert all(value.is_brief for value in values)
    assert [value.in_short for value in values] == [f"%w{k} : tensor<40x3xf32>, {k}.0 to {k}.0" for k in range(6)]


def test_a_file_of_arrays_is_a_calls_arguments(tmp_path: Path):
    session = Session()
    said(session, "func.func @g(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> { return %a : tensor<2xf32> }")
    np.savez(tmp_path / "by position.npz", np.float32([1, 2]), np.float32(3))
    np.savez(tmp_path / "named.npz", b=np.float32(3), a=np.float32([4, 5]))
    np.savez(tmp_path / "one.npz", np.float32(3))
    assert said(session, f":run @g '{tmp_path / 'by position.npz'}'") == ["%0 : tensor<2xf32> = [1.0, 2.0]"]
    assert said(session, f":run @g({tmp_path / 'named.npz'})") == ["%1 : tensor<2xf32> = [4.0, 5.0]"]
    assert said(session, f":nan @g {tmp_path / 'named.npz'}")[0].startswith("every step")
    assert said(session, f":debug @g {tmp_path / 'named.npz'}")[0].endswith("in @g")
    wrong = session.execute(f":run @g {tmp_path / 'one.npz'}").error
    assert wrong is not None
    assert wrong.code == "run.arguments"
    missing = session.execute(":run @g nothing.npz").error
    assert missing is not None
    assert missing.code == "command.file"
    saved = tmp_path / "saved.mlir"
    said(session, f":stop\n:save {saved}")
    assert "4.0" in saved.read_text()
