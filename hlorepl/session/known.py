"""What a session knows by name, for Tab to offer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..ir.core import Function

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ops.registry import OpSpec
    from .state import Knower

#: What may stand somewhere: the whole word, what kind of thing it is, a note.
Item = tuple[str, str, str]


def paths_from(word: str) -> Iterable[Item]:
    """The files and folders whose paths begin with a word; hidden ones for a word that says so."""
    directory, slash, base = word.rpartition("/")
    try:
        entries = Path(directory + slash or ".").expanduser().iterdir()
        names = [entry.name + "/" if entry.is_dir() else entry.name for entry in entries]
    except (OSError, RuntimeError):
        return []
    shown = (name for name in names if base.startswith(".") or not name.startswith("."))
    return [(directory + slash + name, "path", "") for name in shown]


def values_known(session: Knower) -> Iterable[Item]:
    """The session's values; where a debugger is open, those of its frame before them."""
    found = {f"%{name}": str(bound.value.type) for name, bound in session.state.names.items()}
    if session.debugger is not None:
        from .looking import frame_names  # late: on demand

        found = {f"%{name}": of for name, of in frame_names(session.debugger).items()} | {
            name: of for name, of in found.items() if not session.debugger.knows(name[1:])
        }
    return [(name, "value", of) for name, of in found.items()]


def functions_known(session: Knower) -> Iterable[Item]:
    """The session's functions, by path."""
    known = session.state.symbols.walk()
    return [(str(symbol), "function", str(op.type)) for symbol, op in known if isinstance(op, Function)]


def ops_known(word: str) -> Iterable[Item]:
    """Ops by their full names where the word has a point, else by the names that are looked up; and the dialects."""
    from ..ops.registry import LOOKUP_ORDER, OPS, load  # late: on demand

    load()
    if "." in word:
        return [(name, "op", spec.summary) for name, spec in OPS.items()]
    bare: dict[str, OpSpec] = {}
    for dialect in LOOKUP_ORDER:
        for spec in OPS.values():
            if spec.dialect == dialect:
                bare.setdefault(spec.mnemonic, spec)
    items = [(name, "op", spec.summary) for name, spec in bare.items()]
    items += [(f"{dialect}.", "dialect", "") for dialect in sorted({spec.dialect for spec in OPS.values()})]
    return items
