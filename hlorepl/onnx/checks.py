"""Whether a node's inputs are of the types that ONNX's schema of its operator admits.

Types do not depend on values, so a plan asks once, on its first run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from .protos import import_onnx
from .tensors import type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import onnx

    Check = Callable[[Sequence[Any]], None]


def input_check(name: str, opset: int, domain: str) -> Check | None:
    """The check of an operator's inputs, or ``None`` for one without a schema.

    The check raises an HloError that names the input, its type, and what was expected.
    """
    onnx = import_onnx()
    schema = schema_of(name, opset, domain)
    if schema is None or not schema.inputs:
        return None
    allowed = {
        constraint.type_param_str: frozenset(constraint.allowed_type_strs) for constraint in schema.type_constraints
    }
    last = schema.inputs[-1]
    variadic = last.option == onnx.defs.OpSchema.FormalParameterOption.Variadic
    mixed = {last.type_str} if variadic and not last.is_homogeneous else set()

    def check(values: Sequence[Any]) -> None:
        bound: dict[str, tuple[str, str]] = {}
        for index, value in enumerate(values):
            formal = schema.inputs[min(index, len(schema.inputs) - 1)]
            kind = type_text(value)
            if kind is None:
                continue
            types = allowed.get(formal.type_str) or frozenset([formal.type_str])
            if kind not in types and f"optional({kind})" not in types:
                raise HloError(
                    f"the input {formal.name} of {name} is {kind}",
                    code="onnx.type",
                    help=f"allowed: {', '.join(sorted(types))}",
                )
            other, first = bound.setdefault(formal.type_str, (kind, formal.name))
            if other != kind and formal.type_str not in mixed:
                raise HloError(
                    f"the input {formal.name} of {name} is {kind}, {first} is {other}",
                    code="onnx.type",
                    help=f"both must be of one type ({formal.type_str}); Cast converts",
                )

    return check


def schema_of(name: str, opset: int, domain: str) -> Any:
    """ONNX's schema of an operator in an opset, or ``None``."""
    onnx = import_onnx()
    try:
        return onnx.defs.get_schema(name, opset, domain)
    except (onnx.defs.SchemaError, TypeError):
        # A name from a file need not be a text that the package takes.
        return None


def check_node(node: onnx.NodeProto, opset: int, domain: str) -> None:
    """Whether a node's inputs and attributes are those of its schema: none missing, each attribute of its type.

    :raises HloError: they are not.
    """
    onnx = import_onnx()
    schema = schema_of(node.op_type, opset, domain)
    if schema is None:
        return
    single = onnx.defs.OpSchema.FormalParameterOption.Single
    for formal, name in zip(schema.inputs, node.input, strict=False):
        if formal.option == single and not name:
            raise HloError(f"{node.op_type} needs the input {formal.name}", code="onnx.inputs")
    kinds = onnx.AttributeProto.AttributeType
    for attribute in node.attribute:
        declared = schema.attributes.get(attribute.name)
        if declared is None or attribute.ref_attr_name:
            continue
        if int(declared.type.value) != attribute.type:
            raise HloError(
                f"the attribute '{attribute.name}' of {node.op_type} is of type {kinds.Name(attribute.type)}",
                code="onnx.attribute",
                help=f"it must be of type {declared.type.name}",
            )


def type_text(value: Any) -> str | None:
    """A value's type as schemas write it; ``None`` where it cannot be told."""
    if isinstance(value, list):
        element = type_text(value[0]) if value else None
        return f"seq({element})" if element else None
    return f"tensor({type_name(value.dtype)})" if hasattr(value, "dtype") else None
