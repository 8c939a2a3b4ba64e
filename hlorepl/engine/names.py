"""Values in code that the engine writes: what they are called, as an array, as a number of Python, or otherwise."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..kernels.numbers import is_plain

if TYPE_CHECKING:
    from .plan import Plan
    from .step import Step


class Named:
    """A value by its names, of which there is one at least.

    ``array`` is an array, ``number`` a number of Python (or a literal), ``raw`` an array or a scalar of NumPy, ``thin`` an array that
    NumPy's own rules repeat to this one (``thin_shape``). ``depth`` is how deep the block is in which they are known. What is
    ``fixed`` is a constant of the program; what is ``fresh`` lies in memory that nothing else shows. Two of them are never equal, so what
    is noted of one is noted by itself: its id would be another one's as soon as it is gone.
    """

    __slots__ = ("array", "depth", "dtype", "fixed", "fresh", "number", "raw", "shape", "term", "thin", "thin_shape")

    def __init__(self, depth: int, shape: tuple[int, ...] | None = None, dtype: Any = None):
        self.depth = depth
        self.shape = shape
        self.dtype = dtype
        self.array = self.number = self.raw = self.thin = ""
        self.thin_shape: tuple[int, ...] = ()
        self.fixed = self.fresh = False
        self.term: Term | None = None

    @property
    def is_number(self) -> bool:
        """Whether its type is one whose values are held as numbers."""
        return self.shape == () and is_plain(self.dtype)

    @property
    def any_name(self) -> str:
        """One of its names."""
        return self.array or self.raw or self.number or self.thin

    @property
    def arrays(self) -> list[str]:
        """The names of what may take much memory."""
        return [] if self.fixed or self.shape == () else [name for name in (self.array, self.raw, self.thin) if name]


class Term(NamedTuple):
    """What a number is computed by: the text, the same before it is wrapped, how deep it is nested, and the block in which that holds."""

    text: str
    unwrapped: str
    depth: int
    block: Block


class Scope:
    """The values of a plan that is being written: by slot, which of them nobody outside holds, and how often each is read."""

    __slots__ = ("own", "plan", "reads", "values")

    def __init__(self, plan: Plan, inputs: list[Named], own: set[int]):
        self.plan = plan
        self.values = dict(enumerate(inputs))
        self.own = own
        self.reads = Counter(slot for step in plan.steps for slot in step.ins)
        self.reads.update(plan.outputs)


#: A step that runs, its operands, and those around it, the innermost first.
Place = tuple[tuple["Step", list[Named]], ...]


class Block:
    """Lines under a line, and blocks among them."""

    __slots__ = ("follows", "head", "items")

    def __init__(self, head: str, follows: bool = False):
        self.head = head
        self.follows = follows
        self.items: list[tuple[str, int] | Block] = []

    def add_before_last(self, line: tuple[str, int]) -> None:
        """Put a line before the last statement, with all of its branches."""
        at = len(self.items) - 1
        while (item := self.items[at]) and isinstance(item, Block) and item.follows:
            at -= 1
        self.items.insert(at, line)
