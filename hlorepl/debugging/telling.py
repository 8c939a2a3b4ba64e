"""Where a run stands, as text: why it stopped, its frames, its source with the values of the op that is next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ..analysis.summary import Summary
from ..ir.types import TensorType
from ..value_text import onnx_text, scalar_text, tensor_type, value_text
from ..wording import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ..engine.observing import Origin
    from ..ir.types import Type
    from ..source import Span
    from .debugger import Debugger
    from .stops import Stop

#: Characters of a value that is shown beside something else.
_WIDTH = 100
#: Characters of an op that is shown.
_LINE = 160
_LOCATION = re.compile(r"\s*\bloc\((?:#\w+|unknown)\)\s*$")
#: Lines of source above and below the one that is next.
_AROUND = 5
#: Operands that are shown without being asked for.
_OPERANDS = 6


def short(name: str, of: Type | None, value: Any) -> str:
    """A value on one line: all of a small one, of others type, range and what is not finite."""
    of, value = as_tensor(of, value)
    if of is None:
        text = onnx_text(name, value)
        return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
    size = of.size if isinstance(of, TensorType) and of.is_static else 0
    if size <= 64:
        text = " ".join(value_text(name, of, value).split())
        if len(text) <= _WIDTH:
            return text
    return f"{name} : {of}, {range_text(value, of)}"


def range_text(value: Any, of: Type | None = None) -> str:
    """The least and the greatest number of a value, and how many are not finite."""
    found = Summary(value, of)
    is_number = found.low is not None and found.low == found.low
    parts = [f"{scalar_text(found.low)} to {scalar_text(found.high)}"] if is_number else []
    parts += ["empty"] if found.low is None else []
    parts += [f"{found.nans} NaN"] if found.nans else []
    parts += [f"{found.infinities} infinite"] if found.infinities else []
    return ", ".join(parts)


def as_tensor(of: Type | None, value: Any) -> tuple[Type | None, Any]:
    """A value with its type, a number as an array of rank 0; without a type where it is no tensor."""
    if of is None and isinstance(value, bool | int | float):
        value = np.asarray(value)
    return actual_type(of, value), value


def actual_type(of: Type | None, value: Any) -> Type | None:
    """The declared type with the sizes that the value has, or the type of an array; None where there is none."""
    found = tensor_type(value)
    if of is None or found is None:
        return of or found
    return of.with_shape(found.shape) if isinstance(of, TensorType) and not of.is_static else of


def line_of(origin: Origin) -> str:
    """An op on one line: as it is written, or by its name, what it reads and what it makes."""
    if origin.span is not None and origin.model_node is None:
        first = without_location(origin.span.text.split("\n", 1)[0]).strip()
        return first if len(first) <= _LINE else f"{first[: _LINE - 1]}…"
    operands = ", ".join(name or "-" for name in origin.operands)
    made = ", ".join(name for name in origin.results if name)
    node = origin.model_node
    if node is not None and origin.name == "node":
        return f"node {node}"
    is_told = node is None or any(name == node or name.startswith(f"{node}.") for name in origin.results)
    return f"{'' if is_told else f'{node}: '}{f'{made} = ' if made else ''}{origin.name}({operands})"


def without_location(line: str) -> str:
    """A line without the ``loc(…)`` at its end, which says nothing by itself."""
    return _LOCATION.sub("", line)


def place_text(debugger: Debugger, frame: Any) -> str:
    """``at line 3 of a.mlir, in @main, turn 4``."""
    here: Origin | None = frame.here
    parts: list[str] = []
    if here is not None and here.span is not None:
        parts.append(f"at line {here.span.line} of {file_name(here.span)}")
    if here is not None and here.location is not None:
        parts.append(here.location)
    parts.append(f"in {frame_name(frame)}")
    return ", ".join(parts)


def file_name(span: Span) -> str:
    """A file without its folders: places are told again and again."""
    return span.source.name.rpartition("/")[2]


def frame_name(frame: Any) -> str:
    """What a frame is of, and in which turns of the loops around it."""
    function = next((each for each in frame.around if each.kind in ("function", "node")), frame)
    name = _called(function)
    turns = frame.turns
    if turns:
        word = next(
            each.counts for each in frame.around if each.number is not None and each.kind in ("turn", "condition")
        )
        name += f", {word} {'.'.join(map(str, turns))}"
    if frame.kind == "condition":
        name += " (condition)"
    elif frame.kind == "branch":
        name += f", branch {frame.number}"
    return name


def _called(frame: Any) -> str:
    if not frame.name:
        return "the statement"
    name = frame.name
    if frame.kind == "node":
        return f"node {name}"
    return f"@{name}" if any(key.startswith("%") for key in frame.places) or not frame.places else name


def stop_text(debugger: Debugger, stop: Stop | None = None) -> str:
    """Why it stopped, what the last step made, the op that is next, and what that reads."""
    stop = stop or debugger.stop
    lines = [short(name, of, value) for name, of, value in stop.made[:_OPERANDS]]
    if debugger.is_done:
        return "\n".join([*lines, *_end(debugger)])
    head = {"error": "it failed ", "break": "stopped ", "watch": "stopped "}.get(stop.reason, "")
    hits = "; ".join(
        f"{'watch' if stop.reason == 'watch' else 'breakpoint'} {hit.number}: {hit.text}" for hit in stop.hits
    )
    frame = debugger.run.top
    lines.append(f"{head}{place_text(debugger, frame)}{f' ({hits})' if hits else ''}")
    lines += [f"  {line}" for line in _next(debugger, frame, {name for name, _, _ in stop.made})]
    if stop.error is not None:
        lines.append(f"  {stop.error.message} [{stop.error.code}]")
    return "\n".join(lines)


def _next(debugger: Debugger, frame: Any, shown: Collection[str]) -> Iterator[str]:
    here: Origin | None = frame.here
    if here is None:
        yield "end"
        return
    yield line_of(here)
    yield from operand_lines(debugger, here, shown)
    yield from frame.notes


def operand_lines(debugger: Debugger, origin: Origin, shown: Collection[str] = ()) -> list[str]:
    """What an op reads, each on a line in short, but for what has been shown."""
    lines: list[str] = []
    for name in dict.fromkeys(name for name in origin.operands if name and name not in shown):
        found = debugger.find(name.removeprefix("%"))
        if found is not None:
            lines.append(short(name, found.type, found.value))
    more = len(lines) - _OPERANDS
    return lines if more <= 0 else [*lines[:_OPERANDS], f"and {counted(more, 'operand')} more"]


def _end(debugger: Debugger) -> list[str]:
    lines = [f"{debugger.title} has ended; :back goes back, :stop closes the debugger"]
    frame = debugger.run.top
    if debugger.plan is not None:
        places = {place.slot: (name, place.type) for name, place in frame.places.items()}
        for slot, value in [*zip(debugger.plan.outputs, debugger.run.results or (), strict=False)][:_OPERANDS]:
            lines.append(f"  {short(*places.get(slot, ('result', None)), value)}")
    return lines


def where_text(debugger: Debugger) -> str:
    """All frames, the innermost first; the one that is looked at has a mark."""
    lines = []
    for number, frame in enumerate(debugger.frames):
        here: Origin | None = frame.here
        mark = "→" if number == debugger.selected else " "
        what = "end" if here is None else line_of(here)
        line = "" if here is None or here.span is None else f", line {here.span.line} of {file_name(here.span)}"
        lines.append(f"{mark} {number}  {frame_name(frame)}{line}: {what}")
    return "\n".join(lines)


def list_text(debugger: Debugger) -> str:
    """The source around the op that is next, which has a mark and beside it the values of its operands."""
    frame = debugger.frame
    here: Origin | None = frame.here
    if here is not None and here.span is not None and not here.model_node:
        return "\n".join(_source_lines(debugger, here))
    ops = frame.ops
    first = max(0, frame.at - _AROUND)
    lines: list[str] = []
    for number, origin in enumerate(ops[first : frame.at + _AROUND + 1], first):
        text = "end" if origin is None else line_of(origin)
        lines.append(_marked(text, number == frame.at))
        if number == frame.at and origin is not None:
            lines += [f"      {line}" for line in (*operand_lines(debugger, origin), *frame.notes)]
    return "\n".join(lines)


def _source_lines(debugger: Debugger, here: Origin) -> Iterator[str]:
    span = here.span
    assert span is not None
    source = span.source
    last = source.position(len(source.text))[0]
    for number in range(max(source.first_line, span.line - _AROUND), min(last, span.line + _AROUND) + 1):
        text = f"{number:5}  {without_location(source.line_text(number))[:_LINE]}"
        if number == span.line:
            values = "; ".join(operand_lines(debugger, here))
            text += f"   // {values}" if values else ""
        yield _marked(text, number == span.line)


def _marked(text: str, is_next: bool) -> str:
    return f"{'→' if is_next else ' '} {text}".rstrip()
