"""Fourier transforms (section "fft")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...backends.abilities import able
from ...errors import HloError, require
from ...ir.types import ELEMENTS
from ..error_bounds import Unstable
from ..registry import op
from ..rules import require_tensors, sizes_agree

if TYPE_CHECKING:
    from ...ir.types import ElementType, TensorType
    from ..annotations import FftType, Ints
    from ..rules import Shape

_COMPLEX_OF = {"f32": "complex<f32>", "f64": "complex<f64>"}
_THREADS_FROM = 1 << 16
"""Transforms of more elements than this are shared among the cores."""


@op("stablehlo.fft", sure=True, form="fft", error=Unstable())
def fft(xp: Any, operand: Any, *, fft_type: FftType, fft_length: Ints) -> Any:
    """Transform the last dimensions, one for each of ``fft_length``, each in its own precision.

    ``FFT`` is ``sum(x[k] * exp(-2πi jk / n))`` and ``IFFT`` its inverse, divided by ``n``; ``RFFT`` keeps the first
    ``n / 2 + 1`` elements of a real input's transform, and ``IRFFT`` is its inverse.
    """
    axes = tuple(range(operand.ndim - len(fft_length), operand.ndim))
    if operand.size == 0 or 0 in fft_length:
        return xp.zeros(_shape(operand.shape, fft_type, fft_length), _dtype(operand.dtype, fft_type))
    transforms = _transforms(xp)
    if fft_type in ("FFT", "IFFT"):
        return transforms(fft_type.lower() + "n", operand, None, axes)
    sizes = (*operand.shape[axes[0] : -1], operand.shape[-1] if fft_type == "RFFT" else fft_length[-1])
    if sizes != tuple(fft_length):
        raise HloError(f"the transformed dimensions have sizes {sizes}, but fft_length is {fft_length}", code="run.fft")
    return transforms(fft_type.lower() + "n", operand, fft_length, axes)


def _transforms(xp: Any) -> Any:
    """``(name, array, lengths, axes) -> array`` by the fastest library there is for the arrays."""
    if not able(xp).is_host:
        return lambda name, array, lengths, axes: getattr(xp.fft, name)(array, lengths, axes)
    import scipy.fft  # late: SciPy

    def run(name: str, array: Any, lengths: Any, axes: tuple[int, ...]) -> Any:
        workers = -1 if array.size > _THREADS_FROM else None
        return getattr(scipy.fft, name)(array, lengths, axes, workers=workers)

    return run


def _shape(shape: tuple[int, ...], fft_type: str, fft_length: Ints) -> tuple[int, ...]:
    if fft_type == "RFFT":
        return (*shape[:-1], _half(shape[-1]))
    return (*shape[:-1], fft_length[-1]) if fft_type == "IRFFT" else shape


def _half(size: int) -> int:
    return size // 2 + 1 if size else 0


def _dtype(dtype: Any, fft_type: str) -> Any:
    if fft_type == "RFFT":
        return np.result_type(dtype, np.complex64)
    return dtype.type(0).real.dtype if fft_type == "IRFFT" else dtype


@fft.infer(element="C2", shape="C5")
def _(operand: TensorType, *, fft_type: FftType, fft_length: Ints, result: TensorType | None = None) -> TensorType:
    require_tensors(operand=operand)
    at, count = "fft_length", len(fft_length)
    require(1 <= count <= 3, "C3", "fft_length has {count} lengths; there may be 1 to 3", at, count=count)
    require(
        count <= operand.rank,
        "C1",
        "fft_length has {count} lengths, but {operand} has {rank} dimensions",
        at,
        count=count,
        rank=operand.rank,
    )
    require(
        all(length >= 0 for length in fft_length),
        "C4",
        "fft_length {lengths} has a negative length",
        at,
        lengths=list(fft_length),
    )
    element = _result_element(operand, fft_type)
    if fft_type in ("FFT", "IFFT"):
        return operand
    if fft_type == "RFFT":
        _require_lengths(operand.extents[-count:], fft_length, "{operand}")
        return operand.resized(operand.rank - 1, _half(fft_length[-1])).with_element(element)
    if result is not None and result.rank == operand.rank:
        _require_lengths(result.extents[-count:], fft_length, "the result", "result")
    _require_lengths(operand.extents[-count:-1], fft_length[:-1], "{operand}")
    require(
        sizes_agree(operand.extents[-1], _half(fft_length[-1])),
        "C5",
        "the last dimension of {operand} has size {size}; {length} real numbers have a transform of {half}",
        "operand",
        size=operand.extents[-1],
        length=fft_length[-1],
        half=_half(fft_length[-1]),
    )
    return operand.resized(operand.rank - 1, fft_length[-1]).with_element(element)


def _result_element(operand: TensorType, fft_type: str) -> ElementType:
    element = operand.element
    real = fft_type == "RFFT"
    require(
        element.name in (_COMPLEX_OF if real else _COMPLEX_OF.values()),
        "C2",
        "{operand} holds {element}, but {kind} takes {wanted}",
        "operand",
        element=element,
        kind=fft_type,
        wanted="f32 or f64" if real else "complex<f32> or complex<f64>",
    )
    if real:
        return ELEMENTS[_COMPLEX_OF[element.name]]
    return element.part if fft_type == "IRFFT" else element  # type: ignore[return-value]


def _require_lengths(sizes: Shape, lengths: Ints, what: str, at: str = "operand") -> None:
    for size, length in zip(sizes, lengths, strict=True):
        require(
            sizes_agree(size, length),
            "C4",
            f"the transformed dimensions of {what} have sizes {{sizes}}, but fft_length is {{lengths}}",
            at,
            sizes=list(sizes),
            lengths=list(lengths),
        )
