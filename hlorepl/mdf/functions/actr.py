"""ACT-R: chunks, patterns and productions, as mappings of words.

A chunk is ``{name?, ISA: type, slot: word, …}``; a pattern ``{buffer: "goal" | "retrieval", ISA: type, slot: word, …}``
in which ``=v`` is the variable v and ``-=v`` anything else than v; a production
``{name, lhs: [pattern…], rhs: [pattern…]}``, with ``bindings`` once it has matched. Matching goes by position.
Nothing is changed in place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import HloError
from .table import function


def _mapping(value: Any, what: str) -> dict[str, Any]:
    """A mapping, where a zero (an input that nobody gave) stands for an empty one."""
    if isinstance(value, dict):
        return value
    if value is None or (isinstance(value, float | int) and not value):
        return {}
    raise HloError(f"{what} must be a mapping, not {type(value).__name__}", code="type.value")


def _mappings(value: Any, what: str) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value] if value else []
    if value is None or (isinstance(value, float | int) and not value):
        return []
    items = list(value) if isinstance(value, list | tuple | np.ndarray) else [value]
    return [_mapping(item, what) for item in items]


def _chunk_words(chunk: dict[str, Any]) -> list[str]:
    return [str(word) for slot, word in chunk.items() if slot != "name"]


def _pattern_words(pattern: dict[str, Any]) -> list[str]:
    return [str(word) for word in list(pattern.values())[1:]]


@function
def chunk_to_string(chunk: Any) -> str:
    """The words of a chunk without its name, joined by blanks."""
    return " ".join(_chunk_words(_mapping(chunk, "a chunk")))


@function
def pattern_to_string(chunk: Any) -> str:
    """The words of a pattern without its buffer, joined by blanks; ``=v`` is shown as ``?v`` and ``-=v`` as ``!?v``."""
    words = _pattern_words(_mapping(chunk, "a pattern"))
    return " ".join(word.replace("-=", "!?").replace("=", "?") for word in words)


def _match(pattern: list[str], words: list[str], bindings: dict[str, str]) -> bool:
    """Whether the words match, with ``bindings`` extended by what the variables of the pattern stand for."""
    if len(pattern) > len(words):
        return False
    return all(_matches_word(expected, word, bindings) for expected, word in zip(pattern, words, strict=False))


def _matches_word(expected: str, word: str, bindings: dict[str, str]) -> bool:
    if expected == "?" or expected.startswith("-="):
        return True
    if expected.startswith("="):
        return bindings.setdefault(expected[1:], word) == word
    return expected == word


def _differs(pattern: list[str], words: list[str], bindings: dict[str, str]) -> bool:
    """Whether every ``-=v`` of the pattern differs from what v is bound to."""
    pairs = zip(pattern, words, strict=False)
    return all(
        expected[2:] in bindings and bindings[expected[2:]] != word
        for expected, word in pairs
        if expected.startswith("-=")
    )


@function
def retrieve_chunk(pattern: Any, dm_chunks: Any, types: Any) -> dict[str, Any]:
    """The first chunk of the declarative memory that matches, with its slots named by ``types``; none: an empty one."""
    pattern = _mapping(pattern, "a pattern")
    if not pattern:
        return {}
    wanted = _pattern_words(pattern)
    for chunk in _mappings(dm_chunks, "a chunk"):
        words = _chunk_words(chunk)
        bindings: dict[str, str] = {}
        if _match(wanted, words, bindings) and _differs(wanted, words, bindings):
            kind, *values = words
            slots = _mapping(types, "the chunk types").get(kind, [])
            return {"ISA": kind, **dict(zip(slots, values, strict=False))}
    return {}


@function
def change_goal(pattern: Any, curr_goal: Any) -> dict[str, Any]:
    """The goal with the slots of the pattern put in."""
    changed = (
        {**_mapping(curr_goal, "a goal"), **_mapping(pattern, "a pattern")} if _mapping(curr_goal, "a goal") else {}
    )
    changed.pop("buffer", None)
    return changed


def _bindings(production: dict[str, Any], context: dict[str, list[str]]) -> dict[str, str] | None:
    """What the variables of a production stand for in a context, or None where it does not match."""
    patterns = {str(p.get("buffer", "")): _pattern_words(p) for p in _mappings(production.get("lhs"), "a pattern")}
    bindings: dict[str, str] = {}
    for buffer, pattern in patterns.items():
        if not _match(pattern, context.get(buffer, []), bindings):
            return None
    if all(_differs(pattern, context.get(buffer, []), bindings) for buffer, pattern in patterns.items()):
        return bindings
    return None


def _words_of(value: Any) -> list[str]:
    return _chunk_words(value) if isinstance(value, dict) else [str(word) for word in value or ()]


@function
def match_production(production: Any, context: Any) -> bool:
    """Whether the left side of a production matches ``{goal: chunk, retrieval: chunk}``."""
    buffers = {name: _words_of(value) for name, value in _mapping(context, "a context").items()}
    return _bindings(_mapping(production, "a production"), buffers) is not None


@function
def pattern_matching_function(productions: Any, goal: Any, retrieval: Any) -> list[dict[str, Any]]:
    """The productions that match the buffers, in order, each with its ``bindings``."""
    context = {
        name: _words_of(_mapping(value, f"the {name}")) for name, value in (("goal", goal), ("retrieval", retrieval))
    }
    matched = []
    for production in _mappings(productions, "a production"):
        bindings = _bindings(production, context)
        if bindings is not None:
            matched.append({**production, "bindings": bindings})
    return matched


@function
def conflict_resolution_function(productions: Any) -> dict[str, Any]:
    """The production to fire: the first of those that match, or an empty one."""
    matched = _mappings(productions, "a production")
    return matched[0] if matched else {}


@function
def update_buffer(production: Any, buffer: Any) -> dict[str, Any]:
    """The last right-side pattern for a buffer, with variables replaced by what they are bound to."""
    production = _mapping(production, "a production")
    bindings = _mapping(production.get("bindings"), "bindings")
    patterns = [p for p in _mappings(production.get("rhs"), "a pattern") if p.get("buffer") == buffer]
    if not patterns:
        return {}
    return {slot: bindings.get(str(word).replace("=", ""), word) for slot, word in patterns[-1].items()}


@function
def update_goal(production: Any) -> dict[str, Any]:
    """:func:`update_buffer` for the goal."""
    return update_buffer(production, "goal")


@function
def update_retrieval(production: Any) -> dict[str, Any]:
    """:func:`update_buffer` for the retrieval buffer."""
    return update_buffer(production, "retrieval")


@function
def check_termination(production: Any) -> bool:
    """Whether no production was selected."""
    return not _mapping(production, "a production")
