"""Modules in modules, of random names: a name means something to us where it does to MLIR."""

import random

import pytest
from peers.mlir_peer import Mlir, ours

pytestmark = [pytest.mark.peers, pytest.mark.timeout(300)]
pytest.importorskip("jaxlib")

NAMES = ["a", "b", "c", '"a b"', '"a::@b"']
TYPES = "(tensor<f32>) -> tensor<f32>"


@pytest.fixture(scope="module")
def mlir():
    found = Mlir()
    yield found
    found.close()


def function(name: str, callee: str, rng: random.Random) -> str:
    body = rng.choice(
        [
            "stablehlo.negate %x : tensor<f32>",
            f"func.call @{callee}(%x) : {TYPES}",
            f'"func.call"(%x) {{callee = @{callee}}} : {TYPES}',
            f'stablehlo.composite "n.o" %x {{decomposition = @{callee}}} : {TYPES}',
            f"stablehlo.custom_call @t(%x) {{called_computations = [@{callee}]}} : {TYPES}",
            (
                f"sdy.manual_computation(%x) in_shardings=[<@{callee}, []>] out_shardings=[<@{callee}, []>] manual_axes={{}} "
                f"(%y: tensor<f32>) {{ sdy.return %y : tensor<f32> }} : {TYPES}"
            ),
        ]
    )
    return f"func.func @{name}(%x: tensor<f32>) -> tensor<f32> {{ %r = {body} return %r : tensor<f32> }}"


def module(rng: random.Random, depth: int) -> str:
    """A module with some of the names; those at the bottom of the list call nothing above them, so that nothing recurs."""
    order = rng.sample(NAMES, rng.randint(1, len(NAMES)))
    found = []
    for place, name in enumerate(order):
        kind = rng.random()
        if kind < 0.25 and depth:
            found.append(f"module @{name} {{ {module(rng, depth - 1)} }}")
        elif kind < 0.4:
            found.append(f'sdy.mesh @{name} = <["x"=1]>')
        else:
            found.append(
                function(
                    name,
                    rng.choice([*order[place + 1 :], *(each for each in NAMES if each not in order)] or [name]),
                    rng,
                )
            )
    if rng.random() < 0.1:
        found.append(function(rng.choice(NAMES), "a", rng))
    rng.shuffle(found)
    return "\n".join(found)


@pytest.mark.parametrize("seed", range(4))
def test_names_are_resolved_as_mlir_resolves_them(seed, mlir):
    rng, valid = random.Random(seed), 0
    for _ in range(300):
        text = f"module {{ {module(rng, 2)} }}"
        theirs, mine = mlir(text), ours(text)
        if [error.code for error in mine] == ["module.recursion"]:
            continue  # MLIR lets a function call itself
        assert bool(theirs) == bool(mine), f"{text}\nMLIR: {theirs or 'valid'}\nours: {mine[0] if mine else 'valid'}"
        valid += not mine
    assert 20 < valid < 280
