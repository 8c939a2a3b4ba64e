"""The functions of expressions: NumPy's and Python's own values, and nothing that touches more than numbers."""

from __future__ import annotations

import inspect
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hlorepl
from hlorepl import mdf
from hlorepl.errors import HloError
from hlorepl.mdf.numpy_functions import FUNCTIONS as NUMPYS
from hlorepl.mdf.numpy_functions import Sized
from hlorepl.mdf.traced_functions import RULES
from hlorepl.mdf.vocabulary import ELEMENTWISE, FUNCTIONS

sys.path.insert(0, str(Path(__file__).parent))
from models import one

SCOPE = {"x": [0.5, -0.25, 2.0, 1.0], "m": [[2.0, 1.0], [1.0, 3.0]], "i": [3, 1, 2, 2], "u": [0.1, 0.2, 0.3, 0.4]}

PAIRS = (
    "arctan2 atan2 copysign divide equal float_power floor_divide fmax fmin fmod greater greater_equal heaviside hypot isclose "
    "less less_equal logaddexp logaddexp2 logical_and logical_or logical_xor maximum minimum mod multiply nextafter not_equal "
    "remainder subtract true_divide add convolve correlate polymul polyadd polysub append dot inner vdot outer array_equal "
    "array_equiv allclose intersect1d setdiff1d setxor1d union1d isin tensordot kron"
)
WHOLE = "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift left_shift right_shift gcd lcm"
MATRIX = "cholesky det inv pinv slogdet eigvalsh matrix_rank svdvals cond trace norm eigh qr svd"

#: The arguments of the functions that take others than ``x``.
ARGUMENTS: dict[str, str] = {
    **dict.fromkeys((f"numpy.{name}" for name in PAIRS.split()), "x, u"),
    "numpy.tensordot": "m, m, 1",
    **dict.fromkeys((f"numpy.{name}" for name in WHOLE.split()), "i, i"),
    **{f"numpy.{name}": "i" for name in ("invert", "bitwise_not", "bitwise_invert", "bitwise_count", "bincount")},
    **{f"numpy.linalg.{name}": "m" for name in MATRIX.split()},
    "numpy.linalg.solve": "m, [1.0, 2.0]", "numpy.linalg.lstsq": "m, [1.0, 2.0]", "numpy.linalg.matrix_power": "m, 3",
    "numpy.matmul": "m, m", "numpy.power": "u, x", "numpy.pow": "u, x", "numpy.ldexp": "x, i",
    "numpy.arccosh": "i", "numpy.acosh": "i",
    "numpy.where": "x > 0, x, u", "numpy.clip": "x, 0, 1", "numpy.full_like": "x, 3", "numpy.around": "x, 1", "numpy.round": "x, 1",
    "numpy.percentile": "x, [10, 50]", "numpy.quantile": "x, 0.5", "numpy.nanpercentile": "x, 50", "numpy.nanquantile": "x, 0.5",
    "numpy.partition": "x, 1", "numpy.argpartition": "x, 1", "numpy.lexsort": "[x, u]", "numpy.roll": "x, 1",
    "numpy.digitize": "x, u", "numpy.searchsorted": "u, x", "numpy.interp": "x, u, i", "numpy.diff": "x, 2",
    "numpy.expand_dims": "x, 0", "numpy.swapaxes": "m, 0, 1", "numpy.moveaxis": "m, 0, 1", "numpy.rollaxis": "m, 1",
    "numpy.compress": "x > 0, x", "numpy.extract": "x > 0, x", "numpy.delete": "x, 1", "numpy.take": "x, i",
    "numpy.take_along_axis": "x, i, 0", "numpy.select": "[x > 1, x > 0], [x, u]", "numpy.split": "x, 2", "numpy.array_split": "x, 2",
    "numpy.trace": "m", "numpy.diagonal": "m", "numpy.matrix_transpose": "m", "numpy.fliplr": "m", "numpy.rot90": "m",
    "numpy.divmod": "x, u", "numpy.cross": "[1.0, 2.0, 3.0], [3.0, 1.0, 2.0]",
    "numpy.polyfit": "x, u, 1", "numpy.polyval": "x, u", "numpy.concatenate": "[x, u]", "numpy.stack": "[x, u]",
    "numpy.hstack": "[x, u]", "numpy.vstack": "[x, u]", "numpy.dstack": "[x, u]", "numpy.column_stack": "[x, u]",
    "numpy.tile": "x, [2, 3]", "numpy.repeat": "x, 3", "numpy.pad": "x, 2", "numpy.resize": "x, [2, 3]",
    "numpy.broadcast_to": "x, [2, 4]", "numpy.reshape": "x, [2, 2]",
    "numpy.zeros": "[2, 3]", "numpy.ones": "3", "numpy.full": "[2], 5", "numpy.arange": "1, 7, 2", "numpy.linspace": "0, 1, 5",
    "numpy.logspace": "0, 1, 5", "numpy.geomspace": "1, 8, 4", "numpy.eye": "2, 3", "numpy.identity": "3", "numpy.tri": "3",
    "numpy.indices": "[2, 2]", "numpy.meshgrid": "x, u", "numpy.histogram": "x, 3", "numpy.kaiser": "5, 2.0",
    **dict.fromkeys(("numpy.hanning", "numpy.hamming", "numpy.blackman", "numpy.bartlett"), "5"),
    **dict.fromkeys((f"math.{name}" for name in ("atan2", "copysign", "fmod", "hypot", "isclose", "nextafter", "pow", "remainder")), "0.5, 0.25"),
    **dict.fromkeys((f"math.{name}" for name in ("comb", "gcd", "lcm", "perm")), "6, 4"),
    **dict.fromkeys((f"math.{name}" for name in ("factorial", "isqrt")), "6"),
    "math.ldexp": "0.5, 3", "math.dist": "x, u", "math.sumprod": "x, u", "math.fsum": "x", "math.prod": "x", "math.acosh": "1.5",
    "abs": "x", "min": "[1, 2]", "max": "3, 4", "sum": "x", "len": "x", "round": "2.5", "int": "2.5", "float": "3", "bool": "1",
    "pow": "2.0, 3",
}  # fmt: skip


