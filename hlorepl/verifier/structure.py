"""The module as a whole: functions, symbols, terminators, regions; then each op by its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ..errors import HloError, Note
from ..garbage_collection import collection_paused
from ..ir.attributes import StringAttr
from ..ir.core import VISIBILITIES, Block, Function, Module, Op, Region, Value
from ..ir.locations import with_origin
from ..ir.symbols import Symbols, name_of
from ..ir.text import symbol_text
from ..ir.types import UNKNOWN
from ..ops import registry
from ..recursion import room
from ..wording import counted
from .advice import conversion
from .linking import is_direct, linking_ops, reached, relink
from .rules import check_attributes, check_op
from .types import check_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..ir.attributes import Attribute
    from ..ir.types import Type
    from ..source import Span

_AnyOp = TypeVar("_AnyOp", bound=Op)

#: What closes the body of each kind of op.
_RETURNS = frozenset({"func.return", "stablehlo.return", "sdy.return", "mhlo.return"})
#: What closes a function: JAX ends those that a custom_call names as it ends regions.
_ENDS_FUNCTION = frozenset({"func.return", "stablehlo.return", "mhlo.return"})

_MODULE_ATTRIBUTES = frozenset({"sym_name", "sym_visibility"})


def verify(module: Module) -> list[HloError]:
    """All independent problems of a module, in order; an empty list when it is valid."""
    problems: list[HloError] = []
    try:
        with room(), collection_paused():
            _check_module(module, None, problems)
            _check_recursion(_functions_in(module.body.ops), problems)
    except HloError as error:  # what was made in Python need not even be a tree of functions
        problems.append(error)
    return _in_order(problems)


def verify_definitions(ops: list[Op], symbols: Symbols, module: Module | None = None) -> list[HloError]:
    """The problems of functions, modules and meshes that are about to be known beside others, in the table of all.

    What is wrong with the others is not asked. ``module`` is the one that the new ones come from.
    """
    problems: list[HloError] = []
    with room():
        if module is not None:
            _check_attributes(module, problems)
        _check_definitions(ops, symbols, problems)
        if not problems:
            functions = _functions_in(ops)
            relink(functions, symbols)
            _check_recursion(functions, problems)
    return _in_order(problems)


def verify_calls(functions: Iterable[Function], symbols: Symbols) -> list[HloError]:
    """The problems of the calls that functions make, directly or not, by what the names mean now: each is linked anew."""
    problems: list[HloError] = []
    with room():
        for function in reached(functions):
            if is_direct(function, symbols):
                for op, _ in linking_ops(function):
                    _attempt(problems, check_op, op, symbols)
                for op in function.walk():
                    _attempt(problems, check_attributes, op, symbols)
    return _in_order(problems)


def _attempt(problems: list[HloError], check: Callable[[_AnyOp, Symbols], None], op: _AnyOp, symbols: Symbols) -> None:
    """Check an op in one way; what is wrong goes to the problems."""
    try:
        check(op, symbols)
    except HloError as error:
        problems.append(error)


def _in_order(problems: list[HloError]) -> list[HloError]:
    return sorted(problems, key=lambda error: error.span.start if error.span else 0)


def _check_module(module: Module, outer: Symbols | None, problems: list[HloError]) -> None:
    _check_attributes(module, problems)
    symbols = Symbols.of(module, outer)
    _attempt(problems, check_attributes, module, symbols)
    _check_definitions(module.body.ops, symbols, problems)


def _check_attributes(module: Module, problems: list[HloError]) -> None:
    _check_dialects(module.attributes, _MODULE_ATTRIBUTES, "a module", module.span_of("name"), "module", problems)


def _check_definitions(ops: list[Op], symbols: Symbols, problems: list[HloError]) -> None:
    """What stands directly in a module."""
    _check_names(ops, problems)
    for op in ops:
        if isinstance(op, Module):
            _check_module(op, symbols, problems)
        elif isinstance(op, Function):
            _check_function(op, symbols, problems)
        else:
            problems += check_alone(op, symbols)


def _check_names(ops: list[Op], problems: list[HloError]) -> None:
    seen: dict[str, Op] = {}
    for op in ops:
        name = name_of(op)
        if name is None:
            continue
        before = seen.setdefault(name, op)
        if before is not op:
            notes = [Note("the first is here", before.span_of("name"))]
            problems.append(
                HloError(f"{symbol_text(name)} is defined twice", op.span_of("name"), "module.duplicate", notes)
            )


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
    if visibility is not None and not (isinstance(visibility, StringAttr) and visibility.value in VISIBILITIES):
        message = f"the visibility of a function is {', '.join(VISIBILITIES)}, not {visibility}"
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


def _check_function(function: Function, symbols: Symbols, problems: list[HloError]) -> None:
    _check_signature(function, problems)
    _attempt(problems, check_attributes, function, symbols)
    if function.is_declaration:
        if function.is_public:
            message = f"{symbol_text(function.symbol)} has no body; a declaration must be private"
            problems.append(HloError(message, function.span_of("name"), "func.declaration"))
        _check_type(function.type, function.span_of("name"), problems)
        return
    declared = function.type
    if [a.type for a in function.arguments] != list(declared.inputs):
        message = f"the arguments of {symbol_text(function.symbol)} differ from its type {declared}"
        problems.append(HloError(message, function.span_of("name"), "func.arguments"))
    _check_scopes(function.region, set(), problems)
    _check_block(function.body, function, symbols, problems)
    last = function.body.terminator
    if last is not None and last.name in _ENDS_FUNCTION:
        _check_return(function, last, problems)


def _check_scopes(region: Region, known: set[Value], problems: list[HloError]) -> None:
    """Every operand is known where it is used. Text is read so; a module that Python made may be otherwise."""
    for block in region.blocks:
        known.update(block.arguments)
        for op in block.ops:
            for index, value in enumerate(op.operands):
                if value not in known and value.type is not UNKNOWN:
                    message = f"%{value.name} is not defined where {op.name} uses it"
                    problems.append(HloError(message, op.span_of(("operand", index)), "name.undefined"))
            for inner in op.regions:
                _check_scopes(inner, known, problems)
            known.update(op.results)
        known.difference_update(block.arguments, *(op.results for op in block.ops))


def _check_return(function: Function, last: Op, problems: list[HloError]) -> None:
    wanted, got = list(function.type.results), [value.type for value in last.operands]
    where = Note(f"{symbol_text(function.symbol)} declares its results here", function.span_of("name"))
    if len(wanted) != len(got):
        message = (
            f"{symbol_text(function.symbol)} returns {counted(len(wanted), 'value')}, and {len(got)} come back here"
        )
        problems.append(HloError(message, last.span, "func.return_types", [where]))
        return
    for index, (want, have) in enumerate(zip(wanted, got, strict=True)):
        if want is not have and have is not UNKNOWN and not _refines(want, have):
            span = function.result_spans[index] if index < len(function.result_spans) else None
            notes = [
                Note(
                    f"result {index} of {symbol_text(function.symbol)} is declared {want} here",
                    span or function.span_of("name"),
                )
            ]
            value = last.operands[index]
            message = f"%{value.name} : {have} is returned where {want} is declared"
            span = last.span_of(("operand", index))
            error = HloError(message, span, "func.return_types", notes, conversion(value, want))
            problems.append(with_origin(error, last))


def _refines(want: Type, have: Type) -> bool:
    return want == have


def _check_block(block: Block, owner: Op, symbols: Symbols, problems: list[HloError]) -> None:
    for value in block.arguments:
        _check_type(value.type, value.span or block.span, problems)
    for op in block.ops:
        _check_op(op, symbols, problems)
    early = [op for op in block.ops[:-1] if op.name in _RETURNS]
    problems += [HloError(f"{op.name} must be the last op of its block", op.span, "module.terminator") for op in early]
    last = block.terminator
    if not block.is_whole and (last is None or not _is_terminator(last)):
        return
    if last is None or not _is_terminator(last):
        span = last.span if last is not None else owner.span_of("name")
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


def _check_op(op: Op, symbols: Symbols, problems: list[HloError]) -> None:
    if isinstance(op, Function | Module):
        message = f"a {'function' if isinstance(op, Function) else 'module'} stands in a module, not inside of an op"
        problems.append(HloError(message, op.span_of("name"), "module.nested"))
        return
    if op.regions and not _check_regions(op, symbols, problems):
        return
    if any(value.type is UNKNOWN for value in op.operands):
        return
    try:
        for index, value in enumerate(op.results):
            check_type(value.type, op.span_of(("result", index)))
        check_op(op, symbols)
        if op.attributes:
            check_attributes(op, symbols)
    except HloError as error:
        if not _follows(error, op):
            problems.append(with_origin(error, op))


def _check_regions(op: Op, symbols: Symbols, problems: list[HloError]) -> bool:
    """Whether the regions of an op are well-formed, as far as that is asked of them alone."""
    before = len(problems)
    spec = registry.of(op)
    may_be_empty = spec is not None and spec.idle_regions
    for region in op.regions:
        for block in region.blocks:
            if block.ops or block.arguments or not may_be_empty:
                _check_block(block, op, symbols, problems)
    return len(problems) == before


def _follows(error: HloError, op: Op) -> bool:
    """Whether an error is about a region that returns what could not be read."""
    for region in op.regions:
        last = region.blocks[0].terminator if region.blocks else None
        if last is not None and region.span is not None and any(value.type is UNKNOWN for value in last.operands):
            pieces = [error.span, *(note.span for note in error.notes)]
            if any(piece is not None and region.span.start <= piece.start < region.span.end for piece in pieces):
                return True
    return False


def check_alone(op: Op, symbols: Symbols) -> list[HloError]:
    """The problems of an op that stands in no function: of a session's statement, or beside functions."""
    if _is_terminator(op):
        return [HloError(f"{op.name} stands outside of any function or region", op.span, "module.terminator")]
    problems: list[HloError] = []
    _check_op(op, symbols, problems)
    return problems


