"""The commands that draw values: ``:plot``, ``:hist``, ``:heat``, ``:image``."""

from typing import TYPE_CHECKING

from .kinds import ValuePart, ValueParts
from .registry import Context, command

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..result import Shown
    from ..views import Picture


def _draw(context: Context, picture: "Picture") -> None:
    context.say(picture.text, "picture", picture)


def _each(context: Context, values: "list[Shown]", make: "Callable[[Shown], Picture]") -> None:
    for shown in values:
        for part in shown.parts:
            _draw(context, make(part))


@command("plot")
def plot(context: Context, values: ValueParts) -> None:
    """Draw values as curves over their indices, of rank 2 each row: :plot %y, :plot %y %z, :plot %w [0:3]."""
    from ..views import curves_of  # late: NumPy

    _draw(context, curves_of([each for part in values for shown in part.values for each in shown.parts]))


@command("hist")
def hist(context: Context, value: ValuePart) -> None:
    """Draw how the numbers of a value are spread, a histogram: :hist %x, :hist %x [0]."""
    from ..views import bins_of  # late: NumPy

    _each(context, value.values, bins_of)


@command("heat")
def heat(context: Context, value: ValuePart) -> None:
    """Draw a matrix by colours from low to high, a heat map: :heat %w, :heat %x [0, :, :]."""
    from ..views import heat_of  # late: NumPy

    _each(context, value.values, heat_of)


@command("image")
def image(context: Context, value: ValuePart) -> None:
    """Draw a value as an image, grey or in colours (rows, columns, 3; or 3, rows, columns): :image %x, :image %batch [0]."""
    from ..views import image_of  # late: NumPy

    _each(context, value.values, image_of)
