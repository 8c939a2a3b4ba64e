"""What element-wise ops do to one number of Python (``kernels/numbers.py``): a rule gives the expression for a dtype, or None.

What is not + - * / or a root calls the very function that is called on arrays, so that the bits are the same.
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...kernels import numbers
from ...kernels.elementary import COMPARE
from ...kernels.numbers import is_single
from ..expressions import Expression

if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = Callable[[np.dtype[Any]], Expression | None]

#: The operators of Python for the directions of comparisons.
OPERATORS = {"EQ": "==", "NE": "!=", "GE": ">=", "GT": ">", "LE": "<=", "LT": "<"}
assert OPERATORS.keys() == COMPARE.keys()


def arithmetic(text: str, of_truth: str = "") -> Rule:
    """A sum, difference or product: wrapped or rounded behind it. Of truth values another expression."""

    def rule(dtype: np.dtype[Any]) -> Expression | None:
        if dtype.kind == "b":
            return Expression(of_truth, gives="number") if of_truth else None
        found = Expression(text, gives="exact")
        found.wraps_late = True
        return found

    return rule


def alike(text: str, of_truth: str = "", kinds: str = "biu") -> Rule:
    """What gives a value of the operands' type, for some kinds of them."""

    def rule(dtype: np.dtype[Any]) -> Expression | None:
        found = of_truth if of_truth and dtype.kind == "b" else text
        return Expression(found, gives="number") if dtype.kind in kinds else None

    return rule


def by_library(name: str) -> Rule:
    """The array library's function of one or two floats."""
    ufunc = getattr(np, name)

    def rule(dtype: np.dtype[Any]) -> Expression | None:
        if dtype.kind != "f":
            return None
        called = f"{{f}}({', '.join(f'{{n{k}}}' for k in range(ufunc.nin))})"
        return Expression(called if is_single(dtype) else f"{{float}}({called})", gives="number", float=float, f=ufunc)

    return rule


def quotient(dtype: np.dtype[Any]) -> Expression | None:
    """``divide``."""
    if is_single(dtype):
        return Expression("({n0} / {n1})", gives="number")
    if dtype.kind == "f":
        text = "({n0} / {n1} if {n1} else {over_zero}({n0}, {n1}))"
        return Expression(text, gives="exact", over_zero=numbers.over_zero)
    return _positive("//", numbers.quotient(dtype), dtype) if dtype.kind in "iu" else None


def remainder(dtype: np.dtype[Any]) -> Expression | None:
    """``remainder``."""
    if is_single(dtype):
        return by_library("fmod")(dtype)
    if dtype.kind == "f":
        return _called(numbers.remainder)
    return _positive("%", numbers.modulo, dtype) if dtype.kind in "iu" else None


def _positive(operator: str, function: Callable[..., Any], dtype: np.dtype[Any]) -> Expression:
    """Python's own operator for what is not below zero; a function for the rest."""
    done, rest = f"{{n0}} {operator} {{n1}}", "{f}({n0}, {n1})"
    test = "{n1}" if dtype.kind == "u" else "{n0} >= 0 < {n1}"
    found = Expression(f"({done} if {test} else {rest})", gives="number", f=function)
    of_unsigned = dtype.kind == "u"

    def knowing(operands: list[int | None]) -> Expression | None:
        if operands[1] is None or operands[1] <= 0:
            return None
        text = done if of_unsigned else f"{done} if {{n0}} >= 0 else {rest}"
        return Expression(f"({text})", gives="number", **({} if of_unsigned else {"f": function}))

    found.knowing = knowing
    return found


def _called(function: Callable[..., Any], count: int = 2) -> Expression:
    given = ", ".join(f"{{n{k}}}" for k in range(count))
    return Expression(f"{{f}}({given})", gives="number", f=function)


def extremum(name: str) -> Rule:
    """``maximum`` or ``minimum``."""
    before, after = (">", "<") if name == "maximum" else ("<", ">")
    tie = getattr(numbers, name)

    def rule(dtype: np.dtype[Any]) -> Expression | None:
        if dtype.kind == "f":
            text = (
                f"({{n0}} if {{n0}} {before} {{n1}} else {{n1}} if {{n0}} {after} {{n1}} else {{tie}}({{n0}}, {{n1}}))"
            )
            return Expression(text, gives="number", tie=tie)
        return Expression(f"({{n0}} if {{n0}} {before} {{n1}} else {{n1}})", gives="number")

    return rule


