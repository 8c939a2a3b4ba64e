"""What the command line accepts."""

from __future__ import annotations

import argparse
import os
import sys

from . import __version__, backends
from .kinds import KINDS

VERBS = ("run", "check", "fmt", "mdf", "kernel")
_EPILOG = """exit status: 0 all well; 1 a program was rejected, failed, or a check in it did not hold; 2 the command line was
wrong or a file could not be read; 124 a timeout; 130 interrupted"""


def run_command_line(words: list[str]) -> int:
    """The verb's function; its exit status."""
    verb = words[0] if words and words[0] in VERBS else ""
    if verb == "kernel":
        return _kernel(words[1:])
    if verb == "mdf":
        from .batch.run_models import mdf_verb  # late: NumPy

        return mdf_verb(words[1:])
    if verb:
        options = _parser(verb).parse_intermixed_args(words[1:])
        options.backend = options.backend or backends.DEFAULT
        _set_threads(options)
        from .batch.driver import drive  # late: start-up

        return drive(verb, options)
    options = _prompt_parser().parse_args(words)
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


def _set_threads(options: argparse.Namespace) -> None:
    """Before NumPy is loaded: how many threads its library may use."""
    if getattr(options, "threads", None):
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ[name] = str(options.threads)


def grid(text: str) -> tuple[int, int]:
    """``RxP``."""
    replicas, cross, partitions = text.lower().partition("x")
    if not cross or not replicas.isdigit() or not partitions.isdigit() or 0 in (int(replicas), int(partitions)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a grid such as 2x1")
    return int(replicas), int(partitions)


def backend_name(text: str) -> str:
    """A backend of ours, or one that another package brings."""
    if text not in backends.own_names() and text not in backends.names():
        raise argparse.ArgumentTypeError(f"there is no backend {text!r}; there are: {', '.join(backends.names())}")
    return text


#: More seconds than this no clock of the system counts.
_LONGEST = 1e9


def seconds(text: str) -> float:
    """A number above zero; ``inf`` is as long as clocks count."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return min(value, _LONGEST)


def count(text: str) -> int:
    """A whole number from 1 on."""
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def seed(text: str) -> int:
    """A whole number from 0 on."""
    if not (text.isascii() and text.isdigit() and len(text) <= 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def _shared(parser: argparse.ArgumentParser) -> None:
    about = f"the array library: {' or '.join(backends.own_names())} (default {backends.DEFAULT})"
    parser.add_argument("--backend", type=backend_name, metavar="NAME", help=about)
    parser.add_argument("--grid", type=grid, default=(1, 1), metavar="RxP", help="replicas x partitions (default 1x1)")
    parser.add_argument("--threads", type=count, metavar="N", help="threads of the array library")
    parser.add_argument("--max-memory", type=count, metavar="BYTES", help="refuse to hold more than this in values")
    parser.add_argument("-q", "--quiet", action="store_true", help="print errors only")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="say more")


def _batch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--split-input-file", action="store_true", help="cut files at lines that hold // -----")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each program")
    parser.add_argument("-j", "--jobs", type=count, default=1, metavar="N", help="worker processes")
    parser.add_argument("--timeout", type=seconds, metavar="S", help="seconds for each program")
    parser.add_argument("--kind", choices=KINDS, help="what the files are")


def _parser(verb: str) -> argparse.ArgumentParser:
    about = {"run": "run programs", "check": "read and verify programs", "fmt": "lay programs out"}[verb]
    parser = argparse.ArgumentParser(prog=f"hlorepl {verb}", description=about, epilog=_EPILOG, allow_abbrev=False)
    several = "*" if verb == "check" else "+"
    parser.add_argument("files", nargs=several, metavar="FILE", help="a file, or - for standard input")
    _shared(parser)
    _batch(parser)
    {"run": _run_options, "check": _check_options, "fmt": _fmt_options}[verb](parser)
    return parser


def _seed(parser: argparse.ArgumentParser) -> None:
    help_text = "where the program's own random numbers begin (default 0)"
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help=help_text)


def _run_options(parser: argparse.ArgumentParser) -> None:
    _seed(parser)
    parser.add_argument("--entry", metavar="NAME", help="the function to run")
    parser.add_argument("--args", metavar="LIST", help="arguments: '[dense<1> : tensor<2xi32>, …]'")
    parser.add_argument("--input", metavar="FILE", help="arguments: a .npy or .npz file")
    parser.add_argument("--random", type=seed, metavar="SEED", help="arguments: random values")
    parser.add_argument("--shape", action="append", metavar="N=2x3", help="sizes of argument N for --random")
    parser.add_argument(
        "--print", choices=["summary", "full", "dense", "none"], default="summary", help="how to show results"
    )
    parser.add_argument("--output", metavar="FILE", help="write the results to a .npy or .npz file")
    parser.add_argument("--save-values", metavar="DIR", help="write every intermediate value")
    parser.add_argument("--time", action="store_true", help="say how long the run took")
    parser.add_argument("--profile", action="store_true", help="say where the time went")
    parser.add_argument("--nan", action="store_true", help="name the first op that made a value not finite")
    parser.add_argument("--probe-output-dir", metavar="DIR", help="where interpreter.probe writes")
    parser.add_argument("--steps", type=int, metavar="N", help="MDF: how many steps")
    parser.add_argument("--dt", type=float, metavar="X", help="MDF: the time step")
    parser.add_argument("--set", action="append", metavar="NODE.PORT=VALUE", help="MDF: an input or parameter")
    parser.add_argument("--graph", metavar="ID", help="MDF: which graph")


def _check_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--infer", action="store_true", help="print the module with all types filled in")
    parser.add_argument("--explain", metavar="CODE", help="print the rule behind a code")


def _fmt_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--generic", action="store_true", help="the generic form of every op")
    parser.add_argument("--canonical-names", action="store_true", help="name values %%0, %%arg0, …")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when a file is not laid out so")
    parser.add_argument("--in-place", action="store_true", help="write the files")


def _prompt_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hlorepl",
        description="Type StableHLO op by op and see each result.",
        epilog=f"verbs: hlorepl {{{','.join(VERBS)}}} --help. {_EPILOG}",
        allow_abbrev=False,
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="load this first")
    parser.add_argument("-c", dest="command", metavar="TEXT", help="run this text instead of opening the prompt")
    parser.add_argument("--input", metavar="FILE", help="load these arrays (.npy, .npz) first")
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument("--about", action="store_true", help="print the versions of everything, for a report")
    _shared(parser)
    _seed(parser)
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
