"""Results by name, as text and as JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from ..ir.attributes import StringAttr
from ..ir.types import TensorType
from ..value_text import kind_text, onnx_text, value_text

if TYPE_CHECKING:
    from ..ir.core import Function
    from ..ir.types import Type


class Named:
    """A result: its name, its value on the host, and its type (None where it is no tensor: text, a sequence)."""

    __slots__ = ("name", "type", "value")

    def __init__(self, name: str, of: Type | None, value: Any):
        self.name = name
        self.type = of
        self.value = value

    @property
    def json(self) -> dict[str, Any]:
        from ..display.jsonable import plain, result_object  # late: on demand

        if self.type is None:
            return {"name": self.name, "type": kind_text(self.value), "value": plain(self.value)}
        return result_object(self.name, self.type, self.value)

    def line(self, how: str) -> str:
        """As ``--print`` asks for it."""
        of = _actual(self.type, self.value)
        if how == "dense":
            return onnx_text(self.name, self.value, True) if of is None else dense_line(of, self.value)
        if of is None:
            return onnx_text(self.name, self.value, how == "full")
        return value_text(self.name, of, self.value, how == "full")


def filled(text: str | None, place: tuple[int, int] = (0, 0)) -> str | None:
    """A name of a file with the numbers of a process in the places of ``{r}`` and ``{p}``."""
    return None if text is None else text.replace("{r}", str(place[0])).replace("{p}", str(place[1]))


def result_names(function: Function) -> list[str]:
    """``jax.result_info`` where there is one (``result['x']`` is ``x``), else the name of what is returned."""
    returned = function.body.terminator
    names: list[str] = []
    for index in range(len(function.type.results)):
        extra = function.result_attributes[index] if index < len(function.result_attributes) else {}
        info = extra.get("jax.result_info")
        fallback = returned.operands[index].name if returned is not None else str(index)
        names.append(_readable(info.value) if isinstance(info, StringAttr) and info.value else f"%{fallback}")
    return names


def _readable(info: str) -> str:
    """``result['accuracy']`` as ``accuracy``; a longer path stays as it is."""
    found = re.fullmatch(r"(?:result)?\[?['\"]?([\w .-]+?)['\"]?\]?", info)
    return found.group(1) if found and not found.group(1).isdigit() else info


def _actual(of: Any, array: Any) -> Any:
    return of.with_shape(tuple(array.shape)) if isinstance(of, TensorType) and not of.is_static else of


def dense_line(of: Any, array: Any) -> str:
    """A value as an MLIR constant."""
    from ..ir.numerals import array_text  # late: NumPy

    if array is None:
        return "token"
    if isinstance(array, tuple):
        parts = cast("tuple[Any, ...]", array)
        return "(" + ", ".join(dense_line(t, a) for t, a in zip(of.types, parts, strict=True)) + ")"
    of = _actual(of, array)
    return f"dense<{array_text(array, of)}> : {of}"
