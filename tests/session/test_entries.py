"""What was entered, how it is taken back, the last value, and statements that show nothing: in a session, whatever face it has."""

import re

import pytest

import hlorepl


@pytest.fixture
def session() -> hlorepl.Session:
    return hlorepl.Session()


def said(session: hlorepl.Session, text: str) -> str:
    result = session.execute(text, f"In[{len(session.entries) + 1}]")
    assert result.error is None, result.error
    return result.text


# The last value


def test_the_last_value_has_its_real_name_where_it_is_kept(session):
    said(session, "%x = [1.0, 2.0]")
    assert said(session, "%_").startswith("%x : ")
    assert said(session, "%_ * 2.0").startswith("%0 : ")
    assert said(session, "tanh(%_ + %_)").startswith("%1 : ")
    assert "%_" not in said(session, ":text")
    assert "%_" not in said(session, ":log")
    assert "%0" in said(session, ":log")
    assert session["_"].tolist() == session["%1"].tolist()
    assert "%_" in session
    assert said(session, "?%_").startswith("%1 : ")
    assert said(session, ":type %_") == "tensor<2xf32>"


LAST = {
    "a statement": ("%a = 5", "%a"),
    "one without a name": ("5 + 5", "%0"),
    "the last of several": ("%a = 1\n%b = 2", "%b"),
    "a call": (
        "func.func @f() -> tensor<i32> {\n  %r = constant dense<3> : tensor<i32>\n  return %r : tensor<i32>\n}\n:run @f",
        "%0",
    ),
    "a quiet one": ("%a = 5;", "%a"),
    "after undo": ("%a = 5\n", "%a"),
}


@pytest.mark.parametrize("what", LAST)
def test_which_value_is_the_last(session, what):
    text, name = LAST[what]
    said(session, text)
    assert said(session, "%_").startswith(f"{name} : ")


def test_a_part_of_the_last_values(session):
    said(session, "%x = 1\n%y = 2")
    said(
        session,
        '%z:2 = "stablehlo.optimization_barrier"(%x, %y) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)',
    )
    assert said(session, "%_#1").startswith("%z#1 : ")
    assert said(session, "%_").startswith("%z")


def test_undo_takes_the_last_value_back(session):
    said(session, "%x = 1")
    said(session, "%y = 2")
    said(session, ":undo")
    assert said(session, "%_").startswith("%x : ")
    said(session, ":undo")
    error = session.execute("%_ + 1").error
    assert error is not None
    assert error.code == "name.undefined"


def test_a_name_that_the_user_gives_is_that_name(session):
    said(session, "%_ = 7")
    said(session, "%x = 8")
    assert said(session, "%_ + 1").startswith("%0 : tensor<i32> = 8")


def test_inside_of_functions_and_strings_it_is_text(session):
    said(session, "%x = 1")
    said(session, "func.func @f(%_: tensor<i32>) -> tensor<i32> {\n  return %_ : tensor<i32>\n}")
    assert "return %_" in said(session, ":log")
    assert said(session, "call @f(%_)").endswith("= 1")


def test_is_incomplete_and_check_know_it(session):
    said(session, "%x = 1")
    assert not session.is_incomplete("%_ + 1")
    assert session.is_incomplete("%_ + (1")


# A semicolon


QUIET = [
    "%x = 1;",
    "%x = 1 ;",
    "%x = 1; // why",
    "1 + 1;",
    "%a;",
    ":env;",
    ":show %a;",
    "func.func @f() {\n  return\n};",
    "%x = 1;\n\n",
]


@pytest.mark.parametrize("text", QUIET)
def test_a_statement_with_a_semicolon_shows_nothing(session, text):
    said(session, "%a = 3")
    heard: list[object] = []
    result = session.execute(text, listen=heard.append)
    assert result.error is None
    assert (result.text, result.values, heard) == ("", [], [])
    assert not session.is_incomplete(text)


def test_each_statement_for_itself(session):
    assert [item.name for item in session.execute("%x = 1;\n%y = 2\n%z = 3;").values] == ["y"]
    assert {"x", "y", "z"} <= set(session.names)


@pytest.mark.parametrize("text", ["%x = 1; %y = 2", "%x = ;", ";", "%x = add(1; 2)"])
def test_a_semicolon_in_another_place_is_an_error(session, text):
    error = session.execute(text).error
    assert error is not None
    assert error.code.startswith("syntax.")


def test_errors_and_actions_are_no_quieter(session):
    assert session.execute("%nope;").error is not None
    assert session.execute(":quit;").action is not None
    assert session.execute(':load "a;"').error is not None


# Entries


def test_history_has_all_and_log_what_led_here(session):
    for text in ("%x = 1", "%y = %nope", "%z = 3", ":undo", "%z = 4\n%w = %z + 1", ":env"):
        session.execute(text, f"In[{len(session.entries) + 1}]")
    history = said(session, ":history")
    assert [line.partition(" ")[0] for line in history.split("\n") if line.startswith("In")] == [
        f"In[{k}]" for k in range(1, 8)
    ]
    assert "%nope" in history
    assert said(session, ":log").split("\n") == ["%x = 1", "%z = 4", "%w = %z + 1"]
    assert said(session, ":history 1") == "In[9]  :history 1"
    assert re.search(r"In\[2\] +%y = %nope", said(session, ":history nope"))


