"""``@SPMDFullToShardShape`` and its like: what JAX exports for XLA's older partitioner runs on a grid."""

from __future__ import annotations

import numpy as np
import pytest
from engine.grid.programs import all_reduce, function

import hlorepl
from hlorepl.errors import HloError

#: A body that adds the number of the process, so that results show where each part came from.
NUMBERED = """func.func @main(%x: tensor<8x4xi32>) -> tensor<8x4xi32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "SHARDING"} : (tensor<8x4xi32>) -> tensor<8x4xi32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x4xi32>) -> tensor<SHAPExi32>
  %n = func.call @body(%1) : (tensor<SHAPExi32>) -> tensor<SHAPExi32>
  %2 = stablehlo.custom_call @Sharding(%n) {mhlo.sharding = "{manual}"} : (tensor<SHAPExi32>) -> tensor<SHAPExi32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "SHARDING"} : (tensor<SHAPExi32>) -> tensor<8x4xi32>
  return %3 : tensor<8x4xi32>
}
func.func private @body(%a: tensor<SHAPExi32>) -> tensor<SHAPExi32> {
  %p = stablehlo.NUMBER_id : tensor<ui32>
  %n = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
  %b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<SHAPExi32>
  %c = stablehlo.add %a, %b : tensor<SHAPExi32>
  return %c : tensor<SHAPExi32>
}
"""
X = np.arange(32, dtype=np.int32).reshape(8, 4) * 100
WHOLE = "tensor<4xi32>"
HALF = "tensor<2xi32>"


def numbered(sharding, shape, number="partition"):
    return NUMBERED.replace("SHARDING", sharding).replace("SHAPE", shape).replace("NUMBER", number)


def shared(name, of, sharding, x):
    return f'{name} = stablehlo.custom_call @Sharding({x}) {{mhlo.sharding = "{sharding}"}} : ({of}) -> {of}'


def cut(name, x, of="tensor<4xi32>", to="tensor<2xi32>"):
    return (
        f'{name} = stablehlo.custom_call @SPMDFullToShardShape({x}) {{mhlo.sharding = "{{manual}}"}} : ({of}) -> {to}'
    )


def joined(name, x, sharding, of="tensor<2xi32>", to="tensor<4xi32>"):
    return (
        f'{name} = stablehlo.custom_call @SPMDShardToFullShape({x}) {{mhlo.sharding = "{sharding}"}} : ({of}) -> {to}'
    )


