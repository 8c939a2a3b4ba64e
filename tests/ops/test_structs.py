"""Struct and enum attributes: one declaration for their text, their values and what is said of them."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hlorepl
from hlorepl.ir.attributes import DOTTED, EnumAttr, StructAttr
from hlorepl.ir.types import ELEMENTS, ElementType
from hlorepl.ops import structs
from hlorepl.ops.decode import Unfit, kind_of
from hlorepl.ops.structs import ENUMS, Ints, Struct
from hlorepl.source import Source
from hlorepl.syntax.parser import Parser

STRUCTS = [
    each for each in vars(structs).values() if inspect.isclass(each) and issubclass(each, Struct) and each is not Struct
]
#: An enum's value stands in a struct as MLIR writes it.
MODE = "#stablehlo.result_accuracy_mode<{}>"


def read(text: str) -> Any:
    """An attribute from text."""
    return Parser(Source(text)).attribute()


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type that are not the default, and how MLIR writes them."""
    kind = kind_of(hint)
    if kind.hint is bool:
        return st.just((True, "true"))
    if kind.hint is int:
        return st.integers(1, 99).map(lambda number: (number, str(number)))
    if kind.hint is float:
        return st.sampled_from([(0.5, "5.000000e-01"), (1e-9, "1.000000e-09")])
    if kind.hint == Ints:
        return st.lists(st.integers(0, 9), min_size=1).map(lambda items: (tuple(items), str(items)))
    if kind.hint is ElementType:
        return st.sampled_from(["f32", "bf16"]).map(lambda name: (ELEMENTS[name], name))
    assert kind.choices, f"there are no values of {hint} here"
    return st.sampled_from(kind.choices[1:]).map(lambda word: (word, MODE.format(word)))


def fields_of(struct: type[Struct]) -> st.SearchStrategy[dict[str, tuple[Any, str]]]:
    """Some fields of a struct, and all that it needs, each with its value and its text."""
    hints = inspect.get_annotations(struct, eval_str=True)
    for base in struct.__bases__:
        hints = {**inspect.get_annotations(base, eval_str=True), **hints}
    values = {name: values_of(hints[name]) for name in struct.defaults}
    found = st.fixed_dictionaries(
        {name: values[name] for name in struct.required},
        optional={name: each for name, each in values.items() if name not in struct.required},
    )
    return found.map(lambda fields: {name: fields[name] for name in struct.defaults if name in fields})


def text_of(struct: type[Struct], fields: dict[str, tuple[Any, str]]) -> str:
    raw = "raw " if struct.kind == "conv" else ""
    return (
        f"#{struct.dialect}.{struct.kind}<{raw}{', '.join(f'{name} = {text}' for name, (_, text) in fields.items())}>"
    )


def test_all_structs_are_here() -> None:
    assert len(STRUCTS) >= 9
    assert len({struct.kind for struct in STRUCTS}) == len(STRUCTS)


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.kind)
@settings(max_examples=20)
@given(data=st.data())
def test_text_to_struct_to_text(struct: type[Struct], data) -> None:
    fields = data.draw(fields_of(struct))
    attribute = read(text_of(struct, fields))
    value = kind_of(struct).decode(attribute)
    assert value == struct(**{name: each for name, (each, _) in fields.items()})
    for name, default in struct.defaults.items():
        assert getattr(value, name) == (fields[name][0] if name in fields else default)
    again = read(str(attribute))
    assert kind_of(struct).decode(again) == value
    assert str(again) == str(attribute)


def test_the_letters_of_a_convolution_are_its_numbers() -> None:
    attribute = read("#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>")
    value = kind_of(structs.ConvDimensionNumbers).decode(attribute)
    assert (value.input_spatial_dimensions, value.kernel_output_feature_dimension) == ((1, 2), 3)
    assert kind_of(structs.ConvDimensionNumbers).decode(read(str(attribute))) == value
    assert str(attribute) == "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>"


def test_dimensions_that_no_letter_names_keep_their_place() -> None:
    text = "#stablehlo.conv<[b, ?, f]x[i, o]->[f, b]>"
    assert str(read(text)) == text


