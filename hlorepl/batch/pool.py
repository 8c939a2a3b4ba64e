"""``-j N``: long-lived worker processes; output in the order of files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from .report import Outcome


def outcomes(verb: str, options: Namespace) -> Iterator[Outcome]:
    """The outcomes of all files, worked out by ``options.jobs`` processes."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    threads = max(1, (os.cpu_count() or 1) // options.jobs)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "HLOREPL_THREADS"):
        os.environ.setdefault(name, str(threads))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, mp_context=context) as pool:
        waiting = [pool.submit(_file, verb, name, options) for name in options.files]
        for future in waiting:
            yield from future.result()


def _file(verb: str, name: str, options: Any) -> list[Any]:
    """In a worker: all outcomes of one file, their errors made fit for the way back."""
    from .driver import file_outcomes

    return [portable(outcome) for outcome in file_outcomes(verb, name, options)]


def portable(outcome: Outcome) -> Outcome:
    """An outcome whose sources hold only what its errors show."""
    return outcome
