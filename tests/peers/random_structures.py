"""Ops whose operands, attributes and regions have to fit together: how each of them is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import strategies as st
from peers.random_programs import I64, Maker, ints, pairs, shapes

from hlorepl.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, DenseAttr, EnumAttr, IntegerAttr, StructAttr
from hlorepl.ir.core import Block, Op, Region, Value
from hlorepl.ir.types import ELEMENTS, TensorType, integer_range

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hlorepl.ir.types import ElementType

I1 = ELEMENTS["i1"]


def listed(values: Sequence[int]) -> ArrayAttr:
    return ArrayAttr([IntegerAttr(value, I64) for value in values])


def number(value: int) -> IntegerAttr:
    return IntegerAttr(value, I64)


def struct(kind: str, **fields: Any) -> StructAttr:
    """``#stablehlo.kind<…>`` with numbers and lists of numbers."""
    return StructAttr("stablehlo", kind, {k: number(v) if isinstance(v, int) else listed(v) for k, v in fields.items()})


def declared(op: Op, *types: TensorType) -> Op:
    op.add_results(list(types))
    return op


# --- regions ----------------------------------------------------------------------------------------------------------

BODIES = {
    "bool": ["and", "or", "xor", "add", "multiply", "maximum", "minimum"],
    "int": ["add", "maximum", "minimum", "multiply", "and", "or", "xor"],
    "uint": ["add", "maximum", "minimum", "multiply", "and", "or", "xor"],
    "float": ["add", "maximum", "minimum", "multiply"],
    "complex": ["add", "multiply"],
}


def body(maker: Maker, elements: Sequence[ElementType], names: Sequence[str] | None = None) -> Region:
    """A body of a reduction: an associative op for each pair of elements."""
    scalars = [TensorType((), element) for element in elements]
    arguments = [Value(f"{side}{i}", t) for side in "ab" for i, t in enumerate(scalars)]
    block = Block(arguments)
    for i, type_ in enumerate(scalars):
        name = names[i] if names else maker.choice(BODIES[type_.element.kind])
        op = declared(Op(f"stablehlo.{name}", [arguments[i], arguments[i + len(scalars)]]), type_)
        op.results[0].name = f"r{i}"
        block.ops.append(op)
    block.ops.append(Op("stablehlo.return", [op.results[0] for op in block.ops]))
    return Region([block])


def comparing(element: ElementType, direction: str, others: Sequence[ElementType] = ()) -> Region:
    """A body that compares its first two arguments; floats in total order."""
    arguments = [Value(f"c{i}", TensorType((), e)) for i, e in enumerate((element, element, *others))]
    attributes: dict[str, Any] = {"comparison_direction": EnumAttr("stablehlo", "comparison_direction", direction)}
    if element.is_float:
        attributes["compare_type"] = EnumAttr("stablehlo", "comparison_type", "TOTALORDER")
    op = declared(Op("stablehlo.compare", arguments[:2], attributes), TensorType((), I1))
    op.results[0].name = "less"
    block = Block(arguments)
    block.ops = [op, Op("stablehlo.return", [op.results[0]])]
    return Region([block])


def signed(type_: TensorType) -> bool:
    """Not the float without zero and sign, in which there is nothing to reduce."""
    return type_.element.name != "f8E8M0FNU"


def several(maker: Maker, most: int = 2) -> list[Value]:
    """Values of one shape, of any types."""
    first = maker.any_value(signed)
    assert isinstance(first.type, TensorType)
    more = [maker.of_type(TensorType(first.type.shape, maker.element())) for _ in range(maker.number(0, most - 1))]
    return [first, *more]


def neutral(name: str, element: ElementType) -> Any:
    """The number that a body changes nothing with."""
    import ml_dtypes

    if name in ("add", "or", "xor"):
        return 0
    if element.is_bool:
        return name != "maximum"
    if name in ("multiply", "and"):
        return 1 if name == "multiply" else -1 if element.kind == "int" else integer_range(element)[1]
    if element.is_integer:
        return integer_range(element)[name == "minimum"]
    limits = ml_dtypes.finfo(element.dtype)
    return limits.min if name == "maximum" else limits.max


