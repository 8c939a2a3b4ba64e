"""What an op is: one decorated function, in one place.

    @op("stablehlo.concatenate", form="concatenate")
    def concatenate(xp, *inputs, dimension: int):
        '''Join the inputs along one dimension.'''
        return xp.concatenate(inputs, axis=dimension)

    @concatenate.infer(element="C5", shape="C6")
    def _(*inputs, dimension):
        first, *rest = inputs
        require(0 <= dimension < first.rank, "C4", "there is no dimension {dimension} in {inputs[0]}", at="dimension")
        ...
        return first.resized(dimension, size)

The signature is the declaration. Positional parameters are operands (``*name`` takes any number, ``name=None`` may be
left out); keyword-only ones are attributes, decoded by their annotation (see ``decode.py``), but for:

- ``name: Region``: a region, in the order of declaration; when it runs, it is a callable (see ``engine/region_functions.py``):
  ``region(*arrays)`` runs the body once, ``region.over(*arrays)`` runs a body of rank-0 values on whole arrays;
  each gives a tuple of arrays. ``region.pure_block`` is its body for those who run something else in its place (None where
  that could be noticed), ``region.single_op`` the name of the only op of such a body, of its arguments in order.
- ``name: Regions``: any number of regions, as a tuple of callables; it is the op's only region parameter.
- ``name: Callee``: the attribute is a symbol; the function that it names comes as such a callable, too (``Callees``: a
  tuple of them, ``CalleeGrid``: a tuple of tuples). ``infer`` gets a ``RegionType`` of the function's type. With
  ``| None``, a function that is not there is None.
- ``result`` / ``results``: the declared type of the only result / the list of all of them.
- ``process``: what the op may know of the process that runs it (see ``engine/process.py``).
- ``run_grid``: ``run_grid(programs, inputs, infeed)`` runs a grid of functions (see ``engine/grid/run.py``).
- ``generator``: the run's generator of random numbers (``numpy.random.Generator``).
- ``memory``: ``memory.require(count, dtype, what)`` refuses an array for which a run has no room.
- ``own``: True when the operand that ``updates`` names is held by nobody else and writable (see there).
- ``discardable``: a dict of the attributes in the text that the op does not declare.
- ``meshes``: the meshes that its attributes name, each the attribute of its ``sdy.mesh``, by symbol (``@m``).

``xp`` is the array namespace. Operands are arrays (never NumPy scalars) of the declared dtype; results must be too,
one array, or a tuple when the op has several results (a list of results of any length: a tuple). Tokens are None,
tuples Python tuples (an op whose only result may be a tuple returns it inside a tuple). What comes back is compared
with the declared type; results are never promoted.

``infer`` takes the operand types and attributes by the same names, checks every constraint with ``require`` (errors.py)
and returns the result type, or a list of types when there are several, or None where the declared types stand. What
it returns it also accepts when it is declared: an op whose types were inferred is not checked again.
There ``result``/``results`` are the declared types, None while they are being inferred; a region is the IR's
``RegionType`` (argument types and returned types), and ``op`` is the op as it is written. ``element=`` and ``shape=``
name the constraints that a declared result breaks when it differs from what was inferred (``result=`` names both).

``plan`` (optional) takes xp, the operand types and what it asks for by name, and returns the function of arrays to
call, or an ``Expression`` (``expressions.py``) that stands for it, or None to use the op itself; ``op`` is the op as it is written, or
None where it is computed in other types than those. All that types and attributes
decide is decided there, once; of static types the results need no check then. ``number`` takes the operand types and what it asks
for by name, and returns the expression on Python's numbers that does the same where all operands and results are of rank 0, or None.
``steps`` (control flow only) is described in ``flow.py``, and so are ``fast``, a quicker form of it for whole runs, ``inline``, which
writes the op into the code of those around it, ``vectorise``, which runs the op on whole arrays, and ``sight``, which foresees its
sizes. Each of these rules gets only
the regions, attributes and special parameters that it names.

Element-wise ops that differ in little more than their kernel are rows of a table (``elementwise/table.py``). However
an op is declared, the call stands at the beginning of a line of its family's file and begins with the op's full name:
by that the registry finds the file to import, and imports no other.

Options of the decorator:
- ``form``: the pretty form, a name in ``syntax/forms/table.py`` or a line in its language.
- ``elementwise``: each result element depends on the operand elements at the same place only (rank-0 operands
  spread), so chains of such ops may run in blocks and bodies of regions on whole arrays.
- ``low``: how floats of 16 bits and less, and integers below 8 bits, are computed: ``"as is"`` (the op only moves data), ``"f32"`` /
  ``"f64"`` (in that type, rounded once), ``"table"`` (unary: by a table made in f64).
- ``quantized``: ``None`` (not allowed), ``"storage"`` (moves data: runs on the storage integers), ``"expressed"`` (dequantize,
  compute, quantize), ``"own"`` (the op sees storage integers and asks for types).
- ``pure=False``: has an effect beyond its results: never dropped, fused or reordered (``purity.py`` says what of regions).
- ``total``: fails for no values of static types, and with operands of rank 0 works on whole arrays place by place. Of
  element-wise ops this goes without saying; of ops that run regions or functions it is said of all but those.
- ``sure``: fails for no values of static types, where what it runs does not; of element-wise and ``total`` ops this goes without saying.
- ``updates``: the number of the operand that the op may overwrite when it is called with ``own=True``.
- ``constant``: its attribute of that name holds the result (a ``DenseAttr``): known when it is planned.
- ``identity``: of a rank-0 operand the result is that operand, whatever the attributes; so it is of whole arrays, place by place.
- ``sizes``: the operands that may be of MLIR's ``index``, in which shape computations hold sizes.
- ``passes``: only hands values on, wherever those lie.
- ``spreads``: of a rank-0 operand the result is that operand at every place.
- ``means``: what it does, for those who rewrite plans (see ``meanings.py``); ``neutral``: the operands that leave the other one as it is;
  ``ends``: those that are the result, whatever the other one is.
- ``keeps``: where operand and result have one type, the result is the operand: True, or a function of the attributes that says so.
- ``exact``: of floats the result is an operand at each place, perhaps with another sign: it has the precision of theirs.
- ``error``: how far its results may be off (see ``error_bounds.py``); of an op that does not say, not at all.
- ``waits``: it has a ``steps`` rule that may wait for other processes.
- ``recodes``: takes the bits of its operand for other numbers.
- ``starts``: what its region does goes on beside what comes after it.
- ``idle_regions``: it may have regions that mean nothing when it runs.
- ``unranked``: what becomes of tensors of unknown rank: ``"any"`` where the rule is asked about their elements alone (what CHLO's ops
  do), ``"own"`` where the rule knows them, else ``""``: they are refused.
- ``apart``: what differs between the processes of a grid, whatever they bring: its ``"results"``, or what its ``"region"`` is given.
- ``variants``: what else it is declared as, by what is written: a function of the op that gives another ``OpSpec``, or None.
- ``view``: ``"always"`` where the results take no memory of their own, but show that of operands; ``"maybe"`` where they may (of ops
  that are not element-wise the default), ``"never"`` where they never do; or a function of the operands' types that says which.
"""

