"""Random programs of element-wise ops, broadcasts, counts and reductions, by everything that runs programs.

Blocks are made small, so that small arrays are cut into many; results must be the same to the bit as op by op.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main

import hlorepl
from hlorepl.engine import chain, passes
from hlorepl.engine.context import RunContext
from hlorepl.engine.passes import joining, looping
from hlorepl.engine.stepper import Machine

SHAPES = [(4, 3, 5), (4, 3), (4,), (4, 3, 1), (1, 3, 5), (3, 5), (5,), (4, 1), (12, 5), ()]
FLOATS, INTEGERS = ("f32", "f16", "f64", "bf16"), ("i32", "ui32", "i8")
UNARY = ("negate", "abs", "sign")
FLOAT_UNARY = ("exponential", "tanh", "sqrt", "logistic", "floor", "rsqrt")
BINARY = ("add", "subtract", "multiply", "maximum", "minimum")
INTEGER_BINARY = ("and", "xor", "shift_left", "shift_right_logical", "shift_right_arithmetic", "divide", "remainder")


def tensor(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


class Making:
    """Lines of a function, and the values that they have made, by type."""

    def __init__(self, random: Random, element: str, indent: str = "  ", count: Iterator[int] | None = None):
        self.random = random
        self.element = element
        self.known: dict[tuple[int, ...], list[str]] = {}
        self.lines: list[str] = []
        self.indent = indent
        self.numbers = count if count is not None else iter(range(10_000))

    def type(self, shape: tuple[int, ...], element: str = "") -> str:
        return tensor(shape, element or self.element)

    def new(self, text: str) -> str:
        name = f"%v{next(self.numbers)}"
        self.lines.append(f"{self.indent}{name} = {text}")
        return name

    def keep(self, shape: tuple[int, ...], name: str) -> None:
        self.known.setdefault(shape, []).append(name)

    def pick(self, shape: tuple[int, ...]) -> str:
        names = self.known[shape]
        return self.random.choice(names[-3:] if self.random.random() < 0.6 else names)

    def step(self) -> None:
        """One more value, or a few."""
        shape = self.random.choice(list(self.known))
        of = self.type(shape)
        kind = self.random.random()
        if kind < 0.15 and shape:
            self.spread()
        elif kind < 0.25 and shape:
            self.reduce(shape)
        elif kind < 0.3 and shape:
            axis = self.random.randrange(len(shape))
            self.keep(shape, self.new(f"stablehlo.iota dim = {axis} : {of}"))
        elif kind < 0.35 and shape:
            self.reshape(shape)
        elif kind < 0.4 and shape and self.element in FLOATS:
            self.finite(shape)
        elif kind < 0.4 and shape and self.element in ("i32", "i8"):
            self.from_the_end(shape)
        elif kind < 0.45:
            a, b, mask = self.pick(shape), self.pick(shape), self.type(shape, "i1")
            test = self.new(f"stablehlo.compare LT, {a}, {b} : ({of}, {of}) -> {mask}")
            self.keep(shape, self.new(f"stablehlo.select {test}, {self.pick(shape)}, {b} : {mask}, {of}"))
        elif kind < 0.6:
            names = (
                (*UNARY, *FLOAT_UNARY) if self.element in FLOATS else UNARY[:2] if self.element != "ui32" else ("not",)
            )
            self.keep(shape, self.new(f"stablehlo.{self.random.choice(names)} {self.pick(shape)} : {of}"))
        else:
            names = (*BINARY, "divide") if self.element in FLOATS else (*BINARY, *INTEGER_BINARY)
            text = f"stablehlo.{self.random.choice(names)} {self.pick(shape)}, {self.pick(shape)} : {of}"
            self.keep(shape, self.new(text))

    def spread(self) -> None:
        before = self.random.choice(list(self.known))
        fits = [
            (after, axes)
            for after in SHAPES
            for axes in increasing(len(before), len(after))
            if all(size in (1, after[axis]) for size, axis in zip(before, axes, strict=True))
        ]
        after, axes = self.random.choice(fits)
        types = f"({self.type(before)}) -> {self.type(after)}"
        self.keep(after, self.new(f"stablehlo.broadcast_in_dim {self.pick(before)}, dims = {list(axes)} : {types}"))

    def reduce(self, shape: tuple[int, ...]) -> None:
        axes = sorted(self.random.sample(range(len(shape)), self.random.randint(1, len(shape))))
        kept = tuple(size for axis, size in enumerate(shape) if axis not in axes)
        name = self.random.choice(("add", "maximum", "minimum", "multiply"))
        zero = self.pick(()) if () in self.known else None
        if zero is None or kept not in SHAPES:
            return
        types = f"({self.type(shape)}, {self.type(())}) -> {self.type(kept)}"
        text = f"stablehlo.reduce({self.pick(shape)} init: {zero}) applies stablehlo.{name} across dimensions = {axes} : {types}"
        self.keep(kept, self.new(text))

    def from_the_end(self, shape: tuple[int, ...]) -> None:
        """Indices that count from the end where they are below zero, in one of several ways; now and then not quite so."""
        of, mask, x, random = self.type(shape), self.type(shape, "i1"), self.pick(shape), self.random
        zero = self.new(f"stablehlo.constant dense<{random.choice((0, 0, 0, 1))}> : {of}")
        size = self.new(f"stablehlo.constant dense<{random.choice((5, 100))}> : {of}")
        way = random.choice(("LT", "GE", "LE"))
        a, b = (x, zero) if random.random() < 0.7 else (zero, x)
        test = self.new(f"stablehlo.compare {way}, {a}, {b} : ({of}, {of}) -> {mask}")
        longer = self.new(f"stablehlo.add {', '.join(random.sample((x, size), 2))} : {of}")
        chosen = ", ".join(random.sample((x, longer), 2))
        self.keep(shape, self.new(f"stablehlo.select {test}, {chosen} : {mask}, {of}"))

    def finite(self, shape: tuple[int, ...]) -> None:
        """What is finite, and 0 elsewhere; the question is put in one of several ways, and what follows is done for both."""
        of, mask, x = self.type(shape), self.type(shape, "i1"), self.pick(shape)
        zero = self.new(f"stablehlo.constant dense<0.0> : {of}")
        limit = {"f16": "0x7C00", "bf16": "0x7F80", "f32": "0x7F800000", "f64": "0x7FF0000000000000"}[self.element]
        way = self.random.randrange(3)
        if way == 0:
            test = self.new(f"stablehlo.is_finite {x} : ({of}) -> {mask}")
        else:
            infinity = self.new(f"stablehlo.constant dense<{limit}> : {of}")
            size = self.new(f"stablehlo.abs {x} : {of}")
            test = self.new(f"stablehlo.compare {('LT', 'EQ')[way - 1]}, {size}, {infinity} : ({of}, {of}) -> {mask}")
        a, b = (zero, x) if way == 2 else (x, zero)
        chosen = self.new(f"stablehlo.select {test}, {a}, {b} : {mask}, {of}")
        self.keep(shape, self.new(f"stablehlo.negate {x} : {of}"))
        self.keep(shape, self.new(f"stablehlo.negate {chosen} : {of}"))

    def reshape(self, shape: tuple[int, ...]) -> None:
        after = self.random.choice([each for each in SHAPES if np.prod(each) == np.prod(shape)])
        types = f"({self.type(shape)}) -> {self.type(after)}"
        self.keep(after, self.new(f"stablehlo.reshape {self.pick(shape)} : {types}"))

    def loop(self) -> None:
        """A counted loop that carries a few arrays, some of which stay what they are."""
        shapes = [self.random.choice(list(self.known)) for _ in range(self.random.randint(1, 3))]
        given, name = [self.pick(shape) for shape in shapes], f"%w{next(self.numbers)}"
        i32 = "tensor<i32>"
        start = self.new(f"stablehlo.constant dense<0> : {i32}")
        inner = Making(self.random, self.element, self.indent + "  ", self.numbers)
        inner.known = {shape: list(names) for shape, names in self.known.items()}
        carried = [f"%c{next(self.numbers)}" for _ in shapes]
        counter = f"%i{next(self.numbers)}"
        for shape, each in zip(shapes, carried, strict=True):
            inner.keep(shape, each)
        inner.keep((), inner.new(f"stablehlo.convert {counter} : ({i32}) -> {self.type(())}"))
        for _ in range(self.random.randint(1, 8)):
            inner.step()
        results = [
            each if self.random.random() < 0.2 else inner.pick(shape)
            for shape, each in zip(shapes, carried, strict=True)
        ]
        one = inner.new(f"stablehlo.constant dense<1> : {i32}")
        results.append(inner.new(f"stablehlo.add {counter}, {one} : {i32}"))
        types = ", ".join([*(self.type(shape) for shape in shapes), i32])
        heads = ", ".join(f"{a} = {b}" for a, b in zip([*carried, counter], [*given, start], strict=True))
        limit, test = f"%n{next(self.numbers)}", f"%t{next(self.numbers)}"
        self.lines += [
            f"{self.indent}{name}:{len(shapes) + 1} = stablehlo.while({heads}) : {types} cond {{",
            f"{self.indent}  {limit} = stablehlo.constant dense<{self.random.randint(0, 4)}> : {i32}",
            f"{self.indent}  {test} = stablehlo.compare LT, {counter}, {limit} : ({i32}, {i32}) -> tensor<i1>",
            f"{self.indent}  stablehlo.return {test} : tensor<i1>",
            f"{self.indent}}} do {{",
            *inner.lines,
            f"{self.indent}  stablehlo.return {', '.join(results)} : {types}",
            f"{self.indent}}}",
        ]
        for number, shape in enumerate(shapes):
            self.keep(shape, f"{name}#{number}")


def increasing(count: int, limit: int) -> list[tuple[int, ...]]:
    """All increasing tuples of so many numbers below a limit."""
    if count == 0:
        return [()]
    return [(*rest, last) for last in range(limit) for rest in increasing(count - 1, last)]


def program(random: Random, element: str) -> tuple[str, list[tuple[int, ...]]]:
    """A module, and the shapes of what it takes."""
    making = Making(random, element)
    shapes = [*random.sample(SHAPES[:-1], 3), ()]
    arguments = []
    for number, shape in enumerate(shapes):
        making.keep(shape, f"%a{number}")
        arguments.append(f"%a{number}: {making.type(shape)}")
    for _ in range(random.randint(4, 24)):
        if random.random() < 0.12:
            making.loop()
        else:
            making.step()
    results = [(making.known[shape][-1], making.type(shape)) for shape in making.known]
    random.shuffle(results)
    results = results[: random.randint(1, len(results))]
    names, types = ", ".join(name for name, _ in results), ", ".join(of for _, of in results)
    body = "\n".join(making.lines)
    return f"func.func @main({', '.join(arguments)}) -> ({types}) {{\n{body}\n  return {names} : {types}\n}}\n", shapes


@contextmanager
def small_blocks(random: Random) -> Iterator[None]:
    """While chains begin at a few elements, and blocks have a few."""
    kept = joining.LEAST, passes.LARGE, chain.BLOCK, chain.THREADED, looping.LEAST, joining.LONG_ROW
    joining.LONG_ROW = random.choice((1, 4, 1000))
    looping.LEAST = random.choice((2, 2, 1000))
    joining.LEAST, passes.LARGE, chain.BLOCK = 2, 2, random.choice((1, 7, 16, 1000))
    chain.THREADED = random.choice((1, 1 << 40))
    try:
        yield
    finally:
        joining.LEAST, passes.LARGE, chain.BLOCK, chain.THREADED, looping.LEAST, joining.LONG_ROW = kept


def one(case: Case) -> None:
    """A random program gives the same however it is run."""
    element = case.random.choice((*FLOATS, *INTEGERS))
    case.text, shapes = program(case.random, element)
    rng = np.random.default_rng(case.random.randrange(2**32))
    with small_blocks(case.random):
        main_program = hlorepl.compile(hlorepl.parse(case.text))
        given = []
        for shape, value in zip(shapes, main_program.function.arguments, strict=True):
            numbers = rng.integers(-9, 9, shape) if element in INTEGERS else rng.standard_normal(shape) * 4
            zeroed = np.where(rng.random(shape) < 0.2, -0.0 if element in FLOATS else 0, numbers)
            if element in FLOATS and case.random.random() < 0.3:
                zeroed = np.where(rng.random(shape) < 0.1, rng.choice((np.inf, -np.inf, np.nan)), zeroed)
            given.append(np.asarray(zeroed).astype(value.type.dtype))
        kept = [array.copy() for array in given]
        with np.errstate(all="ignore"):
            wanted = Machine(main_program.plan, list(given), RunContext()).run()
        for number in range(3):
            context = RunContext(threads=2) if number else RunContext()
            found = main_program.run(list(given), context)
            for expected, got in zip(wanted, found, strict=True):
                assert same(np.asarray(expected), got), f"run {number} differs"
    assert all(a.tobytes() == b.tobytes() for a, b in zip(given, kept, strict=True)), "an argument was changed"


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """To the bit, but for what NaNs carry."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    wide_a, wide_b = (x.astype(np.float64) if x.dtype.kind not in "iu" else x for x in (a, b))
    if wide_a.dtype.kind != "f":
        return bool((wide_a == wide_b).all())
    nan = np.isnan(wide_a)
    return bool(
        (nan == np.isnan(wide_b)).all()
        and (nan | (a.tobytes() == b.tobytes()) | (wide_a == wide_b) & (np.signbit(wide_a) == np.signbit(wide_b))).all()
    )


if __name__ == "__main__":
    main(one)
