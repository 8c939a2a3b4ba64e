"""Calls by the names of NumPy, JAX and PyTorch: arguments read as the name's parameters say, the ops written out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import HloError
from ..familiar.table import element_named, lookup, lookup_told
from ..wording import counted, offer
from .lexer import closing, line_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..familiar.table import Familiar, Parameter
    from ..ir.core import Value
    from ..ops.builder import Builder
    from ..source import Span
    from .short import SessionParser

#: What stands in Python's words.
_WORDS = {
    "None": None,
    "True": True,
    "False": False,
    "true": True,
    "false": False,
    "inf": float("inf"),
    "nan": float("nan"),
}
_CLOSING = {"[": "]", "(": ")"}


def called(parser: SessionParser, name: str, start: int) -> list[Value] | None:
    """The values that a call gives, the current token being its name; None where there is no such name."""
    found = lookup(name)
    if found is None or parser.peek() != "(":
        return None
    parser.advance()
    return _Call(parser, found, start).values()


def written_out(builder: Builder, name: str, operands: list[Value], span: Span) -> list[Value]:
    """What a name gives of some operands, its ops at a place of the text."""
    found = lookup(name)
    assert found is not None
    return _at(builder, span, lambda: found(builder, *operands))


def _at(builder: Builder, span: Span, write: Callable[[], Value | tuple[Value, ...]]) -> list[Value]:
    before, builder.span = builder.span, span
    try:
        found = write()
    except HloError as error:
        error.span = error.span or span
        raise
    finally:
        builder.span = before
    return [*found] if isinstance(found, tuple) else [found]


def unknown(parser: SessionParser, name: str, span: Span) -> None:
    """Raise what there is to say of a name that no op has: a function's, one of another library's, one that is said something of."""
    if parser.symbols().function((name,)) is not None:
        is_call = parser.input.startswith("(", span.end)
        end = (closing(parser.input, span.end) if is_call else None) or line_end(parser.input, span.end)
        written = parser.input[span.end : end].strip()
        call = f"call @{name}{written if is_call else f'({written})'}"
        raise HloError(f"there is no op {name}; a function is called by its symbol", span, "name.op", help=[call])
    found, said = lookup(name), lookup_told(name)
    if parser.finds(name):
        tip = f"values begin with %: %{name} shows this one, %{name} = … gives it another meaning"
        raise HloError(f"there is no op {name}", span, "name.op", help=[tip])
    if found is not None:
        where = (
            "in a region the ops that it stands for are written" if parser.blocks else f"it is written {usage(found)}"
        )
        raise HloError(f"{name} is no op by itself: {where}", span, "name.op", help=[f"?{name} shows them"])
    if said is not None:
        known = parser.scope.find
        texts = said.statements(lambda each: known(each) is not None) if said.lines else []
        lines = "".join(f"\n  {line}" for text in texts for line in text.split("\n"))
        help_ = [said.sentence, *([f"for example{lines}"] if lines else [])]
        raise HloError(f"there is no op {name}", span, "name.op", help=help_)


class _Call:
    """One call while it is read."""

    def __init__(self, parser: SessionParser, familiar: Familiar, start: int):
        self.parser = parser
        self.familiar = familiar
        self.start = start
        self.given: dict[str, Any] = {}

    def values(self) -> list[Value]:
        parser = self.parser
        parser.deeper()
        parser.take("(")
        place = 0
        while not parser.at(")"):
            place = self._argument(place)
            if not parser.more(")"):
                break
        parser.take(")")
        parser.depth -= 1
        span = parser.span_from(self.start)
        self._require(span)
        return self._written(span)

    def _argument(self, place: int) -> int:
        """One argument, by its name or by its place; the number of the next place."""
        parser, parameters = self.parser, self.familiar.parameters
        if parser.kind == "id" and parser.peek() == "=" and not parser.follows("=="):
            span, name = parser.span(), parser.advance()
            parser.take("=")
            parameter = self._named(name, span)
            self.given[parameter.name] = self._value(parameter)
            return place
        if place >= len(parameters):
            most = counted(len(parameters), "argument")
            self.refuse(f"{self.familiar.name} takes {most} at most", parser.span())
        parameter = parameters[place]
        if parameter.kind == "Values" and not parser.at("[") and not parser.at("("):
            self.given.setdefault(parameter.name, []).append(self._operand())
            return place if parser.at(",") and parser.operand_follows() else place + 1
        self.given[parameter.name] = self._value(parameter)
        return place + 1

    def _named(self, name: str, span: Span) -> Parameter:
        known = {each.name: each for each in self.familiar.parameters}
        alias = {
            "dim": "axis",
            "dims": "axis",
            "keepdim": "keepdims",
            "size": "shape",
            "other": "y",
            "input": "x",
            "a": "x",
        }
        found = known.get(name) or known.get(alias.get(name, ""))
        return found or self.refuse(f"{self.familiar.name} has no argument {name}", span, *offer(name, known))

    def _operand(self) -> Any:
        parser = self.parser
        before, parser.inside = parser.inside, parser.inside + 1
        found = parser.expression(0)
        parser.inside = before
        return found

    def _value(self, parameter: Parameter) -> Any:
        if parameter.kind in ("Value", "Places"):
            return self._operand()
        if parameter.kind == "Values":
            return self._listed(self._operand)
        if parameter.kind == "Dtype":
            return self._type()
        start = self.parser.start
        found = self._plain()
        if not _fits(parameter, found):
            wanted = _WANTED[parameter.kind]
            self.refuse(f"{parameter.name} is {wanted}", self.parser.span_from(start))
        return float(found) if parameter.kind == "float" and isinstance(found, bool) else found

    def _listed(self, read: Any) -> list[Any]:
        """What stands between brackets."""
        parser = self.parser
        if not parser.at("[") and not parser.at("("):
            parser.expected("'[' and a list")
        end = _CLOSING[parser.text]
        parser.deeper()
        parser.advance()
        items: list[Any] = []
        while not parser.at(end):
            items.append(read())
            if not parser.maybe(","):
                break
        parser.take(end)
        parser.depth -= 1
        return items

    def _plain(self) -> Any:
        """A number, a word of Python's, a string, or a list of them."""
        parser = self.parser
        if parser.text in _CLOSING and parser.kind == "punct":
            return self._listed(self._plain)
        if parser.kind == "id" and parser.text in _WORDS:
            return _WORDS[parser.advance()]
        if parser.kind == "string":
            return parser.advance()[1:-1]
        sign = -1 if parser.maybe("-") else 1
        if sign < 0 and parser.kind == "id" and parser.text in _WORDS:
            return -_WORDS[parser.advance()]  # type: ignore[operator]
        text = parser.take_kind("number", "a number, a list of numbers or None")
        try:
            return sign * (float(text) if any(mark in text for mark in ".eE") and "0x" not in text else int(text, 0))
        except ValueError:
            parser.fail(f"{text} is no number here", "syntax.familiar")

    def _type(self) -> Any:
        parser = self.parser
        if parser.kind == "id" and parser.text == "None":
            parser.advance()
            return None
        found = element_named(parser.text.strip('"')) if parser.kind in ("id", "string") else None
        if found is not None and not (parser.text == "complex" and parser.peek() == "<"):
            parser.advance()
            return found
        if parser.kind != "id":
            self.refuse("a type of elements stands here, f32 or i64", parser.span())
        return parser.type()

    def _require(self, span: Span) -> None:
        missing = next(
            (each for each in self.familiar.parameters if each.required and each.name not in self.given), None
        )
        if missing is not None:
            self.refuse(f"{self.familiar.name} needs {missing.name}", span, f"its form is {usage(self.familiar)}")

    def _written(self, span: Span) -> list[Value]:
        builder = self.parser.builder
        try:
            return _at(builder, span, lambda: self.familiar(builder, **self._settled()))
        except HloError as error:
            if error.code == "syntax.familiar" and not error.help:
                error.help.append(f"its form is {usage(self.familiar)}")
            raise

    def _settled(self) -> dict[str, Any]:
        """The arguments by the function's names, numbers among operands of the type of those beside them."""
        found: dict[str, Any] = {}
        parameters = [each for each in self.familiar.parameters if each.name in self.given]
        beside: list[Any] = []
        for each in parameters:
            given = self.given[each.name]
            beside += [] if each.kind == "Places" else given if each.kind == "Values" else [given]
        settle, alone = self.parser.settled(beside), self.parser.settled([])
        for each in parameters:
            given = self.given[each.name]
            make = alone if each.kind == "Places" else settle
            found[each.keyword] = list(map(make, given)) if each.kind == "Values" else make(given)
        return found

    def refuse(self, message: str, span: Span, *help_: str) -> NoReturn:
        raise HloError(message, span, "syntax.familiar", help=help_ or [f"its form is {usage(self.familiar)}"])


def usage(familiar: Familiar) -> str:
    """The call in one line."""
    return "".join(text for text, _ in familiar.usage)


_WANTED = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a string",
    "Axis": "a whole number or None",
    "Axes": "a whole number, a list of them or None",
    "Shape": "a whole number or a list of them",
}


def _fits(parameter: Parameter, found: Any) -> bool:
    whole = isinstance(found, int) and not isinstance(found, bool)
    if found is None:
        return not parameter.required and parameter.default is None or parameter.kind in ("Axis", "Axes")
    if parameter.kind in ("Axes", "Shape"):
        return whole or isinstance(found, list) and all(type(each) is int for each in found)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if parameter.kind in ("int", "Axis"):
        return whole
    wanted = {"float": (int, float), "bool": bool, "str": str}[parameter.kind]
    return isinstance(found, wanted) and (parameter.kind == "bool" or not isinstance(found, bool))
