"""The table of standard functions: a function is one entry, with its arguments, their defaults and what it computes."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ...wording import did_you_mean
from ..expressions import Expression, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class StandardFunction:
    """A function that a model may name.

    ``args`` are the names of its arguments and ``defaults`` the values of those that may be left out. It is either an
    ``expression`` of its arguments, evaluated like any other, or ``call``, a Python function that takes them in order.
    ``texts`` names the arguments that are words rather than expressions, ``variadic`` the one that is a list
    of any number of values. A ``noisy`` one draws from its
    keyword argument ``generator``.
    """

    name: str
    doc: str
    args: tuple[str, ...]
    defaults: Mapping[str, Any] = field(default_factory=dict)
    expression: Expression | None = None
    call: Callable[..., Any] | None = None
    texts: frozenset[str] = frozenset()
    variadic: str = ""
    noisy: bool = False


_functions: dict[str, StandardFunction] = {}


def formula(name: str, args: str, text: str, doc: str) -> None:
    """Enter a function that is an expression of its arguments."""
    names = tuple(args.split())
    _functions[name] = StandardFunction(name, doc, names, expression=parse(text, frozenset(names)))


def function(call: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a Python function under its own name; its signature names the arguments and their defaults."""
    parameters = inspect.signature(call).parameters.values()
    args = tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)
    defaults = {p.name: p.default for p in parameters if p.name in args and p.default is not p.empty}
    noisy = any(p.name == "generator" for p in parameters)
    doc = inspect.getdoc(call) or ""
    _functions[call.__name__] = StandardFunction(call.__name__, doc, args, defaults, call=call, noisy=noisy)
    return call


def find(name: str) -> StandardFunction | None:
    """The function of that name, if there is one; ``onnx::Op`` and ``onnx_ops.op`` name operators of ONNX."""
    from . import actr, ddm, standard  # noqa: F401 - each enters its functions

    found = _functions.get(name)
    if found is None and name.startswith(("onnx::", "onnx_ops.")):
        from .onnx_ops import find_operator

        return find_operator(name)
    return found


def lookup(name: str) -> StandardFunction:
    """The function of that name.

    :raises HloError: there is none; names much like it are suggested.
    """
    found = find(name)
    if found:
        return found
    raise HloError(f"there is no function '{name}'", code="name.unknown", help=did_you_mean(name, names(), most=3))


def names() -> list[str]:
    """The names of all functions that are not ONNX's, in alphabetical order."""
    find("linear")
    return sorted(_functions, key=str.lower)
