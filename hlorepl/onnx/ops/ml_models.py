"""Linear models and support vector machines (ONNX: ai.onnx.ml), and the scores and labels that all models share."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import HloError
from ..registry import op
from ..sizes import as_targets
from ..tensors import STRING, describe, one_of
from .math import special
from .ml import DOMAIN

TRANSFORMS = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")


def transformed(xp: Any, scores: Any, post_transform: str) -> Any:
    """Scores, a row for each example, after one of the transforms."""
    match one_of(post_transform, TRANSFORMS, "post_transform"):
        case "LOGISTIC":
            return special(xp).expit(scores)
        case "SOFTMAX":
            return special(xp).softmax(scores, axis=-1)
        case "SOFTMAX_ZERO":
            largest = scores.max(axis=-1, keepdims=True)
            zero = xp.absolute(scores) <= 1e-7
            parts = xp.where(zero, scores * xp.exp(-largest), xp.exp(scores - largest))
            total = parts.sum(axis=-1, keepdims=True)
            return xp.where(total == 0, xp.asarray(0.5, scores.dtype), parts / total)
        case "PROBIT":
            return special(xp).ndtri(scores)
        case _:
            return scores


def labelled(places: Any, ints: Any, strings: Any) -> np.ndarray:
    """The class labels at these places of their list; the places themselves where there is no list."""
    if strings:
        return np.array(strings, STRING)[places]
    return np.array(ints, np.int64)[places] if ints else np.asarray(places, np.int64)


def features(X: Any) -> Any:
    """Examples as rows of floats."""
    rows = X.reshape(1, -1) if X.ndim == 1 else X
    if rows.ndim != 2:
        raise HloError(f"a model needs [examples, features], not {describe(X)}", code="onnx.shape")
    return rows if rows.dtype == np.float64 else rows.astype(np.float32, copy=False)


@op("LinearRegressor", domain=DOMAIN, measure=as_targets)
def linear_regressor(xp, X, *, coefficients=None, intercepts=None, post_transform="NONE", targets=1):
    """Weighted sums of the features, one for each target."""
    rows = features(X)
    scores = rows @ xp.asarray(coefficients or [], rows.dtype).reshape(targets, -1).T
    if intercepts:
        scores = scores + xp.asarray(intercepts, rows.dtype)
    return transformed(xp, scores, post_transform).astype(np.float32, copy=False)


@op("LinearClassifier", domain=DOMAIN)
def linear_classifier(
    xp,
    X,
    *,
    coefficients,
    intercepts=None,
    classlabels_ints=None,
    classlabels_strings=None,
    multi_class=0,
    post_transform="NONE",
):
    """The class with the greatest weighted sum, and the scores of all; one sum stands for two classes."""
    rows = features(X)
    scores = rows @ xp.asarray(coefficients, rows.dtype).reshape(-1, rows.shape[1]).T
    if intercepts:
        scores = scores + xp.asarray(intercepts, rows.dtype)
    classes = len(classlabels_strings or classlabels_ints or [])
    if scores.shape[1] == 1 and classes == 2:
        scores = xp.concatenate([-scores, scores], axis=1)
    scores = transformed(xp, scores.astype(np.float32, copy=False), post_transform)
    if scores.shape[1] > 1:
        return labelled(scores.argmax(axis=1), classlabels_ints, classlabels_strings), scores
    positive = scores[:, 0] >= (0 if post_transform == "NONE" else 0.5)
    return xp.where(positive, (classlabels_ints or [1])[0], 0).astype(np.int64), scores


def kernel(xp: Any, kind: str, rows: Any, vectors: Any, parameters: Any) -> Any:
    """The kernel of each example with each support vector."""
    gamma, offset, degree = [*(parameters or []), 0.0, 0.0, 0.0][:3]
    if one_of(kind, ("LINEAR", "POLY", "RBF", "SIGMOID"), "kernel_type") == "RBF":
        squares = (rows * rows).sum(1)[:, None] + (vectors * vectors).sum(1)[None, :] - 2 * (rows @ vectors.T)
        return xp.exp(-gamma * xp.maximum(squares, 0))
    products = rows @ vectors.T
    if kind == "LINEAR":
        return products
    shifted = gamma * products + offset
    return shifted**degree if kind == "POLY" else xp.tanh(shifted)


@op("SVMRegressor", domain=DOMAIN, measure=as_targets)
def svm_regressor(
    xp,
    X,
    *,
    coefficients=None,
    kernel_params=None,
    kernel_type="LINEAR",
    n_supports=0,
    one_class=0,
    post_transform="NONE",
    rho=None,
    support_vectors=None,
):
    """A support vector machine's value for each example, or on which side it lies."""
    rows = features(X).astype(np.float64)
    weights = xp.asarray(coefficients or [], np.float64)
    if n_supports:
        vectors = xp.asarray(support_vectors, np.float64).reshape(n_supports, -1)
        rows = kernel(xp, kernel_type, rows, vectors, kernel_params)
    scores = (rows @ weights.reshape(-1) + (rho or [0.0])[0]).reshape(-1, 1)
    if one_class:
        return xp.where(scores > 0, np.float32(1), np.float32(-1))
    return transformed(xp, scores.astype(np.float32), post_transform)


