"""The commands that look at values as a whole: ``:diff``, ``:stats``."""

from typing import TYPE_CHECKING, Any

from ...value_text import tensor_type
from ..per_process import are_same, names_of
from .kinds import Value
from .registry import Context, command

if TYPE_CHECKING:
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
