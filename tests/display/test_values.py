"""Values as a screen shows them: aligned, within its columns and lines, and such that what is copied can be typed in."""

import re

import numpy as np
import pytest

import hlorepl
from hlorepl.display.cells import aligned, cell_maker
from hlorepl.display.like import counts_of, like
from hlorepl.display.look import ASCII, FULL, Look, signs_of, text_of, width_of
from hlorepl.display.screen import Screen
from hlorepl.display.theme import DARK, WITHOUT_COLOURS
from hlorepl.display.values import plain_text, value_lines
from hlorepl.ir.types import ELEMENTS, TensorType, element_of
from hlorepl.session.result import Shown

RNG = np.random.default_rng(0)
SHAPES = [(), (1,), (3,), (7,), (20,), (150,), (5000,), (1, 1), (2, 2), (1, 7), (9, 1), (4, 30), (12, 5), (64, 128), (300, 2),
          (3, 4, 4), (4, 3, 2), (32, 16, 16), (2, 1, 3), (2, 3, 2, 4), (2, 2, 2, 2, 2), (2,) * 8, (0,), (0, 3), (3, 0), (2, 0, 2)]  # fmt: skip
TYPES = ["f32", "f64", "bf16", "f8E4M3FN", "i1", "i4", "i8", "i64", "ui64", "complex<f32>", "complex<f64>"]


def made(shape, name):
    """Numbers of all sizes, the special ones of the type among them."""
    dtype = ELEMENTS[name].dtype
    if name == "i1":
        return RNG.random(shape) > 0.5
    if "i" in name[:2]:
        return RNG.integers(-8 if name[0] == "i" else 0, 8, shape).astype(dtype)
    numbers = RNG.standard_normal(shape) * 10.0 ** RNG.integers(-6, 7, shape)
    flat = np.asarray(numbers).reshape(-1)
    flat[: min(4, flat.size)] = [0.0, -0.0, np.nan, np.inf][: min(4, flat.size)]
    with np.errstate(all="ignore"):
        if name.startswith("complex"):
            numbers = numbers + 1j * RNG.standard_normal(shape)
        return np.asarray(numbers).reshape(shape).astype(dtype)


def shown(array, name="x", full=False):
    return Shown(name, TensorType(array.shape, element_of(array.dtype)), array, full)


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("name", TYPES)
def test_every_line_fits_and_there_is_no_more_than_a_screen(name, width):
    for shape in SHAPES:
        array = made(shape, name)
        for lines in (8, 21, 60, 0):
            is_full = lines == 0
            if is_full and array.size > 300:
                continue
            text = plain_text(shown(array, full=is_full), Look(width=width, lines=lines)).split("\n")
            wide = [line for line in text[len(text[0]) > width :] if len(line) > width and not is_one_number(line)]
            assert wide == [], (shape, lines)
            assert all(line == line.rstrip() for line in text), (shape, text)
            if not is_full:
                assert len(text) <= max(lines, 10), (shape, lines, text)


def is_one_number(line: str) -> bool:
    """Whether it is a line of no more than one number, which goes as far as it goes."""
    numbers = re.findall(r"-?\d[\w.+-]*|nan|inf", line.partition("//")[0])
    return len(numbers) <= (2 if "(" in line else 1)


def numbers_in(text: str) -> str:
    """What somebody would copy of a value: all from its first bracket on."""
    first = text.find("\n  [") + 1 or text.find(" = ") + 3
    return re.sub(r"   (min|\d+ (nan|inf|of)|magnitude|no elem).*", "", text[first:])


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("name", [name for name in TYPES if name != "i1"])
def test_what_is_copied_can_be_typed_in(name, full):
    session = hlorepl.Session()
    for shape in SHAPES:
        array = made(shape, name)
        if array.size > (500 if full else 100) or not array.size or len(shape) > 2 and not full:
            continue
        if name.startswith("complex") and not shape:
            continue  # in brackets alone two numbers are no literal
        text = numbers_in(plain_text(shown(array, full=full), Look(width=100, lines=60)))
        if "…" in text:
            continue  # cut, as is said below it
        result = session.execute(f"{text}\n: {TensorType(shape, ELEMENTS[name])}")
        assert result.error is None, (text, str(result.error))
        found = result.values[-1].array
        assert found.tobytes() == array.tobytes() or np.array_equal(found, array, equal_nan=True), text


