"""How far two engines may be apart at each element of an op's results: numbers from the op's declaration (``ops/error_bounds.py``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from ..errors import HloError
from ..ir.types import element_of
from ..ops.error_bounds import Rounded, Sums, Ulps, Unstable
from ..ops.meanings import Cast, Sum
from ..ops.registry import of
from ..ops.testing.distance import ulps

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..ir.core import Op
    from ..ops.error_bounds import ErrorBound
    from .pieces import Piece
    from .running import Runs

    #: What each element of a result may be off by; None where it is exact.
    Bounds = Any | None

#: Element types whose subnormal numbers an engine may take for zero (f16's are plain numbers of the f32 in which it computes).
_FLUSHED = ("f32", "f64", "bf16", "complex<f32>", "complex<f64>")
#: The unit roundoff of f32, and that of what other devices than the CPU multiply f32 in.
_U32, _U_TF32 = 2.0**-24, 2.0**-11


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What a caller allows: ulp, and |l - r| <= atol + rtol max(|l|, |r|); None for all: what the op's declaration says.

    ``platform`` is where the right side computes.
    """

    ulp: float | None = None
    rtol: float | None = None
    atol: float | None = None
    platform: str = "cpu"

    @property
    def is_given(self) -> bool:
        """Whether the caller has said what is allowed."""
        return not (self.ulp is None and self.rtol is None and self.atol is None)

    def allows(self, left: Any, right: Any) -> bool:
        """Whether a caller's own tolerance allows the difference of two values."""
        if left.shape != right.shape or left.dtype != right.dtype:
            return False
        with np.errstate(all="ignore"):
            return not (~_equal(left, right) & ~self._near(left, right)).any()

    def _near(self, left: Any, right: Any) -> Any:
        near = np.zeros(left.shape, bool)
        if not is_float(left.dtype):
            return near
        if self.ulp is not None:
            near |= _ulps_apart(left, right) <= self.ulp
        if self.rtol is not None or self.atol is not None:
            l, r = wide(left), wide(right)
            limit = (self.atol or 0.0) + (self.rtol or 0.0) * np.maximum(np.abs(l), np.abs(r))
            near |= np.abs(l - r) <= limit
        return near


def is_float(dtype: Any) -> bool:
    """Whether numbers of a type have rounding errors."""
    return dtype.kind in "fc" or dtype.kind == "V" and element_of(dtype).is_float


def wide(array: Any) -> Any:
    """Numbers as f64, or complex ones of f64."""
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _equal(left: Any, right: Any) -> Any:
    """Where two arrays of one type have equal elements; NaN is equal to NaN."""
    if not is_float(left.dtype):
        return left == right
    if left.dtype.kind == "c":
        return _equal(left.real, right.real) & _equal(left.imag, right.imag)
    return (left == right) | (np.isnan(left) & np.isnan(right))


def _ulps_apart(left: Any, right: Any) -> Any:
    if left.dtype.kind == "c":
        return np.maximum(_ulps_apart(left.real, right.real), _ulps_apart(left.imag, right.imag))
    found = ulps(np, left, right).astype(np.float64)
    return np.where(np.isnan(left) | np.isnan(right), np.inf, found)


def is_within(left: Any, right: Any, bound: Bounds) -> bool:
    """Whether all elements are equal, or no more than their bounds apart. NaN stands at the same places."""
    if left.shape != right.shape or left.dtype != right.dtype:
        return False
    with np.errstate(all="ignore"):
        equal = _equal(left, right)
        if bound is None or equal.all():
            return bool(equal.all())
        return bool((equal | (_distance(left, right) <= bound)).all())


def _distance(left: Any, right: Any) -> Any:
    """How far numbers are apart; one that is infinite is the greatest of the type, for that is where it comes from."""
    if left.dtype.kind == "c":
        return np.maximum(_distance(left.real, right.real), _distance(left.imag, right.imag))
    most = float(ml_dtypes.finfo(left.dtype).max)
    l, r = (np.where(np.isinf(each), np.copysign(most, each), each) for each in (wide(left), wide(right)))
    return np.abs(l - r)


def spacing(numbers: Any, dtype: Any) -> Any:
    """One ulp of a type at each of some numbers in f64 (their magnitudes): the distance to the next number."""
    info = ml_dtypes.finfo(dtype)
    _, exponents = np.frexp(numbers)
    least = int(np.frexp(float(info.smallest_normal))[1])
    exponents = np.where(np.isfinite(numbers) & (numbers != 0), exponents, least)
    return np.ldexp(float(info.eps), np.maximum(exponents, least) - 1)


