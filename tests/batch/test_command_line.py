"""The command line as scripts see it: output, reports, exit statuses."""

import json
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl.__main__ import main

DOUBLE = """func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "result['twice']"}) {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
CONSTANTS = """func.func @main() -> (tensor<2xi32>, tensor<i1>, tensor<3xf32>, tensor<complex<f32>>, tensor<ui64>, tensor<0x2xf32>, tensor<bf16>) {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  %2 = stablehlo.constant dense<[0.1, 0x7F800000, 0x7FC00000]> : tensor<3xf32>
  %3 = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
  %4 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %5 = stablehlo.constant dense<> : tensor<0x2xf32>
  %6 = stablehlo.constant dense<0.1> : tensor<bf16>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2xi32>, tensor<i1>, tensor<3xf32>, tensor<complex<f32>>, tensor<ui64>, tensor<0x2xf32>, tensor<bf16>
}
"""
FAILS = "func.func @main() {\n  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n  check.expect_eq_const %0, dense<[1, 3]> : tensor<2xi32>\n  func.return\n}\n"
BAD = "func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"
FOREVER = """func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.while(%i = %c) : tensor<i32>
  cond {
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %0 : tensor<i32>
}
"""


@pytest.fixture
def cli(tmp_path, capsys, monkeypatch):
    """``cli("run", name=text, …)``: files made from keywords, then the words; gives (status, out, err)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*words, **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text)
        try:
            status = main([str(word) for word in words])
        except SystemExit as stop:
            status = stop.code
        out, err = capsys.readouterr()
        return status, out, err

    return run


def rows(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


def test_results_have_their_names(cli):
    status, out, _ = cli("run", "a.mlir", "--args", "[dense<[1.0, 2.5]> : tensor<2xf32>]", a_mlir=DOUBLE)
    assert (status, out) == (0, "twice : tensor<2xf32> = [2.0, 5.0]\n")


def test_json_values(cli):
    status, out, err = cli("run", "--json", "--print", "full", "a.mlir", a_mlir=CONSTANTS)
    (report,) = rows(out)
    assert (status, err) == (0, "")
    assert {k: report[k] for k in ("file", "chunk", "status", "diagnostics")} == {
        "file": "a.mlir",
        "chunk": 0,
        "status": "ok",
        "diagnostics": [],
    }
    values = [result["value"] for result in report["results"]]
    assert values == [[1, 2], True, [0.1, "inf", "nan"], [1.0, -2.0], 2**64 - 1, [], 0.1]
    assert [result["type"] for result in report["results"]][4:] == ["tensor<ui64>", "tensor<0x2xf32>", "tensor<bf16>"]


def test_dense_output_is_mlir(cli):
    _, out, _ = cli("run", "--print", "dense", "a.mlir", a_mlir=CONSTANTS)
    assert out.splitlines()[:4] == [
        "dense<[1, 2]> : tensor<2xi32>",
        "dense<true> : tensor<i1>",
        "dense<[1.000000e-01, 0x7F800000, 0x7FC00000]> : tensor<3xf32>",
        "dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>",
    ]


def test_errors_in_text_and_json(cli):
    status, out, err = cli("run", "b.mlir", b_mlir=BAD)
    assert (status, out) == (1, "")
    assert err.startswith("b.mlir:2:")
    assert "error: " in err
    assert "[add.C1]" in err
    assert "^^" in err
    status, out, err = cli("check", "--json", "b.mlir")
    (diagnostic,) = rows(out)[0]["diagnostics"]
    assert (status, err) == (1, "")
    assert {k: diagnostic[k] for k in ("severity", "code", "line", "end_line")} == {
        "severity": "error",
        "code": "add.C1",
        "line": 2,
        "end_line": 2,
    }


def test_a_file_in_pieces(cli):
    text = CONSTANTS + "// -----\n" + FAILS + "// -----\n// nothing\n// -----\n" + BAD
    status, out, _ = cli("run", "--json", "--split-input-file", "s.mlir", s_mlir=text)
    found = rows(out)
    assert status == 1
    assert [row["status"] for row in found] == ["ok", "check-failed", "empty", "error"]
    assert [row["chunk"] for row in found] == [0, 1, 2, 3]
    assert found[1]["diagnostics"][0]["line"] == CONSTANTS.count("\n") + 4


def test_jobs_keep_the_order_of_files(cli):
    status, out, _ = cli("run", "--json", "-j", "2", "a.mlir", "f.mlir", "a.mlir", a_mlir=CONSTANTS, f_mlir=FAILS)
    assert status == 1
    assert [row["status"] for row in rows(out)] == ["ok", "check-failed", "ok"]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["run", "none.mlir"], 2),
        (["run", "a.mlir"], 2),
        (["run", "a.mlir", "--args", "[dense<1> : tensor<3xi32>]"], 1),
        (["run", "a.mlir", "--args", "[dense<"], 1),
        (["run", "a.mlir", "--input", "none.npz"], 2),
        (["run", "a.mlir", "--entry", "f"], 1),
        (["run", "--nonsense", "a.mlir"], 2),
        (["run"], 2),
        (["check"], 2),
        (["nonsense.mlir.verb", "more"], 2),
        (["run", "a.mlir", "--grid", "0x1"], 2),
        (["run", "a.mlir", "--random", "1", "-q"], 0),
        (["--version"], 0),
        (["--about"], 0),
        (["--help"], 0),
    ],
)
def test_exit_statuses(cli, words, status):
    assert cli(*words, a_mlir=DOUBLE)[0] == status


