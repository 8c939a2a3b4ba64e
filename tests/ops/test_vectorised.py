"""Regions run on whole arrays: the number of Python-level calls does not grow with the number of elements.

Each program has a body that no special case knows. It runs on few and on many elements, 64 times as many; what is
called, Python functions and those of extensions alike, may grow with the logarithm of that (for a sort by any
comparator: with its square), not with the size.
"""

import sys

import numpy as np
import pytest

import hlorepl

SMALL, LARGE = 512, 64 * 512

REDUCE = """
func.func @main(%x: tensor<{n}xf32>, %y: tensor<{n}xf32>) -> (tensor<f32>, tensor<f32>) {{
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.reduce(%x init: %one), (%y init: %zero) across dimensions = [0]
    : (tensor<{n}xf32>, tensor<{n}xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<f32>, %d: tensor<f32>) {{
    %1 = stablehlo.multiply %a, %c : tensor<f32>
    %2 = stablehlo.multiply %c, %b : tensor<f32>
    %3 = stablehlo.add %2, %d : tensor<f32>
    stablehlo.return %1, %3 : tensor<f32>, tensor<f32>
  }}
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}}
"""

WINDOW = """
func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
  %low = stablehlo.constant dense<-1.0e30> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.maximum %a, %b : tensor<f32>
      %2 = stablehlo.subtract %a, %1 : tensor<f32>
      %3 = stablehlo.exponential %2 : tensor<f32>
      %4 = stablehlo.subtract %b, %1 : tensor<f32>
      %5 = stablehlo.exponential %4 : tensor<f32>
      %6 = stablehlo.add %3, %5 : tensor<f32>
      %7 = stablehlo.log %6 : tensor<f32>
      %8 = stablehlo.add %1, %7 : tensor<f32>
      stablehlo.return %8 : tensor<f32>
  }}) {{window_dimensions = array<i64: {n}>, padding = dense<[[{before}, 0]]> : tensor<1x2xi64>}}
    : (tensor<{n}xf32>, tensor<f32>) -> tensor<{n}xf32>
  return %0 : tensor<{n}xf32>
}}
"""

SCATTER = """
func.func @main(%x: tensor<{n}xf32>, %i: tensor<{n}x1xi32>, %u: tensor<{n}xf32>) -> tensor<{n}xf32> {{
  %0 = "stablehlo.scatter"(%x, %i, %u) ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %a : tensor<f32>
      %2 = stablehlo.subtract %b, %1 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
    : (tensor<{n}xf32>, tensor<{n}x1xi32>, tensor<{n}xf32>) -> tensor<{n}xf32>
  return %0 : tensor<{n}xf32>
}}
"""

SORT = """
func.func @main(%p: tensor<{n}xi32>, %q: tensor<{n}xi32>) -> (tensor<{n}xi32>, tensor<{n}xi32>) {{
  %0:2 = "stablehlo.sort"(%p, %q) ({{
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %1 = stablehlo.multiply %a, %d : tensor<i32>
      %2 = stablehlo.multiply %b, %c : tensor<i32>
      %3 = stablehlo.compare LT, %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
  }}) {{dimension = 0 : i64}} : (tensor<{n}xi32>, tensor<{n}xi32>) -> (tensor<{n}xi32>, tensor<{n}xi32>)
  return %0#0, %0#1 : tensor<{n}xi32>, tensor<{n}xi32>
}}
"""

MAP = """
func.func @main(%x: tensor<{n}xi32>) -> tensor<{n}xi32> {{
  %0 = "stablehlo.map"(%x) ({{
    ^bb0(%a: tensor<i32>):
      %one = stablehlo.constant dense<1> : tensor<i32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %1:2 = stablehlo.while(%v = %a, %count = %zero) : tensor<i32>, tensor<i32>
        cond {{
          %2 = stablehlo.compare GT, %v, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %2 : tensor<i1>
        }} do {{
          %3 = stablehlo.shift_right_logical %v, %one : tensor<i32>
          %4 = stablehlo.add %count, %one : tensor<i32>
          stablehlo.return %3, %4 : tensor<i32>, tensor<i32>
        }}
      stablehlo.return %1#1 : tensor<i32>
  }}) {{dimensions = array<i64: 0>}} : (tensor<{n}xi32>) -> tensor<{n}xi32>
  return %0 : tensor<{n}xi32>
}}
"""

SELECT = """
func.func @main(%x: tensor<{n}xf32>, %s: tensor<{half}xf32>) -> tensor<{n}xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %zero) ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.multiply %a, %a : tensor<f32>
      %2 = stablehlo.multiply %b, %b : tensor<f32>
      %3 = stablehlo.compare LE, %1, %2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
  }}, {{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %a : tensor<f32>
      %2 = stablehlo.subtract %b, %1 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
  }}) {{window_dimensions = array<i64: 4>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}}
    : (tensor<{n}xf32>, tensor<{half}xf32>, tensor<f32>) -> tensor<{n}xf32>
  return %0 : tensor<{n}xf32>
}}
"""


def floats(n: int, seed: int = 0) -> np.ndarray:
    return (np.random.default_rng(seed).random(n, dtype=np.float32) - 0.5) * np.float32(1e-3)


