"""Commands: each a decorated function; usage, help and completion come from its signature and docstring."""

from __future__ import annotations

from .registry import COMMANDS, Command, check_command, command, run_command

__all__ = ["COMMANDS", "Command", "check_command", "command", "run_command"]
