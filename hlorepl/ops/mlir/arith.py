"""The part of MLIR's ``arith`` dialect that shape computations of dynamic programs use: integers and ``index``.

Values are scalars (``index``, ``i32``, ``i1``) or tensors of them; here both are arrays, scalars of rank 0. Integers
wrap; division by zero is defined as in StableHLO.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import broken, require
from ...ir import attributes as ir
from ...ir.types import ELEMENTS, ElementType, TensorType
from ...kernels import integers
from ...kernels.casts import convert
from ...kernels.elementary import library
from ..registry import op

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.types import Type
    from ..annotations import Attribute


@op("arith.constant", form="arith_constant")
def constant(xp: Any, *, value: Attribute, result: Type) -> Any:
    """A number, or a tensor of them."""
    if isinstance(value, ir.DenseAttr):
        return xp.asarray(value.array)
    return xp.asarray(np.array(value.value, dtype=element_type(result).dtype))  # type: ignore[attr-defined]


@constant.infer(result="result_type")
def _(*, value: Attribute) -> Type:
    if isinstance(value, ir.DenseAttr | ir.IntegerAttr | ir.FloatAttr):
        return value.type
    good = isinstance(value, ir.BoolAttr)
    require(good, "value", "the value must be a number or dense<…>, not {value}", at="value")
    return ELEMENTS["i1"]


def element_type(type_: Type) -> ElementType:
    """The type of a scalar, or of the elements of a tensor."""
    element = type_.element if isinstance(type_, TensorType) else type_
    if not isinstance(element, ElementType):
        broken("operand_type", "{found} is no integer or tensor of integers", found=type_)
    return element


def is_integral(type_: Type) -> bool:
    """Whether a value is an integer, ``index`` or ``i1``, or a tensor of such."""
    element = type_.element if isinstance(type_, TensorType) else type_
    return isinstance(element, ElementType) and (element.is_integer or element.is_bool)


def _unsigned(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function on the same bits read as unsigned."""

    def run(xp: Any, lhs: Any, rhs: Any) -> Any:
        if lhs.dtype.kind == "b":
            return function(xp, lhs, rhs)
        unsigned = f"u{lhs.dtype.itemsize}"
        return xp.asarray(function(xp, lhs.view(unsigned), rhs.view(unsigned))).view(lhs.dtype)

    return run


def _floor_divide(xp: Any, lhs: Any, rhs: Any) -> Any:
    return xp.where(rhs == 0, lhs.dtype.type(-1), xp.floor_divide(lhs, rhs))


def _ceil_divide(xp: Any, lhs: Any, rhs: Any) -> Any:
    return xp.where(rhs == 0, lhs.dtype.type(-1), -xp.floor_divide(-lhs, rhs))


def _binary(name: str, function: Callable[..., Any], doc: str) -> None:
    """Declare an op of two integers of one type."""

    def binary(xp: Any, lhs: Any, rhs: Any) -> Any:
        return function(xp, lhs, rhs)

    binary.__doc__ = doc
    op(name, form="arith_binary", elementwise=True)(binary).infer(_binary_type, result="result_type")


def _binary_type(lhs: Type, rhs: Type) -> Type:
    require(is_integral(lhs), "operand_type", "{lhs} must be an integer or a tensor of integers", at="lhs")
    require(lhs == rhs, "operand_types", "{rhs} must have the type of {lhs}", at="rhs")
    return lhs


_binary("arith.addi", library("add"), "The sum of two integers.")
_binary("arith.subi", library("subtract"), "The difference of two integers.")
_binary("arith.muli", library("multiply"), "The product of two integers.")
_binary("arith.divsi", integers.divide, "The quotient of two signed integers, without its fraction.")
_binary("arith.divui", _unsigned(integers.divide), "The quotient of two unsigned integers, without its fraction.")
_binary("arith.floordivsi", _floor_divide, "The quotient of two signed integers, rounded down.")
_binary("arith.ceildivsi", _ceil_divide, "The quotient of two signed integers, rounded up.")
_binary("arith.remsi", integers.remainder, "What a signed division leaves, with the sign of the dividend.")
_binary("arith.remui", _unsigned(integers.remainder), "What an unsigned division leaves.")
_binary("arith.maxsi", library("maximum"), "The larger of two signed integers.")
_binary("arith.maxui", _unsigned(library("maximum")), "The larger of two unsigned integers.")
_binary("arith.minsi", library("minimum"), "The smaller of two signed integers.")
_binary("arith.minui", _unsigned(library("minimum")), "The smaller of two unsigned integers.")
_binary("arith.andi", library("bitwise_and"), "The bits that both integers have.")
_binary("arith.ori", library("bitwise_or"), "The bits that either integer has.")
_binary("arith.xori", library("bitwise_xor"), "The bits that just one of the integers has.")

