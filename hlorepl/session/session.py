"""One door: ``Session.execute(text) -> Result``. It prints nothing; faces show what comes back.

A statement is committed whole or not at all; a text is its statements in order and stops at the first error.
"""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING, Any

from .. import backends
from ..config import Settings
from ..engine.context import Draws
from ..engine.process import Process
from ..errors import HloError, require_grid, require_type, unexpected
from ..interrupts import ImportsWhole
from ..ir.attributes import DenseAttr
from ..ir.core import Op
from ..ir.types import TensorType, element_of
from ..memory import limit_of
from ..recursion import leave_rooms, room
from ..source import Source
from ..wording import are, counted
from .entries import Entries, logged
from .later import with_help
from .moments import Moment, Moments
from .per_process import mapped, names_of, of_each
from .result import Action, Result, Shown, Text, on_host, on_host_of_each
from .state import NamedValue, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ..backends.base import Backend
    from ..debugging.debugger import Debugger
    from ..engine.context import RunContext
    from ..engine.observing import Observer
    from ..engine.plan import Plan
    from ..ir.attributes import SymbolAttr
    from ..ir.contents import FileContents
    from ..ir.core import Function, Value
    from ..ir.symbols import Symbols
    from ..ir.types import Type
    from ..ops.requests import Place
    from ..source import Span
    from ..syntax.blocks import Scope
    from .failures import FailedRun
    from .loaded_models import LoadedModel
    from .looking import FrameScope
    from .result import Event
    from .state import Logged
    from .statements import Statement, StatementReader


#: Characters that programs print which a result keeps for who hears them as they come: of more the listener alone is told.
_MOST_KEPT = 1 << 20


class _Unheard(BaseException):
    """Whoever listens could not take what came: that is their error, not the text's, and passes through all that handles those."""

    def __init__(self, error: Exception):
        super().__init__()
        self.error = error


def _tell(listen: Callable[[Any], None] | None, item: Event) -> None:
    if listen is None:
        return
    try:
        listen(item)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the listener's
        raise _Unheard(error) from None


def _only_actions(show: Callable[[Event], None]) -> Callable[[Event], None]:
    """For a statement that shows nothing: what only the face can do is done."""

    def quiet(item: Event) -> None:
        if isinstance(item, Action):
            show(item)

    return quiet


