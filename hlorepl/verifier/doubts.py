"""What is valid and yet looks like a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import HloWarning
from ..ir.core import Function, Module
from ..ir.locations import with_origin
from ..ops import registry
from ..wording import near
from .decoding import strangers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..errors import HloError
    from ..ir.core import Op


def doubts(module: Module, grid: tuple[int, int] | None = None) -> list[HloError]:
    """A warning for each attribute that no op knows, and for processes that cannot meet on a grid (None: the module's)."""
    from .meetings import unmet  # late: on demand

    return unknown_attributes(module.walk()) + list(unmet(module, grid))


def unknown_attributes(ops: Iterable[Op]) -> list[HloError]:
    """A warning for each attribute that its op does not know. One with a name near to one of the op's own is an error already."""
    found: list[HloError] = []
    for op in ops:
        spec = None if isinstance(op, Function | Module) else registry.of(op)
        if spec is None:
            continue
        for name in strangers(op, spec):
            if not near(name, spec.attributes):
                message = f"{op.name} has no attribute {name}; it is kept, and means nothing here"
                span = op.span_of(("attribute", name))
                found.append(with_origin(HloWarning(message, span, spec.code("attribute_unknown")), op))
    return found
