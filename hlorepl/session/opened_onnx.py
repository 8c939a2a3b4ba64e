"""An ONNX model whose values are the session's: its nodes are statements that can be computed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..backends import host
from ..debugging.places import is_named
from ..debugging.reach import values_in
from ..debugging.telling import short
from ..engine.plan import Plan, plans_of
from ..engine.stepper import Machine
from ..ir.attributes import DenseAttr
from ..ir.core import Op
from ..ir.text import identifier
from ..recursion import room
from ..value_text import tensor_type
from ..wording import counted
from .contexts import context_of
from .failures import remembered
from .opened import Opened, Piece
from .state import NamedValue
from .stoppable import PlannedRun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..engine.context import RunContext
    from ..engine.observing import Observer
    from ..engine.step import Step
    from ..onnx.loading import OnnxModel
    from .commands.registry import Context
    from .opened import Binding
    from .session import Session
    from .state import State

_SHOWN = 6


def open_model(
    context: Context, model: OnnxModel, title: str, inputs: Mapping[str, Any], given: Mapping[str, str]
) -> None:
    """Run a model, and make each of its values one of the session's: weights, inputs, what nodes make.

    ``given`` are the names that the inputs have in the session; one that the session calls as the model does keeps its name.
    """
    session, plan = context.session, model.plan
    arguments = model.arguments(dict(inputs))
    within = context_of(session, anew=True)
    with remembered(session, PlannedRun(title, plan, arguments), within):
        values = run_kept(plan, arguments, within)
    state = session.state.copy()
    known = Known(state, session)
    for name, place in plan.places.items():
        if given.get(name) == identifier(name):
            known.spelled[name] = identifier(name)
        else:
            known.add(name, values[place.slot])
    results = tuple(known.spelled[name] for name in model.outputs if name in known.spelled)
    pieces = tuple(known.pieces(plan))
    nodes = OpenedNodes(plan, known.spelled, known.others)
    opened = Opened(title, pieces, results=results, spelled=known.spelled, model=nodes)
    state.opened = (*state.opened, opened)
    session.state = state
    context.say(_told(title, model, plan, known, results))


def _told(title: str, model: OnnxModel, plan: Plan, known: Known, results: Sequence[str]) -> str:
    stored = len(model.initializers)
    count = f"{counted(len(plan.steps), 'node')}, {counted(len(known.spelled), 'value')}, {counted(stored, 'weight')} among them"
    lines = [f"opened {title}: {count}"]
    for name in results[:_SHOWN]:
        bound = known.state.names[name]
        lines.append(f"  gives {short(f'%{name}', bound.value.type, host(bound.array))}")
    others = [name for name in known.spelled if known.spelled[name] != name]
    if others:
        lines.append(f'names of the model in quotes mean the same: %"{others[0]}" is %{known.spelled[others[0]]}')
    lines.append("%x = … changes a value, :rerun computes again what depends on it, :rerun NODE from a node on")
    return "\n".join(lines)


def run_kept(plan: Plan, arguments: list[Any], context: RunContext) -> list[Any]:
    """All values that a run of a plan makes, by slot."""
    backend = plan.backend
    with backend.quiet(), room():
        machine = Machine(plan, [backend.to_device(value) for value in arguments], context, keeps=True)
        machine.run()
    return machine.top.values


class Known:
    """The values of a model under names of the session; those that no tensor can hold are ``others``."""

    def __init__(self, state: State, session: Session):
        self.state = state
        self.session = session
        self.spelled: dict[str, str] = {}
        self.others: dict[str, Any] = {}
        self._taken = set(state.names)

    def add(self, name: str, value: Any) -> None:
        """Bind a value; ``_1`` stands behind a name that is taken."""
        if tensor_type(value) is None:
            self.others[name] = value
            return
        base = identifier(name)
        found, number = base, 1
        while found in self._taken:
            found, number = f"{base}_{number}", number + 1
        self._taken.add(found)
        self.spelled[name] = found
        bind_constant(self.session, self.state, found, value)

    def pieces(self, plan: Plan) -> Iterable[Piece]:
        """The nodes, each with what it reads and binds."""
        behind: dict[str, tuple[Binding, ...]] = {}
        for number, step in enumerate(plan.steps):
            origin = step.origin
            reads = tuple({each[0]: each for name in origin.operands for each in self._reads(name, behind)}.values())
            binds = tuple(self._binding(name) for name in origin.results if name in self.spelled)
            behind |= {name: reads for name in origin.results if name in self.others}
            yield Piece(reads, binds, (), origin.label, number)

    def _reads(self, name: str, behind: Mapping[str, tuple[Binding, ...]]) -> tuple[Binding, ...]:
        """A value by its name; for one that the session does not have, what it was made of."""
        return (self._binding(name),) if name in self.spelled else behind.get(name, ())

    def _binding(self, name: str) -> Binding:
        own = self.spelled[name]
        return own, self.state.names[own].value


def bind_constant(session: Session, state: State, name: str, value: Any) -> None:
    """Bind an array that no op of the session made."""
    array = host(value)
    of = tensor_type(array)
    assert of is not None
    op = Op("stablehlo.constant", [], {"value": DenseAttr(of, array)})
    op.add_results([of], [name])
    state.bind([name], [NamedValue(op.results[0], session.kept(value))])
    state.ops = state.ops.with_([op])


class OpenedNodes(NamedTuple):
    """The nodes of a model with the session's names of its values; ``others`` are values that are no tensors."""

    plan: Plan
    spelled: Mapping[str, str]
    others: Mapping[str, Any]

    def rerun(self, session: Session, number: int, pieces: Sequence[Piece]) -> list[str]:
        """Compute some nodes again, in order, on what their names mean now; the names that were bound."""
        state = session.state.copy()
        part = self._part(session, [self.plan.steps[piece.step] for piece in pieces])
        values = run_kept(part, [], context_of(session))
        opened, others, done = state.opened[number], dict(self.others), list[str]()
        replaced: dict[int, Piece] = {}
        now: dict[str, Binding] = {}
        for piece in pieces:
            reads = tuple(now.get(name, (name, session.state.names[name].value)) for name, _ in piece.reads)
            binds: list[Binding] = []
            step: Step = self.plan.steps[piece.step]
            for name in step.origin.results:
                value = values[self.plan.places[name].slot] if name else None
                own = self.spelled.get(name)
                if own is None:
                    others[name] = value
                    continue
                before = dict(piece.binds)[own]
                if session.state.names[own].value is before:
                    bind_constant(session, state, own, value)
                    done.append(own)
                    binds.append((own, state.names[own].value))
                    now[own] = binds[-1]
                else:
                    binds.append((own, before))
            replaced[id(piece)] = piece._replace(reads=reads, binds=tuple(binds))
        again = opened.replaced(replaced)._replace(model=self._replace(others=others))
        state.opened = tuple(again if k == number else each for k, each in enumerate(state.opened))
        session.state = state
        return done

    def follow(self, session: Session, name: str, observer: Observer) -> bool:
        """Run the last node again inside of which a value of that name is made, on what there is now; False where there is none."""
        for step in reversed(self.plan.steps):
            inner = (plan for region in step.regions for plan in plans_of(region.plan))
            if step.rule is not None and any(is_named(each, name) for plan in inner for each in values_in(plan)):
                run_kept(self._part(session, [step]), [], context_of(session).watched_by(observer))
                return True
        return False

    def _part(self, session: Session, steps: list[Step]) -> Plan:
        """Some nodes, on what all values are now."""
        template = [*self.plan.template]
        for name, place in self.plan.places.items():
            template[place.slot] = self._value(session, name)
        return Plan(self.plan.backend, 0, template, steps, name=self.plan.name)

    def _value(self, session: Session, name: str) -> Any:
        own = self.spelled.get(name)
        if own is None:
            return self.others.get(name)
        return self.plan.backend.to_device(session.state.names[own].array)
