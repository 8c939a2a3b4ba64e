"""Values at the turns of a loop: ``%h@turn=17``, ``:collect %h``, and what a region was given (``:open %r@turn=3``)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ..debugging.following import Enough, Entering, Follower, stacked
from ..debugging.telling import actual_type
from ..digits import natural
from ..engine.context import RunContext
from ..engine.op_origin import OpOrigin
from ..engine.planner import Planner
from ..engine.process import places
from ..engine.run import run
from ..errors import HloError
from ..ops.purity import reached
from ..ops.registry import of
from .contexts import beside_values
from .kept_arrays import arrays_of
from .opened import free_in
from .per_process import PerProcess, run_on_grid
from .result import Shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.observing import Observer
    from ..ir.core import Block, Op, Value
    from ..source import Span
    from .commands.registry import Context
    from .session import Session

    Turns = tuple[int, ...]

_ADDRESS = re.compile(r"(?P<name>[^@]+)@turn=(?P<turns>\d{1,18}(?:\.\d{1,18})*)(?:@(?P<cell>all|\(\d+,\d+\)))?")


class Address(NamedTuple):
    """``%h@turn=3.17@(1,0)``: a name, the turns of the loops around it, and a process (None: all)."""

    name: str
    turns: Turns
    cell: str | None


def address_of(text: str) -> Address | None:
    """The address of a value at a turn; None for any other text."""
    found = _ADDRESS.fullmatch(text.strip().removeprefix("%"))
    if found is None:
        return None
    return Address(found["name"], tuple(map(int, found["turns"].split("."))), found["cell"])


def at_turn(session: Session, address: Address, span: Span | None) -> Shown:
    """The value of a name at a turn: its loop runs again up to there."""
    try:
        return _at_turn(session, address, span)
    except HloError as error:
        error.span = error.span or span
        raise


def _at_turn(session: Session, address: Address, span: Span | None) -> Shown:
    follower, values = _follow(session, address.name, address.turns, span)
    text = f"{address.name}@turn={'.'.join(map(str, address.turns))}"
    of = follower.type
    if len(values) == 1:
        value = values[0].one()
        return Shown(text, actual_type(of, value), value)
    cells = [f"({r},{p})" for r, p in places(session.grid)]
    if address.cell in (None, "all"):
        return Shown(text, of, PerProcess([each.one() for each in values]), grid=session.grid)
    if address.cell not in cells:
        raise HloError(
            f"there is no process {address.cell} in a grid of {session.grid[0]} x {session.grid[1]}", span, "run.grid"
        )
    return Shown(f"{text}@{address.cell}", of, values[cells.index(address.cell)].one())


def _follow(session: Session, name: str, wanted: Turns | None, span: Span | None) -> tuple[Follower, list[Any]]:
    """Run the op again inside of which a name is made, and keep its values: a follower for each process."""
    try:
        op, arrays = _op_around(session, name, span)
    except HloError as error:
        follower = Follower(name, wanted, session.max_memory)
        if error.code != "name.undefined" or not _is_in_a_model(session, name, follower):
            raise
        return follower, [follower]
    is_alone = session.grid == (1, 1)
    followers = [Follower(name, wanted, session.max_memory, is_alone) for _ in places(session.grid)]
    run_watched(session, [op], arrays, followers)
    return followers[0], list(followers)


def _is_in_a_model(session: Session, name: str, follower: Follower) -> bool:
    """Follow a name through the opened model that was opened last of those in whose loops it is made; False where there is none."""
    try:
        return any(
            opened.model is not None and opened.model.follow(session, name, follower)
            for opened in reversed(session.state.opened)
        )
    except Enough:
        return True


def run_watched(session: Session, ops: Sequence[Op], arrays: Sequence[Any], observers: Sequence[Observer]) -> None:
    """Run ops of the session by themselves, unheard, until an observer has enough; one for each process."""
    inputs = free_in(ops)
    plan = Planner(session.backend).plan_ops([*ops], inputs, [])
    asked = RunContext(threads=session.threads, limit=session.max_memory, seed=session.draws.seed)
    context = beside_values(session, asked)
    try:
        if session.grid == (1, 1):
            run(plan, arrays, context.watched_by(observers[0]))
        else:
            by_place = dict(zip(places(session.grid), observers, strict=True))
            run_on_grid(plan, arrays, context, session, lambda place: (by_place[place],))
    except Enough:
        pass


def _op_around(session: Session, name: str, span: Span | None) -> tuple[Op, list[Any]]:
    """The op of the frame that is looked at, or else the session's last one, inside of which a value of that name is made."""
    if session.debugger is not None:
        found = _in_frames(session, name)
        if found is not None:
            return found
    for op in reversed(tuple(session.state.ops)):
        if (op.regions or op.callees) and _makes(op, name):
            require_repeatable(op, name, span)
            return op, arrays_of(session, free_in([op]))
    raise HloError(f"there is no loop in which %{name} is made", span, "name.undefined")


