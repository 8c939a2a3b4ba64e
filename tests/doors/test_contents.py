"""What a file holds beside its ops means one thing at every door: aliases and resources in any order, and comments."""

import contextlib
import io
import json
import re
from argparse import Namespace
from dataclasses import dataclass, field

import numpy as np
import pytest

import hlorepl
from hlorepl.__main__ import main
from hlorepl.batch.fmt import format_text
from hlorepl.errors import HloError

BLOB = "0x04000000" + np.float32([1, 2]).tobytes().hex().upper()
SECTION = f'{{-# dialect_resources: {{ builtin: {{ w: "{BLOB}" }} }} #-}}'
BOTH_HALVES = f"""{{-#
  dialect_resources: {{ builtin: {{ w: "{BLOB}", "a key": "{BLOB}" }} }},
  external_resources: {{ mlir_reproducer: {{ pipeline: "builtin.module(x \\"y\\")", disable_threading: true, verify_each: false }} }}
#-}}"""


@dataclass(frozen=True)
class Case:
    """A module whose @main gives ``result``; ``parts`` are the same in an order in which they can be entered one by one."""

    text: str
    parts: list[str]
    result: list[float]
    kept: list[str] = field(default_factory=list)


def case(head: str, main_function: str, tail: str, result: list[float], kept: tuple[str, ...] = ()) -> Case:
    """``head`` above the function and ``tail`` below it; entered part by part, the tail comes first."""
    parts = [part for part in (tail, head, main_function) if part]
    return Case(f"{head}\n{main_function}\n{tail}\n", parts, result, list(kept))


ADD = """func.func @main() -> TYPE {
  %0 = stablehlo.constant VALUE
  %1 = stablehlo.add %0, %0 : TYPE
  return %1 : TYPE
}"""


def in_module(inside: Case) -> Case:
    """The same with the function in a written module."""
    text, *parts = (
        re.sub(r"(?s)func\.func.*\n}", r"module {\n\g<0>\n}", each) for each in (inside.text, *inside.parts)
    )
    return Case(text, parts, inside.result, inside.kept)


def add(of: str = "tensor<2xf32>", value: str = "dense<[1.0, 2.0]> : tensor<2xf32>") -> str:
    return ADD.replace("TYPE", of).replace("VALUE", value)


