"""What an error offers to type runs as it stands: conversions, calls, examples, for every op and what users get wrong."""

import re

import pytest

import hlorepl
from hlorepl.ops import registry

registry.load()
OPS = sorted(name for name in registry.OPS if "-" not in name)
SETTING = """%f = [[1.0, 2.0], [3.0, 4.0]]
%i = [[1, 2], [3, 4]]
%b = [[true, false], [true, true]]
%z = [[(1.0, 2.0), (0.0, 1.0)], [(1.0, 0.0), (2.0, 2.0)]]
%v = [1.0, 2.0]
%h = [[1.0, 2.0], [3.0, 4.0]] : f16
func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  return %a : tensor<2x2xf32>
}"""
#: A line of help that is a statement.
_STATEMENT = re.compile(r"(?:%[\w#]+ = |call @|convert\().*|\?\S+|:[a-z]\S*")


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    assert found.execute(SETTING).error is None
    return found


def offered(error):
    """The statements in the help of an error; an example is one, of several lines."""
    for line in error.help:
        if line.startswith("for example\n"):
            yield "\n".join(row.removeprefix("  ") for row in line.split("\n")[1:])
        elif line.startswith("did you mean "):
            yield from ()
        elif _STATEMENT.fullmatch(line):
            yield line


@pytest.mark.parametrize("name", OPS)
def test_what_is_offered_for_wrong_operands_runs(name, session):
    count = max(1, registry.OPS[name].min_operands)
    wrong = [
        ["%i"] * count,
        ["%f"] * count,
        ["%b"] * count,
        ["%z"] * count,
        ["%f", *["%i"] * (count - 1)],
        ["%h", *["%v"] * (count - 1)],
    ]
    seen = set()
    for operands in wrong:
        error = session.execute(f"{name}({', '.join(operands)})").error
        for text in offered(error) if error is not None else ():
            if text not in seen and "probe" not in text and "serialized" not in text:
                seen.add(text)
                aside = hlorepl.Session()
                aside.execute(SETTING)
                assert aside.execute(text).error is None, text


@pytest.mark.parametrize(
    "text",
    [
        *("f(%f)", "call @f(%i)", "%f + %i", "%i + 1.5", "%f * [1, 2] : i32", "add(%f, %h)", "sum(%f, axis = 7)", "sum %f", "%f @ %v @ %i"),
        *("transpose %f", "reduce(%f, 0.0)", "sort(%f", "gelu(%f)", "help", "exit", "jit(%f)", "convert(%f)", "%f-1", "@f(%f)", "select(%i, %f, %f)"),
        *(":run @f", ":show %nix", ":helpp", "?sam", "%v[7]", "%nix", "call @g(%f)", "concatenate(%f, %i, dim = 0)"),
    ],
)  # fmt: skip
def test_what_is_offered_for_what_users_get_wrong_runs(text, session):
    error = session.execute(text).error
    assert error is not None
    for line in offered(error):
        aside = hlorepl.Session()
        aside.execute(SETTING)
        assert aside.execute(line).error is None, line
    for found in re.findall(
        r"did you mean ([^?]\S*?)\?$|did you mean (\?\S+?)\?$", "\n".join(error.help), re.MULTILINE
    ):
        name = "".join(found)
        aside = hlorepl.Session()
        aside.execute(SETTING)
        if name[0] in "%?:":
            assert aside.execute(name).error is None, name
