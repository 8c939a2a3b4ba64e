"""The kernel, as a notebook sees it."""

import re
import time

import pytest

COUNTED_LOOP = """
%limit = 2000000000
%i:1 = stablehlo.while(%k = %zero) : tensor<i32>
cond {
  %go = stablehlo.compare LT, %k, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %go : tensor<i1>
} do {
  %s = stablehlo.sine %angle : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.add %k, %one : tensor<i32>
  stablehlo.return %n : tensor<i32>
}
"""
ANSI = re.compile(r"\x1b\[[\d;]*m")


def test_kernel_info_says_what_editors_need(kernel):
    info = kernel.reply(kernel.client.kernel_info())
    language = info["language_info"]
    assert (info["status"], info["implementation"]) == ("ok", "hlorepl")
    assert (language["name"], language["mimetype"], language["file_extension"], language["pygments_lexer"]) == (
        "stablehlo",
        "text/x-stablehlo",
        ".hlo",
        "stablehlo",
    )


def test_a_cell_shows_its_values_as_text_and_html(kernel):
    answer = kernel.execute("%x = [1, 2, 3] : i32\n%y = add %x, %x")
    assert answer.reply["status"] == "ok"
    assert "%y : tensor<3xi32> = [2, 4, 6]" in answer.plain
    (result,) = answer.contents("execute_result")
    assert result["execution_count"] == answer.reply["execution_count"]
    assert "tensor&lt;3xi32&gt;" in result["data"]["text/html"]


def test_cells_share_the_session(kernel):
    kernel.execute("%shared = 2.5")
    assert "5.0" in kernel.execute("%shared * 2").plain


def test_a_silent_cell_runs_and_says_nothing(kernel):
    answer = kernel.execute("%quiet = 1", silent=True)
    assert answer.reply["status"] == "ok"
    assert [kind for kind, _ in answer.messages if kind != "execute_input"] == []
    assert "%quiet : tensor<i32> = 1" in kernel.execute("%quiet").plain


def test_an_error_shows_the_place_and_keeps_what_ran(kernel):
    answer = kernel.execute("%kept = 1\n%bad = add %kept, %nothing\n%never = 2")
    (error,) = answer.contents("error")
    assert answer.reply["status"] == "error"
    assert error["ename"] == answer.reply["ename"] == "HloError"
    text = ANSI.sub("", "\n".join(error["traceback"]))
    assert "%nothing" in text
    assert "^^^^^^^^" in text
    assert f"In[{answer.reply['execution_count']}]:2:" in text
    assert "Traceback" not in text
    assert ANSI.search("\n".join(error["traceback"])), "colours"
    assert "%kept : tensor<i32> = 1" in kernel.execute("%kept").plain
    assert kernel.execute("%never").reply["status"] == "error"


def test_after_an_error_the_next_cells_run(kernel):
    kernel.execute("add %a_name_that_is_not_there")
    assert kernel.execute("%fine = 1").reply["status"] == "ok"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("%x = [1, 2]", "complete"),
        ("%x = 1\n%y = stablehlo.add(%x,", "incomplete"),
        ("func.func @f(%a: tensor<f32>) -> tensor<f32> {\n  return %a : tensor<f32>", "incomplete"),
        (":type %x", "complete"),
        ("%x = = 1", "complete"),  # running it shows what is wrong
        ("", "complete"),
    ],
)
def test_is_complete_asks_the_parser(kernel, code, status):
    assert kernel.reply(kernel.client.is_complete(code))["status"] == status


def test_completion_offers_ops_values_and_commands(kernel):
    kernel.execute("%completion_value = 1")
    ops = kernel.reply(kernel.client.complete("%x = stablehlo.dot_gen", 22))
    assert any(match.endswith("dot_general") for match in ops["matches"])
    text = "add %compl"
    values = kernel.reply(kernel.client.complete(text, len(text)))
    start, end = values["cursor_start"], values["cursor_end"]
    assert [text[:start] + match + text[end:] for match in values["matches"]] == ["add %completion_value"]
    commands = kernel.reply(kernel.client.complete(":typ", 4))
    assert (commands["matches"], commands["cursor_start"]) == (["type"], 1)
    assert kernel.reply(kernel.client.complete("", 0))["status"] == "ok"


def test_inspection_explains_ops_and_values(kernel):
    kernel.execute("%inspected = [1.0, 2.0]")
    op = kernel.reply(kernel.client.inspect("%y = stablehlo.add %inspected", 12))
    assert op["found"]
    assert "add" in op["data"]["text/plain"]
    value = kernel.reply(kernel.client.inspect("%y = stablehlo.add %inspected", 22))
    assert "tensor<2xf32>" in value["data"]["text/plain"]
    assert not kernel.reply(kernel.client.inspect("", 0))["found"]


def test_printed_text_comes_as_a_stream(kernel):
    answer = kernel.execute("%p = [7, 8] : i32\ninterpreter.print %p : tensor<2xi32>")
    assert answer.reply["status"] == "ok", answer.reply
    assert "[7, 8]" in answer.printed


def test_an_interrupt_ends_the_cell_and_not_the_session(kernel):
    kernel.execute("%zero = 0\n%angle = 0.5")
    request = kernel.client.execute(":type %zero\n" + COUNTED_LOOP)
    kernel.wait_for(request, "stream")  # the cell is running
    kernel.manager.interrupt_kernel()
    answer = kernel.finish(request)
    assert answer.reply["status"] == "error"
    assert answer.contents("error")[0]["ename"] == "KeyboardInterrupt"
    assert "%zero : tensor<i32> = 0" in kernel.execute("%zero").plain


def test_quit_asks_jupyter_to_end_the_kernel(kernel):
    kernel.execute("%before = 1")
    answer = kernel.execute(":quit")
    assert answer.reply["status"] == "ok"
    assert answer.reply["payload"][0]["source"] == "ask_exit"


def test_edit_puts_a_text_into_the_next_cell(kernel):
    kernel.execute("%edited = 1\n%edited = %edited + 1")
    (payload,) = kernel.execute(":edit %edited").reply["payload"]
    assert (payload["source"], payload["text"]) == ("set_next_input", "%edited = %edited + 1")


LINES = """func.func @lines() -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<20000> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %c) : tensor<i32> cond {
    %t = stablehlo.compare NE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    interpreter.print %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %r : tensor<i32>
}
"""


def test_many_lines_come_in_few_messages_to_a_reader_who_is_late(kernel):
    request = kernel.client.execute(LINES + ":run @lines")
    time.sleep(2)
    answer = kernel.finish(request)
    streams = answer.contents("stream")
    assert len(streams) < 200
    assert answer.printed.count("dense<") == 20_000
    assert "19999" in answer.printed
    assert "20000" in answer.plain


def test_what_is_printed_is_capped_and_an_endless_print_interrupted(kernel):
    kernel.execute(LINES.replace("@lines", "@endless").replace("dense<20000>", "dense<-1>"))
    request = kernel.client.execute(":run @endless")
    kernel.wait_for(request, "stream")
    time.sleep(3)
    kernel.manager.interrupt_kernel()
    answer = kernel.finish(request)
    assert answer.reply["ename"] == "KeyboardInterrupt"
    assert len(answer.printed) < 1_100_000
    assert kernel.execute("%x = 1").reply["status"] == "ok"
