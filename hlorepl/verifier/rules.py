"""One op against its own rule: operands counted, attributes decoded, constraints checked, result types inferred.

A broken constraint becomes an ``HloError`` that names operands as the user did and marks the piece that is meant.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any, cast

from ..errors import HloError, Note, RuleBroken
from ..ir.attributes import ArrayAttr, DenseAttr, DictAttr, OpaqueAttr
from ..ir.core import Function
from ..ir.symbols import Symbols
from ..ir.types import ELEMENTS, TensorType, TupleType, Type, UnrankedType
from ..ops import registry
from ..ops.collective.mesh_axes import meshes_by_name
from ..ops.rules import shapes_agree
from ..wording import are, counted, did_you_mean
from .advice import agreement, conversion
from .decoding import Decoded, decoded
from .linking import attributes_of, callees, meshes
from .messages import Described, Formatter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..ir.attributes import Attribute
    from ..ir.core import Op, Region
    from ..ops.registry import OpSpec
    from ..source import Span
    from .decoding import Types


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
    """The op's declaration; ``name.op`` when there is none."""
    spec = registry.of(op)
    if spec is None:
        help_text = did_you_mean(op.name, registry.names())
        raise HloError(f"there is no op {op.name}", op.span_of("name"), "name.op", help=help_text)
    return spec


def _of_some_shape(of: Type) -> Type:
    """A tensor of one dynamic dimension in place of any tensor."""
    return TensorType((None,), of.element) if isinstance(of, TensorType | UnrankedType) else of


_INDEX = ELEMENTS["index"]
_NO_TENSOR = (AttributeError, TypeError, IndexError, KeyError, ValueError, ArithmeticError)


