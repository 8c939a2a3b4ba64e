"""``%load_ext hlorepl``: StableHLO in cells of a Python notebook, sharing variables with Python."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.arguments import as_numpy
from ..errors import HloError
from ..session import Session
from ..session.result import Action
from ..source import Source
from ..syntax.lexer import COMMENT, STRING
from .mime import bundle

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from ..session.result import Event

# A Python variable, where it is not inside a string or a comment.
_VARIABLE = re.compile(rf"{COMMENT}|{STRING}|(?<![\w$.%@#-])\$([A-Za-z_]\w*)")
# Python's own numbers take the types that the session gives to literals without one.
_LITERAL_TYPES = {"b": np.bool_, "i": np.int32, "f": np.float32, "c": np.complex64}


class Magics:
    """One session for the whole notebook; each cell is one entry of it."""

    def __init__(self, shell: InteractiveShell):
        self.shell = shell
        self.session = Session()

    def line(self, text: str) -> None:
        """``%stablehlo %y = add $x, $x``: one statement."""
        self._execute(text)

    def cell(self, line: str, text: str) -> None:
        """A cell of statements; ``--new`` and ``--backend NAME`` begin with an empty session."""
        self._options(line.split())
        self._execute(text)

    def _options(self, words: list[str]) -> None:
        rest = [word for word in words if word != "--new"]
        backend = "numpy"
        if rest[:1] == ["--backend"] and len(rest) == 2:
            backend, rest = rest[1], []
        if rest:
            source = Source(" ".join(words), "%%stablehlo")
            help_text = "it takes --new and --backend NAME; what is to run stands on the lines below"
            raise _shown(
                HloError("this is no option", source.span(0, len(source.text)), "command.usage", help=help_text)
            )
        if words:
            self.session = Session(backend)

    def _execute(self, text: str) -> None:
        name = f"In[{self.shell.execution_count}]"
        before = dict(self.session.state.names)
        try:
            text = self._with_variables(Source(text, name))
        except HloError as error:
            raise _shown(error) from None
        result = self.session.execute(text, name=name, listen=self._display)
        self._hand_out(before)
        if result.error is not None:
            raise _shown(result.error)

    def _with_variables(self, source: Source) -> str:
        """``$name`` becomes ``%name``, bound to the Python variable: as long as before, so that places stay right."""

        def bind(found: re.Match[str]) -> str:
            name = found.group(1)
            if name is None:
                return found.group()
            span = source.span(*found.span())
            if name not in self.shell.user_ns:
                raise HloError(f"there is no Python variable {name}", span, "name.undefined")
            try:
                self.session.bind(name, _array(self.shell.user_ns[name], f"${name}", span))
            except HloError as error:
                error.span = span
                raise
            return f"%{name}"

        return _VARIABLE.sub(bind, source.text)

    def _display(self, item: Event) -> None:
        if not isinstance(item, Action):
            self.shell.display_pub.publish(data=bundle(item), metadata={})
        elif item.name == "clear":
            self.shell.display_pub.clear_output()

    def _hand_out(self, before: dict[str, Any]) -> None:
        """Values that the cell has bound become Python variables where their names can be: read-only arrays."""
        for name, bound in self.session.state.names.items():
            if name.isidentifier() and not keyword.iskeyword(name) and before.get(name) is not bound:
                self.shell.user_ns[name] = self.session[name]


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

    @no_var_expand
    def stablehlo(line: str, cell: str | None = None) -> None:
        """Run StableHLO in the notebook's session: the line, or the cell below it."""
        if cell is None:
            magics.line(line)
        else:
            magics.cell(line, cell)

    shell.magics_manager.register_function(stablehlo, "line_cell", "stablehlo")
