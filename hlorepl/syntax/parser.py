"""Text to IR: modules and functions around the ops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.attributes import ArrayAttr, Attribute, DictAttr, FunctionTypeAttr, StringAttr
from ..ir.contents import Anchor, Passage
from ..ir.core import VISIBILITIES, Function, Module, Op, Region, Value
from ..ir.symbols import Symbols
from ..ir.types import FunctionType, Type
from ..ops import registry
from ..recursion import room
from .blocks import Scope
from .lexer import may_have_comments, require_characters
from .ops import OpParser
from .resources import read_section

if TYPE_CHECKING:
    from ..source import Source
    from .aliases import Definitions
    from .headers import Headers


_NOTHING = Symbols()
_MODULE_NAMES = ("module", "builtin.module")
_FUNCTION_NAME = "func.func"
_STRUCTURES = (_FUNCTION_NAME, "builtin.module")
#: What a statement of the session begins with beside names, numbers and words.
_BEGINS_EXPRESSION = frozenset("[(-~")


class Parser(OpParser):
    """Reads modules and functions.

    With ``errors`` (a list) it goes on after an error at the next op or function, and collects them there.
    """

    def __init__(
        self,
        source: Source,
        start: int = 0,
        errors: list[HloError] | None = None,
        definitions: Definitions | None = None,
    ):
        super().__init__(source, start, errors, definitions)
        self.found_headers: Headers | None = None
        #: What is known beside the text: a session's functions, to what a file in no module of its own defines.
        self.known = _NOTHING

    def headers(self) -> Headers:
        """The functions of the whole text, found when somebody first asks for them."""
        if self.found_headers is None:
            from .headers import Headers  # late: on demand

            self.found_headers = Headers(self)
        return self.found_headers

    def symbols(self) -> Symbols:
        headers = self.headers()
        table = headers.at(self.start)
        is_open = table is headers.top and not headers.is_module
        return self.known.with_(table.ops.values()) if is_open and self.known.ops else table

    def reader(self, start: int) -> Parser:
        """Another parser of the same text that knows the same aliases."""
        return Parser(self.source, start, definitions=self.definitions)

    def _pretty(self, start: int) -> Op:
        if self.text in _MODULE_NAMES:
            return self.nested_module()
        if self._at_function():
            return self.function()
        return super()._pretty(start)

    def _generic(self, start: int) -> Op:
        scope = self.scope
        if self.text[1:-1] in _STRUCTURES:  # what stands in one sees no values from around it
            self.scope = Scope()
        op = super()._generic(start)
        self.scope = scope
        return _as_structure(op)

    def module(self) -> Module:
        """The whole text: one module, or ops and functions as if in one."""
        found = self.file(may_be_script=False)
        assert found is not None
        return found

    def file(self, may_be_script: bool = True) -> Module | None:
        """The whole text as a module; None, if it may be a script, at the first statement that stands in no module.

        Behind something that could not be read, where a brace is missing, nobody knows what stands at the top level:
        nothing there makes a script of a module.
        """
        outer = Module(span=self.source.span(0, len(self.input)))
        outer.source = self.source
        while self.kind != "eof":
            if may_be_script and self.begins_statement():
                return None
            if not self._recovering(outer.body.ops, self._top_level) and not self.braces_match():
                may_be_script = False
        found = outer.body.ops
        only = found[0] if len(found) == 1 and isinstance(found[0], Module) else outer
        assert isinstance(only, Module)
        only.source, only.contents = self.source, self.definitions.contents
        only.contents.is_bare = only is outer
        if may_have_comments(self.input):
            only.contents.passages = [self._passage(found)]
        return only

    def _passage(self, ops: list[Op]) -> Passage:
        """The whole text, and what stands in it."""
        contents = self.definitions.contents
        things = [*ops, *contents.aliases.values(), *contents.resources.sections]
        anchors = [Anchor(thing.span, thing, thing) for thing in things if thing.span is not None]
        return Passage([self.source.span(0, len(self.input))], anchors, is_file=True)

    def begins_statement(self) -> bool:
        """Whether a session's statement begins here, and nothing that stands at the top level of a module."""
        if self.kind == "id":
            return not self._at_function() and not _is_definition(self.text)
        if self.kind == "string":
            return not _is_definition(self.text[1:-1])
        if self.at(":"):
            return self.input[self.end : self.end + 1].isalpha()
        return self.kind in ("value", "number", "symbol") or self.text in _BEGINS_EXPRESSION or self.at("?")

    def _at_function(self) -> bool:
        return self.text == _FUNCTION_NAME or self.text == "func" and self.peek() in ("@", "p")

    def _top_level(self) -> Op | None:
        if self.at("{-#"):
            read_section(self, self.definitions.contents.resources)
            return None
        if self.at_alias_definition():
            self.alias_definition()
            return None
        return self.operation()

    def nested_module(self) -> Module:
        """``module @name attributes {…} {…}``."""
        start = self.start
        attributes, _ = self.module_header()
        found = Module(attributes)
        name = attributes.get("sym_name")
        found.spans["name"] = (name and name.span) or self.span_from(start)
        self._enter_block()
        brace = self.start
        self.take("{")
        scope, self.scope = self.scope, Scope()
        while not self.at("}"):
            if self.kind == "eof":
                self.expected("'}' at the end of the module")
            self._recovering(found.body.ops)
        self.take("}")
        found.regions[0].span = self.span_from(brace)
        self._leave_block()
        self.scope = scope
        self.maybe_location(found)
        found.span = self.span_from(start)
        return found

    def module_header(self) -> tuple[dict[str, Attribute], int]:
        """``module @name attributes {…}``, and where the body begins."""
        self.advance()
        attributes: dict[str, Attribute] = {}
        if self.kind == "symbol":
            attributes["sym_name"] = self._own_name()
        if self.maybe("attributes"):
            attributes |= self.dictionary()
        return attributes, self.start

    def _own_name(self) -> StringAttr:
        """The symbol by which a function or module is known."""
        span = self.span()
        name = StringAttr(self.symbol_name())
        name.span = span
        return name

    def function_header(self) -> dict[str, Attribute]:
        """``func.func public @name``."""
        self.advance()
        attributes: dict[str, Attribute] = {}
        if self.kind == "id" and self.text in VISIBILITIES:
            attributes["sym_visibility"] = StringAttr(self.advance())
        attributes["sym_name"] = self._own_name()
        return attributes

    def generic_header(self) -> tuple[dict[str, Attribute], int]:
        """``"func.func"() <{…}> (``: the attributes, and where the body begins."""
        self.advance()
        self.take("(")
        self.take(")")
        attributes: dict[str, Attribute] = {}
        if self.maybe("<"):
            attributes |= self.dictionary()
            self.take(">")
        self.take("(")
        return attributes, self.start

    def generic_end(self) -> dict[str, Attribute]:
        """``}) {…}``: the attributes behind the body; the current token is its brace."""
        self.take("}")
        self.take(")")
        return self.dictionary() if self.at("{") else {}

    def function_signature(self, function: Function) -> FunctionType:
        """``(%a: T {…}) -> (T {…})``, behind the name."""
        inputs = tuple(value.type for value in self._function_arguments(function))
        return FunctionType(inputs, tuple(self._function_results(function)))

    def function(self) -> Function:
        """``func.func public @name(%a: T {…}) -> (T {…}) attributes {…} {…}``."""
        start = self.start
        attributes = self.function_header()
        found = Function(attributes, Region())
        found.spans["name"] = attributes["sym_name"].span or self.span()
        arguments = self._function_arguments(found)
        results = self._function_results(found)
        inputs = tuple(value.type for value in arguments)
        attributes["function_type"] = FunctionTypeAttr(FunctionType(inputs, tuple(results)))
        if self.maybe("attributes"):
            attributes |= self._others(self.dictionary())
        if self.at("{"):
            if arguments and not arguments[0].name:
                where = found.spans["argument", 0]
                self.fail("the arguments of a function with a body have names", "func.arguments", where)
            self._function_body(found, arguments)
        elif self.kind == "value" or self.text in ("return", "func.return"):
            self.expected("'{' and the body of the function")
        self.maybe_location(found)
        found.span = self.span_from(start)
        return found

    def _others(self, attributes: dict[str, Attribute]) -> dict[str, Attribute]:
        """The attributes of a function that its form does not say in another way."""
        for name in ("sym_name", "sym_visibility", "function_type"):
            if name in attributes:
                message = f"{name} stands in front of the attributes of a function, not among them"
                self.fail(message, "func.attributes", attributes[name].span)
        return attributes

    def _function_arguments(self, function: Function) -> list[Value]:
        self.deeper()
        self.take("(")
        arguments: list[Value] = []
        while not self.at(")"):
            start, name = self.start, ""
            if arguments and (self.kind == "value") != bool(arguments[0].name):
                self.expected("the name of an argument" if arguments[0].name else "the type of an argument")
            if self.kind == "value":
                name = self.advance()[1:]
                self.take(":")
            type_start = self.start
            value = Value(name, self.type(), self.source.span(start, start + len(name) + 1))
            function.spans["argument", len(arguments)] = self.span_from(type_start)
            function.argument_attributes.append(self.dictionary() if self.at("{") else {})
            if self.at("loc"):
                value.location = self.location()
            arguments.append(value)
            if not self.more(")"):
                break
        self.take(")")
        self.depth -= 1
        return arguments

    def _function_results(self, function: Function) -> list[Type]:
        if not self.maybe("->"):
            return []
        types: list[Type] = []
        if not self.at("("):
            start = self.start
            types.append(self.type())
            function.result_attributes.append({})
            function.result_spans.append(self.span_from(start))
            return types
        self.take("(")
        while not self.at(")"):
            start = self.start
            types.append(self.type())
            function.result_spans.append(self.span_from(start))
            function.result_attributes.append(self.dictionary() if self.at("{") else {})
            if not self.more(")"):
                break
        self.take(")")
        return types

    def _function_body(self, function: Function, arguments: list[Value]) -> None:
        scope, self.scope = self.scope, Scope()
        try:
            function.regions = [self.region(arguments, "func.return")]
        finally:
            self.scope = scope


