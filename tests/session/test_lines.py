"""Where a line, a comment or a text in quotes ends is said in one place: whoever reads a session's text agrees."""

import pytest

import hlorepl
from hlorepl.session.checking import check_script
from hlorepl.source import Source

SCRIPT = ["%x = [1, 2] // one", "%y = add %x,", "  %x", ":type %y // two", "// three", "?add", "%z = add %y, %y"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_lines_end_as_any_system_ends_them(end):
    text = end.join([*SCRIPT, ""])
    assert check_script(Source(text)) == []
    session = hlorepl.Session()
    result = session.execute(text)
    assert (result.error, result.ran) == (None, 5)
    assert session["z"].tolist() == [4, 8]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_comments_are_saved_with_their_statements(end, tmp_path):
    session = hlorepl.Session()
    session.execute(end.join(["%x = 1 // one", "// about y", "%y = %x + 1", ""]))
    session.execute(f":save {tmp_path / 's.mlir'}")
    lines = (tmp_path / "s.mlir").read_text().splitlines()
    assert any("%x = " in line and line.endswith("// one") for line in lines)
    about = next(place for place, line in enumerate(lines) if line.strip() == "// about y")
    assert "dense<1>" in lines[about + 1]


@pytest.mark.parametrize(
    "character", ["\v", "\N{NO-BREAK SPACE}", "\N{LINE SEPARATOR}", "\N{IDEOGRAPHIC SPACE}"], ids=ascii
)
def test_no_other_character_is_a_blank(character):
    text = f"%x = 1\n{character}%y = 2\n"
    for error in (hlorepl.Session().execute(text).error, *check_script(Source(text))):
        assert (error.code, error.span.line, error.span.column) == ("syntax.character", 2, 1)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (":type %x // a comment", ["tensor<i32>"]),
        (":type %x\t// a comment with a 'quote", ["tensor<i32>"]),
        ("?nothing.here // a comment", "there is nothing called nothing.here"),
        (":load 'a // b.npy'", "a / b.npy: No such file or directory"),
        (':load "a // b.npy" // and a comment', "a / b.npy: No such file or directory"),
        (":load http://a/b.npy", "http:/a/b.npy: No such file or directory"),
    ],
)
def test_a_comment_begins_behind_a_blank_and_outside_of_quotes(line, shown):
    result = hlorepl.Session().execute(f"%x = 1\n{line}")
    if isinstance(shown, str):
        assert result.error.message == shown
        assert "comment" not in result.error.span.text
    else:
        assert result.text.splitlines()[1:] == shown


def test_code_in_comments_and_strings_defines_nothing():
    text = (
        "// func.func @f() {\r%x = call @g()\r// func.func @g() -> tensor<f32> {\r"
        'func.func private @g() -> tensor<i32> attributes {a = "func.func @g() -> tensor<f32>"} {\r'
        "  %c = stablehlo.constant dense<4> : tensor<i32>\r  return %c : tensor<i32>\r}\r"
    )
    session = hlorepl.Session()
    assert session.execute(text.replace("%x = call @g()\r", "") + "%x = call @g()").error is None
    assert session["x"] == 4


def function(name: str, body: str) -> str:
    return f"func.func @{name}() -> tensor<i32> {{\n  %r = {body}\n  return %r : tensor<i32>\n}}\n"


NOTED = "a value of this name is defined further down"
FOUR = "stablehlo.constant dense<4> : tensor<i32>"


@pytest.mark.parametrize(
    ("behind", "is_noted"),
    [
        (f"\n  %x = {FOUR}", True),
        (f"\n  %a, %x = {FOUR}", True),
        (f"\n  %x // c\n :\n 2 = {FOUR}", True),
        ("\n  // %x = 4", False),
        ('\n  %a = stablehlo.constant {my.a = "%x = 4"} dense<4> : tensor<i32>', False),
        (f"\n  %x.y = {FOUR}", False),
    ],
)
def test_what_is_defined_further_down_is_no_comment(behind, is_noted):
    text = function("f", f"stablehlo.negate %x : tensor<i32>{behind}") + function("g", FOUR).replace("%r", "%x")
    with pytest.raises(hlorepl.HloError) as caught:
        hlorepl.parse(text)
    assert caught.value.code == "name.undefined"
    assert [note.message for note in caught.value.notes] == [NOTED] * is_noted
    assert all(note.span.text == "%x" for note in caught.value.notes)


def test_a_mark_in_front_is_no_part_of_a_text(tmp_path):
    marked = "\N{ZERO WIDTH NO-BREAK SPACE}" + function("main", FOUR)
    (tmp_path / "m.mlir").write_text(marked, encoding="utf-8")
    assert hlorepl.verify(hlorepl.parse(marked)) == []
    for text in (marked, f":load {tmp_path}/m.mlir", "\N{ZERO WIDTH NO-BREAK SPACE}:ops nothing"):
        assert hlorepl.Session().execute(text).error is None
        assert not hlorepl.Session().is_incomplete(text)
    with pytest.raises(hlorepl.HloError) as caught:
        hlorepl.parse(marked.replace("func.func", "func.funk"))
    assert (caught.value.span.line, caught.value.span.column) == (1, 1)


def test_hlo_text_is_refused_by_name():
    with pytest.raises(hlorepl.HloError) as caught:
        hlorepl.parse("\nHloModule jit_f\n\nENTRY main {\n}\n")
    assert (caught.value.code, caught.value.span.text) == ("syntax.hlo_text", "HloModule")
