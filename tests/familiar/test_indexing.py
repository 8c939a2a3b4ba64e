"""``%v[0]``, ``%v[:, 1:3]``: parts of a tensor as NumPy gives them."""

import numpy as np
import pytest

import hlorepl

ARRAYS = {
    "v": np.arange(10, 16, dtype=np.int32),
    "x": np.arange(12, dtype=np.float32).reshape(3, 4),
    "t": np.arange(60, dtype=np.int32).reshape(3, 4, 5),
    "i": np.array(2, np.int32),
    "l": np.array([2, 0, -1], np.int32),
    "f": np.array(1.5, np.float32),
}


@pytest.fixture(scope="module")
def session():
    made = hlorepl.Session()
    for name, array in ARRAYS.items():
        made.bind(name, array)
    return made


@pytest.mark.parametrize(
    "index",
    ["v[0]", "v[-1]", "v[2:4]", "v[:3]", "v[3:]", "v[-2:]", "v[:-2]", "v[::2]", "v[1::3]", "v[::-1]", "v[4:1:-2]", "v[10:]", "v[5:2]", "v[:]", "v[...]", "v[None]", "v[None, :, None]", "v[i]", "v[l]", "v[[0, 2]]", "v[-20:20]", "v[2:2]", "v[::-7]", "x[0]", "x[:, 1:3]", "x[1, 2]", "x[-1, -1]", "x[..., 0]", "x[0, ...]", "x[::2, ::-1]", "x[i]", "x[:, i]", "x[i, 1:]", "x[:, l]", "x[l]", "t[1]", "t[1, 2]", "t[1, 2, 3]", "t[..., 1]", "t[:, None, 1]", "t[0, :, ::2]", "t[1:, 2, None]", "t[i, ..., 1]", "t[0][1][2]", "t[:, l]", "t[0, l]", "t[..., l, None]", "t[0, i, 1]"],
)  # fmt: skip
def test_a_part_is_what_numpy_gives(session, index):
    text = index.replace("[i", "[%i").replace(" i", " %i").replace("[l", "[%l").replace(" l", " %l")
    result = session.execute(f"%{text}")
    assert result.error is None, result.error
    found, right = result.values[-1].array, np.asarray(eval(index, dict(ARRAYS)))
    assert found.shape == right.shape
    np.testing.assert_array_equal(found, right)


def test_parts_stand_in_expressions_and_calls(session):
    for text, right in (
        ("%x[0] + %x[1]", ARRAYS["x"][0] + ARRAYS["x"][1]),
        ("add(%x[0], %x[-1])", ARRAYS["x"][0] + ARRAYS["x"][-1]),
        ("add %v[0], %v[1]", 21),
        ("tanh(%x * 2.0)[1, 1:]", np.tanh(ARRAYS["x"] * 2)[1, 1:]),
        ("(%x + 1.0)[0]", ARRAYS["x"][0] + 1),
        ("sum(%x, axis = 0)[-1] * 2.0", ARRAYS["x"].sum(0)[-1] * 2),
        ("-%v[0]", -10),
        ("[[1, 2], [3, 4]][1]", [3, 4]),
    ):
        result = session.execute(text)
        assert result.error is None, result.error
        np.testing.assert_allclose(result.values[-1].array, right, rtol=1e-6)


def test_a_form_keeps_its_own_brackets(session):
    for text in ("slice %v [0:2]", "slice %v[0:2]", "%p = tuple(%v, %x)\nget_tuple_element %p[1]"):
        assert session.execute(text).error is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%v[6]", "index 6 is outside of dimension 0, whose size is 6"),
        ("%v[-7]", "index -7 is outside of dimension 0, whose size is 6"),
        ("%x[0, 0, 0]", "there are 3 indices, and the tensor is of rank 2"),
        ("%x[..., ...]", "... stands once among indices"),
        ("%v[::0]", "the step of a slice is not zero"),
        ("%v[%f]", "an index is a number, a slice or a value of whole numbers of rank 0 or 1, not tensor<f32>; where takes a mask"),
        ("%v[]", "expected an index"),
        ("%v[1:2:3:4]", "a slice has a start, an end and a step"),
        ("%x[%l, %l]", "one index of rank 1 stands among indices, and no more; the op gather takes any"),
    ],
)  # fmt: skip
def test_what_is_no_part_is_refused_in_words(session, text, message):
    error = session.execute(text).error
    assert message in error.message
    assert error.code.startswith("syntax.")


def test_a_part_that_is_not_closed_goes_on(session):
    assert session.is_incomplete("%v[0,")
    assert not session.is_incomplete("%v[0]")


def test_the_product_needs_blanks_and_an_address_none(session):
    np.testing.assert_array_equal(session.execute("%x @ %x[0]").values[-1].array, ARRAYS["x"] @ ARRAYS["x"][0])
    assert session.execute("%x@(0,0)").error is None
    assert session.execute("%x @%x").error is not None


def test_a_script_checks_what_it_indexes():
    from hlorepl.session.checking import check_script
    from hlorepl.source import Source

    assert check_script(Source("%x = [1, 2, 3]\n%y = %x[0] + sum(%x)\n%z = %x @ %x")) == []
    assert [each.code for each in check_script(Source("%x = [1, 2, 3]\n%y = %x[3]"))] == ["syntax.familiar"]
