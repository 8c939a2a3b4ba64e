"""Whether this is one of several ranks that were started together: asked before anything heavy is loaded."""

from __future__ import annotations

import os

from ...digits import natural


def rank_count() -> int:
    """How many ranks were started together (``mpiexec -n``); 1 where this is none of several."""
    return _number(("PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "PMIX_SIZE"), 1)


def own_rank() -> int:
    """Which of them this one is."""
    return _number(("PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK"), 0)


def ranks_here() -> int:
    """How many of them share this machine; all, where nobody says."""
    return _number(("MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE"), rank_count())


def _number(names: tuple[str, ...], default: int) -> int:
    return next((number for name in names if (number := natural(os.environ.get(name, ""))) is not None), default)
