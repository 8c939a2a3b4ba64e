"""The programs that JAX keeps to prove that old exports still run: CPU's linear algebra and dynamic shapes."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from peers.xla import floating

import hlorepl

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.peers

FOLDER = "jax._src.internal_test_util.export_back_compat_test_data"
#: Results that LAPACK determines up to a phase, or an order, or both: what they are worth is tested in test_linalg.
UNDETERMINED = {"cpu_eig_lapack_geev": {1, 2}, "cpu_eigh_lapack_syev": {0}, "cpu_schur_lapack_gees": {0, 1}}


def stored() -> Iterator[Any]:
    package = importlib.import_module(FOLDER)
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.startswith(("cpu_", "stablehlo_", "annotate_")):
            continue
        for name, data in vars(importlib.import_module(f"{FOLDER}.{module.name}")).items():
            if not name.startswith("data_"):
                continue
            cases = {"": data} if "mlir_module_text" in data else data
            for case, one in cases.items():
                yield pytest.param(module.name, one, id=f"{module.name}-{name}-{case}")


@pytest.mark.parametrize(("module", "data"), list(stored()))
def test_stored_program(module: str, data: dict[str, Any]) -> None:
    program = hlorepl.parse(data["mlir_module_text"], name=module)
    assert hlorepl.verify(program) == []
    found = hlorepl.compile(program)(*data["inputs"])
    wanted = data["expected_outputs"]
    wanted = wanted if isinstance(wanted, tuple | list) else (wanted,)
    assert len(found) == len(wanted)
    for index, (mine, other) in enumerate(zip(found, map(np.asarray, wanted), strict=True)):
        assert (mine.dtype, mine.shape) == (other.dtype, other.shape)
        if index in UNDETERMINED.get(module, ()):
            assert np.isfinite(mine).all()
        elif floating(other.dtype):
            scale = np.abs(other).max(initial=1)
            np.testing.assert_allclose(mine, other, rtol=0, atol=300 * np.finfo(other.dtype).eps * scale)
        else:
            np.testing.assert_array_equal(mine, other)
