"""The golden files of the doors."""

from doors.goldens import goldens

__all__ = ["goldens"]
