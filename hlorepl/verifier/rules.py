"""One op against its own rule: operands counted, attributes decoded, constraints checked, result types inferred.

A broken constraint becomes an ``HloError`` that names operands as the user did and marks the piece that is meant.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

from ..errors import HloError, Note, RuleBroken
from ..ir.core import Function
from ..ir.symbols import Symbols
from ..ir.types import TensorType, TupleType, Type
from ..ops import registry
from ..ops.decode import Unfit
from .advice import agreement, conversion
from .linking import callees, meshes
from .messages import Described, Formatter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..ir.attributes import Attribute
    from ..ir.core import Op, Region
    from ..ops.registry import OpSpec
    from ..source import Span


class RegionTypes:
    """What an ``infer`` rule sees of a region (or of a called function)."""

    __slots__ = ("arguments", "region", "returns")

    def __init__(self, arguments: list[Type], returns: list[Type], region: Region | None = None):
        self.arguments = arguments
        self.returns = returns
        self.region = region

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.arguments))}) -> ({', '.join(map(str, self.returns))})"


def region_types(region: Region) -> RegionTypes:
    """The types of a region's arguments and of what its terminator returns."""
    if not region.blocks:
        return RegionTypes([], [], region)
    block = region.block
    last = block.terminator
    returns = [value.type for value in last.operands] if last is not None else []
    return RegionTypes([value.type for value in block.arguments], returns, region)


def spec_of(op: Op) -> OpSpec:
    """The registry's entry; ``name.op`` when there is none."""
    spec = registry.lookup(op.name)
    if spec is None or "." not in op.name:
        help_text = _did_you_mean(op.name, registry.names())
        raise HloError(f"there is no op {op.name}", op.span_of("name"), "name.op", help=help_text)
    return spec


def decode_attributes(spec: OpSpec, op: Op) -> dict[str, Any]:
    """The op's own attributes as Python values, defaults filled in."""
    found: dict[str, Any] = {}
    for name, parameter in spec.attributes.items():
        value = op.attributes.get(name)
        if value is None:
            if parameter.required:
                raise _missing_attribute(spec, op, name)
            found[name] = parameter.default
            continue
        try:
            found[name] = parameter.decode(value)
        except Unfit as unfit:
            message = f"the attribute {name} of {op.name} is {unfit}; {_shown(value)} is not"
            help_text = _did_you_mean(str(getattr(value, "value", "")), unfit.choices)
            span = op.span_of(("attribute", name))
            raise HloError(message, span, _code(spec, "attribute_kind"), help=help_text) from None
    for name in op.attributes:
        if name not in spec.attributes and "." not in name and spec.dialect in ("stablehlo", "chlo", "check"):
            _unknown_attribute(spec, op, name)
    return found


