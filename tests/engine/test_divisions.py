"""Divisions rounded down are recognised by what comes out; what only looks like one is left as it is."""

import numpy as np
import pytest

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.stepper import Machine

#: Lines that make ``%y`` of ``%x`` and ``%by``; ``T`` is their type, ``B`` that of truth values.
QUOTIENTS = {
    "by signs": """
  %q = stablehlo.divide %x, %by : T
  %sx = stablehlo.sign %x : T
  %sb = stablehlo.sign %by : T
  %d = stablehlo.compare NE, %sx, %sb : (T, T) -> B
  %r = stablehlo.remainder %x, %by : T
  %n = stablehlo.compare NE, %r, %zero : (T, T) -> B
  %c = stablehlo.and %d, %n : B
  %l = stablehlo.subtract %q, %one : T
  %y = stablehlo.select %c, %l, %q : B, T""",
    "by what is left, the other way round": """
  %r = stablehlo.remainder %x, %by : T
  %c = stablehlo.compare LE, %zero, %r : (T, T) -> B
  %q = stablehlo.divide %x, %by : T
  %l = stablehlo.add %minus, %q : T
  %y = stablehlo.select %c, %q, %l : B, T""",
    "without a choice": """
  %r = stablehlo.remainder %x, %by : T
  %c = stablehlo.compare GT, %zero, %r : (T, T) -> B
  %u = stablehlo.convert %c : (B) -> T
  %q = stablehlo.divide %x, %by : T
  %y = stablehlo.subtract %q, %u : T""",
}
LEFT = {
    "as JAX writes it": """
  %r = stablehlo.remainder %x, %by : T
  %n = stablehlo.compare NE, %r, %zero : (T, T) -> B
  %s = stablehlo.compare LT, %r, %zero : (T, T) -> B
  %t = stablehlo.compare LT, %by, %zero : (T, T) -> B
  %d = stablehlo.compare NE, %s, %t : (B, B) -> B
  %c = stablehlo.and %d, %n : B
  %l = stablehlo.add %r, %by : T
  %y = stablehlo.select %c, %l, %r : B, T""",
    "in a call": """
  %r = stablehlo.remainder %x, %by : T
  %y = func.call @up(%r, %by) : (T, T) -> T""",
}
OTHERS = {
    "towards zero": "  %y = stablehlo.divide %x, %by : T",
    "away from zero": """
  %q = stablehlo.divide %x, %by : T
  %r = stablehlo.remainder %x, %by : T
  %c = stablehlo.compare GT, %r, %zero : (T, T) -> B
  %l = stablehlo.add %q, %one : T
  %y = stablehlo.select %c, %l, %q : B, T""",
    "one less where nothing is left": """
  %q = stablehlo.divide %x, %by : T
  %c = stablehlo.compare LT, %x, %zero : (T, T) -> B
  %l = stablehlo.subtract %q, %one : T
  %y = stablehlo.select %c, %l, %q : B, T""",
}


def program(lines: str, element: str, shape: str, by: int) -> str:
    of, truth = f"tensor<{shape}{element}>", f"tensor<{shape}i1>"
    text = f"""func.func @main(%x: T) -> T {{
  %by = stablehlo.constant dense<{by}> : T
  %zero = stablehlo.constant dense<0> : T
  %one = stablehlo.constant dense<1> : T
  %minus = stablehlo.constant dense<-1> : T
{lines}
  return %y : T
}}
func.func private @up(%a: T, %b: T) -> T {{
  %zero = stablehlo.constant dense<0> : T
  %c = stablehlo.compare LT, %a, %zero : (T, T) -> B
  %l = stablehlo.add %b, %a : T
  %y = stablehlo.select %c, %l, %a : B, T
  return %y : T
}}"""
    return text.replace("T", of).replace("B", truth).replace(f"L{of}", "LT").replace(f"G{of}", "GT")


def check(text: str, shape: tuple[int, ...], dtype: str) -> list[str]:
    """What all ways of running it give is the same; gives what was recognised."""
    main = hlorepl.compile(hlorepl.parse(text))
    info = np.iinfo(dtype)
    some = np.resize(np.array([info.min, info.min + 1, -13, -12, -3, -1, 0, 1, 2, 7, 12, info.max], dtype), 24)
    for x in [some] if shape else [*some]:
        x = np.asarray(x)
        (wanted,) = Machine(main.plan, [x], RunContext()).run()
        for _ in range(3):
            assert np.array_equal(main(x)[0], wanted)
    return [note.what for note in main.plan.runner.improved.notes if note.kind == "pattern"]


@pytest.mark.parametrize("element", ["i8", "i32", "i64"])
@pytest.mark.parametrize("shape", ["", "24x"])
@pytest.mark.parametrize("name", [*QUOTIENTS, *LEFT])
def test_it_is_recognised(name: str, shape: str, element: str):
    lines = {**QUOTIENTS, **LEFT}[name]
    for by in (2, 3, 100):
        text = program(lines, element, shape, by)
        assert check(text, (24,) if shape else (), f"int{element[1:]}") == ["division rounded down"]


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_none_is_left(name: str):
    assert check(program(OTHERS[name], "i32", "24x", 5), (24,), "int32") == []


def test_a_negative_divisor_is_left():
    assert check(program(QUOTIENTS["by signs"], "i32", "24x", -5), (24,), "int32") == []


def test_a_number_that_is_read_once_stands_where_it_is_read_and_is_wrapped_once():
    """Sums and products of integers are wrapped at the end; branches of a choice are only worked out where they are chosen."""
    text = """func.func @main(%x0: tensor<i32>, %end: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.constant dense<1664525> : tensor<i32>
  %c = stablehlo.constant dense<1013904223> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %x0) : tensor<i32>, tensor<i32> cond {
    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %m = stablehlo.multiply %x, %a : tensor<i32>
    %n = stablehlo.negate %m : tensor<i32>
    %s = stablehlo.subtract %c, %n : tensor<i32>
    %p = stablehlo.compare GT, %s, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d = stablehlo.multiply %x, %x : tensor<i32>
    %y = stablehlo.select %p, %s, %d : tensor<i1>, tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}"""
    main = hlorepl.compile(hlorepl.parse(text))
    x = np.int32(12345)
    with np.errstate(over="ignore"):
        for _ in range(50):
            s = x * np.int32(1664525) + np.int32(1013904223)
            x = s if s > 0 else x * x
    for _ in range(3):
        assert main(np.int32(12345), np.int32(50))[0] == x
