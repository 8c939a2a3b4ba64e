"""An op as a function of arrays: attributes decoded, regions made callable, types that NumPy handles badly normalised.

This is the one place around every op: quantized operands, low-precision floats and small integers.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ..ir.types import QuantizedType, TensorType, is_scalar
from ..kernels.numbers import is_plain
from ..ops.collective.mesh_axes import meshes_by_name
from ..ops.expressions import Expression, operand_of
from ..ops.purity import reached, runs_effects
from ..verifier.decoding import decoded
from ..verifier.rules import spec_of
from .arguments import require_body
from .context import NOBODYS
from .exchanging import exchanged
from .in_steps import by_rule, in_steps, listed
from .inlining import Inlined
from .region_functions import RegionFunction, free_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..ir.core import Op
    from ..ops.flow import Run, Step
    from ..ops.registry import OpSpec
    from .context import RunContext
    from .exchanging import Rule
    from .planner import Planner

    Kernel = Callable[..., Any]


class Bound:
    """An op ready to run. ``function`` takes the operands' arrays, then those of ``captures``.

    With ``wants_context`` the run's context comes first. ``owning`` is the same with leave to overwrite the operand
    ``spec.updates``; ``fast`` takes a list of the arrays, which it empties, and the context; ``rule`` takes such a list and
    says what is run first. ``keywords`` is all that the op is called with, its ``regions`` among it, which are to be put into
    a run (``RegionFunction.within``).
    """

    __slots__ = (
        *("captures", "expression", "fast", "function", "inline", "is_certain", "keywords", "number", "owning"),
        *("regions", "rule", "spec", "wants_context"),
    )

    def __init__(self, spec: OpSpec):
        self.spec = spec
        self.function: Kernel = _never
        self.owning: Kernel | None = None
        self.fast: Run | None = None
        self.rule: Callable[[list[Any], RunContext], Step] | None = None
        self.captures: list[Any] = []
        self.keywords: dict[str, Any] = {}
        self.wants_context = False
        #: See ``Step``.
        self.expression: Expression | None = None
        self.number: Callable[[], Expression | None] | None = None
        self.inline: Inlined | None = None
        self.is_certain = False
        #: The regions and functions that it may run.
        self.regions: tuple[RegionFunction, ...] = ()


def _regions_in(values: Iterable[Any]) -> Iterator[RegionFunction]:
    for value in values:
        if isinstance(value, RegionFunction):
            yield value
        elif isinstance(value, tuple):
            several = cast("tuple[Any, ...]", value)
            yield from _regions_in(several)


def _never(*arrays: Any) -> Any:
    raise AssertionError("an op was run before it was bound")


#: What was bound by types alone: by backend, op and types, so many at a time.
_BY_TYPES: dict[Any, Bound] = {}
_MOST_BY_TYPES = 2_000


def bind(planner: Planner, op: Op) -> Bound:
    """Make an op a function of arrays. Those of the same types and attributes are the same where nothing else decides."""
    spec = spec_of(op)
    if planner.compiles_loops and op.regions and spec.steps_rule is not None:
        from .whole_functions import whole_op  # late: on demand

        found = whole_op(planner.backend, op, Bound(spec))
        if found is not None:
            return found
    if op.regions or not spec.is_bound_alone or not planner.backend.is_complete:
        return _bind(planner, op, spec)
    types = (*[value.type for value in op.operands], None, *[value.type for value in op.results])
    if op.attributes:
        decoded(op, spec)
        # The verifier has made one object of what equal attributes say.
        key, kept = (spec, op.decoded, types), planner.by_types
    else:
        key, kept = (planner.backend, spec, types), _BY_TYPES
    bound = kept.get(key)
    if bound is None:
        if len(kept) >= _MOST_BY_TYPES:
            kept.clear()
        bound = kept[key] = _bind(planner, op, spec)
    return bound


def _bind(planner: Planner, op: Op, spec: OpSpec) -> Bound:
    bound = Bound(spec)
    bound.keywords = _keywords(planner, op, spec, bound)
    if op.regions or spec.callees:
        bound.regions = tuple(_regions_in(bound.keywords.values()))
    bound.wants_context = _wants_context(op, spec)
    if spec.steps_rule is not None:
        bound.rule = _rule(planner, op, spec, bound)
        if spec.collective and not planner.backend.is_complete:
            bound.rule = _exchanged(planner, op, bound.rule)
        if spec.inline_rule is not None:
            bound.inline = Inlined(planner, op, bound)
        bound.fast = _fast(op, spec, bound)
        bound.function = listed(bound.fast)
    elif planner.backend.is_complete or spec.passes:
        bound.function, bound.owning = _made(planner, op, bound)
        if isinstance(bound.function, Expression):
            bound.expression, bound.function = bound.function, bound.function.function
        if planner.backend.is_host:
            _add_number(bound, op)
    else:
        bound.function = _placed(planner, op, bound)
    return bound


def _add_number(bound: Bound, op: Op) -> None:
    """How the op is done on numbers of Python, worked out when it is asked for."""
    rule = bound.spec.number_rule
    if rule is None or bound.wants_context or not (len(op.results) == 1 and _is_number(op.results[0].type)):
        return
    bound.number = partial(_number, rule, bound, op)


def _number(rule: Callable[..., Expression | None], bound: Bound, op: Op) -> Expression | None:
    types = [value.type for value in op.operands]
    if any(not isinstance(of, TensorType) or of.element.is_quantized or not of.is_static for of in types):
        return None
    known = {**bound.keywords, "result": op.results[0].type}
    found = rule(*types, **{name: known[name] for name in bound.spec.number_wants})
    fields = () if found is None else found.fields
    numbers = [types[operand_of(field)] for field in fields if field[0] == "n" and operand_of(field) >= 0]
    return found if all(map(_is_number, numbers)) else None


def _is_number(of: Any) -> bool:
    return isinstance(of, TensorType) and of.shape == () and not of.element.is_quantized and is_plain(of.dtype)


def _wants_context(op: Op, spec: OpSpec) -> bool:
    """Whether the op itself asks for something of the run, or what it may run does: arrays to be counted, effects."""
    if spec.of_the_run or spec.steps_rule is not None:
        return True
    if not op.regions and not spec.callees:
        return False
    inner = [each for each in reached([op]) if each is not op]
    return any(each is None or _is_of_the_run(each) for each in inner)


def _is_of_the_run(op: Op) -> bool:
    spec = spec_of(op)
    values = (*op.operands, *op.results)
    return spec.waits or bool(spec.of_the_run) or not all(is_scalar(value.type) for value in values)


def _rule(planner: Planner, op: Op, spec: OpSpec, bound: Bound) -> Callable[[list[Any], RunContext], Step]:
    """The op's ``steps`` rule on a list of its operands and of what its regions capture."""
    rule, count = spec.steps_rule, len(op.operands)
    assert rule is not None
    of_the_run = spec.steps_wants & _OF_THE_RUN.keys()
    known = {**bound.keywords, "xp": planner.xp}
    wanted = {name: known[name] for name in spec.steps_wants - of_the_run}
    regions = {name: value for name, value in wanted.items() if any(_regions_in((value,)))}
    fixed = {name: value for name, value in wanted.items() if name not in regions}

    def first(arrays: list[Any], context: RunContext) -> Step:
        captured = tuple(arrays[count:])
        given = {name: within(value, context, captured) for name, value in regions.items()}
        given |= {name: _OF_THE_RUN[name](context) for name in of_the_run}
        return rule(*arrays[:count], **fixed, **given)

    return first


