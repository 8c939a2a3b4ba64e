"""What a session knows by ``@name``: what calls mean while functions, modules and meshes come, change and go."""

import numpy as np
import pytest

import hlorepl
from hlorepl import Session
from hlorepl.session.completion import complete

TYPES = "(tensor<f32>) -> tensor<f32>"


def function(name: str, body: str) -> str:
    return f"func.func @{name}(%a: tensor<f32>) -> tensor<f32> {{\n  %r = {body}\n  return %r : tensor<f32>\n}}\n"


def calling(name: str, callee: str) -> str:
    return function(name, f"call {callee}(%a) : {TYPES}")


DOUBLE = "stablehlo.add %a, %a : tensor<f32>"
NEGATE = "stablehlo.negate %a : tensor<f32>"
WIDE = "func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}"
LIB = f"module @lib {{\n{function('g', DOUBLE)}module @sub {{\n{function('g', NEGATE)}{calling('k', '@g')}}}\n}}\n"


@pytest.fixture
def session() -> Session:
    found = Session()
    found.bind("x", np.float32(3))
    return found


def run(session: Session, *texts: str):
    result = None
    for text in texts:
        result = session.execute(text)
        assert result.error is None, str(result.error)
    assert result is not None
    return result


def value(session: Session, *texts: str) -> float:
    return float(run(session, *texts).values[-1].array)


def test_a_nested_function_calls_its_own_neighbour(session):
    assert value(session, f"{LIB}%y = 3.0 : f32\n:run @sub::@k %y") == -3
    assert value(session, ":run @g %x") == 6
    assert value(session, ":run @sub::@k(%x)") == -3


def test_a_caller_may_come_first_and_is_an_error_only_when_it_runs(session):
    run(session, calling("f", "@g"))
    error = session.execute(":run @f %x").error
    assert (error.code, error.span.text, error.help) == ("name.symbol", "@g", [])
    assert session.execute("%y = call @f(%x)").error.span.text == "@g"
    assert session.execute("%y = %x + 1").error is None
    assert value(session, function("g", DOUBLE), ":run @f %x") == 6


def test_a_call_without_types_needs_its_callee(session):
    error = session.execute(function("f", "call @g(%a)")).error
    assert (error.code, error.span.text) == ("name.symbol", "@g")
    assert "f" not in session.state.functions


def test_a_function_that_calls_another_calls_todays(session):
    run(session, function("g", DOUBLE), calling("f", "@g"))
    assert value(session, "%y = call @f(%x)") == 6
    assert value(session, function("g", NEGATE), "%z = call @f(%x)") == -3
    assert session["y"] == 6
    session.undo()
    session.undo()
    assert value(session, "%z = call @f(%x)") == 6
    session.undo()
    session.redo()
    assert value(session, ":run @f %x") == 6


def test_a_definition_with_another_signature_is_no_wrong_number(session):
    run(session, function("g", DOUBLE), calling("f", "@g"), WIDE)
    error = session.execute(":run @f %x").error
    assert (error.code, error.span.text) == ("func.call.operand_types", "%a")
    assert value(session, function("g", NEGATE), ":run @f %x") == -3


def test_the_last_definition_of_one_text_is_what_its_functions_call(session):
    run(session, function("g", NEGATE))
    assert value(session, calling("f", "@g") + function("g", DOUBLE), ":run @f %x") == 6
    narrow = function("f", "call @g(%a)").replace("f32", "2xf32")
    run(session, narrow + WIDE)  # of the types that @g has below
    error = session.execute(":run @f %x").error
    assert (error.code, error.span.text) == ("run.argument_type", "%a")
    assert run(session, ":run @f [1.0, 2.0]").values[0].array.tolist() == [1, 2]


def test_a_circle_over_entries_is_found_where_it_closes(session):
    run(session, calling("f", "@g"), calling("g", "@h"))
    error = session.execute(calling("h", "@f")).error
    assert (error.code, error.span.text) == ("module.recursion", f"%r = call @f(%a) : {TYPES}")
    assert value(session, function("h", DOUBLE), ":run @f %x") == 6


