"""Which array library computes, and what is said when one cannot."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import hlorepl
from hlorepl import HloError, backends
from hlorepl.__main__ import main

PROGRAM = "func.func @main() -> tensor<i32> {\n  %0 = stablehlo.constant dense<1> : tensor<i32>\n  return %0 : tensor<i32>\n}\n"


@pytest.fixture(autouse=True)
def uncached(monkeypatch):
    monkeypatch.setattr(backends, "_made", backends._made.__wrapped__)


def cupy_that_says(text: str | None, devices: int = 1) -> SimpleNamespace:
    """A module cupy whose driver gives that error, or that finds so many devices."""

    def count() -> int:
        if text is not None:
            raise RuntimeError(text)
        return devices

    return SimpleNamespace(cuda=SimpleNamespace(runtime=SimpleNamespace(getDeviceCount=count)))


NO_DEVICE = "the backend cupy needs a GPU, and there is none"
MISSING = {
    "package": (None, "the backend cupy needs the package cupy"),
    "device": (cupy_that_says("cudaErrorNoDevice: no CUDA-capable device is detected"), NO_DEVICE),
    "no devices": (cupy_that_says(None, 0), NO_DEVICE),
    "driver": (
        cupy_that_says("cudaErrorInsufficientDriver: CUDA driver version is insufficient for CUDA runtime version"),
        "the backend cupy needs NVIDIA's driver, and there is none or it is too old",
    ),
    "library": (
        cupy_that_says("CuPy failed to load libnvrtc.so.12: not found\nand more lines"),
        "the backend cupy cannot be used: CuPy failed to load libnvrtc.so.12: not found",
    ),
}


@pytest.fixture(params=MISSING)
def missing(request, monkeypatch) -> str:
    """CuPy cannot run; what is said about it."""
    module, message = MISSING[request.param]
    monkeypatch.setitem(sys.modules, "cupy", module)
    return message


def test_one_line_says_what_is_missing(missing):
    for use in (
        lambda: backends.get("cupy"),
        lambda: hlorepl.Session(backend="cupy"),
        lambda: hlorepl.compile(hlorepl.parse(PROGRAM), backend="cupy"),
    ):
        with pytest.raises(HloError) as caught:
            use()
        assert (caught.value.code, caught.value.message) == ("run.backend", missing)


def test_the_command_line_says_so(missing, tmp_path, capsys):
    path = tmp_path / "one.mlir"
    path.write_text(PROGRAM, encoding="utf-8")
    assert main(["run", "--backend", "cupy", str(path)]) != 0
    captured = capsys.readouterr()
    assert missing in captured.err + captured.out
    assert "Traceback" not in captured.err


def test_a_session_stays_where_it_is(missing):
    session = hlorepl.Session()
    session.execute("%x = 2.0")
    result = session.execute(":backend cupy")
    assert result.error is not None
    assert result.error.message == missing
    assert session.execute(":backend").text == "backend numpy"
    assert session.execute("%x + 1").text.endswith("3.0")


def test_an_installed_cupy_that_does_not_load(monkeypatch, tmp_path):
    (tmp_path / "cupy.py").write_text("raise ImportError('libcuda is broken')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "cupy", raising=False)
    with pytest.raises(HloError, match="cannot be used: libcuda is broken"):
        backends.get("cupy")


def test_unknown_backend():
    with pytest.raises(HloError, match=r"there is no backend torch") as caught:
        hlorepl.Session(backend="torch")
    assert caught.value.code == "run.backend"


def test_the_host_is_a_backend():
    backend = backends.get("numpy")
    array = np.ones(3)
    assert backend.to_device(array) is array
    assert backend.to_host(array) is array
    assert backends.host(array) is array
    assert backend.placed("op", [array.dtype], lambda: np.sin, lambda: np.cos) is np.sin
