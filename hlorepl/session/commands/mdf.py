"""The commands for MDF models, ``:mdf``."""

import importlib.util
import io
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from ...errors import HloError
from ...ir.text import identifier
from ...mdf.formats import PICTURES
from ...value_text import mdf_text
from ...wording import are, counted, offer
from ..contexts import context_of
from ..failures import remembered
from ..known import Item
from ..loaded_models import LoadedMdf, load_mdf, with_reports
from ..state import Knower
from .kinds import Count, Kind, Name, Number, Path, as_it_is, choice, file_of, read_count, read_number, usage_error
from .registry import Context, command, group

if TYPE_CHECKING:
    from ..dry_run import DryRun

group("mdf", "Work on an MDF model: load, run, look, set, draw, sweep, integrate, export.")


def _model(context: Context) -> LoadedMdf:
    """The model, to look at."""
    model = context.session.models.get("mdf")
    if not isinstance(model, LoadedMdf):
        raise context.fail("no model is loaded", "mdf.none", ":mdf load FILE loads one")
    return model


def _changing(context: Context) -> LoadedMdf:
    """The model, which the command changes: as a whole, or where it fails not at all."""
    model = _model(context)
    context.session.moments.change_model("mdf")
    return model


# --- the kinds of words that only these commands have -------------------------------------------------------------


def _names(session: Knower, mark: str = "") -> Iterable[Item]:
    model = session.models.get("mdf")
    return [(name + mark, "node", "") for name in model.names()] if isinstance(model, LoadedMdf) else []


def _input_names(session: Knower, _: str) -> Iterable[Item]:
    model = session.models.get("mdf")
    plans = model.runner.plan.nodes if isinstance(model, LoadedMdf) else ()
    return [(f"{node.id}.{port.id}=", "input", "") for node in plans for port in node.ports]


def _is(name: str) -> Kind:
    """A word that stands for itself, wherever it is."""

    def marks(word: str) -> bool:
        return word == name

    return replace(choice(name), marks=marks, usage=name)


def _has_equals(word: str) -> bool:
    return "=" in word


def _setting(_session: Knower, text: str) -> tuple[str, Any]:
    """``NAME=VALUE`` or ``NAME VALUE``."""
    from ...mdf.file_run import value_of  # late: on demand

    name, equals, value = text.partition("=")
    if not equals:
        name, _, value = text.partition(" ")
    return name.strip(), value_of(value.strip())


def _range(_session: Knower, word: str) -> tuple[str, Any]:
    name, _, text = word.partition("=")
    parts = text.split(":")
    if len(parts) == 3:
        return name, np.linspace(read_number(parts[0]), read_number(parts[1]), read_count(parts[2]))
    if len(parts) > 1 or not text:
        raise usage_error(f"{word} is no range", "write FROM:TO:COUNT, as in A.x=0:1:100, or values, as in A.x=1,2,5")
    return name, np.array([read_number(part) for part in text.split(",") if part])


#: A value of the model.
NodeName = Annotated[str, Kind(as_it_is, lambda session, _: _names(session), usage="NODE.NAME")]
#: What an input port gets.
Input = Annotated[tuple[str, Any], Kind(_setting, _input_names, _has_equals, usage="PORT=VALUE")]
#: What a parameter or an input is set to.
Setting = Annotated[
    tuple[str, Any], Kind(_setting, lambda session, _: _names(session), takes_rest=True, usage="NODE.NAME VALUE")
]
#: The values of a parameter, one for each run.
Range = Annotated[
    tuple[str, Any],
    Kind(_range, lambda session, _: _names(session, "="), _has_equals, usage="NODE.NAME=FROM:TO:COUNT"),
]
#: Every value of a range is combined with every value of the others.
Product = Annotated[str, _is("product")]
#: The runs of a sweep draw the same random numbers.
Common = Annotated[str, _is("common")]
DataFile = Annotated[FilePath, file_of(".npz")]
Picture = Annotated[FilePath, file_of(*PICTURES)]
Method = Annotated[str, choice("RK45", "RK23", "DOP853", "Radau", "BDF", "LSODA")]

# --- commands -----------------------------------------------------------------------------------------------------


@command("mdf load")
def load(context: Context, path: Path, graph: Name = "") -> None:
    """Load a model."""
    load_mdf(context, path, graph or None)


@command("mdf step")
def step(context: Context, dt: Number | None = None, *inputs: Input) -> None:
    """Run one trial and show the outputs."""
    model = _changing(context)
    model.dt = model.dt if dt is None else dt
    with _remembered(context, model, dict(inputs)):
        for _ in model.trials(1, model.dt, dict(inputs)):
            pass
    _show(context, model)