def test_a_module_is_whole_when_it_is_defined(session):
    error = session.execute(f"module {{\n{calling('f', '@later')}}}").error
    assert (error.code, error.span.text) == ("name.symbol", "@later")
    run(session, function("later", DOUBLE))
    assert value(session, f"module {{\n{calling('f', '@later')}}}", ":run @f %x") == 6


def test_functions_modules_and_meshes_share_their_names(session, tmp_path):
    run(session, function("a", DOUBLE), f"{function('b', DOUBLE)}module @a {{\n{function('k', NEGATE)}}}")
    assert "is a module" in session.execute(":run @a %x").error.message
    assert value(session, ":run @a::@k %x") == -3
    run(session, 'sdy.mesh @b = <["a"=1]>', f":save {tmp_path / 's.mlir'}")
    module = hlorepl.parse((tmp_path / "s.mlir").read_text())
    assert hlorepl.verify(module) == []
    assert list(module.functions) == ["main"]


def test_a_mesh_that_was_typed_is_known_later(session):
    run(session, 'sdy.mesh @m = <["a"=1]>')
    manual = "sdy.manual_computation(%x) in_shardings=[<@m, []>] out_shardings=[<@m, []>] manual_axes={}"
    body = (
        f"(%b: tensor<f32>) {{\n  %n = stablehlo.negate %b : tensor<f32>\n  sdy.return %n : tensor<f32>\n}} : {TYPES}"
    )
    assert value(session, f"%y = {manual} {body}") == -3
    error = session.execute(f"%y = {manual.replace('<@m,', '<@n,')} {body}").error
    assert (error.code, error.message) == ("run.mesh", "there is no mesh @n")


@pytest.mark.parametrize(
    "text",
    [
        "%y = call @squar(%x)",
        f"%y = call @squar(%x) : {TYPES}",
        f'%y = stablehlo.composite "a.b" %x {{decomposition = @squar}} : {TYPES}',
        ":run @squar %x",
        ":run @squar(%x)",
        ":text @squar",
        "?@squar",
        function("f", "call @squar(%a)"),
        f"{calling('f', '@squar')}:run @f %x",
        f"{calling('f', '@squar')}%y = call @f(%x)",
        f"module {{\n{calling('f', '@squar')}}}",
    ],
)
def test_near_names_are_offered_wherever_a_function_is_named(session, text):
    run(session, function("square", DOUBLE))
    error = session.execute(text).error
    assert (error.code, error.message) == ("name.symbol", "there is no function @squar")
    assert error.help[0] == "did you mean @square?"


def test_what_is_never_defined_is_not_saved(session, tmp_path):
    run(session, calling("f", "@g"))
    error = session.execute(f":save {tmp_path / 's.mlir'}").error
    assert (error.code, error.span.text) == ("name.symbol", "@g")
    assert not (tmp_path / "s.mlir").exists()
    run(session, function("g", DOUBLE), f":save {tmp_path / 's.mlir'}")


def test_modules_are_saved_as_they_stood(session, tmp_path):
    inner = "func.func @none() {{\n  return\n}}\nmodule @m {{\n{}}}"
    run(session, inner.format(function("k", DOUBLE)), calling("f", "@m::@k"), "%old = call @f(%x)")
    run(session, "%direct = call @m::@k(%x)", inner.format(function("k", NEGATE)), "%new = call @f(%x)")
    run(session, f":save {tmp_path / 's.mlir'}")
    saved = hlorepl.compile(hlorepl.parse((tmp_path / "s.mlir").read_text()))()
    assert [float(found) for found in saved] == [3, 6, 6, -3]


def test_names_in_quotes_work_in_commands(session):
    run(session, function('"a b"', DOUBLE))
    assert value(session, ':run @"a b" %x') == 6
    assert value(session, ':run @"a b"(%x)') == 6
    assert run(session, '?@"a b"').text == f'@"a b" : {TYPES}'
    assert run(session, ':text @"a b"').text.startswith('func.func @"a b"')
    assert f'@"a b" : {TYPES}' in run(session, ":env").text


