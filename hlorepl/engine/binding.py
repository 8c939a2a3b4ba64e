"""An op as a function of arrays: attributes decoded, regions made callable, types that NumPy handles badly normalised.

This is the one place around every op: quantized operands, low-precision floats and small integers.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import HloError, Note
from ..ir.attributes import SymbolAttr
from ..ir.types import QuantizedType, TensorType
from ..ops.purity import runs_effects
from ..verifier.decoding import decoded
from ..verifier.rules import spec_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir.core import Op
    from ..ops.registry import OpSpec
    from .planner import Planner

    Kernel = Callable[..., Any]


class Bound:
    """An op ready to run. ``function`` takes the operands' arrays, then those of ``captures``.

    ``owning`` is the same with leave to overwrite the operand ``spec.updates``; ``regions`` are the callables, by the
    names of the op's parameters, ``keywords`` all that the op is called with.
    """

    __slots__ = ("captures", "function", "keywords", "owning", "regions", "spec")

    def __init__(self, spec: OpSpec):
        self.spec = spec
        self.function: Kernel = _never
        self.owning: Kernel | None = None
        self.captures: list[Any] = []
        self.keywords: dict[str, Any] = {}
        self.regions: dict[str, Any] = {}


def _never(*arrays: Any) -> Any:
    raise AssertionError("an op was run before it was bound")


def bind(planner: Planner, op: Op) -> Bound:
    """Make an op a function of arrays."""
    spec = spec_of(op)
    bound = Bound(spec)
    bound.keywords = _keywords(planner, op, spec, bound)
    if planner.backend.is_complete or spec.steps_rule is not None or spec.name in _PASSING:
        bound.function, bound.owning = _made(planner, op, bound)
        return bound
    # A device that cannot do everything leaves the rest to the host; control flow only passes values on.
    dtypes = [of.dtype for of in _tensor_types(op)]
    host = planner.host
    # A device may give up on the way, and the host begins anew: what is printed on the way would be printed twice.
    device = None if runs_effects(op) else lambda: _made(planner, op, bound)[0]
    bound.function = planner.backend.placed(spec.name, dtypes, device, lambda: host.bound(op).function)
    return bound


def _tensor_types(op: Op) -> list[TensorType]:
    return [value.type for value in (*op.operands, *op.results) if isinstance(value.type, TensorType)]


def _made(planner: Planner, op: Op, bound: Bound) -> tuple[Kernel, Kernel | None]:
    """The function of the operands and captures, and the one that may overwrite an operand."""
    spec = bound.spec
    types = [value.type for value in op.operands]
    if not bound.captures:
        return _functions(planner, op, spec, bound.keywords, types)
    count = len(types)

    def with_captures(*arrays: Any) -> Any:
        inner = {k: holding(v, arrays[count:]) for k, v in bound.keywords.items()}
        function, _ = _functions(planner, op, spec, inner, types)
        return function(*arrays[:count])

    return with_captures, None


#: Ops that hand values on as they are, wherever those lie.
_PASSING = frozenset(
    {"stablehlo.tuple", "stablehlo.get_tuple_element", "stablehlo.optimization_barrier", "interpreter.run_parallel"}
)


def holding(value: Any, captured: tuple[Any, ...]) -> Any:
    """A region with the arrays that it captures; anything else as it is."""
    if isinstance(value, tuple):
        return tuple(holding(each, captured) for each in value)
    hold = getattr(value, "holding", None)
    return value if hold is None else hold(captured)


def _functions(
    planner: Planner, op: Op, spec: OpSpec, keywords: dict[str, Any], types: list[Any]
) -> tuple[Kernel, Kernel | None]:
    if spec.quantized == "expressed" and _has_quantized(op):
        return _expressed(planner, op, spec, keywords, types), None
    function = _plain(planner.xp, spec, keywords, types, [value.type for value in op.results])
    owning = None
    if spec.updates is not None and "own" in spec.wants:
        owning = partial(spec.function, planner.xp, **{**keywords, "own": True})
    return function, owning


def _plain(xp: Any, spec: OpSpec, keywords: dict[str, Any], types: list[Any], results: list[Any]) -> Kernel:
    """The op's planned function, or the op itself, made fit for its element types."""
    if spec.low != "as is":
        low = _low_dtype([*types, *results])
        if low is not None:
            return _low(xp, spec, keywords, low)
    if spec.plan_rule is not None:
        known = {**keywords, "results": results, "result": results[0] if results else None}
        wanted = {name: known[name] for name in spec.plan_wants}
        planned = spec.plan_rule(xp, *types, **wanted)
        if planned is not None:
            return planned
    return partial(spec.function, xp, **keywords)


