"""Where an MDF model stands, as JSON has it: for a session that is taken up."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..mdf.marks import Mark, mark, stand_as
from ..mdf.node_run import UNSET
from . import kept_draws

if TYPE_CHECKING:
    from collections.abc import Callable

    from .loaded_models import LoadedMdf

#: The values of a model among what its code knows.
_VALUE = re.compile(r"v\d+")


def standing(model: LoadedMdf, number: Callable[[Any], int]) -> dict[str, Any]:
    """What has been set of a model, and where its trials have led it; ``number`` is that of an array in the record."""
    found = mark(model.runner)
    fields = {
        "values": {name: value for name, value in found.values.items() if _VALUE.fullmatch(name)},
        "ran": found.ran,
        "words": tuple(found.words),
        "counted": found.counted,
        "trials": found.trials,
        "has_run": found.has_run,
        "sources": found.sources,
        "settings": model.settings,
        "inputs": model.inputs,
        "watched": tuple(model.watched),
        "dt": model.dt,
    }
    found_draws = kept_draws.standing(found.draws)
    return {"draws": found_draws, **{key: _plain(value, number) for key, value in fields.items()}}


def stand(model: LoadedMdf, about: dict[str, Any], arrays: list[Any]) -> None:
    """Let a model that was loaded anew stand there."""
    fields = {key: _made(value, arrays) for key, value in about.items() if key != "draws"}
    for name, value in {**fields["settings"], **fields["inputs"]}.items():
        model.set(name, value)
    model.watched, model.dt = [*fields["watched"]], fields["dt"]
    now = mark(model.runner)
    wanted: Mark = now._replace(
        values={**now.values, **fields["values"]},
        ran=fields["ran"],
        words=frozenset(fields["words"]),
        counted=fields["counted"],
        trials=fields["trials"],
        has_run=fields["has_run"],
        sources=fields["sources"],
    )
    stand_as(model.runner, wanted)
    kept_draws.go_on(model.runner.context.draws, about["draws"])


def _plain(value: Any, number: Callable[[Any], int]) -> Any:
    """A value of Python's as JSON has it: what JSON lacks is in a list behind its kind."""
    if value is None or isinstance(value, (bool, str)) or type(value) in (int, float):
        return value
    if value is UNSET:
        return ["unset"]
    if isinstance(value, Fraction):
        return ["fraction", str(value)]
    if isinstance(value, dict):
        items = cast("dict[Any, Any]", value).items()
        return ["dict", [[_plain(key, number), _plain(each, number)] for key, each in items]]
    if isinstance(value, (tuple, list)):
        kind = "tuple" if isinstance(value, tuple) else "list"
        return [kind, [_plain(each, number) for each in cast("list[Any]", value)]]
    array = np.asarray(value)
    if array.dtype.hasobject:
        raise TypeError(f"a {type(value).__name__} cannot be kept")
    return ["array" if isinstance(value, np.ndarray) else "scalar", number(array)]


def _made(plain: Any, arrays: list[Any]) -> Any:
    if not isinstance(plain, list):
        return plain
    kind, *rest = cast("list[Any]", plain)
    if kind == "unset":
        return UNSET
    (inner,) = rest
    makers: dict[str, Callable[[], Any]] = {
        "fraction": lambda: Fraction(inner),
        "dict": lambda: {_made(key, arrays): _made(value, arrays) for key, value in inner},
        "tuple": lambda: tuple(_made(each, arrays) for each in inner),
        "list": lambda: [_made(each, arrays) for each in inner],
        "array": lambda: np.array(arrays[inner]),
        "scalar": lambda: arrays[inner][()],
    }
    return makers[kind]()
