"""The sample notebooks run from top to bottom and show what is stored in them."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from texts import assert_same_text

NOTEBOOKS = sorted((Path(__file__).parent.parent.parent / "samples" / "notebooks").glob("*.ipynb"))


def shown(notebook: nbformat.NotebookNode) -> list[str]:
    """The plain text of every output of every cell; how lines are gathered into streams is a question of time."""
    found: list[str] = []
    for cell in notebook.cells:
        was_stream = False
        for output in cell.get("outputs", []):
            is_stream = output["output_type"] == "stream"
            text = output["text"] if is_stream else output["data"]["text/plain"]
            if is_stream and text.startswith("…"):
                continue  # what is said of work that takes long, which is a question of the machine
            if is_stream and was_stream:
                found[-1] += text
            else:
                found.append(text)
            was_stream = is_stream
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored_in_it(path, jupyter_folder, monkeypatch, request):
    monkeypatch.setenv("JUPYTER_PATH", str(jupyter_folder))
    stored = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    NotebookClient(fresh, resources={"metadata": {"path": str(path.parent)}}, timeout=50).execute()
    if request.config.getoption("--update-goldens"):
        for cell in fresh.cells:
            cell.metadata.pop("execution", None)
        nbformat.write(fresh, path)
        return
    nbformat.validate(stored)
    for ours, theirs in zip(shown(fresh), shown(stored), strict=True):
        assert_same_text(ours, theirs)