class Checker:
    """Runs one op's rule."""

    def __init__(self, op: Op, spec: OpSpec, symbols: Symbols):
        self.op = op
        self.spec = spec
        self.symbols = symbols
        self.attributes: Mapping[str, Any] = {}
        #: The functions that the op names; None while one of them may still be defined.
        self.callees: Mapping[tuple[str, ...], Op] | None = None
        #: The meshes that the op names, but for those that may still be defined.
        self.meshes: Mapping[tuple[str, ...], Op] = {}

    def run(self, declared: list[Type] | None) -> list[Type | None] | None:
        """The inferred result types, or None when the rule leaves them (or one of them) open."""
        spec, op = self.spec, self.op
        self._count_operands()
        self._count_regions()
        self.attributes = decoded(op, spec)
        self.callees = callees(op, spec, self.symbols)
        self.meshes = meshes(op, spec, self.symbols)
        if "result" in spec.infer_wants and declared is not None and len(declared) != 1:
            raise self.miscounted(1, declared, "")
        if spec.infer_rule is None or self.callees is None:
            return None
        if spec.dialect in ("stablehlo", "chlo") and not spec.passes:
            self._refuse_index()
        types = [value.type for value in op.operands]
        if spec.unranked != "own" and UnrankedType in map(type, (*types, *(declared or ()))):
            return self._unranked(types, declared)
        return self._apply(types, declared)

    def _unranked(self, types: list[Type], declared: list[Type] | None) -> list[Type | None] | None:
        """The result types of an op with tensors of unknown rank: its rule is asked about elements, with shapes that fit."""
        if not self.spec.unranked:
            raise self._refused_rank(types, declared or [])
        if self.spec.elementwise and len(types) == 1 and declared and type(types[0]) is not type(declared[0]):
            message = f"{self.op.name} gives a tensor of the rank that it takes, and {types[0]} is not {declared[0]}"
            raise HloError(message, self.op.span_of("name"), self.spec.code("result_type"))
        self.attributes = {**self.attributes, "broadcast_dimensions": None}
        found = self._apply([_of_some_shape(each) for each in types], declared and list(map(_of_some_shape, declared)))
        return found and [UnrankedType(each.element) if isinstance(each, TensorType) else each for each in found]

    def _refused_rank(self, types: list[Type], declared: list[Type]) -> HloError:
        places = [
            *((("operand", k), of) for k, of in enumerate(types)),
            *((("result", k), of) for k, of in enumerate(declared)),
        ]
        place, of = next((place, of) for place, of in places if isinstance(of, UnrankedType))
        message = f"{self.op.name} {'takes' if place[0] == 'operand' else 'gives'} tensors of a known rank, not {of}"
        return HloError(message, self.op.span_of(place), "type.unranked")

    def _apply(self, types: list[Type], declared: list[Type] | None) -> list[Type | None] | None:
        """What the op's rule makes of these types."""
        spec, op = self.spec, self.op
        assert spec.infer_rule is not None
        keywords = {name: self._value(name.rstrip("_"), declared) for name in spec.infer_wants}
        try:
            found = spec.infer_rule(*types, **keywords)
        except RuleBroken as rule:
            raise self._error(rule) from None
        except _NO_TENSOR:
            # A rule looked at a type as the kind that it expects there (a tensor's shape, a list's item).
            shown = ", ".join(str(value.type) for value in op.operands)
            message = f"{op.name} cannot be what is written: operands ({shown})"
            raise HloError(message, op.span_of("name"), spec.code("operand_type")) from None
        if found is None:
            return None
        return (
            list(cast("list[Type | None] | tuple[Type | None, ...]", found))
            if isinstance(found, list | tuple)
            else [found]
        )

    def _refuse_index(self) -> None:
        """MLIR's ``index`` is the type of sizes alone: of operands that hold some. (Values of it may be made and handed on.)"""
        spec = self.spec
        for number, value in enumerate(self.op.operands):
            if isinstance(value.type, TensorType) and value.type.element is _INDEX:
                operand = spec.operands[min(number, len(spec.operands) - 1)]
                if operand.name not in spec.sizes:
                    message = (
                        f"%{value.name} : {value.type} must hold numbers of {spec.dialect}: index is the type of sizes"
                    )
                    span = self.op.span_of(("operand", number))
                    raise HloError(message, span, spec.code("operand_type"))

    def _value(self, name: str, declared: list[Type] | None) -> Any:
        """What a rule gets by a name."""
        spec, op = self.spec, self.op
        if name in self.attributes:
            value = self.attributes[name]
            return self._callee(value) if name in spec.callees else value
        if name in spec.regions:
            found = [region_types(region) for region in op.regions]
            return found if spec.variadic_regions else found[spec.regions.index(name)]
        if name == "op":
            return op
        if name == "meshes":
            return meshes_by_name(self.meshes)
        return declared if name == "results" else declared[0] if declared else None

    def _callee(self, symbol: Any) -> Any:
        if isinstance(symbol, tuple):
            return tuple(map(self._callee, cast("tuple[Any, ...]", symbol)))
        assert self.callees is not None
        function = self.callees.get(symbol.path) if symbol is not None else None
        if not isinstance(function, Function):
            return None
        return RegionTypes(list(function.type.inputs), list(function.type.results), function.region)

    def _count_operands(self) -> None:
        spec, count = self.spec, len(self.op.operands)
        most = spec.max_operands
        if count >= spec.min_operands and (most is None or count <= most):
            return
        if most is None:
            wanted = f"at least {counted(spec.min_operands, 'operand')}"
        else:
            least = "" if most == spec.min_operands else f"{spec.min_operands} to "
            wanted = f"{least}{counted(most, 'operand')}"
        names = ", ".join(operand.name for operand in spec.operands)
        message = f"{self.op.name} takes {wanted}, and {count} {are(count)} given"
        help_text = [f"its operands are: {names}"] if names else []
        raise HloError(message, self.op.span, spec.code("operands"), help=help_text)

    def miscounted(self, wanted: int, declared: list[Type], code: str) -> HloError:
        """The error of an op that declares more or fewer results than it has."""
        count = len(declared)
        message = f"{self.op.name} has {counted(wanted, 'result')} here, and {count} {are(count)} declared"
        return HloError(message, self.op.span, self.spec.code(code or "results"))

    def _count_regions(self) -> None:
        spec, count = self.spec, len(self.op.regions)
        if count == len(spec.regions) or spec.variadic_regions or spec.idle_regions:
            return
        message = f"{self.op.name} has {counted(len(spec.regions), 'region')}, and {count} {are(count)} given"
        raise HloError(message, self.op.span, spec.code("regions"))

    # Errors

    def _error(self, rule: RuleBroken) -> HloError:
        values = {**{operand.name: None for operand in self.spec.operands}, **self.attributes}
        described = Described(self, rule, values)
        message = Formatter(described).format(rule.template)
        help_text = [Formatter(described).format(rule.help)] if rule.help else []
        help_text += self._advice(rule)
        span = self.span_of(rule.at)
        return HloError(message, span, self.spec.code(rule.code), self._definitions(rule), help_text)

    def _definitions(self, rule: RuleBroken) -> list[Note]:
        """Where the operands that a message is about are defined: the one at fault first."""
        found: list[Note] = []
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

    def operand_index(self, at: str | tuple[str, Any] | None) -> int | None:
        """The number of the operand that ``at`` names, if it names one."""
        name, place = at if isinstance(at, tuple) else (at, 0)
        count = len(self.op.operands)
        for position, operand in enumerate(self.spec.operands):
            if operand.name == name and isinstance(place, int):
                index = position + (place if operand.variadic else 0)
                return index if index < count else None
        return None

    def span_of(self, at: str | tuple[str, Any] | None) -> Span | None:
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


