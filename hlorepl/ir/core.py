"""What a program is: values, ops, blocks, regions, functions, modules. Each knows where in the text it stands.

They are what they are, not what they say: each is equal to itself alone. (Types and attributes are equal by contents.)
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..repr_html import html
from .attributes import Attribute, FunctionTypeAttr, StringAttr
from .contents import FileContents

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..source import Source, Span
    from .attributes import SymbolAttr
    from .contents import Location
    from .types import FunctionType, Type

_NO_LINKS: Mapping[tuple[str, ...], Op] = {}


@lru_cache(maxsize=4096)
def piece(kind: str, which: str | int) -> tuple[str, str | int]:
    """A key of ``Op.spans``: one object for all ops that have it."""
    return kind, which


class Value:
    """The result of an op or the argument of a block. ``name`` is without ``%``; ``%r:2`` has ``r#0`` and ``r#1``."""

    __slots__ = ("location", "name", "owner", "span", "type")

    def __init__(self, name: str, type: Type, span: Span | None = None, owner: Op | Block | None = None):  # noqa: A002
        self.name = name
        self.type = type
        self.span = span
        self.owner = owner
        self.location: Location | None = None

    def __repr__(self) -> str:
        return f"%{self.name} : {self.type}"


class Op:
    """One operation. ``spans`` has the pieces that an error may point at.

    Keys of ``spans``: ``("operand", i)``, ``("type", i)`` (of an operand), ``("result", i)`` (the type of a result),
    ``("attribute", name)``, ``"name"``; whatever is missing, the whole op stands for.

    ``links`` says what the symbols mean that the op names, by their paths. The verifier sets it; whoever runs calls or
    looks at them follows it.

    ``spec`` and ``decoded`` are notes of those who know what ops mean: the op's declaration (``ops.registry.of``), and
    the values of its attributes (``verifier.decoding.decoded``). Each holds for the name, or the attributes, that it was
    made from, and is made anew for others.
    """

    __slots__ = (
        "attributes", "decoded", "links", "location", "name", "operands", "regions", "results", "span", "spans", "spec",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        operands: list[Value] | None = None,
        attributes: dict[str, Attribute] | None = None,
        regions: list[Region] | None = None,
        span: Span | None = None,
    ):
        self.name = name
        self.operands = operands or []
        self.results: list[Value] = []
        self.attributes = attributes or {}
        self.regions = regions or []
        self.span = span
        self.spans: dict[Any, Span] = {}
        self.links: Mapping[tuple[str, ...], Op] = _NO_LINKS
        self.location: Location | None = None
        self.spec: object = None
        self.decoded: object = None

    def add_results(self, types: list[Type], names: list[str] | None = None, spans: list[Span] | None = None) -> None:
        """Give the op its results, in order."""
        for index, type_ in enumerate(types):
            name = names[index] if names else ""
            span = spans[index] if spans else None
            self.results.append(Value(name, type_, span, self))

    def span_of(self, key: Any) -> Span | None:
        """The span of a piece, else of the op."""
        return self.spans.get(key, self.span)

    def callee(self, symbol: SymbolAttr) -> Function | None:
        """The function that one of its symbols means; None for one that need not be there."""
        found = self.links.get(symbol.path)
        return found if isinstance(found, Function) else None

    @property
    def region(self) -> Region:
        """The first region; raises ``module.blocks`` where there is none."""
        if not self.regions:
            raise HloError(f"{self.name} has no region, where one is needed", self.span_of("name"), "module.blocks")
        return self.regions[0]

    @property
    def callees(self) -> list[Function]:
        """The functions that it names."""
        return [op for op in self.links.values() if isinstance(op, Function)]

    def walk(self) -> Iterator[Op]:
        """This op and all ops inside its regions, in textual order."""
        stack: list[Iterator[Op]] = [iter((self,))]
        while stack:
            for op in stack[-1]:
                yield op
                if op.regions:
                    stack.append(
                        iter([inner for region in op.regions for block in region.blocks for inner in block.ops])
                    )
                    break
            else:
                stack.pop()

    def __repr__(self) -> str:
        return f"<{self.name} {', '.join(map(repr, self.results))}>"