def part_dtype(dtype: Any) -> Any:
    """The type of the parts of complex numbers; of others their own."""
    return np.dtype(np.float64 if dtype == np.complex128 else np.float32) if dtype.kind == "c" else dtype


class Bounded:
    """Works out the bounds of pieces of one op; ``runs`` is where they are run once more, on other values."""

    def __init__(self, runs: Runs, platform: str = "cpu"):
        self.runs = runs
        self.platform = platform
        self._kinds: dict[int, tuple[Op, ErrorBound | None]] = {}

    def bounds(self, piece: Piece, inputs: Sequence[Any], results: Sequence[Any]) -> list[Bounds]:
        """For each result of a piece of one op, of the values that it had."""
        kind = self.kind(piece.ops[0])
        if kind is None or not any(is_float(result.dtype) for result in results):
            return [None] * len(results)
        with np.errstate(all="ignore"):
            try:
                return self._bounds(kind, piece, inputs, results)
            except HloError:  # it cannot be run on other values: what is left is what its results say
                return [_of_size(result, 64.0) if is_float(result.dtype) else None for result in results]

    def kind(self, op: Op) -> ErrorBound | None:
        """What an op may be off by, with what its regions do; None where it is exact."""
        found = self._kinds.get(id(op))
        if found is None:
            found = self._kinds[id(op)] = op, _kind(op)
        return found[1]

    def _bounds(self, kind: ErrorBound, piece: Piece, inputs: Sequence[Any], results: Sequence[Any]) -> list[Bounds]:
        if isinstance(kind, Rounded):
            return [_rounded(kind, result, inputs) for result in results]
        if isinstance(kind, Ulps):
            return [self._ulps(kind, piece, inputs, result) for result in results]
        if isinstance(kind, Sums):
            return self._sums(piece, inputs, results)
        assert isinstance(kind, Unstable)
        return self._unstable(kind, piece, inputs, results)

    def _ulps(self, kind: Ulps, piece: Piece, inputs: Sequence[Any], result: Any) -> Bounds:
        if not is_float(result.dtype):
            return None
        size, part = np.abs(wide(result)), part_dtype(result.dtype)
        if result.dtype.kind == "c":
            found = kind.norm * spacing(size, part)
        elif element_of(result.dtype).bits <= 16:
            found = spacing(size, part) + kind.xla_f32 * kind.floor * 2.0 * _U32
        else:
            units = kind.f32 + kind.xla_f32 if result.dtype.itemsize == 4 else kind.f64 + kind.xla_f64
            found = units * spacing(np.maximum(size, kind.floor), part)
        if kind.conditioned and element_of(result.dtype).bits > 16:
            found = found + kind.conditioned * self._moved(piece, inputs, result)
        return found + _flushed(result.dtype)

    def _moved(self, piece: Piece, inputs: Sequence[Any], result: Any) -> Any:
        """How far the result moves where each operand is the next number."""
        moved: Any = 0.0
        for number, array in enumerate(inputs):
            if is_float(array.dtype) and array.dtype.kind == "f":
                for to in (np.inf, -np.inf):
                    given = [*inputs]
                    given[number] = np.nextafter(array, array.dtype.type(to))
                    (other,) = self.runs(piece, given)
                    moved = np.maximum(moved, np.nan_to_num(np.abs(wide(other) - wide(result)), nan=0.0))
        return moved

    def _sums(self, piece: Piece, inputs: Sequence[Any], results: Sequence[Any]) -> list[Bounds]:
        """N u S for both, n and S from running it on ones, and on magnitudes."""
        sizes = self.runs.wide(piece, [np.abs(array) if is_float(array.dtype) else array for array in inputs])
        counts = self.runs.wide(piece, [np.ones_like(array) if is_float(array.dtype) else array for array in inputs])
        has_region = bool(piece.ops[0].regions)
        found: list[Bounds] = []
        for size, count, result in zip(sizes, counts, results, strict=True):
            if not is_float(result.dtype):
                found.append(None)
                continue
            part = part_dtype(result.dtype)
            u = self._roundoff(result.dtype, has_region)
            terms = np.abs(wide(count)) + 2.0
            bound = 2.0 * terms * u * np.abs(wide(size)) + _flushed(result.dtype)
            if element_of(part).bits <= 16:
                bound = bound + spacing(np.abs(wide(result)) + bound, part)
            found.append(bound * (2.0 if result.dtype.kind == "c" else 1.0))
        return found

    def _roundoff(self, dtype: Any, has_region: bool) -> float:
        """Of what sums are made in: a reducer in its own type, products of small floats in f32."""
        own = float(ml_dtypes.finfo(part_dtype(dtype)).eps) / 2
        if has_region or element_of(dtype).bits > 32:
            return own
        return _U32 if self.platform == "cpu" else max(_U_TF32, _U32)

    def _unstable(self, kind: Unstable, piece: Piece, inputs: Sequence[Any], results: Sequence[Any]) -> list[Bounds]:
        spread = [0.0] * len(results)
        for seed in (1, 2):
            rng = np.random.Generator(np.random.PCG64(seed))
            others = self.runs(piece, [jittered(array, rng, kind.ulps) for array in inputs])
            for number, (other, result) in enumerate(zip(others, results, strict=True)):
                if is_float(result.dtype) and result.size:
                    apart = np.nan_to_num(np.abs(wide(other) - wide(result)), nan=0.0, posinf=0.0)
                    spread[number] = max(spread[number], float(apart.max()))
        return [
            kind.factor * each + _of_size(result, kind.eps) if is_float(result.dtype) else None
            for each, result in zip(spread, results, strict=True)
        ]


