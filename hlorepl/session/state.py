"""What a session knows at one moment. A state is never changed: each statement makes the next one, undo goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..errors import HloError
from ..ir.attributes import DenseAttr
from ..ir.contents import FileContents
from ..ir.kept import KeptList, KeptMap
from ..ir.symbols import Symbols, name_of
from ..ir.text import identifier
from ..memory import bytes_in, held_by
from ..wording import undefined_value
from .per_process import arrays_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..debugging.debugger import Debugger
    from ..ir.attributes import Attribute
    from ..ir.contents import Location
    from ..ir.core import Function, Module, Op, Value
    from ..ir.types import Type
    from ..source import Span
    from ..syntax.blocks import Scope
    from .loaded_models import LoadedModel
    from .opened import Opened
    from .session import Session


#: What is typed for the last value.
LAST = "_"


class Logged(NamedTuple):
    """A statement that led to a state: its text, with the real names of values, and what ``Statement.kind`` it is."""

    kind: str
    text: str
    #: A statement that is too long is only told of; ``names`` are those that it gave to values.
    is_whole: bool = True
    names: tuple[str, ...] = ()


class NamedValue:
    """What a name stands for: the IR's value, and the array (on the device) that it holds.

    ``declared`` is the type that the value's op was written with: it may leave sizes open (``?``) that the value, once it is
    there, has.
    """

    __slots__ = ("array", "declared", "value")

    def __init__(self, value: Value, array: Any, declared: Type | None = None):
        self.value = value
        self.array = array
        self.declared = declared or value.type


def constants_in(op: Op) -> int:
    """The bytes of the constants in an op."""
    attributes = (attribute for inner in op.walk() for attribute in inner.attributes.values())
    return sum(each.array.nbytes for each in attributes if isinstance(each, DenseAttr) and not each.is_splat)


def _held(bound: NamedValue) -> int:
    return sum(map(held_by, arrays_of(bound.array)))


class Knower(Protocol):
    """Who knows names: a session, or what stands for one where nothing runs. ``models`` are the loaded ones, ``debugger`` is open."""

    @property
    def models(self) -> Mapping[str, LoadedModel]:
        """The loaded models, by kind."""
        ...

    debugger: Debugger | None

    @property
    def state(self) -> State:
        """What is known now."""
        ...

    @property
    def names(self) -> list[str]:
        """The names that have values."""
        ...

    def scope(self) -> Scope:
        """The names that a statement sees."""
        ...

    def value_of(self, text: str, span: Span | None = None) -> Value:
        """What a name stands for; raises ``name.undefined``."""
        ...

    def lookup(self, text: str, span: Span | None = None) -> Sequence[Any]:
        """The value of a name; raises ``name.undefined``."""
        ...

    def aside(self) -> Session | None:
        """A new session to try something in; None where nothing runs."""
        ...


class State:
    """Names, symbols, and the ops that made the values, in order."""

    __slots__ = (
        "contents", "drawn", "grid", "held", "last", "log", "models", "module_attributes", "module_location", "names", "next_number",
        "older", "opened", "ops", "replaced", "symbols",
    )  # fmt: skip

    def __init__(self) -> None:
        self.names: KeptMap[NamedValue] = KeptMap()
        #: Functions, modules and meshes.
        self.symbols = Symbols()
        #: The tables that held before, each with the number of ops that had run by then.
        self.older: tuple[tuple[int, Symbols], ...] = ()
        self.ops: KeptList[Op] = KeptList()
        self.next_number = 0
        #: The bytes of the values whose names mean others in this state: undo keeps them.
        self.replaced = 0
        #: No fewer bytes than those of all values that have names.
        self.held = 0
        #: Aliases, resources and comments: those of the last entry that had any, and in its outer ones of all before it.
        self.contents = FileContents()
        #: What the modules that were read as a whole say of themselves, the later ones before the earlier ones.
        self.module_attributes: dict[str, Attribute] = {}
        self.module_location: Location | None = None
        #: How many replicas and partitions run each statement.
        self.grid: tuple[int, int] = (1, 1)
        #: The name that the last statement gave a value, which ``%_`` stands for; empty where there is none.
        self.last = ""
        #: The statements that led here.
        self.log: KeptList[Logged] = KeptList()
        #: The loaded models, by kind (``mdf``, ``onnx``), each with the mark of where it stands.
        self.models: dict[str, tuple[LoadedModel, Any]] = {}
        #: Where random numbers stand; None: at their beginning.
        self.drawn: Any = None
        #: The functions and models whose statements have become the session's.
        self.opened: tuple[Opened, ...] = ()

    @property
    def functions(self) -> dict[str, Function]:
        """The functions, by name."""
        return self.symbols.functions

    def copy(self) -> State:
        """A state to go on from."""
        found = object.__new__(State)  # all of it is set here, and every statement asks for one
        found.names = self.names
        found.replaced = 0
        found.held = self.held
        found.symbols = self.symbols
        found.older = self.older
        found.ops = self.ops
        found.next_number = self.next_number
        found.contents = self.contents
        found.module_attributes = self.module_attributes
        found.module_location = self.module_location
        found.grid = self.grid
        found.last = self.last
        found.log = self.log
        found.models = self.models
        found.drawn = self.drawn
        found.opened = self.opened
        return found

    def is_as(self, module: Module) -> None:
        """Take the attributes, the name and the location of a module whose contents are the session's."""
        self.module_attributes = {**self.module_attributes, **module.attributes}
        self.module_location = module.location or self.module_location

    def define(self, ops: Iterable[Op]) -> None:
        """Know functions, modules and meshes by their names, in place of what may have had them."""
        ops = [*ops]
        self._leave([name_of(op) or "" for op in ops])
        self.symbols = self.symbols.with_(ops)

    def undefine(self, names: Sequence[str]) -> None:
        """Know functions, modules and meshes no more."""
        self._leave(names)
        self.symbols = self.symbols.without(names)

    def _leave(self, names: Sequence[str]) -> None:
        """What symbols mean now belongs to the ops that have run."""
        self.replaced += sum(map(constants_in, filter(None, map(self.symbols.ops.get, names))))
        ran = len(self.ops)
        if ran > (self.older[-1][0] if self.older else 0):
            self.older = (*self.older, (ran, self.symbols))

    def symbols_at(self, time: int) -> Symbols:
        """What symbols meant when the op of index ``time`` ran."""
        return next((symbols for until, symbols in self.older if until > time), self.symbols)

    def find(self, text: str, span: Span | None = None) -> tuple[str, NamedValue]:
        """A name (``%x`` or ``x``) and what it is bound to; raises ``name.undefined``."""
        name = text.strip().removeprefix("%")
        if name.startswith('"'):
            name = self.spelled(name.strip('"'))
        name = self.real(name)
        bound = self.names.get(name)
        if bound is not None:
            return name, bound
        tip = ["%_ is the last value, once there is one"] if name == LAST else undefined_value(name, self.names)
        raise HloError(f"there is no value %{name} here", span, "name.undefined", help=tip)

    def real(self, name: str) -> str:
        """The name itself; for ``_`` that of the last value, for ``_#1`` that of its second part."""
        if not name.startswith(LAST) or name in self.names or not self.last:
            return name
        base, mark, index = name.partition("#")
        return f"{self.last}{mark}{index}" if base == LAST else name

    def spelled(self, name: str) -> str:
        """The session's name of what a model calls by a name that may hold anything."""
        return next((each.spelled[name] for each in reversed(self.opened) if name in each.spelled), identifier(name))

    def bind(self, names: Sequence[str], values: Iterable[NamedValue]) -> None:
        """Give values their names; ``%r`` is ``%r#0`` when there are several."""
        new: dict[str, NamedValue] = {}
        for name, bound in zip(names, values, strict=True):
            if name in self.names:
                self.replaced += bytes_in([arrays_of(self.names[name].array)])
                self.held -= _held(self.names[name])
            self.held += _held(bound)
            new[name] = bound
            base, mark, index = name.partition("#")
            if mark and index == "0":
                new[base] = bound
        self.names = self.names.with_(new)
        self.last = names[-1].partition("#")[0] if names else self.last

    def forget(self, names: Iterable[str]) -> None:
        """Give names up; what they meant is what others were made of, as before."""
        gone: set[str] = set()
        for name in names:
            base = name.partition("#")[0]
            gone |= {each for each in self.names if each.partition("#")[0] == base}
        for name in gone:
            self.replaced += bytes_in([arrays_of(self.names[name].array)])
            self.held -= _held(self.names[name])
        self.names = self.names.without(gone)
        if self.last in gone:
            self.last = ""

    def rewrite(self, names: Sequence[str], values: Sequence[Value], ops: Sequence[Op]) -> None:
        """A statement has bound these names: where an opened one had bound them, it takes its place."""
        if self.opened:
            binds = [*zip(names, values, strict=True)]
            self.opened = tuple(each.rewritten(ops, binds, self.names) for each in self.opened)

    def default_names(self, count: int) -> list[str]:
        """The names of results that have none."""
        if not count:
            return []
        number = self.free_number()
        return [number] if count == 1 else [f"{number}#{k}" for k in range(count)]

    def free_number(self) -> str:
        """The next ``%N`` that no value has."""
        while str(self.next_number) in self.names:
            self.next_number += 1
        self.next_number += 1
        return str(self.next_number - 1)
