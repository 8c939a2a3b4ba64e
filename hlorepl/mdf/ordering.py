"""Orders of things that need each other; no recursion, so chains may be as long as they like."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")


def layers_of(parents: list[list[int]]) -> tuple[list[list[int]], list[int]]:
    """Nodes in sets, each as early as its parents allow, in order of numbers; and the nodes on or behind cycles."""
    children: list[list[int]] = [[] for _ in parents]
    waiting = [0] * len(parents)
    for node, own in enumerate(parents):
        for parent in own:
            children[parent].append(node)
        waiting[node] = len(own)
    layers: list[list[int]] = []
    layer = [node for node, count in enumerate(waiting) if not count]
    while layer:
        layers.append(layer)
        ready = []
        for node in layer:
            for child in children[node]:
                waiting[child] -= 1
                if not waiting[child]:
                    ready.append(child)
        layer = sorted(ready)
    return layers, [node for node, count in enumerate(waiting) if count]


def find_cycle(parents: list[list[int]], among: list[int]) -> list[int]:
    """One cycle, in the direction of the edges, of nodes that all have a parent among them."""
    left = set(among)
    walked: dict[int, int] = {}
    node = among[0]
    while node not in walked:
        walked[node] = len(walked)
        node = next(parent for parent in parents[node] if parent in left)
    return list(reversed(list(walked)[walked[node] :]))


def visit_order(roots: Iterable[T], needs: Callable[[T], list[T]]) -> tuple[list[T], list[T]]:
    """``roots`` in order, each behind all that it needs; or, second, a cycle."""
    done: dict[int, T] = {}
    for root in roots:
        open_: dict[int, T] = {}
        stack = [(root, iter(needs(root)))] if id(root) not in done else []
        if stack:
            open_[id(root)] = root
        while stack:
            thing, rest = stack[-1]
            needed = next((other for other in rest if id(other) not in done), None)
            if needed is None:
                stack.pop()
                open_.pop(id(thing))
                done[id(thing)] = thing
            elif id(needed) in open_:
                keys = list(open_)
                return [], [open_[key] for key in keys[keys.index(id(needed)) :]]
            else:
                open_[id(needed)] = needed
                stack.append((needed, iter(needs(needed))))
    return list(done.values()), []
