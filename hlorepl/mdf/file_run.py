"""One model file, run: what the command line and the session ask for, as plain data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from .evaluation import Runner
from .expressions import number_in
from .loading import load
from .recording import counted_rows, iterate, recorded_slots, with_fixed

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from ..engine.context import RunContext
    from .model import Model


def run_file(
    path: str | os.PathLike[str],
    steps: int = 1,
    dt: float | None = None,
    settings: Sequence[str] = (),
    graph: str | None = None,
    seed: int = 0,
    *,
    context: RunContext | None = None,
    inputs: Any = None,
) -> list[dict[str, Any]]:
    """Run ``steps`` trials of the model in a file.

    :param settings: texts ``NODE.PORT=VALUE`` or ``NODE.PARAMETER=VALUE``; a value is a number or
        a JSON list of numbers.
    :param seed: where the numbers of functions that draw random ones start.
    :param context: how the run is to go; in place of ``seed``.
    :param inputs: values of input ports, as :func:`~hlorepl.mdf.evaluate` takes them; ``settings`` go before them.
    :returns: ``[{"step": 1, "nodes": {node: {port: value}}}, …]``, values as the evaluator gives them.
    """
    return list(run_steps(load(path), steps, dt, settings, graph, seed, context=context, inputs=inputs))


def run_steps(
    model: Model,
    steps: int = 1,
    dt: float | None = None,
    settings: Sequence[str] = (),
    graph: str | None = None,
    seed: int = 0,
    *,
    context: RunContext | None = None,
    inputs: Any = None,
) -> Iterator[dict[str, Any]]:
    """:func:`run_file` for a model that is loaded, step by step: when one fails, those before it have been given."""
    runner = Runner(model, graph, seed=seed, context=context)
    given = with_fixed(inputs, apply_texts(runner, settings))
    columns = recorded_slots(runner, None)
    rows = iterate(runner, steps, dt, given, [slot for _, _, slot in columns])
    for step, row in enumerate(counted_rows(runner, rows, steps), 1):
        nodes: dict[str, dict[str, Any]] = {node.id: {} for node in runner.plan.nodes}
        for (node, port, _), value in zip(columns, row, strict=True):
            nodes[node][port] = value
        yield {"step": step, "nodes": nodes}


def apply_texts(runner: Runner, settings: Sequence[str]) -> dict[str, Any]:
    """Set the parameters that ``NODE.NAME=VALUE`` texts name; those that name input ports are the result."""
    inputs: dict[str, Any] = {}
    for text in settings:
        name, equals, value_text = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise HloError(
                f"'{text}' is no setting", code="syntax.setting", help="write NODE.PORT=VALUE, as in A.input=0.5"
            )
        value = value_of(value_text)
        if runner.has_input(name):
            inputs[name] = value
        else:
            runner.set(name, value)
    return inputs


def value_of(text: str) -> Any:
    """The value that a setting's text stands for: a number, ``true``, a list or a mapping, as JSON writes them."""
    number = number_in(text)
    if number is not None:
        return number
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise HloError(
            f"'{text[:60]}' is no value", code="syntax.setting", help="a number, or a list such as [1, 2.5]"
        ) from None