def test_a_log_is_a_script_that_does_the_same_again(session, tmp_path):
    said(session, "%x = [1.0, 2.0];\n%_ * 3.0")
    said(
        session, "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %r = add %a, %a\n  return %r : tensor<2xf32>\n}"
    )
    said(session, ":run @f(%_)")
    said(session, "%x = %_ + 1.0")
    said(session, f":log {tmp_path / 'a.hlo'}")
    again = hlorepl.Session()
    said(again, f":load {tmp_path / 'a.hlo'}")
    assert again.names == session.names
    assert {name: again[name].tolist() for name in again.names} == {
        name: session[name].tolist() for name in session.names
    }


def test_undo_counts_entries(session):
    for number in range(5):
        said(session, f"%x{number} = {number}\n%y{number} = {number}")
    assert said(session, ":undo 3") == "undone 3 entries"
    assert session.names == ["x0", "y0", "x1", "y1"]
    assert "no more" in said(session, ":undo 9")
    assert session.names == []
    assert session.execute(":undo").error is not None
    for _ in range(5):
        said(session, ":redo")
    assert len(session.names) == 10


def test_names_are_given_up(session):
    said(session, "%x = 1\n%y = %x + 1\nfunc.func @f() {\n  return\n}")
    said(session, ":del %x @f")
    assert (session.names, [*session.state.functions]) == (["y"], [])
    assert session.execute("call @f()").error is not None
    assert session.execute("%x").error is not None
    assert "add" in said(session, ":text")
    said(session, ":undo")
    assert (session.names, [*session.state.functions]) == (["x", "y"], ["f"])
    for wrong in (":del %nope", ":del @nope", ":del", ":del %x %nope"):
        assert session.execute(wrong).error is not None
    assert session.names == ["x", "y"]


def test_a_value_of_several_parts_goes_whole(session):
    said(session, "%x = 1\n%y = 2")
    said(
        session,
        '%z:2 = "stablehlo.optimization_barrier"(%x, %y) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)',
    )
    said(session, ":del %z")
    assert session.names == ["x", "y"]


def test_reset_forgets_all_and_undo_brings_it_back(session):
    said(session, "%x = 1\nfunc.func @f() {\n  return\n}")
    said(session, ":reset")
    assert (session.names, [*session.state.functions]) == ([], [])
    assert said(session, "5").startswith("%0 : ")
    said(session, ":undo 2")
    assert (session.names, [*session.state.functions]) == (["x"], ["f"])


def test_random_numbers_begin_anew_after_a_reset(session):
    draw = '%r = "stablehlo.rng"(%lo, %hi, %shape) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : '
    draw += "(tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>"
    begin = "%lo = 0.0\n%hi = 1.0\n%shape = [3] : i64\n"
    said(session, begin + draw)
    first = session["r"].tolist()
    said(session, draw)
    assert session["r"].tolist() != first
    said(session, ":reset")
    said(session, begin + draw)
    assert session["r"].tolist() == first


@pytest.mark.parametrize("what", ["tanh(%x) + 1.0", "%y = add %x, %x", "@f(%x)", "call @f(%x)"])
def test_a_statement_is_timed_and_leaves_nothing(session, what, monkeypatch):
    from hlorepl.session.commands import timing

    monkeypatch.setattr(timing, "_SECONDS", 0.001)
    said(session, "%x = [1.0, 2.0]\nfunc.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}")
    before = session.state
    assert re.fullmatch(
        r"[\d.e+]+ (ns|µs|ms|s) a run, .* at worst \(the best of 5 rounds of [\d,]+ runs?\)",
        said(session, f":timeit {what}"),
    )
    assert session.state is before


@pytest.mark.parametrize(
    "what", ["", ":env", "%x", "func.func @g() {\n return\n}", "add(%nope, 1)", "%a = 1 %b = 2", "@nope"]
)
def test_what_cannot_be_timed_is_said(session, what):
    said(session, "%x = 1")
    assert session.execute(f":timeit {what}").error is not None


def test_what_is_not_saved_is_known(session, tmp_path):
    from hlorepl.session.entries import unsaved

    assert unsaved(session) == []
    said(session, "%x = 1")
    assert unsaved(session) == ["%x = 1"]
    said(session, f":save {tmp_path / 'a.mlir'}")
    assert unsaved(session) == []
    said(session, ":env")
    assert unsaved(session) == []
    said(session, "%y = 2")
    said(session, f":load {tmp_path / 'a.mlir'}")
    assert unsaved(session) == ["%y = 2"]
    said(session, ":undo 2")
    assert unsaved(session) == []
    said(session, ":undo")
    said(session, "%z = 2")
    assert unsaved(session) == ["%z = 2"]
    said(session, f":log {tmp_path / 'a.hlo'}")
    assert unsaved(session) == []


@pytest.mark.parametrize("text", ["!ls", "!touch file", "  !ls", "%x = 1\n!ls", "!ls\n%x = 1", "!"])
def test_a_command_of_the_shell_is_none_in_a_session(text, session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    error = session.execute(text).error
    assert error is not None
    assert error.code.startswith("syntax.")
    assert [*tmp_path.iterdir()] == []


def test_an_alias_of_a_type_is_no_command_of_the_shell(session):
    said(session, "!t = tensor<2xf32>")
    assert said(session, "%x = constant dense<1.0> : !t").startswith("%x : tensor<2xf32>")
