"""The debugger in a session: its commands, names of its frames, changed values, and what is said where it cannot."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from debugging.programs import NESTED

import hlorepl

NAN = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[4.0, -1.0]> : tensor<2xf32>
  %1 = stablehlo.sqrt %0 : tensor<2xf32>
  %2 = stablehlo.add %1, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
LOOP = """func.func private @g(%a: tensor<f32>, %w: tensor<f32>) -> tensor<f32> {
  %t = stablehlo.multiply %a, %w : tensor<f32>
  interpreter.print %t : tensor<f32>
  return %t : tensor<f32>
}
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %w = stablehlo.constant dense<2.0> : tensor<f32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c, %h = %x) : tensor<i32>, tensor<f32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %k = func.call @g(%h, %w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %j, %k : tensor<i32>, tensor<f32>
  }
  %s = stablehlo.sqrt %r#1 : tensor<f32>
  return %s : tensor<f32>
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
        assert error.span is not None
        return str(error)


@pytest.fixture
def nan() -> Talk:
    return Talk(NAN, ":debug @main()")


@pytest.fixture
def loop() -> Talk:
    return Talk(LOOP, ":debug @main(1.0, 5)")


def test_it_stops_at_a_breakpoint_shows_values_and_goes_back(nan):
    nan(":break sqrt")
    assert "breakpoint 1" in nan(":continue")
    assert "@main" in nan(":where")
    assert "[4.0, -1.0]" in nan("%0")
    assert "[2.0, nan]" in nan(":step")
    assert "[2.0, nan]" in nan("%1")
    assert "sqrt" in nan(":back")
    nan.refused("%1", "name.undefined")
    nan(":stop")
    nan.refused("%0", "name.undefined")


def test_a_changed_value_keeps_its_type_and_is_used(nan):
    nan(":step")
    assert nan("%0 = [16, 25]") == "%0 : tensor<2xf32> = [16.0, 25.0]"
    nan.refused("%0 = [1.0, 2.0, 3.0]", "run.argument_type")
    nan.refused("%0 = [0.1] : f64", "run.argument_type")
    assert "[8.0, 10.0]" in nan(":continue")
    assert "[4.0, -1.0]" in nan(":back 10\n:step")  # before the change there is none


def test_values_of_the_frame_in_expressions_and_what_is_made_of_them_is_the_sessions(nan):
    nan(":step 2")
    assert nan("%1 * 2.0 + %0") == "%3 : tensor<2xf32> = [8.0, nan]"  # the frame has %0 to %2
    nan("%mine = %0 - 1.0")
    nan(":stop")
    assert nan.session["mine"].tolist() == [3, -2]
    assert nan.session["3"][0] == 8
    nan("%mine + 1.0")


def test_the_session_is_behind_the_frame():
    talk = Talk(NAN, "%0 = 7.0", "%y = 8.0", ":debug @main()", ":step")
    assert "[4.0, -1.0]" in talk("%0")
    assert "8.0" in talk("%y")
    talk("%y = 9.0")
    talk(":stop")
    assert talk("%0") == "%0 : tensor<f32> = 7.0"
    assert talk.session["y"] == 9


def test_step_goes_in_and_next_goes_over(loop):
    loop(":until while")
    assert "turn 0 (condition)" in loop(":step")
    loop(":back")
    assert ":r#1" not in loop(":next")
    assert "32.0" in loop("%r#1")
    loop(":back")
    loop.refused("%r#1", "name.undefined")
    assert "turn 0" in loop(":in")
    loop.refused(":in", "run.not_steppable")
    loop(":step")
    assert "in @g, turn 0" in loop(":in")
    out = loop(":out")
    assert "%k : tensor<f32> = 2.0" in out
    assert "in @main, turn 0" in out
    assert "%s = stablehlo.sqrt" in loop(":out")


def test_frames_are_looked_at_by_up_and_down(loop):
    loop(":break @g if turn == 2\n:continue")
    where = loop(":where").splitlines()
    assert [line.split()[0] for line in where] == ["→", "1", "2"]
    assert "turn 2" in where[0]
    assert "turn 2" in where[1]
    loop.refused("%i", "name.undefined")  # a function sees nothing of its caller
    loop(":up")
    assert "2" in loop("%i")
    assert "→ 1" in loop(":where")
    assert "stablehlo.while" in loop(":up")
    loop.refused(":up", "run.debugger")
    loop(":down\n:down")
    loop.refused(":down", "run.debugger")


def test_a_changed_value_that_a_loop_captures_is_used_in_all_later_turns(loop):
    loop(":until %j\n%w = 3.0")
    assert "15.588" in loop(":continue")


