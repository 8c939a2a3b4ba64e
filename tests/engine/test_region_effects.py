"""Whatever does more than give results, in a region of any op: it is done, as often as the specification runs the region.

Made from the registry: every region and every callee of every op has programs in ``regions/``, and into each
goes each effect, through every way to run a program. An op that has none there fails the first test.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pytest
from engine.regions import PROGRAMS, Program
from engine.regions.effects import FAILING, FUNCTIONS, SEEN

import hlorepl
from hlorepl import backends
from hlorepl.__main__ import main as command_line
from hlorepl.backends.cupy import CupyBackend
from hlorepl.engine.context import RunContext
from hlorepl.engine.planner import Planner
from hlorepl.engine.process import Process
from hlorepl.engine.program import Program as Compiled
from hlorepl.engine.run import run as run_plan
from hlorepl.engine.stepper import Machine
from hlorepl.ops import registry
from hlorepl.ops.arrays import random

_COUNTED: list[Any] = []


def _count(call: Any, array: Any) -> Any:
    _COUNTED.append(np.array(array))
    return (array,) if call.results else ()


hlorepl.register_target("test.count", _count)
hlorepl.register_target("test.each", lambda call, a, b: call.computations[0].over(a, b)[0])

CASES = [pytest.param(program, id=program.id) for program in PROGRAMS]


class Meeting(Process):
    """One process of a grid in which all have the same values."""

    def answer(self, request):
        if self.is_alone:
            return super().answer(request)
        joined = request.join([request.brought for _ in request.group])
        return joined if request.share is None else request.share(joined, request.group.index(self.place))


@dataclass
class World:
    """What programs do to it."""

    folder: Any
    process: Process
    printed: list[str] = field(default_factory=list)
    _draws: int = 0

    @property
    def probed(self) -> int:
        return len(list(self.folder.glob("p_*.npy")))

    @property
    def outfed(self) -> int:
        return len(self.process.outfed)

    @property
    def counted(self) -> int:
        return len(_COUNTED)

    @property
    def drawn(self) -> int:
        return self._draws

    def uniform(self, draw: Any, *arguments: Any) -> Any:
        self._draws += 1
        return draw(*arguments)

    def seen(self, what: str) -> int:
        found = getattr(self, what)
        return len(found) if isinstance(found, list) else found


@pytest.fixture
def world(tmp_path, monkeypatch):
    """``world(program)``: a new world for a run."""
    made = []

    def make(program: Program) -> World:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        found = World(folder, Meeting(grid=(program.grid, 1)))
        found.process.emit, found.process.probe_folder = found.printed.append, folder
        monkeypatch.setattr(random.randombits, "uniform", partial(found.uniform, _UNIFORM))
        _COUNTED.clear()
        made.append(found)
        return found

    return make


_UNIFORM = random.randombits.uniform


class Ready:
    """A program planned once, with the world that it runs in."""

    def __init__(self, text: str, world: World, backend: Any = None):
        module = hlorepl.parse(text)
        assert hlorepl.verify(module) == []
        self.backend = backend or backends.get("numpy")
        self.world = world
        self.plan = Planner(self.backend).function(module.functions["main"]).plan

    def run(self) -> list[Any]:
        context = RunContext(process=self.world.process)
        return [self.backend.to_host(value) for value in run_plan(self.plan, [], context)]

    def step(self) -> list[Any]:
        with self.backend.quiet():
            return list(Machine(self.plan, [], RunContext(process=self.world.process)).run())


def _text(program: Program, effect: str) -> str:
    return program.module(effect, FUNCTIONS.format(of=program.of))


def _equal(found: list[Any], wanted: list[Any]) -> bool:
    return all(a.dtype == b.dtype and a.tolist() == b.tolist() for a, b in zip(found, wanted, strict=True))


def test_every_region_of_every_op_has_a_program():
    declared = {
        (name, region)
        for name in registry.names()
        if not name.startswith("test.")
        for spec in [registry.lookup(name)]
        for region in (*spec.regions, *spec.callees)
    }
    assert declared == {(program.op, program.region) for program in PROGRAMS}


@pytest.mark.parametrize("program", CASES)
def test_an_effect_is_seen_as_often_as_the_region_is_run(program, world):
    bare = Ready(program.module(), world(program)).run()
    for name, (what, effect) in SEEN.items():
        if what == "outfed" and program.op == "interpreter.run_parallel":
            continue  # the inner process has an outfeed of its own, which ends with it
        place = world(program)
        ready, before = Ready(_text(program, effect), place), 0
        for run in (ready.run, ready.run, ready.run, ready.step):  # step by step, generated code twice, the stepper
            assert _equal(run(), bare), name
            count = place.seen(what) - before
            assert count >= program.runs if program.at_least else count == program.runs, (name, count)
            before = place.seen(what)


@pytest.mark.parametrize("program", CASES)
def test_an_op_whose_results_nobody_reads_is_run_all_the_same(program, world):
    place = world(program)
    functions = FUNCTIONS.format(of=program.of)
    ready = Ready(program.module(SEEN["print"][1], functions, is_read=False), place)
    for run in (ready.run, ready.run, ready.step):
        place.printed.clear()
        assert run() == []
        count = len(place.printed)
        assert count >= program.runs if program.at_least else count == program.runs


@pytest.mark.parametrize("program", CASES)
def test_a_check_that_does_not_hold_fails_wherever_the_region_is_run(program, world):
    for name, (code, effect) in FAILING.items():
        ready = Ready(_text(program, effect), world(program))
        for run in (ready.run, ready.run, ready.step):
            if not program.runs:
                run()
                continue
            with pytest.raises(hlorepl.HloError) as caught:
                run()
            assert caught.value.code == code, name


@pytest.mark.parametrize("program", [case for case in CASES if case.values[0].of == "tensor<i32>"])
def test_a_check_that_fails_for_one_value_only_fails(program, world):
    place = world(program)
    Ready(_text(program, SEEN["print"][1]), place).run()
    differs = (
        "%e0 = stablehlo.constant dense<{wrong}> : tensor<i32>\n"
        "%e1 = stablehlo.compare NE, {{value}}, %e0 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "check.expect_eq_const %e1, dense<true> : tensor<i1>"
    )
    values = {int(re.fullmatch(r"dense<(-?\d+)> : tensor<i32>", line)[1]) for line in place.printed}
    assert bool(values) == bool(program.runs)
    for value in values:
        ready = Ready(_text(program, differs.format(wrong=value)), world(program))
        for _ in range(2):
            with pytest.raises(hlorepl.HloError) as caught:
                ready.run()
            assert caught.value.code == "check.expect_eq_const"
    ready = Ready(_text(program, differs.format(wrong=-99)), world(program))
    for _ in range(3):
        assert _equal(ready.run(), Ready(program.module(), world(program)).run())


@pytest.mark.parametrize("program", CASES)
def test_typed_into_a_session_it_is_seen_and_saved(program, world, tmp_path):
    place = world(program)
    session = hlorepl.Session()
    session.process = place.process
    text = program.statements(SEEN["print"][1], FUNCTIONS.format(of=program.of))
    result = session.execute(text)
    assert result.error is None, result.error
    printed = [line for line in result.text.splitlines() if line.startswith("dense<")]
    assert len(printed) >= program.runs if program.at_least else len(printed) == program.runs
    session.state.names = session.state.names.without(session.names)  # nothing depends on the op any more
    path = tmp_path / "saved.mlir"
    assert session.execute(f":save {path}").error is None
    place = world(program)
    Ready(path.read_text(), place).run()
    assert len(place.printed) == len(printed)


@pytest.mark.parametrize("program", [case for case in CASES if case.values[0].grid == 1])
def test_from_the_command_line_it_is_seen_and_reported(program, world, tmp_path, capsys):
    path = tmp_path / "p.mlir"
    module = hlorepl.parse(_text(program, SEEN["print"][1]))
    # What is printed and read again has the effect still, in either form.
    for generic, options in ((False, ()), (False, ("--nan",)), (True, ("--max-memory", "100000000"))):
        path.write_text(hlorepl.print_module(module, generic=generic))
        assert command_line(["run", "--print", "none", *options, str(path)]) == 0
        count = capsys.readouterr().out.count("dense<")
        assert count >= program.runs if program.at_least else count == program.runs, options
    path.write_text(_text(program, FAILING["check"][1]))
    for options in ((), ("--nan",)):
        assert command_line(["run", "--json", *options, str(path)]) == int(program.runs > 0)
        assert json.loads(capsys.readouterr().out)["status"] == ("check-failed" if program.runs else "ok")


class Device(np.ndarray):
    """An array on a device: ``get`` brings it to the host."""

    def get(self) -> np.ndarray:
        return self.view(np.ndarray)


def _on_device(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_on_device, value))
    return value.view(Device) if isinstance(value, np.ndarray) else value


class Weary:
    """NumPy on a device that refuses the so-many-th call of a function; what comes from the host it takes."""

    ndarray = Device

    def __init__(self, calls: int):
        self.calls = calls

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)

        def call(*arrays: Any, **options: Any) -> Any:
            if name != "asarray":
                self.calls -= 1
                if not self.calls:
                    raise TypeError(name)
            return _on_device(found(*arrays, **options))

        return found if isinstance(found, type) else call


@pytest.mark.parametrize("program", CASES)
def test_a_device_that_gives_up_on_the_way_makes_nothing_happen_twice(program, world):
    wanted = Ready(program.module(), world(program)).run()
    for calls in (1, 2, 3, 4, 6, 9):
        place = world(program)
        ready = Ready(_text(program, SEEN["print"][1]), place, CupyBackend(Weary(calls)))
        assert _equal(ready.run(), wanted)
        count = len(place.printed)
        assert count >= program.runs if program.at_least else count == program.runs, calls


def test_chains_in_blocks_and_what_stands_between_them():
    big = "tensor<70000xf32>"
    text = f"""func.func @main(%x: {big}) -> {big} {{
  %a = stablehlo.add %x, %x : {big}
  %b = stablehlo.negate %a : {big}
  interpreter.print %s : tensor<f32>
  %c = stablehlo.tanh %b : {big}
  %d = stablehlo.abs %c : {big}
  return %d : {big}
}}""".replace("  interpreter", "  %s = stablehlo.constant dense<1.0> : tensor<f32>\n  interpreter")
    program = Compiled(hlorepl.parse(text))
    printed: list[str] = []
    process = Process().heard_by(printed.append)
    for count in (1, 2, 3):
        program.run([np.ones(70000, np.float32)], RunContext(process=process))
        assert len(printed) == count
    assert sum("Chain" in type(step.function).__name__ for step in program.plan.runner.steps) == 2
