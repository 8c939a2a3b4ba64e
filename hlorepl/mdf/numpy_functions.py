"""NumPy's functions for expressions: those that compute numbers from numbers, and touch no files, memory, types or state.

A function that may make more elements than it is given is :class:`Sized`: how many is known before they are made.
"""

from __future__ import annotations

import builtins
import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .arithmetic import power
from .values import elements, sizes_of

if TYPE_CHECKING:
    from collections.abc import Callable

UFUNCS = {
    name: function
    for name, function in vars(np).items()
    if isinstance(function, np.ufunc) and function.nout == 1 and function.signature is None and name != "isnat"
} | {"power": power, "pow": power}
"""NumPy's element-wise functions; powers of integers do not grow beyond 64 bits."""


_PRODUCTS = frozenset(
    ("dot", "matmul", "outer", "inner", "kron", "cross", "convolve", "correlate", "fft.fft", "fft.ifft")
)


class Sized:
    """A function that makes an array; how many elements that has is known from the arguments before it is made."""

    __slots__ = ("_make", "is_product", "name", "size")

    def __init__(self, name: str, size: Callable[..., int], make: Callable[..., Any]):
        self.name = name
        self.size = size
        self._make = make
        #: Whether there are never more elements than those of two arguments multiplied.
        self.is_product = name in _PRODUCTS

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        elements([self.size(*args, **keywords)])
        return _numbers(self._make(*args, **keywords))


def _numbers(made: Any) -> Any:
    """What a function made, which is to be numbers, whatever it was given."""
    if isinstance(made, np.ndarray) and made.dtype.kind not in "fiubc":
        raise HloError("the function needs numbers, and rows of equal length", code="type.operand")
    return made


FUNCTIONS: dict[str, Callable[..., Any]] = dict(UFUNCS)
"""Every function by its name in NumPy."""

ELEMENTWISE = {*UFUNCS}
"""Those that treat each element alone."""


def _enter(names: str, alone: bool = False) -> None:
    """Functions as NumPy has them, whose results have no more elements than what they are given."""
    for name in names.split():
        if _is_there(name):
            FUNCTIONS[name] = _plain(_attribute(name))
            if alone:
                ELEMENTWISE.add(name)


def _is_there(name: str) -> bool:
    """Whether this version of NumPy has it."""
    module, _, last = name.rpartition(".")
    return last in vars(getattr(np, module) if module else np)


def _attribute(name: str) -> Any:
    module, _, last = name.rpartition(".")
    return vars(getattr(np, module) if module else np)[last]


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **keywords: Any) -> Any:
        return _numbers(function(*args, **keywords))

    return call


def _quietly(names: str) -> None:
    """The same for functions that write warnings about their arguments."""
    for name in names.split():
        FUNCTIONS[name] = _silent(_plain(_attribute(name)))


def _silent(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **keywords: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*args, **keywords)

    return call


def _sized(name: str, size: Callable[..., int], make: Callable[..., Any] | None = None, alone: bool = False) -> None:
    """A function that may make more than it is given."""
    FUNCTIONS[name] = Sized(name, size, _attribute(name) if make is None else make)
    if alone:
        ELEMENTWISE.add(name)


# --- element by element -------------------------------------------------------------------------------------------


def together(*values: Any) -> int:
    """How many elements values have that are broadcast together."""
    return elements(np.broadcast_shapes(*map(np.shape, values)))


def _round(value: Any, decimals: Any = 0) -> Any:
    return np.round(value, int(decimals))


def _int64(value: Any) -> Any:
    return np.asarray(value, np.float64 if np.asarray(value).dtype.kind == "f" else np.int64).astype(np.int64)[()]


_enter("fix i0 sinc isneginf isposinf nan_to_num real imag iscomplex isreal zeros_like ones_like", alone=True)
_sized("where", together, alone=True)
_sized("clip", lambda *args: together(*args[:3]), alone=True)
_sized("isclose", lambda a, b, *_: together(a, b), alone=True)
_sized("full_like", lambda value, _: np.size(value), alone=True)
FUNCTIONS |= {"round": _round, "around": _round, "int64": _int64}
FUNCTIONS["float64"] = lambda value: np.asarray(value, np.float64)[()]
ELEMENTWISE |= {"round", "around", "int64", "float64"}

# --- along axes ---------------------------------------------------------------------------------------------------

_REDUCTIONS = "sum prod mean std var min max amin amax ptp argmin argmax any all count_nonzero median average"
_AVERAGES = ("mean", "var", "std", "median", "average")


def _reduction(name: str) -> Callable[..., Any]:
    reduce = _silent(_plain(_attribute(name))) if name in _AVERAGES else _plain(_attribute(name))

    def reduction(value: Any, axis: Any = None) -> Any:
        if name in _AVERAGES and not np.size(value):
            return np.sum(value, axis=axis) * np.nan
        return reduce(value, axis=tuple(axis) if isinstance(axis, list | np.ndarray) else axis)

    return reduction


