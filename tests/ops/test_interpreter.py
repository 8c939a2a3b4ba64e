"""Probes on disk, what a program prints, and what the host sees of it."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl.engine.process import Process
from hlorepl.errors import CheckFailed, HloError
from hlorepl.ops.registry import lookup
from hlorepl.ops.testing.interpreter import load_probe, save_probe

ARRAYS = [
    np.arange(6.0).reshape(2, 3),
    np.array(1 + 2j, dtype=np.complex64),
    np.array([1.5, -2.0], dtype=ml_dtypes.bfloat16),
    np.array([7, -8], dtype=ml_dtypes.int4),
    np.array([448.0], dtype=ml_dtypes.float8_e4m3fn),
    np.array([[True], [False]]),
    np.zeros((0, 3), dtype=np.uint16),
]


def test_probes_come_back_as_they_were(tmp_path):
    for number, array in enumerate(ARRAYS, 1):
        save_probe(tmp_path / "new", "a/b, c", array)
        found = load_probe(tmp_path / "new", "a/b, c", number)
        assert found.dtype == array.dtype
        np.testing.assert_array_equal(found, array)


def test_a_probe_is_found_by_name_and_time(tmp_path):
    for value in (1, 2, 3):
        save_probe(tmp_path, "x", np.array(value))
    save_probe(tmp_path, "x_1", np.array(9))
    assert int(load_probe(tmp_path, "x", 2)) == 2
    assert int(load_probe(tmp_path, "x_1", 1)) == 9
    with pytest.raises(HloError) as caught:
        load_probe(tmp_path, "x", 4)
    assert caught.value.code == "run.probe"


@pytest.mark.parametrize("damage", ["index", "file"])
def test_a_damaged_probe_is_an_error_of_ours(tmp_path, damage):
    save_probe(tmp_path, "x", np.array(1.0))
    for path in tmp_path.iterdir():
        if (path.suffix == ".csv") == (damage == "index"):
            path.write_bytes(b"\xff\xfe,\n")
    with pytest.raises(HloError):
        load_probe(tmp_path, "x", 1)


def test_expect_serialized_eq_reads_what_probe_wrote(tmp_path):
    probe, check = lookup("interpreter.probe"), lookup("check.expect_serialized_eq")
    assert probe is not None
    assert check is not None
    process = Process()
    process.probe_folder = tmp_path
    x = np.array([1.0, 2.0], dtype=np.float32)
    assert probe(np, x, probe_id="x", process=process) is x
    check(np, x, probe_id="x", process=process)
    with pytest.raises(CheckFailed):
        check(np, x + 1, probe_id="x", process=process)


def test_print_shows_a_constant():
    shown: list[str] = []
    process = Process()
    process.emit = shown.append
    op = lookup("interpreter.print")
    assert op is not None
    op(np, np.array([1, 2], dtype=np.int32), process=process)
    assert "".join(shown).strip() == "dense<[1, 2]> : tensor<2xi32>"


def test_what_the_outfeed_took_can_be_read():
    op = lookup("stablehlo.outfeed")
    assert op is not None
    process = Process()
    op(np, np.array([1]), None, process=process)
    (values,) = process.outfed
    assert values[0].tolist() == [1]


def test_a_target_from_python_runs_and_sees_the_call():
    def scaled(call, x):
        assert call.name == "my.scaled"
        assert [str(of) for of in call.operands] == ["tensor<2xf32>"]
        return call.xp.multiply(x, np.float32(call.config["factor"]))

    hlorepl.register_target("my.scaled", scaled)
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.custom_call @my.scaled(%x) {
        api_version = 4 : i32, backend_config = {factor = 3.0 : f32}
      } : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    (out,) = hlorepl.compile(hlorepl.parse(text))(np.array([1, 2], dtype=np.float32))
    assert out.tolist() == [3.0, 6.0]


def test_what_a_target_gives_must_have_the_declared_type():
    hlorepl.register_target("my.wrong", lambda call, x: call.xp.concatenate([x, x]))
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.custom_call @my.wrong(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    with pytest.raises(HloError) as caught:
        hlorepl.compile(hlorepl.parse(text))(np.zeros(2, np.float32))
    assert caught.value.span is not None
