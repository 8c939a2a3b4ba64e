"""The table of ONNX operators: an operator is one decorated function, and its signature is its declaration.

::

    @op("Conv", since=1)
    def conv(xp, X, W, B=None, *, auto_pad="NOTSET", dilations=None, group=1, pads=None, strides=None):
        \"\"\"One line that says what it does.\"\"\"

* The first parameter is the array namespace (numpy or cupy); arrays are touched through it only.
* Positional parameters are the inputs, **named exactly as in ONNX's schema** (``X``, ``W``, ``data``, ``k``): MDF
  models pass arguments by these names. One with a default may be left out (``None``); ``*inputs`` takes a variadic one.
* Keyword-only parameters are the attributes with the schema's defaults; one without a default must be given. Tensors
  come as arrays, texts as ``str``, lists as lists.
* ``outputs`` (how many outputs the node names), ``opset`` and ``generator`` (NumPy's, where random numbers come from) are
  keyword-only parameters that are not attributes.
* One that runs graphs says ``steps=True``; it gives what is to be run first (``ops/flow.py``), and graphs come as ``Graph``.
* One of several array operations on elements at one place says ``elementwise=True``: a plan runs it on blocks of large arrays.
* One whose results are, or may be, views of its inputs says so by ``view``; ``measure`` tells how many bytes it will make
  where ONNX's inference of shapes does not (``sizes.py``), ``work`` how many it needs on the way, if that may be far more.
* One that runs graphs says by ``foresee`` how much that takes (``foresight.py``): ``foresee(inside, *inputs, **attributes)`` is given
  what is known of inputs (``Kind``; None for one that is left out) and graphs, and ``inside(graph, kinds)`` for what a graph takes; it
  gives a ``Sight``, or raises ``Unforeseen``.
* Where the behaviour changed between versions there are several functions of one name, with other ``since``.

Values are arrays of ``xp`` (ml_dtypes for the small types, object arrays of ``str`` for strings), sequences are lists,
and an optional is its value or ``None``. A function gives one value or a tuple, and need not care that NumPy makes
scalars of arrays of rank 0.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
import struct
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ops.flow import run_steps
from ..wording import counted, did_you_mean, offer
from .tensors import describe, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.random import Generator

DEFAULT_OPSET = 15
"""The opset of MDF's ONNX functions."""

_NOT_ATTRIBUTES = ("outputs", "opset", "generator")

_versions: dict[tuple[str, str], list[OnnxOp]] = {}
_loading = threading.RLock()


