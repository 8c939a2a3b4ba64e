"""What a run leaves outside of its own values: random numbers drawn, channels, feeds, printed lines. It can be put back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .process import Echo

if TYPE_CHECKING:
    from collections import deque

    from .context import RunContext
    from .process import Channel, Process


class World(NamedTuple):
    """The world outside as it was at one moment."""

    draws: tuple[Any, ...]
    channels: dict[Channel, tuple[Any, ...]]
    source: tuple[Any, ...]
    outfed: tuple[Any, ...]
    printed: int

    @classmethod
    def of(cls, context: RunContext) -> World:
        """The world of a run as it is now."""
        process = context.process
        echo = process.emit
        return cls(
            context.draws.kept(),
            {channel: tuple(values) for channel, values in process.channels.items()},
            tuple(process.source),
            tuple(process.outfed),
            echo.count if isinstance(echo, Echo) else 0,
        )

    def put_back(self, context: RunContext) -> None:
        """Make the world of a run what it was then."""
        context.draws.back(self.draws)
        self.channels_back(context.process)

    def channels_back(self, process: Process) -> None:
        """Make what a process shares with others what it was then."""
        echo = process.emit
        for channel in process.channels.keys() - self.channels.keys():
            process.channels[channel].clear()
        for channel, values in self.channels.items():
            _refill(process.channels[channel], values)
        _refill(process.source, self.source)
        _refill(process.outfed, self.outfed)
        if isinstance(echo, Echo):
            echo.count = self.printed


def _refill(queue: deque[Any], values: tuple[Any, ...]) -> None:
    """The same queue, which others hold too, with these values."""
    queue.clear()
    queue.extend(values)
