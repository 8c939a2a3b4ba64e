"""Control flow, calls, collective ops and custom calls."""

from .program import ADD, Program, binary, compared, constants

# --- control flow ------------------------------------------------------------------------------------------------


def _while(region: str, case: str, condition: str, carried: bool = False) -> Program:
    """Three rounds."""
    marks = {"cond": "", "body": "", region: "<<%i>>"}
    ops = constants(z="0> : tensor<i32>", n="3> : tensor<i32>", one="1> : tensor<i32>")
    values, arguments = ("%z, %n", "%i: tensor<i32>, %m: tensor<i32>") if carried else ("%z", "%i: tensor<i32>")
    returned, types = ("%j, %m", "tensor<i32>, tensor<i32>") if carried else ("%j", "tensor<i32>")
    ops += (
        f'%r{":2" if carried else ""} = "stablehlo.while"({values}) ({{ ^bb0({arguments}):\n{marks["cond"]}\n{condition}'
        f"stablehlo.return %p : tensor<i1> }}, {{ ^bb0({arguments}):\n{marks['body']}\n"
        f"%j = stablehlo.add %i, %one : tensor<i32>\nstablehlo.return {returned} : {types} }}) : ({types}) -> ({types})"
    )
    results = "%r#0, %r#1 : tensor<i32>, tensor<i32>" if carried else "%r : tensor<i32>"
    return Program("stablehlo.while", region, case, 4 if region == "cond" else 3, ops, results)


_WITHIN = "%l = stablehlo.constant dense<3> : tensor<i32>\n" + compared("p", "LT", "i", "l")


def _if(region: str, taken: str) -> Program:
    marks = {"true_branch": "", "false_branch": "", region: "<<%x>>"}
    ops = constants(p=f"{taken}> : tensor<i1>", x="5> : tensor<i32>") + '%r = "stablehlo.if"(%p) ('
    ops += ", ".join(f"{{ {mark}\nstablehlo.return %x : tensor<i32> }}" for mark in marks.values())
    ops += ") : (tensor<i1>) -> tensor<i32>"
    return Program("stablehlo.if", region, f"when {taken}", int(taken == region.partition("_")[0]), ops)


def _case(index: int, marked: int, runs: int) -> Program:
    ops = constants(k=f"{index}> : tensor<i32>", x="5> : tensor<i32>") + '%r = "stablehlo.case"(%k) ('
    ops += ", ".join(f"{{ {'<<%x>>' if n == marked else ''}\nstablehlo.return %x : tensor<i32> }}" for n in range(3))
    ops += ") : (tensor<i32>) -> tensor<i32>"
    return Program("stablehlo.case", "branches", f"{marked} of {index}", runs, ops)


def _identity(
    op: str, region: str, ops: str, functions: str = "", of: str = "tensor<3xi32>", case: str = "once"
) -> Program:
    """A region that is run once, on an array of three numbers."""
    return Program(op, region, case, 1, constants(x="[1, 2, 3]> : tensor<3xi32>") + ops, f"%r : {of}", functions, of)


def _scan(case: str, extra: str = "") -> Program:
    ops = constants(x="[3, 1, 4, 1]> : tensor<4xi32>", z="0> : tensor<i32>") + (
        f'%r:2 = "chlo.scan"(%x, %z) <{{dimension = 0 : i64{extra}, operandSegmentSizes = array<i32: 1, 1>, '
        f"resultSegmentSizes = array<i32: 1, 1>}}> ({binary(ADD.replace('return %s', 'return %s, %s') + ', tensor<i32>')})\n"
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
    _while("cond", "counted to what it captures", compared("p", "LT", "i", "n")),
    _while("cond", "counted to what it carries", compared("p", "LT", "i", "m"), carried=True),
    _while("cond", "not counted", compared("p", "NE", "i", "n")),
    _while("body", "counted", _WITHIN),
    _while("body", "not counted", compared("p", "NE", "i", "n")),
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
    ops = constants(x="[1, 2, 3, 4]> : tensor<4xi32>") + (
        f'%r = "stablehlo.{op}"(%x) ({binary(ADD)}) {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>{attributes}}}\n'
        f"  : (tensor<4xi32>) -> {results}"
    )
    return Program(f"stablehlo.{op}", "computation", "two processes", 4, ops, f"%r : {results}", grid=2)


def _called(case: str, runs: int, ops: str, results: str, body: str, at_least: bool = False) -> Program:
    functions = f"func.func private @f(%a: tensor<i32>, %b: tensor<i32>) -> {body}"
    values = constants(x="[3, 1, 4, 1, 5]> : tensor<5xi32>", z="0> : tensor<i32>", k="[0, 1, 2, 3, 4]> : tensor<5xi32>")
    op, region = "stablehlo.custom_call", "called_computations"
    return Program(op, region, case, runs, values + ops, results, functions, at_least=at_least)


_LESS = f"tensor<i1> {{\n<<%a>>\n{compared('t', 'GT', 'a', 'b')}return %t : tensor<i1>\n}}"
_SUM = f"tensor<i32> {{\n<<%b>>\n{ADD.replace('stablehlo.return', 'return')}\n}}"
_LISTS = "%one = stablehlo.constant dense<1> : tensor<1xi64>\n%two = stablehlo.constant dense<2> : tensor<1xi64>\n"
_LISTS += "%pad = stablehlo.constant dense<0> : tensor<1x2xi64>\n"

OTHERS = [
    _collective("all_reduce", "tensor<4xi32>"),
    _collective("reduce_scatter", "tensor<2xi32>", ", scatter_dimension = 0 : i64"),
    _collective("collective_reduce", "tensor<4xi32>"),
    _called(
        *("top k", 4),
        "%r = stablehlo.custom_call @ApproxTopK(%x, %z) {called_computations = [@f], "
        "mhlo.backend_config = {top_k = 2 : i64, reduction_dim = 0 : i64}} : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>",
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
