"""``%load_ext hlorepl``: StableHLO in cells of a Python notebook.

``$name`` and ``-i`` take Python variables in; only what ``-o`` names goes out, all else stays in ``hlo``.
"""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends import DEFAULT
from ..engine.arguments import as_numpy
from ..errors import HloError
from ..session import Session
from ..session.result import Action, Text
from ..source import Source
from ..syntax.lexer import COMMENT, STRING
from .mime import bundle
from .text import shown_text

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from ..session.result import Event, Result
    from ..source import Span

# A Python variable, where it is not inside a string or a comment.
_VARIABLE = re.compile(rf"{COMMENT}|{STRING}|(?<![\w$.%@#-])\$([A-Za-z_]\w*)")
# Python's own numbers take the types that the session gives to literals without one.
_LITERAL_TYPES = {"b": np.bool_, "i": np.int32, "f": np.float32, "c": np.complex64}


class Magics:
    """One session for the whole notebook; each cell is one entry of it."""

    def __init__(self, shell: InteractiveShell):
        self.shell = shell
        self.session = Session()

    def line(self, text: str) -> Answer | tuple[Any, ...] | None:
        """``r = %stablehlo %x + 1``: one statement, which is shown, and the last value of it: an array, or a tuple of them."""
        values = self._execute(text, _Options()).values
        found = values[-1].array if values else None
        if found is None or isinstance(found, tuple):
            return found
        answer = found.view(Answer)
        answer.flags.writeable = False
        answer.shown_in = self.shell.execution_count
        return answer

    def cell(self, line: str, text: str) -> None:
        """A cell of statements; its options say what comes in and goes out, and whether it begins with an empty session."""
        try:
            options = _options(Source(line.strip(), "%%stablehlo"))
            self._require_free(options)
            if options.begins_anew:
                self.session = Session(options.backend)
        except HloError as error:
            raise _shown(error) from None
        self._execute(text, options)

    def _require_free(self, options: _Options) -> None:
        """Raise for a name that means something to Python already, other than a value: a builtin, a module, a function."""
        for name in options.out:
            if not name.isidentifier() or keyword.iskeyword(name):
                raise HloError(f"{name} is no name of a Python variable", options.span, "command.usage")
            kept = self.shell.user_ns.get(name)
            is_builtin = name not in self.shell.user_ns and name in vars(builtins)
            if is_builtin or isinstance(kept, ModuleType) or callable(kept):
                what = "a builtin" if is_builtin else "a module" if isinstance(kept, ModuleType) else "callable"
                help_text = f"give %{name} another name in the cell, or use hlo.{name}"
                message = f"{name} is {what} in Python, and would be no more"
                raise HloError(message, options.span, "command.usage", help=help_text)

    def _execute(self, text: str, options: _Options) -> Result:
        name = f"In[{self.shell.execution_count}]"
        try:
            for variable in options.into:
                self._bind(variable, options.span)
            text = self._with_variables(Source(text, name))
        except HloError as error:
            raise _shown(error) from None
        result = self.session.execute(text, name=name, listen=self._display)
        if result.error is not None:
            raise _shown(result.error)
        try:
            found = {name: self.session.state.find(name, options.span)[0] for name in options.out}
        except HloError as error:
            raise _shown(error) from None
        self.shell.user_ns.update({name: self.session[kept] for name, kept in found.items()})
        return result

    def _with_variables(self, source: Source) -> str:
        """``$name`` becomes ``%name``, bound to the Python variable: as long as before, so that places stay right."""

        def bind(found: re.Match[str]) -> str:
            name = found.group(1)
            if name is None:
                return found.group()
            self._bind(name, source.span(*found.span()))
            return f"%{name}"

        return _VARIABLE.sub(bind, source.text)

    def _bind(self, name: str, span: Span | None) -> None:
        """Know a Python variable under its name."""
        if name not in self.shell.user_ns:
            raise HloError(f"there is no Python variable {name}", span, "name.undefined")
        try:
            self.session.bind(name, _array(self.shell.user_ns[name], f"${name}", span))
        except HloError as error:
            error.span = span
            raise

    def _display(self, item: Event) -> None:
        if isinstance(item, Text) and item.kind == "plain":
            sys.stdout.write(shown_text(item) + "\n")  # which the notebook gathers: a message for each line is too many
        elif not isinstance(item, Action):
            self.shell.display_pub.publish(data=bundle(item), metadata={})
        elif item.name == "clear":
            self.shell.display_pub.clear_output()


