"""The attributes of an op as Python values: read once, checked on the way, and kept on the op."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError, Note
from ..ir.attributes import ArrayAttr, EnumAttr, StringAttr
from ..ops.decode import Unfit
from ..wording import did_you_mean, near

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..ir.attributes import Attribute
    from ..ir.core import Op
    from ..ir.types import Type
    from ..ops.registry import OpSpec

    #: Of operands, then None, then of results.
    Types = tuple[Type | None, ...]


class Decoded:
    """What an op's attributes say, with the attributes that it was read from; ``types`` are those that passed its rule."""

    __slots__ = ("attributes", "spec", "types", "values")

    def __init__(self, spec: OpSpec, attributes: dict[str, Attribute], values: Mapping[str, Any]):
        self.spec = spec
        self.attributes = attributes
        self.values = values
        self.types: Types | None = None

    def holds(self, op: Op, spec: OpSpec) -> bool:
        """Whether the op is still as it was."""
        return self.spec is spec and self.attributes == op.attributes


def decoded(op: Op, spec: OpSpec) -> Mapping[str, Any]:
    """The op's own attributes as Python values, defaults filled in: read once and kept on the op."""
    kept = op.decoded
    if isinstance(kept, Decoded) and kept.holds(op, spec):
        return kept.values
    if not op.attributes and spec.defaults is not None:
        return spec.defaults
    values = _decode(spec, op)
    op.decoded = Decoded(spec, dict(op.attributes), values)
    return values


def _decode(spec: OpSpec, op: Op) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, parameter in spec.attributes.items():
        value = op.attributes.get(name)
        if value is None:
            if parameter.required:
                raise _missing_attribute(spec, op, name)
            found[name] = parameter.default
            continue
        try:
            _require_dialect(spec, value)
            found[name] = parameter.kind.decode(value)
        except Unfit as unfit:
            message = f"the attribute {name} of {op.name} is {unfit}; {_shown(value)} is not"
            word = value.value if isinstance(value, EnumAttr | StringAttr) else ""
            help_text = did_you_mean(word, unfit.choices)
            span = op.span_of(("attribute", name))
            raise HloError(message, span, spec.code("attribute_kind"), help=help_text) from None
    for name in strangers(op, spec):
        alike = did_you_mean(name, spec.attributes)
        if alike:
            message = f"{op.name} has no attribute {name}"
            raise HloError(message, op.span_of(("attribute", name)), spec.code("attribute_unknown"), help=alike)
    return found


def _require_dialect(spec: OpSpec, value: Attribute) -> None:
    """An enum is of the op's own dialect: ``#chlo<comparison_direction LT>`` is none of StableHLO's."""
    for each in value.items if isinstance(value, ArrayAttr) else (value,):
        if isinstance(each, EnumAttr) and each.dialect != spec.dialect:
            raise Unfit(f"#{spec.dialect}<{each.kind} …>")


def _missing_attribute(spec: OpSpec, op: Op, name: str) -> HloError:
    """A required attribute is not there; one of a like name may be meant."""
    alike = near(name, [each for each in op.attributes if each not in spec.attributes])
    notes = [Note(f"here is {each}", op.span_of(("attribute", each))) for each in alike]
    help_text = did_you_mean(name, alike, show=f"{name}, not {{}}")
    message = f"{op.name} needs the attribute {name}"
    return HloError(message, op.span_of("name"), spec.code("attribute_missing"), notes, help_text)


#: Attributes that tools leave on ops of any kind and that mean nothing to an evaluator.
_TOLERATED = frozenset(
    [
        "layout",
        "result_layout",
        "xla_shape",
        "output_operand_aliases",
        "operand_layouts",
        "result_layouts",
        "fastmath",
        "nonNeg",
        "overflowFlags",
    ]
)


def strangers(op: Op, spec: OpSpec) -> Iterator[str]:
    """The attributes that are not the op's own and that no dialect in front says whose they are: MLIR keeps them."""
    if "discardable" in spec.wants:
        return
    for name in op.attributes:
        if name not in spec.attributes and "." not in name and name not in _TOLERATED:
            yield name


def _shown(value: Attribute) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"