def compatible(declared: Type, inferred: Type | None) -> tuple[bool, bool]:
    """Whether (elements, shapes) of two types may be the same; a dynamic size may be any up to its bound."""
    if isinstance(declared, TensorType) and isinstance(inferred, TensorType):
        same = declared.shape == inferred.shape or shapes_agree(declared.extents, inferred.extents)
        return _same_elements(declared.element, inferred.element), same
    if isinstance(declared, TensorType | UnrankedType) and isinstance(inferred, UnrankedType):
        return _same_elements(declared.element, inferred.element), True
    if isinstance(declared, TupleType) and isinstance(inferred, TupleType):
        pairs = list(zip(declared.types, inferred.types, strict=False))
        fit = [compatible(a, b) for a, b in pairs]
        return all(e for e, _ in fit), len(declared.types) == len(inferred.types) and all(s for _, s in fit)
    equal = declared == inferred
    return equal, equal


def _same_elements(declared: Any, inferred: Any) -> bool:
    return declared is inferred or declared == inferred


#: Ops without attributes that passed, by name and types: a program has few different ones.
_PASSED: set[Any] = set()
#: The types of results by name and types of operands, of such ops whose results were inferred.
_INFERRED: dict[Any, tuple[Type, ...]] = {}
_KEPT_LIMIT = 20_000


def _types(op: Op, results: Sequence[Type]) -> Types:
    return (*[value.type for value in op.operands], None, *results)


def _has_passed(op: Op, spec: OpSpec, types: Types, symbols: Symbols) -> bool:
    """Whether the rule was content with this op, or one like it, before; then what their attributes say is one object."""
    kept = op.decoded
    if isinstance(kept, Decoded) and kept.types == types and kept.holds(op, spec):
        return True
    if not op.attributes:
        return (op.name, types) in _PASSED
    alike = symbols.passed.get(_key(op, types))
    if alike is not None:
        op.decoded = alike
    return alike is not None


def _key(op: Op, types: Types) -> Any:
    return op.name, types, *op.attributes.items()


def check_op(op: Op, symbols: Symbols) -> None:
    """Check every constraint of one op, its declared result types included, and link it; raises the first that is broken."""
    spec = spec_of(op)
    declared = [value.type for value in op.results]
    types = _types(op, declared) if spec.is_typed_alone and not op.regions else None
    if types is not None and _has_passed(op, spec, types, symbols):
        return
    try:
        _check(op, spec, declared, symbols)
    except HloError as error:
        error.about = error.about or op.name
        raise on_first_line(error, op) from None
    if types is None:
        return
    if isinstance(op.decoded, Decoded):
        op.decoded.types = types
        if op.attributes and spec.constant is None and len(symbols.passed) < _KEPT_LIMIT and op.decoded.holds(op, spec):
            # Of one module only: attributes know their places in its text.
            symbols.passed[_key(op, types)] = op.decoded
    elif len(_PASSED) < _KEPT_LIMIT:
        _PASSED.add((op.name, types))