from __future__ import annotations

import inspect
import re
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from .annotations import Region, Regions
from .decode import kind_of, read_annotation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ..ir.core import Op
    from .decode import Kind
    from .error_bounds import ErrorBound
    from .meanings import Meaning, Neutral

#: Every op that exists, by full name. Filled by the decorator when a family is imported.
OPS: dict[str, OpSpec] = {}

#: Dialects in the order in which a bare name is looked up.
LOOKUP_ORDER = ("stablehlo", "func", "chlo", "check")

_PACKAGE = __name__.rpartition(".")[0]
_FOLDER = Path(__file__).parent
#: A declaration in a family's text: a call at the beginning of a line, first of all with the full name of an op.
_DECLARATION = re.compile(r'^(?:@|\w+ = )?\w+\(\s*"(\w+\.[\w.$-]+)"', re.MULTILINE)
_SPECIAL = {"discardable", "generator", "memory", "meshes", "own", "process", "result", "results", "run_grid"}
#: Those that belong to a run.
_OF_THE_RUN = frozenset({"generator", "memory", "process", "run_grid"})


class Operand:
    """A positional parameter of an op."""

    __slots__ = ("name", "optional", "variadic")

    def __init__(self, name: str, variadic: bool, optional: bool):
        self.name = name
        self.variadic = variadic
        self.optional = optional