def start(maker: Maker, name: str, element: ElementType) -> Value:
    """The neutral element of a body, as a constant."""
    type_ = TensorType((), element)
    value = DenseAttr(type_, np.array(neutral(name, element)).astype(element.dtype))
    op = declared(Op("stablehlo.constant", [], {"value": value}), type_)
    op.results[0].name = f"start{len(maker.ops)}"
    maker.ops.append(op)
    return op.results[0]


def reduce(maker: Maker) -> Op:
    inputs = several(maker)
    elements = [v.type.element for v in inputs]
    names = [maker.choice(BODIES[e.kind]) for e in elements]
    dimensions = maker.subset(inputs[0].type.rank)
    # XLA leaves the initial values out where nothing is reduced.
    free = dimensions and maker.flag()
    pairs_ = zip(names, elements, strict=True)
    initial = [maker.fresh(TensorType((), e)) if free else start(maker, name, e) for name, e in pairs_]
    attributes = {"dimensions": ints(dimensions)}
    return Op("stablehlo.reduce", inputs + initial, attributes, [body(maker, elements, names)])


def window(maker: Maker, rank: int) -> dict[str, Any]:
    """Sizes, and strides, dilations and padding where drawn."""
    found: dict[str, Any] = {"window_dimensions": ints(maker.number(1, 3) for _ in range(rank))}
    for name in ("window_strides", "base_dilations", "window_dilations"):
        if maker.flag():
            found[name] = ints(maker.number(1, 3) for _ in range(rank))
    if maker.flag():
        found["padding"] = pairs([(maker.number(0, 2), maker.number(0, 2)) for _ in range(rank)])
    return found


def reduce_window(maker: Maker) -> Op:
    inputs = several(maker)
    elements = [v.type.element for v in inputs]
    names = [maker.choice(BODIES[e.kind]) for e in elements]
    # XLA leaves the initial values out of the padding.
    initial = [start(maker, name, e) for name, e in zip(names, elements, strict=True)]
    attributes = window(maker, inputs[0].type.rank)
    return Op("stablehlo.reduce_window", inputs + initial, attributes, [body(maker, elements, names)])


