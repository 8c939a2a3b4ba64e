"""The commands that watch a run, ``:nan :trace :profile :time :values``; what they say is what ``run``'s options say."""

import time as clock
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any

from ...analysis.not_finite import Found, NotFinite
from ...analysis.profile import Profile
from ...analysis.saved_values import SavedValues
from ...analysis.trace import Trace
from ...debugging.places import names_of
from ..known import Item, functions_known, ops_known, paths_from, values_known
from ..loading import dry_run_call, first_word
from ..made_not_finite import first_made, is_anything_made
from ..state import Knower
from ..watching import meant, op_error, split_op, watch, watchable
from .kinds import Kind, as_it_is, path_of
from .registry import Context, command

if TYPE_CHECKING:
    from ...engine.observing import Event
    from ...ops.requests import Place
    from ..dry_run import DryRun


def targets(session: Knower, word: str) -> Iterable[Item]:
    """What can be run: values (the ops that made them), functions, loaded models, files."""
    if word.startswith("%"):
        return values_known(session)
    if word.startswith("@"):
        return functions_known(session)
    models = [(kind, "model", "the model that is loaded") for kind in session.models]
    return [*functions_known(session), *models, *paths_from(word)]


def _targets_and_ops(session: Knower, word: str) -> Iterable[Item]:
    return [*targets(session, word), *ops_known(word)]


def _folders(session: Knower, word: str) -> Iterable[Item]:
    return [*targets(session, word), *paths_from(word)]


#: What is to be run.
Target = Annotated[str, Kind(as_it_is, targets, takes_rest=True, usage="@F(%A, …)")]
#: What is to be run, and the op of which the steps are shown.
TargetAndOp = Annotated[str, Kind(as_it_is, _targets_and_ops, takes_rest=True, usage="@F(%A, …) OP")]
#: Where values go, and what is to be run.
FolderAndTarget = Annotated[str, Kind(as_it_is, _folders, takes_rest=True, usage="FOLDER @F(%A, …)")]


def _watched_dry(dry: "DryRun", target: str = "") -> None:
    dry_run_call(dry, target)


@command("nan")
def nan(context: Context, target: Target = "") -> None:
    """Find the first op that made a NaN or an infinity, what it read, and where it goes: :nan @f(%a), :nan FILE, :nan %v.

    :nan onnx x=%x and :nan mdf 100 run a model that is loaded, MDF's for so many trials; %v stands for the op that made it. Without
    words the session's own statements are looked at, or, where there are none, its function or model is run.
    """
    session = context.session
    if not target and is_anything_made(session):
        for number in range(session.grid[0] * session.grid[1]):
            head = f"process ({number // session.grid[1]}, {number % session.grid[1]})\n"
            context.say((head if session.grid != (1, 1) else "") + first_made(session, number), "code")
        return
    found = watch(context, watchable(context, target), lambda _: NotFinite())
    made = [each for each in found[0, 0].found if not each.came_in]
    if made and session.grid == (1, 1):
        context.say(_onward(min(made, key=lambda each: each.kind != "nan"), target or meant(session)))


def _onward(found: Found, target: str) -> str:
    """How a debugger comes to what was found."""
    place = found.place
    where = place.name if place.span is None or place.node else str(place.line)
    return f":debug {target}, :break {where} if {found.kind} and :continue stop behind it, with all values at hand"


class _Some(Trace):
    """A trace of the steps of one op; ``others`` are those that ran beside."""

    def __init__(self, op: str):
        super().__init__()
        self.op = op
        self.others: set[str] = set()

    def after(self, event: "Event") -> None:
        names = names_of(event.origin)
        if not self.op or self.op in names:
            super().after(event)
        else:
            self.others |= names


@command("trace")
def trace(context: Context, target: TargetAndOp = "") -> None:
    """Run something and show each op that ran, with type, range, time and bytes: :trace @f(%a); :trace @f(%a) add only those."""
    words, op = split_op(context, target)
    found = watch(context, watchable(context, words), lambda _: _Some(op), lambda seen: seen.tables)
    if op and not any(each.rows for each in found.values()):
        raise op_error(context, op, {name for each in found.values() for name in each.others})


@command("profile")
def profile(context: Context, target: Target = "") -> None:
    """Run something and show where time and memory went: by op, line, source location and node of a model; :profile @f(%a)."""
    watch(context, watchable(context, target), lambda _: Profile(), lambda seen: seen.tables)


@command("time")
def time(context: Context, target: Target = "") -> None:
    """Run something, unwatched, and show how long it took: :time @f(%a)."""
    what = watchable(context, target)
    begin = clock.perf_counter()
    what.run(context, None)
    context.say(f"time : {(clock.perf_counter() - begin) * 1e3:.3f} ms")


@command("values")
def values(context: Context, words: FolderAndTarget) -> None:
    """Run something and save every value that it makes, each in a file of a folder: :values DIR @f(%a)."""
    word, target = first_word(context, words)
    folder = path_of(context.session, word)

    def make(place: "Place | None") -> Any:
        return SavedValues(folder if place is None else FilePath(folder / f"{place[0]}-{place[1]}"))

    watch(context, watchable(context, target), make)


nan.dry(_watched_dry)
profile.dry(_watched_dry)
time.dry(_watched_dry)
