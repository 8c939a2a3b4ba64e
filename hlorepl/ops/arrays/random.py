"""Ops that make random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import require
from ...ir.types import ELEMENTS, TensorType
from ...kernels import randombits
from ..registry import op
from ..rules import require_static, require_tensors
from ..written import host_ints, written_shape

if TYPE_CHECKING:
    from ...ir.core import Op
    from ..annotations import RngAlgorithm, RngDistribution


@op("stablehlo.rng_bit_generator", form="rng_bit_generator", view="never")
def rng_bit_generator(
    xp: Any, initial_state: Any, *, rng_algorithm: RngAlgorithm, results: list[TensorType]
) -> tuple[Any, Any]:
    """The next state and random bits, which the state alone determines (section "rng_bit_generator").

    THREE_FRY and PHILOX give the bits that XLA gives; DEFAULT is PHILOX. The state is one word of key and the counter.
    """
    return randombits.generate(xp, initial_state, rng_algorithm, results[1].sizes, results[1].dtype)


@rng_bit_generator.infer(result="C1")
def _(
    initial_state: TensorType, *, rng_algorithm: RngAlgorithm, results: list[TensorType] | None = None
) -> list[TensorType] | None:
    require_tensors(initial_state=initial_state)
    words = initial_state.rank == 1 and initial_state.element is ELEMENTS["ui64"]
    require(words, "operand_type", "{initial_state} must be a tensor of ui64 of rank 1", "initial_state")
    sizes = (2,) if rng_algorithm == "THREE_FRY" else (2, 3)
    fits = initial_state.shape[0] is None or initial_state.shape[0] in sizes
    wanted = " or ".join(map(str, sizes))
    require(fits, "C2", "the state of {rng_algorithm} has {wanted} words", "initial_state", wanted=wanted)
    if results is None:
        return None
    require(len(results) == 2, "C1", "there are two results, a state and the random bits")
    output = results[1]
    held = isinstance(output, TensorType) and (output.element.is_integer or output.element.is_float)
    require(held, "result_type", "random bits make integers or floats, not {found}", found=output)
    require(output.is_static, "result_type", "the shape of {found} must be known", found=output)
    return [initial_state, output]


@op("stablehlo.rng", form="rng", pure=False, apart="results", view="never", sizes=("shape",))
def rng(xp: Any, a: Any, b: Any, shape: Any, *, rng_distribution: RngDistribution, generator: Any) -> Any:
    """Random numbers: UNIFORM in [a, b), or NORMAL with mean a and standard deviation b (section "rng").

    The numbers are implementation-defined: here a stream goes on from draw to draw, and begins alike in every run with the
    same seed. An empty range gives a.
    """
    draw = randombits.uniform if rng_distribution == "UNIFORM" else randombits.normal
    return draw(xp, generator, a, b, tuple(host_ints(shape)))


@rng.infer(element="C1", shape="C3")
def _(
    a: TensorType,
    b: TensorType,
    shape: TensorType,
    *,
    rng_distribution: RngDistribution,
    result: TensorType | None = None,
    op: Op,
) -> TensorType | None:
    require_tensors(a=a, b=b, shape=shape)
    for name, end in (("a", a), ("b", b)):
        drawn = end.element.is_bool or end.element.is_integer or end.element.is_float
        require(end.rank == 0 and drawn, "operand_type", "{at} must be a real number of rank 0", name)
    require(a.element == b.element, "C1", "{a} and {b} must have the same element type", "b", like="a")
    if rng_distribution == "NORMAL":
        require(a.element.is_float, "C2", "a normal distribution is one of floats, not of {a}", "a")
    listed = shape.rank == 1 and shape.element.is_integer
    require(listed, "operand_type", "{shape} must be a tensor of integers of rank 1", "shape")
    require_static(shape=shape)
    sizes = written_shape(op, 2)
    assert sizes is not None
    negative = any(size is not None and size < 0 for size in sizes)  # type: ignore[operator]
    require(not negative, "C3", "no tensor has the sizes {sizes}", "shape", sizes=list(sizes))
    return a.with_shape(sizes)
