"""Pygments lexers for StableHLO: programs (and a session's language), and pasted sessions."""

from .console import HloConsoleLexer
from .stablehlo import StableHLOLexer

__all__ = ["HloConsoleLexer", "StableHLOLexer"]