def _exchanged(planner: Planner, op: Op, on_device: Rule) -> Rule:
    """On a device that cannot do everything: what it cannot hold, the host exchanges."""
    on_host = planner.host.bound(op).rule
    assert on_host is not None
    dtypes = [of.dtype for of in _tensor_types(op)]
    stays = runs_effects(op) or not planner.backend.holds(dtypes)
    return exchanged(planner.backend, op.name, dtypes, None if stays else on_device, on_host)


def _fast(op: Op, spec: OpSpec, bound: Bound) -> Run:
    """How an op with a ``steps`` rule runs when nobody wants to stop in between."""
    if spec.fast_rule is not None:
        known = (
            bound.keywords
            if bound.inline is None
            else {**bound.keywords, "whole": bound.inline.whole, "part": bound.inline.part}
        )
        found = spec.fast_rule(op, **{name: known[name] for name in spec.fast_wants})
        if found is not None:
            return found
    assert spec.steps_rule is not None
    assert bound.rule is not None
    if spec.waits:
        return partial(by_rule, bound.rule)
    keywords = {name: bound.keywords[name] for name in spec.steps_wants}
    return partial(in_steps, spec.steps_rule, len(op.operands), keywords)


def _placed(planner: Planner, op: Op, bound: Bound) -> Kernel:
    """On a device that cannot do everything: what it cannot is left to the host."""
    backend, name, host = planner.backend, bound.spec.name, planner.host
    dtypes = [of.dtype for of in _tensor_types(op)]
    # A device may give up on the way, and the host begins anew: what is printed on the way would be printed twice.
    stays = runs_effects(op)
    if not bound.wants_context:
        device = None if stays else lambda: _made(planner, op, bound)[0]
        return backend.placed(name, dtypes, device, lambda: host.bound(op).function)

    def function(context: RunContext, *arrays: Any) -> Any:
        device = None if stays else lambda: partial(_made(planner, op, bound)[0], context)
        return backend.placed(name, dtypes, device, lambda: partial(host.bound(op).function, context))(*arrays)

    return function


