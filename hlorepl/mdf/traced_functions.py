"""The functions of expressions as StableHLO: one rule for each, by the name that expressions use."""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING, Any

from .tensors import Tensor, wider
from .tracing import Tracing, matmul, modulo, transpose, unsupported

if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = Callable[..., Any]

RULES: dict[str, Rule] = {}


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Enter a rule under the names of the functions that it writes."""

    def enter(write: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, write))
        return write

    return enter


def _one_op(names: str, op: str) -> None:
    @rule(*names.split())
    def _(t: Tracing, value: Any) -> Tensor:
        return t.writer.op(op, *t.writer.alike(value, kind="f"))


for _names, _op in {
    "sin": "stablehlo.sine",
    "cos": "stablehlo.cosine",
    "tan": "stablehlo.tan",
    "tanh": "stablehlo.tanh",
    "exp": "stablehlo.exponential",
    "expm1": "stablehlo.exponential_minus_one",
    "log1p": "stablehlo.log_plus_one",
    "sqrt": "stablehlo.sqrt",
    "cbrt": "stablehlo.cbrt",
    "rint": "stablehlo.round_nearest_even",
    "numpy.floor": "stablehlo.floor",
    "numpy.ceil": "stablehlo.ceil",
    "arcsin asin": "chlo.asin",
    "arccos acos": "chlo.acos",
    "arctan atan": "chlo.atan",
    "sinh": "chlo.sinh",
    "cosh": "chlo.cosh",
    "arcsinh asinh": "chlo.asinh",
    "arccosh acosh": "chlo.acosh",
    "arctanh atanh": "chlo.atanh",
    "erf": "chlo.erf",
    "erfc": "chlo.erfc",
    "lgamma": "chlo.lgamma",
}.items():
    _one_op(_names, _op)


@rule("arctan2", "atan2")
def _arctan2(t: Tracing, a: Any, b: Any) -> Tensor:
    return t.writer.op("stablehlo.atan2", *t.writer.alike(a, b, kind="f"))


def _operator(names: str, kind: type) -> None:
    @rule(*names.split())
    def _(t: Tracing, a: Any, b: Any) -> Any:
        return t.binary(kind, a, b)


for _names, _kind in {
    "add": ast.Add,
    "subtract": ast.Sub,
    "multiply": ast.Mult,
    "divide true_divide": ast.Div,
    "floor_divide": ast.FloorDiv,
    "numpy.remainder": ast.Mod,
    "bitwise_and": ast.BitAnd,
    "bitwise_or": ast.BitOr,
    "bitwise_xor": ast.BitXor,
}.items():
    _operator(_names, _kind)


def _comparison(names: str, kind: type) -> None:
    @rule(names)
    def _(t: Tracing, a: Any, b: Any) -> Any:
        return t.compare(kind, a, b)


for _names, _kind in {
    "less": ast.Lt,
    "less_equal": ast.LtE,
    "greater": ast.Gt,
    "greater_equal": ast.GtE,
    "equal": ast.Eq,
    "not_equal": ast.NotEq,
}.items():
    _comparison(_names, _kind)


@rule("negative")
def _negative(t: Tracing, value: Any) -> Any:
    return t.unary(ast.USub, value)


@rule("hypot")
def _hypot(t: Tracing, a: Any, b: Any) -> Tensor:
    return RULES["sqrt"](t, t.binary(ast.Add, _square(t, a), _square(t, b)))


@rule("degrees", "rad2deg")
def _degrees(t: Tracing, value: Any) -> Tensor:
    return t.binary(ast.Mult, value, 180.0 / math.pi)


@rule("radians", "deg2rad")
def _radians(t: Tracing, value: Any) -> Tensor:
    return t.binary(ast.Mult, value, math.pi / 180.0)


@rule("log")
def _log(t: Tracing, value: Any, base: Any = None) -> Tensor:
    made = t.writer.op("stablehlo.log", *t.writer.alike(value, kind="f"))
    return (
        made if base is None else t.binary(ast.Div, made, _log(t, base) if isinstance(base, Tensor) else math.log(base))
    )


@rule("log2")
def _log2(t: Tracing, value: Any) -> Tensor:
    return _log(t, value, 2.0)


@rule("log10")
def _log10(t: Tracing, value: Any) -> Tensor:
    return _log(t, value, 10.0)


@rule("abs", "absolute", "fabs")
def _abs(t: Tracing, value: Any) -> Tensor:
    return t.writer.op("stablehlo.abs", *t.writer.alike(value, kind="i"))


@rule("sign")
def _sign(t: Tracing, value: Any) -> Tensor:
    return t.writer.op("stablehlo.sign", *t.writer.alike(value, kind="i"))


@rule("square")
def _square(t: Tracing, value: Any) -> Tensor:
    return t.binary(ast.Mult, value, value)


@rule("trunc")
def _trunc(t: Tracing, value: Any) -> Tensor:
    w = t.writer
    (value,) = w.alike(value, kind="f")
    up, down = (w.op(f"stablehlo.{op}", value) for op in ("ceil", "floor"))
    return w.select(t.compare(ast.Lt, value, 0.0), up, down)


@rule("numpy.maximum", "maximum")
def _maximum(t: Tracing, a: Any, b: Any) -> Tensor:
    return t.writer.op("stablehlo.maximum", *t.writer.alike(a, b))


@rule("numpy.minimum", "minimum")
def _minimum(t: Tracing, a: Any, b: Any) -> Tensor:
    return t.writer.op("stablehlo.minimum", *t.writer.alike(a, b))


@rule("clip")
def _clip(t: Tracing, value: Any, low: Any, high: Any) -> Tensor:
    return _minimum(t, _maximum(t, value, low), high)


@rule("mod")
def _mod(t: Tracing, a: Any, b: Any) -> Tensor:
    return modulo(t.writer, a, b)


@rule("power", "pow")
def _power(t: Tracing, a: Any, b: Any) -> Tensor:
    return t.power(a, b)


@rule("where")
def _where(t: Tracing, test: Any, a: Any, b: Any) -> Any:
    return t.choose(test, a, b)


@rule("heaviside")
def _heaviside(t: Tracing, value: Any, half: Any) -> Tensor:
    (value,) = t.writer.alike(value, kind="f")
    above = t.writer.convert(t.compare(ast.Gt, value, 0.0), "f")
    return t.choose(t.compare(ast.NotEq, value, value), value, t.choose(t.compare(ast.Eq, value, 0.0), half, above))


@rule("isnan")
def _isnan(t: Tracing, value: Any) -> Any:
    (value,) = t.writer.alike(value, kind="f")
    return t.compare(ast.NotEq, value, value)


@rule("isinf")
def _isinf(t: Tracing, value: Any) -> Any:
    return t.compare(ast.Eq, _abs(t, value), math.inf)


@rule("isfinite")
def _isfinite(t: Tracing, value: Any) -> Any:
    return t.compare(ast.Lt, _abs(t, value), math.inf)


@rule("logical_and")
def _logical_and(t: Tracing, a: Any, b: Any) -> Tensor:
    w = t.writer
    return w.op("stablehlo.and", *w.alike(*(w.convert(w.tensor(value), "b") for value in (a, b))))


@rule("logical_or")
def _logical_or(t: Tracing, a: Any, b: Any) -> Tensor:
    w = t.writer
    return w.op("stablehlo.or", *w.alike(*(w.convert(w.tensor(value), "b") for value in (a, b))))


@rule("logical_not")
def _logical_not(t: Tracing, value: Any) -> Tensor:
    return t.writer.op("stablehlo.not", t.writer.convert(t.writer.tensor(value), "b"))


@rule("numpy.round", "around")
def _numpy_round(t: Tracing, value: Any, decimals: int = 0) -> Tensor:
    scale = 10.0**decimals
    (value,) = t.writer.alike(t.binary(ast.Mult, value, scale) if decimals else value, kind="f")
    made = t.writer.op("stablehlo.round_nearest_even", value)
    return t.binary(ast.Div, made, scale) if decimals else made


@rule("round")
def _round(t: Tracing, value: Any, digits: int | None = None) -> Tensor:
    return t.writer.convert(_numpy_round(t, value), "i") if digits is None else _numpy_round(t, value, digits)


@rule("int", "int64")
def _int(t: Tracing, value: Any) -> Tensor:
    return t.writer.convert(t.writer.tensor(value), "i")


@rule("math.floor")
def _floor_to_int(t: Tracing, value: Any) -> Tensor:
    return _int(t, RULES["numpy.floor"](t, value))


@rule("math.ceil")
def _ceil_to_int(t: Tracing, value: Any) -> Tensor:
    return _int(t, RULES["numpy.ceil"](t, value))


@rule("float", "float64")
def _float(t: Tracing, value: Any) -> Tensor:
    return t.writer.convert(t.writer.tensor(value), "f")


@rule("bool")
def _bool(t: Tracing, value: Any) -> Tensor:
    return t.truth(value)


@rule("len")
def _len(_: Tracing, value: Any) -> int:
    return value.shape[0] if isinstance(value, Tensor) else len(value)


def _extreme(name: str, pairwise: Rule) -> None:
    @rule(name)
    def _(t: Tracing, *values: Any) -> Any:
        """The builtin: of several values, or of the items of one."""
        if len(values) == 1:
            return RULES[f"numpy.{name}"](t, *values)
        made = values[0]
        for value in values[1:]:
            made = pairwise(t, made, value)
        return made


_extreme("max", _maximum)
_extreme("min", _minimum)


@rule("sum")
def _sum(t: Tracing, value: Any) -> Tensor:
    return RULES["numpy.sum"](t, value, 0)


def _reduction(name: str, op: str, start: Callable[[str], Any], least: str) -> None:
    @rule(f"numpy.{name}")
    def _(t: Tracing, value: Any, axis: Any = None) -> Tensor:
        w = t.writer
        value = w.tensor(value)
        value = w.convert(value, wider(value.kind, least)) if least != "b!" else w.convert(value, "b")
        return w.reduce(op, value, start(value.kind), _axes(value, axis))


def _axes(value: Tensor, axis: Any) -> list[int]:
    rank = len(value.shape)
    wanted = range(rank) if axis is None else axis if isinstance(axis, list | tuple) else [axis]
    return sorted({int(number) % rank for number in wanted}) if rank else []


_LOWEST = {"f": -math.inf, "i": -(1 << 63), "b": False}
_HIGHEST = {"f": math.inf, "i": (1 << 63) - 1, "b": True}

_reduction("sum", "stablehlo.add", lambda _: 0, "i")
_reduction("prod", "stablehlo.multiply", lambda _: 1, "i")
_reduction("max", "stablehlo.maximum", _LOWEST.__getitem__, "b")
_reduction("min", "stablehlo.minimum", _HIGHEST.__getitem__, "b")
RULES |= {"numpy.amax": RULES["numpy.max"], "numpy.amin": RULES["numpy.min"]}
_reduction("any", "stablehlo.or", lambda _: False, "b!")
_reduction("all", "stablehlo.and", lambda _: True, "b!")


@rule("mean")
def _mean(t: Tracing, value: Any, axis: Any = None) -> Tensor:
    (value,) = t.writer.alike(value, kind="f")
    count = math.prod(value.shape[number] for number in _axes(value, axis))
    return t.binary(ast.Div, RULES["numpy.sum"](t, value, axis), float(count))


@rule("var")
def _var(t: Tracing, value: Any, axis: Any = None) -> Tensor:
    (value,) = t.writer.alike(value, kind="f")
    axes = _axes(value, axis)
    shape = tuple(1 if number in axes else size for number, size in enumerate(value.shape))
    return _mean(t, _square(t, t.binary(ast.Sub, value, t.writer.reshape(_mean(t, value, axes), shape))), axes)


@rule("std")
def _std(t: Tracing, value: Any, axis: Any = None) -> Tensor:
    return RULES["sqrt"](t, _var(t, value, axis))


@rule("dot", "matmul")
def _matmul(t: Tracing, a: Any, b: Any) -> Any:
    a, b = t.writer.tensor(a), t.writer.tensor(b)
    return matmul(t.writer, a, b) if a.shape and b.shape else t.binary(ast.Mult, a, b)


@rule("outer")
def _outer(t: Tracing, a: Any, b: Any) -> Tensor:
    a, b = t.writer.tensor(a), t.writer.tensor(b)
    column = t.writer.reshape(a, (math.prod(a.shape), 1))
    return t.binary(ast.Mult, column, t.writer.reshape(b, (1, math.prod(b.shape))))


@rule("transpose")
def _transpose(t: Tracing, value: Any, axes: Any = None) -> Tensor:
    return transpose(t.writer, value, list(axes) if axes is not None else list(reversed(range(len(value.shape)))))


@rule("reshape")
def _reshape(t: Tracing, value: Any, shape: Any) -> Tensor:
    sizes = [int(size) for size in (shape if isinstance(shape, list | tuple) else [shape])]
    if -1 in sizes:
        sizes[sizes.index(-1)] = math.prod(value.shape) // max(-math.prod(sizes), 1)
    return t.writer.reshape(value, tuple(sizes))


@rule("concatenate")
def _concatenate(t: Tracing, items: Any, axis: int = 0) -> Tensor:
    tensors = [t.writer.tensor(item) for item in items]
    return t.writer.concatenate(tensors, axis % max(len(tensors[0].shape), 1))


@rule("stack", "array", "asarray")
def _stack(t: Tracing, items: Any, axis: int = 0) -> Tensor:
    if axis:
        raise unsupported("numpy.stack along another axis than the first")
    return t.writer.tensor(items)


def _filled(name: str, fill: int) -> None:
    @rule(name)
    def _(t: Tracing, value: Tensor) -> Tensor:
        return t.writer.broadcast(t.writer.convert(t.writer.tensor(fill), value.kind), value.shape)


_filled("zeros_like", 0)
_filled("ones_like", 1)
