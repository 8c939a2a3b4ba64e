"""MLIR's verdict on a program, and ours."""

import json
import subprocess
import sys
from pathlib import Path

import hlorepl
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.verifier import verify


class Mlir:
    """The child process, started anew when it has ended itself."""

    def __init__(self):
        self.child = None

    def __call__(self, text: str) -> str:
        if self.child is None:
            command = [sys.executable, str(Path(__file__).with_name("mlir_child.py"))]
            self.child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        try:
            self.child.stdin.write(json.dumps(text) + "\n")
            self.child.stdin.flush()
            answer = self.child.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if answer:
            return json.loads(answer)
        self.close()
        return "crashed"

    def close(self) -> None:
        if self.child is not None:
            self.child.kill()
            self.child.communicate()
            self.child = None


def ours(text: str) -> list[hlorepl.HloError]:
    errors: list[hlorepl.HloError] = []
    module = parse(Source(text), errors)
    return [*errors, *verify(module)]
