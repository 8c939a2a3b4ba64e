"""``hlorepl check --explain CODE``."""

from __future__ import annotations

import sys

from ..source import visible


def explain(code: str) -> int:
    """Print the rule of a code with a wrong and a right example; 2 when there is no such code."""
    from ..explanations import codes, of_code  # late: on demand

    found = of_code(code)
    if found is None:
        from ..wording import did_you_mean  # late: on demand

        message = "; ".join([f"there is no explanation of {code}", *did_you_mean(code, codes(), most=3)])
        sys.stderr.write(f"{visible(message)}\n")
        return 2
    sys.stdout.write(f"{found.text}\n")
    return 0