def _tensor_types(op: Op) -> list[TensorType]:
    return [value.type for value in (*op.operands, *op.results) if isinstance(value.type, TensorType)]


def _made(planner: Planner, op: Op, bound: Bound) -> tuple[Kernel, Kernel | None]:
    """The function of the operands and captures, and the one that may overwrite an operand."""
    spec, types = bound.spec, [value.type for value in op.operands]
    count = len(types)

    def in_context(context: RunContext, *arrays: Any) -> Any:
        inner = {name: within(value, context, arrays[count:]) for name, value in bound.keywords.items()}
        inner |= {name: _OF_THE_RUN[name](context) for name in spec.of_the_run}
        function, _ = _functions(planner, op, bound, inner, types)
        return function(*arrays[:count])

    if bound.wants_context:
        return in_context, None
    if bound.captures:
        return partial(in_context, NOBODYS), None
    return _functions(planner, op, bound, bound.keywords, types)


_OF_THE_RUN: dict[str, Callable[[RunContext], Any]] = {
    "generator": lambda context: context.generator,
    "memory": lambda context: context,
    "process": lambda context: context.process,
    "run_grid": lambda context: partial(_run_grid, context),
}


def _run_grid(context: RunContext, *settings: Any) -> tuple[Any, ...]:
    from .grid.run import run_functions  # late: on demand

    return run_functions(context, *settings)


def within(value: Any, context: RunContext, captured: tuple[Any, ...]) -> Any:
    """A region in a run with the arrays that it captures; anything else as it is."""
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        return tuple(within(each, context, captured) for each in parts)
    return value.within(context, captured) if isinstance(value, RegionFunction) else value


def _functions(
    planner: Planner, op: Op, bound: Bound, keywords: dict[str, Any], types: list[Any]
) -> tuple[Kernel, Kernel | None]:
    spec = bound.spec
    if spec.quantized == "expressed" and _has_quantized(op):
        return _expressed(planner, op, spec, keywords, types), None
    results = [value.type for value in op.results]
    planned = _planned(planner.xp, spec, {**keywords, "op": op}, types, results)
    if planned is not None:
        bound.is_certain = all(isinstance(of, TensorType) and of.is_static for of in (*types, *results))
    function = planned or _plain(planner.xp, spec, keywords, types, results)
    owning = None
    if spec.updates is not None and "own" in spec.wants:
        owned = {**keywords, "op": op, "own": True}
        planned = _planned(planner.xp, spec, owned, types, results) if "own" in spec.plan_wants else None
        owning = planned or partial(spec.function, planner.xp, **{**keywords, "own": True})
    return function, owning


