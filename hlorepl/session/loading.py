"""``:load`` and ``:run``: files into the session, functions on its values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .. import shell_words
from ..array_files import read_arrays
from ..engine.arguments import require_body
from ..ir.attributes import SymbolAttr
from ..ir.core import Function, Module
from ..ir.text import identifier
from ..kinds import decode, kind_of, module_in
from ..source import Source
from ..syntax.attributes import read_symbol
from ..wording import are, counted
from .calling import check_arguments, run_function
from .result import Shown
from .saved_arrays import arrays_of
from .statements import defining, loaded

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..errors import HloError
    from ..ir.core import Op
    from .commands.registry import Context
    from .dry_run import DryRun
    from .result import Event


#: More arrays than this are shown each on a line.
_SHOWN_WHOLE = 4
#: So many values of a file are shown, or a line is said of each; of more only how many there are.
_MOST_SAID = 60


def load(context: Context, path: Path, names: list[str]) -> None:
    """Bring a file into the session: arrays as values, a module's functions, a script's statements one by one."""
    kind = kind_of(path.suffix, path.read_bytes)
    if kind == "arrays":
        _load_arrays(context, path, names)
    elif kind == "mdf":
        from .loaded_models import load_mdf  # late: on demand

        load_mdf(context, path)
    elif kind == "onnx":
        from .loaded_models import load_onnx  # late: on demand

        load_onnx(context, path)
    else:
        _load_text(context, path)


def functions_in(context: Context, path: Path) -> tuple[str, list[SymbolAttr] | None]:
    """What kind of file it is, and the functions that a run of it means; None of a model, which is loaded."""
    kind = kind_of(path.suffix, path.read_bytes)
    if kind in ("mdf", "onnx"):
        load(context, path, [])
        return kind, None
    if kind == "arrays":
        return kind, []
    functions = [op for op in _load_text(context, path) if isinstance(op, Function)]
    return kind, [SymbolAttr(function.symbol) for function in _meant(context, functions)]


def _load_text(context: Context, path: Path) -> list[Op]:
    """Define what a module defines, or run the statements of a script; what a module defined."""
    session = context.session
    source = Source(decode(path.read_bytes(), str(path)), str(path))
    errors: list[HloError] = []
    module = module_in(source, errors, known=session.state.symbols)
    if module is None:
        _run_script(context, source)
        return []
    if errors:
        raise errors[0]
    session.moments.weigh(len(source.text))
    arrays = arrays_of(path, module, session.max_memory)
    statement = defining(module)
    for line in session.define(statement):
        context.say(line)
    session.adopt(loaded(module, session.state.contents))
    for name, array in arrays.items():
        context.show(session.bind(identifier(name), array))
    return statement.defined


def _run_script(context: Context, source: Source) -> None:
    told = _Told(context.show)
    nested = context.session.run_source(source, told.show)
    told.end(context)
    if nested.error is not None:
        raise nested.error
    context.result.action = nested.action or context.result.action


class _Told:
    """What a script shows, as long as it is not too much: of more values it is only said how many there are."""

    def __init__(self, show: Callable[[Event], None]):
        self._show = show
        self._count = 0

    def show(self, item: Event) -> None:
        """Show it, or count it."""
        if isinstance(item, Shown):
            self._count += 1
            if self._count > _MOST_SAID:
                return
        self._show(item)

    def end(self, context: Context) -> None:
        """Say how many values were only counted."""
        more = self._count - _MOST_SAID
        if more > 0:
            context.say(f"… and {counted(more, 'more value', show='{:,}')}; :env lists them")


def _load_arrays(context: Context, path: Path, names: list[str]) -> None:
    arrays = read_arrays(path, context.session.max_memory)
    chosen = _chosen(context, path, names, list(arrays))
    if len(chosen) > _MOST_SAID:
        for name, key in chosen:
            context.session.bind(identifier(name), arrays[key])
        first, last = identifier(chosen[0][0]), identifier(chosen[-1][0])
        context.say(f"{counted(len(chosen), 'array', show='{:,}')} of {path}, %{first} to %{last}; :env lists them")
        return
    for name, key in chosen:
        shown = context.session.bind(identifier(name), arrays[key])
        shown.is_brief = len(chosen) > _SHOWN_WHOLE
        context.show(shown)


def _chosen(context: Context, path: Path, names: list[str], keys: list[str]) -> list[tuple[str, str]]:
    """(name, key) for what is to be loaded: ``KEY`` or ``NAME=KEY`` of an ``.npz``, ``NAME`` for an ``.npy``; else all."""
    if not names:
        return [(key, key) for key in keys]
    if path.suffix.lower() in (".npy", ".png"):
        if len(names) > 1:
            raise context.fail(
                f"{path} holds one array, and {counted(len(names), 'name')} {are(len(names))} given", "command.usage"
            )
        return [(names[0], keys[0])]
    found = [(name, key if equals else name) for name, equals, key in (word.partition("=") for word in names)]
    missing = [key for _, key in found if key.removeprefix("%") not in keys]
    if missing:
        known = f"there are: {', '.join(keys) or 'none'}; NAME=KEY renames one"
        raise context.fail(f"{path} holds no array {missing[0]}", "run.input", known)
    return [(name, key.removeprefix("%")) for name, key in found]


def run_words(context: Context, words: str) -> None:
    """``:run @f %x %y``, ``:run @f(%x, %y)`` or ``:run FILE %x %y``."""
    if words.startswith("@"):
        symbol, given = read_symbol(words, context.statement.span)
        run_function(context, symbol, given.strip())
        return
    what, more = first_word(context, words)
    functions = [op for op in _load_text(context, Path(what).expanduser()) if isinstance(op, Function)]
    if more and not functions:
        raise context.fail(f"{what} defines no function that could take {more}", "run.arguments")
    for function in _meant(context, functions):
        run_function(context, SymbolAttr(function.symbol), more)


def first_word(context: Context, words: str) -> tuple[str, str]:
    """A word, which may be quoted, and what stands behind it."""
    try:
        return shell_words.first_word(words)
    except ValueError as error:
        raise context.fail(str(error), "command.usage") from None


def dry_run_words(dry: DryRun, words: str) -> None:
    """``:run`` where nothing runs: a function's results have its types; what a file defines may be anything."""
    function = dry_run_call(dry, words)
    if function is not None:
        dry.bind_results(function.type.results)


def dry_run_call(dry: DryRun, words: str) -> Function | None:
    """The function that words call, where nothing runs; None where they name something else. Raises what is wrong with the call."""
    if not words.startswith("@"):
        if words and not words.startswith("%"):
            dry.anything_may_come()
        return None
    symbol, given = read_symbol(words, dry.span)
    function = dry.symbols.function(symbol.path)
    if function is None:
        raise dry.state.symbols.missing(symbol, dry.span)
    dry.check_calls([function])
    require_body(function, dry.span)
    if given.strip() or not dry.names_may_be_anything:
        check_arguments(dry, function, given.strip(), dry.span)
    return function


def _meant(context: Context, functions: list[Function]) -> list[Function]:
    from ..engine.program import entries  # late: on demand

    module = Module(span=context.statement.span)
    module.body.ops = list(functions)
    return entries(module)
