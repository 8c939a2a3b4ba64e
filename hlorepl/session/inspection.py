"""What can be said of a name: an op, a value, a function, a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..ops.registry import OpSpec
    from .session import Session


def describe(session: Session, name: str) -> str | None:
    """Markdown about an op, a value (``%x``), a function (``@f``) or a command (``:load``); None when there is nothing."""
    from ..ops.registry import lookup

    name = name.strip()
    if name.startswith("%") or name in session.names and lookup(name) is None:
        key = name.removeprefix("%")
        bound = session.state.names.get(key)
        if bound is None:
            return None
        made = _made_by(session, bound.value)
        return f"%{key} : {bound.value.type}" + (f"\n\n    {made}" if made else "")
    if name.startswith("@"):
        function = session.symbols(name)
        return None if function is None else f"{name} : {function.type}"
    if name.startswith(":"):
        from .commands.basic import describe_command
        from .commands.registry import COMMANDS, load

        load()
        found = COMMANDS.get(name[1:])
        return describe_command(found) if found else None
    spec = lookup(name)
    return describe_op(spec) if spec is not None else _other(session, name)


def _other(session: Session, name: str) -> str | None:
    """What another part of the session knows of a name, such as a loaded model of its nodes."""
    for extra in session.extras.values():
        answer = getattr(extra, "describe", None)
        if answer is not None:
            text = answer(name)
            if text is not None:
                return text
    return None


def _made_by(session: Session, value: object) -> str:
    from ..ir.core import Op
    from ..syntax.printer import Printer

    owner = getattr(value, "owner", None)
    return Printer(elide=16).op(owner) if isinstance(owner, Op) else ""


def describe_op(spec: OpSpec) -> str:
    """The op's docstring, operands, attributes and an example of its form."""
    lines = [f"**{spec.name}**  {spec.summary}", ""]
    rest = spec.doc.partition("\n")[2].strip()
    if rest:
        lines += [rest, ""]
    if spec.operands:
        shown = ", ".join(
            ("*" if o.variadic else "") + o.name + ("?" if o.optional and not o.variadic else "") for o in spec.operands
        )
        lines.append(f"operands: {shown}")
    if spec.regions:
        lines.append(f"regions: {', '.join(spec.regions)}")
    for attribute in spec.attributes.values():
        default = "" if attribute.required else f" (default {attribute.default})"
        lines.append(f"attribute {attribute.name} : {_kind_text(attribute.kind)}{default}")
    return "\n".join(lines).rstrip()


def _kind_text(kind: str) -> str:
    from ..ops.decode import ENUMS

    name = kind.partition("|")[0].strip()
    words = {
        "Ints": "list of integers",
        "Bools": "list of booleans",
        "Pairs": "list of pairs",
        "int": "integer",
        "Dense": "constant",
    }
    if name in ENUMS:
        return " | ".join(ENUMS[name][1])
    return words.get(name, name)
