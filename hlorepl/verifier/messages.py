"""The words of a broken rule: operands by the user's own names, with their types."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from ..errors import RuleBroken
    from ..ir.core import Value
    from .rules import Checker


class Described:
    """The names that a message may use."""

    def __init__(self, checker: Checker, rule: RuleBroken, values: dict[str, Any]):
        self.checker = checker
        self.rule = rule
        self.values = values

    def get(self, name: str) -> Any:
        if name in self.rule.values:
            return self.rule.values[name]
        if name == "at":
            index = self.checker.operand_index(self.rule.at)
            if index is not None:
                return operand_text(self.checker.op.operands[index])
            name, place = self.rule.at if isinstance(self.rule.at, tuple) else (str(self.rule.at), None)
            if name == "results" and place is not None:
                number: int = place
                return self.checker.op.results[number].type
        for position, operand in enumerate(self.checker.spec.operands):
            if operand.name == name:
                operands = self.checker.op.operands
                if operand.variadic:
                    return [operand_text(value) for value in operands[position:]]
                return operand_text(operands[position]) if position < len(operands) else "nothing"
        if name in ("result", "results"):
            types = [value.type for value in self.checker.op.results]
            return types if name == "results" else (types[0] if types else "the result")
        return self.values.get(name.rstrip("_"), name)


#: What a message says of one thing is not longer than this.
_LONGEST = 300


class Formatter(string.Formatter):
    """Fills in a rule's template."""

    def __init__(self, described: Described):
        self.described = described

    def get_value(self, key: Any, args: Any, kwargs: Any) -> Any:
        return self.described.get(str(key))

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        try:
            return super().get_field(field_name, args, kwargs)
        except (AttributeError, IndexError, KeyError, TypeError):
            return self.described.get(field_name.partition("[")[0].partition(".")[0]), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, tuple | list):
            items = cast("tuple[Any, ...] | list[Any]", value)
            text = "[" + ", ".join(self.format_field(item, "") for item in items) + "]"
        else:
            text = str(value)
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def operand_text(value: Value) -> str:
    """An operand as the user knows it: ``%x : tensor<2xf32>``."""
    return f"%{value.name} : {value.type}" if value.name else str(value.type)
