"""Files of every kind whose names, ids, strings and paths are markup and controls, and the entries of a session that show them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

#: What a page would run if it took it for markup; the quotes matter, for without them Markdown has no tag there.
TAG = "<img src='x' onerror='window.m=1'>"
#: What a terminal or a page would turn round, hide or obey.
HIDDEN = "\x1b]0;t\x07\x9b31m\u202e\u2066\u200b\u2028\u00ad\U000e0041"
#: Names as a file can hold them.
NAME = f"n{TAG}`*_{HIDDEN}"


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\{byte:02X}" for byte in text.encode()) + '"'


PROGRAM = f"""// {TAG} {HIDDEN.translate(dict.fromkeys(map(ord, chr(0x2028))))}
func.func @{_quoted(NAME)}(%a: tensor<f32> {{mhlo.name = {_quoted(NAME)}}}) -> (tensor<f32> {{jax.result_info = {_quoted(NAME)}}}) {{
  %0 = stablehlo.custom_call @Sharding(%a) {{backend_config = {_quoted(NAME)}}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}
func.func @missing(%a: tensor<f32>) -> tensor<f32> {{
  %0 = stablehlo.custom_call @{_quoted(NAME)}(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}
func.func @said(%a: tensor<f32>) {{
  %0 = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%0) {{error_message = {_quoted(NAME)}, has_side_effect = true}} : (tensor<i1>) -> ()
  return
}}
"""


def model() -> dict[str, Any]:
    """An MDF model with one node, all of whose ids are such names."""
    node = {
        "parameters": {f"p{NAME}": {"value": 1.0}, f"q{NAME}": {"value": 2.0, "description": NAME}},
        "functions": {f"f{NAME}": {"function": "linear", "args": {"variable0": 1.0, "slope": 2.0, "intercept": 0.0}}},
        "output_ports": {f"o{NAME}": {"value": 3.0}},
        "metadata": {NAME: NAME},
    }
    return {NAME: {"graphs": {f"g{NAME}": {"nodes": {NAME: node}, "notes": NAME}}}}


def _onnx() -> bytes:
    from onnx import TensorProto, helper

    ins = [helper.make_tensor_value_info(f"i{NAME}", TensorProto.FLOAT, [2])]
    outs = [helper.make_tensor_value_info(f"o{NAME}", TensorProto.FLOAT, [2])]
    nodes = [helper.make_node("Relu", [f"i{NAME}"], [f"o{NAME}"], name=NAME, doc_string=NAME)]
    graph = helper.make_graph(nodes, f"g{NAME}", ins, outs, doc_string=NAME)
    return helper.make_model(graph, producer_name=NAME, opset_imports=[helper.make_opsetid("", 18)]).SerializeToString()


def write(folder: Path) -> list[str]:
    """Write the files; the entries that show what is in them, and errors about them."""
    import bson
    import yaml

    on_disk = f"n{TAG.replace('/', '')}\u202e\x1b[2J"
    data = {".json": json.dumps(model()).encode(), ".yaml": yaml.safe_dump(model()).encode()}
    data |= {".bson": bson.encode(model()), ".onnx": _onnx(), ".mlir": PROGRAM.encode()}
    data[".hlo"] = f"// {TAG}\n%x = 1.0 {TAG}\n".encode()
    for suffix, content in data.items():
        (folder / f"{on_disk}{suffix}").write_bytes(content)
    np.savez(folder / f"{on_disk}.npz", **{NAME: np.ones(2, np.float32), "x": np.ones(2, np.float32)})
    np.save(folder / f"{on_disk}.npy", np.ones(2, np.float32))
    (folder / f"{on_disk}.safetensors").write_bytes(b"\0" * 8 + TAG.encode())
    found: list[str] = []
    for suffix in (*data, ".npz", ".npy", ".safetensors", ".missing"):
        found += [f':load "{on_disk}{suffix}"', ":env"]
        if suffix in (".json", ".yaml", ".bson"):
            found += [":mdf graph", ":mdf run 2", ":mdf show", ":mdf plot", ":mdf step", ":mdf export", ":mdf trace"]
        elif suffix == ".onnx":
            found += [":onnx graph", ":onnx show", ":onnx run"]
        elif suffix == ".mlir":
            found += [
                ":text",
                f"?@{_quoted(NAME)}",
                ":run @missing [1.0]",
                "%o = 1.0\n:run @missing %o",
                ":run @said %o",
            ]
            found += [
                "?@missing",
                "call @said(%o)",
                "call @nothing(%o)",
                "%z = call @missing(%o) : (tensor<f32>) -> tensor<f32>",
            ]
    found += [f"?{TAG}", f":load {TAG}", f"%x = {TAG}", f":{TAG}", f"%b = add %nothing, {TAG}", f'?"{TAG}"']
    found += [f"?@'{TAG}'", f':env "{TAG}"', f"func.func @f() {{ return }} {TAG}", f'%t = custom_call @"{TAG}"(%o)']
    return found
