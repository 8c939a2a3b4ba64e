"""Expressions as Python source for values whose kinds are known: floats, and arrays of one element that are held as one.

What NumPy does to an array of one float64 is what Python does to the float, for the operators below bit for bit. Where that
is not so, or not certain, the expression is refused (:class:`Unknown`), and the graph is run otherwise.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ..errors import LIBRARY_FAILURES, HloError
from .arithmetic import BINARY, COMPARE
from .expressions import constant_named, dotted
from .values import NotNumeric, settle_number
from .vocabulary import CONSTANTS, FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .expression_source import Emitter
    from .expressions import Expression


class Kind(NamedTuple):
    """What a value is: ``float``, any ``scalar`` of Python, or an array of one: ``array`` (float64), ``truths``, ``integers``."""

    name: str
    shape: tuple[int, ...] = ()

    @property
    def is_array(self) -> bool:
        return self.name in ("array", "truths", "integers")

    @property
    def dtype(self) -> type:
        """NumPy's type of an array of one, or of floats."""
        return {"truths": np.bool_, "integers": np.int64}.get(self.name, np.float64)


FLOAT, SCALAR = Kind("float"), Kind("scalar")


class Unknown(Exception):
    """It is not certain what a value is, or that the float behaves as the array."""


class Text(NamedTuple):
    """Source, the kind of its value, and of a constant the value itself."""

    source: str
    kind: Kind
    known: Any = None


#: Up to here integers and floats are the same numbers.
_WHOLE = 1 << 53


def kind_of(value: Any) -> Kind:
    """The kind of a value; raises ``Unknown`` for what is none of them."""
    if value.__class__ is float:
        return FLOAT
    if value.__class__ in (int, bool):
        return SCALAR
    if value.__class__ is np.ndarray and value.size == 1 and value.ndim:
        if value.dtype == np.float64:
            return Kind("array", value.shape)
        if value.dtype == np.bool_:
            return Kind("truths", value.shape)
        if value.dtype == np.int64 and abs(value.item()) <= _WHOLE:
            return Kind("integers", value.shape)
    raise Unknown


def joined(one: Kind, other: Kind) -> Kind:
    """The kind of what is one or the other."""
    if one == other:
        return one
    if one.is_array or other.is_array:
        raise Unknown
    return SCALAR


