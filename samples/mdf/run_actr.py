"""Run an ACT-R model trial after trial, its buffers fed back, until no production matches.

python run_actr.py actr_count.yaml
"""

from __future__ import annotations

import sys
from typing import Any

from hlorepl import mdf


def run(file: str, most: int = 100) -> list[dict[str, Any]]:
    """The goal after each trial."""
    runner = mdf.Runner(mdf.load(file))
    inputs: dict[str, Any] = {"goal_input": {}, "dm_input": {}}
    goals = []
    for _ in range(most):
        out = runner.trial(inputs=inputs)
        goals.append(out["goal"]["goal_output"])
        if out["check_termination"]["check_output"]:
            break
        inputs = {"goal_input": out["fire_production"]["goal"], "dm_input": out["fire_production"]["retrieval"]}
    return goals


if __name__ == "__main__":
    for number, goal in enumerate(run(sys.argv[1]), 1):
        print(number, " ".join(goal.values()))
