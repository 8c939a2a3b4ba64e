"""Files of every kind, damaged: loaded by a session and run by the command line's own functions."""

from __future__ import annotations

import io
import json
import os
import struct
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main, shown

import hlorepl
from hlorepl.batch.driver import file_outcomes
from hlorepl.batch.options import completed
from hlorepl.cli import _parser
from hlorepl.errors import HloError

#: Bytes that values may hold.
MEMORY = "50000000"
WORDS = [
    b"\0",
    b"\xff" * 4,
    b"\x80",
    b"-1",
    b"1e999",
    b"999999999999",
    b"null",
    b"{}",
    b"[]",
    b'"',
    b"nan",
    b"'|O'",
    b"(2, 3)",
    b"(-1,)",
]
WORDS += [
    b"(9999999999, 9999999999)",
    b"<f8",
    b"!!python/object:os.system",
    b"&a [*a]",
    b"<<: [1]",
    b"../../etc/passwd",
    b"\x1b[2J",
    b"{a: ",
]
MODEL = {
    "doc": {
        "graphs": {
            "g": {
                "parameters": {},
                "nodes": {
                    "n": {
                        "input_ports": {"i": {"shape": "(2,)", "type": "float"}},
                        "functions": {
                            "f": {"function": "linear", "args": {"variable0": "i", "slope": 2, "intercept": "p"}}
                        },
                        "parameters": {"p": {"value": [1.0, 2.0]}, "q": {"value": "f + q", "default_initial_value": 0}},
                        "output_ports": {"o": {"value": "q"}},
                    },
                    "m": {"input_ports": {"i": {}}, "output_ports": {"o": {"value": "i * 2"}}},
                },
                "edges": {
                    "e": {
                        "sender": "n",
                        "receiver": "m",
                        "sender_port": "o",
                        "receiver_port": "i",
                        "parameters": {"weight": 1.5},
                    }
                },
                "conditions": {
                    "node_specific": {"m": {"type": "EveryNCalls", "kwargs": {"dependencies": "n", "n": 2}}}
                },
            }
        }
    }
}
ONNX = """<ir_version: 8, opset_import: ["": 18]>
g (float[2, N] x) => (float[2, N] y, float[2, N] z) <float[1] w = {2.0}> {
  a = Mul (x, w)
  b = Relu (a)
  y = Add (a, b)
  z = Softmax <axis = 1> (y)
}"""


@cache
def originals() -> dict[str, bytes]:
    """A whole file of each kind, by its extension."""
    found: dict[str, bytes] = {".json": json.dumps(MODEL).encode()}
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    single, several = io.BytesIO(), io.BytesIO()
    np.save(single, array)
    np.savez(several, x=array, y=array.astype(np.int8))
    found |= {".npy": single.getvalue(), ".npz": several.getvalue()}
    header = json.dumps({"x": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}).encode()
    found[".safetensors"] = struct.pack("<Q", len(header)) + header + array.tobytes()
    import yaml

    found[".yaml"] = yaml.safe_dump(MODEL).encode()
    import bson

    found[".bson"] = bson.encode(MODEL)
    import onnx.parser

    found[".onnx"] = onnx.parser.parse_model(ONNX).SerializeToString()
    found[".mlir"] = b"func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> { return %x : tensor<2x3xf32> }"
    found[".hlo"] = b"%x = [1.0, 2.0]\n%y = tanh(%x)\n:show %y\n"
    return found


@cache
def folder() -> Path:
    """Where the files are."""
    found = Path(tempfile.mkdtemp(prefix="hostile-"))
    for suffix, data in originals().items():
        (found / f"good{suffix}").write_bytes(data)
    return found


def damaged(random: Random, data: bytes) -> bytes:
    """The bytes with one to three changes."""
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(6)
        if kind == 0:
            data = data[:at]
        elif kind == 1:
            data = data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
        elif kind == 2:
            data = data[:at] + random.choice(WORDS) + data[at:]
        elif kind == 3:
            other = random.randrange(len(data) + 1)
            data = data[:at] + data[min(at, other) : max(at, other)] + data[at:]
        elif kind == 4:
            data = data[:at] + data[at + random.randrange(1, 20) :]
        else:
            words = data.split(b" ")
            place = random.randrange(len(words))
            words[place] = random.choice(WORDS)
            data = b" ".join(words)
    return data


def repacked(random: Random, data: bytes) -> bytes:
    """An archive that is whole, with damaged members: their headers are reached."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(made, "w") as after:
        for name in before.namelist():
            after.writestr(
                random.choice([name, name, "x.npy", "../x.npy", "__types__.npy"]), damaged(random, before.read(name))
            )
    return made.getvalue()


def one(case: Case) -> None:
    """Damaged files of every kind, by the command line and by a session."""
    os.chdir(folder())
    suffix = case.random.choice(list(originals()))
    data = originals()[suffix]
    whole = suffix == ".npz" and case.random.random() < 0.7
    case.text = repacked(case.random, data) if whole else damaged(case.random, data)
    path = folder() / f"bad{case.random.choice([suffix, suffix, suffix, '', '.npy', '.json'])}"
    path.write_bytes(case.text)
    words = [path.name, "--random", "1", "--steps", "3"]
    if suffix in (".npy", ".npz"):
        words = ["good.mlir", "--input", path.name]
    options = completed(_parser("run").parse_args([*words, "--max-memory", MEMORY, "--timeout", "3"]), "run")
    options.backend = "numpy"
    for outcome in file_outcomes("run", words[0], options):
        assert outcome.status in ("ok", "check-failed", "error", "timeout", "empty")
        for error in outcome.diagnostics:
            assert error.code != "internal.error", str(error)
            assert error.code, str(error)
    session = hlorepl.Session(max_memory=int(MEMORY))
    result = session.execute(f":load {path.name}", "In[1]")
    assert isinstance(result.text, str)
    if isinstance(result.error, HloError):
        shown([result.error], "")
    path.unlink()


if __name__ == "__main__":
    originals()
    main(one)
