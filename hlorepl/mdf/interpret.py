"""The value of a checked expression, found by walking its tree: the meaning of the language in one page.

Generated node runs come from the same trees (:mod:`.expression_source`); this is what they must agree with.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING, Any

from .arithmetic import Arithmetic
from .expressions import Draw, constant_named, dotted
from .vocabulary import CONSTANTS, FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .expressions import Expression

PLAIN = Arithmetic()


def evaluate(expression: Expression, scope: Mapping[str, Any], meaning: Arithmetic = PLAIN) -> Any:
    """The value of an expression where the names of ``scope`` have their values. What fails raises as Python does."""
    return _value(expression.tree, scope, meaning)


def _value(tree: ast.AST, scope: Mapping[str, Any], meaning: Any) -> Any:
    return _RULES[type(tree)](tree, scope, meaning)


def _constant(tree: Any, _scope: Any, _meaning: Any) -> Any:
    return tree.value


def _name(tree: Any, scope: Any, _meaning: Any) -> Any:
    return scope[tree.id]


def _binary(tree: Any, scope: Any, meaning: Any) -> Any:
    """Sums of thousands of terms lean to the left; that side is a loop."""
    spine = []
    while isinstance(tree, ast.BinOp):
        spine.append(tree)
        tree = tree.left
    value = _value(tree, scope, meaning)
    for node in reversed(spine):
        value = meaning.binary(type(node.op), value, _value(node.right, scope, meaning))
    return value


def _unary(tree: Any, scope: Any, meaning: Any) -> Any:
    return meaning.unary(type(tree.op), _value(tree.operand, scope, meaning))


def _boolean(tree: Any, scope: Any, meaning: Any) -> Any:
    values = [partial(_value, value, scope, meaning) for value in tree.values]
    return meaning.all_of(values) if isinstance(tree.op, ast.And) else meaning.any_of(values)


def _compare(tree: Any, scope: Any, meaning: Any) -> Any:
    left = _value(tree.left, scope, meaning)
    result: Any = True
    for index, (op, comparator) in enumerate(zip(tree.ops, tree.comparators, strict=True)):
        right = _value(comparator, scope, meaning)
        holds = meaning.compare(type(op), left, right)
        result = holds if index == 0 else meaning.all_of([partial(_same, result), partial(_same, holds)])
        left = right
    return result


def _same(value: Any) -> Any:
    return value


def _if(tree: Any, scope: Any, meaning: Any) -> Any:
    test = _value(tree.test, scope, meaning)
    return meaning.pick(test, partial(_value, tree.body, scope, meaning), partial(_value, tree.orelse, scope, meaning))


def _subscript(tree: Any, scope: Any, meaning: Any) -> Any:
    return meaning.item(_value(tree.value, scope, meaning), _value(tree.slice, scope, meaning))


def _slice(tree: Any, scope: Any, meaning: Any) -> Any:
    return slice(
        *(None if part is None else _value(part, scope, meaning) for part in (tree.lower, tree.upper, tree.step))
    )


def _tuple(tree: Any, scope: Any, meaning: Any) -> Any:
    return tuple(_value(item, scope, meaning) for item in tree.elts)


def _list(tree: Any, scope: Any, meaning: Any) -> Any:
    return [_value(item, scope, meaning) for item in tree.elts]


def _dict(tree: Any, scope: Any, meaning: Any) -> Any:
    keys = [_value(key, scope, meaning) for key in tree.keys]
    return dict(zip(keys, [_value(value, scope, meaning) for value in tree.values], strict=True))


def _attribute(tree: Any, scope: Any, meaning: Any) -> Any:
    full = dotted(tree)
    if full and full.partition(".")[0] in {"numpy", "math"} and full.partition(".")[2] in CONSTANTS:
        return constant_named(full)
    return meaning.attribute(_value(tree.value, scope, meaning), tree.attr)


def _arguments(tree: Any, scope: Any, meaning: Any) -> tuple[list[Any], dict[str, Any]]:
    args = [_value(arg, scope, meaning) for arg in tree.args]
    return args, {keyword.arg: _value(keyword.value, scope, meaning) for keyword in tree.keywords}


def _call(tree: Any, scope: Any, meaning: Any) -> Any:
    return meaning.call(FUNCTIONS[dotted(tree.func) or ""], *_arguments(tree, scope, meaning))


def _draw(tree: Any, scope: Any, meaning: Any) -> Any:
    return meaning.draw(tree.number, *_arguments(tree, scope, meaning))


_RULES: dict[type, Callable[[Any, Any, Any], Any]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _if,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Dict: _dict,
    ast.Attribute: _attribute,
    ast.Call: _call,
    Draw: _draw,
}
