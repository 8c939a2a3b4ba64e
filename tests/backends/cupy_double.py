"""A double of CuPy over NumPy: the names, the signatures and the refusals of the installed cupy, without a GPU.

The namespace offers exactly the names that the installed cupy has, and its functions bind their arguments against
cupy's own signatures. Arrays are no NumPy arrays: they refuse to become one but by ``get``, and to be mixed with one;
dtypes that CuPy's kernels do not take are refused, results of rank 0 stay arrays, and indices that come twice in an
assignment win in another order than NumPy's. ``traffic()`` counts what crossed between host and device.
"""

from __future__ import annotations

import inspect
from functools import reduce
from types import ModuleType
from typing import Any

import cupy
import numpy as np
from cupy._core.flags import Flags

_UFUNC, _GUFUNC = type(cupy.add), type(cupy.matmul)
_KINDS = frozenset("biufc")
#: Functions that bring host arrays to the device.
_UPLOADS = frozenset({"array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray"})
#: How cupy's functions name a first argument whose methods they call: a number or a list will not do.
_ARRAY_PARAMETERS = frozenset({"a", "arr", "ary", "m", "x", "condition"})
#: Functions that take other things by such a name.
_TAKE_ANYTHING = _UPLOADS | {"copy", "isscalar", "ndim", "shape", "size"}
#: The ufuncs that ``reduce``, ``accumulate`` and ``reduceat`` of cupy know.
_REDUCING = {"reduce": ("add", "multiply"), "accumulate": ("add", "multiply"), "reduceat": ("add",)}
#: The dtypes of ``ufunc.at``: those with atomic operations.
_ATOMIC = {
    **dict.fromkeys(("and", "or", "xor"), "iIlLqQ"),
    **dict.fromkeys(("max", "min"), "iILQfd"),
    "add": "iILQefdFD",
    "sub": "iI",
}


class Traffic:
    """How often values crossed: ``gets`` of whole arrays, ``scalars`` read one by one, ``uploads`` of host arrays."""

    def __init__(self):
        self.gets = self.scalars = self.uploads = 0


def _check_dtype(dtype: Any) -> Any:
    found = np.dtype(dtype)
    if found.kind not in _KINDS or found.itemsize > 16 or found.char in "gG":
        raise ValueError(f"Unsupported dtype {found}")
    return dtype


class _Values:
    """What goes in and out of NumPy's functions."""

    def __init__(self, traffic: Traffic):
        self.traffic = traffic

    def unwrap(self, value: Any, upload: bool = False) -> Any:
        """NumPy's view of an argument; host arrays are refused."""
        if isinstance(value, ndarray):
            return value._values
        if isinstance(value, np.ndarray):
            if not upload:
                raise TypeError(f"Unsupported type {type(value)}")
            self.traffic.uploads += 1
            _check_dtype(value.dtype)
            return value.copy()
        if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, np.generic)):
            return _check_dtype(value)
        if isinstance(value, np.generic):
            _check_dtype(value.dtype)
        if isinstance(value, tuple | list):
            parts = [self.unwrap(part, upload) for part in value]
            return tuple(parts) if isinstance(value, tuple) else parts
        return value

    def wrap(self, value: Any) -> Any:
        """Arrays and scalars that NumPy gave, as arrays of the device."""
        if isinstance(value, np.ndarray | np.generic):
            _check_dtype(value.dtype)
            return _made(np.asarray(value))
        if isinstance(value, tuple | list):
            made = [self.wrap(part) for part in value]
            return type(value)(*made) if hasattr(value, "_fields") else made if type(value) is list else tuple(made)
        return value


_VALUES = _Values(Traffic())


def _quietly(function: Any, *arguments: Any, **keywords: Any) -> Any:
    with np.errstate(all="ignore"):
        return function(*arguments, **keywords)


