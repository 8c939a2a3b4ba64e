"""``hlorepl compare`` of ONNX and MDF models."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from .. import backends
from ..comparing.compare import Options
from ..comparing.tolerance import Tolerance
from .options import UsageError
from .run_models import load_mdf, load_onnx

if TYPE_CHECKING:
    from ..comparing.report import Comparison
    from .files import Piece
    from .job import Job


def compare_onnx_model(job: Job, others: list[Piece]) -> Comparison:
    """A model against onnxruntime, a backend, or another model."""
    from ..comparing.nodes import compare_onnx  # late: on demand
    from .model_inputs import onnx_inputs  # late: on demand

    model = load_onnx(job.piece)
    against: Any = job.options.against or "onnxruntime"
    if others:
        _require_kind(others[0], "onnx", job)
        against = load_onnx(others[0])
    elif against != "onnxruntime" and against not in (backends.DEFAULT, "cupy"):
        raise UsageError(
            f"an ONNX model is compared with onnxruntime, numpy or cupy, not with {against}", code="command.option"
        )
    return compare_onnx(model, onnx_inputs(model, job.options), against, _options(job))


def compare_mdf_model(job: Job, others: list[Piece]) -> Comparison:
    """A model against another one."""
    from ..comparing.models import compare_models  # late: on demand

    if not others:
        raise UsageError("an MDF model is compared with another one: hlorepl compare A B", code="command.option")
    _require_kind(others[0], "mdf", job)
    left, right = (partial(_run, load_mdf(piece), job) for piece in (job.piece, others[0]))
    return compare_models(left, right, _options(job))


def _run(model: Any, job: Job, context: Any) -> Any:
    from ..mdf.file_run import run_steps  # late: on demand
    from .model_inputs import mdf_inputs  # late: on demand

    options = job.options
    inputs = mdf_inputs(model, options)
    return run_steps(model, options.steps, options.dt, options.set or (), options.graph, context=context, inputs=inputs)


def _require_kind(piece: Piece, kind: str, job: Job) -> None:
    if piece.kind != kind:
        message = f"{piece.name} is no model of the kind of {job.piece.name}"
        raise UsageError(message, code="command.option")
    if job.options.against not in (None, backends.DEFAULT):
        raise UsageError(
            f"two models are compared on numpy, not --against {job.options.against}", code="command.option"
        )


def _options(job: Job) -> Options:
    given = job.options
    return Options(tolerance=Tolerance(given.ulp, given.rtol, given.atol), wants_all=given.all, context=job.context)
