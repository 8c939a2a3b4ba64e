"""Sums of products written as in Einstein's convention: the legacy ops einsum and unary_einsum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import require
from ...kernels import matmul
from ..error_bounds import Sums
from ..registry import op
from ..rules import merged_size, require_tensors, sizes_agree
from .rules import product_element, require_element_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import Extent, TensorType

    Label = str | int


def _parse(config: str, ranks: Sequence[int]) -> tuple[list[list[Label]], list[Label]] | None:
    """The label of each dimension of each operand and of the result; None if the text does not fit.

    Letters are labels; the dimensions that ``...`` stands for get negative numbers, the last one -1.
    """
    inputs, arrow, output = config.replace(" ", "").partition("->")
    texts = inputs.split(",")
    if not arrow or len(texts) != len(ranks):
        return None
    operands, widest = [], 0
    for text, rank in zip(texts, ranks, strict=True):
        named = len(text.replace("...", ""))
        labels = _labels(text, rank - named)
        if labels is None or len(labels) != rank:
            return None
        widest = max(widest, rank - named)
        operands.append(labels)
    result = _labels(output, widest)
    known = {label for labels in operands for label in labels}
    if result is None or len(set(result)) != len(result) or not known.issuperset(result):
        return None
    return operands, result


def _labels(text: str, unnamed: int) -> list[Label] | None:
    head, dots, tail = text.partition("...")
    letters = head + tail
    if letters and not (letters.isascii() and letters.isalpha()):
        return None
    return [*head, *(range(-unnamed, 0) if dots else ()), *tail]


def _sizes(operands: Sequence[tuple[TensorType, list[Label]]], names: Sequence[str]) -> dict[Label, Extent]:
    sizes: dict[Label, Extent] = {}
    for (operand, labels), name in zip(operands, names, strict=True):
        for label, size in zip(labels, operand.extents, strict=True):
            known = sizes.get(label)
            require(
                sizes_agree(known, size),
                "size",
                f"a dimension of {{{name}}} has size {{size}}, but {{label}} stands for {{known}}",
                name,
                size=size,
                known=known,
                label=label if isinstance(label, str) else "...",
            )
            sizes[label] = merged_size(known, size)
    return sizes


def _require_config(labels: Any, config: str) -> None:
    require(
        labels is not None,
        "config",
        "{config} does not give each dimension of the operands a letter, and the result some of them",
        "einsum_config",
        help='a product of matrices is "ij,jk->ik"; "..." stands for any dimensions in front',
        config=f'"{config}"',
    )


def _diagonal(xp: Any, array: Any, labels: list[Label]) -> tuple[Any, list[Label]]:
    """Take the diagonal over dimensions with the same label."""
    labels = list(labels)
    while len(set(labels)) < len(labels):
        second = next(i for i, label in enumerate(labels) if label in labels[:i])
        label = labels[second]
        array = xp.diagonal(array, axis1=labels.index(label), axis2=second)
        labels = [other for other in labels if other != label] + [label]
    return array, labels


def _spread(
    xp: Any, array: Any, labels: list[Label], wanted: Sequence[Label], sizes: dict[Label, int]
) -> tuple[Any, list[Label]]:
    """Add the wanted dimensions that are missing, each as copies of what is there."""
    missing = [label for label in wanted if label not in labels]
    shape = (*(sizes[label] for label in missing), *array.shape)
    return xp.broadcast_to(array, shape), missing + labels


def _contract(xp: Any, operands: Sequence[tuple[Any, list[Label]]], output: list[Label], dtype: Any) -> Any:
    left, right = (_diagonal(xp, array, labels) for array, labels in operands)
    sizes = dict(zip(left[1] + right[1], left[0].shape + right[0].shape, strict=True))
    # A label that is summed and that one operand has alone: the other meets it as copies of itself, so that all
    # sums are taken in one place, to the accuracy promised there.
    lhs, left_labels = _spread(xp, *left, [label for label in right[1] if label not in output], sizes)
    rhs, right_labels = _spread(xp, *right, [label for label in left[1] if label not in output], sizes)
    shared = [label for label in left_labels if label in right_labels]
    batch = [label for label in shared if label in output]
    terms = [label for label in shared if label not in output]
    product = matmul.dot_general(
        xp,
        lhs,
        rhs,
        lhs_batch=[left_labels.index(label) for label in batch],
        rhs_batch=[right_labels.index(label) for label in batch],
        lhs_contracting=[left_labels.index(label) for label in terms],
        rhs_contracting=[right_labels.index(label) for label in terms],
        dtype=dtype,
    )
    order = batch + [label for labels in (left_labels, right_labels) for label in labels if label not in shared]
    return product.transpose([order.index(label) for label in output])


@op("stablehlo.einsum", form="einsum", error=Sums())
def einsum(xp: Any, lhs: Any, rhs: Any, *, einsum_config: str, result: TensorType) -> Any:
    """Sum products of two tensors as a text such as ``"ij,jk->ik"`` says (legacy; dot_general does the same)."""
    parsed = _parse(einsum_config, (lhs.ndim, rhs.ndim))
    assert parsed is not None
    (left, right), output = parsed
    return _contract(xp, [(lhs, left), (rhs, right)], output, result.dtype)


@einsum.infer(shape="result_shape")
def _(lhs: TensorType, rhs: TensorType, *, einsum_config: str, result: TensorType | None = None) -> TensorType | None:
    require_tensors(lhs=lhs, rhs=rhs)
    parsed = _parse(einsum_config, (lhs.rank, rhs.rank))
    _require_config(parsed, einsum_config)
    assert parsed is not None
    (left, right), output = parsed
    sizes = _sizes([(lhs, left), (rhs, right)], ("lhs", "rhs"))
    require_element_types(lhs, rhs, result, "element_types")
    element = product_element(lhs, rhs, result)
    shape = tuple(sizes[label] for label in output)
    return None if element is None else lhs.with_shape(shape).with_element(element)


@op("stablehlo.unary_einsum", form="unary_einsum", error=Sums())
def unary_einsum(xp: Any, operand: Any, *, einsum_config: str) -> Any:
    """Reorder, take diagonals of and sum over dimensions as a text such as ``"iij->j"`` says (legacy)."""
    parsed = _parse(einsum_config, (operand.ndim,))
    assert parsed is not None
    (labels,), output = parsed
    one: tuple[Any, list[Label]] = (xp.ones((), operand.dtype), [])
    return _contract(xp, [(operand, labels), one], output, operand.dtype)


@unary_einsum.infer(element="result_type", shape="result_shape")
def _(operand: TensorType, *, einsum_config: str) -> TensorType:
    require_tensors(operand=operand)
    parsed = _parse(einsum_config, (operand.rank,))
    _require_config(parsed, einsum_config)
    assert parsed is not None
    (labels,), output = parsed
    sizes = _sizes([(operand, labels)], ("operand",))
    return operand.with_shape(tuple(sizes[label] for label in output))
