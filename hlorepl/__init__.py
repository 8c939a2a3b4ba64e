"""hlorepl: StableHLO op by op, and MDF models, on one engine.

Public names load on first use, so that ``import hlorepl`` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .errors import HloError as HloError
    from .session import Session as Session
    from .toplevel import compile as compile
    from .toplevel import parse as parse
    from .toplevel import print_module as print_module
    from .toplevel import verify as verify

_HOMES = {
    "HloError": "errors",
    "Session": "session",
    "compile": "toplevel",
    "load_ipython_extension": "display.magic",
    "parse": "toplevel",
    "print_module": "toplevel",
    "register_target": "ops.custom_calls.targets",
    "verify": "toplevel",
}
_MODULES = frozenset({"mdf", "onnx_backend"})
__all__ = ["HloError", "Session", "compile", "parse", "print_module", "register_target", "verify"]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f".{name}", __name__)
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{home}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, *_MODULES])
