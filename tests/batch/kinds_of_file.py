"""A small program of each kind, in which a step makes a NaN of finite numbers."""

from __future__ import annotations

from pathlib import Path

from hlorepl.batch.options import MDF, ONNX, SCRIPT, STABLEHLO

PROGRAM = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[4.0, -1.0]> : tensor<2xf32>
  %1 = stablehlo.sqrt %0 : tensor<2xf32>
  %2 = stablehlo.add %1, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
SESSION = "%x = [4.0, -1.0]\n%y = sqrt %x\n%z = add %y, %y\n"
MODEL = """m:
  format: ModECI MDF v0.4
  graphs:
    g:
      nodes:
        n:
          input_ports: {i: {type: float}}
          parameters:
            c: {value: [4.0, -1.0]}
            s: {value: "numpy.sqrt(c)"}
          output_ports: {o: {value: s + s + i}}
"""
GRAPH = """<ir_version: 8, opset_import: ["": 18]>
g (float[2] x) => (float[2] y) <float[2] c = {4, -1}> {
  s = Sqrt(c)
  t = Add(s, s)
  y = Add(t, x)
}"""
#: What each needs on the command line to run.
GIVEN = {STABLEHLO: (), SCRIPT: (), MDF: (), ONNX: ("--random", "1")}


def write_each(folder: Path) -> dict[str, Path]:
    """The files, by kind."""
    import onnx.parser

    texts = {STABLEHLO: ("a.mlir", PROGRAM), SCRIPT: ("a.hlo", SESSION), MDF: ("a.yaml", MODEL)}
    for name, text in texts.values():
        (folder / name).write_text(text)
    (folder / "a.onnx").write_bytes(onnx.parser.parse_model(GRAPH).SerializeToString())
    return {kind: folder / name for kind, (name, _) in texts.items()} | {ONNX: folder / "a.onnx"}