FUNCTIONS |= {name: _reduction(name) for name in _REDUCTIONS.split()}
_enter("cumsum cumprod nancumsum nancumprod sort argsort partition argpartition lexsort unique flip fliplr flipud roll")
_enter(
    "rot90 ediff1d gradient unwrap trapezoid trace diagonal array_equal array_equiv allclose angle digitize modf frexp"
)
_enter("ravel squeeze expand_dims swapaxes moveaxis rollaxis atleast_1d atleast_2d atleast_3d matrix_transpose")
_enter(
    "permute_dims tril triu compress extract delete trim_zeros take_along_axis nonzero flatnonzero shape size ndim vdot"
)
_enter(
    "intersect1d setdiff1d setxor1d union1d isin divmod fft.fftshift fft.ifftshift linalg.det linalg.slogdet linalg.inv"
)
_enter(
    "linalg.pinv linalg.solve linalg.cholesky linalg.qr linalg.svdvals linalg.eigh linalg.eigvalsh linalg.matrix_rank"
)
_enter("linalg.matrix_power linalg.norm linalg.cond linalg.trace")
_quietly("nansum nanprod nanmean nanstd nanvar nanmin nanmax nanmedian nanargmin nanargmax linalg.lstsq")


def _of_diff(value: Any, times: Any = 1, axis: Any = -1) -> int:
    if times > max(np.size(value), 1):
        raise HloError(f"{times} differences of {np.size(value)} elements", code="limit.size")
    return np.size(value)


def _of_rows(value: Any) -> int:
    rows = np.shape(value)[0] if np.ndim(value) > 1 else 1
    return elements([rows, rows])


def _of_svd(value: Any) -> int:
    return elements([*np.shape(value)[:-2], max(np.shape(value)[-2:], default=1) ** 2])


def _of_parts(value: Any, parts: Any, *_: Any, axis: Any = 0) -> int:
    """Each part is an array, which takes memory even where it holds nothing."""
    return elements([np.size(value) + 16 * (int(parts) if np.ndim(parts) == 0 else np.size(parts))])


_sized("diff", _of_diff)
_sized("cov", _of_rows, _silent(_attribute("cov")))
_sized("corrcoef", _of_rows, _silent(_attribute("corrcoef")))
_sized("polyfit", lambda x, y, degree: elements([np.size(x), degree + 1]), _silent(_attribute("polyfit")))
_sized("linalg.svd", _of_svd)
_sized("split", _of_parts)
_sized("array_split", _of_parts)
_sized("fft.fft", np.size)
_sized("fft.ifft", np.size)


def _of_quantiles(value: Any, at: Any, *_: Any, axis: Any = None) -> int:
    return np.size(value) * max(np.size(at), 1)


for _name in ("percentile", "quantile", "nanpercentile", "nanquantile"):
    _sized(_name, _of_quantiles, _silent(_attribute(_name)))

# --- products -----------------------------------------------------------------------------------------------------


def _of_dot(a: Any, b: Any) -> int:
    if not np.ndim(a) or not np.ndim(b):
        return max(np.size(a), np.size(b))
    return elements([*np.shape(a)[:-1], *(np.shape(b)[:-2] + np.shape(b)[-1:] if np.ndim(b) > 1 else ())])


def of_matmul(a: Any, b: Any) -> int:
    """How many elements a matrix product has."""
    if not np.ndim(a) or not np.ndim(b):
        return 0
    columns = np.shape(b)[-1] if np.ndim(b) > 1 else 1
    rows = np.shape(a)[-2] if np.ndim(a) > 1 else 1
    return elements([*np.broadcast_shapes(np.shape(a)[:-2], np.shape(b)[:-2]), rows, columns])


def _of_pairs(a: Any, b: Any, *_: Any, axis: Any = None) -> int:
    return elements([np.size(a), np.size(b)])


def _of_tensordot(a: Any, b: Any, axes: Any = 2) -> int:
    if isinstance(axes, int):
        return elements([*np.shape(a)[: max(np.ndim(a) - axes, 0)], *np.shape(b)[axes:]])
    left, right = (np.atleast_1d(each).tolist() for each in axes)
    kept = [size for at, size in enumerate(np.shape(a)) if at not in left and at - np.ndim(a) not in left]
    return elements(
        [*kept, *(s for at, s in enumerate(np.shape(b)) if at not in right and at - np.ndim(b) not in right)]
    )


def _of_both(a: Any, b: Any, *_: Any, axis: Any = None) -> int:
    return elements([np.size(a) + np.size(b)])


_sized("dot", _of_dot)
_sized("matmul", of_matmul)
_sized("outer", _of_pairs)
_sized("inner", lambda a, b: elements([*np.shape(a)[:-1], *np.shape(b)[:-1]]))
_sized("kron", _of_pairs)
_sized("tensordot", _of_tensordot)
for _name in ("convolve", "correlate", "polymul", "polyadd", "polysub", "append"):
    _sized(_name, _of_both)
_sized("polyval", lambda p, x: max(np.size(x), 1))
_sized("cross", lambda a, b, axis=-1: together(a, b))
_sized("select", lambda tests, values, *_: together(*tests, *values))
_enter("polyder polyint")

# --- joined, repeated, picked -------------------------------------------------------------------------------------


