"""Ops that run their regions on elements: ``reduce``, ``map``, windows, ``scatter``, ``sort``."""

from .program import ADD, MARK, Program, binary, compared, constants

MIXED = "%p = stablehlo.multiply %a, %b : tensor<i32>\n%s = stablehlo.add %p, %b : tensor<i32>\nstablehlo.return %s : tensor<i32>"
SECOND = "stablehlo.return %b : tensor<i32>"
QUANTIZED = "!quant.uniform<i8:f32, 1.0:0>"


# --- reduce, map -------------------------------------------------------------------------------------------------


def _reduce(case: str, runs: int, shape: str, values: str, axes: str, kept: str = "", body: str = ADD) -> Program:
    ops = constants(x=f"{values}> : tensor<{shape}xi32>", z="0> : tensor<i32>") + (
        f'%r = "stablehlo.reduce"(%x, %z) ({binary(body)}) {{dimensions = array<i64: {axes}>}}\n'
        f"  : (tensor<{shape}xi32>, tensor<i32>) -> tensor<{kept}i32>"
    )
    return Program("stablehlo.reduce", "body", case, runs, ops, f"%r : tensor<{kept}i32>")


def _reduce_of(case: str, element: str, values: str) -> Program:
    of = f"tensor<{element}>"
    body = binary(f"%s = stablehlo.add %a, %b : {of}\nstablehlo.return %s : {of}", of)
    ops = constants(x=f"{values}> : tensor<4xf32>", z="0.0> : tensor<f32>")
    change = "uniform_quantize" if "quant" in element else "convert"
    ops += f"%y = stablehlo.{change} %x : (tensor<4xf32>) -> tensor<4x{element}>\n"
    ops += f"%i = stablehlo.{change} %z : (tensor<f32>) -> {of}\n"
    ops += (
        f'%r = "stablehlo.reduce"(%y, %i) ({body}) {{dimensions = array<i64: 0>}} : (tensor<4x{element}>, {of}) -> {of}'
    )
    return Program("stablehlo.reduce", "body", case, 4, ops, f"%r : {of}", of=of)


_ARGMAX = """%x = stablehlo.constant dense<[1.0, 4.0, 2.0, 4.0]> : tensor<4xf32>
%k = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
%low = stablehlo.constant dense<-9.0> : tensor<f32>
%z = stablehlo.constant dense<0> : tensor<i32>
%r:2 = "stablehlo.reduce"(%x, %k, %low, %z) ({ ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
  <<%j>>
  %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.or %1, %2 : tensor<i1>
  %4 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %5 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %6 = stablehlo.and %4, %5 : tensor<i1>
  %7 = stablehlo.or %3, %6 : tensor<i1>
  %8 = stablehlo.select %3, %a, %b : tensor<i1>, tensor<f32>
  %9 = stablehlo.select %7, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
}) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)"""


def _map(case: str, runs: int, body: str) -> Program:
    ops = constants(x="[3, -1, 4, -2]> : tensor<4xi32>") + (
        f'%r = "stablehlo.map"(%x) ({{ ^bb0(%a: tensor<i32>):\n{body}\n}}) {{dimensions = array<i64: 0>}}\n'
        "  : (tensor<4xi32>) -> tensor<4xi32>"
    )
    return Program("stablehlo.map", "computation", case, runs, ops, "%r : tensor<4xi32>")


_BRANCH = """%z = stablehlo.constant dense<0> : tensor<i32>
%p = stablehlo.compare GT, %a, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s = "stablehlo.if"(%p) ({ <<%a>>
  stablehlo.return %a : tensor<i32> }, { stablehlo.return %z : tensor<i32> }) : (tensor<i1>) -> tensor<i32>
stablehlo.return %s : tensor<i32>"""
_COUNT_DOWN = """%z = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%s = "stablehlo.while"(%a) ({ ^bb0(%i: tensor<i32>):
  %p = stablehlo.compare GT, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %p : tensor<i1> }, { ^bb0(%i: tensor<i32>):
  <<%i>>
  %j = stablehlo.subtract %i, %one : tensor<i32>
  stablehlo.return %j : tensor<i32> }) : (tensor<i32>) -> tensor<i32>
stablehlo.return %s : tensor<i32>"""

