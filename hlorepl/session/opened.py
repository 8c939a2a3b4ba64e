"""What was opened: the statements of a function, a region or a model that have become the session's, and which of them are stale.

All of it follows from names: a statement is stale where a name that it reads now means another value than the one that it read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.region_functions import free_values
from ..ir.core import Block, Region

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..ir.core import Function, Op, Value
    from .state import NamedValue

    #: A name of the session, and what it meant.
    Binding = tuple[str, Value]


class Piece(NamedTuple):
    """A statement: the names that it reads and binds, with the values that they had. ``label`` is what a model calls it.

    ``ops`` are those of StableHLO, none where it only hands on what it reads; ``step`` is the number of a model's.
    """

    reads: tuple[Binding, ...]
    binds: tuple[Binding, ...]
    ops: tuple[Op, ...] = ()
    label: str = ""
    step: int = -1

    def is_stale(self, names: Mapping[str, NamedValue], changed: Iterable[str] = ()) -> bool:
        """Whether something that it read means another value by now, or will, being among the ``changed``."""
        return any(_means(names, name) is not value or name in changed for name, value in self.reads)

    def is_current(self, names: Mapping[str, NamedValue]) -> bool:
        """Whether its names mean what it made; where nobody calls for what it makes, it is as well."""
        return not self.binds or any(_means(names, name) is value for name, value in self.binds)


def _means(names: Mapping[str, NamedValue], name: str) -> Value | None:
    bound = names.get(name)
    return None if bound is None else bound.value


class Opened(NamedTuple):
    """``title`` is what was opened, ``function`` the function, if it was one, with the names of its arguments and results.

    ``spelled`` are the names of a model, with those that they have in the session; ``model`` what runs its steps.
    """

    title: str
    pieces: tuple[Piece, ...]
    function: Function | None = None
    arguments: tuple[Binding, ...] = ()
    results: tuple[str, ...] = ()
    spelled: Mapping[str, str] = {}
    model: Any = None

    def stale(
        self, names: Mapping[str, NamedValue], begin: Iterable[str] = (), labels: Iterable[str] = ()
    ) -> list[Piece]:
        """The statements that would give other values by now, in order.

        With ``begin`` those that follow from these names alone, with ``labels`` from these nodes on.
        """
        found: list[Piece] = []
        begin, labels, changed = set(begin), set(labels), set[str]()
        for piece in self.pieces:
            own = {name for name, _ in piece.binds}
            if not piece.is_current(names):
                continue
            if begin or labels:
                is_hit = piece.label in labels or any(name in begin or name in changed for name, _ in piece.reads)
            else:
                is_hit = piece.is_stale(names, changed)
            if is_hit:
                found.append(piece)
                changed |= own
        return found

    def stale_values(self, names: Mapping[str, NamedValue]) -> list[Value]:
        """The values that would be others by now."""
        return [value for piece in self.stale(names) for _, value in piece.binds]

    def replaced(self, pieces: Mapping[int, Piece]) -> Opened:
        """With other statements in the places of some, by their ids."""
        return self._replace(pieces=tuple(pieces.get(id(piece), piece) for piece in self.pieces))

    def rewritten(self, ops: Sequence[Op], binds: Sequence[Binding], names: Mapping[str, NamedValue]) -> Opened:
        """Where a statement binds what one of these bound, and reads nothing that comes later, it takes its place.

        The parts of a model are what they are.
        """
        if self.model is not None:
            return self
        bound = {name for name, _ in binds}
        for number, piece in enumerate(self.pieces):
            if not piece.binds or {name for name, _ in piece.binds} != bound:
                continue
            before, reads = {id(value) for _, value in piece.binds}, _reads(ops, names)
            if any(id(value) in before for value in free_in(ops)):  # what it was made of before belongs to it
                reads, ops = (*piece.reads, *reads), (*piece.ops, *ops)
            later = {name for each in self.pieces[number:] for name, _ in each.binds}
            if any(name in later for name, _ in reads):
                return self
            return self.replaced({id(piece): Piece(reads, tuple(binds), tuple(ops), piece.label)})
        return self


def free_in(ops: Sequence[Op]) -> list[Value]:
    """The values that ops read from outside of them."""
    block = Block()
    block.ops = [*ops]
    return free_values([Region([block])])


def _reads(ops: Sequence[Op], names: Mapping[str, NamedValue]) -> tuple[Binding, ...]:
    """The names of what ops read from outside, as far as it has any, with their values."""
    found: list[Binding] = []
    for value in free_in(ops):
        name = value.name if _means(names, value.name) is value else _name_of(names, value)
        if name is not None:
            found.append((name, value))
    return tuple(found)


def _name_of(names: Mapping[str, NamedValue], value: Value) -> str | None:
    return next((name for name, bound in names.items() if bound.value is value), None)
