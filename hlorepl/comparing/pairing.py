"""Which op of one program is which of another: by name, by location, by structure. (By value is for whoever runs them.)

What is the same all the way up to the arguments is paired first: there is no doubt of it. The rest is paired by the best evidence that
there is: a name that is no number and not one that printers give, a location, the same op on paired operands, the same readers. No
op has two partners.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from .two_graphs import Graph, Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .two_graphs import Ref

#: Names that printers give: numbers, constants, arguments of regions.
_NO_NAME = re.compile(r"|\d+|(?:c|cst|arg|iterArg|v|val|true|false)(?:_?\d+)*|(?:.*)#\d+")
#: How much speaks for a pair; those below the least are none.
_SAME_OP, _SAME_ATTRIBUTES, _OPERAND, _READER, _NAME, _LOCATION = 4.0, 2.0, 3.0, 3.0, 6.0, 5.0
_LEAST = 6.0
#: Pairs of one kind of op that are weighed; of more the order decides.
_MOST_WEIGHED = 64


class Pairing:
    """``partners`` are nodes of the right program with their partners on the left, ``how`` says by what each was found.

    ``known`` are pairs, left and right, that somebody has named; ``fixed`` has, for nodes that depend on constants alone, what stands
    for their values: how they were come to does not matter.
    ``same`` are those that are the same all the way up. ``merged`` are nodes of the left that the right one has once for several.
    """

    def __init__(
        self,
        left: Graph,
        right: Graph,
        known: Sequence[tuple[Node, Node]] = (),
        fixed: Mapping[Node, bytes] | None = None,
    ):
        self.fixed = fixed or {}
        self.left = left
        self.right = right
        self.partners: dict[Node, Node] = {}
        self.how: dict[Node, str] = {}
        self.same: set[Node] = set()
        self.merged: set[Node] = set()
        #: Of nodes of the left that are the same as an earlier one, that one.
        self.first_of: dict[Node, Node] = {}
        #: Regions of the right side, with those of the left, whose arguments pair by their places.
        self.graphs: dict[Graph, Graph] = {}
        self._taken: set[Node] = set()
        for mine, other in known:
            self.pair(other, mine, "name")
        self._pair_graphs(left, right)

    @property
    def unpaired(self) -> tuple[list[Node], list[Node]]:
        """Those that nobody is the partner of, on the left and on the right, in order."""
        lefts = [node for node in self.left.all_nodes if node not in self._taken and node not in self.merged]
        return lefts, [node for node in self.right.all_nodes if node not in self.partners]

    def pair(self, right: Node, left: Node, how: str) -> None:
        """Say that two nodes are the same."""
        self.partners[right] = left
        self.how[right] = how
        self._taken.add(left)

    def give_twin(self, left: Node) -> None:
        """If a node of the left has a partner, let that have one which is the same, and has none."""
        if left not in self._taken:
            return
        first = self.first_of.get(left, left)
        same = [first, *(node for node, of in self.first_of.items() if of is first)]
        twin = next(node for node in same if node not in self._taken)
        for right, partner in self.partners.items():
            if partner is left:
                self.partners[right] = twin
        self._taken.add(twin)
        self.merged.discard(twin)

    def _pair_graphs(self, left: Graph, right: Graph) -> None:
        """Pair two functions, or two regions, and then the regions of what is paired in them."""
        self.graphs[right] = left
        self._pair_same(left, right)
        _Weighing(self, left, right).pair()
        for node in right.nodes:
            partner = self.partners.get(node)
            if partner is not None and len(partner.graphs) == len(node.graphs):
                for mine, other in zip(partner.graphs, node.graphs, strict=True):
                    if list(mine.types) == list(other.types) or len(mine.types) == len(other.types):
                        self._pair_graphs(mine, other)

    def _pair_same(self, left: Graph, right: Graph) -> None:
        """What is the same all the way up to arguments, and to what is paired outside."""
        lefts = self._left_digests(left)
        firsts = {key: several[0] for key, several in lefts.items()}
        by_value = {
            self.fixed[node]: key for key, several in lefts.items() for node in several[:1] if node in self.fixed
        }
        mine: dict[Node, bytes] = {}
        for node in right.nodes:
            key = _digest(node, mine, self._outer_right)
            if key not in firsts:  # a constant that the left works out
                key = mine[node] = by_value.get(self.fixed.get(node, b""), key) if not node.operands else key
            if lefts[key] and node not in self.partners:
                like = [each for each in lefts[key] if _how(each, node) != "structure"] or lefts[key]
                self.pair(node, like[0], "structure")
                lefts[key].remove(like[0])
                self.same.add(node)
        for node in right.nodes:  # one of the left that the right has several times
            if node not in self.partners and mine[node] in firsts:
                self.partners[node] = firsts[mine[node]]
                self.same.add(node)
        for key in {*mine.values()}:
            self.merged.update(lefts[key])
        for node in self.same:
            self.how[node] = _how(self.partners[node], node)

    def _left_digests(self, left: Graph) -> dict[bytes, list[Node]]:
        """The nodes of the left that nobody has named, by what they are all the way up."""
        found: dict[bytes, list[Node]] = defaultdict(list)
        hashes: dict[Node, bytes] = {}
        for node in left.nodes:
            key = _digest(node, hashes, self._outer_left)
            if node not in self._taken:
                found[key].append(node)
                if found[key][0] is not node:
                    self.first_of[node] = found[key][0]
        return found

    def _outer_left(self, of: Ref) -> str:
        where: Any = of[0]
        return f"{id(self.first_of.get(where, where))}.{of[1]}"

    def _outer_right(self, of: Ref) -> str:
        """What a value from outside of a region is on the left."""
        where, number = of
        partner: Any = self.graphs.get(where) if isinstance(where, Graph) else self.partners.get(where)
        partner = self.first_of.get(partner, partner)
        return f"{id(partner if partner is not None else where)}.{number}"


def is_name(text: str) -> bool:
    """Whether a value's name says something: it is no number, and none that a printer gives."""
    return _NO_NAME.fullmatch(text) is None


