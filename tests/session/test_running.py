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


def test_a_file_runs_on_values_or_by_names(session, tmp_path):
    path = tmp_path / "f.mlir"
    path.write_text(ADD)
    execute(session, "%a = [1, 2] : i32\n%b = [10, 20] : i32")
    assert execute(session, f":run {path}").values[0].array.tolist() == [11, 22]
    assert execute(session, f":run {path} %b %b").values[0].array.tolist() == [20, 40]
    (tmp_path / "s.hlo").write_text("%c = [1]")
    assert session.execute(f":run {tmp_path / 's.hlo'} %a").error.code == "run.arguments"


def test_arguments_may_be_written_out(session):
    execute(session, ADD)
    assert execute(session, ":run @f [1, 2], [3, 4]").values[0].array.tolist() == [4, 6]


def test_a_function_at_the_start_of_a_statement_is_explained(session):
    execute(session, ADD)
    error = session.execute("@f(%a, %a)").error
    assert error.code == "syntax.form"
    assert "call @f" in error.help[0]


def test_names_choose_and_rename_what_a_file_holds(session, tmp_path):
    np.savez(tmp_path / "a.npz", x=np.int32(1), y=np.int32(2))
    np.save(tmp_path / "b.npy", np.int32(3))
    execute(session, f":load {tmp_path / 'a.npz'} y new=x\n:load {tmp_path / 'b.npy'} third")
    assert session.names == ["y", "new", "third"]
    assert [int(session[name]) for name in session.names] == [2, 1, 3]
    error = session.execute(f":load {tmp_path / 'a.npz'} z").error
    assert error.code == "run.input"
    assert "x, y" in error.help[0]


def test_an_op_is_explained_with_an_example_and_its_rules(session):
    text = execute(session, "?concatenate").text
    assert "- dimension, also dim: the dimension along which inputs are joined (an integer of i64)" in text
    assert "concatenate(%x, [3.0], dim = 0)\n    // %0 : tensor<3xf32> = [1.0, 2.0, 3.0]" in text
    assert "Rules: C1, C2" in text
    assert execute(session, "?concatenate.C4").text.startswith("concatenate.C4: ")


def test_types_of_several_values(session):
    execute(session, "%a = [1, 2]\n%b = 1.0")
    assert execute(session, ":type %a, %b").text == "%a : tensor<2xi32>\n%b : tensor<f32>"
    assert execute(session, ":type %a").text == "tensor<2xi32>"


def test_what_converts_without_loss_is_converted_and_saved_so(session, tmp_path):
    execute(session, f"{ADD}\n%a = [1, 2] : i64\n%b = [true, false]")
    assert execute(session, ":run @f").values[0].array.tolist() == [2, 2]
    assert execute(session, ":run @f(%a, [3, 4])").values[0].array.tolist() == [4, 6]
    assert execute(session, ":undo") is not None
    path = tmp_path / "saved.mlir"
    execute(session, f":save {path}")
    saved = hlorepl.compile(hlorepl.parse(path.read_text()))()
    assert [2, 2] in [array.tolist() for array in saved]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (":run @f %a zz", "name.undefined", "zz"),
        (":run @f(%a, %zz)", "name.undefined", "%zz"),
        (":run @f %a, %a + %zz", "name.undefined", "%zz"),
        (":run @f %a, [1, 2", "syntax.end", ""),
        (":run @f %a, [1, 2] %a", "syntax.form", "%a"),
        (":run @f %a", "run.arguments", "@f"),
        (":run @f %a, [1, 2, 3]", "run.argument_type", "%b"),
        (":run @f %a, [0.5, 2]", "syntax.literal", "[0.5, 2]"),
    ],
)
def test_errors_stand_in_the_users_text(session, text, code, place):
    execute(session, f"{ADD}\n%a = [1, 2] : i32")
    error = session.execute(text, "In[3]").error
    assert (error.code, error.span.text) == (code, place)
    assert error.span.source.name == ("<session>" if place in ("@f", "%b") else "In[3]")
