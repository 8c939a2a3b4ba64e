"""What the fuzzers of this folder and readers of the code have found in programs, one small test for each kind."""

import gc
import importlib
import os
import resource
import shlex
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from hostile import made_modules
from hostile.fuzzing import shown
from hostile.text_mutation import codes, fault_of_the_program, texts, through

import hlorepl
from hlorepl.digits import natural
from hlorepl.engine import stepper
from hlorepl.engine.observing import Observer
from hlorepl.errors import HloError
from hlorepl.interrupts import ImportsWhole
from hlorepl.ir.attributes import DenseAttr, IntegerAttr, StringAttr
from hlorepl.ir.core import Region, Value
from hlorepl.ir.types import ELEMENTS, TensorType
from hlorepl.ops import registry
from hlorepl.shell_words import first_word, split_words
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.syntax.printer import Printer, on_screen
from hlorepl.whole_files import write_whole

FUNCTION = "func.func @main(%a: tensor<2xf32>) {{\n  {}\n  return\n}}"


def errors_of(text):
    """What is wrong with a text, by reading and verifying it."""
    errors: list[HloError] = []
    try:
        module = parse(Source(text, "t.mlir"), errors)
        if not errors:
            errors = hlorepl.verify(module)
    except HloError as error:
        errors.append(error)
    shown(errors, "t.mlir")
    return errors


