"""What is not finite in a value, whatever it is: arrays of every element type, Python's numbers, sequences, tuples, text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..backends import host

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Up to so many elements it costs less to copy what is known of each than to ask NumPy for the whole.
FEW = 4096


def arrays_in(value: Any) -> Iterator[Any]:
    """The host arrays that a value consists of; Python's numbers as arrays of rank 0."""
    import numpy as np  # late: NumPy

    if isinstance(value, list | tuple):
        for part in cast("Sequence[Any]", value):
            yield from arrays_in(part)
    elif isinstance(value, bool | int | float | complex | str):
        yield np.asarray(value)
    elif hasattr(value, "dtype"):
        yield np.asarray(host(value))


def not_finite(value: Any) -> tuple[int, int]:
    """How many NaNs and infinities a value holds. It is asked of every value of a run: what has none is told quickly."""
    import numpy as np  # late: NumPy

    if value.__class__ is float:
        if value - value == 0.0:
            return _NONE
    elif value.__class__ is np.ndarray or value.__class__ is np.float32:
        kind = value.dtype.kind
        if kind in "biu":
            return _NONE
        if kind in "fc":
            finite = np.isfinite(value)
            # Of a few elements it is the calls that cost.
            if 0 not in finite.tobytes() if finite.size <= FEW else finite.all():
                return _NONE
    elif value.__class__ is int or value.__class__ is bool:
        return _NONE
    nans = infinities = 0
    for array in arrays_in(value):
        if may_be_infinite(array.dtype) and not np.isfinite(array).all():
            nans += int(np.count_nonzero(np.isnan(array)))
            infinities += int(np.count_nonzero(np.isinf(array)))
    return nans, infinities


_NONE = (0, 0)


def may_be_infinite(dtype: Any) -> bool:
    """Whether a dtype has numbers that are not finite."""
    return dtype.kind in "fc" or dtype.kind == "V" and "int" not in dtype.name
