"""The op suite on a real GPU, against NumPy: ``python -m pytest -m gpu tests/gpu`` where there is one.

It needs ``pip install 'hlorepl[cupy,test]'`` and NVIDIA's driver. Most of the time goes into compiling some 700 small
kernels, which CuPy keeps for the next run (in ``~/.cupy``); with ``-n 8`` eight processes share the work. What runs
on the host, and how far results may be apart, stands in ``docs/gpu.md``.
"""

import numpy as np
import pytest
from gpu.agreement import assert_agree, seen

import hlorepl
from hlorepl import HloError, Session

pytestmark = [pytest.mark.gpu, pytest.mark.usefixtures("gpu")]


def test_program_sees_the_same_values(good, tmp_path, monkeypatch):
    ours = seen(good.text, "cupy", tmp_path, monkeypatch)
    if "stablehlo.rng " in good.text:
        return  # goes on from draw to draw: the program says what must hold
    theirs = seen(good.text, "numpy", tmp_path, monkeypatch)
    assert len(ours) == len(theirs)
    for (actual, expected), (host_actual, host_expected) in zip(ours, theirs, strict=True):
        assert_agree(actual, host_actual)
        assert_agree(expected, host_expected)


def random(*shape: int, dtype: str = "float32") -> np.ndarray:
    return np.random.default_rng(7).standard_normal(shape).astype(dtype)


LARGE = {
    "products": (
        """func.func @main(%a: tensor<256x512xf32>, %b: tensor<512x128xf32>) -> tensor<256x128xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x512xf32>, tensor<512x128xf32>) -> tensor<256x128xf32>
  return %0 : tensor<256x128xf32>
}""",
        (random(256, 512), random(512, 128)),
    ),
    "sums": (
        """func.func @main(%a: tensor<1000x1000xf32>) -> tensor<1000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000x1000xf32>, tensor<f32>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}""",
        (random(1000, 1000),),
    ),
    "convolution": (
        """func.func @main(%x: tensor<2x32x32x8xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<2x32x32x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x32x32x8xf32>, tensor<3x3x8x16xf32>) -> tensor<2x32x32x16xf32>
  return %0 : tensor<2x32x32x16xf32>
}""",
        (random(2, 32, 32, 8), random(3, 3, 8, 16)),
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_sums_differ_by_rounding_only(name):
    text, arguments = LARGE[name]
    module = hlorepl.parse(text)
    (ours,) = hlorepl.compile(module, backend="cupy")(*arguments)
    (theirs,) = hlorepl.compile(module)(*arguments)
    terms = {"products": 512, "sums": 1000, "convolution": 72}[name]
    # The terms are of size 1: each of log2(terms) roundings, of sums of size sqrt(terms), may go the other way.
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=float(np.finfo(np.float32).eps) * terms)


def test_sorting_keeps_order():
    text = """func.func @main(%k: tensor<100000xi32>, %v: tensor<100000xi32>) -> (tensor<100000xi32>, tensor<100000xi32>) {
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<100000xi32>, tensor<100000xi32>) -> (tensor<100000xi32>, tensor<100000xi32>)
  return %0#0, %0#1 : tensor<100000xi32>, tensor<100000xi32>
}"""
    keys = np.random.default_rng(7).integers(0, 100, 100_000, dtype=np.int32)
    places = np.arange(100_000, dtype=np.int32)
    found = hlorepl.compile(hlorepl.parse(text), backend="cupy")(keys, places)
    order = np.argsort(keys, kind="stable")
    np.testing.assert_array_equal(found[0], keys[order])
    np.testing.assert_array_equal(found[1], places[order])


def test_session_on_the_gpu():
    session = Session(backend="cupy")
    result = session.execute("%x = [1.0, 4.0]\n%y = sqrt %x")
    assert result.error is None
    assert result.text.splitlines()[-1] == "%y : tensor<2xf32> = [1.0, 2.0]"
    assert session.execute(":backend numpy").text == "backend numpy"
    assert session.execute("%z = %y + 1").text == "%z : tensor<2xf32> = [2.0, 3.0]"


def test_more_memory_than_there_is():
    text = """func.func @main() -> tensor<9223372036854xf64> {
  %0 = stablehlo.iota dim = 0 : tensor<9223372036854xf64>
  return %0 : tensor<9223372036854xf64>
}"""
    with pytest.raises(HloError) as caught:
        hlorepl.compile(hlorepl.parse(text), backend="cupy")()
    assert caught.value.code == "limit.memory"
