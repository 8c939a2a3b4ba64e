"""ONNX's protobuf messages as Python values: tensors (with external data), attributes and types."""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..memory import default_limit
from ..wording import reason
from .tensors import dtype_of, type_name

if TYPE_CHECKING:
    import onnx

EXTERNAL = 1
"""``TensorProto.EXTERNAL``: the data lie in another file."""


@dataclass(frozen=True, slots=True)
class ValueType:
    """The declared type of a value: a tensor, or a sequence, optional or map of ``element``.

    ``shape`` is ``None`` where the rank is unknown; a dimension is a size, a symbol, or ``None``.
    """

    kind: str
    dtype: np.dtype | None = None
    shape: tuple[int | str | None, ...] | None = None
    element: ValueType | None = None

    def __str__(self) -> str:
        if self.kind != "tensor":
            return f"{self.kind}({self.element})" if self.element else self.kind
        name = type_name(self.dtype) if self.dtype is not None else "tensor"
        return name if self.shape is None else f"{name}[{', '.join('?' if d is None else str(d) for d in self.shape)}]"


def import_onnx() -> Any:
    """The ``onnx`` package, which only reading models needs.

    :raises HloError: it is not installed.
    """
    try:
        import onnx  # late: ONNX
    except ImportError:
        raise HloError(
            "reading ONNX models needs the package 'onnx'", code="onnx.missing", help="pip install hlorepl[onnx]"
        ) from None
    return onnx


def value_type(proto: onnx.TypeProto) -> ValueType:
    """A ``TypeProto`` as a record."""
    match proto.WhichOneof("value"):
        case "tensor_type":
            return _tensor_type("tensor", proto.tensor_type)
        case "sparse_tensor_type":
            return _tensor_type("tensor", proto.sparse_tensor_type)
        case "sequence_type":
            return ValueType("sequence", element=value_type(proto.sequence_type.elem_type))
        case "optional_type":
            return ValueType("optional", element=value_type(proto.optional_type.elem_type))
        case "map_type":
            return ValueType("map", element=value_type(proto.map_type.value_type))
        case _:
            return ValueType("any")


def _tensor_type(kind: str, proto: Any) -> ValueType:
    shape = None
    if proto.HasField("shape"):
        shape = tuple(_dimension(dim) for dim in proto.shape.dim)
    return ValueType(kind, dtype_of(proto.elem_type) if proto.elem_type else None, shape)


def _dimension(dim: Any) -> int | str | None:
    kind = dim.WhichOneof("value")
    return getattr(dim, kind) if kind else None


def type_proto(value: Any) -> Any:
    """The ``TypeProto`` of a value."""
    onnx = import_onnx()
    if value is None:
        return onnx.TypeProto()
    if isinstance(value, list):
        element = type_proto(value[0]) if value else onnx.TypeProto()
        return onnx.helper.make_sequence_type_proto(element)
    element = onnx.TensorProto.DataType.Value(type_name(value.dtype).upper())
    return onnx.helper.make_tensor_type_proto(element, value.shape)


def to_array(tensor: onnx.TensorProto, folder: Path | None = None) -> np.ndarray:
    """A ``TensorProto`` as an array; external data are looked for in ``folder`` only.

    :raises HloError: the data do not fit the type, or lie outside the folder.
    """
    onnx = import_onnx()
    if tensor.data_location == EXTERNAL:
        return _external(tensor, folder)
    try:
        return onnx.numpy_helper.to_array(tensor)
    except (ValueError, TypeError, KeyError, UnicodeDecodeError) as error:
        raise HloError(f"the tensor '{tensor.name}' cannot be read: {error}", code="onnx.tensor") from error


def _external(tensor: onnx.TensorProto, folder: Path | None) -> np.ndarray:
    entries = {entry.key: entry.value for entry in tensor.external_data}
    path = _inside(entries.get("location", ""), folder, tensor.name)
    onnx = import_onnx()
    inline = onnx.TensorProto()
    inline.CopyFrom(tensor)
    inline.ClearField("external_data")
    inline.ClearField("data_location")
    inline.raw_data = _read(path, entries, tensor)
    return to_array(inline)


