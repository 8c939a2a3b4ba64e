"""Reading, checking and starting: ratios against what Python and NumPy need themselves, measured in the same run."""

import subprocess
import sys
import time

import numpy as np
import pytest

import hlorepl
from hlorepl.verifier import verify

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]


def best(function, rounds: int = 5) -> float:
    """Seconds of the quickest of several runs."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        function()
        times.append(time.perf_counter() - begin)
    return min(times)


def module_of(count: int) -> str:
    lines = "\n".join(
        f"    %{k + 1} = stablehlo.{'add' if k % 2 else 'multiply'} %{k}, %{k} : tensor<8x128xf32>"
        for k in range(count)
    )
    head = "func.func @main(%0: tensor<8x128xf32>) -> tensor<8x128xf32>"
    return f"module @m {{\n  {head} {{\n{lines}\n    return %{count} : tensor<8x128xf32>\n  }}\n}}\n"


def test_a_thousand_ops():
    text = module_of(1000)
    module = hlorepl.parse(text)
    reading, checking = best(lambda: hlorepl.parse(text)), best(lambda: verify(module))
    print(
        f"\n1,000 ops: parse {reading * 1e3:.1f} ms, verify {checking * 1e3:.1f} ms, verify / parse {checking / reading:.2f}"
    )
    assert len(module.functions["main"].body.ops) == 1001


def test_a_thousand_different_ops():
    text = "\n".join(
        f"func.func @f{k}(%a: tensor<{k}x2xf32>) -> tensor<2x{k}xf32> {{\n"
        f"  %0 = stablehlo.add %a, %a : tensor<{k}x2xf32>\n"
        f"  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<{k}x2xf32>) -> tensor<2x{k}xf32>\n"
        f"  return %1 : tensor<2x{k}xf32>\n}}"
        for k in range(1, 500)
    )
    module = hlorepl.parse(text)
    reading, checking = best(lambda: hlorepl.parse(text), 3), best(lambda: verify(module), 3)
    print(f"\n998 ops of different types: parse {reading * 1e3:.1f} ms, verify / parse {checking / reading:.2f}")
    assert verify(module) == []


def test_a_constant_of_a_million_numbers():
    numbers = np.random.default_rng(0).standard_normal(1_000_000)
    body = ", ".join(map(repr, numbers.tolist()))
    text = f"func.func @main() {{\n  %0 = stablehlo.constant dense<[{body}]> : tensor<1000000xf64>\n  return\n}}"
    peer = best(lambda: np.fromstring(body, sep=","), 3)
    ours = best(lambda: hlorepl.parse(text).functions["main"].body.ops[0].attributes["value"].array, 3)
    print(f"\n1M numbers: {ours / peer:.2f} times np.fromstring ({peer * 1e3:.0f} ms)")


def test_starting(tmp_path):
    path = tmp_path / "a.mlir"
    path.write_text(
        "func.func @main() -> tensor<f32> {\n  %0 = stablehlo.constant dense<1.0> : tensor<f32>\n  return %0 : tensor<f32>\n}\n"
    )

    def run(*words: str) -> float:
        return best(lambda: subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL), 7)

    numpy = run("-c", "import numpy")
    print(
        f"\nimport numpy {numpy * 1e3:.0f} ms; hlorepl run: {run('-m', 'hlorepl', 'run', str(path)) / numpy:.2f} times that; ",
        end="",
    )
    print(f"--version: {run('-m', 'hlorepl', '--version') / numpy:.2f}")


def test_a_loop_over_ops():
    text = module_of(200)
    program = hlorepl.compile(hlorepl.parse(text))
    x = np.zeros((8, 128), np.float32)

    def plain() -> None:
        y = x
        for k in range(200):
            y = np.add(y, y) if k % 2 else np.multiply(y, y)

    for _ in range(3):
        program(x)
    print(f"\n200 ops on 1,024 floats: {best(lambda: program(x), 30) / best(plain, 30):.2f} times the bare ufuncs")
