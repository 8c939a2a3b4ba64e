"""A trial of an MDF model whose values are the session's: what depends on a changed one can be computed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.observing import Observer
from ..ir.text import identifier
from ..mdf import Runner
from ..mdf.marks import mark, stand_as
from ..mdf.watching import Watch
from ..value_text import tensor_type
from ..wording import counted
from .contexts import context_of
from .opened import Opened, Piece
from .opened_onnx import bind_constant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..engine.context import RunContext
    from ..engine.observing import Event
    from ..mdf.marks import Mark
    from .commands.registry import Context
    from .loaded_models import LoadedMdf
    from .opened import Binding
    from .session import Session


def open_trial(context: Context, loaded: LoadedMdf) -> None:
    """Run the next trial of a model, and make each value of it one of the session's; the model stays as it is."""
    session = context.session
    trial = OpenedTrial(loaded, mark(loaded.runner), {})
    values = trial.run(context_of(session, anew=True), {})
    state = session.state.copy()
    taken, spelled = set(state.names), dict[str, str]()
    for name, value in values.items():
        array = as_array(value)
        if array is None:
            continue
        found, number = identifier(name), 1
        while found in taken:
            found, number = f"{identifier(name)}_{number}", number + 1
        taken.add(found)
        spelled[name] = found
        bind_constant(session, state, found, array)
    bindings = {name: (own, state.names[own].value) for name, own in spelled.items()}
    pieces = tuple(_pieces(loaded, bindings))
    opened = Opened(loaded.path.name, pieces, spelled=spelled, model=trial._replace(spelled=spelled))
    state.opened = (*state.opened, opened)
    session.state = state
    count = counted(len(spelled), "value")
    lines = [f"opened a trial of {loaded.path.name}: {counted(len(loaded.runner.plan.nodes), 'node')}, {count}"]
    first = next(iter(spelled.values()), None)
    lines += (
        []
        if first is None
        else [f"  %{first}, and so on; %{first} = … changes it, :rerun computes again what depends on it"]
    )
    context.say("\n".join(lines))


def as_array(value: Any) -> Any:
    """A value of a model as an array; None for what is no number."""
    if isinstance(value, bool | int | float):
        return np.asarray(value)
    return value if tensor_type(value) is not None else None


def _pieces(loaded: LoadedMdf, bindings: Mapping[str, Binding]) -> list[Piece]:
    """Each part of each node, with the values that it reads."""
    plan = loaded.runner.plan
    watch = Watch(plan, ())
    found: list[Piece] = []
    for index in plan.order():
        node = plan.nodes[index]
        by_name = {part.id: part for part in (*node.ports, *node.parameters, *node.functions)}
        for part in (*node.ports, *node.functions, *node.parameters, *node.outputs):
            origin = watch.origin(node, part)
            if origin.label not in bindings or by_name.get(part.id, part) is not part and part in node.outputs:
                continue
            reads = tuple(bindings[name] for name in origin.operands if name in bindings and name != origin.label)
            found.append(Piece(reads, (bindings[origin.label],), (), origin.label))
    return found


class Instead(Observer):
    """Puts values in place of those that parts make, and keeps all that there are in the end."""

    hears_moves = True

    def __init__(self, values: Mapping[str, Any]):
        self.values = values

    def after(self, event: Event) -> Sequence[Any] | None:
        label = event.origin.label
        return [self.values[label]] if label in self.values else None


class OpenedTrial(NamedTuple):
    """A trial from where a runner stood; ``spelled`` are the session's names of its values."""

    loaded: Any
    standing: Mark
    spelled: Mapping[str, str]

    def run(self, context: RunContext, instead: Mapping[str, Any]) -> dict[str, Any]:
        """The values of the trial, some of them put in place of what is computed."""
        loaded: LoadedMdf = self.loaded
        watched = context.watched_by(Instead(instead))
        fixed = {
            f"{node.id}.{each.id}" for node in loaded.runner.plan.nodes for each in node.parameters if each.is_fixed
        }
        settings = {name: value for name, value in instead.items() if name in fixed}
        runner = Runner(loaded.model, loaded.graph, {**loaded.settings, **settings}, context=watched)
        stand_as(runner, self.standing)
        ports = {name: value for name, value in instead.items() if runner.has_input(name)}
        runner.trial(loaded.dt if self.standing.trials else None, {**loaded.inputs, **ports})
        return {name: runner.values[name] for name in runner.values}

    def follow(self, session: Session, name: str, observer: Observer) -> bool:
        """One trial has no turns in it."""
        return False

    def rerun(self, session: Session, number: int, pieces: Sequence[Piece]) -> list[str]:
        """Run the trial again with the values that were bound anew; the names that were bound."""
        state = session.state.copy()
        opened = state.opened[number]
        made = {name: value for piece in opened.pieces for name, value in piece.binds}
        names = session.state.names
        instead = {
            label: _number(session[own])
            for label, own in self.spelled.items()
            if own in made and own in names and names[own].value is not made[own]
        }
        values = self.run(context_of(session, anew=True), instead)
        replaced: dict[int, Piece] = {}
        now: dict[str, Binding] = {}
        for piece in pieces:
            array = as_array(values[piece.label])
            ((own, _),) = piece.binds
            reads = tuple(now.get(name, (name, names[name].value)) for name, _ in piece.reads)
            if array is not None:
                bind_constant(session, state, own, array)
                now[own] = (own, state.names[own].value)
            replaced[id(piece)] = piece._replace(reads=reads, binds=(now.get(own, piece.binds[0]),))
        again = opened.replaced(replaced)
        state.opened = tuple(again if k == number else each for k, each in enumerate(state.opened))
        session.state = state
        return list(now)


def _number(array: Any) -> Any:
    """A number as the model has it."""
    return array.item() if array.ndim == 0 else np.array(array, float if array.dtype.kind == "f" else None)