class Ufunc:
    """One ufunc: NumPy computes, where cupy has a kernel for the dtypes."""

    def __init__(self, name: str, ours: np.ufunc, theirs: Any):
        self.name = name
        self._ours, self._theirs = ours, theirs
        self.nin, self.nout = theirs.nin, theirs.nout

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        unknown = keywords.keys() - {"out", "casting", "dtype"}
        if unknown:
            raise TypeError(f"Wrong arguments {unknown}")
        out = _VALUES.unwrap(keywords.pop("out", None))
        values = [self._operand(value) for value in arguments]
        if self.name in ("left_shift", "right_shift"):  # C does not say what shifting by the width or more does
            width = 8 * np.result_type(*values).itemsize
            values[1] = values[1] & (width - 1) if isinstance(values[1], int) else np.fmod(values[1], width)
        keywords = {key: _VALUES.unwrap(value) for key, value in keywords.items()}
        result = _quietly(self._ours, *values[: self.nin], **keywords)
        self._check_kernel(values[: self.nin], result)
        if out is not None:
            out[...] = result
            return arguments[-1] if len(arguments) > self.nin else _made(out)
        return _VALUES.wrap(result)

    @staticmethod
    def _operand(value: Any) -> Any:
        if not isinstance(value, ndarray | np.generic | bool | int | float | complex):
            raise TypeError(f"Unsupported type {type(value)}")
        return _VALUES.unwrap(value)

    def _check_kernel(self, values: list[Any], result: Any) -> None:
        """Whether one of cupy's kernels takes such operands and gives that result."""
        outs = [np.dtype(part.dtype) for part in (result if isinstance(result, tuple) else (result,))]
        kinds = [value.dtype for value in values if isinstance(value, np.ndarray)]
        for kernel in self._theirs.types:
            ins, _, given = kernel.partition("->")
            if "E" in kernel or [np.dtype(char) for char in given] != outs:
                continue
            if all(any(np.can_cast(kind, char, "safe") for char in ins) for kind in kinds):
                return
        raise TypeError(f"Wrong type of arguments for {self._theirs.name}: {kinds}")

    def at(self, target: Any, indices: Any, addend: Any = None) -> None:
        kinds = _ATOMIC.get(self._theirs._scatter_op or "")
        if kinds is None:
            raise NotImplementedError(f"`{self.name}.at` is not supported yet")
        if target.dtype.char not in kinds:
            raise TypeError(f"{self.name}.at does not take {target.dtype}")
        addends = [] if addend is None else [_VALUES.unwrap(addend)]
        _quietly(self._ours.at, target._values, _VALUES.unwrap(indices), *addends)

    def _along(self, method: str, array: Any, *arguments: Any, **keywords: Any) -> Any:
        if self.name not in _REDUCING[method]:
            raise NotImplementedError(f"`{self.name}.{method}` is not supported yet")
        found = getattr(self._ours, method)
        return _VALUES.wrap(_quietly(found, array._values, *_VALUES.unwrap(arguments), **keywords))

    def reduce(self, array: Any, axis: Any = 0, dtype: Any = None, keepdims: bool = False) -> Any:
        return self._along("reduce", array, axis=axis, dtype=dtype, keepdims=keepdims)

    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None) -> Any:
        return self._along("accumulate", array, axis=axis, dtype=dtype)

    def reduceat(self, array: Any, indices: Any, axis: int = 0, dtype: Any = None) -> Any:
        return self._along("reduceat", array, indices, axis=axis, dtype=dtype)

    def outer(self, a: Any, b: Any) -> Any:
        return self(a[(..., *(None,) * b.ndim)], b)


def _picking_the_last_nan(pick: Any) -> Any:
    """Arguments of extrema, of several NaNs the last: CuPy does not say which."""

    def run(array: Any, axis: int) -> Any:
        is_nan = np.isnan(array)
        last = array.shape[axis] - 1 - np.argmax(np.flip(is_nan, axis), axis)
        return np.where(is_nan.any(axis), last, pick(array, axis))

    return run


#: Functions for which NumPy says more than CuPy.
_OTHERWISE = {"argmax": _picking_the_last_nan(np.argmax), "argmin": _picking_the_last_nan(np.argmin)}


class Function:
    """One function of a module: bound against cupy's signature, computed by NumPy."""

    def __init__(self, name: str, ours: Any, theirs: Any):
        self.__name__ = name
        self._ours = _OTHERWISE.get(name, ours)
        self._signature = inspect.signature(theirs)
        self._upload = name in _UPLOADS
        first = next(iter(self._signature.parameters), "")
        self._wants_array = first in _ARRAY_PARAMETERS and name not in _TAKE_ANYTHING
        self._wants_arrays = first in ("tup", "arrays")

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        self._signature.bind(*arguments, **keywords)
        self._check_operands(arguments)
        keywords.pop("blocking", None)
        values = [_VALUES.unwrap(value, self._upload) for value in arguments]
        named = {key: _VALUES.unwrap(value, self._upload) for key, value in keywords.items()}
        return _VALUES.wrap(_quietly(self._ours, *values, **named))

    def _check_operands(self, arguments: tuple[Any, ...]) -> None:
        if self._wants_array and arguments and not isinstance(arguments[0], ndarray):
            raise AttributeError(f"{self.__name__} wants an array, not {type(arguments[0])}")
        parts = arguments[0] if self._wants_arrays and arguments else ()
        if not all(isinstance(part, ndarray) for part in parts):
            raise TypeError(f"{self.__name__} wants arrays")


