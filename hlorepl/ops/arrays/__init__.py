"""Ops that make, move and choose elements."""
