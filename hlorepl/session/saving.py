"""The session as a module: ``:save``."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.attributes import DenseAttr, FunctionTypeAttr, IntegerAttr, StringAttr
from ..ir.copying import copies
from ..ir.core import Block, Function, Module, Op, Region, Value
from ..ir.types import ELEMENTS, FunctionType
from ..syntax.file_printer import print_module
from ..verifier import verify
from ..verifier.rules import infer_types
from ..whole_files import final, write_whole
from .forgetting import needed
from .saved_arrays import ATTRIBUTE, write_beside
from .saved_functions import SavedFunctions
from .saved_opened import changed_functions, with_changed

if TYPE_CHECKING:
    from pathlib import Path

    from ..ir.types import Type
    from .session import Session
    from .state import State

#: Constants of more elements than this are saved as arguments, in a file beside the module.
LARGE = 100_000
#: Extensions of files that are no programs.
_OTHERS = (".onnx", ".json", ".yaml", ".yml", ".bson", ".npy", ".npz", ".csv")


def session_module(session: Session, large: int | None = None) -> tuple[Module, dict[str, Any]]:
    """A module whose @main computes every live name, and the arrays of the large constants that became its arguments.

    Its ops are copies: the names that they get, and what they are linked to, are the module's alone.
    """
    state = session.state
    changed = changed_functions(state) if state.opened else {}
    if changed:
        return _module_of(state, with_changed(state.symbols.ops.values(), changed)), {}
    names = {name: bound.value for name, bound in state.names.items() if "#" in name or f"{name}#0" not in state.names}
    kept = needed(state.ops, set(map(id, names.values())))
    if not kept and state.functions:  # nothing was computed: a run means what it means without the session
        return _module_of(state, list(state.symbols.ops.values())), {}
    functions, copied = SavedFunctions(state), dict[Value, Value]()
    arguments: list[tuple[Value, Any]] = []
    ops: list[Op] = []
    for time, op in kept:
        (made,) = copies([op], copied)
        if large is not None and _is_large(op, large):
            arguments.append((made.results[0], made.attributes["value"]))
        else:
            ops += _to_the_letter(functions.calling(made, time), _declared(made, state, time))
    live = {name: copied[value] for name, value in names.items()}
    _rename([copied[value] for _, op in kept for value in op.results], live)
    main = _main([value for value, _ in arguments], ops, live)
    arrays = {value.name: constant.array for value, constant in arguments}
    return _module_of(state, [main, *functions.all()]), arrays


def _main(arguments: list[Value], ops: list[Op], live: dict[str, Value]) -> Function:
    """A function of these arguments and ops; the live values are its results, by their names."""
    results = list(live.values())
    block = Block(arguments)
    block.ops = [*ops, Op("func.return", results)]
    of = FunctionType(tuple(value.type for value in arguments), tuple(value.type for value in results))
    main = Function({"sym_name": StringAttr("main"), "function_type": FunctionTypeAttr(of)}, Region([block]))
    main.argument_attributes = [{} for _ in arguments]
    main.result_attributes = [{"jax.result_info": StringAttr(name)} for name in live]
    return main


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
    module = Module({key: value for key, value in state.module_attributes.items() if key != ATTRIBUTE})
    if state.grid != (1, 1):
        sizes = (IntegerAttr(size, ELEMENTS["i32"]) for size in state.grid)
        module.attributes |= zip(("mhlo.num_replicas", "mhlo.num_partitions"), sizes, strict=True)
    module.location = state.module_location
    module.body.ops = ops
    module.contents = state.contents
    return module


def _is_large(op: Op, large: int) -> bool:
    value = op.attributes.get("value")
    return (
        op.name == "stablehlo.constant"
        and isinstance(value, DenseAttr)
        and not value.is_splat
        and value.resource is None  # its bytes stand in the file already
        and value.type.size > large
    )


def _rename(values: list[Value], live: dict[str, Value]) -> None:
    """Older values of a name become ``x_1``, ``x_2``…; the live one keeps it."""
    taken = {id(value): name for name, value in live.items()}
    used = set(live)
    for value in values:
        if id(value) in taken:
            value.name = taken[id(value)]
        elif value.name:
            base, number = value.name.partition("#")[0], 1
            while f"{base}_{number}" in used:
                number += 1
            value.name = f"{base}_{number}"
            used.add(value.name)


def save(session: Session, path: Path) -> str:
    """Write the module; its large constants go into a file beside it, which it names. What was written, as text.

    Raises the first problem of a module that would not be valid; then nothing is written. Where there is no "beside", all is in
    the module.
    """
    if path.suffix.lower() in _OTHERS:
        raise _not_a_program(path)
    target = final(path)
    module, arrays = session_module(session, None if target is None else LARGE)
    session.linked_by = None  # what is verified is linked, here to what is saved
    for problem in verify(module):  # such as a call of what was never defined
        raise problem
    commands = [each.text for each in session.state.log if each.kind == "command"]
    comments = [f"// {line}" for command in commands for line in command.splitlines()]
    if comments:
        comments.insert(0, "// commands of the session:")

    def text() -> str:
        return "\n".join([*comments, print_module(module)])

    if target is None:
        write_whole(path, text())
        beside = None
    else:
        beside = write_beside(target, module, arrays, text)
    notes = "".join(f"\n{note}" for note in _of_models(session.state))
    return f"saved {path}{f', and its large constants in {beside}' if beside else ''}{notes}"


def _of_models(state: State) -> list[str]:
    """What is said of opened models, of which no nodes are written."""
    titles = dict.fromkeys(opened.title for opened in state.opened if opened.model is not None)
    return [
        f"the values of {title} are in it as constants; its nodes stay in {title}, which {export_command(title)} writes as StableHLO"
        for title in titles
    ]


def export_command(title: str) -> str:
    """The command line that writes a model as a program."""
    kind = "onnx" if title.lower().endswith(".onnx") else "mdf"
    return f"hlorepl {kind} export {title} -o FILE.mlir"


def write_program(path: Path, text: str) -> None:
    """Write StableHLO's text; raises ``command.output`` for a file whose extension says that it is something else."""
    if path.suffix.lower() not in ("", ".mlir", ".hlo"):
        raise _not_a_program(path)
    write_whole(path, text)


def _not_a_program(path: Path) -> HloError:
    return HloError(f"{path}: what is written is StableHLO, in a file that ends in .mlir", code="command.output")