@dataclass(frozen=True, slots=True)
class OnnxOp:
    """An operator as it behaves from opset ``since`` on.

    ``attributes`` maps each attribute to its default, ``inspect.Parameter.empty`` where it must be given. Of ``inputs``
    the first ``required`` must be given; where ``variadic``, the last name stands for any number.
    """

    name: str
    domain: str
    since: int
    function: Callable[..., Any]
    inputs: tuple[str, ...]
    required: int
    variadic: bool
    attributes: Mapping[str, Any]
    context: frozenset[str]
    doc: str
    #: Whether its function gives what it runs first, not its results.
    steps: bool = False
    #: Whether its results are, or may be, views of its inputs: "always", "maybe", "never".
    view: str = "never"
    #: The bytes that it will make, by its inputs and attributes; only where ONNX's inference of shapes does not tell.
    measure: Callable[..., int] | None = None
    #: The bytes of what it makes on the way, where these may be many times those of its inputs and results.
    work: Callable[..., int] | None = None
    #: What it and its graphs will take, for one that runs graphs.
    foresee: Callable[..., Any] | None = None
    #: Whether each element of its only result depends on those at its place alone, whatever the shape.
    elementwise: bool = False

    @property
    def draws(self) -> bool:
        """Whether it draws random numbers."""
        return "generator" in self.context

    def __call__(self, xp: Any, *inputs: Any, outputs: int = 1, opset: int = DEFAULT_OPSET, **attributes: Any) -> Any:
        """Check the call, run the operator once, and give its value or the tuple of its values.

        :raises HloError: the call does not fit the declaration, or the operator cannot do it.
        """
        run = self.bind(attributes, outputs=outputs, opset=opset)
        try:
            with np.errstate(all="ignore"):
                results = run(xp, *inputs)
        except HloError:
            raise
        except Exception as error:
            types = ", ".join(describe(value) for value in inputs)
            raise HloError(f"{self.name}({types}) failed: {one_line(error)}", code="onnx.run") from error
        return results[0] if len(results) == 1 else results

    def bind(
        self,
        attributes: Mapping[str, Any],
        *,
        inputs: int | None = None,
        outputs: int = 1,
        opset: int = DEFAULT_OPSET,
        generator: Generator | None = None,
    ) -> Callable[..., tuple]:
        """The function of ``(xp, *inputs)`` with its attributes fixed; it always gives a tuple.

        An operator that draws random numbers takes them from ``generator``; without one, from its own, begun anew.
        The number of inputs is checked here where it is given, else at each call. The function raises what the array
        library raises, and NumPy's warnings are the caller's to silence.
        """
        keywords = self.keywords(attributes, inputs=inputs, outputs=outputs, opset=opset, generator=generator)
        run = _normalised(_in_steps(self.function) if self.steps else self.function, keywords)
        if inputs is not None:
            return run

        def checked(xp: Any, *values: Any) -> tuple:
            self._check_inputs(len(values))
            return run(xp, *values)

        return checked

    def keywords(
        self,
        attributes: Mapping[str, Any],
        *,
        inputs: int | None = None,
        outputs: int = 1,
        opset: int = DEFAULT_OPSET,
        generator: Generator | None = None,
    ) -> dict[str, Any]:
        """What its function is called with by name.

        :raises HloError: it has no such attributes, or takes another number of inputs.
        """
        self._check_attributes(attributes)
        if inputs is not None:
            self._check_inputs(inputs)
        context: dict[str, Any] = {"outputs": outputs, "opset": opset}
        if self.draws:
            context["generator"] = begun(attributes.get("seed")) if generator is None else generator
        return {**attributes, **{name: context[name] for name in self.context}}

    def _check_attributes(self, attributes: Mapping[str, Any]) -> None:
        for name in attributes:
            if name not in self.attributes:
                tip = offer(name, self.attributes)
                raise HloError(f"{self.name} has no attribute '{name}'", code="onnx.attribute", help=tip)
        for name, default in self.attributes.items():
            if default is inspect.Parameter.empty and name not in attributes:
                raise HloError(f"{self.name} needs the attribute '{name}'", code="onnx.attribute")

    def _check_inputs(self, count: int) -> None:
        if count > len(self.inputs) and not self.variadic:
            raise HloError(
                f"{self.name} takes at most {counted(len(self.inputs), 'input')}, not {count}",
                code="onnx.inputs",
                help=f"its inputs: {', '.join(self.inputs)}",
            )
        if count < self.required:
            missing = ", ".join(self.inputs[count : self.required])
            raise HloError(f"{self.name} needs the input {missing}", code="onnx.inputs")


def begun(seed: float | None) -> Generator:
    """The generator of an operator that has a seed of its own, where that begins (0 for None).

    A float counts by its bits. An integer seeds NumPy's first generator, for which ONNX's tests of Dropout hold.
    """
    if isinstance(seed, float):
        return np.random.default_rng(int.from_bytes(struct.pack("<f", seed), "little"))
    return np.random.Generator(np.random.RandomState((seed or 0) & 0xFFFFFFFF)._bit_generator)


def _in_steps(function: Callable[..., Any]) -> Callable[..., Any]:
    """The results of a function that gives what it runs first, where that is nothing: graphs are run by a model's plan."""

    def run(xp: Any, *inputs: Any, **keywords: Any) -> tuple:
        return run_steps(function(xp, *inputs, **keywords))

    return run


