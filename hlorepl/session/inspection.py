"""What can be said of a name: an op, a value, a function, the code of a rule."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.core import Function, Op
from ..ir.symbols import kind_of

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.registry import OpSpec
    from .session import Session
    from .state import Knower


def describe(session: Knower, name: str) -> str | None:
    """Markdown about an op, a value (``%x``), a function (``@f``) or a rule (``add.C1``); None when there is nothing."""
    from ..ops.registry import lookup  # late: on demand

    name = name.strip()
    if name.startswith("%") or name in session.names and lookup(name) is None:
        key = session.state.real(name.removeprefix("%"))
        bound = session.state.names.get(key)
        if bound is None:
            return None
        made = _made_by(bound.value)
        return f"%{key} : {bound.value.type}" + (f"\n\n{indent(made, '    ')}" if made else "")
    if name.startswith("@"):
        return _symbol(session, name)
    spec = lookup(name)
    if spec is not None:
        return describe_op(spec, session.aside())
    return _rule(name) or _of_models(session, name) or _familiar(session, name)


def _familiar(session: Knower, name: str) -> str | None:
    """What is known of a name of NumPy's, JAX's or PyTorch's."""
    from ..familiar.table import lookup, lookup_told  # late: on demand
    from .familiar_examples import describe_familiar, describe_told  # late: on demand

    found = lookup(name)
    if found is not None:
        return describe_familiar(found, name.rpartition(".")[2], session.aside())
    said = lookup_told(name)
    return describe_told(said, name, session.aside()) if said is not None else None


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


def describe_op(spec: OpSpec, aside: Session | None) -> str:
    """The op's docstring, its forms, what its operands, regions and attributes mean, an example with its result, its rules."""
    from ..explanations import of_group  # late: on demand
    from ..syntax.forms.usage import forms_of  # late: NumPy
    from .examples import example_text  # late: NumPy

    rest = spec.doc.partition("\n")[2].strip()
    example = example_text(spec, aside)
    parts = [
        f"**{spec.name}**  {spec.summary}",
        rest,
        "\n".join(f"    {form}" for form in forms_of(spec)),
        _parameters(spec),
    ]
    parts += ["Example:", indent(example, "    ")] if example else []
    rules = of_group(spec.code_group)
    if rules:
        first = next(iter(rules.values()))
        parts.append(f"Rules: {', '.join(rules)}; ?{first.code} explains one.")
    return "\n\n".join(part for part in parts if part)


def _parameters(spec: OpSpec) -> str:
    """A line for each operand, attribute and region, and for each value of an enum."""
    from ..explanations.parameters import meaning, meaning_of_choice  # late: on demand
    from ..syntax.forms.usage import own_words  # late: NumPy

    def said(name: str, more: str = "") -> str:
        text = meaning(spec.code_group, name)
        return f"- {name}{more}{f': {text}' if text else ''}"

    lines = [
        said(each.name, "…" if each.variadic else " (optional)" if each.optional else "") for each in spec.operands
    ]
    words = own_words(spec)
    for name, attribute in spec.attributes.items():
        also = f", also {words[name]}" if name in words else ""
        lines.append(said(name, f"{also}{'' if attribute.required else ' (optional)'}"))
        kind = attribute.kind
        choices = ", ".join(f"{each} {meaning_of_choice(kind.enum, each)}" for each in kind.choices)
        lines[-1] += f" ({choices or kind.wanted})" if kind.wanted not in ("an attribute", "a string") else ""
    lines += [said(name, " {…}") for name in spec.regions]
    return "\n".join(lines)
