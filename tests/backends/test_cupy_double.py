"""The backend ``cupy`` on CuPy's double: same results as NumPy's, and what runs where."""

import json
from operator import attrgetter

import numpy as np
import pytest

import hlorepl
from hlorepl import Session
from hlorepl.__main__ import main

pytestmark = pytest.mark.peers  # the double needs the installed cupy

#: What runs on the host though CuPy holds the types, and why.
LEFT_TO_HOST = {"stablehlo.dot_general": "an algorithm that multiplies in bf16"}

#: The ops whose programs must run where the values are.
COMMON = [
    *(
        "abs",
        "add",
        "and",
        "atan2",
        "cbrt",
        "ceil",
        "clamp",
        "compare",
        "convert",
        "cosine",
        "count_leading_zeros",
        "divide",
    ),
    *(
        "exponential",
        "exponential_minus_one",
        "floor",
        "is_finite",
        "log",
        "log_plus_one",
        "logistic",
        "maximum",
        "minimum",
    ),
    *(
        "multiply",
        "negate",
        "not",
        "or",
        "popcnt",
        "power",
        "remainder",
        "round_nearest_afz",
        "round_nearest_even",
        "rsqrt",
    ),
    *(
        "select",
        "shift_left",
        "shift_right_arithmetic",
        "shift_right_logical",
        "sign",
        "sine",
        "sqrt",
        "subtract",
        "tan",
    ),
    *("tanh", "xor", "complex", "real", "imag", "reduce_precision", "bitcast_convert"),
    *("broadcast_in_dim", "concatenate", "iota", "pad", "reshape", "reverse", "slice", "transpose"),
    *("dynamic_slice", "dynamic_update_slice", "gather", "scatter", "sort"),
    *("batch_norm_inference", "cholesky", "convolution", "fft", "reduce", "reduce_window", "select_and_scatter"),
    *("map", "rng_bit_generator", "triangular_solve"),
]


def status_of(text: str, tmp_path, capsys) -> tuple[int, str, list]:
    path = tmp_path / "program.mlir"
    path.write_text(text, encoding="utf-8")
    status = main(["run", "--json", "--backend", "cupy", str(path)])
    report = json.loads(capsys.readouterr().out)
    return status, report["status"], report["diagnostics"]


def test_program_checks_itself(good, device, tmp_path, capsys):
    assert status_of(good.text, tmp_path, capsys) == (0, "ok", [])
    assert device.left_to_host <= LEFT_TO_HOST.keys()


@pytest.mark.parametrize("name", COMMON)
def test_common_op_runs_where_the_values_are(name, device, tmp_path, capsys):
    from program_cases import programs

    for program in programs("ops"):
        if program.id.rpartition("-")[0] == name:
            assert status_of(program.text, tmp_path, capsys)[0] == 0
    assert device.on_device[f"stablehlo.{name}"] > 0
    assert device.left_to_host == set()


CHAIN = """
func.func @main(%x: tensor<8x8xf32>, %rows: tensor<4x1xi32>) -> (tensor<8x8xf32>, tensor<8xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.add %x, %x : tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.tanh %1 : tensor<8x8xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %6 = stablehlo.maximum %5, %3 : tensor<8x8xf32>
  %7 = stablehlo.reduce(%6 init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %9 = stablehlo.subtract %6, %8 : tensor<8x8xf32>
  %10 = stablehlo.exponential %9 : tensor<8x8xf32>
  %11 = "stablehlo.gather"(%10, %rows) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}
    : (tensor<8x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  %12 = stablehlo.concatenate %11, %11, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %13 = stablehlo.compare LT, %12, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
  %14 = stablehlo.select %13, %12, %x : tensor<8x8xi1>, tensor<8x8xf32>
  %15 = stablehlo.clamp %zero, %14, %one : (tensor<f32>, tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  %16 = stablehlo.convert %4 : (tensor<8xf32>) -> tensor<8xi32>
  return %15, %16 : tensor<8x8xf32>, tensor<8xi32>
}
"""


def test_values_stay_on_the_device_until_they_are_shown(device):
    program = hlorepl.compile(hlorepl.parse(CHAIN), backend="cupy")
    x = np.linspace(-1, 1, 64, dtype=np.float32).reshape(8, 8)
    rows = np.array([[1], [7], [0], [99]], dtype=np.int32)
    program(x, rows)
    before = vars(device.traffic).copy()
    found = program(x, rows)
    crossed = {name: count - before[name] for name, count in vars(device.traffic).items()}
    assert crossed == {"gets": 2, "scalars": 0, "uploads": 2}
    assert device.on_host == {}
    wanted = hlorepl.compile(hlorepl.parse(CHAIN))(x, rows)
    for ours, theirs in zip(found, wanted, strict=True):
        assert type(ours) is np.ndarray
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_max_ulp(ours, theirs, 1) if ours.dtype.kind == "f" else np.testing.assert_array_equal(
            ours, theirs
        )


