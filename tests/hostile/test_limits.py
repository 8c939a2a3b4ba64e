"""Depth, size and number: what no machine holds is refused before it is made, what it holds is done in time."""

import numpy as np
import pytest

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.errors import HloError
from hlorepl.source import Source
from hlorepl.syntax.parser import parse

PAIRS = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("<", ">"),
    ("tuple<", ">"),
    ("tensor<", ">"),
    ("module {", "}"),
    ("loc(", ")"),
]
PLACES = [
    *("", "#a = ", "!t = ", "!t = () -> ", "func.func @main() { %0 = stablehlo.add ", "func.func @main(%a: "),
    *("func.func @main() attributes {a = ", "func.func @main() { %0 = stablehlo.constant dense<", "sdy.mesh @m = "),
    *('func.func @main(%a: tensor<i1>) {%0 = "stablehlo.if"(%a) (', "!t = !quant.uniform<i8:f32, ", "{-# "),
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("opened", "closed"), PAIRS)
def test_brackets_in_every_place(place, opened, closed):
    for text in (place + opened * 3000, place + opened * 3000 + closed * 3000):
        errors: list[HloError] = []
        try:
            parse(Source(text, "deep.mlir"), errors)
        except HloError as error:
            errors.append(error)
        for error in errors:
            assert str(error).startswith("deep.mlir:1:")
            assert len(str(error)) < 2000


@pytest.mark.parametrize("start", ["", "%y = ", "add(", "%y = add %x, "])
@pytest.mark.parametrize(
    "piece", ["(", "[", "{", "-", "- ", "~", "tanh(", "add(%x, ", "%x ** ", "%x - ", "(1 : ", ": ", "?"]
)
def test_openings_at_the_prompt(start, piece):
    session = hlorepl.Session()
    session.execute("%x = 1.0")
    text = start + piece * 3000
    assert session.is_incomplete(text) in {True, False}
    result = session.execute(text, "In[2]")
    assert result.error is None or str(result.error).startswith("In[2]:1:")
    assert session["x"] == 1


def test_long_sums():
    session = hlorepl.Session()
    result = session.execute("%x = 1\n%y = " + " + ".join(["%x"] * 2000))
    assert result.error is None
    assert session["y"] == 2000


def test_many_statements():
    session = hlorepl.Session()
    assert session.execute("\n".join(f"%x{k} = {k}" for k in range(2000))).error is None
    assert session["x1999"] == 1999


BIG = [
    "%0 = stablehlo.iota dim = 0 : tensor<3000000xf32>",
    "%0 = stablehlo.pad %v, %s, low = [0], high = [3000000], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<3000008xf32>",
    "%0 = stablehlo.dot_general %m, %m, contracting_dims = [0] x [0] : (tensor<1x2000xf32>, tensor<1x2000xf32>) -> tensor<2000x2000xf32>",
    "%0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>",
    "%0 = stablehlo.dynamic_broadcast_in_dim %s, %n, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>",
]


@pytest.mark.parametrize("op", BIG)
def test_more_than_max_memory(op):
    text = f"""func.func @main(%s: tensor<f32>, %v: tensor<8xf32>, %m: tensor<1x2000xf32>) {{
  %n = stablehlo.constant dense<3000000> : tensor<1xi64>
  {op}
  return
}}"""
    arguments = [np.float32(0), np.zeros(8, np.float32), np.zeros((1, 2000), np.float32)]
    hlorepl.compile(hlorepl.parse(text))(*arguments)
    program = hlorepl.compile(hlorepl.parse(text))
    with pytest.raises(HloError) as caught:
        program.run(arguments, RunContext(limit=1_000_000))
    assert caught.value.code == "limit.memory"
    assert caught.value.span.line == 3


