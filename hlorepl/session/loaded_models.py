"""Models in the session: what ``:load`` does with MDF and ONNX files, and what is known of them afterwards."""

from __future__ import annotations

import time
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Protocol

from ..digits import natural
from ..ir.text import identifier
from ..memory import bytes_in
from ..shell_words import split_words
from ..value_text import mdf_text
from ..wording import counted
from .contexts import context_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from ..engine.context import RunContext
    from ..mdf import Run
    from ..mdf.thinning import Course
    from ..onnx.loading import OnnxModel
    from .commands.registry import Context
    from .known import Item
    from .stoppable import Stoppable, TrialsRun
    from .watchable import Watchable

BETWEEN_REPORTS = 1.0
"""Seconds between two reports of how far a run is."""


class LoadedModel(Protocol):
    """A model of any kind, as far as the session asks it for names."""

    def describe(self, name: str) -> str | None:
        """What is known of a name, in Markdown; None where it is not the model's."""
        ...

    def names_from(self, word: str) -> Iterable[Item]:
        """Names of the model that may be meant by the beginning of a word outside of its commands."""
        ...

    def reseed(self, seed: int) -> None:
        """Let its random numbers begin at another seed."""
        ...

    def mark(self) -> Any:
        """Where it stands: all that commands change of it."""
        ...

    def go_back(self, to: Any) -> None:
        """Let it stand where it stood when it was marked so, whatever has become of it."""
        ...

    def bytes_left(self, before: Any, after: Any) -> int:
        """The bytes of the values that it had at one mark, and has no more at another."""
        ...

    def to_debug(self, context: Context, words: str) -> Stoppable:
        """A run of it that can be stopped at each step; the words are its inputs."""
        ...

    def to_watch(self, context: Context, words: str) -> Watchable:
        """A run of it that watchers are told of; the words are its inputs."""
        ...

    def open(self, context: Context, words: str) -> None:
        """Make its values the session's."""
        ...


