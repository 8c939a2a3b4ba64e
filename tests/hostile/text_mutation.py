"""Valid and invalid programs, changed by what the grammar is made of: read, verified, printed, read again, and run."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, TooLong, alarm, main, shown
from program_cases import programs

import hlorepl
from hlorepl.batch.inputs import random_value
from hlorepl.engine.arguments import given
from hlorepl.engine.context import RunContext
from hlorepl.errors import HloError
from hlorepl.ir.core import Module
from hlorepl.source import Source
from hlorepl.syntax.parser import parse

NAME = "mutant.mlir"
#: Bytes that values may hold.
MEMORY = 1 << 26
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[%@#!^]?[\w.$]+|->|::|\s+|.', re.DOTALL)
NUMBERS = ["-1", "0", "1", "7", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551616"]
NUMBERS += ["1e999", "-0.0", "0x7FC00000", "?", "nan", "1_0", "٣", "99999999999999999999999999"]
ELEMENTS = [
    "f32",
    "i1",
    "i64",
    "ui4",
    "i2",
    "bf16",
    "f8E4M3FN",
    "f8E8M0FNU",
    "f4E2M1FN",
    "complex<f32>",
    "f64",
    "index",
    "tf32",
]
TYPES = [
    "tensor<2xf32>",
    "tensor<f32>",
    "tensor<0xi1>",
    "tensor<?x2xf32>",
    "tensor<*xf32>",
    "tuple<>",
    "!stablehlo.token",
    "none",
]
TYPES += [
    "tensor<3000000000xi64>",
    "!quant.uniform<i8:f32, 0.1:-30>",
    "tensor<2x!quant.uniform<i8:f32:0, {0.1, 0.2}>>",
    "vector<2xi8>",
]
TYPES += ["() -> ()", "tuple<tensor<i1>, tensor<f32>>", "!t", "memref<2xf32>", "!stablehlo.future<tensor<2xf32>>"]
VALUES = [
    "0 : i64",
    "1.0 : f32",
    "0 : f8E8M0FNU",
    '"text"',
    "unit",
    "true",
    "@main",
    "@a::@b",
    "[]",
    "{}",
    "[1, 2]",
    '["a"]',
    "#alias",
    "f32",
]
VALUES += [
    "array<i64>",
    "array<i64: 1, -1>",
    "array<i1: true>",
    "array<f32: nan>",
    "dense<> : tensor<0xi64>",
    "dense<1> : tensor<2x2xi64>",
]
VALUES += [
    "dense<0> : tensor<2x3000000000xi64>",
    "dense<-1> : tensor<3xi64>",
    "dense<0.5> : tensor<f32>",
    "-1 : i32",
    "loc(unknown)",
]
VALUES += [
    "#stablehlo<precision DEFAULT>",
    "#stablehlo<comparison_direction LT>",
    "#stablehlo.dot<lhs_contracting_dimensions = [0]>",
]
VALUES += [
    "#stablehlo.conv<[bf, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>",
    "#stablehlo.conv<raw input_batch_dimension = -1>",
]
VALUES += [
    "#stablehlo.gather<index_vector_dim = 9>",
    "#stablehlo.channel_handle<handle = -1, type = 0>",
    "9223372036854775808 : i64",
]
VALUES += [
    "tensor<2xf32>",
    "affine_map<(d0) -> (d0)>",
    "dense_resource<x> : tensor<2xf32>",
    "#stablehlo.scatter<index_vector_dim = 1>",
]
ODD = [
    "\0",
    "\ufeff",
    "\u202e",
    "\x1b[31m",
    "\x07",
    "\r",
    "é",
    "\ud800",
    "\x9b",
    "\\",
    "'",
    "`",
    "\f",
    "//",
    "^bb0",
    "loc(",
    "{-#",
    ";",
]
OPENED = {"<": ">", "[": "]", "{": "}", "(": ")"}


@cache
def texts() -> list[str]:
    """Every program of the tests, and each that can be as generic text."""
    found = [program.text for folder in ("ops", "errors") for program in programs(folder) if len(program.text) < 3000]
    generic = []
    for text in found:
        try:
            generic.append(hlorepl.print_module(hlorepl.parse(text), generic=True))
        except HloError:
            continue
    return found + generic


def tokens_of(text: str) -> list[str]:
    """The text, cut where the grammar's words begin."""
    return TOKEN.findall(text)


def mutated(random: Random, text: str) -> str:
    """The text with one to four changes."""
    tokens = tokens_of(text)
    for _ in range(random.choice((1, 1, 1, 2, 2, 4))):
        random.choice(CHANGES)(random, tokens)
    return "".join(tokens)


def _somewhere(random: Random, tokens: list[str], pattern: str = r"\S") -> int:
    places = [place for place, token in enumerate(tokens) if re.match(pattern, token)]
    return random.choice(places) if places else 0


def _drop(random: Random, tokens: list[str]) -> None:
    start = _somewhere(random, tokens)
    del tokens[start : start + random.choice((1, 1, 2, 5))]


def _double(random: Random, tokens: list[str]) -> None:
    start = _somewhere(random, tokens)
    piece = tokens[start : start + random.choice((1, 2, 8, 30))]
    tokens[start:start] = piece


def _swap(random: Random, tokens: list[str]) -> None:
    one, other = _somewhere(random, tokens), _somewhere(random, tokens)
    if tokens:
        tokens[one], tokens[other] = tokens[other], tokens[one]


