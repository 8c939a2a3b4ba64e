"""Element-wise ops as rows of a table: what is an op's own stands in its row, what they have in common here.

    unary("stablehlo.sine", "sin", CONTINUOUS, accuracy=True, doc="The sine of an angle in radians.")

A row has the op's name, its kernel, the kinds of elements that it takes (see ``rules.py``) and its help, which is
written as a docstring is; StableHLO's ops have a section of their name in the specification unless it says otherwise.
The kernel is the name of the array library's function where that is all there is to it, else a function from
``kernels/`` of the namespace and the arrays. Operands have one type, and the result has it too. Values quantized with
one scale are dequantized, computed and quantized. An op that differs in more is a function under ``@op``.
"""

from __future__ import annotations

from functools import partial
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

import numpy as np

from ...ir.types import ELEMENTS, TensorType
from ...kernels.elementary import is_as_it_is
from ...kernels.elementary import library as library_function
from ...kernels.lowprecision import through
from ..registry import OpSpec, op
from ..rules import merged_shape
from .numbers import by_library
from .rules import as_declared, require_accuracy, require_kinds, require_like

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..error_bounds import ErrorBound
    from ..expressions import Expression
    from ..structs import ResultAccuracy

    Kernel = Callable[..., Any]
    Kinds = tuple[str, ...]
    #: A function of the array library, and the kinds of elements for which it is all there is to a kernel.
    Direct = tuple[str, Kinds]
    #: The expression on Python's numbers of a dtype (see ``numbers.py``), or None.
    Numbers = Callable[[np.dtype[Any]], Expression | None]

#: dialect: (pretty form, code when a declared result differs, code when operands differ)
_DIALECTS = {"stablehlo": ("same", "C1", "C1"), "chlo": ("chlo", "result_type", "operand_type")}

#: What the most accurate result of an element type is computed in.
_WIDE = {"f32": np.float64, "complex<f32>": np.complex128}


def unary(
    name: str,
    kernel: Kernel | str,
    kinds: Kinds,
    *,
    doc: str,
    operand: str = "operand",
    low: str = "",
    accuracy: bool = False,
    gives: str = "",
    view: str = "",
    section: bool = True,
    number: Numbers | None = None,
    error: ErrorBound | None = None,
    **facts: Any,
) -> OpSpec:
    """Declare an op of one operand.

    ``low`` is the policy for low precision, a table where there are floats; with ``accuracy`` the op has the attribute
    ``result_accuracy``; ``gives`` is the element type of the result where that is not the operand's; ``number`` what it does
    to one number (see ``numbers.py``), ``error`` how far its results may be off; ``facts`` as for ``binary``.
    """
    low = low or ("table" if "float" in kinds else "as is")
    if number is None and isinstance(kernel, str) and "float" in kinds and not gives:
        number = by_library(kernel)
    more = {
        "accuracy": accuracy,
        "gives": gives,
        "view": view,
        "section": section,
        "number": number,
        "error": error,
    }
    return _declare(name, kernel, kinds, (operand,), doc, low, **more, **facts)


def binary(
    name: str,
    kernel: Kernel | str,
    kinds: Kinds,
    *,
    doc: str,
    operands: tuple[str, str] = ("lhs", "rhs"),
    low: str = "f32",
    library: Direct | None = None,
    number: Numbers | None = None,
    ranked: bool = False,
    **facts: Any,
) -> OpSpec:
    """Declare an op of two operands of one type; ``ranked`` where one of CHLO's takes none of unknown rank.

    ``library`` is a function of the array library and the kinds of elements for which it is all there is to the kernel;
    ``number`` is what it does to numbers (see ``numbers.py``); ``facts`` are options of ``@op``: what passes may know of it.
    """
    return _declare(name, kernel, kinds, operands, doc, low, library=library, number=number, ranked=ranked, **facts)


