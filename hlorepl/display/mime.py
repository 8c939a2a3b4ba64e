"""What a session shows, in every form that a notebook can take, by MIME type: the one way to a page."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from ..session.result import Shown
from ..source import visible
from .html import program_html, value_html
from .markdown import page
from .text import shown_text

if TYPE_CHECKING:
    from ..session.result import Text

Bundle = dict[str, str]


def bundle(item: Shown | Text) -> Bundle:
    """One thing that a session shows."""
    plain = {"text/plain": shown_text(item)}
    if isinstance(item, Shown):
        return plain | {"text/html": visible(value_html(item))}
    if item.kind == "markdown":
        return plain | {"text/markdown": visible(page(item.text))}
    if item.kind == "image" and item.data is not None:
        return plain | {"image/png": b64encode(item.data).decode()}
    if item.kind == "picture" and item.data is not None:
        from .figures import drawn  # late: NumPy

        kind, data = drawn(item.data)
        return plain | {kind: data if isinstance(data, str) else b64encode(data).decode()}
    if item.kind == "code":
        return plain | {"text/html": visible(program_html(item.text))}
    return plain
