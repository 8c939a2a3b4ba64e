"""The part of MLIR's ``shape`` dialect that shape computations of dynamic programs use.

A shape is an array of its sizes, whether its type is ``!shape.shape`` or ``tensor<?xindex>``; a size is a rank-0 array;
a witness carries nothing: what it stands for has been checked when it was made.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError, require
from ...ir import attributes as ir
from ...ir.types import ELEMENTS, ElementType, OpaqueType, TensorType, UnrankedType
from ..flow import Done, Enter, Step
from ..registry import op
from ..rules import require_tensors, shapes_agree
from ..written import host_ints, numbers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import Type
    from ..annotations import Attribute, Index, Region, RegionType

INDEX = ELEMENTS["index"]
SHAPE = OpaqueType("!shape.shape")
WITNESS = OpaqueType("!shape.witness")
_SIZE = OpaqueType("!shape.size")


def _sizes(xp: Any, values: Sequence[int]) -> Any:
    return xp.asarray(np.array(values, dtype=np.int64))


def is_shape(type_: Type) -> bool:
    """Whether a value is a shape: ``!shape.shape`` or a list of ``index``."""
    return type_ == SHAPE or (isinstance(type_, TensorType) and type_.rank == 1 and type_.element is INDEX)


def size_of(xp: Any, array: Any, index: Any, code: str) -> Any:
    """The size of the dimension that a rank-0 index names."""
    axis = int(index)
    if not 0 <= axis < array.ndim:
        raise HloError(f"there is no dimension {axis} in a tensor of rank {array.ndim}", code=code)
    return xp.asarray(array.shape[axis], dtype=xp.int64)


def element_at(array: Any, indices: Sequence[Any], code: str) -> Any:
    """The element at a place given by rank-0 indices."""
    place = tuple(int(index) for index in indices)
    if not all(0 <= index < size for index, size in zip(place, array.shape, strict=True)):
        raise HloError(f"there is no element {list(place)} in a tensor of shape {array.shape}", code=code)
    return array[place]


def _require_shapes(**operands: Type | tuple[Type, ...]) -> None:
    for name, operand in operands.items():
        listed = operand if isinstance(operand, tuple) else (operand,)
        for number, one in enumerate(listed):
            at = (name, number) if isinstance(operand, tuple) else name
            require(is_shape(one), "operand_type", "{at} must be a !shape.shape or a tensor<?xindex>", at=at)


def _require_size(name: str, type_: Type) -> None:
    good = type_ == _SIZE or (isinstance(type_, ElementType) and type_.is_integer)
    require(good, "operand_type", "{at} must be an index", at=name)


def _shape_result(result: Type | None, size: int | None) -> Type:
    """A shape in the type that is declared, ``tensor<?xindex>`` when none is."""
    inferred = TensorType((size,), INDEX)
    if result is None or result == SHAPE:
        return result or inferred
    good = isinstance(result, TensorType) and result.element is INDEX and shapes_agree(result.shape, inferred.shape)
    require(good, "result_type", "the result must be a shape, {wanted}", at="result", wanted=inferred)
    return result


def _size_result(result: Type | None) -> Type:
    if result is not None and result != INDEX:
        require(result == _SIZE, "result_type", "the result must be an index or a !shape.size", at="result")
    return result or INDEX


@op("shape.shape_of", form="chlo", unranked="own")
def shape_of(xp: Any, arg: Any) -> Any:
    """The shape of a tensor."""
    return _sizes(xp, arg.shape)


@shape_of.infer
def _(arg: TensorType | UnrankedType, *, result: Type | None) -> Type:
    if isinstance(arg, UnrankedType):
        return _shape_result(result, None)
    require_tensors(arg=arg)
    return _shape_result(result, arg.rank)


@op("shape.const_shape", form="shape_const_shape")
def const_shape(xp: Any, *, shape: Attribute) -> Any:
    """A shape that is written in the program."""
    return _sizes(xp, numbers_of(shape) or [])


@const_shape.infer
def _(*, shape: Attribute, result: Type | None) -> Type:
    sizes = numbers_of(shape)
    listed = sizes is not None and not isinstance(shape, ir.IntegerAttr)
    require(listed, "shape", "the shape must be a list of sizes, not {shape}", at="shape")
    return _shape_result(result, len(sizes or []))


@op("shape.const_size", form="shape_const_size")
def const_size(xp: Any, *, value: Index) -> Any:
    """A size that is written in the program."""
    return _sizes(xp, value)  # type: ignore[arg-type]


@const_size.infer
def _(*, result: Type | None) -> Type:
    return _size_result(result or _SIZE)


@op("shape.broadcast", form="chlo")
def broadcast(xp: Any, *shapes: Any) -> Any:
    """The shape to which values of all these shapes broadcast."""
    joined = _broadcast([host_ints(shape) for shape in shapes])
    if joined is None:
        raise HloError(f"shapes {', '.join(map(_text, shapes))} do not broadcast", code="run.broadcast")
    return _sizes(xp, joined)


def _text(shape: Any) -> str:
    return str(tuple(host_ints(shape)))


def _broadcast(shapes: Sequence[Sequence[int]]) -> list[int] | None:
    """The common shape; None when there is none."""
    rank = max(map(len, shapes), default=0)
    joined = [1] * rank
    for shape in shapes:
        for axis, size in enumerate(shape, rank - len(shape)):
            if joined[axis] == 1:
                joined[axis] = size
            elif size not in (1, joined[axis]):
                return None
    return joined


@broadcast.infer
def _(*shapes: Type, result: Type | None) -> Type:
    _require_shapes(shapes=shapes)
    ranks = [shape.shape[0] if isinstance(shape, TensorType) else None for shape in shapes]
    known = None if None in ranks else max(ranks, default=0)  # type: ignore[type-var]
    return _shape_result(result, known)


@op("shape.concat", form="chlo")
def concat(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Two shapes, one behind the other."""
    return xp.concatenate([lhs, rhs])


