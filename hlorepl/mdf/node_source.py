"""Node runs as generated Python: the steady state of a graph in straight lines, its values in the globals of the code.

A slot is a global variable of the generated module, so a value costs a dictionary entry and no lookup by hand;
everything between is a local variable. A node writes its slots only when all its values are known, so whatever fails
is run again by the reference evaluator (:mod:`.node_run`), which has the last word.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ..engine.source import execute
from .expression_source import Emitter, NotLiftable, is_arithmetic
from .interpret import evaluate
from .node_run import UNSET
from .values import settle, settle_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .expressions import Expression
    from .graph_plan import CallPlan, FunctionPlan, GraphPlan, NodePlan, ParameterPlan, PortPlan, Slot
    from .node_run import GraphState

CHUNK = 40
"""Nodes in one generated function: enough to make calls cheap, few enough to compile quickly."""


class Generator:
    """Writes the source of node runs. ``with_dt`` tells whether integrals step or are set back."""

    def __init__(self, state: GraphState, with_dt: bool, emitter: Emitter):
        self.plan = state.plan
        self.words = state.words
        self.with_dt = with_dt
        self.emitter = emitter
        self.emitter.constants |= {
            "EVALUATE": evaluate,
            "MEANING": state.meaning,
            "SETTLE": settle,
            "NUMBER": settle_number,
            "UNSET": UNSET,
        }
        self.guard = state.guard
        if self.guard is not None:
            self.emitter.constants["LOOK"] = self.guard.look
        self.made: list[str] = []
        self.lines: list[str] = []
        self.locals = 0
        self.names: dict[str, str] = {}
        self.word_names: set[str] = set()
        self.writes: list[tuple[Slot, str]] = []

    def node(self, node: NodePlan) -> tuple[list[str], list[Slot]]:
        """The lines of one run of ``node``, and the slots that they write."""
        self.lines, self.writes, self.made = [], [], []
        self.names, self.word_names = {}, set()
        for port in node.ports:
            self.keep(port.id, port.slot, self.receive(port), plain=not port.edges or port.reduce == "overwrite")
        for parameter in node.parameters:
            fixed = parameter.value if parameter.is_fixed else None
            text = parameter.slot if fixed is None else self.emitter.constant(fixed.value)
            self.bind(parameter.id, parameter.slot, text)
        for function in node.functions:
            self.function(function)
        for parameter in node.parameters:
            self.parameter(parameter)
        for port in node.outputs:
            if port.value is None:
                self.writes.append((port.slot, "None"))
            else:
                self.output(port.slot, port.value)
        lines = [*self.lines, *self.looks(), *(f"{slot} = {text}" for slot, text in self.writes if slot != text)]
        lines += [self.emitter.forget(number) for number in node.draws]
        return lines, [slot for slot, _ in self.writes]

    def looks(self) -> list[str]:
        """Where a guard looks on: lines that show it what was made, but for finite numbers."""
        made = () if self.guard is None else dict.fromkeys(self.made)
        return [f"if {text}.__class__ is not float or {text} - {text}: LOOK({text})" for text in made]

    def local(self, text: str) -> str:
        self.locals += 1
        name = f"x{self.locals}"
        self.lines.append(f"{name} = {text}")
        return name

    def bind(self, name: str, slot: Slot, text: str) -> None:
        self.names[name] = text
        self.word_names.discard(name)
        if slot in self.words:
            self.word_names.add(name)

    def keep(self, name: str, slot: Slot, text: str, plain: bool = False) -> str:
        """Settle a value that is to be kept; ``plain`` ones have been."""
        if not plain:
            text = self.settled(text, slot in self.words)
            self.made.append(text)
        elif text[0] == "v" and text != slot:
            text = self.local(text)
        self.bind(name, slot, text)
        self.writes.append((slot, text))
        return text

    def settled(self, text: str, words: bool) -> str:
        if not (text[0] == "x" and text[1:].isdigit()):
            text = self.local(text)
        if self.emitter.lifted:
            return text
        settle_by = "SETTLE" if words else "NUMBER"
        self.lines.append(f"if {text}.__class__ is not float: {text} = {settle_by}({text})")
        return text

    def value(self, expression: Expression) -> str:
        """Source for an expression; with words in it, a call of the interpreter."""
        if is_arithmetic(expression, self.word_names):
            return self.emitter.expression(expression, self.names)
        if self.emitter.lifted:
            raise NotLiftable
        scope = ", ".join(f"{name!r}: {self.names[name]}" for name in sorted(expression.names))
        return self.emitter.fitting(f"EVALUATE({self.emitter.constant(expression)}, {{{scope}}}, MEANING)")

    def receive(self, port: PortPlan) -> str:
        if not port.edges:
            return port.given
        arrived = []
        for edge in port.edges:
            text = edge.slot
            if edge.weight is not None:
                text = f"({self.emitter.constant(edge.weight)} * {text})"
                if edge.slot in self.words:
                    raise NotEmittable
            arrived.append(text)
        if port.reduce == "overwrite":
            return arrived[-1] if port.edges[-1].weight is None else self.settled(arrived[-1], port.slot in self.words)
        if any(edge.slot in self.words for edge in port.edges):
            raise NotEmittable
        sign = " + " if port.reduce == "add" else " * "
        name = self.local(sign.join(arrived))
        joined = sign.join([port.given, *arrived])
        self.lines.append(f"if {port.given} is not UNSET: {name} = {joined}")
        return name

    def call(self, call: CallPlan) -> str:
        """Source for a call; its arguments become names that hide the node's for its time."""
        outer, outer_words = dict(self.names), set(self.word_names)
        try:
            for arg, expression in call.args:
                text = self.value(expression)
                words = not is_arithmetic(expression, self.word_names) or self.is_word(expression)
                if not isinstance(expression.tree, ast.Name | ast.Constant):
                    text = self.settled(text, words)
                self.names[arg] = text
                (self.word_names.add if words else self.word_names.discard)(arg)
            if call.function is None:
                assert call.value is not None
                return self.value(call.value)
            if call.function.expression is not None:
                passed = {arg: self.value(expression) for arg, expression in call.passed}
                words = {arg for arg, expression in call.passed if self.is_word(expression)}
                self.names, self.word_names = passed, words
                return self.value(call.function.expression)
            args = [self.value(expression) for _, expression in call.passed]
            if call.stream is not None:
                return self.emitter.call(self.emitter.drawing(call.stream), args)
            if self.emitter.lifted:
                raise NotLiftable
            return self.emitter.call(self.emitter.constant(call.function.call), args)
        finally:
            self.names, self.word_names = outer, outer_words

    def is_word(self, expression: Expression) -> bool:
        """Whether an expression that is a single name, a constant or a row of values is no number."""
        tree = expression.tree
        if isinstance(tree, ast.Constant):
            return isinstance(tree.value, str | dict | list)
        return isinstance(tree, ast.Tuple) or (isinstance(tree, ast.Name) and tree.id in self.word_names)

    def function(self, function: FunctionPlan) -> None:
        self.keep(function.id, function.slot, self.call(function.call))

    def parameter(self, parameter: ParameterPlan) -> None:
        if parameter.is_fixed:
            return
        plain, text = self.new_value(parameter)
        if parameter.conditions:
            text, plain = self.local(text), False
            for test, value, _ in parameter.conditions:
                self.condition(text, self.value(test), self.value(value))
        self.keep(parameter.id, parameter.slot, text, plain)

    def new_value(self, parameter: ParameterPlan) -> tuple[bool, str]:
        """Whether it has been settled before, and the source of the value before conditions."""
        if parameter.value is not None:
            return isinstance(parameter.value.tree, ast.Name | ast.Constant), self.value(parameter.value)
        if parameter.call is not None:
            return False, self.call(parameter.call)
        if parameter.derivative is not None:
            if self.with_dt:
                if parameter.slot in self.words:
                    raise NotEmittable
                return False, f"{self.names[parameter.id]} + dt * {self.value(parameter.derivative)}"
            if parameter.initial is None:
                return True, "0.0"
            return isinstance(parameter.initial.tree, ast.Name | ast.Constant), self.value(parameter.initial)
        return True, self.names[parameter.id]

    def condition(self, name: str, test: str, value: str) -> None:
        if self.emitter.lifted:
            self.lines.append(f"{name} = CHOOSE({test}, {value}, {name})")
            return
        holds, then = self.local(test), self.local(value)
        self.lines += [
            f"if {holds}.__class__ is bool and {then}.__class__ is float and {name}.__class__ is float:",
            f"    if {holds}: {name} = {then}",
            f"else: {name} = CHOOSE({holds}, {then}, {name})",
        ]

    def output(self, slot: Slot, value: Expression) -> None:
        text = self.value(value)
        if isinstance(value.tree, ast.Name | ast.Constant):
            if text[0] == "v":
                text = self.local(text)
            if isinstance(value.tree, ast.Name) and value.tree.id in self.word_names:
                text = self.local(text)
                self.lines.append(f"if {text}.__class__ is tuple: {text} = {text}[0]")
        else:
            text = self.settled(text, slot in self.words)
            self.made.append(text)
        self.writes.append((slot, text))


