"""A value that was declared with ``?`` has its actual shape, and may still be written with the type that it was declared with."""

import pytest

import hlorepl

SHAPE = "%s = stablehlo.constant dense<3> : tensor<1xi32>"
OPEN = "%x = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>"
#: It is written so inside of a region, too.
INSIDE = """%y = "stablehlo.if"(%p) ({
  %n = stablehlo.negate %x : tensor<?xi32>
  stablehlo.return %n : tensor<?xi32>
}, {
  stablehlo.return %x : tensor<?xi32>
}) : (tensor<i1>) -> tensor<?xi32>"""


@pytest.fixture
def session() -> hlorepl.Session:
    made = hlorepl.Session()
    assert made.execute(f"{SHAPE}\n{OPEN}").error is None
    return made


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("%y = stablehlo.add %x, %x : tensor<?xi32>", "tensor<3xi32>"),
        ("%y = stablehlo.add %x, %x : tensor<3xi32>", "tensor<3xi32>"),
        ("%y = stablehlo.add %x, %x : (tensor<?xi32>, tensor<3xi32>) -> tensor<?xi32>", "tensor<3xi32>"),
        ('%y = "stablehlo.negate"(%x) : (tensor<?xi32>) -> tensor<?xi32>', "tensor<3xi32>"),
        ("%y = tensor.cast %x : tensor<?xi32> to tensor<3xi32>", "tensor<3xi32>"),
        ("%y = call @f(%x) : (tensor<?xi32>) -> tensor<?xi32>", "tensor<3xi32>"),
        (
            INSIDE,
            "tensor<3xi32>",
        ),
        ("%y = %x + 1", "tensor<3xi32>"),
        ("%y = [1, 2, 3] + %x", "tensor<3xi32>"),
    ],
)
def test_either_type_may_be_written(session, text, of, tmp_path):
    function = "func.func @f(%a: tensor<?xi32>) -> tensor<?xi32> {\n  return %a : tensor<?xi32>\n}"
    assert session.execute(f"%p = true\n{function}").error is None
    result = session.execute(text)
    assert result.error is None
    assert str(result.values["y"].type) == of
    assert str(session.execute("%x").values[0].type) == "tensor<3xi32>"
    assert session.execute(f":save {tmp_path / 's.mlir'}").error is None
    module = hlorepl.parse((tmp_path / "s.mlir").read_text())
    assert hlorepl.verify(module) == []
    saved = dict(zip(session.names, hlorepl.compile(module)(), strict=True))
    assert saved["y"].tolist() == session["y"].tolist()


@pytest.mark.parametrize("wrong", ["tensor<?xf32>", "tensor<?x?xi32>", "tensor<4xi32>"])
def test_another_type_is_refused(session, wrong):
    error = session.execute(f"%y = stablehlo.add %x, %x : {wrong}").error
    assert (error.code, error.span.text) == ("type.operand", wrong)


def test_only_what_was_declared_so_may_be_written_so(session):
    assert session.execute("%y = stablehlo.add %s, %s : tensor<?xi32>").error.code == "type.operand"
    assert session.execute("%y = %x + 1\n%z = stablehlo.add %y, %y : tensor<?xi32>").error.code == "type.operand"


def test_a_name_bound_anew_is_declared_anew(session):
    assert session.execute("%old = %x\n%x = [1, 2]").error is None
    assert session.execute("%y = stablehlo.negate %x : tensor<?xi32>").error.code == "type.operand"
    assert session.execute("%y = stablehlo.negate %old : tensor<?xi32>").error is None


@pytest.mark.parametrize(
    "text", ["%c = arith.constant 4 : index", "%c = arith.constant 4 : i32", "%c = arith.constant true"]
)
def test_a_number_that_is_no_tensor_is_an_array_of_rank_0(session, text):
    assert session.execute(text).error is None
    assert session["c"].shape == ()
    assert session.execute("%d = arith.addi %c, %c : " + str(session.execute("%c").values[0].type)).error is None
    assert not session["d"].flags.writeable


def test_a_script_with_open_shapes_is_checked_as_it_runs(tmp_path):
    from hlorepl.session.checking import check_script
    from hlorepl.source import Source

    script = f"{SHAPE}\n{OPEN}\n%y = stablehlo.add %x, %x : tensor<?xi32>\n%z = %y + 1\n"
    assert check_script(Source(script)) == []
    assert hlorepl.Session().execute(script).error is None