@concat.infer
def _(lhs: Type, rhs: Type, *, result: Type | None) -> Type:
    _require_shapes(lhs=lhs, rhs=rhs)
    sizes = [type_.shape[0] if isinstance(type_, TensorType) else None for type_ in (lhs, rhs)]
    return _shape_result(result, None if None in sizes else sum(sizes))  # type: ignore[arg-type]


@op("shape.num_elements", form="chlo")
def num_elements(xp: Any, shape: Any) -> Any:
    """How many elements a shape has."""
    return xp.asarray(prod(host_ints(shape)), dtype=xp.int64)


@num_elements.infer
def _(shape: Type, *, result: Type | None) -> Type:
    _require_shapes(shape=shape)
    return _size_result(result)


@op("shape.rank", form="chlo")
def rank(xp: Any, shape: Any) -> Any:
    """How many dimensions a shape has."""
    return xp.asarray(shape.shape[0], dtype=xp.int64)


@rank.infer
def _(shape: Type, *, result: Type | None) -> Type:
    _require_shapes(shape=shape)
    return _size_result(result)


@op("shape.get_extent", form="chlo")
def get_extent(xp: Any, shape: Any, dim: Any) -> Any:
    """One size of a shape."""
    return element_at(shape, (dim,), "run.get_extent")


@get_extent.infer
def _(shape: Type, dim: Type, *, result: Type | None) -> Type:
    _require_shapes(shape=shape)
    _require_size("dim", dim)
    return _size_result(result)


@op("shape.dim", form="chlo")
def shape_dim(xp: Any, value: Any, index: Any) -> Any:
    """The size of one dimension of a tensor."""
    return size_of(xp, value, index, "run.dim")


@shape_dim.infer
def _(value: TensorType, index: Type, *, result: Type | None) -> Type:
    require_tensors(value=value)
    _require_size("index", index)
    return _size_result(result)


@op("shape.from_extents", form="shape_from_extents")
def from_extents(xp: Any, *extents: Any) -> Any:
    """A shape of these sizes."""
    return _sizes(xp, [int(extent) for extent in extents])


@from_extents.infer
def _(*extents: Type) -> Type:
    for number, extent in enumerate(extents):
        good = extent == _SIZE or extent is INDEX
        require(good, "operand_type", "{at} must be an index", at=("extents", number))
    return SHAPE


