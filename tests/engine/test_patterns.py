"""Patterns are recognised by what they compute: written in other orders, in calls, reshaped, they are still the same."""

import numpy as np
import pytest

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.stepper import Machine

X, I, S, N = "tensor<40x200xf32>", "tensor<40x200xi32>", "tensor<f32>", "tensor<i32>"
#: Bodies that pick the largest and its number, each written in its own way; all but the last put NaN before all.
BODIES = {
    "as JAX writes it": """
    %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %v = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
    %n = stablehlo.select %6, %i, %j : tensor<i1>, tensor<i32>""",
    "commuted": """
    %4 = stablehlo.compare GT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.compare EQ, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %0 = stablehlo.compare LT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %1, %0 : tensor<i1>
    %5 = stablehlo.and %4, %3 : tensor<i1>
    %6 = stablehlo.or %5, %2 : tensor<i1>
    %7 = stablehlo.not %6 : tensor<i1>
    %v = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
    %n = stablehlo.select %7, %j, %i : tensor<i1>, tensor<i32>""",
    "with maximum and minimum": """
    %v = stablehlo.maximum %b, %a : tensor<f32>
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.minimum %i, %j : tensor<i32>
    %5 = stablehlo.select %2, %i, %j : tensor<i1>, tensor<i32>
    %n = stablehlo.select %3, %4, %5 : tensor<i1>, tensor<i32>""",
    "another answer for NaN": """
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %0, %a, %b : tensor<i1>, tensor<f32>
    %n = stablehlo.select %0, %i, %j : tensor<i1>, tensor<i32>""",
}


def argmax(body: str) -> str:
    return f"""func.func @main(%x: {X}) -> (tensor<40xf32>, tensor<40xi32>) {{
  %low = stablehlo.constant dense<0xFF800000> : {S}
  %zero = stablehlo.constant dense<0> : {N}
  %c = stablehlo.iota dim = 1 : {I}
  %r:2 = stablehlo.reduce(%x init: %low), (%c init: %zero) across dimensions = [1] : ({X}, {I}, {S}, {N}) -> (tensor<40xf32>, tensor<40xi32>)
   reducer(%a: {S}, %b: {S}) (%i: {N}, %j: {N}) {{{body}
    stablehlo.return %v, %n : {S}, {N}
  }}
  return %r#0, %r#1 : tensor<40xf32>, tensor<40xi32>
}}"""


def sample() -> np.ndarray:
    x = np.random.default_rng(1).integers(-5, 6, (40, 200)).astype(np.float32)
    x[3, 50], x[4] = np.inf, -np.inf
    return x


@pytest.mark.parametrize("name", BODIES)
def test_an_argmax_is_one_however_its_body_is_written(name, monkeypatch):
    program, x = hlorepl.compile(hlorepl.parse(argmax(BODIES[name]))), sample()
    calls = []
    monkeypatch.setattr("hlorepl.kernels.reduction.fold_neighbours", lambda *given: calls.append(given))
    for _ in range(3):
        value, number = program(x)
        assert np.array_equal(value, x.max(1))
        assert np.array_equal(number, x.argmax(1))
    assert not calls  # nothing was joined pair by pair


@pytest.mark.parametrize("name", BODIES)
def test_nan_is_what_the_body_makes_of_it(name):
    program, x = hlorepl.compile(hlorepl.parse(argmax(BODIES[name]))), sample()
    x[5, 7], x[6, 199], x[7, 0] = np.nan, np.nan, np.nan
    x[7, 9] = np.nan
    value, number = program(x)
    rest = np.delete(np.arange(40), [5, 6, 7])
    assert np.array_equal(number[rest], x.argmax(1)[rest])
    if name == "another answer for NaN":  # a comparison with NaN does not hold, so what stands later is taken
        assert np.isnan(value[6])
        assert number[6] == 199
    else:
        assert np.isnan(value[5:8]).all()
        assert number[5:8].tolist() == [7, 199, 0]


