"""What a session shows, as the lines of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..session.result import Shown
from ..source import visible
from ..value_text import value_text
from .fitting import fitted

if TYPE_CHECKING:
    from ..session.result import Text


def shown_text(item: Shown | Text, width: int | None = None) -> str:
    """A line (or several) for one thing that a session shows; ``width`` is that of the terminal, where there is one."""
    if isinstance(item, Shown):
        parts = item.parts
        text = "\n".join(value_text(f"%{part.name}", part.type, part.array, item.full, width) for part in parts)
        return visible(text)
    text = visible(item.plain)
    return text if width is None or item.kind == "code" else fitted(text, width)