#: Texts that were taken, with what they hold left out or taken for something else.
REFUSED = {
    "a mesh without angle brackets": "sdy.mesh @m = [1]",
    "a mesh in braces": "sdy.mesh @m = {1}",
    "a scale that is no number": FUNCTION.format(
        "%0 = stablehlo.iota dim = 0 : tensor<2x!quant.uniform<i8:f32, 1e999>>"
    ),
    "one of several scales": FUNCTION.format(
        "%0 = stablehlo.iota dim = 0 : tensor<2x!quant.uniform<i8:f32:0, {1.0,1e999}>>"
    ),
    "half a character in a name": FUNCTION.format('call @"\ud800"() : () -> ()'),
    "half a character in a comment": FUNCTION.format("// \udfff"),
    "half a character in a string": FUNCTION.format('%0 = stablehlo.add %a, %a {a.b = "\ud800"} : tensor<2xf32>'),
    "a mesh without devices' names": (
        '"sdy.mesh"() <{name = #sdy.mesh<["x"=2]>, sym_name = "mesh"}> : () -> ()\n'
        + FUNCTION.format(
            '%0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, '
            'axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<2xf32>) -> tensor<2xf32>'
        )
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_says_nothing_is_refused(what):
    assert errors_of(REFUSED[what])


@pytest.mark.parametrize(
    "text", ["%x = 1 // \ud800", ":env \ud800", '?"\ud800"', "\ud800", "%x\ud800", ":save \ud800.mlir"]
)
def test_half_a_character_is_refused_at_every_kind_of_statement(text):
    session = hlorepl.Session()
    assert session.is_incomplete(text) in {True, False}
    result = session.execute(text, "In[1]")
    assert result.error is not None
    assert result.error.code == "syntax.encoding"
    shown([result.error], "In[1]")


#: Programs whose text once changed by printing.
PRINTED = {
    "bits of a float in a struct": '%0 = "stablehlo.sqrt"(%a) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0e999, '
    "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2xf32>) -> tensor<2xf32>",
    "bits of a float in a list": "%0 = stablehlo.add %a, %a {a.b = [1.0e999, -1.0e999, 0x7FF8000000000000 : f64, 2.0]} : tensor<2xf32>",
    "a sharding with something behind it": '%0 = "sdy.reshard"(%a) {sharding = #sdy.sharding<@m, [{}]>/} : (tensor<2xf32>) -> tensor<2xf32>',
}


@pytest.mark.parametrize("what", PRINTED)
def test_what_is_printed_says_the_same(what):
    through(f'sdy.mesh @m = <["x"=1]>\n{FUNCTION.format(PRINTED[what])}')


MESH = """sdy.mesh @mesh = <["x"=2, "y"={size}]>
func.func @main(%a: tensor<2x4xf32>) {{
  %0 = "stablehlo.all_gather"(%a) {{all_gather_dim = 0 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}}
    : (tensor<2x4xf32>) -> tensor<4x4xf32>
  return
}}"""


@pytest.mark.parametrize("size", ["2147483648", "9223372036854775808", "9" * 5000])
def test_a_mesh_of_more_devices_than_there_are(size):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (error,) = errors_of(MESH.format(size=size))
    assert error.code == "all_gather.mesh_axes"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_numbers_of_devices_that_are_none():
    text = MESH.format(size=1).replace('"y"=1]', '"y"=1], device_ids=[x, 1]')
    assert [error.code for error in errors_of(text)] == ["all_gather.C6"]


def test_planning_makes_no_arrays_that_a_run_could_not_have():
    text = "func.func @main() -> tensor<3000000000xi8> {\n  %0 = stablehlo.iota dim = 0 : tensor<3000000000xi8>\n  return %0 : tensor<3000000000xi8>\n}"
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    hlorepl.compile(hlorepl.parse(text))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000
    session = hlorepl.Session(max_memory=1 << 20)
    assert session.execute(text + "\n:run @main").error.code == "limit.memory"


@pytest.mark.parametrize("groups", ["[]", "dense<> : tensor<0x0xi64>", "dense<> : tensor<0x1xi64>"])
def test_all_to_all_in_no_groups(groups):
    text = f"""func.func @main(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {{
  %0 = "stablehlo.all_to_all"(%a) {{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = {groups}}}
    : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}}"""
    module = hlorepl.parse(text)
    if not hlorepl.verify(module):
        with pytest.raises(HloError) as caught:
            hlorepl.compile(module)(np.zeros((2, 4), np.float32))
        assert caught.value.code == "all_to_all.C6"


# Modules that Python made


def programs_of_each_op():
    """An op of each name in a program that holds one."""
    found: dict[str, str] = {}
    for text in texts():
        try:
            module = hlorepl.parse(text)
        except HloError:
            continue
        for op in module.walk():
            found.setdefault(op.name, text)
    return found


def refused(work, *arguments, **options):
    """Whether something raises the one kind of error that it may; any other is raised on."""
    try:
        work(*arguments, **options)
    except HloError as error:
        fault_of_the_program(error)
        return True
    return False


def test_every_form_refuses_attributes_of_another_kind():
    values = list({type(value): value for value in made_modules.attributes()}.values())
    assert len(values) > 12
    seen = set()
    for name, text in programs_of_each_op().items():
        op = next(op for op in hlorepl.parse(text).walk() if op.name == name)
        spec = registry.of(op)
        for key in [*op.attributes, *(spec.attributes if spec is not None else ())]:
            kept = op.attributes.get(key)
            for value in values:
                op.attributes[key] = value
                refused(on_screen, op)
                refused(Printer(generic=True).op, op)
            op.attributes.pop(key)
            refused(on_screen, op)
            if kept is not None:
                op.attributes[key] = kept
            seen.add((name, key))
    assert len(seen) > 200


def test_every_form_refuses_other_numbers_of_things():
    for name, text in programs_of_each_op().items():
        for change in ("operands", "more operands", "results", "regions", "blocks"):
            module = hlorepl.parse(text)
            op = next(op for op in module.walk() if op.name == name)
            if change == "operands":
                op.operands = []
            elif change == "more operands":
                op.operands = [*op.operands, Value("made", TensorType((2,), ELEMENTS["f32"]))]
            elif change == "results":
                op.results = []
            elif change == "regions":
                op.regions = []
            else:
                op.regions = [Region([])]
            refused(hlorepl.print_module, module)
            refused(hlorepl.print_module, module, generic=True)
            assert not refused(hlorepl.verify, module)
            refused(hlorepl.compile, module)


def test_a_value_of_nowhere_is_not_valid():
    module = hlorepl.parse(FUNCTION.format("%0 = stablehlo.add %a, %a : tensor<2xf32>"))
    op = module.functions["main"].body.ops[0]
    op.operands = [Value("elsewhere", op.operands[0].type), op.operands[0]]
    (problem,) = hlorepl.verify(module)
    assert (problem.code, problem.span.text) == ("name.undefined", "%a")


def test_strings_that_only_python_can_make_are_printed():
    module = hlorepl.parse(FUNCTION.format("%0 = stablehlo.add %a, %a : tensor<2xf32>"))
    module.functions["main"].attributes["x.y"] = StringAttr("a\ud800\udc80\x00")
    printed = hlorepl.print_module(module)
    assert '"a\\ED\\A0\\80\\80\\00"' in printed
    assert hlorepl.print_module(hlorepl.parse(printed)) == printed


def test_constants_without_numbers_are_refused():
    module = hlorepl.parse("func.func @main() {\n  %0 = stablehlo.constant dense<1> : tensor<2xi32>\n  return\n}")
    module.functions["main"].body.ops[0].attributes["value"] = DenseAttr(TensorType((2,), ELEMENTS["i32"]))
    assert codes(hlorepl.parse("func.func @f() { return }")) == []
    with pytest.raises(HloError):
        hlorepl.print_module(module)
    module.functions["main"].attributes["function_type"] = IntegerAttr(1)
    with pytest.raises(HloError) as caught:
        hlorepl.print_module(module)
    assert caught.value.code == "func.attributes"
    assert [problem.code for problem in hlorepl.verify(module)] == ["func.attributes"]


# Interrupts in what is loaded late


def test_no_interrupt_comes_into_an_import(tmp_path, monkeypatch):
    (tmp_path / "interrupted_once.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nis_whole = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = []

    def work():
        with ImportsWhole():
            found.append(importlib.import_module("interrupted_once"))
            time.sleep(20)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert found[0].is_whole
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


INTERRUPTED = """
import os, signal, sys, threading, time
from hlorepl.session import Session
session = Session()
text = '''func.func @f(%x: tensor<i32>) -> tensor<i32> {
  interpreter.print %x : tensor<i32>
  %0 = stablehlo.sine %y : tensor<f32>
  return %x : tensor<i32>
}'''.replace('  %0 = stablehlo.sine %y : tensor<f32>\\n', '')
threading.Timer(float(sys.argv[1]), os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    while True:
        session.execute("%x = 1\\n" + text + "\\n:run @f %x\\n%y = tanh([1.0, 2.0])\\n%z = sort([2, 1])\\n:help\\n?add")
except KeyboardInterrupt:
    pass
for entry in ("%x = 1", text, ":run @f %x", "%y = tanh([1.0])", "%b = convert %y : (tensor<1xf32>) -> tensor<1xbf16>", ":help", "?add", ":env"):
    result = session.execute(entry)
    assert result.error is None, result.error
"""


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.45])
def test_what_was_being_loaded_when_the_interrupt_came_works(delay):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(delay)],
        check=False,
        capture_output=True,
        text=True,
        timeout=50,
        env=os.environ,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_an_import_that_was_broken_off_can_be_done_again():
    script = (
        "import sys\nfrom hlorepl.ops import registry\nregistry.lookup('stablehlo.sort')\n"
        "family = registry.lookup('stablehlo.sort').function.__module__\ndel sys.modules[family]\n__import__(family)\n"
        "assert registry.lookup('stablehlo.sort') is not None"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stderr) == (0, "")


