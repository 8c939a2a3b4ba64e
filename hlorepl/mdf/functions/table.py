"""The table of standard functions: a function is one entry, with its arguments, their defaults and what it computes."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

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


#: Every function that a family has entered, by name.
FUNCTIONS: dict[str, StandardFunction] = {}


def formula(name: str, args: str, text: str, doc: str) -> None:
    """Enter a function that is an expression of its arguments."""
    names = tuple(args.split())
    FUNCTIONS[name] = StandardFunction(name, doc, names, expression=parse(text, frozenset(names)))


def function(call: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a Python function under its own name; its signature names the arguments and their defaults."""
    parameters = inspect.signature(call).parameters.values()
    args = tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)
    defaults = {p.name: p.default for p in parameters if p.name in args and p.default is not p.empty}
    noisy = any(p.name == "generator" for p in parameters)
    doc = inspect.getdoc(call) or ""
    FUNCTIONS[call.__name__] = StandardFunction(call.__name__, doc, args, defaults, call=call, noisy=noisy)
    return call
