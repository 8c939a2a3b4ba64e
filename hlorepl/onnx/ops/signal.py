"""Signals (ONNX: DFT, STFT, HannWindow, HammingWindow, BlackmanWindow, MelWeightMatrix)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...errors import HloError
from ...kernels.windows import window_view
from ..precision import in_wide_floats
from ..registry import op
from ..spatial import result_shape
from ..tensors import describe, dtype_of, normal_axis, scalar
from .cast import convert


@op("DFT", since=20)
def dft(xp, input, dft_length=None, axis=None, *, inverse=0, onesided=0):
    """The discrete Fourier transform along an axis; the last dimension holds real (and imaginary) parts."""
    place = -2 if axis is None else int(scalar(axis, "axis"))
    return _dft(xp, input, dft_length, axis=place, inverse=inverse, onesided=onesided)


@op("DFT", since=17)
def dft_17(xp, input, dft_length=None, *, axis=1, inverse=0, onesided=0):
    """As later versions, with the axis as attribute."""
    return _dft(xp, input, dft_length, axis=axis, inverse=inverse, onesided=onesided)


@in_wide_floats
def _dft(xp: Any, signal: Any, dft_length: Any, *, axis: int, inverse: int, onesided: int) -> Any:
    axis = normal_axis(axis, signal.ndim)
    if axis == signal.ndim - 1 or signal.shape[-1] not in {1, 2}:
        raise HloError(f"DFT: axis {axis} of {describe(signal)} does not hold a signal", code="onnx.DFT.axis")
    length = None if dft_length is None else int(scalar(dft_length, "dft_length"))
    if length is not None and length < 1:
        raise HloError(f"DFT: the length is at least 1, not {length}", code="onnx.DFT.dft_length")
    result_shape("DFT", [signal.size // max(1, signal.shape[axis]), length or 1])
    values = to_complex(xp, signal)
    if onesided and inverse:
        return xp.fft.irfft(values, length, axis)[..., None]
    if onesided:
        if signal.shape[-1] != 1:
            raise HloError("DFT: a one-sided transform needs a real signal", code="onnx.DFT.onesided")
        return from_complex(xp, xp.fft.rfft(values, length, axis))
    return from_complex(xp, (xp.fft.ifft if inverse else xp.fft.fft)(values, length, axis))


def to_complex(xp: Any, parts: Any) -> Any:
    """Real values from a last dimension of 1, complex ones from one of 2."""
    if parts.shape[-1] == 1:
        return parts[..., 0]
    return xp.ascontiguousarray(parts).view(np.complex64 if parts.dtype == np.float32 else np.complex128)[..., 0]


def from_complex(xp: Any, values: Any) -> Any:
    """Complex values as real and imaginary parts in a last dimension."""
    return xp.stack([values.real, values.imag], axis=-1)


@op("STFT", since=17)
@in_wide_floats
def stft(xp, signal, frame_step, window=None, frame_length=None, *, onesided=1):
    """The Fourier transforms of windowed frames of a signal."""
    if signal.ndim != 3:
        raise HloError(f"STFT: the signal is (batch, length, 1 or 2), not {describe(signal)}", code="onnx.STFT.signal")
    length = signal.shape[1] if window is None else window.shape[0]
    if frame_length is not None:
        length = int(scalar(frame_length, "frame_length"))
    if window is not None and window.shape != (length,):
        raise HloError(f"STFT: no window {describe(window)} for frames of {length}", code="onnx.STFT.window")
    values = to_complex(xp, signal)
    step = int(scalar(frame_step, "frame_step"))
    if step < 1 or not 1 <= length <= values.shape[1]:
        raise HloError(
            f"STFT: no frames of {length} at steps of {step} in {describe(signal)}", code="onnx.STFT.frame_length"
        )
    frames = window_view(xp, values, (1, length), (1, step))[:, :, 0]
    if window is not None:
        frames = frames * window
    return from_complex(xp, xp.fft.rfft(frames) if onesided and values.dtype.kind != "c" else xp.fft.fft(frames))


def _window(name: str, weights: tuple[float, ...], doc: str) -> None:
    """Enter a window that is a sum of cosines."""

    def run(xp, size, *, output_datatype=1, periodic=1):
        (count,) = result_shape(name, [int(scalar(size, "size"))])
        angles = xp.arange(count) * (2 * math.pi / max(1, count if periodic else count - 1))
        result = sum(weight * xp.cos(order * angles) for order, weight in enumerate(weights))
        return convert(xp, xp.asarray(result, np.float64), dtype_of(output_datatype))

    run.__doc__ = doc
    op(name, since=17)(run)


_window("HannWindow", (0.5, -0.5), "The Hann window of a length.")
_window("HammingWindow", (25 / 46, -21 / 46), "The Hamming window of a length.")
_window("BlackmanWindow", (0.42, -0.5, 0.08), "The Blackman window of a length.")


@op("MelWeightMatrix", since=17)
def mel_weight_matrix(
    xp, num_mel_bins, dft_length, sample_rate, lower_edge_hertz, upper_edge_hertz, *, output_datatype=1
):
    """Triangles of height 1, evenly spaced on the mel scale: ``(dft_length // 2 + 1, num_mel_bins)``."""
    bins, length = int(scalar(num_mel_bins, "num_mel_bins")), int(scalar(dft_length, "dft_length"))
    rate = scalar(sample_rate, "sample_rate")
    result_shape("MelWeightMatrix", [length // 2 + 1, bins])
    if length < 0 or rate <= 0:
        raise HloError("MelWeightMatrix: length and rate are greater than 0", code="onnx.MelWeightMatrix.sample_rate")
    low, high = (
        2595 * math.log10(1 + scalar(edge, name) / 700)
        for edge, name in ((lower_edge_hertz, "lower_edge_hertz"), (upper_edge_hertz, "upper_edge_hertz"))
    )
    mel = np.arange(bins + 2) * ((high - low) / (bins + 2)) + low
    edges = np.floor((length + 1) * (700 * (10 ** (mel / 2595) - 1)) / rate).astype(int)
    place = np.arange(length // 2 + 1)[:, None]
    start, peak, end = edges[:-2], edges[1:-1], edges[2:]
    rising = (place - start) / np.maximum(peak - start, 1)
    falling = (end - place) / np.maximum(end - peak, 1)
    result = np.where((place >= start) & (place < peak), rising, 0.0)
    result = np.where((place >= peak) & (place < end), falling, result)
    # A triangle may lack a side; its peak it has.
    result = np.where(place == peak, 1.0, result)
    return convert(xp, xp.asarray(result), dtype_of(output_datatype))
