"""Arrays from text: ``dense<…>`` in every spelling, in whole-array operations."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ir.rounding import narrowed
from ..ir.types import ElementType, QuantizedType, TensorType
from ..wording import counted
from .lexer import COMMENT, may_have_comments, skipped

if TYPE_CHECKING:
    from ..source import Source, Span

_ITEM = re.compile(
    r"true|false|\(|[-+]?0x[0-9A-Fa-f]+"
    r"|[-+]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?|inf|nan)"
)
_COMMENT = re.compile(COMMENT)


def bits_to_float(bits: int, of: ElementType) -> float:
    """The float whose pattern is ``bits`` in a float type."""
    width = max(of.bits, 8) // 8
    return float(np.frombuffer(bits.to_bytes(width, "little"), of.dtype)[0])


def dense_array(source: Source, begin: int, end: int, of: TensorType, is_short: bool = False) -> np.ndarray:
    """The array of the literal in ``source.text[begin:end]``; a splat is broadcast. Raises ``syntax.literal``.

    ``is_short``: a literal of the session, whose numbers may be written in ways that MLIR does not read.
    """
    text = source.text[begin:end]
    if may_have_comments(text):
        text = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    first = skipped(source.text, begin, end)
    stripped = text[first - begin :].rstrip()
    span = source.span(first, first + max(len(stripped), 1))
    storage = of.element.storage if isinstance(of.element, QuantizedType) else of.element
    _require_room(of, span)
    if stripped.startswith('"'):
        return _hex_array(stripped, of, storage, span)
    if not stripped:
        if of.size:
            raise HloError(f"{of} has {of.size} elements, and none is given", span, "syntax.literal")
        return np.empty(of.sizes, storage.dtype)
    shape, compact = _literal_shape(stripped, storage.is_complex, span)
    if not is_short:
        _require_mlir(compact, storage, span)
    if shape == () and not stripped.startswith("["):
        values = _values(compact, storage, span)
        if values.size != 1:
            raise HloError(f"{values.size} numbers stand here without brackets", span, "syntax.literal")
        return np.broadcast_to(values.reshape(()), of.sizes).view()
    if shape != of.shape:
        spelled = "x".join(map(str, shape))
        raise HloError(f"the constant is of shape {spelled}, its type {of}", span, "syntax.literal")
    values = _values(compact if of.size else "", storage, span)
    return values.reshape(of.sizes)


#: What stands in no number of MLIR's: a sign that it does not write, a point without a digit in front.
_NOT_MLIR = re.compile(r"(?<![eE])\+[\d.]*|(?<!\d)\.\d*")
#: A number that is no float to MLIR: it has no point, and is no pattern of bits.
_NO_FLOAT = re.compile(r"(?<![\w.+-])-?(?:\d+(?:[eE][-+]?\d+)?|inf|nan)(?![\w.])")


def _require_mlir(numbers: str, of: ElementType, span: Span) -> None:
    """Raise for numbers that only the session's short forms may spell so."""
    signs = numbers.count("+") - numbers.count("e+") - numbers.count("E+")
    is_odd = signs > 0 or numbers.startswith(".") or any(piece in numbers for piece in (",.", "-.", "(."))
    wrong = _NOT_MLIR.search(numbers) if is_odd else None
    is_float = of.is_float or of.is_complex
    if wrong is None and is_float and numbers.count(".") <= numbers.count(","):
        wrong = _NO_FLOAT.search(numbers)
    if wrong is not None:
        help_text = ["a float is written with a point behind its digits, 1. or 1.0e3, or as its bits, 0x7F800000"]
        message = f"{wrong.group()} is not a constant of type {of}"
        raise HloError(message, span, "syntax.literal", help=help_text if is_float else [])


def _uncommented(text: str) -> str:
    return (_COMMENT.sub(" ", text) if may_have_comments(text) and '"' not in text else text).strip()


def _require_room(of: TensorType, span: Span) -> None:
    if of.size > 2**47:
        raise HloError(f"no machine holds {of}", span, "limit.size")


def literal_shape(text: str, span: Span) -> tuple[int, ...]:
    """The shape of the nested lists in a literal."""
    return _literal_shape(_uncommented(text), "(" in text, span)[0]