class Answer(np.ndarray[Any, Any]):
    """What a line gives back: an array, which the cell that made it has shown as a value already."""

    #: The number of that cell; arrays computed from it have none.
    shown_in: int | None = None

    def _ipython_display_(self) -> None:
        from IPython.core.getipython import get_ipython  # late: IPython

        shell = get_ipython()
        if shell is None or self.shown_in != shell.execution_count:
            raise NotImplementedError  # as any array


class _Options:
    """What stands behind ``%%stablehlo``; ``span`` is all of it."""

    def __init__(self, span: Span | None = None):
        self.span = span
        self.backend = DEFAULT
        self.begins_anew = False
        #: Python variables that come in, and values that become such.
        self.into: list[str] = []
        self.out: list[str] = []


def _options(source: Source) -> _Options:
    """Read the options; raises ``command.usage``."""
    found = _Options(source.span(0, max(len(source.text), 1)))
    words = iter(source.text.split())
    for word in words:
        if word == "--new":
            found.begins_anew = True
            continue
        value = next(words, "") if word in ("--backend", "-i", "-o") else ""
        names = [name.removeprefix("%") for name in value.split(",") if name]
        if not names:
            help_text = "it takes -i x,w, -o y,z, --new and --backend NAME; what is to run stands on the lines below"
            raise HloError("this is no option", found.span, "command.usage", help=help_text)
        if word == "--backend":
            found.backend, found.begins_anew = value, True
        else:
            (found.into if word == "-i" else found.out).extend(names)
    return found


class Values:
    """``hlo``: what the cells have made, by name, as read-only arrays: ``hlo.y``, ``hlo["y"]``."""

    def __init__(self, magics: Magics):
        self._magics = magics

    def __getattr__(self, name: str) -> Any:
        if name in self._magics.session:
            return self._magics.session[name]
        raise AttributeError(f"no cell has made a value %{name}")

    def __getitem__(self, name: str) -> Any:
        return self._magics.session[name]

    def __dir__(self) -> list[str]:
        return [name for name in self._magics.session.names if name.isidentifier()]

    def __repr__(self) -> str:
        return f"<values of hlorepl: {', '.join(self._magics.session.names) or 'none'}>"


def _array(value: Any, name: str, span: Any) -> np.ndarray:
    """An array of anything array-like; Python's own numbers and lists of them are typed as literals are."""
    if isinstance(value, bool | int | float | complex | list | tuple) and not isinstance(value, np.generic):
        found = as_numpy(value, name, span)
        kind = _LITERAL_TYPES[found.dtype.kind]
        if kind is np.int32 and not (
            np.iinfo(kind).min <= found.min(initial=0) <= found.max(initial=0) <= np.iinfo(kind).max
        ):
            raise HloError(
                f"{name} does not fit i32", span, "type.literal", help="give it as a NumPy array of another type"
            )
        return found.astype(kind)
    return as_numpy(value, name, span)


def _shown(error: HloError) -> HloError:
    """The error as IPython should show it: the place in the cell, not the Python that found it."""
    from .errors import error_text  # late: on demand

    error._render_traceback_ = lambda: error_text(error, colour=True).split("\n")  # type: ignore[attr-defined]
    return error


def load_ipython_extension(shell: InteractiveShell) -> None:
    """What ``%load_ext hlorepl`` calls."""
    from IPython.core.magic import no_var_expand  # late: IPython

    magics = Magics(shell)
    shell.user_ns.setdefault("hlo", Values(magics))

    @no_var_expand
    def stablehlo(line: str, cell: str | None = None) -> Answer | tuple[Any, ...] | None:
        """Run StableHLO in the notebook's session: the line, whose value comes back, or the cell below it."""
        if cell is None:
            return magics.line(line)
        magics.cell(line, cell)
        return None

    shell.magics_manager.register_function(stablehlo, "line_cell", "stablehlo")
