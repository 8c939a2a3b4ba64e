"""What a session shows, as the contents of Jupyter's messages. Nothing here sends anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hlorepl.display.errors import error_text
from hlorepl.display.mime import bundle
from hlorepl.display.text import shown_text
from hlorepl.session.result import Action, Shown
from hlorepl.source import visible

from .printing import Printed

if TYPE_CHECKING:
    from collections.abc import Callable

    from hlorepl.errors import HloError
    from hlorepl.session.result import Event

Content = dict[str, Any]

_INDENT = "  "


class Publisher:
    """Publishes what a cell shows, in order and as it comes; the last thing, if it is a value, is the cell's result."""

    def __init__(self, publish: Callable[[str, Content], None], execution_count: int):
        self.publish = publish
        self.execution_count = execution_count
        self.held: Shown | None = None
        self.printed = Printed(lambda text: publish("stream", {"name": "stdout", "text": text}))

    def show(self, item: Event) -> None:
        """The session's listener."""
        self._release("display_data", {})
        if not isinstance(item, Action | Shown) and item.kind == "plain":
            self.printed.line(shown_text(item))
            return
        self.printed.flush()
        if isinstance(item, Action):
            if item.name == "clear":
                self.publish("clear_output", {"wait": False})
        elif isinstance(item, Shown):
            self.held = item
        else:
            self.publish("display_data", {"data": bundle(item), "metadata": {}})

    def finish(self) -> None:
        """The cell has ended."""
        self.printed.finish()
        self._release("execute_result", {"execution_count": self.execution_count})

    def _release(self, kind: str, more: Content) -> None:
        if self.held is not None:
            item, self.held = self.held, None
            self.publish(kind, {"data": bundle(item), "metadata": {}} | more)


def fault(error: HloError) -> Content:
    """An error as ``error`` messages and replies have it, in a terminal's colours."""
    return {
        "ename": "HloError",
        "evalue": visible(f"{error.message} [{error.code}]" if error.code else error.message),
        "traceback": error_text(error, colour=True).split("\n"),
    }


def interruption(text: str) -> Content:
    """The user stopped the cell."""
    return {"ename": "KeyboardInterrupt", "evalue": text, "traceback": [f"\x1b[1;31m{text}\x1b[0m"]}


def indent(code: str) -> str:
    """How far the next line of an unfinished cell should begin: a step more inside each open bracket's line."""
    last = code.rstrip("\n").rpartition("\n")[2]
    own = last[: len(last) - len(last.lstrip())]
    return own + _INDENT if last.rstrip().endswith(("{", "(", "[")) else own