def _literal_shape(text: str, is_complex: bool, span: Span) -> tuple[tuple[int, ...], str]:
    """The shape of nested lists and the text without brackets and blanks; refuses ragged lists.

    What is left of the text without its numbers must be what the shape would look like: no loop over elements.
    """
    raw = text.encode(errors="surrogatepass")
    close = raw.replace(b", ", b",")
    if len(close.translate(None, b" \t\r\n")) < len(close) and _APART.search(close):
        raise HloError("there must be a comma between two numbers", span, "syntax.literal")
    numbers = close.translate(None, b"[] \t\r\n").decode(errors="surrogatepass")
    if not text.startswith("["):
        if b"[" in raw or b"]" in raw:
            raise HloError("the lists of the constant do not form a rectangle", span, "syntax.literal")
        return (), numbers
    structure = raw.translate(None, _NOT_STRUCTURE).decode()
    depth = len(structure) - len(structure.lstrip("["))
    if depth > 64:
        raise HloError("the lists of the constant are nested too deep", span, "syntax.literal")
    commas = len(structure[depth:]) - len(structure[depth:].lstrip(","))
    inner = "[" + "," * commas + "]"
    shape = [_innermost(commas, is_complex, numbers)]
    for level in range(depth - 1):
        count, at = 1, depth - level - 1 + len(inner)
        more = "," + inner
        while structure.startswith(more, at):
            count, at = count + 1, at + len(more)
        inner = "[" + inner + more * (count - 1) + "]"
        shape.insert(0, count)
    if structure != inner:
        raise HloError("the lists of the constant do not form a rectangle", span, "syntax.literal")
    return tuple(shape), numbers


#: Blanks between two numbers; those behind commas are none of them.
_APART = re.compile(rb"[\w.)\]][ \t\r\n]++[\w.(\[+-]")
#: All characters of literals but brackets and commas.
_NOT_STRUCTURE = bytes(byte for byte in range(256) if byte not in b"[],")


def _innermost(commas: int, is_complex: bool, numbers: str) -> int:
    """How many elements the innermost lists have."""
    if not numbers.strip(","):
        return 0
    return (commas + 1) // 2 if is_complex else commas + 1


def _values(text: str, of: ElementType, span: Span) -> np.ndarray:
    """The flat array of numbers between commas."""
    if not text:
        return np.empty(0, of.dtype)
    if of.is_complex:
        return _complex_values(text, of, span)
    if of.is_bool:
        return _bool_values(text, of, span)
    if of.is_float:
        return _float_values(text, of, span)
    return _integer_values(text, of, span)


#: A few numbers without words: Python reads them quicker.
_FEW = re.compile(r"[-+.0-9eE, ]{1,64}")


def _converted(text: str, dtype: Any) -> np.ndarray | None:
    """All numbers by NumPy in one call, or None when one of them is not a number to it."""
    if dtype is np.float64 and _FEW.fullmatch(text):
        try:
            return np.array([float(item) for item in text.split(",")])
        except ValueError:
            return None
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            values = np.fromstring(text, dtype, sep=",")
        except (DeprecationWarning, ValueError):
            return None
    return values if values.size == text.count(",") + 1 else None


def _float_values(text: str, of: ElementType, span: Span) -> np.ndarray:
    if "x" in text:
        return np.array([_one_float(item, of, span) for item in text.split(",")], of.dtype)
    if text.startswith(("true", "false")) or "true" in text or "false" in text:
        raise HloError(f"true and false are not of type {of}", span, "syntax.literal")
    values = _converted(text, np.float64)
    if values is None:
        raise _bad_item(text, of, span)
    return narrowed(values, of)


def _one_float(item: str, of: ElementType, span: Span) -> Any:
    if not _ITEM.fullmatch(item) or item in ("true", "false"):
        raise _bad_item(item, of, span)
    if "0x" not in item:
        return narrowed(np.array(float(item)), of)
    if item[0] in "+-" or not is_pattern(item, of):
        raise HloError(f"{item} is not a pattern of {of.bits} bits", span, "syntax.literal")
    width = max(of.bits, 8) // 8
    return np.frombuffer(int(item, 16).to_bytes(width, "little"), of.dtype)[0]


