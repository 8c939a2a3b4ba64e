"""Control flow: functions called, branches taken, loops; and values put together and taken apart."""

from __future__ import annotations

import re
from functools import reduce
from typing import TYPE_CHECKING, Any

from ...errors import broken, require
from ...ir.types import ELEMENTS, FutureType, TensorType, TupleType
from ..flow import Done, Enter, Step, Unforeseen, Wait, run_steps
from ..registry import op
from ..requests import Join, Start
from ..rules import all_agree, captured, merged_type, require_per_tensor, types_agree
from .counted_loop import Loop, write_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.core import Op
    from ...ir.types import Type
    from ..annotations import I32, Attribute, Callee, Region, Regions, RegionType, Unit
    from ..flow import Code, Inside, Lanes, Rounds, Run

_I1 = TensorType((), ELEMENTS["i1"])
_I32 = TensorType((), ELEMENTS["i32"])


@op("func.return", form="func_return", terminator=True, unranked="own")
def func_return(xp: Any, *operands: Any) -> Any:
    """End a function with these results."""
    return operands


@op("stablehlo.return", form="return", terminator=True, unranked="own")
def return_(xp: Any, *results: Any) -> Any:
    """End a region with these results."""
    return results


func_return.infer(lambda *operands: [])  # what is returned is checked against the function around it
return_.infer(lambda *results: [])  # likewise: against what the op around it wants


def returned(results: tuple[Any, ...]) -> Step:
    """The op's results are what its region returned."""
    return Done(results)


@op("func.call", form="call", total=True, unranked="own")
def call(
    xp: Any,
    *operands: Any,
    callee: Callee,
    arg_attrs: Attribute | None = None,
    res_attrs: Attribute | None = None,
    no_inline: Unit = False,
) -> Any:
    """Call a function of this module."""
    return callee(*operands)


@call.steps
def _(*operands: Any, callee: Callee) -> Step:
    return Enter(callee, operands, returned, "function")


@call.fast
def _(op: Op, *, callee: Callee) -> Run:
    return callee.run


@call.inline
def _(code: Code, *operands: Any, op: Op, callee: Callee) -> list[Any]:
    return code.run(callee, operands)


@call.vectorise
def _(lanes: Lanes, *operands: Any, callee: Callee) -> tuple[Any, ...]:
    return lanes.run(callee, operands)


def _same(several: Sequence[list[Type]]) -> list[Type]:
    """The types that all of them are; raises ``Unforeseen`` where they differ."""
    if any(types != several[0] for types in several):
        raise Unforeseen
    return several[0]


def _sight_of_called(inside: Inside, operands: list[Type], regions: Sequence[Any]) -> list[Type]:
    (callee,) = regions
    return inside(callee, operands)


call.sight(_sight_of_called)


@call.infer(result="result_types")
def _(*operands: Type, callee: RegionType, results: Sequence[Type] | None) -> list[Type]:
    _check_call(operands, callee, "operands", "callee", "operand_types")
    require_equal(results, callee.returns, "result_types")
    return list(callee.returns)


def require_equal(results: Sequence[Type] | None, wanted: Sequence[Type], code: str) -> None:
    """The declared types of results are these to the letter, dynamic sizes too."""
    for number, (found, want) in enumerate(zip(results or (), wanted, strict=False)):
        where = {"number": number, "want": want}
        require(found == want, code, "result {number} must be {want}, to the letter", ("results", number), **where)


def _check_call(operands: Sequence[Type], callee: RegionType, name: str, callee_name: str, code: str) -> None:
    """As many operands as arguments, each of the type of its argument, dynamic sizes too."""
    wanted, found = len(callee.arguments), len(operands)
    message = f"the number of operands is {{found}}, {{{callee_name}}} takes {{wanted}}"
    require(wanted == found, code, message, at=name if found else callee_name, wanted=wanted, found=found)
    for number, (operand, argument) in enumerate(zip(operands, callee.arguments, strict=True)):
        at = (name, number)
        message = f"argument {{number}} of {{{callee_name}}} is {{wanted}}, here is {{at}}"
        require(operand == argument, code, message, at=at, number=number, wanted=argument, fit=argument)


@op("stablehlo.composite", form="composite", total=True, idle_regions=True)
def composite(
    xp: Any,
    *inputs: Any,
    name: str,
    decomposition: Callee,
    composite_attributes: Attribute | None = None,
    version: I32 = 0,
) -> Any:
    """An op by name that is made of others: runs its decomposition."""
    return decomposition(*inputs)