class AttributeParam:
    """A keyword-only parameter of an op that is an attribute in the text."""

    __slots__ = ("default", "kind", "name", "required")

    def __init__(self, name: str, kind: Kind, default: Any):
        self.name = name
        self.kind = kind
        self.required = default is inspect.Parameter.empty
        self.default = None if self.required else default


class OpSpec:
    """One op: what it is called, takes, checks and does."""

    def __init__(self, name: str, function: Callable[..., Any], **options: Any):
        self.name = name
        self.dialect, _, self.mnemonic = name.partition(".")
        #: What the codes of its rules begin with.
        self.code_group = self.mnemonic if self.dialect == "stablehlo" else name
        self.function = function
        self.doc = inspect.cleandoc(function.__doc__ or "")
        self._take(options)
        self._read_signature()
        self._begin_without_rules()

    def _take(self, options: dict[str, Any]) -> None:
        """The options of the decorator, with what each is where it is not given."""
        self.form: str | None = options.pop("form", None)
        self.elementwise: bool = options.pop("elementwise", False)
        self.low: str = options.pop("low", "as is")
        self.quantized: str | None = options.pop("quantized", None)
        self.pure: bool = options.pop("pure", True)
        self.total: bool = options.pop("total", False)
        self.sure: bool = options.pop("sure", False) or self.total or self.elementwise
        self.updates: int | None = options.pop("updates", None)
        self.terminator: bool = options.pop("terminator", False)
        self.collective: bool = options.pop("collective", False)
        self.constant: str | None = options.pop("constant", None)
        self.identity: bool = options.pop("identity", False)
        self.passes: bool = options.pop("passes", False)
        self.spreads: bool = options.pop("spreads", False)
        self.means: Meaning | None = options.pop("means", None)
        self.neutral: tuple[Neutral, ...] = options.pop("neutral", ())
        self.ends: tuple[Neutral, ...] = options.pop("ends", ())
        self.keeps: bool | Callable[[Mapping[str, Any]], bool] = options.pop("keeps", False)
        self.exact: bool = options.pop("exact", False)
        self.error: ErrorBound | None = options.pop("error", None)
        self.waits: bool = options.pop("waits", False)
        self.recodes: bool = options.pop("recodes", False)
        self.starts: bool = options.pop("starts", False)
        self.idle_regions: bool = options.pop("idle_regions", False)
        self.unranked: str = options.pop("unranked", "any" if self.dialect == "chlo" else "")
        self.apart: str = options.pop("apart", "")
        self.view: str | Callable[..., str] = options.pop("view", "")
        self.variants: Callable[[Op], OpSpec | None] | None = options.pop("variants", None)
        self.sizes: tuple[str, ...] = options.pop("sizes", ())
        if options:
            raise TypeError(f"{self.name}: unknown options {sorted(options)}")

    def _begin_without_rules(self) -> None:
        """What the op's rules will set."""
        #: A function of the array library, and the kinds of elements for which it is all there is to the op.
        self.library: tuple[str, tuple[str, ...]] | None = None
        self.infer_rule: Callable[..., Any] | None = None
        self.infer_wants: frozenset[str] = frozenset()
        #: Whether the rule looks at nothing but the types of operands and results, attributes and regions.
        self.is_typed_alone = not self.names_symbols
        self.element_code = self.shape_code = ""
        self.plan_rule: Callable[..., Any] | None = None
        self.plan_wants: frozenset[str] = frozenset()
        self.number_rule: Callable[..., Any] | None = None
        self.number_wants: frozenset[str] = frozenset()
        self.inline_rule: Callable[..., Any] | None = None
        self.inline_wants: frozenset[str] = frozenset()
        self.steps_rule: Callable[..., Any] | None = None
        self.steps_wants: frozenset[str] = frozenset()
        self.fast_rule: Callable[..., Any] | None = None
        self.fast_wants: frozenset[str] = frozenset()
        self.sight_rule: Callable[..., Any] | None = None
        self.vectorise_rule: Callable[..., Any] | None = None
        self.vectorise_wants: frozenset[str] = frozenset()

    def _read_signature(self) -> None:
        """What the function's parameters say of operands, attributes and regions."""
        self.operands: list[Operand] = []
        self.min_operands = 0
        #: None when any number may come.
        self.max_operands: int | None = None
        self.attributes: dict[str, AttributeParam] = {}
        self.regions: list[str] = []
        self.variadic_regions = False
        self.callees: list[str] = []
        #: Whether it names functions or meshes of the module.
        self.names_symbols = False
        self.wants: set[str] = set()
        #: Whether its function is promised that the result is a tensor.
        self.makes_tensor = False
        #: The values of the attributes where none is written; None when one has to be.
        self.defaults: dict[str, Any] | None = None
        #: The parameter of the function for an attribute or region: a trailing underscore keeps Python's names apart.
        self.keyword_of: dict[str, str] = {}
        parameters = list(inspect.signature(self.function).parameters.values())[1:]
        for parameter in parameters:
            name = parameter.name
            self.keyword_of[name.rstrip("_")] = name
            if parameter.kind is parameter.VAR_POSITIONAL:
                self.operands.append(Operand(name, True, True))
            elif parameter.kind is not parameter.KEYWORD_ONLY:
                self.operands.append(Operand(name, False, parameter.default is not parameter.empty))
            elif name in _SPECIAL:
                self.wants.add(name)
                self.makes_tensor |= name == "result" and parameter.annotation == "TensorType"
            else:
                self._add_keyword(name.rstrip("_"), parameter)
        self.names_symbols = bool(self.callees) or "meshes" in self.wants
        self.min_operands = sum(not operand.optional for operand in self.operands)
        if not any(operand.variadic for operand in self.operands):
            self.max_operands = len(self.operands)
        if not any(attribute.required for attribute in self.attributes.values()):
            self.defaults = {name: attribute.default for name, attribute in self.attributes.items()}

    def _add_keyword(self, name: str, parameter: inspect.Parameter) -> None:
        """A region or an attribute, by the annotation."""
        hint = read_annotation(parameter.annotation)
        if hint in (Region, Regions):
            self.regions.append(name)
            self.variadic_regions = hint == Regions
            return
        kind = kind_of(hint)
        if kind.names_functions:
            self.callees.append(name)
        self.attributes[name] = AttributeParam(name, kind, parameter.default)

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def __call__(self, xp: Any, *arrays: Any, **keywords: Any) -> Any:
        """Run the bare function: for a quick try and for ops that are made of others."""
        return self.function(xp, *arrays, **keywords)

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return self.doc.partition("\n")[0]

    def code(self, label: str) -> str:
        """The code of one of its rules."""
        return f"{self.code_group}.{label}"

    def infer(
        self, rule: Callable[..., Any] | None = None, *, result: str = "", element: str = "", shape: str = ""
    ) -> Any:
        """Set the rule that checks and types at once."""

        def keep(function: Callable[..., Any]) -> OpSpec:
            self.infer_rule = function
            self.infer_wants = _keywords(function)
            self._require_known(name.rstrip("_") for name in self.infer_wants - {"op"})
            self.is_typed_alone = not self.names_symbols and "op" not in self.infer_wants
            self.element_code, self.shape_code = element or result, shape or result
            return self

        return keep if rule is None else keep(rule)

    def plan(self, rule: Callable[..., Any]) -> OpSpec:
        """Set the function that makes the function of arrays."""
        self.plan_rule = rule
        self.plan_wants = _keywords(rule)
        self._require_known(name.rstrip("_") for name in self.plan_wants)
        return self

    def _require_known(self, wanted: Iterable[str]) -> None:
        """A rule asks only for what the op's function names, and for the declared types."""
        unknown = {*wanted} - {*self.keyword_of, "result", "results", "op"}
        if unknown:
            raise TypeError(f"a rule of {self.name} asks for {', '.join(sorted(unknown))}, which the op does not have")

    def number(self, rule: Callable[..., Any]) -> OpSpec:
        """Set what says how the op is done on Python's numbers."""
        self.number_rule = rule
        self.number_wants = _keywords(rule)
        self._require_known(name.rstrip("_") for name in self.number_wants)
        return self

    def inline(self, rule: Callable[..., Any]) -> OpSpec:
        """Set how the op is written into the code of those around it; see ``flow.py``."""
        self.inline_rule = rule
        self.inline_wants = _keywords(rule)
        return self

    def steps(self, rule: Callable[..., Any]) -> OpSpec:
        """Set how the op runs its regions one after the other (control flow)."""
        self.steps_rule = rule
        self.steps_wants = _keywords(rule)
        return self

    def fast(self, rule: Callable[..., Any]) -> OpSpec:
        """Set how the op runs its regions when nobody wants to stop in between; see ``flow.py``."""
        self.fast_rule = rule
        self.fast_wants = _keywords(rule)
        return self

    def vectorise(self, rule: Callable[..., Any]) -> OpSpec:
        """Set how the op runs on whole arrays, place by place; see ``flow.py``."""
        self.vectorise_rule = rule
        self.vectorise_wants = _keywords(rule)
        return self

    def sight(self, rule: Callable[..., Any]) -> OpSpec:
        """Set what the op's results are for operands of static types, where its regions are of dynamic ones; see ``flow.py``."""
        self.sight_rule = rule
        return self

    @cached_property
    def is_bound_alone(self) -> bool:
        """Whether types and attributes decide all that there is to its function, where it has no regions."""
        known = self.names_symbols or self.of_the_run or self.collective or self.steps_rule is not None
        return not known and "op" not in self.plan_wants and "discardable" not in self.wants

    @property
    def of_the_run(self) -> frozenset[str]:
        """The special parameters that every run has its own of."""
        return _OF_THE_RUN & self.wants


