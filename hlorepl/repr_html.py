"""How a notebook shows a program or a value: these lie below what draws them, so who draws is registered here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_draw: Callable[[Any], str] | None = None


def register(draw: Callable[[Any], str]) -> None:
    """Have ``draw`` make the HTML of programs and values; the package does it, with what loads ``display`` when asked."""
    global _draw
    _draw = draw


def html(item: object) -> str:
    """The HTML of a program or a value, for ``_repr_html_``."""
    assert _draw is not None  # hlorepl/__init__.py registers it before anything else loads
    return _draw(item)
