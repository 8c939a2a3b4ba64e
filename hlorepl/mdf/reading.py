"""A file to a tree of mappings, lists and plain values; where each part stands is worked out when somebody asks.

Three formats give the same tree. Repeated keys, YAML tags and trees deeper or larger than any model are refused.
"""

from __future__ import annotations

import json
import re
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError, Note
from ..source import Source
from .model import path_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..source import Span
    from .model import Path

    #: Where the value at a path of the tree stands in the text.
    Locate = Callable[[Path], tuple[int, int] | None]

MAX_DEPTH = 200
MAX_VALUES = 20_000_000

_BLANK = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)


class Document:
    """A file that was read: its tree, and the way back from a part of it to its place in the text.

    ``model`` is the path of the model's body in the tree; all paths asked for start there.
    """

    def __init__(self, tree: Any, source: Source, located: Callable[[str], Locate]):
        self.tree = tree
        self.source = source
        self.model: Path = ()
        self._located = located
        self._spans: dict[Path, Span | None] = {}

    def span(self, path: Path) -> Span | None:
        """Where the part at ``path`` of the model stands, or the nearest part around it that is in the file."""
        path = self._in_tree((*self.model, *path))
        if path not in self._spans:
            self._spans[path] = self._found(path)
        return self._spans[path]

    def _found(self, path: Path) -> Span | None:
        try:
            for length in range(len(path), -1, -1):
                place = self._locate(path[:length])
                if place:
                    return self.source.span(*place)
        except (ValueError, RecursionError):
            return None
        return None

    def __getstate__(self) -> dict[str, Any]:
        """What goes to other processes, which read again for the places if they need them."""
        return {name: value for name, value in vars(self).items() if name != "_locate"}

    @cached_property
    def _locate(self) -> Locate:
        """Read again for the places, once, when somebody asks for one."""
        return self._located(self.source.text)

    def _in_tree(self, path: Path) -> Path:
        """The path with numbers in place of ids, where things with an id stand in a list."""
        found: list[str | int] = []
        part = self.tree
        for key in path:
            if isinstance(part, list) and isinstance(key, str):
                bodies = enumerate(part)
                key = next((i for i, body in bodies if isinstance(body, dict) and str(body.get("id")) == key), key)
            part = _item(part, key)
            found.append(key)
        return tuple(found)


def _item(part: Any, key: str | int) -> Any:
    if isinstance(part, dict):
        return part.get(key)
    return part[key] if isinstance(part, list) and isinstance(key, int) and key < len(part) else None


def read_text(text: str, kind: str, name: str) -> Document:
    """Read JSON or YAML text.

    :raises HloError: the text is not of that kind, or more than a model can be.
    """
    source = Source(text, name)
    if kind == "json":
        document = Document(_read_json(source), source, _places_in_json)
    else:
        from .yaml_text import places_in_yaml, read_yaml  # late: on demand

        document = Document(read_yaml(source), source, places_in_yaml)
    _check_size(document.tree, source)
    return document


def _places_in_json(text: str) -> Locate:
    return partial(_locate_json, text)


def _no_places(_: str) -> Locate:
    """Of a file that is no text, the whole."""
    return _at_its_begin


def _at_its_begin(path: Path) -> tuple[int, int] | None:
    return None if path else (0, 0)


def read_bson(data: bytes, name: str) -> Document:
    """Read one BSON document."""
    source = Source("", name)
    try:
        import bson  # late: PyMongo
        import bson.errors  # late: PyMongo
    except ImportError:
        raise HloError(
            "reading BSON needs the package pymongo", code="run.extra", help="pip install 'hlorepl[mdf]'"
        ) from None
    try:
        tree = _plain(bson.decode(data), source)
    except (bson.errors.BSONError, ValueError, RecursionError, OverflowError) as error:
        raise HloError(f"this is not a BSON document: {error}", source.span(0), "syntax.bson") from None
    document = Document(tree, source, _no_places)
    _check_size(tree, source)
    return document


def read_tree(tree: dict[Any, Any], name: str) -> Document:
    """A tree of Python's own mappings, lists and numbers, and of NumPy's arrays, as if it had been read from a file."""
    source = Source("", name)
    _check_size(tree, source)
    return Document(_plain(tree, source), source, lambda _: lambda _: None)


