"""The table of standard functions: a function is one entry, with its arguments, their defaults and what it computes."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ..drawing import Drawing
from ..expressions import Expression, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.random import Generator


@dataclass(frozen=True, slots=True)
class StandardFunction:
    """A function that a model may name.

    ``args`` are the names of its arguments and ``defaults`` the values of those that may be left out. It is either an
    ``expression`` of its arguments, evaluated like any other, or ``call``, a Python function that takes them in order.
    ``texts`` names the arguments that are words rather than expressions, ``variadic`` the one that is a list
    of any number of values. One that draws random numbers has ``drawing`` instead of ``call``: what a run calls
    is made from a stream of the run. One of ONNX's has its name there, ``onnx.Relu``, as ``operator``.
    """

    name: str
    doc: str
    args: tuple[str, ...]
    defaults: Mapping[str, Any] = field(default_factory=dict)
    expression: Expression | None = None
    call: Callable[..., Any] | None = None
    texts: frozenset[str] = frozenset()
    variadic: str = ""
    drawing: Drawing | None = None
    operator: str = ""

    @property
    def full_name(self) -> str:
        """Its name as reports have it: ``linear``, ``onnx.Relu`` however a model spells that."""
        return self.operator or self.name

    @property
    def is_operator(self) -> bool:
        """Whether it is one of ONNX's."""
        return bool(self.operator)


#: Every function that a family has entered, by name.
FUNCTIONS: dict[str, StandardFunction] = {}


def formula(name: str, args: str, text: str, doc: str) -> None:
    """Enter a function that is an expression of its arguments."""
    names = tuple(args.split())
    FUNCTIONS[name] = StandardFunction(name, doc, names, expression=parse(text, frozenset(names)))


def function(call: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a Python function under its own name; its signature names the arguments and their defaults."""
    made = _declared(call)
    FUNCTIONS[made.name] = replace(made, call=call)
    return call


def drawing_function(
    together: Callable[[Sequence[Generator], int], Callable[..., Any]] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a Python function that draws from its keyword argument ``generator``.

    ``together`` makes the one that draws for all members of a sweep (:class:`~hlorepl.mdf.drawing.Drawing`).
    """

    def enter(call: Callable[..., Any]) -> Callable[..., Any]:
        made = _declared(call)
        drawing = Drawing(made.name, lambda generator: partial(call, generator=generator), together)
        FUNCTIONS[made.name] = replace(made, drawing=drawing)
        return call

    return enter


def _declared(call: Callable[..., Any]) -> StandardFunction:
    parameters = inspect.signature(call).parameters.values()
    args = tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)
    defaults = {p.name: p.default for p in parameters if p.name in args and p.default is not p.empty}
    return StandardFunction(call.__name__, inspect.getdoc(call) or "", args, defaults)
