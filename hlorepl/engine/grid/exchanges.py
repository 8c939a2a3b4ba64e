"""Collective ops and channels by MPI: on buffers, by the calls of MPI's own, each of which is asked whether it is done.

Reductions of whole numbers are MPI's. Of floats the result depends on what is joined first, and is to be the same to the bit as in
one process: each rank joins its own part for all, in the group's order, and hands it round (two messages of an array's size, whatever
the number of ranks).
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from ... import backends
from ...errors import Note
from ...ir.types import element, element_of
from ...ops.requests import FromRoots, Pairs, Parts, Reduced
from .stuck import Said, comes, mismatch, said

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ...backends.base import Backend
    from ...ops.requests import Arrays, Meet, Place, Receive, Send
    from ..process import Grid
    from .cells import Strand

    Pending = Generator[None, None, Any]

_DIGEST = 16
#: Kinds of messages.
_HELLO, _GO, _PAIRED, _ANYBODYS = range(4)
_KINDS = 4
#: Channels of one world that are told apart from those of the next.
_CHANNELS = 1021


class Members(NamedTuple):
    """A group that has met: the rank in its communicator of each of its positions, and the position of this process."""

    communicator: Any
    order: Sequence[int]
    mine: int

    @property
    def size(self) -> int:
        return len(self.order)


class Exchanges:
    """What one rank exchanges with others."""

    def __init__(self, mpi: Any, grid: Grid, backend: Backend):
        self._mpi = mpi
        self._world: Any = mpi.COMM_WORLD.Dup()
        self._tags: int = mpi.COMM_WORLD.Get_attr(mpi.TAG_UB)
        self._grid = grid
        self._worlds = 0
        self._backend = backend
        self._reads_devices = not backend.is_host and reads_devices(mpi)
        self._communicators: dict[tuple[int, ...], Any] = {}
        #: The meetings of each group, one after the other on all ranks; the messages of each channel likewise.
        self._queues: dict[Any, deque[object]] = defaultdict(deque)
        self._kept: list[tuple[Any, Any]] = []

    def to_host(self, value: Any) -> Any:
        """An array as the host has it."""
        if value is None or value.__class__ is tuple:
            return value
        return _in_one_piece(backends.host(value))

    def _held(self, array: Any) -> Any:
        """An array in one piece where MPI can read it: on the device where it can, else on the host."""
        found = _in_one_piece(self._readable(array))
        self._finish()
        return found

    def _readable(self, array: Any) -> Any:
        return array if self._reads_devices else backends.host(array)

    def _finish(self) -> None:
        if self._reads_devices:
            self._backend.finish()

    def _back(self, arrays: Sequence[Any]) -> Arrays:
        """What MPI has written, where the backend wants it."""
        return tuple(map(self._backend.to_device, arrays))

    def _tag(self, number: int, what: int) -> int:
        """The tag of messages of a kind, for a channel or a group."""
        return _KINDS * ((number + _CHANNELS * self._worlds) % (self._tags // _KINDS)) + what

    def new_world(self) -> None:
        """What was sent through channels until now is not for those who receive from now on."""
        self._worlds += 1

    def _rank(self, place: Place) -> int:
        return place[0] * self._grid[1] + place[1]

    # Meeting

    def meet(self, strand: Strand, request: Meet) -> Pending:
        """The answer to a collective op."""
        ranks = [self._rank(place) for place in request.group]
        return self._in_turn(tuple(sorted(ranks)), self._meet(strand, request, ranks))

    def ranks_of(self, request: Meet) -> tuple[int, ...]:
        """The ranks of a group, from the first to the last."""
        return tuple(sorted(map(self._rank, request.group)))

    def _in_turn(self, key: Any, pending: Pending) -> Pending:
        """Strands of one process come to a group, or a channel, in turn: what they exchange must not mingle."""
        ticket, queue = object(), self._queues[key]
        queue.append(ticket)

        def run() -> Pending:
            while queue[0] is not ticket:
                yield
            found = yield from pending
            queue.popleft()
            return found

        return run()

    def _meet(self, strand: Strand, request: Meet, ranks: Sequence[int]) -> Pending:
        communicator = yield from self._communicator(tuple(sorted(ranks)))
        yield from self._require_same(communicator, strand, request)
        mine = request.group.index(strand.cell.place)
        members = Members(communicator, [sorted(ranks).index(rank) for rank in ranks], mine)
        route = request.route
        if isinstance(route, Parts):
            return (yield from self._parts(members, request, route))
        if isinstance(route, Pairs):
            joined = yield from self._permute(members, request, route)
        elif isinstance(route, FromRoots):
            joined = yield from self._broadcast(members, request, route)
        elif isinstance(route, Reduced) and route.joins_parts(request.brought, members.size):
            joined = yield from self._reduce(members, request, route)
        else:
            joined = request.join((yield from self._gather(members, request.brought)))
        return joined if request.share is None else request.share(joined, mine)

    def _communicator(self, ranks: tuple[int, ...]) -> Pending:
        """That of a group, made when its members meet for the first time."""
        found = self._communicators.get(ranks)
        if found is not None:
            return found
        number = int.from_bytes(hashlib.sha256(repr(ranks).encode()).digest()[:2], "big") // 4
        hello, go = self._tag(number, _HELLO), self._tag(number, _GO)
        own, world = self._world.Get_rank(), self._world
        if own == ranks[0]:
            boxes = [np.empty(1, np.uint8) for _ in ranks[1:]]
            yield from self._all([world.Irecv(box, rank, hello) for box, rank in zip(boxes, ranks[1:], strict=True)])
            yield from self._all([world.Isend(np.zeros(1, np.uint8), rank, go) for rank in ranks[1:]])
        else:
            box = np.empty(1, np.uint8)
            yield from self._all(
                [
                    world.Isend(np.zeros(1, np.uint8), ranks[0], hello),
                    world.Irecv(box, ranks[0], go),
                ]
            )
        members = world.Get_group().Incl([*ranks])
        found = self._communicators[ranks] = world.Create_group(members, number)
        return found

    @staticmethod
    def _all(requests: Sequence[Any]) -> Pending:
        """Until all calls are done."""
        for request in requests:
            while not request.Test():
                yield

    def _require_same(self, communicator: Any, strand: Strand, request: Meet) -> Pending:
        """Raise ``run.collective_mismatch`` unless all have come to the same op with arrays of the same types."""
        own = said(strand)
        digest = np.frombuffer(hashlib.sha256(repr(own).encode()).digest()[:_DIGEST], np.uint8)
        found = yield from self._everybodys(communicator, digest)
        if (found == digest).all():
            return
        text = json.dumps([own, comes(strand).message]).encode()
        sizes = yield from self._everybodys(communicator, np.array([len(text)]))
        padded = np.frombuffer(text.ljust(int(sizes.max())), np.uint8)
        rows = yield from self._everybodys(communicator, padded)
        first, *others = [(Said(*fields), Note(message)) for fields, message in map(json.loads, map(bytes, rows))]
        other = next(each for each in others if each[0] != first[0])
        raise mismatch(first[0], other[0], [first[1], other[1]])

    def _everybodys(self, communicator: Any, row: Any) -> Pending:
        found = np.empty_like(row, shape=(communicator.Get_size(), row.size))
        yield from self._all([communicator.Iallgather(row, found)])
        return found

    def _gather(self, members: Members, arrays: Arrays) -> Pending:
        """The arrays of each member, in the group's order."""
        columns: list[Arrays] = []
        for array in arrays:
            held = self._held(array)
            found = yield from self._everybodys(members.communicator, _bytes(held))
            columns.append(self._back([_array(found[place], held) for place in members.order]))
        return list(zip(*columns, strict=True))

    def _parts(self, members: Members, request: Meet, route: Parts) -> Pending:
        """Each member gets a part of what each has, and joins these."""
        own = request.brought if route.exact is None else request.join([request.brought])
        cut = [route.cut(own, position) for position in range(members.size)]
        columns: list[Arrays] = []
        for parts in zip(*cut, strict=True):
            sent = self._in_ranks_order(parts, members)
            if route.exact is not None:
                came = np.empty_like(sent, shape=parts[0].shape)
                call = members.communicator.Ireduce_scatter_block
                yield from self._all([call(sent, came, self._operator(route.exact))])
                return self._back([came])
            came = np.empty_like(sent)
            yield from self._all([members.communicator.Ialltoall(_bytes(sent), _bytes(came))])
            columns.append(self._back([came[place] for place in members.order]))
        return route.join(list(zip(*columns, strict=True)))

    def _in_ranks_order(self, parts: Sequence[Any], members: Members) -> Any:
        """Parts for each position in one buffer, as MPI numbers the members."""
        found = [self._readable(part) for part in parts]
        sent = np.empty_like(found[0], shape=(len(parts), *found[0].shape))
        for part, place in zip(found, members.order, strict=True):
            sent[place] = part
        self._finish()
        return sent

    def _operator(self, name: str) -> Any:
        return cast("dict[str, Any]", vars(self._mpi))[name]

    def _reduce(self, members: Members, request: Meet, route: Reduced) -> Pending:
        """What all members bring is joined; where only roots are to have it the others get arrays of its type."""
        own = request.join([request.brought])
        roots = [None] * len(own) if route.roots is None else [members.order[root] for root in route.roots]
        joined: list[Any] = []
        for array, brought, root in zip(own, request.brought, roots, strict=True):
            if route.exact is None:
                whole = yield from self._joined_in_parts(members, request, brought, root)
            else:
                whole = yield from self._summed(members.communicator, self._held(array), route.exact, root)
            joined.append(array if whole is None else self._backend.to_device(whole))
        return tuple(joined)

    def _summed(self, communicator: Any, held: Any, exact: str, root: int | None) -> Pending:
        whole, operator = np.empty_like(held), self._operator(exact)
        if root is None:
            call = communicator.Iallreduce(held, whole, operator)
        else:
            call = communicator.Ireduce(held, whole if communicator.Get_rank() == root else None, operator, root)
        yield from self._all([call])
        return whole if root in (None, communicator.Get_rank()) else None

    def _joined_in_parts(self, members: Members, request: Meet, array: Any, root: int | None) -> Pending:
        """Each member joins one part of an array, and all parts go round, or to the root; None elsewhere."""
        communicator, held = members.communicator, self._held(array)
        sent = _in_rows(held, members.size)
        self._finish()
        came = np.empty_like(sent)
        yield from self._all([communicator.Ialltoall(_bytes(sent), _bytes(came))])
        (own,) = request.join([self._back([came[place]]) for place in members.order])
        part = self._held(own)
        if root is None:
            whole = yield from self._everybodys(communicator, _bytes(part))
        else:
            whole = np.empty_like(_bytes(part), shape=(members.size, part.nbytes))
            yield from self._all([communicator.Igather(_bytes(part), whole, root)])
            if communicator.Get_rank() != root:
                return None
        return whole.reshape(-1).view(part.dtype)[: held.size].reshape(held.shape)

    def _broadcast(self, members: Members, request: Meet, route: FromRoots) -> Pending:
        found: list[Any] = []
        for array, root in zip(request.brought, route.roots, strict=True):
            held = self._held(array)
            buffer = held if root == members.mine else np.empty_like(held)
            yield from self._all([members.communicator.Ibcast(_bytes(buffer), members.order[root])])
            found.append(array if root == members.mine else self._backend.to_device(buffer))
        return tuple(found)

    def _permute(self, members: Members, request: Meet, route: Pairs) -> Pending:
        """What the source of this process brought, in the place of all that the others brought."""
        communicator, order, source = members.communicator, members.order, route.sources[members.mine]
        held = self._held(request.brought[0])
        came = np.empty_like(held)
        targets = [target for target, other in enumerate(route.sources) if other == members.mine]
        calls = [communicator.Isend(_bytes(held), order[target]) for target in targets]
        if source is not None:
            calls.append(communicator.Irecv(_bytes(came), order[source]))
        yield from self._all(calls)
        return [self._back([came])] * members.size

    # Channels

    def send(self, request: Send, to: int | None = None) -> None:
        """Put values into a channel; they go on their way at once. ``to`` is a rank that takes what was for nobody in particular."""
        rank = self._rank(request.target) if request.target is not None else to
        tag = self._tag(request.channel, _ANYBODYS if request.target is None else _PAIRED)
        arrays = [self._held(array) for array in request.values]
        head = json.dumps([[array.shape, element_of(array.dtype).name] for array in arrays]).encode()
        self._kept = [(call, buffer) for call, buffer in self._kept if not call.Test()]
        for buffer in (np.frombuffer(head, np.uint8), *map(_bytes, arrays)):
            self._kept.append((self._world.Isend(buffer, rank, tag), buffer))

    def receive(self, request: Receive, of: int | None = None) -> Pending:
        """Take values from a channel. ``of`` is a rank whose values were for nobody in particular."""
        rank = self._rank(request.source) if request.source is not None else of
        tag = self._tag(request.channel, _ANYBODYS if request.source is None else _PAIRED)
        return self._in_turn((rank, tag), self._received(rank, tag))

    def _received(self, rank: int | None, tag: int) -> Pending:
        status = self._mpi.Status()
        while not self._world.Iprobe(rank, tag, status):
            yield
        head = np.empty(status.Get_count(self._mpi.BYTE), np.uint8)
        yield from self._all([self._world.Irecv(head, rank, tag)])
        found = [self._room(shape, element(name).dtype) for shape, name in json.loads(head.tobytes())]
        yield from self._all([self._world.Irecv(_bytes(array), rank, tag) for array in found])
        return self._back(found)

    def _room(self, shape: Sequence[int], dtype: Any) -> Any:
        """An array to be written into, where MPI can write."""
        is_there = self._reads_devices and self._backend.holds([dtype])
        return (self._backend.xp if is_there else np).empty(shape, dtype)


def reads_devices(mpi: Any) -> bool:
    """Whether this MPI sends arrays of a GPU as they are: as OpenMPI and MPICH say of themselves."""
    try:
        asked = ctypes.CDLL(mpi.__file__).MPIX_Query_cuda_support
    except (OSError, AttributeError):
        return False
    return bool(asked())


def _in_one_piece(array: Any) -> Any:
    return array if array.flags.c_contiguous else array.copy()


def _in_rows(array: Any, count: int) -> Any:
    """The elements of an array in so many rows of one size, zeros at the end."""
    if array.size % count == 0:
        return array.reshape(count, -1)
    rows = np.empty_like(array, shape=(count, -(-array.size // count)))
    flat = rows.reshape(-1)
    flat[: array.size] = array.reshape(-1)
    flat[array.size :] = 0
    return rows


def _bytes(array: Any) -> Any:
    """The bytes of an array that lies in one piece, without a copy."""
    return array.reshape(-1).view(np.uint8)


def _array(row: Any, like: Any) -> Any:
    return row.view(like.dtype).reshape(like.shape)
