"""A session script read without being run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError

if TYPE_CHECKING:
    from .files import Piece


def check_script(piece: Piece) -> list[HloError]:
    """The first problem of a script, in a list; an empty one when there is none."""
    from ..session import Session
    from ..session.definitions import define
    from ..session.state import Bound
    from ..session.statements import StatementReader
    from ..verifier.structure import check_alone

    session = Session()
    reader = StatementReader(session, piece.source)
    try:
        while (statement := reader.next()) is not None:
            if statement.kind == "define":
                define(session.state, statement)
            for op in statement.ops if statement.kind == "ops" else ():
                for problem in check_alone(op, session.state.symbols):
                    raise problem
            names: Any = statement.names or [session.state.free_number()] * bool(statement.results)
            for name, value in zip(names, statement.results, strict=False):
                session.state.names[name] = Bound(value, None)
        session.check_calls(session.state.functions.values())
    except HloError as error:
        return [error]
    return []