def _plain(tree: Any, source: Source) -> Any:
    """Other libraries' numbers and arrays as Python's; what has no place in a model is refused."""
    if isinstance(tree, np.ndarray | np.generic):
        tree = tree.tolist()
    if isinstance(tree, tuple):
        tree = list(tree)
    if isinstance(tree, dict):
        return {str(key): _plain(value, source) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_plain(value, source) for value in tree]
    for kind in (bool, int, float, str):
        if isinstance(tree, kind):
            return kind(tree)
    if tree is None:
        return None
    raise HloError(f"a model has no place for a {type(tree).__name__}", source.span(0), "type.value")


def _check_size(tree: Any, source: Source) -> None:
    """Bound depth and size without recursion; shared parts count each time."""
    level, count = [tree], 0
    for _ in range(MAX_DEPTH):
        level = [child for part in level for child in _children(part)]
        count += len(level)
        if count > MAX_VALUES:
            raise HloError(f"more than {MAX_VALUES:,} values", source.span(0), "limit.size")
        if not level:
            return
    raise HloError(f"nested deeper than {MAX_DEPTH} levels", source.span(0), "limit.depth")


def _children(part: Any) -> Any:
    if isinstance(part, dict):
        return part.values()
    return part if isinstance(part, list) else ()


class _RepeatedKey(Exception):
    pass


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise _RepeatedKey
    return mapping


def _read_json(source: Source) -> Any:
    try:
        return json.loads(source.text, object_pairs_hook=_mapping)
    except _RepeatedKey:
        raise _repeated_key_error(source) from None
    except json.JSONDecodeError as error:
        at = source.span(error.pos, error.pos + 1)
        raise HloError(f"this is not JSON: {error.msg}", at, "syntax.json") from None
    except RecursionError:
        raise HloError(f"nested deeper than {MAX_DEPTH} levels", source.span(0), "limit.depth") from None
    except ValueError as error:
        raise HloError(f"this is not JSON: {error}", source.span(0), "syntax.json") from None


def _repeated_key_error(source: Source) -> HloError:
    """Find the first key that is repeated, by a walk over the tokens (only when there is one)."""
    seen: list[dict[str, tuple[int, int]] | None] = []
    path: list[str | int] = []
    expect_key = False
    for match in _TOKEN.finditer(source.text):
        mark = match.group()
        if mark in "{[":
            seen.append({} if mark == "{" else None)
            path.append("" if mark == "{" else 0)
            expect_key = mark == "{"
        elif mark in "}]":
            seen.pop()
            path.pop()
        elif mark == ",":
            expect_key = seen[-1] is not None
        elif expect_key and (keys := seen[-1]) is not None:
            key = json.loads(mark)
            path[-1] = key
            if key in keys:
                note = Note("first given here", source.span(*keys[key]))
                at = source.span(*match.span())
                return HloError(f"'{path_text(tuple(path))}' is given twice", at, "name.duplicate", [note])
            keys[key] = match.span()
            expect_key = False
    return HloError("a key is given twice", source.span(0), "name.duplicate")


def _locate_json(text: str, path: Path) -> tuple[int, int] | None:
    decoder = json.JSONDecoder()
    at = _blank(text, 0)
    for key in path:
        found = next((place for name, place in _json_items(text, at, decoder) if name == key), None)
        if found is None:
            return None
        at = found
    if at < len(text) and text[at] in "{[":
        return at, at + 1
    return at, decoder.raw_decode(text, at)[1]


def _json_items(text: str, at: int, decoder: json.JSONDecoder) -> Iterator[tuple[str | int, int]]:
    """The keys, or indices, of the container that opens at ``at``, with the places of their values."""
    mapping = text[at] == "{"
    if not mapping and text[at] != "[":
        return
    index = 0
    at = _blank(text, at + 1)
    while text[at] not in "}]":
        key: str | int = index
        if mapping:
            key, at = decoder.raw_decode(text, at)
            at = _blank(text, _blank(text, at) + 1)
        yield key, at
        at = _blank(text, decoder.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _blank(text, at + 1)
        index += 1


def _blank(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at