# Texts that are deep, or long

DEEP = 5_000


def nested(opening, closing, core=""):
    """Something in many brackets."""
    return opening * DEEP + core + closing * DEEP


ATTRIBUTE = "%0 = stablehlo.add %a, %a {{x.y = {}}} : tensor<2xf32>"
CHAIN = "\n".join(["#a0 = 1 : i32", *(f"#a{n + 1} = [#a{n}]" for n in range(DEEP))])
TYPES = "\n".join(["!t0 = tensor<f32>", *(f"!t{n + 1} = tuple<!t{n}>" for n in range(DEEP))])
TOO_DEEP = {
    "function types": FUNCTION.format(ATTRIBUTE.format(f"{'() -> ' * DEEP}()")),
    "lists": FUNCTION.format(ATTRIBUTE.format(nested("[", "]"))),
    "places": FUNCTION.format(
        f"%0 = stablehlo.add %a, %a : tensor<2xf32> loc({nested('callsite(', ' at unknown)', 'unknown')})"
    ),
    "aliases of attributes": f"{CHAIN}\n{FUNCTION.format(ATTRIBUTE.format(f'#a{DEEP}'))}",
    "aliases of attributes, from the last one on": f"{FUNCTION.format(ATTRIBUTE.format(f'#a{DEEP}'))}\n{CHAIN}",
    "aliases of types": f"{TYPES}\nfunc.func @main(%x: !t{DEEP}) {{ return }}",
}