def integers(n: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(1, 1000, n, dtype=np.int32)


def pairs(n: int) -> np.ndarray:
    """Indices, each of which comes twice."""
    return np.random.default_rng(n).permutation(np.repeat(np.arange(n // 2, dtype=np.int32), 2))[:, None]


def calls(text: str, n: int, *arguments: np.ndarray) -> tuple[int, tuple[np.ndarray, ...]]:
    """How many functions a second run of a program calls, and its results."""
    program = hlorepl.compile(hlorepl.parse(text.format(n=n, before=n - 1, half=n // 2)))
    program(*arguments)
    count = 0

    def count_one(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(count_one)
    try:
        results = program(*arguments)
    finally:
        sys.setprofile(None)
    return count, results


def reduce_arguments(n):
    return 1 + floats(n), floats(n, 1)


def reduce_expected(a, b):
    total, scale = 0.0, 1.0
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        total, scale = total * x + y, scale * x
    return scale, total


def window_expected(x):
    return (np.logaddexp.accumulate(x.astype(np.float64)),)


def scatter_arguments(n):
    return floats(n), pairs(n), floats(n, 1)


def scatter_expected(x, i, u):
    x = x.copy()
    for place, update in zip(i[:, 0].tolist(), u, strict=True):
        x[place] = update - (x[place] + x[place])
    return (x,)


def sort_arguments(n):
    return integers(n), integers(n, 1)


def sort_expected(p, q):
    order = np.argsort(p / q, kind="stable")
    return p[order], q[order]


def map_expected(x):
    return (np.array([int(value).bit_length() for value in x], np.int32),)


def select_arguments(n):
    return floats(n), floats(n // 2)


def select_expected(x, s):
    result = np.zeros_like(x)
    for index, update in enumerate(s):
        places = [place for place in range(2 * index - 1, 2 * index + 3) if 0 <= place < len(x)]
        place = min(places, key=lambda place: (x[place] * x[place], place))
        result[place] = update - (result[place] + result[place])
    return (result,)


CASES = {
    "reduce": (REDUCE, reduce_arguments, reduce_expected),
    "reduce_window": (WINDOW, lambda n: (floats(n),), window_expected),
    "scatter": (SCATTER, scatter_arguments, scatter_expected),
    "sort": (SORT, sort_arguments, sort_expected),
    "map": (MAP, lambda n: (integers(n),), map_expected),
    "select_and_scatter": (SELECT, select_arguments, select_expected),
}


@pytest.mark.parametrize("name", CASES)
def test_calls_do_not_grow_with_the_size(name):
    text, arguments, expected = CASES[name]
    few, _ = calls(text, SMALL, *arguments(SMALL))
    given = arguments(LARGE)
    many, results = calls(text, LARGE, *given)
    assert many <= 3 * few + 50, (few, many)
    for result, wanted in zip(results, expected(*given), strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-4, atol=1e-6)


def test_scatter_of_sums_in_one_place_takes_no_rounds():
    """All updates meet in one place, in a body that is not one op: what joins in any order is joined at once."""
    text = SCATTER.replace("stablehlo.add %a, %a", "stablehlo.multiply %b, %b").replace(
        "stablehlo.subtract %b, %1", "stablehlo.subtract %a, %1"
    )
    x, u = floats(LARGE), 1 + floats(LARGE, 1)
    few, _ = calls(text, SMALL, x[:SMALL], np.zeros((SMALL, 1), np.int32), u[:SMALL])
    many, (result,) = calls(text, LARGE, x, np.zeros((LARGE, 1), np.int32), u)
    assert many <= 2 * few, (few, many)
    assert result[0] == pytest.approx(float(x[0]) - float((u.astype(np.float64) ** 2).sum()), rel=1e-5)
    np.testing.assert_array_equal(result[1:], x[1:])


GUARDED = """
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {{
  %0 = "stablehlo.map"(%x) ({{
    ^bb0(%a: tensor<i32>):
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      {guard}
        %2:2 = stablehlo.while(%v = %a, %count = %zero) : tensor<i32>, tensor<i32>
          cond {{
            %3 = stablehlo.compare NE, %v, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %3 : tensor<i1>
          }} do {{
            %4 = stablehlo.shift_right_arithmetic %v, %one : tensor<i32>
            %5 = stablehlo.add %count, %one : tensor<i32>
            stablehlo.return %4, %5 : tensor<i32>, tensor<i32>
          }}
        stablehlo.return %2#1 : tensor<i32>
      }}, {{
        stablehlo.return %zero : tensor<i32>
      }}) : {type}
      stablehlo.return %1 : tensor<i32>
  }}) {{dimensions = array<i64: 0>}} : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}}
"""


@pytest.mark.parametrize("op", ["if", "case"])
def test_a_loop_of_a_branch_need_not_end_where_the_branch_is_not_taken(op):
    """Shifted to the right, -1 stays -1."""
    if op == "if":
        guard = "%p = stablehlo.compare GE, %a, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>"
        text = GUARDED.format(guard=f'{guard}\n      %1 = "stablehlo.if"(%p) ({{', type="(tensor<i1>) -> tensor<i32>")
    else:
        guard = "%p = stablehlo.shift_right_logical %a, %m : tensor<i32>"
        guard = f"%m = stablehlo.constant dense<31> : tensor<i32>\n      {guard}"
        text = GUARDED.format(
            guard=f'{guard}\n      %1 = "stablehlo.case"(%p) ({{', type="(tensor<i32>) -> tensor<i32>"
        )
    (found,) = hlorepl.compile(hlorepl.parse(text))(np.array([5, -1, 0, -8], np.int32))
    assert found.tolist() == [3, 0, 0, 0]