def _name(node: Node) -> str:
    name = node.op.results[0].name.partition("#")[0] if node.op.results else ""
    return name if is_name(name) else ""


def _location(node: Node) -> str:
    location = node.op.location
    text = location.resolved.text if location is not None else ""
    return "" if text == "unknown" else text


def _how(left: Node, right: Node) -> str:
    if _name(left) and _name(left) == _name(right):
        return "name"
    return "loc" if _location(left) and _location(left) == _location(right) else "structure"


def _digest(node: Node, known: dict[Node, bytes], outer: Any) -> bytes:
    """What a node is all the way up; ``outer`` names what comes from outside of the graph, or from an argument."""
    operands = [_ref(of, known, outer) for of in node.operands]
    if node.is_commutative:
        operands.sort()
    found = hashlib.blake2b(digest_size=16)
    found.update(node.attributes)
    found.update(" ".join(str(of) for of in node.types).encode())
    for each in operands:
        found.update(each)
    for graph in node.graphs:
        _add_graph(found, graph, known, outer)
    known[node] = found.digest()
    return known[node]


def _ref(of: Ref, known: Mapping[Node, bytes], outer: Any) -> bytes:
    where, number = of
    digest = known.get(where) if isinstance(where, Node) else None
    return digest + str(number).encode() if digest is not None else outer(of).encode()


def _add_graph(found: Any, graph: Graph, known: dict[Node, bytes], outer: Any) -> None:
    """A region: its arguments by their places."""

    def inside(of: Ref) -> str:
        return f"argument {of[1]}" if of[0] is graph else outer(of)

    for node in graph.nodes:
        _digest(node, known, inside)
    for of in graph.results:
        found.update(_ref(of, known, inside))


