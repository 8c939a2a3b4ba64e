"""Values as HTML for notebooks: small arrays of rank 1 and 2 as tables, others as the text that a terminal shows."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from ..ir.core import Module
from ..session.result import Shown
from ..value_text import LARGE, array_text, scalar_text

if TYPE_CHECKING:
    from ..mdf import Model

#: A table wider than this is harder to read than the text.
_COLUMNS = 24


def html(item: Shown | Module | Model) -> str:
    """What ``hlorepl.repr_html`` has values, programs and models drawn by."""
    if isinstance(item, Shown):
        return value_html(item)
    if isinstance(item, Module):
        return module_html(item)
    from ..mdf.graph_view import model_html  # late: NumPy

    return model_html(item)


def value_html(item: Shown) -> str:
    """Name and type, then the numbers; on a grid a row for each process where they differ."""
    if item.grid != (1, 1):
        parts = item.parts
        if len(parts) == 1:
            return value_html(parts[0])
        rows = "".join(f"<tr><td>{value_html(part)}</td></tr>" for part in parts)
        return f"<table>{rows}</table>"
    head = f"%{item.name} : {item.type}"
    array = item.array
    if _fits_a_table(array):
        return f"<div><code>{escape(head)}</code>{_table(array if array.ndim == 2 else array[None])}</div>"
    body = array_text(item.type, array, item.full)
    if "\n" not in body and len(body) <= 100:
        return f"<div><code>{escape(f'{head} = {body}')}</code></div>"
    return f"<div><code>{escape(head)}</code><pre>{escape(body)}</pre></div>"


def _fits_a_table(array: Any) -> bool:
    if array is None or isinstance(array, tuple) or array.ndim not in (1, 2):
        return False
    return 0 < array.size <= LARGE and array.shape[-1] <= _COLUMNS


def _table(rows: Any) -> str:
    lines = ("".join(f"<td>{escape(scalar_text(value))}</td>" for value in row) for row in rows)
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def module_html(module: Module) -> str:
    """A program as its text, coloured; large constants are cut short."""
    from ..syntax.printer import on_screen  # late: NumPy

    return program_html(on_screen(module, module.contents))


def program_html(text: str) -> str:
    """The text of a program, coloured; the colours stand in the text, as a notebook has no style sheet of ours."""
    from pygments import highlight  # late: Pygments
    from pygments.formatters import HtmlFormatter  # late: Pygments
    from pygments.lexers import get_lexer_by_name  # late: Pygments

    return highlight(text, get_lexer_by_name("stablehlo"), HtmlFormatter(noclasses=True, nobackground=True))
