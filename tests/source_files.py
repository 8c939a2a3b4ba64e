"""The project's own Python files and what they import, for tests of what the code looks like."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"hlorepl": ROOT, "hlorepl_kernel": ROOT / "kernel", "hlorepl_lexers": ROOT / "lexers"}


@dataclass(frozen=True)
class Import:
    """An import statement. ``targets`` are the full names of the modules that it loads."""

    module: str
    path: Path
    line: int
    targets: tuple[str, ...]
    is_late: bool
    """It stands inside a function."""
    is_for_checkers: bool
    """It stands under ``if TYPE_CHECKING``: nobody runs it."""


@cache
def files() -> dict[str, Path]:
    """Every module of the project's packages, by its full name."""
    found = {}
    for package, folder in PACKAGES.items():
        for path in sorted((folder / package).rglob("*.py")):
            name = ".".join(path.relative_to(folder).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


@cache
def imports(folder: Path | None = None) -> tuple[Import, ...]:
    """Every import of the project's packages, or of all files below a folder, but for relative ones there."""
    paths = {str(path): path for path in sorted(folder.rglob("*.py"))} if folder else files()
    return tuple(each for module, path in paths.items() for each in _of_file(module, path) if each.targets)


def _of_file(module: str, path: Path) -> Iterator[Import]:
    waiting = [(node, False, False) for node in ast.parse(path.read_text(encoding="utf-8")).body]
    for node, is_late, is_for_checkers in waiting:
        if isinstance(node, ast.Import | ast.ImportFrom):
            targets = tuple(_targets(module, path, node))
            yield Import(module, path, node.lineno, targets, is_late, is_for_checkers)
        is_late = is_late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        is_for_checkers = is_for_checkers or isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        waiting += [(inner, is_late, is_for_checkers) for inner in _statements_in(node)]


def _statements_in(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements directly inside one: imports are statements, so nothing else is looked into."""
    for part in ("body", "orelse", "finalbody"):
        yield from getattr(node, part, ())
    for part in ("handlers", "cases"):
        for branch in getattr(node, part, ()):
            yield from branch.body


def _targets(module: str, path: Path, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    if node.level and module not in files():
        return
    home = module.split(".")
    up = node.level - (path.name == "__init__.py")
    package = home[: len(home) - up] if up > 0 else home
    base = ".".join([*(package if node.level else []), *([node.module] if node.module else [])])
    for alias in node.names:
        inner = f"{base}.{alias.name}"
        yield inner if inner in files() else homes_of_late_names(base).get(alias.name, base)


@cache
def homes_of_late_names(package: str) -> dict[str, str]:
    """The module of each name that a package loads on first use, as its ``if TYPE_CHECKING`` tells checkers."""
    path = files().get(package)
    body = ast.parse(path.read_text(encoding="utf-8")).body if path and path.name == "__init__.py" else []
    if not any(isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in body):
        return {}
    inside = [inner for node in body if isinstance(node, ast.If) for inner in node.body]
    named = [node for node in inside if isinstance(node, ast.ImportFrom) and node.module]
    return {alias.name: f"{package}.{node.module}" for node in named for alias in node.names}
