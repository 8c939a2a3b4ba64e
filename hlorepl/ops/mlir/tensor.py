"""The part of MLIR's ``tensor`` dialect that shape computations of dynamic programs use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import HloError, broken, require
from ...ir.types import ElementType, TensorType, UnrankedType
from ..registry import op
from ..rules import require_tensors, shapes_agree
from .shape import INDEX, element_at, size_of

if TYPE_CHECKING:
    from ...ir.types import Type


@op("tensor.dim", form="tensor_dim", quantized="storage", unranked="own")
def tensor_dim(xp: Any, source: Any, index: Any) -> Any:
    """The size of one dimension of a tensor."""
    return size_of(xp, source, index, "run.dim")


@tensor_dim.infer(result="result_type")
def _(source: TensorType | UnrankedType, index: Type) -> Type:
    if not isinstance(source, UnrankedType):
        require_tensors(source=source)
    require(index is INDEX, "operand_type", "{index} must be an index", at="index")
    return INDEX


@op("tensor.from_elements", form="tuple")
def from_elements(xp: Any, *elements: Any, result: TensorType) -> Any:
    """A tensor of these numbers, in order."""
    values = [xp.reshape(element, (1,)) for element in elements]
    return xp.concatenate(values).reshape(result.sizes) if values else xp.empty(result.sizes, result.dtype)


@from_elements.infer
def _(*elements: Type, result: Type | None) -> Type | None:
    for number, element in enumerate(elements):
        good = isinstance(element, ElementType) and element == elements[0]
        at = ("elements", number)
        require(good, "operand_type", "{at} must be a number of the type of the first one", at=at)
    if result is None:
        return TensorType((len(elements),), elements[0]) if elements else None  # type: ignore[arg-type]
    good = isinstance(result, TensorType) and result.is_static and result.size == len(elements)
    message = "{result} must have {count} elements"
    require(good, "result_type", message, at="result", count=len(elements))
    same = not elements or result.element is elements[0]  # type: ignore[attr-defined]
    require(same, "result_type", "elements of {result} must have the type of the operands", at="result")
    return result


@op("tensor.extract", form="tensor_extract", quantized="storage")
def extract(xp: Any, tensor: Any, *indices: Any) -> Any:
    """One element of a tensor."""
    return element_at(tensor, indices, "run.extract")


@extract.infer(result="result_type")
def _(tensor: TensorType, *indices: Type) -> Type:
    require_tensors(tensor=tensor)
    counts: dict[str, Any] = {"rank": tensor.rank, "found": len(indices)}
    message = "{tensor} has rank {rank}, here are {found} indices"
    require(len(indices) == tensor.rank, "indices", message, at="tensor", **counts)
    for number, index in enumerate(indices):
        require(index is INDEX, "operand_type", "{at} must be an index", at=("indices", number))
    return tensor.element


@op("tensor.cast", form="to", quantized="storage", unranked="own")
def cast(xp: Any, source: Any, *, result: TensorType) -> Any:
    """The same tensor in a type that knows more or less of its shape; what it says must hold."""
    if not shapes_agree(result.shape, source.shape):
        raise HloError(f"a tensor of shape {source.shape} is no {result}", code="run.cast")
    return source


@cast.infer
def _(source: TensorType | UnrankedType, *, result: Type | None) -> Type | None:
    if not isinstance(source, UnrankedType):
        require_tensors(source=source)
    if result is None:
        return None
    if not isinstance(result, TensorType | UnrankedType):
        broken("result_type", "{result} must be a tensor", at="result")
    fits = not (isinstance(source, TensorType) and isinstance(result, TensorType)) or shapes_agree(
        result.shape, source.shape
    )
    good = result.element == source.element and fits
    require(good, "result_type", "{source} cannot be a {result}", at="result")
    return result
