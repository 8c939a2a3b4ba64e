"""Names and strings as MLIR writes them."""

from __future__ import annotations

import re

_ESCAPES = {'"': "\\22", "\\": "\\\\", "\n": "\\0A", "\t": "\\09"}


def quoted(text: str) -> str:
    """A string as MLIR writes it: anything not printable ASCII as hexadecimal bytes."""
    out: list[str] = []
    for character in text:
        if character in _ESCAPES:
            out.append(_ESCAPES[character])
        elif " " <= character <= "~":
            out.append(character)
        else:
            out.extend(f"\\{byte:02X}" for byte in _bytes(character))
    return f'"{"".join(out)}"'


def _bytes(character: str) -> bytes:
    try:
        return character.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character, which a string made in Python can hold
        return character.encode("utf-8", "surrogatepass")


_ESCAPE = re.compile(rb'\\(?:([0-9A-Fa-f]{2})|(["\\nt]))')
_NAMED = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}


def unquoted(text: str) -> str:
    """The value of a quoted string: MLIR's strings are bytes, most of them UTF-8."""
    body = text[1:-1].encode("utf-8", "surrogateescape")
    if b"\\" in body:
        body = _ESCAPE.sub(lambda found: bytes([int(found[1], 16)]) if found[1] else _NAMED[found[2]], body)
    return body.decode("utf-8", "surrogateescape")


def is_bare(name: str) -> bool:
    """Whether a name can stand without quotes as a key or after ``@``."""
    first = name[:1]
    if not (first.isascii() and (first.isalpha() or first == "_")):
        return False
    return all(c.isascii() and (c.isalnum() or c in "_$.") for c in name)


def symbol_text(name: str) -> str:
    return f"@{name}" if is_bare(name) else f"@{quoted(name)}"


def key_text(name: str) -> str:
    """A key of a dictionary or a resource: bare where it can be."""
    return name if is_bare(name) else quoted(name)


def identifier(name: str) -> str:
    """A name that a value may have, for one that may hold anything, such as ONNX's."""
    return _NO_NAME.sub("_", name.removeprefix("%")) or "value"


_NO_NAME = re.compile(r"[^\w$.-]")
