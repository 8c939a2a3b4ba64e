"""Observers: what they are told, in which order, and what they put in place of results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Event, Frame, Observer, Origin
from hlorepl.errors import HloError

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM = """func.func @main(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = func.call @twice(%y) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %j, %z : tensor<i32>, tensor<f32>
  }
  %s = "stablehlo.if"(%p) ({
    stablehlo.return %r#1 : tensor<f32>
  }, {
    %n = stablehlo.negate %r#1 : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %s : tensor<f32>
}
func.func private @twice(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %a : tensor<f32>
  return %0 : tensor<f32>
}
"""


class Log(Observer):
    """Everything that it is told, in short."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, what: str, frame: Frame, rest: str = "") -> None:
        turns = ".".join(map(str, frame.turns))
        self.lines.append(f"{what} {frame.function}{f'@{turns}' if turns else ''} {rest}".strip())

    def enter(self, frame: Frame) -> None:
        self.say("enter", frame, frame.kind)

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        self.say("leave", frame, " ".join(str(value) for value in results))

    def before(self, frame: Frame, origin: Origin, inputs: Sequence[Any]) -> None:
        self.say("before", frame, f"{origin.name} {origin.label}")

    def after(self, event: Event) -> None:
        self.say("after", event.frame, f"{event.origin.label} = {event.results[0]}")

    def failed(self, frame: Frame, origin: Origin, inputs: Sequence[Any], error: HloError) -> None:
        self.say("failed", frame, f"{origin.label} {error.code}")


TURN = """enter main@{n} condition
before main@{n} stablehlo.compare %c
after main@{n} %c = True
leave main@{n} True
enter main@{n} turn
before main@{n} stablehlo.add %j
after main@{n} %j = {j}
before main@{n} func.call %z
enter twice@{n} function
before twice@{n} stablehlo.add %0
after twice@{n} %0 = {y}
leave twice@{n} {y}
after main@{n} %z = {y}
leave main@{n} {j} {y}
"""
WANTED = f"""enter main function
before main stablehlo.while %r#0
{TURN.format(n=0, j=1, y=6.0)}{TURN.format(n=1, j=2, y=12.0)}enter main@2 condition
before main@2 stablehlo.compare %c
after main@2 %c = False
leave main@2 False
after main %r#0 = 2
before main stablehlo.if %s
enter main branch
before main stablehlo.negate %n
after main %n = -12.0
leave main -12.0
after main %s = -12.0
leave main -12.0
"""


def test_all_that_happens_is_told_in_order():
    log = Log()
    program = hlorepl.compile(hlorepl.parse(PROGRAM))
    results = program.run([np.float32(3), np.bool_(False)], RunContext(observers=(log,)))
    assert results[0] == -12
    assert log.lines == WANTED.splitlines()


class Replace(Observer):
    def __init__(self, label: str, value: Any) -> None:
        self.label = label
        self.value = value

    def after(self, event: Event) -> Sequence[Any] | None:
        return [self.value] if event.origin.label == self.label else None


def test_what_an_observer_gives_takes_the_place_of_results():
    program = hlorepl.compile(hlorepl.parse(PROGRAM))
    arguments = [np.float32(3), np.bool_(False)]
    found = program.run(arguments, RunContext(observers=(Replace("%0", np.float32(5)),)))
    assert found[0] == -5
    with pytest.raises(HloError) as caught:
        program.run(arguments, RunContext(observers=(Replace("%0", np.float32([5])),)))
    assert caught.value.code == "run.result"


FAILING = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %x : tensor<f32>
  %1 = func.call @checked(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @checked(%a: tensor<f32>) -> tensor<f32> {
  check.expect_eq_const %a, dense<1.0> : tensor<f32>
  return %a : tensor<f32>
}
"""


def test_what_ran_before_an_error_has_been_told_and_the_error_is_the_same_as_without():
    log = Log()
    program = hlorepl.compile(hlorepl.parse(FAILING))
    said = []
    for observers in ((), (log,), ()):
        with pytest.raises(HloError) as caught:
            program.run([np.float32(3)], RunContext(observers=observers))
        notes = [(note.message, note.span.line) for note in caught.value.notes]
        said.append((caught.value.message, caught.value.span.line, notes))
    assert said[0] == said[1] == said[2]
    assert said[0][2][-1] == ("called from here", 3)
    assert log.lines[2] == "after main %0 = -3.0"
    assert log.lines[-1].startswith("failed checked")


def test_a_run_without_observers_never_loads_the_stepper(monkeypatch):
    import hlorepl.engine.stepper

    monkeypatch.setattr(hlorepl.engine.stepper, "Machine", None)
    assert hlorepl.compile(hlorepl.parse(PROGRAM))(np.float32(3), np.bool_(True))[0] == 12
