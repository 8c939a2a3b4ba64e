"""MDF and ONNX models on the command line."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..display.errors import error_text, use_colour
from ..errors import HloError
from ..mdf.formats import format_of
from ..source import visible
from ..value_text import mdf_text, tensor_type
from ..wording import reason
from .job import reported
from .options import Parser, UsageError
from .outputs import Named, dense_line

if TYPE_CHECKING:
    from argparse import Namespace

    from ..backends.base import Backend
    from .files import Piece
    from .job import Job
    from .model_inputs import Inputs


def load_mdf(piece: Piece) -> Any:
    """The model in a piece."""
    from ..mdf.loading import load, loads  # late: on demand

    if piece.path is not None:
        return load(piece.path)
    return loads(piece.data, format_of("", piece.data), name=piece.name)


def run_mdf(job: Job) -> None:
    """``--steps`` trials; every value of every output port. When one fails, those before it have run."""
    from ..mdf.file_run import run_steps  # late: on demand
    from .model_inputs import mdf_inputs  # late: on demand

    options, model = job.options, load_mdf(job.piece)
    _check_settings(options)
    given, inputs = options.set or (), _told(job, mdf_inputs(model, options))
    found = run_steps(model, options.steps, options.dt, given, options.graph, context=job.context(), inputs=inputs)
    done: list[dict[str, Any]] = []
    with reported(done, partial(_report_steps, job)), job.timed():
        done.extend(found)


def _told(job: Job, inputs: Inputs | None) -> Inputs | None:
    """The same inputs, of which the watchers hear when a step gets them."""
    if inputs is None:
        return None

    def give(step: int) -> dict[str, Any]:
        found = inputs(step)
        for name, value in found.items():
            job.comes_in(name, value)
        return found

    return give


def _check_settings(options: Namespace) -> None:
    for setting in options.set or ():
        if not setting.partition("=")[1]:
            tip = "write NODE.PORT=VALUE, as in A.input=0.5"
            raise UsageError(f"'{setting}' is no setting", code="syntax.setting", help=tip)


def _report_steps(job: Job, steps: list[dict[str, Any]]) -> None:
    options, outcome = job.options, job.outcome
    if options.output:
        from .run_files import save_steps  # late: on demand

        outcome.output += save_steps(Path(options.output), steps, options.dt)
    if options.print == "none":
        return
    if options.json:
        from ..display.jsonable import plain  # late: on demand

        outcome.results = [{"step": s["step"], "nodes": plain(s["nodes"])} for s in steps]
        return
    shown = steps if options.print == "full" or len(steps) <= 10 else [*steps[:3], None, *steps[-3:]]
    for step in shown:
        outcome.output += (
            [f"… {len(steps) - 6} steps …"] if step is None else _step_lines(step, len(steps), options.print)
        )


def _step_lines(step: dict[str, Any], steps: int, how: str) -> list[str]:
    values = [(f"{node}.{port}", value) for node, ports in step["nodes"].items() for port, value in ports.items()]
    if how == "dense":
        return [_dense(value) for _, value in values]
    head = f"step {step['step']}: " if steps > 1 else ""
    return [f"{head}{name} = {mdf_text(value)}" for name, value in values]


def _dense(value: Any) -> str:
    import numpy as np  # late: NumPy

    array = np.asarray(value)
    of = tensor_type(array)
    return str(value) if of is None else dense_line(of, array)


def run_onnx(job: Job) -> None:
    """The outputs of one run, by name."""
    from .model_inputs import onnx_inputs  # late: on demand

    options = job.options
    model = load_onnx(job.piece, job.backend)
    if options.output:
        from .result_files import require_fit  # late: on demand

        require_fit(Path(options.output), [None] * len(model.outputs))
    inputs = onnx_inputs(model, options)
    for name, value in {**model.optional, **inputs}.items():
        job.comes_in(name, value)
    with job.timed():
        values = model.run(inputs, context=job.context())
    job.write([Named(name, tensor_type(values[name]), values[name]) for name in model.outputs])


def load_onnx(piece: Piece, backend: str | Backend = "numpy") -> Any:
    """The model in a piece."""
    from ..onnx.loading import OnnxModel, load, parse  # late: ml_dtypes

    if piece.path is not None:
        return load(piece.path, backend)
    return OnnxModel(parse(piece.data, piece.name), None, backend)


def check_model(job: Job) -> None:
    """A model that loads and compiles is fine."""
    if job.piece.kind == "mdf":
        from ..mdf import Runner  # late: on demand

        Runner(load_mdf(job.piece))
    else:
        load_onnx(job.piece)


def mdf_verb(words: list[str]) -> int:
    """``hlorepl mdf export MODEL``."""
    parser = Parser(prog="hlorepl mdf", description="MDF models", allow_abbrev=False)
    verbs = parser.add_subparsers(dest="verb", required=True)
    export = verbs.add_parser("export", help="a model as StableHLO: a function for one step, one for many")
    export.add_argument("model", metavar="MODEL", help="a .json, .yaml, .yml or .bson file")
    export.add_argument("-o", "--output", metavar="FILE", help="where to write it (standard output without)")
    export.add_argument("--graph", metavar="ID", help="which graph")
    return _export(parser.parse_args(words))


def _export(options: Namespace) -> int:
    from ..mdf import load, to_stablehlo  # late: on demand

    path = Path(options.model)
    if not path.exists():
        sys.stderr.write(f"{visible(options.model, one_line=True)}: No such file or directory\n")
        return 2
    try:
        text = to_stablehlo(load(path), options.graph)
        if options.output:
            from ..session.saving import write_program  # late: on demand

            write_program(Path(options.output), text)
    except HloError as error:
        sys.stderr.write(error_text(error, use_colour(sys.stderr)) + "\n")
        return 2 if error.code == "command.output" else 1
    except OSError as error:
        file = error.filename if error.filename == options.model else options.output
        sys.stderr.write(f"{visible(str(file), one_line=True)}: {reason(error)}\n")
        return 2
    if not options.output:  # where that cannot be written, it is for the whole command line to say
        sys.stdout.write(visible(text) if sys.stdout.isatty() else text)
    return 0
