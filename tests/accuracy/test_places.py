"""What an element-wise op gives for an element depends on the elements at its place alone: every op, every kind of element.

NumPy's loops take several elements at once and the rest by other ways; arrays that are views, that lie backwards, or are one
number repeated go other ways again.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import hlorepl
from hlorepl.errors import HloError
from hlorepl.ir.core import Op, Value
from hlorepl.ir.types import ELEMENTS, TensorType
from hlorepl.ops import registry
from hlorepl.verifier.rules import infer_types

COUNT = 70
SIZES = [*range(1, 20), 31, 32, 33, 63, 64, 65, COUNT]
NAMES = ["f32", "f64", "bf16", "f16", "f8E4M3FN", "complex<f32>", "complex<f64>", "i32", "i8", "i1", "ui64"]
ATTRIBUTES = {
    "stablehlo.compare": "comparison_direction = #stablehlo<comparison_direction LT>",
    "stablehlo.reduce_precision": "exponent_bits = 5 : i32, mantissa_bits = 3 : i32",
}
OPS = [
    name
    for name in sorted(registry.names())
    if registry.OPS[name].elementwise and registry.OPS[name].dialect in ("stablehlo", "chlo")
]


def cases() -> Iterator[tuple[str, str, str]]:
    """Every op with every kind of element that it takes, and the element type of its result."""
    for name in OPS:
        for element in NAMES:
            operands = [Value("x", TensorType((COUNT,), ELEMENTS[element])) for _ in registry.OPS[name].operands]
            function = hlorepl.parse(
                f"func.func @f() attributes {{{ATTRIBUTES.get(name, '')}}} {{\n  return\n}}"
            ).functions["f"]
            own = registry.OPS[name].attributes
            try:
                (result,) = infer_types(Op(name, operands, {k: v for k, v in function.attributes.items() if k in own}))
            except HloError:
                continue
            yield name, element, str(result.element)


def program(name: str, element: str, result: str, size: int) -> hlorepl.Program:
    count = len(registry.OPS[name].operands)
    of = f"tensor<{size}x{element}>"
    arguments = ", ".join(f"%a{k}: {of}" for k in range(count))
    operands, types = ", ".join(f"%a{k}" for k in range(count)), ", ".join([of] * count)
    made = f"tensor<{size}x{result}>"
    text = f'  %r = "{name}"({operands}) {{{ATTRIBUTES.get(name, "")}}} : ({types}) -> {made}\n  return %r : {made}\n'
    return hlorepl.compile(hlorepl.parse(f"func.func @main({arguments}) -> {made} {{\n{text}}}\n"))


def numbers(element: str, rng: np.random.Generator) -> np.ndarray:
    of = ELEMENTS[element]
    if of.is_integer or of.is_bool:
        low, high = (0, 2) if of.is_bool else (0 if of.kind == "uint" else -50, 60)
        return rng.integers(low, high, COUNT).astype(of.dtype)
    real = rng.standard_normal(COUNT) * 3
    return (real + 3j * rng.standard_normal(COUNT) if of.is_complex else real).astype(of.dtype)


def layouts(array: np.ndarray) -> Iterator[np.ndarray]:
    """The same numbers, lying otherwise in memory."""
    yield np.repeat(array, 3)[::3]
    yield np.ascontiguousarray(array[::-1])[::-1]
    apart = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype)
    apart[:] = array
    yield apart


@pytest.mark.slow
@pytest.mark.parametrize(("name", "element", "result"), list(cases()))
def test_an_element_depends_on_its_place_alone(name, element, result):
    rng = np.random.default_rng(7)
    whole = program(name, element, result, COUNT)
    arrays = [numbers(element, rng) for _ in registry.OPS[name].operands]
    (wanted,) = whole(*arrays)
    for size in SIZES:
        (found,) = program(name, element, result, size)(*(array[COUNT - size :] for array in arrays))
        assert found.tobytes() == wanted[COUNT - size :].tobytes(), size
    for views in zip(*map(layouts, arrays), strict=True):
        assert whole(*views)[0].tobytes() == wanted.tobytes()
    alone = [np.broadcast_to(array[3], (COUNT,)) for array in arrays]
    assert whole(*alone)[0].tobytes() == np.repeat(wanted[3:4], COUNT).tobytes()


@pytest.mark.parametrize("op", ["exponential", "log", "tan", "cbrt", "tanh"])
def test_an_element_of_what_was_reversed(op):
    of = "tensor<70xf64>"
    text = f"""func.func @main(%x: {of}) -> ({of}, {of}) {{
  %0 = stablehlo.reverse %x, dims = [0] : {of}
  %1 = stablehlo.{op} %0 : {of}
  %2 = stablehlo.reverse %1, dims = [0] : {of}
  %3 = stablehlo.{op} %x : {of}
  return %2, %3 : {of}, {of}
}}
"""
    there, here = hlorepl.compile(hlorepl.parse(text))(np.abs(np.random.default_rng(1).standard_normal(70)))
    assert there.tobytes() == here.tobytes()
