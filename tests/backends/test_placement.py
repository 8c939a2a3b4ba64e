"""The table in docs/gpu.md is what the op suite shows: ``pytest --update-goldens`` writes it anew."""

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from program_cases import programs

from hlorepl.__main__ import main

pytestmark = [pytest.mark.peers, pytest.mark.slow, pytest.mark.timeout(300)]  # the whole op suite, on the double

DOCUMENT = Path(__file__).parents[2] / "docs" / "gpu.md"
BEGIN, END = "<!-- made by tests/backends/test_placement.py -->\n", "<!-- end -->"
DIALECTS = ("stablehlo", "chlo")


def table(on_device: set[str], on_host: set[str]) -> str:
    """Markdown: what ran where, of the types that CuPy holds."""
    rows = {"on the GPU": on_device - on_host, "on the GPU, in some cases on the host": on_device & on_host}
    rows["on the host"] = on_host - on_device
    lines = ["| where | ops |", "| --- | --- |"]
    for where, names in rows.items():
        known = [name for name in sorted(names) if name.partition(".")[0] in DIALECTS]
        listed = ", ".join(f"`{name.removeprefix('stablehlo.')}`" for name in known)
        lines.append(f"| {where} | {listed or 'none'} |")
    return "\n".join(lines) + "\n"


def test_the_document_says_where_ops_run(device, tmp_path, request):
    path = tmp_path / "program.mlir"
    for program in programs("ops"):
        path.write_text(program.text, encoding="utf-8")
        with redirect_stdout(StringIO()):
            assert main(["run", "--json", "--backend", "cupy", str(path)]) == 0
    made = table(set(device.on_device), device.left_to_host)
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    stored, _, after = rest.partition(END)
    if request.config.getoption("--update-goldens"):
        DOCUMENT.write_text(f"{before}{BEGIN}{made}{END}{after}", encoding="utf-8")
    else:
        assert stored == made
