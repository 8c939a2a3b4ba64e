"""Answers that are tables: drawn where there is a terminal, the same text as ever elsewhere."""

import re

import pytest

import hlorepl
from hlorepl.display.look import Look
from hlorepl.display.screen import Screen
from hlorepl.display.theme import NOTHING

FUNCTION = """func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.tanh %a : tensor<2x2xf32>
  %1 = stablehlo.add %0, %a : tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}"""


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    found.execute(f"%x = [[1.0, -2.0], [0.0, 4.0]]\n%longer = %x + 1.0\n{FUNCTION}")
    return found


def drawn(session, entry, width=100):
    result = session.execute(entry)
    assert result.error is None
    (item,) = result.shown
    return "\n".join(Screen(Look(width=width, theme=NOTHING)).lines(item)), item


def test_names_types_and_bytes(session):
    text, item = drawn(session, ":env")
    assert text.split("\n")[:2] == [
        "%x      : tensor<2x2xf32>                        16 bytes",
        "%longer : tensor<2x2xf32>                        16 bytes",
    ]
    assert item.plain.split("\n")[0] == "%x : tensor<2x2xf32>"


def test_ops_with_what_they_do(session):
    text, item = drawn(session, ":ops tan", 60)
    assert re.search(r"^stablehlo\.tanh +\S", text, re.MULTILINE)
    assert max(map(len, text.split("\n"))) <= 60
    assert re.search(r"^stablehlo\.tanh  \S", item.plain, re.MULTILINE)


def test_a_trace_step_by_step(session):
    text, item = drawn(session, ":trace @f(%x)")
    head, first, second = text.split("\n")
    assert head.split() == ["line", "value", "op", "type", "min", "max", "ms", "bytes"]
    assert first.split()[1:6] == ["%0", "stablehlo.tanh", "tensor<2x2xf32>", "-0.9640276", "0.9993293"]
    assert second.split()[1:6] == ["%1", "stablehlo.add", "tensor<2x2xf32>", "-2.9640276", "4.9993296"]
    assert {head.index("max") + 3, head.index("bytes") + 5} <= {found.end() for found in re.finditer(r"\S+", first)}
    assert re.search(r"%0 = stablehlo\.tanh : tensor<2x2xf32>, -0\.9640276 to 0\.9993293", item.plain)


def test_a_profile_by_op_and_line(session):
    text, item = drawn(session, ":profile @f(%x)")
    assert re.search(r"^op +runs +self ms +% +total ms +bytes$", text, re.MULTILINE)
    assert re.search(r"^line +runs", text, re.MULTILINE)
    assert text.split("\n")[-1] == "at most 48 bytes held in values"
    assert item.plain.count("self ms") == 2


@pytest.mark.parametrize("entry", [":env", ":ops", ":trace @f(%x)", ":profile @f(%x)"])
@pytest.mark.parametrize("width", [40, 80, 200])
def test_tables_fit_the_screen(session, entry, width):
    text, _ = drawn(session, entry, width)
    assert max(map(len, text.split("\n"))) <= width
    assert "│" not in text


def test_a_process_of_a_grid_has_its_name_above():
    session = hlorepl.Session(grid=(2, 1))
    session.execute(f"%x = [[1.0, 2.0], [3.0, 4.0]]\n{FUNCTION}")
    shown = session.execute(":trace @f(%x)").shown
    assert [item.tables[0].title for item in shown] == ["process (0, 0)", "process (1, 0)"]
    assert all(item.text.startswith(item.tables[0].title) for item in shown)
