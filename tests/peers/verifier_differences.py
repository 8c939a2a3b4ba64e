"""Where MLIR's verifier and ours differ, and which of the two is right: each difference is one of these, or a fault.

MLIR is that of jaxlib. Where it leaves out a rule of the specification (or of what the op is defined to do), we are right to
refuse; where it refuses what the specification allows, we are right to accept.
"""

from __future__ import annotations

import re
from itertools import islice, product

import hlorepl
from hlorepl.ir.core import Op, Value
from hlorepl.ir.symbols import Symbols
from hlorepl.ir.types import AtMost, TensorType
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.verifier.rules import check_op

#: MLIR's words where it refuses, and why we accept.
ACCEPTED = {
    r"^crashed": "MLIR ends itself",
    r"unregistered|expected operation name in quotes": "jaxlib does not know the op, or its dialect",
    r"dense array attribute|invalid properties": "lists spelled as before 2024, dense<…> : tensor<…>, are still read",
    r"shardings are not equivalent": "a rule of Shardy's partitioner, not of its values",
    r"'chlo.scan' op operand count": "without operandSegmentSizes, ranks tell the inputs from the carries",
    r"'chlo.square' op operand": "squares of integers are defined, and computed",
    r"'chlo.broadcast_\w+' op inferred type": "a size of at most 1 may be 0, too; MLIR takes it for 1",
    r"cannot be zero": "an empty dimension is gathered to an empty one",
    r"group_sizes is expected to have shape": "a dynamic size agrees with any; MLIR compares it to the letter",
    r"'stablehlo.collective_broadcast' op (requires one result|expected 1 operands|requires a single operand)": (
        "several operands, and roots: the specification of today"
    ),
    r"replica_groups values must be positive": "-1 stands for nothing, as in the groups of the other collective ops",
    r"'stablehlo.async_start' op region must contain exactly one": "ops that only look at values may stand beside it",
    r"parsed negative value|ranks are not consistent|expected '": "the text of a literal, no rule of an op",
    r"integer attribute whose value is non-negative": "the width of an attribute does not matter",
}

#: Ops of which MLIR checks little but the form; we check what they are defined to do.
UNCHECKED = {
    "einsum",
    "unary_einsum",
    "torch_index_select",
    "dot",
    "dynamic_conv",
    "chlo.ragged_dot",
    "cross-replica-sum",
}

#: What we refuse of dynamic sizes although one of them, 1, would do.
STRICTER = {
    "broadcast_in_dim.C5": "a size that varies up to a bound above 1 is not one that stretches",
    "dynamic_broadcast_in_dim.dims_match": "a size that varies up to a bound above 1 is not one that stretches",
}

#: Codes of rules that MLIR leaves out, and where they stand.
LEFT_OUT = {
    "dot_general.C13": "C13: the element type of a product",
    "convolution.C27": "C27: the element type of a product",
    "dynamic_iota.result_type": "booleans do not count",
    "dynamic_iota.output_size": "C2: one number for each dimension of the result",
    "dynamic_broadcast_in_dim.output_size": "one number for each dimension of the result",
    "dynamic_conv.C26": "C26: the rank of the result",
    "real_dynamic_slice.bounds": "as slice.C3, where constants decide",
    "real_dynamic_slice.strides": "as slice.C4, where constants decide",
    "real_dynamic_slice.result_shape": "as slice.C5",
    "set_dimension_size.size_in_range": "a size is not above that of the operand",
    "rng_bit_generator.operand_type": "I2: a state of ui64 of rank 1",
    "rng_bit_generator.C1": "C1: the state that comes back has the type of the operand",
    "rng_bit_generator.C2": "C2: how many words a state has",
    "reduce.C2": "C2: initial values have the element type of their operands",
    "reduce.C3": "C3: as many operands as initial values",
    "reduce_window.C1": "C1: as many operands as initial values",
    "reduce_window.C3": "C3: initial values have the element type of their operands",
    "select_and_scatter.C1": "C1: the source has the element type of the operand",
    "select_and_scatter.C3": "C3: the initial value has the element type of the operand",
    "reduce.C6": "C6: the body is of type (E, E) -> E",
    "reduce_window.C13": "C13: the body is of type (E, E) -> E",
    "select_and_scatter.C9": "C9: select takes elements of the operand",
    "select_and_scatter.C10": "C10: the body is of type (E, E) -> E",
    "chlo.scan.body": "what the body returns comes to it the next time",
    "scatter.C5": "C5: as many updates as operands",
    "scatter.C6": "C6: updates have the element type of their operands",
    "scatter.C15": "C15: elements are promotable to those of the computation",
    "scatter.operand_type": "I2: the indices are integers",
    "all_reduce.C5": "C5: elements are promotable to those of the computation",
    "reduce_scatter.C7": "C7: elements are promotable to those of the computation",
    "compare.C3": "C3: the kind of comparison fits the elements",
    "fft.C5": "C5: the last dimension is that of a transform",
    "fft.C4": "C4: lengths are those of the dimensions",
    "remainder.operand_type": "complex numbers have no remainder",
    "chlo.bessel_i1e.operand_type": "the function is one of real numbers",
    "chlo.top_k.operand_type": "complex numbers have no order",
    "chlo.broadcast_select.result_type": "the result has the element type of what is chosen from",
    "bitcast_convert.C1": "C1: elements of one width keep their shape",
    "all_gather.C6": "C6: the size is multiplied by that of the groups",
    "reduce_scatter.C8": "C8: the size is divided by that of the groups",
    "chlo.scan.result_type": "outputs have the type of what the body returns",
    "recv.pairs_in_range": "C4 of today: numbers of processes",
    "send.pairs_in_range": "C4 of today: numbers of processes",
}


