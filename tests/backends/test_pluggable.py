"""A backend of another package: one class, found by its entry point; nothing else has to know it."""

from __future__ import annotations

import re
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from program_cases import programs

import hlorepl
from hlorepl import HloError, Session, backends
from hlorepl.__main__ import main
from hlorepl.backends.abilities import Abilities
from hlorepl.backends.base import Backend

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.usefixtures("toy")


class _Namespace:
    """NumPy's functions, of which nothing is promised."""

    abilities = Abilities()

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    @property
    def special(self) -> Any:
        import scipy.special

        return scipy.special


class Toy(Backend):
    """An array library that has all functions, and of which nobody knows more."""

    name = "toy"
    xp = _Namespace()

    def to_device(self, array: Any) -> Any:
        return array

    def to_host(self, array: Any) -> Any:
        return array

    @contextmanager
    def quiet(self) -> Iterator[None]:
        with np.errstate(all="ignore"):
            yield


@pytest.fixture
def toy(monkeypatch) -> Iterator[None]:
    entry = EntryPoint("toy", f"{__name__}:Toy", "hlorepl.backends")
    monkeypatch.setattr(EntryPoint, "load", lambda self: Toy)
    monkeypatch.setattr(backends, "_elsewhere", lambda: {"toy": entry})
    backends.names.cache_clear()
    backends._made.cache_clear()
    yield
    backends.names.cache_clear()
    backends._made.cache_clear()


CASES = [case for case in programs("ops") if not case.expected]


def _complete() -> list[str]:
    """The backends on which every op runs by itself, and whose libraries are there."""
    found = ["toy"]
    for name in backends.own_names():
        try:
            backend = backends.get(name)
            found += [name] if backend.is_complete and not backend.compiles and name != backends.DEFAULT else []
        except HloError:
            continue
    return found


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", _complete())
def test_programs_check_themselves_on_it(name, part):
    """All programs of the op suite; a kernel that takes a way of NumPy's alone would show."""
    for case in CASES[part::4]:
        module = hlorepl.parse(case.text)
        for function in module.functions.values():
            if not function.arguments and function.is_public:
                program = hlorepl.compile(module, function.symbol, backend=name)
                assert len(program()) == len(program()) == len(function.type.results), case.id


def test_it_is_known_at_every_door(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    text = "func.func @main(%x: tensor<3xf32>) -> tensor<f32> {\n  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
    text += "  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]"
    path.write_text(f"{text} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>\n  return %r : tensor<f32>\n}}\n")
    words = ["run", "--backend", "toy", str(path), "--args", "[dense<[1.0, 2.0, 4.0]> : tensor<3xf32>]"]
    assert main(words) == 0
    assert "7" in capsys.readouterr().out
    session = Session()
    session.execute("%x = [1.0, 2.0]")
    assert session.execute(":backend toy").error is None
    assert session.execute("%y = %x + %x").values[0].array.tolist() == [2, 4]
    with pytest.raises(HloError) as caught:
        backends.get("toi")
    assert "toy" in caught.value.help[0]


def test_a_name_that_is_none_is_a_wrong_command_line(tmp_path, capsys):
    assert main(["run", "--backend", "nmpy", str(tmp_path)]) == 2
    assert "there are: numpy, " in capsys.readouterr().err


_ASKS_WHO = re.compile(r"""\bxp is (not )?np\b|backend\w*(\.name)? (==|!=|in) ["'(]""")
ROOM = Path(hlorepl.__file__).parent


def test_nobody_asks_which_backend_it_is():
    """What a backend can do is asked of it; no name of one is compared."""
    found = [
        f"{path.relative_to(ROOM)}:{number}"
        for path in sorted(ROOM.rglob("*.py"))
        if path.parent.name != "backends"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _ASKS_WHO.search(line)
    ]
    assert found == []
