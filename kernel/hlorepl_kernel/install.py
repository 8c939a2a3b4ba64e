"""``hlorepl kernel install`` and ``uninstall``: where Jupyter looks, put or remove the kernel spec and the colours."""

from __future__ import annotations

import json
import shutil
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hlorepl.batch.options import Parser
from hlorepl.whole_files import write_whole

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

NAME = "hlorepl"
PACKAGE = "hlorepl_kernel"


def data_folder(user: bool = False, prefix: str | None = None) -> Path:
    """Where Jupyter keeps its data for this user, under a prefix, or for the whole system."""
    from jupyter_core.paths import SYSTEM_JUPYTER_PATH, jupyter_data_dir  # late: Jupyter

    if user:
        return Path(jupyter_data_dir())
    return Path(prefix) / "share" / "jupyter" if prefix else Path(SYSTEM_JUPYTER_PATH[0])


def kernel_spec(display_name: str | None = None, environment: dict[str, str] | None = None) -> dict[str, Any]:
    """The content of ``kernel.json`` for this Python."""
    spec = json.loads(files(PACKAGE).joinpath("resources/kernelspec/kernel.json").read_text(encoding="utf-8"))
    spec["argv"][0] = sys.executable
    if display_name:
        spec["display_name"] = display_name
    if environment:
        spec["env"] = environment
    return spec


def install(
    folder: Path, name: str = NAME, display_name: str | None = None, environment: dict[str, str] | None = None
) -> Path:
    """Write the kernel spec and the JupyterLab extension under a Jupyter data folder; returns the spec's own folder."""
    package = Path(str(files(PACKAGE)))
    target = folder / "kernels" / name
    others = shutil.ignore_patterns("kernel.json")
    shutil.copytree(package / "resources" / "kernelspec", target, ignore=others, dirs_exist_ok=True)
    spec = json.dumps(kernel_spec(display_name, environment), indent=2)
    write_whole(target / "kernel.json", spec + "\n")
    shutil.copytree(package / "labextension", folder / "labextensions" / NAME, dirs_exist_ok=True)
    return target


def uninstall(folder: Path, name: str = NAME) -> list[Path]:
    """Remove a kernel spec from a Jupyter data folder, and the extension unless another of our specs is left there."""
    removed: list[Path] = []
    spec = folder / "kernels" / name
    if _is_ours(spec):
        shutil.rmtree(spec)
        removed.append(spec)
    extension = folder / "labextensions" / NAME
    if removed and extension.is_dir() and not any(map(_is_ours, (folder / "kernels").glob("*"))):
        shutil.rmtree(extension)
        removed.append(extension)
    return removed


def _is_ours(folder: Path) -> bool:
    try:
        spec = json.loads((folder / "kernel.json").read_text(encoding="utf-8"))
        return PACKAGE in spec["argv"]
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _parser() -> Parser:
    parser = Parser(prog="hlorepl kernel", description="Install or remove the Jupyter kernel.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="{install,uninstall}")
    place = Parser(add_help=False)
    where = place.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="for this user")
    where.add_argument("--sys-prefix", action="store_true", help="in this Python environment")
    where.add_argument("--prefix", metavar="PATH", help="under PATH/share/jupyter")
    place.add_argument("--name", default=NAME, help=f"the kernel's name, for several side by side ({NAME})")
    adding = verbs.add_parser("install", parents=[place], help="add the kernel to Jupyter (for all users by default)")
    adding.add_argument("--display-name", metavar="TEXT", help="how Jupyter shows it")
    adding.add_argument(
        "--env", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"), help="set in the kernel's environment"
    )
    verbs.add_parser("uninstall", parents=[place], help="remove it (wherever it is found by default)")
    return parser


def _folders(options: argparse.Namespace) -> list[Path]:
    """The data folders that the options mean; the first one for installing, all of them for removing."""
    prefix = sys.prefix if options.sys_prefix else options.prefix
    if options.user or prefix or options.verb == "install":
        return [data_folder(options.user, prefix)]
    from jupyter_core.paths import jupyter_path  # late: Jupyter

    return [Path(path) for path in jupyter_path()]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; the exit status is 0, 1 when nothing was done, or 2 for wrong arguments."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if not options.name.replace("-", "").replace("_", "").replace(".", "").isalnum():
        parser.error(f"a kernel's name has letters, digits, '-', '_' and '.' only, not {options.name!r}")
    try:
        if options.verb == "install":
            target = install(_folders(options)[0], options.name, options.display_name, dict(options.env))
            print(f"installed {options.name} in {target}")
            return 0
        removed = [path for folder in _folders(options) for path in uninstall(folder, options.name)]
    except OSError as error:
        print(f"hlorepl kernel: error: {error}\nhelp: try --user or --sys-prefix", file=sys.stderr)
        return 1
    for path in removed:
        print(f"removed {path}")
    if not removed:
        print(f"hlorepl kernel: error: no kernel {options.name!r} of hlorepl is installed", file=sys.stderr)
    return 0 if removed else 1


if __name__ == "__main__":
    sys.exit(main())
