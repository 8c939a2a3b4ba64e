"""Random programs whose values share memory, by everything that runs programs: the executor twice, the stepper, again in a new plan.

Operands are preferably values just made, so that what is computed in place is what somebody still needs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.stepper import Machine

V, M, S = "tensor<8xi32>", "tensor<2x4xi32>", "tensor<i32>"
#: Lines: what is made, of what, with places for operands of each type.
LINES = [
    (V, "stablehlo.add {V}, {V} : tensor<8xi32>"),
    (V, "stablehlo.multiply {V}, {V} : tensor<8xi32>"),
    (V, "stablehlo.maximum {V}, {V} : tensor<8xi32>"),
    (M, "stablehlo.subtract {M}, {M} : tensor<2x4xi32>"),
    (V, "stablehlo.negate {V} : tensor<8xi32>"),
    (M, "stablehlo.reshape {V} : (tensor<8xi32>) -> tensor<2x4xi32>"),
    (V, "stablehlo.reshape {M} : (tensor<2x4xi32>) -> tensor<8xi32>"),
    (V, "stablehlo.reverse {V}, dims = [0] : tensor<8xi32>"),
    (
        S,
        "stablehlo.reduce({V} init: {S}) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>",
    ),
    (V, "stablehlo.broadcast_in_dim {S}, dims = [] : (tensor<i32>) -> tensor<8xi32>"),
    (
        M,
        "stablehlo.dynamic_update_slice {M}, {M}, {S}, {S} : (tensor<2x4xi32>, tensor<2x4xi32>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>",
    ),
    (V, "stablehlo.optimization_barrier {V} : tensor<8xi32>"),
    (
        V,
        (
            '"stablehlo.scatter"({V}, {V1}, {V}) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], '
            "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n"
            "    %r = stablehlo.add %p, %q : tensor<i32>\n    stablehlo.return %r : tensor<i32>\n"
            "  }}) : (tensor<8xi32>, tensor<8x1xi32>, tensor<8xi32>) -> tensor<8xi32>"
        ),
    ),
    (
        V,
        (
            "stablehlo.while(%i = {S}, %w = {V}) : tensor<i32>, tensor<8xi32> cond {{\n    %n = stablehlo.constant dense<3> : tensor<i32>\n"
            "    %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %t : tensor<i1>\n  }} do {{\n"
            "    %k = stablehlo.constant dense<1000000000> : tensor<i32>\n    %j = stablehlo.maximum %i, %k : tensor<i32>\n"
            "    %u = stablehlo.add %w, {V} : tensor<8xi32>\n    stablehlo.return %j, %u : tensor<i32>, tensor<8xi32>\n  }}"
        ),
    ),
]


def program(random: Random) -> str:
    """A module of twenty lines or fewer."""
    known: dict[str, list[str]] = {V: ["%a", "%b"], M: ["%m"], S: ["%s"]}
    lines: list[str] = []

    def pick(of: str) -> str:
        return random.choice(known[of][-3:] if random.random() < 0.7 else known[of])

    for number in range(random.randrange(3, 20)):
        made, text = random.choice(LINES)
        column = ""
        if "{V1}" in text:
            column = f"%c{number}"
            lines.append(f"{column} = stablehlo.reshape {pick(V)} : (tensor<8xi32>) -> tensor<8x1xi32>")
        while "{V}" in text or "{M}" in text or "{S}" in text:
            for mark, of in (("{V}", V), ("{M}", M), ("{S}", S)):
                text = text.replace(mark, pick(of), 1)
        text = text.replace("{V1}", column).replace("{{", "{").replace("}}", "}")
        several = "stablehlo.while" in text
        lines.append(f"%v{number}{':2' if several else ''} = {text}")
        known[made].append(f"%v{number}#1" if several else f"%v{number}")
    results = [(pick(of), of) for of in (V, M, S)]
    names, types = ", ".join(name for name, _ in results), ", ".join(of for _, of in results)
    body = "\n  ".join(lines)
    return f"func.func @main(%a: {V}, %b: {V}, %m: {M}, %s: {S}) -> ({types}) {{\n  {body}\n  return {names} : {types}\n}}\n"


def one(case: Case) -> None:
    """A random program gives the same however it is run, and leaves what it was given as it was."""
    case.text = program(case.random)
    rng = np.random.default_rng(case.random.randrange(2**32))
    given = [rng.integers(-4, 12, shape).astype(np.int32) for shape in ((8,), (8,), (2, 4), ())]
    kept = [array.copy() for array in given]
    main_program = hlorepl.compile(hlorepl.parse(case.text))
    first = main_program(*given)
    copies = [array.copy() for array in first]
    answers = [main_program(*given), hlorepl.compile(hlorepl.parse(case.text))(*given)]
    answers.append(tuple(Machine(main_program.plan, list(given), RunContext()).run()))
    for answer in answers:
        for expected, found in zip(copies, answer, strict=True):
            assert np.array_equal(expected, found), "what runs it changes the answer"
    assert all(map(np.array_equal, first, copies)), "a later run changed an earlier answer"
    assert all(map(np.array_equal, given, kept)), "an argument was changed"


if __name__ == "__main__":
    main(one)