def _inside(location: str, folder: Path | None, name: str) -> Path:
    """The file of external data: below the model's folder, by no detour and through no link that leads out."""
    what = f"the external data of '{name}'"
    if folder is None:
        raise HloError(f"{what} need the model's folder", code="onnx.external", help="load the model from its file")
    plain = Path(location.replace("\\", "/"))
    if not location or "\0" in location or plain.is_absolute() or Path(location).drive or ".." in plain.parts:
        raise HloError(
            f"{what} are at '{location}', which is not a path inside the model's folder", code="onnx.external"
        )
    root = os.path.realpath(folder)
    path = Path(os.path.realpath(Path(root) / location))
    if os.path.commonpath([root, path]) != root:
        raise HloError(f"{what} are at '{location}', a link that leads out of the model's folder", code="onnx.external")
    if path.exists() and not path.is_file():
        raise HloError(f"{what} are at '{location}', which is no file", code="onnx.external")
    return path


def _read(path: Path, entries: dict[str, str], tensor: onnx.TensorProto) -> bytes:
    name, most = tensor.name, max(0, prod(tensor.dims)) * dtype_of(tensor.data_type).itemsize
    try:
        offset, length = int(entries.get("offset") or 0), entries.get("length")
        size = int(length) if length else None
    except ValueError:
        raise HloError(
            f"the external data of '{name}' have an offset or length that is no number", code="onnx.external"
        ) from None
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            available = file.tell() - offset
            if offset < 0 or available < max(size or 0, 0) or (size or 0) < 0:
                raise HloError(f"the external data of '{name}' end beyond the file {path.name}", code="onnx.external")
            wanted = available if size is None else size
            if wanted > most:
                message = f"the external data of '{name}' are {wanted} bytes, and it has room for {most}"
                raise HloError(message, code="onnx.external")
            file.seek(offset)
            return file.read(wanted)
    except OSError as error:
        raise HloError(f"the external data of '{name}' cannot be read: {reason(error)}", code="onnx.external") from None


def to_dense(sparse: onnx.SparseTensorProto, folder: Path | None = None) -> np.ndarray:
    """A ``SparseTensorProto`` (linear or one row of indices for each value) as a dense array."""
    values, indices = to_array(sparse.values, folder), to_array(sparse.indices, folder)
    shape = tuple(sparse.dims)
    wanted = prod(shape) * values.dtype.itemsize
    if min(shape, default=0) < 0 or wanted > default_limit():
        message = f"the sparse tensor '{sparse.values.name}' of shape {shape} needs {wanted} bytes; values may hold {default_limit()}"
        raise HloError(message, code="limit.memory")
    dense = np.zeros(shape, values.dtype)
    flat = indices if indices.ndim == 1 else np.ravel_multi_index(tuple(indices.T), shape)
    if flat.size and (flat.min() < 0 or flat.max() >= dense.size):
        raise HloError(
            f"the sparse tensor '{sparse.values.name}' has an index outside its shape {shape}", code="onnx.tensor"
        )
    dense.reshape(-1)[flat] = values
    return dense


def attribute_value(attribute: onnx.AttributeProto, folder: Path | None = None) -> Any:
    """An attribute's value: numbers, ``str``, arrays and lists of them; a graph stays a ``GraphProto``."""
    onnx = import_onnx()
    kind = onnx.AttributeProto.AttributeType.Name(attribute.type)
    if kind.endswith("S"):
        return [_single(kind[:-1], item, folder) for item in getattr(attribute, _FIELDS[kind])]
    if kind not in _FIELDS:
        raise HloError(f"the attribute '{attribute.name}' has no type", code="onnx.attribute")
    return _single(kind, getattr(attribute, _FIELDS[kind]), folder)


_FIELDS = {
    "FLOAT": "f",
    "INT": "i",
    "STRING": "s",
    "TENSOR": "t",
    "GRAPH": "g",
    "SPARSE_TENSOR": "sparse_tensor",
    "TYPE_PROTO": "tp",
    "FLOATS": "floats",
    "INTS": "ints",
    "STRINGS": "strings",
    "TENSORS": "tensors",
    "GRAPHS": "graphs",
    "SPARSE_TENSORS": "sparse_tensors",
    "TYPE_PROTOS": "type_protos",
}


def _single(kind: str, item: Any, folder: Path | None) -> Any:
    match kind:
        case "STRING":
            return item.decode("utf-8", "surrogateescape")
        case "TENSOR":
            return to_array(item, folder)
        case "SPARSE_TENSOR":
            return to_dense(item, folder)
        case "TYPE_PROTO":
            return value_type(item)
        case _:
            return item