def is_pattern(text: str, of: ElementType) -> bool:
    """Whether a number in hexadecimal digits has no more bits than a type; zeros in front are none."""
    return len(text.lstrip("0x")) <= -(-of.bits // 4) and int(text, 16).bit_length() <= of.bits


def _integer_values(text: str, of: ElementType, span: Span) -> np.ndarray:
    values = None
    if "x" not in text and "." not in text and "e" not in text and "n" not in text:
        values = _converted(text, np.uint64 if of.name == "ui64" and "-" not in text else np.int64)
    if values is None or of.bits == 64:
        values = (
            np.array([_one_integer(item, of, span) for item in text.split(",")], object)
            if _suspicious(values, text)
            else values
        )
    assert values is not None
    low = 0 if of.kind == "uint" else -(2 ** (of.bits - 1))
    high = 2**of.bits - 1  # MLIR's integers have no sign: 255 is a pattern of 8 bits
    if of.bits < 64 or values.dtype == object:
        outside = (values < low) | (values > high)
        if outside.any():
            raise HloError(f"{values[outside.argmax()]} does not fit {of}", span, "syntax.literal")
    if of.kind == "int" and (above := values > high // 2).any():
        values = np.where(above, values - 2**of.bits, values)
    return values.astype(of.dtype)


def _suspicious(values: np.ndarray | None, text: str) -> bool:
    """Whether 64-bit numbers may have overflowed on the way."""
    if values is None:
        return True
    if len(text) < 19:
        return False
    return max(map(len, text.split(","))) >= 19


def _one_integer(item: str, of: ElementType, span: Span) -> int:
    try:
        if len(item) > 400:
            raise ValueError
        if item.lstrip("+-").startswith("0x"):
            value = int(item, 16)
            return value - 2**of.bits if of.kind == "int" and 2 ** (of.bits - 1) <= value < 2**of.bits else value
        return int(item)
    except ValueError:
        raise _bad_item(item, of, span) from None


def _bool_values(text: str, of: ElementType, span: Span) -> np.ndarray:
    text = text.replace("true", "1").replace("false", "0")
    values = (
        np.array([_one_integer(item, of, span) for item in text.split(",")])
        if "x" in text
        else _converted(text, np.int64)
    )
    if values is None or ((values < -1) | (values > 1)).any():  # MLIR's integers have no sign: -1 is the bit of 1
        raise _bad_item(text, None, span)
    return values.astype(np.bool_)


def _complex_values(text: str, of: ElementType, span: Span) -> np.ndarray:
    if not text.startswith("("):
        raise HloError(f"a number of {of} is written (real, imaginary)", span, "syntax.literal")
    pairs = text.count("(")
    if text.count(")") != pairs or text.count(",") != 2 * pairs - 1 or text.replace("),(", "").count("(") != 1:
        raise HloError("a complex number needs two parts in parentheses", span, "syntax.literal")
    parts = _values(text.replace("(", "").replace(")", ""), of.part, span)
    return np.ascontiguousarray(parts).view(of.dtype)


def _bad_item(text: str, of: ElementType | None, span: Span) -> HloError:
    items = text.split(",", 50)
    wrong = next((item for item in items if not _ITEM.fullmatch(item)), items[0])
    wrong = wrong if len(wrong) <= 40 else wrong[:37] + "…"
    what = f"of type {of}" if of else "true or false"
    if of is not None and of.is_integer and re.fullmatch(r"[-+]?[0-9]*\.?[0-9]*(e[-+]?[0-9]+)?", wrong):
        wrong = next((item for item in items if not item.lstrip("-+").isdigit()), wrong)
    return HloError(f"{wrong or 'nothing'} is not a constant {what}", span, "syntax.literal")


def _hex_array(text: str, of: TensorType, storage: ElementType, span: Span) -> np.ndarray:
    """``dense<"0x…">``: the bytes, little-endian. One element is a splat.

    Booleans have a byte each; earlier versions of MLIR packed them in bits, which is read where it can be nothing else.
    """
    if not text.startswith('"0x') or not text.endswith('"'):
        raise HloError('a constant in quotes is "0x" and the bytes in hexadecimal', span, "syntax.literal")
    try:
        blob = bytes.fromhex(text[3:-1])
    except ValueError:
        raise HloError("the constant has characters that are not hexadecimal digits", span, "syntax.literal") from None
    return blob_array(blob, of, storage, span)


def blob_array(blob: bytes, of: TensorType, storage: ElementType, span: Span, splats: bool = True) -> np.ndarray:
    """Raw bytes as an array of the type; ``splats``: the bytes of one element may stand for all."""
    size = storage.dtype.itemsize
    if storage.is_bool and len(blob) == -(-of.size // 8) and len(blob) not in (1, of.size):
        bits = np.unpackbits(np.frombuffer(blob, np.uint8), bitorder="little")
        return bits[: of.size].astype(np.bool_).reshape(of.sizes)
    if splats and len(blob) == size and of.size != 1:
        return np.broadcast_to(_from_bytes(blob, storage).reshape(()), of.sizes).view()
    if len(blob) != of.size * size:
        message = f"the constant has {counted(len(blob), 'byte')}; {of} needs {of.size * size}"
        raise HloError(message, span, "syntax.literal")
    return _from_bytes(blob, storage).reshape(of.sizes)


def _from_bytes(blob: bytes, storage: ElementType) -> np.ndarray:
    if storage.is_bool:
        return np.frombuffer(blob, np.uint8) != 0
    return np.frombuffer(blob, storage.dtype)


def resource_array(blob: bytes | None, key: str, of: TensorType, span: Span) -> np.ndarray:
    """The array of ``dense_resource<key>``: the blob's first 4 bytes are its alignment. There is no splat."""
    if blob is None:
        what = "was left out when the text was printed" if key == "__elided__" else "is not in the file"
        raise HloError(f"the resource {key} {what}", span, "syntax.resource")
    storage = of.element.storage if isinstance(of.element, QuantizedType) else of.element
    return blob_array(blob[4:], of, storage, span, splats=False)
