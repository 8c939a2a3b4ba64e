"""``:run``: functions on the session's values."""

from pathlib import Path

import numpy as np
import pytest

import hlorepl

DIGITS = Path(__file__).parent.parent.parent / "samples" / "digits"
ADD = """
func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %0 = add %a, %b : tensor<2xi32>
  return %0 : tensor<2xi32>
}
"""


@pytest.fixture
def session():
    return hlorepl.Session()


def execute(session, text):
    result = session.execute(text)
    assert result.error is None, str(result.error)
    return result


def test_arguments_come_by_the_names_in_the_programs_locations(session):
    execute(session, f":load {DIGITS / 'test.npz'}\n:load {DIGITS / 'classify.mlir'}")
    accuracy, predictions = execute(session, ":run @main").values
    assert accuracy.array == np.float32(0.975)
    assert predictions.array.shape == (360,)


def test_arguments_come_by_their_own_names_or_as_given(session):
    execute(session, f"{ADD}\n%a = [1, 2] : i32\n%b = [10, 20] : i32")
    assert execute(session, ":run @f").values[0].array.tolist() == [11, 22]
    assert execute(session, ":run @f %a a").values[0].array.tolist() == [2, 4]


def test_a_missing_argument_is_named_with_its_type(session):
    execute(session, f"{ADD}\n%a = [1, 2] : i32")
    error = session.execute(":run @f").error
    assert error.code == "run.arguments"
    assert "%b : tensor<2xi32>" in error.message
