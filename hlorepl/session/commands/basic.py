"""Everyday commands."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from ... import backends
from ...analysis.summary import bytes_of
from ...debugging.telling import frame_name
from ...errors import require_grid
from ...ir.core import Function
from ...memory import bytes_in, limit_of
from ...ops.registry import OPS
from ...ops.registry import load as load_ops
from ...syntax.attributes import read_symbol
from ...tables import Column, Table
from ...wording import size_text
from ..known import Item, ops_known
from ..listing import Line, folded, table_of
from ..per_process import PerProcess, arrays_of
from ..state import Knower
from .kinds import Bytes, Count, FunctionName, Kind, Name, Path, Rest, Value, ValuePart, as_it_is, choice, read_whole
from .questions import describe, help_text, nothing_called
from .registry import COMMANDS, Context, command, find_command
from .topics import TOPICS

if TYPE_CHECKING:
    from ...debugging.debugger import Debugger
    from ..dry_run import DryRun


def _topics(_: Knower, word: str) -> Iterable[Item]:
    yield from ((name, "command", found.summary) for name, found in COMMANDS.items())
    yield from ((name, "topic", found.summary) for name, found in TOPICS.items())
    yield from ops_known(word)


#: What can be explained: a command, an op, a value, a rule.
Topic = Annotated[str, Kind(as_it_is, _topics, takes_rest=True)]
#: Where random numbers begin.
Seed = Annotated[int, Kind(lambda _, word: read_whole(word))]
BackendName = Annotated[str, choice(*backends.own_names())]
Loops = Annotated[str, choice("loops")]


@command("help", "h")
def help_(context: Context, topic: Topic = "") -> None:
    """Show the commands, or explain one command or op."""
    if not topic:
        context.say(help_text())
        return
    found = find_command(topic)
    if found is not None:
        context.say(found.description)
        return
    if topic in TOPICS:
        context.say(TOPICS[topic].shown, "code")
        return
    text = describe(context.session, topic)
    if text is None:
        raise nothing_called(context.session, topic, context.statement)
    context.say(text, "markdown")


def frame_lines(debugger: "Debugger", pattern: str) -> list[Line]:
    """The values of the frame that is looked at, under its name."""
    from ..looking import frame_names  # late: on demand

    values = [Line(f"%{name}", of) for name, of in frame_names(debugger).items()]
    inside = [each._replace(name=f"  {each.name}") for each in folded(values, pattern)]
    return [Line(f"in {frame_name(debugger.frame)}:", ""), *inside, Line("in the session:", "")]


@command("type", "t")
def type_(context: Context, value: Value, *values: Value) -> None:
    """Show the type of a value, or of several."""
    if not values:
        context.say(str(value.type))
        return
    context.say("\n".join(f"%{shown.name} : {shown.type}" for shown in (value, *values)))


@command("env", "names")
def env(context: Context, pattern: Name = "") -> None:
    """List the values and functions of the session, or those whose names contain PATTERN; an open debugger's frame comes first.

    Of many only some are listed, and a count stands for the others.
    """
    state, debugger = context.session.state, context.session.debugger
    stale = {id(value) for opened in state.opened for value in opened.stale_values(state.names)}
    notes = dict.fromkeys(stale, "  stale: :rerun computes it again")
    lines = [] if debugger is None else frame_lines(debugger, pattern)
    names = state.names.items()
    values = [
        Line(f"%{name}", str(each.value.type), notes.get(id(each.value), ""), sum(map(bytes_of, arrays_of(each.array))))
        for name, each in names
    ]
    functions = [Line(str(name), str(op.type)) for name, op in state.symbols.walk() if isinstance(op, Function)]
    lines += [*folded(values, pattern), *folded(functions, pattern)]
    if not lines:
        context.say(f"no name contains {pattern}" if pattern else "nothing is defined yet")
        return
    context.say("\n".join(line.text for line in lines), tables=[table_of(lines)])


@command("show", "print")
def show(context: Context, value: ValuePart) -> None:
    """Show a value with all its elements, or a part of it: :show %x [0, :, 2:4], which reads as in NumPy."""
    for shown in value.values:
        shown.full = True
        context.show(shown)


@command("quit", "q", "exit")
def quit_(context: Context) -> None:
    """Leave."""
    context.ask("quit")


quit_.ends_session = True


@quit_.dry
def _ended(dry: "DryRun") -> None:
    dry.has_ended = True


@command("clear")
def clear(context: Context) -> None:
    """Clear the screen."""
    context.ask("clear")


@command("save")
def save(context: Context, path: Path) -> None:
    """Write the session as a module with @main: every op that a live name depends on."""
    from ..saving import save as write  # late: on demand

    context.say(write(context.session, path))
    context.session.saved = context.session.state.log


@command("load")
def load(context: Context, path: Path, *names: Name) -> None:
    """Load a program, a session script, a model, or arrays (.npy, .npz, .safetensors, .png; NAMES choose: KEY or NAME=KEY)."""
    from ..loading import load as read  # late: on demand

    read(context, path, list(names))


@load.dry
def _loaded(dry: "DryRun", path: Path, *names: Name) -> None:
    dry.anything_may_come()


@command("run")
def run(context: Context, words: Rest) -> None:
    """Run a function, :run @main %x %y, or a file, :run program.mlir %x %y; without values, those of the arguments' names."""
    from ..loading import run_words  # late: on demand

    run_words(context, words)


