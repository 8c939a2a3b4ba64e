"""Which values of a run are kept beside its outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.observing import Observer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..engine.observing import Event


class Keeper(Observer):
    """Keeps the values that a model's own nodes make, by name: those with these names, or all of them (None)."""

    def __init__(self, names: Iterable[str] | None):
        self.names = None if names is None else frozenset(names)
        self.kept: dict[str, Any] = {}

    def after(self, event: Event) -> Sequence[Any] | None:
        if event.frame.up is None:
            named = zip(event.origin.results, event.results, strict=True)
            self.kept |= {name: value for name, value in named if name and (self.names is None or name in self.names)}
        return None