CONTROL = """
func.func @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<f32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = func.call @double(%y) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %j, %z : tensor<i32>, tensor<f32>
    }
  %large = stablehlo.compare GT, %0#1, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %1 = "stablehlo.if"(%large) ({
    %a = stablehlo.negate %0#1 : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %2 = "stablehlo.case"(%n) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %b = stablehlo.sqrt %x : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  %3 = stablehlo.add %1, %2 : tensor<f32>
  return %3 : tensor<f32>
}
"""


def test_control_flow_moves_no_arrays(device):
    program = hlorepl.compile(hlorepl.parse(CONTROL), backend="cupy")
    (found,) = program(np.float32(4), np.int32(5))
    assert found == np.float32(-126)
    assert (device.traffic.gets, device.on_host) == (1, {})


def test_what_cupy_cannot_hold_stays_on_the_host(device):
    session = Session(backend="cupy")
    result = session.execute(
        "%x = [1.0, 2.0] : bf16\n%y = add %x, %x\n%z = convert %y : (tensor<2xbf16>) -> tensor<2xf32>"
    )
    assert result.error is None
    held = {name: type(bound.array) is np.ndarray for name, bound in session.state.names.items()}
    assert held == {"x": True, "y": True, "z": False}
    assert set(device.on_host) == {"stablehlo.add of other types", "stablehlo.convert of other types"}


def test_a_session_fetches_what_it_shows(device):
    session = Session()
    session.execute("%x = [1.0, 4.0]")
    assert session.execute(":backend cupy").text == "backend cupy"
    result = session.execute("%y = sqrt %x\n%z = %y * 3 + %x")
    assert device.traffic.gets == 0
    assert result.text.splitlines()[-1] == "%z : tensor<2xf32> = [4.0, 10.0]"
    assert device.traffic.gets > 0
    assert result.values[-1].array.tolist() == [4, 10]
    session.execute(":backend numpy")
    session.execute(":undo")
    assert all(type(bound.array) is np.ndarray for bound in session.state.names.values())


DUPLICATES = """
func.func @main(%t: tensor<3xTYPE>, %i: tensor<5x1xi32>, %u: tensor<5xTYPE>) -> tensor<3xTYPE> {
  %0 = "stablehlo.scatter"(%t, %i, %u) ({
    ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
      %r = BODY
      stablehlo.return %r : tensor<TYPE>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>} : (tensor<3xTYPE>, tensor<5x1xi32>, tensor<5xTYPE>) -> tensor<3xTYPE>
  return %0 : tensor<3xTYPE>
}
"""


TYPES = ["i8", "ui16", "i32", "i64", "ui64", "f16", "f32", "f64", "complex<f32>"]
BODIES = ["add", "subtract", "multiply", "maximum", "minimum", "and", "reshape"]


@pytest.mark.parametrize(("kind", "body"), [(k, b) for k in TYPES for b in BODIES if b != "and" or "f" not in k])
def test_updates_that_meet(kind, body, device):
    """Scatters with an index that comes several times, for types with atomic operations and without."""
    operands = "%b : (tensor<TYPE>) -> tensor<TYPE>" if body == "reshape" else "%a, %b : tensor<TYPE>"
    line = f"stablehlo.{body} {operands}"
    module = hlorepl.parse(DUPLICATES.replace("BODY", line).replace("TYPE", kind))
    dtype = module.functions["main"].arguments[0].type.dtype
    target, updates = np.arange(3).astype(dtype), np.array([3, 5, 1, 9, 2]).astype(dtype)
    places = np.array([[1], [1], [7], [1], [0]], dtype=np.int32)
    (found,) = hlorepl.compile(module, backend="cupy")(target, places, updates)
    (wanted,) = hlorepl.compile(module)(target, places, updates)
    np.testing.assert_array_equal(found, wanted)
    assert device.on_host == {}


ARGMAX = """
func.func @main(%x: tensor<4x5xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %0:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [1]
      : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
      %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.or %1, %2 : tensor<i1>
      %4 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = stablehlo.compare LT, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %6 = stablehlo.and %4, %5 : tensor<i1>
      %7 = stablehlo.or %3, %6 : tensor<i1>
      %8 = stablehlo.select %3, %a, %b : tensor<i1>, tensor<f32>
      %9 = stablehlo.select %7, %m, %n : tensor<i1>, tensor<i32>
      stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
    }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}
"""


def test_the_first_of_equal_ones_and_of_nans(device):
    x = np.array([[1, 3, 3, 0, 2], [1, np.nan, 9, np.nan, 3], [-1] * 5, [np.nan] * 5], dtype=np.float32)
    values, places = hlorepl.compile(hlorepl.parse(ARGMAX), backend="cupy")(x)
    np.testing.assert_array_equal(values, [3, np.nan, -1, np.nan])
    assert places.tolist() == [1, 1, 0, 0]
    assert device.on_host == {}


