"""``sdy.manual_computation``: global values are cut for the devices of a mesh, results joined."""

from __future__ import annotations

import numpy as np
import pytest

import hlorepl
from hlorepl.errors import HloError

MATMUL = """module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x2xf32>) -> (tensor<4x2xf32>) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<2x4xf32>, %arg3: tensor<4x2xf32>) {
      %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %3 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      sdy.return %2 : tensor<2x2xf32>
    } : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}
"""
#: A body that adds the number of the device, so that results show where each part came from.
NUMBERED = """sdy.mesh @mesh = MESH
func.func @main(%x: tensor<8x4xi32>) -> tensor<8x4xi32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, LAYOUT>] out_shardings=[<@mesh, LAYOUT>] manual_axes={"x", "y"} (%a: tensor<SHAPExi32>) {
    %p = stablehlo.partition_id : tensor<ui32>
    %n = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
    %b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<SHAPExi32>
    %c = stablehlo.add %a, %b : tensor<SHAPExi32>
    sdy.return %c : tensor<SHAPExi32>
  } : (tensor<8x4xi32>) -> tensor<8x4xi32>
  return %0 : tensor<8x4xi32>
}
"""


def numbered(mesh, layout, shape):
    return NUMBERED.replace("MESH", mesh).replace("LAYOUT", layout).replace("SHAPE", shape)


@pytest.mark.parametrize("grid", [None, (4, 1), (2, 2)])
def test_a_product_of_parts_is_that_of_the_whole(grid):
    main = hlorepl.compile(hlorepl.parse(MATMUL), grid=grid)
    generator = np.random.default_rng(0)
    a, b = generator.standard_normal((4, 8), np.float32), generator.standard_normal((8, 2), np.float32)
    for _ in range(2):
        for (found,) in main(*[(a, b)] * 4):
            np.testing.assert_allclose(found, a @ b, rtol=1e-5)


@pytest.mark.parametrize(
    ("mesh", "layout", "shape", "blocks"),
    [
        ('<["x"=2, "y"=2]>', '[{"x"}, {"y"}]', "4x2", [[0, 1], [2, 3]]),
        ('<["x"=2, "y"=2]>', '[{"y"}, {"x"}]', "4x2", [[0, 2], [1, 3]]),
        ('<["x"=2, "y"=2]>', '[{"x", "y"}, {}]', "2x4", [[0], [1], [2], [3]]),
        ('<["x"=2, "y"=2]>', '[{"y", "x"}, {}]', "2x4", [[0], [2], [1], [3]]),
        ('<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>', '[{"x"}, {"y"}]', "4x2", [[3, 2], [1, 0]]),
        ('<["x"=4]>', '[{"x":(1)2}, {"x":(2)2}]', "4x2", [[0, 1], [2, 3]]),
        ('<["x"=4]>', '[{"x":(2)2}, {"x":(1)2}]', "4x2", [[0, 2], [1, 3]]),
    ],
)
def test_each_device_has_its_part(mesh, layout, shape, blocks):
    main = hlorepl.compile(hlorepl.parse(numbered(mesh, layout, shape)), grid=(1, 4))
    x = np.arange(32, dtype=np.int32).reshape(8, 4)
    rows, columns = map(int, shape.split("x"))
    wanted = x + np.kron(np.array(blocks), np.ones((rows, columns), int))
    for (found,) in main(*[(x,)] * 4):
        assert found.tolist() == wanted.tolist()


def test_outside_values_are_whole_whatever_is_said_of_their_layout():
    """A partitioned product whose parts would be summed, as Shardy writes it before it partitions: each process has the sum."""
    text = """sdy.mesh @mesh = <["x"=2, "y"=2]>
    func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
      %0 = sdy.reshard %a <@mesh, [{"x"}, {"y"}]> : tensor<4x8xf32>
      %1 = sdy.all_slice [{"y"}, {}] %b out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x2xf32>
      %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      %3 = sdy.all_reduce {"y"} %2 out_sharding=<@mesh, [{"x"}, {}]> : tensor<4x2xf32>
      %4 = sdy.all_gather [{"x"}, {}] %3 out_sharding=<@mesh, [{}, {}]> : tensor<4x2xf32>
      return %4 : tensor<4x2xf32>
    }"""
    a, b = np.arange(32, dtype=np.float32).reshape(4, 8), np.arange(16, dtype=np.float32).reshape(8, 2)
    assert hlorepl.compile(hlorepl.parse(text))(a, b)[0].tolist() == (a @ b).tolist()
    for (found,) in hlorepl.compile(hlorepl.parse(text), grid=(2, 2))(*[(a, b)] * 4):
        assert found.tolist() == (a @ b).tolist()