@composite.steps
def _(*inputs: Any, decomposition: Callee) -> Step:
    return Enter(decomposition, inputs, returned, "function")


@composite.fast
def _(op: Op, *, decomposition: Callee) -> Run:
    return decomposition.run


@composite.inline
def _(code: Code, *inputs: Any, op: Op, decomposition: Callee) -> list[Any]:
    return code.run(decomposition, inputs)


composite.sight(_sight_of_called)


@composite.vectorise
def _(lanes: Lanes, *inputs: Any, decomposition: Callee) -> tuple[Any, ...]:
    return lanes.run(decomposition, inputs)


_OP_NAME = re.compile(r"[a-zA-Z]\w*(\.[\w$]+)+", re.ASCII)


@composite.infer(result="result_types")
def _(*inputs: Type, name: str, decomposition: RegionType, results: Sequence[Type] | None) -> list[Type]:
    require(
        *(_OP_NAME.fullmatch(name), "name", "{name} is not the name of an op in a namespace", "name"),
        help='write it as "my_namespace.my_op"',
    )
    _check_call(inputs, decomposition, "inputs", "decomposition", "operand_types")
    require_equal(results, decomposition.returns, "result_types")
    return list(decomposition.returns)


@op("stablehlo.while", form="while", total=True)
def while_(xp: Any, *operand: Any, cond: Region, body: Region) -> Any:
    """Run the body on its own results, beginning with the operands, as long as the condition holds."""
    return run_steps(_loop(*operand, cond=cond, body=body))


@while_.steps
def _loop_rule(*operand: Any, cond: Region, body: Region) -> Step:
    return _loop(*operand, cond=cond, body=body)


def _loop(*operand: Any, cond: Region, body: Region) -> Step:
    def again(turn: int, state: tuple[Any, ...]) -> Step:
        return Enter(cond, state, lambda holds: decide(turn, state, holds), "condition", turn, later=again)

    def decide(turn: int, state: tuple[Any, ...], holds: tuple[Any, ...]) -> Step:
        if not holds[0]:
            return Done(state)
        return Enter(body, state, lambda results: again(turn + 1, results), "turn", turn)

    return again(0, operand)


@while_.fast
def _(
    op: Op,
    *,
    cond: Region,
    body: Region,
    whole: Callable[[], Run | None],
    part: Callable[[Rounds], Run | None],
) -> Run:
    return Loop(op, cond, body, whole, part)


@while_.inline
def _(code: Code, *operand: Any, op: Op, cond: Region, body: Region, rounds: Rounds | None) -> list[Any]:
    return write_loop(code, op, operand, cond, body, rounds)


@while_.sight
def _(inside: Inside, operands: list[Type], regions: Sequence[Any]) -> list[Type]:
    """What it carries, where no round changes a size."""
    cond, body = regions
    inside(cond, operands)
    return _same([operands, inside(body, operands)])


@while_.vectorise
def _(lanes: Lanes, *operand: Any, cond: Region, body: Region) -> tuple[Any, ...]:
    """Go on until no place's condition holds; those that are done keep their values."""
    xp, active, state = lanes.xp, lanes.active, operand
    while True:
        active = xp.logical_and(lanes.run(cond, state, active)[0], active)
        if not active.any():
            return state
        after = lanes.run(body, state, active)
        state = tuple(xp.where(active, new, old) for new, old in zip(after, state, strict=True))


@while_.infer(result="C3")
def _(*operand: Type, cond: RegionType, body: RegionType) -> list[Type]:
    state = _merged(operand, cond.arguments, "cond", "C1", "cond must take the types of the operands")
    good = list(cond.returns) == [_I1]
    require(good, "C1", "the condition must return one tensor<i1>, not {found}", "cond", found=_listed(cond.returns))
    state = _merged(state, body.arguments, "body", "C2", "body must take the types of the operands")
    return _merged(state, body.returns, "body", "C2", "the body must return the types of the operands")


def _merged(known: Sequence[Type], types: Sequence[Type], at: str, code: str, what: str) -> list[Type]:
    """Types that agree with those that are known so far, with what either knows of sizes."""
    found = {"found": _listed(types), "wanted": _listed(known)}
    require(all_agree(types, known), code, what + ", {wanted}, not {found}", at, **found)
    return list(map(merged_type, known, types))


def _listed(types: Sequence[Type]) -> str:
    return f"({', '.join(map(str, types))})"


@op("stablehlo.if", form=None, total=True)
def if_(xp: Any, pred: Any, *, true_branch: Region, false_branch: Region) -> Any:
    """Run one of two regions."""
    return (true_branch if pred else false_branch)()


