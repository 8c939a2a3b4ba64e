"""What ``pyproject.toml`` declares is what the code imports, both ways."""

import re
import sys
import tomllib
from importlib.metadata import requires

import pytest
from source_files import PACKAGES, ROOT, imports

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
#: What a distribution is imported as, where it is not its own name.
IMPORTED_AS = {
    "cupy-cuda12x": "cupy",
    "import-linter": "importlinter",
    "markdown-it-py": "markdown_it",
    "pillow": "PIL",
    "pymongo": "bson",
    "pytest-timeout": "pytest_timeout",
    "pytest-xdist": "xdist",
    "pyyaml": "yaml",
    "scikit-learn": "sklearn",
}
#: Imported though nobody declares it: the distribution that brings it along, and what that one asks for.
COMES_WITH = {
    "IPython": ("ipykernel", "ipython"),  # it loads the extension of a notebook that runs in it
    "cupyx": ("cupy-cuda12x", ""),  # CuPy's own second package
    "google": ("onnx", "protobuf"),  # ONNX's messages are protobuf's
    "jaxlib": ("jax", "jaxlib"),  # JAX's compiled half
    "jupyter_core": ("ipykernel", "jupyter_core"),  # where Jupyter keeps its kernels
}
#: Declared though nothing imports it.
NOT_IMPORTED = {
    "mpi4py": "carries a grid of processes over several machines; it is there only under mpiexec, and loaded by its name",
    "mpich": "the MPI itself, and its mpiexec",
}
#: What the tests are run with, not what they import.
TOOLS = {"import-linter", "pyright", "pytest-timeout", "pytest-xdist", "ruff"}


def declared(*groups):
    lines = [line for group in groups for line in PROJECT["optional-dependencies"].get(group, [])]
    lines += PROJECT["dependencies"] if not groups else []
    names = {re.split(r"[^\w.-]", line)[0].lower() for line in lines}
    return names - {"hlorepl"}


def imported_as(name):
    return IMPORTED_AS.get(name, name.replace("-", "_"))


def third_party(folder=None):
    """What is neither Python's nor ours, by the first part of its name."""
    found = {target.partition(".")[0] for each in imports(folder) for target in each.targets}
    ours = {*PACKAGES, *(path.stem for path in (ROOT / "tests").rglob("*"))}
    return found - set(sys.stdlib_module_names) - ours


def test_the_packages_import_what_is_declared():
    extras = set(PROJECT["optional-dependencies"]) - {"test", "peers", "browser"}
    names = declared() | declared(*extras)
    needed = {imported_as(name) for name in names - set(NOT_IMPORTED)}
    assert third_party() | {"jaxlib"} == needed | set(COMES_WITH)
    assert set(NOT_IMPORTED) < names


def comes_with():
    """The rows of the table; what a package asks for that the extra ``test`` does not bring is known where it is installed."""
    (ours,) = [line for line in PROJECT["optional-dependencies"]["test"] if line.startswith("hlorepl[")]
    brought = declared() | declared("test", *re.findall(r"\w+", ours)[1:])
    for name, (home, asked) in COMES_WITH.items():
        only_peers = home not in brought
        yield pytest.param(home, asked, id=name, marks=[pytest.mark.peers] if only_peers else [])


@pytest.mark.parametrize(("home", "asked"), list(comes_with()))
def test_what_is_not_declared_comes_with_what_is(home, asked):
    assert home in declared() | declared(*PROJECT["optional-dependencies"])
    if asked:
        lines = requires(home) or []
        assert asked in {re.split(r"[^\w.-]", line)[0].lower().replace("-", "_") for line in lines}


def test_tests_and_samples_import_what_is_declared():
    names = declared() | declared(*PROJECT["optional-dependencies"])
    found = third_party(ROOT / "tests") | third_party(ROOT / "samples")
    assert found - {imported_as(name) for name in names} - set(COMES_WITH) == set()
    assert {
        name for name in declared("test", "peers") - TOOLS if imported_as(name) not in found | third_party()
    } == set()
