"""The commands of the debugger, which lives between entries: ``:debug``, ``:step``, ``:break``, and so on."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

from ...debugging.breakpoints import Watch, breakpoint_of
from ...debugging.debugger import Debugger
from ...debugging.places import Place, names_of
from ...debugging.stops import Stop
from ...debugging.telling import frame_name, list_text, stop_text, where_text
from ...wording import counted
from ..debugging import debug as open_on
from ..known import Item, functions_known, paths_from, values_known
from ..loading import dry_run_call
from ..state import Knower
from .kinds import Count, Kind, as_it_is
from .registry import Context, command

if TYPE_CHECKING:
    from ..dry_run import DryRun


def _places(session: Knower, word: str) -> Iterable[Item]:
    """Places of what is debugged."""
    debugger = session.debugger
    if debugger is None:
        return
    origins, functions, values = debugger.outline()
    yield from ((f"@{name}", "function", "") for name in dict.fromkeys(functions))
    yield from ((name if name.startswith("%") else f"%{name}", "value", "") for name in dict.fromkeys(values) if name)
    yield from (
        (name, "op", "") for name in dict.fromkeys(name for origin in origins for name in sorted(names_of(origin)))
    )


def _targets(session: Knower, word: str) -> Iterable[Item]:
    if word.startswith("%"):
        return values_known(session)
    return functions_known(session) if word.startswith("@") else [*functions_known(session), *paths_from(word)]


#: What is to be debugged.
Target = Annotated[str, Kind(as_it_is, _targets, takes_rest=True, usage="@F(%A, …)")]
#: Where to stop.
PlaceText = Annotated[str, Kind(as_it_is, _places, takes_rest=True, usage="PLACE")]
#: Where to stop, and when.
PointText = Annotated[str, Kind(as_it_is, _places, takes_rest=True, usage="PLACE [if COND]")]
#: A value of what is debugged.
ValueText = Annotated[str, Kind(as_it_is, _places, takes_rest=True, usage="%VALUE")]


def _open(context: Context) -> Debugger:
    found = context.session.debugger
    if found is None:
        tip = ":debug @f(%a, …) opens one; after a run that failed :debug alone does, at the op that failed"
        raise context.fail("no debugger is open", "run.debugger", tip)
    return found


def _tell(context: Context, stop: Stop) -> None:
    context.say(stop_text(_open(context), stop))


@command("debug")
def debug(context: Context, target: Target = "") -> None:
    """Run a function, a model or a file op by op: it stops at the first op; without words, at the op that failed last.

    :debug @f(%a, %b), :debug %v (the op that made it, such as a loop), :debug model.onnx, :debug model.yaml. Then
    :step :next :in :out :continue :back :until :break :watch :where :up :down :list :stop; %v shows a value of the frame, and
    %v = … changes it.
    """
    open_on(context, target)


@debug.dry
def _debugged(dry: "DryRun", target: str = "") -> None:
    dry_run_call(dry, target)
    dry.names_may_be_anything = True


@command("step")
def step(context: Context, count: Count = 1) -> None:
    """Run one op, or so many; a call, a loop or a branch is entered."""
    _repeat(context, count, _open(context).step)


@command("next")
def next_(context: Context, count: Count = 1) -> None:
    """Run one op with all that it runs, or so many: over calls and loops."""
    _repeat(context, count, _open(context).next)


def _repeat(context: Context, count: int, go: Callable[[], Stop]) -> None:
    stop = go()
    for _ in range(count - 1):
        if stop.reason != "step":
            break
        stop = go()
    _tell(context, stop)


@command("in")
def in_(context: Context) -> None:
    """Go into the call, the branch or the loop's body that comes next."""
    _tell(context, _open(context).into())


@command("out")
def out(context: Context) -> None:
    """Run on until the function, branch or loop has been left."""
    _tell(context, _open(context).out())


@command("continue", "cont")
def continue_(context: Context, count: Count = 1) -> None:
    """Run on to the next stop, to the so-many-th, or to the end."""
    _tell(context, _open(context).proceed(count))


@command("back")
def back(context: Context, count: Count = 1) -> None:
    """Go back one op, or so many, exactly; an op that was run with all that it runs is one."""
    debugger = _open(context)
    gone = debugger.back(count)
    if not gone:
        context.say(f"this is the beginning\n{stop_text(debugger)}")
    else:
        context.say(
            f"{counted(gone, 'op')} back\n{stop_text(debugger)}" if gone != 1 or count != 1 else stop_text(debugger)
        )


@command("until")
def until(context: Context, place: PlaceText) -> None:
    """Run on until a line, a value, an op, a node or a function comes next: :until 12, :until %v, :until add, :until @f."""
    _tell(context, _open(context).until(Place(place)))


@command("break")
def break_(context: Context, point: PointText = "") -> None:
    """Stop at a place whenever it comes next, or where a condition holds behind it; without words, list what stops.

    :break 12, :break add, :break %v, :break @f, :break conv1 (a node). :break add if nan, :break %h if max > 1e3 and turn >= 5: a
    condition is nan, inf, or min, max, absmax or turn compared with a number, joined by and, or.
    """
    debugger = _open(context)
    if point:
        found = debugger.add(breakpoint_of(point))
        context.say(f"breakpoint {found.number}: {found.text}")
        return
    lines = [
        f"{number}  {'watch ' if isinstance(each, Watch) else ''}{each.text}"
        for number, each in debugger.points.items()
    ]
    context.say("\n".join(lines) or "nothing stops the run; :break PLACE does")


@command("delete")
def delete(context: Context, number: Count) -> None:
    """Take out a breakpoint or a watch by its number."""
    _open(context).delete(number)
    context.say(f"breakpoint {number} is taken out")


@command("watch")
def watch(context: Context, value: ValueText) -> None:
    """Stop whenever a value of that name is made that differs from the one before."""
    debugger = _open(context)
    place = Place(value if value.startswith(("%", '"')) else f"%{value}")
    found = debugger.add(Watch(place))
    context.say(f"watch {found.number}: {found.text}")


@command("where")
def where(context: Context) -> None:
    """Show the frames: functions, branches and turns of loops, the innermost first."""
    context.say(where_text(_open(context)), "code")


@command("up")
def up(context: Context) -> None:
    """Look at the frame around, with its values."""
    _select(context, 1, "this is the outermost frame")


@command("down")
def down(context: Context) -> None:
    """Look at the frame further in."""
    _select(context, -1, "this is the innermost frame")


def _select(context: Context, change: int, message: str) -> None:
    debugger = _open(context)
    if not debugger.select(change):
        raise context.fail(message, "run.debugger")
    context.say(where_text(debugger).splitlines()[debugger.selected])


@command("list")
def list_(context: Context) -> None:
    """Show the source around the op that comes next, with the values of what it reads."""
    context.say(list_text(_open(context)), "code")


@command("stop")
def stop(context: Context) -> None:
    """Close the debugger."""
    debugger = _open(context)
    context.session.debugger = None
    context.say(f"the debugger of {debugger.title} is closed, in {frame_name(debugger.run.top)}")