@if_.steps
def _(pred: Any, *, true_branch: Region, false_branch: Region) -> Step:
    return Enter(true_branch if pred else false_branch, (), returned, "branch", 0 if pred else 1)


@if_.inline
def _(code: Code, pred: Any, *, op: Op, true_branch: Region, false_branch: Region) -> list[Any]:
    results = code.chosen()
    with code.block(f"if {code.number(pred)}:"):
        code.bind(results, code.run(true_branch, ()))
    with code.block("else:", follows=True):
        code.bind(results, code.run(false_branch, ()))
    return results


def _sight_of_branches(inside: Inside, operands: list[Type], regions: Sequence[Any]) -> list[Type]:
    return _same([inside(region, []) for region in regions])


if_.sight(_sight_of_branches)


@if_.vectorise
def _(lanes: Lanes, pred: Any, *, true_branch: Region, false_branch: Region) -> tuple[Any, ...]:
    return _each_its_own(lanes, ~pred, (true_branch, false_branch))


def _each_its_own(lanes: Lanes, index: Any, branches: Regions) -> tuple[Any, ...]:
    """All branches; each place takes the results of its own."""
    results: tuple[Any, ...] = ()
    for number in reversed(range(len(branches))):
        chosen = index == number
        mine = lanes.run(branches[number], (), lanes.active & chosen)
        places = zip(mine, results, strict=True)
        results = tuple(lanes.xp.where(chosen, a, b) for a, b in places) if results else mine
    return results


@if_.infer(result="C3")
def _(
    pred: TensorType, *, true_branch: RegionType, false_branch: RegionType, results: Sequence[Type] | None
) -> list[Type]:
    good = isinstance(pred, TensorType) and types_agree(pred, _I1)
    require(good, "operand_type", "{pred} must be a tensor<i1>", at="pred")
    branches = [true_branch, false_branch]
    known = _check_branches(branches, ["true_branch", "false_branch"], "C1", "C2")
    return known if results is not None else _of_any(branches)


def _check_branches(branches: Sequence[RegionType], at: Sequence[Any], input_code: str, output_code: str) -> list[Type]:
    """No branch has arguments, and all return the same types, which are returned with what any of them knows of sizes."""
    for branch, where in zip(branches, at, strict=True):
        require(not branch.arguments, input_code, "a branch has no arguments", at=where)
    known = list(branches[0].returns)
    for branch, where in zip(branches, at, strict=True):
        found = {"found": _listed(branch.returns), "wanted": _listed(known)}
        same = all_agree(branch.returns, known)
        require(same, output_code, "this branch returns {found}, those before it {wanted}", at=where, **found)
        known = list(map(merged_type, known, branch.returns))
    return known


@op("stablehlo.case", form=None, total=True)
def case(xp: Any, index: Any, *, branches: Regions) -> Any:
    """Run the region of that number; the last one for any other number."""
    return branches[_chosen(index, len(branches))]()


def _chosen(index: Any, count: int) -> int:
    number = int(index)
    return number if 0 <= number < count else count - 1


@case.steps
def _(index: Any, *, branches: Regions) -> Step:
    number = _chosen(index, len(branches))
    return Enter(branches[number], (), returned, "branch", number)


@case.inline
def _(code: Code, index: Any, *, op: Op, branches: Regions) -> list[Any]:
    results, number, last = code.chosen(), code.number(index), len(branches) - 1
    for place, branch in enumerate(branches):
        head = "else:" if place == last else f"elif {number} == {place}:"
        with code.block(head if place else f"if {number} == 0 or {last} == 0:", follows=place > 0):
            code.bind(results, code.run(branch, ()))
    return results


case.sight(_sight_of_branches)


@case.vectorise
def _(lanes: Lanes, index: Any, *, branches: Regions) -> tuple[Any, ...]:
    last = len(branches) - 1
    return _each_its_own(lanes, lanes.xp.where((index < 0) | (index > last), last, index), branches)


@case.infer(result="C4")
def _(index: TensorType, *, branches: Sequence[RegionType], results: Sequence[Type] | None) -> list[Type]:
    good = isinstance(index, TensorType) and types_agree(index, _I32)
    require(good, "operand_type", "{index} must be a tensor<i32>", at="index")
    require(branches, "C1", "a case needs a branch")
    known = _check_branches(branches, [("branches", number) for number in range(len(branches))], "C2", "C3")
    return known if results is not None else _of_any(branches)