def parse(source: Source, errors: list[HloError] | None = None) -> Module:
    """The module in a source. Raises the first error, unless they are collected in ``errors``."""
    require_characters(source)
    with room():
        return Parser(source, errors=errors).module()


def parse_file(source: Source, errors: list[HloError], known: Symbols | None = None) -> Module | None:
    """The module in a source, or None where it is a session script. Errors are collected; a script has none here.

    ``known``: the functions of the session that the file is loaded into.
    """
    require_characters(source)
    found: list[HloError] = []
    with room():
        parser = Parser(source, errors=found)
        parser.known = known or parser.known
        module = parser.file()
    if module is not None:
        errors += found
    return module


def _is_definition(name: str) -> bool:
    """Whether an op of that name only gives something a name."""
    if name in _MODULE_NAMES or name == _FUNCTION_NAME:
        return True
    spec = registry.lookup(name)
    return spec is not None and "sym_name" in spec.attributes


def _as_structure(op: Op) -> Op:
    """A function or module in generic form as the class that it is."""
    if op.name == "func.func" and op.regions:
        found = Function(op.attributes, op.regions[0], op.span)
        found.spans = op.spans
        arguments, results = op.attributes.pop("arg_attrs", None), op.attributes.pop("res_attrs", None)
        type_attribute = op.attributes.get("function_type")
        if not isinstance(type_attribute, FunctionTypeAttr) or not isinstance(
            op.attributes.get("sym_name"), StringAttr
        ):
            raise HloError("a function needs a sym_name and a function_type", op.spans["name"], "func.attributes")
        found.argument_attributes = _dictionaries(arguments, len(type_attribute.type.inputs))
        found.result_attributes = _dictionaries(results, len(type_attribute.type.results))
        found.result_spans = [None] * len(type_attribute.type.results)
        if found.regions[0].blocks and not (found.body.ops or found.body.arguments or found.body.label):
            found.regions[0].blocks = []
        return found
    if op.name == "builtin.module" and op.regions:
        module = Module(op.attributes, op.span)
        module.regions = op.regions
        module.spans = op.spans
        return module
    return op


def _dictionaries(attribute: Attribute | None, count: int) -> list[dict[str, Attribute]]:
    items = attribute.items if isinstance(attribute, ArrayAttr) else []
    found = [item.items if isinstance(item, DictAttr) else {} for item in items]
    return found + [{} for _ in range(count - len(found))]
