"""What declarations say of memory holds: which results are arrays of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from program_cases import programs

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Event, Observer
from hlorepl.engine.op_origin import OpOrigin
from hlorepl.engine.step import view_of
from hlorepl.ops.registry import lookup

if TYPE_CHECKING:
    from collections.abc import Sequence

CASES = [case for case in programs("ops") if not case.expected]


def arrays_in(values: Sequence[Any]) -> list[np.ndarray]:
    """All arrays, those in tuples among them."""
    found: list[np.ndarray] = []
    for value in values:
        found += arrays_in(value) if isinstance(value, tuple) else [value] if isinstance(value, np.ndarray) else []
    return found


class Views(Observer):
    """What gave arrays of its own, and what showed memory of others: by name, and by what is declared of it."""

    def __init__(self) -> None:
        self.own: set[tuple[str, str]] = set()
        self.shown: set[tuple[str, str]] = set()

    def after(self, event: Event) -> None:
        origin, others = event.origin, arrays_in(event.inputs)
        assert isinstance(origin, OpOrigin)
        declared = view_of(origin.op, lookup(origin.name))
        for array in arrays_in(event.results):
            if array.size:
                is_view = any(np.may_share_memory(array, each) for each in others)
                (self.shown if is_view else self.own).add((origin.name, declared))


@pytest.fixture(scope="module")
def seen() -> Views:
    found = Views()
    for case in CASES:
        module = hlorepl.parse(case.text)
        for function in module.functions.values():
            if not function.arguments and function.is_public and function.body.ops:
                hlorepl.compile(module, function.symbol).run([], RunContext(observers=(found,)))
    return found


def test_what_is_declared_never_to_show_its_operands_never_does(seen):
    assert len([name for name, declared in seen.own if declared == "never"]) > 60
    assert sorted(name for name, declared in seen.shown if declared == "never") == []


def test_what_is_declared_always_to_show_them_does(seen):
    always = {name for name, declared in seen.shown if declared == "always"}
    assert {"stablehlo.transpose", "stablehlo.get_tuple_element"} <= always
    assert sorted(name for name, declared in seen.own if declared == "always" and name not in always) == []
