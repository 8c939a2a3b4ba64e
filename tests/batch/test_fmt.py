"""``hlorepl fmt``: the same program in one layout, and nothing of the file lost on the way."""

import re
from argparse import Namespace
from pathlib import Path
from zlib import crc32

import pytest

import hlorepl
from hlorepl.batch.files import pieces
from hlorepl.batch.fmt import format_text
from hlorepl.errors import HloError
from hlorepl.source import Source
from hlorepl.syntax.lexer import Lexer
from hlorepl.syntax.printer import Printer

SAMPLES = sorted((Path(__file__).parent.parent.parent / "samples").rglob("*.mlir"))
MARK = re.compile(r"// c(\d+)\.")


def formatted(text: str, generic: bool = False) -> str:
    return format_text(text, "a.mlir", Namespace(generic=generic, canonical_names=False, kind=None))


def meaning(text: str) -> tuple[str, list[str]]:
    """The program under canonical names, without what stands beside its ops; and what is wrong with it."""
    module = hlorepl.parse(text)
    return Printer(rename=True).op(module), sorted(error.code for error in hlorepl.verify(module))


def assert_laid_out(text: str, meant: tuple[str, list[str]], generic: bool) -> str:
    """Laying a text out keeps its meaning, and once more changes nothing."""
    laid = formatted(text, generic)
    assert meaning(laid) == meant
    assert formatted(laid, generic) == laid
    return laid


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_keeps_its_meaning(path):
    text = path.read_text(encoding="utf-8")
    for generic in (False, True):
        assert assert_laid_out(text, meaning(text), generic)


def with_comments(text: str, every: int) -> tuple[str, int]:
    """A numbered comment at the end of each line and above it, and where there is a blank between two of so many tokens."""
    parts, at, count = [], 0, 0
    tokens = 0
    lexer = Lexer(Source(text))
    while lexer.kind != "eof":
        between = text[lexer.last_end : lexer.start]
        tokens += bool(between)
        if between and not between.strip() and ("\n" in between or tokens % every == 0):
            ends = ["  ", "\n  "] if "\n" in between else [" "]
            parts.append(text[at : lexer.last_end])
            for end in ends:
                parts.append(f"{end}// c{count}.")
                count += 1
            parts.append("\n")
            at = lexer.start
        lexer.advance()
    return "".join(parts) + text[at:], count


def assert_comments_are_kept(text: str, meant: tuple[str, list[str]], every: int, generic: bool) -> None:
    commented, count = with_comments(text, every)
    laid = assert_laid_out(commented, meant, generic)
    assert sorted(map(int, MARK.findall(laid))) == list(range(count))