class Session:
    """Names, functions and settings; runs statements.

    ``backend`` is ``numpy`` or ``cupy``, ``grid`` the numbers of replicas and partitions; ``seed`` is where random numbers
    begin. ``threads`` (0: as many as there are) and ``max_memory`` (bytes of values; three quarters of the machine's where it is not
    given, ``math.inf`` for no limit) limit what runs. Raises ``HloError`` when there is no such backend.
    """

    def __init__(
        self,
        backend: str = "numpy",
        grid: tuple[int, int] = (1, 1),
        seed: int = 0,
        *,
        threads: int = 0,
        max_memory: float | None = None,
    ):
        require_grid(grid)
        require_type(seed, int, "seed")
        self.threads = threads
        self.max_memory = limit_of(max_memory)
        #: Told of every step that runs (``engine/observing.py``).
        self.observers: tuple[Observer, ...] = ()
        #: On a grid, who is told of the steps of each process; None: ``observers``, of all.
        self.observers_of: Callable[[Place], tuple[Observer, ...]] | None = None
        #: What runs a plan where each rank of MPI is a process (``engine/grid/run.py``); None: all run in this one.
        self.run_on_ranks: Callable[[Plan, Callable[[int], Any], Sequence[RunContext]], list[Any]] | None = None
        #: The world outside the programs: what they print, where probes save, what channels hold.
        self.process = Process()
        state = State()
        state.grid = (int(grid[0]), int(grid[1]))
        #: Where it stands, and where it stood.
        self.moments = Moments(Moment(state, backends.get(backend)), Draws(seed))
        #: What was entered.
        self.entries = Entries()
        #: The log as it was when it was saved last.
        self.saved: Sequence[Logged] = ()
        #: What ``:set`` changes.
        self.settings = Settings()
        #: The run that is stopped, if one is: names mean what they do in it, then what they do here.
        self.debugger: Debugger | None = None
        #: The last run that failed or was interrupted.
        self.failure: FailedRun | None = None
        self._frame: FrameScope | None = None
        self._stopped: FailedRun | None = None

    # Executing

    def execute(
        self, text: str, name: str = "<session>", listen: Callable[[Any], None] | None = None, first_line: int = 1
    ) -> Result:
        """Run the statements of a text; ``listen`` gets what there is to show, or to do, as it comes.

        Never raises for what is in the text: that is ``result.error``. ``KeyboardInterrupt`` leaves the session as the last
        finished statement left it.
        """
        # What an interrupt leaves behind of Python's own contexts, such as NumPy's error state, ends with this one.
        return copy_context().run(self._execute, text, name, listen, first_line)

    def _execute(self, text: str, name: str, listen: Callable[[Any], None] | None, first_line: int) -> Result:
        before, self._stopped = self.failure, None
        try:
            require_type(text, str, "text")
            self.moments.begin_entry(text)
            self.entries.add(name, text)
            with ImportsWhole():
                return self.run_source(Source(text, name, first_line), listen, is_entry=True)
        except HloError as error:
            result = Result()
            result.error = error
            return result
        except _Unheard as unheard:
            raise unheard.error from None
        except BaseException:  # an interrupt, which may have come while something was being left
            self._stopped = self.failure if self.failure is not before else None
            self.moments.abandon()
            leave_rooms()
            raise

    @property
    def interruption(self) -> str:
        """What there is to say of the entry that was interrupted last: where it stopped, if that is known."""
        if self._stopped is None and self.debugger is not None:
            from ..debugging.telling import place_text  # late: start-up

            return f"interrupted; the debugger stands {place_text(self.debugger, self.debugger.run.top)}"
        where = "" if self._stopped is None else self._stopped.where
        return f"interrupted{where}; earlier values are as they were{'; :debug opens there' if where else ''}"

    def run_source(self, source: Source, listen: Callable[[Any], None] | None, is_entry: bool = False) -> Result:
        """Run the statements of a text, which is an entry or a part of one; the commands of an entry are remembered."""
        result = Result()
        try:
            with room():
                self._run_all(source, result, listen, is_entry)
        except HloError as error:
            result.error = with_help(error)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not cost the user the session
            result.error = unexpected(error, source.span(0))
        if result.error is not None and result.ran:
            ran = result.ran
            result.error.help.append(f"{counted(ran, 'statement')} before this one ran and {are(ran)} kept")
        return result

    # Where it stands

    @property
    def state(self) -> State:
        """What is known now. A state that takes its place is the entry's that runs: one step for undo, however many come."""
        return self.moments.now.state

    @state.setter
    def state(self, state: State) -> None:
        self.moments.move(self.moments.now.after(state))

    @property
    def history(self) -> Sequence[State]:
        """The states that undo can go back to, the last one last."""
        return self.moments.now.history

    @property
    def undone(self) -> tuple[State, ...]:
        """The states that redo can go on to, the next one last."""
        return self.moments.now.undone

    @property
    def backend(self) -> Backend:
        """Where values are and ops run."""
        return self.moments.now.backend

    @property
    def models(self) -> Mapping[str, LoadedModel]:
        """The loaded models, by kind: ``mdf``, ``onnx``."""
        return self.moments.models

    @property
    def draws(self) -> Draws:
        """Statements draw one after the other; every ``:run`` begins anew."""
        return self.moments.draws

    def _run_all(self, source: Source, result: Result, listen: Callable[[Any], None] | None, is_entry: bool) -> None:
        from .statements import StatementReader  # late: NumPy

        def show(item: Event) -> None:
            if not isinstance(item, Action):
                result.shown.append(item)
            _tell(listen, item)

        room_left = _MOST_KEPT

        def printed(text: str) -> None:
            nonlocal room_left
            room_left -= len(text)
            if listen is None or room_left >= 0:
                show(Text(text))
            else:
                _tell(listen, Text(text))

        heard, self.process.emit = self.process.emit, printed
        try:
            self._run_each(StatementReader(self, source), result, show, is_entry)
        finally:
            self.process.emit = heard

    def _run_each(self, reader: StatementReader, result: Result, show: Callable[[Event], None], is_entry: bool) -> None:
        while (statement := reader.next()) is not None:
            try:
                with self.moments.statement:
                    before = self.moments.now
                    shown = self._run(statement, result, _only_actions(show) if statement.is_quiet else show)
                    if is_entry and statement.kind not in ("show", "question"):
                        self.moments.move(self.moments.now.noting(before, logged(statement, before.state)))
                    if statement.kind in ("define", "ops"):
                        self.adopt(reader.contents)
            finally:
                self._frame = None
            result.ran += 1
            for item in () if statement.is_quiet else shown:
                show(item)
            if result.action is not None and result.action.name == "quit":
                return

    def _run(self, statement: Statement, result: Result, show: Callable[[Event], None]) -> Sequence[Event]:
        """Do what a statement says; what there is to show when it holds. Commands show it as they go."""
        if statement.kind == "ops":  # what is typed most
            return self._compute(statement)
        if statement.kind == "command":
            from .commands import run_command  # late: start-up

            run_command(self, statement, result, show)
        elif statement.kind == "question":
            from .commands.questions import run_question  # late: NumPy

            run_question(self, statement, show)
        elif statement.kind == "show":
            return self.look(statement.text, statement.span)
        elif statement.kind == "define":
            return [*map(Text, self.define(statement))]
        return ()

    def _compute(self, statement: Statement) -> Sequence[Shown | Text]:
        if self.debugger is not None:
            from .looking import compute_inside  # late: start-up

            return compute_inside(self, self.debugger, statement)
        from .running import compute  # late: start-up

        return compute(self, statement)

    def adopt(self, contents: FileContents) -> None:
        """Know what an entry holds beside its ops, as of the first statement that brings something."""
        if not contents.is_empty and self.state.contents is not contents:
            state = self.state.copy()
            state.contents = contents
            self.state = state

    def aside(self) -> Session:
        """A new session, to try something in."""
        return Session()

    def scope(self) -> Scope:
        """The names that a statement sees."""
        from .statements import Known  # late: NumPy

        known = Known(self.state)
        if self.debugger is None:
            return known
        if self._frame is None:
            from .looking import FrameScope  # late: start-up

            self._frame = FrameScope(self.debugger, known)
        return self._frame

    @property
    def inside(self) -> dict[int, Any]:
        """The arrays of values that the statement has found in the debugger's frame, by the values' ids."""
        return {} if self._frame is None else self._frame.arrays

    def value_of(self, text: str, span: Span | None = None) -> Value:
        """What a name (``%x`` or ``x``) stands for; raises ``name.undefined``."""
        found = self.scope().find(text.strip().removeprefix("%")) if self.debugger is not None else None
        return self.state.find(text, span)[1].value if found is None else found

    def look(self, text: str, span: Any = None) -> Sequence[Shown | Text]:
        """A value as it is shown: where a debugger is open, that of the frame, which may be no tensor; else the session's."""
        if "@turn=" in text:
            from .turns import address_of, at_turn  # late: start-up

            address = address_of(text)
            if address is not None:
                return [at_turn(self, address, span)]
        if self.debugger is not None:
            from .looking import found_in_frame  # late: start-up

            item = found_in_frame(self.debugger, text)
            if item is not None:
                return [item]
        return self._look_up(text, span)

    def lookup(self, text: str, span: Any = None) -> list[Shown]:
        """The value of a name (``%x`` or ``x``); raises ``name.undefined``."""
        found = [item for item in self.look(text, span) if isinstance(item, Shown)]
        if not found:
            raise HloError(f"{text} is no tensor", span, "name.undefined")
        return found

    def _look_up(self, text: str, span: Any) -> list[Shown]:
        name, at, place = text.strip().removeprefix("%").partition("@")
        name, bound = self.state.find(name, span)
        addresses = names_of("", self.grid)
        if not at or place == "all":
            return [Shown(name, bound.value.type, bound.array, grid=self.grid)]
        if f"@{place}" not in addresses:
            raise HloError(
                f"there is no process {place} in a grid of {self.grid[0]} x {self.grid[1]}", span, "run.grid"
            )
        array = of_each(bound.array, self.grid)[addresses.index(f"@{place}")]
        return [Shown(name if self.grid == (1, 1) else f"{name}@{place}", bound.value.type, array)]

    def define(self, statement: Statement) -> list[str]:
        """Functions, modules and meshes: checked, then known by their names."""
        from .definitions import define  # late: start-up

        state = self.state.copy()
        self.linked_by = None  # what is checked is linked, whether or not it is kept
        lines = define(state, statement)
        self.state = state
        return lines

    def function(self, symbol: SymbolAttr, span: Span | None = None) -> Function:
        """The function of a symbol; raises ``name.symbol``."""
        found = self.state.symbols.function(symbol.path)
        if found is None:
            raise self.state.symbols.missing(symbol, span)
        return found

    def check_calls(self, functions: Iterable[Function]) -> None:
        """Raise what is wrong with the calls that functions make by what the session knows now; the calls are linked to that."""
        from ..verifier.structure import verify_calls  # late: start-up

        if self.linked_by is not self.state.symbols:
            self.linked_by, self._linked = self.state.symbols, set()
        new = [function for function in functions if function not in self._linked]
        for problem in verify_calls(new, self.state.symbols) if new else ():
            raise problem
        self._linked.update(new)

    #: The table by which functions are linked, and those that are known to be, with all that they call. None when
    #: another table was used in between.
    linked_by: Symbols | None = None
    _linked: set[Function]

    def name_results(self, statement: Statement, state: State | None = None) -> list[str]:
        """The names of a statement's results: its own, or the next free numbers, which are taken only of the ``state`` given."""
        names = statement.names or (state or self.state.copy()).default_names(len(statement.results))
        for name, value in zip(names, statement.results, strict=True):
            if value.owner in statement.ops:  # not another name for an older one
                value.name = name
        return names

    def bind_results(self, statement: Statement, arrays: list[Any]) -> list[Shown]:
        """Know the results of a statement by their names."""
        state = self.state.copy()
        shown: list[Shown] = []
        bound: list[NamedValue] = []
        ops = statement.ops
        names = self.name_results(statement, state)
        for name, made, array in zip(names, statement.results, arrays, strict=True):
            value = made
            declared = value.type if value.owner in statement.ops else self.scope().declared(value)
            if isinstance(declared, TensorType) and not declared.is_static and value.type is declared:
                value = _narrowed(value, _of_shapes(declared, [each.shape for each in of_each(array, (1, 1))]), ops)
            array = self.kept(array)
            bound.append(NamedValue(value, array, declared))
            shown.append(Shown(name, value.type, array, grid=self.grid))
        state.bind(names, bound)
        state.ops = state.ops.with_(ops)
        state.rewrite(names, [each.value for each in bound], ops)
        self.state = state
        return shown

    def named(self, value: Value, array: Any) -> NamedValue:
        """A value as the session keeps it, with the sizes that it has where its op alone says what it is."""
        declared = value.type
        calls = isinstance(value.owner, Op) and bool(value.owner.callees)
        if isinstance(declared, TensorType) and not declared.is_static and not calls:
            value.type = _of_shapes(declared, [each.shape for each in of_each(array, (1, 1))])
        return NamedValue(value, self.kept(array), declared)

    def kept(self, array: Any) -> Any:
        """An array of the backend as the session keeps it: nobody may write into it."""
        return mapped(array, _kept) if self.backend.is_host else array

    def bind(self, name: str, array: Any, op: Op | None = None) -> Shown:
        """Give a host array a name (``:load``, a notebook's variables); raises ``type.element`` for other kinds of arrays."""
        from ..engine.arguments import as_numpy  # late: NumPy

        array = as_numpy(array, f"%{name}", code="type.element")
        try:
            of = TensorType(tuple(array.shape), element_of(array.dtype))
        except KeyError:
            raise HloError(f"arrays of dtype {array.dtype} are not values of StableHLO", code="type.element") from None
        if op is None:
            kept = array.astype(of.dtype)
            kept.flags.writeable = False
            op = Op("stablehlo.constant", [], {"value": DenseAttr(of, kept)})
            op.add_results([of], [name])
            array = kept
        state = self.state.copy()
        state.bind([name], [NamedValue(op.results[0], self.backend.to_device(array))])
        state.ops = state.ops.with_([op])
        state.rewrite([name], op.results, [op])
        self.state = state
        return Shown(name, of, array, grid=self.grid)

    # Going back

    def undo(self) -> bool:
        """Take back the last entry; False when there is none."""
        return self._go(self.moments.now.undo())

    def redo(self) -> bool:
        """Take back an undo."""
        return self._go(self.moments.now.redo())

    def _go(self, to: Moment | None) -> bool:
        if to is None:
            return False
        self.moments.move(to)
        return True

    # Looking

    @property
    def grid(self) -> tuple[int, int]:
        """How many replicas and partitions run each statement."""
        return self.state.grid

    def __getitem__(self, name: str) -> Any:
        """The value of a name, with or without ``%``, as a read-only NumPy array; KeyError when there is none.

        On a grid of more than one process it is an array of shape (R, P) of such arrays.
        """
        if name not in self:
            raise KeyError(name)
        array = self.state.names[self.state.real(name.removeprefix("%"))].array
        return on_host(array) if self.grid == (1, 1) else on_host_of_each(array, self.grid)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.state.real(name.removeprefix("%")) in self.state.names

    @property
    def names(self) -> list[str]:
        """The names that have values."""
        return list(self.state.names)

    def is_incomplete(self, text: str) -> bool:
        """Whether the parser would want more text: the question that Enter and a notebook's cell ask."""
        from .dry_run import is_incomplete  # late: NumPy

        require_type(text, str, "text")
        return is_incomplete(self.state, text)


def _of_shapes(of: TensorType, shapes: list[tuple[int, ...]]) -> TensorType:
    """The type of values that are there, of one shape each process: with its sizes, where they have one."""
    return of.with_shape(shapes[0]) if all(shape == shapes[0] for shape in shapes) else of


def _kept(array: Any) -> Any:
    """An array of the host as a session keeps it: nobody may write into it."""
    if array is None or array.__class__ is tuple:
        return array
    found = array.view() if array.flags.writeable else array
    found.flags.writeable = False
    return found


def _narrowed(value: Value, of: Type, ops: list[Op]) -> Value:
    """A value with its actual type. What a call gives is of the type that its function declares, to the letter: it is cast."""
    if not isinstance(value.owner, Op) or not value.owner.callees:
        value.type = of
        return value
    cast = Op("tensor.cast", [value], span=value.owner.span)
    cast.add_results([of], [value.name])
    value.name = ""
    ops.append(cast)
    return cast.results[0]
