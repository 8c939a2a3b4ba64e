"""The pretty forms that are classes, by the names that ops know them by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arrays import Constant, Convolution, DotGeneral, ReducePrecision, Slice
from .control import Call, Composite, CustomCall, Reduce, While
from .scan import Scan

if TYPE_CHECKING:
    from .table import Form

SPECIAL: dict[str, Form] = {
    "call": Call(),
    "composite": Composite(),
    "constant": Constant(),
    "convolution": Convolution(),
    "custom_call": CustomCall(),
    "dot_general": DotGeneral(),
    "reduce": Reduce(),
    "reduce_precision": ReducePrecision(),
    "scan": Scan(),
    "slice": Slice(),
    "while": While(),
}
