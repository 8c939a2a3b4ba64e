"""Collective ops and channels by MPI: on buffers, by the calls of MPI's own, each of which is asked whether it is done.

What processes join is joined in the same order as in one process, so that results are the same to the bit: where the body is a
known op each rank joins its own part for all and hands it round (two messages of an array's size, whatever the number of ranks).
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import backends
from ...errors import HloError
from ...ir.types import element, element_of
from .stuck import comes

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ...ops.requests import Arrays, Meet, Place, Receive, Send
    from ..process import Grid
    from .cells import Strand

    Pending = Generator[None, None, Any]

_DIGEST = 16
#: How many bytes of a description go to the others when ranks have come with different things.
_TEXT = 400
_HELLO, _GO, _CHANNELS = 1, 2, 16


class Exchanges:
    """What one rank exchanges with others."""

    def __init__(self, mpi: Any, grid: Grid):
        self._mpi = mpi
        self._world: Any = mpi.COMM_WORLD.Dup()
        self._grid = grid
        self._communicators: dict[tuple[int, ...], Any] = {}
        self._kept: list[tuple[Any, Any]] = []

    def to_host(self, value: Any) -> Any:
        """An array as the host has it."""
        if value is None or value.__class__ is tuple:
            return value
        found = backends.host(value)
        return found if found.flags.c_contiguous else found.copy()

    def _rank(self, place: Place) -> int:
        return place[0] * self._grid[1] + place[1]

    # Meeting

    def meet(self, strand: Strand, request: Meet) -> Pending:
        """The answer to a collective op."""
        ranks = [self._rank(place) for place in request.group]
        communicator = yield from self._communicator(tuple(sorted(ranks)))
        order = [sorted(ranks).index(rank) for rank in ranks]
        yield from self._require_same(communicator, strand, request)
        mine = request.group.index(strand.cell.place)
        if request.op == "stablehlo.collective_permute":
            return (yield from self._permute(communicator, request, order, mine))
        if request.reduces is not None and all(array.size >= len(ranks) > 1 for array in request.brought):
            joined = yield from self._reduce(communicator, request, order)
        else:
            brought = yield from self._gather(communicator, request.brought, order)
            joined = request.join(brought)
        return joined if request.share is None else request.share(joined, mine)

    def _communicator(self, ranks: tuple[int, ...]) -> Pending:
        """That of a group, made when its members meet for the first time."""
        found = self._communicators.get(ranks)
        if found is not None:
            return found
        tag = int.from_bytes(hashlib.sha256(repr(ranks).encode()).digest()[:2], "big") // 4
        own, world = self._world.Get_rank(), self._world
        if own == ranks[0]:
            boxes = [np.empty(1, np.uint8) for _ in ranks[1:]]
            yield from self._all(
                [world.Irecv(box, rank, _CHANNELS * tag + _HELLO) for box, rank in zip(boxes, ranks[1:], strict=True)]
            )
            yield from self._all(
                [world.Isend(np.zeros(1, np.uint8), rank, _CHANNELS * tag + _GO) for rank in ranks[1:]]
            )
        else:
            box = np.empty(1, np.uint8)
            yield from self._all(
                [
                    world.Isend(np.zeros(1, np.uint8), ranks[0], _CHANNELS * tag + _HELLO),
                    world.Irecv(box, ranks[0], _CHANNELS * tag + _GO),
                ]
            )
        members = world.Get_group().Incl([*ranks])
        found = self._communicators[ranks] = world.Create_group(members, tag)
        return found

    @staticmethod
    def _all(requests: Sequence[Any]) -> Pending:
        """Until all calls are done."""
        for request in requests:
            while not request.Test():
                yield

    def _require_same(self, communicator: Any, strand: Strand, request: Meet) -> Pending:
        """Raise ``run.collective_mismatch`` unless all have come to the same op with arrays of the same types."""
        types = [(array.shape, str(array.dtype)) for array in request.brought]
        what = (request.op, request.group, request.channel, request.attributes, types)
        digest = np.frombuffer(hashlib.sha256(repr(what).encode()).digest()[:_DIGEST], np.uint8)
        found = yield from self._everybodys(communicator, digest)
        if (found == digest).all():
            return
        note = comes(strand)
        text = np.frombuffer(note.message.encode()[:_TEXT].ljust(_TEXT), np.uint8)
        said = yield from self._everybodys(communicator, text)
        lines = dict.fromkeys(bytes(row).decode(errors="ignore").strip() for row in said)
        message = "processes of one group must come to the same collective op"
        raise HloError(message, code="run.collective_mismatch", help=[*lines])

    def _everybodys(self, communicator: Any, row: Any) -> Pending:
        found = np.empty((communicator.Get_size(), row.size), row.dtype)
        yield from self._all([communicator.Iallgather(row, found)])
        return found

    def _gather(self, communicator: Any, arrays: Arrays, order: Sequence[int]) -> Pending:
        """The arrays of each member, in the group's order."""
        columns: list[list[Any]] = []
        for array in arrays:
            held = self.to_host(array)
            found = yield from self._everybodys(communicator, _bytes(held))
            columns.append([_array(found[place], held) for place in order])
        return [tuple(column[member] for column in columns) for member in range(len(order))]

    def _reduce(self, communicator: Any, request: Meet, order: Sequence[int]) -> Pending:
        """Each member joins one part of all arrays, and all parts go round."""
        joined: list[Any] = []
        for array in request.brought:
            held = self.to_host(array)
            count = len(order)
            part = -(-held.size // count)
            sent = np.zeros((count, part), held.dtype)
            sent.reshape(-1)[: held.size] = held.reshape(-1)
            came = np.empty_like(sent)
            yield from self._all([communicator.Ialltoall(_bytes(sent), _bytes(came))])
            (own,) = request.join([(came[place],) for place in order])
            whole = yield from self._everybodys(communicator, _bytes(self.to_host(own)))
            joined.append(whole.reshape(-1).view(own.dtype)[: held.size].reshape(held.shape))
        return tuple(joined)

    def _permute(self, communicator: Any, request: Meet, order: Sequence[int], mine: int) -> Pending:
        (sources,) = request.attributes
        held = self.to_host(request.brought[0])
        came = np.empty_like(held)
        calls = [
            communicator.Isend(_bytes(held), order[target]) for target, source in enumerate(sources) if source == mine
        ]
        if sources[mine] is not None:
            calls.append(communicator.Irecv(_bytes(came), order[sources[mine]]))
        yield from self._all(calls)
        brought = [(came,) for _ in order]
        assert request.share is not None
        return request.share(brought, mine)

    # Channels

    def send(self, request: Send) -> None:
        """Put values into a channel; they go on their way at once."""
        if request.target is None:
            message = "under MPI a send names who receives it, by source_target_pairs"
            raise HloError(message, code="run.send")
        rank, tag = self._rank(request.target), _tag(request.channel)
        arrays = [self.to_host(array) for array in request.values]
        head = json.dumps([[array.shape, element_of(array.dtype).name] for array in arrays]).encode()
        self._kept = [(call, buffer) for call, buffer in self._kept if not call.Test()]
        for buffer in (np.frombuffer(head, np.uint8), *map(_bytes, arrays)):
            self._kept.append((self._world.Isend(buffer, rank, tag), buffer))

    def receive(self, request: Receive) -> Pending:
        """Take values from a channel."""
        if request.source is None:
            message = "under MPI a recv names who sends to it, by source_target_pairs"
            raise HloError(message, code="run.recv")
        rank, tag = self._rank(request.source), _tag(request.channel)
        status = self._mpi.Status()
        while not self._world.Iprobe(rank, tag, status):
            yield
        head = np.empty(status.Get_count(self._mpi.BYTE), np.uint8)
        yield from self._all([self._world.Irecv(head, rank, tag)])
        found: list[Any] = []
        for shape, name in json.loads(head.tobytes()):
            found.append(np.empty(shape, element(name).dtype))
            yield from self._all([self._world.Irecv(_bytes(found[-1]), rank, tag)])
        return tuple(found)


def _tag(channel: int) -> int:
    return _CHANNELS * (channel % 1024) + 3


def _bytes(array: Any) -> Any:
    """The bytes of an array that lies in one piece, without a copy."""
    return array.reshape(-1).view(np.uint8)


def _array(row: Any, like: Any) -> Any:
    return row.view(like.dtype).reshape(like.shape)