REDUCTIONS = [
    _reduce("one op", 4, "4", "[1, 2, 3, 4]", "0"),
    _reduce("any body", 4, "4", "[1, 2, 3, 4]", "0", body=MIXED),
    _reduce("rows", 6, "2x3", "[[1, 2, 3], [4, 5, 6]]", "1", "2x"),
    _reduce("axes apart", 8, "2x2x2", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", "0, 2", "2x"),
    _reduce("no elements", 0, "0", "", "0"),
    _reduce_of("16 bits", "bf16", "[1.0, 2.0, 3.0, 4.0]"),
    _reduce_of("8 bits", "f8E4M3FN", "[1.0, 2.0, 3.0, 4.0]"),
    _reduce_of("4 bits", "i4", "[1.0, 2.0, 3.0, 0.0]"),
    _reduce_of("truth values", "i1", "[1.0, 0.0, 0.0, 1.0]"),
    _reduce_of("quantized", QUANTIZED, "[1.0, 2.0, 3.0, 4.0]"),
    Program("stablehlo.reduce", "body", "argmax", 4, _ARGMAX, "%r#0, %r#1 : tensor<f32>, tensor<i32>"),
    _map("one op", 4, "<<%a>>\n%s = stablehlo.multiply %a, %a : tensor<i32>\nstablehlo.return %s : tensor<i32>"),
    _map("unused", 4, "<<%a>>\n%s = stablehlo.constant dense<7> : tensor<i32>\nstablehlo.return %s : tensor<i32>"),
    _map("a branch", 2, _BRANCH),
    _map("a loop", 7, _COUNT_DOWN),
]


# --- windows -----------------------------------------------------------------------------------------------------


def _window(case: str, runs: int, values: str, shapes: tuple[str, str], attributes: str, body: str = ADD) -> Program:
    before, after = shapes
    ops = constants(x=f"{values}> : tensor<{before}xi32>", z="0> : tensor<i32>") + (
        f'%r = "stablehlo.reduce_window"(%x, %z) ({binary(body)}) {{{attributes}}}\n'
        f"  : (tensor<{before}xi32>, tensor<i32>) -> tensor<{after}xi32>"
    )
    return Program("stablehlo.reduce_window", "body", case, runs, ops, f"%r : tensor<{after}xi32>")


def _select(
    region: str, case: str, runs: int, values: str, source: str, shapes: tuple[str, str], attributes: str
) -> Program:
    operand, windows = shapes
    pick = (
        "%s = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %s : tensor<i1>"
    )
    select, scatter = binary(pick), binary(ADD)
    select, scatter = (select, MARK.sub("", scatter)) if region == "select" else (MARK.sub("", select), scatter)
    ops = constants(
        x=f"{values}> : tensor<{operand}xi32>", v=f"{source}> : tensor<{windows}xi32>", z="0> : tensor<i32>"
    )
    ops += f'%r = "stablehlo.select_and_scatter"(%x, %v, %z) ({select}, {scatter}) {{{attributes}}}\n'
    ops += f"  : (tensor<{operand}xi32>, tensor<{windows}xi32>, tensor<i32>) -> tensor<{operand}xi32>"
    return Program("stablehlo.select_and_scatter", region, case, runs, ops, f"%r : tensor<{operand}xi32>")


_SQUARE = "[[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [9, 9, 9, 9, 9], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]"
_APART = ("[1, 5, 2, 4]", "[1, 2]", ("4", "2"), "window_dimensions = array<i64: 2>, window_strides = array<i64: 2>")
_PADDED = (
    "[3, 1, 2]",
    "[1, 2, 3, 4]",
    ("3", "4"),
    "window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>",
)

WINDOWS = [
    _window("overlapping", 6, "[1, 2, 3, 4]", ("4", "3"), "window_dimensions = array<i64: 2>"),
    _window("any body", 6, "[1, 2, 3, 4]", ("4", "3"), "window_dimensions = array<i64: 2>", MIXED),
    _window(
        *("prefixes", 16, "[1, 2, 3, 4]", ("4", "4")),
        "window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>",
    ),
    _window(
        *("apart", 16, _SQUARE, ("5x5", "2x2")),
        "window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 3, 3>",
    ),
    _window(
        *("dilated", 6, "[1, 2, 3]", ("3", "3")),
        "window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>, window_dilations = array<i64: 2>",
    ),
    _select("select", "apart", 2, *_APART),
    _select("scatter", "apart", 2, *_APART),
    _select("select", "padded", 2, *_PADDED),
    _select("scatter", "padded", 4, *_PADDED),
]


# --- scatter, sort -----------------------------------------------------------------------------------------------


def _scatter(case: str, body: str, indices: str = "[[1], [1], [9]]", extra: str = "") -> Program:
    ops = constants(
        x="[1, 2, 3, 4]> : tensor<4xi32>", k=f"{indices}> : tensor<3x1xi32>", u="[5, 6, 7]> : tensor<3xi32>"
    ) + (
        f'%r = "stablehlo.scatter"(%x, %k, %u) ({binary(body)}) {{scatter_dimension_numbers = #stablehlo.scatter<'
        f"inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>{extra}}}\n"
        "  : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>"
    )
    return Program("stablehlo.scatter", "update_computation", case, 2, ops, "%r : tensor<4xi32>")


_ONE_WINDOW = constants(x="[1, 2, 3, 4]> : tensor<4xi32>", k="[3]> : tensor<1xi32>", u="[5, 6]> : tensor<2xi32>") + (
    f'%r = "stablehlo.scatter"(%x, %k, %u) ({binary(SECOND)}) {{scatter_dimension_numbers = #stablehlo.scatter<'
    "update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}\n"
    "  : (tensor<4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<4xi32>"
)


def _sort(case: str, body: str) -> Program:
    """Two operands, so that what belongs together stays together."""
    arguments = ", ".join(f"%{name}: tensor<i32>" for name in "abcd")
    ops = constants(x="[3, 1, 2, 1, 4]> : tensor<5xi32>", y="[5, 9, 6, 7, 8]> : tensor<5xi32>") + (
        f'%r:2 = "stablehlo.sort"(%x, %y) ({{ ^bb0({arguments}):\n<<%a>>\n{body}\nstablehlo.return %t : tensor<i1>\n}})'
        " {dimension = 0 : i64} : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)"
    )
    results = "%r#0, %r#1 : tensor<5xi32>, tensor<5xi32>"
    return Program("stablehlo.sort", "comparator", case, 4, ops, results, at_least=True)


_TWO_KEYS = compared("l", "LT", "a", "b") + compared("e", "EQ", "a", "b") + compared("m", "LT", "c", "d")
_TWO_KEYS += "%f = stablehlo.and %e, %m : tensor<i1>\n%t = stablehlo.or %l, %f : tensor<i1>"
_MADE_KEY = "%n = stablehlo.negate %a : tensor<i32>\n%o = stablehlo.negate %b : tensor<i32>\n" + compared(
    "t", "LT", "n", "o"
)
_NO_KEY = "%n = stablehlo.multiply %a, %d : tensor<i32>\n%o = stablehlo.multiply %b, %c : tensor<i32>\n"
_NO_KEY += compared("t", "LT", "n", "o")

PLACES = [
    _scatter("one op", ADD),
    _scatter("assignment", SECOND),
    _scatter("a sum of more", MIXED.replace("%a, %b", "%b, %b").replace("%p, %b", "%a, %p")),
    _scatter("any body", MIXED),
    _scatter("unique", ADD, "[[1], [2], [9]]", ", unique_indices = true"),
    Program("stablehlo.scatter", "update_computation", "one window", 1, _ONE_WINDOW, "%r : tensor<4xi32>"),
    _sort("one key", compared("t", "LT", "a", "b")),
    _sort("descending", compared("t", "GT", "a", "b")),
    _sort("two keys", _TWO_KEYS),
    _sort("a key that is made", _MADE_KEY),
    _sort("no key", _NO_KEY),
]
