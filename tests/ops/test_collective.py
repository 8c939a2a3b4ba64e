"""Collective ops on a grid of more processes than one: the specification's examples, each process by itself.

The grid is a table of what the members of a group bring to the op; nothing runs at once.
"""

from __future__ import annotations

import numpy as np
import pytest

from hlorepl.engine.process import Process, places
from hlorepl.errors import HloError
from hlorepl.ir.core import Block
from hlorepl.ir.types import TensorType, element
from hlorepl.ops.collective import groups as process_groups
from hlorepl.ops.collective.mesh_axes import groups_along, mesh_from
from hlorepl.ops.flow import Done
from hlorepl.ops.registry import lookup


class Sum:
    """The computation of a reduction."""

    single_op = "stablehlo.add"
    pure_block = object()
    block = Block()

    def __init__(self, name="i64"):
        self.argument_types = self.result_types = [TensorType((), element(name))] * 2

    def over(self, a, b):
        return (a + b,)


SETTINGS = {"channel_handle": None, "use_global_device_ids": False, "meshes": {}, "has_dynamic_root": False, "xp": np}


def everywhere(name, grid, brought, **attributes):
    """The results of an op on each process of a grid, by place: all come, their requests are answered, they go on."""
    op = lookup(f"stablehlo.{name}")
    assert op is not None
    assert op.steps_rule is not None
    steps = {}
    for place, values in zip(places(grid), brought, strict=True):
        known = {**SETTINGS, **attributes, "process": Process(*place, grid)}
        wanted = {key: known[key] for key in op.steps_wants if key in known}
        steps[place] = op.steps_rule(*map(np.array, values), **wanted)
    return {place: _gone_on(steps, place).values for place in steps}


def _gone_on(steps, place):
    step = steps[place]
    if isinstance(step, Done):
        return step
    request = step.request
    joined = request.join([steps[other].request.brought for other in request.group])
    share = joined if request.share is None else request.share(joined, request.group.index(place))
    return step.then(share)


def test_all_gather():
    out = everywhere(
        "all_gather", (2, 1), [([[1, 2], [3, 4]],), ([[5, 6], [7, 8]],)], all_gather_dim=1, replica_groups=((0, 1),)
    )
    for (gathered,) in out.values():
        assert gathered.tolist() == [[1, 2, 5, 6], [3, 4, 7, 8]]


def test_all_gather_with_a_channel_takes_in_all_partitions():
    class Channel:
        handle = 1

    out = everywhere(
        "all_gather",
        (2, 2),
        [([0],), ([1],), ([2],), ([3],)],
        all_gather_dim=0,
        replica_groups=((0, 1),),
        channel_handle=Channel,
    )
    assert {tuple(gathered.tolist()) for (gathered,) in out.values()} == {(0, 2, 1, 3)}


def test_all_reduce():
    out = everywhere(
        "all_reduce", (2, 1), [([1, 2, 3, 4],), ([5, 6, 7, 8],)], replica_groups=((0, 1),), computation=Sum()
    )
    assert all(total.tolist() == [6, 8, 10, 12] for (total,) in out.values())


def test_all_reduce_in_groups_of_different_sizes_by_global_ids():
    class Channel:
        handle = 1

    out = everywhere(
        "all_reduce",
        (1, 3),
        [([1],), ([10],), ([100],)],
        replica_groups=((0, 2), (1,)),
        channel_handle=Channel,
        use_global_device_ids=True,
        computation=Sum(),
    )
    assert [int(out[0, p][0][0]) for p in range(3)] == [101, 10, 101]


def test_reduce_scatter():
    operands = [([[1, 2, 3, 4], [5, 6, 7, 8]],), ([[9, 10, 11, 12], [13, 14, 15, 16]],)]
    out = everywhere(
        "reduce_scatter", (2, 1), operands, scatter_dimension=1, replica_groups=((0, 1),), computation=Sum()
    )
    assert out[0, 0][0].tolist() == [[10, 12], [18, 20]]
    assert out[1, 0][0].tolist() == [[14, 16], [22, 24]]


def test_all_to_all():
    operands = [([[1, 2, 3, 4], [5, 6, 7, 8]],), ([[9, 10, 11, 12], [13, 14, 15, 16]],)]
    out = everywhere(
        "all_to_all",
        (2, 1),
        operands,
        split_dimension=1,
        concat_dimension=0,
        split_count=2,
        replica_groups=((0, 1),),
    )
    assert out[0, 0][0].tolist() == [[1, 2], [5, 6], [9, 10], [13, 14]]
    assert out[1, 0][0].tolist() == [[3, 4], [7, 8], [11, 12], [15, 16]]


def test_collective_broadcast():
    operands = [([[1, 2]],), ([[3, 4]],), ([[5, 6]],), ([[7, 8]],)]
    attributes = {"replica_groups": ((2, 1),), "results": [TensorType((1, 2), element("i64"))]}
    out = everywhere("collective_broadcast", (4, 1), operands, **attributes)
    assert [out[r, 0][0].tolist() for r in range(4)] == [[[0, 0]], [[5, 6]], [[5, 6]], [[0, 0]]]


def test_collective_broadcast_of_several_operands_each_from_its_root():
    operands = [([r], [10 * r], [1, 0]) for r in range(3)]
    attributes = {"replica_groups": ((2, 1),), "results": [TensorType((1,), element("i64"))] * 2}
    out = everywhere("collective_broadcast", (3, 1), operands, has_dynamic_root=True, **attributes)
    assert [[int(x[0]) for x in out[r, 0]] for r in range(3)] == [[0, 0], [1, 20], [1, 20]]