def test_decimal_points_stand_below_each_other():
    array = np.array([[1.5, -0.25], [1e-9, 12345.678], [-2e30, np.inf]], np.float32)
    lines = plain_text(shown(array), Look(width=80)).split("\n")[1:]
    assert lines == ["  [[ 1.5    ,    -0.25 ],", "   [ 1.0e-9 , 12345.678],", "   [-2.0e+30,   inf    ]]"]


def test_parts_of_complex_numbers_are_aligned():
    array = np.array([[1 - 20j], [-30.5 + 1.25j]], np.complex64)
    lines = plain_text(shown(array), Look(width=80)).split("\n")[1:]
    assert lines == ["  [[(  1.0, -20.0 )],", "   [(-30.5,   1.25)]]"]


@pytest.mark.parametrize("rows", [4, 5])
def test_rows_and_columns_have_numbers_from_five_rows_on(rows):
    text = plain_text(shown(np.arange(rows * 3).reshape(rows, 3)), Look(width=80))
    assert ("  // 0   1   2\n" in text) == (rows == 5)
    assert (text.count("// ") == 1 + rows) == (rows == 5)


def test_slices_of_rank_3_stand_side_by_side_where_they_fit():
    array = np.arange(24).reshape(4, 3, 2)
    wide, narrow = (plain_text(shown(array), Look(width=width)).split("\n") for width in (80, 40))
    assert wide[1].split("   ")[0].strip() == "[0, :, :]"
    assert wide[1].count(":, :]") == 4
    assert narrow[1].count(":, :]") < 4
    assert wide[2].split() == ["[[0,", "1],", "[[", "6,", "7],", "[[12,", "13],", "[[18,", "19],"]


def test_what_is_large_is_cut_and_the_cut_is_said():
    text = plain_text(shown(RNG.standard_normal((64, 128)).astype(np.float32), "w"), Look(width=80))
    assert re.search(r"6 of 64 rows, \d of 128 columns; :show %w shows all$", text)
    assert "⋮" in text
    assert re.search(r"  // 63$", text, re.MULTILINE)
    assert " of 1,000,000 elements; :show %v shows all" in plain_text(shown(np.arange(1e6), "v"), Look(width=48))


def test_one_line_where_it_fits_as_everywhere():
    for array in (np.float32(1.5), np.arange(3.0), np.zeros((1, 3)), np.array([True, False]), np.zeros(0)):
        one = shown(np.asarray(array))
        assert plain_text(one, Look(width=80)).partition("   ")[0] == one.plain


def test_bits_are_signs():
    array = np.array([[True, False], [False, True]])
    assert plain_text(shown(array), Look()) == "%x : tensor<2x2xi1>   2 of 4 true\n  ■ □\n  □ ■"
    assert plain_text(shown(array), Look(signs=ASCII)).isascii()
    assert "■ □" in plain_text(shown(array, full=True), Look())
    wide = np.arange(2000).reshape(20, 100) % 2 == 0
    assert "  [[true, false," in plain_text(shown(wide, full=True), Look())


def test_quantized_values_show_what_they_stand_for():
    session = hlorepl.Session()
    of = "!quant.uniform<i8:f32, 0.5:-3>"
    result = session.execute(
        f"%x = [[1.0, 2.5], [-4.0, 0.0]]\n%q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> tensor<2x2x{of}>"
    )
    text = plain_text(result.values["q"], Look(width=100))
    assert "[[ -1,  2],\n   [-11, -3]]" in text
    assert "stands for\n  [[ 1.0, 2.5],\n   [-4.0, 0.0]]" in text


def test_tuples_tokens_and_processes():
    session = hlorepl.Session()
    result = session.execute("%x = [[1.0, nan], [0.0, 2.0]]\n%t = tuple(%x, %x)\n%k = create_token")
    tuple_, token = result.values[-2:]
    assert plain_text(tuple_, Look()).count("1 nan") == 2
    assert "%t.1 : tensor<2x2xf32>" in plain_text(tuple_, Look())
    assert plain_text(token, Look()) == "%k : !stablehlo.token = token"
    grid = hlorepl.Session(grid=(2, 1)).execute("%p = replica_id")
    assert plain_text(grid.values["p"], Look()).split("\n") == [
        "%p@(0,0) : tensor<ui32> = 0",
        "%p@(1,0) : tensor<ui32> = 1",
    ]


