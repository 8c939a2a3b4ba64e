"""A picture as one page that needs nothing else: the data, what lays it out, and the same as text where no script runs."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .graph import Graph

#: Where parts of the page go; what is put there is not read again.
_PLACE = re.compile(r"\{(title|keys|text|data|style|script)\}")
_KEYS = (
    "Drag to move, turn the wheel to zoom. Enter or a click folds and unfolds a box with ▸; arrows go along edges; / searches, n goes to "
    "the next value that is not finite, + − 0 zoom."
)


def page(graph: Graph) -> str:
    """The page, in HTML. Whatever a program calls its values is text, and nothing else."""
    data = json.dumps(graph.data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "title": escape(graph.title),
        "keys": escape(_KEYS),
        "text": escape(graph_text(graph)),
        "data": data,
        "style": _own("page.css"),
        "script": _own("page.js"),
    }
    return _PLACE.sub(lambda found: parts[found[1]], _own("page.html")) + "\n"


def graph_text(graph: Graph) -> str:
    """The nodes of all groups, a line for each."""
    lines: list[str] = []
    for group in graph.groups.values():
        lines.append(group.title)
        for node in group.nodes:
            made = f"{node.name} = " if node.name else ""
            lines.append(f"  {made}{node.op}  {'; '.join((*node.details, *node.values))}")
    return "\n".join(lines)


def _own(name: str) -> str:
    return files("hlorepl.pictures").joinpath(name).read_text(encoding="utf-8").rstrip("\n")