@pytest.mark.parametrize("axes", ['"x":(1)2', '"x":(2)2', '"x":(1)2, "x":(2)2', '"x":(2)2, "x":(1)2'])
def test_a_sum_over_parts_of_an_axis(axes):
    """Groups of a collective op that a mesh gives, against NumPy: x is 4 large, as 2 by 2."""
    refs = ", ".join(
        f'#stablehlo.axis_ref<name = "x", sub_axis_info = {part.partition(":")[2]}>' for part in axes.split(", ")
    )
    groups = f"#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [{refs}]>"
    text = f"""sdy.mesh @mesh = <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
    func.func @main(%x: tensor<1xi32>) -> tensor<SIZExi32> {{
      %r = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, replica_groups = {groups},
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}} : (tensor<1xi32>) -> tensor<SIZExi32>
      return %r : tensor<SIZExi32>
    }}""".replace("SIZE", str(2 ** len(axes.split(", "))))
    parts = np.arange(8)[::-1].reshape(2, 2, 2)  # (1)2, (2)2, y
    order = [0 if "(1)" in part else 1 for part in axes.split(", ")]
    others = [axis for axis in range(3) if axis not in order]
    rows = parts.transpose(others + order).reshape(-1, 2 ** len(order)).tolist()
    found = hlorepl.compile(hlorepl.parse(text), grid=(1, 8))(*[(np.array([k], np.int32),) for k in range(8)])
    for row in rows:
        for device in row:
            assert found[device][0].tolist() == row


def test_a_module_that_does_not_say_its_grid_has_that_of_its_mesh():
    main = hlorepl.compile(hlorepl.parse(numbered('<["x"=2, "y"=2]>', '[{"x"}, {"y"}]', "4x2")))
    assert main.grid == (1, 4)
    assert len(main(*[(np.zeros((8, 4), np.int32),)] * 4)) == 4
    layouts = 'sdy.mesh @m = <["x"=4]>\nfunc.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n'
    layouts += '%0 = sdy.reshard %x <@m, [{"x"}]> : tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}'
    assert hlorepl.compile(hlorepl.parse(layouts)).grid == (1, 1)  # values are whole: one process will do


@pytest.mark.parametrize("grid", [(1, 1), (1, 2), (3, 1)])
def test_another_grid_than_the_mesh_is_refused(grid):
    main = hlorepl.compile(hlorepl.parse(MATMUL), grid=grid)
    arguments = (np.ones((4, 8), np.float32), np.ones((8, 2), np.float32))
    with pytest.raises(HloError) as caught:
        main(*(arguments if grid == (1, 1) else [arguments] * (grid[0] * grid[1])))
    assert caught.value.code == "run.grid"
    assert "--grid 1x4" in caught.value.help[0]


def test_along_axes_that_are_not_manual_processes_keep_to_themselves():
    """A computation within one that has cut values along x: its results are those of processes with the same place on x."""
    text = """sdy.mesh @mesh = <["x"=2, "y"=2]>
    func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xi32>) {
        %1 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"y"} (%b: tensor<1xi32>) {
          %p = stablehlo.partition_id : tensor<ui32>
          %n = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
          %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
          %c = stablehlo.add %b, %m : tensor<1xi32>
          sdy.return %c : tensor<1xi32>
        } : (tensor<2xi32>) -> tensor<2xi32>
        sdy.return %1 : tensor<2xi32>
      } : (tensor<4xi32>) -> tensor<4xi32>
      return %0 : tensor<4xi32>
    }"""
    main = hlorepl.compile(hlorepl.parse(text), grid=(1, 4))
    x = np.array([10, 20, 30, 40], np.int32)
    for (found,) in main(*[(x,)] * 4):
        assert found.tolist() == [10, 21, 32, 43]
