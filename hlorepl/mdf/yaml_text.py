"""YAML text to a tree, from the parser's events: no recursion, no tags, bounded aliases, repeated keys refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError, Note
from ..source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..source import Span
    from .model import Path

MAX_DEPTH = 200
MAX_ALIASED = 1_000_000

Place = tuple[int, int]


class _Open:
    """A mapping or list whose end has not been seen."""

    __slots__ = ("anchor", "items", "key", "places", "start", "value")

    def __init__(self, value: Any, start: Place, anchor: str | None):
        self.value = value
        self.start = start
        self.anchor = anchor
        self.key: Any = _NO_KEY
        self.items: dict[Any, tuple[Place, Any]] = {}
        self.places: dict[Any, Place] = {}


_NO_KEY = object()


class _Tree:
    """Builds values from events. ``places`` holds, for each container, where the values of its keys stand."""

    def __init__(self, source: Source):
        import yaml  # late: PyYAML

        self.source = source
        self.resolver = yaml.SafeLoader("")
        self.scalar_node = yaml.ScalarNode
        self.open: list[_Open] = []
        self.anchors: dict[str, tuple[Any, int, dict | None]] = {}
        self.aliased = 0
        self.root: Any = None
        self.root_places: Any = None
        self.documents = 0

    def fail(self, message: str, event: Any, code: str = "syntax.yaml") -> HloError:
        return HloError(message, self.source.span(event.start_mark.index, event.end_mark.index), code)

    def add(self, event: Any, value: Any, places: Any = None, start: Place | None = None) -> None:
        """Put a finished value where it belongs: as a key, beside its key, into a list, or at the top."""
        place = start or (event.start_mark.index, max(event.end_mark.index, event.start_mark.index + 1))
        if not self.open:
            self.root, self.root_places = value, (place, places)
            return
        top = self.open[-1]
        if isinstance(top.value, list):
            top.items[len(top.value)] = (place, places)
            top.value.append(value)
        elif top.key is _NO_KEY:
            self.add_key(top, event, value, place)
        elif top.key == "<<" and isinstance(value, dict):
            top.value.update({key: item for key, item in value.items() if key not in top.value})
            top.key = _NO_KEY
        else:
            top.value[top.key] = value
            top.items[top.key] = (place, places)
            top.key = _NO_KEY

    def add_key(self, top: _Open, event: Any, value: Any, place: Place) -> None:
        if not isinstance(value, str | int | float | bool) and value is not None:
            raise self.fail("a key must be a plain word", event, "type.key")
        key = value if isinstance(value, str) else event.value
        if key in top.places:
            note = Note("first given here", self.source.span(*top.places[key]))
            raise HloError(f"'{key}' is given twice", self.source.span(*place), "name.duplicate", [note])
        top.places[key] = place
        top.key = key

    def scalar(self, event: Any) -> None:
        if event.tag not in {None, "!"}:
            raise self.fail(f"the tag '{event.tag}' is not allowed in a model", event)
        value: Any = event.value
        if event.implicit[0] and not event.style:
            tag = self.resolver.resolve(self.scalar_node, event.value, (True, False))
            value = self.plain(tag.rpartition(":")[2], event)
        if event.anchor:
            self.anchors[event.anchor] = (value, 1, None)
        self.add(event, value)

    def plain(self, kind: str, event: Any) -> Any:
        if kind not in {"int", "float", "bool", "null"}:
            return event.value
        node = self.scalar_node(f"tag:yaml.org,2002:{kind}", event.value)
        try:
            return getattr(self.resolver, f"construct_yaml_{kind}")(node)
        except ValueError as error:
            raise self.fail(f"'{event.value[:40]}' is not a number: {error}", event) from None

    def start(self, event: Any, value: Any) -> None:
        if event.tag not in {None, "!"}:
            raise self.fail(f"the tag '{event.tag}' is not allowed in a model", event)
        if len(self.open) >= MAX_DEPTH:
            raise self.fail(f"nested deeper than {MAX_DEPTH} levels", event, "limit.depth")
        self.open.append(_Open(value, (event.start_mark.index, event.end_mark.index), event.anchor))

    def end(self, event: Any) -> None:
        done = self.open.pop()
        if done.anchor:
            self.anchors[done.anchor] = (done.value, _size(done.value), done.items)
        self.add(event, done.value, done.items, done.start)

    def alias(self, event: Any) -> None:
        if event.anchor not in self.anchors:
            raise self.fail(f"there is no anchor '&{event.anchor}' before this", event, "name.unknown")
        value, size, places = self.anchors[event.anchor]
        self.aliased += size
        if self.aliased > MAX_ALIASED:
            raise self.fail(f"aliases stand for more than {MAX_ALIASED:,} values", event, "limit.size")
        self.add(event, value, places)

    def take(self, event: Any) -> None:
        match type(event).__name__:
            case "ScalarEvent":
                self.scalar(event)
            case "MappingStartEvent":
                self.start(event, {})
            case "SequenceStartEvent":
                self.start(event, [])
            case "MappingEndEvent" | "SequenceEndEvent":
                self.end(event)
            case "AliasEvent":
                self.alias(event)
            case "DocumentStartEvent":
                self.documents += 1
                if self.documents > 1:
                    raise self.fail("one file holds one model, and here a second document starts", event)


def _size(value: Any) -> int:
    """How many values a tree stands for; stops counting where it is too many anyway."""
    count, left = 0, [value]
    while left and count <= MAX_ALIASED:
        part = left.pop()
        count += 1
        if isinstance(part, dict):
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)
    return count


def _build(source: Source) -> _Tree:
    try:
        import yaml  # late: PyYAML
    except ImportError:
        raise HloError("reading YAML needs PyYAML", code="run.extra", help="pip install 'hlorepl[mdf]'") from None
    tree = _Tree(source)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for event in yaml.parse(source.text, Loader=loader):
            tree.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        span = source.span(mark.index, mark.index + 1) if mark else source.span(0)
        raise HloError(f"this is not YAML: {error.problem}", span, "syntax.yaml") from None
    except yaml.YAMLError as error:
        raise HloError(f"this is not YAML: {error}", _reader_span(source, error), "syntax.yaml") from None
    return tree


def _reader_span(source: Source, error: Any) -> Span:
    position = getattr(error, "position", 0)
    return source.span(position if isinstance(position, int) else 0)


def read_yaml(source: Source) -> Any:
    """The tree of a YAML text, by the rules of YAML 1.1.

    :raises HloError: not YAML, a tag, an unknown or bomb-like alias, a repeated key, nesting too deep.
    """
    return _build(source).root


def places_in_yaml(text: str) -> Callable[[Path], Place | None]:
    """What tells where the value at a path stands."""
    found = _build(Source(text)).root_places

    def locate(path: Path) -> Place | None:
        if found is None:
            return None
        place, items = found
        for key in path:
            if not items or key not in items:
                return None
            place, items = items[key]
        return place

    return locate
