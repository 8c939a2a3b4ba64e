"""Arrays that nobody needs any more hold what comes next: peaks beside those of NumPy by hand, inputs and results counted."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlorepl


def _loop(x: Any, y: Any) -> Any:
    a = x
    for _ in range(9):
        a = np.cos(a * y + x)
    return a


#: A few numbers, which are computed op by op, and many, which are in blocks.
SIZES = (5_000, 600_000)
T = "tensor<SIZExf32>"
#: Each program's text, and what somebody would write who knows NumPy.
PROGRAMS: dict[str, tuple[str, Callable[..., Any]]] = {
    "a chain": (
        (
            f"%0 = stablehlo.multiply %x, %y : {T}\n  %1 = stablehlo.add %0, %x : {T}\n  %2 = stablehlo.tanh %1 : {T}\n"
            f"  %3 = stablehlo.subtract %2, %y : {T}\n  return %3 : {T}"
        ),
        lambda x, y: np.tanh(x * y + x) - y,
    ),
    "two that meet": (
        (
            f"%0 = stablehlo.multiply %x, %y : {T}\n  %1 = stablehlo.exponential %x : {T}\n  %2 = stablehlo.add %0, %1 : {T}\n"
            f"  %3 = stablehlo.sqrt %2 : {T}\n  return %3 : {T}"
        ),
        lambda x, y: np.sqrt(x * y + np.exp(x)),
    ),
    "a loop": (
        (
            "%i0 = stablehlo.constant dense<0> : tensor<i32>\n  %end = stablehlo.constant dense<9> : tensor<i32>\n"
            f"  %one = stablehlo.constant dense<1> : tensor<i32>\n  %r:2 = stablehlo.while(%i = %i0, %a = %x) : tensor<i32>, {T} cond {{\n"
            "    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n"
            f"  }} do {{\n    %b = stablehlo.multiply %a, %y : {T}\n    %c = stablehlo.add %b, %x : {T}\n    %d = stablehlo.cosine %c : {T}\n"
            f"    %j = stablehlo.add %i, %one : tensor<i32>\n    stablehlo.return %j, %d : tensor<i32>, {T}\n  }}\n  return %r#1 : {T}"
        ),
        _loop,
    ),
}


def peak(function: Callable[..., Any], *arrays: Any) -> int:
    """The most bytes that are held at a time beside the arguments."""
    tracemalloc.start()
    try:
        _kept = function(*arrays)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_holds_no_more_than_by_hand(name: str, size: int):
    body, by_hand = PROGRAMS[name]
    text = f"func.func @main(%x: {T}, %y: {T}) -> {T} {{\n  {body}\n}}"
    program = hlorepl.compile(hlorepl.parse(text.replace("SIZE", str(size))))
    rng = np.random.default_rng(0)
    x, y = (rng.random(size).astype(np.float32) for _ in range(2))
    kept = x.copy(), y.copy()
    for _ in range(3):
        found = program(x, y)[0]
    assert np.allclose(found, by_hand(x, y))
    given = x.nbytes + y.nbytes
    assert given + peak(program, x, y) <= 1.1 * (given + peak(by_hand, x, y))
    assert np.array_equal(x, kept[0])
    assert np.array_equal(y, kept[1])


def test_an_op_of_a_planned_module_takes_little():
    """Parsed, verified and planned: 2.5 kB an op, of five kinds."""
    of, turned = "tensor<8x128xf32>", "tensor<128x8xf32>"
    kinds = (
        f"stablehlo.add %{{0}}, %{{0}} : {of}",
        f"stablehlo.multiply %{{0}}, %0 : {of}",
        f"stablehlo.tanh %{{0}} : {of}",
        f"stablehlo.transpose %{{0}}, dims = [1, 0] : ({of}) -> {turned}",
        f"stablehlo.reshape %{{0}} : ({turned}) -> {of}",
    )
    count = 4_000
    lines = [f"%{k + 1} = {kinds[k % 5].format(k)}" for k in range(count)]
    body = "\n  ".join(lines)
    text = f"func.func @main(%0: {of}) -> {of} {{\n  {body}\n  return %{count} : {of}\n}}"
    hlorepl.compile(hlorepl.parse(text))  # what is loaded and made once does not count
    tracemalloc.start()
    try:
        _kept = hlorepl.compile(hlorepl.parse(text))
        assert tracemalloc.get_traced_memory()[0] <= 2_500 * count
    finally:
        tracemalloc.stop()