def arguments(name: str) -> str:
    return ARGUMENTS.get(name, "0.5" if name.startswith("math.") else "x")


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.filterwarnings("ignore")
def test_values_are_those_of_the_library(name: str):
    text = f"{name}({arguments(name)})"
    scope = {key: np.array(value) for key, value in SCOPE.items()}
    with np.errstate(all="ignore"):
        wanted = eval(text, {"numpy": np, "math": math}, scope)
    parameters = {key: {"value": value} for key, value in SCOPE.items()}
    if name in ("numpy.fft.fft", "numpy.fft.ifft"):
        text, wanted = f"numpy.real({text})", np.real(wanted)
    runner = mdf.Runner(one({**parameters, "p": {"value": text}}, o="p"))
    for _ in range(2):
        runner.trial()
        found = runner.values["A.p"]
        for got, want in zip(*(v if isinstance(v, tuple) else [v] for v in (found, wanted)), strict=True):
            np.testing.assert_allclose(np.asarray(got), np.asarray(want), rtol=1e-13)


@pytest.mark.parametrize("name", sorted(ELEMENTWISE - {"numpy.pow", "numpy.power"}))
@pytest.mark.filterwarnings("ignore")
def test_a_batch_is_its_members(name: str):
    """Each function that treats elements alone does so, in a sweep too."""
    made = one({"k": {"value": 1.0}, "p": {"value": f"{name}({', '.join(['k'] * count(name))})"}})
    values = [1.0, 2.0, 3.0]
    try:
        together = mdf.sweep(made, {"A.k": values}, 2)
    except HloError:  # whole numbers only
        return
    for member, value in enumerate(values):
        alone = mdf.evaluate(made, 2, settings={"A.k": value})
        np.testing.assert_allclose(together["A"]["p"][member], alone["A"]["p"], rtol=1e-13)


def count(name: str) -> int:
    """How many numbers a function takes."""
    function: Any = FUNCTIONS[name]
    if isinstance(function, np.ufunc):
        return function.nin
    return {"numpy.where": 3, "numpy.clip": 3}.get(name, arguments(name).count(", x") + arguments(name).count(", u") + 1 if name.startswith("numpy") else arguments(name).count(",") + 1)  # fmt: skip


