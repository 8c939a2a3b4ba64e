"""The ops that would make a type what it should be, as lines that a user can paste."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from ..ir.core import Op
from ..ir.types import TensorType

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ir.types import Type

_KINDS = ("bool", "int", "uint", "float", "complex")


def conversion(value: Value, wanted: Type) -> list[str]:
    """``convert``, ``broadcast_in_dim``, ``transpose`` or ``reshape`` of a value to a type; none when nothing leads there.

    Each step has a name of its own: that of the value and a letter, ``%x_t`` or, for the second of two, ``%x_u``.
    """
    have = value.type
    if not (isinstance(have, TensorType) and isinstance(wanted, TensorType)):
        return []
    if not value.name:
        return _of_literal(value, have, wanted)
    if have.shape != wanted.shape and not (have.is_static and wanted.is_static):
        return []
    lines: list[str] = []
    name = value.name
    for step, target in (
        (_element_step(have, wanted), have.with_element(wanted.element)),
        (_shape_step(have.sizes, wanted.sizes) if have.shape != wanted.shape else "", wanted),
    ):
        if step is None:
            return []
        if step:
            new = f"{value.name.replace('#', '_')}_{'u' if lines else 't'}"
            op, _, rest = step.partition(" ")
            lines.append(f"%{new} = stablehlo.{op} %{name}{rest} : ({have}) -> {target}")
            name, have = new, target
    return lines


def _of_literal(value: Value, have: TensorType, wanted: TensorType) -> list[str]:
    """A constant that stands among the operands, as it is written there, converted."""
    made = value.owner
    while isinstance(made, Op) and made.name == "stablehlo.broadcast_in_dim":
        made = made.operands[0].owner
    if not isinstance(made, Op) or made.name != "stablehlo.constant" or made.span is None:
        return []
    if _element_step(have, wanted) != "convert" or have.shape != wanted.shape:
        return []
    text, of = made.span.text, made.results[0].type
    return (
        [f"convert({text} : {have.element}) : {of.with_element(wanted.element)}"] if isinstance(of, TensorType) else []
    )


def _element_step(have: TensorType, wanted: TensorType) -> str | None:
    """The op that changes elements; nothing when they are alike, None when no op does it."""
    before, after = have.element, wanted.element
    if before == after:
        return ""
    if not before.is_quantized and not after.is_quantized:
        return None if before.is_complex and not after.is_complex else "convert"
    if after.is_quantized:
        return "uniform_quantize" if before.is_quantized or before.is_float else None
    return "uniform_dequantize" if before.expressed == after else None  # type: ignore[union-attr]


def _shape_step(have: tuple[int, ...], wanted: tuple[int, ...]) -> str | None:
    dimensions = broadcast_dimensions(have, wanted)
    if dimensions is not None:
        return f"broadcast_in_dim , dims = {dimensions}"
    if sorted(have) == sorted(wanted):
        return f"transpose , dims = {_permutation(have, wanted)}"
    return "reshape " if prod(have) == prod(wanted) else None


def broadcast_dimensions(have: tuple[int, ...], wanted: tuple[int, ...]) -> list[int] | None:
    """Where the dimensions of a shape go when it is broadcast to another: as far to the right as they fit."""
    found: list[int] = []
    place = len(wanted)
    for size in reversed(have):
        place -= 1
        while place >= 0 and size not in (1, wanted[place]):
            place -= 1
        if place < 0:
            return None
        found.insert(0, place)
    return found


def _permutation(have: tuple[int, ...], wanted: tuple[int, ...]) -> list[int]:
    left = list(range(len(have)))
    found: list[int] = []
    for size in wanted:
        axis = next(axis for axis in left if have[axis] == size)
        left.remove(axis)
        found.append(axis)
    return found


def agreement(first: Value, second: Value) -> list[str]:
    """What gives two operands one type: elements become the wider ones, shapes broadcast to the larger one."""
    a, b = first.type, second.type
    if not (isinstance(a, TensorType) and isinstance(b, TensorType)):
        return []
    element = a.element if _width(a) >= _width(b) else b.element
    shape = a.shape
    if a.shape != b.shape and a.is_static and b.is_static and broadcast_dimensions(a.sizes, b.sizes) is not None:
        shape = b.shape
    target = TensorType(shape, element)
    lines: list[str] = []
    for value in (first, second):
        steps = conversion(value, target)
        if value.type != target and not steps:
            return []
        lines += steps
    return lines


def _width(of: TensorType) -> tuple[int, int]:
    kind = of.element.kind
    return (_KINDS.index(kind) if kind in _KINDS else len(_KINDS), of.element.bits)