@contextmanager
def _remembered(context: Context, model: LoadedMdf, inputs: dict[str, Any]) -> Generator[None]:
    """While trials run: where one fails, ``:debug`` stands in it."""
    run = model.stoppable(inputs, 1)
    with remembered(context.session, run, model.runner.context):
        try:
            yield
        finally:
            run.before = model.runner.trials - run.begin.mark.trials


@command("mdf run")
def run(context: Context, steps: Count, dt: Number | None = None, *inputs: Input, file: DataFile | None = None) -> None:
    """Run many trials; with a file every step's values go there as they come."""
    model = _changing(context)
    model.dt = model.dt if dt is None else dt
    rows = with_reports(model.trials(steps, model.dt, dict(inputs)), steps, context.say)
    done = 0
    try:
        with _remembered(context, model, dict(inputs)):
            for _ in rows if file is None else _written(model, rows, file):
                done += 1
    except HloError as error:
        if done:
            kept = "kept for :mdf plot and :mdf take" if file is None else f"in {file}"
            error.help.append(f"{counted(done, 'step', show='{:,}')} before it {are(done)} {kept}")
            context.session.moments.commit()
        raise
    _show(context, model)
    if file is not None:
        context.say(f"wrote {counted(steps, 'step', show='{:,}')} to {file}")
    if model.course.stride > 1:
        context.say(f"one step in {model.course.stride} is kept; :mdf record chooses values, a .npz file takes all")


def _written(model: LoadedMdf, rows: Iterator[tuple[Any, ...]], file: FilePath) -> Iterator[tuple[Any, ...]]:
    """The rows, each written to a file on its way."""
    from ...mdf.study import (  # late: on demand
        ColumnWriter,  # late: NumPy
    )

    with ColumnWriter(file, [f"{node}.{name}" for node, name, _ in model.course.columns]) as writer:
        for row in rows:
            writer.add(row)
            yield row


def _show(context: Context, model: LoadedMdf) -> None:
    values, plan = model.runner.values, model.runner.plan
    names = model.watched or [f"{node.id}.{port.id}" for node in plan.nodes for port in node.outputs]
    context.say("\n".join([f"step {model.runner.trials}", *(f"  {name} = {mdf_text(values[name])}" for name in names)]))


@command("mdf record")
def record(context: Context, *names: NodeName) -> None:
    """Choose what runs keep; without names, all outputs."""
    _changing(context).record(names)
    context.say(f"recording {', '.join(names)}" if names else "recording all outputs")


@command("mdf watch")
def watch(context: Context, *names: NodeName) -> None:
    """Choose what is shown after each step; without names, all outputs."""
    model = _changing(context)
    for name in names:
        model.runner.values[name]
    model.watched = list(names)
    context.say(f"watching {', '.join(names)}" if names else "watching all outputs")


@command("mdf set")
def set_(context: Context, setting: Setting) -> None:
    """Set a parameter, or an input for all later trials."""
    name, value = setting
    _changing(context).set(name, value)
    context.say(f"set {name}")


@command("mdf get")
def get(context: Context, name: NodeName) -> None:
    """Show a value."""
    context.say(f"{name} = {mdf_text(_model(context).runner.values[name])}")


@command("mdf take")
def take(context: Context, name: NodeName, into: Name = "") -> None:
    """Make what was recorded a value of the session."""
    model = _model(context)
    recorded = _recorded(context, model)
    node = next((node for node in recorded if name.startswith(f"{node}.")), "")
    values = recorded[node].get(name[len(node) + 1 :]) if node else None
    if not isinstance(values, np.ndarray):
        known = [f"{node}.{port}" for node, ports in recorded.items() for port in ports]
        raise context.fail(f"no numbers of {name} are recorded", "name.unknown", *offer(name, known))
    context.show(context.session.bind(identifier(into or name), values))


@take.dry
def _taken(dry: "DryRun", name: NodeName, into: Name = "") -> None:
    dry.forget([identifier(into or name)])


@command("mdf schedule")
def schedule(context: Context) -> None:
    """Show the nodes that ran in the last trial, in order."""
    sets = _model(context).runner.schedule
    shown = (next(iter(each)) if len(each) == 1 else "{" + ", ".join(sorted(each)) + "}" for each in sets[:1000])
    more = f" … {len(sets) - 1000:,} more" if len(sets) > 1000 else ""
    context.say((" ".join(shown) or "nothing has run yet") + more)


@command("mdf reset")
def reset(context: Context) -> None:
    """Go back to the start; what is set stays."""
    _changing(context).reset()
    context.say("back at the start")