def _check_type(of: Type, span: Span | None, problems: list[HloError]) -> None:
    try:
        check_type(of, span)
    except HloError as error:
        problems.append(error)


def _functions_in(ops: list[Op]) -> list[Function]:
    """Functions in order, those of inner modules too."""
    found: list[Function] = []
    for op in ops:
        if isinstance(op, Function):
            found.append(op)
        elif isinstance(op, Module):
            found += _functions_in(op.body.ops)
    return found


def _check_recursion(functions: list[Function], problems: list[HloError]) -> None:
    """A function that calls itself, directly or not, never ends: there is nothing to stop it."""
    state: dict[int, int] = {}
    ours = set(map(id, functions))
    for function in functions:
        _visit(function, ours, state, problems)


def _calls(function: Function) -> Iterator[tuple[Function, Op]]:
    for op in function.walk():
        if op.links:
            for callee in op.callees:
                yield callee, op


def _visit(start: Function, ours: set[int], state: dict[int, int], problems: list[HloError]) -> None:
    """Follow calls from a function; the way that led to where we are is in ``stack``, with the calls that it took."""
    if state.get(id(start)):
        return
    stack: list[tuple[Function, Iterator[tuple[Function, Op]], Op | None]] = [(start, _calls(start), None)]
    state[id(start)] = 1
    while stack:
        function, rest, _ = stack[-1]
        for callee, op in rest:
            if state.get(id(callee)) == 1:
                problems.append(_recursion(callee, op, [(f, call) for f, _, call in stack], ours))
            elif not state.get(id(callee)):
                state[id(callee)] = 1
                stack.append((callee, _calls(callee), op))
                break
        else:
            state[id(function)] = 2
            stack.pop()


def _recursion(callee: Function, op: Op, way: list[tuple[Function, Op | None]], ours: set[int]) -> HloError:
    """The error of a circle that a call closes, at its last call that stands in one of our functions."""
    circle = way[next(place for place, (function, _) in enumerate(way) if function is callee) :]
    functions = [function for function, _ in circle]
    calls = [*(call for _, call in circle[1:]), op]  # each stands in the function of its place and calls the next
    place = max((k for k, function in enumerate(functions) if id(function) in ours), default=len(functions) - 1)
    caller, called, call = functions[place], functions[(place + 1) % len(functions)], calls[place]
    message = f"{symbol_text(called.symbol)} calls itself" + (
        "" if caller is called else f" by way of {symbol_text(caller.symbol)}"
    )
    return HloError(message, call.span if call is not None else None, "module.recursion")
