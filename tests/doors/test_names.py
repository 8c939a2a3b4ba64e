"""A name means one thing, whatever door a program comes through: a table of modules, each asked at every door.

A program's @main takes one f32. The answer is what it gives for 3.0, or a code with the place between « and ».
"""

from __future__ import annotations

import contextlib
import io
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

import hlorepl
from hlorepl import HloError, Session
from hlorepl.__main__ import main
from hlorepl.source import Source
from hlorepl.syntax.parser import parse

X = np.float32(3)
TYPES = "(tensor<f32>) -> tensor<f32>"


def function(name: str, body: str, *, kind: str = "") -> str:
    """A function of one f32 %a that gives its %r."""
    head = f"func.func {kind} @{name}" if kind else f"func.func @{name}"
    return f"{head}(%a: tensor<f32>) -> tensor<f32> {{\n  %r = {body}\n  return %r : tensor<f32>\n}}\n"


def doubling(name: str) -> str:
    return function(name, "stablehlo.add %a, %a : tensor<f32>")


def negating(name: str) -> str:
    return function(name, "stablehlo.negate %a : tensor<f32>")


def calling(name: str, callee: str, *, typed: bool = True) -> str:
    return function(name, f"call {callee}(%a)" + (f" : {TYPES}" if typed else ""))


def module(name: str, *contents: str) -> str:
    return f"module {name} {{\n{''.join(contents)}}}\n"


def marked(text: str) -> str:
    """A function with its first op as the place of an error."""
    return re.sub(r"%r = .*", lambda found: f"«{found.group()}»", text)


def over_mesh(name: str) -> str:
    return (
        f"«sdy.manual_computation»(%a) in_shardings=[<{name}, []>] out_shardings=[<{name}, []>] manual_axes={{}}"
        f" (%b: tensor<f32>) {{\n    %n = stablehlo.negate %b : tensor<f32>\n    sdy.return %n : tensor<f32>\n  }} : {TYPES}"
    )


NEGATE, ARGUMENT = "stablehlo.negate %a", "%a: tensor<f32>)"
#: What a sharding can be of: the body of a function, and its argument.
SHARDINGS = (
    ("an op", f"{NEGATE} {{sdy.sharding = #sdy.sharding_per_value<[<«@n», []>]>}} : tensor<f32>", ARGUMENT),
    ("an argument", f"{NEGATE} : tensor<f32>", "%a: tensor<f32> {sdy.sharding = #sdy.sharding<«@n», []>})"),
    ("a value", f"{NEGATE} : tensor<f32>\n  %s = sdy.sharding_constraint %r <«@n», []> : tensor<f32>", ARGUMENT),
    (
        "an op in a region",
        (
            f"{NEGATE} : tensor<f32>\n  %p = stablehlo.constant dense<true> : tensor<i1>\n"
            '  %q = "stablehlo.if"(%p) ({\n    %n = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<«@n», []>]>}'
            " : tensor<f32>\n    stablehlo.return %n : tensor<f32>\n  }, {\n    stablehlo.return %a : tensor<f32>\n  })"
            " : (tensor<i1>) -> tensor<f32>"
        ),
        ARGUMENT,
    ),
)
GENERIC = f"""\
"builtin.module"() <{{sym_name = "in"}}> ({{
  "func.func"() <{{sym_name = "g", function_type = {TYPES}}}> ({{
  ^bb0(%a: tensor<f32>):
    %0 = "stablehlo.negate"(%a) : {TYPES}
    "func.return"(%0) : (tensor<f32>) -> ()
  }}) : () -> ()
  "func.func"() ({{
  ^bb0(%a: tensor<f32>):
    %0 = "func.call"(%a) {{callee = @g}} : {TYPES}
    "func.return"(%0) : (tensor<f32>) -> ()
  }}) {{sym_name = "k", function_type = {TYPES}}} : () -> ()
}}) : () -> ()
"""


