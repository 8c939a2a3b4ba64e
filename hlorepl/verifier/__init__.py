"""Is the program well-formed? Structure and names in ``structure.py``, each op's own constraints in ``rules.py``."""

from __future__ import annotations

from .doubts import doubts
from .structure import verify

__all__ = ["doubts", "verify"]
