"""Ops that combine elements by a body: reductions, windows, scatter."""
