"""What a session knows by ``@name``: functions, modules and meshes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.core import Function
from ..ir.symbols import kind_of, name_of
from ..ir.text import symbol_text

if TYPE_CHECKING:
    from ..errors import HloError
    from ..ir.core import Op
    from .state import State
    from .statements import Statement


def define(state: State, statement: Statement) -> list[str]:
    """Check what a statement defines and know it by name; raises its first problem. What was defined, as text."""
    for problem in problems_of(state, statement):
        raise problem
    named = [op for op in statement.defined if name_of(op) is not None]
    state.define(named)
    if statement.module is not None:
        state.is_as(statement.module)
    return [_line(op) for op in named]


def problems_of(state: State, statement: Statement) -> list[HloError]:
    """What is wrong with what a statement defines.

    A text that defines one module is that module: its contents are the session's. That a function calls what is not there
    is no problem yet: another entry may define it. In a module it is one, for nothing can be added to a module.
    """
    from ..verifier.structure import verify_definitions  # late: on demand

    symbols = state.symbols.with_([*statement.later, *statement.defined], is_open=statement.module is None)
    return verify_definitions(statement.defined, symbols, statement.module)


def _line(op: Op) -> str:
    symbol = symbol_text(name_of(op) or "")
    return f"defined {symbol} : {op.type}" if isinstance(op, Function) else f"defined the {kind_of(op)} {symbol}"