@pytest.mark.parametrize(
    ("sharding", "shape", "blocks"),
    [
        ("{devices=[2,2]<=[4]}", "4x2", [[0, 1], [2, 3]]),
        ("{devices=[2,2]0,1,2,3}", "4x2", [[0, 1], [2, 3]]),
        ("{devices=[2,2]<=[2,2]T(1,0)}", "4x2", [[0, 2], [1, 3]]),
        ("{devices=[2,2]3,1,2,0}", "4x2", [[3, 1], [2, 0]]),
        ("{devices=[4,1]<=[4]}", "2x4", [[0], [1], [2], [3]]),
        ("{devices=[1,4]<=[2,2]T(1,0)}", "8x1", [[0, 2, 1, 3]]),
        ("{devices=[2,1,2]<=[4] last_tile_dim_replicate}", "4x4", [[0], [2]]),
        ("{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}", "8x2", [[0, 1]]),
        ("{devices=[2,1,2]<=[4] last_tile_dims={replicated}}", "4x4", [[0], [2]]),
        ('{devices=[4,1]<=[4] metadata={op_name=\\"a{b}\\"}}', "2x4", [[0], [1], [2], [3]]),
        ("{replicated}", "8x4", [[0]]),
        ("{devices=[1,1,4]<=[4] last_tile_dim_replicate}", "8x4", [[0]]),
    ],
)
@pytest.mark.parametrize("grid", [(1, 4), (4, 1)])
def test_each_device_has_the_part_that_the_sharding_gives_it(sharding, shape, blocks, grid):
    number = "partition" if grid == (1, 4) else "replica"
    main = hlorepl.compile(hlorepl.parse(numbered(sharding, shape, number)), grid=grid)
    wanted = X + np.kron(np.array(blocks), np.ones((8 // len(blocks), 4 // len(blocks[0])), int))
    for (found,) in main(*[(X,)] * 4):
        assert found.tolist() == wanted.tolist()


def test_each_replica_has_partitions_of_its_own():
    """Shardings for as many devices as a replica has partitions are for these alone; for more, for all processes."""
    rows = [(X + 1000 * k // 2,) for k in range(4)]
    main = hlorepl.compile(hlorepl.parse(numbered("{devices=[2,1]<=[2]}", "4x4")), grid=(2, 2))
    for number, (found,) in enumerate(main(*[rows[0], rows[0], rows[2], rows[2]])):
        assert found.tolist() == (rows[number // 2 * 2][0] + np.repeat([[0], [1]], 4, 0)).tolist()
    main = hlorepl.compile(hlorepl.parse(numbered("{devices=[4,1]<=[4]}", "2x4")), grid=(2, 2))
    for (found,) in main(*[rows[0]] * 4):
        assert found.tolist() == (rows[0][0] + np.repeat([[0], [1], [0], [1]], 2, 0)).tolist()


def test_parts_of_parts():
    """Devices that are manual in a sharding work on values of their own: they join with the others alone."""
    within, one = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}", "tensor<1xi32>"
    text = function(
        *("main", f"%x: {WHOLE}", WHOLE),
        shared("%0", WHOLE, "{devices=[2,2]<=[4] last_tile_dim_replicate}", "%x"),
        cut("%1", "%0"),
        shared("%2", HALF, within, "%1"),
        cut("%3", "%2", HALF, one),
        "%p = stablehlo.partition_id : tensor<ui32>",
        "%n = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>",
        f"%m = stablehlo.reshape %n : (tensor<i32>) -> {one}",
        f"%4 = stablehlo.add %3, %m : {one}",
        joined("%5", "%4", within, one, HALF),
        joined("%6", "%5", "{devices=[2,2]<=[4] last_tile_dim_replicate}"),
        "%6",
    )
    for (found,) in hlorepl.compile(hlorepl.parse(text), grid=(1, 4))(*[(np.array([10, 20, 30, 40], np.int32),)] * 4):
        assert found.tolist() == [10, 21, 32, 43]


def test_in_a_loop_beside_other_collective_ops():
    loop = f"""%r:2 = "stablehlo.while"(%k, %x) ({{
    ^bb0(%i: tensor<i32>, %v: {WHOLE}):
      %three = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }}, {{
    ^bb0(%i: tensor<i32>, %v: {WHOLE}):
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      {shared("%0", WHOLE, "{devices=[2]<=[2]}", "%v")}
      {cut("%1", "%0")}
      {all_reduce("%1", HALF, [[0, 1]], "%2", "i32", channel=1, everywhere=True)}
      {joined("%3", "%2", "{devices=[2]<=[2]}")}
      stablehlo.return %j, %3 : tensor<i32>, {WHOLE}
    }}) : (tensor<i32>, {WHOLE}) -> (tensor<i32>, {WHOLE})"""
    text = function("main", f"%x: {WHOLE}", WHOLE, "%k = stablehlo.constant dense<0> : tensor<i32>", loop, "%r#1")
    for (found,) in hlorepl.compile(hlorepl.parse(text), grid=(1, 2))(*[(np.array([1, 2, 3, 4], np.int32),)] * 2):
        assert found.tolist() == [16, 24, 16, 24]  # [4, 6, 4, 6] after one turn, doubled by each other one


def test_one_process_needs_no_grid_where_nothing_is_cut():
    for sharding in ("{replicated}", "{devices=[1,1]<=[1]}", "{devices=[1,1,1]0 last_tile_dim_replicate}"):
        (found,) = hlorepl.compile(hlorepl.parse(numbered(sharding, "8x4")))(X)
        assert found.tolist() == X.tolist()


@pytest.mark.parametrize(
    ("sharding", "shape", "code", "said"),
    [
        ("{devices=[3,1]<=[3]}", "2x4", "run.grid", "3 devices"),
        ("{devices=[8,1]<=[8]}", "2x4", "run.grid", "--grid 1x8"),
        ("{devices=[2,2]0,1,2,2}", "4x2", "run.sharding", "once"),
        ("{devices=[2,2]<=[2,2]T(1,1)}", "4x2", "run.sharding", "once"),
        ("{devices=[2,2]<=[3]}", "4x2", "run.sharding", "once"),
        ("{devices=[4]<=[4]}", "2x4", "run.sharding", "dimension"),
        ("{devices=[4,1,1]<=[4]}", "2x4", "run.sharding", "dimension"),
        ("{devices=[2,1,2]<=[4] last_tile_dims={unreduced}}", "4x4", "run.sharding", "unreduced"),
        ("{maximal device=0}", "8x4", "run.sharding", "no sharding"),
        ("{{replicated}, {replicated}}", "8x4", "run.sharding", "no sharding"),
        ("nonsense", "8x4", "run.sharding", "no sharding"),
        ("{devices=[99999999999999999999,1]<=[4]}", "2x4", "run.grid", "devices"),
        ("{devices=[4,1]<=[4]}", "4x4", "run.custom_call", "2x4"),
    ],
)
def test_what_is_no_sharding_of_this_value_on_this_grid(sharding, shape, code, said):
    main = hlorepl.compile(hlorepl.parse(numbered(sharding, shape)), grid=(1, 4))
    with pytest.raises(HloError) as caught:
        main(*[(X,)] * 4)
    assert caught.value.code == code
    assert said in str(caught.value)


ROUND = """%0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "HOW"} : (WHOLE) -> WHOLE
%1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (WHOLE) -> PART
%r = stablehlo.custom_call @SPMDShardToFullShape(%1) {mhlo.sharding = "HOW"} : (PART) -> WHOLE"""
IN_TWO = "{devices=[2]<=[2]}"


@pytest.mark.parametrize(
    ("whole", "part", "sharding", "x"),
    [
        ("tensor<4xcomplex<f32>>", "tensor<2xcomplex<f32>>", IN_TWO, np.array([1j, 2, 3, 4], np.complex64)),
        ("tensor<4xi1>", "tensor<2xi1>", IN_TWO, np.array([True, False, True, True])),
        ("tensor<0x4xf32>", "tensor<0x2xf32>", "{devices=[1,2]<=[2]}", np.zeros((0, 4), np.float32)),
        ("tensor<f32>", "tensor<f32>", "{replicated}", np.float32(3)),
        ("tensor<?xf32>", "tensor<?xf32>", IN_TWO, np.arange(6, dtype=np.float32)),
        (
            "tensor<4x!quant.uniform<i8:f32, 0.5:1>>",
            "tensor<2x!quant.uniform<i8:f32, 0.5:1>>",
            IN_TWO,
            np.arange(4, dtype=np.int8),
        ),
    ],
)
def test_values_of_every_kind_come_back(whole, part, sharding, x):
    lines = ROUND.replace("WHOLE", whole).replace("PART", part).replace("HOW", sharding)
    main = hlorepl.compile(hlorepl.parse(function("main", f"%x: {whole}", whole, lines, "%r")), grid=(1, 2))
    for (found,) in main((x,), (x,)):
        assert found.dtype == x.dtype
        assert np.array_equal(found, x)


def test_an_uneven_cut_is_refused():
    text = function(
        *("main", "%x: tensor<5xi32>", "tensor<2xi32>"),
        shared("%0", "tensor<5xi32>", "{devices=[2]<=[2]}", "%x"),
        cut("%1", "%0", "tensor<5xi32>"),
        "%1",
    )
    with pytest.raises(HloError, match="a dimension of 5 is not cut into 2 equal parts"):
        hlorepl.compile(hlorepl.parse(text), grid=(1, 2))(*[(np.zeros(5, np.int32),)] * 2)


@pytest.mark.parametrize("target", ["SPMDFullToShardShape", "SPMDShardToFullShape"])
@pytest.mark.parametrize(
    ("operands", "types"), [("", "() -> tensor<2xf32>"), ("%t", "(!stablehlo.token) -> tensor<f32>")]
)
def test_they_take_one_tensor(target, operands, types):
    lines = [
        "%t = stablehlo.create_token : !stablehlo.token",
        f"%r = stablehlo.custom_call @{target}({operands}) : {types}",
    ]
    text = function("main", "", types.partition("-> ")[2], *lines, "%r")
    assert [problem.severity for problem in hlorepl.verify(hlorepl.parse(text))] == ["error"]
    with pytest.raises(HloError):
        hlorepl.compile(hlorepl.parse(text))


def test_a_target_of_that_name_can_be_replaced(monkeypatch):
    from hlorepl.ops.custom_calls import targets

    monkeypatch.setattr(targets, "_TARGETS", dict(targets._TARGETS))
    hlorepl.register_target("SPMDFullToShardShape", lambda call, x: x[:2] + 1)
    text = function("main", f"%x: {WHOLE}", HALF, cut("%1", "%x"), "%1")
    (found,) = hlorepl.compile(hlorepl.parse(text))(np.arange(4, dtype=np.int32))
    assert found.tolist() == [1, 2]
