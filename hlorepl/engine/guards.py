"""Steps that notice when something may have become not finite, at little more than the cost of the run.

Of arithmetic the processor's floating-point flags tell, which NumPy asks for in any case. What may set none is looked at: the bits of
other numbers, narrow types, what libraries compute in threads of their own. A plan for ``guarded`` NumPy says of each step which it is.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends.numpy import NumpyBackend
from ..ir.types import TensorType
from ..ops.meanings import Cast, Choice, Count, Extreme, Regroup, Spread
from .finite import not_finite

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from ..backends.base import Backend
    from ..ops.registry import OpSpec
    from .step import Step

#: Flags tell whether a step made something that is not finite.
FLAGS = "flags"
#: They may not: its results are looked at.
LOOK = "look"
#: What it runs is looked at by itself.
INSIDE = "inside"


class Noticed(BaseException):
    """Something may have become not finite: whoever ``looks_on`` begins anew, step by step. It is no error of the program."""


class Guarded(NumpyBackend):
    """NumPy, whose plans say of their steps what notices; only while somebody ``looks_on`` does anything come of it."""

    guards = True

    def __init__(self) -> None:
        self._is_looking = False

    # Functions of ops are kept by the backend that they are for, and know nothing of any one of these.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Guarded)

    def __hash__(self) -> int:
        return hash(Guarded)

    def quiet(self) -> Any:
        if not self._is_looking:
            return super().quiet()
        return np.errstate(all="call", under="ignore", call=_flagged)

    @contextmanager
    def looks_on(self) -> Generator[None]:
        """While a run may be broken off by ``Noticed``."""
        self._is_looking = True
        try:
            with self.quiet():
                yield
        finally:
            self._is_looking = False

    def look(self, results: Sequence[Any], inputs: Sequence[Any] | None = None) -> None:
        """Look whether results hold what no operand held; without ``inputs`` nothing is known of these."""
        made = _kinds(results) if self._is_looking else _NONE
        if any(made) and (
            inputs is None or any(now and not before for now, before in zip(made, _kinds(inputs), strict=True))
        ):
            raise Noticed


def _flagged(kind: str, flag: int) -> None:
    raise Noticed


_NONE = (False, False)


def _kinds(values: Iterable[Any]) -> tuple[bool, bool]:
    """Whether there are NaNs, and whether infinities."""
    found = [not_finite(value) for value in values]
    return any(nans for nans, _ in found), any(infinities for _, infinities in found)


def guarded(backend: Backend) -> Backend:
    """The backend of plans that notice; the same one where its arrays are not NumPy's own."""
    return Guarded() if type(backend) is NumpyBackend else backend


def guard_of(step: Step, spec: OpSpec | None) -> str:
    """What notices that a step makes what is not finite: nothing has to (empty), or one of the above."""
    if step.rule is not None and not step.waits_itself:
        return INSIDE
    dtypes = [*step.dtypes]
    if all(dtype is not None and dtype.kind in "biu" for dtype in dtypes):
        return ""
    operands: list[Any] = [of.dtype if isinstance(of, TensorType) else None for of in step.origin.operand_types]
    if spec is not None and (_only_moves(spec, operands) or _only_counts(spec, operands, dtypes[0])):
        return ""
    return FLAGS if isinstance(step.function, np.ufunc) and tells(step.function, *operands) else LOOK


def guard_of_parts(steps: Iterable[Step]) -> str:
    """The same of steps that were put together."""
    return INSIDE if any(step.guard for step in steps) else ""


def _only_moves(spec: OpSpec, operands: Sequence[Any]) -> bool:
    """Whether each number of the results is one of the operands', perhaps with another sign."""
    if not spec.pure or spec.regions or spec.recodes:
        return False
    if spec.exact:
        return all(dtype is not None and dtype.kind != "c" for dtype in operands)
    return spec.quantized == "storage" or spec.passes or isinstance(spec.means, Choice | Extreme | Regroup | Spread)


def _only_counts(spec: OpSpec, operands: Sequence[Any], dtype: Any) -> bool:
    """Whether the result has whole numbers in a type that holds all of them, or the same numbers in a wider type."""
    if dtype is None or dtype.kind != "f" or dtype.itemsize < 4:
        return False
    if isinstance(spec.means, Count):
        return True
    before = operands[0] if isinstance(spec.means, Cast) else None
    return before is not None and (before.kind in "biu" or before.kind == "f" and before.itemsize <= dtype.itemsize)


#: Numbers at which functions leave the finite ones, and some at which they do not.
_TRIED = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -3.0, 1e-30, 100.0, -100.0, 800.0, 1e30, -1e30)
#: How many of a number are tried at once: by itself, in some registers and a rest.
_LENGTHS = (1, 37)


@cache
def tells(ufunc: np.ufunc, *dtypes: Any) -> bool:
    """Whether a flag is set wherever a function of NumPy's makes what is not finite of finite f32 or f64: it is tried."""
    if not dtypes or any(dtype is None or dtype.kind != "f" or dtype.itemsize not in (4, 8) for dtype in dtypes):
        return False
    largest = [float(np.finfo(dtype).max) for dtype in dtypes]
    tried = [(*_TRIED, most, -most) for most in largest]
    return all(_told(ufunc, numbers, dtypes) for numbers in product(*tried))


def _told(ufunc: np.ufunc, numbers: Sequence[float], dtypes: Sequence[Any]) -> bool:
    for length in _LENGTHS:
        arrays = [np.full(length, number, dtype) for number, dtype in zip(numbers, dtypes, strict=True)]
        flags: list[str] = []
        with np.errstate(all="call", under="ignore", call=lambda kind, _, flags=flags: flags.append(kind)):
            made: Any = ufunc(*arrays)
        if not flags and any(_kinds([*made] if isinstance(made, tuple) else [made])):
            return False
    return True
