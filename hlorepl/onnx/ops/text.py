"""Texts. They live in NumPy's object arrays whatever the array namespace is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ..registry import op
from ..sizes import as_first
from ..tensors import BOOL, STRING, describe, is_string, one_of

if TYPE_CHECKING:
    from collections.abc import Callable


def each(function: Callable[..., Any], *arrays: Any, dtype: np.dtype = STRING) -> np.ndarray:
    """A function of texts for each element, broadcast."""
    return np.asarray(np.frompyfunc(function, len(arrays), 1)(*arrays), dtype)


@op("StringConcat", since=20)
def string_concat(xp, X, Y):
    """Two texts joined, element by element."""
    return each(lambda first, second: first + second, X, Y)


def _pieces_bytes(X: Any, *, delimiter: str | None = None, maxsplit: int | None = None) -> int:
    limit = -1 if maxsplit is None else maxsplit
    width = max((len(text.split(delimiter or None, limit)) for text in X.ravel().tolist()), default=0)
    return X.size * 8 * (width + 1)


@op("StringSplit", since=20, measure=_pieces_bytes)
def string_split(xp, X, *, delimiter=None, maxsplit=None):
    """Each text cut at a delimiter or white space: a last axis of pieces, filled up with "", and their number."""
    limit = -1 if maxsplit is None else maxsplit
    cut = [text.split(delimiter or None, limit) for text in X.ravel().tolist()]
    counts = np.array([len(parts) for parts in cut], np.int64)
    width = int(counts.max(initial=0))
    table = np.full((len(cut), width), "", STRING)
    for row, parts in zip(table, cut, strict=True):
        row[: len(parts)] = parts
    return table.reshape(*X.shape, width), counts.reshape(X.shape)


@op("RegexFullMatch", since=20)
def regex_full_match(xp, X, *, pattern=""):
    """Whether the whole of each text matches a regular expression."""
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise HloError(f"the pattern '{pattern}' is no regular expression: {error}", code="onnx.attribute") from error
    return each(lambda text: compiled.fullmatch(text) is not None, X, dtype=BOOL)


@op("StringNormalizer", since=10, measure=as_first)
def string_normalizer(xp, X, *, case_change_action="NONE", is_case_sensitive=0, locale=None, stopwords=()):
    """Stop words left out of a list of words, then the case changed; "" where none is left."""
    one_of(case_change_action, ("NONE", "LOWER", "UPPER"), "case_change_action")
    if X.ndim not in (1, 2) or (X.ndim == 2 and X.shape[0] != 1):
        raise HloError(
            f"StringNormalizer needs a list of words or one row of them, not {describe(X)}", code="onnx.shape"
        )
    fold: Callable[[str], str] = str if is_case_sensitive else str.lower
    unwanted = {fold(word) for word in stopwords}
    change: Callable[[str], str] = {"NONE": str, "LOWER": str.lower, "UPPER": str.upper}[case_change_action]
    words = [change(word) for word in X.ravel().tolist() if fold(word) not in unwanted] or [""]
    result = np.array(words, STRING)
    return result.reshape(1, -1) if X.ndim == 2 else result


@op("TfIdfVectorizer", since=9)
def tf_idf_vectorizer(
    xp,
    X,
    *,
    max_gram_length,
    max_skip_count,
    min_gram_length,
    mode,
    ngram_counts,
    ngram_indexes,
    pool_int64s=None,
    pool_strings=None,
    weights=None,
):
    """How often each n-gram of a pool occurs in a list of tokens (or each row of lists), counted or weighted."""
    one_of(mode, ("TF", "IDF", "TFIDF"), "mode")
    if (pool_strings is None) == is_string(X):
        raise HloError(f"the pool's tokens are not of the type of {describe(X)}", code="onnx.type")
    tokens = X.reshape(-1, X.shape[-1]) if X.ndim else X.reshape(1, 1)
    vocabulary, pool, numbers = _vocabulary(pool_int64s if pool_strings is None else pool_strings, tokens)
    places = np.asarray(ngram_indexes, np.int64)
    counts = np.zeros((tokens.shape[0], int(places.max(initial=-1)) + 1), np.float32)
    starts = [*ngram_counts, pool.size]
    first_gram = 0
    for length in range(1, len(ngram_counts) + 1):
        grams = pool[starts[length - 1] : starts[length]].reshape(-1, length)
        if min_gram_length <= length <= max_gram_length:
            for skip in range(max_skip_count + 1 if length > 1 else 1):
                rows, found = _occurrences(numbers, grams, skip + 1, vocabulary)
                np.add.at(counts, (rows, places[first_gram + found]), 1)
        first_gram += len(grams)
    return _weighted(counts, mode, places, weights).reshape(*X.shape[:-1], -1)


def _vocabulary(pool: Any, tokens: Any) -> tuple[int, np.ndarray, np.ndarray]:
    """The number of distinct pool tokens, the pool as their numbers, the tokens as numbers too (unknown ones -1)."""
    known = {token: number for number, token in enumerate(dict.fromkeys(pool))}
    numbers = [known.get(token, -1) for token in tokens.ravel().tolist()]
    return (
        len(known),
        np.array([known[token] for token in pool], np.int64),
        np.array(numbers, np.int64).reshape(tokens.shape),
    )


def _occurrences(numbers: np.ndarray, grams: np.ndarray, stride: int, vocabulary: int) -> tuple[np.ndarray, np.ndarray]:
    """Row and gram of each occurrence of a gram whose tokens are ``stride`` apart.

    Grams and windows are numbered by their prefixes, one token at a time: no number outgrows pool times vocabulary.
    """
    length = grams.shape[1]
    count = numbers.shape[1] - stride * (length - 1)
    if count <= 0 or not len(grams):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    gram_prefix = np.zeros(len(grams), np.int64)
    window_prefix = np.zeros((numbers.shape[0], count), np.int64)
    for place in range(length):
        codes, gram_prefix = np.unique(gram_prefix * vocabulary + grams[:, place], return_inverse=True)
        token = numbers[:, place * stride : place * stride + count]
        code = window_prefix * vocabulary + token
        near = np.minimum(np.searchsorted(codes, code), len(codes) - 1)
        window_prefix = np.where((window_prefix >= 0) & (token >= 0) & (codes[near] == code), near, -1)
    gram_of_prefix = np.empty(len(codes), np.int64)
    gram_of_prefix[gram_prefix] = np.arange(len(grams))
    rows, columns = np.nonzero(window_prefix >= 0)
    return rows, gram_of_prefix[window_prefix[rows, columns]]


def _weighted(counts: np.ndarray, mode: str, places: np.ndarray, weights: Any) -> np.ndarray:
    if mode == "TF" or weights is None:
        return counts if mode != "IDF" else (counts > 0).astype(np.float32)
    factors = np.ones(counts.shape[1], np.float32)
    factors[places] = weights
    return (counts if mode == "TFIDF" else (counts > 0).astype(np.float32)) * factors