@pytest.mark.parametrize("letters", ["[b, 0, f]x[0, i, o]->[b, f]", "[b, f]x[i, i]->[b, f]", "[b]x[i, o]->[b, f]"])
def test_letters_that_are_missing_or_stand_twice(letters: str) -> None:
    with pytest.raises(hlorepl.HloError) as caught:
        read(f"#stablehlo.conv<{letters}>")
    assert caught.value.code == "syntax.form"


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.kind)
def test_equal_where_class_and_all_fields_are(struct: type[Struct]) -> None:
    plain = struct()
    assert plain == struct(**struct.defaults)
    assert hash(plain) == hash(struct(**struct.defaults))
    for name, default in struct.defaults.items():
        other = struct(**{name: not default if isinstance(default, bool) else (default or 0, "other")})
        assert other != plain
        assert other == struct(**{name: getattr(other, name)})
        assert f"{name}=" in repr(other)
    for another in STRUCTS:
        assert (another() == plain) == (another is struct)


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.kind)
def test_a_struct_is_not_changed_and_has_its_own_fields_only(struct: type[Struct]) -> None:
    name = next(iter(struct.defaults))
    with pytest.raises(AttributeError):
        setattr(struct(), name, 1)
    with pytest.raises(AttributeError):
        delattr(struct(), name)
    with pytest.raises(TypeError, match="nothing"):
        struct(nothing=1)


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.kind)
def test_what_does_not_fit_is_named(struct: type[Struct]) -> None:
    decode = kind_of(struct).decode
    with pytest.raises(Unfit, match=f"#{struct.dialect}.{struct.kind}<"):
        decode(StructAttr("stablehlo", "another", {}))
    with pytest.raises(Unfit, match=", not nothing"):
        decode(StructAttr(struct.dialect, struct.kind, {"nothing": read("1")}))
    name = next(iter(struct.defaults))
    with pytest.raises(Unfit, match=f"whose {name} is "):
        decode(StructAttr(struct.dialect, struct.kind, {name: read('"text"')}))
    assert list(struct.defaults) == kind_of(struct).wanted.partition("<")[2].removesuffix(">").split(", ")


GATHER = """func.func @main(%a: tensor<3xf32>, %i: tensor<1xi64>) -> tensor<1xf32> {{
  %0 = "stablehlo.gather"(%a, %i) <{{dimension_numbers = #stablehlo.gather<{fields}>, slice_sizes = array<i64: 1>}}>
    : (tensor<3xf32>, tensor<1xi64>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}}
"""


@pytest.mark.parametrize(
    ("fields", "code", "message"),
    [
        ("offset_dims = [0], offset_dims = [0]", "attribute.duplicate", "offset_dims is given twice"),
        ("offset_dim = [0]", "gather.attribute_kind", "not offset_dim"),
        ("index_vector_dim = [0]", "gather.attribute_kind", "whose index_vector_dim is an integer"),
    ],
)
def test_errors_in_a_program(fields: str, code: str, message: str) -> None:
    with pytest.raises(hlorepl.HloError, match=message) as caught:
        hlorepl.compile(hlorepl.parse(GATHER.format(fields=fields)))
    assert caught.value.code == code


def test_a_field_left_out_has_its_default() -> None:
    main = hlorepl.compile(hlorepl.parse(GATHER.format(fields="offset_dims = [0], start_index_map = [0]")))
    (out,) = main([1.0, 2.0, 3.0], [2])
    assert out.tolist() == [3.0]


@pytest.mark.parametrize("kind", ENUMS)
def test_enums(kind: str) -> None:
    hint = next(each for each in vars(structs).values() if structs.enum_of(each) == (kind, ENUMS[kind]))
    bare = () if kind in DOTTED else (f"#stablehlo<{kind} {{}}>",)
    for text in (*bare, f"#stablehlo.{kind}<{{}}>"):
        for word in ENUMS[kind]:
            attribute = read(text.format(word))
            assert attribute == EnumAttr("stablehlo", kind, word)
            assert kind_of(hint).decode(attribute) == word
    with pytest.raises(Unfit, match="one of ") as caught:
        kind_of(hint).decode(EnumAttr("stablehlo", kind, "WRONG"))
    assert caught.value.choices == ENUMS[kind]