class NotEmittable(Exception):
    """A node that only the reference evaluator can run."""


def generate_trial(
    state: GraphState, with_dt: bool, rescue: Callable[[int, Any, Exception], bool]
) -> tuple[list[Callable[[Any], int]], bool]:
    """Functions that run all nodes in the order of the sets, some after the other.

    Each takes dt and gives the number of nodes of the order that have run when it had to stop, or 0 when all is well;
    ``rescue`` runs a node that failed, and says whether to stop. The second result tells whether NumPy may be called.
    """
    order = state.plan.order()
    emitter = Emitter(state.meaning, "d" if with_dt else "s", room=state.room)
    generator = Generator(state, with_dt, emitter)
    functions, names = [], []
    for start in range(0, len(order), CHUNK):
        body, slots = [], []
        for position in range(start, min(start + CHUNK, len(order))):
            lines, written = _guarded(generator, state.plan.nodes[order[position]], f"return {position + 1}")
            body += lines
            slots += written
        names.append(f"run_{emitter.prefix}{start}")
        functions.append(_function(names[-1], body, slots))
    emitter.constants["RESCUE"] = rescue
    _execute("\n".join(functions), state.values, emitter.constants)
    return [state.values[name] for name in names], emitter.calls


def generate_nodes(
    state: GraphState, with_dt: bool, rescue: Callable[[int, Any, Exception], bool]
) -> list[Callable[[Any], int]]:
    """One function for each node, for schedules that choose."""
    emitter = Emitter(state.meaning, "d" if with_dt else "s", room=state.room)
    generator = Generator(state, with_dt, emitter)
    functions = []
    for node in state.plan.nodes:
        lines, slots = _guarded(generator, node, "return 1")
        functions.append(_function(f"node_{emitter.prefix}{node.index}", lines, slots))
    emitter.constants["RESCUE"] = rescue
    _execute("\n".join(functions), state.values, emitter.constants)
    return [state.values[f"node_{emitter.prefix}{node.index}"] for node in state.plan.nodes]


