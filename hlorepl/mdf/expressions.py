"""The text of an expression to a checked syntax tree: a small part of Python's grammar, and names that exist.

A tree consists of ``ast`` nodes that have been looked at one by one, so nothing that an evaluator meets can
surprise it.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..wording import did_you_mean
from .arithmetic import BINARY, COMPARE, UNARY
from .random_functions import DRAWINGS
from .values import constant
from .vocabulary import CONSTANTS, FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from .drawing import Drawing

MAX_TEXT = 10_000
MAX_DEPTH = 80
ATTRIBUTES = {"T", "shape", "size", "ndim"}

_INT = re.compile(r"\s*[-+]?\d+(_\d+)*\s*\Z")
_MODULES = {"numpy": "numpy.", "math": "math."}


class Expression:
    """A checked expression. ``names`` are the names of a node's scope that it reads; ``draws`` tells whether it draws."""

    __slots__ = ("draws", "names", "text", "tree")

    def __init__(self, text: str, tree: ast.expr, names: frozenset[str], draws: bool = False):
        self.text = text
        self.tree = tree
        self.names = names
        self.draws = draws

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    @property
    def is_constant(self) -> bool:
        return isinstance(self.tree, ast.Constant)

    @property
    def value(self) -> Any:
        """The value of a constant."""
        assert isinstance(self.tree, ast.Constant)
        return self.tree.value


class Draw(ast.Call):
    """A call of a function that draws random numbers; ``number`` is that of its stream."""

    number: int


def literal(value: Any, text: str = "") -> Expression:
    """A constant as an expression."""
    return Expression(text or str(value)[:80], ast.Constant(value), frozenset())


def name(text: str) -> Expression:
    """A name of the scope as an expression; it need not be an identifier."""
    return Expression(text, ast.Name(text, ast.Load()), frozenset({text}))


def names_together(names: list[str]) -> Expression:
    """The values of some names as a tuple."""
    return Expression(", ".join(names), ast.Tuple([name(item).tree for item in names], ast.Load()), frozenset(names))


def parse(value: Any, scope: Collection[str]) -> Expression:
    """The expression that ``value`` stands for in a node whose names are ``scope``.

    Anything but text is a constant. Text is a name of the scope, or a number, or an expression.

    :raises HloError: the text is not an expression, or reads a name that is not there.
    """
    if not isinstance(value, str):
        return literal(constant(value))
    if value in scope:
        return name(value)
    number = number_in(value)
    if number is not None:
        return literal(number, value)
    try:
        checked = _checked(value)
    except HloError:
        checked = _indexed_id(value, scope)
        if checked is None:
            raise
    for wanted in checked.names:
        if wanted not in scope:
            raise _unknown(wanted, scope)
    for called in checked.called:
        if called in scope:
            raise HloError(f"'{called}' is a value here, not a function", code="name.unknown")
    return Expression(value, checked.tree, checked.names, checked.draws)


def number_draws(expression: Expression, number: Callable[[Drawing], int]) -> None:
    """Give each call of a function that draws its stream."""
    whole = ast.Expression(expression.tree)
    for parent in ast.walk(whole):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list):
                value[:] = [_with_number(item, number) for item in value]
            else:
                setattr(parent, field, _with_number(value, number))
    expression.tree = whole.body


def _with_number(tree: Any, number: Callable[[Drawing], int]) -> Any:
    drawing = DRAWINGS.get(dotted(tree.func) or "") if type(tree) is ast.Call else None
    if drawing is None:
        return tree
    made = Draw(tree.func, tree.args, tree.keywords)
    made.number = number(drawing)
    return made


