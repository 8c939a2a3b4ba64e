"""What an op does quicker because an operand is written in the program, it does to the bit as with one that comes from outside."""

import numpy as np
import pytest

import hlorepl
from hlorepl.ir.types import ELEMENTS

FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, -2.5, float("inf"), float("-inf"), float("nan"), 1e-45, 3e38)


def values(element: str) -> np.ndarray:
    """Numbers at which rounding, wrapping and signs go wrong, if they do, and some between."""
    dtype = ELEMENTS[element].dtype
    if dtype.kind == "f":
        return np.array([*FLOATS, *np.random.default_rng(1).standard_normal(50)], dtype)
    info = np.iinfo(dtype)
    near = [info.min, info.min + 1, info.max, info.max - 1, info.max // 2, 0, 1, 2, 3, 5]
    rng = np.random.default_rng(1)
    return np.array([*near, *rng.integers(info.min, info.max, 50, dtype=dtype, endpoint=True)], dtype)


def literal(value: np.generic) -> str:
    """A number as the program has it: floats by their bits."""
    return (
        f"0x{value.view(f'u{value.itemsize}'):0{2 * value.itemsize}X}" if value.dtype.kind == "f" else str(int(value))
    )


def both(op: str, element: str, number: np.generic, order: str = "%x, %c") -> list[np.ndarray]:
    """The op with a number that is written, and with the same from outside, twice each: called, and in code."""
    x = values(element)
    of = f"tensor<{len(x)}x{element}>"
    head = f"%c = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<{element}>) -> {of}\n  %0 = stablehlo.{op} {order} : {of}"
    texts = [
        (
            f"func.func @main(%x: {of}) -> {of} {{\n  %k = stablehlo.constant dense<{literal(number)}> : tensor<{element}>\n"
            f"  {head}\n  return %0 : {of}\n}}"
        ),
        f"func.func @main(%x: {of}, %k: tensor<{element}>) -> {of} {{\n  {head}\n  return %0 : {of}\n}}",
    ]
    programs = [hlorepl.compile(hlorepl.parse(text)) for text in texts]
    written = [programs[0](x)[0] for _ in range(2)]
    return [programs[1](x, np.asarray(number))[0], *written]


@pytest.mark.parametrize("element", ["i8", "i16", "i32", "i64", "ui8", "ui32", "ui64"])
@pytest.mark.parametrize("op", ["divide", "remainder", "maximum", "minimum"])
def test_integers(op: str, element: str):
    dtype = ELEMENTS[element].dtype
    for number in {-7, -2, -1, 0, 1, 2, 3, 10, int(np.iinfo(dtype).max), int(np.iinfo(dtype).min)}:
        if np.iinfo(dtype).min <= number:
            expected, *found = both(op, element, dtype.type(number))
            for each in found:
                assert np.array_equal(expected, each), (number, expected, each)


@pytest.mark.parametrize("order", ["%x, %c", "%c, %x"])
@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("op", ["maximum", "minimum"])
def test_floats(op: str, element: str, order: str):
    with np.errstate(all="ignore"):
        numbers = np.array(FLOATS, ELEMENTS[element].dtype)
    for number in numbers:
        expected, *found = both(op, element, number, order)
        for each in found:
            assert np.array_equal(expected, each, equal_nan=True), number
            assert np.array_equal(np.signbit(expected), np.signbit(each)), number


def test_clamp():
    x = values("f32")
    of = f"tensor<{len(x)}xf32>"
    line = f"%0 = stablehlo.clamp %a, %x, %b : (tensor<f32>, {of}, tensor<f32>) -> {of}\n  return %0 : {of}"
    outside = hlorepl.compile(
        hlorepl.parse(f"func.func @main(%x: {of}, %a: tensor<f32>, %b: tensor<f32>) -> {of} {{\n  {line}\n}}")
    )
    for low, high in [(0, 1), (-0.0, 6), (-1, 0), (-1, -0.0), (2, 1), (0.5, 2.5)]:
        ends = [np.float32(low), np.float32(high)]
        written = "\n  ".join(
            f"%{name} = stablehlo.constant dense<{literal(end)}> : tensor<f32>"
            for name, end in zip("ab", ends, strict=True)
        )
        inside = hlorepl.compile(hlorepl.parse(f"func.func @main(%x: {of}) -> {of} {{\n  {written}\n  {line}\n}}"))
        expected = outside(x, *ends)[0]
        for _ in range(2):
            found = inside(x)[0]
            assert np.array_equal(expected, found, equal_nan=True)
            assert np.array_equal(np.signbit(expected), np.signbit(found))