def test_a_timeout(cli):
    status, out, _ = cli("run", "--json", "--timeout", "0.5", "w.mlir", w_mlir=FOREVER)
    assert status == 124
    assert rows(out)[0]["status"] == "timeout"


def test_memory_is_counted(cli):
    text = "func.func @main() -> tensor<1000000xf32> {\n  %0 = stablehlo.iota dim = 0 : tensor<1000000xf32>\n  return %0 : tensor<1000000xf32>\n}\n"
    status, _, err = cli("run", "--max-memory", "1000000", "m.mlir", m_mlir=text)
    assert status == 1
    assert "limit.memory" in err


def test_inputs_by_position_and_by_name(cli, tmp_path):
    text = DOUBLE.replace("%a: tensor<2xf32>", '%a: tensor<2xf32>, %b: tensor<2xf32> loc("images")').replace(
        "%a, %a", "%a, %b"
    )
    np.savez(tmp_path / "p.npz", np.float32([1, 2]), np.float32([10, 20]))
    np.savez(tmp_path / "n.npz", images=np.float32([10, 20]), a=np.array([1, 2]))
    for name in ("p.npz", "n.npz"):
        assert cli("run", "c.mlir", "--input", name, c_mlir=text)[1] == "twice : tensor<2xf32> = [11.0, 22.0]\n"


def test_raw_data_is_read_as_the_declared_type(cli, tmp_path):
    text = "func.func @main(%a: tensor<2xbf16>) -> tensor<2xbf16> {\n  return %a : tensor<2xbf16>\n}\n"
    np.save(tmp_path / "r.npy", np.array([1.5, -2], ml_dtypes.bfloat16).view("V2"))
    status, out, _ = cli("run", "r.mlir", "--input", "r.npy", "--output", "o.npz", r_mlir=text)
    assert (status, out) == (0, "%a : tensor<2xbf16> = [1.5, -2.0]\n")
    with np.load(tmp_path / "o.npz") as saved:
        assert saved["a"].dtype == np.uint16
        assert saved["a"].view(ml_dtypes.bfloat16).tolist() == [1.5, -2]
        assert saved["__types__"].tolist() == ["a=bf16"]


def test_random_arguments_are_the_documented_ones(cli):
    text = "func.func @main(%a: tensor<3xi32>, %b: tensor<2xf32>, %c: tensor<?xui8>) -> (tensor<3xi32>, tensor<2xf32>, tensor<?xui8>) {\n  return %a, %b, %c : tensor<3xi32>, tensor<2xf32>, tensor<?xui8>\n}\n"
    _, out, _ = cli("run", "--json", "--print", "full", "--random", "7", "--shape", "2=4", "r.mlir", r_mlir=text)
    values = [result["value"] for result in rows(out)[0]["results"]]
    assert values[0] == np.random.Generator(np.random.PCG64([7, 0])).integers(-8, 8, 3).tolist()
    assert (
        np.float32(values[1]).tolist()
        == np.random.Generator(np.random.PCG64([7, 1])).standard_normal(2).astype(np.float32).tolist()
    )
    assert values[2] == np.random.Generator(np.random.PCG64([7, 2])).integers(0, 16, 4).tolist()