#: The predicates of ``arith.cmpi`` in the order of their numbers: name, ufunc, whether operands count as unsigned.
PREDICATES = (
    *(("eq", "equal", False), ("ne", "not_equal", False)),
    *(("slt", "less", False), ("sle", "less_equal", False), ("sgt", "greater", False), ("sge", "greater_equal", False)),
    *(("ult", "less", True), ("ule", "less_equal", True), ("ugt", "greater", True), ("uge", "greater_equal", True)),
)


@op("arith.cmpi", form="arith_cmpi", elementwise=True)
def cmpi(xp: Any, lhs: Any, rhs: Any, *, predicate: int) -> Any:
    """Compare two integers."""
    _, name, unsigned = PREDICATES[predicate]
    if unsigned and lhs.dtype.kind == "i":
        lhs, rhs = (each.view(f"u{each.dtype.itemsize}") for each in (lhs, rhs))
    return getattr(xp, name)(lhs, rhs)


@cmpi.infer(result="result_type")
def _(lhs: Type, rhs: Type, *, predicate: int) -> Type:
    known = 0 <= predicate < len(PREDICATES)
    require(known, "predicate", "there is no predicate number {predicate}", at="predicate")
    _binary_type(lhs, rhs)
    return lhs.with_element(ELEMENTS["i1"]) if isinstance(lhs, TensorType) else ELEMENTS["i1"]


@op("arith.select", form="arith_select", elementwise=True)
def select(xp: Any, condition: Any, true_value: Any, false_value: Any) -> Any:
    """One of two values."""
    return xp.where(condition, true_value, false_value)


@select.infer(result="result_type")
def _(condition: Type, true_value: Type, false_value: Type) -> Type:
    good = is_integral(condition) and element_type(condition).is_bool
    require(good, "operand_type", "{condition} must be an i1 or a tensor of them", at="condition")
    same = true_value == false_value
    require(same, "operand_types", "{false_value} must have the type of {true_value}", at="false_value")
    return true_value


def _cast(xp: Any, operand: Any, *, result: Type) -> Any:
    return convert(xp, operand, element_type(result).dtype)


def _cast_unsigned(xp: Any, operand: Any, *, result: Type) -> Any:
    bits = operand if operand.dtype.kind == "b" else operand.view(f"u{operand.dtype.itemsize}")
    return convert(xp, bits, element_type(result).dtype)


def _cast_type(operand: Type, *, result: Type | None) -> Type | None:
    require(is_integral(operand), "operand_type", "{operand} must be an integer or a tensor of integers", at="operand")
    if result is not None:
        shapes = [type_.shape if isinstance(type_, TensorType) else None for type_ in (operand, result)]
        good = is_integral(result) and shapes[0] == shapes[1]
        require(good, "result_type", "{result} must have the shape of {operand}, and integers", at="result")
    return result


def _declare_cast(name: str, function: Callable[..., Any], doc: str) -> None:
    """Declare an op that gives an integer in another type."""

    def cast(xp: Any, operand: Any, *, result: Type) -> Any:
        return function(xp, operand, result=result)

    cast.__doc__ = doc
    op(name, form="to")(cast).infer(_cast_type)


_declare_cast("arith.index_cast", _cast, "An integer as one of another width, with its sign; index has 64 bits.")
_declare_cast("arith.index_castui", _cast_unsigned, "An unsigned integer as one of another width; index has 64 bits.")
_declare_cast("arith.extsi", _cast, "A signed integer in more bits.")
_declare_cast("arith.extui", _cast_unsigned, "An unsigned integer in more bits.")
_declare_cast("arith.trunci", _cast, "The low bits of an integer.")