ONE_HOT = {
    "as JAX writes it": """
  %0 = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<50xi32>) -> tensor<50x1xi32>
  %1 = stablehlo.iota dim = 1 : tensor<1x300xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<50x1xi32>) -> tensor<50x300xi32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x300xi32>) -> tensor<50x300xi32>
  %4 = stablehlo.compare EQ, %2, %3 : (tensor<50x300xi32>, tensor<50x300xi32>) -> tensor<50x300xi1>""",
    "the other way round, reshaped": """
  %0 = stablehlo.reshape %i : (tensor<50xi32>) -> tensor<50x1x1xi32>
  %1 = stablehlo.reshape %0 : (tensor<50x1x1xi32>) -> tensor<50x1xi32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<50x1xi32>) -> tensor<50x300xi32>
  %3 = stablehlo.iota dim = 1 : tensor<50x300xi32>
  %4 = stablehlo.compare EQ, %3, %2 : (tensor<50x300xi32>, tensor<50x300xi32>) -> tensor<50x300xi1>""",
    "in a call": """
  %4 = call @same(%i) : (tensor<50xi32>) -> tensor<50x300xi1>""",
}
CALLED = """
func.func @same(%n: tensor<50xi32>) -> tensor<50x300xi1> {
  %line = stablehlo.iota dim = 0 : tensor<300xi32>
  %a = stablehlo.broadcast_in_dim %line, dims = [1] : (tensor<300xi32>) -> tensor<50x300xi32>
  %b = stablehlo.broadcast_in_dim %n, dims = [0] : (tensor<50xi32>) -> tensor<50x300xi32>
  %c = stablehlo.compare EQ, %a, %b : (tensor<50x300xi32>, tensor<50x300xi32>) -> tensor<50x300xi1>
  return %c : tensor<50x300xi1>
}"""


@pytest.mark.parametrize("name", ONE_HOT)
@pytest.mark.parametrize("outside", [False, True])
def test_one_hot(name, outside):
    text = f"""func.func @main(%i: tensor<50xi32>) -> tensor<50x300xf32> {{{ONE_HOT[name]}
  %5 = stablehlo.convert %4 : (tensor<50x300xi1>) -> tensor<50x300xf32>
  return %5 : tensor<50x300xf32>
}}{CALLED if name == "in a call" else ""}"""
    program = hlorepl.compile(hlorepl.parse(text))
    numbers = np.random.default_rng(0).integers(-9 if outside else 0, 320 if outside else 300, 50, np.int32)
    for _ in range(3):
        assert np.array_equal(program(numbers)[0], (numbers[:, None] == np.arange(300)).astype(np.float32))
    assert [(note.kind, note.what) for note in program.plan.runner.improved.notes if note.kind == "pattern"] == [
        ("pattern", "one-hot")
    ]


def test_a_count_that_begins_again_is_no_one_hot():
    text = """func.func @main(%i: tensor<50xi8>) -> tensor<50x300xf32> {
  %3 = stablehlo.iota dim = 1 : tensor<50x300xi8>
  %2 = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<50xi8>) -> tensor<50x300xi8>
  %4 = stablehlo.compare EQ, %3, %2 : (tensor<50x300xi8>, tensor<50x300xi8>) -> tensor<50x300xi1>
  %5 = stablehlo.convert %4 : (tensor<50x300xi1>) -> tensor<50x300xf32>
  return %5 : tensor<50x300xf32>
}"""
    numbers = np.arange(50, dtype=np.int8)
    (found,) = hlorepl.compile(hlorepl.parse(text))(numbers)
    assert np.array_equal(found, (numbers[:, None] == np.arange(300).astype(np.int8)).astype(np.float32))


@pytest.mark.parametrize("bound", ["0.0", "-0.0", "1.5", "-2.0", "0x7F800000", "0xFF800000", "0x7FC00000"])
@pytest.mark.parametrize("name", ["maximum", "minimum"])
@pytest.mark.parametrize("order", [("%x", "%b"), ("%b", "%x")])
def test_bounds_keep_signs_of_zero_and_nan(bound, name, order):
    text = f"""func.func @main(%x: tensor<9xf32>) -> tensor<9xf32> {{
  %c = stablehlo.constant dense<{bound}> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<9xf32>
  %r = stablehlo.{name} {order[0]}, {order[1]} : tensor<9xf32>
  return %r : tensor<9xf32>
}}"""
    program = hlorepl.compile(hlorepl.parse(text))
    x = np.float32([0.0, -0.0, 1.5, -2.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45])
    with np.errstate(all="ignore"):
        (wanted,) = Machine(program.plan, [x], RunContext()).run()
    for _ in range(3):
        (found,) = program(x)
        assert np.array_equal(np.isnan(found), np.isnan(wanted))
        assert np.where(np.isnan(found), 0, found).tobytes() == np.where(np.isnan(wanted), 0, wanted).tobytes()


