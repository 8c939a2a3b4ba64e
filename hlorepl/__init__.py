"""StableHLO, op by op."""

__version__ = "0.1.0"
