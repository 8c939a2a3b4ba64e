"""Derivatives of parts of a graph (ONNX: ai.onnx.preview.training, Gradient), by going back through its nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ..registry import lookup
from ..tensors import ints, normal_axes, normal_axis

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Rule = Callable[..., Sequence[Any]]

_RULES: dict[str, Rule] = {}


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Enter a rule: ``(xp, grad, output, *inputs, **attributes)`` gives the gradient of each input, or ``None``."""

    def register(function: Rule) -> Rule:
        _RULES.update(dict.fromkeys(names, function))
        return function

    return register


@dataclass(frozen=True, slots=True)
class TapeNode:
    """A node between the inputs and the value that is differentiated."""

    op: str
    inputs: tuple[str, ...]
    output: str
    run: Callable[..., Any]
    attributes: Mapping[str, Any]


def tape_node(op: str, opset: int, inputs: Sequence[str], output: str, attributes: Mapping[str, Any]) -> TapeNode:
    """A node of the default domain, ready to run forth and back.

    :raises HloError: there is no rule for going back through it.
    """
    if op not in _RULES:
        raise HloError(
            f"Gradient knows no derivative of {op}", code="onnx.gradient", help=f"it knows {', '.join(sorted(_RULES))}"
        )
    record = lookup(op, opset)
    return TapeNode(
        op, tuple(inputs), output, record.bind(attributes, opset=opset), {**record.attributes, **attributes}
    )


def gradients(xp: Any, tape: Sequence[TapeNode], values: dict[str, Any], xs: Sequence[str], y: str) -> tuple[Any, ...]:
    """The derivative of the sum of ``y`` by each of ``xs``; ``values`` has what the tape reads from outside."""
    for node in tape:
        values[node.output] = node.run(xp, *(values[name] if name else None for name in node.inputs))[0]
    grads = {y: xp.ones_like(values[y])}
    for node in reversed(tape):
        grad = grads.get(node.output)
        if grad is None:
            continue
        given = [values[name] if name else None for name in node.inputs]
        parts = _RULES[node.op](xp, grad, values[node.output], *given, **node.attributes)
        for name, part in zip(node.inputs, parts, strict=False):
            if part is not None:
                part = _as_input(part, values[name])
                grads[name] = grads[name] + part if name in grads else part
    return tuple(grads[x] if x in grads else xp.zeros_like(values[x]) for x in xs)


def _as_input(grad: Any, value: Any) -> Any:
    """A gradient summed over what broadcasting repeated."""
    extra = grad.ndim - value.ndim
    if extra > 0:
        grad = grad.sum(axis=tuple(range(extra)))
    repeated = tuple(axis for axis, size in enumerate(value.shape) if size == 1 and grad.shape[axis] != 1)
    return (grad.sum(axis=repeated, keepdims=True) if repeated else grad).astype(value.dtype, copy=False)


@rule("Add")
def _add(xp: Any, grad: Any, y: Any, a: Any, b: Any) -> Sequence[Any]:
    return grad, grad


@rule("Sub")
def _sub(xp: Any, grad: Any, y: Any, a: Any, b: Any) -> Sequence[Any]:
    return grad, -grad


@rule("Mul")
def _mul(xp: Any, grad: Any, y: Any, a: Any, b: Any) -> Sequence[Any]:
    return grad * b, grad * a


@rule("Div")
def _div(xp: Any, grad: Any, y: Any, a: Any, b: Any) -> Sequence[Any]:
    return grad / b, -grad * y / b


@rule("Pow")
def _pow(xp: Any, grad: Any, y: Any, a: Any, b: Any) -> Sequence[Any]:
    return grad * b * xp.power(a, b - 1), xp.where(a > 0, grad * y * xp.log(xp.where(a > 0, a, 1)), 0)


@rule("Sum")
def _sum(xp: Any, grad: Any, y: Any, *inputs: Any) -> Sequence[Any]:
    return (grad,) * len(inputs)


@rule("Identity")
def _identity(xp: Any, grad: Any, y: Any, x: Any) -> Sequence[Any]:
    return (grad,)


@rule("Neg")
def _neg(xp: Any, grad: Any, y: Any, x: Any, **_: Any) -> Sequence[Any]:
    return (-grad,)