def test_a_program_keeps_its_meaning_and_all_comments(good):
    """With comments between its tokens, in one of the two forms; where and in which, its name decides."""
    drawn = crc32(good.id.encode())
    assert_comments_are_kept(good.text, meaning(good.text), 3 + drawn // 2 % 7, generic=drawn % 2 == 1)


@pytest.mark.slow
@pytest.mark.parametrize("generic", [False, True])
def test_no_comment_is_lost_wherever_it_stands(good, generic):
    meant = meaning(good.text)
    assert assert_laid_out(good.text, meant, generic)
    for every in (1, 2):
        assert_comments_are_kept(good.text, meant, every, generic)


PLACES = """// RUN: hlorepl run %s
// about the file

// above
func.func @main(%x: tensor<2xf32>, // first
                %y: tensor<2xf32>) -> tensor<2xf32> { // opened
  // above the op
  %p = stablehlo.constant dense<[ // within
    true, // in a literal
    false]> : tensor<2xi1> // beside
  %q = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%q) ({ // then
    stablehlo.return %x : tensor<2xf32>
    // end of then
  }, { // else
    stablehlo.return %y : tensor<2xf32> // beside the return
  }) : (tensor<i1>) -> tensor<2xf32> // beside the if
  %1 = stablehlo.custom_call @f(%0) {mhlo.a = affine_map<(d0) // in a text
    -> (d0)>, mhlo.b = "// a string"} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
  // closed
} // end of main
func.func @empty() {
  // nothing
  return
}
module @inner attributes {mhlo.x = 1 : i32} { // inner
  // nothing here
}
// below
"""
LAID_OUT = """// RUN: hlorepl run %s
// about the file
// above
// first
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> { // opened
  // above the op
  // within
  // in a literal
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1> // beside
  %q = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%q) ({ // then
    stablehlo.return %x : tensor<2xf32>
    // end of then
  }, { // else
    stablehlo.return %y : tensor<2xf32> // beside the return
  }) : (tensor<i1>) -> tensor<2xf32> // beside the if
  // in a text
  %1 = stablehlo.custom_call @f(%0) {mhlo.a = affine_map<(d0) -> (d0)>, mhlo.b = "// a string"} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
  // closed
} // end of main
func.func @empty() {
  // nothing
  return
}
module @inner attributes {mhlo.x = 1 : i32} { // inner
  // nothing here
}
// below
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_comments_stay_where_they_are(end):
    assert formatted(PLACES.replace("\n", end)) == LAID_OUT
    assert formatted(LAID_OUT) == LAID_OUT


def test_a_reducer_with_comments_is_not_said_in_a_word():
    text = """func.func @main(%x: tensor<2xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    // a sum
    %1 = stablehlo.add %a, %b : tensor<f32>LOCATION
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}
"""
    assert formatted(text.replace("LOCATION", "")) == text.replace("LOCATION", "")
    located = text.replace("    // a sum\n", "").replace("LOCATION", ' loc("f")')
    assert formatted(located) == located
    assert "applies stablehlo.add" in formatted(located.replace(' loc("f")', ""))


ALIASED = """!q = !quant.uniform<i8:f32, 0.5>
!p = tuple<tensor<2x!q>, !stablehlo.token>
!v = tensor<2xf32>
#n = "x"
#f = [#n, 1 : i32, {a = #n}]
#w = dense<[1.000000e+00, 2.000000e+00]> : !v
func.func @main(%x: tensor<2x!q>, %y: !p) -> (tensor<2x!q>, !p, !v, (!v) -> !p) attributes {mhlo.f = #f, mhlo.t = !v} {
  %0 = stablehlo.constant #w
  %1 = stablehlo.custom_call @f(%0) : (!v) -> !stablehlo.future<!v>
  %2 = stablehlo.add %0, %0 : !v
  return %x, %y, %2, %1 : tensor<2x!q>, !p, !v, !stablehlo.future<!v>
}
"""


def test_names_of_aliases_stay_where_they_were_written():
    assert formatted(ALIASED) == ALIASED
    head, _, body = ALIASED.partition("func.func")
    below = formatted(f"func.func{body}{head}")
    assert sorted(below.split("\n")) == sorted(ALIASED.split("\n"))
    assert formatted(below) == below
    generic = formatted(ALIASED, generic=True)
    for name in ("!q", "!p", "!v", "#n", "#f", "#w"):
        assert len(re.findall(rf"{name}\b", generic)) > 1


LOCATED = """#loc1 = loc("x")
func.func @main(%x: tensor<i1> loc(#loc1), %y: tensor<f32> loc("y"(#loc1))) -> tensor<f32> {
  %0 = "stablehlo.while"(%y) ({
  ^bb0(%a: tensor<f32> loc("a")):
    stablehlo.return %x : tensor<i1> loc(#loc2)
  }, {
  ^bb0(%b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32> loc(callsite(#loc2 at fused<"p">["z", #loc1]))
  return %0 : tensor<f32> loc(#loc3)
} loc(unknown)
#loc3 = loc("model.py":7:2)
#loc2 = loc("g"(#loc3))
"""


def test_all_locations_are_kept():
    """Of ops, arguments, regions and functions; those that MLIR must know by then come above the ops."""
    for generic in (False, True):
        laid = formatted(LOCATED, generic)
        assert sorted(re.findall(r" loc\(.*?\)+", laid)) == sorted(re.findall(r" loc\(.*?\)+", LOCATED))
        assert laid.index("#loc3 = ") < laid.index("#loc2 = ") < laid.index("@main" if not generic else '"main"')
        assert formatted(laid, generic) == laid


TWO = "func.func @main() {\n  return\n}\n"


def test_separators_are_kept_as_they_are_written():
    text = f"{TWO}// -----\n\n{TWO.replace('main', 'f')}// ----- the third\n{TWO}// -----\n"
    assert re.findall(r"// -----.*", formatted(text)) == re.findall(r"// -----.*", text)
    assert formatted(formatted(text)) == formatted(text)


def test_a_separator_inside_a_program_is_a_comment():
    text = TWO.replace("  return", "  // -----\n  return")
    assert formatted(text) == text
    with pytest.raises(HloError):
        formatted(text.replace("return", "returns"))


def test_what_is_wrong_in_a_piece_beside_a_script_is_reported():
    """The whole text is a script, too, whose separators are comments: that excuses no piece."""
    with pytest.raises(HloError) as caught:
        formatted(f"%x = 1\n// -----\n{TWO.replace('return', 'return %nothing')}")
    assert (caught.value.code, caught.value.span.line) == ("name.undefined", 4)


@pytest.mark.parametrize("line", ["// -----", "  // -----", "// ----- and more", "// ------", "\t// -----\r"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_the_same_lines_separate_programs_for_all(line, end, tmp_path):
    text = f"{TWO}{line}\n{TWO}".replace("\n", end)
    (tmp_path / "two.mlir").write_bytes(text.encode())
    found = list(pieces(str(tmp_path / "two.mlir"), split=True))
    assert [piece.text.strip() for piece in found] == [TWO.replace("\n", end).strip()] * 2
    assert formatted(text) == f"{TWO}\n{line.strip()}\n\n{TWO}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "// only a comment\n",
        "// one\n\n// -----\n\n// two\n",
        "!t = f32\n",
        "{-#\n#-}\n// after\n",
        "module {\n  // nothing\n}\n",
        "%x = 1.0 // a script\n\n:env // with a command\n!t = f32\n// and its end\n",
        "func.func @f() {\n  return\n}\n\n%x = 2.0 + \\\n  1.0\n// end\n",
    ],
)
def test_odd_files_lose_nothing(text):
    laid = formatted(text)
    assert re.findall(r"//.*", laid) == re.findall(r"//.*", text)
    assert formatted(laid) == laid
    assert [word for word in text.split() if word not in laid.split()] in ([], ["{-#", "#-}"])