#: What we refuse of tensors of unknown rank, and MLIR takes.
RANKED = {
    "type.unranked": "the results of a scan are of the rank of what its body returns",
    "while.C1": "C1: cond takes the types of the operands, none of which is of unknown rank",
    "while.C2": "C2: body takes and returns the types of the operands, none of which is of unknown rank",
}


def explained(text: str, theirs: str, mine: list[hlorepl.HloError]) -> str | None:
    """Why a difference is right; None where nothing says so.

    What we refuse of dynamic sizes must be wrong whatever the sizes turn out to be.
    """
    if theirs and not mine:
        return next((why for words, why in ACCEPTED.items() if re.search(words, theirs)), None)
    code, message = mine[0].code, mine[0].message
    group = code.rpartition(".")[0]
    if group.startswith("chlo.broadcast_") and ("broadcast_dimensions" in message or "do not broadcast" in message):
        return "MLIR leaves what broadcast_dimensions mean to a later pass"
    if "use_global_device_ids" in message:
        return "that it needs a channel above 0 is C4 of all_reduce and its kin; MLIR only wants a channel"
    if code.startswith("syntax."):
        return "a literal whose type does not fit its numbers"
    if code in RANKED and "tensor<*x" in text:
        return RANKED[code]
    if code in STRICTER and "bounds<" in text:
        return STRICTER[code]
    contradiction = contradicts_itself(text)
    if contradiction is False:
        return None
    if group in UNCHECKED:
        return "MLIR checks the form only"
    return LEFT_OUT.get(code) or (contradiction and "no sizes in place of the dynamic ones make it valid")


MOST_TRIED = 20_000


def contradicts_itself(text: str) -> bool | None:
    """Whether an op of dynamic sizes is invalid with every choice of static ones, each within its bound; None of others."""
    errors: list[hlorepl.HloError] = []
    module = parse(Source(text), errors)
    if errors or "mutant" not in module.functions:
        return None
    op = module.functions["mutant"].body.ops[-2]
    symbols = Symbols.of(module)
    values = list(dict.fromkeys((*op.operands, *op.results)))
    places = [(value, axis) for value in values for axis in _dynamic_axes(value)]
    if not places:
        return None
    sizes = {size for value in values if isinstance(value.type, TensorType) for size in value.type.shape if size}
    choices = [_choices(value, axis, sizes) for value, axis in places]
    return not any(_is_valid(op, symbols, places, chosen) for chosen in islice(product(*choices), MOST_TRIED))


def _dynamic_axes(value: Value) -> list[int]:
    shape = value.type.shape if isinstance(value.type, TensorType) else ()
    return [axis for axis, size in enumerate(shape) if size is None]


def _choices(value: Value, axis: int, sizes: set[int]) -> list[int]:
    """What a dynamic size is tried as: sizes that are about, and some more."""
    extent = value.type.extents[axis]
    found = {0, 1, 2, *sizes, *(size + 1 for size in sizes), *(size * 2 for size in sizes)}
    return sorted(size for size in found if not isinstance(extent, AtMost) or size <= extent.bound)


def _is_valid(op: Op, symbols: Symbols, places: list[tuple[Value, int]], chosen: tuple[int, ...]) -> bool:
    before = {value: value.type for value, _ in places}
    try:
        for (value, axis), size in zip(places, chosen, strict=True):
            value.type = value.type.resized(axis, size)
        check_op(op, symbols)
    except hlorepl.HloError:
        return False
    finally:
        for value, type_ in before.items():
            value.type = type_
    return True
