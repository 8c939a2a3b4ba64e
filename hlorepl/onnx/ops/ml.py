"""Features and labels of classical machine learning (ONNX: ai.onnx.ml). Maps are dictionaries."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import HloError
from ...wording import counted
from ..registry import op
from ..sizes import as_all, as_first
from ..tensors import STRING, describe, is_string, one_of

DOMAIN = "ai.onnx.ml"


@op("ArrayFeatureExtractor", domain=DOMAIN)
def array_feature_extractor(xp, X, Y):
    """The features at these indices of the last axis; a list of features counts as one row."""
    rows = X.reshape(1, -1) if X.ndim == 1 else X
    indices = Y.reshape(-1)
    if indices.size and not (0 <= int(indices.min()) and int(indices.max()) < rows.shape[-1]):
        raise HloError(f"an index is out of range for the features of {describe(X)}", code="onnx.index")
    return rows[..., indices]


@op("Binarizer", domain=DOMAIN)
def binarizer(xp, X, *, threshold=0.0):
    """1 where a value is above the threshold, else 0."""
    return (X > threshold).astype(X.dtype)


@op("Scaler", domain=DOMAIN, measure=as_first)
def scaler(xp, X, *, offset=None, scale=None):
    """Each feature minus its offset, times its scale."""
    wide = X.astype(np.float32, copy=False)
    if offset is not None:
        wide = wide - xp.asarray(offset, np.float32)
    return wide if scale is None else wide * xp.asarray(scale, np.float32)


@op("Normalizer", domain=DOMAIN, measure=as_first)
def normalizer(xp, X, *, norm="MAX"):
    """Each row over its largest value, its sum of absolute values, or its length; rows of 0 as they are."""
    one_of(norm, ("MAX", "L1", "L2"), "norm")
    wide = X.astype(np.float32, copy=False)
    if norm == "MAX":
        size = wide.max(axis=-1, keepdims=True)
    elif norm == "L1":
        size = xp.absolute(wide).sum(axis=-1, keepdims=True)
    else:
        size = xp.sqrt(xp.square(wide).sum(axis=-1, keepdims=True))
    return wide / xp.where(size == 0, np.float32(1), size)


@op("Imputer", domain=DOMAIN, measure=as_first)
def imputer(
    xp,
    X,
    *,
    imputed_value_floats=None,
    imputed_value_int64s=None,
    replaced_value_float=0.0,
    replaced_value_int64=0,
):
    """One value (NaN too) replaced, by one for all or one for each feature."""
    whole = X.dtype.kind == "i"
    new, old = (imputed_value_int64s, replaced_value_int64) if whole else (imputed_value_floats, replaced_value_float)
    if not new:
        raise HloError(f"Imputer has no values to put into {describe(X)}", code="onnx.attribute")
    missing = xp.isnan(X) if old != old else X == xp.asarray(old, X.dtype)
    return xp.where(missing, xp.asarray(new, X.dtype), X)


@op("FeatureVectorizer", domain=DOMAIN, measure=as_all)
def feature_vectorizer(xp, *X, inputdimensions=None):
    """Features side by side, as floats; a list counts as one row."""
    rows = [value.reshape(1, -1) if value.ndim == 1 else value.reshape(value.shape[0], -1) for value in X]
    widths = inputdimensions or [row.shape[1] for row in rows]
    return xp.concatenate([row[:, :width] for row, width in zip(rows, widths, strict=True)], axis=1).astype(np.float32)


@op("OneHotEncoder", domain=DOMAIN)
def one_hot_encoder(xp, X, *, cats_int64s=None, cats_strings=None, zeros=1):
    """A last axis of one 1 for each category; all 0 for a value of none, or an error unless ``zeros``."""
    categories = np.asarray(cats_int64s if cats_strings is None else cats_strings, STRING if cats_strings else np.int64)
    value = X if cats_strings else X.astype(np.int64)
    hit = np.asarray(value[..., None] == categories, bool)
    if not zeros and not hit.any(axis=-1).all():
        raise HloError("OneHotEncoder was given a value that is no category", code="onnx.inputs")
    return hit.astype(np.float32)


@op("CategoryMapper", domain=DOMAIN)
def category_mapper(xp, X, *, cats_int64s=None, cats_strings=None, default_int64=-1, default_string="_Unused"):
    """Texts as the integers beside them, or integers as texts."""
    texts, numbers = cats_strings or [], cats_int64s or []
    if is_string(X):
        return mapped(X, texts, numbers, default_int64, np.dtype(np.int64))
    return mapped(X, numbers, texts, default_string, STRING)


@op("LabelEncoder", domain=DOMAIN)
def label_encoder_1(xp, X, *, classes_strings=None, default_int64=-1, default_string="_Unused"):
    """Texts as their places in a list, or places as texts."""
    classes = classes_strings or []
    return category_mapper(
        xp,
        X,
        cats_int64s=list(range(len(classes))),
        cats_strings=classes,
        default_int64=default_int64,
        default_string=default_string,
    )


@op("LabelEncoder", since=2, domain=DOMAIN)
def label_encoder(
    xp,
    X,
    *,
    default_float=-0.0,
    default_int64=-1,
    default_string="_Unused",
    default_tensor=None,
    keys_floats=None,
    keys_int64s=None,
    keys_strings=None,
    keys_tensor=None,
    values_floats=None,
    values_int64s=None,
    values_strings=None,
    values_tensor=None,
):
    """Each value as what stands beside its key; NaN is a key too."""
    keys = next((k for k in (keys_tensor, keys_strings, keys_int64s, keys_floats) if k is not None), None)
    choices: list[tuple[Any, Any, Any]] = [
        (values_tensor, default_tensor, None if values_tensor is None else values_tensor.dtype),
        (values_strings, default_string, STRING),
        (values_int64s, default_int64, np.dtype(np.int64)),
        (values_floats, default_float, np.dtype(np.float32)),
    ]
    found = next((choice for choice in choices if choice[0] is not None), None)
    if keys is None or found is None:
        raise HloError("LabelEncoder needs keys and values", code="onnx.attribute")
    values, default, dtype = found
    if default_tensor is not None:
        default = default_tensor.reshape(-1)[0]
    elif values_tensor is not None:
        default = {"O": default_string, "i": default_int64}.get(dtype.kind, default_float)
    return mapped(X, _listed(keys), _listed(values), default, dtype)


def _listed(values: Any) -> list[Any]:
    return values.tolist() if hasattr(values, "tolist") else values


def mapped(value: Any, keys: list[Any], values: list[Any], default: Any, dtype: np.dtype) -> np.ndarray:
    """Each element as the value of its key; only distinct elements are looked up."""
    table = dict(zip(keys, values, strict=True))
    of_nan = next((table[key] for key in table if key != key), default)
    if value.dtype.kind == "f":
        # A float attribute is an f32; f64 data meet it there.
        table = {float(np.float32(key)): entry for key, entry in table.items()}
    distinct, places = np.unique(value, return_inverse=True)
    looked_up = [of_nan if key != key else table.get(key, default) for key in distinct.tolist()]
    return np.array(looked_up, dtype)[places].reshape(value.shape)


@op("DictVectorizer", domain=DOMAIN)
def dict_vectorizer(xp, X, *, int64_vocabulary=None, string_vocabulary=None):
    """A map's values in the order of a vocabulary, 0 for what it lacks."""
    values = {key: np.asarray(value) for key, value in X.items()}
    dtype = next(iter(values.values())).dtype if values else np.dtype(np.float32)
    blank = "" if dtype.kind in "OU" else 0
    row = [values[key].item() if key in values else blank for key in string_vocabulary or int64_vocabulary or []]
    return np.array(row, STRING if dtype.kind in "OU" else dtype).reshape(1, -1)