def number_in(text: str) -> int | float | None:
    """The number that a text is as a whole, if it is one."""
    if len(text) > 1000:
        return None
    try:
        if _INT.match(text):
            return constant(int(text))
        return float(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _Checked:
    """A tree that is well-formed, the names that it reads, the functions that it calls, and whether one of them draws."""

    tree: ast.expr
    names: frozenset[str]
    called: frozenset[str]
    draws: bool


def _checked(text: str) -> _Checked:
    """The tree of a text; one that may draw is nobody else's, for its calls get the numbers of their streams."""
    return _checked_anew(text) if "random" in text else _checked_once(text)


@lru_cache(maxsize=4096)
def _checked_once(text: str) -> _Checked:
    return _checked_anew(text)


def _checked_anew(text: str) -> _Checked:
    if len(text) > MAX_TEXT:
        raise HloError(f"an expression of {len(text):,} characters; at most {MAX_TEXT:,} are read", code="limit.size")
    tree = _parse_python(text)
    checker = _Checker()
    checker.check(tree)
    return _Checked(
        tree, frozenset(checker.names), frozenset(checker.called), not DRAWINGS.keys().isdisjoint(checker.called)
    )


def _indexed_id(text: str, scope: Collection[str]) -> _Checked | None:
    """``onnx::Conv_1[0]``: an index into a name that is no identifier."""
    head, bracket, rest = text.partition("[")
    if not bracket or head.strip() not in scope:
        return None
    checked = _checked(f"x[{rest}")
    tree = checked.tree
    if not isinstance(tree, ast.Subscript) or checked.names != {"x"}:
        return None
    made = ast.Subscript(ast.Name(head.strip(), ast.Load()), tree.slice, ast.Load())
    return _Checked(made, frozenset({head.strip()}), checked.called, checked.draws)


def _parse_python(text: str) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise HloError(f"'{_short(text)}' is not an expression: {error.msg}", code="syntax.expression") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise HloError(f"'{_short(text)}' is not an expression: {error}", code="syntax.expression") from None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


class _Checker:
    """Walks over a tree and lets through what an expression may consist of."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.called: set[str] = set()

    def check(self, tree: ast.expr) -> None:
        left: list[tuple[ast.AST, int]] = [(tree, 0)]
        while left:
            node, depth = left.pop()
            if depth > MAX_DEPTH:
                raise HloError(f"an expression nested deeper than {MAX_DEPTH} levels", code="limit.depth")
            visit = _VISITS.get(type(node).__name__)
            if visit is None:
                raise HloError(
                    f"{_FORBIDDEN.get(type(node), type(node).__name__)} is not allowed here", code="syntax.expression"
                )
            same_level = node.left if isinstance(node, ast.BinOp) else None
            left += [(child, depth + (child is not same_level)) for child in visit(self, node)]

    def visit_Constant(self, node: ast.Constant) -> list[ast.AST]:  # noqa: N802 - named as ast names it
        if not isinstance(node.value, bool | int | float | str | None):
            raise HloError(f"{type(node.value).__name__} is no value of a model", code="type.value")
        node.value = constant(node.value)
        return []

    def visit_Name(self, node: ast.Name) -> list[ast.AST]:  # noqa: N802
        self.names.add(node.id)
        return []

    def visit_BinOp(self, node: ast.BinOp) -> list[ast.AST]:  # noqa: N802
        if type(node.op) not in BINARY:
            raise HloError("shifts of bits are not allowed here", code="syntax.expression")
        return [node.left, node.right]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> list[ast.AST]:  # noqa: N802
        assert type(node.op) in UNARY
        return [node.operand]

    def visit_BoolOp(self, node: ast.BoolOp) -> list[ast.AST]:  # noqa: N802
        return list(node.values)

    def visit_Compare(self, node: ast.Compare) -> list[ast.AST]:  # noqa: N802
        assert all(type(op) in COMPARE for op in node.ops)
        return [node.left, *node.comparators]

    def visit_IfExp(self, node: ast.IfExp) -> list[ast.AST]:  # noqa: N802
        return [node.test, node.body, node.orelse]

    def visit_Subscript(self, node: ast.Subscript) -> list[ast.AST]:  # noqa: N802
        return [node.value, node.slice]

    def visit_Slice(self, node: ast.Slice) -> list[ast.AST]:  # noqa: N802
        return [part for part in (node.lower, node.upper, node.step) if part]

    def visit_Tuple(self, node: ast.Tuple) -> list[ast.AST]:  # noqa: N802
        return list(node.elts)

    visit_List = visit_Tuple  # noqa: N815

    def visit_Dict(self, node: ast.Dict) -> list[ast.AST]:  # noqa: N802
        if None in node.keys:
            raise HloError("'**' in a mapping is not allowed here", code="syntax.expression")
        return [*(key for key in node.keys if key), *node.values]

    def visit_Attribute(self, node: ast.Attribute) -> list[ast.AST]:  # noqa: N802
        full = dotted(node)
        if full and full.startswith(tuple(_MODULES.values())):
            if full.partition(".")[2] in CONSTANTS:
                return []
            known = (
                "is a function, not a value"
                if full in FUNCTIONS or full in DRAWINGS
                else "is not among the functions of an expression"
            )
            raise HloError(f"'{full}' {known}", code="name.unknown")
        if node.attr not in ATTRIBUTES:
            allowed = ", ".join(sorted(ATTRIBUTES))
            raise HloError(
                f"'.{node.attr}' is not allowed here", code="syntax.expression", help=f"attributes: {allowed}"
            )
        return [node.value]

    def visit_Call(self, node: ast.Call) -> list[ast.AST]:  # noqa: N802
        full = dotted(node.func)
        if full is None or full not in FUNCTIONS and full not in DRAWINGS:
            raise self.no_function(node, full)
        self.called.add(full)
        known = DRAWINGS[full].keywords if full in DRAWINGS else frozenset({"axis"})
        for keyword in node.keywords:
            if keyword.arg not in known:
                listed = ", ".join(f"'{each}'" for each in sorted(known)) or "nothing"
                raise HloError(f"only {listed} may be given by name to {full}", code="syntax.expression")
        return [*node.args, *(keyword.value for keyword in node.keywords)]

    def no_function(self, node: ast.Call, full: str | None) -> HloError:
        shown = full or _short(ast.unparse(node.func))
        tip = next((prefix + shown for prefix in _MODULES.values() if prefix + shown in FUNCTIONS), None)
        message = f"there is no function '{shown}' for expressions"
        return HloError(
            message,
            code="name.unknown",
            help=f"write {tip}(…)" if tip else did_you_mean(shown, {**FUNCTIONS, **DRAWINGS}),
        )


_VISITS: dict[str, Callable[[_Checker, Any], list[ast.AST]]] = {
    name.removeprefix("visit_"): visit for name, visit in vars(_Checker).items() if name.startswith("visit_")
}


def _unknown(wanted: str, scope: Collection[str]) -> HloError:
    if wanted in FUNCTIONS or wanted in _MODULES:
        return HloError(f"'{wanted}' is a function, not a value", code="name.unknown")
    module = next((prefix + wanted for prefix in _MODULES.values() if prefix + wanted in FUNCTIONS), None)
    return HloError(
        f"there is no '{wanted}' here",
        code="name.unknown",
        help=f"write {module}" if module else did_you_mean(wanted, scope),
    )


def dotted(node: ast.AST) -> str | None:
    """``numpy.linalg.norm`` as text, for a tree that is such a chain of names."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < 3:
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def constant_named(full: str) -> float:
    """The value of ``numpy.pi`` and its like."""
    return CONSTANTS.get(full.partition(".")[2], math.nan)


_FORBIDDEN = {
    ast.Lambda: "a lambda",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.Set: "a set",
    ast.Starred: "'*' before a value",
    ast.JoinedStr: "an f-string",
    ast.NamedExpr: "':='",
    ast.Await: "await",
    ast.Yield: "yield",
}
