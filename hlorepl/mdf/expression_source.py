"""Expressions as Python source: plain operators on plain names, for values that are known to be numbers.

``lifted`` source treats each value as a batch: truths are picked from, not branched on.
"""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .arithmetic import BINARY, COMPARE, UNARY, Arithmetic, choose, lifted_and, lifted_or, power, whole_power
from .drawing import Source
from .expressions import Draw, constant_named, dotted
from .numpy_functions import Sized
from .vocabulary import CONSTANTS, ELEMENTWISE, FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .expressions import Expression
    from .room import Room

_STRENGTH = {
    ast.BitOr: 1,
    ast.BitXor: 2,
    ast.BitAnd: 3,
    ast.Add: 4,
    ast.Sub: 4,
    ast.Mult: 5,
    ast.Div: 5,
    ast.FloorDiv: 5,
    ast.Mod: 5,
    ast.MatMult: 5,
    ast.Pow: 0,
}
"""How strongly an operator binds; 0 asks for parentheses in every case."""

#: A set, for what counts the values of a run sees the names of its code, and would take a class of arrays for one.
_ARRAYS = frozenset({np.ndarray})

_WORDS = (ast.List, ast.Dict, ast.In, ast.NotIn, ast.Is, ast.IsNot)


class NotLiftable(Exception):
    """An expression that does not treat each element alone."""


def is_arithmetic(expression: Expression, words: set[str]) -> bool:
    """Whether only numbers take part, where ``words`` are the names whose values are none."""
    if isinstance(expression.tree, ast.Name | ast.Constant):
        return True
    left: list[ast.AST] = [expression.tree]
    while left:
        node = left.pop()
        if isinstance(node, _WORDS) or (isinstance(node, ast.Constant) and isinstance(node.value, str | None)):
            return False
        if isinstance(node, ast.Name) and node.id in words:
            return False
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in words:
            left.append(node.slice)
            continue
        left.extend(ast.iter_child_nodes(node))
    return True


