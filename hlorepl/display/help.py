"""Help, which is Markdown, as rich draws it: code in the colours of the language, and nothing that rich would colour by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markdown import CodeBlock, Markdown
from rich.padding import Padding

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text


class Help(Markdown):
    """A page of help; ``coloured`` colours the code in it."""

    def __init__(self, page: str, coloured: Callable[[str], Text]):
        class Code(CodeBlock):
            def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
                code = coloured(str(self.text).rstrip())
                code.no_wrap, code.overflow = False, "fold"
                yield Padding(code, (0, 0, 0, 4))

        self.__dict__["elements"] = {**Markdown.elements, "fence": Code, "code_block": Code}
        super().__init__(page, hyperlinks=False)
