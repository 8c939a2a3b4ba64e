"""``:open`` makes the body of a function, a branch or a loop's turn the session's statements; ``:rerun`` computes again what is stale."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..backends import host
from ..debugging.telling import short
from ..errors import HloError
from ..ir.attributes import DenseAttr
from ..ir.copying import copies
from ..ir.core import Op, Value
from ..ir.text import symbol_text
from ..ir.types import TensorType
from ..syntax.attributes import read_symbol
from ..verifier.rules import infer_types
from ..wording import counted
from .calling import arguments_given
from .contexts import context_of
from .loading import first_word, functions_in
from .opened import Opened, Piece, free_in
from .per_process import of_each
from .result import Shown
from .running import check, run_ops
from .state import NamedValue
from .turns import region_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..engine.context import RunContext
    from ..ir.attributes import SymbolAttr
    from ..ir.core import Block, Function
    from .commands.registry import Context
    from .opened import Binding
    from .session import Session

#: Results that are shown without being asked for.
_SHOWN = 6


def open_words(context: Context, words: str) -> None:
    """``:open @f(%a)``, ``:open %v``, ``:open FILE``."""
    session = context.session
    if words.startswith("@"):
        symbol, given = read_symbol(words, context.statement.span)
        _open_function(context, symbol, given.strip())
        return
    if words.startswith("%"):
        _open_statement(context, words)
        return
    word, rest = first_word(context, words)
    if word in session.models:
        session.models[word].open(context, rest)
        return
    kind, found = functions_in(context, Path(word).expanduser())
    if found is None:
        session.models[kind].open(context, rest)
    elif found:
        _open_function(context, found[0], rest)
    else:
        raise context.fail(f"{word} holds no function that could be opened", "run.entry")


def _open_function(context: Context, symbol: SymbolAttr, words: str) -> None:
    session = context.session
    within = context_of(session, anew=True)
    given = arguments_given(session, symbol, words, context.statement.span, within)
    arguments = list(zip(given.function.arguments, given.operands, given.arrays, strict=True))
    opening = Opening(session, symbol_text(given.function.symbol), given.ops)
    for argument, value, array in arguments:
        opening.bind_argument(argument, value, array)
    opening.body(given.function.body, within)
    context.say(opening.commit(given.function))


def _open_statement(context: Context, words: str) -> None:
    """The op that made a value: a call's function, the branch that was taken, a loop's turn (``%r@turn=3``, else the first)."""
    session = context.session
    text, _, address = words.rstrip(",").partition("@")
    name, bound = session.state.find(text, context.statement.span)
    op = bound.value.owner
    if not isinstance(op, Op) or not (op.regions or op.callees):
        raise context.fail(f"%{name} was not made by a call, a loop or a branch", "run.not_steppable")
    given = region_of(context, name, op, address)
    opening = Opening(session, given.title, [], is_function=False)
    for argument, value, array in zip(given.block.arguments, given.values, given.arrays, strict=True):
        opening.bind_argument(argument, value, array)
    opening.body(given.block, context_of(session, anew=True))
    context.say(opening.commit(None))


class Opening:
    """Statements on their way into a session: nothing is known there before ``commit``."""

    def __init__(self, session: Session, title: str, ops: Sequence[Op], is_function: bool = True):
        self.session = session
        self.is_function = is_function
        self.title = title
        self.state = session.state.copy()
        self.state.ops = self.state.ops.with_([*ops])
        self._taken: set[str] = {name.partition("#")[0] for name in self.state.names}
        self._bases: dict[str, str] = {}
        self._values: dict[Value, Value] = {}
        self._names: dict[int, str] = {}
        self._arrays: dict[int, Any] = {}
        self._pieces: list[Piece] = []
        self._arguments: list[Binding] = []
        self._results: list[Value] = []

    def name_for(self, name: str) -> str:
        """The name of a value, or where the session knows another by it, that with a number."""
        base, mark, index = name.partition("#")
        if mark and index != "0":
            return f"{self._bases[base]}#{index}"
        found, number = base, 1
        while found in self._taken:
            found, number = f"{base}_{number}", number + 1
        self._taken.add(found)
        self._bases[base] = found
        return f"{found}{mark}{index}"

    def bind_argument(self, argument: Value, value: Value | None, array: Any) -> None:
        """Give an argument its name. One that the session knows by that very name keeps it."""
        known = self.session.state.names.get(argument.name)
        if known is not None and value is not None and known.value is value:
            self._enter(argument, value, argument.name, array)
            self._arguments.append((argument.name, value))
            return
        name = self.name_for(argument.name or "arg")
        made = Value(name, argument.type)
        if isinstance(argument.type, TensorType) and not argument.type.is_static:
            made.type = argument.type.with_shape(tuple(of_each(array, self.session.grid)[0].shape))
        if not self.is_function and isinstance(
            made.type, TensorType
        ):  # nothing but a constant makes it where it is saved
            op = Op("stablehlo.constant", [], {"value": DenseAttr(made.type, host(array))})
            op.results, made.owner = [made], op
            self.state.ops = self.state.ops.with_([op])
        self._enter(argument, made, name, array)
        self._arguments.append((name, made))
        self.state.bind([name], [NamedValue(made, array, argument.type)])
        source = None if value is None else next(iter(self._known_as(value)), None)
        if source is not None and value is not None:
            self._pieces.append(Piece(((source, value),), ((name, made),)))

    def _known_as(self, value: Value) -> Iterable[str]:
        names = self.session.state.names
        if (bound := names.get(value.name)) is not None and bound.value is value:
            return [value.name]
        return [name for name, each in names.items() if each.value is value]

    def _enter(self, old: Value, new: Value, name: str, array: Any) -> None:
        self._values[old] = new
        self._names[id(new)] = name
        self._arrays[id(new)] = array

    def body(self, block: Block, within: RunContext) -> None:
        """Run the ops of a block, each a statement by itself."""
        last = block.terminator
        ops = copies(block.ops[:-1] if last is not None else [], self._values)
        self._results = [] if last is None else [self._values.get(value, value) for value in last.operands]
        made = [value for op in ops for value in op.results]
        arrays = run_ops(self.session, ops, made, within, self._arrays) if ops else []
        names = [self.name_for(value.name or "value") for value in made]
        for name, value in zip(names, made, strict=True):
            value.name = name
            self._names[id(value)] = name
        self.state.bind(names, map(self.session.named, made, arrays))
        self.state.ops = self.state.ops.with_(ops)
        self._pieces += map(self._piece, ops)

    def _piece(self, op: Op) -> Piece:
        binds = tuple((self._names[id(value)], value) for value in op.results)
        reads = tuple((self._names.get(id(value), value.name), value) for value in free_in([op]))
        return Piece(reads, binds, (op,))

    def commit(self, function: Function | None) -> str:
        """Make it known, in one step, and say how much it is."""
        session, names = self.session, self.state.names
        results = tuple(self._names.get(id(value), value.name) for value in self._results)
        opened = Opened(self.title, tuple(self._pieces), function, tuple(self._arguments), results)
        self.state.opened = (*self.state.opened, opened)
        session.state = self.state
        count = sum(1 for piece in self._pieces if piece.ops)
        values = sum(len(piece.binds) for piece in self._pieces if piece.ops)
        lines = [f"opened {self.title}: {counted(count, 'statement')}, {counted(values, 'value')} by their own names"]
        if self._arguments:
            lines.append(f"  arguments {', '.join(f'%{name}' for name, _ in self._arguments)}")
        for name in results[:_SHOWN]:
            given = Shown(name, names[name].value.type, names[name].array, grid=session.grid)
            lines += [f"  gives {short(f'%{part.name}', part.type, part.array)}" for part in given.parts]
        lines.append("%x = … changes a value, :rerun computes again what depends on it, :save writes it")
        return "\n".join(lines)


# --- again ---------------------------------------------------------------------------------------------------------


def rerun(context: Context, word: str) -> None:
    """Compute again what is stale; with the name of a value or a node, what depends on that."""
    session = context.session
    opened = session.state.opened
    if not opened:
        raise context.fail("nothing is opened", "command.failed", ":open @f(%a, …) opens a function, :open FILE a file")
    names, labels = _begin(context, word) if word else ([], [])
    done: list[str] = []
    for number in range(len(opened)):
        done += _rerun(session, number, [*names, *done] if word else [], labels)
    if not done:
        context.say("nothing depends on it" if word else "nothing is stale")
        return
    names = [f"%{name}" for name in done]
    listed = ", ".join([*names[:8], *(["…"] if len(names) > 8 else [])])
    context.say(f"computed {counted(len(done), 'value')} again: {listed}")


def _begin(context: Context, word: str) -> tuple[list[str], list[str]]:
    """The names that a value has, or the nodes that are called so."""
    session = context.session
    text = word.strip().removeprefix("%")
    bare = text.strip('"')
    found: list[str] = []
    labels = {piece.label for opened in session.state.opened for piece in opened.pieces if piece.label}
    if not word.startswith("%") and bare in labels:
        return [], [bare]
    for opened in session.state.opened:
        known = {name for piece in opened.pieces for name, _ in (*piece.reads, *piece.binds)}
        found += [name for name in (opened.spelled.get(bare, bare), f"{bare}#0") if name in known]
    if not found:
        session.state.find(bare, context.statement.span)
        raise context.fail(f"%{bare} is not among what was opened", "command.failed")
    return found, []


def _rerun(session: Session, number: int, begin: Sequence[str], labels: Sequence[str]) -> list[str]:
    state = session.state
    opened = state.opened[number]
    pieces = opened.stale(state.names, begin, labels)
    if not pieces:
        return []
    if opened.model is not None:
        return opened.model.rerun(session, number, pieces)
    again = Again(session, pieces)
    arrays = run_ops(session, again.ops, again.made, context_of(session), again.arrays) if again.ops else []
    new = state.copy()
    for name, value in again.handed:
        bound = state.names[again.sources[name]]
        new.bind([name], [NamedValue(value, bound.array, bound.declared)])
    values = map(session.named, again.made, arrays)
    kept = [
        (name, value) for name, value, is_current in zip(again.names, values, again.current, strict=True) if is_current
    ]
    new.bind([name for name, _ in kept], [value for _, value in kept])
    new.ops = new.ops.with_(again.ops)
    replaced = again.replaced
    new.opened = tuple(each.replaced(replaced) if k == number else each for k, each in enumerate(new.opened))
    session.state = new
    return [*(name for name, _ in again.handed), *(name for name, _ in kept)]


class Again:
    """The ops of some statements once more, on what the names that they read mean now."""

    def __init__(self, session: Session, pieces: Iterable[Piece]):
        names = session.state.names
        self.ops: list[Op] = []
        self.made: list[Value] = []
        self.names: list[str] = []
        #: Whether a name still means what the statement made.
        self.current: list[bool] = []
        self.handed: list[Binding] = []
        self.sources: dict[str, str] = {}
        self.replaced: dict[int, Piece] = {}
        self.arrays: dict[int, Any] = {}
        now: dict[str, Value] = {}
        for piece in pieces:
            reads = tuple((name, now.get(name) or names[name].value) for name, _ in piece.reads)
            if not piece.ops:
                (source, value), (name, old) = reads[0], piece.binds[0]
                handed = Value(old.name, value.type)
                self.handed.append((name, handed))
                self.sources[name] = source
                self.arrays[id(handed)] = names[source].array
                now[name] = handed
                self.replaced[id(piece)] = piece._replace(reads=reads, binds=((name, handed),))
                continue
            values = {old: new for (_, old), (_, new) in zip(piece.reads, reads, strict=True)}
            differs = any(old.type != new.type for (_, old), (_, new) in zip(piece.reads, reads, strict=True))
            ops = copies(piece.ops, values)
            if differs:
                self._infer(session, ops)
            binds = tuple((name, values[old]) for name, old in piece.binds)
            for (name, value), (_, old) in zip(binds, piece.binds, strict=True):
                is_current = names[name].value is old
                self.made.append(value)
                self.names.append(name)
                self.current.append(is_current)
                if is_current:
                    now[name] = value
            self.ops += ops
            self.replaced[id(piece)] = piece._replace(reads=reads, binds=binds, ops=tuple(ops))

    @staticmethod
    def _infer(session: Session, ops: list[Op]) -> None:
        """Other types: what follows from them, follows; the rest is checked."""
        for op in ops:
            op.decoded = None
            if not op.regions and not op.callees:
                try:
                    types = infer_types(op, session.state.symbols)
                except HloError:
                    types = [value.type for value in op.results]
                for value, of in zip(op.results, types, strict=True):
                    value.type = of
        check(session, ops)