@rule("Abs")
def _abs(xp: Any, grad: Any, y: Any, x: Any, **_: Any) -> Sequence[Any]:
    return (grad * xp.sign(x),)


@rule("Exp")
def _exp(xp: Any, grad: Any, y: Any, x: Any, **_: Any) -> Sequence[Any]:
    return (grad * y,)


@rule("Log")
def _log(xp: Any, grad: Any, y: Any, x: Any, **_: Any) -> Sequence[Any]:
    return (grad / x,)


@rule("Sqrt")
def _sqrt(xp: Any, grad: Any, y: Any, x: Any, **_: Any) -> Sequence[Any]:
    return (grad / (2 * y),)


@rule("Sin")
def _sin(xp: Any, grad: Any, y: Any, x: Any) -> Sequence[Any]:
    return (grad * xp.cos(x),)


@rule("Cos")
def _cos(xp: Any, grad: Any, y: Any, x: Any) -> Sequence[Any]:
    return (-grad * xp.sin(x),)


@rule("Tanh")
def _tanh(xp: Any, grad: Any, y: Any, x: Any, **_: Any) -> Sequence[Any]:
    return (grad * (1 - y * y),)


@rule("Sigmoid")
def _sigmoid(xp: Any, grad: Any, y: Any, x: Any, **_: Any) -> Sequence[Any]:
    return (grad * y * (1 - y),)


@rule("Relu")
def _relu(xp: Any, grad: Any, y: Any, x: Any, **_: Any) -> Sequence[Any]:
    return (grad * (x > 0),)


@rule("MatMul")
def _matmul(xp: Any, grad: Any, y: Any, a: Any, b: Any) -> Sequence[Any]:
    left, right = a if a.ndim > 1 else a[None, :], b if b.ndim > 1 else b[:, None]
    grad = grad if b.ndim > 1 else grad[..., None]
    grad = grad if a.ndim > 1 else grad[..., None, :]
    by_left, by_right = grad @ right.swapaxes(-1, -2), left.swapaxes(-1, -2) @ grad
    return by_left if a.ndim > 1 else by_left[..., 0, :], by_right if b.ndim > 1 else by_right[..., 0]


@rule("Gemm")
def _gemm(
    xp: Any, grad: Any, y: Any, a: Any, b: Any, c: Any = None, *, alpha: float, beta: float, transA: int, transB: int
) -> Sequence[Any]:
    left, right = a.T if transA else a, b.T if transB else b
    by_left, by_right = alpha * (grad @ right.T), alpha * (left.T @ grad)
    return by_left.T if transA else by_left, by_right.T if transB else by_right, None if c is None else beta * grad


@rule("ReduceSum")
def _reduce_sum(
    xp: Any,
    grad: Any,
    y: Any,
    x: Any,
    given: Any = None,
    *,
    axes: Any = None,
    keepdims: int,
    noop_with_empty_axes: int = 0,
) -> Sequence[Any]:
    listed = [] if given is axes is None else ints(axes if given is None else given)
    chosen = normal_axes(listed, x.ndim) if listed else () if noop_with_empty_axes else tuple(range(x.ndim))
    kept = grad.reshape([1 if axis in chosen else size for axis, size in enumerate(x.shape)])
    return (xp.broadcast_to(kept, x.shape), None)


@rule("ReduceMean")
def _reduce_mean(xp: Any, grad: Any, y: Any, x: Any, *axes: Any, **attributes: Any) -> Sequence[Any]:
    (total, *_) = _reduce_sum(xp, grad, y, x, *axes, **attributes)
    return (total * (y.size / x.size), None)


@rule("Reshape", "Flatten", "Squeeze", "Unsqueeze")
def _reshape(xp: Any, grad: Any, y: Any, x: Any, *_: Any, **__: Any) -> Sequence[Any]:
    return (grad.reshape(x.shape), None)


@rule("Transpose")
def _transpose(xp: Any, grad: Any, y: Any, x: Any, *, perm: Any) -> Sequence[Any]:
    return (grad.transpose(None if perm is None else np.argsort(perm)),)


@rule("Softmax")
def _softmax(xp: Any, grad: Any, y: Any, x: Any, *, axis: int) -> Sequence[Any]:
    axis = normal_axis(axis, x.ndim)
    return (y * (grad - (grad * y).sum(axis=axis, keepdims=True)),)
