"""The targets that ``custom_call`` knows by name, and how to add one.

    from hlorepl import register_target

    def doubled(call, x):
        return call.xp.add(x, x)

    register_target("my_library.doubled", doubled)

A target is a function of the call and the operand arrays. It returns the result array, a tuple of them when there are
several, or None when there are none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ...ir import attributes as ir
from ...ir.text import symbol_text
from ...wording import did_you_mean
from ..registry import OpSpec, load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.types import Type
    from ..annotations import Callees

    Target = Callable[..., Any]

_TARGETS: dict[str, Target] = {}
#: Where targets are declared that ops of theirs stand for: asked for before anything runs.
_DECLARED_IN = dict.fromkeys(("SPMDFullToShardShape", "SPMDShardToFullShape"), "..collective.partitioner")


class TargetCall:
    """What a target may know besides its operands.

    ``attributes`` are those that ``custom_call`` does not declare and ``config`` is the backend configuration, each as
    Python values by name (a configuration that is a plain string is ``{"": text}``). ``computations`` are the called
    computations as callables (None for one that is not there), ``results`` and ``operands`` the declared types, ``xp`` the array namespace.
    """

    def __init__(
        self,
        name: str,
        xp: Any,
        operands: Sequence[Type] = (),
        results: Sequence[Type] = (),
        config: dict[str, Any] | None = None,
        attributes: dict[str, Any] | None = None,
        computations: Callees = (),
    ):
        self.name = name
        self.xp = xp
        self.operands = operands
        self.results = results
        self.config = config or {}
        self.attributes = attributes or {}
        self.computations = computations

    def fail(self, message: str) -> HloError:
        """The error of a call that cannot be done, to be raised."""
        return HloError(f"custom_call {symbol_text(self.name)}: {message}", code="run.custom_call")


def register_target(name: str, function: Target) -> None:
    """Let ``custom_call @name`` run ``function(call, *arrays)``; a target of that name is replaced."""
    _TARGETS[name] = function


def declared_target(name: str) -> OpSpec | None:
    """A target that is declared as an op is: a ``custom_call`` of its name is that op."""
    if name in _DECLARED_IN and name not in _TARGETS:
        import_module(_DECLARED_IN[name], __package__)
    found = _TARGETS.get(name)
    return found if isinstance(found, OpSpec) else None


def find_target(name: str) -> Target:
    """The function of a target; an error that names near ones when there is none."""
    found = _TARGETS.get(name)
    if found is None:
        load()
        found = _TARGETS.get(name)
    if found is not None:
        return found
    if "python" in name and "callback" in name:
        message = f"custom_call {symbol_text(name)} calls back into the Python process that made the program, which is not there"
        raise HloError(message, code="run.custom_call", help="export the function without callbacks")
    raise HloError(f"there is no custom_call target {symbol_text(name)}", code="run.custom_call", help=_advice(name))


def _advice(name: str) -> list[str]:
    return [
        *did_you_mean(name, _TARGETS, 3, "@{}"),
        "hlorepl.register_target(name, function) adds a target from Python",
    ]


def target_names() -> list[str]:
    """The names of all targets, in order."""
    load()
    return sorted(_TARGETS)


def python_value(attribute: ir.Attribute) -> Any:
    """An attribute as the Python value that it stands for; what has none as its text."""
    if isinstance(attribute, ir.DictAttr):
        return {name: python_value(item) for name, item in attribute.items.items()}
    if isinstance(attribute, ir.ArrayAttr):
        return tuple(python_value(item) for item in attribute.items)
    if isinstance(attribute, ir.DenseArrayAttr):
        return attribute.values
    if isinstance(attribute, ir.DenseAttr):
        return attribute.array
    if isinstance(attribute, ir.TypeAttr):
        return attribute.type
    if isinstance(attribute, ir.UnitAttr):
        return True
    if isinstance(attribute, ir.BoolAttr | ir.IntegerAttr | ir.FloatAttr | ir.StringAttr | ir.EnumAttr):
        return attribute.value
    return str(attribute)
