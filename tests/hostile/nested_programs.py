"""Random programs of single numbers and small arrays in loops, branches and calls, by everything that runs programs.

Regions use values from all scopes around them, so that what one of them may let go of is what another still needs.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.run import resume
from hlorepl.engine.stepper import Machine

NUMBERS = ("i32", "ui32", "i64", "f32", "f64")
V, W = "4xf32", "2x4xf32"
ALL = (*NUMBERS, "i1", V, W)
BINARY = ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum")
UNARY = {
    "f32": ("sqrt", "exponential", "sine", "floor", "negate", "abs", "sign"),
    "i32": ("negate", "abs", "sign", "not"),
}
UNARY |= {"f64": UNARY["f32"], "i64": UNARY["i32"], "ui32": ("not", "popcnt"), V: UNARY["f32"], W: UNARY["f32"]}
SHIFTS = ("shift_left", "shift_right_logical", "shift_right_arithmetic", "and", "or", "xor")


class Writer:
    """Lines in the making; ``scopes`` has what is known, by type, the innermost last."""

    def __init__(self, random: Random):
        self.random = random
        self.lines: list[str] = []
        self.scopes: list[dict[str, list[str]]] = [{}]
        self.count = 0
        self.helpers: list[tuple[str, list[str], list[str]]] = []

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def know(self, of: str, name: str) -> str:
        self.scopes[-1].setdefault(of, []).append(name)
        return name

    def pick(self, of: str) -> str:
        """A value of a type, preferably a new one; a constant where there is none."""
        known = [name for scope in self.scopes for name in scope.get(of, ())]
        if not known or of in NUMBERS and self.random.random() < 0.1:
            return self.constant(of)
        return self.random.choice(known[-3:] if self.random.random() < 0.6 else known)

    def constant(self, of: str) -> str:
        number = "true" if of == "i1" else str(self.random.choice((0, 1, 2, 3, 7, 31, 40, 1000)))
        if "f" in of:
            number = self.random.choice(
                ("0.0", "-0.0", "1.0", "0.5", "-3.25", "1.0e30", "0x7F800000" if of == "f32" else "2.0")
            )
        return self.line(of, f"stablehlo.constant dense<{number}> : tensor<{of}>")

    def line(self, of: str, text: str) -> str:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return self.know(of, name)

    # What a line may be

    def step(self, depth: int) -> None:
        kinds = [self.arithmetic] * 6 + [
            self.choice,
            self.conversion,
            self.spread,
            self.total,
            self.window,
            self.update,
            self.division,
        ]
        if depth:
            kinds += [partial(self.loop, depth - 1), *[partial(self.branch, depth - 1)] * 2]
        if self.helpers:
            kinds.append(self.call)
        self.random.choice(kinds)()

    def arithmetic(self) -> None:
        of = self.random.choice((*NUMBERS, V, W))
        if self.random.random() < 0.3:
            self.line(of, f"stablehlo.{self.random.choice(UNARY[of])} {self.pick(of)} : tensor<{of}>")
            return
        names = SHIFTS if "i" in of and self.random.random() < 0.3 else BINARY
        self.line(of, f"stablehlo.{self.random.choice(names)} {self.pick(of)}, {self.pick(of)} : tensor<{of}>")

    def choice(self) -> None:
        of = self.random.choice((*NUMBERS, V))
        way, a, b = self.random.choice(("EQ", "NE", "LT", "GE")), self.pick(of), self.pick(of)
        if of == V:
            text = f"stablehlo.compare {way}, {a}, {b} : (tensor<{V}>, tensor<{V}>) -> tensor<4xi1>"
            self.lines.append(f"%c{self.count} = {text}")
            self.line(V, f"stablehlo.select %c{self.count}, {b}, {a} : tensor<4xi1>, tensor<{V}>")
            return
        test = self.line("i1", f"stablehlo.compare {way}, {a}, {b} : (tensor<{of}>, tensor<{of}>) -> tensor<i1>")
        self.line(of, f"stablehlo.select {test}, {a}, {b} : tensor<i1>, tensor<{of}>")

    def conversion(self) -> None:
        before, after = self.random.choice((*NUMBERS, "i1")), self.random.choice((*NUMBERS, "i1"))
        self.line(after, f"stablehlo.convert {self.pick(before)} : (tensor<{before}>) -> tensor<{after}>")

    def division(self) -> None:
        """A division rounded down, or what it leaves, as exporters write it, in one of several ways; now and then not quite so."""
        of, random = self.random.choice(("i32", "i64", "ui32")), self.random
        x = self.pick(of)
        by = self.line(of, f"stablehlo.constant dense<{random.choice((1, 2, 3, 10, 64))}> : tensor<{of}>")
        zero = self.line(of, f"stablehlo.constant dense<{random.choice((0, 0, 0, 0, 1))}> : tensor<{of}>")
        one = self.line(of, f"stablehlo.constant dense<1> : tensor<{of}>")
        left = self.line(of, f"stablehlo.remainder {x}, {by} : tensor<{of}>")
        is_left = self.compare(of, *random.choice((("NE", left, zero), ("NE", zero, left))))
        below = [self.compare(of, *random.choice((("LT", each, zero), ("GT", zero, each)))) for each in (left, by)]
        if of != "ui32" and random.random() < 0.5:
            signs = [self.line(of, f"stablehlo.sign {each} : tensor<{of}>") for each in (x, by)]
            random.shuffle(signs)
            other = self.compare(of, "NE", *signs)
        else:
            other = self.line("i1", f"stablehlo.xor {below[0]}, {below[1]} : tensor<i1>")
        tests = [is_left, other]
        random.shuffle(tests)
        test = self.line("i1", f"stablehlo.and {tests[0]}, {tests[1]} : tensor<i1>")
        if random.random() < 0.5:
            quotient = self.line(of, f"stablehlo.divide {x}, {by} : tensor<{of}>")
            lower = self.line(of, f"stablehlo.subtract {quotient}, {one} : tensor<{of}>")
            if random.random() < 0.3:
                less = self.line(of, f"stablehlo.convert {test} : (tensor<i1>) -> tensor<{of}>")
                self.line(of, f"stablehlo.subtract {quotient}, {less} : tensor<{of}>")
                return
            pair = lower, quotient
        else:
            pair = self.line(of, f"stablehlo.add {by}, {left} : tensor<{of}>"), left
        if random.random() < 0.3:
            test, pair = self.line("i1", f"stablehlo.not {test} : tensor<i1>"), pair[::-1]
        self.line(of, f"stablehlo.select {test}, {pair[0]}, {pair[1]} : tensor<i1>, tensor<{of}>")

    def compare(self, of: str, way: str, a: str, b: str) -> str:
        return self.line("i1", f"stablehlo.compare {way}, {a}, {b} : (tensor<{of}>, tensor<{of}>) -> tensor<i1>")

    def spread(self) -> None:
        of, dims = self.random.choice((("f32", "[]"), (V, "[1]")))
        after = self.random.choice((V, W)) if of == "f32" else W
        self.line(
            after, f"stablehlo.broadcast_in_dim {self.pick(of)}, dims = {dims} : (tensor<{of}>) -> tensor<{after}>"
        )

    def total(self) -> None:
        of, axes, after = self.random.choice(((V, "[0]", "f32"), (W, "[0, 1]", "f32"), (W, "[0]", V)))
        how = self.random.choice(("add", "maximum", "minimum", "multiply"))
        types = f"(tensor<{of}>, tensor<f32>) -> tensor<{after}>"
        given = f"{self.pick(of)} init: {self.pick('f32')}"
        self.line(after, f"stablehlo.reduce({given}) applies stablehlo.{how} across dimensions = {axes} : {types}")

    def window(self) -> None:
        given = f"{self.pick(W)}, {self.pick('i32')}, {self.pick('i32')}"
        piece = self.name()
        types = f"(tensor<{W}>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>"
        self.lines.append(f"{piece} = stablehlo.dynamic_slice {given}, sizes = [1, 4] : {types}")
        self.line(V, f"stablehlo.reshape {piece} : (tensor<1x4xf32>) -> tensor<{V}>")

    def update(self) -> None:
        piece = self.name()
        self.lines.append(f"{piece} = stablehlo.reshape {self.pick('f32')} : (tensor<f32>) -> tensor<1xf32>")
        given = f"{self.pick(V)}, {piece}, {self.pick('i32')}"
        types = f"(tensor<{V}>, tensor<1xf32>, tensor<i32>) -> tensor<{V}>"
        self.line(V, f"stablehlo.dynamic_update_slice {given} : {types}")

    def region(self, depth: int, known: dict[str, list[str]], results: list[str], first: str = "") -> list[str]:
        """The lines of a region that gives values of these types."""
        outer, self.lines = self.lines, []
        self.scopes.append(known)
        for _ in range(self.random.randrange(1, 5)):
            self.step(depth)
        given = [first or self.pick(results[0]), *map(self.pick, results[1:])] if results else []
        lines = [*self.lines]
        lines.append(f"stablehlo.return {', '.join(given)} : {', '.join(f'tensor<{of}>' for of in results)}")
        self.scopes.pop()
        self.lines = outer
        return ["  " + line for line in lines]

    def loop(self, depth: int) -> None:
        types = ["i32", *(self.random.choice(ALL) for _ in range(self.random.randrange(1, 4)))]
        start = self.line("i32", f"stablehlo.constant dense<{self.random.randrange(4)}> : tensor<i32>")
        operands = [start, *map(self.pick, types[1:])]
        self.count += 1
        names, made = [f"%l{self.count}_{k}" for k in range(len(types))], f"%w{self.count}"
        limit, one, test, more = (f"%{letter}{self.count}" for letter in "ntoj")
        known: dict[str, list[str]] = {}
        for of, name in zip(types, names, strict=True):
            known.setdefault(of, []).append(name)
        again = f"%k{self.count}"
        counts_twice = self.random.random() < 0.3
        body = self.region(depth, known, types, more)
        if counts_twice:  # as JAX's loops do
            types, names = [*types, "i32"], [*names, f"{again}_c"]
            operands = [*operands, self.random.choice((start, self.pick("i32")))]
            body.insert(0, f"  {again} = stablehlo.add {names[-1]}, {one} : tensor<i32>")
            returned = body[-1].split(" : ")
            body[-1] = f"{returned[0]}, {again} : {returned[1]}, tensor<i32>"
        carried = ", ".join(f"{name} = {operand}" for name, operand in zip(names, operands, strict=True))
        self.lines += [
            f"{made}:{len(types)} = stablehlo.while({carried}) : {', '.join(f'tensor<{of}>' for of in types)} cond {{",
            f"  {limit} = stablehlo.constant dense<{self.random.choice((4, 5, 9))}> : tensor<i32>",
            (
                f"  {test} = stablehlo.compare {self.random.choice(('LT', 'LT', 'NE'))}, {names[0]}, {limit} : "
                "(tensor<i32>, tensor<i32>) -> tensor<i1>"
            ),
            f"  stablehlo.return {test} : tensor<i1>",
            "} do {",
            f"  {one} = stablehlo.constant dense<1> : tensor<i32>",
            f"  {more} = stablehlo.add {names[0]}, {one} : tensor<i32>",
            *body,
            "}",
        ]
        for k, of in enumerate(types):
            self.know(of, f"{made}#{k}")

    def branch(self, depth: int) -> None:
        types = [self.random.choice(ALL) for _ in range(self.random.randrange(1, 3))]
        of, count = ("i1", 2) if self.random.random() < 0.6 else ("i32", self.random.randrange(1, 4))
        chosen = self.pick(of)
        regions = [self.region(depth, {}, types) for _ in range(count)]
        self.count += 1
        made = f"%w{self.count}"
        inside = "\n}, {\n".join("\n".join(region) for region in regions)
        results = f"({', '.join(f'tensor<{each}>' for each in types)})"
        op = "if" if of == "i1" else "case"
        text = f'{made}:{len(types)} = "stablehlo.{op}"({chosen}) ({{\n{inside}\n}}) : (tensor<{of}>) -> {results}'
        self.lines += text.split("\n")
        for k, each in enumerate(types):
            self.know(each, f"{made}#{k}")

    def call(self) -> None:
        name, takes, gives = self.random.choice(self.helpers)
        given = ", ".join(map(self.pick, takes))
        self.count += 1
        made = f"%w{self.count}"
        types = [", ".join(f"tensor<{of}>" for of in each) for each in (takes, gives)]
        self.lines.append(f"{made}:{len(gives)} = func.call @{name}({given}) : ({types[0]}) -> ({types[1]})")
        for k, of in enumerate(gives):
            self.know(of, f"{made}#{k}")

    def function(self, name: str, takes: list[str], steps: int, depth: int, gives: list[str]) -> str:
        """A function whose arguments are ``%aK``."""
        self.lines, self.scopes = [], [{}]
        for k, of in enumerate(takes):
            self.know(of, f"%a{k}")
        for _ in range(steps):
            self.step(depth)
        results = ", ".join(map(self.pick, gives))
        types = ", ".join(f"tensor<{of}>" for of in gives)
        arguments = ", ".join(f"%a{k}: tensor<{of}>" for k, of in enumerate(takes))
        body = "\n  ".join(self.lines)
        return f"func.func @{name}({arguments}) -> ({types}) {{\n  {body}\n  return {results} : {types}\n}}\n"


def program(random: Random) -> str:
    """A module of a main function and some that it calls."""
    writer, texts = Writer(random), list[str]()
    for number in range(random.randrange(3)):
        takes, gives = ([random.choice(ALL) for _ in range(random.randrange(1, 4))] for _ in range(2))
        texts.append(writer.function(f"f{number}", takes, random.randrange(1, 5), 1, gives))
        writer.helpers.append((f"f{number}", takes, gives))
    return "".join(
        [writer.function("main", list(ALL), random.randrange(4, 12), 2, ["f32", "i32", V, W, "f64", "ui32"]), *texts]
    )


def given(seed: int) -> list[np.ndarray]:
    """Arguments of the main function."""
    rng = np.random.default_rng(seed)
    numbers = [np.int32(2), np.uint32(2**31 + 5), np.int64(-7), np.float32(1.5), np.float64(-0.25), np.bool_(True)]
    return [*map(np.asarray, numbers), rng.random(4).astype(np.float32), rng.random((2, 4)).astype(np.float32)]


def same(one: np.ndarray, other: np.ndarray) -> bool:
    """To the bit, but for what a NaN is made of."""
    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    if one.dtype.kind != "f":
        return np.array_equal(one, other)
    return np.array_equal(one, other, equal_nan=True) and np.array_equal(
        np.signbit(one[one == 0]), np.signbit(other[other == 0])
    )


def one(case: Case) -> None:
    """A random program gives the same however it is run, and leaves what it was given as it was."""
    case.text = program(case.random)
    arguments = given(case.random.randrange(2**32))
    kept = [array.copy() for array in arguments]
    main_program = hlorepl.compile(hlorepl.parse(case.text))
    with np.errstate(all="ignore"):
        expected = [np.array(value) for value in Machine(main_program.plan, [*arguments], RunContext()).run()]
        answers = {f"run {number}": main_program(*arguments) for number in range(3)}
        answers["counted"] = main_program.run([*arguments], RunContext(limit=1 << 30))
        again = hlorepl.compile(hlorepl.parse(case.text)).plan
        run = again.resume([*arguments], RunContext())
        try:
            next(run)
        except StopIteration as stop:
            answers["resumable"] = stop.value
        answers["resumed"] = _resumed(again, arguments)
    for way, answer in answers.items():
        assert all(map(same, expected, map(np.asarray, answer))), f"{way}: {expected} and {answer}"
    assert all(map(np.array_equal, arguments, kept)), "an argument was changed"


def _resumed(plan, arguments):
    run = resume(plan, [*arguments], RunContext())
    try:
        next(run)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("nothing is waited for")


if __name__ == "__main__":
    main(one)
