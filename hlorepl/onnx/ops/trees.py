"""Ensembles of decision trees (ONNX: ai.onnx.ml), all trees walked for all examples at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import HloError
from ...wording import counted
from ..registry import op
from ..sizes import as_targets
from ..tables import Fixed, made_once
from ..tensors import one_of
from .ml import DOMAIN
from .ml_models import TRANSFORMS, features, labelled, transformed

MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER", "LEAF")
LEAF = MODES.index("LEAF")
MEMBER = MODES.index("BRANCH_MEMBER")
COMPARISONS = ("less_equal", "less", "greater_equal", "greater", "equal", "not_equal")
_ONE = (0,)
AGGREGATES = ("AVERAGE", "SUM", "MIN", "MAX")


@dataclass(frozen=True, slots=True)
class Forest(Fixed):
    """Trees as arrays over their nodes; ``yes`` and ``no`` are the nodes to go on to.

    ``kinds`` are the modes that occur, ``where`` the places of nodes that go by numbers of tree and node.
    """

    roots: np.ndarray
    mode: np.ndarray
    feature: np.ndarray
    split: np.ndarray
    yes: np.ndarray
    no: np.ndarray
    missing: np.ndarray
    members: dict[int, np.ndarray]
    kinds: tuple[int, ...]
    where: dict[tuple[int, int], int]

    def leaves(self, xp: Any, rows: Any) -> Any:
        """The leaf of each example in each tree.

        :raises HloError: a walk never comes to a leaf.
        """
        place = xp.broadcast_to(self.roots, (rows.shape[0], len(self.roots)))
        examples = xp.arange(rows.shape[0])[:, None]
        for _ in range(len(self.mode) + 1):
            inner = self.mode[place] != LEAF
            if not inner.any():
                return place
            value = rows[examples, self.feature[place]]
            holds = self._compare(xp, value, place)
            if self.missing.any():
                holds = holds | (xp.isnan(value) & self.missing[place])
            place = xp.where(inner, xp.where(holds, self.yes[place], self.no[place]), place)
        raise HloError("a tree has a branch that comes back to itself", code="onnx.attribute")

    def _compare(self, xp: Any, value: Any, place: Any) -> Any:
        split = self.split[place]
        compared = [kind for kind in self.kinds if kind < len(COMPARISONS)]
        if len(compared) == 1 and not self.members:  # at a leaf it does not matter what holds
            return getattr(xp, COMPARISONS[compared[0]])(value, split)
        mode, holds = self.mode[place], xp.zeros(value.shape, bool)
        for kind in self.kinds:
            if kind < len(COMPARISONS):
                holds |= (mode == kind) & getattr(xp, COMPARISONS[kind])(value, split)
        for node, members in self.members.items():
            holds |= (place == node) & xp.isin(value, members)
        return holds


def scores_of(xp: Any, forest: Forest, rows: Any, votes: tuple[Any, Any, Any], targets: int, aggregate: str) -> Any:
    """The weights of the leaves reached, taken together for each target; ``votes`` are leaves, targets and weights."""
    one_of(aggregate, AGGREGATES, "aggregate_function")
    empty = _EMPTY.get(aggregate, 0)
    table = _table(forest, *votes, targets, aggregate, rows.dtype.char)
    reached = xp.asarray(table)[forest.leaves(xp, rows)]
    result = {"MIN": xp.min, "MAX": xp.max}.get(aggregate, xp.sum)(reached, axis=1)
    if empty:
        result = xp.where(result == empty, 0, result)
    return result / len(forest.roots) if aggregate == "AVERAGE" else result


_EMPTY = {"MIN": np.inf, "MAX": -np.inf}


@made_once
def _table(
    forest: Forest, leaves: Any, targets: Any, weights: Any, count: int, aggregate: str, dtype: str
) -> np.ndarray:
    """For each node what it gives to each target."""
    table = np.full((len(forest.mode), count), _EMPTY.get(aggregate, 0), dtype)
    ufunc = {"MIN": np.minimum, "MAX": np.maximum}.get(aggregate, np.add)
    ufunc.at(table, (np.asarray(leaves), np.asarray(targets)), np.asarray(weights).astype(dtype))
    return table


@made_once
def _forest_of_lists(
    trees: Any, numbers: Any, modes: Any, columns: Any, values: Any, yes: Any, no: Any, missing: Any
) -> Forest:
    """The forest of the older operators, whose nodes go by numbers of tree and node."""
    where = {key: place for place, key in enumerate(zip(trees, numbers, strict=True))}
    mode = np.array([MODES.index(one_of(each, MODES, "nodes_modes")) for each in modes])
    try:
        onward = [
            np.array(
                [
                    place if mode[place] == LEAF else where[tree, number]
                    for place, (tree, number) in enumerate(zip(trees, targets, strict=True))
                ]
            )
            for targets in (yes, no)
        ]
    except KeyError as error:
        raise HloError(f"a tree goes on to the node {error}, which does not exist", code="onnx.attribute") from None
    first = {tree: place for place, tree in reversed(list(enumerate(trees)))}
    return Forest(
        roots=np.array(sorted(first.values())),
        mode=mode,
        feature=np.array(columns),
        split=np.array(values),
        yes=onward[0],
        no=onward[1],
        missing=np.array(missing or [0] * len(trees), bool),
        members={},
        kinds=_kinds(mode),
        where=where,
    )


def _kinds(mode: np.ndarray) -> tuple[int, ...]:
    return tuple(np.unique(mode).tolist())


@made_once
def _leaves(forest: Forest, trees: Any, nodes: Any) -> tuple[int, ...]:
    """The places of nodes."""
    return tuple([forest.where[key] for key in zip(trees, nodes, strict=True)])


@op("TreeEnsembleRegressor", domain=DOMAIN, measure=as_targets)
def tree_ensemble_regressor(
    xp,
    X,
    *,
    aggregate_function="SUM",
    base_values=None,
    base_values_as_tensor=None,
    n_targets=1,
    nodes_falsenodeids=(),
    nodes_featureids=(),
    nodes_hitrates=None,
    nodes_hitrates_as_tensor=None,
    nodes_missing_value_tracks_true=None,
    nodes_modes=(),
    nodes_nodeids=(),
    nodes_treeids=(),
    nodes_truenodeids=(),
    nodes_values=(),
    nodes_values_as_tensor=None,
    post_transform="NONE",
    target_ids=(),
    target_nodeids=(),
    target_treeids=(),
    target_weights=(),
    target_weights_as_tensor=None,
):
    """What the leaves reached say of each target, taken together."""
    forest = _forest_of_lists(
        nodes_treeids,
        nodes_nodeids,
        nodes_modes,
        nodes_featureids,
        nodes_values if nodes_values_as_tensor is None else nodes_values_as_tensor,
        nodes_truenodeids,
        nodes_falsenodeids,
        nodes_missing_value_tracks_true,
    )
    weights = target_weights if target_weights_as_tensor is None else target_weights_as_tensor
    votes = (_leaves(forest, target_treeids, target_nodeids), target_ids, weights)
    scores = scores_of(xp, forest, features(X), votes, n_targets, aggregate_function)
    base = base_values if base_values_as_tensor is None else base_values_as_tensor
    if base is not None:
        scores = scores + xp.asarray(base, scores.dtype)
    return transformed(xp, scores.astype(np.float32), post_transform)


@op("TreeEnsembleClassifier", domain=DOMAIN)
def tree_ensemble_classifier(
    xp,
    X,
    *,
    base_values=None,
    base_values_as_tensor=None,
    class_ids=(),
    class_nodeids=(),
    class_treeids=(),
    class_weights=(),
    class_weights_as_tensor=None,
    classlabels_int64s=None,
    classlabels_strings=None,
    nodes_falsenodeids=(),
    nodes_featureids=(),
    nodes_hitrates=None,
    nodes_hitrates_as_tensor=None,
    nodes_missing_value_tracks_true=None,
    nodes_modes=(),
    nodes_nodeids=(),
    nodes_treeids=(),
    nodes_truenodeids=(),
    nodes_values=(),
    nodes_values_as_tensor=None,
    post_transform="NONE",
):
    """The class that the leaves reached favour, and the scores of all."""
    forest = _forest_of_lists(
        nodes_treeids,
        nodes_nodeids,
        nodes_modes,
        nodes_featureids,
        nodes_values if nodes_values_as_tensor is None else nodes_values_as_tensor,
        nodes_truenodeids,
        nodes_falsenodeids,
        nodes_missing_value_tracks_true,
    )
    weights = class_weights if class_weights_as_tensor is None else class_weights_as_tensor
    classes = len(classlabels_strings or classlabels_int64s or [])
    single = classes <= 2 and len(set(class_ids)) == 1
    targets = _ONE * len(class_ids) if single else class_ids
    votes = (_leaves(forest, class_treeids, class_nodeids), targets, weights)
    scores = scores_of(xp, forest, features(X), votes, 1 if single else classes, "SUM")
    base = base_values if base_values_as_tensor is None else base_values_as_tensor
    if base is not None:
        scores = scores + xp.asarray(base, scores.dtype).reshape(-1)[-scores.shape[1] :]
    scores = scores.astype(np.float32)
    if single:
        places, scores = _one_score(xp, scores, bool((np.asarray(weights) >= 0).all()), post_transform)
        return labelled(places, classlabels_int64s, classlabels_strings), scores
    places = scores.argmax(axis=1)
    return labelled(places, classlabels_int64s, classlabels_strings), transformed(xp, scores, post_transform)


def _one_score(xp: Any, score: Any, positive: bool, post_transform: str) -> tuple[Any, Any]:
    """Two classes told apart by one score, a probability where all weights are positive.

    The specification does not say how; this is what ONNX Runtime does, for which the converters of models write.
    """
    places = (score[:, 0] > (0.5 if positive else 0)).astype(np.int64)
    if positive and post_transform != "LOGISTIC":
        return places, xp.concatenate([1 - score, score], axis=1)
    return places, transformed(xp, xp.concatenate([-score, score], axis=1), post_transform)


@op("TreeEnsemble", since=5, domain=DOMAIN)
def tree_ensemble(
    xp,
    X,
    *,
    aggregate_function=1,
    leaf_targetids,
    leaf_weights,
    membership_values=None,
    n_targets=1,
    nodes_falseleafs,
    nodes_falsenodeids,
    nodes_featureids,
    nodes_hitrates=None,
    nodes_missing_value_tracks_true=None,
    nodes_modes,
    nodes_splits,
    nodes_trueleafs,
    nodes_truenodeids,
    post_transform=0,
    tree_roots,
):
    """What the leaves reached say of each target, taken together; leaves stand apart from the inner nodes."""
    inner, outer = len(nodes_featureids), len(leaf_targetids)
    mode = np.concatenate([np.asarray(nodes_modes, np.int64), np.full(outer, LEAF)])
    blank = np.zeros(outer, np.int64)

    def onward(nodes: list[int], are_leaves: list[int]) -> np.ndarray:
        return np.concatenate([np.asarray(nodes) + inner * np.asarray(are_leaves), blank])

    forest = Forest(
        roots=np.asarray(tree_roots),
        mode=mode,
        feature=np.concatenate([np.asarray(nodes_featureids), blank]),
        split=np.concatenate([np.asarray(nodes_splits), np.zeros(outer, nodes_splits.dtype)]),
        yes=onward(nodes_truenodeids, nodes_trueleafs),
        no=onward(nodes_falsenodeids, nodes_falseleafs),
        missing=np.concatenate([np.asarray(nodes_missing_value_tracks_true or [0] * inner, bool), blank.astype(bool)]),
        members=_member_sets(mode, membership_values),
        kinds=_kinds(mode),
        where={},
    )
    votes = (np.arange(outer) + inner, leaf_targetids, leaf_weights)
    rows = X if X.ndim == 2 else X.reshape(1, -1)
    scores = scores_of(xp, forest, rows, votes, n_targets, AGGREGATES[aggregate_function])
    return transformed(xp, scores, TRANSFORMS[post_transform]).astype(X.dtype, copy=False)


def _member_sets(mode: np.ndarray, values: Any) -> dict[int, np.ndarray]:
    """The set of each node that asks for membership, in the order of nodes, with NaN after each."""
    nodes = np.nonzero(mode == MEMBER)[0].tolist()
    if not nodes:
        return {}
    flat = np.asarray([] if values is None else values).reshape(-1)
    ends = np.nonzero(np.isnan(flat))[0]
    sets = [part[~np.isnan(part)] for part in np.split(flat, ends)]
    if len(sets) < len(nodes):
        raise HloError(
            f"{counted(len(nodes), 'node')} test membership, membership_values has {counted(len(sets), 'set')}",
            code="onnx.attribute",
        )
    return dict(zip(nodes, sets, strict=False))
