"""The doors that read a model's file, MDF or ONNX: each gives the same kind of ``Answer`` as the doors of programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from doors.answers import Answer, Number, numbers, refused
from doors.text_doors import command_line, report_of

from hlorepl import mdf, onnx_backend
from hlorepl.display.model_values import tensor_type
from hlorepl.errors import HloError
from hlorepl.onnx.loading import load as load_onnx
from hlorepl.session.session import Session


@dataclass(frozen=True)
class ModelRequest:
    """A model's file, for MDF how many steps of which size, for ONNX its inputs by name."""

    path: Path
    folder: Path
    steps: int = 1
    dt: float | None = None
    inputs: Mapping[str, Any] = field(default_factory=dict)

    def saved_inputs(self) -> Path:
        path = self.folder / "inputs.npz"
        np.savez(path, **self.inputs)
        return path


Door = Callable[[ModelRequest], Answer]


def answered(door: Callable[[ModelRequest], Sequence[Number]]) -> Door:
    """A door whose results are what a function returns, and its refusal what it raises."""

    def ask(request: ModelRequest) -> Answer:
        try:
            return Answer("ok", (), tuple(door(request)))
        except HloError as error:
            return refused(error)

    return ask


def execute(session: Session, *texts: str) -> None:
    """Run texts; raises the error of the first that is refused."""
    for text in texts:
        result = session.execute(text)
        if result.error is not None:
            raise result.error


# MDF


def mdf_batch(request: ModelRequest) -> Answer:
    """``hlorepl run MODEL --steps N --dt X``."""
    words = ["--print", "full", "--steps", str(request.steps)]
    words += [] if request.dt is None else ["--dt", str(request.dt)]
    report, answer = report_of("run", *words, str(request.path))
    steps = report.get("results", ())
    found = [mdf_number(step["step"], node, ports) for step in steps for node, ports in step["nodes"].items()]
    return Answer(answer.status, answer.errors, tuple(number for part in found for number in part))


def mdf_evaluate(request: ModelRequest) -> Sequence[Number]:
    """``hlorepl.mdf.evaluate``."""
    run = mdf.evaluate(mdf.load(request.path), request.steps, request.dt)
    return recorded_numbers(run, request.steps)


def mdf_runner(request: ModelRequest) -> Sequence[Number]:
    """``hlorepl.mdf.Runner``, trial after trial."""
    runner = mdf.Runner(mdf.load(request.path))
    found: list[Number] = []
    for step in range(request.steps):
        outputs = runner.trial(request.dt if step else None)
        for node, ports in outputs.items():
            found += mdf_number(step + 1, node, ports)
    return found


def mdf_session(request: ModelRequest) -> Sequence[Number]:
    """``:load MODEL`` and ``:mdf run STEPS DT``."""
    session = Session()
    dt = "" if request.dt is None else f" {request.dt}"
    execute(session, f":load {request.path}", f":mdf run {request.steps}{dt}")
    return recorded_numbers(session.models["mdf"].recorded(), request.steps)


def mdf_stepped(request: ModelRequest) -> Sequence[Number]:
    """``:mdf load MODEL`` and ``:mdf step DT`` again and again."""
    session = Session()
    dt = "" if request.dt is None else f" {request.dt}"
    execute(session, f":mdf load {request.path}", *[f":mdf step{dt}"] * request.steps)
    return recorded_numbers(session.models["mdf"].recorded(), request.steps)


MDF_RUNNING: dict[str, Door] = {
    "batch run": mdf_batch,
    "evaluate": answered(mdf_evaluate),
    "Runner": answered(mdf_runner),
    ":load, :mdf run": answered(mdf_session),
    ":mdf load, :mdf step": answered(mdf_stepped),
}


def recorded_numbers(run: Any, steps: int) -> list[Number]:
    """What was recorded, step by step."""
    found: list[Number] = []
    for step in range(steps):
        for node, ports in run.items():
            found += mdf_number(step + 1, node, {port: values[step] for port, values in ports.items()})
    return found


def mdf_number(step: int, node: str, ports: Mapping[str, Any]) -> list[Number]:
    """The values of a node's ports. JSON has no types, so an f32 counts as the decimal that it is written as."""
    found = []
    for port, value in ports.items():
        plain = _plain(value)
        try:
            array = np.array(plain)
        except ValueError:
            array = np.array(None)
        of = tensor_type(array)
        if of is None:
            found.append(Number(f"{step} {node}.{port}", json.dumps(plain, sort_keys=True), str(plain)))
        else:
            (number,) = numbers(of, array)
            found.append(Number(f"{step} {node}.{port} {number.type}", number.bits, number.summary))
    return found


_NOT_FINITE = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | list | tuple):
        return (
            [_plain(item) for item in value] if np.ndim(value) or isinstance(value, list | tuple) else _plain(value[()])
        )
    if isinstance(value, np.float32):
        return float(str(value))
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return _NOT_FINITE.get(value, value) if isinstance(value, str) else value


# ONNX


def onnx_batch(request: ModelRequest) -> Answer:
    """``hlorepl run MODEL.onnx --input FILE.npz``."""
    words = ["--input", str(request.saved_inputs())] if request.inputs else []
    return command_line("run", "--print", "full", str(request.path), *words)


def onnx_load(request: ModelRequest) -> Sequence[Number]:
    """``OnnxModel.run``."""
    return _onnx_numbers(load_onnx(request.path).run(dict(request.inputs)).values())


def onnx_backend_run(request: ModelRequest) -> Sequence[Number]:
    """``hlorepl.onnx_backend.run_model``."""
    model = onnx.load(str(request.path))
    return _onnx_numbers(onnx_backend.run_model(model, list(request.inputs.values())))


def onnx_session(request: ModelRequest) -> Sequence[Number]:
    """``:load`` of the inputs and of the model, and ``:onnx run``."""
    return _onnx_session(request, ":onnx run")


def onnx_session_by_name(request: ModelRequest) -> Sequence[Number]:
    """``:onnx run NAME=%value …``."""
    return _onnx_session(request, ":onnx run " + " ".join(f"{name}=%{name}" for name in request.inputs))


def _onnx_session(request: ModelRequest, command: str) -> list[Number]:
    session = Session()
    execute(session, *([f":load {request.saved_inputs()}"] if request.inputs else []), f":load {request.path}")
    result = session.execute(command)
    if result.error is not None:
        raise result.error
    return [number for shown in result.values for number in numbers(shown.type, shown.array)]


def onnx_script(request: ModelRequest) -> Answer:
    """A script that does the same; it shows its inputs too, which are left out here."""
    path = request.folder / "onnx.hlo"
    loads = f":load {request.saved_inputs()}\n" if request.inputs else ""
    path.write_text(f"{loads}:load {request.path}\n:onnx run\n", encoding="utf-8")
    answer = command_line("run", "--print", "full", str(path))
    return Answer(answer.status, answer.errors, answer.results[len(request.inputs) :])


ONNX_RUNNING: dict[str, Door] = {
    "batch run": onnx_batch,
    "load": answered(onnx_load),
    "onnx_backend": answered(onnx_backend_run),
    ":onnx run": answered(onnx_session),
    ":onnx run by name": answered(onnx_session_by_name),
    "script": onnx_script,
}


def _onnx_numbers(values: Any) -> list[Number]:
    return [number for value in values for number in numbers(tensor_type(value), value)]


# Both


def model_check(request: ModelRequest) -> Answer:
    """``hlorepl check MODEL``."""
    return command_line("check", str(request.path))
