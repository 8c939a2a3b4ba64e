"""Which steps work row by row: the first dimensions of what they read and make are the same, and no row asks for another.

``D`` are the sizes of the leading dimensions of a chain, from the first on. Each function here says how many of them
a step can keep (0: it is no such step). An array that varies along all of them comes in rows; one that varies along none is
the same for all rows; what varies along some only makes the chain keep fewer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...ir.types import TensorType
from ...kernels.reduction import is_by_one_op
from ...ops.meanings import Count, Fold, Regroup, Spread
from ...ops.registry import of
from ...verifier.decoding import decoded
from .draft import meaning, op_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..step import Step

    Shape = tuple[int, ...]

#: Steps that make nothing new: where a chain needs their results, it makes them for itself, row by row.
SPREADING = (Spread, Count)
LIGHT = (*SPREADING, Regroup)


def is_light(step: Step) -> bool:
    """Whether a step makes nothing new."""
    return isinstance(meaning(step), LIGHT)


def common(a: Sequence[int], b: Sequence[int]) -> int:
    """How many sizes at the beginning are the same."""
    count = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        count += 1
    return count


def shape_of(step: Step, operand: int) -> Shape:
    """The shape of an operand of a step, all of whose types are static."""
    of_type = step.origin.operand_types[operand]
    assert isinstance(of_type, TensorType)
    return of_type.sizes


def attribute(step: Step, name: str) -> Any:
    """An attribute of a step's op, decoded."""
    op = op_of(step)
    assert op is not None
    spec = of(op)
    assert spec is not None
    return decoded(op, spec)[name]


def is_plain(step: Step) -> bool:
    """Whether a step is one op that gives one tensor of static tensors, none of them quantized."""
    op = op_of(step)
    if op is None or len(step.outs) != 1 or step.wants_context or step.hands_over or step.shapes[0] is None:
        return False
    types = (*step.origin.operand_types, *step.origin.result_types)
    return all(isinstance(each, TensorType) and each.is_static and not each.element.is_quantized for each in types)


def kept(step: Step, lead: Shape, is_row: Callable[[int], bool]) -> int:
    """How many of the leading dimensions a step can keep.

    ``is_row`` says of an operand, by its place, whether the chain makes it; of others either will do.
    """
    if not is_plain(step):
        return 0
    means = meaning(step)
    rule = _RULES.get(type(means))
    if rule is not None:
        return rule(step, means, lead, is_row)
    return _elementwise(step, lead) if step.elementwise else 0


def _elementwise(step: Step, lead: Shape) -> int:
    shape = step.shapes[0]
    assert shape is not None
    if any(shape_of(step, k) not in ((), shape) for k in range(len(step.ins))):
        return 0
    return common(lead, shape)


def _spread(step: Step, means: Spread, lead: Shape, is_row: Callable[[int], bool]) -> int:
    shape, before = step.shapes[0], shape_of(step, 0)
    assert shape is not None
    axes = list(attribute(step, means.axes))
    if axes != sorted(axes):
        return 0
    varies = {axis for size, axis in zip(before, axes, strict=True) if size != 1}
    count = common(lead, shape)
    wanted = {axis in varies for axis in range(count) if shape[axis] != 1}
    while len(wanted) > 1:
        count -= 1
        wanted = {axis in varies for axis in range(count) if shape[axis] != 1}
    in_rows = is_row(0) or True in wanted
    if in_rows and (axes[:count] != list(range(count)) or common(before, shape) < count):
        # Rows that stand elsewhere, or one row for all of them.
        return 0 if is_row(0) else _first_uniform(lead, shape, varies)
    return count


def _first_uniform(lead: Shape, shape: Shape, varies: set[int]) -> int:
    count = common(lead, shape)
    return min([count, *varies]) if 0 not in varies else 0


def _count(step: Step, means: Count, lead: Shape, is_row: Callable[[int], bool]) -> int:
    shape, axis = step.shapes[0], attribute(step, means.axis)
    assert shape is not None
    count = common(lead, shape)
    return min(count, axis or 1)


def _regroup(step: Step, means: Regroup, lead: Shape, is_row: Callable[[int], bool]) -> int:
    shape = step.shapes[0]
    assert shape is not None
    return min(common(lead, shape), common(shape, shape_of(step, 0)))


def _fold(step: Step, means: Fold, lead: Shape, is_row: Callable[[int], bool]) -> int:
    axes = attribute(step, means.axes)
    if len(step.ins) != 2 or not axes or is_row(1) or len(step.regions) != 1:
        return 0
    (body,) = step.regions
    if not is_by_one_op(body.single_op) or body.argument_types[0].dtype != step.dtypes[0]:
        return 0
    return min(common(lead, shape_of(step, 0)), *axes)


_RULES: dict[type[Any], Callable[[Step, Any, Any, Callable[[int], bool]], int]] = {
    Spread: _spread,
    Count: _count,
    Regroup: _regroup,
    Fold: _fold,
}