class Emitter:
    """Writes expressions; ``constants`` collects what the source refers to by a name.

    With a ``room``, what does not treat each element alone is checked when it is made.
    """

    def __init__(self, meaning: Arithmetic, prefix: str = "k", lifted: bool = False, room: Room | None = None):
        self.meaning = meaning
        self.room = room
        self.prefix = prefix
        self.lifted = lifted
        self.constants: dict[str, Any] = {
            "CHOOSE": choose,
            "POWER": power,
            "WHOLE_POWER": whole_power,
            "AND": lifted_and,
            "OR": lifted_or,
            "INF": math.inf,
            "NAN": math.nan,
        }
        if room is not None:
            self.constants |= {"CALL": room.call, "FITTING": room.fitting, "COVERED": room.covered, "ARRAYS": _ARRAYS}
        self.calls = False

    def constant(self, value: Any) -> str:
        """A constant in the source: written out, or by a name."""
        if value is None or value.__class__ is bool:
            return repr(value)
        if value.__class__ is float and not math.isfinite(value):
            return "NAN" if value != value else "INF" if value > 0 else "(-INF)"
        if value.__class__ in {float, int}:
            return repr(value) if value >= 0 and repr(value)[0] != "-" else f"({value!r})"
        name = f"{self.prefix}{len(self.constants)}"
        self.constants[name] = value
        return name

    def expression(self, expression: Expression, names: Mapping[str, str]) -> str:
        return self.source(expression.tree, names)

    def source(self, tree: ast.AST, names: Mapping[str, str]) -> str:
        return getattr(self, f"emit_{type(tree).__name__}")(tree, names)

    def emit_Constant(self, tree: ast.Constant, _names: Any) -> str:  # noqa: N802 - named as ast names it
        return self.constant(tree.value)

    def emit_Name(self, tree: ast.Name, names: Mapping[str, str]) -> str:  # noqa: N802
        return names[tree.id]

    def emit_BinOp(self, tree: ast.BinOp, names: Any) -> str:  # noqa: N802
        spine: list[ast.BinOp] = []
        node: ast.AST = tree
        while isinstance(node, ast.BinOp):
            spine.append(node)
            node = node.left
        text, strength = self.source(node, names), 9
        for part in reversed(spine):
            text, strength = self.join(part, text, strength, self.source(part.right, names))
        return f"({text})"

    def join(self, node: ast.BinOp, left: str, strength: int, right: str) -> tuple[str, int]:
        """One more operator after the text on its left."""
        kind = type(node.op)
        own = _STRENGTH[kind]
        if kind is ast.Pow and not _is_small_power(node.right):
            return f"POWER({left}, {right})", 9
        if kind is ast.Pow and self.lifted:
            return f"WHOLE_POWER({left}, {right})", 9
        if strength < own or own == 0:
            left = f"({left})"
        if kind is ast.MatMult and self.lifted:
            raise NotLiftable
        if kind is ast.MatMult and self.room:
            if self.room.is_roomy:
                return self.fitting(f"{left} @ {right}"), 9
            return self.call(self.function("numpy.matmul"), [left, right]), 9
        return f"{left} {BINARY[kind][0]} {right}", own

    def emit_UnaryOp(self, tree: ast.UnaryOp, names: Any) -> str:  # noqa: N802
        operand = self.source(tree.operand, names)
        if self.lifted and isinstance(tree.op, ast.Not):
            return f"{self.function('numpy.logical_not')}({operand})"
        sign = UNARY[type(tree.op)][0]
        return f"({operand} ^ -1)" if sign == "~" else f"({sign}{operand})"

    def emit_BoolOp(self, tree: ast.BoolOp, names: Any) -> str:  # noqa: N802
        self.always(*tree.values[1:])
        word = "and" if isinstance(tree.op, ast.And) else "or"
        values = [self.source(value, names) for value in tree.values]
        if not self.lifted:
            return f"({f' {word} '.join(values)})"
        text = values[0]
        for value in values[1:]:
            text = f"{word.upper()}({text}, {value})"
        return text

    def emit_Compare(self, tree: ast.Compare, names: Any) -> str:  # noqa: N802
        self.always(*tree.comparators[1:])
        sides = [self.source(side, names) for side in (tree.left, *tree.comparators)]
        signs = [COMPARE[type(op)][0] for op in tree.ops]
        if self.lifted and len(signs) > 1:
            text = f"({sides[0]} {signs[0]} {sides[1]})"
            for left, sign, right in zip(sides[1:], signs[1:], sides[2:], strict=False):
                text = f"AND({text}, {left} {sign} {right})"
            return text
        return f"({sides[0]}{''.join(f' {sign} {side}' for sign, side in zip(signs, sides[1:], strict=True))})"

    def emit_IfExp(self, tree: ast.IfExp, names: Any) -> str:  # noqa: N802
        self.always(tree.body, tree.orelse)
        test, then, otherwise = (self.source(part, names) for part in (tree.test, tree.body, tree.orelse))
        if self.lifted:
            return f"CHOOSE({test}, {then}, {otherwise})"
        return f"({then} if {test} else {otherwise})"

    def emit_Subscript(self, tree: ast.Subscript, names: Any) -> str:  # noqa: N802
        if self.lifted:
            raise NotLiftable
        index = tree.slice
        if isinstance(index, ast.Tuple):
            inside = "".join(f"{self.source(item, names)}, " for item in index.elts)
        else:
            inside = self.source(index, names)
        return self.fitting(f"{self.source(tree.value, names)}[{inside}]", not _is_plain_index(index))

    def emit_Slice(self, tree: ast.Slice, names: Any) -> str:  # noqa: N802
        return ":".join(
            "" if part is None else self.source(part, names) for part in (tree.lower, tree.upper, tree.step)
        )

    def emit_Tuple(self, tree: ast.Tuple, names: Any) -> str:  # noqa: N802
        return f"({''.join(f'{self.source(item, names)}, ' for item in tree.elts)})"

    def emit_Attribute(self, tree: ast.Attribute, names: Any) -> str:  # noqa: N802
        full = dotted(tree)
        if full and full.partition(".")[0] in {"numpy", "math"} and full.partition(".")[2] in CONSTANTS:
            return self.constant(constant_named(full))
        if self.lifted:
            raise NotLiftable
        return self.fitting(f"({self.source(tree.value, names)}).{tree.attr}")

    def emit_Call(self, tree: ast.Call, names: Any) -> str:  # noqa: N802
        full = dotted(tree.func) or ""
        if self.lifted and full not in ELEMENTWISE:
            raise NotLiftable
        args = [self.source(arg, names) for arg in tree.args]
        args += [f"{keyword.arg}={self.source(keyword.value, names)}" for keyword in tree.keywords]
        function = self.function(full)
        return f"{function}({', '.join(args)})" if full in ELEMENTWISE else self.call(function, args)

    def call(self, function: str, args: list[str]) -> str:
        """A call of a function that may make something of any size."""
        known = self.constants[function]
        if self.room and (isinstance(known, Source) or isinstance(known, Sized) and not self._is_sure(known)):
            return f"CALL({', '.join([function, *args])})"
        return self.fitting(f"{function}({', '.join(args)})")

    def _is_sure(self, function: Sized) -> bool:
        """Whether there is room for all that a function can make of arrays that the bound covers."""
        return function.is_product and self.room is not None and self.room.is_roomy

    def fitting(self, text: str, is_needed: bool = True) -> str:
        """What may be of any size: looked at where it is made, without a call where it is a number or of a shape seen before."""
        if not self.room or not is_needed:
            return text
        seen = "_.__class__ in ARRAYS and _.shape in COVERED"
        return f"(_ if (_ := {text}).__class__ is float or {seen} else FITTING(_))"

    def emit_Draw(self, tree: Draw, names: Any) -> str:  # noqa: N802
        args = [self.source(arg, names) for arg in tree.args]
        args += [f"{keyword.arg}={self.source(keyword.value, names)}" for keyword in tree.keywords]
        return self.call(self.drawing(tree.number), args)

    def drawing(self, number: int) -> str:
        self.calls = True
        self.constants[f"draw{number}"] = self.meaning.sources[number]
        return f"draw{number}"

    def forget(self, number: int) -> str:
        """Source for: what a function drew is no longer needed."""
        self.constants[f"drawn{number}"] = self.meaning.sources[number].given
        return f"drawn{number}.clear()"

    def always(self, *trees: ast.AST) -> None:
        """Batches compute what single values may leave out, and would draw there."""
        if self.lifted and any(isinstance(node, Draw) for tree in trees for node in ast.walk(tree)):
            raise NotLiftable

    def function(self, full: str) -> str:
        self.calls = True
        name = f"f_{full.replace('.', '_')}"
        self.constants[name] = _ARRAY_VERSIONS.get(full, FUNCTIONS[full]) if self.lifted else FUNCTIONS[full]
        return name


def _is_plain_index(tree: ast.AST) -> bool:
    """Whether an index is made of numbers and slices, so that it picks a part and repeats nothing."""
    return not any(isinstance(node, ast.Name | ast.Call | ast.List | ast.Attribute) for node in ast.walk(tree))


def _is_small_power(tree: ast.AST) -> bool:
    """Whether an exponent is a constant that cannot make an integer huge, or a number complex."""
    value: Any = tree.value if isinstance(tree, ast.Constant) else None
    return value.__class__ is int and 0 <= value <= 16


_ARRAY_VERSIONS = {
    full: FUNCTIONS[f"numpy.{full[5:]}"]
    for full in ELEMENTWISE
    if full.startswith("math.") and f"numpy.{full[5:]}" in FUNCTIONS
}
"""Functions of ``math`` as NumPy's, for batches."""