@pytest.mark.parametrize(
    ("point", "stops"),
    [
        ("add", 5),
        ("* if max == 16", 2),  # of @g, and of the call
        ("stablehlo.add", 5),
        ("%j", 5),
        ("15", 5),
        ("@g", 5),
        ("2", 5),
        ("%h", 11),  # the turns and the conditions
        ("%a", 5),
        ("%k if max > 3", 4),
        ("%h if max >= 4 and turn != 3", 5),
        ("%h if max < 3 or max > 8", 7),
        ("@g if turn == 3", 1),
        ("@g if min == 8.0", 1),
        ("multiply if absmax >= 4", 4),
        ("sqrt if nan", 0),
        ("%r if min == 5", 1),
        ("%r#1 if max == 32", 1),
        ("%r if inf or nan", 0),
        ("return if turn == 1", 3),
        ("%w if turn == 1", 1),  # an argument of @g; what the loop captures is not made there
    ],
)
def test_places_and_conditions(loop, point, stops):
    loop(f":break {point}")
    count = 0
    while "has ended" not in loop(":continue"):
        count += 1
        assert count < 20
    assert count == stops


def test_names_of_the_frame_are_listed_and_completed(loop):
    from hlorepl.session import completion

    loop("%mine = 1.0\n:until %t")
    assert loop(":env").splitlines()[:5] == [
        "in @g, turn 0:",
        "  %a : tensor<f32>",
        "  %w : tensor<f32>",
        "in the session:",
        "%mine : tensor<f32>",
    ]

    def offered(text: str) -> list[str]:
        return [each.text for each in completion.complete(text, len(text), loop.session)]

    assert offered("add %") == ["%a", "%w", "%mine"]
    assert {"@g", "%t", "%h", "multiply", "stablehlo.add"} <= set(offered(":break "))
    assert offered(":until %r") == ["%r#0", "%r#1"]
    assert offered(":wat") == ["watch"]
    assert "@main" in offered(":open @")


def test_continue_counts_stops_and_breakpoints_are_listed_and_taken_out(loop):
    loop(":break add\n:break @g if turn == 100\n:watch %k")
    assert loop(":break") == "1  add\n2  @g if turn == 100\n3  watch %k when it changes"
    assert "turn 1" in loop(":continue 3")
    loop(":delete 1\n:delete 2\n:delete 3")
    assert "nothing stops" in loop(":break")
    loop.refused(":delete 1", "command.usage")
    assert "has ended" in loop(":continue 1000000")


def test_a_watch_stops_where_a_value_changes():
    talk = Talk(
        LOOP.replace("%w : tensor<f32>\n  interpreter", "%a : tensor<f32>\n  interpreter"), ":debug @main(1.0, 4)"
    )
    talk(":watch %t")
    assert "%t : tensor<f32> = 1.0" in talk(":continue")
    assert "has ended" in talk(":continue")  # 1 * 1 stays 1


def test_until_stops_before_a_place_once(loop):
    assert "%j = stablehlo.add" in loop(":until %j")
    assert "turn 1" in loop(":until %j")
    assert "%s = stablehlo.sqrt" in loop(":until 19")
    assert "has ended" in loop(":until %j")


def test_list_shows_the_source_with_the_values_of_operands(loop):
    loop(":until %t")
    shown = loop(":list").splitlines()
    marked = [line for line in shown if line.startswith("→")]
    assert len(marked) == 1
    assert "%t = stablehlo.multiply %a, %w" in marked[0]
    assert "%a : tensor<f32> = 1.0; %w : tensor<f32> = 2.0" in marked[0]
    assert any("func.func private @g" in line for line in shown)


def test_lines_are_printed_once_however_often_they_are_passed(loop):
    whole = loop(":continue")
    assert printed(whole) == 5
    assert printed(loop(":back 3\n:continue")) == 0
    loop(":back 30\n:until %t")
    assert printed(loop("%w = 3.0\n:step 2")) == 1  # another program from here on
    assert printed(loop(":back 2")) == 0
    assert printed(loop(":step 2")) == 0
    assert printed(loop(":back 4\n:continue")) == 5  # and from here on the first one again


def printed(text: str) -> int:
    """How many lines the program printed."""
    return sum(line.startswith("dense<") for line in text.splitlines())


def test_back_is_exact_out_of_calls_and_turns(loop):
    loop(":break @g if turn == 3\n:continue")
    where, value = loop(":where"), loop("%a")
    loop(":back 17\n:continue")
    assert (loop(":where"), loop("%a")) == (where, value)
    assert "beginning" in loop(":back 1000\n:back")


def test_the_end_and_what_comes_of_it(nan):
    ended = nan(":continue")
    assert "has ended" in ended
    assert "[4.0, nan]" in ended
    assert "has ended" in nan(":step")
    assert "has ended" in nan(":next")
    assert "has ended" in nan(":continue")
    assert "return %2" in nan(":back")


