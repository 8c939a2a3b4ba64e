"""IR to text: the parser's inverse. The pretty form is the one that MLIR prints, the generic one works for any op."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..ir.attributes import (
    ArrayAttr,
    Attribute,
    DenseAttr,
    DictAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TypeAttr,
    UnitAttr,
)
from ..ir.core import VISIBILITIES, Function, Module, Op, Region, Value
from ..ir.text import key_text, symbol_text
from ..ir.types import FunctionType
from ..ops import registry
from .alias_names import AliasNames
from .comments import Comments
from .forms.lookup import pretty_text
from .forms.signatures import signature_text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from ..ir.contents import FileContents
    from ..ir.types import Type

#: Constants of more elements than this are shortened on the screen.
_SHOWN = 16
#: What numbers of the types end with that MLIR takes where none is written.
_IMPLIED = (" : i64", " : f64")
_SHORT_NAMES = {"func.return": "return", "func.call": "call"}


class Printer:
    """Prints ops as text.

    ``generic`` chooses the generic form for every op; ``rename`` gives values canonical names (``%0``, ``%arg0``);
    ``elide`` shows constants of more elements shortened (for the screen: such text does not parse). With ``contents``,
    locations, comments and the names of aliases are printed (``file_printer.py`` prints what they refer to).
    """

    def __init__(
        self,
        generic: bool = False,
        rename: bool = False,
        elide: int | None = None,
        contents: FileContents | None = None,
    ):
        self.generic = generic
        self.rename = rename
        self.elide = elide
        self.locations = contents is not None
        self.comments = (Comments(contents) or None) if contents is not None else None
        self.aliases = (AliasNames(contents) or None) if contents is not None else None
        self.names: dict[Value, str] = {}
        self.taken: set[str] = set()
        self.reserved: set[str] = set()
        self.counter = 0
        self.argument_counter = 0
        self.level = 0
        self.short_names = False

    @property
    def indent(self) -> str:
        return "  " * self.level

    # Names

    @contextmanager
    def scope(self) -> Generator[None]:
        """Names given inside are free again outside."""
        taken, counter, arguments = set(self.taken), self.counter, self.argument_counter
        yield
        self.taken, self.counter, self.argument_counter = taken, counter, arguments

    def value(self, value: Value) -> str:
        """The name of a value, with ``%``."""
        found = self.names.get(value)
        return found if found is not None else self.name_results([value])

    def name_argument(self, value: Value, prefix: str = "arg") -> str:
        """Give a block argument its name."""
        wanted = value.name if value.name and not self.rename else ""
        if not wanted:
            wanted = f"arg{self.argument_counter}" if prefix == "arg" else prefix
            if prefix == "arg":
                self.argument_counter += 1
        self.names[value] = text = f"%{self._free(wanted)}"
        return text

    def _free(self, wanted: str) -> str:
        if wanted.isdigit() and wanted in self.taken:
            wanted = self._next_number()  # %0_0 would be no name
        name, number = wanted, 0
        while name in self.taken:
            name = f"{wanted}_{number}"
            number += 1
        self.taken.add(name)
        return name

    def _next_number(self) -> str:
        while str(self.counter) in self.taken or str(self.counter) in self.reserved:
            self.counter += 1
        self.counter += 1
        return str(self.counter - 1)

    def name_results(self, results: list[Value]) -> str:
        """Give results their names; what stands left of ``=``."""
        groups: list[tuple[str, list[Value]]] = []
        for result in results:
            base = "" if self.rename else result.name.partition("#")[0]
            inside = "#" in result.name
            if groups and (not base and not groups[-1][0] or inside and groups[-1][0] == base):
                groups[-1][1].append(result)
            else:
                groups.append((base, [result]))
        parts: list[str] = []
        for base, members in groups:
            name = self._free(base) if base else self._free(self._next_number())
            if len(members) == 1:
                self.names[members[0]] = f"%{name}"
                parts.append(f"%{name}")
            else:
                for k, member in enumerate(members):
                    self.names[member] = f"%{name}#{k}"
                parts.append(f"%{name}:{len(members)}")
        return ", ".join(parts)

    # Types, attributes, locations

    def type(self, of: Type) -> str:
        """A type, by the names of its aliases."""
        return str(of) if self.aliases is None else self.aliases.type(of)

    def types(self, values: Iterable[Value]) -> str:
        """The types of values, between commas."""
        return ", ".join(self.type(value.type) for value in values)

    def argument(self, value: Value, attributes: str = "") -> str:
        """``%a: T {…} loc(…)``: an argument where it gets its name."""
        return f"{self.name_argument(value)}: {self.type(value.type)}{attributes}{self.location(value)}"

    def location(self, of: Op | Value) -> str:
        """`` loc(…)``, or nothing."""
        if not self.locations or of.location is None:
            return ""
        if self.aliases is None:
            return f" loc({of.location})"
        return f" loc({self.aliases.location(of.location, waits=isinstance(of, Op))})"

    def hides(self, op: Op) -> bool:
        """Whether a form that says all of an op's region in a word would drop comments or locations in it."""
        region = op.region
        if self.comments is not None and self.comments.any_inside(region.span):
            return True
        block, whole = region.block, op.location
        inner = [each.location for each in (*block.arguments, *block.ops)]
        same = [each is None if whole is None else each is not None and each.equals(whole) for each in inner]
        return self.locations and not all(same)

    def hides_locations(self, region: Region) -> bool:
        """Whether a form that leaves out the arguments of a region would drop locations of them."""
        return self.locations and any(a.location is not None for block in region.blocks for a in block.arguments)

    def attribute(self, value: Attribute) -> str:
        """An attribute by the names of its aliases, a large constant shortened when that is wanted."""
        if self.aliases is not None and (name := self.aliases.attribute(value)) is not None:
            return name
        return self.written_out(value)

    def written_out(self, value: Attribute) -> str:
        """An attribute with the names of the aliases in it."""
        if isinstance(value, DenseAttr):
            return f"{self._dense(value)} : {self.type(value.type)}"
        if isinstance(value, ArrayAttr):
            return f"[{', '.join(map(self._item, value.items))}]"
        if isinstance(value, DictAttr):
            return self.dictionary(value.items)
        return self.type(value.type) if isinstance(value, TypeAttr) else str(value)

    def _item(self, value: Attribute) -> str:
        """An attribute in a list, where numbers need not say that they are i64 or f64; bits of a float must."""
        text = self.attribute(value)
        is_plain = isinstance(value, IntegerAttr | FloatAttr) and text.endswith(_IMPLIED) and not text.startswith("0x")
        return text.partition(" ")[0] if is_plain else text

    def _dense(self, value: DenseAttr) -> str:
        if self.elide is not None and value.type.size > self.elide and not value.is_splat:
            return f"dense<… {value.type.size} elements …>"
        return value.literal

    def attribute_dictionary(self, op: Op, hidden: set[str]) -> str:
        """`` {a = 1 : i64}`` of the attributes that are not shown elsewhere, or nothing."""
        items = {name: value for name, value in op.attributes.items() if name not in hidden}
        return f" {self.dictionary(items)}" if items else ""

    def dictionary(self, items: dict[str, Attribute]) -> str:
        parts: list[str] = []
        for name in sorted(items):
            key, value = key_text(name), items[name]
            parts.append(key if isinstance(value, UnitAttr) else f"{key} = {self.attribute(value)}")
        return "{" + ", ".join(parts) + "}"

    # Structure

    def ops(self, ops: list[Op]) -> str:
        """Ops, a line each, at the current level."""
        if self.comments is None:
            return "\n".join(f"{self.indent}{self.op(op)}" for op in ops)
        return "\n".join(self._commented(op, self.comments) for op in ops)

    def _commented(self, op: Op, comments: Comments) -> str:
        """An op with its comments; those that stand where it has no place for them come above it."""
        lines = comments.above(op.span)
        text = self.op(op)
        lines += comments.inside(op.span)
        lines.append(f"{text}{comments.beside(op.span)}")
        return "\n".join(f"{self.indent}{line}" for line in lines)

    def op(self, op: Op) -> str:
        """One op, without the indentation of its first line."""
        if self.generic:
            text = self._generic(op)
        elif isinstance(op, Module) and _is_module_as_written(op):
            text = self._module(op)
        elif isinstance(op, Function) and _is_function_as_written(op):
            text = self._function(op)
        else:
            text = self._pretty(op) or self._generic(op)
        if op.results:
            text = f"{self.name_results(op.results)} = {text}"
        return f"{text}{self.location(op)}"

    def _pretty(self, op: Op) -> str | None:
        body = pretty_text(self, op)
        if body is None:
            return None
        name = _SHORT_NAMES.get(op.name, op.name) if self.short_names else op.name
        return f"{name}{body}"

    def _generic(self, op: Op) -> str:
        operands = ", ".join(map(self.value, op.operands))
        text = f'"{op.name}"({operands})'
        spec = registry.of(op)
        own = {name: value for name, value in self._all_attributes(op).items() if _is_own(spec, op, name)}
        rest = {name: value for name, value in op.attributes.items() if name not in own}
        if own:
            text += f" <{self.dictionary(own)}>"
        if op.regions:
            labelled = spec is None or not spec.idle_regions
            text += f" ({', '.join(self.region(region, labelled=labelled) for region in op.regions)})"
        if rest:
            text += f" {self.dictionary(rest)}"
        return f"{text} : {signature_text(self, op)}"

    def _all_attributes(self, op: Op) -> dict[str, Attribute]:
        if not isinstance(op, Function):
            return op.attributes
        found = dict(op.attributes)
        for key, dictionaries, types in (
            ("arg_attrs", op.argument_attributes, op.type.inputs),
            ("res_attrs", op.result_attributes, op.type.results),
        ):
            if any(dictionaries) or len(dictionaries) > len(types):
                found[key] = ArrayAttr([DictAttr(d) for d in dictionaries])
        return found

    def region(
        self, region: Region, show_arguments: bool = True, short_names: bool = False, labelled: bool = False
    ) -> str:
        """``{…}`` over several lines; the arguments stand in front unless the op shows them.

        In the body of a function, ``func``'s ops go by their short names. ``labelled``: without its label an empty block
        would be none.
        """
        with self.scope():
            before, self.short_names = self.short_names, short_names
            lines = ["{" + (self.comments.opening(region.span) if self.comments else "")]
            for block in region.blocks:
                if show_arguments and block.arguments:
                    lines.append(f"{self.indent}^bb0({', '.join(map(self.argument, block.arguments))}):")
                elif labelled and not block.ops:
                    lines.append(f"{self.indent}^bb0:")
                self.level += 1
                if block.ops:
                    lines.append(self.ops(block.ops))
                self.level -= 1
            if self.comments:
                lines += [f"{self.indent}  {comment}" for comment in self.comments.closing(region.span)]
            lines.append(f"{self.indent}}}")
            self.short_names = before
        return "\n".join(lines)

    def _module(self, module: Module) -> str:
        attributes = {k: v for k, v in module.attributes.items() if k != "sym_name"}
        name = module.attributes.get("sym_name")
        head = "module"
        if name is not None:
            head += f" {symbol_text(module.symbol)}"
        if attributes:
            head += f" attributes {self.dictionary(attributes)}"
        with self.scope():
            self.taken, self.counter, self.argument_counter = set(), 0, 0
            return f"{head} {self.region(module.region)}"

    def _function(self, function: Function) -> str:
        visibility = function.attributes.get("sym_visibility")
        word = f" {visibility.value}" if isinstance(visibility, StringAttr) else ""
        with self.scope():
            self.taken, self.counter, self.argument_counter = set(), 0, 0
            if not self.rename:
                self.reserved = {value.name.partition("#")[0] for op in function.walk() for value in op.results}
            arguments = ", ".join(self._function_argument(function, i) for i in range(len(function.type.inputs)))
            head = f"func.func{word} {symbol_text(function.symbol)}({arguments}){_results(self, function)}"
            hidden = {"sym_name", "function_type", "sym_visibility"}
            rest = {k: v for k, v in function.attributes.items() if k not in hidden}
            if rest:
                head += f" attributes {self.dictionary(rest)}"
            if function.is_declaration:
                return head
            body = self.region(function.region, show_arguments=False, short_names=True)
        return f"{head} {body}"

    def _function_argument(self, function: Function, index: int) -> str:
        extra = function.argument_attributes[index] if index < len(function.argument_attributes) else {}
        tail = f" {self.dictionary(extra)}" if extra else ""
        if function.is_declaration:
            return f"{self.type(function.type.inputs[index])}{tail}"
        return self.argument(function.arguments[index], attributes=tail)


