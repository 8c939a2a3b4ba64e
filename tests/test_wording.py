"""What messages say alike: near names, numbers of things and what the system says of a file, each from one module."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import hlorepl
from hlorepl import mdf, wording
from hlorepl.errors import LIBRARY_FAILURES, HloError

ROOT = Path(__file__).parent.parent
ELSEWHERE = [
    path
    for folder in ("hlorepl", "kernel", "lexers")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path != ROOT / "hlorepl" / "wording.py"
]


class TestNear:
    @pytest.mark.parametrize(
        ("word", "known", "found"),
        [
            ("mult", ["multiply", "maximum"], ["multiply"]),
            ("ADD", ["or", "add"], ["add"]),
            ("relu", ["Selu", "Relu", "Elu"], ["Relu"]),
            ("zebra", ["add", "and"], []),
            ("add", [], []),
            ("", ["add"], []),
        ],
    )
    def test_the_best(self, word, known, found):
        assert wording.near(word, known) == found

    def test_several_come_best_first(self):
        assert wording.near("Reduc", ["Reshape", "ReduceSum", "Reduce"], most=2) == ["Reduce", "ReduceSum"]

    def test_a_hint_costs_no_more_than_what_went_wrong(self):
        looked_at = []

        def names():
            for number in range(10**9):
                looked_at.append(number)
                yield f"{number}"

        wording.near("name", names())
        assert len(looked_at) == wording.LOOKED_AT

    def test_as_help(self):
        assert wording.did_you_mean("helpr", ["helper"], show="@{}") == ["did you mean @helper?"]
        assert wording.did_you_mean("zebra", ["helper"]) == []

    def test_among_few(self):
        assert wording.offer("numpi", ["numpy", "cupy"]) == ["did you mean numpy?"]
        assert wording.offer("torch", ["numpy", "cupy"]) == ["there are: numpy, cupy"]
        assert wording.offer("torch", map(str, range(99)), "%{}") == ["there are: %0, %1, %2, %3, %4, %5, %6, %7, …"]
        assert wording.offer("torch", []) == []


def test_alternatives():
    assert wording.either(["a"]) == "a"
    assert wording.either(["a", "b"]) == "a or b"
    assert wording.either(["a", "b", "c"]) == "a, b or c"


def test_numbers_of_things():
    assert [wording.counted(n, "operand") for n in (0, 1, 2)] == ["0 operands", "1 operand", "2 operands"]
    assert [wording.counted(n, "axis", "axes") for n in (1, 3)] == ["1 axis", "3 axes"]
    assert wording.counted(12345, "step", show="{:,}") == "12,345 steps"
    assert [f"{n} {wording.are(n)} given" for n in (0, 1, 2)] == ["0 are given", "1 is given", "2 are given"]


def test_what_the_system_says_of_a_file(tmp_path):
    with pytest.raises(OSError) as caught:
        (tmp_path / "none").read_bytes()
    error = wording.file_error(tmp_path / "none", caught.value, "run.file")
    assert (error.message, error.code) == (f"{tmp_path / 'none'}: No such file or directory", "run.file")
    assert wording.reason(OSError("no number, no words of the system")) == "no number, no words of the system"


@pytest.mark.parametrize("kind", [IndexError, KeyError, ZeroDivisionError, OverflowError, FloatingPointError])
def test_library_failures_hold_their_kinds(kind):
    assert issubclass(kind, LIBRARY_FAILURES)


class TestSaidInOnePlace:
    """No other file measures names, builds a plural by hand or asks for the system's words."""

    def places(self, pattern: str) -> list[str]:
        found = re.compile(pattern)
        return [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
            for path in ELSEWHERE
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if found.search(line)
        ]

    def test_near_names(self):
        near = r"\bdifflib\b(?! import SequenceMatcher$)"  # which aligns what is long, and suggests nothing
        assert self.places(f"{near}|get_close_matches|did you mean") == []

    def test_plurals(self):
        by_hand = r"""\{['"](is|are|e?s)['"] if |else ['"](is|are|e?s)['"]\}"""
        unchecked = r"\{len\([^{}]*\)\} (?!of\b|is\b|has\b)(?:[a-z]+ )?[a-z]+s\b"
        assert self.places(f"{by_hand}|{unchecked}") == []

    def test_words_of_the_system(self):
        assert self.places(r"\.strerror\b|\"strerror\"") == []

    def test_what_the_library_raises(self):
        assert self.places(r"except \(.*\b(MemoryError|ArithmeticError)\b.*\b(TypeError|IndexError)\b") == []


def checked(line: str, around: str = "") -> Callable[[], HloError]:
    """The error of a line in a module."""

    def find() -> HloError:
        text = f"{around}\nfunc.func private @helper()\nfunc.func @main(%value: tensor<2xf32>) {{\n  {line}\n  return\n}}\n"
        try:
            problems = hlorepl.verify(hlorepl.parse(text))
        except HloError as error:
            return error
        return problems[0]

    return find