@pytest.mark.parametrize(("element", "dtype"), [("i32", np.int32), ("i8", np.int8), ("ui16", np.uint16)])
@pytest.mark.parametrize("name", ["add", "subtract"])
def test_a_histogram_counts_and_wraps(element, dtype, name):
    text = f"""func.func @main(%h: tensor<7x{element}>, %i: tensor<900x1xi32>) -> tensor<7x{element}> {{
  %c = stablehlo.constant dense<3> : tensor<{element}>
  %u = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<{element}>) -> tensor<900x{element}>
  %r = "stablehlo.scatter"(%h, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
    ^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
      %s = stablehlo.{name} %p, %q : tensor<{element}>
      stablehlo.return %s : tensor<{element}>
  }}) : (tensor<7x{element}>, tensor<900x1xi32>, tensor<900x{element}>) -> tensor<7x{element}>
  return %r : tensor<7x{element}>
}}"""
    numbers = np.random.default_rng(0).integers(-2, 9, (900, 1), np.int32)
    start = np.arange(7).astype(dtype)
    inside = numbers[(numbers >= 0) & (numbers < 7)]
    wanted = (start.astype(np.int64) + (3 if name == "add" else -3) * np.bincount(inside, minlength=7)).astype(dtype)
    program = hlorepl.compile(hlorepl.parse(text))
    for _ in range(3):
        assert np.array_equal(program(start, numbers)[0], wanted)
    assert start.tolist() == list(range(7))


WRAPS = {
    "as JAX writes it": """
  %p = stablehlo.compare LT, %x, %zero : (T, T) -> B
  %w = stablehlo.add %x, %n : T
  %y = stablehlo.select %p, %w, %x : B, T""",
    "the other way round": """
  %w = stablehlo.add %n, %x : T
  %p = stablehlo.compare LE, %zero, %x : (T, T) -> B
  %y = stablehlo.select %p, %x, %w : B, T""",
}


@pytest.mark.parametrize("name", WRAPS)
def test_indices_that_count_from_the_end(name: str):
    of, mask = "tensor<500xi32>", "tensor<500xi1>"
    text = (
        f"""func.func @main(%x: {of}) -> ({of}, {of}) {{
  %zero = stablehlo.constant dense<0> : {of}
  %n = stablehlo.constant dense<7> : {of}{WRAPS[name]}
  %z = stablehlo.negate %y : {of}
  return %y, %z : {of}, {of}
}}""".replace("(T, T)", f"({of}, {of})")
        .replace(": T", f": {of}")
        .replace("B,", f"{mask},")
        .replace("-> B", f"-> {mask}")
    )
    main = hlorepl.compile(hlorepl.parse(text.replace(", T", f", {of}")))
    assert "indices from the end" in [note.what for note in main.plan.runner.improved.notes]
    for low in (0, -7):
        x = np.random.default_rng(0).integers(low, 7, 500).astype(np.int32)
        kept = x.copy()
        for _ in range(3):
            found, negated = main(x)
            assert np.array_equal(found, np.where(x < 0, x + 7, x))
            assert np.array_equal(negated, -found)
            found[:] = 0  # it is the caller's
            assert np.array_equal(x, kept)


def test_what_is_the_same_in_each_round_is_done_before_the_loop():
    """Not what a branch holds, nor what the loop changes; a loop without a round gives what it was given."""
    of = "tensor<6xf32>"
    text = f"""func.func @main(%x0: {of}, %k: {of}, %end: tensor<i32>, %c: tensor<i1>) -> {of} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %x0) : tensor<i32>, {of} cond {{
    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %j = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.cosine %k : {of}
    %b = stablehlo.multiply %a, %a : {of}
    %m = "stablehlo.if"(%c) ({{
      %s = stablehlo.sine %k : {of}
      %t = stablehlo.add %s, %x : {of}
      stablehlo.return %t : {of}
    }}, {{
      stablehlo.return %b : {of}
    }}) : (tensor<i1>) -> {of}
    %y = stablehlo.add %m, %b : {of}
    stablehlo.return %j, %y : tensor<i32>, {of}
  }}
  return %r#1 : {of}
}}"""
    main = hlorepl.compile(hlorepl.parse(text))
    x, k = np.arange(6, dtype=np.float32), np.linspace(0, 2, 6, dtype=np.float32)
    for end in (9, 0, 5):
        for chosen in (True, False):
            given = [x, k, np.int32(end), np.bool_(chosen)]
            (wanted,) = Machine(main.plan, [np.asarray(each) for each in given], RunContext()).run()
            for _ in range(3):
                assert np.array_equal(main(*given)[0], wanted)
    assert np.array_equal(main(x, k, np.int32(0), np.bool_(False))[0], x)
