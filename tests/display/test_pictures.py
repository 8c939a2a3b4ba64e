"""Curves, histograms, heat maps and images of values: in a terminal, on a page, and in words."""

import io
import re
import sys
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import hlorepl
from hlorepl.display.look import ASCII, Look, protocol_of
from hlorepl.display.mime import bundle
from hlorepl.display.pictures import fitted
from hlorepl.display.screen import Screen
from hlorepl.display.theme import DARK, NOTHING, WITHOUT_COLOURS
from hlorepl.ir.types import ELEMENTS

RNG = np.random.default_rng(0)
SIZES = [40, 80, 200]


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    found.bind("v", np.sin(np.arange(100) / 7).astype(np.float32))
    found.bind("m", RNG.standard_normal((20, 30)).astype(np.float32))
    found.bind("big", RNG.standard_normal((500, 700)).astype(np.float32))
    found.bind("rgb", RNG.integers(0, 256, (12, 16, 3)).astype(np.uint8))
    found.bind("odd", np.array([[np.nan, 1.0], [np.inf, -np.inf]]))
    found.bind("c", np.array([1 + 2j, 3 - 1j] * 8))
    found.bind("huge", np.array([-1.7e308, 0.0, 1.7e308]))
    found.bind("tokens", np.zeros((0, 3)))
    return found


def shown(session, entry):
    result = session.execute(entry)
    assert result.error is None, str(result.error)
    (item,) = result.shown
    return item


def drawn(session, entry, **look):
    return [*Screen(Look(**look)).lines(shown(session, entry))]


ENTRIES = [":plot %v", ":plot %v %m [0:3]", ":plot %c", ":plot %huge", ":hist %m", ":hist %odd", ":hist %huge", ":heat %m", ":heat %odd", ":heat %v", ":image %rgb", ":image %big"]  # fmt: skip


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("theme", [DARK, WITHOUT_COLOURS, NOTHING])
def test_pictures_fit_the_screen(session, entry, width, theme):
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in drawn(session, entry, width=width, lines=21, theme=theme)]
    assert max(map(len, lines)) <= max(width, 45)  # a name and a range go as far as they go
    assert len(lines) <= 22
    assert any(re.search("[▀▁█░▒▓⠀-⣿]| to ", line) for line in lines)


@pytest.mark.parametrize("entry", ENTRIES)
def test_pictures_in_words_are_what_is_no_terminal_gets(session, entry):
    item = shown(session, entry)
    assert re.match(r"%\w+", item.plain)
    assert "\x1b" not in item.plain
    assert bundle(item)["text/plain"] == item.plain


@pytest.mark.parametrize("entry", [":plot %v", ":hist %m", ":heat %m", ":image %rgb"])
def test_terminals_of_ascii_get_ascii(session, entry):
    lines = drawn(session, entry, width=80, signs=ASCII, theme=NOTHING)
    body = "\n".join(lines)
    assert entry == ":plot %v" or body.isascii()


@pytest.mark.parametrize(
    "entry", [":plot %v %m [0:3]", ":plot %c", ":plot %huge", ":hist %m", ":hist %huge", ":plot %odd"]
)
def test_a_page_gets_lines_as_svg(session, entry):
    text = bundle(shown(session, entry))["image/svg+xml"]
    root = ET.fromstring(text)
    assert root.tag.endswith("svg")
    assert "nan" not in re.sub(r">[^<]*<", "", text)
    numbers = [float(number) for path in root.iter() for number in re.findall(r"-?\d+\.\d", path.get("d") or "")]
    assert all(0 <= number <= 640 for number in numbers)


def test_a_page_gets_images_as_png(session):
    from base64 import b64decode

    for entry, name in ((":image %rgb", "rgb"), (":heat %m", "m"), (":image %odd", "odd")):
        data = b64decode(bundle(shown(session, entry))["image/png"])
        found = np.asarray(Image.open(io.BytesIO(data)))
        array = session[name]
        larger = found.shape[0] // array.shape[0]
        assert found.shape == (array.shape[0] * larger, array.shape[1] * larger, 3)
        if name == "rgb":
            assert np.array_equal(found[::larger, ::larger], array)


def test_counts_are_those_of_numpy(session):
    picture = shown(session, ":hist %m").data
    counts, edges = np.histogram(session["m"], len(picture.counts))
    assert picture.counts.tolist() == counts.tolist()
    assert np.allclose(picture.edges, edges)
    assert "597" not in picture.text
    assert "1 finite number, 3 not finite" in shown(session, ":hist %odd").plain