CASES = {
    "type alias": case("!t = tensor<2xf32>", add("!t"), "", [2, 4], ("!t = tensor<2xf32>",)),
    "type alias below": case("", add("!t"), "!t = tensor<2xf32>", [2, 4], ("!t = tensor<2xf32>",)),
    "alias of an alias below": case(
        "", add("!t"), "!t = !u\n!u = tensor<2x!e>\n!e = f32", [2, 4], ("!t = ", "!u = ", "!e = f32")
    ),
    "attribute alias below": case(
        "", add(value="#w"), "#w = dense<[1.0, 2.0]> : tensor<2xf32>", [2, 4], ("#w = dense<",)
    ),
    "numbered alias below": case("", add(value="#0"), "#0 = dense<[1.0, 2.0]> : tensor<2xf32>", [2, 4], ("#0 = dense<",)),
    "attribute of an aliased type below": case(
        "", add("!t", "#w"), "#w = dense<[1.0, 2.0]> : !t\n!t = tensor<2xf32>", [2, 4], ("#w = dense<", "!t = ")
    ),
    "call without types of what is below": case(
        "func.func private @f(%x: !t) -> !t {\n  return %x : !t\n}",
        add("!t").replace("%1 = stablehlo.add %0, %0 : !t", "%2 = call @f(%0)\n  %1 = stablehlo.add %2, %2 : !t"),
        "!t = tensor<2xf32>",
        [2, 4],
        ("!t = tensor<2xf32>",),
    ),
    "resource": case(SECTION, add(value="dense_resource<w> : tensor<2xf32>"), "", [2, 4], (BLOB,)),
    "resource below": case("", add(value="dense_resource<w> : tensor<2xf32>"), SECTION, [2, 4], (BLOB,)),
    "resource with a quoted key": case(
        "",
        add(value='dense_resource<"a key"> : tensor<2xf32>'),
        BOTH_HALVES,
        [2, 4],
        ('"a key": ', "pipeline: ", "disable_threading: true", "verify_each: false"),
    ),
    "resource in an alias": case(
        "", add(value="#w"), f"#w = dense_resource<w> : tensor<2xf32>\n{SECTION}", [2, 4], (BLOB, "#w = dense_resource<w>")
    ),
    "locations": case(
        '#loc1 = loc("x")',
        add().replace("[1.0, 2.0]> : tensor<2xf32>", "[1.0, 2.0]> : tensor<2xf32> loc(#loc2)") + " loc(#loc1)",
        '#loc2 = loc("model.py":7:2)\n#loc3 = loc(callsite("f"(#loc2) at fused[#loc4, "//"]))\n#loc4 = loc("y")',
        [2, 4],
        ('#loc1 = loc("x")', "loc(#loc2)", '#loc2 = loc("model.py":7:2)', '#loc3 = loc(callsite("f"(#loc2)', '"//"]'),
    ),
    "alias in an attribute kept as text": case(
        "",
        add().replace("%0, %0 :", "%0, %0 {mhlo.note = #note.text<#m>} :"),
        "#m = affine_map<(d0) -> (d0)>",
        [2, 4],
        ("#note.text<#m>", "#m = affine_map<(d0) -> (d0)>"),
    ),
    "definitions that are none": case(
        "// !t = tensor<3xf32>",
        add("!t").replace("%0, %0 :", '%0, %0 {mhlo.note = "!t = tensor<3xf32> // {-#"} :'),
        "// #x = 1\n!t = tensor<2xf32>",
        [2, 4],
        ("// !t = tensor<3xf32>", "// #x = 1"),
    ),
    "comments": case(
        "// head\n\n// above",
        add().replace("{", "{ // opened", 1).replace("%0, %0", "%0, // within\n    %0").replace("2xf32>\n  return", "2xf32> // beside\n  return").replace("\n}", "\n  // closed\n}"),
        "// below",
        [2, 4],
        ("// head", "// above", "// opened", "// within", "// beside", "// closed", "// below"),
    ),
}  # fmt: skip


FORMS = CASES | {f"{name}, in a module": in_module(each) for name, each in CASES.items()}


def compiled(text: str) -> list[float]:
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    return [float(item) for array in hlorepl.compile(module)() for item in np.atleast_1d(array)]


def formatted(text: str, generic: bool = False, canonical_names: bool = False) -> str:
    return format_text(text, "a.mlir", Namespace(generic=generic, canonical_names=canonical_names, kind=None))


def batch(text: str, path) -> list[float]:
    path.write_text(text, encoding="utf-8")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["run", "--kind", "mlir", "--json", "--print", "full", str(path)]) == 0, out.getvalue()
    return json.loads(out.getvalue())["results"][0]["value"]


def entered(texts: list[str]) -> hlorepl.Session:
    session = hlorepl.Session()
    for text in texts:
        result = session.execute(text)
        assert result.error is None, result.error
    return session


def called(session: hlorepl.Session) -> list[float]:
    assert session.execute(":run @main").error is None
    return session["0"].tolist()


def saved(session: hlorepl.Session, path) -> str:
    """What ``:save`` writes, with the call of @main as its only value."""
    called(session)
    assert session.execute(f":save {path}").error is None
    return path.read_text(encoding="utf-8")


def loaded(text: str, path) -> hlorepl.Session:
    path.write_text(text, encoding="utf-8")
    return entered([f":load {path}"])


