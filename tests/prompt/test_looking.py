"""Looking inside at a real terminal: a NaN found step by step, an interrupt in the debugger and one that it opens at."""

import pytest
from prompt.test_prompt import Terminal

PROGRAM = """func.func private @scale(%v: tensor<3xf32>, %s: tensor<f32>) -> tensor<3xf32> {
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %d = stablehlo.divide %v, %b : tensor<3xf32>
  return %d : tensor<3xf32>
}
func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<3xf32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %m = stablehlo.subtract %h, %x : tensor<3xf32>
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %t = stablehlo.reduce(%m init: %init) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %k = func.call @scale(%m, %t) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %k : tensor<i32>, tensor<3xf32>
  }
  return %r#1 : tensor<3xf32>
}
"""


@pytest.fixture
def terminal(tmp_path):
    path = tmp_path / "model.mlir"
    path.write_text(PROGRAM)
    found = Terminal(tmp_path, str(path))
    found.line("%x = [1.0, 2.0, 3.0]", r"^%x : ")
    yield found
    found.child.close(force=True)


def test_a_nan_is_found_and_mended(terminal):
    terminal.line(":run @main(%x, 1)", r"\[nan, nan, nan\]")
    terminal.line(":debug @main(%x, 1)", r"in @main")
    terminal.line(":break divide if nan", r"breakpoint 1")
    terminal.line(":continue", r"stopped at line 4")
    terminal.wait(r"%d : tensor<3xf32> = \[nan, nan, nan\]")
    terminal.line(":back", r"%b : tensor<3xf32> = \[0\.0, 0\.0, 0\.0\]")
    terminal.line(":where", r"→ 0 .*@scale, turn 0")
    terminal.line(":up", r"→ 1 ")
    terminal.line("%t", r"^%t : tensor<f32> = 0\.0")
    terminal.line(":down", r"→ 0 ")
    terminal.line("%b = [1.0, 1.0, 1.0]", r"^%b : tensor<3xf32> = \[1\.0")
    terminal.line(":delete 1", r"taken out")
    terminal.line(":continue", r"has ended")
    terminal.line(":stop", r"is closed")
    terminal.send(":br\t")
    terminal.wait(r"hlo> :break")


def test_control_c_in_the_debugger_leaves_it_standing(terminal):
    terminal.line(":debug @main(%x, 100000000)", r"in @main")
    terminal.line(":until %m", r"%m = stablehlo\.subtract")
    terminal.send(":continue\r")
    terminal.pump(1.5)
    terminal.send("\x03")
    terminal.wait("interrupted; the debugger stands")
    terminal.line("%i * 0 + 41", r"= 41$")
    terminal.line(":back 3", r"3 ops back")


def test_control_c_in_a_run_is_where_debug_opens(terminal):
    terminal.send(":run @main(%x, 100000000)\r")
    terminal.wait("running at line")
    terminal.send("\x03")
    terminal.wait("interrupted at line")
    terminal.wait("opens there")
    terminal.line(":debug", r"turn \d+")
    terminal.line(":list", r"→ ")


def test_a_long_run_says_what_is_running(terminal):
    terminal.send(":run @main(%x, 100000000)\r")
    terminal.wait(r"running at line \d+ of ")
    terminal.wait(r"turn \d+ of 100,000,000, \d+ s")
    terminal.wait(r", about \d+ (s|min) left")
    terminal.send("\x03")
    terminal.wait("interrupted at line")


def test_the_first_nan_and_a_difference(terminal):
    terminal.line(":nan @main(%x, 1)", r"divide made %d with 3 NaN")
    terminal.line("%y = %x + 1.0", r"^%y :")
    terminal.line(":diff %x %y", r"%x and %y differ in ")
