"""What a program says to MLIR, and how MLIR prints it."""

from __future__ import annotations

import re

from jax._src.interpreters import mlir
from jaxlib.mlir import ir

#: Where MLIR itself read an op: it stands for no location at all.
_READ_AT = re.compile(r'loc\("-":\d+:\d+\)')
#: What MLIR takes where these properties are not written; only some of its forms write them.
_DEFAULTS = re.compile(
    r"(?:, )?(?:api_version = 1 : i32|backend_config = \"\"|called_computations = \[\]|has_side_effect = false"
    r"|lower = false|overflowFlags = #arith.overflow<none>)(?=[,}])"
)
#: Ops of the reference interpreter, which MLIR as jaxlib has it does not know.
_UNKNOWN = ("check.", "interpreter.")


def asm(text: str, *, generic: bool = False, debug: bool = False, local: bool = False) -> str:
    """The text as MLIR prints it; raises what MLIR says of a text that it does not read. ``local``: without aliases."""
    with mlir.make_ir_context():
        operation = ir.Module.parse(text).operation
        found = operation.get_asm(print_generic_op_form=generic, enable_debug_info=debug, use_local_scope=local)
        return str(found)


def meaning(text: str) -> str:
    """All that a program says: the same text for programs that say the same."""
    found = _READ_AT.sub("loc(unknown)", asm(text, generic=True, debug=True, local=True))
    resources = asm(text).partition("{-#")[2] if "{-#" in text else ""
    return _DEFAULTS.sub("", found).replace("<{, ", "<{").replace(" <{}>", "") + resources


def known(text: str) -> str:
    """A program without the ops that MLIR does not know."""
    return "\n".join(line for line in text.split("\n") if not line.strip().startswith(_UNKNOWN))
