"""Sorts of integers alone need no order: they give what the general way does, which unknown shapes take."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import hlorepl

_TYPES = {"i8": "i1", "ui8": "u1", "i32": "i4", "i64": "i8", "ui64": "u8"}


def _sort(of: str, element: str, dimension: int, direction: str) -> str:
    return f"""func.func @main(%x: {of}) -> {of} {{
      %0 = "stablehlo.sort"(%x) ({{ ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
        %c = stablehlo.compare {direction}, %a, %b : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }}) {{dimension = {dimension} : i64}} : ({of}) -> {of}
      return %0 : {of} }}"""


@pytest.mark.parametrize(("element", "direction"), [*product(_TYPES, ("LT", "GT", "LE", "GE"))])
@pytest.mark.parametrize("dimension", [0, 1, -1])
def test_integers(element: str, direction: str, dimension: int):
    dtype = np.dtype(_TYPES[element])
    limits = np.iinfo(dtype)
    ends = np.array([limits.min, limits.max, 0, 1, limits.max - 1], dtype)
    given = np.random.default_rng(0).choice(ends, (7, 5)).T
    before = given.copy()
    known, unknown = (_sort(f"tensor<{sizes}x{element}>", element, dimension, direction) for sizes in ("5x7", "?x?"))
    (found,), (general,) = (hlorepl.compile(hlorepl.parse(text))(given) for text in (known, unknown))
    assert (found.dtype, found.shape, found.tobytes()) == (general.dtype, general.shape, general.tobytes())
    falls = direction.startswith("G")
    rising = np.sort(before, dimension)
    assert (found == (np.flip(rising, dimension) if falls else rising)).all()
    assert (given == before).all()
