"""Parts of values, ``:show %x [0, :, 2:4]``: what NumPy gives for the same words, and an error for what is none."""

import itertools
import random

import numpy as np
import pytest

import hlorepl

SHAPE = (3, 4, 2)
WORDS = ["0", "-1", "2", "5", ":", "1:", ":2", "1:3", "::2", "::-1", "-2:", "3:1", "..."]


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    found.bind("x", np.arange(24, dtype=np.int32).reshape(SHAPE))
    found.execute("%s = 1.5\n%t = tuple(%x, %s)")
    return found


def some_places():
    every = [[word] for word in WORDS] + [list(each) for each in itertools.product(WORDS, WORDS)]
    three = [list(each) for each in itertools.product(WORDS, repeat=3)]
    return every + random.Random(0).sample(three, 200)


def test_parts_are_those_of_numpy(session):
    array = session["x"]
    for words in some_places():
        text = ", ".join(words)
        result = session.execute(f":show %x [{text}]")
        try:
            wanted = eval(f"array[{text}]", {"array": array})
        except IndexError:
            assert result.error is not None, text
            assert result.error.code == "command.usage"
            continue
        assert result.error is None, text
        (shown,) = result.values
        assert np.array_equal(shown.array, wanted), text
        assert shown.array.shape == wanted.shape == shown.type.shape
        assert shown.full


@pytest.mark.parametrize("entry", [":show %x[0]", ":show %x [0 ]", ":show x [0]", ":show %x  [ 0 ]", ":print %x [0]"])
def test_blanks_do_not_matter(session, entry):
    assert session.execute(entry).values[0].array.shape == (4, 2)


@pytest.mark.parametrize(
    "words",
    [
        "[]",
        "[a]",
        "[0, 0, 0, 0]",
        "[1.5]",
        "[::0]",
        "[..., ...]",
        "[0",
        "0]",
        "[0][1]",
        "[%x]",
        "[99999999999999999999]",
        "[0,]",
    ],
)
def test_what_is_no_part_is_an_error(session, words):
    error = session.execute(f":show %x {words}").error
    assert error is not None
    assert error.code == "command.usage"
    assert error.help


def test_what_has_no_parts(session):
    assert "dimensions" in session.execute(":show %s [0]").error.message
    assert "no tensor" in session.execute(":show %t [0]").error.message
    assert session.execute(":show %nope [0]").error.code == "name.undefined"


def test_each_process_of_a_grid_has_its_part():
    session = hlorepl.Session(grid=(2, 1))
    result = session.execute(
        "%p = replica_id\n%x = broadcast_in_dim %p, dims = [] : (tensor<ui32>) -> tensor<3xui32>\n:show %x [:2]"
    )
    assert [(shown.name, shown.array.tolist()) for shown in result.values[-2:]] == [
        ("x@(0,0)[:2]", [0, 0]),
        ("x@(1,0)[:2]", [1, 1]),
    ]


def test_stored_integers_of_scales_for_each_slice():
    session = hlorepl.Session()
    of = "tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 2.0}>>"
    result = session.execute(
        f"%f = [[1.0, 2.0, 3.0], [4.0, 6.0, 8.0]]\n%q = stablehlo.uniform_quantize %f : (tensor<2x3xf32>) -> {of}\n:show %q [1]"
    )
    assert result.error is None
    assert result.values[-1].plain == "%q[1] : tensor<3xi8> = [2, 3, 4]"