DOORS = {
    "compile": lambda case, folder: compiled(case.text),
    "CRLF": lambda case, folder: compiled(case.text.replace("\n", "\r\n")),
    "batch": lambda case, folder: batch(case.text, folder / "a.mlir"),
    "print_module": lambda case, folder: compiled(hlorepl.print_module(hlorepl.parse(case.text))),
    "print_module generic": lambda case, folder: compiled(hlorepl.print_module(hlorepl.parse(case.text), generic=True)),
    "fmt": lambda case, folder: batch(formatted(case.text), folder / "a.mlir"),
    "fmt --generic": lambda case, folder: compiled(formatted(case.text, generic=True)),
    "fmt --canonical-names": lambda case, folder: compiled(formatted(case.text, canonical_names=True)),
    "one entry": lambda case, folder: called(entered([case.text])),
    "several entries": lambda case, folder: called(entered(case.parts)),
    ":load": lambda case, folder: called(loaded(case.text, folder / "a.mlir")),
    "one entry, :save": lambda case, folder: compiled(saved(entered([case.text]), folder / "s.mlir")),
    "several entries, :save": lambda case, folder: compiled(saved(entered(case.parts), folder / "s.mlir")),
    ":load, :save": lambda case, folder: batch(saved(loaded(case.text, folder / "a.mlir"), folder / "s.mlir"), folder / "b.mlir"),
    ":save, :load": lambda case, folder: called(
        loaded(saved(entered([case.text]), folder / "s.mlir"), folder / "b.mlir")
    ),
}  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", FORMS)
def test_a_value_is_the_same(name, door, tmp_path):
    assert DOORS[door](FORMS[name], tmp_path) == FORMS[name].result


PRINTED = {
    "print_module": lambda text, folder: hlorepl.print_module(hlorepl.parse(text)),
    "print_module generic": lambda text, folder: hlorepl.print_module(hlorepl.parse(text), generic=True),
    "fmt": lambda text, folder: formatted(text),
    "fmt --generic": lambda text, folder: formatted(text, generic=True),
    "fmt --canonical-names": lambda text, folder: formatted(text, canonical_names=True),
    ":save": lambda text, folder: saved(entered([text]), folder / "s.mlir"),
    ":load, :save": lambda text, folder: saved(loaded(text, folder / "a.mlir"), folder / "s.mlir"),
}


@pytest.mark.parametrize("door", PRINTED)
@pytest.mark.parametrize("name", FORMS)
def test_nothing_is_lost(name, door, tmp_path):
    """All that the file holds is in what is printed, once, and is there again when that is printed."""
    text = PRINTED[door](FORMS[name].text, tmp_path)
    for piece in FORMS[name].kept:
        assert text.count(piece) == FORMS[name].text.count(piece), (piece, text)
    if "save" not in door:
        assert PRINTED[door](text, tmp_path) == text
    again = formatted(text)
    assert formatted(again) == again
    for piece in FORMS[name].kept:
        assert again.count(piece) == text.count(piece)


# Errors


def code_of(text: str, door: str, folder) -> tuple[str, str]:
    """The code of the first error, and what it underlines."""
    if door == "parse":
        with pytest.raises(HloError) as raised:
            hlorepl.parse(text)
        error = raised.value
    elif door == "collected":
        from hlorepl.source import Source
        from hlorepl.syntax.parser import parse

        errors: list[HloError] = []
        parse(Source(text), errors)
        assert len(errors) == 1, errors
        error = errors[0]
    else:
        error = hlorepl.Session().execute(text).error
    return error.code, error.span.text