class TestDouble:
    """The double refuses what CuPy refuses."""

    @pytest.fixture
    def xp(self):
        pytest.importorskip("cupy", reason="the double takes its names from the installed cupy")
        from backends.cupy_double import double

        return double()

    def test_names_are_cupys(self, xp):
        import cupy

        assert set(dir(xp)) == {name for name in dir(cupy) if not name.startswith("_")}
        for path in ("insert", "errstate", "linalg.multi_dot", "ndarray.__array_interface__", "random.Philox"):
            with pytest.raises(AttributeError):
                attrgetter(path)(xp)

    def test_no_way_to_the_host_but_get(self, xp):
        array = xp.arange(6)
        with pytest.raises(TypeError, match=r"Please use `\.get\(\)`"):
            np.asarray(array)
        with pytest.raises(TypeError):
            range(array[3])
        assert array.get().tolist() == xp.asnumpy(array).tolist() == [0, 1, 2, 3, 4, 5]

    @pytest.mark.parametrize(
        "mixed",
        [
            lambda xp, a: a + np.ones(6),
            lambda xp, a: np.ones(6) + a,
            lambda xp, a: xp.add(a, np.ones(6)),
            lambda xp, a: xp.concatenate([a, np.ones(6)]),
            lambda xp, a: np.concatenate([a, np.ones(6)]),
            lambda xp, a: xp.where(np.ones(6, bool), a, a),
            lambda xp, a: a.__setitem__(slice(None), np.ones(6)),
            lambda xp, a: a.astype(xp.float64).dot(np.ones(6)),
        ],
    )
    def test_host_arrays_do_not_mix(self, xp, mixed):
        with pytest.raises((TypeError, AttributeError)):
            mixed(xp, xp.arange(6))

    @pytest.mark.parametrize(
        "lacking",
        [
            lambda xp, a: xp.add(a, a, where=a > 2),
            lambda xp, a: xp.take(a, a, mode="clip"),
            lambda xp, a: a.take(a, mode="clip"),
            lambda xp, a: xp.maximum.accumulate(a),
            lambda xp, a: xp.minimum.reduceat(a, a),
            lambda xp, a: xp.multiply.at(a, a, 1),
            lambda xp, a: xp.add.at(a, a, 1),  # of 64-bit signed integers
            lambda xp, a: xp.argsort(a, kind="mergesort", order="x"),
            lambda xp, a: xp.sum([1, 2]),
            lambda xp, a: a.astype(object),
            lambda xp, a: xp.asarray(["a"]),
        ],
    )
    def test_what_cupy_lacks(self, xp, lacking):
        with pytest.raises((TypeError, AttributeError, NotImplementedError, ValueError)):
            lacking(xp, xp.arange(6))

    def test_results_of_rank_0_are_arrays(self, xp):
        array = xp.arange(6)
        for found in (array.sum(), array[2], xp.max(array), array.mean(), xp.add(1, 2), np.float32(2) * array[1]):
            assert isinstance(found, xp.ndarray)
            assert found.shape == ()

    def test_numpys_functions_come_back_to_the_device(self, xp):
        array = xp.ones((2, 3))
        assert isinstance(np.sin(array), xp.ndarray)
        assert isinstance(np.concatenate([array, array]), xp.ndarray)

    def test_views_and_flags(self, xp):
        array = xp.ones((2, 3))
        assert array.base is None
        assert array[0].base is not None
        assert (array.T.flags.f_contiguous, array.T.flags.owndata) == (True, False)
        assert not hasattr(array.flags, "writeable")

    def test_assignments_to_one_place_win_in_another_order(self, xp):
        array = xp.zeros(2)
        array[xp.asarray([0, 0])] = xp.asarray([1.0, 2.0])
        assert array.get().tolist() == [1, 0]


WATCHED = """
func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[4.0, -1.0]> : tensor<2xf32>
  %1 = stablehlo.sqrt %0 : tensor<2xf32>
  %2 = stablehlo.complex %1, %1 : tensor<2xcomplex<f32>>
  %3 = stablehlo.convert %1 : (tensor<2xf32>) -> tensor<2xbf16>
  %4 = stablehlo.add %1, %1 : tensor<2xf32>
  return %4 : tensor<2xf32>
}
"""


def test_watchers_find_what_they_find_on_the_host(device, tmp_path, capsys):
    path = tmp_path / "program.mlir"
    path.write_text(WATCHED)
    found = []
    for name in ("cupy", "numpy"):
        words = ["--nan", "--trace", "--profile", "--save-values", str(tmp_path / name)]
        assert main(["run", "--json", "--backend", name, str(path), *words]) == 0
        report = json.loads(capsys.readouterr().out)
        trace = [{key: value for key, value in row.items() if key != "seconds"} for row in report["trace"]]
        calls = {(row["by"], row["key"]): (row["calls"], row["bytes"]) for row in report["profile"]["rows"]}
        found.append((report["nonfinite"], trace, calls, sorted(each.name for each in (tmp_path / name).iterdir())))
    assert found[0] == found[1]
    assert found[0][0][0]["op"] == "stablehlo.sqrt"
    assert device.on_device["stablehlo.sqrt"] > 0
