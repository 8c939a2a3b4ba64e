"""What Tab offers."""

import pytest

import hlorepl
from hlorepl.session.completion import complete


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    found.execute(
        "%x = [1.0]\n%xy = 2\nfunc.func @half(%a: tensor<f32>) -> tensor<f32> {\n  return %a : tensor<f32>\n}"
    )
    return found


def offered(text, session):
    return [text[: c.start] + c.text for c in complete(text, len(text), session)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%y = add %x", ["%y = add %x", "%y = add %xy"]),
        ("%y = stablehlo.conca", ["%y = stablehlo.concatenate"]),
        ("%y = tanh(exponential_", ["%y = tanh(exponential_minus_one"]),
        ("%c = convert %x : (tensor<1xf32>) -> tensor<1xb", ["%c = convert %x : (tensor<1xf32>) -> tensor<1xbf16"]),
        ("%c : tensor<?x2xui8", ["%c : tensor<?x2xui8"]),
        ("%c = [1] : bf", ["%c = [1] : bf16"]),
        ("%y = concatenate(%x, dim", ["%y = concatenate(%x, dimension = "]),
        (
            "%y = compare(%x, %x, comparison_direction = L",
            [f"%y = compare(%x, %x, comparison_direction = L{e}" for e in "ET"],
        ),
        ("%y = stablehlo.compare NE", ["%y = stablehlo.compare NE"]),
        ("custom_call(%x, has_side_effect = ", [f"custom_call(%x, has_side_effect = {e}" for e in ("false", "true")]),
        ("%y = concatenate(%x, dimension = ", []),
        (":run @ha", [":run @half"]),
        (":typ", [":type"]),
        ("?concaten", ["?concatenate"]),
        ("// add", []),
    ],
)
def test_what_fits_the_place_is_offered(text, expected, session):
    assert offered(text, session) == expected


def test_paths_are_completed(session, tmp_path):
    (tmp_path / "model.mlir").touch()
    (tmp_path / ".hidden").touch()
    (tmp_path / "folder").mkdir()
    assert offered(f":load {tmp_path}/", session) == [f":load {tmp_path}/folder/", f":load {tmp_path}/model.mlir"]
