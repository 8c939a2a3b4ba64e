"""The command for MDF models, ``:mdf``: one function for each of its verbs."""

from __future__ import annotations

import importlib.util
import inspect
import io
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from ...value_text import mdf_text
from .registry import COMMANDS, command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..dry_run import DryRun
    from ..loaded_models import LoadedModel
    from ..session import Session
    from .registry import Context

    Word = str

_VERBS: dict[str, Callable[..., None]] = {}
_PICTURES = (".png", ".svg", ".pdf", ".jpg")


def _verb(function: Callable[..., None]) -> Callable[..., None]:
    _VERBS[function.__name__.rstrip("_")] = function
    return function


def _model(context: Context) -> LoadedModel:
    model = context.session.extras.get("mdf")
    if model is None:
        raise context.fail("no model is loaded", "mdf.none", ":mdf load FILE loads one")
    return model


@command("mdf")
def mdf(context: Context, verb: Word, *words: Word) -> None:
    """Work on an MDF model: load, run, look, set, draw, sweep, integrate, export.

    :mdf load FILE [GRAPH]          load a model
    :mdf step [DT] [PORT=VALUE…]    run one trial and show the outputs
    :mdf run STEPS [DT] [PORT=VALUE…] [FILE.npz]   run many; with a file every step's values go there as they come
    :mdf record [NODE.NAME…]        what runs keep (none: all outputs)
    :mdf watch [NODE.NAME…]         what is shown after each step (none: all outputs)
    :mdf set NODE.NAME VALUE        set a parameter, or an input for all later trials
    :mdf get NODE.NAME              show a value
    :mdf take NODE.NAME [NAME]      make what was recorded a value of the session
    :mdf plot [NODE.NAME…] [FILE]   draw what was recorded
    :mdf graph [FILE]               draw the graph with its values
    :mdf schedule                   the nodes that ran in the last trial, in order
    :mdf sweep NODE.NAME=FROM:TO:COUNT… [STEPS] [DT]   run once for each value
    :mdf integrate DURATION [POINTS] [METHOD]   adaptive steps: RK45, RK23, DOP853, Radau, BDF, LSODA
    :mdf reset                      back to the start
    :mdf export FILE                the model as StableHLO
    """
    _found(context, verb, words)(context, *words)


@mdf.dry
def _ran(dry: DryRun, verb: Word, *words: Word) -> None:
    _found(dry, verb, words)
    dry.names_may_be_anything = True


def _found(context: Context | DryRun, verb: str, words: tuple[str, ...]) -> Callable[..., None]:
    """The function of a verb that takes these words."""
    found = _VERBS.get(verb)
    if found is None:
        raise context.fail(f":mdf has no verb {verb}", "command.usage", f"it has {', '.join(_VERBS)}")
    try:
        inspect.signature(found).bind(context, *words)
    except TypeError:
        raise context.fail(f"usage: {(found.__doc__ or '').rstrip('.')}", "command.usage") from None
    return found


@_verb
def load(context: Context, path: str, graph: str | None = None) -> None:
    """:mdf load FILE [GRAPH]."""
    from ..loaded_models import load_mdf  # late: on demand

    load_mdf(context, FilePath(path).expanduser(), graph)


@_verb
def step(context: Context, *words: str) -> None:
    """:mdf step [DT] [PORT=VALUE…]."""
    model = _model(context)
    dt, inputs = _dt_and_inputs(context, model, words)
    for _ in model.trials(1, dt, inputs):
        pass
    _show(context, model)


@_verb
def run(context: Context, steps: str, *words: str) -> None:
    """:mdf run STEPS [DT] [PORT=VALUE…] [FILE.npz]."""
    from ..loaded_models import with_reports  # late: on demand

    model = _model(context)
    file = next((FilePath(word).expanduser() for word in words if word.endswith(".npz")), None)
    dt, inputs = _dt_and_inputs(context, model, [word for word in words if not word.endswith(".npz")])
    count = _count(context, steps)
    rows = with_reports(model.trials(count, dt, inputs), count, context.say)
    for _ in rows if file is None else _written(model, rows, file):
        pass
    _show(context, model)
    if file is not None:
        context.say(f"wrote {count:,} steps to {file}")
    if model.course.stride > 1:
        context.say(f"one step in {model.course.stride} is kept; :mdf record chooses values, a .npz file takes all")