def _replace(pattern: str, words: list[str]):
    def change(random: Random, tokens: list[str]) -> None:
        place = _somewhere(random, tokens, pattern)
        tokens[place : place + 1] = [random.choice(words)]

    return change


def _same_kind(pattern: str):
    """A word takes the place of another of its kind: op names, SSA names, symbols, keys."""

    def change(random: Random, tokens: list[str]) -> None:
        place, other = _somewhere(random, tokens, pattern), _somewhere(random, tokens, pattern)
        tokens[place : place + 1] = tokens[other : other + 1]

    return change


def _other_op(random: Random, tokens: list[str]) -> None:
    place = _somewhere(random, tokens, r'"?(stablehlo|chlo|check|interpreter|func|vhlo|sdy|mhlo)\.\w')
    others = tokens_of(random.choice(texts()))
    other = _somewhere(random, others, r'"?(stablehlo|chlo|check|interpreter|func)\.\w')
    tokens[place : place + 1] = others[other : other + 1]


def _value(random: Random, tokens: list[str]) -> None:
    """What stands behind a ``=`` is another value, or the whole attribute is gone."""
    place = _somewhere(random, tokens, "=$")
    start = place + 1
    while start < len(tokens) and tokens[start].isspace():
        start += 1
    end = _end_of_value(tokens, start)
    tokens[start:end] = [random.choice(VALUES)]


def _end_of_value(tokens: list[str], start: int) -> int:
    closing: list[str] = []
    for place in range(start, len(tokens)):
        token = tokens[place]
        if token in OPENED:
            closing.append(OPENED[token])
        elif closing and token == closing[-1]:
            closing.pop()
        elif not closing and (token in ",})]>" or token.startswith("\n")):
            return place
    return len(tokens)


def _type(random: Random, tokens: list[str]) -> None:
    start = _somewhere(random, tokens, "tensor$")
    end = min(_end_of_value(tokens, start), len(tokens))
    tokens[start:end] = [random.choice(TYPES)]


def _foreign(random: Random, tokens: list[str]) -> None:
    """A piece of another program."""
    others = tokens_of(random.choice(texts()))
    start = _somewhere(random, others)
    place = _somewhere(random, tokens)
    tokens[place:place] = others[start : start + random.choice((1, 3, 10, 40))]


def _odd(random: Random, tokens: list[str]) -> None:
    place = _somewhere(random, tokens)
    if tokens:
        word, at = tokens[place], random.randrange(len(tokens[place]) + 1)
        tokens[place] = word[:at] + random.choice(ODD) + word[at:]


def _cut(random: Random, tokens: list[str]) -> None:
    if random.random() < 0.2:
        del tokens[_somewhere(random, tokens) :]


CHANGES = [
    _drop,
    _drop,
    _double,
    _swap,
    _other_op,
    _other_op,
    _value,
    _value,
    _value,
    _type,
    _type,
    _foreign,
    _odd,
    _cut,
]
CHANGES += [
    _replace(r"-?\d", NUMBERS),
    _replace(r"-?\d", NUMBERS),
    _replace(r"(ui?|i|f|bf)\d", ELEMENTS),
    _replace(r"\S", VALUES),
]
CHANGES += [
    _same_kind("%"),
    _same_kind("@"),
    _same_kind(r"[a-z_]+$"),
    _same_kind(r"-?\d"),
    _same_kind("tensor$"),
    _same_kind('"'),
]


def read(text: str) -> Module | None:
    """The module; all of its errors are looked at."""
    errors: list[HloError] = []
    try:
        parse(Source(text, NAME), errors)
    except HloError as error:
        errors.append(error)
    shown(errors, NAME)
    if errors:
        return None
    return parse(Source(text, NAME))


def codes(module: Module) -> list[str]:
    """The codes of what is wrong with a module, once each problem has been looked at."""
    problems = hlorepl.verify(module)
    shown(problems, NAME)
    return sorted(problem.code for problem in problems)


def through(text: str) -> None:
    """Read, verify, print and read again: nothing but errors with places, and what is printed says the same."""
    module = read(text)
    if module is None:
        return
    problems = codes(module)
    for generic in (False, True):
        try:
            printed = hlorepl.print_module(module, generic=generic)
        except HloError as error:  # a constant is looked at when its numbers are first needed
            shown([error], NAME)
            return
        try:
            again = parse(Source(printed, NAME))
        except HloError as error:
            raise AssertionError(f"printed, and not readable ({generic=}): {error}") from None
        assert hlorepl.print_module(again, generic=generic) == printed, f"not stable ({generic=})"
        assert codes(again) == problems, f"verified otherwise ({generic=}): {problems}, {codes(again)}"
    if not problems:
        run(module)


def fault_of_the_program(error: HloError) -> None:
    """A run may fail, but not by us."""
    assert error.code, str(error)
    assert error.code != "internal.error", str(error)


def run(module: Module) -> None:
    """Run a valid module with random arguments, in little memory; a loop that goes on for ever is none of our faults."""
    try:
        main_program = hlorepl.compile(module)
        arguments = main_program.function.arguments
        arrays = [random_value(v.type, 0, k, None, f"%{v.name}", MEMORY) for k, v in enumerate(arguments)]
        with alarm(2):
            main_program.run(given(main_program.function, arrays), RunContext(limit=MEMORY))
    except TooLong:
        return
    except HloError as error:
        fault_of_the_program(error)


def one(case: Case) -> None:
    """Mutated programs through everything that takes a text."""
    case.text = mutated(case.random, case.random.choice(texts()))
    through(case.text)


if __name__ == "__main__":
    texts()
    main(one)
