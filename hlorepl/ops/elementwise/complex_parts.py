"""Between complex numbers and their parts: ``complex``, ``real``, ``imag``."""

from __future__ import annotations

from typing import Any

from ...errors import require
from ...ir.types import ELEMENTS, TensorType, tensor_of
from ...kernels import complexmath
from ...kernels.casts import convert
from ..registry import op
from ..rules import merged_shape, types_agree
from .rules import require_kinds


@op("stablehlo.complex", form="complex", elementwise=True)
def complex_(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Complex numbers with these real and imaginary parts (section "complex")."""
    return complexmath.join(xp, lhs, rhs)


@complex_.infer(shape="C2", element="C3")
def _(lhs: TensorType, rhs: TensorType) -> TensorType:
    for name, part in (("lhs", lhs), ("rhs", rhs)):
        require_kinds(("float",), **{name: part})
        require(part.element.bits >= 32, "operand_type", "{at} must hold f32 or f64", name)
    require(types_agree(lhs, rhs), "C1", "{lhs} and {rhs} must have the same type", "rhs", like="lhs")
    return tensor_of(merged_shape((lhs, rhs)), ELEMENTS[f"complex<{lhs.element}>"])


@op("stablehlo.real", form="same", elementwise=True, view="always")
def real(xp: Any, operand: Any) -> Any:
    """The real part; of a real number, itself (section "real")."""
    return operand.real if operand.dtype.kind == "c" else operand


@op("stablehlo.imag", form="same", elementwise=True, view="maybe")
def imag(xp: Any, operand: Any) -> Any:
    """The imaginary part; of a real number, 0 (section "imag"): NaN in f8E8M0FNU, which has no 0."""
    return operand.imag if operand.dtype.kind == "c" else convert(xp, xp.zeros(operand.shape), operand.dtype)


def _part(operand: TensorType) -> TensorType:
    require_kinds(("float", "complex"), operand=operand)
    return operand.with_element(operand.element.part)


real.infer(_part, shape="C1", element="C2")
imag.infer(_part, shape="C1", element="C2")
