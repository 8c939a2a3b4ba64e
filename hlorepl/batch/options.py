"""Every option of the command line: which verbs have it, which kinds of file it applies to, and what it takes.

The parsers and their help are made from this table; an option that stands on the command line and does not apply to a file's kind is
refused by it. A new option is a row.
"""

from __future__ import annotations

import argparse
import sys
from math import inf, isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from .. import backends
from ..digits import natural
from ..errors import HloError, SeveralErrors
from ..kinds import KINDS, TEXT
from ..memory import default_limit, size_in
from ..source import visible
from ..wording import either

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Sequence

STABLEHLO, SCRIPT, MDF, ONNX = KINDS
EVERY = frozenset(KINDS)
KIND_NAMES = {STABLEHLO: "StableHLO", SCRIPT: "scripts", MDF: "MDF", ONNX: "ONNX"}
"""What a person calls the kinds."""

PROMPT = "prompt"
_RUN = ("run",)
_GIVEN = ("run", "graph")
_ON_VALUES = (*_GIVEN, "compare", "reduce")
_READ = ("run", "check")
_ANSWERS = (*_READ, "compare", "reduce")
_SHARED = ("run", "check", PROMPT)
_COMPARED = ("compare",)


class UsageError(HloError):
    """The command line is at fault (exit status 2)."""


class Parser(argparse.ArgumentParser):
    """Reads a command line. What is wrong with one may quote it; help that cannot be written is an error as all else is."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        super().error(visible(message))

    def print_help(self, file: Any = None) -> None:
        """Write the help, to standard output where no file is given."""
        (file or sys.stdout).write(self.format_help())


class Option:
    """A row. ``verbs`` have it, files of ``kinds`` obey it.

    ``writes`` says what its value names, where that is written: a ``"file"``, which holds what one program makes, or a
    ``"folder"``, in which each of several programs has its own. ``values``, where not every value applies to the same kinds,
    gives the kinds of one, or None for a value that no kind has; ``settings`` is for ``argparse``.
    """

    __slots__ = ("default", "dest", "flags", "kinds", "settings", "values", "verbs", "writes")

    def __init__(
        self,
        *flags: str,
        verbs: Sequence[str] = _RUN,
        kinds: frozenset[str] | set[str] = EVERY,
        default: Any = None,
        values: Callable[[Any], frozenset[str] | set[str] | None] | None = None,
        writes: str = "",
        **settings: Any,
    ):
        self.flags = flags
        self.verbs = verbs
        self.kinds = frozenset(kinds)
        self.values = values
        self.writes = writes
        self.default = False if settings.get("action") == "store_true" else default
        self.dest = settings.pop("dest", self.flag.removeprefix("--").replace("-", "_"))
        if writes:
            several = "not for several programs" if writes == "file" else "of several programs each has a folder in it"
            settings["help"] += f" ({several})"
        if len(self.kinds) < len(EVERY):
            settings["help"] = f"{kinds_text(self.kinds)}: {settings['help']}"
        self.settings = settings

    @property
    def flag(self) -> str:
        """How messages name it."""
        return self.flags[-1]

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Let a parser accept it; what is not written on the command line leaves no trace in what it returns."""
        parser.add_argument(*self.flags, dest=self.dest, default=argparse.SUPPRESS, **self.settings)

    def fault(self, value: Any, kinds: Sequence[str], file: str) -> UsageError | None:
        """What is wrong with this value for a file of one of these kinds, the likeliest first."""
        found = self.kinds if self.values is None else self.values(value)
        if found is None:
            message = f"{self.flag} {value}: the extension is none of those that say what is written"
            return UsageError(message, code="command.output", help=f"write a file that ends in {either([*_OUTPUTS])}")
        if found.intersection(kinds):
            return None
        what = self.flag if self.values is None else f"{self.flag} {value}"
        return UsageError(f"{what} does not apply to {KIND_NAMES[kinds[0]]} ({file})", code="command.option")


def kinds_text(kinds: frozenset[str]) -> str:
    """``StableHLO, scripts``."""
    return ", ".join(KIND_NAMES[kind] for kind in KINDS if kind in kinds)


# What options take


