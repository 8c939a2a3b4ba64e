"""``check`` of a script: what ``run`` would refuse before it computes, in every statement, and nothing that only follows."""

import random

import pytest
from program_cases import programs

from hlorepl import parse
from hlorepl.errors import HloError
from hlorepl.session import Session
from hlorepl.session.checking import check_script
from hlorepl.source import Source

F = """\
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
"""


def checked(text: str) -> list[tuple[int, str]]:
    return [(error.span.line, error.code) for error in check_script(Source(text)) if error.span]


CASES = {
    "nothing": ("", []),
    "all well": (f"%a = [1.0, 2.0]\n{F}%b = call @f(%a)\n:run @f %b\n%0 + 1.0\n?add\n%a", []),
    # Functions and modules, as run verifies them.
    "a body": (F.replace("%x, %x", "%x, %z") + "%a = [1.0]", [(2, "name.undefined")]),
    "two in a body": (F.replace("add %x", "ad %x").replace("-> tensor<2", "-> tensor<3"), [(2, "name.op")]),
    "a return": (F.replace("-> tensor<2", "-> tensor<3"), [(3, "func.return_types")]),
    "a module": (f"module @m {{\n{F}{F}}}", [(6, "module.duplicate")]),
    "a call of nothing": (F.replace("stablehlo.add %x, %x :", "call @g(%x) : (tensor<2xf32>) ->"), [(2, "name.symbol")]),
    "defined later": (
        F.replace("stablehlo.add %x, %x :", "call @g(%x) : (tensor<2xf32>) ->") + "%a = 1.0\n" + F.replace("@f", "@g"),
        [],
    ),
    "run before it is defined": (
        F.replace("stablehlo.add %x, %x :", "call @g(%x) : (tensor<2xf32>) ->")
        + "%b = call @f([1.0, 2.0])\n"
        + F.replace("@f", "@g"),
        [(2, "name.symbol")],
    ),
    # Ops, with the types that they infer.
    "independent ops": (
        "%a = [1.0, 2.0]\n%b = add %a, [1.0, 2.0, 3.0]\n%c = reshape %a : tensor<3xf32>\n%d = tnah(%a)\nadd %a, %e",
        [(2, "add.C1"), (3, "type.operand"), (4, "name.op"), (5, "name.undefined")],
    ),
    "what follows": ("%a = ad 1\n%b = %a + 1\n%c = tanh(%b)\n%c\n:type %c\n%d = %c * %q", [(1, "name.op"), (6, "name.undefined")]),
    "a broken function is known": (
        f"{F.replace('add %x,', 'ad %x,')}%a = call @f([1.0, 2.0])\n%b = call @f([1.0, 2.0, 3.0])",
        [(2, "name.op"), (6, "func.call.operand_types")],
    ),
    "a broken header is known": (
        f"{F.replace('%x: tensor<2xf32>)', '%x: tensor<2xf33>)')}%a = call @f([1.0, 2.0])\n%b = %q",
        [(1, "type.element"), (6, "name.undefined")],
    ),
    "a result without a name": ("ad 1\n%0\n%1 + %0\n%q", [(1, "name.op"), (4, "name.undefined")]),
    "results": ("%a, %b = add 1, 2\n%a + %b", [(1, "name.results")]),
    "several results": ("%r:2 = optimization_barrier %a, %a : tensor<f32>, tensor<f32>\n%r#1 + %r#0", [(1, "name.undefined")]),
    # Brackets.
    "an open parenthesis": ("%a = tanh((1.0)\n%b = %q\n:type %z", [(2, "syntax.form"), (2, "name.undefined"), (3, "name.undefined")]),
    "an open brace": (f"{F.replace('}', '')}{F}%b = %q", [(5, "syntax.form"), (9, "name.undefined")]),
    "a form over lines": (
        "%a = while(%i = 1)\n cond {\n%c = compare LT, %i, %q\nstablehlo.return %c : tensor<i1> }\n do { stablehlo.return %i : tensor<i32> }\n%b = %z",
        [(3, "name.undefined"), (6, "name.undefined")],
    ),
    # Commands and questions.
    "commands": (":lod x\n:type\n:type %q\n:undo 1 2 3", [(1, "command.unknown"), (2, "command.usage"), (4, "command.usage")]),
    "run": (f"{F}:run @g\n:run @f %q\n:run @f [1.0, 2.0, 3.0]", [(1, "run.argument_type"), (5, "name.symbol"), (6, "name.undefined")]),
    "questions": ("?add\n?nothing\n%q", [(2, "name.unknown"), (3, "name.undefined")]),
    "verbs": (":mdf stop\n:mdf get", [(1, "command.usage"), (2, "command.usage")]),
    # What only a run could tell.
    "loaded": (":load x.npz\n:run @g (%a + %b)\n%a + %b\n:type %a\n%c = tanh(%a)\n%c\n%d = call @g(%c)\nadd 1.0, [1]", [(8, "add.C1")]),
    "replaced": ("%a = [1, 2]\n:load x.npz\n%b = %a + [1.0]", []),
    "taken back": ("%a = [1, 2]\n:undo\n%b = %a + [1.0]", []),
    "a size": (
        "%n = [3]\n%a = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>\n%b = add %a, %a : tensor<3xi32>\n%c = %b + [1.0]",
        [(4, "syntax.literal")],
    ),
    "after the end": ("%a = 1\n:quit\n%b = %q", []),
    "comments and blanks": ("// %a = %q\n\n%a = 1 // %b = %q\n\t\r\n%c = %q", [(5, "name.undefined")]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_problems_of_a_script(name):
    text, problems = CASES[name]
    assert checked(text) == problems


def test_nothing_is_run_or_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert checked(":save out.mlir\n%a = [1.0]\ncheck.expect_eq_const %a, dense<2.0> : tensor<1xf32>\n") == []
    assert list(tmp_path.iterdir()) == []


# Against a run, on scripts that are made here

STATEMENTS = [
    F.rstrip(),
    "%a = [1.0, 2.0]",
    "%b = call @f(%a)",
    ":run @f %a",
    ":type %a",
    "%a",
    "%b = tanh(%a * 2.0) + %a",
    "add %a, %a",
    "%0 + 1.0",
    "?add",
    "module @m {\n  func.func @h() { return }\n}",
    "!t = tensor<2xf32>",
    "%c = stablehlo.add %a, %a : !t",
    "%d:2 = optimization_barrier %a, %a : tensor<2xf32>, tensor<2xf32>",
    "%d#1 - %a",
]
#: A run gives a dynamic dimension its size, and the session then refuses the type that is written at its next use.
LATER = ("run.", "check.", "limit.", "command.file")


def bodies() -> list[list[str]]:
    """The ops of functions without arguments, as statements."""
    found = []
    for program in programs("ops"):
        if "?x" in program.text or "stablehlo.rng " in program.text:
            continue
        for function in parse(program.text).functions.values():
            ops = [op.span.text for op in function.body.ops[:-1] if op.span]
            if ops and len(ops) <= 12 and not function.arguments:
                found.append(ops)
    return found


def made(chosen: random.Random, pool: list[list[str]]) -> str:
    """A script in which a few words stand at other places, twice or not at all."""
    lines = list(chosen.choice(pool)) if chosen.random() < 0.7 else []
    for _ in range(chosen.randint(1, 6)):
        lines.insert(chosen.randint(0, len(lines)), chosen.choice(STATEMENTS))
    text = "\n".join(lines)
    for _ in range(chosen.choice([0, 1, 1, 2, 3])):
        words = text.split(" ")
        words[chosen.randrange(len(words))] = chosen.choice(["", chosen.choice(words), ",", "}", "%a"])
        text = " ".join(words)
    return text + "\n"


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 150), *(pytest.param(seed, 1000, marks=pytest.mark.slow) for seed in (2, 3, 4))]
)
def test_check_finds_what_run_finds(seed, count):
    """And where a run finds nothing, there is nothing."""
    chosen, pool = random.Random(seed), bodies()
    for _ in range(count):
        text = made(chosen, pool)
        problems, error = check_script(Source(text)), Session().execute(text).error
        assert "internal.error" not in [each.code for each in [*problems, error] if each is not None], text
        if error is None:
            assert [str(each) for each in problems] == [], text
        elif not error.code.startswith(LATER):
            assert any(_is_at(error, each) for each in problems), f"{error}\n{[str(each) for each in problems]}\n{text}"