def _did_you_mean(word: str, known: Iterable[str]) -> list[str]:
    """The help for a name that nothing has: the nearest one."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 1, 0.5)
    return [f"did you mean {near[0]}?"] if near else []


def _missing_attribute(spec: OpSpec, op: Op, name: str) -> HloError:
    """A required attribute is not there; one of a like name may be meant."""
    from difflib import get_close_matches

    near = get_close_matches(name, [each for each in op.attributes if each not in spec.attributes], 1, 0.6)
    notes = [Note(f"here is {near[0]}", op.span_of(("attribute", near[0])))] if near else []
    help_text = [f"did you mean {name}, not {near[0]}?"] if near else []
    message = f"{op.name} needs the attribute {name}"
    return HloError(message, op.span_of("name"), _code(spec, "attribute_missing"), notes, help_text)


#: Attributes that tools leave on ops of any kind and that mean nothing to an evaluator.
_TOLERATED = frozenset(
    {"layout", "result_layout", "xla_shape", "output_operand_aliases", "operand_layouts", "result_layouts"}
)


def _unknown_attribute(spec: OpSpec, op: Op, name: str) -> None:
    if name in _TOLERATED or "discardable" in spec.wants:
        return
    span = op.span_of(("attribute", name))
    help_text = _did_you_mean(name, spec.attributes)
    raise HloError(f"{op.name} has no attribute {name}", span, _code(spec, "attribute_unknown"), help=help_text)


def _shown(value: Attribute) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _code(spec: OpSpec, label: str) -> str:
    return f"{spec.code_group}.{label}"


_NO_TENSOR = (AttributeError, TypeError, IndexError, KeyError, ValueError, ArithmeticError)


class Checker:
    """Runs one op's rule."""

    def __init__(self, op: Op, symbols: Symbols):
        self.op = op
        self.symbols = symbols
        self.spec = spec_of(op)
        self.attributes: dict[str, Any] = {}
        #: The functions that the op names; None while one of them may still be defined.
        self.callees: Mapping[tuple[str, ...], Op] | None = None

    def run(self, declared: list[Type] | None) -> list[Type] | None:
        """The inferred result types, or None when the rule leaves them open."""
        spec, op = self.spec, self.op
        self._count_operands()
        self._count_regions()
        self.attributes = decode_attributes(spec, op)
        self.callees = callees(op, spec, self.symbols)
        if spec.infer_rule is None or self.callees is None:
            return None
        keywords = {k: v for k, v in self._keywords(declared).items() if k in spec.infer_wants}
        try:
            found = spec.infer_rule(*[value.type for value in op.operands], **keywords)
        except RuleBroken as rule:
            raise self._error(rule) from None
        except _NO_TENSOR:
            # A rule looked at a type as the kind that it expects there (a tensor's shape, a list's item).
            types = ", ".join(str(value.type) for value in op.operands)
            message = f"{op.name} cannot be what is written: operands ({types})"
            raise HloError(message, op.span_of("name"), _code(spec, "operand_type")) from None
        if found is None:
            return None
        return list(found) if isinstance(found, list | tuple) else [found]

    def _keywords(self, declared: list[Type] | None) -> dict[str, Any]:
        spec, op = self.spec, self.op
        found: dict[str, Any] = {}
        for name, value in self.attributes.items():
            found[name] = found[f"{name}_"] = value
        for name in spec.callees:
            found[name] = found[f"{name}_"] = self._callee(self.attributes[name])
        if spec.variadic_regions:
            found[spec.regions[0]] = [region_types(region) for region in op.regions]
        else:
            for name, region in zip(spec.regions, op.regions, strict=False):
                found[name] = found[f"{name}_"] = region_types(region)
        found["result"] = declared[0] if declared else None
        found["results"] = declared
        found["op"] = op
        return found

    def _callee(self, symbol: Any) -> Any:
        if isinstance(symbol, tuple):
            return tuple(map(self._callee, symbol))
        assert self.callees is not None
        function = self.callees.get(symbol.path) if symbol is not None else None
        if not isinstance(function, Function):
            return None
        return RegionTypes(list(function.type.inputs), list(function.type.results), function.regions[0])

    def _count_operands(self) -> None:
        spec, count = self.spec, len(self.op.operands)
        most = spec.max_operands
        if count >= spec.min_operands and (most is None or count <= most):
            return
        if most is None:
            wanted = f"at least {spec.min_operands}"
        else:
            wanted = str(most) if most == spec.min_operands else f"{spec.min_operands} to {most}"
        names = ", ".join(operand.name for operand in spec.operands)
        message = f"{self.op.name} takes {wanted} operand{'' if wanted == '1' else 's'}, and {count} {'is' if count == 1 else 'are'} given"
        help_text = [f"its operands are: {names}"] if names else []
        raise HloError(message, self.op.span, _code(spec, "operands"), help=help_text)

    def _count_regions(self) -> None:
        spec, count = self.spec, len(self.op.regions)
        if count == len(spec.regions) or spec.variadic_regions:
            return
        message = (
            f"{self.op.name} has {len(spec.regions)} region{'' if len(spec.regions) == 1 else 's'}, and {count} given"
        )
        raise HloError(message, self.op.span, _code(spec, "regions"))

    # Errors

    def _error(self, rule: RuleBroken) -> HloError:
        values = {operand.name: None for operand in self.spec.operands} | self.attributes
        described = Described(self, rule, values)
        message = Formatter(described).format(rule.template)
        help_text = [Formatter(described).format(rule.help)] if rule.help else []
        help_text += self._advice(rule)
        span = self.span_of(rule.at)
        return HloError(message, span, _code(self.spec, rule.code), self._definitions(rule), help_text)

    def _definitions(self, rule: RuleBroken) -> list[Note]:
        """Where the operands that a message is about are defined: the one at fault first."""
        found = []
        named = [field.partition("[")[0] for _, field, _, _ in string.Formatter().parse(rule.template) if field]
        for at in [rule.at, *named]:
            index = self.operand_index(at)
            value = self.op.operands[index] if index is not None else None
            if value is not None and value.span is not None and value.owner is not None:
                found.append(Note(f"%{value.name} : {value.type} is defined here", value.span))
        return list({note.span: note for note in found}.values())[:2]

    def _advice(self, rule: RuleBroken) -> list[str]:
        """The ops that would help: the operand at fault as ``fit``, or it and the operand ``like`` of one type."""
        index = self.operand_index(rule.at)
        if index is None:
            return []
        value, fit, like = self.op.operands[index], rule.values.get("fit"), rule.values.get("like")
        if fit is not None:
            return conversion(value, fit)
        other = self.operand_index(like) if like is not None else None
        return agreement(self.op.operands[other], value) if other is not None else []

    def operand_index(self, at: Any) -> int | None:
        """The number of the operand that ``at`` names, if it names one."""
        name, place = at if isinstance(at, tuple) else (at, 0)
        count = len(self.op.operands)
        for position, operand in enumerate(self.spec.operands):
            if operand.name == name and isinstance(place, int):
                index = position + (place if operand.variadic else 0)
                return index if index < count else None
        return None

    def span_of(self, at: Any) -> Span | None:
        """The span of the piece that ``at`` names: operand, attribute, region or result; else of the op's name."""
        op = self.op
        if at is None:
            return op.span_of("name")
        index = self.operand_index(at)
        if index is not None:
            return op.span_of(("operand", index))
        name, place = at if isinstance(at, tuple) else (at, 0)
        name = name.rstrip("_")
        if name in ("result", "results"):
            return op.span_of(("result", place)) if ("result", place) in op.spans else op.span_of("name")
        if name in self.spec.attributes:
            return op.spans.get(("attribute", name)) or op.span_of("name")
        if name in self.spec.regions:
            region = op.regions[min(self.spec.regions.index(name) + place, len(op.regions) - 1)] if op.regions else None
            return region.span if region is not None and region.span is not None else op.span_of("name")
        return op.span_of("name")


