"""The command for ONNX models, ``:onnx``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .registry import command

if TYPE_CHECKING:
    from .registry import Context

    Word = str


@command("onnx")
def onnx(context: Context, verb: Word, *words: Word) -> None:
    """Work on an ONNX model: :onnx run NAME=%value …; every intermediate value becomes a value of the session."""
    model = context.session.extras.get("onnx")
    if model is None:
        raise context.fail("no model is loaded", "onnx.none", ":load model.onnx loads one")
    if verb != "run":
        raise context.fail(f":onnx has no verb {verb}", "command.usage", "it has run")
    inputs: dict[str, Any] = {}
    free = [name for name in model.inputs if name not in model.optional]
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            name, value = (free[len(inputs)] if len(inputs) < len(free) else word), word
        inputs[name] = context.session[value] if value in context.session else _missing(context, value)
    for name, value in model.run(inputs, keep=True).items():
        _keep(context, name, value, name in model.outputs)


def _missing(context: Context, name: str) -> Any:
    return context.session.lookup(name, context.statement.span)


def _keep(context: Context, name: str, value: Any, show: bool) -> None:
    from ...batch.models import type_of
    from ..loading import identifier

    if type_of(value) == "value":
        context.say(f"{name} = {value}")
        return
    shown = context.session.bind(identifier(name), value)
    if show:
        context.show(shown)