def _declare(
    name: str,
    kernel: Kernel | str,
    kinds: Kinds,
    operands: tuple[str, ...],
    doc: str,
    low: str,
    *,
    accuracy: bool = False,
    gives: str = "",
    view: str = "",
    section: bool = True,
    library: Direct | None = None,
    number: Numbers | None = None,
    ranked: bool = False,
    **facts: Any,
) -> OpSpec:
    dialect = name.partition(".")[0]
    form, code, operand_code = _DIALECTS[dialect]
    function, direct = (library_function(kernel), (kernel, kinds)) if isinstance(kernel, str) else (kernel, library)
    body = _body(function, operands, accuracy)
    body.__doc__ = _with_section(name, doc) if section and dialect == "stablehlo" else doc
    quantized = "expressed" if "quantized" in kinds else None
    unranked = "any" if dialect == "chlo" and not ranked else ""
    facts |= {"low": low, "quantized": quantized, "view": view, "unranked": unranked}
    spec = op(name, form=form, elementwise=True, **facts)(body)
    spec.library = direct
    rule = _rule(kinds, operands, operand_code, gives)
    spec.infer(_accurate_rule(rule) if accuracy else rule, shape=code, element="result_type" if gives else code)
    if number is not None:
        spec.number(_accurate_number(number) if accuracy else _number(number))
    return spec.plan(_accurate_plan(function, direct) if accuracy else _plan(function, direct))


def _number(rule: Numbers) -> Callable[..., Expression | None]:
    return lambda operand, *others: rule(operand.dtype)


def _accurate_number(rule: Numbers) -> Callable[..., Expression | None]:
    """The same where the usual accuracy will do."""

    def number(operand: TensorType, *, result_accuracy: ResultAccuracy | None) -> Expression | None:
        usual = result_accuracy is None or result_accuracy.mode == "DEFAULT"
        return rule(operand.dtype) if usual else None

    return number


def _with_section(name: str, doc: str) -> str:
    """The help with the section of the specification behind its first sentence."""
    first, newline, rest = doc.partition("\n")
    return f'{first.removesuffix(".")} (section "{name.partition(".")[2]}").{newline}{rest}'


def _body(function: Kernel, operands: tuple[str, ...], accuracy: bool) -> Kernel:
    """The function that stands for the op: its signature says what ``@op`` reads off one that is written out."""

    def body(xp: Any, *arrays: Any, result_accuracy: ResultAccuracy | None = None) -> Any:
        return function(xp, *arrays)

    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("xp", *operands)]
    if accuracy:
        kind = "ResultAccuracy | None"
        parameters.append(Parameter("result_accuracy", Parameter.KEYWORD_ONLY, default=None, annotation=kind))
    body.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return body


def _rule(kinds: Kinds, operands: tuple[str, ...], code: str, gives: str) -> Callable[..., TensorType]:
    first, *others = operands

    def rule(*types: TensorType, result: TensorType | None = None) -> TensorType:
        require_kinds(kinds, **dict(zip(operands, types, strict=True)))
        for name, type_ in zip(others, types[1:], strict=True):
            require_like(first, types[0], name, type_, code)
        like = types[0].with_shape(merged_shape(types)) if others else types[0]
        return like.with_element(ELEMENTS[gives]) if gives else as_declared(like, result)

    return rule


def _accurate_rule(rule: Callable[..., TensorType]) -> Callable[..., TensorType]:
    """The same for an op that may ask for the accuracy of its result."""

    def checked(
        operand: TensorType, *, result_accuracy: ResultAccuracy | None, result: TensorType | None = None
    ) -> TensorType:
        found = rule(operand, result=result)
        require_accuracy(result_accuracy)
        return found

    return checked


def _plan(function: Kernel, direct: Direct | None) -> Callable[..., Kernel]:
    """Call the kernel, or the array library's function, with nothing around it."""
    name, kinds = direct or ("", ())

    def plan(xp: Any, operand: TensorType, *others: TensorType) -> Kernel:
        alone = operand.element.kind in kinds and is_as_it_is(name, operand.dtype)
        return getattr(xp, name) if alone else partial(function, xp)

    return plan


def _accurate_plan(function: Kernel, direct: Direct | None) -> Callable[..., Kernel]:
    """The same; more accuracy than the default goes through f64 (or complex of f64)."""
    usual = _plan(function, direct)

    def plan(xp: Any, operand: TensorType, *, result_accuracy: ResultAccuracy | None) -> Kernel:
        wide = _WIDE.get(operand.element.name)
        if result_accuracy is None or result_accuracy.mode == "DEFAULT" or wide is None:
            return usual(xp, operand)
        return partial(through(function, wide), xp)

    return plan
