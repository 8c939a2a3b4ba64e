"""The module as a whole: functions, symbols, terminators, regions; then each op by its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError, Note
from ..ir.core import Block, Function, Module, Op
from ..ir.types import UNKNOWN, TensorType
from ..ops import registry
from ..recursion import room
from .advice import conversion
from .rules import check_op

if TYPE_CHECKING:
    from ..ir.attributes import Attribute
    from ..ir.types import Type
    from ..source import Span

#: What closes the body of each kind of op.
_RETURNS = frozenset({"func.return", "stablehlo.return", "sdy.return", "mhlo.return"})
#: What closes a function: JAX ends those that a custom_call names as it ends regions.
_ENDS_FUNCTION = frozenset({"func.return", "stablehlo.return", "mhlo.return"})

_VISIBILITIES = ("public", "private", "nested")
_MODULE_ATTRIBUTES = frozenset({"sym_name", "sym_visibility"})


class SymbolTable:
    """Functions by the names that are visible from a module: its own, nested ones by path, then those around it."""

    def __init__(self, module: Module, outer: SymbolTable | None = None):
        self.module = module
        self.outer = outer
        self.functions = module.functions

    def __call__(self, name: str) -> Function | None:
        path = name.replace("@", "").split("::")
        path = [part.strip('"') for part in path]
        table: Module | None = self.module
        for part in path[:-1]:
            table = table.modules.get(part) if table is not None else None
        found = table.functions.get(path[-1]) if table is not None else None
        if found is None and self.outer is not None:
            return self.outer(name)
        return found

    def mesh(self, name: str) -> Attribute | None:
        """The mesh that an ``sdy.mesh`` of that name declares."""
        for op in self.module.body.ops:
            if op.name == "sdy.mesh" and getattr(op.attributes.get("sym_name"), "value", None) == name:
                return op.attributes.get("mesh")
        return self.outer.mesh(name) if self.outer is not None else None

    def known(self) -> list[str]:
        """The names that could be meant."""
        return [f"@{name}" for name in self.functions] + (self.outer.known() if self.outer else [])


def verify(module: Module) -> list[HloError]:
    """All independent problems of a module, in order; an empty list when it is valid."""
    problems: list[HloError] = []
    with room():
        _check_module(module, None, problems)
    problems.sort(key=lambda error: error.span.start if error.span else 0)
    return problems


def _check_module(module: Module, outer: SymbolTable | None, problems: list[HloError]) -> None:
    symbols = SymbolTable(module, outer)
    _check_symbols(module, problems)
    _check_dialects(module.attributes, _MODULE_ATTRIBUTES, "a module", module.span_of("name"), "module", problems)
    for op in module.body.ops:
        if isinstance(op, Module):
            _check_module(op, symbols, problems)
        elif isinstance(op, Function):
            _check_function(op, symbols, problems)
        else:
            problems += check_alone(op, symbols)
    _check_recursion(module, problems)


def _check_symbols(module: Module, problems: list[HloError]) -> None:
    seen: dict[str, Op] = {}
    for op in module.body.ops:
        if not isinstance(op, Function | Module) or not op.symbol:
            continue
        before = seen.setdefault(op.symbol, op)
        if before is not op:
            notes = [Note("the first is here", before.span_of("name"))]
            problems.append(HloError(f"@{op.symbol} is defined twice", op.span_of("name"), "module.duplicate", notes))


def _check_dialects(
    attributes: dict[str, Attribute],
    own: frozenset[str],
    what: str,
    span: Span | None,
    group: str,
    problems: list[HloError],
) -> None:
    """Beside its own, a thing only has attributes with a dialect in front: ``mhlo.sharding``."""
    for name, value in attributes.items():
        if "." not in name and name not in own:
            message = f"{what} has no attribute {name}; those of other dialects have its name in front, as mhlo.{name}"
            problems.append(HloError(message, value.span or span, f"{group}.attributes"))


def _check_signature(function: Function, problems: list[HloError]) -> None:
    """The attributes of a function, of its arguments and of its results."""
    span = function.span_of("name")
    visibility = function.attributes.get("sym_visibility")
    if visibility is not None and getattr(visibility, "value", None) not in _VISIBILITIES:
        message = f"the visibility of a function is {', '.join(_VISIBILITIES)}, not {visibility}"
        problems.append(HloError(message, visibility.span or span, "func.visibility"))
    for what, each, types in (
        ("an argument", function.argument_attributes, function.type.inputs),
        ("a result", function.result_attributes, function.type.results),
    ):
        if len(each) > len(types):
            message = f"there are attributes for {len(each)} {what.split()[1]}s, and the type has {len(types)}"
            problems.append(HloError(message, span, "func.attributes"))
        for attributes in each:
            _check_dialects(attributes, frozenset(), what, span, "func", problems)


def _check_function(function: Function, symbols: SymbolTable, problems: list[HloError]) -> None:
    _check_signature(function, problems)
    if function.is_declaration:
        if function.is_public:
            message = f"@{function.symbol} has no body; a declaration must be private"
            problems.append(HloError(message, function.span_of("name"), "func.declaration"))
        return
    declared = function.type
    if [a.type for a in function.arguments] != list(declared.inputs):
        message = f"the arguments of @{function.symbol} differ from its type {declared}"
        problems.append(HloError(message, function.span_of("name"), "func.arguments"))
    _check_block(function.body, function, symbols, problems)
    last = function.body.terminator
    if last is not None and last.name in _ENDS_FUNCTION:
        _check_return(function, last, problems)


def _check_return(function: Function, last: Op, problems: list[HloError]) -> None:
    wanted, got = list(function.type.results), [value.type for value in last.operands]
    where = Note(f"@{function.symbol} declares its results here", function.span_of("name"))
    if len(wanted) != len(got):
        message = f"@{function.symbol} returns {len(wanted)} value{'' if len(wanted) == 1 else 's'}, and {len(got)} come back here"
        problems.append(HloError(message, last.span, "func.return_types", [where]))
        return
    for index, (want, have) in enumerate(zip(wanted, got, strict=True)):
        if want is not have and have is not UNKNOWN and not _refines(want, have):
            span = function.result_spans[index] if index < len(function.result_spans) else None
            notes = [
                Note(f"result {index} of @{function.symbol} is declared {want} here", span or function.span_of("name"))
            ]
            value = last.operands[index]
            message = f"%{value.name} : {have} is returned where {want} is declared"
            span = last.span_of(("operand", index))
            problems.append(HloError(message, span, "func.return_types", notes, conversion(value, want)))


def _refines(want: Type, have: Type) -> bool:
    return want == have


def _check_block(block: Block, owner: Op, symbols: SymbolTable, problems: list[HloError]) -> None:
    for value in block.arguments:
        _check_quantized(value.type, value.span or block.span, problems)
    for op in block.ops:
        _check_op(op, symbols, problems)
    early = [op for op in block.ops[:-1] if op.name in _RETURNS]
    problems += [HloError(f"{op.name} must be the last op of its block", op.span, "module.terminator") for op in early]
    last = block.terminator
    if not block.is_whole and (last is None or not _is_terminator(last)):
        return
    if last is None or not _is_terminator(last):
        span = last.span if last is not None else (block.span or owner.span)
        name = "func.return" if isinstance(owner, Function) else "stablehlo.return"
        message = f"the body of {owner.name} does not end with {name}"
        problems.append(HloError(message, span, "module.terminator", help=[f"add {name}"]))
    elif isinstance(owner, Function) and last.name not in _ENDS_FUNCTION:
        problems.append(HloError(f"a function ends with func.return, not {last.name}", last.span, "module.terminator"))
    elif not isinstance(owner, Function) and last.name == "func.return":
        problems.append(HloError("func.return ends a function, not a region", last.span, "module.terminator"))


def _is_terminator(op: Op) -> bool:
    if op.name in _RETURNS:
        return True
    spec = registry.of(op)
    return spec is not None and spec.terminator


def _check_op(op: Op, symbols: SymbolTable, problems: list[HloError]) -> None:
    if isinstance(op, Function | Module):
        message = f"a {'function' if isinstance(op, Function) else 'module'} stands in a module, not inside of an op"
        problems.append(HloError(message, op.span_of("name"), "module.nested"))
        return
    before = len(problems)
    for region in op.regions:
        for block in region.blocks:
            _check_block(block, op, symbols, problems)
    if len(problems) > before:
        return
    if any(value.type is UNKNOWN for value in op.operands):
        return
    try:
        _check_types(op)
        check_op(op, symbols)
    except HloError as error:
        problems.append(error)


def check_alone(op: Op, symbols: Any) -> list[HloError]:
    """The problems of an op that stands in no function: of a session's statement, or beside functions."""
    if _is_terminator(op):
        return [HloError(f"{op.name} stands outside of any function or region", op.span, "module.terminator")]
    problems: list[HloError] = []
    _check_op(op, symbols, problems)
    return problems


