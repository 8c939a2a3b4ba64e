"""Attention (ONNX: Attention, RotaryEmbedding, LinearAttention, CausalConvWithState)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...kernels.convolution import convolve
from ...kernels.matmul import matmul
from ...ops.flow import Done
from ...wording import counted
from ..precision import widened
from ..registry import op
from ..tensors import describe, dtype_of, one_of
from .activation import softmax_along, swish, total_along

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...ops.flow import Step
    from ..graph import Graph


def _scores_bytes(Q: Any, K: Any, V: Any, *inputs: Any, **attributes: Any) -> int:
    past = inputs[1].shape[2] if len(inputs) > 1 and inputs[1] is not None else 0
    heads = Q.shape[1] if Q.ndim == 4 else attributes.get("q_num_heads") or 1
    rows, columns = (value.shape[2 if value.ndim == 4 else 1] for value in (Q, K))
    return Q.shape[0] * heads * rows * (columns + past) * max(Q.dtype.itemsize, 4)


@op("Attention", since=23, view="maybe", work=_scores_bytes)
def attention(
    xp,
    Q,
    K,
    V,
    attn_mask=None,
    past_key=None,
    past_value=None,
    nonpad_kv_seqlen=None,
    *,
    is_causal=0,
    kv_num_heads=None,
    left_window_size=-1,
    q_num_heads=None,
    qk_matmul_output_mode=0,
    right_window_size=-1,
    scale=None,
    softcap=0.0,
    softmax_precision=None,
    outputs=1,
):
    """The softmax of scaled scores of queries and keys, times the values; several queries may share a key's head."""
    _check_attention(Q, q_num_heads, kv_num_heads, past_key, past_value, nonpad_kv_seqlen)
    query = _split_heads(Q, q_num_heads)
    key, value, past = _keys_and_values(xp, query, (K, V), kv_num_heads, past_key, past_value)
    factor = Q.dtype.type(math.sqrt(scale if scale is not None else 1 / math.sqrt(query.shape[3])))
    scores = matmul(xp, _shared(query * factor, key), (key * factor).swapaxes(2, 3)).reshape(*query.shape[:3], -1)
    kept = [scores]
    if softcap:
        scores = (xp.tanh(widened(scores / Q.dtype.type(softcap))) * softcap).astype(Q.dtype)
    kept.append(scores)
    offset = xp.asarray(past) if nonpad_kv_seqlen is None else nonpad_kv_seqlen - query.shape[2]
    allowed = _visible(
        xp,
        scores.shape,
        offset.reshape(-1, 1, 1, 1),
        None if left_window_size < 0 else left_window_size,
        0 if is_causal else None if right_window_size < 0 else right_window_size,
        nonpad_kv_seqlen,
    )
    scores = _biased(xp, scores, attn_mask, allowed)
    kept.append(scores)
    weights = _softmax(xp, scores, dtype_of(softmax_precision) if softmax_precision else Q.dtype).astype(Q.dtype)
    kept.append(weights)
    result = matmul(xp, _shared(weights, value), value).reshape(*query.shape[:3], -1)
    if Q.ndim == 3:
        result = result.swapaxes(1, 2).reshape(Q.shape[0], Q.shape[1], -1)
    return (result, key, value, kept[qk_matmul_output_mode])[:outputs]


def _keys_and_values(
    xp: Any, query: Any, operands: Iterable[Any], heads: int | None, past_key: Any, past_value: Any
) -> tuple[Any, Any, int]:
    """By heads, behind those of the past; and how many there are of these."""
    key, value = (_split_heads(operand, heads) for operand in operands)
    past = 0
    if past_key is not None:
        past = past_key.shape[2]
        key, value = xp.concatenate([past_key, key], axis=2), xp.concatenate([past_value, value], axis=2)
    if query.shape[1] % key.shape[1] or query.shape[3] != key.shape[3] or key.shape[2] != value.shape[2]:
        raise HloError(
            f"Attention: queries {describe(query)}, keys {describe(key)} and values {describe(value)} do not fit",
            code="onnx.Attention.shape",
        )
    return key, value, past


def _check_attention(
    query: Any, q_heads: int | None, kv_heads: int | None, past_key: Any, past_value: Any, lengths: Any
) -> None:
    if query.ndim == 3 and not (q_heads and kv_heads):
        raise HloError("Attention: operands of rank 3 need q_num_heads and kv_num_heads", code="onnx.Attention.heads")
    if (past_key is None) != (past_value is None):
        raise HloError("Attention: past_key and past_value come together", code="onnx.Attention.past")
    if past_key is not None and lengths is not None:
        raise HloError("Attention: nonpad_kv_seqlen is for a cache outside of the operator", code="onnx.Attention.past")