@pytest.mark.parametrize(
    "line",
    [
        ":step",
        ":next",
        ":in",
        ":out",
        ":continue",
        ":continue 3",
        ":back",
        ":back 2",
        ":until add",
        ":break",
        ":break add",
        ":delete 1",
        ":watch %v",
        ":where",
        ":up",
        ":down",
        ":list",
        ":stop",
    ],
)
def test_without_a_debugger_it_says_so(line):
    assert ":debug" in Talk().refused(line, "run.debugger")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (":break nothere", "name.unknown"),
        (":break sqr", "name.unknown"),
        (":break %nothere", "name.unknown"),
        (":break @nothere", "name.unknown"),
        (":break 999999999999999999999999", "name.unknown"),
        (":break 1", "name.unknown"),
        (":break 0", "name.unknown"),
        (":until nothere", "name.unknown"),
        (":until", "command.usage"),
        (":watch", "command.usage"),
        (":watch %nothere", "name.unknown"),
        (":break add if", "command.usage"),
        (":break add if big", "command.usage"),
        (":break add if max", "command.usage"),
        (":break add if max >", "command.usage"),
        (":break add if max > x", "command.usage"),
        (":break add if max > 1 and", "command.usage"),
        (":break add if max > 1 xor nan", "command.usage"),
        (":break add if nan nan", "command.usage"),
        (":break if nan", "name.unknown"),
        (":break @", "name.unknown"),
        (':break "', "name.unknown"),
        (":delete", "command.usage"),
        (":delete x", "command.usage"),
        (":delete -1", "command.usage"),
        (":delete 99", "command.usage"),
        (":back 0", "command.usage"),
        (":back -3", "command.usage"),
        (":continue x", "command.usage"),
        (":step 1.5", "command.usage"),
        (":up", "run.debugger"),
        (":in", "run.not_steppable"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(nan, line, code):
    before = nan(":where")
    if line == ":break @":
        assert nan.session.execute(line, "In[1]").error is not None
    else:
        nan.refused(line, code)
    assert nan(":where") == before
    assert "nothing stops" in nan(":break")


def test_huge_numbers_are_as_far_as_it_goes(nan):
    huge = "9" * 50
    assert "has ended" in nan(f":continue {huge}")
    assert "3 ops back" in nan(":back 3")
    assert "beginning" in nan(f":back {huge}\n:back {huge}")
    assert "has ended" in nan(f":step {huge}")


def test_what_cannot_be_debugged():
    talk = Talk(NAN, "%x = [1.0]")
    talk.refused(":debug", "run.debugger")
    talk.refused(":debug @none", "name.symbol")
    talk.refused(":debug @main(1)", "run.arguments")
    talk.refused(":debug %x", "run.not_steppable")
    talk.refused(":debug %none", "name.undefined")
    talk.refused(":debug none.mlir", "command.file")
    talk(":grid 2 1")
    talk.refused(":debug @main()", "run.not_steppable")


def test_a_second_debugger_takes_the_place_of_the_first(nan):
    nan(":step\n:break add")
    nan(":debug @main()")
    assert "nothing stops" in nan(":break")
    nan.refused("%0", "name.undefined")


FAILS = """func.func @f(%s: tensor<1xi32>, %x: tensor<4xf32>) -> tensor<?xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  %z = stablehlo.dynamic_reshape %y, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}
func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<6> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c, %h = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %p = stablehlo.compare GT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.subtract %i, %one : tensor<i32>
    %k = stablehlo.reshape %j : (tensor<i32>) -> tensor<1xi32>
    %d = stablehlo.multiply %k, %k : tensor<1xi32>
    %z = func.call @f(%d, %h) : (tensor<1xi32>, tensor<4xf32>) -> tensor<?xf32>
    stablehlo.return %j, %h : tensor<i32>, tensor<4xf32>
  }
  %s = stablehlo.reshape %r#0 : (tensor<i32>) -> tensor<1xi32>
  %t = func.call @f(%s, %r#1) : (tensor<1xi32>, tensor<4xf32>) -> tensor<?xf32>
  return %t : tensor<?xf32>
}
"""


def test_after_an_error_it_opens_at_the_op_that_failed():
    talk = Talk(FAILS)
    assert talk.session.execute(":run @main(3, [1.0, 2.0, 3.0, 4.0])").error is not None
    opened = talk(":debug")
    assert "it failed at line 3" in opened
    assert "%s : tensor<1xi32> = [25]" in opened
    assert "turn 0" in talk(":where")
    assert "[2.0, 4.0, 6.0, 8.0]" in talk("%y")
    assert "line 3" in talk(":step")  # it stays there, and says why
    talk("%s = [4]")
    assert "[2.0, 4.0, 6.0, 8.0]" in talk(":step")
    assert "it failed" in talk(":continue")
    assert "turn 1" in talk(":where")


def test_an_error_while_going_on_stops_where_it_is():
    talk = Talk(FAILS, ":debug @main(3, [1.0, 2.0, 3.0, 4.0])")
    assert "it failed at line 3" in talk(":continue")
    assert "turn 0" in talk(":where")
    assert "it failed at line 3" in talk(":back 4\n:next 100")


def test_a_statement_that_failed_is_debugged_too():
    talk = Talk(FAILS, "%x = [1.0, 2.0, 3.0, 4.0]", "%s = [5]")
    assert talk.session.execute("%y = call @f(%s, %x)").error is not None
    assert "it failed at line 3" in talk(":debug")
    assert "[5]" in talk("%s")


def test_an_op_of_the_session_is_debugged_by_its_value(loop):
    loop(":stop\n%out = call @main(1.0, 3)")
    assert "func.call" in loop(":debug %out") or "call @main" in loop(":debug %out")
    assert "in @main" in loop(":in")


def test_under_a_memory_limit_values_are_dropped_as_in_a_run():
    talk = Talk(NAN, ":debug @main()", max_memory=4096)
    talk(":step 2\n%1")
    assert "has ended" in talk(":continue")


def test_a_file_is_debugged(tmp_path: Path):
    path = tmp_path / "a.mlir"
    path.write_text(NAN)
    talk = Talk(f":debug {path}", ":until sqrt")
    assert "a.mlir" in talk(":where")


WORDS = [
    "%h",
    "%k",
    "%r",
    "%r#1",
    "%none",
    "@g",
    "@main",
    "@",
    "add",
    "*",
    "15",
    "0",
    "-1",
    "2",
    "3",
    "if",
    "nan",
    "inf",
    "max",
    "turn",
]
WORDS += [
    ">",
    "<=",
    "==",
    "1e3",
    "and",
    "or",
    '"',
    '"add"',
    "%h@turn=2",
    "%h@turn=1.2",
    "9" * 30,
    "(",
    ")",
    ",",
    "=",
    "1.0",
    "/",
    "a.mlir:3",
]
VERBS = [
    ":step",
    ":next",
    ":in",
    ":out",
    ":continue",
    ":back",
    ":until",
    ":break",
    ":delete",
    ":watch",
    ":where",
    ":up",
    ":down",
    ":list",
]
VERBS += [
    ":open",
    ":rerun",
    ":collect",
    ":debug",
    ":stop",
    ":env",
    ":undo",
    ":redo",
    ":text",
    ":type",
    ":show",
    "%k =",
    "%z =",
    "",
    "?",
]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_is_an_answer_or_an_error_of_the_users(seed):
    random = Random(seed)
    session = hlorepl.Session()
    session.execute(LOOP)
    for number in range(120):
        if session.debugger is None and random.random() < 0.7:
            text = ":debug @main(1.0, 4)"
        else:
            count = random.choice([0, 0, 0, 1, 1, 1, 2, 4])
            text = " ".join([random.choice(VERBS), *random.choices(WORDS, k=count)])
        error = session.execute(text, f"In[{number}]").error
        if error is not None:
            assert error.code != "internal.error", f"{text}\n{error}"
            assert error.span is not None, text
    session.execute(LOOP)
    session.execute(":debug @main(1.0, 4)")
    assert "has ended" in session.execute(":continue").text
    assert session.execute(":stop").error is None


def test_what_draws_is_drawn_again_alike_after_going_back():
    talk = Talk(NESTED, ":debug @main(-3.0, 4)", ":until subtract")
    drawn = talk("%noise")
    assert drawn == talk(":back\n:step\n%noise").splitlines()[-1]
    end = talk(":continue")
    assert end.splitlines()[-2:] == talk(":back 60\n:continue").splitlines()[-2:]
    run = Talk(NESTED)(":run @main(-3.0, 4)").splitlines()
    assert run[-1].split("=")[1] in end


def test_a_value_that_a_run_under_a_debugger_gives_is_that_of_the_plain_run():
    for arguments in ("(-3.0, 4)", "(0.5, 3)", "(10.0, 1)", "(1.0, 0)"):
        plain = Talk(NESTED)(f":run @main{arguments}").splitlines()[-2:]
        for way in (":continue", ":step 100000", ":next 100000", ":break add\n:continue 1000000"):
            found = Talk(NESTED, f":debug @main{arguments}")(way).splitlines()[-2:]
            assert [line.split("=")[1] for line in found] == [line.split("=")[1] for line in plain], way