def check_attributes(op: Op, symbols: Symbols) -> None:
    """Check what the attributes of an op, or of a function's arguments and results, say by themselves.

    Raises ``run.mesh`` for a sharding over a mesh that is not there, ``syntax.literal`` for a constant that does not fit its type.
    """
    for attribute in attributes_of(op):
        for constant in _constants(attribute):
            _ = constant.array  # read now, so that a wrong one is found
        if not isinstance(attribute, OpaqueAttr) or not attribute.text.startswith("#sdy."):
            continue  # only Shardy's attributes name meshes
        for symbol in attribute.symbols:
            if symbols.mesh(symbol.path) is None and not symbols.may_have(symbol.path):
                raise on_first_line(symbols.missing(symbol, symbol.span or op.span_of("name"), "mesh"), op)


def _constants(attribute: Attribute) -> Iterator[DenseAttr]:
    if isinstance(attribute, DenseAttr):
        yield attribute
    elif isinstance(attribute, ArrayAttr | DictAttr):
        for each in attribute.items.values() if isinstance(attribute, DictAttr) else attribute.items:
            yield from _constants(each)


def on_first_line(error: HloError, op: Op) -> HloError:
    """An error that stands on the line where its op begins, as tools expect; a note marks a piece further down."""
    piece = error.span
    if piece is not None and op.span is not None and piece.source is op.span.source and piece.line != op.span.line:
        error.notes.insert(0, Note("this piece of it", piece))
        error.span = op.span_of("name")
    return error


def _check(op: Op, spec: OpSpec, declared: list[Type], symbols: Symbols) -> None:
    checker = Checker(op, spec, symbols)
    inferred = checker.run(declared)
    if spec.names_symbols:
        op.links = {**(checker.callees or {}), **checker.meshes}
    if spec.makes_tensor and declared and not isinstance(declared[0], TensorType | UnrankedType):
        message = f"the result of {op.name} is a tensor, not {declared[0]}"
        raise HloError(message, op.span_of(("result", 0)), spec.code(spec.element_code or "result_type"))
    if inferred is None:
        return
    if len(inferred) != len(declared):
        raise checker.miscounted(len(inferred), declared, spec.shape_code)
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
        raise HloError(message, op.span_of(("result", index)), spec.code(code or "result_type"), help=f"write {got}")


def infer_types(op: Op, symbols: Symbols | None = None) -> list[Type]:
    """The result types of an op that declares none; every constraint is checked on the way."""
    spec = spec_of(op)
    if op.regions or not spec.is_typed_alone:
        return _infer(op, spec, symbols)
    key = None if op.attributes else (op.name, *[value.type for value in op.operands])
    found = _INFERRED.get(key)
    if found is None:
        found = tuple(_infer(op, spec, symbols))
        if key is not None and len(_INFERRED) < _KEPT_LIMIT:
            _INFERRED[key] = found
    if not isinstance(op.decoded, Decoded):
        op.decoded = Decoded(spec, {}, decoded(op, spec))
    op.decoded.types = _types(op, found)
    return list(found)


def _infer(op: Op, spec: OpSpec, symbols: Symbols | None) -> list[Type]:
    found = Checker(op, spec, symbols or Symbols()).run(None)
    if found is not None:
        types = [each for each in found if each is not None]
        if len(types) == len(found):
            return types
    if spec.terminator or spec.dialect == "check":
        return []
    message = f"the result type of {op.name} does not follow from its operands"
    operands = ", ".join(str(value.type) for value in op.operands)
    help_text = [f"write it behind the op: : ({operands}) -> tensor<…>"]
    raise HloError(message, op.span, "type.infer", help=help_text)