def typed(line: str, *before: str) -> Callable[[], HloError]:
    """The error of a line in a session."""

    def find() -> HloError:
        session = hlorepl.Session()
        for entry in before:
            assert session.execute(entry).error is None
        error = session.execute(line).error
        assert error is not None
        return error

    return find


def raised(function: Callable[[], object]) -> Callable[[], HloError]:
    """The error of a call from Python."""

    def find() -> HloError:
        with pytest.raises(HloError) as caught:
            function()
        return caught.value

    return find


MODEL = """
m: {graphs: {g: {nodes: {
  Integrator: {input_ports: {drive: {}}, parameters: {rate: {value: 2.0}}, output_ports: {level: {value: rate}}}}}}}
"""


def mdf_model(**changed: str) -> mdf.Model:
    text = MODEL
    for old, new in changed.items():
        text = text.replace(old, new)
    return mdf.loads(text, "yaml")


def onnx_node(text: str) -> Callable[[], object]:
    def build() -> object:
        import onnx.parser

        from hlorepl.onnx.loading import OnnxModel

        graph = f"agraph (float[2] x) => (float[2] y) {{ {text} }}"
        return OnnxModel(onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]> {graph}'))

    return build


def _lookup(name: str) -> None:
    from hlorepl.mdf.functions import lookup

    lookup(name)


def _call_target(name: str) -> Callable[[], HloError]:
    return typed(f"%y = stablehlo.custom_call @{name}(%x) : (tensor<f32>) -> tensor<f32>", "%x = 1.0 : f32")


def _setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> HloError:
    from hlorepl import config

    (tmp_path / "config.toml").write_text("[prompt]\nstlye = 'default'\n", encoding="utf-8")
    monkeypatch.setenv("HLOREPL_CONFIG", str(tmp_path / "config.toml"))
    return raised(config.load)()


T = "tensor<2xf32>"
PLACES: dict[str, tuple[Callable[[], HloError], str]] = {
    "op": (checked(f"%0 = stablehlo.tanhh %value : {T}"), "stablehlo.tanh"),
    "op of a session": (typed("%y = tanhh(%x)", "%x = 1.0 : f32"), "tanh"),
    "attribute": (
        checked(f'%0 = "stablehlo.reverse"(%value) {{dimensions = array<i64: 0>, dimensons = 1 : i64}} : ({T}) -> {T}'),
        "dimensions",
    ),
    "enum": (checked(f"%0 = stablehlo.compare LTT, %value, %value : ({T}, {T}) -> tensor<2xi1>"), "LT"),
    "value": (checked(f"%0 = stablehlo.negate %vlaue : {T}"), "%value"),
    "value of a session": (typed("%y = negate %vlaue : tensor<f32>", "%value = 1.0 : f32"), "%value"),
    "value alone": (typed("%vlaue", "%value = 1.0 : f32"), "%value"),
    "function": (checked("call @helpr() : () -> ()"), "@helper"),
    "function of :run": (typed(":run @helpr", "func.func @helper() { return }"), "@helper"),
    "type": (checked("%0 = stablehlo.negate %value : tensor<2xf23>"), "f32"),
    "type alias": (checked("%0 = stablehlo.negate %value : !vce", f"!vec = {T}"), "!vec"),
    "command": (typed(":hlep"), ":help"),
    "question": (typed("?multipli"), "?multiply"),
    "target": (_call_target("shape_asertion"), "@shape_assertion"),
    "MDF function": (raised(lambda: _lookup("lineer")), "linear"),
    "MDF graph": (raised(lambda: mdf.Runner(mdf_model(), "gg")), "g"),
    "MDF input": (raised(lambda: mdf.Runner(mdf_model()).trial(inputs={"Integrator.driev": 1.0})), "Integrator.drive"),
    "MDF value": (raised(lambda: mdf.Runner(mdf_model()).values["Integrator.levle"]), "Integrator.level"),
    "MDF name": (raised(lambda: mdf.Runner(mdf_model(**{"value: rate": "value: raet"}))), "rate"),
    "ONNX operator": (raised(onnx_node("y = Rellu (x)")), "Relu"),
    "ONNX attribute": (raised(onnx_node("y = Elu <alhpa = 1.0> (x)")), "alpha"),
    "backend": (raised(lambda: hlorepl.Session(backend="numpi")), "numpy"),
}


@pytest.mark.parametrize("place", PLACES)
def test_near_names_read_the_same(place):
    find, meant = PLACES[place]
    assert re.match(rf"did you mean {re.escape(meant)}[ ,?]", find().help[0]), find().help


def test_a_setting(monkeypatch, tmp_path):
    assert _setting(monkeypatch, tmp_path).help == ["did you mean prompt.style?"]


def test_a_code(capsys):
    from hlorepl.__main__ import main

    assert main(["check", "--explain", "concatenat.C4"]) == 2
    assert re.search(r"did you mean .*\bconcatenate\.C4\b.*\?", capsys.readouterr().err)
