"""What Tab offers."""

import re

import pytest

import hlorepl
from hlorepl.errors import HloError, Incomplete
from hlorepl.familiar import table
from hlorepl.familiar.table import FAMILIAR
from hlorepl.ops import registry
from hlorepl.session.commands.registry import COMMANDS
from hlorepl.session.commands.registry import load as load_commands
from hlorepl.session.completion import complete
from hlorepl.session.examples import example_lines
from hlorepl.session.statements import StatementReader
from hlorepl.source import Source
from hlorepl.syntax.printer import Printer

registry.load()
table.load()
load_commands()


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    found.execute(
        "%x = [1.0]\n%xy = 2\nfunc.func @half(%a: tensor<f32>) -> tensor<f32> {\n  return %a : tensor<f32>\n}"
    )
    return found


def offered(text, session):
    return [text[: c.start] + c.text for c in complete(text, len(text), session)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%y = add %x", ["%y = add %xy", "%y = add %x"]),
        ("%y = stablehlo.conca", ["%y = stablehlo.concatenate"]),
        ("%y = tanh(exponential_", ["%y = tanh(exponential_minus_one"]),
        ("%c = convert %x : (tensor<1xf32>) -> tensor<1xb", ["%c = convert %x : (tensor<1xf32>) -> tensor<1xbf16"]),
        ("%c : tensor<?x2xui8", ["%c : tensor<?x2xui8"]),
        ("%c = [1] : bf", ["%c = [1] : bf16"]),
        ("%y = concatenate(%x, dim", ["%y = concatenate(%x, dimension = ", "%y = concatenate(%x, dim = "]),
        (
            "%y = compare(%x, %x, comparison_direction = L",
            [f"%y = compare(%x, %x, comparison_direction = L{e}" for e in "ET"],
        ),
        ("%y = stablehlo.compare NE", ["%y = stablehlo.compare NE"]),
        ("custom_call(%x, has_side_effect = ", [f"custom_call(%x, has_side_effect = {e}" for e in ("false", "true")]),
        ("%y = concatenate(%x, dimension = ", []),
        (":run @ha", [":run @half"]),
        (":typ", [":type"]),
        ("?concaten", ["?concatenate"]),
        ("// add", []),
        (
            "transpose %x, ",
            ["transpose %x, dims = ", "transpose %x, permutation = ", "transpose %x, %xy", "transpose %x, %x"],
        ),
        ("transpose(%x, ", ["transpose(%x, permutation = ", "transpose(%x, dims = "]),
        ("transpose(%x) {", ["transpose(%x) {permutation = "]),
        ("compare(%x, %x, N", ["compare(%x, %x, NE", "compare(%x, %x, NOTYPE"]),
        ("reduce(%x init: %xy) ", ["reduce(%x init: %xy) applies", "reduce(%x init: %xy) across"]),
        (
            "reduce(%x init: %xy) applies m",
            [f"reduce(%x init: %xy) applies {o}" for o in ("maximum", "minimum", "multiply")],
        ),
        ("reduce(%x init: %xy) applies add ", ["reduce(%x init: %xy) applies add across"]),
        ("reduce(%x init: %xy) applies add across ", ["reduce(%x init: %xy) applies add across dimensions = "]),
        ("while(%a = %x) ", ["while(%a = %x) cond"]),
        ("convert %x : (tensor<1xf32>, t", ["convert %x : (tensor<1xf32>, tensor<"]),
        ("modul", ["module"]),
        ("func.f", ["func.func"]),
        ("call ", ["call @half"]),
        ("sum", ["sum", "reduce"]),
        ("%y = expone", ["%y = exponential", "%y = exponential_minus_one"]),
        ("%y = softma", ["%y = softmax"]),
        ("%y = np.cumsu", ["%y = np.cumsum"]),
        ("%y = dotgen", ["%y = dot_general"]),
        ("sum(%x, ke", ["sum(%x, keepdims = "]),
        ("fft(%x, type = R", ["fft(%x, type = RFFT"]),
        (":backend c", [":backend cupy"]),
        (":help transpo", [":help transpose"]),
        (":onnx r", [":onnx run"]),
        ("?softpl", ["?softplus"]),
    ],
)
def test_what_fits_the_place_is_offered(text, expected, session):
    assert offered(text, session) == expected


def test_paths_are_completed(session, tmp_path):
    (tmp_path / "model.mlir").touch()
    (tmp_path / ".hidden").touch()
    (tmp_path / "folder").mkdir()
    assert offered(f":load {tmp_path}/", session) == [f":load {tmp_path}/folder/", f":load {tmp_path}/model.mlir"]


