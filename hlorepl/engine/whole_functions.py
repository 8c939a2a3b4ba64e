"""Functions that a backend compiles whole: the plan of one is a single step."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..ir.copying import copies
from ..ir.excerpts import excerpt, without_locations
from ..ir.text import symbol_text
from ..ir.types import ElementType, TensorType
from ..ops.builder import Builder
from ..ops.purity import has_effect
from ..syntax.file_printer import print_module
from .observing import Origin
from .plan import Plan
from .region_functions import RegionFunction, free_values
from .step import Step, static_shape

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..backends.base import Backend
    from ..errors import HloError
    from ..ir.core import Function, Op, Value
    from ..ir.types import Type
    from ..source import Span
    from .binding import Bound
    from .planner import Planner


class WholeFunction(RegionFunction):
    """A function of the module; all that it calls is compiled with it."""

    __slots__ = ("function",)

    def __init__(self, planner: Planner, function: Function):
        super().__init__(planner, function.body, [], name=function.symbol)
        self._facts.plan = whole_plan(planner.backend, function)
        self.function = function


def whole_plan(backend: Backend, function: Function) -> Plan:
    """The plan of a function as one step; it is compiled when it first runs."""
    arguments, results = function.arguments, [value.type for value in function.body.returned]
    count = len(arguments)
    outs = tuple(range(count, count + len(results)))
    call = _Compiled(backend, function)
    step = Step(
        FunctionOrigin(function),
        call,
        tuple(range(count)),
        outs,
        shapes=[static_shape(of) for of in results],
        dtypes=[of.dtype if isinstance(of, TensorType | ElementType) else None for of in results],
    )
    plan = Plan(backend, count, [None] * (count + len(results)), [step], [*outs], name=function.symbol)
    plan.input_names = [f"%{value.name}" for value in arguments]
    plan.input_types = [value.type for value in arguments]
    return plan


def whole_op(backend: Backend, op: Op, bound: Bound) -> Bound | None:
    """A loop or branch bound as one function of its operands and captures; None for one that has effects, or is of no plain arrays."""
    captures = free_values(op.regions)
    values = [*op.operands, *captures]
    if has_effect(op) or not all(_is_plain(value.type) for value in (*values, *op.results)):
        return None
    alone = dict(zip(reversed(values), reversed(range(len(values))), strict=True))  # what is read twice is given once
    made = _Compiled(backend, _function_of(op, [*alone]))
    bound.captures = captures
    bound.function = lambda *arrays: made(*[arrays[place] for place in alone.values()])
    return bound


def _is_plain(of: Type) -> bool:
    return isinstance(of, TensorType) and of.is_static and not of.element.is_quantized


def _function_of(op: Op, values: Sequence[Value]) -> Function:
    builder = Builder(lambda _: [])
    with builder.function("main", [value.type for value in values]) as function:
        (inner,) = copies([op], dict(zip(values, function.arguments, strict=True)))
        builder.ops.append(inner)
        builder.give(*inner.results)
    return function


class _Compiled:
    """The function of such a step: one for all threads."""

    def __init__(self, backend: Backend, function: Function):
        self.backend = backend
        self.function = function
        self._lock = Lock()

    @cached_property
    def _call(self) -> Callable[[Sequence[Any]], Sequence[Any]]:
        return self.backend.compiled(print_module(without_locations(excerpt(self.function))))

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        with self._lock:
            call = self._call
        return tuple(call(arrays))


class FunctionOrigin(Origin):
    """A function that runs as one step."""

    __slots__ = ("function",)

    def __init__(self, function: Function):
        self.function = function

    @property
    def name(self) -> str:
        return self.function.name

    @property
    def label(self) -> str:
        return symbol_text(self.function.symbol)

    @property
    def span(self) -> Span | None:
        return self.function.span_of("name")

    @property
    def operands(self) -> Sequence[str]:
        return [f"%{value.name}" for value in self.function.arguments]

    @property
    def results(self) -> Sequence[str]:
        return [f"%{value.name}" if value.name else "" for value in self.function.body.returned]

    @property
    def operand_types(self) -> Sequence[Type]:
        return [value.type for value in self.function.arguments]

    @property
    def result_types(self) -> Sequence[Type]:
        return [value.type for value in self.function.body.returned]

    def located(self, error: HloError, inputs: Sequence[Any]) -> HloError:
        error.span = error.span or self.span
        return error

    def failed(self, error: Exception, inputs: Sequence[Any]) -> Exception:
        return error
