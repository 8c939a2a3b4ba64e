"""Where random numbers stand, as JSON has it: for a session that is taken up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from ..engine.context import Draws


def standing(kept: tuple[Any, ...]) -> dict[str, Any]:
    """What ``Draws.kept`` says."""
    seed, streams, others = kept
    return {
        "seed": seed,
        "streams": [[op, _plain(state)] for op, (_, state) in streams.items()],
        "others": [[member, standing(inner)] for member, (_, inner) in others.items()],
    }


def go_on(draws: Draws, about: dict[str, Any]) -> None:
    """Let random numbers go on from there; who holds a stream goes on with it."""
    if draws.seed != about["seed"]:
        draws.begin_again(about["seed"])
    for op, state in about["streams"]:
        draws.stream(op).bit_generator.state = _made(state)
    for member, inner in about["others"]:
        go_on(draws.of(member), inner)


def _plain(state: Any) -> Any:
    """The state of a generator: numbers, texts and arrays of numbers, by names."""
    if isinstance(state, dict):
        return {str(key): _plain(value) for key, value in cast("dict[Any, Any]", state).items()}
    if isinstance(state, (str, int)):
        return state
    return {"array": [int(each) for each in state]}


def _made(state: Any) -> Any:
    if not isinstance(state, dict):
        return state
    known = cast("dict[str, Any]", state)
    if known.keys() == {"array"}:
        import numpy as np  # late: NumPy

        return np.array(known["array"], np.uint64)
    return {key: _made(value) for key, value in known.items()}
