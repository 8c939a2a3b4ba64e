"""MDF and ONNX models on the command line."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..display.errors import error_text, use_colour
from ..errors import HloError
from ..ir.types import TensorType, element_of
from ..value_text import mdf_text, onnx_text, tensor_type
from ..wording import counted, file_error, reason
from .inputs import WrongCount, parse_args, random_value

if TYPE_CHECKING:
    from argparse import Namespace

    from .files import Piece
    from .report import Outcome


def load_mdf(piece: Piece) -> Any:
    """The model in a piece."""
    from ..mdf import load, loads  # late: on demand
    from ..mdf.formats import format_of  # late: on demand

    if piece.path is not None:
        return load(piece.path)
    return loads(piece.data, format_of("", piece.data), name=piece.name)


def run_mdf(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    """``--steps`` trials; every value of every output port."""
    from ..mdf.file_run import run_steps  # late: on demand

    model = load_mdf(piece)
    for setting in options.set or ():
        if not setting.partition("=")[1]:
            tip = "write NODE.PORT=VALUE, as in A.input=0.5"
            raise WrongCount(f"'{setting}' is no setting", code="syntax.setting", help=tip)
    steps = list(run_steps(model, options.steps or 1, options.dt, options.set or (), options.graph, options.seed))
    if options.output:
        _save_steps(Path(options.output), steps)
    if options.json:
        if options.print != "none":
            from ..display.jsonable import plain  # late: on demand

            outcome.results = [{"step": s["step"], "nodes": plain(s["nodes"])} for s in steps]
        return
    if options.print == "none":
        return
    shown = steps if options.print == "full" or len(steps) <= 10 else [*steps[:3], None, *steps[-3:]]
    for step in shown:
        outcome.output += [f"… {len(steps) - 6} steps …"] if step is None else _step_lines(step, len(steps))


def _step_lines(step: dict[str, Any], steps: int) -> list[str]:
    head = f"step {step['step']}: " if steps > 1 else ""
    return [
        f"{head}{node}.{port} = {mdf_text(value)}"
        for node, ports in step["nodes"].items()
        for port, value in ports.items()
    ]


def _save_steps(path: Path, steps: list[dict[str, Any]]) -> None:
    arrays: dict[str, Any] = {}
    for node, ports in steps[0]["nodes"].items() if steps else ():
        for port in ports:
            column = [step["nodes"][node][port] for step in steps]
            try:
                array = np.array(column)
            except ValueError:
                continue
            if array.dtype.kind in "biufc":
                arrays[f"{node}.{port}"] = array
    try:
        with path.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
    except OSError as error:
        raise file_error(path, error, "run.output") from None


def run_onnx(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    """The outputs of one run, by name."""
    model = load_onnx(piece, options.backend)
    values = model.run(_onnx_inputs(model, options), keep=bool(options.save_values))
    outputs = {name: values[name] for name in model.outputs}
    if options.save_values:
        _save_onnx(Path(options.save_values), values, outcome)
    names, arrays = list(outputs), tuple(outputs.values())
    types = [tensor_type(array) for array in arrays]
    if options.output:
        from .outputs import save_arrays  # late: on demand

        save_arrays(Path(options.output), names, arrays)
    if options.json:
        if options.print == "full":
            from ..display.jsonable import plain  # late: on demand

            outcome.results = [
                {"name": n, "type": str(t or "value"), "value": plain(a)}
                for n, t, a in zip(names, types, arrays, strict=True)
            ]
        return
    if options.print == "dense":
        from .outputs import dense_line  # late: on demand

        outcome.output += [str(a) if t is None else dense_line(t, a) for t, a in zip(types, arrays, strict=True)]
    elif options.print != "none":
        outcome.output += [onnx_text(name, value, options.print == "full") for name, value in outputs.items()]


def load_onnx(piece: Piece, backend: str = "numpy") -> Any:
    """The model in a piece."""
    from ..onnx.loading import OnnxModel, load, parse  # late: ml_dtypes

    if piece.path is not None:
        return load(piece.path, backend)
    return OnnxModel(parse(piece.data, piece.name), None, backend)


def _onnx_inputs(model: Any, options: Namespace) -> Any:
    if options.args is not None:
        return parse_args(options.args)
    if options.input is not None:
        from ..session.loading import arrays_of  # late: on demand

        try:
            arrays = arrays_of(Path(options.input))
        except OSError as error:
            raise WrongCount(f"{options.input}: {reason(error)}", code="run.input") from None
        return arrays if all(name in model.inputs for name in arrays) else list(arrays.values())
    missing = [name for name in model.inputs if name not in model.optional]
    if options.random is not None:
        return _random_inputs(model, missing, options)
    if missing:
        listed = ", ".join(f"{name}: {model.inputs[name]}" for name in missing)
        message = f"the model takes {counted(len(missing), 'input')}, and 0 given"
        raise WrongCount(
            message,
            code="run.arguments",
            help=[f"its inputs are {listed}", "give them with --input FILE or --random SEED"],
        )
    return {}


def _random_inputs(model: Any, missing: list[str], options: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, name in enumerate(missing):
        declared = model.inputs[name]
        try:
            element = element_of(declared.dtype)
        except KeyError:
            raise HloError(
                f"there are no random values for the input {name} of type {declared}", code="run.random"
            ) from None
        shape = tuple(size if isinstance(size, int) else None for size in declared.shape or ())
        found[name] = random_value(TensorType(shape, element), options.random, number, None, None)
    return found


def _save_onnx(directory: Path, values: dict[str, Any], outcome: Outcome) -> None:
    from .outputs import storable  # late: on demand

    count = 0
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, value in values.items():
            if tensor_type(value) is not None:
                stored, _ = storable(value)
                np.save(
                    directory / f"{count:06d}_{re.sub(r'[^A-Za-z0-9_.-]', '_', name)}.npy", stored, allow_pickle=False
                )
                count += 1
    except OSError as error:
        raise file_error(directory, error, "run.output") from None
    outcome.output.append(f"saved {counted(count, 'value')} in {directory}")


def check_model(piece: Piece, options: Namespace, outcome: Outcome) -> None:
    """A model that loads and compiles is fine."""
    if piece.kind == "mdf":
        from ..mdf import Runner  # late: on demand

        Runner(load_mdf(piece), options.graph if hasattr(options, "graph") else None)
    else:
        load_onnx(piece)


def mdf_verb(words: list[str]) -> int:
    """``hlorepl mdf export MODEL``."""
    parser = argparse.ArgumentParser(prog="hlorepl mdf", description="MDF models", allow_abbrev=False)
    verbs = parser.add_subparsers(dest="verb", required=True)
    export = verbs.add_parser("export", help="a model as StableHLO: a function for one step, one for many")
    export.add_argument("model", metavar="MODEL", help="a .json, .yaml, .yml or .bson file")
    export.add_argument("-o", "--output", metavar="FILE", help="where to write it (standard output without)")
    export.add_argument("--graph", metavar="ID", help="which graph")
    return _export(parser.parse_args(words))


def _export(options: Namespace) -> int:
    from ..mdf import load, to_stablehlo  # late: on demand

    path = Path(options.model)
    if not path.exists():
        sys.stderr.write(f"{options.model}: No such file or directory\n")
        return 2
    try:
        text = to_stablehlo(load(path), options.graph)
        if options.output:
            from ..session.saving import write_whole  # late: on demand

            write_whole(Path(options.output), text)
        else:
            sys.stdout.write(text)
    except HloError as error:
        sys.stderr.write(error_text(error, use_colour(sys.stderr)) + "\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {reason(error)}\n")
        return 2
    return 0