def _low_dtype(types: list[Any]) -> Any:
    """The first dtype that the policy for low precision applies to."""
    for of in types:
        if isinstance(of, TensorType) and not of.element.is_quantized:
            element = of.element
            if (element.is_float and element.bits <= 16) or (element.is_integer and element.bits < 8):
                return element.dtype
    return None


def _low(xp: Any, spec: OpSpec, keywords: dict[str, Any], dtype: Any) -> Kernel:
    from ..kernels.lowprecision import adapt, adapted  # late: NumPy

    if spec.low == "table" or not keywords:
        return partial(adapted(spec.function, dtype, spec.low), xp)
    return partial(adapt(partial(spec.function, **keywords), dtype, spec.low), xp)


def _has_quantized(op: Op) -> bool:
    return any(isinstance(v.type, TensorType) and v.type.element.is_quantized for v in (*op.operands, *op.results))


def _quantized(of: Any) -> QuantizedType | None:
    """The element type of a quantized tensor; None for any other type."""
    return of.element if isinstance(of, TensorType) and isinstance(of.element, QuantizedType) else None


def _expressed_type(of: Any) -> Any:
    if isinstance(of, TensorType) and isinstance(of.element, QuantizedType):
        return of.with_element(of.element.expressed)
    return of


def _expressed(planner: Planner, op: Op, spec: OpSpec, keywords: dict[str, Any], types: list[Any]) -> Kernel:
    """Dequantize, compute, quantize."""
    from ..kernels.quantization import dequantize, quantize  # late: NumPy

    xp = planner.xp
    results = [value.type for value in op.results]
    floats = [_expressed_type(of) for of in results]
    inner_keywords = {**keywords, **_declared(spec, floats)}
    inner = _plain(xp, spec, inner_keywords, [_expressed_type(of) for of in types], floats)
    operand_elements, result_elements = [_quantized(of) for of in types], [_quantized(of) for of in results]

    def run(*arrays: Any) -> Any:
        given = [
            array if element is None else dequantize(xp, array, element)
            for array, element in zip(arrays, operand_elements, strict=True)
        ]
        out = inner(*given)
        several = isinstance(out, tuple)
        made = [
            value if element is None else quantize(xp, value, element)
            for value, element in zip(out if several else (out,), result_elements, strict=True)
        ]
        return tuple(made) if several else made[0]

    return run


def _keywords(planner: Planner, op: Op, spec: OpSpec, bound: Bound) -> dict[str, Any]:
    """What the op's function is called with by name."""
    values = decoded(op, spec)
    found = {spec.keyword_of[name]: value for name, value in values.items()}
    for name in spec.callees:
        is_optional = spec.attributes[name].kind.is_optional
        found[spec.keyword_of[name]] = _callable(planner, op, values[name], is_optional)
    _add_regions(planner, op, spec, bound, found)
    found.update(_declared(spec, [value.type for value in op.results]))
    if "process" in spec.wants:
        found["process"] = planner.process
    if "meshes" in spec.wants:
        found["meshes"] = {str(SymbolAttr(*path)): mesh.attributes["mesh"] for path, mesh in op.links.items()}
    if "discardable" in spec.wants:
        found["discardable"] = {k: v for k, v in op.attributes.items() if k not in spec.attributes}
    return found


def _declared(spec: OpSpec, results: list[Any]) -> dict[str, Any]:
    """The declared types of the results, as the op's function asks for them."""
    declared = {"result": results[0] if results else None, "results": results}
    return {name: of for name, of in declared.items() if name in spec.wants}


def _callable(planner: Planner, op: Op, symbol: Any, loose: bool) -> Any:
    """The function that a symbol names as a callable; None for one that need not be there (``loose``) and is not."""
    if isinstance(symbol, tuple):
        return tuple(_callable(planner, op, one, loose) for one in symbol)
    function = op.callee(symbol) if symbol is not None else None
    if function is None or loose and function.is_declaration:
        return None
    if function.is_declaration:
        message = f"{symbol} is only declared: there is no body to run"
        notes = [Note("it is declared here", function.span_of("name"))]
        raise HloError(message, op.span_of("name"), "run.declaration", notes)
    return planner.function(function)


def _add_regions(planner: Planner, op: Op, spec: OpSpec, bound: Bound, found: dict[str, Any]) -> None:
    """All regions of an op capture the same values, in one order."""
    if not op.regions:
        if spec.variadic_regions:
            found[spec.keyword_of[spec.regions[0]]] = ()
        return
    from .region_functions import free_values  # late: on demand

    bound.captures = free_values(op.regions)
    made = [planner.region(region, bound.captures) for region in op.regions]
    if spec.variadic_regions:
        found[spec.keyword_of[spec.regions[0]]] = tuple(made)
    else:
        for name, region in zip(spec.regions, made, strict=False):
            found[spec.keyword_of[name]] = region
    bound.regions = {name: found[spec.keyword_of[name]] for name in spec.regions}