USE = "func.func @main(%a: !t) {\n  return\n}\n"
FAULTS = {
    "undefined type": (USE, "name.alias", "!t"),
    "undefined attribute": ("module attributes {mhlo.a = #a} {}\n", "name.alias", "#a"),
    "itself": (USE + "!t = tuple<!t>\n", "name.alias", "!t"),
    "a circle": (USE + "!t = tuple<!u>\n!u = tuple<!v>\n!v = tuple<!t>\n", "name.alias", "!t"),
    "a circle above its use": ("#a = [#b]\n#b = [#a]\n", "name.alias", "#a"),
    "twice": ("!t = f32\n!t = f32\n", "name.redefined", "!t"),
    "twice, used above": (USE + "!t = tensor<f32>\n!t = tensor<f32>\n", "name.redefined", "!t"),
    "wrong where it is defined": (USE + USE.replace("main", "f") + "!t = tensor<2xg32>\n", "type.element", "g32"),
    "wrong below a call without types": (
        "func.func @main(%x: tensor<f32>) {\n  %0 = call @f(%x)\n  return\n}\n" + USE.replace("main", "f") + "!t = g32\n",
        "type.unknown",
        "g32",
    ),
    "a long chain": (
        USE.replace("!t", "!t0") + "".join(f"!t{k} = tuple<!t{k + 1}>\n" for k in range(700)) + "!t700 = f32\n",
        "limit.depth",
        None,
    ),
    "odd digits": ('{-# dialect_resources: { builtin: { w: "0x040" } } #-}\n', "syntax.resource", '"0x040"'),
    "no digits": ('{-# dialect_resources: { builtin: { w: "0x0g" } } #-}\n', "syntax.resource", '"0x0g"'),
    "no blob": ("{-# dialect_resources: { builtin: { w: true } } #-}\n", "syntax.resource", "true"),
    "a key twice": ('{-# dialect_resources: { builtin: { w: "0x", w: "0x" } } #-}\n', "syntax.resource", "w"),
    "half a section": ("{-# dialect_resources: { builtin: { } }\n", "syntax.end", ""),
    "a section of something else": ("{-# resources: { } #-}\n", "syntax.form", "resources"),
}  # fmt: skip


@pytest.mark.parametrize("door", ["parse", "collected", "session"])
@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_has_a_code_and_a_place(name, door, tmp_path):
    text, code, marked = FAULTS[name]
    found, underlined = code_of(text, door, tmp_path)
    assert (found, underlined if marked is not None else None) == (code, marked)


def test_a_resource_that_is_missing_or_too_short():
    """One element stands for all in ``dense``, never in a resource."""
    text = add(value="dense_resource<w> : tensor<2xf32>")
    for section in ("", '{-# dialect_resources: { builtin: { w: "0x040000000000803F" } } #-}'):
        session = hlorepl.Session()
        error = session.execute(f"{text}\n{section}\n:run @main\n").error
        with pytest.raises(HloError) as raised:
            hlorepl.compile(hlorepl.parse(f"{text}\n{section}\n"))()
        assert error.code == raised.value.code
        assert error.code == ("syntax.literal" if section else "syntax.resource")


@pytest.mark.parametrize("mark", ["!", "#"])
def test_aliases_that_double_end_as_an_error(mark):
    """Twenty-six lines that stand for 2 to the 26th parts; sixteen are still read, printed and checked at once."""

    def doubled(count: int) -> str:
        pair = "tuple<!t{0}, !t{0}>" if mark == "!" else "[#t{0}, #t{0}]"
        first = "tuple<tensor<f32>>" if mark == "!" else "[1 : i32]"
        lines = [f"{mark}t0 = {first}"] + [f"{mark}t{k + 1} = {pair.format(k)}" for k in range(count)]
        use = f"func.func private @f(!t{count})" if mark == "!" else f"module attributes {{mhlo.a = #t{count}}} {{}}"
        return "\n".join([*lines, use, ""])

    with pytest.raises(HloError) as raised:
        hlorepl.parse(doubled(26))
    assert raised.value.code == "limit.aliases"
    text = formatted(doubled(10))
    assert f"{mark}t10 = " in text
    assert len(text) < 1000


# A session


def test_undo_takes_back_what_an_entry_defined():
    session = entered(["!t = tensor<2xf32>\n" + SECTION, "%a = stablehlo.constant dense_resource<w> : !t"])
    assert session["a"].tolist() == [1, 2]
    assert session.undo()
    assert session.undo()
    assert session.execute("%a = stablehlo.constant dense<1.0> : !t").error.code == "name.alias"
    resource = "%a = stablehlo.constant dense_resource<w> : tensor<2xf32>"
    assert session.execute(resource).error.code == "syntax.resource"
    assert session.redo()
    assert session.execute(resource).error is None


