"""Losses (ONNX: NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss)."""

from __future__ import annotations

from typing import Any

from ...errors import HloError
from ..precision import widened
from ..registry import op
from ..tensors import describe, one_of
from .activation import log_softmax_along


def _loss(xp: Any, name: str, scores: Any, classes: Any, weight: Any, ignore_index: int | None, reduction: str) -> Any:
    """Minus the score ``(N, C, …)`` of each place's class ``(N, …)``, weighted by class, then summed or averaged."""
    one_of(reduction, ("none", "sum", "mean"), "reduction")
    if scores.ndim < 2 or classes.shape != (scores.shape[0], *scores.shape[2:]):
        raise HloError(f"{name}: no classes {describe(classes)} for {describe(scores)}", code=f"onnx.{name}.shape")
    ignored = classes == ignore_index if ignore_index is not None else xp.zeros(classes.shape, bool)
    chosen = xp.where(ignored, xp.zeros((), classes.dtype), classes)
    if chosen.size and not 0 <= int(chosen.min()) <= int(chosen.max()) < scores.shape[1]:
        raise HloError(f"{name}: a class is not in 0 to {scores.shape[1] - 1}", code=f"onnx.{name}.class")
    wide = widened(scores)
    seen = xp.take_along_axis(wide, xp.expand_dims(chosen, 1).astype(int), axis=1)[:, 0]
    factors = xp.ones(chosen.shape, wide.dtype) if weight is None else widened(weight)[chosen]
    factors = xp.where(ignored, xp.zeros((), factors.dtype), factors)
    loss = xp.where(ignored, xp.zeros((), wide.dtype), -seen * factors)
    if reduction == "mean":
        loss = xp.sum(loss) / xp.sum(factors)
    elif reduction == "sum":
        loss = xp.sum(loss)
    return xp.asarray(loss).astype(scores.dtype, copy=False)


@op("NegativeLogLikelihoodLoss", since=12)
def negative_log_likelihood_loss(xp, input, target, weight=None, *, ignore_index=None, reduction="mean"):
    """Minus the log-probability of each place's class, weighted by class."""
    return _loss(xp, "NegativeLogLikelihoodLoss", input, target, weight, ignore_index, reduction)


@op("SoftmaxCrossEntropyLoss", since=12)
def softmax_cross_entropy_loss(xp, scores, labels, weights=None, *, ignore_index=None, reduction="mean", outputs=1):
    """The cross entropy of the softmax of the scores; gives the log-probabilities too."""
    log_prob = log_softmax_along(xp, scores, 1)
    loss = _loss(xp, "SoftmaxCrossEntropyLoss", log_prob, labels, weights, ignore_index, reduction)
    return (loss, log_prob) if outputs > 1 else loss