def _written(model: LoadedModel, rows: Iterator[tuple], file: FilePath) -> Iterator[tuple]:
    """The rows, each written to a file on its way."""
    from ...mdf.study import Writer  # late: NumPy

    with Writer(file, [f"{node}.{name}" for node, name, _ in model.course.columns]) as writer:
        for row in rows:
            writer.add(row)
            yield row


def _dt_and_inputs(context: Context, model: LoadedModel, words: Sequence[str]) -> tuple[float | None, dict[str, Any]]:
    from ...mdf.file_run import value_of  # late: NumPy

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


def _count(context: Context, word: str) -> int:
    try:
        count = int(word.replace(",", "").replace("_", ""))
    except ValueError:
        raise context.fail(f"{word} is not a whole number", "command.usage") from None
    if count < 1:
        raise context.fail("the count must be above zero", "command.usage")
    return count


def _show(context: Context, model: LoadedModel) -> None:
    values, plan = model.runner.values, model.runner.plan
    names = model.watched or [f"{node.id}.{port.id}" for node in plan.nodes for port in node.outputs]
    context.say("\n".join([f"step {model.runner.trials}", *(f"  {name} = {mdf_text(values[name])}" for name in names)]))


@_verb
def record(context: Context, *names: str) -> None:
    """:mdf record [NODE.NAME…]."""
    _model(context).record(names)
    context.say(f"recording {', '.join(names)}" if names else "recording all outputs")


@_verb
def watch(context: Context, *names: str) -> None:
    """:mdf watch [NODE.NAME…]."""
    model = _model(context)
    for name in names:
        model.runner.values[name]
    model.watched = list(names)
    context.say(f"watching {', '.join(names)}" if names else "watching all outputs")


@_verb
def set_(context: Context, name: str, *value: str) -> None:
    """:mdf set NODE.NAME VALUE."""
    from ...mdf.file_run import value_of  # late: NumPy

    name, equals, text = name.partition("=")
    _model(context).set(name, value_of(text if equals else " ".join(value)))
    context.say(f"set {name}")


@_verb
def get(context: Context, name: str) -> None:
    """:mdf get NODE.NAME."""
    context.say(f"{name} = {mdf_text(_model(context).runner.values[name])}")


@_verb
def take(context: Context, name: str, into: str | None = None) -> None:
    """:mdf take NODE.NAME [NAME]."""
    import numpy as np  # late: NumPy

    from ..loading import identifier  # late: NumPy

    model = _model(context)
    recorded = _recorded(context, model)
    node = next((node for node in recorded if name.startswith(f"{node}.")), "")
    values = recorded[node].get(name[len(node) + 1 :]) if node else None
    if not isinstance(values, np.ndarray):
        known = ", ".join(f"{node}.{port}" for node, ports in recorded.items() for port in ports)
        raise context.fail(f"no numbers of {name} are recorded", "name.unknown", f"recorded are {known}")
    context.show(context.session.bind(identifier(into or name), values))


@_verb
def schedule(context: Context) -> None:
    """:mdf schedule."""
    sets = _model(context).runner.schedule
    shown = (next(iter(each)) if len(each) == 1 else "{" + ", ".join(sorted(each)) + "}" for each in sets[:1000])
    more = f" … {len(sets) - 1000:,} more" if len(sets) > 1000 else ""
    context.say((" ".join(shown) or "nothing has run yet") + more)


@_verb
def reset(context: Context) -> None:
    """:mdf reset."""
    _model(context).reset()
    context.say("back at the start")


@_verb
def sweep(context: Context, *words: str) -> None:
    """:mdf sweep NODE.NAME=FROM:TO:COUNT… [STEPS] [DT]."""
    import numpy as np  # late: NumPy

    from ...mdf.sweeping import sweep as sweep_model  # late: NumPy

    model = _model(context)
    ranges = {name: _range(context, text) for name, equals, text in (w.partition("=") for w in words) if equals}
    steps, dt = ([*(word for word in words if "=" not in word), *["", ""]])[:2]
    if dt:
        model.dt = _float(context, dt)
    if not ranges:
        raise context.fail("there is nothing to vary", "command.usage", ":mdf sweep A.x=0:1:100 runs 100 values of A.x")
    size = len(next(iter(ranges.values())))
    fixed = {name: np.full(size, value) for name, value in model.settings.items() if name not in ranges}
    made = sweep_model(
        model.model, {**ranges, **fixed}, _count(context, steps or "1"), model.dt, model.inputs or None,
        graph=model.graph, record=[f"{node}.{name}" for node, name, _ in model.course.columns],
    )  # fmt: skip
    first, values = next(iter(ranges.items()))
    model.run, model.axis = made.last(), (first, values)
    swept = ", ".join(f"{name} from {items[0]:g} to {items[-1]:g}" for name, items in ranges.items())
    _draw(context, model, (), f"{size:,} runs, {swept}; the last step of each:\n")


