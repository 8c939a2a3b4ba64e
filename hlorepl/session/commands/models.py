"""Commands for models: ``:mdf`` and ``:onnx``."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from .registry import COMMANDS, command

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..models import LoadedModel
    from ..session import Session
    from .registry import Context

    Name = Word = str

_VERBS: dict[str, Callable[..., None]] = {}


def _verb(function: Callable[..., None]) -> Callable[..., None]:
    _VERBS[function.__name__.rstrip("_").removeprefix("mdf_")] = function
    return function


def _model(context: Context) -> LoadedModel:
    model = context.session.extras.get("mdf")
    if model is None:
        raise context.fail("no model is loaded", "mdf.none", ":mdf load FILE loads one")
    return model


@command("mdf")
def mdf(context: Context, verb: Word, *words: Word) -> None:
    """Work on an MDF model: load, step, run, set, get, plot, graph, watch, schedule, reset, export.

    :mdf load FILE [GRAPH]      load a model
    :mdf step [DT] [PORT=VALUE…]  run one trial and show the outputs
    :mdf run STEPS [DT]         run many; values are recorded
    :mdf set NODE.NAME VALUE    set a parameter
    :mdf get NODE.NAME          show a value
    :mdf watch [NODE.NAME…]     show these after each step (none: all outputs)
    :mdf plot [FILE]            draw what was recorded
    :mdf graph [FILE]           draw the graph with its values
    :mdf schedule               the nodes that ran in the last trial, in order
    :mdf reset                  back to the start
    :mdf export FILE            the model as StableHLO
    """
    found = _VERBS.get(verb)
    if found is None:
        raise context.fail(f":mdf has no verb {verb}", "command.usage", f"it has {', '.join(_VERBS)}")
    try:
        found(context, *words)
    except TypeError as error:
        if "positional argument" not in str(error):
            raise
        raise context.fail(f"usage: {(found.__doc__ or '').partition('.')[0]}", "command.usage") from None


@_verb
def load(context: Context, path: str, graph: str | None = None) -> None:
    """:mdf load FILE [GRAPH]."""
    from ..models import LoadedModel, load_mdf

    if graph is None:
        load_mdf(context, FilePath(path).expanduser())
        return
    from ...mdf import load as read

    file = FilePath(path).expanduser()
    context.session.extras["mdf"] = LoadedModel(read(file), file, graph)
    context.say(f"loaded the graph {graph} of {path}")


def _numbers(context: Context, model: LoadedModel, words: tuple[str, ...]) -> tuple[float | None, dict[str, Any]]:
    from ...mdf.run import value_of

    dt, inputs = model.dt, {}
    for word in words:
        name, equals, text = word.partition("=")
        if equals:
            inputs[name] = value_of(text)
        else:
            dt = model.dt = _float(context, word)
    return dt, inputs


def _float(context: Context, word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise context.fail(f"{word} is not a number", "command.usage") from None


@_verb
def step(context: Context, *words: str) -> None:
    """:mdf step [DT] [PORT=VALUE…]."""
    model = _model(context)
    dt, inputs = _numbers(context, model, words)
    _show(context, model, model.step(dt, inputs))


def _show(context: Context, model: LoadedModel, outputs: dict[str, dict[str, Any]]) -> None:
    from ...batch.models import mdf_text

    shown = (
        {name: model.runner.values[name] for name in model.watched}
        if model.watched
        else {f"{node}.{port}": value for node, ports in outputs.items() for port, value in ports.items()}
    )
    head = f"step {len(model.rows)}"
    context.say("\n".join([head, *(f"  {name} = {mdf_text(value)}" for name, value in shown.items())]))


@_verb
def run(context: Context, steps: str, *words: str) -> None:
    """:mdf run STEPS [DT]."""
    model = _model(context)
    dt, inputs = _numbers(context, model, words)
    count = int(_float(context, steps))
    outputs: dict[str, dict[str, Any]] = {}
    for _ in range(max(count, 0)):
        outputs = model.step(dt, inputs)
    _show(context, model, outputs)


@_verb
def set_(context: Context, name: str, *value: str) -> None:
    """:mdf set NODE.NAME VALUE."""
    from ...mdf.run import value_of

    name, equals, text = name.partition("=")
    _model(context).runner.set(name, value_of(text if equals else " ".join(value)))
    context.say(f"set {name}")


@_verb
def get(context: Context, name: str) -> None:
    """:mdf get NODE.NAME."""
    from ...batch.models import mdf_text

    context.say(f"{name} = {mdf_text(_model(context).runner.values[name])}")


@_verb
def watch(context: Context, *names: str) -> None:
    """:mdf watch [NODE.NAME…]."""
    model = _model(context)
    for name in names:
        model.runner.values[name]
    model.watched = list(names)
    context.say(f"watching {', '.join(names)}" if names else "watching all outputs")


@_verb
def schedule(context: Context) -> None:
    """:mdf schedule."""
    sets = _model(context).runner.schedule
    shown = (next(iter(each)) if len(each) == 1 else "{" + ", ".join(sorted(each)) + "}" for each in sets)
    context.say(" ".join(shown) or "nothing has run yet")


@_verb
def reset(context: Context) -> None:
    """:mdf reset."""
    model = _model(context)
    model.runner.reset()
    model.rows.clear()
    context.say("back at the start")


def _recorded(context: Context, model: LoadedModel) -> Any:
    import numpy as np

    from ...mdf.recording import Run

    if not model.rows:
        raise context.fail("nothing is recorded yet", "mdf.plot", ":mdf run 100 0.1 records 100 steps")
    columns: dict[str, dict[str, Any]] = {}
    for node, ports in model.rows[0].items():
        for port in ports:
            values = [row[node][port] for row in model.rows]
            try:
                columns.setdefault(node, {})[port] = np.array(values)
            except ValueError:
                columns.setdefault(node, {})[port] = values
    return Run(columns, len(model.rows), model.runner.schedule)


@_verb
def plot(context: Context, file: str | None = None) -> None:
    """:mdf plot [FILE]."""
    from ...mdf.plotting import plot as draw
    from ...mdf.plotting import plot_text

    model = _model(context)
    run_ = _recorded(context, model)
    dt = model.dt or 1.0
    if file is None:
        data = _png(lambda target: draw(run_, target, dt=dt))
        context.say(plot_text(run_), "image", data)
        return
    draw(run_, FilePath(file).expanduser(), dt=dt)
    context.say(f"drew {file}")


@_verb
def graph(context: Context, file: str | None = None) -> None:
    """:mdf graph [FILE]."""
    from ...mdf.plotting import draw_graph, graph_text

    model = _model(context)
    values = model.runner.values if model.rows else None
    if file is None:
        data = _png(lambda target: draw_graph(model.model, target, model.graph, values))
        context.say(graph_text(model.model, model.graph, values), "image", data)
        return
    draw_graph(model.model, FilePath(file).expanduser(), model.graph, values)
    context.say(f"drew {file}")


def _png(draw: Callable[[Any], Any]) -> bytes | None:
    """A picture for faces that can show one; None where the drawing library is not installed."""
    import importlib.util
    import io

    if importlib.util.find_spec("matplotlib") is None or importlib.util.find_spec("networkx") is None:
        return None
    target = io.BytesIO()
    draw(target)
    return target.getvalue()


@_verb
def export(context: Context, file: str) -> None:
    """:mdf export FILE."""
    from ...mdf import to_stablehlo
    from ..saving import write_whole

    model = _model(context)
    write_whole(FilePath(file).expanduser(), to_stablehlo(model.model, model.graph))
    context.say(f"wrote {file}")


def _mdf_words(session: Session, words: list[str]) -> list[str]:
    """Verbs first; then, behind those that take names, the model's values."""
    if len(words) == 1:
        return list(_VERBS)
    model = session.extras.get("mdf")
    return model.names() if model is not None and words[0] in ("get", "set", "watch") else []


COMMANDS["mdf"].function.complete = _mdf_words  # type: ignore[attr-defined]


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