def _split_heads(x: Any, heads: int | None) -> Any:
    """(batch, length, heads × size) as (batch, heads, length, size)."""
    if x.ndim == 4:
        return x
    if not heads or x.shape[2] % heads:
        raise HloError(f"Attention: {describe(x)} does not hold {heads} heads", code="onnx.Attention.heads")
    return x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)


def _shared(left: Any, right: Any) -> Any:
    """Heads of ``left`` that share one of ``right`` put below each other, as rows of one matrix."""
    batch, heads, rows, size = left.shape
    shared = right.shape[1]
    return left if heads == shared else left.reshape(batch, shared, heads // shared * rows, size)


def _visible(xp: Any, shape: tuple[int, ...], offset: Any, left: int | None, right: int | None, lengths: Any) -> Any:
    """Which key each query may see, as booleans that broadcast with the scores; ``None`` where it is all of them.

    :param offset: how many keys come before the first query of each element of the batch
    :param left: how far back a query sees
    :param right: how far ahead
    :param lengths: how many keys there are for each element of the batch
    """
    keys = xp.arange(shape[3])
    places = xp.arange(shape[2])[:, None] + offset
    result = None if lengths is None else keys < lengths.reshape(-1, 1, 1, 1)
    for limit, distance in ((left, places - keys), (right, keys - places)):
        if limit is not None:
            near = distance <= limit
            result = near if result is None else result & near
    return result


def _biased(xp: Any, scores: Any, mask: Any, allowed: Any) -> Any:
    """Scores plus the mask, minus infinity where a query may not look."""
    if mask is not None:
        missing = scores.shape[3] - mask.shape[-1]
        if missing < 0:
            raise HloError(
                f"Attention: a mask {describe(mask)} for {counted(scores.shape[3], 'key')}",
                code="onnx.Attention.attn_mask",
            )
        if missing:
            out = xp.zeros((), bool) if mask.dtype == np.bool_ else xp.asarray(-np.inf, mask.dtype)
            mask = xp.concatenate([mask, xp.broadcast_to(out, (*mask.shape[:-1], missing))], axis=-1)
        if mask.dtype == np.bool_:
            allowed = mask if allowed is None else allowed & mask
        else:
            scores = scores + mask.astype(scores.dtype, copy=False)
    return scores if allowed is None else xp.where(allowed, scores, xp.asarray(-np.inf, scores.dtype))


def _softmax(xp: Any, scores: Any, dtype: np.dtype) -> Any:
    """The softmax along the last axis, each step of it rounded to a type; a query that sees nothing gets zeros."""
    scores = scores.astype(dtype, copy=False)
    if not scores.shape[-1]:
        return scores
    greatest = xp.max(scores, axis=-1, keepdims=True)
    result = scores - xp.where(greatest == -np.inf, xp.zeros((), dtype), greatest)
    result = xp.exp(result, out=result)
    total = total_along(xp, result, -1)
    result /= xp.where(total == 0, xp.ones((), dtype), total)
    return result


@op("RotaryEmbedding", since=23)
def rotary_embedding(
    xp, X, cos_cache, sin_cache, position_ids=None, *, interleaved=0, num_heads=None, rotary_embedding_dim=0
):
    """Turn pairs of each head's elements by the angles of their position."""
    if X.ndim == 3 and not num_heads:
        raise HloError("RotaryEmbedding: an operand of rank 3 needs num_heads", code="onnx.RotaryEmbedding.num_heads")
    x = widened(X)
    x = x.reshape(*X.shape[:2], num_heads, -1) if X.ndim == 3 else x.swapaxes(1, 2)
    size = rotary_embedding_dim or x.shape[3]
    cosine, sine = (
        widened(cache if position_ids is None else cache[position_ids])[:, :, None] for cache in (cos_cache, sin_cache)
    )
    if cosine.shape[-1] != size // 2 or sine.shape != cosine.shape:
        raise HloError(
            f"RotaryEmbedding: {describe(cos_cache)} and {describe(sin_cache)} do not hold {counted(size // 2, 'angle')} a position",
            code="onnx.RotaryEmbedding.cache",
        )
    result = x.copy()
    first, second = (
        (slice(0, size, 2), slice(1, size, 2)) if interleaved else (slice(size // 2), slice(size // 2, size))
    )
    real, imaginary = x[..., first], x[..., second]
    result[..., first] = cosine * real - sine * imaginary
    result[..., second] = sine * real + cosine * imaginary
    result = result.reshape(X.shape) if X.ndim == 3 else result.swapaxes(1, 2)
    return result.astype(X.dtype, copy=False)


@op("LinearAttention", since=27)
def linear_attention(
    xp,
    query,
    key,
    value,
    past_state=None,
    decay=None,
    beta=None,
    *,
    chunk_size=64,
    kv_num_heads,
    q_num_heads,
    scale=0.0,
    update_rule="gated_delta",
    outputs=2,
):
    """Attention without softmax, as a recurrence over a state matrix for each head; ``chunk_size`` is but a hint."""
    one_of(update_rule, ("linear", "gated", "delta", "gated_delta"), "update_rule")
    queries, keys, values = (
        widened(x).reshape(*x.shape[:2], heads, -1)
        for x, heads in ((query, q_num_heads), (key, kv_num_heads), (value, kv_num_heads))
    )
    batch, steps, _, size = keys.shape
    shape = (batch, kv_num_heads, size, values.shape[3])
    state = xp.zeros(shape, keys.dtype) if past_state is None else widened(past_state).copy()
    factor = scale or 1 / math.sqrt(queries.shape[3])
    gates = None
    if "gated" in update_rule:
        gates = xp.exp(_needed(decay, "decay").reshape(batch, steps, kv_num_heads, -1))[..., None]
    rates = _needed(beta, "beta")[..., None] if "delta" in update_rule else None
    result = xp.empty((batch, steps, q_num_heads, values.shape[3]), queries.dtype)
    for time in range(steps):
        k, v = keys[:, time, :, :, None], values[:, time, :, None, :]
        if gates is not None:
            state = state * gates[:, time]
        if rates is not None:
            v = (v - xp.matmul(k.swapaxes(2, 3), state)) * rates[:, time, :, :, None]
        state = state + k * v
        asked = queries[:, time].reshape(batch, kv_num_heads, -1, size)
        result[:, time] = (xp.matmul(asked, state) * factor).reshape(batch, q_num_heads, -1)
    last = state.astype(query.dtype if past_state is None else past_state.dtype, copy=False)
    return (result.reshape(batch, steps, -1).astype(query.dtype, copy=False), last)[:outputs]


def _needed(value: Any, name: str) -> Any:
    if value is None:
        raise HloError(f"LinearAttention: this update rule needs the input {name}", code=f"onnx.LinearAttention.{name}")
    return widened(value)


@op("CausalConvWithState", since=27)
def causal_conv_with_state(xp, input, weight, bias=None, past_state=None, *, activation="none", outputs=2):
    """A depthwise convolution along time that looks only back; gives the inputs that the next call starts from."""
    one_of(activation, ("none", "silu", "swish"), "activation")
    before = weight.shape[2] - 1
    if past_state is None:
        past_state = xp.zeros((*input.shape[:2], before), input.dtype)
    whole = xp.concatenate([past_state, input], axis=2)
    result = convolve(xp, widened(whole), widened(weight), groups=input.shape[1], bias=bias)
    if activation != "none":
        result = swish(xp, result)
    return (result.astype(input.dtype, copy=False), whole[:, :, whole.shape[2] - before :])[:outputs]


@op("FlexAttention", since=1, domain="ai.onnx.preview", steps=True)
def flex_attention(xp, Q, K, V, *, prob_mod=None, scale=None, score_mod=None, softmax_precision=None):
    """Attention with graphs that change the scores before the softmax, and the probabilities after it."""
    if Q.shape[1] % K.shape[1]:
        raise HloError(
            f"FlexAttention: {counted(Q.shape[1], 'head')} of queries cannot share {K.shape[1]} of keys",
            code="onnx.FlexAttention.heads",
        )
    work = dtype_of(softmax_precision) if softmax_precision else np.promote_types(np.float32, widened(Q).dtype)
    factor = scale if scale is not None else 1 / math.sqrt(Q.shape[3])
    scores = matmul(xp, _shared(Q, K), K.swapaxes(2, 3), widened(Q).dtype).reshape(*Q.shape[:3], -1)
    scores = (scores * factor).astype(work, copy=False)

    def scored(results: tuple[Any, ...]) -> Step:
        return _changed(prob_mod, softmax_along(xp, results[0], -1), weighed)

    def weighed(results: tuple[Any, ...]) -> Step:
        weights = results[0].astype(widened(Q).dtype, copy=False)
        result = matmul(xp, _shared(weights, V), widened(V))
        return Done((result.reshape(*Q.shape[:3], -1).astype(Q.dtype, copy=False),))

    return _changed(score_mod, scores, scored)


def _changed(graph: Graph | None, value: Any, then: Callable[[tuple[Any, ...]], Step]) -> Step:
    """Go on with what a graph makes of a value, or with the value where there is no graph."""
    return then((value,)) if graph is None else graph.enter((value,), then, "region")
