"""What the debugger asks of what it debugs: the stepper of plans (``engine/stepper.py``), trials of a model (``mdf/stepping.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..engine.observing import Frame, Origin
    from ..ir.types import Type

    class Spot(Protocol):
        """Where a value stands in a frame: its slot, and its declared type, if it has one."""

        @property
        def slot(self) -> Any: ...
        @property
        def type(self) -> Type | None: ...

    class StoppedFrame(Protocol):
        """A frame of a run that is stopped. See ``engine.observing.Frame`` and ``engine.plan_frame.PlanFrame``."""

        kind: str
        name: str
        number: int | None
        up: Frame | None
        caller: Origin | None

        @property
        def values(self) -> Any:
            """The values by slot."""
            ...

        @property
        def around(self) -> Iterator[Frame]: ...
        @property
        def turns(self) -> tuple[int, ...]: ...
        @property
        def here(self) -> Origin | None: ...
        @property
        def places(self) -> Mapping[str, Any]: ...
        def has(self, place: Any) -> bool: ...
        def is_captured(self, place: Any) -> bool: ...

    class HasOrigin(Protocol):
        """A step, of which only the origin is asked."""

        @property
        def origin(self) -> Origin: ...

    class Steppable(Protocol):
        """A run that can be stopped at each step. ``engine.stepper.Machine`` says what each of these is."""

        count: int
        passed: int
        steady: bool
        results: tuple[Any, ...] | None

        @property
        def top(self) -> Any: ...
        @property
        def finished(self) -> tuple[Any, Any, Sequence[Any]] | None: ...
        @property
        def left(self) -> tuple[Any, tuple[Any, ...]] | None: ...
        @property
        def entered(self) -> Any: ...
        @property
        def current(self) -> Any:
            """The step that is next; None where a frame is about to return."""
            ...

        def step(self) -> None: ...
        def over(self) -> None: ...
        def enter(self, is_wanted: Callable[[Any], bool] | None, turns: int = 0) -> int: ...
        def back(self) -> bool: ...
        def mark(self) -> Any: ...
        def go_back_to(self, mark: Any) -> None: ...
        def change(self, frame: Any, slot: Any, value: Any) -> None: ...
