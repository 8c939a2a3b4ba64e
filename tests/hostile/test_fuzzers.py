"""The fuzzers of this folder, a short run of each; and what they and others have found, one test for each kind."""

import tracemalloc
import warnings
import zipfile

import numpy as np
import pytest
from hostile import (
    executors,
    files,
    guarded_runs,
    interrupts,
    kernel_messages,
    made_modules,
    nested_programs,
    rowwise_programs,
    session_commands,
    text_mutation,
)
from hostile.fuzzing import fuzz, shown

import hlorepl
from hlorepl.array_files import read_arrays
from hlorepl.errors import HloError
from hlorepl.session import completion, moments
from hlorepl.source import Source
from hlorepl.syntax.parser import parse

FUZZERS = {
    "text_mutation": (text_mutation.one, 1000),
    "session_commands": (session_commands.one, 300),
    "files": (files.one, 500),
    "kernel_messages": (kernel_messages.one, 300),
    "executors": (executors.one, 150),
    "nested_programs": (nested_programs.one, 150),
    "rowwise_programs": (rowwise_programs.one, 150),
    "guarded_runs": (guarded_runs.one, 200),
    "interrupts": (interrupts.one, 100),
    "made_modules": (made_modules.one, 400),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FUZZERS)
def test_a_short_run(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    one, count = FUZZERS[name]
    text_mutation.texts()
    files.originals()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        findings = fuzz(one, seed=20, count=count)
    assert not findings.found, str(findings)


FUNCTION = """func.func @main(%a: tensor<2xf32>, %i: index) {{
  {}
  return
}}"""

#: Texts that once led to an error of Python's own, or to none.
READ = {
    "letters of a convolution": "func.func @f() attributes {a.b = #stablehlo.conv<[bf, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} { return }",
    "half a character in a constant": FUNCTION.format(
        "%0 = stablehlo.constant dense<[1.0, \ud8002.0]> : tensor<2xf32>"
    ),
    "bits as a scale": "func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0x2>>) { return }",
    "a size of 65 bits": FUNCTION.format("%0 = shape.const_shape [1, 18446744073709551616] : tensor<2xindex>"),
    "a dimension of 65 bits": FUNCTION.format("%0 = stablehlo.iota dim = 18446744073709551616 : tensor<3xf32>"),
    "a limit of 64 bits": FUNCTION.format(
        "%0 = stablehlo.slice %a [0:9223372036854775808] : (tensor<2xf32>) -> tensor<2xf32>"
    ),
    "a number of 5000 digits": FUNCTION.format(f"%0 = stablehlo.iota dim = {'9' * 5000} : tensor<3xf32>"),
    "a format of 5000 digits": FUNCTION.format(
        f"%0 = stablehlo.reduce_precision %a, format = e{'9' * 5000}m3 : tensor<2xf32>"
    ),
}


@pytest.mark.parametrize("what", READ)
def test_what_cannot_be_read_is_said_where_it_stands(what):
    errors: list[HloError] = []
    try:
        module = parse(Source(READ[what], "t.mlir"), errors)
        if not errors:
            hlorepl.print_module(module)
    except HloError as error:
        errors.append(error)
    assert errors
    shown(errors, "t.mlir")


#: Programs that are not valid, whose short form cannot say why.
WRONG = {
    "types of arguments": '"func.func"() <{function_type = (tensor<3xf32>) -> (), sym_name = "main"}> ({\n^bb0(%a: tensor<2xf32>):\n'
    '  "func.return"() : () -> ()\n}) : () -> ()',
    "a visibility": '"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "foo"}> ({\n  "func.return"() : () -> ()\n'
    "}) : () -> ()",
    "attributes of no argument": '"func.func"() <{arg_attrs = [{}, {}], function_type = () -> (), sym_name = "f"}> ({\n'
    '  "func.return"() : () -> ()\n}) : () -> ()',
    "a struct with a float of another type": FUNCTION.format(
        "%0 = stablehlo.tan %a {result_accuracy = #stablehlo.result_accuracy<atol = 1.0 : f32, "
        "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>"
    ),
    "a struct with an integer of another type": FUNCTION.format(
        '%0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<0> : tensor<1x1xi64>, '
        "channel_handle = #stablehlo.channel_handle<handle = 1 : i32, type = 0>} : (tensor<2xf32>) -> tensor<2xf32>"
    ),
    "an empty body": "func.func @main() {\n}",
    "a condition of another type": FUNCTION.format('%0 = "arith.select"(%i, %i, %i) : (index, index, index) -> index'),
    "a result that is no tensor": FUNCTION.format('%0 = "stablehlo.bitcast_convert"(%a) : (tensor<2xf32>) -> none'),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("generic", [False, True])
def test_what_is_wrong_stays_so_when_it_is_printed(what, generic):
    module = parse(Source(WRONG[what], "mutant.mlir"))
    problems = text_mutation.codes(module)
    assert problems
    printed = hlorepl.print_module(module, generic=generic)
    again = parse(Source(printed, "mutant.mlir"))
    assert text_mutation.codes(again) == problems
    assert hlorepl.print_module(again, generic=generic) == printed


@pytest.mark.parametrize(
    "attribute",
    [
        "padding = dense<0> : tensor<300000000x2xi64>",
        "padding = dense<0> : tensor<2x3000000000xi64>",
        "window_strides = dense<1> : tensor<3000000000xi64>",
        "window_reversal = dense<true> : tensor<3000000000xi1>",
    ],
)
def test_one_number_does_not_stand_for_a_list_that_no_machine_holds(attribute):
    text = f"""func.func @main(%x: tensor<1x4x4x1xf32>, %k: tensor<3x3x1x1xf32>) {{
  %0 = "stablehlo.convolution"(%x, %k) {{{attribute}, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64}} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return
}}"""
    module = parse(Source(text, "mutant.mlir"))
    assert len(text_mutation.codes(module)) == 1
    printed = hlorepl.print_module(module)
    assert len(printed) < 2000
    (one, other) = (parse(Source(text, name)).body.ops[0].body.ops[0].attributes for name in "ab")
    assert one == other  # nothing is written out to be compared


@pytest.mark.parametrize(
    "text", [":show \x0b", ":text -1", ":run @-", "?@-", ":text @", ":run \ud800", ":load \ud800 x"]
)
def test_commands_are_read_wherever_the_cursor_is(text):
    session = hlorepl.Session()
    for cursor in range(len(text) + 1):
        completion.complete(text, cursor, session)
        completion.inspect(text, cursor, session)
    result = session.execute(text, "In[1]")
    shown([result.error] if result.error else [], "In[1]")


def archive(path, **headers):
    """An ``.npz`` of headers without numbers behind them."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as found:
        for name, (descr, shape) in headers.items():
            with found.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array_header_1_0(member, {"descr": descr, "fortran_order": False, "shape": shape})


@pytest.mark.parametrize(
    ("header", "code"),
    [
        (("<f4", (10**9,)), "run.input"),
        (("<f4", (10**6, 10**9)), "run.input"),
        (("<f4", (2, 2)), "run.input"),
        (("|O", (2,)), "run.input"),
    ],
)
def test_headers_are_read_before_the_data(header, code, tmp_path):
    archive(tmp_path / "a.npz", x=header)
    session = hlorepl.Session(max_memory=1 << 20)
    assert session.execute(f":load {tmp_path / 'a.npz'}").error.code == code


def test_what_an_archive_swells_to_is_counted_before_it_is_read(tmp_path):
    np.savez_compressed(tmp_path / "a.npz", x=np.zeros(10**7, np.float32))
    session = hlorepl.Session(max_memory=1 << 20)
    assert session.execute(f":load {tmp_path / 'a.npz'}").error.code == "limit.memory"


def test_an_array_that_nothing_takes_is_never_read(tmp_path):
    np.savez_compressed(tmp_path / "a.npz", x=np.zeros(10**7, np.float32))
    found = read_arrays(tmp_path / "a.npz", 1 << 20, is_wanted=lambda shape: shape == (2,))
    assert found["x"].shape == (10**7,)
    assert not any(found["x"].strides)


def test_two_arrays_of_one_name_are_refused(tmp_path):
    np.savez(tmp_path / "a.npz", x=np.zeros(2))
    data = zipfile.ZipFile(tmp_path / "a.npz").read("x.npy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(tmp_path / "a.npz", "a") as twice:
            twice.writestr("x.npy", data)
    assert hlorepl.Session().execute(f":load {tmp_path / 'a.npz'}").error.code == "run.input"


def test_names_of_a_model_that_are_no_text(tmp_path):
    data = files.originals()[".onnx"].replace(b"Relu", b"R\x83lu")
    (tmp_path / "m.onnx").write_bytes(data)
    assert hlorepl.Session().execute(f":load {tmp_path / 'm.onnx'}").error.code == "onnx.file"


def test_undo_keeps_no_more_than_it_may(monkeypatch):
    monkeypatch.setattr(moments, "_MOST_KEPT", 10 * 400_000)
    session = hlorepl.Session()
    session.execute("%one = 1.0\n%x = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<100000xf32>")
    for _ in range(30):
        assert session.execute("%x = %x + 1.0").error is None
    assert 5 <= len(session.history) <= 11
    steps = 0
    while session.undo():
        steps += 1
    assert session["x"][0] == 31 - steps
    for _ in range(steps):
        assert session.redo()
    assert session["x"][0] == 31


def test_small_entries_cost_linear_memory():
    def kept(count):
        tracemalloc.start()
        session = hlorepl.Session()
        for number in range(count):
            session.execute(f"%v{number} = 1")
        assert len(session.history) == count
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert session["v0"] == session[f"v{count - 1}"] == 1
        return size

    kept(10)
    assert kept(800) < 6 * kept(200)


def test_listeners_may_fail_in_any_way():
    session = hlorepl.Session()
    for text in ("%x = 1\n%x", ":help", ":env", "?add"):
        for error in (BrokenPipeError(), ValueError("theirs"), KeyboardInterrupt()):

            def fail(item, error=error):
                raise error

            with pytest.raises(type(error)):
                session.execute(text, listen=fail)
    assert session["x"] == 1
