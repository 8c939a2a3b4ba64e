"""Ops that move elements: views where nothing is written, laws, and what is overwritten by whom."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hlorepl
from hlorepl.ir.types import TensorType, element
from hlorepl.ops.registry import lookup


def op(name):
    found = lookup(f"stablehlo.{name}")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("transpose", {"permutation": (1, 0)}),
        ("slice", {"start_indices": (0, 1), "limit_indices": (2, 3), "strides": (1, 1)}),
        ("reshape", {"result": TensorType((3, 2), element("f64"))}),
        ("broadcast_in_dim", {"broadcast_dimensions": (1, 2), "result": TensorType((9, 2, 3), element("f64"))}),
        ("broadcast", {"broadcast_sizes": (4,)}),
    ],
)
def test_moving_elements_copies_nothing(name, attributes):
    x = np.arange(6.0).reshape(2, 3)
    assert np.shares_memory(op(name)(np, x, **attributes), x)


def test_padding_that_only_cuts_copies_nothing():
    x = np.arange(6.0)
    cut = op("pad")(np, x, np.array(0.0), edge_padding_low=(-1,), edge_padding_high=(-2,), interior_padding=(0,))
    assert np.shares_memory(cut, x)
    assert cut.tolist() == [1.0, 2.0, 3.0]


def test_update_slice_overwrites_only_what_it_owns():
    update, at = op("dynamic_update_slice"), np.array(1)
    x, u = np.zeros(4), np.ones(2)
    assert update(np, x, u, at).tolist() == [0, 1, 1, 0]
    assert not x.any()
    assert update(np, x, u, at, own=True) is x
    assert x.tolist() == [0, 1, 1, 0]


def test_a_carried_array_is_updated_in_place():
    text = """
    func.func @main(%x: tensor<99xf32>, %n: tensor<i32>) -> tensor<99xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %u = stablehlo.constant dense<7.0> : tensor<1xf32>
      %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<99xf32> cond {
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %b = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<99xf32>, tensor<1xf32>, tensor<i32>) -> tensor<99xf32>
        stablehlo.return %j, %b : tensor<i32>, tensor<99xf32>
      }
      return %0#1 : tensor<99xf32>
    }"""
    main = hlorepl.compile(hlorepl.parse(text))
    x = np.zeros(99, np.float32)
    for rounds in (3, 99, 0):
        (out,) = main(x, np.array(rounds, np.int32))
        assert int((out == 7).sum()) == rounds
        assert not x.any()


sizes = st.integers(0, 5)
amounts = st.integers(-4, 4)


@settings(max_examples=150, deadline=None)
@given(size=sizes, low=amounts, high=amounts, interior=st.integers(0, 3))
def test_pad_puts_each_element_where_the_specification_says(size, low, high, interior):
    total = size + low + max(size - 1, 0) * interior + high
    if total < 0:
        return
    wanted = np.full(total, -1)
    for index in range(size):
        place = low + index * (interior + 1)
        if 0 <= place < total:
            wanted[place] = index
    attributes = {"edge_padding_low": (low,), "edge_padding_high": (high,), "interior_padding": (interior,)}
    np.testing.assert_array_equal(op("pad")(np, np.arange(size), np.array(-1), **attributes), wanted)


@settings(max_examples=60, deadline=None)
@given(shape=st.lists(st.integers(0, 3), max_size=4), data=st.data())
def test_transpose_and_its_inverse(shape, data):
    permutation = data.draw(st.permutations(range(len(shape))))
    inverse = tuple(sorted(range(len(shape)), key=permutation.__getitem__))
    x = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    there = op("transpose")(np, x, permutation=tuple(permutation))
    np.testing.assert_array_equal(op("transpose")(np, there, permutation=inverse), x)


@settings(max_examples=60, deadline=None)
@given(shape=st.lists(st.integers(0, 3), max_size=3), data=st.data())
def test_broadcast_in_dim_repeats_what_it_does_not_name(shape, data):
    rank = len(shape) + data.draw(st.integers(0, 2))
    dimensions = tuple(data.draw(st.permutations(range(rank)))[: len(shape)])
    sizes_ = [data.draw(st.integers(0, 3)) for _ in range(rank)]
    for size, target in zip(shape, dimensions, strict=True):
        if size != 1:
            sizes_[target] = size
    x = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    result = TensorType(tuple(sizes_), element("i64"))
    out = op("broadcast_in_dim")(np, x, broadcast_dimensions=dimensions, result=result)
    for place in np.ndindex(*sizes_):
        source = tuple(0 if size == 1 else place[d] for size, d in zip(shape, dimensions, strict=True))
        assert out[place] == x[source]