class _Weighing:
    """Pairs what is left of two graphs by the best evidence."""

    def __init__(self, pairing: Pairing, left: Graph, right: Graph):
        self.pairing = pairing
        self.lefts = [node for node in left.nodes if node not in pairing._taken]
        self.rights = [node for node in right.nodes if node not in pairing.partners]
        self.every = left.nodes
        self.left_readers = _readers(left)
        self.right_readers = _readers(right)
        self.results = _paired_results(left, right)

    def pair(self) -> None:
        """Take the best pair of all until none is good enough; what is near to it is weighed anew."""
        if not self.lefts or not self.rights:
            return
        self._by_something_unique(_name, "name")
        self._by_something_unique(_location, "loc")
        while True:
            self._by_operands()
            best = self._best()
            if not best:
                return
            for right, left in best:
                self.pairing.give_twin(left)
                self.pairing.pair(right, left, _how(left, right))
            self._forget_paired()

    def _forget_paired(self) -> None:
        self.lefts = [node for node in self.lefts if node not in self.pairing._taken]
        self.rights = [node for node in self.rights if node not in self.pairing.partners]

    def _by_operands(self) -> None:
        """The same op with the same attributes on paired operands, from the first to the last."""
        known: dict[Any, list[Node]] = defaultdict(list)
        for left in self.lefts:
            known[self._key(left, [self._first(of) for of in left.operands])].append(left)
        for right in self.rights:
            wanted = [self._on_the_left(of) for of in right.operands]
            if wanted and None not in wanted:
                several = known[self._key(right, [of for of in wanted if of is not None])]
                if several:
                    left = several.pop(0)
                    self.pairing.pair(right, left, _how(left, right))
        self._forget_paired()

    def _key(self, node: Node, operands: list[Ref]) -> Any:
        named = [(id(where), number) for where, number in operands]
        ordered = sorted(named) if node.is_commutative else named
        return node.op.name, node.attributes, tuple(node.types), tuple(ordered), len(node.graphs)

    def _first(self, of: Ref) -> Ref:
        """A value of the left, by the first that is the same."""
        where, number = of
        return (self.pairing.first_of.get(where, where), number) if isinstance(where, Node) else of

    def _by_something_unique(self, key: Any, how: str) -> None:
        lefts, rights = _unique(self.lefts, key), _unique(self.rights, key)
        for text, right in rights.items():
            left = lefts.get(text)
            if left is not None and left.types == right.types and self._weight(right, left) >= _LEAST:
                self.pairing.pair(right, left, how)
        self._forget_paired()

    def _best(self) -> list[tuple[Node, Node]]:
        """The pairs that most speaks for, where nothing speaks as much for another; where none is so, the first of them."""
        weighed: dict[float, list[tuple[Node, Node]]] = defaultdict(list)
        by_type: dict[Any, list[Node]] = defaultdict(list)
        for left in [*self.lefts, *self._with_twins()]:
            by_type[tuple(left.types)].append(left)
        for place, right in enumerate(self.rights):
            for left in self._candidates(by_type[tuple(right.types)], place):
                weighed[self._weight(right, left)].append((right, left))
        top = max(weighed, default=0.0)
        if top < _LEAST:
            return []
        best = weighed[top]
        ends = [Counter(pair[side] for pair in best) for side in (0, 1)]
        clear = [pair for pair in best if ends[0][pair[0]] == ends[1][pair[1]] == 1]
        return clear or best[:1]

    def _with_twins(self) -> list[Node]:
        """Nodes of the left that have a partner which could as well have another that is the same."""
        first_of = self.pairing.first_of
        free = {first_of.get(node, node) for node in self.lefts}
        return [node for node in self.every if node in self.pairing._taken and first_of.get(node, node) in free]

    def _candidates(self, lefts: list[Node], place: int) -> list[Node]:
        if len(lefts) <= _MOST_WEIGHED:
            return lefts
        middle = place * len(lefts) // max(len(self.rights), 1)
        start = max(0, min(middle - _MOST_WEIGHED // 2, len(lefts) - _MOST_WEIGHED))
        return lefts[start : start + _MOST_WEIGHED]

    def _weight(self, right: Node, left: Node) -> float:
        """How much speaks for a pair."""
        if len(right.graphs) != len(left.graphs):
            return 0.0
        found = 0.0
        if right.op.name == left.op.name:
            found += _SAME_OP
            found += _SAME_ATTRIBUTES if right.attributes == left.attributes else 0.0
        found += _NAME if _name(right) and _name(right) == _name(left) else 0.0
        found += _LOCATION if _location(right) and _location(right) == _location(left) else 0.0
        found += self._operands(right, left) + self._read_by(right, left)
        return found

    def _operands(self, right: Node, left: Node) -> float:
        """Paired operands: at the same places, or, for less, at others."""
        if not right.operands or not left.operands:
            return 0.0
        wanted = [self._on_the_left(of) for of in right.operands]
        there = [self._first(of) for of in left.operands]
        at_place = sum(a is not None and a == b for a, b in zip(wanted, there, strict=False))
        anywhere = sum(each in there for each in wanted if each is not None)
        share = max(at_place, anywhere * (1.0 if right.is_commutative else 0.8))
        return _OPERAND * 2 * share / max(len(right.operands), len(left.operands))

    def _on_the_left(self, of: Ref) -> Ref | None:
        where, number = of
        if isinstance(where, Graph):
            graph = self.pairing.graphs.get(where)
            return None if graph is None else (graph, number)
        partner = self.pairing.partners.get(where)
        return None if partner is None else self._first((partner, number))

    def _read_by(self, right: Node, left: Node) -> float:
        """Paired readers, that read it at the same place; a result at the same place of both is as good."""
        found = len(self.results[right] & self.results[left])
        for reader, place in self.right_readers[right]:
            partner = self.pairing.partners.get(reader)
            if partner is not None and any(
                each is partner and (at == place or each.is_commutative) for each, at in self.left_readers[left]
            ):
                found += 1
        return _READER * min(found, 2)


def _readers(graph: Graph) -> dict[Node, list[tuple[Node, int]]]:
    found: dict[Node, list[tuple[Node, int]]] = defaultdict(list)
    for node in graph.all_nodes:
        for place, (where, _) in enumerate(node.operands):
            if isinstance(where, Node):
                found[where].append((node, place))
    return found


def _paired_results(left: Graph, right: Graph) -> dict[Node, set[int]]:
    found: dict[Node, set[int]] = defaultdict(set)
    for graph in (left, right):
        for place, (where, _) in enumerate(graph.results):
            if isinstance(where, Node):
                found[where].add(place)
    return found


def _unique(nodes: Iterable[Node], key: Any) -> dict[str, Node]:
    found: dict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        text = key(node)
        if text:
            found[text].append(node)
    return {text: several[0] for text, several in found.items() if len(several) == 1}