def compatible(declared: Type, inferred: Type) -> tuple[bool, bool]:
    """Whether (elements, shapes) of two types may be the same; a dynamic size may be any."""
    if isinstance(declared, TensorType) and isinstance(inferred, TensorType):
        same = declared.rank == inferred.rank and all(
            a == b or a is None or b is None for a, b in zip(declared.shape, inferred.shape, strict=True)
        )
        return _same_elements(declared.element, inferred.element), same
    if isinstance(declared, TupleType) and isinstance(inferred, TupleType):
        pairs = list(zip(declared.types, inferred.types, strict=False))
        fit = [compatible(a, b) for a, b in pairs]
        return all(e for e, _ in fit), len(declared.types) == len(inferred.types) and all(s for _, s in fit)
    equal = declared == inferred
    return equal, equal


def _same_elements(declared: Any, inferred: Any) -> bool:
    return declared is inferred or declared == inferred


#: Ops without attributes and regions that passed, by name and types: a program has few different ones. Ops whose rule
#: asks for the op itself are not among them: it looks at more than types.
_PASSED: set[Any] = set()
_PASSED_LIMIT = 20_000


def check_op(op: Op, symbols: Symbols) -> None:
    """Check every constraint of one op, its declared result types included, and link it; raises the first that is broken."""
    declared = [value.type for value in op.results]
    key = None
    if not op.attributes and not op.regions and "op" not in spec_of(op).infer_wants:
        key = (op.name, *[value.type for value in op.operands], None, *declared)
        if key in _PASSED:
            return
    try:
        _check(op, declared, symbols)
    except HloError as error:
        raise on_first_line(error, op) from None
    if key is not None and len(_PASSED) < _PASSED_LIMIT:
        _PASSED.add(key)


def on_first_line(error: HloError, op: Op) -> HloError:
    """An error that stands on the line where its op begins, as tools expect; a note marks a piece further down."""
    piece = error.span
    if piece is not None and op.span is not None and piece.source is op.span.source and piece.line != op.span.line:
        error.notes.insert(0, Note("this piece of it", piece))
        error.span = op.span_of("name")
    return error


def _check(op: Op, declared: list[Type], symbols: Symbols) -> None:
    checker = Checker(op, symbols)
    inferred = checker.run(declared)
    if checker.spec.names_symbols:
        op.links = {**(checker.callees or {}), **meshes(op, checker.spec, symbols)}
    if inferred is None:
        return
    spec = checker.spec
    if len(inferred) != len(declared):
        message = f"{op.name} has {len(inferred)} result{'' if len(inferred) == 1 else 's'} here, and {len(declared)} declared"
        raise HloError(message, op.span, _code(spec, spec.shape_code or "results"))
    for index, (want, got) in enumerate(zip(declared, inferred, strict=True)):
        if want is got:
            continue
        elements, shapes = compatible(want, got)
        if elements and shapes:
            continue
        code = spec.shape_code if elements else spec.element_code
        message = f"the result of {op.name} is declared {want}, but it is {got}"
        if len(declared) > 1:
            message = f"result {index} of {op.name} is declared {want}, but it is {got}"
        raise HloError(message, op.span_of(("result", index)), _code(spec, code or "result_type"), help=f"write {got}")


def infer_types(op: Op, symbols: Symbols | None = None) -> list[Type]:
    """The result types of an op that declares none; every constraint is checked on the way."""
    checker = Checker(op, symbols or Symbols())
    found = checker.run(None)
    if found is None or any(each is None for each in found):
        if checker.spec.terminator or checker.spec.dialect == "check":
            return []
        message = f"the result type of {op.name} does not follow from its operands"
        types = ", ".join(str(value.type) for value in op.operands)
        help_text = [f"write it behind the op: : ({types}) -> tensor<…>"]
        raise HloError(message, op.span, "type.infer", help=help_text)
    return found
