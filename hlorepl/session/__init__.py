"""The session: what prompt, notebook and scripts share."""

from __future__ import annotations

from .session import Result, Session

__all__ = ["Result", "Session"]
