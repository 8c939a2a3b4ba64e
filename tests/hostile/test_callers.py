"""Python callers that give what they should not."""

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl.errors import HloError

DOUBLE = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


@pytest.fixture
def double():
    return hlorepl.compile(hlorepl.parse(DOUBLE))


class Raises:
    def __array__(self, *_, **__):
        raise KeyError("no array")


class NoCapsule:
    def __dlpack__(self, **_):
        raise RuntimeError("no capsule")

    def __dlpack_device__(self):
        return 1, 0


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    "array",
    [
        *(
            [1, 2],
            (1.0, 2.0),
            np.array([1, 2], ">f4"),
            np.arange(1, 5, dtype=np.float32)[::3] / [1, 2],
            np.array([1, 2 + 0j]),
        ),
        *(np.array([1, 2], np.float16), np.array([1, 2], ml_dtypes.int4), np.array([1, 2], np.longdouble)),
        *(np.ma.array([1, 2]), read_only(np.array([1, 2], np.float32)), np.array([1, 2], np.float32).view("V4")),
    ],
    ids=lambda array: str(getattr(array, "dtype", type(array).__name__)),
)
def test_arrays_of_every_kind(double, array):
    (result,) = double(array)
    assert type(result) is np.ndarray
    assert result.dtype == np.float32
    assert result.tolist() == [2, 4]
    result += 1  # it is the caller's


@pytest.mark.parametrize(
    "array",
    [
        *(
            None,
            "ab",
            ["a", "b"],
            b"abcdefgh",
            [[1], [1, 2]],
            {1: 2},
            [10**400, 1],
            np.array([1, None], object),
            Raises(),
        ),
        *(np.array(["1", "2"]), np.array(["2020", "2021"], "M8[D]"), np.zeros(2, [("a", "f4")]), np.zeros(2, "V8")),
        *(
            np.ma.array([1, 2], mask=[False, True]),
            np.array([1, 2j]),
            np.array([1.1, 2]),
            np.array([1, 2**40 + 1]),
            NoCapsule(),
        ),
        np.float32(1),
    ],
    ids=lambda array: repr(array)[:20],
)
def test_what_is_no_array_of_two_numbers(double, array):
    with pytest.raises(HloError) as caught:
        double(array)
    assert caught.value.code == "run.argument_type"
    assert caught.value.span.text == "%a"


@pytest.mark.parametrize("thing", [None, 3, [], object()], ids=lambda thing: type(thing).__name__)
def test_what_is_no_text_and_no_module(thing):
    for function in (
        hlorepl.parse,
        hlorepl.verify,
        hlorepl.compile,
        hlorepl.print_module,
        hlorepl.Session().is_incomplete,
    ):
        with pytest.raises(HloError) as caught:
            function(thing)
        assert caught.value.code == "type.argument"
    session = hlorepl.Session()
    assert session.execute(thing).error.code == "type.argument"
    assert thing not in session
    with pytest.raises(KeyError):
        session[thing]
    with pytest.raises(HloError):
        hlorepl.Session(grid=thing)


def test_another_name_for_a_value():
    session = hlorepl.Session()
    assert session.execute("%x = 2\n%y = %x\n%x = 3\n%z = %y * %x").error is None
    assert (session["y"], session["z"]) == (2, 6)


@pytest.mark.parametrize(
    "text", [":load \0", ":save a\0b", "%x = 0x" + "f" * 5000, "%é = 1", "\ud800", "%a:99999999999 = 1", "?%"]
)
def test_odd_entries(text):
    session = hlorepl.Session()
    session.execute("%x = 1")
    error = session.execute(text, "In[2]").error
    assert str(error).startswith("In[2]:1:")
    assert session["x"] == 1
