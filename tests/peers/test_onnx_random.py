"""Random nodes, with types and versions from ONNX's schemas, against onnx.reference and ONNX Runtime.

Where the two peers differ, ours must agree with one of them; which one is right is decided, case by case, in
``test_onnx_differences.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from peers.onnx_engines import Node, check

pytestmark = pytest.mark.peers

Draw = Callable[[st.SearchStrategy], Any]
Maker = Callable[[Draw, onnx.defs.OpSchema], Node]

TYPES = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(float16)": np.float16,
    "tensor(int8)": np.int8,
    "tensor(int16)": np.int16,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
    "tensor(uint8)": np.uint8,
    "tensor(uint16)": np.uint16,
    "tensor(uint32)": np.uint32,
    "tensor(uint64)": np.uint64,
    "tensor(bool)": np.bool_,
    "tensor(string)": np.object_,
}

MAKERS: dict[str, Maker] = {}


def makes(*names: str) -> Callable[[Maker], Maker]:
    def register(maker: Maker) -> Maker:
        MAKERS.update(dict.fromkeys(names, maker))
        return maker

    return register


def versions(name: str) -> list[onnx.defs.OpSchema]:
    """The schemas of an operator from opset 7 on; the one that opset 7 has comes under its own number."""
    schemas = [s for s in onnx.defs.get_all_schemas_with_history() if s.name == name and s.domain == ""]
    schemas = sorted((s for s in schemas if not s.deprecated), key=lambda schema: schema.since_version)
    old = [schema for schema in schemas if schema.since_version <= 7]
    return old[-1:] + [schema for schema in schemas if schema.since_version > 7]


def node(schema: onnx.defs.OpSchema, inputs: list[Any], outputs: int = 1, **attributes: Any) -> Node:
    given = {name: value for name, value in attributes.items() if value is not None}
    return Node(schema.name, max(schema.since_version, 7), inputs, given, outputs)


def dtype(draw: Draw, schema: onnx.defs.OpSchema, letter: str = "T", without: str = "OS") -> Any:
    allowed = next(t.allowed_type_strs for t in schema.type_constraints if t.type_param_str == letter)
    known = [TYPES[name] for name in allowed if name in TYPES and np.dtype(TYPES[name]).kind not in without]
    known = [kind for kind in known if np.dtype(kind).char not in without]
    return draw(st.sampled_from(known))


def shape(draw: Draw, least: int = 0, most: int = 3, smallest: int = 0, largest: int = 4) -> tuple[int, ...]:
    return tuple(draw(st.lists(st.integers(smallest, largest), min_size=least, max_size=most)))


def array(draw: Draw, kind: Any, sizes: tuple[int, ...], low: int = -6, high: int = 6) -> np.ndarray:
    """Values in small steps; texts of a few letters."""
    generator = np.random.default_rng(draw(st.integers(0, 10_000)))
    kind = np.dtype(kind)
    if kind.kind == "O":
        return generator.choice(np.array(["", "a", "b", "ab", "Ab"], object), sizes)
    if kind.kind == "b":
        return generator.integers(0, 2, sizes).astype(bool)
    if kind.kind == "u":
        return generator.integers(max(low, 0), high + 1, sizes).astype(kind)
    if kind.kind == "i":
        return generator.integers(low, high + 1, sizes).astype(kind)
    return (generator.integers(low * 4, high * 4 + 1, sizes) / 4).astype(kind)


def axis_of(draw: Draw, rank: int) -> int:
    return draw(st.integers(-rank, rank - 1))


def fits(draw: Draw, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """A shape that broadcasts with another."""
    cut = draw(st.integers(0, len(sizes)))
    return tuple(1 if draw(st.booleans()) else size for size in sizes[cut:])


def first_letter(schema: onnx.defs.OpSchema) -> str:
    return schema.inputs[0].type_str


@makes(
    "Abs", "Neg", "Sign", "Floor", "Ceil", "Round", "Exp", "Sin", "Cos", "Tan", "Atan", "Sinh", "Cosh", "Tanh", "Asinh",
    "Erf", "IsNaN", "Identity", "Not", "BitwiseNot", "Size", "NonZero", "Relu", "Sigmoid", "Softplus", "Softsign",
    "HardSwish", "Mish",
)  # fmt: skip
def unary(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    letter = "V" if schema.name == "Identity" and schema.since_version >= 14 else first_letter(schema)
    without = {"Erf": "iud", "HardSwish": "d"}.get(schema.name, "OS")
    return node(schema, [array(draw, dtype(draw, schema, letter, without), shape(draw))])


@makes("Sqrt", "Log", "Reciprocal", "Acosh")
def positive(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    return node(schema, [array(draw, dtype(draw, schema), shape(draw), low=1)])


@makes("Asin", "Acos", "Atanh")
def small(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    value = array(draw, dtype(draw, schema), shape(draw))
    return node(schema, [(value / 7).astype(value.dtype)])


@makes(
    "Add", "Sub", "Mul", "And", "Or", "Xor", "Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "BitwiseAnd",
    "BitwiseOr", "BitwiseXor", "PRelu",
)  # fmt: skip
def binary(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    kind, sizes = dtype(draw, schema), shape(draw)
    pair = [array(draw, kind, sizes), array(draw, kind, fits(draw, sizes))]
    turned = schema.name != "PRelu" and draw(st.booleans())
    return node(schema, pair[::-1] if turned else pair)


@makes("Div", "Mod")
def division(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    kind, sizes = dtype(draw, schema), shape(draw)
    divisor = array(draw, kind, fits(draw, sizes))
    divisor = np.where(divisor == 0, np.array(3, kind), divisor)
    fmod = int(np.dtype(kind).kind == "f" or draw(st.booleans())) if schema.name == "Mod" else None
    return node(schema, [array(draw, kind, sizes), divisor], fmod=fmod)


@makes("Pow")
def power(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    base, sizes = dtype(draw, schema), shape(draw)
    exponent = dtype(draw, schema, "T1") if schema.since_version >= 12 else base
    return node(schema, [array(draw, base, sizes, 0, 4), array(draw, exponent, fits(draw, sizes), 0, 3)])


@makes("BitShift")
def bit_shift(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    kind, sizes = dtype(draw, schema), shape(draw)
    pair = [array(draw, kind, sizes, 0, 100), array(draw, kind, fits(draw, sizes), 0, 7)]
    return node(schema, pair, direction=draw(st.sampled_from(["LEFT", "RIGHT"])))


@makes("Sum", "Mean", "Max", "Min")
def several(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    kind, sizes = dtype(draw, schema), shape(draw)
    count = draw(st.integers(1, 3))
    shapes = [sizes, *(fits(draw, sizes) if schema.since_version >= 8 else sizes for _ in range(count - 1))]
    return node(schema, [array(draw, kind, one) for one in shapes])


@makes("Clip")
def clip(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    kind = dtype(draw, schema)
    value = array(draw, kind, shape(draw))
    bounds = [draw(st.none() | st.just(np.array(bound, kind))) for bound in (1, 3)]
    if schema.since_version >= 11:
        return node(schema, [value, *bounds])
    return node(schema, [value], min=1.0, max=3.0)


@makes("CumSum")
def cumulative(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    value = array(draw, dtype(draw, schema), sizes)
    flags = {name: draw(st.integers(0, 1)) for name in ("exclusive", "reverse")}
    return node(schema, [value, np.array(axis_of(draw, len(sizes)), np.int64)], **flags)


@makes("Cast")
def cast(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    value = array(draw, dtype(draw, schema, "T1"), shape(draw), 0, 6)
    to = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype(draw, schema, "T2")))
    return node(schema, [value], to=to)


@makes("CastLike")
def cast_like(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    value = array(draw, dtype(draw, schema, "T1"), shape(draw), 0, 6)
    return node(schema, [value, np.zeros(1, dtype(draw, schema, "T2"))])


@makes(
    "ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2", "ReduceLogSum",
    "ReduceLogSumExp", "ReduceSumSquare",
)  # fmt: skip
def reduction(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, smallest=1)
    # Logarithms and roots of integers are rounded as each engine likes; ONNX took these types away in opset 28.
    without = "OSiu" if "Log" in schema.name or schema.name == "ReduceL2" else "OS"
    value = array(draw, dtype(draw, schema, without=without), sizes, 1, 4)
    some = draw(st.lists(st.integers(0, len(sizes) - 1), unique=True)) if sizes else []
    axes = [axis - len(sizes) if draw(st.booleans()) else axis for axis in some] or None
    keepdims = draw(st.integers(0, 1))
    if len(schema.inputs) == 1:
        return node(schema, [value], axes=axes, keepdims=keepdims)
    noop = draw(st.integers(0, 1))
    given = [] if axes is None else [np.array(axes, np.int64)]
    return node(schema, [value, *given], keepdims=keepdims, noop_with_empty_axes=noop)


@makes("ArgMax", "ArgMin")
def extreme(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    last = draw(st.integers(0, 1)) if "select_last_index" in schema.attributes else None
    value = array(draw, dtype(draw, schema), sizes, 0, 2)
    return node(
        schema, [value], axis=axis_of(draw, len(sizes)), keepdims=draw(st.integers(0, 1)), select_last_index=last
    )


@makes("Reshape")
def reshape(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, smallest=1)
    wanted = list(draw(st.permutations(sizes)))
    for place in range(len(wanted)):
        if wanted[place] == sizes[place] and draw(st.booleans()):
            wanted[place] = 0
    if wanted and draw(st.booleans()):
        wanted[draw(st.integers(0, len(wanted) - 1))] = -1
    return node(schema, [array(draw, dtype(draw, schema), sizes), np.array(wanted, np.int64)])


@makes("Transpose")
def transpose(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw)
    perm = draw(st.none() | st.permutations(range(len(sizes)))) if sizes else None
    return node(schema, [array(draw, dtype(draw, schema), sizes)], perm=perm)


@makes("Flatten")
def flatten(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1)
    low = -len(sizes) if schema.since_version >= 11 else 0
    return node(schema, [array(draw, dtype(draw, schema), sizes)], axis=draw(st.integers(low, len(sizes))))


@makes("Squeeze", "Unsqueeze")
def squeeze(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    axes = sorted(draw(st.sets(st.integers(0, 2), min_size=1)))
    sizes = shape(draw, least=3 - len(axes), most=3 - len(axes))
    if schema.name == "Squeeze":
        for axis in axes:
            sizes = (*sizes[:axis], 1, *sizes[axis:])
    if schema.since_version >= 11 and draw(st.booleans()):
        axes = [axis - 3 for axis in axes]
    value = array(draw, dtype(draw, schema), sizes)
    if len(schema.inputs) == 2:
        return node(schema, [value, np.array(axes, np.int64)])
    return node(schema, [value], axes=axes)


@makes("Expand")
def expand(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw)
    pair = [fits(draw, sizes), fits(draw, sizes)]
    return node(schema, [array(draw, dtype(draw, schema), pair[0]), np.array(pair[1], np.int64)])


@makes("Tile")
def tile(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1)
    repeats = [draw(st.integers(0, 3)) for _ in sizes]
    return node(schema, [array(draw, dtype(draw, schema), sizes), np.array(repeats, np.int64)])


@makes("Concat")
def concat(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1)
    axis = axis_of(draw, len(sizes)) if schema.since_version >= 11 else draw(st.integers(0, len(sizes) - 1))
    kind = dtype(draw, schema)
    parts = []
    for length in draw(st.lists(st.integers(0, 3), min_size=1, max_size=3)):
        part = list(sizes)
        part[axis] = length
        parts.append(array(draw, kind, tuple(part)))
    return node(schema, parts, axis=axis)


@makes("Split")
def split(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = list(shape(draw, least=1, smallest=1))
    axis = draw(st.integers(0, len(sizes) - 1))
    parts = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    sizes[axis] = sum(parts)
    value = array(draw, dtype(draw, schema), tuple(sizes))
    if schema.since_version >= 13:
        return node(schema, [value, np.array(parts, np.int64)], outputs=len(parts), axis=axis)
    return node(schema, [value], outputs=len(parts), axis=axis, split=parts)


@makes("Slice")
def slice_(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1)
    axes = draw(st.lists(st.integers(0, len(sizes) - 1), unique=True, min_size=1))
    bounds = st.integers(-6, 6)
    starts, ends = [draw(bounds) for _ in axes], [draw(bounds) for _ in axes]
    value = array(draw, dtype(draw, schema), sizes)
    if len(schema.inputs) == 1:
        return node(schema, [value], starts=starts, ends=ends, axes=axes)
    kind = dtype(draw, schema, "Tind")
    steps = [draw(st.sampled_from([-3, -2, -1, 1, 2])) for _ in axes]
    return node(schema, [value, *(np.array(part, kind) for part in (starts, ends, axes, steps))])


@makes("Pad")
def pad(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1, smallest=2)
    mode = draw(st.sampled_from(["constant", "reflect", "edge"] + ["wrap"] * (schema.since_version >= 19)))
    amounts = [draw(st.integers(0 if mode != "constant" else -1, 1)) for _ in range(2 * len(sizes))]
    kind = dtype(draw, schema)
    value = array(draw, kind, sizes)
    if len(schema.inputs) == 1:
        return node(schema, [value], pads=amounts, mode=mode, value=2.0)
    return node(schema, [value, np.array(amounts, np.int64), np.array(2, kind)], mode=mode)


@makes("Shape")
def shape_of(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    bounds = {name: draw(st.none() | st.integers(-4, 4)) for name in schema.attributes}
    return node(schema, [array(draw, dtype(draw, schema), shape(draw))], **bounds)


@makes("ConstantOfShape")
def constant_of_shape(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    kind = dtype(draw, schema, "T2")
    value = draw(st.none() | st.just(onnx.numpy_helper.from_array(np.array([1], kind))))
    return node(schema, [np.array(shape(draw), np.int64)], value=value)


@makes("EyeLike")
def eye_like(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    value = array(draw, dtype(draw, schema, "T1"), shape(draw, least=2, most=2))
    return node(schema, [value], k=draw(st.integers(-4, 4)))


@makes("Range")
def arange(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    kind = dtype(draw, schema)
    bounds = [draw(st.integers(-8, 8)), draw(st.integers(-8, 8)), draw(st.sampled_from([-3, -1, 1, 2]))]
    return node(schema, [np.array(bound, kind) for bound in bounds])


@makes("Trilu")
def trilu(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    value = array(draw, dtype(draw, schema), shape(draw, least=2, smallest=1))
    return node(schema, [value, np.array(draw(st.integers(-5, 5)), np.int64)], upper=draw(st.integers(0, 1)))


@makes("ReverseSequence")
def reverse_sequence(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    time = draw(st.integers(0, 1))
    sizes = shape(draw, least=2, smallest=1)
    lengths = [draw(st.integers(1, sizes[time])) for _ in range(sizes[1 - time])]
    value = array(draw, dtype(draw, schema), sizes)
    return node(schema, [value, np.array(lengths, np.int64)], time_axis=time, batch_axis=1 - time)


@makes("Where")
def where(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes, kind = shape(draw), dtype(draw, schema)
    return node(schema, [array(draw, kind if part else bool, fits(draw, sizes)) for part in range(3)])


@makes("Compress")
def compress(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    axis = draw(st.none() | st.integers(0, len(sizes) - 1))
    length = int(np.prod(sizes)) if axis is None else sizes[axis]
    condition = array(draw, bool, (draw(st.integers(0, length)),))
    return node(schema, [array(draw, dtype(draw, schema), sizes), condition], axis=axis)


@makes("Gather", "GatherElements", "ScatterElements")
def gather(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    axis = draw(st.integers(0, len(sizes) - 1))
    kind, number = dtype(draw, schema), dtype(draw, schema, "Tind")
    where = shape(draw) if schema.name == "Gather" else tuple(draw(st.integers(0, size)) for size in sizes)
    if schema.name == "ScatterElements":
        order = np.random.default_rng(draw(st.integers(0, 99))).random(sizes).argsort(axis)
        indices = order[tuple(slice(size) for size in where)].astype(number)
        updates = array(draw, kind, indices.shape)
        choices = (
            ["none"] + ["add", "mul"] * (schema.since_version >= 16) + ["max", "min"] * (schema.since_version >= 18)
        )
        numeric = np.dtype(kind).kind != "b"
        reduction = draw(st.sampled_from(choices)) if numeric and len(choices) > 1 else None
        return node(schema, [array(draw, kind, sizes), indices, updates], axis=axis, reduction=reduction)
    low = -sizes[axis] if schema.since_version >= 11 else 0
    indices = array(draw, number, where, low, sizes[axis] - 1)
    return node(schema, [array(draw, kind, sizes), indices], axis=axis)


@makes("GatherND")
def gather_nd(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    batches = draw(st.integers(0, len(sizes) - 1)) if "batch_dims" in schema.attributes else 0
    depth = draw(st.integers(1, len(sizes) - batches))
    where = sizes[:batches] + (() if batches == len(sizes) - 1 else shape(draw, most=1, smallest=1))
    parts = [array(draw, np.int64, where, -size, size - 1) for size in sizes[batches : batches + depth]]
    value = array(draw, dtype(draw, schema), sizes)
    return node(schema, [value, np.stack(parts, axis=-1)], batch_dims=batches or None)


@makes("ScatterND")
def scatter_nd(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes, kind = shape(draw, least=1, smallest=1), dtype(draw, schema)
    depth = draw(st.integers(1, len(sizes)))
    cells = np.stack(np.unravel_index(np.arange(int(np.prod(sizes[:depth]))), sizes[:depth]), axis=-1)
    chosen = np.random.default_rng(draw(st.integers(0, 99))).permutation(cells)[: draw(st.integers(1, 3))]
    updates = array(draw, kind, (len(chosen), *sizes[depth:]))
    numeric = np.dtype(kind).kind != "b" and schema.since_version >= 16
    reduction = draw(st.sampled_from(["none", "add", "mul"])) if numeric else None
    return node(schema, [array(draw, kind, sizes), chosen.astype(np.int64), updates], reduction=reduction)


@makes("OneHot")
def one_hot(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, most=2)
    indices = array(draw, np.int64, sizes, -5, 5)
    values = array(draw, dtype(draw, schema, "T3"), (2,))
    axis = draw(st.integers(-len(sizes) - 1, len(sizes)))
    return node(schema, [indices, np.array(draw(st.integers(1, 4)), np.int64), values], axis=axis)


@makes("TopK")
def top_k(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    axis = axis_of(draw, len(sizes)) if schema.since_version >= 11 else draw(st.integers(0, len(sizes) - 1))
    count = draw(st.integers(1, sizes[axis]))
    value = array(draw, dtype(draw, schema), sizes)
    largest = draw(st.integers(0, 1)) if schema.since_version >= 11 else None
    if len(schema.inputs) == 1:
        return node(schema, [value], outputs=2, axis=axis, k=count)
    return node(schema, [value, np.array([count], np.int64)], outputs=2, axis=axis, largest=largest)


@makes("Unique")
def unique(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    axis = draw(st.none() | st.integers(0, len(sizes) - 1))
    value = array(draw, dtype(draw, schema, without="S"), sizes, 0, 2)
    # onnx.reference is wrong without sorting, and ONNX Runtime knows these types only.
    known = value.dtype in (np.int8, np.int64, np.float32, np.float64, object)
    return node(schema, [value], outputs=4, axis=axis, sorted=draw(st.integers(0, 1)) if known else 1)


@makes("NonMaxSuppression")
def non_max_suppression(draw: Draw, schema: onnx.defs.OpSchema) -> Node:
    batches, labels, count = draw(st.integers(1, 2)), draw(st.integers(1, 2)), draw(st.integers(1, 5))
    boxes = array(draw, np.float32, (batches, count, 4), 0, 4)
    scores = np.random.default_rng(draw(st.integers(0, 99))).random((batches, labels, count)).astype(np.float32)
    limits = [np.array([2], np.int64), np.array([0.3], np.float32), np.array([0.2], np.float32)]
    return node(schema, [boxes, scores, *limits], center_point_box=0)


@pytest.mark.parametrize("name", sorted(MAKERS))
@settings(max_examples=20, deadline=None, derandomize=True, database=None, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_random_node(name: str, data: st.DataObject) -> None:
    schema = data.draw(st.sampled_from(versions(name)), label="version")
    check(MAKERS[name](data.draw, schema))