def _in_frames(session: Session, name: str) -> tuple[Op, list[Any]] | None:
    """The outermost loop around where the debugger stands in which the name is made, with what it was given."""
    assert session.debugger is not None
    for frame in reversed(session.debugger.frames):
        here = frame.here
        if isinstance(here, OpOrigin) and frame.current is not None and _makes(here.op, name):
            require_repeatable(here.op, name, None)
            return here.op, [frame.values[slot] for slot in frame.current.ins]
    return None


def _makes(op: Op, name: str) -> bool:
    for inner in reached([op]):
        if inner is None:
            continue
        if inner is not op and any(value.name in (name, f"{name}#0") for value in inner.results):
            return True
        blocks = [block for region in inner.regions for block in region.blocks]
        if any(value.name == name for block in blocks for value in block.arguments):
            return True
        if any(value.name == name for function in inner.callees for value in function.arguments):
            return True
    return False


def require_repeatable(op: Op, name: str, span: Span | None) -> None:
    """Raise where the op would make other values if it ran again: it draws, or hears from outside."""
    for inner in reached([op]):
        spec = None if inner is None else of(inner)
        if spec is None or not spec.pure and spec.dialect not in ("interpreter", "check"):
            what = "what it calls" if inner is None else inner.name
            message = f"%{name} is made in a loop that cannot run again as it ran: {what} takes from outside of it"
            raise HloError(message, span, "run.not_steppable", help=":debug and :break … if turn == N stop there")


def collected(context: Context, text: str) -> Shown:
    """The values of a name over all turns of the loops around it, as one array of the session."""
    session, name = context.session, text.strip().removeprefix("%").strip('"')
    _, followers = _follow(session, name, None, context.statement.span)
    kept = [follower.found() for follower in followers]
    if not kept[0]:
        raise context.fail(f"%{name} was not made in any turn of a loop", "run.turn")
    if len(kept) > 1:
        raise context.fail(
            "on a grid there is one such array for each process; :grid 1 1 makes it one", "run.not_steppable"
        )
    return session.bind(f"{name.partition('#')[0]}_turns", stacked(kept[0]))


class Given(NamedTuple):
    """A region that an op ran: its title, its block, and for each argument the value that was given for it, if any, and the array."""

    title: str
    block: Block
    values: list[Value | None]
    arrays: list[Any]


def region_of(context: Context, name: str, op: Op, address: str) -> Given:
    """The function, branch or turn of a loop that an op ran."""
    session = context.session
    _, _, turn = address.partition("=")
    number = natural(turn)
    if address and (not address.startswith("turn=") or number is None):
        raise context.fail(f"@{address} is no turn; write @turn=3", "command.usage")
    if session.grid != (1, 1):
        raise context.fail("on a grid each process has values of its own; :grid 1 1 makes it one", "run.not_steppable")
    require_repeatable(op, name, context.statement.span)
    entering = Entering(number or 0)
    run_watched(session, [op], arrays_of(session, free_in([op])), [entering])
    frame = entering.frame
    if frame is None:
        ran = f"the loop of %{name} made {entering.turns} turns" if entering.turns else f"{op.name} enters nothing"
        raise context.fail(ran, "run.turn")
    block = next(each for each in _blocks(op) if each.terminator is frame.plan.end.op)
    count = len(block.arguments)
    values: list[Value | None] = [*op.operands] if frame.kind == "function" else [None] * count
    what = {"turn": f"turn {frame.number} of %{name}", "branch": f"branch {frame.number} of %{name}"}
    title = what.get(frame.kind, f"@{frame.name}, called for %{name}")
    return Given(title, block, values[:count], frame.values[:count])


def _blocks(op: Op) -> list[Block]:
    return [
        *(block for region in op.regions for block in region.blocks),
        *(function.body for function in op.callees if not function.is_declaration),
    ]
