"""``hlorepl check --explain CODE``."""

from __future__ import annotations

import sys


def explain(code: str) -> int:
    """Print the rule of a code with a wrong and a right example; 2 when there is no such code."""
    from ..explanations import codes, of_code  # late: on demand

    found = of_code(code)
    if found is None:
        from difflib import get_close_matches  # late: on demand

        near = get_close_matches(code, codes(), 3, 0.5)
        hint = f"; near: {', '.join(near)}" if near else ""
        sys.stderr.write(f"there is no explanation of {code}{hint}\n")
        return 2
    sys.stdout.write(f"{found.text}\n")
    return 0
