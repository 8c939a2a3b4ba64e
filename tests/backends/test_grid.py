"""Processes of a grid whose arrays are a GPU's, on CuPy's double: they stay there, in one process and where MPI reads them."""

from __future__ import annotations

import numpy as np
import pytest
from engine.grid.programs import ADD, all_reduce, function, groups, handle

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.grid import exchanges
from hlorepl.engine.grid.cells import Cell, Strand
from hlorepl.engine.grid.run import contexts_of

OF = "tensor<4xf32>"
PAIRS = "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>"
ROWS = groups([[0, 1]])
OTHER = "({\n^bb0(%l: tensor<T>, %r: tensor<T>):\n%s = stablehlo.subtract %l, %r : tensor<T>\n%m = stablehlo.multiply %s, %l : tensor<T>\nstablehlo.return %m : tensor<T>\n})"
TOKEN = "!stablehlo.token"
#: An op of each kind, by what it gives.
OPS = {
    "all_reduce": (all_reduce("%x", OF, [[0, 1]]), OF),
    "all_reduce of any body": (all_reduce("%x", OF, [[0, 1]], body=OTHER), OF),
    "all_gather": (
        f'%r = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, replica_groups = {ROWS}}} : ({OF}) -> tensor<8xf32>',
        "tensor<8xf32>",
    ),
    "all_to_all": (
        f'%r = "stablehlo.all_to_all"(%x) {{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = {ROWS}}} : ({OF}) -> {OF}',
        OF,
    ),
    "collective_permute": (f'%r = "stablehlo.collective_permute"(%x) {{{PAIRS}}} : ({OF}) -> {OF}', OF),
    "collective_broadcast": (
        f'%r = "stablehlo.collective_broadcast"(%x) {{replica_groups = {ROWS}}} : ({OF}) -> {OF}',
        OF,
    ),
    "reduce_scatter": (
        f'%r = "stablehlo.reduce_scatter"(%x) {ADD.replace("T", "f32")} {{scatter_dimension = 0 : i64, replica_groups = {ROWS}}} : ({OF}) -> tensor<2xf32>',
        "tensor<2xf32>",
    ),
    "collective_reduce": (
        f'%r = "stablehlo.collective_reduce"(%x) {ADD.replace("T", "f32")} {{replica_groups = {ROWS}}} : ({OF}) -> {OF}',
        OF,
    ),
    "send and recv": (
        "\n".join(
            [
                f"%t = stablehlo.create_token : {TOKEN}",
                f'%u = "stablehlo.send"(%x, %t) {{{handle(1)}, {PAIRS}}} : ({OF}, {TOKEN}) -> {TOKEN}',
                f'%p:2 = "stablehlo.recv"(%u) {{{handle(1)}, {PAIRS}}} : ({TOKEN}) -> ({OF}, {TOKEN})',
                f"%r = stablehlo.negate %p#0 : {OF}",
            ]
        ),
        OF,
    ),
}


def compiled(name, backend="cupy"):
    ops, result = OPS[name]
    return hlorepl.compile(
        hlorepl.parse(function("main", f"%x: {OF}", result, ops, "%r")), backend=backend, grid=(2, 1)
    )


@pytest.mark.parametrize("name", OPS)
def test_arrays_go_from_process_to_process_on_the_device(device, name):
    rows = [(np.arange(4, dtype=np.float32) + k,) for k in range(2)]
    main, host = compiled(name), compiled(name, "numpy")
    for _ in range(2):
        before = device.traffic.gets
        found = main(*rows)
        assert device.traffic.gets - before == 2, "only results come back to the host"
        for row, wanted in zip(found, host(*rows), strict=True):
            np.testing.assert_array_equal(row[0], wanted[0])


def test_types_that_the_device_lacks_go_by_the_host(device):
    of = "tensor<2xbf16>"
    text = function("main", f"%x: {of}", of, all_reduce("%x", of, [[0, 1]], element="bf16"), "%r")
    main = hlorepl.compile(hlorepl.parse(text), backend="cupy", grid=(2, 1))
    for _ in range(2):
        assert [row[0].astype(np.float32).tolist() for row in main(([1, 2],), ([3, 4],))] == [[4, 6]] * 2


class Request:
    def Test(self):  # noqa: N802 (MPI's name)
        return True


class Alone:
    """A communicator of one rank, which writes what it reads; and the world of it."""

    def __init__(self):
        self.buffers = []
        self.posted = []

    def Dup(self):  # noqa: N802
        return self

    def Get_attr(self, _):  # noqa: N802
        return 32767

    def Get_rank(self):  # noqa: N802
        return 0

    def Get_size(self):  # noqa: N802
        return 1

    def Get_group(self):  # noqa: N802
        return self

    def Incl(self, _):  # noqa: N802
        return self

    def Create_group(self, *_):  # noqa: N802
        return self

    def _copy(self, sent, came):
        self.buffers += [sent, came]
        came.reshape(-1)[...] = sent.reshape(-1)
        return Request()

    def Iallgather(self, sent, came):  # noqa: N802
        return self._copy(sent, came)

    def Ialltoall(self, sent, came):  # noqa: N802
        return self._copy(sent, came)

    def Ibcast(self, buffer, _):  # noqa: N802
        self.buffers.append(buffer)
        return Request()

    def Isend(self, buffer, *_):  # noqa: N802
        self.posted.append(buffer)
        return Request()

    def Irecv(self, buffer, *_):  # noqa: N802
        return self._copy(self.posted.pop(0), buffer)


class Mpi:
    __file__ = ""
    TAG_UB = 0

    def __init__(self):
        self.COMM_WORLD = Alone()


@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize("name", [name for name in OPS if "send" not in name])
def test_mpi_is_handed_arrays_of_the_device_where_it_reads_them(device, monkeypatch, name, reads):
    """On one rank, to whose group all ops are cut down."""
    monkeypatch.setattr(exchanges, "reads_devices", lambda mpi: reads)
    ops, result = OPS[name]
    ops = ops.replace("[[0, 1]]> : tensor<1x2xi64>", "[[0]]> : tensor<1x1xi64>").replace(
        "split_count = 2", "split_count = 1"
    )
    ops = ops.replace("[[0, 1], [1, 0]]> : tensor<2x2xi64>", "[[0, 0]]> : tensor<1x2xi64>")
    ops, result = ops.replace("tensor<8xf32>", OF).replace("tensor<2xf32>", OF), OF
    main = hlorepl.compile(hlorepl.parse(function("main", f"%x: {OF}", result, ops, "%r")), backend="cupy")
    mpi, (context,) = Mpi(), contexts_of((1, 1), RunContext())
    x = device.to_device(np.arange(4, dtype=np.float32))
    step = main.plan.steps[-1]
    strand = Strand(Cell(context), main.plan, [x])
    assert step.rule is not None
    strand.request = request = step.rule([x], context).request
    before = device.traffic.gets
    pending = exchanges.Exchanges(mpi, (1, 1), device).meet(strand, request)
    answer = None
    try:
        while True:
            next(pending)
    except StopIteration as end:
        answer = end.value
    held = [type(buffer) is device.xp.ndarray for buffer in mpi.COMM_WORLD.buffers if buffer.nbytes == 16][2:]
    assert held
    assert all(held) is reads
    assert (device.traffic.gets == before) is reads
    (value,) = answer
    np.testing.assert_array_equal(device.to_host(value), np.arange(4))