def _keywords(function: Callable[..., Any]) -> frozenset[str]:
    """The keyword-only parameters; read off the code, as every family asks while it is loaded."""
    code = function.__code__
    return frozenset(code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount])


def op(name: str, **options: Any) -> Callable[[Callable[..., Any]], OpSpec]:
    """Declare an op; see the module's docstring."""

    def declare(function: Callable[..., Any]) -> OpSpec:
        known = OPS.get(name)
        if (
            known is not None and known.function.__module__ != function.__module__
        ):  # else its import was broken off before
            raise TypeError(f"{name} is declared twice")
        spec = OPS[name] = OpSpec(name, function, **options)
        return spec

    return declare


def lookup(name: str) -> OpSpec | None:
    """The op of a full name, or of a bare one in ``LOOKUP_ORDER``. Imports the family that declares it, no other."""
    if "." in name:
        return OPS.get(name) or _import_home(name)
    for dialect in LOOKUP_ORDER:
        found = lookup(f"{dialect}.{name}")
        if found is not None:
            return found
    return None


def of(op: Op) -> OpSpec | None:
    """The declaration of an op, or None where there is none: looked up once by its name and kept on the op."""
    kept = op.spec
    if not isinstance(kept, OpSpec) or kept.name != op.name:
        kept = op.spec = lookup(op.name) if "." in op.name else None
    if kept is None or kept.variants is None:
        return kept
    return kept.variants(op) or kept


def names() -> Iterable[str]:
    """All full names."""
    load()
    return OPS.keys()


_loaded = False


def load() -> None:
    """Import every family: each module in a folder of this package."""
    global _loaded
    if not _loaded:
        for family in _families():
            import_module(f"{_PACKAGE}.{family}")
        _loaded = True


def _import_home(name: str) -> OpSpec | None:
    if not _loaded:
        for family in _homes().get(name, ()):
            import_module(f"{_PACKAGE}.{family}")
            if name in OPS:
                break
        else:
            load()
    return OPS.get(name)


@cache
def _homes() -> dict[str, list[str]]:
    """The families whose own text looks as if they declared an op of a name."""
    found: dict[str, list[str]] = {}
    for family in _families():
        try:
            text = _FOLDER.joinpath(*family.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        except OSError:  # no sources beside the compiled files: all families are loaded then
            return {}
        for name in _DECLARATION.findall(text):
            found.setdefault(name, []).append(family)
    return found


def _families() -> list[str]:
    """``control.control_flow`` and so on: the modules in the folders of this package."""
    folders = [module.name for module in iter_modules([str(_FOLDER)]) if module.ispkg]
    return [f"{folder}.{module.name}" for folder in folders for module in iter_modules([str(_FOLDER / folder)])]