HUGE = {
    "numpy.arange": "10**9", "numpy.linspace": "0, 1, 10**9", "numpy.logspace": "0, 1, 10**9", "numpy.geomspace": "1, 2, 10**9",
    "numpy.eye": "10**5", "numpy.identity": "10**5", "numpy.tri": "10**5", "numpy.zeros": "10**9", "numpy.ones": "[10**5, 10**5]",
    "numpy.full": "10**9, 1", "numpy.outer": "w, w", "numpy.kron": "w, w", "numpy.dot": "t, numpy.transpose(t)", "numpy.matmul": "t, numpy.transpose(t)",
    "numpy.inner": "t, t", "numpy.tensordot": "w, w, 0", "numpy.tile": "w, 10**5", "numpy.repeat": "w, 10**5", "numpy.pad": "w, 10**9",
    "numpy.resize": "w, 10**9", "numpy.broadcast_to": "w, [10**5, 10**5]", "numpy.take": "w, numpy.zeros([10**5, 10**5])",
    "numpy.diag": "w", "numpy.diagflat": "w", "numpy.vander": "w, 10**5", "numpy.bincount": "10**9 + numpy.int64(w)",
    "numpy.histogram": "w, 10**9", "numpy.meshgrid": "w, w", "numpy.indices": "[10**5, 10**5]", "numpy.kaiser": "10**9, 1",
    **dict.fromkeys(("numpy.hanning", "numpy.hamming", "numpy.blackman", "numpy.bartlett"), "10**9"),
    "numpy.where": "t > 0, w, t", "numpy.clip": "t, w, 1", "numpy.isclose": "t, w", "numpy.cross": "numpy.zeros([10**5, 1, 3]), numpy.zeros([10**5, 3])",
    "numpy.select": "[t > 0], [w]", "numpy.cov": "t", "numpy.corrcoef": "t", "numpy.linalg.svd": "t", "numpy.polyfit": "w, w, 10**5",
    "numpy.percentile": "w, w", "numpy.quantile": "w, w", "numpy.nanpercentile": "w, w", "numpy.nanquantile": "w, w",
    "numpy.split": "w, 10**8", "numpy.array_split": "w, 10**8", "numpy.diff": "w, 10**9",
}  # fmt: skip


@pytest.mark.parametrize("name", HUGE)
def test_what_would_be_huge_is_refused_before_it_is_made(name: str):
    made = one({
        "w": {"value": "numpy.ones(100000)"}, "t": {"value": "numpy.ones([100000, 1])"}, "p": {"value": f"{name}({HUGE[name]})"},
    }, o="0")  # fmt: skip
    with pytest.raises(HloError) as caught:
        mdf.Runner(made).trial()
    assert caught.value.code == "limit.size", caught.value


def test_every_function_that_may_grow_is_tried():
    steady = "full_like append convolve correlate polymul polyadd polysub polyval concatenate stack hstack vstack dstack column_stack"
    steady += " searchsorted interp fft.fft fft.ifft"
    sized = {f"numpy.{name}" for name, function in NUMPYS.items() if isinstance(function, Sized)}
    assert sized - {f"numpy.{name}" for name in steady.split()} <= set(HUGE)


REFUSED = {
    "files": "fromfile fromregex genfromtxt load loadtxt save savetxt savez savez_compressed",
    "memory": "copyto empty empty_like fill_diagonal frombuffer from_dlpack fromstring may_share_memory nested_iters place put "
    "put_along_axis putmask shares_memory require",
    "state": "get_printoptions getbufsize geterr geterrcall printoptions set_printoptions setbufsize seterr seterrcall show_config "
    "show_runtime get_include test info",
    "types": "astype can_cast common_type isdtype issubdtype min_scalar_type mintypecode promote_types result_type typename isfortran "
    "iscomplexobj isrealobj isscalar iterable asanyarray asarray_chkfinite ascontiguousarray asfortranarray asmatrix bmat copy isnat",
    "functions": "apply_along_axis apply_over_axes fromfunction fromiter frompyfunc piecewise",
    "text and dates": "array2string array_repr array_str base_repr binary_repr busday_count busday_offset datetime_as_string "
    "datetime_data format_float_positional format_float_scientific is_busday",
    "complex numbers": "poly roots polydiv real_if_close sort_complex",
}
"""What expressions cannot call, by why."""

