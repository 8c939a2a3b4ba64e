"""Looking inside in a notebook: the debugger lives between cells, and an interrupt of a cell is where it opens."""

import time

import pytest

PROGRAM = """func.func private @half(%a: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0.5> : tensor<f32>
  %m = stablehlo.multiply %a, %c : tensor<f32>
  %l = stablehlo.log %m : tensor<f32>
  return %l : tensor<f32>
}
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<f32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k = func.call @half(%h) : (tensor<f32>) -> tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %k : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
"""


@pytest.fixture(scope="module")
def notebook(kernel):
    kernel.execute(PROGRAM)
    return kernel


def test_the_debugger_lives_between_cells(notebook):
    assert "@main" in notebook.execute(":debug @main(8.0, 4)").printed
    notebook.execute(":break log if nan")
    stopped = notebook.execute(":continue")
    assert "breakpoint 1" in stopped.printed
    assert "%l : tensor<f32> = nan" in notebook.execute("%l").plain
    assert "turn 2" in notebook.execute(":where").printed + notebook.execute(":where").plain
    notebook.execute(":back 2\\n%m = 1.0".replace("\\n", "\n"))
    notebook.execute(":step 2")
    names = notebook.reply(notebook.client.complete(":break lo", 9))["matches"]
    assert "log" in str(names)
    assert notebook.execute(":stop").reply["status"] == "ok"
    assert notebook.execute(":step").contents("error")[0]["evalue"].endswith("[run.debugger]")


def test_an_interrupted_cell_is_where_debug_opens(notebook):
    request = notebook.client.execute(":run @main(8.0, 2000000000)")
    time.sleep(0.7)
    notebook.manager.interrupt_kernel()
    answer = notebook.finish(request)
    (error,) = answer.contents("error")
    assert error["ename"] == "KeyboardInterrupt"
    assert "interrupted at line" in error["evalue"]
    assert ":debug opens there" in error["evalue"]


def test_a_cell_opens_a_function_and_computes_it_again(notebook):
    notebook.execute(":open @half(4.0)")
    notebook.execute("%c = 8.0")
    assert "stale" in notebook.execute(":env").printed
    notebook.execute(":rerun")
    assert "3.465" in notebook.execute("%l").plain


def test_a_long_cell_says_what_is_running(notebook):
    request = notebook.client.execute(":run @main(8.0, 2000000000)")
    time.sleep(1.6)
    notebook.manager.interrupt_kernel()
    told = [each["text"] for each in notebook.finish(request).contents("stream") if each["name"] == "stderr"]
    assert any("running at line" in text and "turn" in text for text in told)


def test_the_first_nan_in_a_cell(notebook):
    shown = notebook.execute("%m = -1.0\n%l = log %m\n:nan").contents("display_data")
    assert "first NaN: stablehlo.log" in str(shown)