@pytest.mark.parametrize("what", TOO_DEEP)
def test_what_is_nested_too_deep_is_refused(what):
    assert "limit.depth" in [error.code for error in errors_of(TOO_DEEP[what])]


def test_aliases_of_many_entries_are_counted_together():
    session = hlorepl.Session()
    depth, previous, error = 0, "1 : i32", None
    while depth < 12:
        error = session.execute(f"#b{depth} = {'[' * 100}{previous}{']' * 100}").error
        if error is not None:
            break
        previous, depth = f"#b{depth}", depth + 1
    assert error.code == "limit.depth"
    assert depth == 10


def test_long_strings_and_words_take_no_longer_than_they_are():
    escapes = "\\0A" * 100_000
    module = hlorepl.parse(FUNCTION.format(ATTRIBUTE.format(f'"{escapes}"')))
    assert hlorepl.print_module(module).count("\\0A") == 100_000
    result = hlorepl.Session().execute(f":seed {'1' * 1_000_000}")
    assert result.error.code == "command.usage"


@pytest.mark.parametrize("digits", [20, 5000, 1_000_000])
def test_a_number_of_results_of_many_digits(digits):
    text = FUNCTION.format(f"%0:{'9' * digits} = stablehlo.add %a, %a : tensor<2xf32>")
    assert errors_of(text)[0].code != "internal.error"


#: Numbers in words of commands and options that only look like digits, or have too many of them.
NO_NUMBERS = ["²", "٣", "9" * 5000, "0" * 17 + "19" + "9" * 5000]


@pytest.mark.parametrize("number", NO_NUMBERS, ids=["superscript", "Arabic", "long", "long after zeros"])
@pytest.mark.parametrize(
    "command", [":stop {}", ":debug mdf {}", ":watch @f turn={}", "%x@turn={}", ":step %x@turn={}"]
)
def test_words_of_commands_that_are_no_numbers(command, number, tmp_path):
    (tmp_path / "m.yaml").write_text("m: {format: x, graphs: {g: {nodes: {n: {output_ports: {o: {value: 1}}}}}}}")
    session = hlorepl.Session()
    session.execute(f":load {tmp_path / 'm.yaml'}")
    session.execute("%x = 1")
    result = session.execute(command.format(number))
    assert result.error is not None
    assert result.error.code != "internal.error"


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_a_number_is_of_few_plain_digits(number):
    assert natural(number) is None
    assert natural("007") == 7


