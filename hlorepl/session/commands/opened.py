"""The commands that look inside of functions and models as statements: ``:open``, ``:rerun``, ``:collect``."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from ..known import Item, functions_known, paths_from, values_known
from ..loading import dry_run_call
from ..opening import open_words, rerun
from ..state import Knower
from ..turns import collected
from .kinds import Kind, as_it_is
from .registry import Context, command

if TYPE_CHECKING:
    from ..dry_run import DryRun


def _targets(session: Knower, word: str) -> Iterable[Item]:
    if word.startswith("%"):
        return values_known(session)
    return functions_known(session) if word.startswith("@") else [*functions_known(session), *paths_from(word)]


def _opened(session: Knower, word: str) -> Iterable[Item]:
    for opened in session.state.opened:
        yield from ((f"%{name}", "value", opened.title) for piece in opened.pieces for name, _ in piece.binds)
        yield from ((piece.label, "node", opened.title) for piece in opened.pieces if piece.label)


#: What is to be opened.
Target = Annotated[str, Kind(as_it_is, _targets, takes_rest=True, usage="@F(%A, …)")]
#: A value or a node of what is opened.
Begin = Annotated[str, Kind(as_it_is, _opened, takes_rest=True, usage="%VALUE")]


def _inside(session: Knower, _: str) -> Iterable[Item]:
    """The names inside of the session's loops."""
    found: dict[str, None] = {}
    for op in session.state.ops:
        for inner in op.walk() if op.regions else ():
            blocks = [block for region in inner.regions for block in region.blocks]
            found.update(dict.fromkeys(f"%{value.name}" for block in blocks for value in block.arguments))
            found.update(dict.fromkeys(f"%{value.name}" for value in inner.results if inner is not op and value.name))
    return [(name, "value", "") for name in found]


#: A value that is made in a loop.
Inside = Annotated[str, Kind(as_it_is, _inside, takes_rest=True, usage="%VALUE")]


@command("open")
def open_(context: Context, target: Target) -> None:
    """Make the body of a function, or a model, the session's statements: every value in it has its own name.

    :open @f(%a, %b), :open program.mlir %a, :open model.onnx x=%x; :open %r opens the call, the branch or the loop that made
    %r (:open %r@turn=3: that turn of the loop). Then look at any value, rewrite an op (%154 = …), and :rerun.
    """
    open_words(context, target)


@open_.dry
def _opened_dry(dry: "DryRun", target: str) -> None:
    dry_run_call(dry, target)
    dry.names_may_be_anything = True


@command("rerun")
def rerun_(context: Context, begin: Begin = "") -> None:
    """Compute again the opened statements that read a value bound anew, and all that follow from them; or what follows from one value."""
    rerun(context, begin)


@command("collect")
def collect(context: Context, value: Inside) -> None:
    """Make one array of the values that a name has had in all turns of its loop: :collect %h makes %h_turns."""
    context.show(collected(context, value))


@collect.dry
def _collected(dry: "DryRun", value: str) -> None:
    dry.names_may_be_anything = True
