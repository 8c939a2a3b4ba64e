"""Calls, branches and loops."""