@op("SVMClassifier", domain=DOMAIN)
def svm_classifier(
    xp,
    X,
    *,
    classlabels_ints=None,
    classlabels_strings=None,
    coefficients=None,
    kernel_params=None,
    kernel_type="LINEAR",
    post_transform="NONE",
    prob_a=None,
    prob_b=None,
    rho=None,
    support_vectors=None,
    vectors_per_class=None,
):
    """The class that wins most duels of two, and its scores: the duels', or probabilities where these are given."""
    rows = features(X).astype(np.float64)
    classes = max(len(classlabels_strings or classlabels_ints or []), 1)
    weights, bias = xp.asarray(coefficients or [], np.float64), rho or [0.0]
    if not vectors_per_class:
        scores = rows @ weights.reshape(classes, -1).T + bias[0]
        places = scores.argmax(axis=1)
    else:
        vectors = xp.asarray(support_vectors, np.float64).reshape(sum(vectors_per_class), -1)
        similar = kernel(xp, kernel_type, rows, vectors, kernel_params)
        scores, votes = _duels(xp, similar, weights.reshape(-1, len(vectors)), bias, vectors_per_class)
        places = votes.argmax(axis=1)
        if prob_a:
            scores = _coupled(xp, scores, classes, xp.asarray(prob_a), xp.asarray(prob_b))
        elif scores.shape[1] == 1:
            scores = xp.concatenate([scores, -scores], axis=1)
    scores = transformed(xp, scores, post_transform).astype(np.float32)
    return labelled(places, classlabels_ints, classlabels_strings), scores


def _duels(xp: Any, similar: Any, weights: Any, rho: list[float], counts: list[int]) -> tuple[Any, Any]:
    """The value of each pair of classes, and how many pairs each class wins."""
    ends = np.cumsum(counts)
    spans = [slice(end - count, end) for end, count in zip(ends, counts, strict=True)]
    votes = xp.zeros((similar.shape[0], len(counts)), np.int64)
    values = []
    for i in range(len(counts)):
        for j in range(i + 1, len(counts)):
            first = similar[:, spans[i]] @ weights[j - 1, spans[i]]
            second = similar[:, spans[j]] @ weights[i, spans[j]]
            values.append(first + second + rho[len(values)])
            votes[:, i] += values[-1] > 0
            votes[:, j] += values[-1] <= 0
    return xp.stack(values, axis=1), votes


def _coupled(xp: Any, scores: Any, classes: int, prob_a: Any, prob_b: Any) -> Any:
    """Probabilities of classes from those of pairs, by the iteration of Wu, Lin and Weng (2004), method 2."""
    pairs = np.stack(np.triu_indices(classes, 1))
    won = xp.clip(1 - special(xp).expit(scores * prob_a + prob_b), 1e-7, 1 - 1e-7)
    ratio = xp.zeros((scores.shape[0], classes, classes))
    ratio[:, pairs[0], pairs[1]] = won
    ratio[:, pairs[1], pairs[0]] = 1 - won
    matrix = -ratio.swapaxes(1, 2) * ratio
    diagonal = xp.arange(classes)
    matrix[:, diagonal, diagonal] = (ratio**2).sum(axis=1)
    share = xp.full((scores.shape[0], classes), 1 / classes)
    for _ in range(max(100, classes)):
        product = (matrix @ share[:, :, None])[:, :, 0]
        total = (share * product).sum(axis=1, keepdims=True)
        open_rows = xp.absolute(product - total).max(axis=1) >= 0.005 / classes
        if not open_rows.any():
            break
        share[open_rows] = _coupling_step(
            xp, matrix[open_rows], share[open_rows], product[open_rows], total[open_rows, 0]
        )
    return share


def _coupling_step(xp: Any, matrix: Any, share: Any, product: Any, total: Any) -> Any:
    for t in range(share.shape[1]):
        change = (total - product[:, t]) / matrix[:, t, t]
        total = (total + change * (change * matrix[:, t, t] + 2 * product[:, t])) / (1 + change) ** 2
        share[:, t] += change
        share = share / (1 + change)[:, None]
        product = (product + change[:, None] * matrix[:, t]) / (1 + change)[:, None]
    return share
