"""A step of a plan: a bound function, the slots that it reads and fills, and how it is called."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from math import prod
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ..ir.types import ElementType, TensorType, is_scalar
from .op_origin import OpOrigin

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from ..ir.core import Op
    from ..ops import flow
    from ..ops.expressions import Expression
    from ..ops.registry import OpSpec
    from .binding import Bound
    from .context import RunContext
    from .inlining import Inlined
    from .observing import Origin
    from .plan import Plan

    class Runnable(Protocol):
        """A region, function or graph as a step runs it, with the values that it captures."""

        captures: Sequence[Any]
        captured: tuple[Any, ...]

        @property
        def plan(self) -> Plan: ...
        @property
        def result_types(self) -> list[Any]: ...
        def run(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]: ...


@dataclass(slots=True, eq=False)
class Step:
    """One op or node of a plan, or several ops that were joined (``origin`` is then that of the last one).

    ``outs`` are the slots of its results; ``frees`` of the slots that it reads, and ``unused`` of those that it fills, are
    read by nobody afterwards. How ``function`` is called: with the arrays of ``ins``; with the context first
    (``wants_context``); or with a list of the arrays, which it empties, and the context (``hands_over``), so that it may let
    go of them one by one. ``owning`` may overwrite the array in ``owned_slot``.

    ``rule`` gives, for a list of the arrays and the context, what it runs first (``ops/flow.py``), where it runs regions one
    after the other.
    """

    origin: Origin
    function: Callable[..., Any]
    ins: tuple[int, ...]
    outs: tuple[int, ...]
    #: Per result what it must be: a shape (None where a size is dynamic or the value no tensor) and a dtype.
    shapes: list[tuple[int, ...] | None]
    dtypes: list[Any]
    frees: tuple[int, ...] = ()
    unused: tuple[int, ...] = ()
    owning: Callable[..., Any] | None = None
    owned_slot: int = -1
    #: Which of ``ins`` ``owning`` overwrites.
    updates: int | None = None
    hands_over: bool = False
    rule: Callable[[list[Any], RunContext], flow.Step] | None = None
    #: The regions and functions that it may run.
    regions: tuple[Any, ...] = ()
    #: Whether its results are, or may be, views of what it reads: "always", "maybe", "never".
    view: str = "never"
    wants_context: bool = False
    #: Whether it may stand in a chain (``engine/fusion.py``): each element depends on those at its place, and there is no effect.
    elementwise: bool = False
    #: Whether of a rank-0 operand the result is that operand at every place.
    spreads: bool = False
    #: Whether what it gives may be of another type from run to run.
    varies: bool = False
    #: Whether its rule may wait for other processes.
    waits_itself: bool = False
    #: What makes a value of an only result that is no array: of a scalar of NumPy, say.
    wrap: Callable[[Any], Any] | None = None
    #: Raises where the function is not for such inputs. Their types stay what they are: it is asked on a plan's first run.
    check: Callable[[Sequence[Any]], None] | None = None
    #: The bytes that it will make of such inputs, None where it cannot be told; where it is not for types to tell (``needs``).
    measure: Callable[[Sequence[Any]], int | None] | None = None
    #: Whether ``measure`` may say less than it will make.
    tells_least: bool = False
    #: Which of ``ins`` has as many elements as its only result, whose shape only a run shows.
    alike: int | None = None
    #: Whether it may ask the context for room while it runs: it, or what it runs.
    asks: bool = False
    #: Seen on the first run: the op wraps its only result in a tuple.
    gives_tuple: bool = False
    #: The steps that were put together in it (``engine/passes``).
    parts: tuple[Step, ...] = ()
    #: The same as ``function`` in the form of an expression, and what gives that on numbers, where there are such.
    expression: Expression | None = None
    number: Callable[[], Expression | None] | None = None
    #: What writes it into the code around it.
    inline: Inlined | None = None
    #: What notices that it makes what is not finite (``engine/guards.py``); nothing where nobody asked, and where it makes no such thing.
    guard: str = ""
    #: Whether its results are certain to be of the types that are declared.
    is_certain: bool = False
    _needs: int | None = None

    def copied(self) -> Step:
        """The same step, for whoever changes it; nothing is said yet of what dies at it."""
        new = Step(*_FIELDS(self))
        new.frees = new.unused = ()
        return new

    @property
    def has_several(self) -> bool:
        """Whether there is another number of results than one."""
        return len(self.outs) != 1

    @property
    def is_checked_again(self) -> bool:
        """Whether its only result may differ from run to run in more than its values: in its shape, or by what it runs."""
        if self.dtypes[0] is None or self.is_certain:
            return False
        return self.shapes[0] is None or self.varies and not self.hands_over

    @property
    def waits(self) -> bool:
        """Whether it, or something that it runs, may wait for other processes."""
        # Without a rule its regions are run on elements, from inside of a kernel: nobody can wait there.
        return self.waits_itself or self.rule is not None and any(region.plan.waits for region in self.regions)

    @property
    def needs(self) -> int:
        """The bytes of what it makes, as far as types tell."""
        if self._needs is None:
            known = () if self.view == "always" else zip(self.shapes, self.dtypes, strict=True)
            sizes = [prod(shape) * of.itemsize for shape, of in known if shape is not None and of is not None]
            self._needs = sum(sizes)
        return self._needs


_FIELDS = attrgetter(*[each.name for each in fields(Step)])


def step_of(op: Op, bound: Bound, ins: tuple[int, ...], outs: tuple[int, ...]) -> Step:
    """The step of one op."""
    spec = bound.spec
    shapes, dtypes = _declared(tuple(value.type for value in op.results))
    alike, measure = _untold(op, spec) if None in shapes else (None, None)
    return Step(
        OpOrigin(op),
        bound.function if bound.fast is None else bound.fast,
        ins,
        outs,
        shapes=shapes,
        dtypes=dtypes,
        owning=bound.owning,
        updates=spec.updates,
        hands_over=bound.fast is not None,
        rule=bound.rule,
        regions=bound.regions,
        view=view_of(op, spec),
        wants_context=bound.wants_context,
        elementwise=spec.elementwise and spec.pure and not bound.captures and not bound.wants_context,
        spreads=spec.spreads and is_scalar(op.operands[0].type),
        varies=bool(spec.regions or spec.callees),
        waits_itself=spec.waits,
        measure=measure,
        alike=alike,
        asks=bound.wants_context,
        expression=bound.expression,
        number=bound.number,
        inline=bound.inline,
        is_certain=bound.is_certain,
    )


@lru_cache(maxsize=1024)
def _declared(types: tuple[Any, ...]) -> tuple[list[tuple[int, ...] | None], list[Any]]:
    """What results of these types must be; many steps share it, and nobody changes it."""
    dtypes = [of.dtype if isinstance(of, TensorType | ElementType) else None for of in types]
    return [static_shape(of) for of in types], dtypes


def _untold(op: Op, spec: OpSpec) -> tuple[int | None, Callable[[Sequence[Any]], int | None] | None]:
    """Where no type tells how much an op makes: which operand has as many elements, and what tells the bytes in a run."""
    types = [value.type for value in op.results if isinstance(value.type, TensorType)]
    if all(of.is_static for of in types):
        return None, None
    if spec.elementwise and len(op.results) == 1:
        ranks = [value.type.rank if isinstance(value.type, TensorType) else -1 for value in op.operands]
        if types[0].rank in ranks:
            alike, size = ranks.index(types[0].rank), types[0].dtype.itemsize
            return alike, lambda inputs: inputs[alike].size * size
    from .sizes import Sizes  # late: on demand

    return None, Sizes(op)


def view_of(op: Op, spec: OpSpec) -> str:
    """Whether the results are, or may be, views of the operands: "always", "maybe", "never"."""
    if spec.passes:
        return "always"
    if isinstance(spec.view, str):
        return spec.view or ("never" if spec.elementwise else "maybe")
    return spec.view(*[value.type for value in op.operands])


def static_shape(of: Any) -> tuple[int, ...] | None:
    """The sizes of a value whose type says them; None where it does not, or is no tensor."""
    if isinstance(of, ElementType):
        return ()  # a number by itself, as ``index``, is an array of rank 0
    return of.sizes if isinstance(of, TensorType) and of.is_static else None
