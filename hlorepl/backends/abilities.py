"""What the arrays of a namespace can do: what a kernel asks before it takes a way that not every array library has."""

from __future__ import annotations

from typing import Any

import numpy as np


class Abilities:
    """A backend's namespace that is not NumPy's own carries one as ``abilities``. What is said here holds everywhere."""

    #: Whether values are in the host's memory: asking for one waits for nobody, and SciPy's functions take the arrays.
    is_host = False
    #: Whether of several values assigned to one place the last one wins.
    assigns_in_order = False
    #: Whether a shift by the width or more is defined: zeros, or copies of the sign.
    shifts_by_any_amount = False
    #: Whether ``argmax`` and ``argmin`` pick the first NaN.
    picks_first_nan = False

    def atomic(self, name: str, dtype: np.dtype[Any]) -> np.dtype[Any] | None:
        """The type, of the same size or wider, in which ``ufunc.at`` runs a reduction (``add``, ``maximum`` …); None where it cannot."""
        return None


class HostAbilities(Abilities):
    """NumPy."""

    is_host = True
    assigns_in_order = True
    shifts_by_any_amount = True
    picks_first_nan = True

    def atomic(self, name: str, dtype: np.dtype[Any]) -> np.dtype[Any] | None:
        return dtype


_HOST = HostAbilities()


def able(xp: Any) -> Abilities:
    """What the arrays of a namespace can do."""
    return _HOST if xp is np else xp.abilities