def select_and_scatter(maker: Maker) -> Op | None:
    operand = maker.any_value(lambda t: t.element.kind in ("int", "uint", "float") and 0 not in t.shape)
    type_ = operand.type
    attributes = window(maker, type_.rank)
    attributes.pop("base_dilations", None)
    attributes.pop("window_dilations", None)
    sizes = attributes["window_dimensions"].values
    strides = attributes["window_strides"].values if "window_strides" in attributes else [1] * type_.rank
    padding = attributes["padding"].array.tolist() if "padding" in attributes else [(0, 0)] * type_.rank
    spans = [n + low + high - w for n, w, (low, high) in zip(type_.shape, sizes, padding, strict=True)]
    if any(span < 0 for span in spans) or any(max(p) >= w for p, w in zip(padding, sizes, strict=True)):
        return None
    shape = tuple(span // stride + 1 for span, stride in zip(spans, strides, strict=True))
    source = maker.of_type(TensorType(shape, type_.element))
    initial = maker.fresh(TensorType((), type_.element))
    select = comparing(type_.element, maker.choice(["GE", "LE", "GT"]))
    scatter = body(maker, [type_.element], ["add"])
    return Op("stablehlo.select_and_scatter", [operand, source, initial], attributes, [select, scatter])


def sort(maker: Maker) -> Op:
    inputs = several(maker, 3)
    elements = [v.type.element for v in inputs]
    others = [e for e in elements[1:] for _ in range(2)]
    region = comparing(elements[0], maker.choice(["LT", "GT"]), others)
    dimension = number(maker.number(-1, inputs[0].type.rank - 1))
    return Op("stablehlo.sort", inputs, {"dimension": dimension, "is_stable": BoolAttr(True)}, [region])


def map_(maker: Maker) -> Op:
    first = maker.any_value()
    pair = [first, maker.of_type(first.type)]
    region = body(maker, [first.type.element])
    return Op("stablehlo.map", pair, {"dimensions": ints(range(first.type.rank))}, [region])


# --- declared results -------------------------------------------------------------------------------------------------


def convert(maker: Maker) -> Op:
    operand = maker.any_value()
    return declared(Op("stablehlo.convert", [operand]), TensorType(operand.type.shape, maker.element()))


def bitcast_convert(maker: Maker) -> Op | None:
    operand = maker.any_value(lambda t: not t.element.is_bool and not t.element.is_complex)
    source, target = operand.type.element, maker.element()
    if target.is_bool or target.is_complex:
        return None
    shape = operand.type.shape
    if source.bits > target.bits and source.bits % target.bits == 0:
        shape = (*shape, source.bits // target.bits)
    elif source.bits < target.bits:
        if not shape or shape[-1] * source.bits != target.bits:
            return None
        shape = shape[:-1]
    elif source.bits != target.bits:
        return None
    return declared(Op("stablehlo.bitcast_convert", [operand]), TensorType(shape, target))


def reshape(maker: Maker) -> Op:
    operand = maker.any_value()
    sizes = list(maker.draw(st.permutations(operand.type.shape)))
    if len(sizes) > 1 and maker.flag():
        sizes[:2] = [sizes[0] * sizes[1]]
    if maker.flag():
        sizes.insert(maker.number(0, len(sizes)), 1)
    return declared(Op("stablehlo.reshape", [operand]), TensorType(tuple(sizes), operand.type.element))


def broadcast_in_dim(maker: Maker) -> Op:
    operand = maker.any_value()
    shape = list(operand.type.shape)
    places = maker.draw(st.permutations(range(len(shape) + 1)))[: len(shape)]
    result = [maker.number(0, 3) for _ in range(len(shape) + 1)]
    for size, place in zip(shape, places, strict=True):
        if size != 1 or maker.flag():
            result[place] = size
    op = Op("stablehlo.broadcast_in_dim", [operand], {"broadcast_dimensions": ints(places)})
    return declared(op, TensorType(tuple(result), operand.type.element))


def iota(maker: Maker) -> Op | None:
    shape, element = maker.draw(shapes()), maker.element()
    if not shape or element.is_bool:
        return None
    dimension = number(maker.number(0, len(shape) - 1))
    return declared(Op("stablehlo.iota", [], {"iota_dimension": dimension}), TensorType(shape, element))


def rng_bit_generator(maker: Maker) -> Op:
    algorithm = maker.choice(["THREE_FRY", "PHILOX", "DEFAULT"])
    state = TensorType((2 if algorithm != "PHILOX" else maker.number(2, 3),), ELEMENTS["ui64"])
    element = ELEMENTS[maker.choice(["ui8", "ui16", "ui32", "ui64"])]
    attribute = EnumAttr("stablehlo", "rng_algorithm", algorithm)
    op = Op("stablehlo.rng_bit_generator", [maker.of_type(state)], {"rng_algorithm": attribute})
    return declared(op, state, TensorType(maker.draw(shapes()), element))


# --- products ---------------------------------------------------------------------------------------------------------


def dot_general(maker: Maker) -> Op:
    """Any dimensions of the left side in batches or contracted; the right side's in another order."""
    left = maker.any_value()
    shape = left.type.shape
    roles = [maker.choice(["batch", "contract", "free"]) for _ in shape]
    batch = [i for i, role in enumerate(roles) if role == "batch"]
    contract = [i for i, role in enumerate(roles) if role == "contract"]
    free = [maker.number(0, 4) for _ in range(maker.number(0, 2))]
    sizes = [(shape[i], ("left", i)) for i in batch + contract] + [(size, None) for size in free]
    sizes = maker.draw(st.permutations(sizes))
    right = maker.of_type(TensorType(tuple(size for size, _ in sizes), left.type.element))
    place = {origin[1]: i for i, (_, origin) in enumerate(sizes) if origin}
    numbers = struct(
        "dot",
        lhs_batching_dimensions=batch,
        rhs_batching_dimensions=[place[i] for i in batch],
        lhs_contracting_dimensions=contract,
        rhs_contracting_dimensions=[place[i] for i in contract],
    )
    result = [shape[i] for i in batch] + [n for n, r in zip(shape, roles, strict=True) if r == "free"]
    result += [size for size, origin in sizes if origin is None]
    op = Op("stablehlo.dot_general", [left, right], {"dot_dimension_numbers": numbers})
    return declared(op, TensorType(tuple(result), wider(maker, left.type.element)))


def wider(maker: Maker, element: ElementType) -> ElementType:
    """The type, or one that products of it are often added up in."""
    names = {"i8": "i32", "bf16": "f32", "f16": "f32", "f8E4M3FN": "f32", "f8E5M2": "bf16", "f32": "f64"}
    name = names.get(element.name)
    return ELEMENTS[name] if name and maker.flag() else element


def convolution(maker: Maker) -> Op:
    spatial = maker.number(0, 2)
    groups = maker.number(1, 2)
    batched = groups > 1 and maker.flag()
    batch = maker.number(0, 2) * (groups if batched else 1)
    inner, outer = maker.number(1, 2), maker.number(1, 2) * groups
    features = inner * (1 if batched else groups)
    sizes, kernel = [maker.number(1, 5) for _ in range(spatial)], [maker.number(1, 3) for _ in range(spatial)]
    element = maker.choice([t for t in maker.types if not t.is_bool])
    orders = [list(maker.draw(st.permutations(range(spatial + 2)))) for _ in range(3)]
    left = arranged([batch, features, *sizes], orders[0])
    right = arranged([inner, outer, *kernel], orders[1])
    attributes: dict[str, Any] = {
        "feature_group_count": number(1 if batched else groups),
        "batch_group_count": number(groups if batched else 1),
        "dimension_numbers": conv_numbers(orders),
        "padding": pairs([(maker.number(-1, 2), maker.number(-1, 2)) for _ in range(spatial)]),
    }
    for name in ("window_strides", "lhs_dilation", "rhs_dilation"):
        if maker.flag():
            attributes[name] = ints(maker.number(1, 2) for _ in range(spatial))
    if maker.flag():
        attributes["window_reversal"] = DenseArrayAttr(I1, tuple(maker.flag() for _ in range(spatial)))
    operands = [maker.of_type(TensorType(shape, element)) for shape in (left, right)]
    return Op("stablehlo.convolution", operands, attributes)


def arranged(sizes: list[int], order: list[int]) -> tuple[int, ...]:
    """Size i stands at place order[i]."""
    found = [0] * len(sizes)
    for size, place in zip(sizes, order, strict=True):
        found[place] = size
    return tuple(found)


def conv_numbers(orders: list[list[int]]) -> StructAttr:
    left, right, out = orders
    return struct(
        "conv",
        input_batch_dimension=left[0],
        input_feature_dimension=left[1],
        input_spatial_dimensions=left[2:],
        kernel_input_feature_dimension=right[0],
        kernel_output_feature_dimension=right[1],
        kernel_spatial_dimensions=right[2:],
        output_batch_dimension=out[0],
        output_feature_dimension=out[1],
        output_spatial_dimensions=out[2:],
    )


# --- indexing ---------------------------------------------------------------------------------------------------------


def index_type(maker: Maker) -> ElementType:
    return ELEMENTS[maker.choice(["i32", "i64", "ui8", "i8", "ui32"])]


def gather(maker: Maker) -> Op:
    operand = maker.any_value()
    shape = operand.type.shape
    mapped = maker.draw(st.permutations(maker.subset(len(shape))))
    sizes = [maker.number(min(size, 1), size) for size in shape]
    collapsed = [i for i in mapped if shape[i] and maker.flag()]
    for i in collapsed:
        sizes[i] = 1
    batch = [maker.number(1, 3) for _ in range(maker.number(0, 2))]
    vector = maker.number(0, len(batch))
    indices = [*batch[:vector], len(mapped), *batch[vector:]]
    rank = len(batch) + len(shape) - len(collapsed)
    offsets = sorted(maker.draw(st.permutations(range(rank)))[: len(shape) - len(collapsed)])
    numbers = struct(
        "gather",
        offset_dims=offsets,
        collapsed_slice_dims=sorted(collapsed),
        start_index_map=mapped,
        index_vector_dim=vector,
    )
    starts = maker.of_type(TensorType(tuple(indices), index_type(maker)))
    attributes = {"dimension_numbers": numbers, "slice_sizes": ints(sizes)}
    return Op("stablehlo.gather", [operand, starts], attributes)


def scatter(maker: Maker) -> Op:
    operand = maker.any_value()
    shape, element = operand.type.shape, operand.type.element
    mapped = maker.draw(st.permutations(maker.subset(len(shape))))
    inserted = sorted(i for i in mapped if maker.flag())
    batch = [maker.number(0, 3) for _ in range(maker.number(0, 2))]
    vector = maker.number(0, len(batch))
    indices = [*batch[:vector], len(mapped), *batch[vector:]]
    kept = [i for i in range(len(shape)) if i not in inserted]
    rank = len(batch) + len(kept)
    windows = sorted(maker.draw(st.permutations(range(rank)))[: len(kept)])
    sizes = iter(maker.number(min(shape[i], 1), shape[i]) for i in kept)
    counts = iter(batch)
    updates = tuple(next(sizes) if i in windows else next(counts) for i in range(rank))
    numbers = struct(
        "scatter",
        update_window_dims=windows,
        inserted_window_dims=inserted,
        scatter_dims_to_operand_dims=mapped,
        index_vector_dim=vector,
    )
    operands = [
        operand,
        maker.of_type(TensorType(tuple(indices), index_type(maker))),
        maker.of_type(TensorType(updates, element)),
    ]
    return Op("stablehlo.scatter", operands, {"scatter_dimension_numbers": numbers}, [body(maker, [element])])


def fft(maker: Maker) -> Op | None:
    kind = maker.choice(["FFT", "IFFT", "RFFT", "IRFFT"])
    real = kind == "RFFT"
    operand = maker.any_value(
        lambda t: t.rank > 0 and (t.element.name in ("f32", "f64") if real else t.element.is_complex)
    )
    shape = operand.type.shape
    count = maker.number(1, min(3, len(shape)))
    lengths = list(shape[len(shape) - count :])
    if kind == "IRFFT":
        lengths[-1] = 2 * lengths[-1] - maker.number(1, 2)
        if lengths[-1] < 1:
            return None
    attributes = {"fft_type": EnumAttr("stablehlo", "fft_type", kind), "fft_length": ints(lengths)}
    return Op("stablehlo.fft", [operand], attributes)


def complex_(maker: Maker) -> Op:
    left = maker.any_value(lambda t: t.element.name in ("f32", "f64"))
    return Op("stablehlo.complex", [left, maker.of_type(left.type)])


def reduce_precision(maker: Maker) -> Op:
    operand = maker.any_value(lambda t: t.element.is_float)
    i32 = ELEMENTS["i32"]
    attributes = {
        "exponent_bits": IntegerAttr(maker.number(1, 11), i32),
        "mantissa_bits": IntegerAttr(maker.number(0, 52), i32),
    }
    return Op("stablehlo.reduce_precision", [operand], attributes)


STRUCTURES: dict[str, Callable[[Maker], Op | None]] = {
    "stablehlo.bitcast_convert": bitcast_convert,
    "stablehlo.broadcast_in_dim": broadcast_in_dim,
    "stablehlo.complex": complex_,
    "stablehlo.convert": convert,
    "stablehlo.convolution": convolution,
    "stablehlo.dot_general": dot_general,
    "stablehlo.fft": fft,
    "stablehlo.gather": gather,
    "stablehlo.iota": iota,
    "stablehlo.map": map_,
    "stablehlo.reduce": reduce,
    "stablehlo.reduce_precision": reduce_precision,
    "stablehlo.reduce_window": reduce_window,
    "stablehlo.reshape": reshape,
    "stablehlo.rng_bit_generator": rng_bit_generator,
    "stablehlo.scatter": scatter,
    "stablehlo.select_and_scatter": select_and_scatter,
    "stablehlo.sort": sort,
}
