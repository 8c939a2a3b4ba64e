"""``:graph``."""

from typing import TYPE_CHECKING, Annotated

from ..loading import dry_run_call
from .kinds import Kind, as_it_is
from .registry import Context, command
from .watching import targets

if TYPE_CHECKING:
    from ..dry_run import DryRun

#: What is drawn, and where to.
TargetAndFile = Annotated[str, Kind(as_it_is, targets, takes_rest=True, usage="@F(%A, …) FILE.html")]


@command("graph")
def graph(context: Context, words: TargetAndFile) -> None:
    """Draw a function or a model as one page: data flow with types, and values where arguments are given or known by name.

    :graph @f, :graph @f(%a, %b) f.html, :graph program.mlir, :graph model.onnx; :graph onnx x=%x and :graph mdf 10 draw what is
    loaded, MDF's after so many trials; of a grid :graph @f(%a)@(1,0) draws one process. Calls, loops and branches fold; what is not
    finite is marked.
    """
    from ..drawing import draw  # late: on demand

    draw(context, words)


@graph.dry
def _drawn(dry: "DryRun", words: str) -> None:
    head, _, last = words.rpartition(" ")
    target = head.strip() if head and last.lower().endswith((".html", ".htm")) else words
    target = target.rpartition("@(")[0] if target.endswith(")") and "@(" in target else target
    symbol_only = target.startswith("@") and "(" not in target and " " not in target
    if not symbol_only:  # alone it is drawn without values
        dry_run_call(dry, target)
