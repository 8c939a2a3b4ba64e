"""Text of files in real pages: an exported notebook in a browser, and JupyterLab. What is shown is never run."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from kernel.page_names import NAME, TAG, write
from nbclient import NotebookClient

from hlorepl.memory import unguarded

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
#: Each character that must not be on a page, in the shape of a class of JavaScript's.
CONTROLS = r"[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\u{e0000}-\u{e0fff}]"
#: What a page tells of itself: whether a script ran, how many tags of ours are live, and the controls in its outputs.
LOOK = (
    "(where) => ({ran: window.m === undefined ? 0 : window.m, tags: document.querySelectorAll(\"img[src='x']\").length, "
    "controls: [...document.querySelectorAll(where)].map(e => e.textContent).join('').match(/" + CONTROLS + "/u)})"
)
#: Whether the notebook has a kernel that waits for a cell.
READY = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
#: Whether the cell that ran as that number has ended.
RAN = "(n) => [...document.querySelectorAll('.jp-InputPrompt')].some(e => e.textContent === `[${n}]:`)"


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"there is no browser: none of {', '.join(BROWSERS)}")
    with unguarded():  # other tests of this process may have set a limit
        driver = sync_api.sync_playwright().start()
    try:
        opened = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()
    finally:
        driver.stop()


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """A folder of files, and a notebook that shows what is in them."""
    folder = tmp_path_factory.mktemp("pages")
    found = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(entry) for entry in write(folder)])
    found.metadata["kernelspec"] = {"name": "hlorepl", "display_name": "StableHLO (hlorepl)", "language": "stablehlo"}
    return folder, found


def test_an_exported_notebook(browser, notebook, jupyter_folder, monkeypatch):
    exporters = pytest.importorskip("nbconvert.exporters", reason="nbconvert makes the page")
    folder, cells = notebook
    monkeypatch.setenv("JUPYTER_PATH", str(jupyter_folder))
    done = nbformat.from_dict(json.loads(json.dumps(cells)))
    NotebookClient(done, resources={"metadata": {"path": str(folder)}}, timeout=50, allow_errors=True).execute()
    outputs = [output for cell in done.cells for output in cell.outputs]
    assert len(outputs) > 60
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/plain", "text/html", "text/markdown", "image/png"} <= kinds
    assert sum(TAG[:8] in json.dumps(output) or "&lt;img" in json.dumps(output) for output in outputs) > 20
    html, _ = exporters.HTMLExporter().from_notebook_node(done)
    (folder / "page.html").write_text(html, encoding="utf-8")
    page = browser.new_page()
    page.goto((folder / "page.html").as_uri())
    page.wait_for_load_state("load")
    page.wait_for_timeout(500)
    assert page.evaluate(LOOK, ".jp-OutputArea-output") == {"ran": 0, "tags": 0, "controls": None}
    assert page.locator(".jp-OutputArea-output").count() > 60
    page.close()


@pytest.fixture
def lab(notebook, jupyter_folder, tmp_path):
    """JupyterLab on the folder of the notebook; its address."""
    pytest.importorskip("jupyterlab", reason="JupyterLab is the page")
    folder, cells = notebook
    nbformat.write(cells, folder / "notebook.ipynb")
    settings = tmp_path / "settings" / "@jupyterlab" / "notebook-extension" / "tracker.jupyterlab-settings"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"windowingMode": "none"}', encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--port=0",
        "--allow-root",
        "--expose-app-in-browser",
    ]
    command += ["--IdentityProvider.token=token", f"--LabApp.user_settings_dir={tmp_path / 'settings'}"]
    environment = {**os.environ, "JUPYTER_PATH": str(jupyter_folder), "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime")}
    environment |= {"JUPYTER_CONFIG_DIR": str(tmp_path / "config"), "HOME": str(tmp_path)}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        yield address(tmp_path / "runtime", tmp_path / "log")
    finally:
        server.terminate()
        server.wait(20)


def address(runtime: Path, log: Path) -> str:
    """Where a server answers, once it does."""
    for _ in range(600):
        for found in runtime.glob("jpserver-*.json"):
            text = found.read_text(encoding="utf-8")
            if text.strip().endswith("}"):
                return json.loads(text)["url"]
        time.sleep(0.1)
    raise AssertionError(log.read_text(encoding="utf-8", errors="replace")[-2000:])


def test_jupyterlab(browser, lab, notebook):
    page = browser.new_page()
    page.goto(f"{lab}lab/tree/notebook.ipynb?token=token&reset")
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=120_000)
    page.wait_for_function(READY, timeout=60_000)
    for number in range(1, len(notebook[1].cells) + 1):  # one by one: a cell that fails stops a run of all
        page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-cell-and-select-next'); }")
        page.wait_for_function(RAN, arg=number, timeout=60_000)
    page.wait_for_timeout(500)
    assert page.evaluate(LOOK, ".jp-OutputArea-output") == {"ran": 0, "tags": 0, "controls": None}
    assert page.locator(".jp-OutputArea-output").count() > 60
    for typed, key, menu in (("call @", "Tab", ".jp-Completer"), ("?@missing", "Shift+Tab", ".jp-Tooltip")):
        page.locator(".jp-CodeCell").last.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.type(typed)
        page.keyboard.press(key)
        page.wait_for_selector(menu, timeout=60_000)
        page.wait_for_timeout(300)
        assert page.evaluate(LOOK, menu)["ran"] == 0
        assert page.evaluate(LOOK, menu)["tags"] == 0
        page.keyboard.press("Escape")
    page.close()


def test_the_names_are_what_they_should_be():
    assert re.search("<img src='x'", NAME)
