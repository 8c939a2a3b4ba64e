"""What the command line accepts."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from . import __version__, backends
from .batch.options import PROMPT, Parser, add_options, completed

if TYPE_CHECKING:
    from argparse import Namespace

VERBS = ("run", "check", "fmt", "compare", "reduce", "graph", "mdf", "kernel")
_EPILOG = """exit status: 0 all well; 1 a program was rejected, failed, or a check in it did not hold; 2 the command line was
wrong or a file could not be read; 124 a timeout; 130 interrupted"""


def run_command_line(words: list[str]) -> int:
    """The verb's function; its exit status."""
    verb = words[0] if words and words[0] in VERBS else ""
    if verb == "kernel":
        return _kernel(words[1:])
    if verb == "mdf":
        from .batch.run_models import mdf_verb  # late: start-up

        return mdf_verb(words[1:])
    if verb:
        options = completed(_parser(verb).parse_intermixed_args(words[1:]), verb)
        options.backend = options.backend or backends.DEFAULT
        _set_threads(options)
        if verb == "graph":
            from .batch.draw import draw  # late: start-up

            return draw(options)
        if verb == "reduce":
            from .batch.reduce import reduce  # late: start-up

            return reduce(options)
        if verb == "compare":
            from .batch.compare import compare  # late: start-up

            return compare(options)
        from .batch.driver import drive  # late: start-up

        return drive(verb, options)
    options = completed(_prompt_parser().parse_args(words), PROMPT)
    if options.about:
        return _about()
    _set_threads(options)
    if options.command is not None:
        options.backend = options.backend or backends.DEFAULT
        from .batch.driver import run_text  # late: start-up

        return run_text(options.command, options)
    from .prompt import open_prompt  # late: start-up

    return open_prompt(options)


def _kernel(words: list[str]) -> int:
    from hlorepl_kernel.install import main  # late: start-up

    return main(words)


def _set_threads(options: Namespace) -> None:
    """Before NumPy is loaded: how many threads its library may use."""
    if options.threads:
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ[name] = str(options.threads)


def _parser(verb: str) -> Parser:
    about = {
        "run": "run programs",
        "check": "read and verify programs",
        "fmt": "lay programs out",
        "compare": "find the first op, or window of ops, where a program on two engines, or two programs, part",
        "graph": "draw a program or a model as one page, with values where arguments are given",
        "reduce": "find the smallest program that still shows something",
    }[verb]
    parser = Parser(prog=f"hlorepl {verb}", description=about, epilog=_EPILOG, allow_abbrev=False)
    several: Any = {"check": "*", "graph": 1, "reduce": 1}.get(verb, "+")
    parser.add_argument("files", nargs=several, metavar="FILE", help="a file, or - for standard input")
    if verb == "graph":
        parser.add_argument("-o", dest="page", metavar="OUT.html", required=True, help="the page to write")
    if verb == "reduce":
        from .batch.keeping import keep  # late: start-up

        parser.add_argument(
            "--keep",
            type=keep,
            required=True,
            metavar="WHAT",
            help="nan, error=CODE, differs=E, crash=E, timeout=S, or command='… {}': a command that exits with 0 where it shows, {} "
            "stands for the file",
        )
        parser.add_argument("-o", dest="reduced", metavar="OUT", help="the file to write (default: standard output)")
    add_options(parser, verb)
    return parser


def _prompt_parser() -> Parser:
    parser = Parser(
        prog="hlorepl",
        description="Type StableHLO op by op and see each result.",
        epilog=f"verbs: hlorepl {{{','.join(VERBS)}}} --help. settings of the prompt: :set lists them; they are read from "
        f"$HLOREPL_CONFIG, else $XDG_CONFIG_HOME/hlorepl/config.toml. {_EPILOG}",
        allow_abbrev=False,
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="load this first")
    parser.add_argument("-c", dest="command", metavar="TEXT", help="run this text instead of opening the prompt")
    parser.add_argument("--input", metavar="FILE", help="load these arrays (.npy, .npz) first")
    parser.add_argument(
        "--resume", action="store_true", help="take up the last session, also one that crashed; nothing is run again"
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="for screen readers: no colours, no boxes, no menus; values as they are written to files",
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument("--about", action="store_true", help="print the versions of everything, for a report")
    add_options(parser, PROMPT)
    return parser


def _about() -> int:
    """Versions of everything that matters for a report."""
    import importlib.metadata  # late: start-up
    import platform  # late: start-up

    print(f"hlorepl {__version__}")
    print(f"Python {platform.python_version()} on {platform.platform()}, {os.cpu_count()} cores")
    names = (
        "numpy",
        "scipy",
        "ml_dtypes",
        "prompt_toolkit",
        "rich",
        "pygments",
        "ipykernel",
        "cupy",
        "onnx",
        "pyyaml",
        "pymongo",
    )
    for name in names:
        try:
            print(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            print(f"{name} not installed")
    sys.stdout.flush()
    return 0