def _plain(xp: Any, spec: OpSpec, keywords: dict[str, Any], types: list[Any], results: list[Any]) -> Kernel:
    """The op's planned function, or the op itself, made fit for its element types."""
    planned = _planned(xp, spec, keywords, types, results)
    if planned is not None:
        return planned
    low = None if spec.low == "as is" else _low_dtype([*types, *results])
    return partial(spec.function, xp, **keywords) if low is None else _low(xp, spec, keywords, low)


def _planned(
    xp: Any, spec: OpSpec, keywords: dict[str, Any], types: list[Any], results: list[Any]
) -> Kernel | Expression | None:
    """What the op's own plan gives for its types; None where it has none for them."""
    if spec.plan_rule is None or spec.low != "as is" and _low_dtype([*types, *results]) is not None:
        return None
    known = {"op": None, "own": False, **keywords, "results": results, "result": results[0] if results else None}
    return spec.plan_rule(xp, *types, **{name: known[name] for name in spec.plan_wants})


def _low_dtype(types: list[Any]) -> Any:
    """The first dtype that the policy for low precision applies to."""
    for of in types:
        if isinstance(of, TensorType) and not of.element.is_quantized:
            element = of.element
            if (element.is_float and element.bits <= 16) or (element.is_integer and element.bits < 8):
                return element.dtype
    return None


def _low(xp: Any, spec: OpSpec, keywords: dict[str, Any], dtype: Any) -> Kernel:
    from ..kernels.lowprecision import adapt, adapted  # late: on demand

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
    from ..kernels.quantization import dequantize, quantize  # late: on demand

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
        values = cast("tuple[Any, ...]", out) if several else (out,)
        made = [
            value if element is None else quantize(xp, value, element)
            for value, element in zip(values, result_elements, strict=True)
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
    if not spec.wants.isdisjoint(_DECLARED):
        found.update(_declared(spec, [value.type for value in op.results]))
    if "meshes" in spec.wants:
        found["meshes"] = meshes_by_name(op.links)
    if "discardable" in spec.wants:
        found["discardable"] = {k: v for k, v in op.attributes.items() if k not in spec.attributes}
    return found


_DECLARED = frozenset({"result", "results"})


def _declared(spec: OpSpec, results: list[Any]) -> dict[str, Any]:
    """The declared types of the results, as the op's function asks for them."""
    declared = {"result": results[0] if results else None, "results": results}
    return {name: of for name, of in declared.items() if name in spec.wants}


def _callable(planner: Planner, op: Op, symbol: Any, loose: bool) -> Any:
    """The function that a symbol names as a callable; None for one that need not be there (``loose``) and is not."""
    if isinstance(symbol, tuple):
        symbols = cast("tuple[Any, ...]", symbol)
        return tuple(_callable(planner, op, one, loose) for one in symbols)
    function = op.callee(symbol) if symbol is not None else None
    if function is None or loose and function.is_declaration:
        return None
    require_body(function, op.span_of("name"))
    return planner.function(function)


def _add_regions(planner: Planner, op: Op, spec: OpSpec, bound: Bound, found: dict[str, Any]) -> None:
    """All regions of an op capture the same values, in one order."""
    if not op.regions:
        if spec.variadic_regions:
            found[spec.keyword_of[spec.regions[0]]] = ()
        return
    if not spec.regions:  # those that it has mean nothing
        return

    bound.captures = free_values(op.regions)
    made = [planner.region(region, bound.captures) for region in op.regions]
    if spec.variadic_regions:
        found[spec.keyword_of[spec.regions[0]]] = tuple(made)
    else:
        for name, region in zip(spec.regions, made, strict=False):
            found[spec.keyword_of[name]] = region
