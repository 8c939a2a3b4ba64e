"""Files of other programs in ``:load``: safetensors and images; and files of very many values."""

import json
import struct

import numpy as np
import pytest
from PIL import Image
from safetensors.numpy import save_file

import hlorepl
from hlorepl.display.look import Look
from hlorepl.display.screen import Screen
from hlorepl.foreign_arrays import _TYPES
from hlorepl.ir.types import element

ARRAYS = {
    "w.weight": np.arange(6, dtype=np.float32).reshape(2, 3),
    "b": np.array([1, -2], np.int8),
    "none": np.zeros((0, 3), np.float64),
    "scalar": np.array(4.5, np.float16),
    "flag": np.array([True, False]),
}


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return hlorepl.Session()


def test_every_array_of_safetensors(session):
    save_file(ARRAYS, "m.safetensors", metadata={"format": "np"})
    result = session.execute(":load m.safetensors")
    assert result.error is None
    for name, array in ARRAYS.items():
        assert session[name].dtype == array.dtype
        assert np.array_equal(session[name], array)


def test_chosen_arrays_under_other_names(session):
    save_file(ARRAYS, "m.safetensors")
    assert session.execute(":load m.safetensors w=w.weight b").error is None
    assert sorted(session.names) == ["b", "w"]


def made(header, body=b"", size=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if size is None else size) + text + body


@pytest.mark.parametrize("kind", _TYPES)
def test_every_element_type(session, tmp_path, kind):
    dtype = element(_TYPES[kind]).dtype
    array = np.arange(4).astype(dtype)
    (tmp_path / "t.safetensors").write_bytes(
        made({"a": {"dtype": kind, "shape": [2, 2], "data_offsets": [0, array.nbytes]}}, array.tobytes())
    )
    assert session.execute(":load t.safetensors").error is None
    assert session["a"].tobytes() == array.tobytes()
    assert session["a"].shape == (2, 2)


ENTRY = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
BROKEN = {
    "empty": b"",
    "short": b"\1\0",
    "no header": made({}, size=1 << 40),
    "no JSON": made(b"{nope}  "),
    "deep": made(b"[" * 100_000),
    "a list": made([1, 2]),
    "no place": made({"a": {"dtype": "F32", "shape": [1]}}),
    "no shape": made({"a": 3}),
    "beyond": made({"a": ENTRY | {"data_offsets": [0, 400]}}, b"1234"),
    "backwards": made({"a": ENTRY | {"data_offsets": [4, 0]}}, b"1234"),
    "negative": made({"a": ENTRY | {"shape": [-1]}}, b"1234"),
    "other bytes": made({"a": ENTRY | {"shape": [3]}}, b"1234"),
    "huge": made({"a": ENTRY | {"shape": [1 << 62, 1 << 62]}}, b"1234"),
    "no type": made({"a": ENTRY | {"dtype": "F7"}}, b"1234"),
    "a float": made({"a": ENTRY | {"shape": [1.0]}}, b"1234"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_files_are_errors(session, tmp_path, what):
    (tmp_path / "t.safetensors").write_bytes(BROKEN[what])
    error = session.execute(":load t.safetensors").error
    assert error is not None
    assert error.code == "run.input"
    assert "t.safetensors" in error.message


def test_more_than_may_be_held(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = hlorepl.Session(max_memory=1000)
    save_file({"a": np.zeros(10_000, np.float32)}, "a.safetensors")
    Image.new("RGB", (100, 100)).save("a.png")
    for name in ("a.safetensors", "a.png"):
        assert session.execute(f":load {name}").error.code == "limit.memory"


@pytest.mark.parametrize(
    ("mode", "shape", "dtype"),
    [
        ("L", (3, 5), "uint8"),
        ("RGB", (3, 5, 3), "uint8"),
        ("RGBA", (3, 5, 4), "uint8"),
        ("I;16", (3, 5), "uint16"),
        ("1", (3, 5), "uint8"),
        ("P", (3, 5, 3), "uint8"),
    ],
)
def test_images_are_rows_of_pixels(session, mode, shape, dtype):
    Image.new(mode, (5, 3), 1).save("picture.png")
    assert session.execute(":load picture.png").error is None
    assert session["picture"].shape == shape
    assert session["picture"].dtype == dtype
    assert session.execute(":load picture.png x").error is None
    assert session.execute(":image %x").error is None


def test_pixels_are_those_of_the_file(session):
    rgb = np.random.default_rng(0).integers(0, 256, (4, 6, 3)).astype(np.uint8)
    Image.fromarray(rgb).save("p.png")
    session.execute(":load p.png")
    assert np.array_equal(session["p"], rgb)


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n", b"nothing", b"\x89PNG\r\n\x1a\n" + bytes(100)])
def test_what_is_no_image_is_an_error(session, tmp_path, data):
    (tmp_path / "p.png").write_bytes(data)
    assert session.execute(":load p.png").error.code == "run.input"


def test_of_hundreds_of_arrays_it_is_said_how_many(session):
    np.savez("many.npz", **{f"a{k}": np.arange(3) for k in range(300)})
    result = session.execute(":load many.npz")
    assert result.text == "300 arrays of many.npz, %a0 to %a299; :env lists them"
    assert len(session.names) == 300


def test_of_hundreds_of_statements_it_is_said_how_many(session, tmp_path):
    (tmp_path / "long.hlo").write_text("".join(f"%v{k} = {k}.0\n" for k in range(300)))
    result = session.execute(":load long.hlo")
    lines = result.text.split("\n")
    assert len(lines) == 61
    assert lines[-1] == "… and 240 more values; :env lists them"
    assert session["v299"] == 299.0


def test_several_arrays_are_values_and_take_a_line_each_on_a_screen(session):
    np.savez("several.npz", **{f"a{k}": np.ones((3, 3)) * k for k in range(8)})
    result = session.execute(":load several.npz")
    assert [value.name for value in result.values] == [f"a{k}" for k in range(8)]
    assert result.text.count("[[") == 8
    screen = Screen(Look(width=80))
    assert [len([*screen.lines(value)]) for value in result.values] == [1] * 8
