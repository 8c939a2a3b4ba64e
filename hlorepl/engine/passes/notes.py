"""What passes say of what they did."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..observing import Origin


class Note(NamedTuple):
    """One thing that was done to a plan, or was not.

    ``kind`` is one of ``KINDS``; ``origin`` the step that it is about (of several, the last), ``what`` names what it became or
    what is in it, ``why_not`` is the reason where something was left as it is.
    """

    kind: str
    origin: Origin
    what: str = ""
    why_not: str = ""
    #: How many steps it is about.
    steps: int = 1


#: The kinds of notes, and what they say.
KINDS = {
    "inlined": "calls written out",
    "call": "calls that stay calls",
    "folded": "known before it runs",
    "shared": "the same as one before",
    "dropped": "used by nobody",
    "pattern": "recognised",
    "chain": "joined in blocks",
    "reused": "memory of what nobody reads any more",
    "usual": "choices tried as they usually fall",
    "loop": "loops run block by block",
    "unrolled": "loops written out",
    "while": "loops that stay loops",
}