def test_which_functions_run(cli):
    checks = FAILS.replace("[1, 3]", "[1, 2]")
    text = checks.replace("@main", "@first") + checks.replace("@main", "@second")
    assert cli("run", "t.mlir", t_mlir=text)[0] == 0
    status, _, err = cli("run", "u.mlir", u_mlir=text.replace("@second()", "@second(%a: tensor<f32>)"))
    assert status == 1
    assert "@first" in err
    assert "@second" in err


def test_a_script_runs_whatever_its_extension(cli):
    for name in ("s.hlo", "s.mlir", "s.txt"):
        status, out, _ = cli("run", name, **{name.replace(".", "_"): "%x = [1.0, 2.0]\n%y = add %x, %x\n:type %y\n"})
        assert status == 0
        assert out.endswith("%y : tensor<2xf32> = [2.0, 4.0]\ntensor<2xf32>\n")


def test_what_is_no_program_is_refused_with_what_to_do(cli, tmp_path):
    (tmp_path / "b.mlir").write_bytes(b"ML\xefR\x01\x02")
    (tmp_path / "x.bin").write_bytes(b"\x00\xff\xfe")
    for words, needle in ((["b.mlir"], "bytecode"), (["h.txt"], "HLO text"), (["x.bin"], "not UTF-8")):
        status, _, err = cli("run", *words, h_txt="HloModule f\n")
        assert status == 1
        assert needle in err
        assert ":1:" in err


def test_intermediate_values_and_the_first_nan(cli, tmp_path):
    text = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %l = stablehlo.log %a : tensor<2xf32>\n  %e = stablehlo.sqrt %l : tensor<2xf32>\n  return %e : tensor<2xf32>\n}\n"
    words = ["n.mlir", "--args", "[dense<[0.5, 1.0]> : tensor<2xf32>]", "--nan", "--save-values", "values"]
    status, out, _ = cli("run", *words, n_mlir=text)
    assert status == 0
    assert "n.mlir:3:3: first NaN: stablehlo.sqrt made %e" in out
    names = sorted(path.name for path in (tmp_path / "values").iterdir())
    assert names == ["000000_log_l.npy", "000001_sqrt_e.npy"]
    assert np.load(tmp_path / "values" / names[0])[1] == 0


FORMAT = """// RUN: what a tool wants
func.func @main(%arg: tensor<2xf32>)->tensor<2xf32>{ // beside
  // before
  %sum = "stablehlo.add"(%arg, %arg) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> // trailing
  func.return %sum : tensor<2xf32>
  // at the end
}
// -----
func.func @main() { return }
"""
FORMATTED = """// RUN: what a tool wants
func.func @main(%arg: tensor<2xf32>) -> tensor<2xf32> { // beside
  // before
  %sum = stablehlo.add %arg, %arg : tensor<2xf32> // trailing
  return %sum : tensor<2xf32>
  // at the end
}

// -----

func.func @main() {
  return
}
"""


def test_fmt_keeps_names_comments_and_separators(cli, tmp_path):
    assert cli("fmt", "f.mlir", f_mlir=FORMAT)[:2] == (0, FORMATTED)
    assert cli("fmt", "--check", "f.mlir")[0] == 1
    assert cli("fmt", "--in-place", "f.mlir")[0] == 0
    assert (tmp_path / "f.mlir").read_text() == FORMATTED
    assert cli("fmt", "--check", "f.mlir")[0] == 0
    _, out, _ = cli("fmt", "--generic", "--canonical-names", "f.mlir")
    assert '%0 = "stablehlo.add"(%arg0, %arg0)' in out
    assert out.count("//") == 6


