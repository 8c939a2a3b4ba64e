"""What no state of a session needs any more goes: ops that no name depends on, tables that no op was run by, texts of neither.

Undo forgets the oldest states when what they hold grows too large (``moments.py``). Their ops are in the lists of the later states, too,
which ``:save`` reads: those among them that it would not write are left out.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from ..ir.kept import KeptList

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..ir.contents import FileContents
    from ..ir.core import Op
    from ..ir.symbols import Symbols
    from .state import State


def needed(ops: Sequence[Op], live: set[int]) -> list[tuple[int, Op]]:
    """The ops that live values (by their ids) depend on, and those that do more than give values; in order, with their indices."""
    from ..ops.purity import has_effect  # late: start-up

    wanted = set(live)
    found: list[tuple[int, Op]] = []
    for time, op in reversed([*enumerate(ops)]):
        if any(id(result) in wanted for result in op.results) or has_effect(op):
            found.append((time, op))
            for inner in op.walk():
                wanted.update(id(value) for value in inner.operands)
    return found[::-1]


def trimmed(states: Sequence[State]) -> list[State]:
    """The states, each of which led to the next, with what they need alone. What has no use by then is freed at once."""
    last = states[-1]
    live = {id(bound.value) for state in states for bound in state.names.values()}
    kept = needed(last.ops, live)
    times = [time for time, _ in kept]
    ops = [op for _, op in kept]
    found: list[State] = []
    made: KeptList[Op] = KeptList()
    begun = 0
    for state in states:
        end = sum(time < len(state.ops) for time in times[begun:]) + begun
        made, begun = made.with_(ops[begun:end]), end
        new = state.copy()
        new.replaced, new.ops, new.older = state.replaced, made, _older(state, times)
        found.append(new)
    _forget_texts(found)
    gc.collect()  # ops and values know each other, so they would wait
    return found


def _older(state: State, times: list[int]) -> tuple[tuple[int, Symbols], ...]:
    """The tables of symbols by which ops that are kept were run, counted anew."""
    found: list[tuple[int, Symbols]] = []
    before = 0
    for until, symbols in state.older:
        count = sum(time < until for time in times)
        if count > before:
            found.append((count, symbols))
        before = count
    return tuple(found)


def _forget_texts(states: Sequence[State]) -> None:
    """Comments and aliases of texts of which nothing else is left are not looked up any more, nor are those that newer ones cover."""
    sources = {id(op.span.source) for state in states for op in _all_ops(state) if op.span is not None}
    for state in states:
        layer: FileContents | None = state.contents
        names = set[str]()
        while layer is not None:
            names |= layer.aliases.keys()
            while (outer := layer.outer) is not None and _is_useless(outer, sources, names):
                layer.outer = outer.outer
            layer = layer.outer


def _all_ops(state: State) -> Iterator[Op]:
    yield from state.ops
    for symbols in (state.symbols, *(table for _, table in state.older)):
        yield from symbols.ops.values()


def _is_useless(layer: FileContents, sources: set[int], covered: set[str]) -> bool:
    spans = [span for passage in layer.passages for span in passage.spans]
    is_read = any(id(span.source) in sources for span in spans)
    return not is_read and not layer.resources.sections and layer.aliases.keys() <= covered
