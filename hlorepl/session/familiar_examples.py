"""What ``?sum`` says: what a name of another library stands for, a call that runs, and the ops that it is."""

from __future__ import annotations

from itertools import product
from textwrap import indent
from typing import TYPE_CHECKING

from ..syntax.familiar_calls import usage
from ..syntax.printer import Printer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..familiar.table import Familiar, Parameter, Told
    from .session import Session

#: What a call is tried with, one after the other: the first that it takes is shown.
_SETTINGS = (
    ("[[1.0, 2.0], [3.0, 4.0]]", "[[5.0, 6.0], [7.0, 8.0]]"),
    ("[[6, 3], [5, 1]]", "[[3, 1], [2, 1]]"),
    ("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0]"),
    ("[2, 0, 1]", "[1, 2, 3]"),
    ("[true, false]", "[true, true]"),
    ("[(1.0, 2.0), (3.0, -1.0)]", "[(1.0, 2.0), (3.0, -1.0)]"),
    ("[[1.0], [2.0]]", "[[1.0], [2.0]]"),
)
#: What stands for an argument that is no operand, by its kind.
_ARGUMENTS = {
    "Shape": "[1, 4]",
    "int": "1",
    "Axis": "1",
    "Axes": "0",
    "float": "4",
    "Dtype": "i32",
    "bool": "true",
    "str": '"ij,jk->ik"',
}
#: What an argument is, by its kind.
_MEANINGS = {
    "Value": "a tensor",
    "Values": "tensors, between commas or in one pair of brackets",
    "Places": "a tensor of whole numbers",
    "Axis": "a dimension, counted from behind where it is below zero",
    "Axes": "a dimension or a list of them, counted from behind where below zero",
    "Shape": "a size or a list of them",
    "Dtype": "a type of elements: f32, i64, or as NumPy has it, float32, int64",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a string",
}


def describe_familiar(familiar: Familiar, name: str, aside: Session | None) -> str:
    """Markdown about a name that stands for ops."""
    others = [each for each in familiar.names if each != name]
    rest = familiar.doc.partition("\n")[2].strip()
    parts = [f"**{name}**  {familiar.summary}", rest, f"    {usage(familiar)}", _parameters(familiar)]
    parts += [f"Also: {', '.join(others)}"] if others else []
    if aside is not None:
        parts.append(_example(familiar, aside))
    return "\n\n".join(part for part in parts if part)


def _parameters(familiar: Familiar) -> str:
    return "\n".join(
        f"- {each.name}{'' if each.required else ' (optional)'}: {_MEANINGS[each.kind]}" for each in familiar.parameters
    )


def example_call(familiar: Familiar, aside: Session) -> tuple[list[str], Session, str]:
    """Statements that make operands and call it, the session that ran them, and what it showed of the last."""
    for values, shape in product(_SETTINGS, (_ARGUMENTS["Shape"], "[2, 2, 2]")):
        used = iter(("%x", "%y", "%x"))
        arguments = [_argument(each, used, shape) for each in familiar.parameters if each.required]
        call = f"{familiar.name}({', '.join(arguments)})"
        lines = [f"{name} = {text}" for name, text in zip(("%x", "%y"), values, strict=True) if name in call]
        session = aside.aside()
        for line in lines:
            session.execute(line)
        result = session.execute(call)
        if result.error is None and len(session.state.ops) > len(lines):
            return [*lines, call], session, result.text
    raise AssertionError(f"no example of {familiar.name} runs")


def _argument(parameter: Parameter, used: Iterator[str], shape: str) -> str:
    if parameter.name == "condition":
        return "%x > 2.0"
    if parameter.kind in ("Value", "Places"):
        return next(used)
    if parameter.kind == "Values":
        return "%x, %y"
    return shape if parameter.kind == "Shape" else _ARGUMENTS[parameter.kind]


def _example(familiar: Familiar, aside: Session) -> str:
    lines, session, shown = example_call(familiar, aside)
    results = "\n".join(f"// {row}".rstrip() for row in shown.split("\n") if row)
    text = "\n".join([*lines, results])
    ops = [*session.state.ops][len(lines) - 1 :]
    printer = Printer()
    written = printer.ops(ops)
    return f"Example:\n\n{indent(text, '    ')}\n\nIt stands for:\n\n{indent(written, '    ')}"


def describe_told(said: Told, name: str, aside: Session | None) -> str:
    """Markdown about a name that stands for no op."""
    if not said.lines:
        return f"**{name}**  {said.sentence}"
    lines, shown = said.statements(), ""
    if aside is not None:
        for line in lines:
            shown = aside.execute(line).text
    results = "\n".join(f"// {row}".rstrip() for row in shown.split("\n")[:12] if row)
    text = "\n".join([*lines, results]).rstrip()
    return f"**{name}**  {said.sentence}\n\nExample:\n\n{indent(text, '    ')}"
