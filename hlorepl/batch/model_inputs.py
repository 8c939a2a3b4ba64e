"""What ``--input`` and ``--random`` give to models: an ONNX model's inputs, the free input ports of an MDF graph in each step."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.types import TensorType, element, element_of
from ..wording import are, counted, offer
from .inputs import arrays_in_file, drawn, generator, random_value, shapes_of
from .options import UsageError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping, Sequence

    from ..mdf.model import InputPort, Model
    from ..onnx.loading import OnnxModel

    #: What free input ports get, by the number of the step.
    Inputs = Callable[[int], dict[str, Any]]

# ONNX


def onnx_inputs(model: OnnxModel, options: Namespace) -> dict[str, Any]:
    """The inputs of a model by name; raises ``UsageError`` when their number is wrong."""
    needed = [name for name in model.inputs if name not in model.optional]
    if options.input is not None:
        arrays = arrays_in_file(options.input, options.max_memory)
        try:
            found = model.named(arrays)
        except HloError as error:
            raise UsageError(error.message, code=error.code, help=error.help) from None
    elif options.random is not None:
        found = _random_inputs(model, needed, options)
    else:
        found = {}
    missing = [name for name in needed if name not in found]
    if missing:
        listed = ", ".join(f"{name}: {model.inputs[name]}" for name in missing)
        raise UsageError(
            f"the model takes {counted(len(needed), 'input')}, and {len(found)} {are(len(found))} given",
            code="run.arguments",
            help=[f"what is missing: {listed}", "give inputs with --input FILE or --random SEED"],
        )
    return found


def _random_inputs(model: OnnxModel, needed: list[str], options: Namespace) -> dict[str, Any]:
    places = {name: number for number, name in enumerate(needed)}
    shapes = shapes_of(options.shape, places, len(needed))
    sizes: dict[Any, int] = _symbols([model.inputs[name].shape for name in needed], shapes)
    found: dict[str, Any] = {}
    for number, name in enumerate(needed):
        declared = model.inputs[name]
        try:
            of = element_of(declared.dtype)
        except KeyError:
            message = f"there are no random values for the input {name} of type {declared}"
            raise HloError(message, code="run.random") from None
        shape = tuple(size if isinstance(size, int) else sizes.get(size) for size in declared.shape or ())
        kind = TensorType(shape, of)
        found[name] = random_value(kind, options.random, number, shapes.get(number), name, options.max_memory)
    return found


def _symbols(declared: Sequence[Any], shapes: Mapping[int, tuple[int, ...]]) -> dict[Any, int]:
    """What ``--shape`` says of the sizes that the model gives names to."""
    found: dict[Any, int] = {}
    for number, sizes in shapes.items():
        for symbol, size in zip(declared[number] or (), sizes, strict=False):
            if symbol is not None:
                found.setdefault(symbol, size)
    return found


# MDF


class _Port:
    """A free input port: its name, ``node.port``, and what the model says of it."""

    __slots__ = ("declared", "name")

    def __init__(self, node: str, declared: InputPort):
        self.name = f"{node}.{declared.id}"
        self.declared = declared

    @property
    def type(self) -> TensorType:
        """The type of random values for it."""
        kind = (self.declared.type or "").lower()
        if "str" in kind:
            message = f"there are no random values for the input port {self.name} of type {self.declared.type}"
            raise HloError(message, code="run.random")
        of = element("i64" if "int" in kind else "i1" if "bool" in kind else "f64")
        return TensorType(self.declared.shape, of)


def mdf_inputs(model: Model, options: Namespace) -> Inputs | None:
    """The values of free input ports by the number of the step; None where the command line gives none."""
    if options.input is None and options.random is None:
        return None
    ports = _free_ports(model, options.graph)
    if options.input is not None:
        series = _series(ports, arrays_in_file(options.input, options.max_memory), options.steps)
        return lambda step: {name: values(step) for name, values in series.items()}
    sources = [(port, generator(options.random, number)) for number, port in enumerate(ports)]
    return lambda step: {port.name: drawn(rng, port.type, port.type.sizes) for port, rng in sources}


def _free_ports(model: Model, graph: str | None) -> list[_Port]:
    """The input ports that no edge feeds, in the order of the file."""
    found = model.graphs.get(graph) if graph is not None else next(iter(model.graphs.values()), None)
    if found is None:
        return []
    fed = {(edge.receiver, edge.receiver_port) for edge in found.edges.values()}
    return [
        _Port(node.id, port)
        for node in found.nodes.values()
        for port in node.input_ports.values()
        if (node.id, port.id) not in fed
    ]


def _series(ports: list[_Port], arrays: dict[str, Any], steps: int) -> dict[str, Callable[[int], Any]]:
    """What each port gets in each step: by name where a key is the name of one, else by position."""
    names = {key for port in ports for key in (port.name, port.declared.id)}
    if not any(key in names for key in arrays):
        if len(arrays) != len(ports):
            given = f"{counted(len(arrays), 'array')} {are(len(arrays))} given"
            message = f"the graph has {counted(len(ports), 'free input port')}, and {given}"
            raise UsageError(
                message, code="run.arguments", help=[f"they are {', '.join(p.name for p in ports)}"][: len(ports)]
            )
        return {p.name: _each_step(p, array, steps) for p, array in zip(ports, arrays.values(), strict=True)}
    unknown = next((key for key in arrays if key not in names), None)
    if unknown is not None:
        tip = offer(unknown, [port.name for port in ports])
        raise HloError(f"there is no free input port '{unknown}'", code="run.input", help=tip)
    return {
        port.name: _each_step(port, array, steps)
        for key, array in arrays.items()
        for port in ports
        if key in (port.name, port.declared.id)
    }


def _each_step(port: _Port, array: Any, steps: int) -> Callable[[int], Any]:
    """An array for every step; or one that has a value for each, where it does not fit as it is."""
    shape = port.declared.shape  # () too where the file says nothing
    if array.shape == shape:
        return lambda _: array[()]
    if array.ndim and len(array) == steps and (not shape or array.size == steps * prod(shape)):
        rows = array.reshape(steps, *shape) if shape else array
        return lambda step: rows[step]
    if not shape or not array.ndim:
        return lambda _: array[()]
    wanted = f"{list(shape)}, or {[steps, *shape]} for a value in each step"
    raise HloError(f"the input port {port.name} is of shape {wanted}; {list(array.shape)} is given", code="run.input")
