"""The session as a module: ``:save``."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ir.attributes import DenseAttr, FunctionTypeAttr, IntegerAttr, StringAttr
from ..ir.core import Block, Function, Module, Op, Region, Value
from ..ir.types import ELEMENTS, FunctionType
from ..syntax.file_printer import print_module
from ..verifier import verify
from ..verifier.rules import infer_types
from ..whole_files import write_whole
from .saved_functions import SavedFunctions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..ir.types import Type
    from .session import Session
    from .state import State

#: Constants of more elements than this are saved as arguments beside an ``.npz``.
LARGE = 100_000


def session_module(session: Session, large: int | None = None) -> tuple[Module, dict[str, Value]]:
    """A module whose @main computes every live name, and the large constants that became its arguments."""
    state = session.state
    live = {name: bound.value for name, bound in state.names.items() if "#" in name or f"{name}#0" not in state.names}
    needed = _needed(state.ops, list(live.values()))
    arguments: dict[str, Value] = {}
    ops: list[Op] = []
    if not needed and state.functions:  # nothing was computed: a run means what it means without the session
        return _module_of(state, list(state.symbols.ops.values())), {}
    functions = SavedFunctions(state)
    times = {id(op): time for time, op in enumerate(state.ops)}
    for op in needed:
        if large is not None and _is_large(op, large):
            arguments[op.results[0].name] = op.results[0]
        else:
            time = times[id(op)]
            ops += _to_the_letter(functions.calling(op, time), _declared(op, state, time))
    _rename(needed, live)
    block = Block()
    block.arguments = list(arguments.values())
    results = list(live.values())
    block.ops = [*ops, Op("func.return", results)]
    inputs = tuple(value.type for value in arguments.values())
    kind = FunctionTypeAttr(FunctionType(inputs, tuple(value.type for value in results)))
    main = Function({"sym_name": StringAttr("main"), "function_type": kind}, Region([block]))
    main.argument_attributes = [{} for _ in arguments]
    main.result_attributes = [{"jax.result_info": StringAttr(name)} for name in live]
    module = _module_of(state, [main, *functions.all()])
    return module, {value.name: value for value in arguments.values()}


def _declared(op: Op, state: State, time: int) -> list[Type]:
    """The types of an op's results: those of a call are the function's, whatever sizes they turned out to have."""
    if op.name in ("func.call", "stablehlo.composite"):
        return infer_types(op, state.symbols_at(time))
    return [value.type for value in op.results]


def _to_the_letter(op: Op, types: list[Type]) -> list[Op]:
    """The op with results of these types, and casts to those that its results turned out to have."""
    if types == [value.type for value in op.results]:
        return [op]
    exact = copy(op)
    exact.results = []
    exact.add_results(types)
    casts: list[Op] = []
    for before, after in zip(exact.results, op.results, strict=True):
        cast = Op("tensor.cast", [before])
        cast.results = [after]
        casts.append(cast)
    return [exact, *casts]


def _module_of(state: State, ops: list[Op]) -> Module:
    """A module with what the session's own modules said of themselves, and the grid that runs it."""
    module = Module(dict(state.module_attributes))
    if state.grid != (1, 1):
        sizes = (IntegerAttr(size, ELEMENTS["i32"]) for size in state.grid)
        module.attributes |= zip(("mhlo.num_replicas", "mhlo.num_partitions"), sizes, strict=True)
    module.location = state.module_location
    module.body.ops = ops
    module.contents = state.contents
    return module


def _needed(ops: Sequence[Op], live: list[Value]) -> list[Op]:
    """The ops that the live values depend on and those that do more than give values, in order, each once."""
    from ..ops.purity import has_effect  # late: on demand

    wanted = {id(value) for value in live}
    found: list[Op] = []
    for op in reversed(tuple(ops)):
        if any(id(result) in wanted for result in op.results) or has_effect(op):
            found.append(op)
            for inner in op.walk():
                wanted.update(id(value) for value in inner.operands)
    return found[::-1]


def _is_large(op: Op, large: int) -> bool:
    value = op.attributes.get("value")
    return (
        op.name == "stablehlo.constant"
        and isinstance(value, DenseAttr)
        and not value.is_splat
        and value.resource is None  # its bytes stand in the file already
        and value.type.size > large
    )


def _rename(ops: list[Op], live: dict[str, Value]) -> None:
    """Older values of a name become ``x_1``, ``x_2``…; the live one keeps it."""
    taken = {id(value): name for name, value in live.items()}
    used = set(live)
    for op in ops:
        for value in op.results:
            if id(value) in taken:
                value.name = taken[id(value)]
            elif value.name:
                base, number = value.name.partition("#")[0], 1
                while f"{base}_{number}" in used:
                    number += 1
                value.name = f"{base}_{number}"
                used.add(value.name)


def save(session: Session, path: Path) -> str:
    """Write the module through a temporary file; large constants go to an ``.npz`` beside it. What was written, as text.

    Raises the first problem of a module that would not be valid; then nothing is written.
    """
    module, arguments = session_module(session, LARGE)
    session.linked_by = None  # what is verified is linked, here to what is saved
    for problem in verify(module):  # such as a call of what was never defined
        raise problem
    comments = [f"// {command}" for command in session.state.commands]
    text = print_module(module)
    if comments:
        text = "\n".join(["// commands of the session:", *comments, text])
    write_whole(path, text)
    if not arguments:
        return f"saved {path}"
    beside = path.with_suffix(".npz")
    arrays: dict[str, Any] = {name: value.owner.attributes["value"].array for name, value in arguments.items()}  # type: ignore[union-attr]
    np.savez(beside, allow_pickle=False, **arrays)
    return f"saved {path}, and its large constants in {beside}"


def write_program(path: Path, text: str) -> None:
    """Write StableHLO's text; raises ``command.output`` for a file whose extension says that it is something else."""
    if path.suffix.lower() not in ("", ".mlir", ".hlo"):
        raise HloError(f"{path}: what is written is StableHLO, in a file that ends in .mlir", code="command.output")
    write_whole(path, text)