@op("shape.to_extent_tensor", form="chlo")
def to_extent_tensor(xp: Any, shape: Any) -> Any:
    """A shape as a tensor of its sizes."""
    return shape


@op("shape.value_as_shape", form="chlo")
def value_as_shape(xp: Any, shape: Any) -> Any:
    """A tensor of sizes as a shape."""
    return shape.astype(xp.int64)


def _same_shape(shape: Type, *, result: Type | None) -> Type:
    known = isinstance(shape, TensorType) and shape.rank == 1 and shape.element.is_integer
    require(known or shape == SHAPE, "operand_type", "{shape} must be a shape", at="shape")
    return _shape_result(result, shape.shape[0] if isinstance(shape, TensorType) else None)


to_extent_tensor.infer(_same_shape)
value_as_shape.infer(_same_shape)


@op("shape.size_to_index", form="shape_size_to_index")
def size_to_index(xp: Any, arg: Any) -> Any:
    """A size as an index."""
    return arg


@op("shape.index_to_size", form="shape_index_to_size")
def index_to_size(xp: Any, arg: Any) -> Any:
    """An index as a size."""
    return arg


@size_to_index.infer(result="result_type")
def _(arg: Type) -> Type:
    _require_size("arg", arg)
    return INDEX


@index_to_size.infer(result="result_type")
def _(arg: Type) -> Type:
    _require_size("arg", arg)
    return _SIZE


@op("shape.cstr_broadcastable", form="shape_cstr", pure=False)
def cstr_broadcastable(xp: Any, *shapes: Any) -> Any:
    """Demand that shapes broadcast; the result stands for that fact."""
    if _broadcast([host_ints(shape) for shape in shapes]) is None:
        raise HloError(f"shapes {', '.join(map(_text, shapes))} do not broadcast", code="run.cstr_broadcastable")


@op("shape.cstr_eq", form="shape_cstr", pure=False)
def cstr_eq(xp: Any, *shapes: Any) -> Any:
    """Demand that shapes are equal; the result stands for that fact."""
    if len({tuple(host_ints(shape)) for shape in shapes}) > 1:
        raise HloError(f"shapes {', '.join(map(_text, shapes))} differ", code="run.cstr_eq")


def _shapes_to_witness(*shapes: Type) -> Type:
    _require_shapes(shapes=shapes)
    return WITNESS


cstr_broadcastable.infer(_shapes_to_witness, result="result_type")
cstr_eq.infer(_shapes_to_witness, result="result_type")


@op("shape.cstr_require", form="shape_cstr_require", pure=False)
def cstr_require(xp: Any, pred: Any, *, msg: str) -> Any:
    """Demand that an i1 is true, else fail with a message."""
    if not pred:
        raise HloError(msg, code="run.cstr_require")


cstr_require.infer(lambda pred: WITNESS, result="result_type")


@op("shape.const_witness", form="shape_const_witness", pure=False)
def const_witness(xp: Any, *, passing: bool) -> Any:
    """A witness of what is known to hold."""
    if not passing:
        raise HloError("a witness that nothing can give", code="run.const_witness")


const_witness.infer(lambda: WITNESS, result="result_type")


@op("shape.assuming_all", form="shape_assuming_all")
def assuming_all(xp: Any, *inputs: Any) -> Any:
    """The witness of several facts."""


assuming_all.infer(lambda *inputs: WITNESS, result="result_type")


@op("shape.assuming_yield", form="func_return", terminator=True, unranked="own")
def assuming_yield(xp: Any, *operands: Any) -> Any:
    """End the region of ``shape.assuming`` with these results."""
    return operands


assuming_yield.infer(lambda *operands: [])


@op("shape.assuming", form="shape_assuming", unranked="own")
def assuming(xp: Any, witness: Any, *, body: Region) -> Any:
    """Run a region that relies on what a witness stands for."""
    return body()


@assuming.steps
def _(witness: Any, *, body: Region) -> Step:
    return Enter(body, (), Done)


@assuming.infer(result="result_types")
def _(witness: Type, *, body: RegionType) -> list[Type]:
    require(witness == WITNESS, "operand_type", "{witness} must be a !shape.witness", at="witness")
    return list(body.returns)