def test_symbols_are_completed_and_described_by_path(session):
    run(session, LIB + 'func.func @"a b"() {\n  return\n}')
    texts = [candidate.text for candidate in complete("%y = call @", 11, session)]
    assert texts == ['@"a b"', "@lib::@g", "@lib::@sub::@g", "@lib::@sub::@k"]
    assert [candidate.text for candidate in complete(":run @lib::@sub::", 17, session)] == [
        "@lib::@sub::@g",
        "@lib::@sub::@k",
    ]
    assert run(session, "?@lib").text == "@lib: a module"
    assert run(session, "?@lib::@sub::@k").text == f"@lib::@sub::@k : {TYPES}"


def test_a_function_that_is_only_declared_does_not_run(session):
    run(session, f"func.func private @g{TYPES}", calling("f", "@g"))
    for text in (":run @f %x", "%y = call @g(%x)", ":run @g(%x)"):
        assert session.execute(text).error.code == "run.declaration"
    assert value(session, function("g", DOUBLE), ":run @f %x") == 6


NAME = '@"a b"'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"func.func {NAME}() {{\n  return\n}}\nfunc.func {NAME}() {{\n  return\n}}", "is defined twice"),
        (f"func.func {NAME}()", "has no body"),
        (f"func.func {NAME}() -> tensor<f32> {{\n  return\n}}", "returns 1 value"),
        (f"func.func {NAME}() {{\n  call {NAME}() : () -> ()\n  return\n}}", "calls itself"),
    ],
)
def test_a_name_in_quotes_is_written_so_in_messages(text, words):
    (problem,) = hlorepl.verify(hlorepl.parse(text))
    assert f"{NAME} {words}" in problem.message


def test_a_name_in_quotes_is_written_so_when_it_is_run(session):
    run(session, f"func.func private {NAME}(tensor<f32>)\nfunc.func @main(%x: tensor<f32>) {{\n  return\n}}")
    assert f"{NAME} is only declared" in session.execute(f":run {NAME} %x").error.message
    with pytest.raises(hlorepl.HloError) as caught:
        hlorepl.compile(hlorepl.parse("func.func @f() {\n  return\n}"), "a c")
    assert 'there is no function @"a c"' in caught.value.message
    with pytest.raises(hlorepl.HloError) as caught:
        hlorepl.compile(hlorepl.parse(f"func.func {NAME}() {{\n  return\n}}"), "a b")(1)
    assert f"{NAME} takes 0 arguments" in caught.value.message
    assert '"a b"' in session.execute('custom_call @"a b"(%x) : (tensor<f32>) -> tensor<f32>').error.message


@pytest.mark.parametrize(
    "name", ['@""', '@"a b"', '@"a\\22b"', '@"a\\\\"', '@"a\\00"', '@"\\FF"', '@"\\0A"', '@"ä // b"', '@"a::@b"']
)
def test_a_name_in_quotes_is_shown_as_it_can_be_written(session, name, tmp_path):
    """What a session shows of a name can be typed: the function is found by it, now and when it was saved."""
    (defined,) = session.execute(function(name[1:], DOUBLE)).text.splitlines()
    shown = defined.removeprefix("defined ").removesuffix(f" : {TYPES}")
    for each in (name, shown):
        assert value(session, f":run {each} %x") == value(session, f":run {each}(%x)") == 6
        assert value(session, f"%y = call {each}(%x) : {TYPES}") == 6
        assert shown in session.execute(f":text {each}").text
    run(session, f":save {tmp_path / 's.mlir'}")
    saved = hlorepl.parse((tmp_path / "s.mlir").read_text())
    assert hlorepl.verify(saved) == []
    assert [float(found) for found in hlorepl.compile(saved)()][1:] == [6.0] * (len(session.names) - 1)