def _is_at(error: HloError, other: HloError) -> bool:
    """The same rule at the same line; what a command does has no place in the text."""
    is_inside = error.span is not None and error.span.source.name == "<run>"
    return error.code == other.code and (is_inside or error.span is None or error.span.line == other.span.line)


LATE = """%x = [1.0, 2.0]
%y = call @f(%x)
// func.func @f is further down
func.func private @f_not(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
"""


def test_a_call_of_what_is_defined_further_down_says_where():
    errors = [*check_script(Source(LATE)), Session().execute(LATE).error]
    for error in errors:
        assert (error.code, error.span.line) == ("name.symbol", 2)
        (note,) = error.notes
        assert (note.span.line, note.span.text) == (7, "@f")
    assert len(errors) == 2
    error = Session().execute("%x = [1.0]\n%y = call @g(%x)\n").error
    assert (error.code, error.notes) == ("name.symbol", [])


def test_a_script_is_warned_of_attributes_that_no_op_knows():
    text = """%x = [1.0, 2.0]
%y = stablehlo.add %x, %x {foo = 1, mhlo.bar} : tensor<2xf32>
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %b = stablehlo.abs %a {bar} : tensor<2xf32>
  return %b : tensor<2xf32>
}
"""
    found = check_script(Source(text))
    assert [(each.severity, each.code, each.span.line) for each in found] == [
        ("warning", "add.attribute_unknown", 2),
        ("warning", "abs.attribute_unknown", 4),
    ]
