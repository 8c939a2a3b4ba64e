"""Who watches a run, and what is told: the same words for StableHLO, ONNX and MDF.

Nothing is paid for this where nobody watches: a run without observers takes the fast forms of its plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..errors import HloError
    from ..ir.types import Type
    from ..source import Span


class Origin:
    """What a step was made from: an op, an ONNX node, a function of an MDF node. Errors and observers speak of it."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """What it computes: ``stablehlo.log``, ``onnx.Log``, ``linear``; nothing where it is stored."""
        raise NotImplementedError

    @property
    def label(self) -> str:
        """Which one it is: ``%1``; a node's name, or that of its first output; ``node.function``."""
        raise NotImplementedError

    @property
    def span(self) -> Span | None:
        """Where it stands in the user's text."""
        return None

    @property
    def location(self) -> str | None:
        """Where the program says that it came from, as ``model.py:7``."""
        return None

    @property
    def model_node(self) -> str | None:
        """The node of the model that it belongs to, where the program is one of nodes."""
        return None

    @property
    def is_constant(self) -> bool:
        """Whether it only hands out what the program holds."""
        return False

    @property
    def operands(self) -> Sequence[str]:
        """The names of what it reads."""
        return ()

    @property
    def results(self) -> Sequence[str]:
        """The names of what it makes."""
        return ()

    @property
    def operand_types(self) -> Sequence[Type | None]:
        """The declared types of what it reads; None where there is none."""
        return [None] * len(self.operands)

    @property
    def result_types(self) -> Sequence[Type | None]:
        """The declared types of what it makes; None where there is none."""
        return [None] * len(self.results)

    @property
    def callers(self) -> Sequence[Origin]:
        """The calls in whose places it was written out, the outermost first."""
        return ()

    def is_same(self, other: Origin) -> bool:
        """Whether both are of the same op, perhaps in different plans."""
        return self is other

    def located(self, error: HloError, inputs: Sequence[Any]) -> HloError:
        """The error with a place: this step's, or a note that it was running, on these inputs, on the way."""
        return error

    def failed(self, error: Exception, inputs: Sequence[Any]) -> Exception:
        """What could not be done with these values, as an error of the program; a fault of ours stays as it is."""
        raise NotImplementedError


class Frame:
    """A function, a branch, a turn of a loop, an MDF node, while it runs.

    ``kind`` is ``function``, ``branch``, ``condition``, ``turn``, ``node`` or ``region``, ``name`` that of a function, graph or node,
    ``number`` that of the branch or turn (from 0), ``caller`` the step that runs it, ``up`` the frame around it.
    """

    __slots__ = ("caller", "kind", "name", "number", "up")

    #: What a person calls its turns, and what there is to say of the step that is next.
    counts: ClassVar[str] = "turn"
    notes: Sequence[str] = ()

    def __init__(
        self,
        kind: str,
        name: str = "",
        number: int | None = None,
        up: Frame | None = None,
        caller: Origin | None = None,
    ):
        self.kind = kind
        self.name = name
        self.number = number
        self.up = up
        self.caller = caller

    @property
    def around(self) -> Iterator[Frame]:
        """This frame and those around it, the innermost first."""
        frame: Frame | None = self
        while frame is not None:
            yield frame
            frame = frame.up

    @property
    def outermost(self) -> Frame:
        """The frame that no other is around: one for each of what goes on side by side in a process."""
        frame = self
        while frame.up is not None:
            frame = frame.up
        return frame

    @property
    def constants(self) -> Iterable[tuple[Origin, Any]]:
        """What the program holds and this frame reads, with where it comes from."""
        return ()

    @property
    def constants_within(self) -> Iterable[tuple[Origin, Any]]:
        """The same with those of all that the frame may come to run."""
        return self.constants

    @property
    def depth(self) -> int:
        """How many frames are around this one."""
        return sum(1 for _ in self.around) - 1

    @property
    def turns(self) -> tuple[int, ...]:
        """In which turn each loop around is, the outermost first."""
        numbers = [frame.number for frame in self.around if frame.kind in ("turn", "condition")]
        return tuple(number for number in reversed(numbers) if number is not None)

    @property
    def function(self) -> str:
        """The name of the function, graph or node that is being run."""
        return next((frame.name for frame in self.around if frame.kind in ("function", "node")), "")


class Event:
    """A step that has run: where, what it read and made, and how long it took (seconds, with all that it ran)."""

    __slots__ = ("frame", "inputs", "origin", "results", "seconds")

    def __init__(self, frame: Frame, origin: Origin, inputs: Sequence[Any], results: Sequence[Any], seconds: float):
        self.frame = frame
        self.origin = origin
        self.inputs = inputs
        self.results = results
        self.seconds = seconds


class Observer:
    """Told of what a run does, in the order in which it happens. A method that is not overridden does nothing.

    Arrays are the backend's, and nobody's to write into. With ``hears_moves`` it is told as well of steps that only hand on a value.
    """

    hears_moves = False

    @property
    def minds_infinite_alone(self) -> bool:
        """Whether it has nothing to see where no step makes what is not finite of finite operands.

        Then it is told of the run only where there is such a step (``engine/guarded_run.py``).
        """
        return False

    def comes_in(self, name: str, value: Any, span: Span | None = None) -> None:
        """A run will be given this: an argument, an input, what is stored in a model; whoever makes the run tells it."""

    def enter(self, frame: Frame) -> None:
        """A function, branch or turn begins."""

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        """It has come to its end."""

    def before(self, frame: Frame, origin: Origin, inputs: Sequence[Any]) -> None:
        """A step is about to run."""

    def waits(self, frame: Frame, origin: Origin, sent: tuple[int, int]) -> None:
        """A step has to wait for other processes; ``sent`` is how many messages, and how many bytes, it sends to them."""

    def goes_on(self, frame: Frame, origin: Origin) -> None:
        """It has got what it waited for."""

    def after(self, event: Event) -> Sequence[Any] | None:
        """A step has run, with all that is inside it. What is returned takes the place of its results."""

    def failed(self, frame: Frame, origin: Origin, inputs: Sequence[Any], error: HloError) -> None:
        """A step could not be run; the run ends."""