def _range(context: Context, text: str) -> Any:
    import numpy as np  # late: NumPy

    parts = text.split(":")
    if len(parts) != 3:
        raise context.fail(f"{text} is no range", "command.usage", "write FROM:TO:COUNT, as in 0:1:100")
    return np.linspace(_float(context, parts[0]), _float(context, parts[1]), _count(context, parts[2]))


@_verb
def integrate(context: Context, duration: str, points: str = "101", method: str = "RK45") -> None:
    """:mdf integrate DURATION [POINTS] [METHOD]."""
    import numpy as np  # late: NumPy

    from ...mdf.integration import integrate as integrate_model  # late: NumPy

    model = _model(context)
    length, count = _float(context, duration), _count(context, points)
    names = [f"{node}.{name}" for node, name, _ in model.course.columns]
    model.run = integrate_model(
        model.model, length, count, model.inputs or None,
        method=method, graph=model.graph, record=names, settings=model.settings,
    )  # fmt: skip
    model.axis = ("time", np.linspace(0.0, length, count))
    _draw(context, model, (), f"{method} from 0 to {length:g}, {count} points:\n")


def _recorded(context: Context, model: LoadedModel) -> Any:
    found = model.recorded()
    if found is None:
        raise context.fail("nothing is recorded yet", "mdf.plot", ":mdf run 100 0.1 records 100 steps")
    return found


@_verb
def plot(context: Context, *words: str) -> None:
    """:mdf plot [NODE.NAME…] [FILE]."""
    model = _model(context)
    files = [word for word in words if word.lower().endswith(_PICTURES)]
    names = tuple(word for word in words if word not in files)
    if not files:
        _draw(context, model, names)
        return
    from ...mdf.plotting import plot as draw  # late: NumPy

    recorded = _recorded(context, model)
    draw(recorded, FilePath(files[0]).expanduser(), names or None, model.time_step, model.axis)
    context.say(f"drew {files[0]}")


def _draw(context: Context, model: LoadedModel, names: tuple[str, ...], head: str = "") -> None:
    """Show what was recorded: as a picture where the face can, else as text."""
    from ...mdf.plotting import plot as draw  # late: NumPy
    from ...mdf.plotting import plot_text  # late: NumPy

    recorded = _recorded(context, model)
    data = _png(lambda target: draw(recorded, target, names or None, model.time_step, model.axis))
    context.say(head + plot_text(recorded, names=names or None), "image", data)


@_verb
def graph(context: Context, file: str | None = None) -> None:
    """:mdf graph [FILE]."""
    from ...mdf import draw_graph, graph_text  # late: on demand
    from ...mdf.graph_picture import MAX_NODES  # late: NumPy

    model = _model(context)
    values = model.runner.values if model.runner.trials else None
    if file is None:
        small = len(model.runner.plan.nodes) <= MAX_NODES
        data = _png(lambda target: draw_graph(model.model, target, model.graph, values)) if small else None
        context.say(graph_text(model.model, model.graph, values), "image", data)
        return
    draw_graph(model.model, FilePath(file).expanduser(), model.graph, values)
    context.say(f"drew {file}")


def _png(draw: Callable[[Any], Any]) -> bytes | None:
    """A picture for faces that can show one; None where the drawing library is not installed."""
    if importlib.util.find_spec("matplotlib") is None:
        return None
    target = io.BytesIO()
    draw(target)
    return target.getvalue()


@_verb
def export(context: Context, file: str) -> None:
    """:mdf export FILE."""
    from ...mdf import to_stablehlo  # late: on demand
    from ..saving import write_whole  # late: on demand

    model = _model(context)
    write_whole(FilePath(file).expanduser(), to_stablehlo(model.model, model.graph))
    context.say(f"wrote {file}")


def _mdf_words(session: Session, words: list[str]) -> list[str]:
    """Verbs first; then, behind those that take names, the model's values."""
    if len(words) == 1:
        return list(_VERBS)
    model = session.extras.get("mdf")
    named = ("get", "set", "watch", "record", "plot", "take", "sweep", "step", "run")
    return model.names() if model is not None and words[0] in named else []


COMMANDS["mdf"].function.complete = _mdf_words  # type: ignore[attr-defined]