NOT_YET = (
    "argwhere block broadcast_arrays broadcast_shapes choose concat cumulative_prod cumulative_sum diag_indices diag_indices_from dsplit "
    "einsum einsum_path fix histogram2d histogram_bin_edges histogramdd hsplit insert ix_ mask_indices matvec packbits ravel_multi_index "
    "row_stack in1d trapz tril_indices tril_indices_from triu_indices triu_indices_from unique_all unique_counts unique_inverse unique_values "
    "unpackbits unravel_index unstack vecdot vecmat vsplit conj conjugate"
)
"""Functions of sets of arrays and of indices that nobody has asked for."""


def test_every_function_of_numpy_is_there_or_refused_with_a_reason():
    public = {
        name
        for name, function in vars(np).items()
        if name[0] != "_" and callable(function) and not inspect.isclass(function)
    }
    accounted = {*NUMPYS, *(name for names in REFUSED.values() for name in names.split()), *NOT_YET.split()}
    assert public - accounted == set()
    assert not {name for names in REFUSED.values() for name in names.split()} & set(NUMPYS)


def test_every_function_of_math_is_there():
    assert {f"math.{name}" for name, each in vars(math).items() if name[0] != "_" and callable(each)} <= set(FUNCTIONS)


@pytest.mark.parametrize(
    "text",
    [
        "math.factorial(10**6)",
        "math.comb(1000, 500)",
        "math.perm(500)",
        "math.lcm(2**62, 3**39)",
        "numpy.sum(x, 0, 'O')",
        "numpy.array(['a'])",
        "numpy.repeat('a', 3)",
        "numpy.cumsum(x, 0, 'O')",
        "numpy.full(2, 'a')",
        "numpy.fft.fft(x, 10**12)",
        "numpy.polyder(x, 10**6)",
    ],
)
def test_what_is_no_number_is_refused(text: str):
    with pytest.raises(HloError):
        mdf.Runner(one({"x": {"value": [1.0, 2.0]}, "p": {"value": text}})).trial()


def test_a_name_that_is_nearly_right_is_offered():
    with pytest.raises(HloError) as caught:
        mdf.Runner(one({"p": {"value": "numpy.arctnah(1)"}}))
    assert "numpy.arctanh" in str(caught.value)


def test_a_function_of_two_names_is_exported_by_both():
    names: dict[int, list[str]] = {}
    for name, function in FUNCTIONS.items():
        names.setdefault(id(function), []).append(name)
    for same in names.values():
        assert len({name in RULES or name.rpartition(".")[2] in RULES for name in same}) == 1, same


ONE_ARGUMENT = ("arctanh", "arcsinh", "negative", "degrees", "radians")


@pytest.mark.parametrize("text", [
    *(f"numpy.{name}(x)" for name in ONE_ARGUMENT), "numpy.arccosh(x + 1)", "numpy.add(x, 2)", "numpy.subtract(2, x)",
    "numpy.multiply(x, x)", "numpy.divide(x, 3)", "numpy.remainder(x, 0.3)", "numpy.floor_divide(x, 0.3)", "numpy.hypot(x, 2)",
    "numpy.less(x, 0.4) * 1.0", "math.erf(x)", "math.lgamma(x)", "numpy.equal(x, 0.5) * 1.0", "numpy.around(x * 7)", "numpy.amax(x)", "numpy.asarray([x, 1.0])[0]",
])  # fmt: skip
def test_what_has_a_counterpart_is_exported(text: str):
    made = one({"x": {"default_initial_value": 0.5, "value": "x * 0.9"}, "p": {"value": text}}, o="p")
    main = hlorepl.compile(hlorepl.parse(mdf.to_stablehlo(made)))
    (found,) = main(np.int64(3), np.float64(1.0))
    assert float(found) == pytest.approx(mdf.evaluate(made, 3, 1.0)["A"]["o"][-1], rel=1e-12)
