"""The command for ONNX models, ``:onnx``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...value_text import onnx_text, tensor_type
from ..loading import identifier
from .registry import command

if TYPE_CHECKING:
    from ..dry_run import DryRun
    from .registry import Context

    Word = str


@command("onnx")
def onnx(context: Context, verb: Word, *words: Word) -> None:
    """Run an ONNX model, :onnx run NAME=%value …, by the inputs' names if none is given; all its values become the session's."""
    model = context.session.extras.get("onnx")
    if model is None:
        raise context.fail("no model is loaded", "onnx.none", ":load model.onnx loads one")
    if verb != "run":
        raise context.fail(f":onnx has no verb {verb}", "command.usage", "it has run")
    for name, value in model.run(_inputs(context, model, words), keep=True).items():
        _keep(context, name, value, name in model.outputs)


@onnx.dry
def _ran(dry: DryRun, verb: Word, *words: Word) -> None:
    dry.names_may_be_anything = True


def _inputs(context: Context, model: Any, words: tuple[str, ...]) -> dict[str, Any]:
    """Values by ``NAME=%value`` or position; without any, the session's values that have the inputs' names."""
    session = context.session
    if not words:
        return {name: session[identifier(name)] for name in model.inputs if identifier(name) in session}
    free = [name for name in model.inputs if name not in model.optional]
    inputs: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            name, value = (free[len(inputs)] if len(inputs) < len(free) else word), word
        inputs[name] = session.lookup(value, context.statement.span)[0].array
    return inputs


def _keep(context: Context, name: str, value: Any, show: bool) -> None:
    if tensor_type(value) is None:
        context.say(onnx_text(name, value))
        return
    shown = context.session.bind(identifier(name), value)
    if show:
        context.show(shown)
