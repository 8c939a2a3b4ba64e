"""For every op with regions or callees, programs in whose regions something can be put."""

from .arrays import PLACES, REDUCTIONS, WINDOWS
from .control import CONTROL, OTHERS
from .program import Program

PROGRAMS: list[Program] = [*REDUCTIONS, *WINDOWS, *PLACES, *CONTROL, *OTHERS]
