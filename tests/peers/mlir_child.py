"""MLIR's parser and verifier as a child process: it may end the process. A JSON string a line in, one out ('' is valid)."""

import json
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"


def main() -> None:
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    context = mlir.make_ir_context()
    context.enable_multithreading(False)  # two errors at once from two threads would never come back
    for line in sys.stdin:
        with context:
            try:
                ir.Module.parse(json.loads(line))
                answer = ""
            except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
                answer = str(error)[:500]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
