"""Ops by which the processes of a grid work together."""
