"""custom_call: an op by the name of its target, which is looked up when the call runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import broken, require
from ...ir import attributes as ir
from ...ir.types import TensorType, TupleType, UnrankedType
from ..decode import Unfit, kind_of
from ..error_bounds import Unstable
from ..registry import op
from ..structs import OutputOperandAlias
from .targets import TargetCall, declared_target, find_target, python_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.core import Op
    from ...ir.types import Type
    from ..annotations import I32, Attribute, Callees
    from ..registry import OpSpec

_TYPED_FFI = 4


def _of_target(written: Op) -> OpSpec | None:
    """The declaration of a target that is one of an op: it asks more of a run than a function of arrays can."""
    name = written.attributes.get("call_target_name")
    return declared_target(name.value) if isinstance(name, ir.StringAttr) else None


@op(
    "stablehlo.custom_call",
    form="custom_call",
    pure=False,
    quantized="storage",
    unranked="own",
    variants=_of_target,
    error=Unstable(),
)
def custom_call(
    xp: Any,
    *inputs: Any,
    call_target_name: str,
    has_side_effect: bool = False,
    backend_config: Attribute | None = None,
    api_version: I32 = 1,
    called_computations: Callees | None = (),
    operand_layouts: Attribute | None = None,
    result_layouts: Attribute | None = None,
    output_operand_aliases: Attribute | None = None,
    discardable: dict[str, Any],
    results: Sequence[Type],
) -> Any:
    """Run the registered target of that name."""
    call = TargetCall(call_target_name, xp, (), results, computations=called_computations or ())
    call.config, call.attributes = _settings(backend_config, discardable)
    return _run(find_target(call_target_name), call, inputs)


def _settings(backend_config: Attribute | None, discardable: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    attributes = {name: python_value(value) for name, value in discardable.items()}
    # JAX writes an empty string beside a dictionary of its own.
    config = (backend_config and python_value(backend_config)) or attributes.get("mhlo.backend_config")
    if not isinstance(config, dict):
        config = {"": config} if config else {}
    return config, attributes


def _run(target: Callable[..., Any], call: TargetCall, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    values = target(call, *inputs)
    if values is None:
        values = ()
    elif not isinstance(values, tuple):
        values = (values,)
    if len(values) != len(call.results):
        raise call.fail(f"the number of results is {len(values)}, the program takes {len(call.results)}")
    return values


@custom_call.plan
def _(
    xp: Any,
    *inputs: Type,
    call_target_name: str,
    backend_config: Attribute | None,
    called_computations: Callees | None,
    discardable: dict[str, Any],
    results: Sequence[Type],
) -> Callable[..., Any]:
    call = TargetCall(call_target_name, xp, inputs, results, computations=called_computations or ())
    call.config, call.attributes = _settings(backend_config, discardable)
    # Looked up when it runs: a target may be registered later, and a call that is never reached needs none.
    return lambda *arrays: _run(find_target(call_target_name), call, arrays)


@custom_call.infer
def _(
    *inputs: Type,
    backend_config: Attribute | None,
    api_version: int,
    operand_layouts: Attribute | None,
    result_layouts: Attribute | None,
    output_operand_aliases: Attribute | None,
    results: Sequence[Type] | None,
) -> None:
    require(0 <= api_version <= _TYPED_FFI, "api_version", "there is no api_version {api_version}", at="api_version")
    _check_config(backend_config, api_version)
    both = (operand_layouts is None) == (result_layouts is None)
    given = "operand_layouts" if result_layouts is None else "result_layouts"
    require(both, "layouts", "layouts must be given for operands and results, or for neither", at=given)
    if results is None:
        return
    if operand_layouts is not None and result_layouts is not None:
        _check_layouts(inputs, operand_layouts, "operand_layouts")
        flat = results[0].types if len(results) == 1 and isinstance(results[0], TupleType) else results
        _check_layouts(flat, result_layouts, "result_layouts")
    listed = output_operand_aliases is None or isinstance(output_operand_aliases, ir.ArrayAttr)
    at = "output_operand_aliases"
    require(listed, "attribute_kind", "output_operand_aliases must be a list, not {output_operand_aliases}", at=at)
    for alias in output_operand_aliases.items if isinstance(output_operand_aliases, ir.ArrayAttr) else ():
        _check_alias(alias, inputs, results)


def _check_config(backend_config: Attribute | None, api_version: int) -> None:
    if backend_config is None:
        return
    wanted = ir.DictAttr if api_version == _TYPED_FFI else ir.StringAttr
    good = isinstance(backend_config, wanted)
    kind = "a dictionary" if api_version == _TYPED_FFI else "a string"
    message = "for api_version {api_version}, backend_config must be {kind}"
    require(good, "backend_config", message, at="backend_config", kind=kind)


def _check_layouts(types: Sequence[Type], layouts: Attribute, name: str) -> None:
    given = layouts.items if isinstance(layouts, ir.ArrayAttr) else []
    items = [item for item in given if isinstance(item, ir.DenseAttr) and item.type.element.name == "index"]
    listed = isinstance(layouts, ir.ArrayAttr) and len(items) == len(layouts.items)
    require(listed, "layouts", "{name} must be a list of dense<…> : tensor<…xindex>", at=name, name=name)
    counts = {"found": len(items), "wanted": len(types), "name": name}
    require(len(items) == len(types), "layouts", "there must be {wanted} {name}, not {found}", at=name, **counts)
    for number, (item, type_) in enumerate(zip(items, types, strict=True)):
        if isinstance(type_, UnrankedType):
            continue
        order = item.array.ravel().tolist() if item.is_list else []
        rank = type_.rank if isinstance(type_, TensorType) else 0
        where = {"number": number, "type": type_, "name": name}
        message = "number {number} of {name} must be a permutation of the dimensions of {type}"
        require(item.is_list and sorted(order) == list(range(rank)), "layouts", message, at=name, **where)


def _check_alias(alias: Attribute, inputs: Sequence[Type], results: Sequence[Type]) -> None:
    at, code = "output_operand_aliases", "output_operand_aliases"
    try:
        record = kind_of(OutputOperandAlias).decode(alias)
    except Unfit as unfit:
        broken(code, "each alias must be {wanted}", at=at, wanted=str(unfit))
    number = record.operand_index
    inside = 0 <= number < len(inputs)
    require(inside, code, "there is no operand number {number} for an alias", at=at, number=number)
    operand = _part(inputs[number], record.operand_tuple_indices)
    require(operand is not None, code, "operand_tuple_indices of an alias lead nowhere", at=at)
    whole = results[0] if len(results) == 1 else TupleType(tuple(results))
    result = _part(whole, record.output_tuple_indices)
    require(result is not None, code, "output_tuple_indices of an alias lead nowhere", at=at)
    message = "an alias joins {operand_type} and {result_type}, which are not the same"
    require(operand == result, code, message, at=at, operand_type=operand, result_type=result)


def _part(whole: Type, indices: Sequence[int]) -> Type | None:
    """What these indices pick out of nested tuples; None when there is nothing."""
    part: Type | None = whole
    for index in indices:
        if not isinstance(part, TupleType) or not 0 <= index < len(part.types):
            return None
        part = part.types[index]
    return part
