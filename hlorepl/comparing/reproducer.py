"""A small program that shows a difference, with its inputs and the command that shows it."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Any

from ..array_files import write_arrays
from ..whole_files import write_whole
from ..wording import file_error
from .pieces import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from .pieces import Piece
    from .tolerance import Tolerance

PROGRAM, INPUTS, COMMAND = "program.mlir", "inputs.npz", "command.txt"


def write_reproducer(
    folder: Path, piece: Piece, inputs: Sequence[Any], against: str, kind: str, tolerance: Tolerance
) -> None:
    """Write the three files; raises ``HloError``."""
    stage = "windows" if kind == "window" else "ops"
    limits = [
        f"--{name} {value:g}"
        for name, value in (("ulp", tolerance.ulp), ("rtol", tolerance.rtol), ("atol", tolerance.atol))
        if value is not None
    ]
    given = ["--input", INPUTS] if inputs else []
    words = ["hlorepl compare", PROGRAM, *given, "--against", quote(against), "--stage", stage, *limits]
    command = " ".join(words)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / PROGRAM, f"// {command}\n{text_of(piece.function())}")
        if inputs:
            write_arrays(folder / INPUTS, {f"arg{number}": array for number, array in enumerate(inputs)})
        write_whole(folder / COMMAND, f"cd {quote(str(folder.resolve()))} && {command}\n")
    except OSError as error:
        raise file_error(folder, error, "run.output") from None