def grid(text: str) -> tuple[int, int]:
    """``RxP``."""
    rows, _, columns = text.lower().partition("x")
    replicas, partitions = natural(rows), natural(columns)
    if not replicas or not partitions:
        raise argparse.ArgumentTypeError(f"{text!r} is not a grid such as 2x1")
    return replicas, partitions


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
    number = natural(text)
    if not number:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return number


def size(text: str) -> float:
    """A number of bytes, infinite for none."""
    try:
        return size_in(text) or inf
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def whole(text: str) -> int:
    """A whole number from 0 on."""
    if not (text.isascii() and text.isdigit() and len(text) <= 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def number(text: str) -> float:
    """A number, and neither infinite nor NaN."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value


def above_or_zero(text: str) -> float:
    """A number from zero on."""
    found = number(text)
    if found < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is below 0")
    return found


def steps(text: str) -> int:
    """A whole number from 0 on, of which a computer can do as many."""
    if len(text) >= 19:
        raise argparse.ArgumentTypeError(f"{text!r} is too many steps")
    return whole(text)


def backend_name(text: str) -> str:
    """A backend of ours, or one that another package brings."""
    if text not in backends.own_names() and text not in backends.names():
        raise argparse.ArgumentTypeError(f"there is no backend {text!r}; there are: {', '.join(backends.names())}")
    return text


#: The kinds of file that run on each backend; any other is an array library, which MDF's numbers have no use for.
_ON_BACKENDS = {backends.DEFAULT: EVERY, "xla": frozenset({STABLEHLO})}
_ON_ARRAY_LIBRARIES = frozenset({STABLEHLO, SCRIPT, ONNX})
#: What a file of each extension may hold the results of.
_OUTPUTS = {
    **dict.fromkeys((".npy", ".npz", ".csv", ".mlir"), EVERY),
    **dict.fromkeys((".png", ".svg", ".pdf"), frozenset({MDF})),
}


def _kinds_with_output(file: str) -> frozenset[str] | set[str] | None:
    return _OUTPUTS.get(Path(file).suffix.lower())


OPTIONS = (
    Option(
        "--backend",
        verbs=_SHARED,
        values=lambda name: _ON_BACKENDS.get(name, _ON_ARRAY_LIBRARIES),
        type=backend_name,
        metavar="NAME",
        help=f"the array library: {either([*backends.own_names()])} (default {backends.DEFAULT}, on which alone MDF runs)",
    ),
    Option(
        "--grid",
        verbs=_SHARED,
        kinds={STABLEHLO, SCRIPT},
        type=grid,
        metavar="RxP",
        help="replicas x partitions, each a process (default: as the module says, else 1x1)",
    ),
    Option("--threads", verbs=(*_SHARED, "compare", "reduce"), type=count, metavar="N", help="threads of the array library"),
    Option(
        "--max-memory",
        verbs=(*_SHARED, "graph", "compare", "reduce"),
        type=size,
        metavar="BYTES",
        help="refuse to hold more than this in values: 1000000, 512M, 2G, or none for no limit (default: three quarters of the memory of "
        "the machine, or of the control group that this runs in)",
    ),
    Option("-q", "--quiet", verbs=(*_SHARED, "compare", "reduce"), action="store_true", help="print errors only"),
    Option("-v", "--verbose", verbs=(*_SHARED, "compare", "reduce"), action="count", default=0,
        help="say of each file what came of it, and how long it took"),
    Option("--split-input-file", verbs=_READ, action="store_true", help="cut files at lines that hold // -----"),
    Option("--json", verbs=_ANSWERS, action="store_true", help="one JSON object a line for each program"),
    Option("-j", "--jobs", verbs=(*_READ, "reduce"), type=count, default=1, metavar="N", help="worker processes"),
    Option("--timeout", verbs=_ANSWERS, type=seconds, metavar="S", help="seconds for each program"),
    Option("--kind", verbs=(*_ANSWERS, "fmt", "graph"), choices=KINDS, help="what the files are"),
    Option(
        "--seed",
        verbs=(*_ON_VALUES, PROMPT),
        type=whole,
        default=0,
        metavar="N",
        help="where the program's own random numbers begin (default 0)",
    ),
    Option("--entry", verbs=_ON_VALUES, kinds={STABLEHLO}, metavar="NAME", help="the function to run"),
    Option("--args", verbs=_ON_VALUES, kinds={STABLEHLO}, metavar="LIST", help="arguments: '[dense<1> : tensor<2xi32>, …]'"),
    Option(
        "--input", verbs=_ON_VALUES,
        metavar="FILE",
        help="arguments, or values of free input ports: a .npy or .npz file; 'in-{r}-{p}.npz': one for each process",
    ),
    Option("--random", verbs=_ON_VALUES, type=whole, metavar="SEED", help="arguments, or values of free input ports: random ones"),
    Option(
        "--shape", verbs=_ON_VALUES,
        kinds={STABLEHLO, ONNX},
        action="append",
        metavar="NAME=2x3",
        help="sizes of an argument, by name or number, for --random",
    ),
    Option(
        "--split",
        kinds={STABLEHLO},
        action="append",
        metavar="NAME=AXIS",
        help="cut an argument along an axis: a part for each process of the grid",
    ),
    Option(
        "--print", choices=["summary", "full", "dense", "none"], default="summary", help="how to show results"
    ),
    Option(
        "--output",
        values=_kinds_with_output,
        writes="file",
        metavar="FILE",
        help="write the results: .npy or .csv (one), .npz, .mlir (constants); of MDF runs also .png, .svg, .pdf; "
        "'o-{r}-{p}.npz' writes one for each process",
    ),
    Option("--save-values", writes="folder", metavar="DIR", help="write every intermediate value"),
    Option(
        "--record", writes="file", metavar="FILE",
        help="write a hash and a summary of every value, for compare --against FILE"
    ),
    Option("--time", action="store_true", help="say how long the run took"),
    Option(
        "--plan",
        verbs=_READ,
        kinds={STABLEHLO},
        action="store_true",
        help="say what was joined, folded, written out and recognised before it runs, and why not",
    ),
    Option("--profile", action="store_true", help="say where the time and the memory went"),
    Option("--trace", action="store_true", help="say of each step what it made, and how long it took"),
    Option(
        "--timeline",
        kinds={STABLEHLO, SCRIPT},
        writes="file",
        metavar="FILE",
        help="write what every process did, as a Chrome trace",
    ),
    Option(
        "--stall",
        kinds={STABLEHLO, SCRIPT},
        type=seconds,
        default=60.0,
        metavar="S",
        help="under MPI, after how many seconds ranks that all wait are a deadlock (default 60)",
    ),
    Option("--nan", action="store_true", help="name the first step that made a value not finite"),
    Option(
        "--probe-output-dir",
        kinds={STABLEHLO, SCRIPT},
        writes="folder",
        metavar="DIR",
        help="where interpreter.probe writes",
    ),
    Option("--steps", verbs=(*_GIVEN, "compare"), kinds={MDF}, type=steps, default=1, metavar="N", help="how many steps (default 1)"),
    Option("--dt", verbs=(*_GIVEN, "compare"), kinds={MDF}, type=number, metavar="X", help="the time step"),
    Option("--set", verbs=(*_GIVEN, "compare"), kinds={MDF}, action="append", metavar="NODE.PORT=VALUE", help="an input or parameter"),
    Option("--graph", verbs=(*_GIVEN, "compare"), kinds={MDF}, metavar="ID", help="which graph"),
    Option(
        "--infer", verbs=("check",), kinds={STABLEHLO}, action="store_true", help="print the module with all types filled in"
    ),
    Option("--explain", verbs=("check",), metavar="CODE", help="print the rule behind a code"),
    Option(
        "--against",
        verbs=_COMPARED,
        metavar="E",
        help="what to compare with: numpy, cupy, xla, f64, onnxruntime, a folder of --save-values or a file of --record "
        "(default: xla for one StableHLO program, onnxruntime for an ONNX model, numpy for two programs)",
    ),
    Option("--ulp", verbs=(*_COMPARED, "reduce"), type=above_or_zero, metavar="N", help="allow so many units in the last place"),
    Option("--rtol", verbs=(*_COMPARED, "reduce"), type=above_or_zero, metavar="X", help="allow |l - r| <= X times the greater of the two"),
    Option("--atol", verbs=(*_COMPARED, "reduce"), type=above_or_zero, metavar="X", help="allow |l - r| <= X"),
    Option("--all", verbs=_COMPARED, action="store_true", help="list every op that differs, not the first alone"),
    Option(
        "--stage",
        verbs=_COMPARED,
        kinds={STABLEHLO},
        choices=["ops", "windows", "both"],
        default="both",
        help="look at each op alone, at windows of ops, or at windows where no op alone differs (both, the default)",
    ),
    Option("--passes", verbs=_COMPARED, kinds={STABLEHLO}, action="store_true", help="name the passes of XLA without which they agree"),
    Option("--pair", verbs=_COMPARED, action="append", metavar="L=R", help="values that are one, in two programs"),
    Option("--reproducer", verbs=_COMPARED, kinds={STABLEHLO}, writes="folder", metavar="DIR", help="write a small program that shows it"),
    Option("--generic", verbs=("fmt",), action="store_true", help="the generic form of every op"),
    Option("--canonical-names", verbs=("fmt",), action="store_true", help="name values %%0, %%arg0, …"),
    Option(
        "--check", verbs=("fmt",), action="store_true", help="change nothing; exit 1 when a file is not laid out so"
    ),
    Option("--in-place", verbs=("fmt",), action="store_true", help="write the files"),
)  # fmt: skip


def add_options(parser: argparse.ArgumentParser, verb: str) -> None:
    """Let a parser accept the options of a verb."""
    for option in options_of(verb):
        option.add_to(parser)


def options_of(verb: str) -> Iterator[Option]:
    """The options that a verb has."""
    return (option for option in OPTIONS if verb in option.verbs)


def completed(found: Namespace, verb: str) -> Namespace:
    """What was parsed, with ``given``, the names of what stands on the command line, and defaults of all that does not."""
    found.given, found.verb = frozenset(vars(found)), verb
    for option in OPTIONS:
        if option.dest not in found.given:
            setattr(found, option.dest, option.default)
    limit = vars(found).get("max_memory")
    found.max_memory = default_limit().part(_at_once(found)) if limit is None else None if limit == inf else limit
    return found


def _at_once(found: Namespace) -> int:
    """How many programs run side by side and share the memory."""
    options = vars(found)
    return max(1, min(options.get("jobs", 1), len(options.get("files", ""))))


def require_applicable(options: Namespace, kind: str, file: str) -> None:
    """Raise what is wrong with what the command line asks of a file."""
    found = faults(options, kind, file)
    if found:
        raise SeveralErrors(found)


def faults(options: Namespace, kind: str, file: str) -> list[UsageError]:
    """What is wrong with what the command line asks of a file of that kind (``text``: a module or a script).

    A file that is no program is refused in other words.
    """
    texts = (SCRIPT, STABLEHLO) if file.endswith(".hlo") else (STABLEHLO, SCRIPT)
    kinds = texts if kind == TEXT else (kind,)
    given = [each for each in options_of(options.verb) if each.dest in options.given and kind in (TEXT, *KINDS)]
    found = [option.fault(vars(options)[option.dest], kinds, file) for option in given]
    return [fault for fault in found if fault is not None]


def shared_files(options: Namespace, what: str) -> list[UsageError]:
    """What is wrong with options that name one file for what several programs make; ``what`` says which these are."""
    found = [option for option in options_of(options.verb) if option.writes == "file" and option.dest in options.given]
    return [
        UsageError(
            f"{option.flag} {vars(options)[option.dest]}: {what} would all write this file",
            code="command.output",
            help="run them one by one, each with a file of its own",
        )
        for option in found
    ]


def in_folder(options: Namespace, folder: str) -> Namespace:
    """The options of one program of several: where they name a folder to write into, it is this one in that."""
    found = argparse.Namespace(**vars(options))
    for option in options_of(options.verb):
        if option.writes == "folder" and option.dest in options.given:
            setattr(found, option.dest, str(Path(vars(options)[option.dest]) / folder))
    return found
