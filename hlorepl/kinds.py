"""What a file is. Everybody who opens one asks here: the command line, its workers, ``:load`` and ``:run``, ``fmt``.

The extension says, else what is in the file. Text is a module or a session script: its parser says which.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .errors import HloError
from .mdf.formats import SUFFIXES as MDF_SUFFIXES
from .mdf.formats import is_model
from .source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from .ir.core import Module
    from .ir.symbols import Symbols

KINDS = ("mlir", "script", "mdf", "onnx")
"""What ``--kind`` may say."""

#: Text of which nobody said whether it is a module or a script.
TEXT = "text"
#: What the files of each extension are. Standard input and files of other names are looked into.
_BY_SUFFIX = {
    ".mlir": TEXT,
    ".mlirbc": TEXT,
    ".hlo": TEXT,
    **dict.fromkeys(MDF_SUFFIXES, "mdf"),
    ".onnx": "onnx",
    ".npy": "arrays",
    ".npz": "arrays",
    ".safetensors": "arrays",
    ".png": "arrays",
}
_HLO_TEXT = re.compile(r"\s*+(HloModule)\b")
#: The first field of ONNX's protobuf, the version of its format. No text begins with this character.
_ONNX = b"\x08"


def kind_of(suffix: str, read: Callable[[], bytes]) -> str:
    """``text``, ``mdf``, ``onnx`` or ``arrays``; ``read`` gives what is in the file, where its extension does not say."""
    known = _BY_SUFFIX.get(suffix.lower())
    if known is not None:
        return known
    data = read()
    return "onnx" if data.startswith(_ONNX) else "mdf" if is_model(data) else TEXT


def module_in(source: Source, errors: list[HloError], kind: str = TEXT, known: Symbols | None = None) -> Module | None:
    """The module in a text, or None where it is a script: where more stands at its top level than functions, modules and
    what else has a name or is one's alias.

    ``kind`` is ``mlir`` or ``script`` where somebody said so; ``known`` has the functions of the session that it is loaded
    into. Errors are collected, and reading goes on behind them; there are none where the answer is None.
    """
    if kind == "script":
        return None
    from .syntax.parser import parse, parse_file  # late: NumPy

    return parse(source, errors) if kind == "mlir" else parse_file(source, errors, known)


def is_bytecode(data: bytes) -> bool:
    """Whether it is MLIR's bytecode, as which portable artifacts are written too."""
    return data.startswith(b"ML\xefR")


def decode(data: bytes, name: str) -> str:
    """The text of a file, that of bytecode as MLIR prints it.

    Raises ``syntax.encoding`` at the first byte that cannot be text, and for what is no StableHLO.
    """
    if is_bytecode(data):
        from .syntax.bytecode import text_of  # late: start-up

        return text_of(data, name)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        source = Source(before + "\N{REPLACEMENT CHARACTER}", name)
        message = f"the byte 0x{data[error.start]:02X} is not UTF-8: this is not a text file"
        raise HloError(message, source.span(len(before), len(before) + 1), "syntax.encoding") from None
    source = Source(text, name)
    refuse_hlo_text(source)
    return source.text


def refuse_hlo_text(source: Source) -> None:
    """Raise ``syntax.hlo_text`` for XLA's own text."""
    found = _HLO_TEXT.match(source.text)
    if found is not None:
        help_text = "export StableHLO instead: jax.jit(f).lower(…).as_text(), or xla-translate --hlo-text-to-stablehlo"
        span = source.span(*found.span(1))
        raise HloError("this is XLA's HLO text, not StableHLO", span, "syntax.hlo_text", help=help_text)
