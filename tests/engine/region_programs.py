"""For every op with regions or callees, programs in whose regions something can be put: ``<<%v>>`` says where.

``%v`` is a value of type ``of`` that is known there; ``runs`` is how often the specification runs the region, or, where
it leaves that open (``at_least``), what it cannot do without.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MARK = re.compile(r"<<(%\w+)>>")


@dataclass(frozen=True)
class Program:
    """Ops that give ``results`` (``"%r : tensor<i32>"``), and the functions that they need."""

    op: str
    region: str
    case: str
    runs: int
    ops: str
    results: str = "%r : tensor<i32>"
    functions: str = ""
    of: str = "tensor<i32>"
    at_least: bool = False
    grid: int = 1

    @property
    def id(self) -> str:
        return f"{self.op}-{self.region}-{self.case}".replace(" ", "_")

    def module(self, effect: str = "", functions: str = "") -> str:
        """The whole module; ``{value}`` in the effect is the value known in the region."""
        names, _, types = self.results.partition(" : ")
        ops = f"func.func @main() -> ({types}) {{\n{self.ops}\nfunc.return {names} : {types}\n}}"
        return "\n".join([functions, self._with(effect, self.functions), self._with(effect, ops)])

    def statements(self, effect: str = "", functions: str = "") -> str:
        """The same, typed into a session."""
        return "\n".join([functions, self._with(effect, self.functions), self._with(effect, self.ops)])

    def _with(self, effect: str, text: str) -> str:
        return MARK.sub(lambda found: effect.format(value=found[1], of=self.of), text)


def _constants(**literals: str) -> str:
    return "".join(f"%{name} = stablehlo.constant dense<{value}\n" for name, value in literals.items())


def _binary(body: str, of: str = "tensor<i32>", mark: str = "%b") -> str:
    return f"{{ ^bb0(%a: {of}, %b: {of}):\n<<{mark}>>\n{body} }}"


_ADD = "%s = stablehlo.add %a, %b : tensor<i32>\nstablehlo.return %s : tensor<i32>"
_MIXED = "%p = stablehlo.multiply %a, %b : tensor<i32>\n%s = stablehlo.add %p, %b : tensor<i32>\nstablehlo.return %s : tensor<i32>"
_SECOND = "stablehlo.return %b : tensor<i32>"
_QUANTIZED = "!quant.uniform<i8:f32, 1.0:0>"


# --- reduce, map -------------------------------------------------------------------------------------------------


def _reduce(case: str, runs: int, shape: str, values: str, axes: str, kept: str = "", body: str = _ADD) -> Program:
    ops = _constants(x=f"{values}> : tensor<{shape}xi32>", z="0> : tensor<i32>") + (
        f'%r = "stablehlo.reduce"(%x, %z) ({_binary(body)}) {{dimensions = array<i64: {axes}>}}\n'
        f"  : (tensor<{shape}xi32>, tensor<i32>) -> tensor<{kept}i32>"
    )
    return Program("stablehlo.reduce", "body", case, runs, ops, f"%r : tensor<{kept}i32>")


def _reduce_of(case: str, element: str, values: str) -> Program:
    of = f"tensor<{element}>"
    body = _binary(f"%s = stablehlo.add %a, %b : {of}\nstablehlo.return %s : {of}", of)
    ops = _constants(x=f"{values}> : tensor<4xf32>", z="0.0> : tensor<f32>")
    change = "uniform_quantize" if "quant" in element else "convert"
    ops += f"%y = stablehlo.{change} %x : (tensor<4xf32>) -> tensor<4x{element}>\n"
    ops += f"%i = stablehlo.{change} %z : (tensor<f32>) -> {of}\n"
    ops += f'%r = "stablehlo.reduce"(%y, %i) ({body}) {{dimensions = array<i64: 0>}} : (tensor<4x{element}>, {of}) -> {of}'
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
    ops = _constants(x="[3, -1, 4, -2]> : tensor<4xi32>") + (
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
    _reduce("any body", 4, "4", "[1, 2, 3, 4]", "0", body=_MIXED),
    _reduce("rows", 6, "2x3", "[[1, 2, 3], [4, 5, 6]]", "1", "2x"),
    _reduce("axes apart", 8, "2x2x2", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", "0, 2", "2x"),
    _reduce("no elements", 0, "0", "", "0"),
    _reduce_of("16 bits", "bf16", "[1.0, 2.0, 3.0, 4.0]"),
    _reduce_of("quantized", _QUANTIZED, "[1.0, 2.0, 3.0, 4.0]"),
    Program("stablehlo.reduce", "body", "argmax", 4, _ARGMAX, "%r#0, %r#1 : tensor<f32>, tensor<i32>"),
    _map("one op", 4, "<<%a>>\n%s = stablehlo.multiply %a, %a : tensor<i32>\nstablehlo.return %s : tensor<i32>"),
    _map("unused", 4, "<<%a>>\n%s = stablehlo.constant dense<7> : tensor<i32>\nstablehlo.return %s : tensor<i32>"),
    _map("a branch", 2, _BRANCH),
    _map("a loop", 7, _COUNT_DOWN),
]


# --- windows -----------------------------------------------------------------------------------------------------


def _window(case: str, runs: int, values: str, shapes: tuple[str, str], attributes: str, body: str = _ADD) -> Program:
    before, after = shapes
    ops = _constants(x=f"{values}> : tensor<{before}xi32>", z="0> : tensor<i32>") + (
        f'%r = "stablehlo.reduce_window"(%x, %z) ({_binary(body)}) {{{attributes}}}\n'
        f"  : (tensor<{before}xi32>, tensor<i32>) -> tensor<{after}xi32>"
    )
    return Program("stablehlo.reduce_window", "body", case, runs, ops, f"%r : tensor<{after}xi32>")


def _select(region: str, case: str, runs: int, values: str, source: str, shapes: tuple[str, str], attributes: str) -> Program:
    operand, windows = shapes
    pick = "%s = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %s : tensor<i1>"
    select, scatter = _binary(pick), _binary(_ADD)
    select, scatter = (select, MARK.sub("", scatter)) if region == "select" else (MARK.sub("", select), scatter)
    ops = _constants(x=f"{values}> : tensor<{operand}xi32>", v=f"{source}> : tensor<{windows}xi32>", z="0> : tensor<i32>")
    ops += f'%r = "stablehlo.select_and_scatter"(%x, %v, %z) ({select}, {scatter}) {{{attributes}}}\n'
    ops += f"  : (tensor<{operand}xi32>, tensor<{windows}xi32>, tensor<i32>) -> tensor<{operand}xi32>"
    return Program("stablehlo.select_and_scatter", region, case, runs, ops, f"%r : tensor<{operand}xi32>")


_SQUARE = "[[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [9, 9, 9, 9, 9], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]"
_APART = ("[1, 5, 2, 4]", "[1, 2]", ("4", "2"), "window_dimensions = array<i64: 2>, window_strides = array<i64: 2>")
_PADDED = ("[3, 1, 2]", "[1, 2, 3, 4]", ("3", "4"), "window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>")

WINDOWS = [
    _window("overlapping", 6, "[1, 2, 3, 4]", ("4", "3"), "window_dimensions = array<i64: 2>"),
    _window("any body", 6, "[1, 2, 3, 4]", ("4", "3"), "window_dimensions = array<i64: 2>", _MIXED),
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
    ops = _constants(
        x="[1, 2, 3, 4]> : tensor<4xi32>", k=f"{indices}> : tensor<3x1xi32>", u="[5, 6, 7]> : tensor<3xi32>"
    ) + (
        f'%r = "stablehlo.scatter"(%x, %k, %u) ({_binary(body)}) {{scatter_dimension_numbers = #stablehlo.scatter<'
        f"inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>{extra}}}\n"
        "  : (tensor<4xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<4xi32>"
    )
    return Program("stablehlo.scatter", "update_computation", case, 2, ops, "%r : tensor<4xi32>")


_ONE_WINDOW = _constants(x="[1, 2, 3, 4]> : tensor<4xi32>", k="[3]> : tensor<1xi32>", u="[5, 6]> : tensor<2xi32>") + (
    f'%r = "stablehlo.scatter"(%x, %k, %u) ({_binary(_SECOND)}) {{scatter_dimension_numbers = #stablehlo.scatter<'
    "update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}\n"
    "  : (tensor<4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<4xi32>"
)


def _sort(case: str, body: str) -> Program:
    """Two operands, so that what belongs together stays together."""
    arguments = ", ".join(f"%{name}: tensor<i32>" for name in "abcd")
    ops = _constants(x="[3, 1, 2, 1, 4]> : tensor<5xi32>", y="[5, 9, 6, 7, 8]> : tensor<5xi32>") + (
        f'%r:2 = "stablehlo.sort"(%x, %y) ({{ ^bb0({arguments}):\n<<%a>>\n{body}\nstablehlo.return %t : tensor<i1>\n}})'
        " {dimension = 0 : i64} : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)"
    )
    results = "%r#0, %r#1 : tensor<5xi32>, tensor<5xi32>"
    return Program("stablehlo.sort", "comparator", case, 4, ops, results, at_least=True)


def _compared(name: str, direction: str, left: str, right: str) -> str:
    return f"%{name} = stablehlo.compare {direction}, %{left}, %{right} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"


_TWO_KEYS = _compared("l", "LT", "a", "b") + _compared("e", "EQ", "a", "b") + _compared("m", "LT", "c", "d")
_TWO_KEYS += "%f = stablehlo.and %e, %m : tensor<i1>\n%t = stablehlo.or %l, %f : tensor<i1>"
_MADE_KEY = "%n = stablehlo.negate %a : tensor<i32>\n%o = stablehlo.negate %b : tensor<i32>\n" + _compared("t", "LT", "n", "o")
_NO_KEY = "%n = stablehlo.multiply %a, %d : tensor<i32>\n%o = stablehlo.multiply %b, %c : tensor<i32>\n"
_NO_KEY += _compared("t", "LT", "n", "o")

PLACES = [
    _scatter("one op", _ADD),
    _scatter("assignment", _SECOND),
    _scatter("a sum of more", _MIXED.replace("%a, %b", "%b, %b").replace("%p, %b", "%a, %p")),
    _scatter("any body", _MIXED),
    _scatter("unique", _ADD, "[[1], [2], [9]]", ", unique_indices = true"),
    Program("stablehlo.scatter", "update_computation", "one window", 1, _ONE_WINDOW, "%r : tensor<4xi32>"),
    _sort("one key", _compared("t", "LT", "a", "b")),
    _sort("descending", _compared("t", "GT", "a", "b")),
    _sort("two keys", _TWO_KEYS),
    _sort("a key that is made", _MADE_KEY),
    _sort("no key", _NO_KEY),
]


# --- control flow ------------------------------------------------------------------------------------------------


def _while(region: str, case: str, condition: str, carried: bool = False) -> Program:
    """Three rounds."""
    marks = {"cond": "", "body": "", region: "<<%i>>"}
    ops = _constants(z="0> : tensor<i32>", n="3> : tensor<i32>", one="1> : tensor<i32>")
    values, arguments = ("%z, %n", "%i: tensor<i32>, %m: tensor<i32>") if carried else ("%z", "%i: tensor<i32>")
    returned, types = ("%j, %m", "tensor<i32>, tensor<i32>") if carried else ("%j", "tensor<i32>")
    ops += (
        f'%r{":2" if carried else ""} = "stablehlo.while"({values}) ({{ ^bb0({arguments}):\n{marks["cond"]}\n{condition}'
        f"stablehlo.return %p : tensor<i1> }}, {{ ^bb0({arguments}):\n{marks['body']}\n"
        f"%j = stablehlo.add %i, %one : tensor<i32>\nstablehlo.return {returned} : {types} }}) : ({types}) -> ({types})"
    )
    results = "%r#0, %r#1 : tensor<i32>, tensor<i32>" if carried else "%r : tensor<i32>"
    return Program("stablehlo.while", region, case, 4 if region == "cond" else 3, ops, results)


_WITHIN = "%l = stablehlo.constant dense<3> : tensor<i32>\n" + _compared("p", "LT", "i", "l")


def _if(region: str, taken: str) -> Program:
    marks = {"true_branch": "", "false_branch": "", region: "<<%x>>"}
    ops = _constants(p=f"{taken}> : tensor<i1>", x="5> : tensor<i32>") + '%r = "stablehlo.if"(%p) ('
    ops += ", ".join(f"{{ {mark}\nstablehlo.return %x : tensor<i32> }}" for mark in marks.values())
    ops += ") : (tensor<i1>) -> tensor<i32>"
    return Program("stablehlo.if", region, f"when {taken}", int(taken == region.partition("_")[0]), ops)


def _case(index: int, marked: int, runs: int) -> Program:
    ops = _constants(k=f"{index}> : tensor<i32>", x="5> : tensor<i32>") + '%r = "stablehlo.case"(%k) ('
    ops += ", ".join(f"{{ {'<<%x>>' if n == marked else ''}\nstablehlo.return %x : tensor<i32> }}" for n in range(3))
    ops += ") : (tensor<i32>) -> tensor<i32>"
    return Program("stablehlo.case", "branches", f"{marked} of {index}", runs, ops)


def _identity(op: str, region: str, ops: str, functions: str = "", of: str = "tensor<3xi32>", case: str = "once") -> Program:
    """A region that is run once, on an array of three numbers."""
    return Program(op, region, case, 1, _constants(x="[1, 2, 3]> : tensor<3xi32>") + ops, f"%r : {of}", functions, of)


def _scan(case: str, extra: str = "") -> Program:
    ops = _constants(x="[3, 1, 4, 1]> : tensor<4xi32>", z="0> : tensor<i32>") + (
        f'%r:2 = "chlo.scan"(%x, %z) <{{dimension = 0 : i64{extra}, operandSegmentSizes = array<i32: 1, 1>, '
        f"resultSegmentSizes = array<i32: 1, 1>}}> ({_binary(_ADD.replace('return %s', 'return %s, %s') + ', tensor<i32>')})\n"
        "  : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)"
    )
    return Program("chlo.scan", "body", case, 4, ops, "%r#0, %r#1 : tensor<4xi32>, tensor<i32>")


_ONE_DEVICE = '<mesh<["x"=1]>, [{}]>'
_PASSED = "{ ^bb0(%a: tensor<3xi32>):\n<<%a>>\n"
_FUNCTION = "func.func private @f(%a: tensor<3xi32>) -> tensor<3xi32> {\n<<%a>>\nreturn %a : tensor<3xi32>\n}"
_FEED = """func.func private @f(%x: tensor<3xi32>) -> tensor<3xi32> {
%t = stablehlo.create_token : !stablehlo.token
%v:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
return %v#0 : tensor<3xi32>
}
func.func private @feed() -> tensor<3xi32> {
%a = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi32>
<<%a>>
return %a : tensor<3xi32>
}"""

CONTROL = [
    _while("cond", "counted", _WITHIN),
    _while("cond", "counted to what it captures", _compared("p", "LT", "i", "n")),
    _while("cond", "counted to what it carries", _compared("p", "LT", "i", "m"), carried=True),
    _while("cond", "not counted", _compared("p", "NE", "i", "n")),
    _while("body", "counted", _WITHIN),
    _while("body", "not counted", _compared("p", "NE", "i", "n")),
    _if("true_branch", "true"),
    _if("true_branch", "false"),
    _if("false_branch", "false"),
    _case(1, 1, 1),
    _case(1, 2, 0),
    _case(-7, 2, 1),
    _scan("in turn"),
    _scan("backwards", ", is_reverse = true"),
    _scan("associative", ", is_associative = true"),
    _identity(
        *("stablehlo.async_start", "body"),
        f'%w = "stablehlo.async_start"(%x) ({_PASSED}%s = stablehlo.slice %a [1:3] : (tensor<3xi32>) -> tensor<2xi32>\n'
        "stablehlo.return %a : tensor<3xi32> }) : (tensor<3xi32>) -> !stablehlo.future<tensor<3xi32>>\n"
        '%r = "stablehlo.async_done"(%w) : (!stablehlo.future<tensor<3xi32>>) -> tensor<3xi32>',
    ),
    _identity(
        *("sdy.manual_computation", "body"),
        f"%r = sdy.manual_computation(%x) in_shardings=[{_ONE_DEVICE}] out_shardings=[{_ONE_DEVICE}] manual_axes={{}} "
        "(%a: tensor<3xi32>) {\n<<%a>>\nsdy.return %a : tensor<3xi32>\n} : (tensor<3xi32>) -> tensor<3xi32>",
    ),
    _identity(
        *("sdy.named_computation", "body"),
        '%r = sdy.named_computation<"n">(%x) (%a: tensor<3xi32>) {\n<<%a>>\nsdy.return %a : tensor<3xi32>\n}'
        " : (tensor<3xi32>) -> tensor<3xi32>",
    ),
    _identity(
        *("shape.assuming", "body"),
        "%w = shape.const_witness true\n"
        "%r = shape.assuming %w -> (tensor<3xi32>) {\n<<%x>>\nshape.assuming_yield %x : tensor<3xi32>\n}",
    ),
    _identity("func.call", "callee", "%r = func.call @f(%x) : (tensor<3xi32>) -> tensor<3xi32>", _FUNCTION),
    _identity(
        *("stablehlo.composite", "decomposition"),
        '%r = stablehlo.composite "my.op" %x {decomposition = @f} : (tensor<3xi32>) -> tensor<3xi32>',
        _FUNCTION,
    ),
    _identity(
        *("interpreter.run_parallel", "programs"),
        '%r = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<3xi32>) -> tensor<3xi32>',
        _FUNCTION,
    ),
    _identity(
        *("interpreter.run_parallel", "infeed"),
        '%r = "interpreter.run_parallel"(%x) {infeed = [@feed], programs = [[@f]]} : (tensor<3xi32>) -> tensor<3xi32>',
        _FEED,
    ),
]


# --- collectives, custom calls -----------------------------------------------------------------------------------


def _collective(op: str, results: str, attributes: str = "") -> Program:
    """Two processes, which have the same values."""
    ops = _constants(x="[1, 2, 3, 4]> : tensor<4xi32>") + (
        f'%r = "stablehlo.{op}"(%x) ({_binary(_ADD)}) {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>{attributes}}}\n'
        f"  : (tensor<4xi32>) -> {results}"
    )
    return Program(f"stablehlo.{op}", "computation", "two processes", 4, ops, f"%r : {results}", grid=2)


def _called(case: str, runs: int, ops: str, results: str, body: str, at_least: bool = False) -> Program:
    functions = f"func.func private @f(%a: tensor<i32>, %b: tensor<i32>) -> {body}"
    constants = _constants(x="[3, 1, 4, 1, 5]> : tensor<5xi32>", z="0> : tensor<i32>", k="[0, 1, 2, 3, 4]> : tensor<5xi32>")
    op, region = "stablehlo.custom_call", "called_computations"
    return Program(op, region, case, runs, constants + ops, results, functions, at_least=at_least)


_LESS = f"tensor<i1> {{\n<<%a>>\n{_compared('t', 'GT', 'a', 'b')}return %t : tensor<i1>\n}}"
_SUM = f"tensor<i32> {{\n<<%b>>\n{_ADD.replace('stablehlo.return', 'return')}\n}}"
_LISTS = "%one = stablehlo.constant dense<1> : tensor<1xi64>\n%two = stablehlo.constant dense<2> : tensor<1xi64>\n"
_LISTS += "%pad = stablehlo.constant dense<0> : tensor<1x2xi64>\n"

OTHERS = [
    _collective("all_reduce", "tensor<4xi32>"),
    _collective("reduce_scatter", "tensor<2xi32>", ", scatter_dimension = 0 : i64"),
    _collective("collective_reduce", "tensor<4xi32>"),
    _called(
        *("top k", 4),
        "%r = stablehlo.custom_call @ApproxTopK(%x, %z) {called_computations = [@f], "
        'mhlo.backend_config = {top_k = 2 : i64, reduction_dim = 0 : i64}} : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>',
        "%r : tensor<2xi32>",
        _LESS,
        at_least=True,
    ),
    _called(
        *("windows", 8),
        _LISTS + "%r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %two, %one, %one, %one, %pad) "
        "{called_computations = [@f]} : (tensor<5xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, "
        "tensor<1xi64>, tensor<1x2xi64>) -> tensor<4xi32>",
        "%r : tensor<4xi32>",
        _SUM,
    ),
    _called(
        *("a target of one's own", 5),
        "%r = stablehlo.custom_call @test.each(%x, %k) {called_computations = [@f]} : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>",
        "%r : tensor<5xi32>",
        _SUM,
    ),
]

PROGRAMS = [*REDUCTIONS, *WINDOWS, *PLACES, *CONTROL, *OTHERS]