def _check_quantized(of: Type, span: Span | None, problems: list[HloError]) -> None:
    if isinstance(of, TensorType) and of.element.is_quantized:
        from .quantized import check_quantized

        try:
            check_quantized(of, span)
        except HloError as error:
            problems.append(error)


def _check_types(op: Op) -> None:
    """The result types by themselves: quantized parameters and bounds."""
    from .quantized import check_quantized

    for index, value in enumerate(op.results):
        if isinstance(value.type, TensorType) and value.type.element.is_quantized:
            check_quantized(value.type, op.span_of(("result", index)))


def _check_recursion(module: Module, problems: list[HloError]) -> None:
    """A function that calls itself, directly or not, never ends: there is nothing to stop it."""
    functions = module.functions
    calls: dict[str, list[tuple[str, Op]]] = {}
    for name, function in functions.items():
        found: list[tuple[str, Op]] = []
        for op in function.walk():
            for attribute in op.attributes.values():
                path = getattr(attribute, "path", None)
                if path is not None and path[-1] in functions:
                    found.append((path[-1], op))
        calls[name] = found
    state: dict[str, int] = {}
    for name in functions:
        _visit(name, calls, state, problems)


def _visit(start: str, calls: dict[str, Any], state: dict[str, int], problems: list[HloError]) -> None:
    if state.get(start):
        return
    stack = [(start, iter(calls[start]))]
    state[start] = 1
    while stack:
        name, rest = stack[-1]
        for target, op in rest:
            if state.get(target) == 1:
                message = f"@{target} calls itself" if target == name else f"@{target} calls itself by way of @{name}"
                problems.append(HloError(message, op.span, "module.recursion"))
            elif not state.get(target):
                state[target] = 1
                stack.append((target, iter(calls[target])))
                break
        else:
            state[name] = 2
            stack.pop()