#: Functions that give a float64 for a float: of an array of one, the same number.
_OF_ONE = [
    *("exp", "expm1", "exp2", "log", "log2", "log10", "log1p", "sqrt", "cbrt", "sin", "cos", "tan", "arcsin", "arccos"),
    *("arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "floor", "ceil", "rint", "absolute", "fabs"),
    *("square", "reciprocal", "negative", "sign"),
]
_OF_TWO = ["maximum", "minimum", "arctan2", "hypot", "fmod", "copysign"]
#: Functions of ``math`` that give a float for a float, or raise.
_OF_MATH = [
    "exp",
    "sqrt",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "log",
    "log10",
    "log1p",
    "expm1",
    "fabs",
    "atan",
]
_COUNTS = {f"numpy.{name}": 1 for name in _OF_ONE} | {f"numpy.{name}": 2 for name in _OF_TWO}
_COMPARED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_EXACT = (ast.Add, ast.Sub, ast.Mult, ast.Div)


class NumberSource:
    """Writes expressions; constants and functions are named by an ``emitter``."""

    def __init__(self, emitter: Emitter):
        self.emitter = emitter
        self._named = 0

    def text(self, expression: Expression, names: Mapping[str, Text]) -> Text:
        """The source of an expression of such names."""
        return self._of(expression.tree, names)

    def constant(self, value: Any) -> Text:
        """A constant in the source."""
        kind = kind_of(value)
        held = value.item() if kind.is_array else value
        return Text(self.emitter.constant(held), kind, value)

    def _folded(self, make: Callable[..., Any], *values: Any) -> Text:
        """What an operator makes of constants."""
        try:
            return self.constant(settle_number(make(*values)))
        except (*LIBRARY_FAILURES, HloError, NotNumeric):
            raise Unknown from None

    def product(self, left: Text, right: Text) -> Text:
        """One value times another."""
        return self._combined(ast.Mult, left, right)

    def total(self, left: Text, right: Text) -> Text:
        """One value plus another."""
        return self._combined(ast.Add, left, right)

    def _of(self, tree: ast.AST, names: Mapping[str, Text]) -> Text:
        write = self._WRITERS.get(type(tree))
        if write is None:
            raise Unknown
        return write(self, tree, names)

    def _constant(self, tree: ast.Constant, names: Mapping[str, Text]) -> Text:
        return self.constant(tree.value)

    def _name(self, tree: ast.Name, names: Mapping[str, Text]) -> Text:
        if tree.id not in names:
            raise Unknown
        return names[tree.id]

    def _binary(self, tree: ast.BinOp, names: Mapping[str, Text]) -> Text:
        left, right = self._of(tree.left, names), self._of(tree.right, names)
        op = type(tree.op)
        if op is ast.Pow and (left.known is None or right.known is None):
            return self._power(tree, left, right)
        return self._combined(op, left, right)

    def _combined(self, op: type, left: Text, right: Text) -> Text:
        if left.known is not None and right.known is not None:
            return self._folded(self.emitter.meaning.binary, op, left.known, right.known)
        return Text(f"({left.source} {BINARY[op][0]} {right.source})", _binary_kind(op, left.kind, right.kind))

    def _power(self, tree: ast.BinOp, left: Text, right: Text) -> Text:
        exponent: Any = tree.right.value if isinstance(tree.right, ast.Constant) else None
        if left.kind.is_array or right.kind.is_array:
            if left.kind.name != "array" or exponent.__class__ is not int or not 1 <= exponent <= 16:
                raise Unknown
            if exponent == 1:
                return left
            if exponent == 2:  # NumPy multiplies
                self._named += 1
                return Text(f"((p{self._named} := {left.source}) * p{self._named})", left.kind)
            self.emitter.constants["NUMPY_POWER"] = np.power
            return Text(f"float(NUMPY_POWER({left.source}, {exponent}))", left.kind)
        kind = FLOAT if FLOAT in (left.kind, right.kind) else SCALAR
        if exponent.__class__ is int and 0 <= exponent <= 16:
            return Text(f"({left.source} ** {right.source})", kind)
        return Text(f"POWER({left.source}, {right.source})", kind)

    def _unary(self, tree: ast.UnaryOp, names: Mapping[str, Text]) -> Text:
        operand = self._of(tree.operand, names)
        if isinstance(tree.op, ast.Not):
            return Text(f"(not {operand.source})", SCALAR)
        if operand.known is not None:
            return self._folded(self.emitter.meaning.unary, type(tree.op), operand.known)
        if isinstance(tree.op, ast.Invert):
            if operand.kind != SCALAR:
                raise Unknown
            return Text(f"({operand.source} ^ -1)", SCALAR)
        if operand.kind.name in ("truths", "integers"):
            raise Unknown
        return Text(f"({'-' if isinstance(tree.op, ast.USub) else '+'}{operand.source})", operand.kind)

    def _compare(self, tree: ast.Compare, names: Mapping[str, Text]) -> Text:
        sides = [self._of(side, names) for side in (tree.left, *tree.comparators)]
        arrays = [side.kind for side in sides if side.kind.is_array]
        if any(type(op) not in _COMPARED for op in tree.ops) or (arrays and len(tree.ops) > 1):
            raise Unknown
        pairs = zip(tree.ops, sides[1:], strict=True)
        source = f"({sides[0].source}{''.join(f' {COMPARE[type(op)][0]} {side.source}' for op, side in pairs)})"
        return Text(source, Kind("truths", _shape(arrays)) if arrays else SCALAR)

    def _bool(self, tree: ast.BoolOp, names: Mapping[str, Text]) -> Text:
        sides = [self._of(value, names) for value in tree.values]
        kind = sides[0].kind
        for side in sides[1:]:
            kind = joined(kind, side.kind)
        word = " and " if isinstance(tree.op, ast.And) else " or "
        return Text(f"({word.join(side.source for side in sides)})", kind)

    def _choice(self, tree: ast.IfExp, names: Mapping[str, Text]) -> Text:
        test, then, other = (self._of(part, names) for part in (tree.test, tree.body, tree.orelse))
        return Text(f"({then.source} if {test.source} else {other.source})", joined(then.kind, other.kind))

    def _item(self, tree: ast.Subscript, names: Mapping[str, Text]) -> Text:
        value = self._of(tree.value, names)
        places: Sequence[Any] = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        indices = [place.value if isinstance(place, ast.Constant) else None for place in places]
        are_first = all(index.__class__ is int and index == 0 for index in indices)
        if value.kind.name != "array" or not are_first or len(indices) != len(value.kind.shape):
            raise Unknown
        return Text(value.source, FLOAT)

    def _attribute(self, tree: ast.Attribute, names: Mapping[str, Text]) -> Text:
        full = dotted(tree)
        if full and full.partition(".")[0] in {"numpy", "math"} and full.partition(".")[2] in CONSTANTS:
            return self.constant(constant_named(full))
        raise Unknown

    def _call(self, tree: ast.Call, names: Mapping[str, Text]) -> Text:
        full = dotted(tree.func) or ""
        if tree.keywords or full not in FUNCTIONS:
            raise Unknown
        return self.called(full, [self._of(arg, names) for arg in tree.args])

    def called(self, full: str, args: Sequence[Text]) -> Text:
        """A call of a function by its name."""
        kinds = [arg.kind for arg in args]
        if SCALAR in kinds or any(kind.name in ("truths", "integers") for kind in kinds):
            raise Unknown
        arrays = [kind for kind in kinds if kind.is_array]
        source = f"{self.emitter.function(full)}({', '.join(arg.source for arg in args)})"
        if _COUNTS.get(full) == len(args):
            return Text(f"float({source})", Kind("array", _shape(arrays)) if arrays else FLOAT)
        if full == "abs" and len(args) == 1:
            return Text(source, kinds[0])
        if full.startswith("math.") and full[5:] in _OF_MATH and len(args) == 1 and not arrays:
            return Text(f"float({source})", FLOAT)
        raise Unknown

    _WRITERS: ClassVar[dict[type, Callable[[Any, Any, Any], Text]]] = {
        ast.Constant: _constant,
        ast.Name: _name,
        ast.BinOp: _binary,
        ast.UnaryOp: _unary,
        ast.Compare: _compare,
        ast.BoolOp: _bool,
        ast.IfExp: _choice,
        ast.Subscript: _item,
        ast.Attribute: _attribute,
        ast.Call: _call,
    }


def _shape(kinds: Sequence[Kind]) -> tuple[int, ...]:
    return max((kind.shape for kind in kinds), key=len)


def _binary_kind(op: type, left: Kind, right: Kind) -> Kind:
    """The kind of what an operator other than a power gives."""
    arrays = [kind for kind in (left, right) if kind.is_array]
    if arrays:
        # Of truths NumPy has other sums; with numbers they count as 0 and 1, as Python's do.
        is_number = any(kind.name == "array" or kind == FLOAT for kind in (left, right))
        if op not in _EXACT or not is_number:
            raise Unknown
        return Kind("array", _shape(arrays))
    if op not in (*_EXACT, ast.FloorDiv, ast.Mod):
        if FLOAT in (left, right) or op is ast.MatMult:
            raise Unknown
        return SCALAR
    return FLOAT if op is ast.Div or FLOAT in (left, right) else SCALAR