def _of_items(items: Any, axis: Any = 0) -> int:
    return elements([builtins.sum(np.size(item) for item in items)])


for _name in ("concatenate", "stack", "hstack", "vstack", "dstack", "column_stack"):
    _sized(_name, _of_items)


def _array(items: Any) -> Any:
    made = np.array(items)
    if made.dtype.kind not in "fiub":
        raise HloError("numpy.array needs a list of numbers, with rows of equal length", code="type.operand")
    return made


def _largest(value: Any) -> int:
    return max(int(np.max(value)), 0) if np.size(value) else 0


def _of_padding(value: Any, width: Any, *_: Any) -> int:
    return elements([size + 2 * _largest(width) for size in np.shape(value)])


def _of_taken(value: Any, indices: Any, axis: Any = None) -> int:
    rest = 1 if axis is None else np.size(value) // max(np.shape(value)[int(axis)], 1)
    return elements([np.size(indices), rest])


FUNCTIONS["array"] = FUNCTIONS["asarray"] = _array
_sized("tile", lambda value, times: elements([np.size(value), *np.atleast_1d(times).tolist()]))
_sized("repeat", lambda value, times, axis=None: elements([np.size(value), _largest(times)]))
_sized("pad", _of_padding)
_sized("resize", lambda value, shape: math.prod(sizes_of(shape)))
_sized(
    "broadcast_to",
    lambda value, shape: math.prod(sizes_of(shape)),
    lambda value, shape: np.broadcast_to(value, sizes_of(shape)),
)
_sized("take", _of_taken)
_sized("searchsorted", lambda value, wanted, *_: np.size(wanted))
_sized("interp", lambda x, *_: np.size(x))


def _reshape_sizes(shape: Any) -> Any:
    if isinstance(shape, np.ndarray):
        shape = shape.tolist()
    return [int(size) for size in shape] if isinstance(shape, list | tuple) else int(shape)


FUNCTIONS["reshape"] = lambda value, shape: np.reshape(value, _reshape_sizes(shape))
FUNCTIONS["transpose"] = lambda value, axes=None: np.transpose(value, axes)

# --- made of sizes ------------------------------------------------------------------------------------------------


def _steps(start: Any, stop: Any = None, step: Any = 1) -> int:
    start, stop = (0, start) if stop is None else (start, stop)
    return elements([max(math.ceil((float(stop) - float(start)) / (float(step) or math.nan)), 0)])


def _arange(start: Any, stop: Any = None, step: Any = 1) -> Any:
    return np.arange(0, start, step) if stop is None else np.arange(start, stop, step)


def _counted(name: str) -> Callable[..., Any]:
    """A function of two ends and a number, which may be a whole float."""
    make = _attribute(name)
    return lambda start, stop, count=50: make(start, stop, int(count))


def _of_square(rows: Any, columns: Any = None) -> int:
    return math.prod(sizes_of([rows, rows if columns is None else columns]))


def _eye(rows: Any, columns: Any = None) -> Any:
    rows, columns = sizes_of([rows, rows if columns is None else columns])
    return np.eye(rows, columns)


def _tri(rows: Any, columns: Any = None) -> Any:
    rows, columns = sizes_of([rows, rows if columns is None else columns])
    return np.tri(rows, columns)


def _of_diagonal(value: Any, at: Any = 0) -> int:
    side = np.size(value) + abs(int(at))
    return elements([side, side]) if np.ndim(value) < 2 else np.size(value)


_sized("zeros", lambda shape: math.prod(sizes_of(shape)), lambda shape: np.zeros(sizes_of(shape)))
_sized("ones", lambda shape: math.prod(sizes_of(shape)), lambda shape: np.ones(sizes_of(shape)))
_sized("full", lambda shape, _: math.prod(sizes_of(shape)), lambda shape, value: np.full(sizes_of(shape), value))
_sized("arange", _steps, _arange)
for _name in ("linspace", "logspace", "geomspace"):
    _sized(_name, lambda start, stop, count=50: elements([count, max(np.size(start), np.size(stop))]), _counted(_name))
_sized("eye", _of_square, _eye)
_sized("identity", _of_square, _eye)
_sized("tri", _of_square, _tri)
_sized("diag", _of_diagonal)
_sized("diagflat", lambda value, at=0: _of_diagonal(np.ravel(value), at))
_sized("vander", lambda x, count=None: elements([np.size(x), np.size(x) if count is None else count]))
_sized("bincount", lambda value, *_: elements([_largest(value) + 1]))
_sized("histogram", lambda value, bins=10, *_: elements([int(bins) + 1]) if np.ndim(bins) == 0 else np.size(bins))
_sized("meshgrid", lambda *arrays: elements([len(arrays), *map(np.size, arrays)]))
_sized("indices", lambda shape: elements([np.size(shape), *sizes_of(shape)]), lambda shape: np.indices(sizes_of(shape)))
for _name in ("hanning", "hamming", "blackman", "bartlett"):
    _sized(_name, lambda count: elements([max(count, 0)]))
_sized("kaiser", lambda count, _: elements([max(count, 0)]))
