"""What a user's type checker sees of the public names."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import hlorepl
import hlorepl.mdf

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = [ROOT, ROOT / "kernel", ROOT / "lexers"]
#: Where public names are loaded on first use, and their types stand in an ``if TYPE_CHECKING``.
LAZY = [hlorepl, hlorepl.mdf]


def modules_with_names():
    """The modules that say what is public, by ``__all__``."""
    for folder, package in zip(FOLDERS, ("hlorepl", "hlorepl_kernel", "hlorepl_lexers"), strict=True):
        for path in sorted((folder / package).rglob("*.py")):
            if "__all__" in path.read_text(encoding="utf-8"):
                name = ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
                yield import_module(name)


def public_names():
    for module in modules_with_names():
        late = dict(homes(module)) if module in LAZY else {}
        yield from ((module.__name__, name) for name in sorted({*module.__all__, *late}))


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_every_public_name_has_a_type(tmp_path):
    names = list(public_names())
    assert len(names) > 80
    lines = [f"import {module}" for module in {module for module, _ in names}]
    lines += [f"reveal_type({module}.{name})" for module, name in names]
    (tmp_path / "user.py").write_text("\n".join(lines))
    settings = {"extraPaths": list(map(str, FOLDERS)), "typeCheckingMode": "basic", "include": ["user.py"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(run.stdout)["generalDiagnostics"]
    types = [each["message"] for each in found if each["severity"] == "information"]
    assert [each["message"] for each in found if each["severity"] != "information"] == []
    assert len(types) == len(names)
    assert [each for each in types if each.endswith(('is "Any"', 'is "Unknown"', 'is "type[Any]"'))] == []


@pytest.mark.parametrize("module", LAZY, ids=lambda module: module.__name__)
def test_names_that_load_late_are_those_that_checkers_read(module):
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    static = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        static.update({alias.asname: node.module for alias in node.names})
    late = dict(homes(module))
    assert static == late
    for name in late:
        assert getattr(module, name) is not None


def homes(module):
    """Each name of a package that loads late, and the module that it stands in."""
    for key, value in module._HOMES.items():
        yield from ((name, key) for name in value) if isinstance(value, tuple) else ((key, value),)
    yield from ((name, None) for name in getattr(module, "_MODULES", ()))
