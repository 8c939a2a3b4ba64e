"""What ops say of themselves to those who rewrite plans holds: for every op in the registry that says it."""

import numpy as np
import pytest

from hlorepl.ops import registry
from hlorepl.ops.meanings import Comparison, Count, Extreme, Fold, Spread

VALUES = {
    "b": np.array([False, True, True, False]),
    "i": np.array([-(2**31), -7, 0, 2**31 - 1], np.int32),
    "u": np.array([0, 1, 77, 2**32 - 1], np.uint32),
    "f": np.array([-0.0, 0.0, 1.5, -2.25, np.inf, -np.inf, np.nan, 1e-45], np.float32),
}


def specs():
    return [registry.OPS[name] for name in registry.names()]


NEUTRAL = [(spec, each, kind) for spec in specs() for each in spec.neutral for kind in each.kinds]


def bits(array):
    array = np.asarray(array)
    return array.dtype, array.shape, array.tobytes()


@pytest.mark.parametrize(("spec", "neutral", "kind"), NEUTRAL, ids=lambda each: str(getattr(each, "name", each)))
def test_a_neutral_operand_leaves_the_other_one_as_it_is(spec, neutral, kind):
    values = VALUES[kind]
    operands = [values, values]
    operands[neutral.which] = np.full_like(values, neutral.number)
    with np.errstate(all="ignore"):
        assert bits(spec(np, *operands)) == bits(values)


def test_there_are_such_ops():
    assert len(NEUTRAL) > 30


@pytest.mark.parametrize("spec", [spec for spec in specs() if spec.exact], ids=lambda spec: spec.name)
def test_an_exact_op_gives_an_operand_perhaps_with_another_sign(spec):
    values = VALUES["f"]
    operands = np.meshgrid(*[values] * len(spec.operands))
    found = spec(np, *[operand.reshape(-1) for operand in operands])
    assert found.dtype == values.dtype
    same = [
        np.array_equal(abs(found[k : k + 1]), abs(operand.reshape(-1)[k : k + 1]), equal_nan=True)
        for operand in operands
        for k in range(found.size)
    ]
    assert np.reshape(same, (len(operands), -1)).any(axis=0).all()


def test_a_meaning_names_attributes_that_the_op_has():
    for spec in specs():
        means = spec.means
        named = {
            Spread: lambda means: [means.axes],
            Count: lambda means: [means.axis],
            Fold: lambda means: [means.axes],
            Comparison: lambda means: [means.direction, means.order],
        }.get(type(means), lambda means: [])(means)
        assert set(named) <= set(spec.attributes), spec.name


@pytest.mark.parametrize(
    "spec", [spec for spec in specs() if isinstance(spec.means, Extreme)], ids=lambda spec: spec.name
)
def test_an_extreme_is_one(spec):
    a, b = np.float32([1, -0.0, np.nan]), np.float32([2, 0.0, 5])
    wanted = [2, 0.0, np.nan] if spec.means.largest else [1, -0.0, np.nan]
    found = spec(np, a, b)
    assert np.array_equal(found, np.float32(wanted), equal_nan=True)
    assert np.signbit(found[1]) == (not spec.means.largest)