def test_low_is_dark_and_high_is_light():
    session = hlorepl.Session()
    session.bind("g", np.arange(6.0).reshape(2, 3))
    picture = shown(session, ":heat %g").data
    light = picture.rgb.astype(float).sum(axis=2).reshape(-1)
    assert (np.diff(light) > 0).all()
    assert (picture.low, picture.high) == (0.0, 5.0)


@pytest.mark.parametrize("name", ["f32", "bf16", "f8E5M2", "i4", "i8", "ui64", "i1"])
def test_every_element_type_is_drawn(name):
    session = hlorepl.Session()
    session.bind("x", np.arange(6).reshape(2, 3).astype(ELEMENTS[name].dtype))
    for command in ("plot", "hist", "heat", "image"):
        assert shown(session, f":{command} %x").data is not None


def test_channels_first_or_last_and_leading_ones():
    session = hlorepl.Session()
    array = RNG.integers(0, 256, (5, 7, 3)).astype(np.uint8)
    for name, other in (
        ("hwc", array),
        ("chw", np.moveaxis(array, 2, 0)),
        ("nhwc", array[None]),
        ("nchw", np.moveaxis(array, 2, 0)[None]),
    ):
        session.bind(name, np.ascontiguousarray(other))
        assert np.array_equal(shown(session, f":image %{name}").data.rgb, array)


@pytest.mark.parametrize(
    "entry",
    [
        ":plot %m",
        ":plot %tokens",
        ":hist %tokens",
        ":heat %rgb",
        ":heat %c",
        ":image %v",
        ":plot",
        ":plot %nope",
        ":hist %v [0, 0]",
    ],
)
def test_what_makes_no_picture_is_an_error(session, entry):
    error = session.execute(entry).error
    assert error is not None
    assert error.code in ("command.usage", "name.undefined")


def test_what_is_not_installed_is_said(session, monkeypatch):
    monkeypatch.setitem(sys.modules, "plotext", None)
    lines = drawn(session, ":plot %v", width=80)
    assert lines[-1] == "plotext draws it here: pip install 'hlorepl[pictures]'"
    assert lines[0] == "%v: -0.99999 to 0.99992" or lines[0].startswith("%v: -")
    monkeypatch.setitem(sys.modules, "textual_image.renderable", None)
    lines = drawn(session, ":image %rgb", width=80, theme=DARK, protocol="sixel")
    assert "textual-image draws it here: pip install 'hlorepl[pictures]'" in lines
    assert any("▀" in line for line in lines)


@pytest.mark.parametrize(("protocol", "begins"), [("sixel", "\x1bP"), ("kitty", "\x1b_G")])
def test_pixels_where_the_terminal_has_them(session, protocol, begins, monkeypatch):
    stdout = io.StringIO()
    monkeypatch.setattr(sys, "__stdout__", stdout)  # to which the data of an image goes before its place in the text
    text = "\n".join(drawn(session, ":image %rgb", width=80, theme=DARK, protocol=protocol))
    assert begins in text + stdout.getvalue()
    assert "▀" not in text


@pytest.mark.parametrize(
    ("setting", "environment", "protocol"),
    [
        ("auto", {"TERM": "xterm-256color"}, "blocks"),
        ("auto", {"TERM": "xterm-kitty"}, "kitty"),
        ("auto", {"TERM": "screen-256color", "KITTY_WINDOW_ID": "1"}, "blocks"),
        ("auto", {"TERM": "foot"}, "sixel"),
        ("auto", {"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "sixel"),
        ("blocks", {"TERM": "xterm-kitty"}, "blocks"),
        ("sixel", {"TERM": "xterm-256color"}, "sixel"),
    ],
)
def test_how_a_terminal_draws_pixels(setting, environment, protocol):
    assert protocol_of(setting, environment) == protocol


def test_images_are_made_smaller_by_means():
    rgb = np.zeros((100, 100, 3), np.uint8)
    rgb[:, 50:] = 200
    found = fitted(rgb, 10, 10)
    assert found.shape == (10, 10, 3)
    assert found[0, 0, 0] == 0
    assert found[0, -1, 0] == 200
    assert fitted(rgb[:2, :2], 30, 30).shape == (16, 16, 3)
