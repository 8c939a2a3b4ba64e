"""The standard functions of MDF, by name: the plain ones, ACT-R's, the drift diffusion model, and ONNX's operators."""

from __future__ import annotations

from ...errors import HloError
from ...wording import did_you_mean
from . import actr, ddm, standard  # noqa: F401 - each enters its functions in the table
from .table import FUNCTIONS, StandardFunction

__all__ = ["StandardFunction", "find", "lookup", "names"]


def find(name: str) -> StandardFunction | None:
    """The function of that name, if there is one; ``onnx::Op`` and ``onnx_ops.op`` name operators of ONNX."""
    found = FUNCTIONS.get(name)
    if found is None and name.startswith(("onnx::", "onnx_ops.")):
        from .onnx_ops import find_operator  # late: on demand

        return find_operator(name)
    return found


def lookup(name: str) -> StandardFunction:
    """The function of that name.

    :raises HloError: there is none; names much like it are suggested.
    """
    found = find(name)
    if found:
        return found
    raise HloError(f"there is no function '{name}'", code="name.unknown", help=did_you_mean(name, names(), most=3))


def names() -> list[str]:
    """The names of all functions that are not ONNX's, in alphabetical order."""
    return sorted(FUNCTIONS, key=str.lower)
