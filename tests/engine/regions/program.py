"""For every op with regions or callees, programs in whose regions something can be put: ``<<%v>>`` says where.

``%v`` is a value of type ``of`` that is known there; ``runs`` is how often the specification runs the region, or, where
it leaves that open (``at_least``), what it cannot do without.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MARK = re.compile(r"<<(%\w+)>>")


@dataclass(frozen=True)
class Program:
    """Ops that give ``results`` (``"%r : tensor<i32>"``), and the functions that they need."""

    op: str
    region: str
    case: str
    runs: int
    ops: str
    results: str = "%r : tensor<i32>"
    functions: str = ""
    of: str = "tensor<i32>"
    at_least: bool = False
    grid: int = 1

    @property
    def id(self) -> str:
        return f"{self.op}-{self.region}-{self.case}".replace(" ", "_")

    def module(self, effect: str = "", functions: str = "", is_read: bool = True) -> str:
        """The whole module; ``{value}`` in the effect is the value known in the region.

        Its results are those of the program; without ``is_read`` there are none.
        """
        names, _, types = self.results.partition(" : ")
        end = f"func.return {names} : {types}" if is_read else "func.return"
        ops = f"func.func @main() -> ({types if is_read else ''}) {{\n{self.ops}\n{end}\n}}"
        return "\n".join([functions, self._with(effect, self.functions), self._with(effect, ops)])

    def statements(self, effect: str = "", functions: str = "") -> str:
        """The same, typed into a session."""
        return "\n".join([functions, self._with(effect, self.functions), self._with(effect, self.ops)])

    def _with(self, effect: str, text: str) -> str:
        return MARK.sub(lambda found: effect.format(value=found[1], of=self.of), text)


def constants(**literals: str) -> str:
    return "".join(f"%{name} = stablehlo.constant dense<{value}\n" for name, value in literals.items())


def binary(body: str, of: str = "tensor<i32>", mark: str = "%b") -> str:
    return f"{{ ^bb0(%a: {of}, %b: {of}):\n<<{mark}>>\n{body} }}"


ADD = "%s = stablehlo.add %a, %b : tensor<i32>\nstablehlo.return %s : tensor<i32>"


def compared(name: str, direction: str, left: str, right: str) -> str:
    return f"%{name} = stablehlo.compare {direction}, %{left}, %{right} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
