"""What is installed: entry points, data files, the version, and how little a start loads."""

import re
import subprocess
import sys
import zipfile
from importlib.metadata import entry_points, requires, version
from pathlib import Path

import pytest

import hlorepl

ROOT = Path(__file__).parent.parent
HEAVY = {
    "numpy",
    "scipy",
    "ml_dtypes",
    "prompt_toolkit",
    "rich",
    "pygments",
    "ipykernel",
    "asyncio",
    "matplotlib",
    "yaml",
}


def run(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True, **options)


def modules_loaded_by(*arguments: str) -> set[str]:
    """The top-level packages that Python's own import log names."""
    log = run("-X", "importtime", *arguments).stderr
    return {line.rsplit("|", 1)[1].strip().split(".")[0] for line in log.splitlines() if line.count("|") == 2}


def test_the_version_is_a_literal_and_the_only_one():
    source = (ROOT / "hlorepl" / "__init__.py").read_text(encoding="utf-8")
    assert re.findall(r'^__version__ = "(\d+\.\d+\.\d+)"$', source, re.MULTILINE) == [hlorepl.__version__]
    assert version("hlorepl") == hlorepl.__version__
    assert run("-m", "hlorepl", "--version").stdout == f"hlorepl {hlorepl.__version__}\n"


@pytest.mark.parametrize(
    "arguments", [["-m", "hlorepl", "--version"], ["-m", "hlorepl", "--help"], ["-c", "import hlorepl"]]
)
def test_a_start_loads_nothing_heavy(arguments):
    loaded = modules_loaded_by(*arguments)
    assert "hlorepl" in loaded
    assert loaded & HEAVY == set()


def test_checking_a_program_does_not_load_what_only_faces_need():
    loaded = modules_loaded_by(
        "-m", "hlorepl", "run", str(ROOT / "samples" / "simulation" / "heat.mlir"), "--random", "1"
    )
    assert "numpy" in loaded
    assert loaded & {"prompt_toolkit", "ipykernel", "asyncio", "matplotlib", "yaml", "scipy"} == set()


def test_entry_points_load():
    (command,) = (entry for entry in entry_points(group="console_scripts") if entry.name == "hlorepl")
    assert callable(command.load())
    lexers = {entry.name: entry.load() for entry in entry_points(group="pygments.lexers") if "hlorepl" in entry.value}
    assert set(lexers) == {"stablehlo", "hlo-console"}


def test_dependencies_are_the_few_we_promise():
    core = {re.split(r"[^\w-]", line)[0].lower() for line in requires("hlorepl") or [] if "extra ==" not in line}
    assert {name.replace("_", "-") for name in core} == {
        "numpy", "scipy", "ml-dtypes", "prompt-toolkit", "rich", "pygments", "ipykernel",
    }  # fmt: skip


@pytest.mark.slow
def test_every_file_of_the_packages_is_in_the_wheel(tmp_path):
    """What git knows under the package folders, and nothing else: no file forgotten, no cache packed."""
    tree = tmp_path / "tree"
    copied = subprocess.run(["git", "checkout-index", "--all", f"--prefix={tree}/"], cwd=ROOT, check=False)
    if copied.returncode:
        pytest.skip("not a git checkout")
    run("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(tree))
    expected = {
        path.relative_to(root).as_posix()
        for root, package in (
            (tree, "hlorepl"),
            (tree / "kernel", "hlorepl_kernel"),
            (tree / "lexers", "hlorepl_lexers"),
        )
        for path in (root / package).rglob("*")
        if path.is_file()
    }
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name for name in names if not re.match(r"hlorepl-[^/]*\.(?:dist-info|data)/", name)} == expected
    shared = {name.partition(".data/data/share/jupyter/")[2] for name in names if ".data/data/" in name}
    assert shared == {
        "kernels/hlorepl/kernel.json",
        "kernels/hlorepl/logo-32x32.png",
        "kernels/hlorepl/logo-64x64.png",
        "kernels/hlorepl/logo-svg.svg",
        "labextensions/hlorepl/package.json",
        "labextensions/hlorepl/static/remoteEntry.js",
    }
