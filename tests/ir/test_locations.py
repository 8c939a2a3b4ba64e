"""Where an op comes from, by every kind of location; what is no location is an error."""

import pytest

import hlorepl
from hlorepl.ir.locations import origin
from hlorepl.source import Source
from hlorepl.syntax.parser import parse

DEFINITIONS = """#file = loc("model.py":7:2)
#range = loc("model.py":7:2 to 8:5)
#layer = loc("layer"(#file))
#main = loc("main"(#outer))
#outer = loc("train.py":30:1)
#name = loc("jit(f)/sqrt")
#call = loc(callsite(#layer at #main))
#deep = loc("jit(f)/sqrt"(#call))
#unknown = loc(unknown)
"""
FILE, CALLER = "model.py:7", "train.py:30"
ORIGINS = {
    "unknown": None,
    "#unknown": None,
    '"model.py":7:2': FILE,
    '"model.py":7:2 to :9': FILE,
    '"model.py":7:2 to 9:9': FILE,
    "#file": FILE,
    "#range": FILE,
    '"layer"': "layer",
    '"jit(f)/sqrt"(unknown)': "jit(f)/sqrt",
    '"f"("g"(#unknown))': "f",
    "#name": "jit(f)/sqrt",
    "#layer": FILE,
    '"f"("model.py":7:2)': FILE,
    "callsite(#layer at #main)": FILE,
    "callsite(#main at #layer)": CALLER,
    "callsite(#name at #main)": CALLER,
    "callsite(unknown at #name)": "jit(f)/sqrt",
    "#call": FILE,
    "#deep": FILE,
    'fused["a", #unknown, #layer, #main]': FILE,
    'fused<"pass.py":i32>["a"]': "a",
    'fused<{a = "other.py", b = ["x", 1 : i32], c = #stablehlo<precision HIGH>}>[#deep]': FILE,
    "fused[]": None,
    r'"caf\C3\A9.py":1:1': "café.py:1",
    r'"a \22b\22.py" : 3 : 1': 'a "b".py:3',
    '"/home/me/my model.py":12:3': "/home/me/my model.py:12",
    '"<lambda>"(#file)': FILE,
    '// comment\n "model.py":7:2 // another\n': FILE,
}


def program(location: str) -> str:
    return f"""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
  %0 = stablehlo.sqrt %x : tensor<2xf32> loc({location})
  return %0 : tensor<2xf32>
}}
{DEFINITIONS}"""


@pytest.mark.parametrize("location", ORIGINS)
def test_an_op_comes_from(location):
    op = hlorepl.parse(program(location)).functions["main"].body.ops[0]
    assert origin(op) == ORIGINS[location]


def test_a_circle_of_locations_ends():
    text = program("#a") + '#a = loc("a"(#b))\n#b = loc("b"(#a))\n'
    assert origin(hlorepl.parse(text).functions["main"].body.ops[0]) == "a"


@pytest.mark.parametrize(
    ("location", "marked", "code"),
    [
        ("#nowhere", "#nowhere", "name.alias"),
        ('"f"(#nowhere)', "#nowhere", "name.alias"),
        ("callsite(#file at #nowhere)", "#nowhere", "name.alias"),
        ("fused[#file, #nowhere]", "#nowhere", "name.alias"),
        ("nonsense", "nonsense", "syntax.form"),
        ("", ")", "syntax.form"),
        ('"a.py":7', ")", "syntax.form"),
        ('"a.py":x:2', "x", "syntax.form"),
        ('"a" "b"', '"b"', "syntax.form"),
        ("callsite(#file)", ")", "syntax.form"),
        ("#file, #main", ",", "syntax.form"),
        ("7", "7", "syntax.form"),
    ],
)
def test_what_is_no_location_is_an_error(location, marked, code):
    with pytest.raises(hlorepl.HloError) as raised:
        hlorepl.parse(program(location))
    assert (raised.value.code, raised.value.span.text) == (code, marked)


def test_a_near_name_is_suggested_and_every_place_is_looked_at():
    for old, new in (
        ("loc(#file)", "loc(#fil)"),
        ("%x: tensor<2xf32>", "%x: tensor<2xf32> loc(#fil)"),
        ("#layer = loc(", "#other = loc(#fil)\n#layer = loc("),
        ("}\n", "} loc(#fil)\n"),
    ):
        with pytest.raises(hlorepl.HloError, match="no location alias #fil") as raised:
            hlorepl.parse(program("#file").replace(old, new, 1))
        assert raised.value.code == "name.alias"


def test_another_alias_is_no_location():
    for text in ("#x = 5 : i32\n" + program("#x"), program("#x") + "#x = 5 : i32\n"):
        with pytest.raises(hlorepl.HloError, match="#x is no location") as raised:
            hlorepl.parse(text)
        assert raised.value.code == "name.alias"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("sqrt %x : tensor<2xf32>", "sqrt %x : tensor<3xf32>", "type.operand"),
        ("sqrt %x", "sqrt %y", "name.undefined"),
        ("sqrt %x", "sqrtt %x", "name.op"),
        ("sqrt %x :", "sqrt, %x :", "syntax.form"),
        ("sqrt %x : tensor<2xf32>", "reshape %x : (tensor<2xf32>) -> tensor<3xf32>", "reshape.C2"),
    ],
)
def test_an_error_says_where_its_op_comes_from(old, new, code):
    """Whoever finds it, the parser or the verifier; of ops in ops, the innermost."""
    text = program("#deep").replace(old, new)
    around = """func.func @main(%p: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %r = "stablehlo.if"(%p) ({
    BODY
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32> loc("outer.py":1:1)
  return %r : tensor<2xf32> loc("outer.py":2:1)
}
"""
    for each in (text, around.replace("BODY", text.splitlines()[1]) + DEFINITIONS):
        errors = []
        errors += hlorepl.verify(parse(Source(each), errors))
        error = next(error for error in errors if error.code == code)
        assert [line for line in str(error).splitlines() if "comes from" in line] == [
            "note: this op comes from model.py:7"
        ]


def test_a_location_of_an_earlier_entry_is_known():
    session = hlorepl.Session()
    assert session.execute('#l = loc("model.py":7:2)').error is None
    assert session.execute("%x = stablehlo.constant dense<1.0> : tensor<2xf32> loc(#l)").error is None
    assert session.execute("%y = stablehlo.negate %x : tensor<2xf32> loc(#m)").error.code == "name.alias"
