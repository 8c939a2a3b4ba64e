"""What an op does as a Python expression: what stands in the code that the engine writes, with nothing called around it.

    Expression("{a0}[{key}]", key=(slice(0, 4),))
    Expression("{n0} + {n1}", gives="exact")

``{a0}`` is the first operand as an array, ``{n0}`` the same, of rank 0, as a number of Python: a name or a literal, so that it
may stand in several places. What stands in braces else is one of the given names. An expression may be called with arrays
like any function, unless it gives numbers.
"""

from __future__ import annotations

from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Expression:
    """A template and what its names stand for.

    ``gives`` is ``array`` (of rank 0: an array or a scalar of NumPy), ``arrays`` (a tuple, of several results), ``number`` (a bool,
    int or float of Python that is a value of the result's type) or ``exact`` (one that is still to be wrapped or rounded to it).
    Of integers that ``wraps_late`` gives, and takes, it does not matter whether they are wrapped before or behind it.
    ``knowing`` gives a shorter one where some operands are known integers (None: not known).

    Of an op that repeats its operand, ``thin`` is the expression of the operand in as many dimensions as it has to have, of shape
    ``thin_shape``, for NumPy to repeat it itself: what stands beside it in an element-wise op decides. Of an op that may
    overwrite an operand, ``writes`` is the statement that does so. ``repeats`` says that NumPy repeats operands of fewer elements.
    """

    __slots__ = (
        "_function",
        "gives",
        "knowing",
        "names",
        "repeats",
        "text",
        "thin",
        "thin_shape",
        "wraps_late",
        "writes",
    )

    def __init__(self, text: str, /, gives: str = "array", **names: Any):
        self.text = text
        self.gives = gives
        self.names = names
        self.thin: Expression | None = None
        self.thin_shape: tuple[int, ...] = ()
        self.writes: Expression | None = None
        self.repeats = False
        self.wraps_late = False
        self.knowing: Callable[[list[int | None]], Expression | None] | None = None
        self._function: Callable[..., Any] | None = None

    @property
    def function(self) -> Callable[..., Any]:
        """The function of arrays."""
        found = self._function
        if found is None:
            found = self._function = _maker(self.text, tuple(self.names))(*self.names.values())
        return found

    def __call__(self, *arrays: Any) -> Any:
        return self.function(*arrays)

    @property
    def fields(self) -> list[str]:
        """The names in braces, in order."""
        return fields(self.text)

    def written(self, meaning: Mapping[str, str]) -> str:
        """The text, each name in braces as what it means."""
        return self.text.format_map(meaning)


def call(function: Any, count: int, *more: Any) -> Expression:
    """A function of so many arrays, and then of values that are fixed."""
    fixed = {f"x{k}": value for k, value in enumerate(more)}
    given = ", ".join([*(f"{{a{k}}}" for k in range(count)), *(f"{{{name}}}" for name in fixed)])
    return Expression(f"{{f}}({given})", f=function, **fixed)


@cache
def fields(text: str) -> list[str]:
    """The names in the braces of a template, each once, in order."""
    return [*dict.fromkeys(name for _, name, _, _ in Formatter().parse(text) if name is not None)]


def operand_of(field: str) -> int:
    """The number of the operand that a name in braces stands for; -1 where it is another name."""
    return int(field[1:]) if field[0] in "an" and field[1:].isdigit() else -1


@cache
def _maker(text: str, names: tuple[str, ...]) -> Callable[..., Callable[..., Any]]:
    """What makes the function of a template, once for all templates of one text."""
    found = [field for field in fields(text) if operand_of(field) >= 0]
    count = max(map(operand_of, found), default=-1) + 1
    meaning = {name: name for name in names}
    meaning |= {field: f"a{operand_of(field)}" if field[0] == "a" else field for field in found}
    numbers = [field for field in found if field[0] == "n"]
    arguments = [f"a{k}" for k in range(count)]
    body = text.format_map(meaning)
    if numbers:
        inner = ", ".join([*arguments, *numbers])
        given = ", ".join([*arguments, *(f"a{field[1:]}.item()" for field in numbers)])
        body = f"(lambda {inner}: {body})({given})"
    scope: dict[str, Any] = {}
    head = ", ".join([*arguments, "*_"])
    exec(f"def make({', '.join(names)}):\n    return lambda {head}: {body}", scope)  # noqa: S102 - our own text
    return scope["make"]
