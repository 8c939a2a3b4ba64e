"""The lexer of programs: MLIR's text with StableHLO in it, and the session's language, which is a superset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pygments.lexer import (
    RegexLexer,
    bygroups,  # pyright: ignore[reportUnknownVariableType]  - its stub has no types
    default,
    words,
)
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

# One name of MLIR after its sigil: all digits, or an identifier. A digit first makes no difference to colours.
_ID = r"[\w$.-]+"
# Every alternative consumes or fails at once: a constant may be hundreds of kilobytes of digits.
_STRING = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'

_KEYWORDS = (
    "None", "across", "applies", "array", "attributes", "batching_dims", "cond", "contracting_dims", "dense", "dense_resource",
    "dialect_resources", "dim", "dim_numbers", "dims", "do", "external_resources", "func", "init", "loc", "module",
    "nested", "permutation", "precision", "private", "public", "reducer", "return", "sizes", "to", "unit", "unknown",
    "window",
)  # fmt: skip
# Element types as MLIR spells them: signless, signed and unsigned integers, all floats.
_ELEMENT_TYPE = r"(?:[su]?i\d+|f\d+(?:E\d+M\d+(?:FN)?(?:UZ|U)?)?|f8E4M3B11FNUZ|bf16|tf32|index|none|complex)\b"
_SPECIAL_NUMBERS = ("inf", "nan")


class StableHLOLexer(RegexLexer):
    """StableHLO in MLIR's text (pretty and generic), with hlorepl's commands, questions, short forms and operators."""

    name = "StableHLO"
    aliases: ClassVar[Sequence[str]] = ["stablehlo", "hlo", "mlir"]
    filenames: ClassVar[Sequence[str]] = ["*.mlir", "*.hlo"]
    mimetypes: ClassVar[Sequence[str]] = ["text/x-stablehlo"]
    url = "https://openxla.org/stablehlo/spec"
    version_added = ""

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"(?m)^([ \t]*)(:[A-Za-z]\w*)", bygroups(Whitespace, Name.Function.Magic), "command"),
            (rf"(?m)^([ \t]*)(\?)({_ID})", bygroups(Whitespace, Operator, Name.Builtin)),
            (rf"(?m)^([ \t]*)(\?)(%{_ID})", bygroups(Whitespace, Operator, Name.Variable)),
            (r"\s+", Whitespace),
            (r"//[^\n]*", Comment.Single),
            (rf"(%{_ID})(@)(all\b|\(\d+,\d+\))", bygroups(Name.Variable, Operator, Keyword.Pseudo)),
            (rf"%{_ID}(?:#\d+)?", Name.Variable),
            (r"\$[A-Za-z_]\w*", Name.Variable.Magic),
            (rf"@(?:{_ID}|{_STRING})", Name.Function),
            (r"@(?=[ \t])", Operator.Word),
            (rf"\^{_ID}", Name.Label),
            (r"\{-#|#-\}", Punctuation),
            (rf"#{_ID}", Name.Constant),
            (rf"!{_ID}", Keyword.Type),
            (r'"[A-Za-z_]\w*(?:\.\w+)+"(?=[ \t]*\()', Name.Builtin),
            (_STRING, String.Double),
            (r"(tensor|memref|vector)(<)", bygroups(Keyword.Type, Punctuation), "dimensions"),
            (r"(?:tuple|complex)(?=<)", Keyword.Type),
            (_ELEMENT_TYPE, Keyword.Type),
            (r"0x[0-9A-Fa-f]+\b", Number.Hex),
            (r"(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+", Number.Float),
            (r"\d+", Number.Integer),
            (words(_SPECIAL_NUMBERS, prefix=r"\b", suffix=r"\b"), Number.Float),
            (r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", Name.Builtin),
            (r"x\b", Operator.Word),
            (r"[A-Za-z_][\w$]*(?=[ \t]*=(?!=))", Name.Attribute),
            (words(_KEYWORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"(?:true|false|True|False)\b", Keyword.Constant),
            (r"[A-Z][A-Z0-9_]+\b", Name.Constant),
            (r"[A-Za-z_][\w$]*(?=\(|[ \t]+[%@])", Name.Builtin),
            (r"[A-Za-z_][\w$]*", Name),
            (r"(?<=[ \t])(?:<<|>>)(?=[ \t])", Operator),
            (r"->|::|\.\.\.|…", Punctuation),
            (r"\*\*|[=!<>]=|[-+*/%&|~=]", Operator),
            (r"[()\[\]{}<>,:;.?]", Punctuation),
            (r"[^\s]", Error),
        ],
        # After `tensor<`: 2x?xf32, where `x` is a separator and `0x8` is no hexadecimal number.
        "dimensions": [
            (r"(\d+)(x)", bygroups(Number.Integer, Punctuation)),
            (r"([?*])(x)", bygroups(Operator, Punctuation)),
            (r"[ \t]+", Whitespace),
            default("#pop"),
        ],
        # The rest of a command's line: names of values, files, settings.
        "command": [
            (r"\n", Whitespace, "#pop"),
            (r"[ \t\r]+", Whitespace),
            (rf"(%{_ID})(@)(all\b|\(\d+,\d+\))", bygroups(Name.Variable, Operator, Keyword.Pseudo)),
            (rf"%{_ID}(?:#\d+)?", Name.Variable),
            (rf"@{_ID}", Name.Function),
            (_STRING, String.Double),
            (r"-{1,2}[A-Za-z][\w-]*", Name.Attribute),
            (r"\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?=\s|$)", Number),
            (r"[^\s%@\"]+", String.Other),
            (r".", Text),
        ],
    }