def generate_lifted(state: GraphState, with_dt: bool) -> Callable[[Any], None]:
    """One function that runs all nodes on batches.

    :raises NotLiftable: something in the graph mixes the members of a batch.
    """
    emitter = Emitter(state.meaning, "d" if with_dt else "s", lifted=True)
    generator = Generator(state, with_dt, emitter)
    body, slots = [], []
    for index in state.plan.order():
        try:
            lines, written = generator.node(state.plan.nodes[index])
        except NotEmittable:
            raise NotLiftable from None
        body += lines
        slots += written
    _execute(_function("run_batch", body, slots), state.values, emitter.constants)
    return state.values["run_batch"]


def generate_lifted_nodes(state: GraphState, with_dt: bool) -> list[Callable[[Any], None]]:
    """One function for each node, on batches.

    :raises NotLiftable: something in the graph mixes the members of a batch.
    """
    emitter = Emitter(state.meaning, "nd" if with_dt else "ns", lifted=True)
    generator = Generator(state, with_dt, emitter)
    functions = []
    for node in state.plan.nodes:
        try:
            functions.append(_function(f"lifted_{emitter.prefix}{node.index}", *generator.node(node)))
        except NotEmittable:
            raise NotLiftable from None
    _execute("\n".join(functions), state.values, emitter.constants)
    return [state.values[f"lifted_{emitter.prefix}{node.index}"] for node in state.plan.nodes]


def generate_snapshot(values: dict[str, Any], slots: Iterable[Slot]) -> Callable[[], tuple]:
    """A function that gives the present values of ``slots``."""
    _execute(f"def snapshot(): return ({''.join(f'{slot}, ' for slot in slots)})", values, {})
    return values.pop("snapshot")


def generate_outputs(plan: GraphPlan, values: dict[str, Any]) -> Callable[[], dict[str, dict[str, Any]]]:
    """A function that gives the values of all output ports, by node and port."""
    shown = ", ".join(
        f"{node.id!r}: {{{', '.join(f'{port.id!r}: {port.slot}' for port in node.outputs)}}}" for node in plan.nodes
    )
    _execute(f"def outputs(): return {{{shown}}}", values, {})
    return values.pop("outputs")


def _guarded(generator: Generator, node: NodePlan, stop: str) -> tuple[list[str], list[Slot]]:
    """The run of a node, and what happens when it fails; a node that cannot be written is left to the reference evaluator."""
    rescue = f"if RESCUE({node.index}, dt, %s): {stop}"
    try:
        lines, slots = generator.node(node)
    except (NotEmittable, RecursionError):
        return [rescue % "None"], []
    if not lines:
        return [], []
    return ["try:", *(f"    {line}" for line in lines), f"except Exception as e:\n        {rescue % 'e'}"], slots


def _function(name: str, body: list[str], slots: list[Slot]) -> str:
    lines = [f"def {name}(dt):", *([f"    global {', '.join(slots)}"] if slots else [])]
    lines += [f"    {line}" for line in body]
    return "\n".join([*lines, "    return 0"])


def _execute(source: str, values: dict[str, Any], constants: Mapping[str, Any]) -> None:
    """Run generated source (made from checked trees and our own names only) with the slots as its globals."""
    values.update(constants)
    values["__builtins__"] = {"Exception": Exception, "float": float, "bool": bool, "tuple": tuple}
    execute(source, "<mdf>", values)