class LoadedMdf:
    """An MDF model with the runner that holds its state, what the user has set, and what is recorded.

    ``run`` is the last integration or sweep, where that is newer than the course of the steps; ``axis`` is what its
    values stand along.
    """

    def __init__(self, model: Any, path: Path, graph: str | None, context: RunContext):
        from ..mdf import Runner  # late: NumPy

        self.model = model
        self.path = path
        self.graph = graph
        self.runner: Any = Runner(model, graph, context=context)
        self.watched: list[str] = []
        self.dt: float | None = None
        self.settings: dict[str, Any] = {}
        self.inputs: dict[str, Any] = {}
        self.run: Run | None = None
        self.axis: tuple[str, Any] | None = None
        self.record(())

    def to_debug(self, context: Context, words: str) -> Stoppable:
        """The next trials, ten where no number is given: what runs in the debugger leaves the model as it is."""
        return self.stoppable({}, _trials_in(context, words, 10))

    def to_watch(self, context: Context, words: str) -> Watchable:
        """The next trials, one where no number is given; the model stays as it is."""
        from .watchable import WatchedTrials  # late: on demand

        return WatchedTrials(self.stoppable({}, _trials_in(context, words, 1)))

    def stoppable(self, inputs: dict[str, Any], trials: int) -> TrialsRun:
        """The next trials, with these inputs beside those that are set, as a run of their own."""
        from ..mdf.marks import mark  # late: on demand
        from .stoppable import Begin, TrialsRun  # late: NumPy

        draws = self.runner.context.draws.copy()
        begin = Begin(self.settings, {**self.inputs, **inputs}, self.dt, mark(self.runner), draws)
        return TrialsRun(self.path.name, self.model, self.graph, begin, trials)

    def open(self, context: Context, words: str) -> None:
        """Run a trial, and make each of its values the session's, ``%node.name``."""
        from .opened_mdf import open_trial  # late: on demand

        if words.strip() not in ("", "()"):
            raise context.fail("a model is opened without words; :mdf set NODE.NAME=VALUE sets values", "command.usage")
        open_trial(context, self)

    def record(self, names: tuple[str, ...]) -> None:
        """From now on keep the values of these names, all output ports if there are none."""
        from ..mdf.recording import recorded_slots  # late: NumPy

        self.course = self._empty_course(recorded_slots(self.runner, list(names) or None))
        self.run = None

    def _empty_course(self, columns: list[tuple[str, str, str]]) -> Course:
        """A course that holds at most half of what values may hold."""
        from ..mdf.thinning import MAX_KEPT, Course  # late: NumPy

        limit = self.runner.context.limit
        return Course(columns, MAX_KEPT if limit is None else min(MAX_KEPT, limit // 16))

    def trials(self, steps: int, dt: float | None, inputs: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
        """Run trials with the inputs that are set and those given here; the recorded values after each."""
        from ..mdf.recording import iterate  # late: NumPy

        self.run = None
        given = {**self.inputs, **inputs}
        for row in iterate(self.runner, steps, dt, given or None, [slot for _, _, slot in self.course.columns]):
            self.course.add(row)
            yield row

    def recorded(self) -> Run | None:
        """What was recorded last, if anything."""
        if self.run is not None:
            return self.run
        self.axis = None
        return self.course.run(self.runner.schedule) if self.course.rows else None

    @property
    def time_step(self) -> float:
        """The time from one recorded value to the next."""
        return (self.dt or 1.0) * self.course.stride

    def set(self, name: str, value: Any) -> None:
        """Set a parameter, or what an input port gets in every later trial."""
        if self.runner.has_input(name):
            self.inputs[name] = value
            return
        self.runner.set(name, value)
        self.settings[name] = value

    def reseed(self, seed: int) -> None:
        """Let random numbers begin at another seed; values stay."""
        self.runner.reseed(seed)

    def reset(self) -> None:
        """Back to before the first trial; what is set stays."""
        self.runner.reset()
        self.course = self._empty_course(self.course.columns)
        self.run = None

    def mark(self) -> Any:
        """Where it stands: what is set, shown and recorded, and all of the runner."""
        from ..mdf.marks import mark  # late: on demand

        about = (tuple(self.watched), self.dt, dict(self.settings), dict(self.inputs), self.run, self.axis)
        return about, self.course, self.course.kept(), mark(self.runner)

    def go_back(self, to: Any) -> None:
        """Let it stand where it stood."""
        from ..mdf.marks import go_back  # late: on demand

        about, self.course, recorded, runner = to
        watched, self.dt, settings, inputs, self.run, self.axis = about
        self.watched, self.settings, self.inputs = [*watched], dict(settings), dict(inputs)
        self.course.back(recorded)
        go_back(self.runner, runner)

    def bytes_left(self, before: Any, after: Any) -> int:
        """The bytes of the values that it had, and has no more."""
        has = set(map(id, after[-1].values.values()))
        return bytes_in([[value for value in before[-1].values.values() if id(value) not in has]])

    def names(self) -> list[str]:
        """``node.name`` of every value."""
        return list(self.runner.values)

    def names_from(self, word: str) -> Iterable[Item]:
        """``node.name`` of every value, once the point is typed."""
        return [(name, "node", "value of the model") for name in self.names()] if "." in word else []

    def describe(self, name: str) -> str | None:
        """A node with its parts, or a value of one; in Markdown."""
        from ..mdf.graph_view import node_text  # late: NumPy

        if name in self.runner.values:
            return f"{name} = {mdf_text(self.runner.values[name])}"
        if self.runner.plan.node(name) is None:
            return None
        lines = node_text(self.runner.plan, name, self.runner.values).split("\n")
        runs = self.runner.runs_of(name)
        lines += [f"  {runs}"] if runs else []
        return "\n".join([f"**{lines[0]}**", "", *(f"    {line}" for line in lines[1:])])


class LoadedOnnx:
    """An ONNX model, which keeps nothing between runs."""

    def __init__(self, model: OnnxModel, title: str = "the model", path: Path | None = None):
        self.model = model
        self.title = title
        self.path = path

    def to_debug(self, context: Context, words: str) -> Stoppable:
        """A run on inputs as ``:onnx run`` takes them."""
        from .stoppable import PlannedRun  # late: NumPy

        given = self.inputs(context, words_in(context, words))
        return PlannedRun(self.title, self.model.plan, self.model.arguments(given))

    def to_watch(self, context: Context, words: str) -> Watchable:
        """A run on such inputs; what is stored in the model comes in as well."""
        from .stoppable import PlannedRun  # late: NumPy
        from .watchable import Comes, WatchedPlan  # late: on demand

        model, given = self.model, self.inputs(context, words_in(context, words))
        arguments = model.arguments(given)
        comes = [Comes(name, value) for name, value in {**model.optional, **given}.items()]
        again = PlannedRun(self.title, model.plan, arguments)
        return WatchedPlan(lambda backend: (model.guarded if backend.guards else model).plan, arguments, comes, again)

    def open(self, context: Context, words: str) -> None:
        """Run it, and make each of its values the session's: weights, inputs, what nodes make."""
        from .opened_onnx import open_model  # late: on demand

        names = words_in(context, words)
        given = {} if _arrays_file(names) else self._given(context, names)
        open_model(context, self.model, self.title, self.inputs(context, names), given)

    def inputs(self, context: Context, words: Sequence[str]) -> dict[str, Any]:
        """Values by ``NAME=%value`` or position, or a file of arrays; without any, the session's values that have the inputs' names."""
        file = _arrays_file(words)
        if file is not None:
            from .calling import arrays_in  # late: on demand

            return self.model.named(arrays_in(context.session, file, context.statement.span))
        return _looked_up(context, self._given(context, words))

    def _given(self, context: Context, words: Sequence[str]) -> dict[str, str]:
        """For each input the session's name of its value."""
        session, model = context.session, self.model
        if not words:
            return {name: identifier(name) for name in model.inputs if identifier(name) in session}
        free = [name for name in model.inputs if name not in model.optional]
        found: dict[str, str] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if not equals:
                name, value = (free[len(found)] if len(found) < len(free) else word), word
            found[name] = value.removeprefix("%")
        return found

    def names_from(self, word: str) -> Iterable[Item]:
        """Its values become the session's, and are known as those."""
        return []

    def reseed(self, seed: int) -> None:
        """Each of its runs begins at the session's seed."""

    def mark(self) -> Any:
        """It never changes."""

    def go_back(self, to: Any) -> None:
        """It never changes."""

    def bytes_left(self, before: Any, after: Any) -> int:
        """It never changes."""
        return 0

    def describe(self, name: str) -> str | None:
        """The declared type of an input or an output."""
        for what, values in (("an input", self.model.inputs), ("an output", self.model.outputs)):
            if name in values:
                return f"{name}: {what} of the model, {values[name]}"
        return None


def _trials_in(context: Context, words: str, count: int) -> int:
    """The number of trials that words say, as a call or without its parentheses; ``count`` where they say none."""
    word = words.strip().removeprefix("(").removesuffix(")").strip()
    number = natural(word) if word else count
    if not number or number >= 10**9:
        tip = ":debug mdf 10 and :nan mdf 10 run ten trials"
        raise context.fail(f"{word} is no number of trials", "command.usage", tip)
    return number


def _looked_up(context: Context, given: dict[str, str]) -> dict[str, Any]:
    session, span = context.session, context.statement.span
    return {name: session.lookup(value, span)[0].array for name, value in given.items()}


def _arrays_file(words: Sequence[str]) -> Path | None:
    """The file of arrays that is all that there is to the words."""
    if len(words) != 1 or not words[0].endswith((".npy", ".npz")):
        return None
    return FilePath(words[0]).expanduser()


def words_in(context: Context, text: str) -> list[str]:
    """Words between blanks, in parentheses and with commas as well, as a call has them."""
    inner = text.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1].replace(",", " ")
    try:
        return [word.removesuffix(",") for word in split_words(inner)]
    except ValueError as error:
        raise context.fail(str(error), "command.usage") from None


def with_reports(rows: Iterator[tuple[Any, ...]], steps: int, say: Callable[[str], None]) -> Iterator[tuple[Any, ...]]:
    """The rows; where they take long, how many there are by now is said every second."""
    last = time.monotonic()
    for done, row in enumerate(rows, 1):
        yield row
        if done % 256 == 0 and (now := time.monotonic()) - last >= BETWEEN_REPORTS:
            last = now
            say(f"{done:,} of {counted(steps, 'step', show='{:,}')}")


def load_mdf(context: Context, path: Path, graph: str | None = None) -> None:
    """Load an MDF model; ``:mdf`` works on it."""
    from ..mdf import load  # late: on demand

    model = LoadedMdf(load(path), path, graph, context_of(context.session, anew=True))
    context.session.moments.change_model("mdf", model)
    graphs = ", ".join(f"{graph.id} ({counted(len(graph.nodes), 'node')})" for graph in model.model.graphs.values())
    chosen = f"; {graph} is used" if graph is not None else ""
    context.say(
        f"loaded the model {model.model.id}: {graphs}{chosen}\n:mdf step runs it, :mdf graph shows it, ?NODE its values"
    )


def load_onnx(context: Context, path: Path) -> None:
    """Load an ONNX model; ``:onnx run`` runs it, and makes each of its values, initializers too, one of the session's."""
    from ..onnx.loading import load  # late: NumPy

    model = load(path, context.session.backend.name)
    context.session.moments.change_model("onnx", LoadedOnnx(model, path.name, path))
    inputs = ", ".join(f"{name}: {of}" for name, of in model.inputs.items()) or "none"
    outputs = ", ".join(f"{name}: {of}" for name, of in model.outputs.items())
    context.say(
        f"loaded {path.name}\n  inputs {inputs}\n  outputs {outputs}\n:onnx run NAME=%value … runs it, with every value kept"
    )
