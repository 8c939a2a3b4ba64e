"""The session: what prompt, notebook and scripts share."""

from __future__ import annotations

from .result import Action, Result, Shown, Text, Values
from .session import Session

__all__ = ["Action", "Result", "Session", "Shown", "Text", "Values"]
