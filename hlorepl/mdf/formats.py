"""The formats of MDF files: by extension, else by what is in them."""

from __future__ import annotations

import re

SUFFIXES = {".json": "json", ".yaml": "yaml", ".yml": "yaml", ".bson": "bson", ".mdf": "json"}
"""File extensions and the format that each stands for."""

PICTURES = (".png", ".svg", ".pdf", ".jpg")
"""What files of pictures end in."""

_LENGTH = 4
#: How a mapping begins in YAML, behind comments, and the key that every model has.
_MAPPING = re.compile(rb"""(?:\s|\#[^\n]*+|---|%YAML[^\n]*+)*+['"]?\w[\w .-]*+['"]?:\s""")
_GRAPHS = re.compile(rb"""(?:^|[{,])[ \t]*+['"]?graphs['"]?:""", re.MULTILINE)
_HEAD = 4096


def format_of(suffix: str, data: bytes) -> str:
    """``json``, ``yaml`` or ``bson``."""
    known = SUFFIXES.get(suffix.lower())
    return known or ("bson" if _is_bson(data) else "json" if data.lstrip()[:1] == b"{" else "yaml")


def is_model(data: bytes) -> bool:
    """Whether a file whose name does not say what it is holds a model: a mapping in one of the formats."""
    head = data[:_HEAD].lstrip()
    if head.startswith(b"{"):
        return not head.startswith(b"{-#")
    return _is_bson(data) or _MAPPING.match(head) is not None and _GRAPHS.search(head) is not None


def _is_bson(data: bytes) -> bool:
    return len(data) > _LENGTH and int.from_bytes(data[:_LENGTH], "little") == len(data) and data[-1] == 0