class Namespace:
    """A module of cupy: its names, and no others."""

    def __init__(self, theirs: ModuleType, ours: Any):
        self.__name__ = theirs.__name__
        self._theirs, self._ours = theirs, ours

    def __dir__(self) -> list[str]:
        return [name for name in dir(self._theirs) if not name.startswith("_")]

    def __getattr__(self, name: str) -> Any:
        theirs = getattr(self._theirs, name)  # AttributeError where cupy has no such name
        found = self._offered(name, theirs)
        setattr(self, name, found)
        return found

    def _offered(self, name: str, theirs: Any) -> Any:
        if theirs is cupy.ndarray:
            return ndarray
        if name == "asnumpy":
            return lambda array: array.get() if isinstance(array, ndarray) else np.asarray(array)
        ours = getattr(self._ours, name, None)
        if isinstance(theirs, ModuleType):
            return Namespace(theirs, ours)
        if isinstance(theirs, type) and issubclass(theirs, Exception):
            return theirs
        if ours is None and callable(theirs):
            raise NotImplementedError(f"the double cannot compute {self.__name__}.{name}")
        if isinstance(theirs, _UFUNC) and isinstance(ours, np.ufunc):
            return Ufunc(name, ours, theirs)
        if isinstance(theirs, _UFUNC | _GUFUNC) or inspect.isfunction(theirs):
            return Function(name, ours, theirs if inspect.isfunction(theirs) else ours)
        return theirs


