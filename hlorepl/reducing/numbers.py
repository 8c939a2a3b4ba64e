"""Numbers that a person can read: arguments and constants that are zero, one, a single number, or rounded to few digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.attributes import DenseAttr
from ..ir.types import ElementType, TensorType
from .case import Case, Draft, is_constant, is_static
from .minimising import minimal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..ir.core import Op, Value
    from .trying import Trying

#: Arrays of no more elements are looked at one by one.
_MOST_ELEMENTS = 64
#: As many elements may stand in the text, in all.
MOST_WRITTEN = 1024
_MOST_HELD = 40
#: Of larger arrays so many elements are weighed.
_LOOKED_AT = 256


def simplify(trying: Trying) -> None:
    """Put simpler numbers in the place of those that are held: in all at once, then one by one."""
    case = trying.best
    every = _held(case)
    trying.first(_changes(), lambda change: _changed(case, dict.fromkeys(range(len(every)), change)))
    if len(every) <= _MOST_HELD:
        for number in range(len(every)):
            _simplify_one(trying, number)


def _simplify_one(trying: Trying, number: int) -> None:
    case = trying.best
    held = _held(case)
    if number >= len(held):
        return
    of, array = held[number]
    if array is None or not isinstance(of, TensorType) or not isinstance(of.element, ElementType):
        return
    trying.first(_changes(), lambda change: _changed(case, {number: change}))
    _, array = _held(trying.best)[number]
    if 1 < array.size <= _MOST_ELEMENTS and np.count_nonzero(array) > 1:
        _keep_few(trying, number, np.flatnonzero(array != array.reshape(-1)[0]).tolist())


def _keep_few(trying: Trying, number: int, places: list[int]) -> None:
    """Let as many elements as may be like the first one."""
    case = trying.best

    def make(kept: list[int]) -> Case | None:
        def change(array: Any) -> Any:
            found: Any = np.full(array.size, array.reshape(-1)[0], array.dtype)
            found[kept] = array.reshape(-1)[kept]
            return found.reshape(array.shape)

        return _changed(case, {number: change})

    minimal(places, lambda lists: trying.first(lists, make))


def _changes() -> Iterator[Callable[[Any], Any]]:
    """Ways to make numbers simpler, the simplest first."""
    yield np.zeros_like
    yield np.ones_like
    yield _minus_ones
    for digits in (1, 2, 3):
        yield lambda array, digits=digits: _rounded(_same(array), digits)
    yield _same
    yield lambda array: _rounded(array, 0)
    for digits in (1, 2, 3, 4):
        yield lambda array, digits=digits: _rounded(array, digits)


def _minus_ones(array: Any) -> Any:
    return np.full_like(array, -1) if array.dtype.kind in "if" or array.dtype.kind == "V" else array


def _same(array: Any) -> Any:
    """The first number everywhere."""
    return np.full_like(array, array.reshape(-1)[0]) if array.size else array


def _rounded(array: Any, digits: int) -> Any:
    """Floats with so many significant digits, or (0) as whole numbers; what is not finite stays."""
    if array.dtype.kind in "biu" or not array.size or array.dtype.kind == "V" and "int" in array.dtype.name:
        return array
    if array.dtype.kind == "c":
        return (_rounded(array.real, digits) + 1j * _rounded(array.imag, digits)).astype(array.dtype)
    return _to_digits(array.astype(np.float64), digits).astype(array.dtype)


def _to_digits(wide: Any, digits: int) -> Any:
    """f64 with so many significant digits, or (0) as whole numbers; what is not finite stays."""
    np_: Any = np  # whose stubs know too little of arrays of any type
    with np.errstate(all="ignore"):
        scale = 1.0 if digits == 0 else 10.0 ** (digits - 1 - np_.floor(np_.log10(np_.abs(wide))))
        found = np_.round(wide * scale) / scale
        return np_.where(np_.isfinite(found), found, wide)


def _weight(array: Any) -> tuple[int, int, int]:
    """How hard numbers are to read: how many different ones, how long they are, and how many are not zero."""
    flat = array.reshape(-1)
    if not any(array.strides):
        flat = flat[:1]
    different = {each.tobytes(): each for each in flat[:_LOOKED_AT]}
    size = len(different) if flat.size <= _LOOKED_AT else flat.size
    return size, sum(len(str(each)) for each in different.values()), int(np.count_nonzero(flat))


def _held(case: Case) -> list[tuple[Any, Any]]:
    """The types and numbers of arguments, then of the function's constants."""
    arguments = zip((value.type for value in case.entry.arguments), case.arguments, strict=True)
    return [*arguments, *((op.results[0].type, _numbers_of(op)) for op in case.ops if is_constant(op))]


def _numbers_of(op: Op) -> Any:
    value = op.attributes.get("value")
    return value.array if isinstance(value, DenseAttr) else None


def _changed(case: Case, changes: dict[int, Callable[[Any], Any]]) -> Case | None:
    """The case with other numbers; None where all are what they were."""
    held = _held(case)
    found: dict[int, Any] = {}
    for number, change in changes.items():
        of, array = held[number]
        if array is None or not isinstance(of, TensorType) or not isinstance(of.element, ElementType):
            continue
        new = np.asarray(change(array))
        if _weight(new) < _weight(array):
            found[number] = new
    if not found:
        return None
    count = len(case.arguments)
    arguments = [found.get(number, array) for number, array in enumerate(case.arguments)]
    draft = Draft(Case(case.module, case.entry, arguments))
    numbers = iter(range(count, len(held)))
    constants = {op: found.get(next(numbers)) for op in case.ops if is_constant(op)}
    for op, array in constants.items():
        if array is not None:
            of = op.results[0].type
            assert isinstance(of, TensorType)
            draft.values[op.results[0]] = draft.constant(of, array)
    draft.take(case.ops)
    return draft.case_of(case.returned)


def join_held(trying: Trying) -> None:
    """Let one argument or constant stand for several of its type."""
    number = 1
    while number < min(len(_values(trying.best)), _MOST_HELD):
        case = trying.best
        values = _values(case)
        others = [value for value in values[:number] if value.type == values[number].type]
        if trying.first(iter(others), lambda other, case=case, mine=values[number]: _joined(case, mine, other)) is None:
            number += 1


def _values(case: Case) -> list[Value]:
    return [*case.entry.arguments, *(op.results[0] for op in case.ops if is_constant(op))]


def _joined(case: Case, mine: Value, other: Value) -> Case | None:
    draft = Draft(case)
    draft.values[mine] = draft.need(other)
    draft.take(op for op in case.ops if mine not in op.results)
    return draft.case_of(case.returned)


def write_arguments(trying: Trying) -> None:
    """Let arguments be constants, where that shows it too and there are not too many numbers."""
    case = trying.best
    values = case.entry.arguments
    sizes = sum(value.type.size for value in values if isinstance(value.type, TensorType) and value.type.is_static)
    known = all(array is not None for array in case.arguments)
    if not values or not known or sizes > MOST_WRITTEN or not all(is_static(value.type) for value in values):
        return
    draft = Draft(case)
    for value, array in zip(values, case.arguments, strict=True):
        assert isinstance(value.type, TensorType)
        draft.values[value] = draft.constant(value.type, array)
    draft.take(case.ops)
    trying.shows(draft.case_of(case.returned))


def without_unread(case: Case) -> Case | None:
    """The case without the arguments and constants that nothing reads."""
    draft = Draft(case)
    draft.take(op for op in case.ops if not is_constant(op))
    return draft.case_of(case.returned)