def test_memory_counts_what_is_held_around_a_loop():
    text = """func.func @main(%a: tensor<200000xf32>) -> tensor<200000xf32> {
  %b = stablehlo.add %a, %a : tensor<200000xf32>
  %c = stablehlo.constant dense<true> : tensor<i1>
  %d = "stablehlo.if"(%c) ({
    %e = stablehlo.add %b, %b : tensor<200000xf32>
    %r = stablehlo.reverse %e, dims = [0] : tensor<200000xf32>
    %f = stablehlo.multiply %r, %b : tensor<200000xf32>
    stablehlo.return %f : tensor<200000xf32>
  }, {
    stablehlo.return %a : tensor<200000xf32>
  }) : (tensor<i1>) -> tensor<200000xf32>
  %g = stablehlo.add %d, %b : tensor<200000xf32>
  return %g : tensor<200000xf32>
}"""
    program = hlorepl.compile(hlorepl.parse(text))
    with pytest.raises(HloError) as caught:  # three arrays of 800,000 bytes
        program.run([np.zeros(200_000, np.float32)], RunContext(limit=2_500_000))
    assert (caught.value.code, caught.value.span.line) == ("limit.memory", 6)


def test_a_view_takes_memory_where_it_is_handed_out():
    result = "tensor<3000000xf32>"
    text = f"""func.func @main(%s: tensor<f32>) -> {result} {{
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {result}
  return %0 : {result}
}}"""
    program = hlorepl.compile(hlorepl.parse(text))
    with pytest.raises(HloError) as caught:
        program.run([np.float32(0)], RunContext(limit=1_000_000))
    assert (caught.value.code, caught.value.span.line) == ("limit.memory", 1)
    (few,) = hlorepl.compile(hlorepl.parse(text.replace("3000000", "3"))).run([np.float32(0)], RunContext(limit=100))
    assert few.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("type_", "code"),
    [
        ("tensor<9999999999x9999999999xf32>", "limit.size"),
        ("tensor<0x9223372036854775807xcomplex<f64>>", "limit.size"),
        ("tensor<99999999999999999999999xi8>", "limit.size"),
        ("tensor<1000000000000000xi8>", "limit.memory"),
    ],
)
def test_huge_shapes(type_, code):
    text = f"func.func @main() -> {type_} {{\n  %0 = stablehlo.iota dim = 0 : {type_}\n  return %0 : {type_}\n}}"
    with pytest.raises(HloError) as caught:
        hlorepl.compile(hlorepl.parse(text.replace("iota dim = 0 : tensor<0x", "iota dim = 1 : tensor<0x")))()
    assert caught.value.code == code


@pytest.mark.parametrize(
    "literal", ["1, 2", "1 2", "[1, 2", "1]", "[[1], [1, 2]]", "(1, 2)", "0x" + "f" * 5000, "9" * 5000, "", '"0x0"']
)
def test_broken_literals(literal):
    text = f"func.func @main() {{\n  %0 = stablehlo.constant dense<{literal}> : tensor<i32>\n  return\n}}"
    with pytest.raises(HloError) as caught:
        hlorepl.compile(hlorepl.parse(text))
    assert caught.value.span.line == 2


@pytest.mark.parametrize("grid", [(1, 1), (2, 1)])
@pytest.mark.parametrize("limit", [None, 1 << 30])
def test_a_long_chain_of_calls_runs_or_is_refused(grid, limit):
    one = "func.func @f{}(%a: tensor<f32>) -> tensor<f32> {{ %0 = call @f{}(%a) : (tensor<f32>) -> tensor<f32>\n return %0 : tensor<f32> }}\n"
    for count in (300, 4000):
        last = f"func.func @f{count}(%a: tensor<f32>) -> tensor<f32> {{ return %a : tensor<f32> }}"
        text = "".join(one.format(number, number + 1) for number in range(count)) + last
        program = hlorepl.compile(hlorepl.parse(text), entry="f0", grid=grid)
        rows = [[np.float32(7)]] * (grid[0] * grid[1])
        context = RunContext(limit=limit)
        found: object = None
        try:
            found = program.run(rows[0], context) if grid == (1, 1) else program.run_grid(rows, context)[0]
        except HloError as error:
            found = error.code, error.span is not None
        assert found in ([(7,)] if count == 300 else [(7,), ("limit.depth", True)])