@run.dry
def _ran(dry: "DryRun", words: Rest) -> None:
    from ..loading import dry_run_words  # late: on demand

    dry_run_words(dry, words)


@command("backend")
def backend(context: Context, name: BackendName = "", loops: Loops = "") -> None:
    """Show the backend, or move the session to another one (numpy, cupy, xla); with loops, xla compiles those of statements too.

    xla compiles functions whole. :backend xla loops has it compile loops and branches that are statements of the session as well,
    :backend xla only functions again.
    """
    session = context.session
    if name:
        found = backends.get(name)
        if loops and not found.compiles:
            raise context.fail(f"the backend {name} compiles no loops", "command.option")
        session.moments.move_to(found.with_loops() if loops else found)
    more = ", loops too" if session.backend.compiles_loops else ""
    context.say(f"backend {session.backend.name}{more}")


@command("grid", is_setting=True)
def grid(context: Context, replicas: Count = 0, partitions: Count = 1) -> None:
    """Show the grid of processes that runs each statement, or change it: :grid 2 1."""
    session = context.session
    if replicas:
        wanted = (replicas, partitions)
        require_grid(wanted)
        state = session.state.copy()
        if wanted != state.grid:
            differing = [f"%{name}" for name, bound in state.names.items() if isinstance(bound.array, PerProcess)]
            if differing:
                message = f"values of each process belong to the grid that made them: {', '.join(differing)}"
                tip = f"bind {', '.join(differing)} to other values, or take them back by :undo, and the grid may be another"
                raise context.fail(message, "run.grid", tip)
        state.grid = wanted
        session.state = state
    context.say(f"grid {session.grid[0]} x {session.grid[1]}")


@command("ops")
def ops(context: Context, pattern: Name = "") -> None:
    """List the ops, or those whose names contain PATTERN."""
    load_ops()
    rows = [(name, spec.summary) for name, spec in sorted(OPS.items()) if pattern in name]
    if not rows:
        context.say(f"no op has {pattern} in its name")
        return
    table = Table((Column("op", "op"), Column("what it does")), rows)
    context.say("\n".join(map("  ".join, rows)), tables=[table])


@command("text", "code")
def text(context: Context, function: FunctionName = "") -> None:
    """Show the session's program as StableHLO, or one function: :text @f."""
    from ...syntax.printer import on_screen  # late: on demand
    from ..saving import session_module  # late: on demand

    session = context.session
    if function:
        symbol, _ = read_symbol(function, context.statement.span)
        context.say(on_screen(session.function(symbol, context.statement.span), session.state.contents), "code")
        return
    module, _ = session_module(session)
    context.say(on_screen(module, module.contents), "code")


def _size(count: float) -> str:
    """How many bytes, all digits of a number that can be read so."""
    return f"{count:,}" if count < 1e9 else size_text(count)


@command("memory", is_setting=True)
def memory(context: Context, most: Bytes | None = None) -> None:
    """Show what values hold and may hold, or set the latter: :memory 512M, :memory none (no limit)."""
    session = context.session
    if most is not None:
        session.max_memory = limit_of(most)
    held = bytes_in(arrays_of(bound.array) for bound in session.state.names.values())
    limit = "there is no limit" if session.max_memory is None else f"they may hold {_size(session.max_memory)}"
    context.say(f"values hold {_size(held)} bytes, and {limit}".replace("B bytes", "B"))


@command("plan")
def plan(context: Context, function: FunctionName) -> None:
    """Say what was joined, folded, written out and recognised before a function runs, and why not: :plan @f."""
    from ...analysis.plans import parts_of  # late: on demand
    from ...engine.planner import Planner  # late: on demand

    session = context.session
    symbol, _ = read_symbol(function, context.statement.span)
    found = session.function(symbol, context.statement.span)
    session.check_calls([found])
    parts = parts_of(Planner(session.backend).function(found).plan, function)
    context.say("\n".join(line for part in parts for line in part.lines))


@command("seed", is_setting=True)
def seed(context: Context, number: Seed | None = None) -> None:
    """Let random numbers begin at a seed, those of a loaded MDF model too; without a number, show the seed."""
    session = context.session
    if number is not None:
        session.draws.begin_again(number)
        for kind, model in session.models.items():
            session.moments.change_model(kind)
            model.reseed(number)
    context.say(f"random numbers begin at seed {session.draws.seed}")