@command("mdf sweep")
def sweep(
    context: Context,
    first: Range,
    *more: Range,
    steps: Count = 1,
    dt: Number | None = None,
    product: Product = "",
    common: Common = "",
) -> None:
    """Run once for each value of the ranges: side by side, or with product every value of one with every value of the others.

    Each run draws random numbers of its own; with common all draw the same.
    """
    from ...mdf.sweeping import sweep as sweep_model  # late: on demand

    model = _changing(context)
    model.dt = model.dt if dt is None else dt
    ranges = dict([first, *more])
    if not product and len({len(values) for values in ranges.values()}) > 1:
        tip = "with product at the end, every value of one goes with every value of the others"
        raise context.fail("the ranges have different numbers of values", "type.argument", tip)
    made = sweep_model(
        model.model, ranges, steps, model.dt, model.inputs or None, fixed=model.settings, graph=model.graph,
        record=[f"{node}.{name}" for node, name, _ in model.course.columns],
        grid=bool(product), noise=common or "independent", context=context_of(context.session, anew=True),
    )  # fmt: skip
    model.run, model.axis = made.last(), ("run", np.arange(float(len(made)))) if product else first
    swept = ", ".join(f"{name} from {items[0]:g} to {items[-1]:g}" for name, items in ranges.items())
    _draw(context, model, (), f"{counted(len(made), 'run', show='{:,}')}, {swept}; the last step of each:\n")


@command("mdf integrate")
def integrate(context: Context, duration: Number, points: Count = 101, method: Method = "RK45") -> None:
    """Integrate with steps that adapt themselves, up to a time."""
    from ...mdf.integration import integrate as integrate_model  # late: on demand

    model = _changing(context)
    names = [f"{node}.{name}" for node, name, _ in model.course.columns]
    model.run = integrate_model(
        model.model, duration, points, model.inputs or None,
        method=method, graph=model.graph, record=names, settings=model.settings,
        context=context_of(context.session, anew=True),
    )  # fmt: skip
    model.axis = ("time", np.linspace(0.0, duration, points))
    _draw(context, model, (), f"{method} from 0 to {duration:g}, {counted(points, 'point')}:\n")


def _recorded(context: Context, model: LoadedMdf) -> Any:
    found = model.recorded()
    if found is None:
        raise context.fail("nothing is recorded yet", "mdf.plot", ":mdf run 100 0.1 records 100 steps")
    return found


@command("mdf plot")
def plot(context: Context, *names: NodeName, file: Picture | None = None) -> None:
    """Draw what was recorded; without names, all of it."""
    model = _model(context)
    if file is None:
        _draw(context, model, names)
        return
    from ...mdf.plotting import plot as draw  # late: on demand

    draw(_recorded(context, model), file, names or None, model.time_step, model.axis)
    context.say(f"drew {file}")


def _draw(context: Context, model: LoadedMdf, names: tuple[str, ...], head: str = "") -> None:
    """Show what was recorded: as a picture where the face can, else as text."""
    from ...mdf.plotting import plot as draw  # late: on demand
    from ...mdf.plotting import plot_text  # late: on demand

    recorded = _recorded(context, model)
    data = _png(lambda target: draw(recorded, target, names or None, model.time_step, model.axis))
    context.say(head + plot_text(recorded, names=names or None), "image", data)


@command("mdf graph")
def graph(context: Context, file: Path | None = None) -> None:
    """Draw the graph with its values."""
    from ...mdf.graph_picture import MAX_NODES, draw_graph  # late: on demand
    from ...mdf.graph_view import graph_text  # late: on demand

    model = _model(context)
    values = model.runner.values if model.runner.trials else None
    if file is None:
        small = len(model.runner.plan.nodes) <= MAX_NODES
        data = _png(lambda target: draw_graph(model.model, target, model.graph, values)) if small else None
        context.say(graph_text(model.model, model.graph, values), "image", data)
        return
    draw_graph(model.model, file, model.graph, values)
    context.say(f"drew {file}")


def _png(draw: Callable[[Any], Any]) -> bytes | None:
    """A picture for faces that can show one; None where the drawing library is not installed."""
    if importlib.util.find_spec("matplotlib") is None:
        return None
    target = io.BytesIO()
    draw(target)
    return target.getvalue()


@command("mdf export")
def export(context: Context, file: Path) -> None:
    """Write the model as StableHLO."""
    from ...mdf import to_stablehlo  # late: on demand
    from ..saving import write_program  # late: on demand

    model = _model(context)
    write_program(file, to_stablehlo(model.model, model.graph))
    context.say(f"wrote {file}")
