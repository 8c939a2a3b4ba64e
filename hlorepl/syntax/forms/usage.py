"""How an op is written, in pieces for people: its call and its own form, with a name for each operand and attribute."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from ...ops import annotations as names
from ...ops.registry import lookup
from .lookup import form_of
from .table import Format

if TYPE_CHECKING:
    from ...ops.decode import Kind
    from ...ops.registry import OpSpec

_PARAMETER = re.compile(r"((?:(?<![%\w])\w+ = )?)\$([\w*]+)…?")
#: What stands for a value of an attribute, by its annotation.
_SAMPLES = {
    int: "N",
    names.I32: "N",
    names.Index: "N",
    names.AnyInt: "N",
    float: "X",
    names.F32: "X",
    bool: "true|false",
    names.Flag: "true|false",
    names.Unit: "unit",
    str: '"…"',
    names.Ints: "[…]",
    names.Segments: "array<i32: …>",
    names.Bools: "array<i1: …>",
    names.Pairs: "dense<[[…], …]>",
    names.Rows: "dense<[[…], …]>",
    names.Groups: "dense<[[…], …]>",
    names.Strings: "[DEFAULT, …]",
    names.Dense: "dense<…>",
    names.TypeLike: "T",
    names.Callee: "@f",
    names.Callees: "[@f, …]",
    names.CalleeGrid: "[[@f, …], …]",
}


#: How a call writes what a struct holds.
_WORDS_OF = {"dot": "contracting_dims = […] x […]"}


class Piece:
    """A piece of a usage line: its text, and the operand or attribute that it stands for (else nothing).

    ``is_named``: it is written with a name and an equals sign; the others are told apart by their places.
    """

    __slots__ = ("is_named", "is_operand", "is_variadic", "parameter", "text")

    def __init__(self, text: str, parameter: str = "", is_named: bool = False, is_operand: bool = False):
        self.text = text
        self.parameter = parameter
        self.is_named = is_named
        self.is_operand = is_operand
        self.is_variadic = text.endswith("…") and is_operand

    def __repr__(self) -> str:
        return f"Piece({self.text!r}, {self.parameter!r})"


def sample(kind: Kind) -> str:
    """What stands for the value of an attribute of a kind: ``[…]``, ``true|false``, ``LT|GE|…``."""
    if kind.choices:
        return "|".join(kind.choices if len(kind.choices) <= 6 else (*kind.choices[:4], "…"))
    if kind.struct is not None:
        return f"#{kind.struct.dialect}.{kind.struct.kind}<…>"
    return _SAMPLES.get(kind.hint, "…")


@cache
def call_pieces(spec: OpSpec) -> tuple[Piece, ...]:
    """``transpose(operand, permutation = […])``; what may be missing stands in square brackets, attributes without their values."""
    pieces = [Piece(f"{written_name(spec)}(")]
    for operand in spec.operands:
        comma = ", " if len(pieces) > 1 else ""
        optional = operand.optional and not operand.variadic
        pieces.append(Piece(f"[{comma}" if optional else comma))
        pieces.append(Piece(f"{operand.name}{'…' if operand.variadic else ''}", operand.name, is_operand=True))
        pieces += [Piece("]")] if optional else []
    for name, attribute in sorted(spec.attributes.items(), key=lambda item: not item[1].required):
        comma = ", " if len(pieces) > 1 else ""
        pieces.append(Piece(comma if attribute.required else f"[{comma}"))
        text = f"{name} = {sample(attribute.kind)}" if attribute.required else name
        struct = attribute.kind.struct
        pieces.append(Piece(_WORDS_OF.get(struct.kind, text) if struct else text, name, is_named=True))
        pieces += [] if attribute.required else [Piece("]")]
    regions = ", ".join(f"{{{name}}}{'…' if spec.variadic_regions else ''}" for name in spec.regions)
    return *(each for each in pieces if each.text), Piece(f") ({regions})" if regions else ")")


@cache
def form_pieces(spec: OpSpec) -> tuple[Piece, ...]:
    """``transpose operand, dims = […]``: the op's own form; its call where it has none."""
    form = form_of(spec)
    if spec.form is None or spec.regions and isinstance(form, Format):
        return call_pieces(spec)
    text, listed = form.usage, [f"${o.name}{'…' if o.variadic else ''}" for o in spec.operands]
    if "$1" in text:
        text, listed = text.replace("$1", listed[0]), listed[1:]
    text = text.replace("$*", ", ".join(listed))
    pieces, at = [Piece(f"{written_name(spec)}{'' if text.startswith('(') else ' '}")], 0
    for found in _PARAMETER.finditer(text):
        pieces.append(Piece(text[at : found.start()]))
        pieces.append(_piece(spec, found))
        at = found.end()
    return tuple(each for each in (*pieces, Piece(text[at:])) if each.text)


def _piece(spec: OpSpec, found: re.Match[str]) -> Piece:
    word, name = found.groups()
    name = name.rstrip("_") if name.rstrip("_") in spec.attributes else name
    attribute = spec.attributes.get(name)
    if word and attribute is not None:
        return Piece(f"{word}{sample(attribute.kind)}", name, is_named=True)
    dots = "…" if found.group().endswith("…") else ""
    return Piece(f"{name}{dots}", name, is_operand=attribute is None)


def written_name(spec: OpSpec) -> str:
    """The shortest name by which an op is found."""
    return spec.mnemonic if lookup(spec.mnemonic) is spec else spec.name


def call_text(spec: OpSpec) -> str:
    """The call in one line."""
    return "".join(piece.text for piece in call_pieces(spec))


def form_text(spec: OpSpec) -> str:
    """The op's own form in one line."""
    return "".join(piece.text for piece in form_pieces(spec)).rstrip()


def own_words(spec: OpSpec) -> dict[str, str]:
    """The words that an op's form has for attributes in place of their names, by these names."""
    form = form_of(spec)
    return {name: word for word, name in form.attribute_of.items() if name != word} if isinstance(form, Format) else {}


def is_callable(spec: OpSpec) -> bool:
    """Whether an op can be written as a call: its name is one word, its own form begins otherwise, it names no function."""
    return "-" not in spec.name and not form_of(spec).opens and not spec.callees


def forms_of(spec: OpSpec) -> list[str]:
    """Its call, where there is one, and its own form, each in one line."""
    return [*dict.fromkeys([*([call_text(spec)] if is_callable(spec) else []), form_text(spec)])]
