"""The Jupyter kernel: the ``do_*`` methods, each a few lines over `hlorepl.Session`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ipykernel.kernelbase import Kernel

from hlorepl import Session, __version__
from hlorepl.display.mime import bundle
from hlorepl.engine.telling import Telling
from hlorepl.session import completion
from hlorepl.session.result import Text

from . import messages

if TYPE_CHECKING:
    from hlorepl.session.result import Result

Reply = dict[str, Any]


class HloKernel(Kernel):
    """One `Session`, driven by Jupyter's messages."""

    implementation = "hlorepl"
    implementation_version = __version__
    banner = f"hlorepl {__version__}: StableHLO, op by op. :help lists the commands, ?add explains an op."
    language_info: ClassVar[dict[str, object]] = {  # pyright: ignore[reportIncompatibleVariableOverride]  - not a ClassVar there
        "name": "stablehlo",
        "version": __version__,
        "mimetype": "text/x-stablehlo",
        "file_extension": ".hlo",
        "pygments_lexer": "stablehlo",
        "codemirror_mode": "stablehlo",
    }
    help_links: ClassVar[list[dict[str, str]]] = [  # pyright: ignore[reportIncompatibleVariableOverride]  - a trait there
        {"text": "StableHLO specification", "url": "https://openxla.org/stablehlo/spec"},
    ]

    def __init__(self, **options: Any):
        super().__init__(**options)
        self.hlo = Session()  # not `session`: that is ipykernel's own, of the message protocol

    async def do_execute(  # pyright: ignore[reportIncompatibleMethodOverride]  - ipykernel asks which parameters it takes
        self,
        code: str,
        silent: bool,
        store_history: bool = True,
        user_expressions: dict[str, str] | None = None,
        allow_stdin: bool = False,
    ) -> Reply:
        """Run a cell: what it shows is published as it comes, an error stops it where it stands."""
        publisher = messages.Publisher(self._publish_nothing if silent else self._publish, self.execution_count)
        reply: Reply = {"execution_count": self.execution_count, "user_expressions": {}, "payload": []}
        telling = Telling(self._tell_nothing if silent else self._tell)
        try:
            with telling:
                result = self.hlo.execute(code, name=f"In[{self.execution_count}]", listen=publisher.show)
        except KeyboardInterrupt:
            publisher.finish()
            fault = messages.interruption(self.hlo.interruption)
        else:
            publisher.finish()
            if result.error is None:
                return reply | {"status": "ok", "payload": self._carry_out(result)}
            fault = messages.fault(result.error)
        if not silent:
            self._publish("error", fault)
        return reply | {"status": "error"} | fault

    def _publish(self, kind: str, content: dict[str, Any]) -> None:
        self.send_response(self.iopub_socket, kind, content)  # pyright: ignore[reportUnknownMemberType]  - ipykernel has no types for it

    def _tell(self, text: str) -> None:
        """How far a long cell is."""
        self._publish("stream", {"name": "stderr", "text": f"… {text}\n"})

    def _tell_nothing(self, text: str) -> None:
        """A silent cell says nothing."""

    def _publish_nothing(self, kind: str, content: dict[str, Any]) -> None:
        """A silent cell shows nothing."""

    def _carry_out(self, result: Result) -> list[dict[str, Any]]:
        """What only the face can do; the payload that asks Jupyter for the rest."""
        action = result.action
        name = action.name if action is not None else ""
        if action is not None and name == "edit":
            return [{"source": "set_next_input", "text": action.argument, "replace": False}]
        return [{"source": "ask_exit", "keepkernel": False}] if name == "quit" else []

    async def do_complete(self, code: str, cursor_pos: int | None) -> Reply:
        """What could stand at the cursor: ops, values, commands, attributes, files."""
        cursor = len(code) if cursor_pos is None else cursor_pos
        found = completion.complete(code, cursor, self.hlo)
        start = min((candidate.start for candidate in found), default=cursor)
        kinds = [{"start": c.start, "end": cursor, "text": c.text, "type": c.kind, "signature": c.note} for c in found]
        return {
            "status": "ok",
            "matches": [code[start : candidate.start] + candidate.text for candidate in found],
            "cursor_start": start,
            "cursor_end": cursor,
            "metadata": {"_jupyter_types_experimental": kinds},
        }

    async def do_inspect(
        self, code: str, cursor_pos: int, detail_level: int = 0, omit_sections: tuple[str, ...] = ()
    ) -> Reply:
        """What the name at the cursor is."""
        text = completion.inspect(code, cursor_pos, self.hlo)
        data = {} if text is None else bundle(Text(text, "markdown"))
        return {"status": "ok", "found": text is not None, "data": data, "metadata": {}}

    async def do_is_complete(self, code: str) -> Reply:
        """Whether Enter should run the text: the parser knows."""
        if self.hlo.is_incomplete(code):
            return {"status": "incomplete", "indent": messages.indent(code)}
        return {"status": "complete"}

    async def do_shutdown(self, restart: bool) -> Reply:
        """A restart begins with an empty session."""
        if restart:
            self.hlo = Session()
        return {"status": "ok", "restart": restart}
