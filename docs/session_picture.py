"""Draws docs/session.svg: a session as a terminal shows it, for README. Run it as ``python docs/session_picture.py``."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import hlorepl
from hlorepl.display.look import Look
from hlorepl.display.screen import Screen
from hlorepl.display.theme import DARK

ENTRIES = [
    "%x = [[1.0, 2.0, 0.0], [-3.5, 0.25, 1.0e-9], [100.0, 12345.678, 4.0]]",
    "%y = log(%x)",
    "%i = iota dim = 0 : tensor<64x128xf32>;",
    "%j = iota dim = 1 : tensor<64x128xf32>;",
    "%w = tanh(%i / 16.0 - %j / 64.0)",
    "%m = stablehlo.slice %w [20:28, 0:40] : (tensor<64x128xf32>) -> tensor<8x40xf32>;",
    "%m > 0.8",
    "%z = dot_general(%x, %w, contracting_dims = [1] x [0])",
]
WIDTH = 104
_DARK = TerminalTheme((16, 18, 24), (222, 222, 222), [(0, 0, 0)] * 8, [(255, 255, 255)] * 8)


def picture() -> str:
    """The picture as SVG; the same for the same version of rich."""
    screen = Screen(Look(width=WIDTH, theme=DARK, lines=30))
    console = Console(
        record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    session = hlorepl.Session()
    for number, entry in enumerate(ENTRIES, 1):
        prompt = ("hlo> ", DARK.styles["prompt"])
        console.print(Text.assemble(prompt, screen.coloured(entry)), soft_wrap=True)
        result = session.execute(entry, name=f"In[{number}]")
        lines = [line for item in result.shown for line in screen.lines(item)]
        if result.error is not None:
            lines += screen.error(result.error).split("\n")
        for line in lines:
            console.print(Text.from_ansi(line), soft_wrap=True)
    svg = console.export_svg(title="hlorepl", theme=_DARK, unique_id="hlorepl")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # fonts are those of who looks at it


if __name__ == "__main__":
    path = Path(__file__).with_name("session.svg")
    path.write_text(picture(), encoding="utf-8")