def test_values_that_fit_come_first_then_the_newest():
    found = hlorepl.Session()
    found.execute("%a = [1.0, 2.0]\n%n = 3\n%b = [3.0, 4.0]\n%m = [1.0, 2.0, 3.0]\n%c = [true, false]")
    assert offered("%y = add(%a, %", found)[:2] == ["%y = add(%a, %b", "%y = add(%a, %a"]
    assert offered("%y = tanh(%", found)[:3] == ["%y = tanh(%m", "%y = tanh(%b", "%y = tanh(%a"]
    assert offered("%", found) == ["%c", "%m", "%b", "%n", "%a"]


def test_what_is_offered_says_what_it_is(session):
    notes = {each.text: each.note for each in complete("compare(%x, %x, ", 16, session)}
    assert notes["LT"] == "left is less"
    assert notes["compare_type = "] == "how numbers are ordered"
    notes = {each.text: (each.kind, each.note) for each in complete("sum", 3, session)}
    assert notes["sum"][0] == "call"
    assert notes["reduce"][1].startswith("sum: ")
    assert {each.text: each.note for each in complete("%x", 2, session)}["%x"] == "tensor<1xf32>"


# What Tab inserts parses up to that place


def reads(text, session):
    """Whether the statement reader takes a text as far as it goes: it stops at its end, or breaks a rule that is none of words."""
    try:
        reader = StatementReader(session, Source(text))
        while reader.next() is not None:
            pass
    except Incomplete:
        return True
    except HloError as error:
        is_of_words = error.code.startswith(
            ("syntax.", "name.op", "name.undefined", "name.symbol", "type.unknown")
        ) or error.code.endswith(("attribute_unknown", "attribute_kind"))
        return not is_of_words or error.span is None or error.span.end >= len(text.rstrip())
    return True


def forms(name):
    """The last statement of an op's example as it is written, then in MLIR's own forms, behind the session that it needs."""
    spec = registry.OPS[name]
    *before, last = example_lines(spec)
    session = hlorepl.Session()
    session.execute("\n".join(before))
    yield session, last
    for generic in (False, True):
        statement = StatementReader(session, Source(last)).next()
        if statement.kind == "ops":
            printer = Printer(generic=generic)
            *made, shown = [printer.op(op) for op in statement.ops]
            assert session.execute("\n".join(made)).error is None
            yield session, shown


def wrong(session, text):
    """The candidates that do not parse where they are offered, one of each kind, all of those that an op asks for by name."""
    found = []
    for place in {
        0,
        *(m.start() for m in re.finditer(r"[%@\w]+", text)),
        *(m.end() + 1 for m in re.finditer(r"[,(:] ", text)),
    }:
        seen = set()
        for each in complete(text, min(place, len(text)), session):
            if each.kind in seen and each.kind not in ("attribute", "keyword", "argument"):
                continue
            seen.add(each.kind)
            if not reads(text[: each.start] + each.text, session):
                found.append(text[: each.start] + each.text)
    return found


@pytest.mark.parametrize("name", sorted(name for name in registry.OPS if not name.startswith("test.")))
def test_what_is_offered_parses_in_the_short_form(name):
    session, text = next(forms(name))
    assert wrong(session, text) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name in registry.OPS if not name.startswith("test.")))
def test_what_is_offered_parses_in_the_forms_of_mlir(name):
    for session, text in forms(name):
        assert wrong(session, text) == []


@pytest.mark.parametrize("name", sorted({found.name for found in FAMILIAR.values()}))
def test_what_is_offered_in_the_call_of_another_library_parses(name):
    session = hlorepl.Session()
    session.execute("%x = [[1.0, 2.0], [3.0, 4.0]]")
    for text in (f"%y = {name}(", f"%y = {name}(%x, ", f"{name}(%x, a", f"tanh({name}("):
        for each in complete(text, len(text), session)[:40]:
            assert reads(text[: each.start] + each.text, session)


@pytest.mark.parametrize("name", sorted({found.name for found in COMMANDS.values()}))
def test_what_is_offered_for_a_command_is_taken(name, session):
    found = COMMANDS[name]
    for verb in ("", *found.verbs):
        line = f":{name} {verb} " if verb else f":{name} "
        command = found.verbs.get(verb, found)
        for each in complete(line, len(line), session)[:30]:
            if each.kind == "path" or not command.parameters:
                continue
            places = command.places((line + each.text).split()[2 if verb else 1 :])
            assert places or command.verbs


def test_nothing_is_changed_by_asking(session):
    before, number = session.state, session.state.next_number
    text = "%new = rng(0.0, 1.0, [3], UNIFORM)\nadd(%x, [1, 2])"
    for cursor in range(len(text) + 1):
        complete(text, cursor, session)
    assert session.state is before
    assert session.state.next_number == number
