"""What can be said of a name: an op, a value, a function, the code of a rule."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.core import Function, Op
from ..ir.symbols import kind_of

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.registry import Operand, OpSpec
    from .state import Knower


def describe(session: Knower, name: str) -> str | None:
    """Markdown about an op, a value (``%x``), a function (``@f``) or a rule (``add.C1``); None when there is nothing."""
    from ..ops.registry import lookup  # late: on demand

    name = name.strip()
    if name.startswith("%") or name in session.names and lookup(name) is None:
        key = name.removeprefix("%")
        bound = session.state.names.get(key)
        if bound is None:
            return None
        made = _made_by(bound.value)
        return f"%{key} : {bound.value.type}" + (f"\n\n{indent(made, '    ')}" if made else "")
    if name.startswith("@"):
        return _symbol(session, name)
    spec = lookup(name)
    if spec is not None:
        return describe_op(spec)
    return _rule(name) or _of_models(session, name)


def _symbol(session: Knower, text: str) -> str | None:
    """A function with its type, a module or a mesh by what it is."""
    from ..syntax.attributes import read_symbol  # late: NumPy

    try:
        symbol, rest = read_symbol(text)
    except HloError:
        return None
    found = None if rest.strip() else session.state.symbols.find(symbol.path)
    if found is None:
        return None
    return f"{symbol} : {found.type}" if isinstance(found, Function) else f"{symbol}: a {kind_of(found)}"


def _of_models(session: Knower, name: str) -> str | None:
    """What a loaded model knows of a name, such as that of a node."""
    described = (model.describe(name) for model in session.models.values())
    return next((text for text in described if text is not None), None)


def _rule(code: str) -> str | None:
    from ..explanations import of_code  # late: on demand

    found = of_code(code) if "." in code else None
    return found.text if found is not None else None


def _made_by(value: Value) -> str:
    from ..syntax.printer import on_screen  # late: NumPy

    return on_screen(value.owner) if isinstance(value.owner, Op) else ""


def describe_op(spec: OpSpec) -> str:
    """The op's docstring, its operands, regions and attributes, an example of its form, and the codes of its rules."""
    from ..explanations import of_group  # late: on demand

    rest = spec.doc.partition("\n")[2].strip()
    parameters = [
        *([f"- operands: {', '.join(_operand(operand) for operand in spec.operands)}"] if spec.operands else []),
        *([f"- regions: {', '.join(spec.regions)}"] if spec.regions else []),
        *(f"- {a.name}: {a.kind.wanted}{'' if a.required else ' (optional)'}" for a in spec.attributes.values()),
    ]
    parts = [f"**{spec.name}**  {spec.summary}", rest, "\n".join(parameters)]
    rules = of_group(spec.code_group)
    if rules:
        first = next(iter(rules.values()))
        parts += ["Example:", indent(first.right.rstrip(), "    ")]
        parts.append(f"Rules: {', '.join(rules)}; ?{first.code} explains one.")
    return "\n\n".join(part for part in parts if part)


def _operand(operand: Operand) -> str:
    if operand.variadic:
        return f"{operand.name}…"
    return f"{operand.name} (optional)" if operand.optional else operand.name
