"""Forward and back at random over whole programs: at every op the values are those of the plain run, bit by bit."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from debugging.programs import NESTED, long_program

import hlorepl
from hlorepl import backends
from hlorepl.debugging.debugger import Debugger
from hlorepl.debugging.history import History
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Event, Observer
from hlorepl.engine.planner import Planner
from hlorepl.engine.process import Echo, Process
from hlorepl.engine.step_log import StepLog
from hlorepl.engine.stepper import Machine

ARGUMENTS = [np.float32(-3.0), np.int32(4)]


def machine(text: str, arguments: list[Any], window: int, lines: list[str] | None = None) -> Machine:
    """A program that stands at its first op."""
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    main = module.functions["main"]
    plan = Planner(backends.get("numpy"), in_steps=True).function(main).plan
    process = Process()
    process.emit = Echo((lines if lines is not None else []).append)
    return Machine(plan, [*arguments], RunContext(process=process, seed=5), StepLog(window), keeps=True)


class Written(Observer):
    """All that a plain run does, in order: the op, the turns around it, what it read and made."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def after(self, event: Event) -> None:
        if not event.frame.plan.steps[event.frame.at].rule:  # what runs others comes once they have run
            self.events.append((event.origin.label, event.frame.turns, *map(bits, (*event.inputs, *event.results))))


def bits(value: Any) -> bytes:
    return np.asarray(value).tobytes()


def plain(text: str, arguments: list[Any]) -> tuple[list[Any], tuple[Any, ...]]:
    written = Written()
    run = machine(text, arguments, 0)
    run.observers = (written,)
    return written.events, run.run()


def here(run: Machine) -> Any:
    """Where it stands, and all values of all frames."""
    frames = []
    for frame in run.top.around:
        known = {name: bits(frame.values[p.slot]) for name, p in frame.places.items() if frame.has(p)}
        frames.append((frame.kind, frame.name, frame.number, frame.at, known))
    return frames, run.context.process.emit.count, run.results is not None


@pytest.mark.parametrize("window", [0, 20_000, 1 << 28], ids=["marks alone", "a short log", "a log"])
def test_any_way_to_a_moment_leads_to_the_same_values(window):
    straight = machine(NESTED, ARGUMENTS, 0)
    states = [here(straight)]
    while straight.results is None:
        straight.step()
        states.append(here(straight))
    assert len(states) > 150
    lines: list[str] = []
    run = machine(NESTED, ARGUMENTS, window, lines)
    history, random = History(run, marks=4, spacing=7), Random(window)
    for _ in range(400):
        if random.random() < 0.45:
            history.back(random.choice([1, 1, 2, 3, 10, 60]))
        else:
            for _ in range(random.choice([1, 1, 2, 5, 40])):
                if run.results is None:
                    history.step()
        assert here(run) == states[history.time]
    while run.results is None:
        history.step()
    assert here(run) == states[-1]
    assert len(lines) == states[-1][1]  # nothing was printed twice


def test_a_debugger_that_steps_sees_what_a_plain_run_computes():
    events, results = plain(NESTED, ARGUMENTS)
    run = machine(NESTED, ARGUMENTS, 1 << 28)
    debugger = Debugger(run, "@main", run.top.plan)
    seen = []
    while not debugger.is_done:
        step, frame = run.current, run.top
        inputs = [] if step is None else [frame.values[slot] for slot in step.ins]
        debugger.step()
        if step is not None and step.rule is None:
            assert run.finished is not None
            made = run.finished[2]
            seen.append((step.origin.label, frame.turns, *map(bits, (*inputs, *made))))
    assert [event for event in seen if event in events] == seen
    assert len(seen) == len(events)
    assert list(map(bits, run.results or ())) == list(map(bits, results))


@pytest.mark.parametrize("seed", range(3))
def test_whole_ops_and_single_ones_at_random(seed):
    _, results = plain(NESTED, ARGUMENTS)
    run = machine(NESTED, ARGUMENTS, 4_000)
    history, random = History(run, marks=4, spacing=7), Random(seed)
    trail = [here(run)]
    for _ in range(150):
        if random.random() < 0.4:
            gone = history.back(random.choice([1, 2, 7]))
            del trail[len(trail) - gone :]
        elif run.results is None:
            random.choice([history.step, history.over])()
            trail.append(here(run))
        assert here(run) == trail[history.time]
    while run.results is None:
        history.over()
    assert list(map(bits, run.results)) == list(map(bits, results))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_ten_thousand_ops():
    text, x = long_program(10_000), np.array([1.0, -2.0, 0.5, 3.0], np.float32)
    run = machine(text, [x], 1 << 28)
    history = History(run)
    values = []
    while run.results is None:
        history.step()
        if run.finished is not None:
            values.append((history.time, run.finished[1].outs[0], bits(run.finished[2][0])))
    expected = hlorepl.compile(hlorepl.parse(text))(x)[0]
    assert bits(run.results[0]) == bits(expected)
    random = Random(1)
    times = {time: (slot, value) for time, slot, value in values}
    for _ in range(12):
        target = random.randrange(1, max(times))
        while history.time > target:
            history.back(history.time - target)
        while history.time < target:
            history.step()
        if target in times and run.top.kind == "function":
            slot, value = times[target]
            assert bits(run.top.values[slot]) == value


def test_a_change_is_used_going_on_and_gone_behind_it():
    run = machine(NESTED, ARGUMENTS, 0)
    history = History(run, marks=4, spacing=5)
    for _ in range(30):
        history.step()
    before = here(run)
    frame = run.top
    place = next(p for name, p in frame.places.items() if name in ("%g", "%a", "%t", "%h") and frame.has(p))
    history.change(frame, place.slot, np.float32(100.0))
    changed = here(run)
    assert changed != before
    for _ in range(40):
        history.step()
    later = here(run)
    history.back(40)
    assert here(run) == changed
    for _ in range(40):
        history.step()
    assert here(run) == later
    history.back(45)
    history.step()
    for _ in range(4):
        history.step()
    assert here(run) == before


def until_interrupted(history: History) -> None:
    while True:
        history.step()


def test_an_interrupt_in_the_middle_of_a_step_is_mended():
    straight = machine(NESTED, ARGUMENTS, 0)
    states = [here(straight)]
    while straight.results is None:
        straight.step()
        states.append(here(straight))
    run = machine(NESTED, ARGUMENTS, 1 << 28)
    history = History(run, marks=4, spacing=5)
    for _ in range(60):
        history.step()
    finish = run._finish

    def interrupted(*args: Any) -> None:
        run.steady = False
        run.top.values[0] = None
        raise KeyboardInterrupt

    run._finish = interrupted  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        until_interrupted(history)
    run._finish = finish  # type: ignore[method-assign]
    history.settle()
    assert here(run) == states[history.time]
