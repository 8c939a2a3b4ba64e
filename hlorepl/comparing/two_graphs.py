"""A program as a graph: what each op reads, with calls seen through, so that a call and what it calls are the same graph.

A loop or a branch is one node, with the graph of each of its regions in it; ops with other regions are one node with all that is in them.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from ..ir.attributes import DenseAttr
from ..ops.registry import of as spec_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..ir.core import Block, Function, Op, Value
    from ..ir.types import Type

    #: A way from the function to a block: the ops that run it, each with what it runs (``function``, ``turn``, …) and its number.
    Path = tuple[tuple[Op, str, int | None], ...]
    #: A value: a node and the number of the result, or a graph and the number of the argument.
    Ref = tuple["Node | Graph", int]

_CALLS = frozenset({"func.call", "stablehlo.composite"})
#: What the regions of ops that are opened are called while they run, by the number of the region.
_OPENED = {
    "stablehlo.while": ("condition", "turn"),
    "stablehlo.if": ("branch", "branch"),
    "stablehlo.case": None,
}


class Node:
    """An op, as it stands behind some calls; ``number`` is its place in the program."""

    __slots__ = ("_hash", "graphs", "number", "op", "operands", "path")

    def __init__(self, op: Op, path: Path, operands: list[Ref], number: int):
        self.op = op
        self.path = path
        self.operands = operands
        self.number = number
        #: Of its regions that are opened.
        self.graphs: list[Graph] = []
        self._hash = b""

    @property
    def types(self) -> list[Type]:
        """Those of its results."""
        return [value.type for value in self.op.results]

    @property
    def attributes(self) -> bytes:
        """What its attributes say, and regions that are not opened; what it is called, where it comes from are not in it."""
        found = hashlib.blake2b(digest_size=16)
        _add_attributes(found, self.op)
        if not self.graphs:
            for region in self.op.regions:
                for block in region.blocks:
                    _add_block(found, block)
        return found.digest()

    @property
    def is_commutative(self) -> bool:
        """Whether its two operands may change places."""
        return len(self.operands) == 2 and self.op.name.rpartition(".")[2] in _COMMUTATIVE

    def __repr__(self) -> str:
        return f"<{self.op!r}>"


_COMMUTATIVE = frozenset({"add", "multiply", "maximum", "minimum", "and", "or", "xor"})


class Graph:
    """The nodes of a function (with those of what it calls), or of a region, in order, and what it gives."""

    def __init__(self, types: Sequence[Type], path: Path):
        self.types = types
        self.path = path
        self.nodes: list[Node] = []
        self.results: list[Ref] = []

    @property
    def all_nodes(self) -> Iterator[Node]:
        """The nodes and those of their regions."""
        for node in self.nodes:
            yield node
            for graph in node.graphs:
                yield from graph.all_nodes


def graph_of(function: Function) -> Graph:
    """The graph of a function whose calls are linked."""
    found = Graph([value.type for value in function.arguments], ())
    values: dict[Value, Ref] = {value: (found, number) for number, value in enumerate(function.arguments)}
    counter = iter(range(1 << 62))
    found.results = _filled(found, function.body, (), values, counter)
    return found


def _filled(graph: Graph, block: Block, path: Path, values: dict[Value, Ref], counter: Iterator[int]) -> list[Ref]:
    """Put the ops of a block into a graph; what the block returns."""
    for op in block.ops[:-1]:
        callee = op.callees[0] if op.name in _CALLS and len(op.callees) == 1 else None
        if callee is not None and not callee.is_declaration:
            inner = dict(zip(callee.arguments, (values[value] for value in op.operands), strict=True))
            given = _filled(graph, callee.body, (*path, (op, "function", None)), inner, counter)
            values.update(zip(op.results, given, strict=True))
            continue
        node = Node(op, path, [values[value] for value in op.operands], next(counter))
        graph.nodes.append(node)
        values.update((value, (node, number)) for number, value in enumerate(op.results))
        if op.name in _OPENED:
            node.graphs = [_region(node, number, values, counter) for number in range(len(op.regions))]
    return [values[value] for value in block.returned]


def _region(node: Node, number: int, values: Mapping[Value, Ref], counter: Iterator[int]) -> Graph:
    kinds = _OPENED[node.op.name]
    kind = "branch" if kinds is None else kinds[number]
    path = (*node.path, (node.op, kind, number if kind == "branch" else None))
    block = node.op.regions[number].block
    graph = Graph([value.type for value in block.arguments], path)
    inner = {**values, **{value: (graph, place) for place, value in enumerate(block.arguments)}}
    graph.results = _filled(graph, block, path, inner, counter)
    return graph


# What ops say


def _add_attributes(found: Any, op: Op) -> None:
    spec = spec_of(op)
    known = spec.attributes if spec is not None else {}
    found.update(op.name.encode())
    for name in sorted(op.attributes):
        if name in known:
            value = op.attributes[name]
            found.update(name.encode())
            if isinstance(value, DenseAttr):
                found.update(f"{value.type}".encode())
                found.update(bytes_of(value.array))
            else:
                found.update(str(value).encode())


def bytes_of(array: Any) -> bytes:
    """The bytes of an array's elements; of one number everywhere those of one."""
    if array.size and not any(array.strides):
        return array.reshape(-1)[:1].tobytes()
    data = array.tobytes()
    size = array.itemsize
    return data[:size] if array.size and data == data[:size] * array.size else data


def _add_block(found: Any, block: Block) -> None:
    """A region by its structure: values by where they are made."""
    places: dict[Value, str] = {value: f"a{number}" for number, value in enumerate(block.arguments)}
    for number, op in enumerate(block.ops):
        _add_attributes(found, op)
        found.update(" ".join(places.get(value, "outside") for value in op.operands).encode())
        found.update(" ".join(str(value.type) for value in op.results).encode())
        places.update((value, f"{number}.{place}") for place, value in enumerate(op.results))
        for region in op.regions:
            for inner in region.blocks:
                _add_block(found, inner)
