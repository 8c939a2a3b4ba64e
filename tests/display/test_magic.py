"""``%load_ext hlorepl`` in a real IPython shell."""

import ml_dtypes
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import hlorepl


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = InteractiveShell.instance(user_ns={"np": np})
    shell.run_line_magic("load_ext", "hlorepl")
    yield shell
    InteractiveShell.clear_instance()


def run(shell, text, line=""):
    """Run a cell; (what it displayed, the error that it raised)."""
    with capture_output() as captured:
        done = shell.run_cell(f"%%stablehlo {line}\n{text}")
    return captured, done.error_in_exec


def test_variables_go_in_and_values_come_out(shell):
    shell.user_ns["x"] = np.array([1, 2, 3], np.int16)
    _, error = run(shell, "%y = add $x, $x\n%z = 1", "-o y")
    assert error is None
    assert "z" not in shell.user_ns
    assert (shell.user_ns["hlo"].z, shell.user_ns["hlo"]["z"]) == (1, 1)
    assert shell.user_ns["y"].dtype == np.int16
    assert shell.user_ns["y"].tolist() == [2, 4, 6]
    assert not shell.user_ns["y"].flags.writeable


def test_cells_share_one_session_until_a_new_one_is_asked_for(shell):
    run(shell, "%kept = 5")
    assert run(shell, "%more = add %kept, %kept")[1] is None
    assert shell.user_ns["hlo"].more == 10
    error = run(shell, "%kept", line="--new")[1]
    assert isinstance(error, hlorepl.HloError)
    assert error.code == "name.undefined"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (3, "int32"),
        (2.5, "float32"),
        ([True, False], "bool"),
        (1 + 2j, "complex64"),
        (np.float64(1), "float64"),
        (np.ones(2, ml_dtypes.bfloat16), "bfloat16"),
    ],
)
def test_python_numbers_are_typed_as_literals_and_arrays_keep_their_type(shell, value, kind):
    shell.user_ns["x"] = value
    assert run(shell, "%y = optimization_barrier %x", "-i x -o y")[1] is None
    assert shell.user_ns["y"].dtype.name == kind
    np.testing.assert_array_equal(shell.user_ns["y"], np.asarray(value).astype(kind))


def test_the_line_magic_runs_one_statement(shell):
    shell.user_ns["x"] = np.float32(2)
    with capture_output() as captured:
        shell.run_line_magic("stablehlo", "%z = multiply $x, $x")
    assert "%z : tensor<f32> = 4.0" in captured.outputs[-1].data["text/plain"]
    assert "text/html" in captured.outputs[-1].data


def test_the_line_magic_gives_its_value_back(shell):
    shell.user_ns["x"] = np.array([1, 2], np.int16)
    with capture_output() as captured:
        done = shell.run_cell("r = %stablehlo $x + 1")
    assert done.error_in_exec is None
    assert len(captured.outputs) == 1
    found = shell.user_ns["r"]
    assert isinstance(found, np.ndarray)
    assert (found.dtype, found.tolist(), found.flags.writeable) == (np.int16, [2, 3], False)
    assert (found * 2).tolist() == [4, 6]
    assert shell.run_cell("%stablehlo %0").result.tolist() == [2, 3]
    assert shell.run_cell("r = %stablehlo tuple %0, %0").error_in_exec is None
    assert [part.tolist() for part in shell.user_ns["r"]] == [[2, 3], [2, 3]]
    for text in (":env", "func.func @f() { return }", "%t = create_token"):
        assert shell.run_cell(f"r = %stablehlo {text}").error_in_exec is None
        assert shell.user_ns["r"] is None


def test_a_value_of_a_line_is_shown_once(shell):
    with capture_output() as captured:
        shell.run_cell("%stablehlo %y = 2.0", store_history=True)
    assert [output.data["text/plain"] for output in captured.outputs if output.data] == ["%y : tensor<f32> = 2.0"]
    assert "array" not in captured.stdout
    with capture_output() as captured:
        shell.run_cell("r = %stablehlo %y\nr + 1", store_history=True)
        shell.run_cell("r", store_history=True)
    assert captured.stdout.count("2.") == 1
    assert captured.stdout.count("3.") == 1


def test_an_error_points_into_the_cell(shell):
    captured, error = run(shell, "%a = 1\n%b = add %a, %missing")
    assert isinstance(error, hlorepl.HloError)
    assert error.span is not None
    assert (error.span.line, error.span.text) == (2, "%missing")
    assert "Traceback" not in captured.stdout
    assert "%missing" in captured.stdout
    assert shell.user_ns["hlo"].a == 1, "what ran before stays"


@pytest.mark.parametrize(
    ("value", "code"),
    [("text", "run.argument_type"), ([2**40], "type.literal"), (np.array(["a"]), "run.argument_type")],
)
def test_a_variable_that_is_no_value_is_refused_where_it_stands(shell, value, code):
    shell.user_ns["bad"] = value
    error = run(shell, "%y = negate $bad")[1]
    assert isinstance(error, hlorepl.HloError)
    assert error.span is not None
    assert (error.code, error.span.text) == (code, "$bad")


def test_a_variable_that_is_not_there_and_options_that_are_none(shell):
    assert run(shell, "%y = negate $nowhere")[1].code == "name.undefined"
    assert run(shell, "%y = 1", line="--nonsense")[1].code == "command.usage"


def test_dollars_in_strings_and_comments_are_left_alone(shell):
    assert run(shell, '%y = 1 // $nothing "$nothing"')[1] is None


@pytest.mark.parametrize("name", ["max", "np", "function", "Type", "in", "1x", "x-y"])
def test_what_means_something_to_python_is_never_replaced(shell, name):
    shell.user_ns.update(function=lambda: 1, Type=int)
    before = dict(shell.user_ns)
    error = run(shell, f"%{name} = 1.0", line=f"-o {name}")[1]
    assert error.code == "command.usage"
    assert name not in shell.user_ns["hlo"].__dir__(), "nothing ran"
    assert all(shell.user_ns[each] is value for each, value in before.items() if not each.startswith("_"))


def test_names_of_builtins_stay_in_the_session(shell):
    assert run(shell, "%max = 1.0\n%np = 2.0")[1] is None
    assert "max" not in shell.user_ns
    assert shell.user_ns["np"] is np
    assert shell.user_ns["hlo"].max == 1


def test_a_cell_that_fails_hands_nothing_out(shell):
    assert run(shell, "%y = 1\n%z = add %y, %missing", line="-o y")[1].code == "name.undefined"
    assert "y" not in shell.user_ns
    assert run(shell, "%y = 1", line="-o y,nothing")[1].code == "name.undefined"
    assert "y" not in shell.user_ns


def test_a_variable_of_the_user_may_be_replaced(shell):
    shell.user_ns["y"] = 5
    assert run(shell, "%y = $y + $y", line="-o y")[1] is None
    assert shell.user_ns["y"] == 10