def _normalised(function: Callable[..., Any], keywords: Mapping[str, Any]) -> Callable[..., tuple]:
    """A function whose result is a tuple of values."""

    def run(xp: Any, *inputs: Any) -> tuple:
        return all_values(function(xp, *inputs, **keywords))

    return run


def all_values(result: Any) -> tuple:
    """The results in what an operator's function gave: arrays, where NumPy makes scalars of those of rank 0."""
    if type(result) is tuple:
        return tuple(np.asarray(value) if isinstance(value, np.generic) else value for value in result)
    return (np.asarray(result) if isinstance(result, np.generic) else result,)


def first_value(result: Any) -> Any:
    """The only result that is wanted of an operator."""
    if type(result) is tuple:
        result = result[0]
    return np.asarray(result) if isinstance(result, np.generic) else result


def op(
    name: str,
    since: int = 1,
    domain: str = "",
    *,
    steps: bool = False,
    view: str = "never",
    measure: Callable[..., int] | None = None,
    work: Callable[..., int] | None = None,
    foresee: Callable[..., Any] | None = None,
    elementwise: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Put a function into the table as operator ``name`` from opset ``since`` on."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        record = replace(_describe(function, name, since, domain), steps=steps, view=view)
        record = replace(record, measure=measure, work=work, foresee=foresee, elementwise=elementwise)
        others = [each for each in _versions.get((domain, name), []) if each.since != since]
        _versions[domain, name] = sorted([*others, record], key=lambda version: -version.since)
        return function

    return register


def _describe(function: Callable[..., Any], name: str, since: int, domain: str) -> OnnxOp:
    _, *parameters = inspect.signature(function).parameters.values()
    keywords = [p for p in parameters if p.kind is p.KEYWORD_ONLY]
    inputs = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
    return OnnxOp(
        name=name,
        domain=domain,
        since=since,
        function=function,
        inputs=tuple(p.name for p in inputs),
        required=sum(p.default is p.empty and p.kind is not p.VAR_POSITIONAL for p in inputs),
        variadic=any(p.kind is p.VAR_POSITIONAL for p in inputs),
        attributes={p.name: p.default for p in keywords if p.name not in _NOT_ATTRIBUTES},
        context=frozenset(p.name for p in keywords if p.name in _NOT_ATTRIBUTES),
        doc=inspect.getdoc(function) or "",
    )


def find(name: str, opset: int = DEFAULT_OPSET, domain: str = "") -> OnnxOp | None:
    """The operator as it behaves in ``opset``, or ``None`` where there is no function for it."""
    _load()
    for version in _versions.get((canonical_domain(domain), name), ()):
        if version.since <= opset:
            return version
    return None


def lookup(name: str, opset: int = DEFAULT_OPSET, domain: str = "") -> OnnxOp:
    """The operator as it behaves in ``opset``.

    :raises HloError: there is none of that name, or only a later one.
    """
    found = find(name, opset, domain)
    if found:
        return found
    full_name = f"{domain}.{name}" if domain else name
    later = _versions.get((canonical_domain(domain), name))
    if later:
        raise HloError(f"{full_name} came with opset {later[-1].since}; the model asks for {opset}", code="onnx.opset")
    help_text = did_you_mean(name, names(domain), most=3)
    raise HloError(f"there is no ONNX operator {full_name}", code="onnx.unknown", help=help_text)


def names(domain: str = "") -> list[str]:
    """The names of all operators of a domain, sorted."""
    _load()
    return sorted(name for where, name in _versions if where == canonical_domain(domain))


def canonical_domain(domain: str) -> str:
    """The default domain has two spellings."""
    return "" if domain == "ai.onnx" else domain


@functools.cache
def _load() -> None:
    """Import every family of operators: each enters its own here."""
    with _loading:
        package = f"{__package__}.ops"
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            importlib.import_module(f"{package}.{module.name}")