RESULTS = {
    "one value twice": "return %0, %0 : tensor<4xf32>, tensor<4xf32>",
    "an argument and itself": "return %a, %a : tensor<4xf32>, tensor<4xf32>",
    "a value and a view of it": "%1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<2x2xf32>\n"
    "%2 = stablehlo.reshape %1 : (tensor<2x2xf32>) -> tensor<4xf32>\nreturn %0, %2 : tensor<4xf32>, tensor<4xf32>",
    "a constant": "%c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\nreturn %c, %c : tensor<4xf32>, tensor<4xf32>",
}


@pytest.mark.parametrize("what", RESULTS)
def test_what_comes_back_is_the_caller_s_alone(what):
    text = "func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {\n  %0 = stablehlo.add %a, %a : tensor<4xf32>\n"
    program = hlorepl.compile(hlorepl.parse(f"{text}{RESULTS[what]}\n}}"))
    given = np.arange(4, dtype=np.float32)
    for _ in range(3):
        first, second = program(given)
        kept = second.copy()
        assert not any(np.shares_memory(a, b) for a, b in ((first, second), (first, given), (second, given)))
        first[:] = -1
        assert second.tolist() == kept.tolist()
    assert given.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("element", ["f32", "i1", "bf16", "i4", "complex<f32>", "f8E4M3FN", "ui64"])
def test_nobody_can_write_into_a_session(element):
    session = hlorepl.Session()
    zero = "false" if element == "i1" else "(0.0, 0.0)" if "complex" in element else "0" if "i" in element else "0.0"
    session.execute(
        f"%x = stablehlo.constant dense<{zero}> : tensor<2x3x{element}>\n%y = %x\n%z = transpose(%x, permutation = [1, 0])\n%e = slice %x [0:0, 0:1] : (tensor<2x3x{element}>) -> tensor<0x1x{element}>"
    )
    assert session.names == ["x", "y", "z", "e"]
    for name in session.names:
        array = session[name]
        before = array.tolist()
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1
        if array.size:
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True
        assert session[name].tolist() == before
        assert array.dtype == session.state.names[name].array.dtype


@pytest.mark.parametrize("place", ["arguments", "results", "an attribute", "inside of a type"])
def test_uses_of_aliases_together_stay_linear_in_the_text(place):
    aliases = "!t0 = tuple<tensor<f32>>\n" + "".join(f"!t{k} = tuple<!t{k - 1}, !t{k - 1}>\n" for k in range(1, 16))
    many = ", ".join(["!t15"] * 1000)
    named = ", ".join(f"%a{k}: !t15" for k in range(1000))
    functions = {
        "arguments": f"func.func @main({named}) {{ return }}",
        "results": f"func.func private @main() -> ({many})",
        "an attribute": f"func.func @main() attributes {{a.b = [{many}]}} {{ return }}",
        "inside of a type": f"func.func @main(%a: tuple<{many}>) {{ return }}",
    }
    with pytest.raises(HloError) as caught:
        hlorepl.parse(aliases + functions[place])
    assert caught.value.code == "limit.aliases"
    assert caught.value.span is not None
    few = aliases.replace("!t15", "!t9").partition("!t10")[0] + functions[place].replace("!t15", "!t5")
    assert hlorepl.parse(few).functions["main"]


def npy(shape: str, data: bytes = b"") -> bytes:
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + data


@pytest.mark.parametrize("shape", ["(9000000000,)", "(-1,)", "(4294967296, 4294967296, 4294967296)", "(3,)", "(2, -2)"])
@pytest.mark.parametrize("kind", ["npy", "npz"])
def test_headers_of_arrays_that_are_not_there(shape, kind, tmp_path):
    import zipfile

    from hlorepl.array_files import read_arrays

    path = tmp_path / f"a.{kind}"
    if kind == "npy":
        path.write_bytes(npy(shape, b"\0" * 8))
    else:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.npy", npy(shape, b"\0" * 8))
    for is_wanted in (lambda _: True, lambda _: False):
        with pytest.raises(HloError) as caught:
            read_arrays(path, 100, is_wanted)
        assert caught.value.code == "run.input"
        assert str(path) in caught.value.message