@pytest.mark.parametrize(
    "text",
    [
        "a b",
        "",
        " a ",
        "'a b' c",
        '"a b"c d',
        r"a\ b c",
        r'"a\"b\c" d',
        "'' x",
        "a'b'\"c\"d",
        'a"b',
        "a'",
        "a\\",
        '"a\\',
    ],
)
def test_words_are_the_shell_s(text):
    try:
        wanted = shlex.split(text)
    except ValueError:
        with pytest.raises(ValueError, match="No "):
            split_words(text)
        return
    assert split_words(text) == wanted
    assert first_word(text)[0] == "".join(wanted[:1])


@pytest.mark.parametrize(
    "text", ["a" * 10**6, '"' + "a" * 10**6 + '"', r"\a" * 10**6, "'a'" * 10**6, '"' * 10**6, "a " * 10**6]
)
def test_long_words_take_linear_time(text):
    assert sum(map(len, split_words(text))) <= len(text)


def test_a_byte_that_is_no_text_is_saved_as_text(tmp_path):
    session = hlorepl.Session()
    assert session.execute("%x = 1 // \udce9").error is None
    assert session.execute(f":save {tmp_path / 's.mlir'}").error is None
    assert "\N{REPLACEMENT CHARACTER}" in (tmp_path / "s.mlir").read_text(encoding="utf-8")
    assert hlorepl.Session().execute(f":load {tmp_path / 's.mlir'}").error is None


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="needs locks and links")
def test_what_a_killed_process_left_goes_with_the_next_file(tmp_path):
    left, fresh, foreign, link = (
        tmp_path / name
        for name in (f".{'ab' * 8}.hlorepl", f".{'cd' * 8}.hlorepl", ".mine.hlorepl", f".{'ef' * 8}.hlorepl")
    )
    for path in (left, fresh, foreign):
        path.write_bytes(b"")
    link.symlink_to(foreign)
    for path in (left, foreign):
        os.utime(path, (0, 0))
    write_whole(tmp_path / "a", "a")
    assert sorted(tmp_path.iterdir()) == sorted([fresh, foreign, link, tmp_path / "a"])


def test_an_interrupt_while_the_stepper_is_made(monkeypatch):
    session = hlorepl.Session()
    session.execute("%x = [1.0, 2.0]")
    session.execute(
        "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> { %0 = stablehlo.add %a, %a : tensor<2xf32> return %0 : tensor<2xf32> }"
    )
    session.observers = (Observer(),)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(stepper, "PlanFrame", interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.execute(":run @f(%x)")
    monkeypatch.undo()
    assert session.execute(":run @f(%x)").error is None


@pytest.mark.parametrize("rank", [65, 100_000])
@pytest.mark.parametrize("text", ["%x = 1 : tensor<{}f32>", "%x = stablehlo.iota dim = 0 : tensor<{}f32>"])
def test_more_dimensions_than_arrays_have(rank, text):
    assert hlorepl.Session().execute(text.format("1x" * 64)).error is None
    error = hlorepl.Session().execute(text.format("1x" * rank)).error
    assert error is not None
    assert error.code == "limit.size"


def test_questions_in_a_row_are_one():
    """A million of them were a million statements, each with the whole help."""
    session = hlorepl.Session()
    assert session.execute("?" * 1_000_000).text == session.execute("?").text
    assert session.execute("??add").text == session.execute("?add").text


@pytest.mark.parametrize(
    "statement",
    [
        "NAME",
        "%x = NAME %x",
        "%NAME",
        "%x = add %x, %NAME",
        "@NAME",
        ":NAME",
        ":help NAME",
        "?NAME",
        "call @NAME()",
        ":run @NAME",
        ":load NAME",
        ":debug @NAME",
        ":set NAME = 1",
    ],
)
def test_a_report_is_no_longer_than_can_be_read(statement: str):
    """A name of many characters came back whole."""
    session = hlorepl.Session()
    session.execute("%x = [1.0, 2.0]")
    result = session.execute(statement.replace("NAME", "n" * 10**5))
    assert result.error is not None
    assert len(str(result.error)) < 10_000
    assert len(result.text) < 10_000
