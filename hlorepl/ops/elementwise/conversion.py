"""Ops that change how elements are represented: conversions, bitcasts, fewer bits, quantizing."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ...backends.abilities import able
from ...errors import require
from ...ir.types import QuantizedType, TensorType
from ...kernels import casts, quantization
from ...kernels.numbers import is_plain
from ..error_bounds import Rounded
from ..expressions import Expression
from ..meanings import Cast
from ..registry import op
from ..rules import require_tensors, shapes_agree, sizes_agree
from . import numbers
from .rules import FLOATS, as_declared, require_kinds

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..annotations import I32


@op("stablehlo.convert", view="maybe", form="same", elementwise=True, means=Cast(), keeps=True, error=Rounded())
def convert(xp: Any, operand: Any, *, result: TensorType) -> Any:
    """The elements converted to another type (section "convert").

    Where the specification leaves it open: integers wrap; floats lose their fraction and are clamped to an integer
    type, with 0 for NaN; everything rounds once, to nearest even; complex numbers lose their imaginary part.
    """
    return casts.convert(xp, operand, result.dtype)


@convert.infer(shape="C1", element="result_type")
def _(operand: TensorType, *, result: TensorType | None = None) -> TensorType | None:
    require_tensors(operand=operand)
    for name, type_ in (("operand", operand), ("result", result)):
        plain = not isinstance(type_, TensorType) or not type_.element.is_quantized
        help_text = "uniform_quantize and uniform_dequantize convert quantized tensors"
        require(plain, f"{name}_type", "{at} must not be quantized", name, help=help_text)
    return operand.with_element(result.element) if isinstance(result, TensorType) else None


@convert.plan
def _(xp: Any, operand: TensorType, *, result: TensorType) -> Callable[..., Any] | None:
    before, after = operand.dtype, result.dtype
    if before == after:
        return Expression("{a0}")
    plain = able(xp).is_host and is_plain(before) and is_plain(after) and after.kind != "b"
    if plain and not (before.kind == "f" and after.kind in "iu"):
        return _cast(after)
    return partial(casts.converter(operand.dtype, result.dtype), xp)


@cache
def _cast(dtype: Any) -> Expression:
    return Expression("{a0}.astype({dtype})", dtype=dtype)


@convert.number
def _(operand: TensorType, *, result: TensorType) -> Expression | None:
    return numbers.conversion(operand.dtype, result.dtype)


@op("stablehlo.bitcast_convert", form="signature", total=True, quantized="storage", keeps=True, recodes=True)
def bitcast_convert(xp: Any, operand: Any, *, result: TensorType) -> Any:
    """The same bits as elements of another type (section "bitcast_convert").

    A narrower type appends a dimension with the parts of each element, lowest first; a wider one takes the last away.
    """
    return casts.bitcast(xp, operand, result.dtype)


@bitcast_convert.infer
def _(operand: TensorType, *, result: TensorType | None = None) -> TensorType | None:
    require_tensors(operand=operand)
    if not isinstance(result, TensorType):
        return None
    complexes = operand.element.is_complex == result.element.is_complex
    require(complexes, "C2", "complex numbers are cast to complex numbers only: {operand} to {result}", "result")
    before, after = operand.element.bits, result.element.bits
    if before == after:
        fits = shapes_agree(operand.extents, result.extents)
    elif after < before:
        fits = _splits(operand, result, before, after)
    else:
        fits = _splits(result, operand, after, before)
    require(
        fits, "C1", "{before} bits each of {operand} cannot become {after} bits each of {result}", "result",
        before=before, after=after,
    )  # fmt: skip
    return result


def _splits(wide: TensorType, narrow: TensorType, wide_bits: int, narrow_bits: int) -> bool:
    """Whether the narrow shape is the wide one and a last dimension that holds the parts of an element."""
    if narrow.rank != wide.rank + 1 or wide_bits % narrow_bits:
        return False
    *sizes, parts = narrow.extents
    return shapes_agree(wide.extents, tuple(sizes)) and sizes_agree(parts, wide_bits // narrow_bits)


@op("stablehlo.reduce_precision", form="reduce_precision", elementwise=True, error=Rounded(), quantized="expressed")
def reduce_precision(xp: Any, operand: Any, *, exponent_bits: I32, mantissa_bits: I32) -> Any:
    """Round to fewer bits of exponent and mantissa, in the same type (section "reduce_precision").

    What the exponent does not reach becomes infinite or zero: there are no subnormal numbers. NaN stays NaN.
    """
    return casts.reduce_precision(xp, operand, exponent_bits, mantissa_bits)


@reduce_precision.infer(result="C1")
def _(operand: TensorType, *, exponent_bits: int, mantissa_bits: int, result: TensorType | None = None) -> TensorType:
    require_kinds(FLOATS, operand=operand)
    require(exponent_bits >= 1, "C2", "there must be an exponent bit, not {exponent_bits}", "exponent_bits")
    require(mantissa_bits >= 0, "C3", "mantissa_bits is {mantissa_bits}: less than none", "mantissa_bits")
    return as_declared(operand, result)


# --- quantizing --------------------------------------------------------------------------------------------------


@op("stablehlo.uniform_quantize", form="signature", elementwise=True, quantized="own")
def uniform_quantize(xp: Any, operand: Any, *, result: TensorType) -> Any:
    """Floats, or values quantized otherwise, as storage integers (section "uniform_quantize").

    x / scale, + zero point, clamp to the storage range, round half to even. NaN becomes the integer nearest to 0.
    """
    return quantization.quantize(xp, operand, _quantized(result))


def _quantized(type_: TensorType) -> QuantizedType:
    assert isinstance(type_.element, QuantizedType)
    return type_.element


@uniform_quantize.infer(shape="C1", element="C2")
def _(operand: TensorType, *, result: TensorType | None = None) -> TensorType | None:
    require_tensors(operand=operand)
    element = operand.element
    require(element.is_float or element.is_quantized, "operand_type", "{operand} must hold floats", "operand")
    if not isinstance(result, TensorType):
        return None
    require(result.element.is_quantized, "result_type", "the result must be quantized, not {result}", "result")
    expressed = element.expressed if isinstance(element, QuantizedType) else element
    found = _quantized(result).expressed
    require(
        expressed == found, "C2", "{operand} stands for {expressed}, but the result for {found}", "result",
        expressed=expressed, found=found,
    )  # fmt: skip
    return operand.with_element(result.element)


@uniform_quantize.plan
def _(xp: Any, operand: TensorType, *, result: TensorType) -> Callable[..., Any] | None:
    after = _quantized(result)
    if not isinstance(operand.element, QuantizedType):
        return lambda floats: quantization.quantize(xp, floats, after)
    before = operand.element
    return lambda stored: quantization.requantize(xp, stored, before, after)


@op("stablehlo.uniform_dequantize", form="signature", elementwise=True, quantized="own")
def uniform_dequantize(xp: Any, operand: Any) -> Any:
    """The floats that storage integers stand for: (i - zero point) * scale (section "uniform_dequantize")."""
    raise AssertionError("how the operand is quantized is known to the plan only")


@uniform_dequantize.infer(shape="C1", element="C2")
def _(operand: TensorType) -> TensorType:
    require_tensors(operand=operand)
    require(operand.element.is_quantized, "operand_type", "{operand} must be quantized", "operand")
    return operand.with_element(_quantized(operand).expressed)


@uniform_dequantize.plan
def _(xp: Any, operand: TensorType) -> Callable[..., Any]:
    quantized = _quantized(operand)
    return lambda stored: quantization.dequantize(xp, stored, quantized)