class Block:
    """Ops in order, with arguments. ``is_whole`` is not set where an op in it could not be read."""

    __slots__ = ("arguments", "is_whole", "label", "ops", "span")

    def __init__(self, arguments: list[Value] | None = None, label: str = "", span: Span | None = None):
        self.arguments = arguments or []
        self.ops: list[Op] = []
        self.label = label
        self.span = span
        self.is_whole = True
        for argument in self.arguments:
            argument.owner = self

    @property
    def terminator(self) -> Op | None:
        """The last op, when there is one."""
        return self.ops[-1] if self.ops else None

    @property
    def returned(self) -> list[Value]:
        """What the terminator hands out of the block."""
        return self.ops[-1].operands if self.ops else []


class Region:
    """The inside of an op: blocks, of which StableHLO uses one."""

    __slots__ = ("blocks", "span")

    def __init__(self, blocks: list[Block] | None = None, span: Span | None = None):
        self.blocks = blocks or []
        self.span = span

    @property
    def block(self) -> Block:
        """The only block; raises ``module.blocks`` where there is none."""
        if not self.blocks:
            raise HloError("a region has no block, where one is needed", self.span, "module.blocks")
        return self.blocks[0]


#: What may stand in front of the name of a function.
VISIBILITIES = ("public", "private", "nested")


class Function(Op):
    """``func.func``. A declaration has no body. ``argument_attributes`` and ``result_attributes`` are one dict each."""

    __slots__ = ("argument_attributes", "result_attributes", "result_spans")

    def __init__(self, attributes: dict[str, Attribute], region: Region, span: Span | None = None):
        super().__init__("func.func", [], attributes, [region], span)
        self.argument_attributes: list[dict[str, Attribute]] = []
        self.result_attributes: list[dict[str, Attribute]] = []
        self.result_spans: list[Span | None] = []

    @property
    def symbol(self) -> str:
        """The name after ``@``."""
        name = self.attributes.get("sym_name")
        return name.value if isinstance(name, StringAttr) else ""

    @property
    def type(self) -> FunctionType:
        attribute = self.attributes.get("function_type")
        if not isinstance(attribute, FunctionTypeAttr):
            raise HloError("a function needs a function_type", self.span_of("name"), "func.attributes")
        return attribute.type

    @property
    def is_public(self) -> bool:
        visibility = self.attributes.get("sym_visibility")
        return not isinstance(visibility, StringAttr) or visibility.value == "public"

    @property
    def is_declaration(self) -> bool:
        return not self.region.blocks

    @property
    def body(self) -> Block:
        return self.region.block

    @property
    def arguments(self) -> list[Value]:
        return [] if self.is_declaration else self.body.arguments


class Module(Op):
    """``builtin.module``. ``source`` is the text that it was read from; ``contents`` what that holds beside the ops."""

    __slots__ = ("contents", "source")

    def __init__(self, attributes: dict[str, Attribute] | None = None, span: Span | None = None):
        super().__init__("builtin.module", [], attributes, [Region([Block()])], span)
        self.source: Source | None = None
        self.contents = FileContents()

    @property
    def symbol(self) -> str:
        name = self.attributes.get("sym_name")
        return name.value if isinstance(name, StringAttr) else ""

    @property
    def body(self) -> Block:
        return self.region.block

    @property
    def functions(self) -> dict[str, Function]:
        """The functions directly in this module, by name."""
        return {op.symbol: op for op in self.body.ops if isinstance(op, Function)}

    @property
    def modules(self) -> dict[str, Module]:
        """The modules directly in this one, by name."""
        return {op.symbol: op for op in self.body.ops if isinstance(op, Module)}

    def _repr_html_(self) -> str:
        return html(self)
