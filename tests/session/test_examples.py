"""Every op has an example that runs and shows what comes of it, and a word on each of its operands, attributes and regions."""

import pytest

import hlorepl
from hlorepl.explanations.parameters import meaning, meaning_of_choice
from hlorepl.ops import registry
from hlorepl.session.examples import example_lines, example_text, given

registry.load()
OPS = sorted(name for name in registry.OPS if not name.startswith("test."))  # what other tests add has none
#: What needs a folder that only the command line names.
NEEDS_A_FOLDER = ("check.expect_serialized_eq", "interpreter.probe")


@pytest.mark.parametrize("name", OPS)
def test_the_example_of_an_op_runs_and_shows_what_it_gives(name):
    spec = registry.OPS[name]
    text = example_text(spec, hlorepl.Session())
    assert text
    session = hlorepl.Session()
    result = session.execute("\n".join(example_lines(spec)))
    if name in NEEDS_A_FOLDER:
        assert result.error.code == "run.probe"
        assert text.endswith(f"// {result.error.message}")
        return
    assert result.error is None
    shown = [line.removeprefix("// ") for line in text.split("\n") if line.startswith("// ")]
    kept = [line.rstrip() for line in result.text.split("\n") if line]
    assert kept[len(kept) - len(shown) :] == shown
    assert hlorepl.Session().execute(text).text == result.text  # with the comments in it, as it is pasted


@pytest.mark.parametrize("name", OPS)
def test_the_example_of_an_op_is_of_that_op(name):
    spec = registry.OPS[name]
    session = hlorepl.Session()
    session.execute("\n".join(example_lines(spec)))
    functions = [op for _, op in session.state.symbols.walk()]
    used = {registry.of(inner) for op in (*session.state.ops, *functions) for inner in op.walk()}
    assert spec in used or name in NEEDS_A_FOLDER or not spec.pure or spec.variants is not None


@pytest.mark.parametrize("name", OPS)
def test_everything_that_an_op_takes_has_a_meaning(name):
    spec = registry.OPS[name]
    names = [*(each.name for each in spec.operands), *spec.attributes, *spec.regions]
    assert [each for each in names if not meaning(spec.code_group, each)] == []
    kinds = [attribute.kind for attribute in spec.attributes.values()]
    assert [each for kind in kinds for each in kind.choices if not meaning_of_choice(kind.enum, each)] == []


@pytest.mark.parametrize("name", OPS)
def test_a_question_shows_all_of_it(name):
    spec = registry.OPS[name]
    text = hlorepl.Session().execute(f"?{name}").text
    for part in (spec.summary, *(each.name for each in spec.operands), *spec.attributes, *example_lines(spec)):
        assert all(line.strip() in text for line in part.split("\n"))


TYPES = [
    *("tensor<i32>", "tensor<f32>", "tensor<i1>", "tensor<3xf32>", "tensor<2x3xbf16>", "tensor<128x64xf32>", "tensor<100xi8>", "tensor<50xi1>"),
    *("tensor<0x3xf32>", "tensor<?x2xf32>", "tensor<9xcomplex<f32>>", "tensor<2xui64>", "!stablehlo.token", "tuple<tensor<2xf32>, tensor<i32>>"),
    *("tensor<2x!quant.uniform<i8:f32, 0.5>>", "tensor<2xindex>", "tensor<4xf8E4M3FN>"),
]  # fmt: skip


@pytest.mark.parametrize("of", TYPES)
def test_what_a_program_asks_for_can_be_typed_as_it_is_shown(of):
    session = hlorepl.Session()
    assert session.execute(f"func.func @main(%n: {of}) -> {of} {{\n  return %n : {of}\n}}").error is None
    function = session.state.functions["main"]
    assert session.execute(given("n", function.arguments[0].type)).error is None
    assert session.execute(":run @main").error is None
