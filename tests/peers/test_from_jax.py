"""What JAX hands out as a program is one here: functions, ``Lowered``, ``Exported``, bytes."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export

import hlorepl

pytestmark = pytest.mark.peers

X = np.float32([0.5, 1.0, 2.0])


def f(x, *, scale=2.0):
    return jnp.sqrt(x) * scale


PROGRAMS = {
    "a function": lambda: hlorepl.from_jax(f, X),
    "a jitted function": lambda: hlorepl.from_jax(jax.jit(f), X),
    "keyword arguments": lambda: hlorepl.from_jax(functools.partial(f, scale=2.0), x=X),
    "shapes": lambda: hlorepl.from_jax(f, jax.ShapeDtypeStruct((3,), jnp.float32)),
    "lowered": lambda: hlorepl.parse(jax.jit(f).lower(X)),
    "exported": lambda: hlorepl.parse(export.export(jax.jit(f))(X)),
    "text of exported": lambda: hlorepl.parse(export.export(jax.jit(f))(X).mlir_module()),
    "bytes of exported": lambda: hlorepl.parse(export.export(jax.jit(f))(X).mlir_module_serialized),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_jax(name):
    np.testing.assert_allclose(hlorepl.compile(PROGRAMS[name]())(X)[0], f(X), rtol=1e-6)


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "text of exported"])
def test_it_knows_its_lines_of_python(name):
    assert "test_from_jax.py" in hlorepl.print_module(PROGRAMS[name]())


def test_compiled_is_refused_with_a_way_on():
    with pytest.raises(hlorepl.HloError) as raised:
        hlorepl.parse(jax.jit(f).lower(X).compile())
    assert raised.value.code == "syntax.hlo_text"
