"""What a session knows by ``@name``: functions, modules and meshes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.attributes import SymbolAttr
from ..ir.core import Function, Module
from ..ir.symbols import kind_of, name_of

if TYPE_CHECKING:
    from ..ir.core import Op
    from .state import State


def define(state: State, op: Op) -> list[str]:
    """Check what a statement defines and know it by name; a module's contents are the session's. What was defined, as text.

    Raises the first problem in the new text. That a function calls what is not there is none yet: another entry may
    define it. In a module it is one, for nothing can be added to a module.
    """
    from ..verifier.structure import verify_definition

    ops = op.body.ops if isinstance(op, Module) else [op]
    for problem in verify_definition(op, state.symbols.with_(ops, is_open=not isinstance(op, Module))):
        raise problem
    named = [each for each in ops if name_of(each) is not None]
    state.define(named)
    return [_line(each) for each in named]


def _line(op: Op) -> str:
    symbol = SymbolAttr(name_of(op) or "")
    return f"defined {symbol} : {op.type}" if isinstance(op, Function) else f"defined the {kind_of(op)} {symbol}"
