"""What an op may know of the process that runs it."""

from __future__ import annotations


class Process:
    """A place in the grid of replicas and partitions, and the grid's size."""

    __slots__ = ("grid", "partition", "replica")

    def __init__(self, replica: int = 0, partition: int = 0, grid: tuple[int, int] = (1, 1)):
        self.replica = replica
        self.partition = partition
        self.grid = grid


ALONE = Process()