@dataclass(frozen=True)
class Case:
    """A program and its answer; ``help`` is what an error proposes, ``entry`` what is run."""

    text: str
    answer: float | str
    help: list[str] = field(default_factory=list)

    @property
    def plain(self) -> str:
        return self.text.replace("«", "").replace("»", "")

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Line and column where the marked text begins and ends."""
        before, _, rest = self.text.partition("«")
        marked = before + rest.partition("»")[0]
        return (*_position(before), *_position(marked))


def _position(before: str) -> tuple[int, int]:
    before = before.replace("«", "").replace("»", "")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


CASES = {
    "flat": Case(doubling("g") + calling("main", "@g"), 6),
    "flat, without types": Case(doubling("g") + calling("main", "@g", typed=False), 6),
    "declared later": Case(calling("main", "@g") + doubling("g"), 6),
    "declared later, without types": Case(calling("main", "@g", typed=False) + doubling("g"), 6),
    "declared last of a chain": Case(
        calling("main", "@f", typed=False) + calling("f", "@g", typed=False) + doubling("g"), 6
    ),
    "in a module": Case(module("", calling("main", "@g", typed=False), doubling("g")), 6),
    "in a module with a name": Case(module("@lib", doubling("g"), calling("main", "@g")), 6),
    "two modules beside each other": Case(
        module("@a", doubling("f"), calling("k", "@f"))
        + module("@b", negating("f"), calling("k", "@f"))
        + function("s", "stablehlo.negate %a : tensor<f32>")
        + calling("main", "@s"),
        -3,
    ),
    "nested, by path": Case(module("", module("@sub", negating("k")), calling("main", "@sub::@k")), -3),
    "nested, by path, without types": Case(
        module("", calling("main", "@sub::@k", typed=False), module("@sub", negating("k"))), -3
    ),
    "nested twice": Case(
        module("", module("@a", module("@b", negating("k")), doubling("k")), calling("main", "@a::@b::@k")), -3
    ),
    "shadowed": Case(
        module("@lib", doubling("g"), module("@sub", negating("g"), calling("k", "@g")), calling("main", "@sub::@k")),
        -3,
    ),
    "shadowed, without types": Case(
        module(
            "@lib",
            doubling("g"),
            calling("main", "@sub::@k", typed=False),
            module("@sub", calling("k", "@g", typed=False), negating("g")),
        ),
        -3,
    ),
    "the same last segment": Case(module("@a", module("@b", negating("main")), calling("main", "@b::@main")), -3),
    "the same last segment, both ways": Case(
        module("", module("@b", negating("g"), calling("f", "@g")), calling("g", "@b::@f"), calling("main", "@g")), -3
    ),
    "another of the name is out of sight": Case(
        module("@lib", doubling("g"), module("@sub", calling("k", "«@g»")), calling("main", "@sub::@k")), "name.symbol"
    ),
    "a path begins in the nearest module": Case(
        module("@lib", module("@sub", calling("k", "«@sub::@k»")), calling("main", "@sub::@k")), "name.symbol"
    ),
    "quoted": Case(doubling('"a b"') + calling("main", '@"a b"'), 6),
    "quoted, without types": Case(calling("main", '@"a b"', typed=False) + doubling('"a b"'), 6),
    "quoted without need": Case(doubling('"g"') + calling("main", "@g"), 6),
    "a path in quotes is one name": Case(
        module("", module("@a", negating("k")), doubling('"a::@k"'), calling("main", '@"a::@k"')), 6
    ),
    "quoted with an escape": Case(doubling('"\\61b"') + calling("main", "@ab"), 6),
    "a module in quotes": Case(module("", module('@"s t"', negating("k")), calling("main", '@"s t"::@k')), -3),
    "a name like a word": Case(doubling("module") + calling("main", "@module", typed=False), 6),
    "in a comment": Case(
        "// func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> doubles\n"
        + doubling("f")
        + calling("main", "@f", typed=False),
        6,
    ),
    "only in a comment": Case("// " + doubling("g").replace("\n", " ") + "\n" + calling("main", "«@g»"), "name.symbol"),
    "in a string": Case(
        function(
            "f",
            'stablehlo.composite "a.b" %a {composite_attributes = {x = "func.func @g(%a: tensor<2xf32>)"}, '
            f"decomposition = @g}} : {TYPES}",
        )
        + calling("main", "@g", typed=False)
        + doubling("g"),
        6,
    ),
    "a brace in a comment": Case(
        doubling("g") + "// {\n" + calling("main", "@h", typed=False) + "// }\n" + negating("h"), -3
    ),
    "a comment inside of a header": Case(
        calling("main", "@g", typed=False)
        + doubling("g").replace("func.func @g", 'func.func // {\n  private // "\n @g\n'),
        6,
    ),
    "generic form": Case(module("", GENERIC, calling("main", "@in::@k", typed=False)), -3),
    "generic form, later": Case(module("", calling("main", "@in::@k", typed=False), GENERIC), -3),
    "a composite": Case(
        negating("g") + function("main", f'stablehlo.composite "a.b" %a {{decomposition = @g}} : {TYPES}'), -3
    ),
    "never defined": Case(doubling("g") + calling("main", "«@nope»"), "name.symbol", ["there is: @g"]),
    "never defined, without types": Case(
        doubling("g") + calling("main", "«@nope»", typed=False), "name.symbol", ["there is: @g"]
    ),
    "near": Case(doubling("square") + calling("main", "«@squar»"), "name.symbol", ["did you mean @square?"]),
    "near, without types": Case(
        doubling("square") + calling("main", "«@squar»", typed=False), "name.symbol", ["did you mean @square?"]
    ),
    "near, further down": Case(
        calling("main", "«@squar»") + doubling("square"), "name.symbol", ["did you mean @square?"]
    ),
    "near, in a module": Case(
        module("", module("@sub", negating("square")), calling("main", "«@sub::@squar»")),
        "name.symbol",
        ["did you mean @sub::@square?"],
    ),
    "nearest to itself": Case(doubling("g") + calling("main", "«@mai»"), "name.symbol", ["there is: @g"]),
    "a module is no function": Case(
        module("", module("@g", doubling("f")), calling("main", "«@g»")), "name.symbol", ["there is: @g::@f"]
    ),
    "a mesh is no function": Case('sdy.mesh @g = <["a"=1]>\n' + calling("main", "«@g»"), "name.symbol"),
    "another signature": Case(
        function("main", f"call @g(«%a») : {TYPES}")
        + "func.func @g(%a: tensor<2xf32>) -> tensor<f32> {\n  %r = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "  return %r : tensor<f32>\n}\n",
        "func.call.operand_types",
    ),
    "calling itself": Case(marked(calling("main", "@main")), "module.recursion"),
    "calling itself by way of another": Case(calling("main", "@g") + marked(calling("g", "@main")), "module.recursion"),
    "calling itself in a module": Case(
        module("", module("@s", marked(calling("k", "@k"))), calling("main", "@s::@k")), "module.recursion"
    ),
    "only declared": Case(
        "func.func private @g(tensor<f32>) -> tensor<f32>\n" + calling("main", "@g").replace("call @g", "«call» @g"),
        "run.declaration",
    ),
    "a mesh": Case('sdy.mesh @m = <["a"=1]>\n' + function("main", over_mesh("@m")), -3),
    "a mesh, later": Case(function("main", over_mesh("@m")) + 'sdy.mesh @m = <["a"=1]>\n', -3),
    "a mesh in quotes": Case('sdy.mesh @"m \\22n" = <["a"=1]>\n' + function("main", over_mesh('@"m \\22n"')), -3),
    "a mesh in a module": Case(module("", 'sdy.mesh @m = <["a"=1]>\n', function("main", over_mesh("@m"))), -3),
    "a near mesh": Case(
        'sdy.mesh @mesh1 = <["a"=1]>\n' + function("main", over_mesh("@mesh")), "run.mesh", ["did you mean @mesh1?"]
    ),
    "a mesh around is out of sight": Case(
        module(
            "", 'sdy.mesh @m = <["a"=1]>\n', module("@s", function("k", over_mesh("@m"))), calling("main", "@s::@k")
        ),
        "run.mesh",
    ),
    "a function is no mesh": Case(doubling("m") + function("main", over_mesh("@m")), "run.mesh"),
    **{
        f"a sharding of {what}{where}": Case(
            mesh + function("main", body).replace("%a: tensor<f32>)", argument), answer
        )
        for what, body, argument in SHARDINGS
        for where, mesh, answer in (("", 'sdy.mesh @n = <["a"=1]>\n', -3), (" over no mesh", "", "run.mesh"))
    },
}


# Doors: each gives the value, or (code, place, help)


def refused(error: HloError):
    span = error.span
    assert span is not None
    return error.code, (span.line, span.column, span.end_line, span.end_column), error.help


def command_line(verb: str, path: Path, *words: str):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main([verb, "--json", "--print", "full", str(path), *words] if verb == "run" else [verb, "--json", str(path)])
    report = json.loads(out.getvalue())
    for first in report["diagnostics"]:
        place = first["line"], first["column"], first["end_line"], first["end_column"]
        return first["code"], place, first["help"]
    return report["results"][-1]["value"] if verb == "run" else None


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def check(case: Case, folder: Path):
    return command_line("check", written(folder, "p.mlir", case.plain))


def run(case: Case, folder: Path):
    np.save(folder / "a.npy", X)
    return command_line("run", written(folder, "p.mlir", case.plain), "--input", str(folder / "a.npy"))


def script(case: Case, folder: Path):
    return _a_line_up(command_line("run", written(folder, "p.hlo", f"%x = 3.0\n{case.plain}:run @main %x\n")))


def script_check(case: Case, folder: Path):
    return _a_line_up(command_line("check", written(folder, "p.hlo", f"%x = 3.0\n{case.plain}")))


def _a_line_up(answer):
    if not isinstance(answer, tuple):
        return answer
    code, (line, column, end_line, end_column), help_text = answer
    return code, (line - 1, column, end_line - 1, end_column), help_text


def compiled(case: Case, folder: Path):
    try:
        return float(hlorepl.compile(hlorepl.parse(case.plain), "main")(X)[0])
    except HloError as error:
        return refused(error)


def in_session(*entries: str | tuple[int, str]):
    session = Session()
    session.bind("x", X)
    result = None
    for line, text in ((1, entry) if isinstance(entry, str) else entry for entry in entries):
        result = session.execute(text, first_line=line)
        if result.error is not None:
            return refused(result.error)
    assert result is not None
    return float(result.values[-1].array)


def one_entry(case: Case, folder: Path):
    return in_session(case.plain, ":run @main %x")


def entry_by_entry(case: Case, folder: Path):
    """Each definition at the top in an entry of its own; the text as one where a call without types could come too early."""
    return in_session(*([(1, case.plain)] if _UNTYPED.search(case.plain) else pieces(case)), ":run @main %x")


_UNTYPED = re.compile(r"call @[^\n]*\)$", re.MULTILINE)


def pieces(case: Case) -> list[tuple[int, str]]:
    """The statements of a text, each with the number of its first line."""
    module = parse(Source(case.plain))
    whole = module.span is not None and module.span.start > 0 or case.plain.startswith(("module", '"builtin'))
    if whole:
        return [(1, case.plain)]
    return [(op.span.line, op.span.text) for op in module.body.ops if op.span is not None]


def loaded(case: Case, folder: Path):
    return in_session(f":load {written(folder, 'p.mlir', case.plain)}", ":run @main %x")


def run_file(case: Case, folder: Path):
    return in_session(f":run {written(folder, 'p.mlir', case.plain)} %x")


RUNNING = {
    "run": run,
    "script": script,
    "compile": compiled,
    "one entry": one_entry,
    "entry by entry": entry_by_entry,
    ":load": loaded,
    ":run FILE": run_file,
}
READING = {"check": check, "check of a script": script_check}


def expected(case: Case):
    return case.answer if isinstance(case.answer, int) else (case.answer, case.place, case.help)


def agrees(got: object, want: object) -> bool:
    """Whether a door says what it should; what an error proposes begins with what is wanted: sessions say more."""
    if isinstance(got, tuple) and isinstance(want, tuple):
        return got[:2] == want[:2] and got[2][: len(want[2])] == want[2]
    return got == want


@pytest.mark.parametrize("name", CASES)
def test_a_name_means_the_same_at_every_door(name, tmp_path):
    case = CASES[name]
    found = {door: ask(case, tmp_path) for door, ask in RUNNING.items()}
    wrong = [f"{door}: {got}" for door, got in found.items() if not agrees(got, expected(case))]
    assert not wrong, f"not {expected(case)} for\n{case.plain}" + "\n".join(wrong)


@pytest.mark.parametrize("name", CASES)
def test_what_only_reads_a_program_says_the_same(name, tmp_path):
    case = CASES[name]
    is_wrong = isinstance(case.answer, str) and case.answer != "run.declaration"
    want = expected(case) if is_wrong else None
    found = {door: ask(case, tmp_path) for door, ask in READING.items()}
    wrong = [f"{door}: {got}" for door, got in found.items() if not agrees(got, want)]
    assert not wrong, f"not {want} for\n{case.plain}" + "\n".join(wrong)


def test_a_script_calls_nothing_that_it_never_defines(tmp_path):
    never = Case(calling("unused", "«@later»") + doubling("main"), "name.symbol")
    late = Case(calling("unused", "@later") + doubling("main") + negating("later"), 6)
    for door, answer in ((script_check, None), (script, 6)):
        assert agrees(door(never, tmp_path), expected(never))
        assert door(late, tmp_path) == answer


def test_an_entry_may_be_a_path(tmp_path):
    text = module("@lib", doubling("k"), module("@sub", negating("k")), doubling('"a b"'))
    np.save(tmp_path / "a.npy", X)
    path = written(tmp_path, "p.mlir", text)
    for entry, value in {"k": 6, "@k": 6, "@sub::@k": -3, "a b": 6, '@"a b"': 6}.items():
        assert command_line("run", path, "--entry", entry, "--input", str(tmp_path / "a.npy")) == value
        assert hlorepl.compile(hlorepl.parse(text), entry)(X)[0] == value
    with pytest.raises(HloError) as caught:
        hlorepl.compile(hlorepl.parse(text), "@sub::@kk")
    assert (caught.value.code, caught.value.help) == ("run.entry", ["did you mean @sub::@k?"])