class ndarray:  # noqa: N801 (cupy's name)
    """An array of the device. Its attributes are those of ``cupy.ndarray`` (see the loop below)."""

    __slots__ = ("_values",)
    __hash__ = None  # type: ignore[assignment]
    __array_priority__ = 100

    def __init__(self, shape: Any, dtype: Any = float):
        self._values = np.empty(shape, _check_dtype(dtype))

    def __array__(self, *arguments: Any, **keywords: Any) -> Any:
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()`.")

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        found = getattr(XP, ufunc.__name__, None)
        return NotImplemented if found is None or method != "__call__" else found(*inputs, **keywords)

    def __array_function__(self, function: Any, types: Any, arguments: Any, keywords: Any) -> Any:
        if any(issubclass(kind, np.ndarray) for kind in types):
            return NotImplemented
        path = [*function.__module__.split(".")[1:], function.__name__]
        try:
            return reduce(getattr, path, XP)(*arguments, **keywords)
        except AttributeError:
            return NotImplemented

    def get(self, stream: Any = None, order: str = "C", out: Any = None, blocking: bool = True) -> np.ndarray:
        _VALUES.traffic.gets += 1
        return self._values.copy(order="C")

    def item(self) -> Any:
        _VALUES.traffic.scalars += 1
        return self._values.item()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        raise AttributeError("the double has no memory on a device")

    def tolist(self) -> Any:
        _VALUES.traffic.scalars += 1
        return self._values.tolist()

    def astype(
        self, dtype: Any, order: str = "K", casting: Any = None, subok: Any = None, copy: bool = True
    ) -> ndarray:
        found = _quietly(self._values.astype, _check_dtype(dtype), copy=copy)
        return self if found is self._values else _made(found)

    def view(self, dtype: Any = None) -> ndarray:
        return _made(self._values.view() if dtype is None else self._values.view(_check_dtype(dtype)))

    def __getitem__(self, key: Any) -> ndarray:
        return _made(np.asarray(self._values[_VALUES.unwrap(key)]))

    def __setitem__(self, key: Any, value: Any) -> None:
        place, values = _VALUES.unwrap(key), Ufunc._operand(value)
        # Which of several assignments to one place wins is not said: not the one that wins in NumPy.
        if isinstance(place, np.ndarray) and place.ndim == 1 and place.dtype.kind in "iu":
            spread = np.broadcast_to(values, (len(place), *self.shape[1:]))
            place, values = place[::-1], spread[::-1]
        with np.errstate(all="ignore"):
            self._values[place] = values

    def __iter__(self) -> Any:
        if not self._values.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[number] for number in range(len(self._values)))

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)

    def __str__(self) -> str:
        return str(self._values)

    @property
    def base(self) -> Any:
        return _made(self._values.base) if isinstance(self._values.base, np.ndarray) else None

    @property
    def flags(self) -> Any:
        flags = self._values.flags
        return Flags(flags.c_contiguous, flags.f_contiguous, flags.owndata)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._values.shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        self._values = self._values.reshape(shape)


def _made(values: np.ndarray) -> ndarray:
    found = object.__new__(ndarray)
    found._values = values
    return found


def _property(name: str) -> Any:
    def put(self: ndarray, value: Any) -> None:
        setattr(self._values, name, Ufunc._operand(value))

    return property(lambda self: _VALUES.wrap(getattr(self._values, name)), put if name in ("real", "imag") else None)


def _method(name: str) -> Any:
    text = (getattr(cupy.ndarray, name).__doc__ or "").partition("\n")[0]
    allowed = None if "*" in text or "(" not in text else text.partition("(")[2].partition(")")[0]
    names = None if allowed is None else {part.partition("=")[0].split(" ")[-1] for part in allowed.split(", ")}

    def run(self: ndarray, *arguments: Any, **keywords: Any) -> Any:
        if names is not None and (keywords.keys() - names or len(arguments) >= len(names)):
            raise TypeError(f"cupy.ndarray.{name} takes {names}")
        values = [_VALUES.unwrap(value) for value in arguments]
        named = {key: _VALUES.unwrap(value) for key, value in keywords.items()}
        return _VALUES.wrap(_quietly(getattr(self._values, name), *values, **named))

    return run


def _number(name: str) -> Any:
    def run(self: ndarray) -> Any:
        _VALUES.traffic.scalars += 1
        return getattr(self._values, name)()

    return run


#: Operators and the ufuncs that they are.
_OPERATORS = {
    "add": "add",
    "and": "bitwise_and",
    "divmod": "divmod",
    "eq": "equal",
    "floordiv": "floor_divide",
    "ge": "greater_equal",
    "gt": "greater",
    "le": "less_equal",
    "lshift": "left_shift",
    "lt": "less",
    "matmul": "matmul",
    "mod": "remainder",
    "mul": "multiply",
    "ne": "not_equal",
    "or": "bitwise_or",
    "pow": "power",
    "rshift": "right_shift",
    "sub": "subtract",
    "truediv": "true_divide",
    "xor": "bitwise_xor",
}
_UNARY = {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}


def _binary(ufunc: str, swapped: bool = False) -> Any:
    def run(self: ndarray, other: Any) -> Any:
        if not isinstance(other, ndarray | np.ndarray | np.generic | bool | int | float | complex):
            return NotImplemented
        return getattr(XP, ufunc)(*((other, self) if swapped else (self, other)))

    return run


def _in_place(ufunc: str) -> Any:
    def run(self: ndarray, other: Any) -> ndarray:
        result = getattr(XP, ufunc)(self, other)
        np.copyto(self._values, result._values, casting="same_kind")
        return self

    return run


def _complete() -> None:
    """Give ``ndarray`` what ``cupy.ndarray`` has and NumPy's can answer."""
    for name, ufunc in _OPERATORS.items():
        for prefix, made in (("", _binary(ufunc)), ("r", _binary(ufunc, swapped=True)), ("i", _in_place(ufunc))):
            if hasattr(cupy.ndarray, f"__{prefix}{name}__"):
                setattr(ndarray, f"__{prefix}{name}__", made)
    for name, ufunc in _UNARY.items():
        setattr(ndarray, f"__{name}__", lambda self, ufunc=ufunc: getattr(XP, ufunc)(self))
    for name in ("__bool__", "__int__", "__float__", "__complex__"):
        setattr(ndarray, name, _number(name))
    for name in dir(cupy.ndarray):
        if name.startswith("_") or name in ndarray.__dict__ or not hasattr(np.ndarray, name):
            continue
        is_method = callable(getattr(np.ndarray, name))
        setattr(ndarray, name, _method(name) if is_method else _property(name))


XP: Any = Namespace(cupy, np)
_complete()


def double() -> Any:
    """The namespace, with counts that begin at 0."""
    _VALUES.traffic = Traffic()
    return XP


def special() -> Any:
    """``cupyx.scipy.special`` likewise."""
    import cupyx.scipy.special
    import scipy.special

    return Namespace(cupyx.scipy.special, scipy.special)


def traffic() -> Traffic:
    """What crossed since ``double`` was called."""
    return _VALUES.traffic
