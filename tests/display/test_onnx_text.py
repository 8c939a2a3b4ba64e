"""Values of ONNX models as text: tensors as everywhere, sequences, mappings and texts on a line, nothing as Python writes it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hlorepl.value_text import onnx_text

VALUES: dict[str, tuple[Any, str]] = {
    "tensor": (np.float32([1, 2]), "v : tensor<2xf32> = [1.0, 2.0]"),
    "sequence": ([np.float32([1, 2]), np.float32([[3]])], "v : sequence of tensor<2xf32> = [[1.0, 2.0], [[3.0]]]"),
    "sequence of sequences": ([[np.int64(1), np.bool_(1)]], "v : sequence of sequence of tensor<i64> = [[1, true]]"),
    "nothing in it": ([], "v : sequence = []"),
    "texts": (np.array([["a", 'b"c']], object), 'v : tensor<1x2xstring> = [["a", "b\\"c"]]'),
    "mappings": ([{1: np.float32(0.5)}, {2: 0.25}], "v : sequence of mapping = [{1: 0.5}, {2: 0.25}]"),
    "an empty optional": (None, "v : none = none"),
    "not finite": ([np.float32([np.nan, np.inf])], "v : sequence of tensor<2xf32> = [[nan, inf]]"),
}


@pytest.mark.parametrize("what", VALUES)
def test_text(what: str) -> None:
    value, wanted = VALUES[what]
    assert onnx_text("v", value) == wanted
