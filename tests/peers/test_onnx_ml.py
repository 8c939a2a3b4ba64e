"""Models of classical machine learning with random numbers, against onnx.reference and ONNX Runtime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from peers.onnx_engines import Node, attempt, check, ours, runtime, same

pytestmark = pytest.mark.peers

SEEDS = range(4)


def node(op: str, inputs: list[Any], outputs: Any = 1, opset: int = 3, **attributes: Any) -> Node:
    return Node(op, opset, inputs, attributes, outputs, domain="ai.onnx.ml")


def rows(random: np.random.Generator, count: int = 6, width: int = 4) -> np.ndarray:
    return random.standard_normal((count, width)).astype(np.float32)


def forest(random: np.random.Generator, trees: int, depth: int = 3) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """Full trees with random tests, and their leaves."""
    inner = 2**depth - 1
    fields: dict[str, list[Any]] = {
        name: []
        for name in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids",
                     "missing_value_tracks_true")
    }  # fmt: skip
    leaves = []
    for tree in range(trees):
        for place in range(2 * inner + 1):
            is_leaf = place >= inner
            leaves += [(tree, place)] * is_leaf
            mode = "LEAF" if is_leaf else random.choice(["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT"])
            values = (tree, place, random.integers(4), random.standard_normal(), mode, 2 * place + 1, 2 * place + 2)
            for name, value in zip(fields, values, strict=False):
                fields[name].append(0 if is_leaf and name.endswith("nodeids") and name != "nodeids" else value)
            fields["missing_value_tracks_true"].append(int(random.integers(2)))
    return {f"nodes_{name}": [_plain(value) for value in values] for name, values in fields.items()}, leaves


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("aggregate", ["SUM", "AVERAGE", "MIN", "MAX"])
def test_tree_ensemble_regressor(seed: int, aggregate: str) -> None:
    random = np.random.default_rng(seed)
    nodes, leaves = forest(random, 3)
    x = rows(random)
    x[0, 0] = np.nan
    targets = {
        "target_treeids": [tree for tree, _ in leaves],
        "target_nodeids": [place for _, place in leaves],
        "target_ids": [0] * len(leaves),
        "target_weights": random.standard_normal(len(leaves)).tolist(),
    }
    check(
        node(
            "TreeEnsembleRegressor",
            [x],
            n_targets=1,
            aggregate_function=aggregate,
            base_values=[0.5],
            **nodes,
            **targets,
        )
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC"])
@pytest.mark.parametrize("classes", [2, 3])
def test_tree_ensemble_classifier(seed: int, transform: str, classes: int) -> None:
    random = np.random.default_rng(seed)
    nodes, leaves = forest(random, 3)
    votes = {
        "class_treeids": [tree for tree, _ in leaves],
        "class_nodeids": [place for _, place in leaves],
        "class_ids": random.integers(0, classes, len(leaves)).tolist(),
        "class_weights": random.random(len(leaves)).tolist(),
        "classlabels_int64s": list(range(10, 10 + classes)),
    }
    check(node("TreeEnsembleClassifier", [rows(random)], 2, post_transform=transform, **nodes, **votes))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("transform", ["NONE", "LOGISTIC"])
def test_one_score_for_two_classes_as_onnx_runtime_has_it(seed: int, positive: bool, transform: str) -> None:
    """The specification is silent; onnx.reference makes 1 - s of every score, even of one that is no probability."""
    random = np.random.default_rng(seed)
    nodes, leaves = forest(random, 2)
    weights = random.random(len(leaves)) / 2 if positive else random.standard_normal(len(leaves))
    sample = node(
        "TreeEnsembleClassifier",
        [rows(random)],
        2,
        post_transform=transform,
        class_treeids=[tree for tree, _ in leaves],
        class_nodeids=[place for _, place in leaves],
        class_ids=[0] * len(leaves),
        class_weights=weights.tolist(),
        classlabels_int64s=[0, 1],
        **nodes,
    )
    expected = attempt(runtime, sample)
    assert expected is not None
    assert all(map(same, ours(sample), expected))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("transform", ["NONE", "SOFTMAX", "LOGISTIC"])
@pytest.mark.parametrize("scores", [1, 3])
def test_linear_models(seed: int, transform: str, scores: int) -> None:
    random = np.random.default_rng(seed)
    model: dict[str, Any] = {
        "coefficients": random.standard_normal(4 * scores).tolist(),
        "intercepts": random.standard_normal(scores).tolist(),
        "post_transform": transform,
    }
    x = rows(random)
    check(node("LinearRegressor", [x], opset=1, targets=scores, **(model | {"post_transform": "NONE"})))
    check(node("LinearClassifier", [x], 2, opset=1, classlabels_ints=list(range(max(2, scores))), **model))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kernel", ["LINEAR", "POLY", "RBF", "SIGMOID"])
def test_support_vector_machines(seed: int, kernel: str) -> None:
    random = np.random.default_rng(seed)
    x, vectors = rows(random), rows(random, 9)
    common: dict[str, Any] = {
        "kernel_type": kernel,
        "kernel_params": [0.5, 0.25, 2.0],
        "support_vectors": vectors.ravel().tolist(),
    }
    regressor = {"coefficients": random.standard_normal(9).tolist(), "rho": [0.5], "n_supports": 9}
    check(node("SVMRegressor", [x], opset=1, **common, **regressor))
    check(node("SVMRegressor", [x], opset=1, one_class=1, **common, **regressor))
    pairs = random.standard_normal(3).tolist()
    classifier: dict[str, Any] = {
        "coefficients": random.standard_normal(18).tolist(),
        "rho": pairs,
        "vectors_per_class": [2, 3, 4],
        "classlabels_ints": [5, 6, 7],
    }
    check(node("SVMClassifier", [x], 2, opset=1, **common, **classifier))
    check(
        node(
            "SVMClassifier", [x], 2, opset=1, prob_a=[-1.0, -2.0, -1.5], prob_b=[0.1, 0.2, 0.3], **common, **classifier
        )
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_features(seed: int) -> None:
    random = np.random.default_rng(seed)
    x = rows(random)
    for norm in ("MAX", "L1", "L2"):
        check(node("Normalizer", [np.abs(x) if norm == "MAX" else x], opset=1, norm=norm))
    check(node("Scaler", [x], opset=1, offset=[0.5] * 4, scale=[2.0, 3.0, 4.0, 5.0]))
    check(node("Binarizer", [x], opset=1, threshold=0.25))
    check(node("ArrayFeatureExtractor", [x, random.integers(0, 4, 3)], opset=1))
    x[0, 1] = np.nan
    check(node("Imputer", [x], opset=1, imputed_value_floats=[1.0, 2.0, 3.0, 4.0], replaced_value_float=float("nan")))
    numbers = random.integers(0, 4, (2, 3))
    check(node("OneHotEncoder", [numbers], opset=1, cats_int64s=[0, 1, 2]))
    check(node("LabelEncoder", [numbers], opset=2, keys_int64s=[0, 1, 2], values_strings=["a", "b", "c"]))
    check(node("CategoryMapper", [numbers], opset=1, cats_int64s=[0, 1, 2], cats_strings=["a", "b", "c"]))
