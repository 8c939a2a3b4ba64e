"""Gathers and scatters of known shapes are worked out ahead: they give the bits of the general way, which unknown shapes take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import hlorepl

if TYPE_CHECKING:
    from collections.abc import Sequence

_INDEX_TYPES = {"i32": "i4", "i64": "i8", "ui8": "u1", "i8": "i1"}
_ELEMENTS = {"f32": "f4", "i32": "i4", "f16": "f2"}
_BODIES = {
    "set": "stablehlo.return %b : tensor<E>",
    "add": "%r = stablehlo.add %a, %b : tensor<E>\n stablehlo.return %r : tensor<E>",
    "maximum": "%r = stablehlo.maximum %a, %b : tensor<E>\n stablehlo.return %r : tensor<E>",
    "difference": "%r = stablehlo.subtract %b, %a : tensor<E>\n stablehlo.return %r : tensor<E>",
}


class Case:
    """Dimension numbers that fit each other, and shapes for them, by a generator."""

    def __init__(self, rng: np.random.Generator):
        rank = int(rng.integers(1, 4))
        self.shape = tuple(int(size) for size in rng.integers(1, 6, rank))
        count = int(rng.integers(1, rank + 1))
        self.start_map = [int(dim) for dim in rng.permutation(rank)[:count]]
        self.dropped = [dim for dim in range(rank) if rng.random() < 0.6]
        window = [dim for dim in range(rank) if dim not in self.dropped]
        self.sizes = [1] * rank
        for dim in window:
            self.sizes[dim] = self.shape[dim] if rng.random() < 0.6 else int(rng.integers(1, self.shape[dim] + 1))
        places = [int(size) for size in rng.integers(1, 4, int(rng.integers(0, 3)))]
        out_rank = len(places) + len(window)
        self.window_dims = sorted(int(dim) for dim in rng.permutation(out_rank)[: len(window)])
        extents, free = iter(self.sizes[dim] for dim in window), iter(places)
        self.out = tuple(next(extents) if dim in self.window_dims else next(free) for dim in range(out_rank))
        self.index_vector_dim = int(rng.integers(0, len(places) + 1))
        index_shape = [*places]
        index_shape.insert(self.index_vector_dim, count)
        self.index_type, self.element = rng.choice([*_INDEX_TYPES]), rng.choice([*_ELEMENTS])
        low, high = (-2, 7) if rng.random() < 0.5 else (0, max(1, min(self.shape)))
        indices = rng.integers(low, high, index_shape)
        self.indices = np.array(np.abs(indices) if self.index_type == "ui8" else indices, _INDEX_TYPES[self.index_type])
        self.operand = self.values(rng, self.shape)
        self.updates = self.values(rng, self.out)

    def values(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
        """Few different numbers, zeros of both signs among them."""
        found = np.array(rng.integers(-2, 3, shape) * 1.5)
        return (-found if rng.random() < 0.5 else found).astype(_ELEMENTS[self.element])

    def gather(self, is_known: bool) -> str:
        x, i, y = self._types(is_known)
        numbers = (
            f"offset_dims = {self.window_dims}, collapsed_slice_dims = {self.dropped}, "
            f"start_index_map = {self.start_map}, index_vector_dim = {self.index_vector_dim}"
        )
        sizes = ", ".join(map(str, self.sizes))
        return f"""func.func @main(%x: {x}, %i: {i}) -> {y} {{
          %0 = "stablehlo.gather"(%x, %i) {{dimension_numbers = #stablehlo.gather<{numbers}>,
            slice_sizes = array<i64: {sizes}>}} : ({x}, {i}) -> {y}
          return %0 : {y} }}"""

    def scatter(self, body: str, is_known: bool) -> str:
        x, i, u = self._types(is_known)
        numbers = (
            f"update_window_dims = {self.window_dims}, inserted_window_dims = {self.dropped}, "
            f"scatter_dims_to_operand_dims = {self.start_map}, index_vector_dim = {self.index_vector_dim}"
        )
        return f"""func.func @main(%x: {x}, %i: {i}, %u: {u}) -> {x} {{
          %y = stablehlo.add %x, %x : {x}
          %0 = "stablehlo.scatter"(%y, %i, %u) ({{ ^bb0(%a: tensor<{self.element}>, %b: tensor<{self.element}>):
            {_BODIES[body].replace("E", self.element)}
          }}) {{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}} : ({x}, {i}, {u}) -> {x}
          return %0 : {x} }}"""

    def _types(self, is_known: bool) -> list[str]:
        kinds = ((self.shape, self.element), (self.indices.shape, self.index_type), (self.out, self.element))
        return [_type(shape, element, is_known) for shape, element in kinds]


def _type(shape: Sequence[int], element: str, is_known: bool) -> str:
    return f"tensor<{''.join(f'{size}x' if is_known else '?x' for size in shape)}{element}>"


def _result(text: str, *arrays: Any) -> Any:
    return hlorepl.compile(hlorepl.parse(text))(*arrays)[0]


def _require_same(a: Any, b: Any, text: str) -> None:
    assert (a.shape, a.dtype, a.tobytes()) == (b.shape, b.dtype, b.tobytes()), text


@pytest.mark.parametrize("seed", range(40))
def test_gathers_of_known_shapes(seed: int):
    case = Case(np.random.default_rng(seed))
    text = case.gather(is_known=True)
    given = case.operand, case.indices
    _require_same(_result(text, *given), _result(case.gather(is_known=False), *given), text)


@pytest.mark.parametrize("body", _BODIES)
@pytest.mark.parametrize("seed", range(12))
def test_scatters_of_known_shapes(seed: int, body: str):
    case = Case(np.random.default_rng(seed))
    text = case.scatter(body, is_known=True)
    given = case.operand, case.indices, case.updates
    before = [array.copy() for array in given]
    _require_same(_result(text, *given), _result(case.scatter(body, is_known=False), *given), text)
    assert all((one == other).all() for one, other in zip(given, before, strict=True))