def _is_module_as_written(module: Module) -> bool:
    """Whether ``module`` can say all of it; the generic form can."""
    name = module.attributes.get("sym_name")
    return (name is None or isinstance(name, StringAttr)) and not any(b.arguments for b in module.region.blocks)


def _is_function_as_written(function: Function) -> bool:
    """Whether ``func.func`` can say all of it; it says the types of arguments once, and has a word for each visibility."""
    of = function.type
    visibility = function.attributes.get("sym_visibility")
    if visibility is not None and not (isinstance(visibility, StringAttr) and visibility.value in VISIBILITIES):
        return False
    if len(function.argument_attributes) > len(of.inputs) or len(function.result_attributes) > len(of.results):
        return False
    return function.is_declaration or [value.type for value in function.arguments] == list(of.inputs)


def on_screen(op: Op, contents: FileContents | None = None) -> str:
    """An op for people to look at: large constants are shortened, its comments are there, locations and aliases are not."""
    printer = Printer(elide=_SHOWN)
    if contents is None or not (comments := Comments(contents)):
        return printer.op(op)
    printer.comments = comments
    text = printer.ops([op])
    return "\n".join([*comments.top(), text, *comments.bottom()] if isinstance(op, Module) else [text])


def _results(printer: Printer, function: Function) -> str:
    types = function.type.results
    if not types:
        return ""
    extras = [*function.result_attributes, *({} for _ in types)][: len(types)]
    shown = [
        f"{printer.type(t)} {printer.dictionary(e)}" if e else printer.type(t)
        for t, e in zip(types, extras, strict=True)
    ]
    if len(types) == 1 and not extras[0] and not isinstance(types[0], FunctionType):
        return f" -> {shown[0]}"
    return f" -> ({', '.join(shown)})"


def _is_own(spec: registry.OpSpec | None, op: Op, name: str) -> bool:
    """Whether an attribute is one of the op's own (a property), not one that some tool has added."""
    if isinstance(op, Function | Module):
        return "." not in name
    return spec is not None and name in spec.attributes
