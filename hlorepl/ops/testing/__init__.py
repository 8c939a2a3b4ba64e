"""Ops by which programs are tested: the dialects ``check`` and ``interpreter``."""
