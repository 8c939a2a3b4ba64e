"""``hlorepl graph``: a program or a model as one page, with values where arguments are given."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.program import Program, entries
from ..engine.run import run
from ..errors import HloError
from ..ir.text import symbol_text
from ..kinds import TEXT, module_in
from ..pictures.page import page
from ..pictures.plans import graph_of_plan
from ..pictures.seen import Seen
from ..source import visible
from ..verifier import verify
from ..whole_files import write_whole
from ..wording import counted, reason
from .files import Unreadable, pieces
from .inputs import arguments_of
from .job import Job
from .options import STABLEHLO, UsageError, require_applicable
from .outcomes import set_limits
from .report import INTERRUPTED, Outcome, write
from .run import guarded

if TYPE_CHECKING:
    from argparse import Namespace

    from ..pictures.graph import Graph


def draw(options: Namespace) -> int:
    """Draw the program in a file; the exit status."""
    set_limits(options)
    name = options.files[0]
    try:
        (piece,) = pieces(name, False, options.kind)
    except Unreadable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    outcome = Outcome(piece.name)
    try:
        guarded(_draw, Job(piece, options, outcome))
    except KeyboardInterrupt:
        return INTERRUPTED
    write(outcome, options)
    return outcome.exit_status


def _draw(job: Job) -> None:
    """Write the page; what a run of the program failed at is told once that is done."""
    kind, path = job.piece.kind, Path(job.options.page)
    if kind == "arrays":
        raise HloError(f"{job.piece.name} holds arrays, not a program", code="run.kind")
    failures: list[HloError] = []
    graph = {"mdf": _mdf, "onnx": _onnx}.get(kind, _text)(job, failures)
    try:
        write_whole(path, page(graph))
    except OSError as error:
        message = f"{visible(str(path), one_line=True)}: {reason(error)}"
        raise UsageError(message, code="command.output") from None
    nodes = sum(len(group.nodes) for group in graph.groups.values())
    job.outcome.output.append(f"drew {graph.title}: {counted(nodes, 'node')} in {path}")
    if failures:
        raise failures[0]


def _is_given(options: Namespace) -> bool:
    return options.args is not None or options.input is not None or options.random is not None


def _text(job: Job, failures: list[HloError]) -> Graph:
    """The function of a module that a run means."""
    errors: list[HloError] = []
    module = module_in(job.piece.source, errors, job.piece.kind)
    if module is None:
        message = f"{job.piece.name} is a script; :graph @f draws a function of a session"
        raise HloError(message, job.piece.source.span(0), "run.kind")
    require_applicable(job.options, STABLEHLO if job.piece.kind == TEXT else job.piece.kind, job.piece.name)
    errors += verify(module)
    if errors:
        raise errors[0]
    found = entries(module, job.options.entry)
    if not found:
        raise HloError("there is no function to draw", module.span, "run.entry")
    function = found[0]
    plan = Program(module, function, grid=(1, 1), checked=True).plan
    plan.input_names = [f"%{value.name}" for value in function.arguments]
    plan.input_types = [value.type for value in function.arguments]
    seen = None
    if _is_given(job.options) or not function.arguments:
        arguments, seen = arguments_of(function, job.options), Seen()
        _run(plan, arguments, job, seen, failures)
    return graph_of_plan(plan, f"{symbol_text(function.symbol)} in {job.piece.name}", seen)


def _run(plan: Any, arguments: list[Any], job: Job, seen: Seen, failures: list[HloError]) -> None:
    context = job.context()
    context.observers = (seen,)
    try:
        run(plan, arguments, context)
    except HloError as error:
        failures.append(error)


def _onnx(job: Job, failures: list[HloError]) -> Graph:
    from .model_inputs import onnx_inputs  # late: on demand
    from .run_models import load_onnx  # late: on demand

    model, seen = load_onnx(job.piece), None
    if _is_given(job.options) or not set(model.inputs) - set(model.optional):
        arguments, seen = model.arguments(onnx_inputs(model, job.options)), Seen()
        _run(model.plan, arguments, job, seen, failures)
    return graph_of_plan(model.plan, f"{model.plan.name or 'graph'} in {job.piece.name}", seen)


def _mdf(job: Job, failures: list[HloError]) -> Graph:
    """The graph after so many steps."""
    from ..mdf import Runner  # late: on demand
    from ..mdf.file_run import apply_texts  # late: on demand
    from ..mdf.recording import iterate, with_fixed  # late: on demand
    from ..pictures.models import graph_of_model  # late: on demand
    from .model_inputs import mdf_inputs  # late: on demand
    from .run_models import load_mdf  # late: on demand

    options, model, seen = job.options, load_mdf(job.piece), Seen()
    context = job.context()
    context.observers = (seen,)
    runner = Runner(model, options.graph, context=context)
    given = with_fixed(mdf_inputs(model, options), apply_texts(runner, options.set or ()))
    try:
        for _ in iterate(runner, options.steps, options.dt, given, []):
            pass
    except HloError as error:
        failures.append(error)
    values = {name: runner.values[name] for name in runner.values} if options.steps else None
    return graph_of_model(runner.plan, f"{runner.plan.id} in {job.piece.name}", values, seen)
