"""``:nan :trace :profile :time :values``: the same words for functions, statements, ONNX graphs and MDF models, and what ``run`` says."""

from __future__ import annotations

import re

import pytest
from batch.kinds_of_file import write_each

import hlorepl
from hlorepl.__main__ import main
from hlorepl.batch.options import MDF, ONNX, STABLEHLO

FUNCTION = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %1 = stablehlo.sqrt %x : tensor<2xf32>
  %2 = stablehlo.add %1, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""


class Talk:
    """A session that is asked line by line."""

    def __init__(self, *lines: str, **options: object):
        self.session = hlorepl.Session(**options)  # type: ignore[arg-type]
        for line in lines:
            self(line)

    def __call__(self, text: str) -> str:
        result = self.session.execute(text, "In[1]")
        assert result.error is None, str(result.error)
        return result.text

    def refused(self, text: str, code: str) -> str:
        error = self.session.execute(text, "In[1]").error
        assert error is not None
        assert error.code == code, str(error)
        return str(error)


@pytest.fixture
def talk() -> Talk:
    return Talk(FUNCTION, "%x = [4.0, -1.0]")


def untimed(text: str) -> str:
    return re.sub(r"[\d.]+ ms", "T ms", text)


@pytest.mark.parametrize("words", ["@main(%x)", "@main %x", "@main", "@main([4.0, -1.0])", ""])
def test_the_first_nan_of_a_call_and_where_it_goes(talk, words):
    text = talk(f":nan {words}")
    assert "In[1]:2:3: first NaN: stablehlo.sqrt made %1 with 1 NaN\n" in text
    assert "  %x : tensor<2xf32> = [4.0, -1.0]\n" in text
    assert "  goes into %2 = stablehlo.add in line 3" in text
    assert talk.session.names == ["x"]


@pytest.mark.parametrize("kind", [STABLEHLO, ONNX, MDF])
@pytest.mark.parametrize("option", ["nan", "trace"])
def test_a_file_says_what_run_says(tmp_path, capsys: pytest.CaptureFixture[str], kind, option):
    path = write_each(tmp_path)[kind]
    talk = Talk("%x = [1.0, 2.0]")
    assert main(["run", str(path), f"--{option}", "--print", "none", *(["--random", "1"] if kind == ONNX else [])]) == 0
    asked = untimed(talk(f":{option} {path}"))
    told = untimed(capsys.readouterr().out.strip())
    skip = re.compile(r", -?[\d.e-]+ to -?[\d.e-]+")  # a random input is another one
    assert skip.sub("", told) in skip.sub("", asked)


@pytest.mark.parametrize(("kind", "word"), [(ONNX, "onnx"), (MDF, "mdf")])
def test_a_model_that_is_loaded(tmp_path, kind, word):
    path = write_each(tmp_path)[kind]
    talk = Talk("%x = [1.0, 2.0]", f":load {path}")
    assert "first NaN" in talk(f":nan {word}")
    assert "first NaN" in talk(":nan")
    assert talk(f":profile {word}").startswith("op ")
    assert talk(f":time {word}").startswith("time : ")


def test_inputs_of_a_model_are_given_as_a_call_gives_them(tmp_path):
    talk = Talk("%v = [1.0, 2.0]", f":load {write_each(tmp_path)[ONNX]}")
    for words in ("onnx(%v)", "onnx x=%v", "onnx %v"):
        assert "first NaN: onnx.Sqrt made s" in talk(f":nan {words}")


def test_trials_leave_the_model_as_it_is(tmp_path):
    talk = Talk(f":load {write_each(tmp_path)[MDF]}")
    assert "in turn 0" in talk(":nan mdf 5")
    assert len(talk(":trace mdf 3").splitlines()) == 1 + 2 * 3  # what is fixed is told once
    model = talk.session.models["mdf"]
    assert model.runner.trials == 0  # type: ignore[attr-defined]


def test_the_statements_of_a_session_are_looked_at(talk):
    talk("%y = log(%x) + 1.0\n%z = negate %y")
    text = talk(":nan")
    assert "stablehlo.log made a value with 1 NaN" in text
    assert "  %x : tensor<2xf32> = [4.0, -1.0]" in text
    assert "goes into %y = stablehlo.add" in text
    assert "stablehlo.log" in talk(":nan %y")


def test_a_call_and_a_loop_among_the_statements_are_looked_into(talk):
    talk("%p = [9.0, 1.0]\n%y = call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>")
    text = talk(":nan")
    assert "In[1]:2:3: first NaN: stablehlo.sqrt made %1" in text


def test_what_came_into_the_session_is_told_as_such(tmp_path):
    talk = Talk("%x = [nan, 1.0]", "%y = negate %x")
    text = talk(":nan")
    assert "%x came in with 1 NaN" in text
    assert text.endswith("every step made finite values of finite operands")


def test_what_no_name_means_any_more_is_not_looked_at(talk):
    talk("%y = log %x\n%y = [1.0, 2.0]\n%z = add %y, %y")
    assert "first NaN" not in talk(":nan")


def test_a_trace_of_one_op(talk):
    assert [line.split(" : ")[0] for line in talk(":trace @main(%x) add").splitlines()] == [
        "In[1]:3:3: %2 = stablehlo.add"
    ]
    assert len(talk(":trace @main").splitlines()) == 2
    assert "did you mean sqrt" in talk.refused(":trace @main sqr", "name.unknown")


def test_values_are_saved(talk, tmp_path):
    folder = tmp_path / "a folder"
    assert talk(f":values '{folder}' @main(%x)") == f"saved 2 values in {folder}"
    assert sorted(path.name for path in folder.iterdir()) == ["000000_sqrt_1.npy", "000001_add_2.npy"]


def test_each_process_of_a_grid_has_its_own_answer(talk):
    talk(":grid 2 1")
    text = talk(":nan @main(%x)")
    assert "process (0, 0)\nIn[1]:2:3: first NaN" in text
    assert "process (1, 0)\nIn[1]:2:3: first NaN" in text
    assert talk(":trace @main").count("stablehlo.sqrt") == 2


def test_what_ran_before_a_failure_is_told(talk):
    talk("""func.func @bad(%x: tensor<2xf32>) -> tensor<2xf32> {
  %1 = stablehlo.sqrt %x : tensor<2xf32>
  %c = stablehlo.constant dense<false> : tensor<i1>
  %w = shape.const_witness false
  return %1 : tensor<2xf32>
}""")
    result = talk.session.execute(":nan @bad", "In[2]")
    assert result.error is not None
    assert "first NaN: stablehlo.sqrt" in result.text
    assert "shape.const_witness" in talk(":debug")


@pytest.mark.parametrize("name", ["nan", "trace", "profile", "time", "values /tmp/none"])
def test_nothing_to_run(name):
    talk = Talk()
    assert "there is no function and no model to run" in talk.refused(f":{name}", "run.entry")
    assert "@f" in talk.refused(f":{name} @f", "name.symbol")
