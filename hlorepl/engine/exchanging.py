"""Ops by which processes exchange arrays, on a device that cannot do everything: arrays stay there where it holds their types."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..ops.flow import Done, Step, Wait
from ..ops.requests import Meet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..backends.base import Backend
    from .context import RunContext

    #: A ``steps`` rule on a list of operands and of what regions capture.
    Rule = Callable[[list[Any], RunContext], Step]


def exchanged(backend: Backend, name: str, dtypes: Sequence[Any], on_device: Rule | None, on_host: Rule) -> Rule:
    """The rule of an op: that of the device, but for what the device lacks; without one, that of the host."""

    def from_host(arrays: list[Any], context: RunContext) -> Step:
        return on_host([backend.to_host(array) for array in arrays], context)

    def first(arrays: list[Any], context: RunContext) -> Step:
        if on_device is None:
            return moved(from_host(arrays, context))
        kept = [*arrays]
        step = on_device(arrays, context)
        if isinstance(step, Wait) and isinstance(step.request, Meet):
            _share_work(backend, name, dtypes, step.request, lambda: from_host(kept, context))
        return moved(step)

    def moved(step: Step) -> Step:
        if isinstance(step, Wait):
            return Wait(step.request, lambda answer: moved(step.then(answer)))
        assert isinstance(step, Done), "an op that exchanges arrays waits, and is done"
        return Done(tuple(map(backend.to_device, step.values)))  # what the host has sent is the host's

    return first


def _share_work(
    backend: Backend, name: str, dtypes: Sequence[Any], request: Meet, from_host: Callable[[], Step]
) -> None:
    """What is made of the arrays of a group is left to the host where the device cannot make it."""
    join = request.join

    def host_request() -> Meet:
        step = from_host()
        assert isinstance(step, Wait)
        assert isinstance(step.request, Meet)
        return step.request

    def joined(brought: Sequence[Any]) -> Any:
        make = backend.placed(
            name, dtypes, lambda: lambda *rows: join(rows), lambda: lambda *rows: host_request().join(rows)
        )
        return make(*brought)

    request.join = joined
    if request.share is not None:
        request.share = _shared(partial(backend.placed, name, dtypes), request.share, host_request)


def _shared(
    placed: Callable[..., Callable[..., Any]], share: Callable[[Any, int], Any], host_request: Callable[[], Meet]
) -> Callable[[Any, int], Any]:
    def shared(made: Any, position: int) -> Any:
        def of_host(*parts: Any) -> Any:
            ours = host_request().share
            assert ours is not None
            return ours(parts, position)

        def on_device(*parts: Any) -> Any:
            return share(parts, position)

        return placed(lambda: on_device, lambda: of_host)(*made)

    return shared
