"""A real kernel in a process of its own, started through an installed kernel spec and driven over its channels."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager

from hlorepl_kernel.install import main as install

PATIENCE = 30  # seconds for any one message, on a busy machine


@dataclass
class Answer:
    """What the kernel said to one execute request."""

    reply: dict[str, Any]
    messages: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def contents(self, kind: str) -> list[dict[str, Any]]:
        return [content for found, content in self.messages if found == kind]

    @property
    def plain(self) -> str:
        """All values shown, as plain text."""
        shown = self.contents("execute_result") + self.contents("display_data")
        return "\n".join(content["data"]["text/plain"] for content in shown)

    @property
    def printed(self) -> str:
        return "".join(content["text"] for content in self.contents("stream"))


class Jupyter:
    """A notebook's side of the protocol."""

    def __init__(self, manager: KernelManager, client: BlockingKernelClient):
        self.manager = manager
        self.client = client

    def finish(self, request: str) -> Answer:
        """Wait for a request's reply and for everything that the kernel publishes until it is idle again."""
        answer = Answer(self.reply(request))
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] == "status":
                if message["content"]["execution_state"] == "idle":
                    return answer
                continue
            answer.messages.append((message["msg_type"], message["content"]))

    def reply(self, request: str) -> dict[str, Any]:
        while True:
            message = self.client.get_shell_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def execute(self, code: str, **options: Any) -> Answer:
        return self.finish(self.client.execute(code, **options))

    def wait_for(self, request: str, kind: str) -> dict[str, Any]:
        """The content of the next message of a kind that a running request publishes."""
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request and message["msg_type"] == kind:
                return message["content"]

    def reset(self) -> None:
        """Forget what an earlier test left unread."""
        for receive in (self.client.get_iopub_msg, self.client.get_shell_msg):
            try:
                while True:
                    receive(timeout=0)
            except Empty:
                pass


@pytest.fixture(scope="session")
def jupyter_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Jupyter data folder into which our kernel has been installed."""
    prefix = tmp_path_factory.mktemp("prefix")
    assert install(["install", "--prefix", str(prefix)]) == 0
    return prefix / "share" / "jupyter"


@pytest.fixture(scope="module")
def kernel(jupyter_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    """A running kernel; tests of a module share it, each with names of its own."""
    specs = KernelSpecManager(kernel_dirs=[str(jupyter_folder / "kernels")])
    manager = KernelManager(kernel_name="hlorepl", kernel_spec_manager=specs)
    manager.start_kernel(cwd=str(tmp_path_factory.mktemp("notebooks")))
    client = manager.blocking_client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        yield Jupyter(manager, client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