def _of_any(branches: Sequence[RegionType]) -> list[Type]:
    """Types that hold the results of whichever branch runs: a size that they do not share is open."""
    return [reduce(_either, types) for types in zip(*(branch.returns for branch in branches), strict=True)]


def _either(a: Type, b: Type) -> Type:
    if not (isinstance(a, TensorType) and isinstance(b, TensorType)):
        return a
    return a.with_shape(one if one == other else None for one, other in zip(a.extents, b.extents, strict=True))


@op(
    "stablehlo.optimization_barrier",
    form="optimization_barrier",
    total=True,
    quantized="storage",
    identity=True,
    passes=True,
)
def optimization_barrier(xp: Any, *operand: Any) -> Any:
    """The operands, which no optimisation may move across."""
    return operand


@optimization_barrier.infer(result="C1")
def _(*operand: Type, results: Sequence[Type] | None) -> list[Type]:
    tensors = tuple(type_ for type_ in operand if isinstance(type_, TensorType))
    require_per_tensor(operand=tensors)
    require_equal(results, operand, "C1")
    return list(operand)


@op("stablehlo.tuple", form="tuple", quantized="storage", passes=True)
def tuple_(xp: Any, *val: Any) -> Any:
    """One value made of several."""
    return (val,)


@tuple_.infer(result="C1")
def _(*val: Type, results: Sequence[Type] | None) -> Type:
    require_equal(results, [TupleType(val)], "C1")
    return TupleType(val)


@op("stablehlo.get_tuple_element", form="get_tuple_element", quantized="storage", passes=True)
def get_tuple_element(xp: Any, operand: Any, *, index: I32) -> Any:
    """One of the values of a tuple."""
    return (operand[index],)


@get_tuple_element.infer(result="C2")
def _(operand: Type, *, index: int) -> Type:
    if not isinstance(operand, TupleType):
        broken("operand_type", "{operand} must be a tuple", at="operand")
    size = len(operand.types)
    inside = 0 <= index < size
    require(inside, "C1", "{operand} has {size} elements, there is no number {index}", at="index", size=size)
    return operand.types[index]


#: What may be started and waited for later.
_ASYNC = {
    *("all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute", "collective_reduce"),
    *("reduce_scatter", "slice", "dynamic_slice", "dynamic_update_slice"),
}


@op("stablehlo.async_start", form=None, waits=True, starts=True)
def async_start(xp: Any, *operands: Any, body: Region, process: Any) -> Any:
    """Start what the region does. A process alone does it at once, and the future holds the results."""


@async_start.steps
def _(*operands: Any, body: Region, process: Any) -> Step:
    if process.is_alone:
        return Enter(body, operands, lambda results: Done((results,)))
    return Wait(Start(body, operands), lambda started: Done((started,)))


@async_start.infer(result="result_type")
def _(*operands: Type, body: RegionType, result: Type | None) -> Type:
    good = list(body.arguments) == list(operands)
    found = {"found": _listed(body.arguments), "wanted": _listed(operands)}
    require(good, "body_type", "the body must take the types of the operands, {wanted}, not {found}", "body", **found)
    future = FutureType(tuple(body.returns))
    _require_one_op(body)
    if result in (None, future):
        within = not captured(body.region)
        require(within, "body_captures", "the body must use its own arguments, no values from outside", "body")
    return future


def _require_one_op(body: RegionType) -> None:
    """One op is started, and what comes back is its results (or arguments); ops that only look at values may stand by."""
    (block,) = body.region.blocks
    started = [inner for inner in block.ops if inner.name.removeprefix("stablehlo.") in _ASYNC]
    makers = {value.owner for value in block.returned} - {block}
    only = len(started) == 1 and makers <= set(started)
    require(only, "body_op", "the body must be one collective op, or one that slices, and its return", "body")


@op("stablehlo.async_done", form=None, waits=True)
def async_done(xp: Any, future: Any) -> Any:
    """Wait for what ``async_start`` started."""


@async_done.steps
def _(future: Any) -> Step:
    return Wait(Join(future), Done)


@async_done.infer(result="result_types")
def _(future: Type) -> list[Type]:
    if not isinstance(future, FutureType):
        broken("operand_type", "{future} must be a future", at="future")
    return list(future.types)


@op("stablehlo.trace", form=None, pure=False)
def trace(xp: Any, *, tag: str) -> Any:
    """Mark a place in a profile (legacy); nothing happens here."""
    return ()


@trace.infer
def _() -> list[Type]:
    return []
