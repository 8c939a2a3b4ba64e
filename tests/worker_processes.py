"""The worker processes of a command line, found in ``/proc``."""

from pathlib import Path


def workers_of(parent: int) -> list[int]:
    """The processes that work for another one."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            stat, line = (process / "stat").read_text(), (process / "cmdline").read_text()
        except OSError:  # it ended meanwhile
            continue
        if int(stat.rpartition(")")[2].split()[1]) == parent and "spawn_main" in line:
            found.append(int(process.name))
    return found
