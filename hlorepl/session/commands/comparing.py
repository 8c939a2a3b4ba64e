"""The commands that look at values as a whole: ``:diff``, ``:stats``; and ``:compare``, which looks at two runs."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

from ... import backends
from ...value_text import tensor_type
from ..comparing import compare_call, digits_of, split_words
from ..known import Item, functions_known
from ..per_process import are_same, names_of
from ..state import Knower
from .kinds import Kind, Value, as_it_is
from .registry import Context, command

if TYPE_CHECKING:
    from ..dry_run import DryRun
    from ..result import Shown


@command("diff")
def diff(context: Context, first: Value, second: Value) -> None:
    """Compare two values: equal or not, where first, how many differ, by how many ulp, absolutely, relatively, and where NaN stands.

    :diff %a %b; on a grid each process by itself, :diff %a@(0,0) %a@(1,0) two of them.
    """
    from ...analysis.difference import Difference  # late: NumPy

    def text(left: str, right: str, a: Any, b: Any) -> str:
        return Difference(a, b, first.type, second.type).text(left, right)

    left, right = _values(context, first), _values(context, second)
    count = max(len(left), len(right))
    pairs = zip(left * (count // len(left)), right * (count // len(right)), strict=True)
    context.say("\n".join(text(a_name, b_name, a, b) for (a_name, a), (b_name, b) in pairs), "code")


def _engines(session: Knower, word: str) -> Iterable[Item]:
    if word.startswith("@"):
        return functions_known(session)
    engines = [(name, "engine", "an engine") for name in (*backends.own_names(), "f64")]
    return [*engines, *functions_known(session)]


#: An engine, and what is to be run.
EngineAndTarget = Annotated[str, Kind(as_it_is, _engines, takes_rest=True, usage="[ENGINE] @F(%A, …) [--ulp N …]")]


@command("compare")
def compare(context: Context, target: EngineAndTarget) -> None:
    """Find the first op, or window of ops, of a function that another engine computes otherwise: :compare xla @f(%a).

    Engines are xla (where none is named), numpy, cupy, and f64, the same ops in f64. Behind the call may stand --ulp N, --rtol X,
    --atol X, --all, --stage ops|windows|both, --passes.
    """
    compare_call(context, target)


@compare.dry
def _(dry: "DryRun", target: str) -> None:
    from ..loading import dry_run_call  # late: NumPy

    dry_run_call(dry, split_words(target)[1])


@command("digits")
def digits(context: Context, value: Value) -> None:
    """Show how many decimal digits of a value are right, by the same ops in f64, and which of them lost most: :digits %y."""
    digits_of(context, value)


@command("stats")
def stats(context: Context, value: Value) -> None:
    """Show what a value is like: range with places, mean, spread, quartiles, zeros, NaNs, infinities."""
    from ...analysis.statistics import statistics_text  # late: NumPy

    texts = [f"{name} : {value.type}: {statistics_text(array, value.type)}" for name, array in _values(context, value)]
    context.say("\n".join(texts), "code")


def _values(context: Context, shown: "Shown") -> list[tuple[str, Any]]:
    """The arrays of a value with the names of their places; what all processes have, once."""
    arrays = [shown.array] if shown.grid == (1, 1) else [*shown.array.flat]
    if any(tensor_type(array) is None for array in arrays):
        raise context.fail(f"%{shown.name} : {shown.type} has no elements that could be compared", "type.argument")
    if len(arrays) == 1 or are_same(arrays):
        return [(f"%{shown.name}", arrays[0])]
    return [(f"%{name}", array) for name, array in zip(names_of(shown.name, shown.grid), arrays, strict=True)]
