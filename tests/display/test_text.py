"""Values and errors as a terminal shows them."""

import numpy as np
import pytest

import hlorepl
from hlorepl.display.errors import error_text
from hlorepl.display.fitting import fitted
from hlorepl.ir.types import ELEMENTS
from hlorepl.value_text import float_text, value_text

NARROW = [name for name, of in ELEMENTS.items() if of.is_float and of.bits <= 16]


@pytest.mark.parametrize("width", [40, 80, 100])
def test_rows_fit_the_terminal(width):
    rows = np.arange(600, dtype=np.float32).reshape(2, 300)
    text = value_text("%x", "tensor<2x300xf32>", rows, full=True, width=width)
    assert max(map(len, text.split("\n"))) <= width


def test_a_vector_beyond_the_terminal_begins_on_a_line_of_its_own():
    text = value_text("%x", "tensor<9xi32>", np.arange(9), width=30)
    assert text.split("\n")[0] == "%x : tensor<9xi32> ="
    assert value_text("%x", "tensor<9xi32>", np.arange(9)).count("\n") == 0


@pytest.mark.parametrize(("rank", "most"), [(2, 9), (3, 30), (4, 40), (5, 80)])
def test_a_part_of_a_large_value_stays_readable(rank, most):
    text = value_text("%x", "?", np.zeros((9,) * rank, np.int32)[..., :9].repeat(9, axis=0))
    assert "…" in text
    assert text.count("\n") <= most


def test_no_line_ends_in_blanks():
    text = value_text("%x", "tensor<2x2x2xi32>", np.zeros((2, 2, 2), np.int32))
    assert "\n\n" in text
    assert all(line == line.rstrip() for line in text.split("\n"))


def test_prose_goes_on_below_its_own_column():
    assert fitted("  :load PATH  Load a program.", 28) == "  :load PATH  Load a\n              program."
    assert fitted("short", 29) == "short"


def test_messages_are_wrapped_and_source_lines_are_not():
    line = "%y = concatenate(%x, %row, dimension = 1)"
    session = hlorepl.Session()
    session.execute("%x = [[1.0, 2.0]]\n%row = [[1.0], [2.0]]")
    error = session.execute(line).error
    assert error is not None
    report = error_text(error, colour=False, width=38).split("\n")
    assert f"  {line}" in report
    assert all(len(part) <= 38 for part in report if not part.startswith("  "))
    assert " ".join("\n".join(report).split()) == " ".join(str(error).split())


def test_tuples_have_a_part_on_a_line_when_one_needs_several():
    session = hlorepl.Session()
    text = session.execute("%x = [[1, 2], [3, 4]]\n%t = tuple(%x, %x)\n%s = 1\n%u = tuple(%s, %s)").text
    assert text.endswith("= (1, 1)")
    assert "  ([[1, 2],\n    [3, 4]],\n   [[1, 2],\n    [3, 4]])" in text


@pytest.mark.parametrize("name", NARROW)
def test_narrow_floats_read_back_and_whole_ones_are_exact(name):
    dtype = np.dtype(ELEMENTS[name].dtype)
    bits = np.arange(2 ** (8 * dtype.itemsize), dtype=f"u{dtype.itemsize}")[:: 1 if dtype.itemsize == 1 else 37]
    for value in bits.view(dtype) if ELEMENTS[name].bits >= 8 else bits[: 2 ** ELEMENTS[name].bits].view(dtype):
        number = float(value)
        if np.isfinite(number):
            text = float_text(value)
            assert dtype.type(float(text)) == value
            assert float(text) == number or not (number.is_integer() and abs(number) < 1e6)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("f8E4M3FN", 448, "448.0"),
        ("f8E4M3FN", -208, "-208.0"),
        ("f8E5M2", 57344, "57344.0"),
        ("f16", 65504, "65504.0"),
        ("f16", 0.1, "0.1"),
        ("bf16", 33792, "33792.0"),
        ("bf16", 1e20, "1e+20"),
        ("f8E8M0FNU", 2**20, "1048576.0"),
        ("f4E2M1FN", 6, "6.0"),
    ],
)
def test_whole_numbers_of_narrow_types(name, value, text):
    assert float_text(np.asarray(value, ELEMENTS[name].dtype)[()]) == text
    session = hlorepl.Session()
    found = session.execute(
        f"%x = stablehlo.constant dense<{float(value)!r}> : tensor<{name}>".replace("1e+20", "1.0e20")
    )
    assert f"= {text}" in found.text
