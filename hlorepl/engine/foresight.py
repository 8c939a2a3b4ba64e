"""How many bytes a plan of dynamic sizes may come to hold: by the ops' own rules of types, once its inputs have shapes.

Asked only where memory is limited, once for each set of shapes. Where all sizes follow from those of the inputs, a run is then
as that of a plan of static types; else (a size is computed, a loop makes its array longer) it asks for room while it goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.core import Op, Value
from ..ir.types import TensorType, element_of
from ..memory import bytes_of
from ..ops.flow import Unforeseen
from ..ops.registry import of
from ..verifier.rules import infer_types
from .passes.draft import op_of
from .peak import inside_of, peak_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.types import Type
    from ..ops.registry import OpSpec
    from .plan import Plan
    from .region_functions import RegionFunction
    from .step import Step

#: For so many sets of shapes a plan remembers what it needs.
_REMEMBERED = 64


class Foresight:
    """What ``Plan.peak_on`` asks, for a plan with inputs of dynamic sizes."""

    __slots__ = ("_known", "_open", "plan", "types")

    def __init__(self, plan: Plan, types: list[TensorType]):
        self.plan = plan
        self.types = types
        self._open = [slot for slot, each in enumerate(types) if not each.is_static]
        self._known: dict[Any, int | None] = {}

    def __call__(self, arguments: list[Any]) -> int | None:
        key = tuple([arguments[slot].shape for slot in self._open])
        if key in self._known:
            return self._known[key]
        types = self.types.copy()
        for slot, shape in zip(self._open, key, strict=True):
            types[slot] = types[slot].with_shape(shape)
        try:
            found: int | None = _Sight(self.plan, types).peak
        except (Unforeseen, HloError):  # what is wrong shows when it runs
            found = None
        if len(self._known) < _REMEMBERED:
            self._known[key] = found
        return found


class _Sight:
    """One plan with inputs of static types: the types of its results, and its peak."""

    def __init__(self, plan: Plan, types: Sequence[Type]):
        improved = plan.runner.improved
        self.types = dict(enumerate(types))
        self.sizes: dict[int, int] = {}
        self.inside: dict[int, int] = {}
        for slot in improved.constants:
            value = improved.template[slot]
            if value is not None and not isinstance(value, tuple):
                self.types[slot] = TensorType(value.shape, element_of(value.dtype))
        for number, step in enumerate(improved.steps):
            for slot, of_result in zip(step.outs, self._results(number, step), strict=True):
                self.types[slot] = of_result
                self.sizes[slot] = bytes_of(of_result)
        peak = peak_of(plan, self.sizes, self.inside)
        if peak is None:
            raise Unforeseen
        self.peak = peak
        self.results = [self._type(slot) for slot in improved.outputs]

    def _type(self, slot: int) -> TensorType:
        return _static(self.types.get(slot))

    def _results(self, number: int, step: Step) -> Sequence[Type]:
        op = op_of(step)
        if op is None:  # put together by passes
            return [_made(shape, dtype) for shape, dtype in zip(step.shapes, step.dtypes, strict=True)]
        spec = of(op)
        if spec is None:
            raise Unforeseen
        if step.regions and spec.sight_rule is not None:
            return self._through_regions(number, step, spec)
        if any(region.plan.peak is None for region in step.regions):
            raise Unforeseen
        if step.regions or step.rule is not None:
            self.inside[number] = inside_of(step)
        declared = [value.type for value in op.results]
        if None not in step.shapes:
            return declared
        if step.alike is not None:
            (wanted,) = declared
            assert isinstance(wanted, TensorType)
            return [wanted.with_shape(self._type(step.ins[step.alike]).sizes)]
        return list(map(_static, self._inferred(step, op)))

    def _inferred(self, step: Step, op: Op) -> Sequence[Type]:
        operands = [
            Value(value.name, self._type(slot), value.span, value.owner)
            for slot, value in zip(step.ins, op.operands, strict=False)
        ]
        seen = Op(op.name, operands, op.attributes, op.regions)
        seen.decoded = op.decoded
        seen.links = op.links
        return infer_types(seen)

    def _through_regions(self, number: int, step: Step, spec: OpSpec) -> Sequence[Type]:
        """What the op's own rule says; what its regions hold is noted on the way."""
        assert spec.sight_rule is not None
        op = op_of(step)
        assert op is not None
        given = [self._type(slot) for slot in step.ins]
        count = len(op.operands)
        peaks, between = [0], [0]

        def inside(region: RegionFunction, types: Sequence[Type]) -> list[Type]:
            captured = given[count:] if region.captures else []
            found = _Sight(region.plan, [*types, *captured])
            peaks.append(found.peak)
            between.append(sum(map(bytes_of, found.results)))
            return list(found.results)

        results = spec.sight_rule(inside, given[:count], step.regions)
        self.inside[number] = max(peaks) + max(between)
        return list(map(_static, results))


def _static(of_value: Type | None) -> TensorType:
    if not isinstance(of_value, TensorType) or not of_value.is_static:
        raise Unforeseen
    return of_value


def _made(shape: tuple[int, ...] | None, dtype: Any) -> TensorType:
    if shape is None or dtype is None:
        raise Unforeseen
    return TensorType(shape, element_of(dtype))
