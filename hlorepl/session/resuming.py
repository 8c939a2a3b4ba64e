"""Taking up a session that was kept (``journal.py``): its statements are read again, and none is run.

A statement that computes is read, and what it made comes from the file. What commands made (``:load``, ``:run``) comes as constants.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ir.attributes import DenseAttr
from ..ir.core import Op
from ..ir.types import TensorType
from ..kinds import module_in
from ..source import Source
from ..syntax.short import SessionParser
from ..wording import counted
from . import kept_draws, kept_models
from .commands.registry import Context, find_command, run_command
from .dry_run import DryReader, DryRun
from .journal import HEADER, hash_of, read_records
from .loaded_models import LoadedMdf, load_mdf, load_onnx
from .per_process import PerProcess
from .result import Result
from .running import check
from .state import Logged, NamedValue
from .statements import Statement, StatementReader, defining, loaded

if TYPE_CHECKING:
    from collections.abc import Callable

    from .session import Session

#: Anything that what was written may do wrong by now: by another version, by hand.
_FAILURES = (HloError, ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)


class Resumed:
    """What was taken up: how many entries, and what could not be."""

    def __init__(self) -> None:
        self.entries = 0
        #: Where in the file the last record ends.
        self.end = 0
        self.lost: dict[str, str] = {}

    def text(self, session: Session) -> str:
        """What there is to say of it."""
        entries = counted(self.entries, "entry", "entries")
        values = counted(len(session.names), "value")
        gone = {name: why for name, why in self.lost.items() if name.removeprefix("%") not in session.names}
        lines = [f"  {name}: {why}" for name, why in gone.items()]
        return "\n".join([f"took up {entries} and {values}; nothing was run again", *lines])


def resume(session: Session, file: IO[bytes]) -> Resumed:
    """Bring an empty session to where another one stood; raises ``run.input`` for a file that keeps none."""
    found = Resumed()
    found.end = len(HEADER)
    for about, arrays in read_records(file):
        try:
            _Entry(session, found, about, arrays).take()
        except _FAILURES:  # it is no record of ours
            found.lost["what follows"] = "it cannot be read"
            break
        found.end = file.tell()
        found.entries += 1 if about["text"] else len(about.get("entries", ()))
    return found


class _Entry:
    """One record on its way into the session."""

    def __init__(self, session: Session, resumed: Resumed, about: dict[str, Any], arrays: list[Any]):
        self.session = session
        self.resumed = resumed
        self.about = about
        self.arrays = arrays
        self.values: dict[str, dict[str, Any]] = {each["name"]: each for each in about.get("values", ())}

    def take(self) -> None:
        session, about = self.session, self.about
        for name, text in about.get("entries", [[about["name"], about["text"]]]):
            session.entries.add(name, text)
        for _ in range(abs(about["go"])):
            session.undo() if about["go"] < 0 else session.redo()
        if "steps" not in about:
            return
        session.moments.begin_entry(about["text"])
        self.statement("what files defined", self.sources)
        self.statement("models", self.models)
        for step in about["steps"]:
            self.step(step)
        self.statement("an entry", self.rest)
        session.moments.begin_entry("")

    def statement(self, what: str, do: Callable[[], None], step: dict[str, Any] | None = None) -> bool:
        """Do a part of it as the session does a statement: whole or not at all; whether it could be done."""
        try:
            with self.session.moments.statement:
                before = self.session.moments.now
                do()
                if step is not None:
                    entry = Logged(
                        step["kind"] if step["kind"] != "told" else "command", step["text"], names=tuple(step["names"])
                    )
                    self.session.moments.move(self.session.moments.now.noting(before, entry))
        except _FAILURES as error:
            if what:
                self.resumed.lost[what] = str(error).partition("\n")[0]
            return False
        return True

    def step(self, step: dict[str, Any]) -> None:
        """A statement again: read, with the values that it made."""
        kind, text = step["kind"], step["text"]
        do: Callable[[], None] = {
            "ops": lambda: self.ops(text, step["names"]),
            "define": lambda: self.define(text),
            "command": lambda: self.command(text),
        }.get(kind, lambda: None)
        if not self.statement("", do, step):
            self.statement("", lambda: None, step)

    def ops(self, text: str, names: list[str]) -> None:
        session = self.session
        reader = StatementReader(session, Source(text, self.about["name"]))
        statement = reader.next()
        if statement is None or len(statement.results) != len(names):
            raise LookupError("another statement")
        check(session, statement.ops)
        statement.names = names
        session.name_results(statement)
        made = [self.made(name, value.type) for name, value in zip(names, statement.results, strict=True)]
        session.bind_results(statement, made)
        session.adopt(reader.contents)

    def made(self, name: str, of: Any) -> Any:
        """The array that a name got; where it has got another in the same entry, a stand-in that nobody sees."""
        known = self.values.get(name)
        if known is not None:
            return self.array(known["array"])
        if not isinstance(of, TensorType) or not of.is_static:
            raise LookupError(name)
        return np.broadcast_to(np.zeros((), of.dtype), of.sizes)

    def array(self, tree: Any) -> Any:
        if tree is None or isinstance(tree, int):
            return None if tree is None else self.session.backend.to_device(self.arrays[tree])
        if tree == "lost":
            raise LookupError("too large to be kept")
        if "each" in tree:
            return PerProcess([self.array(each) for each in tree["each"]])
        return tuple(self.array(each) for each in tree["parts"])

    def define(self, text: str) -> None:
        session = self.session
        reader = StatementReader(session, Source(text, self.about["name"]))
        statement = reader.next()
        if statement is None or statement.kind != "define":
            raise LookupError("another statement")
        session.define(statement)
        session.adopt(reader.contents)

    def command(self, text: str) -> None:
        """What it made is there as constants; one that only sets something is done again."""
        statement = StatementReader(self.session, Source(text, self.about["name"])).next()
        found = find_command(statement.name) if isinstance(statement, Statement) else None
        if statement is not None and found is not None and found.is_setting:
            run_command(self.session, statement, Result(), lambda _: None)
            return
        typed = {name for step in self.about["steps"] if step["kind"] == "ops" for name in step["names"]}
        self.constants([name for name in self.values if name not in typed])

    def constants(self, names: list[str]) -> None:
        """Bind names to what they meant, whatever made it."""
        session = self.session
        for name in names:
            bound = session.state.names.get(name)
            about = self.values[name]
            if bound is not None and str(bound.value.type) == about["type"] and f"%{name}" not in self.resumed.lost:
                continue
            if "#" not in name and f"{name}#0" in self.values:
                continue  # the first of several
            try:
                array = self.array(about["array"])
            except LookupError:
                self.resumed.lost[f"%{name}"] = f"{about['type']} was too large to be kept"
                continue
            of = SessionParser(Source(about["type"])).type()
            if not isinstance(of, TensorType) or isinstance(array, (PerProcess, tuple)) or array is None:
                self.resumed.lost[f"%{name}"] = f"{about['type']} cannot be taken up without what made it"
                continue
            op = Op("stablehlo.constant", [], {"value": DenseAttr(of, session.backend.to_host(array))})
            op.add_results([of], [name])
            state = session.state.copy()
            state.bind([name], [NamedValue(op.results[0], session.kept(array))])
            state.ops = state.ops.with_([op])
            session.state = state

    def rest(self) -> None:
        """What no statement has brought."""
        session, about = self.session, self.about
        fresh = [name for name in self.values if not self.is_bound(name)]
        self.constants(fresh)
        state = session.state.copy()
        state.forget([name for name in about["gone"] if name in state.names])
        undefined = [name for name in about.get("undefined", ()) if name in state.symbols.ops]
        if undefined:
            state.undefine(undefined)
        state.last, state.next_number, state.grid = about["last"], about["number"], tuple(about["grid"])
        session.state = state
        if about.get("draws") is not None:
            kept_draws.go_on(session.draws, about["draws"])

    def is_bound(self, name: str) -> bool:
        """Whether a name means what it meant, and not what it had meant before."""
        bound = self.session.state.names.get(name)
        tree = self.values[name]["array"]
        if bound is None or str(bound.value.type) != self.values[name]["type"]:
            return False
        return (
            not isinstance(tree, int)
            or self.session.backend.to_host(bound.array).tobytes() == self.arrays[tree].tobytes()
        )

    def sources(self) -> None:
        for name, text in self.about.get("sources", ()):
            self.source(Source(text, name))

    def source(self, source: Source) -> None:
        """What a text defines."""
        session = self.session
        errors: list[HloError] = []
        module = module_in(source, errors, known=session.state.symbols)
        if module is not None:
            if errors:
                raise errors[0]
            session.define(defining(module))
            session.adopt(loaded(module, session.state.contents))
            return
        dry = DryRun(session.state.copy())
        dry.anything_may_come()
        reader = DryReader(dry, source)
        while (statement := reader.next()) is not None:
            dry.take(statement)
            if statement.kind == "define":
                session.define(statement)
                session.adopt(reader.contents)

    def models(self) -> None:
        for about in self.about.get("models", ()):
            path = Path(about["path"])
            if hash_of(path) != about["hash"]:
                self.resumed.lost[path.name] = "the file is gone, or has changed"
                continue
            self.model(path, about)

    def model(self, path: Path, about: dict[str, Any]) -> None:
        """A model from its file, and, of MDF, to where it stood."""
        session = self.session
        context = Context(session, Statement("command", Source("").span(0)), Result(), lambda _: None)
        if about["kind"] == "onnx":
            load_onnx(context, path)
            return
        load_mdf(context, path, about["graph"])
        model = session.models["mdf"]
        assert isinstance(model, LoadedMdf)
        if about["stands"] is None:
            self.resumed.lost[path.name] = "the model stands at its beginning"
        else:
            kept_models.stand(model, about["stands"], self.arrays)
