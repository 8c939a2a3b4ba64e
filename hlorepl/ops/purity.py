"""Whether a region does anything besides giving its results: decided here, for everybody who would not run it as it is.

A region may be run on other values than the specification names, in another order, more often, less often or not at
all (a counted loop's condition, a reducer that is one ufunc, a comparator that is keys) only where nobody could tell.
That is so where every op that it can reach, through its own regions and the functions that they call,

- has no effect: no check, print, probe, transfer, custom call or draw from ``rng``'s hidden state, and no unknown op;
- cannot fail: it has results for whatever values come (element-wise ops, and those declared ``total``).

MLIR calls this Pure: no effects, and always speculatable. Whatever is not known to be so counts as not so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.types import TensorType
from .registry import of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..ir.core import Block, Op


def is_pure(block: Block) -> bool:
    """Whether nobody could tell how often, on what and whether a block is run. Its calls are linked."""
    return all(op is not None and _is_pure_itself(op) for op in reached(block.ops))


def is_free(op: Op) -> bool:
    """Whether nobody could tell if an op is run elsewhere, once for several, or not at all where nobody reads its results.

    Unlike ``is_pure`` this does not ask that its body works on whole arrays place by place.
    """
    if not op.regions and not op.links:
        return _is_free_itself(op)
    return all(each is not None and _is_free_itself(each) for each in reached([op]))


def _is_free_itself(op: Op) -> bool:
    spec = of(op)
    if spec is None or _has_effect_itself(op) or not (spec.sure or spec.terminator):
        return False
    return all(isinstance(value.type, TensorType) and value.type.is_static for value in (*op.operands, *op.results))


def has_effect(op: Op) -> bool:
    """Whether an op, or something that it runs, does more than give results; failing does not count."""
    return _has_effect_itself(op) or runs_effects(op)


def runs_effects(op: Op) -> bool:
    """Whether there is an effect in an op's regions or in the functions that it calls."""
    return any(inner is None or _has_effect_itself(inner) for inner in reached([op]) if inner is not op)


def reached(ops: Iterable[Op]) -> Iterator[Op | None]:
    """All ops that running some may run, each function's once; None for a function that cannot be looked into."""
    todo, seen = list(ops), set()
    while todo:
        for op in todo.pop().walk():
            yield op
            for function in op.callees:
                if function.is_declaration:
                    yield None
                elif id(function) not in seen:
                    seen.add(id(function))
                    todo += function.body.ops


def _is_pure_itself(op: Op) -> bool:
    spec = of(op)
    if spec is None or _has_effect_itself(op) or not (spec.elementwise or spec.total or spec.terminator):
        return False
    # Where sizes are dynamic, any op may meet shapes that do not fit.
    types = (value.type for value in (*op.operands, *op.results))
    return all(type_.is_static for type_ in types if isinstance(type_, TensorType))


def _has_effect_itself(op: Op) -> bool:
    """Also of an op that nobody knows, and of one that calls what is not linked."""
    spec = of(op)
    return spec is None or not spec.pure or bool(spec.callees and not op.callees)