def jittered(array: Any, rng: Any, units: float) -> Any:
    """Floats that are off by up to so many eps, relatively."""
    if not is_float(array.dtype):
        return array
    eps = float(ml_dtypes.finfo(part_dtype(array.dtype)).eps)
    return (wide(array) * (1.0 + units * eps * rng.uniform(-1.0, 1.0, array.shape))).astype(array.dtype)


def _of_size(result: Any, units: float) -> Any:
    """So many eps of the greatest magnitude of a result, everywhere."""
    size = np.abs(wide(result))
    most = float(np.max(size, initial=0.0, where=np.isfinite(size)))
    return units * float(ml_dtypes.finfo(part_dtype(result.dtype)).eps) * most + _flushed(result.dtype)


def _rounded(kind: Rounded, result: Any, inputs: Iterable[Any]) -> Bounds:
    if not is_float(result.dtype):
        return None
    part = part_dtype(result.dtype)
    if result.dtype.kind == "c" or any(array.dtype.kind == "c" for array in inputs):
        return kind.norm * spacing(np.abs(wide(result)), part) + _flushed(result.dtype)
    twice = any(is_float(array.dtype) and array.dtype.itemsize > 4 for array in inputs) and element_of(part).bits <= 16
    if element_of(part).bits <= 8 or twice:  # from f64 by way of f32
        return spacing(np.abs(wide(result)), part) + _flushed(result.dtype)
    return _flushed(result.dtype)


def _flushed(dtype: Any) -> float:
    """Below what numbers may be zero."""
    if element_of(dtype).name not in _FLUSHED:
        return 0.0
    return float(ml_dtypes.finfo(part_dtype(dtype)).smallest_normal)


def flushed(array: Any) -> Any:
    """With zeros for subnormal numbers; the array itself where there are none."""
    if not is_float(array.dtype) or array.dtype.kind == "c" or not _flushed(array.dtype):
        return array
    with np.errstate(all="ignore"):
        tiny = (np.abs(array) < ml_dtypes.finfo(array.dtype).smallest_normal) & (array != 0)
    return np.where(tiny, np.zeros((), array.dtype), array) if tiny.any() else array


def _kind(op: Op) -> ErrorBound | None:
    spec = of(op)
    kind = None if spec is None else spec.error
    if not isinstance(kind, Sums) or not op.regions:
        return kind
    inner = [each for each in op.walk() if each is not op and not _is_exact(each)]
    if not inner:
        return None
    return kind if all(map(_adds, inner)) else Unstable()


def _is_exact(op: Op) -> bool:
    spec = of(op)
    return spec is not None and (spec.error is None or spec.exact) and not spec.regions and not op.callees


def _adds(op: Op) -> bool:
    spec = of(op)
    return spec is not None and isinstance(spec.means, Sum | Cast)