@op("CastMap", domain=DOMAIN)
def cast_map(xp, X, *, cast_to="TO_FLOAT", map_form="DENSE", max_map=1):
    """A map's values as one row in the order of their keys, or, if sparse, each at its key."""
    targets = {"TO_FLOAT": np.dtype(np.float32), "TO_INT64": np.dtype(np.int64), "TO_STRING": STRING}
    dtype = targets[one_of(cast_to, tuple(targets), "cast_to")]
    convert = str if dtype == STRING else float if dtype.kind == "f" else int
    items = {int(key): convert(np.asarray(value).item()) for key, value in sorted(X.items())}
    if one_of(map_form, ("DENSE", "SPARSE"), "map_form") == "DENSE":
        return np.array(list(items.values()), dtype).reshape(1, -1)
    if items and not 0 <= min(items) <= max(items) < max_map:
        raise HloError(f"CastMap was given a key outside [0, {max_map})", code="onnx.inputs")
    row = np.full(max_map, "" if dtype == STRING else 0, dtype)
    row[list(items)] = list(items.values())
    return row.reshape(1, -1)


@op("ZipMap", domain=DOMAIN)
def zip_map(xp, X, *, classlabels_int64s=None, classlabels_strings=None):
    """For each row a map from class to score."""
    labels = classlabels_strings or classlabels_int64s or []
    rows = X.reshape(1, -1) if X.ndim == 1 else X
    if rows.shape[1] != len(labels):
        raise HloError(
            f"ZipMap has {counted(len(labels), 'class', 'classes')} for the scores {describe(X)}", code="onnx.shape"
        )
    return [dict(zip(labels, row, strict=True)) for row in rows]
