"""hlorepl: StableHLO op by op, and MDF models, on one engine.

Public names load on first use, so that ``import hlorepl`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .repr_html import register as _register

__version__ = "0.1.0"

# What checkers read; ``_HOMES`` and ``_MODULES`` say the same to ``__getattr__``.
if TYPE_CHECKING:
    from . import mdf as mdf
    from . import onnx_backend as onnx_backend
    from .display.magic import load_ipython_extension as load_ipython_extension
    from .engine.program import Program as Program
    from .errors import HloError as HloError
    from .errors import Incomplete as Incomplete
    from .ops.custom_calls.targets import register_target as register_target
    from .session import Result as Result
    from .session import Session as Session
    from .toplevel import compare as compare
    from .toplevel import compile as compile
    from .toplevel import from_jax as from_jax
    from .toplevel import parse as parse
    from .toplevel import print_module as print_module
    from .toplevel import verify as verify

_HOMES = {
    "HloError": "errors",
    "Incomplete": "errors",
    "Program": "engine.program",
    "Result": "session",
    "Session": "session",
    "compare": "toplevel",
    "compile": "toplevel",
    "from_jax": "toplevel",
    "load_ipython_extension": "display.magic",
    "parse": "toplevel",
    "print_module": "toplevel",
    "register_target": "ops.custom_calls.targets",
    "verify": "toplevel",
}
_MODULES = frozenset({"mdf", "onnx_backend"})
__all__ = [
    "HloError",
    "Incomplete",
    "Program",
    "Result",
    "Session",
    "compare",
    "compile",
    "from_jax",
    "mdf",
    "parse",
    "print_module",
    "register_target",
    "verify",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module  # late: start-up

    if name in _MODULES:
        return import_module(f".{name}", __name__)
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{home}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, *_MODULES])


def _html(item: Any) -> str:
    from .display.html import html  # late: start-up

    return html(item)


_register(_html)