def test_collective_reduce_of_several_operands_each_to_its_root():
    operands = [([r], [10 * r], [1, 0]) for r in range(2)]
    attributes = {"replica_groups": ((0, 1),), "computation": Sum(), "results": [TensorType((1,), element("i64"))] * 2}
    out = everywhere("collective_reduce", (2, 1), operands, has_dynamic_root=True, **attributes)
    assert [[int(x[0]) for x in out[r, 0][:2]] for r in range(2)] == [[0, 10], [1, 0]]


def test_groups_along_the_axes_of_a_mesh():
    mesh = mesh_from('<["x"=2, "y"=3]>')
    x, y = mesh.axis("x"), mesh.axis("y")
    assert groups_along(mesh, [y]) == ((0, 1, 2), (3, 4, 5))
    assert groups_along(mesh, [x]) == ((0, 3), (1, 4), (2, 5))
    assert groups_along(mesh, [y, x]) == ((0, 3, 1, 4, 2, 5),)
    assert groups_along(mesh, []) == tuple((k,) for k in range(6))
    turned = mesh_from('<["x"=2], device_ids=[1, 0]>')
    assert groups_along(turned, [turned.axis("x")]) == ((1, 0),)


def test_groups_along_parts_of_an_axis():
    mesh = mesh_from('<["x"=8]>')
    low, middle, high = (mesh.axis("x", before, 2) for before in (4, 2, 1))
    assert groups_along(mesh, [low]) == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert groups_along(mesh, [middle]) == ((0, 2), (1, 3), (4, 6), (5, 7))
    assert groups_along(mesh, [high]) == ((0, 4), (1, 5), (2, 6), (3, 7))
    assert groups_along(mesh, [low, high]) == ((0, 4, 1, 5), (2, 6, 3, 7))
    assert groups_along(mesh, [mesh.axis("x", 2, 4)]) == ((0, 1, 2, 3), (4, 5, 6, 7))


def test_collective_permute():
    operands = [([[1, 2], [3, 4]],), ([[5, 6], [7, 8]],), ([[9, 10], [11, 12]],)]
    result = TensorType((2, 2), element("i64"))
    out = everywhere("collective_permute", (3, 1), operands, source_target_pairs=((0, 1), (1, 2)), result=result)
    assert [out[r, 0][0].tolist() for r in range(3)] == [[[0, 0], [0, 0]], [[1, 2], [3, 4]], [[5, 6], [7, 8]]]


def test_collective_reduce_gives_to_the_root_alone():
    result = [TensorType((1,), element("i64"))]
    attributes = {"replica_groups": ((1, 0), (2,)), "computation": Sum(), "results": result}
    out = everywhere("collective_reduce", (3, 1), [([1],), ([10],), ([100],)], **attributes)
    assert [int(out[r, 0][0][0]) for r in range(3)] == [0, 11, 100]
    brought = [([1], 1), ([10], 1), ([100], 0)]
    out = everywhere("collective_reduce", (3, 1), brought, has_dynamic_root=True, **attributes)
    assert [int(out[r, 0][0][0]) for r in range(3)] == [11, 0, 100]


def test_cross_replica_sum():
    out = everywhere("cross-replica-sum", (2, 1), [([1.5],), ([2.0],)], replica_groups=())
    assert [float(total[0]) for (total,) in out.values()] == [3.5, 3.5]


def test_strategies_of_the_specification():
    ids = ((0, 1), (2, 3))
    assert process_groups.cross_replica(ids, 2) == [
        ((0, 0), (1, 0)),
        ((0, 1), (1, 1)),
        ((2, 0), (3, 0)),
        ((2, 1), (3, 1)),
    ]
    assert process_groups.cross_partition(((0, 1),), 4) == [((r, 0), (r, 1)) for r in range(4)]
    assert process_groups.cross_replica_and_partition(ids, 2) == [
        ((0, 0), (1, 0), (0, 1), (1, 1)),
        ((2, 0), (3, 0), (2, 1), (3, 1)),
    ]
    assert process_groups.flattened_ids(((0, 1, 2, 3), (4, 5, 6, 7)), 2) == [
        ((0, 0), (0, 1), (1, 0), (1, 1)),
        ((2, 0), (2, 1), (3, 0), (3, 1)),
    ]


@pytest.mark.parametrize(
    ("name", "code", "attributes"),
    [
        ("all_gather", "all_gather.C3", {"all_gather_dim": 0}),
        ("all_reduce", "all_reduce.C2", {"computation": Sum()}),
        ("reduce_scatter", "reduce_scatter.C4", {"computation": Sum(), "scatter_dimension": 0}),
        ("all_to_all", "all_to_all.C6", {"split_dimension": 0, "concat_dimension": 0, "split_count": 2}),
        ("collective_broadcast", "collective_broadcast.C2", {"results": [TensorType((2,), element("i64"))]}),
        ("cross-replica-sum", "cross-replica-sum.groups_cover", {}),
    ],
)
def test_groups_must_fit_the_grid(name, code, attributes):
    with pytest.raises(HloError) as caught:
        everywhere(name, (1, 1), [([1, 2],)], replica_groups=((0, 1),), **attributes)
    assert caught.value.code == code
    assert any("--grid" in text for text in caught.value.help)


def test_groups_must_cover_the_grid():
    with pytest.raises(HloError) as caught:
        everywhere("all_gather", (2, 1), [([1],), ([2],)], all_gather_dim=0, replica_groups=((0,),))
    assert caught.value.code == "all_gather.C3"