def roles(array, text):
    found = [piece for line in value_lines(shown(array), Look()) for piece in line]
    return {role for piece, role in found if piece == text}


def test_zeros_are_dim_and_what_is_not_finite_is_marked():
    array = np.array([[0.0, -0.0], [np.nan, np.inf], [1.0, -np.inf]])
    assert roles(array, "0.0") == {"faint"}
    assert roles(array, "-0.0") == roles(array, "1.0") == {"number"}
    assert roles(array, "nan") == roles(array, "inf") == roles(array, "-inf") == {"bad"}
    assert roles(array, "1 nan") == roles(array, "2 inf") == {"bad"}


@pytest.mark.parametrize("name", ["f32", "f64", "bf16", "i8", "i64", "ui64"])
def test_bars_are_a_histogram_from_16_elements_on(name):
    dtype = ELEMENTS[name].dtype
    assert not like(None, np.arange(15).astype(dtype), FULL).bars
    numbers = np.array([0] * 7 + [1] * 2 + [16] * 14).astype(dtype)
    bars = like(None, numbers, FULL).bars
    assert len(bars) == 16
    assert bars[0] == FULL.bars[3]
    assert bars[-1] == FULL.bars[-1]
    assert bars[2:-1].strip() == ""


@pytest.mark.parametrize("scale", [1e-300, 1e-45, 1.0, 1e38, 1.7e308])
def test_counts_are_those_of_numpy(scale):
    with np.errstate(all="ignore"):
        for dtype in (np.float32, np.float64):
            numbers = (RNG.uniform(-1, 1, 1000) * scale).astype(dtype)
            if not np.isfinite(numbers).all() or numbers.min() == numbers.max():
                continue
            counts = counts_of(numbers, numbers.min(), numbers.max(), 16)
            assert counts.sum() == 1000
            if 1e-40 < scale < 1e300:
                wanted = np.histogram(numbers.astype(np.float64), 16)[0]
                assert np.abs(counts - wanted).max() <= 2  # a number at the edge of two bins may be in either


def test_precision_width_lines_and_elements_are_settings():
    settings = {"display.precision": 3, "display.width": 50, "display.lines": 9, "display.elements": 4}
    look = Look.of((200, 60), settings)
    assert (look.width, look.lines, look.elements, look.precision) == (50, 9, 4, 3)
    text = plain_text(shown(np.full((2, 3), 1 / 3)), look)
    assert "[[0.333, 0.333, 0.333]," in text
    assert plain_text(shown(np.arange(30.0)), look).endswith("of 30 elements; :show %x shows all")


def test_the_same_cells_whatever_their_number():
    array = made((50,), "f64")
    lines = aligned([cell_maker(array.dtype, 0)(value) for value in array])
    assert len({width_of(line) for line in lines}) == 1
    assert [float(text_of(line)) for line in lines][4:] == array[4:].tolist()


@pytest.mark.parametrize(
    ("encoding", "environment", "signs"),
    [
        ("utf-8", {}, FULL),
        ("utf-8", {"LANG": "en_GB.UTF-8"}, FULL),
        ("utf-8", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, ASCII),
        ("utf-8", {"LANG": "C.UTF-8"}, FULL),
        ("utf-8", {"LANG": "en_GB.UTF-8", "LC_ALL": "POSIX"}, ASCII),
        ("latin-1", {}, ASCII),
        ("ascii", {}, ASCII),
    ],
)
def test_signs_that_the_terminal_has(encoding, environment, signs):
    assert signs_of(encoding, environment) is signs


@pytest.mark.parametrize("theme", [DARK, WITHOUT_COLOURS])
def test_colours_change_no_character(theme):
    for name in TYPES:
        one = shown(made((12, 5), name))
        look = Look(width=80, theme=theme)
        painted = "\n".join(Screen(look).lines(one))
        assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain_text(one, look)
        assert set(re.findall(r"\x1b[^m]*m", painted)) <= {"\x1b[0m", "\x1b[1m", "\x1b[1;4m"} or theme is DARK
