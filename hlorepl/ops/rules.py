"""What many ``infer`` rules ask of types: agreement of sizes where some are dynamic, kinds of operands."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from ..errors import broken, require
from ..ir.attributes import EnumAttr, StringAttr
from ..ir.types import AtMost, TensorType, TokenType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..ir.core import Op, Region, Value
    from ..ir.types import Extent, Type

#: What is known of the sizes of a tensor.
Shape = tuple["Extent", ...]


def sizes_agree(a: Extent, b: Extent) -> bool:
    """Whether two sizes may be equal: one is dynamic, and the other not above its bound."""
    if a is None or b is None or a == b:
        return True
    if isinstance(a, AtMost):
        return isinstance(b, AtMost) or b <= a.bound
    return isinstance(b, AtMost) and a <= b.bound


def shapes_agree(a: Shape, b: Shape) -> bool:
    """Whether two shapes have one rank, and sizes that agree."""
    return len(a) == len(b) and all(map(sizes_agree, a, b))


def types_agree(a: Type, b: Type) -> bool:
    """Whether a value of one type may stand where the other is declared: sizes may be dynamic on either side."""
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return a.element == b.element and shapes_agree(a.extents, b.extents)
    return a == b


def merged_size(a: Extent, b: Extent) -> Extent:
    """What is known of a size that is both: of two that agree, the one that says more."""
    if a is None or isinstance(b, int):
        return b
    if b is None or isinstance(a, int):
        return a
    return a if a.bound <= b.bound else b


def merged_type(a: Type, b: Type) -> Type:
    """One of two types that agree, with what either knows of the sizes."""
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return a.with_shape(map(merged_size, a.extents, b.extents))
    return a


def size_after(change: Callable[[int], int], size: Extent) -> Extent:
    """What is known of a size that is made from another, and grows with it."""
    if size is None:
        return None
    return AtMost(change(size.bound)) if isinstance(size, AtMost) else change(size)


def total_size(sizes: Iterable[Extent]) -> Extent:
    """What is known of the sum of sizes."""
    total, bounded = 0, False
    for size in sizes:
        if size is None:
            return None
        bounded = bounded or isinstance(size, AtMost)
        total += size.bound if isinstance(size, AtMost) else size
    return AtMost(total) if bounded else total


def all_agree(a: Sequence[Type], b: Sequence[Type]) -> bool:
    """``types_agree`` of two lists, place by place."""
    return len(a) == len(b) and all(map(types_agree, a, b))


def enum_of(op: Op, name: str) -> str:
    """An enum among the attributes of an op as it is written; nothing where there is none."""
    attribute = op.attributes.get(name)
    return attribute.value if isinstance(attribute, EnumAttr | StringAttr) else ""


def is_per_axis(type_: TensorType) -> bool:
    """Whether the elements are quantized with one scale for each slice of an axis."""
    return type_.element.is_quantized and type_.element.is_per_axis  # type: ignore[union-attr]


def baseline(element: Any) -> Any:
    """What ``baseline_element_type`` compares: a quantized type without its scales and zero points."""
    if not element.is_quantized:
        return element
    return element.storage, element.expressed, element.minimum, element.maximum, element.axis, element.blocks


def is_promotable(narrow: Any, wide: Any) -> bool:
    """Whether a reduction may compute in ``wide`` what comes as ``narrow`` (``is_promotable`` of the specification)."""
    if narrow.is_quantized and wide.is_quantized:
        return narrow.expressed is wide.expressed and narrow.storage.bits <= wide.storage.bits
    kinds = {"int" if element.is_integer else element.kind for element in (narrow, wide)}
    return len(kinds) == 1 and narrow.bits <= wide.bits


def require_body(body: Any, inputs: Sequence[TensorType], code: str, at: str) -> list[Any]:
    """The body of a reduction is of type (E0, …, E0, …) -> (E0, …), no Ei narrower than its input; gives the Ei."""
    count = len(inputs)
    require(
        len(body.arguments) == 2 * count,
        code,
        "the body must take {wanted} arguments, two for each operand to reduce; it takes {found}",
        at,
        wanted=2 * count,
        found=len(body.arguments),
    )
    require(
        len(body.returns) == count,
        code,
        "the body must return {count} values, one for each operand to reduce, not {found}",
        at,
        count=count,
        found=len(body.returns),
    )
    for index, type_ in enumerate((*body.arguments, *body.returns)):
        require(
            isinstance(type_, TensorType) and type_.rank == 0,
            code,
            "the body takes and returns tensors of rank 0, not {found}",
            at,
            found=type_,
        )
        wanted = body.arguments[index % count]
        require(
            type_.element == wanted.element,
            code,
            "value {number} of the body has type {found} in one place and {wanted} in another",
            at,
            number=index % count,
            found=type_,
            wanted=wanted,
        )
    for type_, argument in zip(inputs, body.arguments, strict=False):
        require(
            is_promotable(type_.element, argument.element),
            code,
            "the body computes in {wide}, to which elements of type {narrow} cannot be widened",
            at,
            wide=argument.element,
            narrow=type_.element,
        )
    return [argument.element for argument in body.arguments[:count]]


def merged_shape(types: Sequence[TensorType]) -> Shape:
    """The shape of tensors whose shapes agree, with what any of them knows of each size."""
    columns = zip(*(type_.extents for type_ in types), strict=True)
    return tuple(reduce(merged_size, sizes) for sizes in columns)


def require_same_shapes(
    types: Sequence[TensorType], code: str, operand: str, first: int = 0, what: str = "", known: Shape | None = None
) -> Shape:
    """``same(shape(inputs...))``, each compared with all before it; gives the shape, with what any of them knows.

    The tensors are operands (a variadic one, from the number ``first`` on), or results.
    """
    shape = types[0].extents if known is None else known
    for index, other in enumerate(types):
        require(
            shapes_agree(shape, other.extents),
            code,
            what + "{at} does not have the shape of the others, {shape}",
            (operand, first + index),
            help="all tensors that are handled together must have one shape",
            shape=shape_text(shape),
        )
        shape = tuple(map(merged_size, shape, other.extents))
    return shape


def shape_text(shape: Shape) -> str:
    """``2x?x3``; a bound stands behind its dimension: ``?(at most 4)``."""
    parts = ("?" if size is None else f"?({size})" if isinstance(size, AtMost) else str(size) for size in shape)
    return "x".join(parts) or "()"


def captured(region: Region) -> set[Value]:
    """The values from outside that the ops of a region use."""
    inside: set[Value] = set()
    used: set[Value] = set()
    for block in region.blocks:
        inside.update(block.arguments)
        for op in block.ops:
            for inner in op.walk():
                inside.update(inner.results)
                inside.update(a for each in inner.regions for inner_block in each.blocks for a in inner_block.arguments)
                used.update(inner.operands)
    return used - inside


def are_unique(values: Iterable[Any]) -> bool:
    listed = list(values)
    return len(set(listed)) == len(listed)


def _each(operands: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Each operand with the name that ``at`` takes; a tuple is a variadic one."""
    for name, operand in operands.items():
        if isinstance(operand, tuple):
            yield from (((name, index), one) for index, one in enumerate(operand))
        else:
            yield name, operand