def test_fmt_leaves_a_wrong_file_alone(cli, tmp_path):
    status, out, err = cli("fmt", "--in-place", "w.mlir", w_mlir="func.func @main( {")
    assert (status, out) == (1, "")
    assert "w.mlir:1:" in err
    assert (tmp_path / "w.mlir").read_text() == "func.func @main( {"


def test_check_reports_all_independent_errors(cli):
    text = (
        "func.func @f(%a: tensor<2xf32>) {\n  %0 = stablehlo.ad %a\n  %1 = stablehlo.abs %b : tensor<f32>\n  return\n}\n"
        + BAD
    )
    _, out, _ = cli("check", "--json", "m.mlir", m_mlir=text)
    found = [(d["code"], d["line"]) for d in rows(out)[0]["diagnostics"]]
    assert found == [("name.op", 2), ("name.undefined", 3), ("add.C1", 7)]


def test_check_infer_prints_all_types(cli):
    text = "func.func @main(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {\n  %0 = stablehlo.transpose %a, dims = [1, 0]\n  return %0 : tensor<3x2xf32>\n}\n"
    status, out, _ = cli("check", "--infer", "i.mlir", i_mlir=text)
    assert status == 0
    assert ": (tensor<2x3xf32>) -> tensor<3x2xf32>" in out


def test_a_closed_pipe_ends_it_quietly(tmp_path):
    (tmp_path / "s.hlo").write_text("\n".join(f"%x{k} = {k}" for k in range(3000)))
    script = f"{sys.executable} -m hlorepl run {tmp_path}/s.hlo --print full | head -1"
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert found.stdout.startswith("%x0 : tensor<i32> = 0")
    assert found.stderr == ""


def test_standard_input_and_text(cli, monkeypatch):
    import io

    class Input:
        buffer = io.BytesIO(CONSTANTS.encode())

    monkeypatch.setattr(sys, "stdin", Input())
    assert cli("run", "-")[0] == 0
    assert cli("-c", "%x = [1, 2] : i32\n%x * 3")[1].endswith("[3, 6]\n")
    status, _, err = cli("-c", "%x = add 1")
    assert status == 1
    assert "-c:1:" in err


def test_settings_are_checked(tmp_path, monkeypatch):
    from hlorepl import config

    path = tmp_path / "c.toml"
    monkeypatch.setenv("HLOREPL_CONFIG", str(path))
    for text, code in (
        (None, "config.file"),
        ("x = ", "config.file"),
        ("colour = 1", "config.key"),
        ("[prompt]\nhistory = 'yes'", "config.value"),
    ):
        if text is not None:
            path.write_text(text)
        with pytest.raises(hlorepl.HloError) as caught:
            config.load()
        assert caught.value.code == code
    path.write_text('[prompt]\nediting_mode = "vi"\n')
    assert config.load()["prompt.editing_mode"] == "vi"
    monkeypatch.delenv("HLOREPL_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    assert config.load()["prompt.style"] == "auto"


def test_results_have_one_name_in_text_and_json(cli):
    """A module's by what it returns, a script's by its statements: each as it is printed."""
    module = "func.func @main() -> tensor<i32> {\n  %c = stablehlo.constant dense<4> : tensor<i32>\n  return %c : tensor<i32>\n}\n"
    for name, text in (("m.mlir", module), ("s.hlo", "%c = 4\n"), ("t.hlo", "add(%c, 1)\n".replace("%c", "3"))):
        _, printed, _ = cli("run", name, **{name.replace(".", "_"): text})
        _, out, _ = cli("run", "--json", "--print", "full", name, **{name.replace(".", "_"): text})
        (result,) = rows(out)[0]["results"]
        assert printed.startswith(f"{result['name']} : {result['type']} = ")
        assert result["name"] == ("%0" if name == "t.hlo" else "%c")


def test_clear_in_a_script_goes_on(cli):
    for command in (("run", "c.hlo"), ("run", "--json", "--print", "full", "c.hlo"), ("-c", CLEARED)):
        status, out, err = cli(*command, c_hlo=CLEARED)
        assert (status, err) == (0, "")
        assert "%y" in out


CLEARED = "%x = 1\n:clear\n%y = 2\n"
