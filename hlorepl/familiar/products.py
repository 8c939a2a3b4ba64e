"""Products of tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ops.structs import DotDimensionNumbers
from .reductions import reduced
from .shapes import concat, roll
from .table import familiar, refuse, reshaped, tensor

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.builder import Builder
    from .table import Values


def contracted(b: Builder, x: Value, y: Value, left: list[int], right: list[int], batches: int = 0) -> Value:
    """The sums of products along dimensions of the one and the other; the first ``batches`` dimensions are paired."""
    numbers = DotDimensionNumbers(
        lhs_batching_dimensions=tuple(range(batches)),
        rhs_batching_dimensions=tuple(range(batches)),
        lhs_contracting_dimensions=tuple(left),
        rhs_contracting_dimensions=tuple(right),
    )
    return b.value("dot_general", x, y, dot_dimension_numbers=numbers)


@familiar("matmul", "mm", "bmm", "mv")
def matmul(b: Builder, x: Value, y: Value) -> Value:
    """The matrix product, as %x @ %y: the last axis against the last but one, those in front broadcast."""
    left, right = tensor(x), tensor(y)
    if not (left.rank and right.rank):
        refuse("a matrix product is not one of numbers; multiply is")
    if left.sizes[-1] != right.sizes[-2 if right.rank > 1 else 0]:
        refuse(f"{left} and {right} do not fit: the last size of the left is the last but one of the right")
    if right.rank == 1:
        return contracted(b, x, y, [left.rank - 1], [0])
    if left.rank == 1:
        return contracted(b, x, y, [0], [right.rank - 2])
    if right.rank == 2:
        return contracted(b, x, y, [left.rank - 1], [0])
    batch = _common(left.sizes[:-2], right.sizes[:-2])
    x, y = (b.broadcast(each, (*batch, *tensor(each).sizes[-2:])) for each in (x, y))
    count = len(batch)
    return contracted(b, x, y, [count + 1], [count], count)


def _common(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes in front, broadcast as NumPy's."""
    rank = max(len(left), len(right))
    pairs = zip((1,) * (rank - len(left)) + left, (1,) * (rank - len(right)) + right, strict=True)
    found = [(a, c, max(a, c) if 0 not in (a, c) else 0) for a, c in pairs]
    if any(a not in (1, size) or c not in (1, size) for a, c, size in found):
        refuse(f"the sizes in front, {list(left)} and {list(right)}, do not broadcast")
    return tuple(size for _, _, size in found)


@familiar("inner", "vdot", "vecdot")
def inner(b: Builder, x: Value, y: Value) -> Value:
    """The sum of the products along the last axes."""
    return contracted(b, x, y, [tensor(x).rank - 1], [tensor(y).rank - 1])


@familiar("outer")
def outer(b: Builder, x: Value, y: Value) -> Value:
    """The products of each element of the one with each of the other."""
    return contracted(b, reshaped(b, x, [tensor(x).size]), reshaped(b, y, [tensor(y).size]), [], [])


@familiar("tensordot")
def tensordot(b: Builder, x: Value, y: Value, axes: int = 2) -> Value:
    """The sums of products along the last axes of the one and the first of the other."""
    rank = tensor(x).rank
    return contracted(b, x, y, list(range(rank - axes, rank)), list(range(axes)))


@familiar("kron")
def kron(b: Builder, x: Value, y: Value) -> Value:
    """The Kronecker product of two matrices."""
    (r, c), (p, q) = tensor(x).sizes, tensor(y).sizes
    return reshaped(b, b.value("multiply", reshaped(b, x, (r, 1, c, 1)), reshaped(b, y, (1, p, 1, q))), (r * p, c * q))


@familiar("cross")
def cross(b: Builder, x: Value, y: Value) -> Value:
    """The vector at right angles to two vectors of three elements."""
    if tensor(x).sizes != (3,) or tensor(y).sizes != (3,):
        refuse("a cross product is one of two vectors of three elements")
    a, c = (roll(b, each, -1, 0) for each in (x, y))
    found = b.value("subtract", b.value("multiply", x, c), b.value("multiply", a, y))
    return roll(b, concat(b, [found], 0), -1, 0)


@familiar("linear")
def linear(b: Builder, x: Value, weight: Value, bias: Value) -> Value:
    """X times the transposed weight, plus the bias: PyTorch's layer."""
    return b.value("add", contracted(b, x, weight, [tensor(x).rank - 1], [1]), bias)


@familiar("mse_loss")
def mse_loss(b: Builder, x: Value, y: Value) -> Value:
    """The mean square of the differences."""
    distance = b.value("subtract", x, y)
    return b.value("divide", reduced(b, "add", 0, b.value("multiply", distance, distance), None), tensor(x).size)


@familiar("einsum")
def einsum(b: Builder, subscripts: str, operands: Values) -> Value:
    """Sums of products by letters: the ops einsum and unary_einsum."""
    if len(operands) > 2:
        refuse("einsum takes one or two tensors; of more write one after the other")
    name = "einsum" if len(operands) == 2 else "unary_einsum"
    return b.value(name, *operands, einsum_config=subscripts.replace(" ", ""))