def require_tensors(**operands: Any) -> None:
    """Each operand (or each of a tuple of operands) is a tensor: neither token nor tuple."""
    for at, operand in _each(operands):
        require(isinstance(operand, TensorType), "operand_type", "{at} must be a tensor", at=at)


def require_per_tensor(**operands: Any) -> None:
    """Each operand is a tensor that is not quantized along an axis."""
    require_tensors(**operands)
    for at, operand in _each(operands):
        require(not is_per_axis(operand), "operand_type", "{at} must not be quantized along an axis", at=at)


def require_indices(rank: int | None, **operands: Any) -> None:
    """Each operand (or each of a tuple of operands) is an integer tensor of that rank (None: of any)."""
    require_tensors(**operands)
    for at, operand in _each(operands):
        fits = operand.element.is_integer and rank in (None, operand.rank)
        wanted = "" if rank is None else f" of rank {rank}"
        require(fits, "operand_type", "{at} must be a tensor of integers{wanted}", at=at, wanted=wanted)


def require_static(**operands: Any) -> None:
    """Each operand (or each of a tuple of operands) has a shape that is known."""
    for at, operand in _each(operands):
        require(operand.is_static, "operand_type", "{at} must have a known shape", at=at)


def require_rank(rank: int, **operands: Any) -> None:
    """Each operand (or each of a tuple of operands) has that rank."""
    for at, operand in _each(operands):
        require(operand.rank == rank, "operand_type", "{at} must have rank {rank}", at=at, rank=rank)


def require_same_element(code: str, at: Any, operand: TensorType, like: TensorType, name: str, what: str = "") -> None:
    """An operand has the element type of another one, whose ``name`` the message takes; ``what`` stands before its own."""
    if operand.element != like.element:
        message = f"{what}{{at}} must have the element type of {{{name}}}"
        broken(code, message, at, fit=operand.with_element(like.element))


def require_tokens(**operands: Any) -> None:
    """Each operand (or each of a tuple of operands) is a token."""
    for at, operand in _each(operands):
        require(isinstance(operand, TokenType), "operand_type", "{at} must be a token", at=at)
