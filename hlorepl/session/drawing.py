"""``:graph``: a function or a model of the session as a page, with what its values were like where it can run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.grid.cells import name_of
from ..engine.planner import Planner
from ..errors import HloError
from ..ir.text import symbol_text
from ..pictures.models import graph_of_model
from ..pictures.page import page
from ..pictures.plans import graph_of_plan
from ..pictures.seen import Seen
from ..syntax.attributes import read_symbol
from ..whole_files import write_whole
from ..wording import counted
from .calling import values_by_name
from .loaded_models import LoadedMdf, LoadedOnnx
from .loading import first_word, functions_in
from .per_process import process_behind
from .watchable import WatchedPlan
from .watching import function_run

if TYPE_CHECKING:
    from ..ir.attributes import SymbolAttr
    from ..ops.requests import Place
    from ..pictures.graph import Graph
    from .commands.registry import Context
    from .watchable import Watchable


def draw(context: Context, words: str) -> None:
    """Write the page of what the words name; the last of them may say where."""
    head, _, last = words.rpartition(" ")
    file = last if head and last.lower().endswith((".html", ".htm")) else ""
    what, place = process_behind(context, head.strip() if file else words)
    found = _Drawing(context, what, place or (0, 0))
    graph = found.graph()
    path = Path(file or f"{found.name}.html").expanduser()
    write_whole(path, page(graph))
    nodes = sum(len(group.nodes) for group in graph.groups.values())
    values = "" if graph.has_run else "; without values: nothing was given to run it on"
    context.say(f"drew {graph.title}: {counted(nodes, 'node')} in {path}{values}")
    if found.failure is not None:
        raise found.failure


class _Drawing:
    """What is drawn: its name, for a file, and the error that its run came to."""

    def __init__(self, context: Context, words: str, place: Place):
        self.context = context
        self.place = place
        self.words = words
        self.name = "graph"
        self.failure: HloError | None = None

    def graph(self) -> Graph:
        """The picture, with values where arguments are given or known by their names."""
        context, session = self.context, self.context.session
        if self.words.startswith("@"):
            symbol, given = read_symbol(self.words, context.statement.span)
            return self.function(symbol, given.strip())
        word, rest = first_word(context, self.words)
        kind = word
        if word not in session.models:
            kind, found = functions_in(context, Path(word).expanduser())
            if found is not None:
                if not found:
                    raise context.fail(f"{word} holds no function that could be drawn", "run.not_steppable")
                return self.function(found[0], rest)
        return self.model(kind, rest)

    def function(self, symbol: SymbolAttr, words: str) -> Graph:
        session = self.context.session
        function = session.function(symbol, self.context.statement.span)
        title = symbol_text(function.symbol)
        self.name = "".join(each if each.isalnum() or each in "_-." else "_" for each in function.symbol)
        if words or None not in values_by_name(session, function):
            watched = function_run(self.context, symbol, words)
            plan, seen = watched.plan(self.context, True), self.run(watched)
        else:
            session.check_calls([function])
            plan, seen = Planner(session.backend).function(function).plan, None
        plan.input_names = [f"%{value.name}" for value in function.arguments]
        plan.input_types = [value.type for value in function.arguments]
        is_one = session.grid != (1, 1) and seen is not None
        return graph_of_plan(plan, f"{title} in process {name_of(self.place)}" if is_one else title, seen)

    def model(self, kind: str, words: str) -> Graph:
        model = self.context.session.models[kind]
        if isinstance(model, LoadedMdf):
            self.name = model.path.stem
            seen = self.run(model.to_watch(self.context, words)) if words else None
            held = model.runner.values
            values = {name: held[name] for name in held} if model.runner.trials or seen is not None else None
            return graph_of_model(model.runner.plan, model.path.name, values, seen)
        assert isinstance(model, LoadedOnnx)
        self.name = Path(model.title).stem
        plan, watched, seen = model.model.plan, None, None
        try:
            watched = model.to_watch(self.context, words)
        except HloError:
            if words:
                raise
        if isinstance(watched, WatchedPlan):
            plan, seen = watched.plan(self.context, True), self.run(watched)
        return graph_of_plan(plan, model.title, seen)

    def run(self, watched: Watchable) -> Seen:
        """What is seen in a run; on a grid in that of one process."""
        seen = Seen()
        try:
            watched.run(self.context, lambda place: (seen,) if place == self.place else ())
        except HloError as error:
            self.failure = error
        return seen