def clamp(dtype: np.dtype[Any]) -> Expression | None:
    """``clamp``."""
    if dtype.kind == "f":
        return _called(numbers.clamp, 3)
    # The lower limit comes first, then the upper one, which wins where they cross.
    text = "({n2} if {n1} > {n2} or {n0} > {n2} else {n0} if {n1} < {n0} else {n1})"
    return Expression(text, gives="number")


def square_root(dtype: np.dtype[Any]) -> Expression | None:
    """``sqrt``."""
    if is_single(dtype):
        return by_library("sqrt")(dtype)
    text = "({sqrt}({n0}) if {n0} > 0.0 else {root}({n0}))"
    return Expression(text, gives="exact", sqrt=sqrt, root=numbers.root) if dtype.kind == "f" else None


def sign(dtype: np.dtype[Any]) -> Expression | None:
    """``sign``: zeros and NaN stay."""
    one = dtype.type(1) if is_single(dtype) else 1.0 if dtype.kind == "f" else 1
    return Expression("({one} if {n0} > 0 else {less} if {n0} < 0 else {n0})", gives="number", one=one, less=-one)


def absolute(dtype: np.dtype[Any]) -> Expression | None:
    """``abs``."""
    if dtype.kind == "f":
        return Expression("{abs}({n0})", gives="number", abs=abs)
    return Expression("(-{n0} if {n0} < 0 else {n0})", gives="exact")


def finite(dtype: np.dtype[Any]) -> Expression | None:
    """``is_finite``."""
    return Expression("{f}({n0})", gives="number", f=isfinite)


def shift(text: str, beyond: str, kinds: str = "iu") -> Rule:
    """A shift by an amount that counts as unsigned; ``{bits}`` in the text are the operand's as an unsigned integer."""

    def rule(dtype: np.dtype[Any]) -> Expression | None:
        width = 8 * dtype.itemsize
        bits = "{n0}" if dtype.kind == "u" else f"({{n0}} & {(1 << width) - 1})"
        inside = text.replace("{bits}", bits)
        found = Expression(f"({inside} if 0 <= {{n1}} < {width} else {beyond})", gives="exact")
        shorter = Expression(f"({inside})", gives="number" if dtype.kind == "u" and ">>" in text else "exact")
        found.knowing = lambda operands: shorter if operands[1] is not None and 0 <= operands[1] < width else None
        return found if dtype.kind in kinds else None

    return rule


def complement(dtype: np.dtype[Any]) -> Expression | None:
    """``not``."""
    if dtype.kind == "u":
        return Expression(f"({{n0}} ^ {numbers.limits(dtype)[1]})", gives="number")
    return Expression("(not {n0})" if dtype.kind == "b" else "(~{n0})", gives="number")


def counting(method: str, text: str = "{}") -> Rule:
    """What a method of Python's integers counts in the bits of one."""

    def rule(dtype: np.dtype[Any]) -> Expression | None:
        width = 8 * dtype.itemsize
        counted = f"({{n0}} & {(1 << width) - 1}).{method}()"
        return Expression(text.format(counted, width=width), gives="number") if dtype.kind in "iu" else None

    return rule


def comparison(direction: str) -> Expression:
    """``compare``."""
    return Expression(f"({{n0}} {OPERATORS[direction]} {{n1}})", gives="number")


def conversion(before: np.dtype[Any], after: np.dtype[Any]) -> Expression | None:
    """``convert``: None where Python would round twice, and of types whose values are no numbers of Python."""
    if not numbers.is_plain(before):
        return None
    if after.kind == "b":
        return Expression("({n0} != 0)", gives="number")
    if after.kind == "f":
        if before == after:
            return Expression("{n0}", gives="number")
        if before.itemsize == 8 and after.itemsize == 4:
            return None
        kind = after.type if is_single(after) else float
        if before.kind == "b":
            return Expression("({one} if {n0} else {zero})", gives="number", one=kind(1), zero=kind(0))
        return Expression("{float}({n0})", gives="number", float=kind)
    if before.kind == "f":
        return _called(numbers.whole(after), 1)
    if before.kind == "b":
        return Expression("(1 if {n0} else 0)", gives="number")
    (least, greatest), (low, high) = numbers.limits(before), numbers.limits(after)
    return Expression("{n0}", gives="number" if low <= least and greatest <= high else "exact")