def test_an_entry_may_define_a_name_anew(tmp_path):
    """What has been read keeps its meaning, and ``:save`` tells the two apart."""
    other = SECTION.replace(BLOB, "0x04000000" + np.float32([7, 8, 9]).tobytes().hex())
    session = entered(
        [
            f'!t = tensor<2xf32>\n#l = loc("one")\n{SECTION}',
            "%a = stablehlo.constant dense_resource<w> : !t loc(#l)",
            f'!t = tensor<3xf32>\n#l = loc("two")\n{other}',
            "%b = stablehlo.constant dense_resource<w> : !t loc(#l)",
            "%c = stablehlo.constant dense<1.0> : !t loc(fused[#l])",
        ]
    )
    text = saved_text(session, tmp_path / "s.mlir")
    module = hlorepl.parse(text)
    assert [array.tolist() for array in hlorepl.compile(module)()] == [[1, 2], [7, 8, 9], [1, 1, 1]]
    places = [op.location.resolved.text for op in module.functions["main"].body.ops if op.location is not None]
    assert places[:2] == ['"one"', '"two"']
    assert formatted(text) == formatted(formatted(text))


def saved_text(session: hlorepl.Session, path) -> str:
    assert session.execute(f":save {path}").error is None
    return path.read_text(encoding="utf-8")


def test_two_files_with_the_same_names(tmp_path):
    """Each is read by its own definitions, above or below, and both are saved."""
    texts = []
    for number, size in ((1, 2), (2, 3)):
        text = f"""func.func @f{number}(%x: !t loc(#loc1)) -> !t {{
  %0 = stablehlo.negate %x : !t loc(#loc2)
  return %0 : !t
}}
!t = tensor<{size}xf32>
#loc1 = loc("argument {number}")
#loc2 = loc("op {number}")
"""
        texts.append(text)
        (tmp_path / f"{number}.mlir").write_text(text)
    session = entered([f":load {tmp_path}/1.mlir", f":load {tmp_path}/2.mlir"])
    module = hlorepl.parse(saved_text(session, tmp_path / "s.mlir"))
    for number, text in enumerate(texts, 1):
        function, alone = module.functions[f"f{number}"], hlorepl.parse(text).functions[f"f{number}"]
        assert function.type == alone.type
        assert function.arguments[0].location.resolved.text == f'"argument {number}"'
        assert function.body.ops[0].location.resolved.text == f'"op {number}"'


def test_comments_of_statements_are_saved_with_them(tmp_path):
    session = entered(
        [
            "// the input\n%x = [1.0, 2.0] // two of them",
            "// not kept\n%y = 3.0",
            "%y = 4.0 // the scale",
            "// above a command\n:env\n// above\n%z = tanh(%x * %y // inside\n  + 1.0) // beside\n// at the end",
            "// nothing else",
        ]
    )
    lines = saved_text(session, tmp_path / "s.mlir").split("\n")
    kept = [line[line.index("//") :] for line in lines if "//" in line]
    assert kept == [
        "// commands of the session:", "// :env", "// the input", "// two of them", "// the scale", "// above a command",
        "// above", "// inside", "// beside", "// at the end",
    ]  # fmt: skip
    assert next(line for line in lines if "// beside" in line).strip().startswith("%z = stablehlo.tanh")


def test_a_section_may_be_typed_line_by_line():
    session = hlorepl.Session()
    assert session.is_incomplete("{-#\n  dialect_resources: {\n    builtin: {")
    assert session.is_incomplete("!t =")
    assert not session.is_incomplete(SECTION)
    assert session.state.contents.is_empty


def test_a_comment_alone_is_no_entry_to_undo():
    session = entered(["%x = 1.0 // one", "// nothing"])
    assert session.undo()
    assert session.names == []
