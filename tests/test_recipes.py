"""The recipes of CONTRIBUTING.md, followed with their own code in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### (.*)\n((?:(?!^##).*\n)*)", TEXT, re.MULTILINE))
#: A paragraph that names a file last of all, and the block below it; or a block of commands.
STEP = re.compile(r"`([\w./-]+)`[^`]*:\n\n( *)```\w+\n(.*?)^ *```$|^( *)```sh\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)


def steps(recipe: str) -> list[tuple[str, str]]:
    """(file, text) in order, and ("", command)."""
    found = []
    for file, _, text, _, command in STEP.findall(RECIPES[recipe]):
        found.append((file, textwrap.dedent(text or command)))
    return found


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and of its tests, with all recipes followed."""
    copy = tmp_path_factory.mktemp("project")
    ignored = shutil.ignore_patterns("__pycache__", "bench", "peers", "kernel", "accuracy")
    for name in ("hlorepl", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    shutil.copytree(ROOT / "tests" / "peers", copy / "tests" / "peers", ignore=ignored)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    for recipe in RECIPES:
        for file, text in steps(recipe):
            if file:
                put(copy / file, text)
    return copy


def put(path: Path, text: str) -> None:
    """Into a new file, or at the end of one that is there; a list of ops replaces the first line, of which it is more."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    first, _, rest = before.partition("\n")
    if before and text.startswith("ops: "):
        assert text.startswith(f"{first} "), f"{path.name} begins with {first}"
        path.write_text(f"{text}{rest}", encoding="utf-8")
    else:
        path.write_text(f"{before}\n\n{text}" if before else text, encoding="utf-8")


def python(project: Path, *arguments: str) -> str:
    """What Python prints in the copy; its output when it fails is the failure's."""
    environment = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [sys.executable, *arguments], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def test_the_recipes_are_found():
    assert {"An op", "A command", "An MDF function", "An ONNX operator"} <= set(RECIPES)
    assert all([file for file, _ in steps(recipe)][-1] == "" for recipe in RECIPES), "each ends with its tests"
    assert len(steps("An op")) == 5


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_passes_its_own_tests(project, recipe):
    for _, command in (step for step in steps(recipe) if not step[0]):
        words = command.split()
        assert words[:3] == ["python", "-m", "pytest"]
        quoted = re.findall(r'"[^"]*"|\S+', command)
        said = python(project, *(word.strip('"') for word in quoted[1:]), "-p", "no:cacheprovider")
        assert re.search(r"\b[1-9]\d* passed", said)


def test_the_code_of_the_recipes_is_laid_out(project):
    files = [file for recipe in RECIPES for file, _ in steps(recipe) if file.endswith(".py")]
    python(project, "-m", "ruff", "check", "--no-cache", *files)
    python(project, "-m", "ruff", "format", "--no-cache", "--check", *files)


OP = """
import hlorepl
from hlorepl.session.completion import complete

session = hlorepl.Session()
session.execute("%x = [1, 2, 3]")
for line in ("%a = rotate(%x, amount = 1, dimension = 0)", "%b = stablehlo.rotate %x, by = 1, dim = 0 : tensor<3xi32>"):
    result = session.execute(line)
    assert result.error is None, result.error
    assert result.values[0].array.tolist() == [3, 1, 2]
assert "by = 1, dim = 0 : tensor<3xi32>" in session.execute(":text").text
assert "what leaves at one end" in session.execute("?rotate").text
assert "rotate.C1" in session.execute("?rotate").text
assert session.execute("%c = rotat(%x)").error.help == ["did you mean rotate?"]
assert session.execute("%r = deg2rad([180.0] : bf16)").values[0].array.astype(float).tolist() == [3.140625]
assert "in degrees" in session.execute("?deg2rad").text
line = "%y = rota"
assert [found.text for found in complete(line, len(line), session)] == ["rotate"]
line = "%y = rotate(%x, am"
assert [found.text for found in complete(line, len(line), session)] == ["amount = "]
"""

RANDOM = """
from hypothesis import given, settings
from hypothesis import strategies as st
from peers.random_programs import TYPES, Maker

drawn = []

@settings(max_examples=5, derandomize=True, database=None, deadline=None)
@given(st.data())
def draw(data):
    op = Maker(data.draw, TYPES).add("stablehlo.rotate")
    if op is not None:
        drawn.append(op)

draw()
assert drawn, "no random program holds the op"
"""

COMMAND = """
import re

import hlorepl
from hlorepl.session.completion import complete

session = hlorepl.Session()
session.execute("%x = [1, 2, 3]")
assert re.search("  :size VALUE \\[VALUES…\\] +Show how many elements", session.execute(":help").text)
assert session.execute(":help size").text.startswith(":size VALUE [VALUES…]")
assert session.execute(":size").error.message == "usage: :size VALUE [VALUES…]"
assert session.execute(":size %z").error.code == "name.undefined"
assert session.execute(":sise %x").error.help == ["did you mean :size?"]
assert [found.text for found in complete(":siz", 4, session)] == ["size"]
assert [found.text for found in complete(":size %", 7, session)] == ["%x"]
"""

MDF = """
import json
import numpy as np
import hlorepl
from hlorepl import mdf
from hlorepl.errors import HloError
from hlorepl.mdf import functions
from hlorepl.mdf.functions import table

def model(function, **args):
    called = {"function": function, "args": {"variable0": "i", **args}}
    port = {"i": {"shape": [2], "type": "float64"}}
    body = {"input_ports": port, "functions": {"f": called}, "output_ports": {"o": {"value": "f"}}}
    return mdf.loads(json.dumps({"m": {"graphs": {"g": {"nodes": {"A": body}}}}}), "json")

def value(made):
    return mdf.evaluate(made, steps=1, inputs={"i": np.array([-3.0, 1.0])})["A"]["o"][-1].tolist()

assert value(model("softsign", gain=2)) == [-1.5, 1.0]
text = mdf.to_stablehlo(model("softsign", gain=2))
assert "stablehlo.abs" in text, text
assert hlorepl.verify(hlorepl.parse(text)) == []

@table.function
def staircase(variable0):
    "The whole part."
    return np.floor(variable0)

assert value(model("staircase")) == [-3.0, 1.0]
try:
    mdf.to_stablehlo(model("staircase"))
except HloError as error:
    assert "staircase" in str(error), error
else:
    raise AssertionError("exported")
try:
    functions.lookup("softsgin")
except HloError as error:
    assert error.help[0].startswith("did you mean softsign"), error.help
"""

ONNX = """
import numpy as np
import onnx.parser
from hlorepl.errors import HloError
from hlorepl.onnx.loading import OnnxModel

def run(element, node):
    text = f'<ir_version: 8, opset_import: ["": 18, "com.example": 1]> g ({element}[1] x) => ({element}[1] y) {{ y = com.example.{node} (x) }}'
    dtype = {"float": np.float32, "int32": np.int32}[element]
    try:
        return OnnxModel(onnx.parser.parse_model(text)).run([np.ones(1, dtype)])["y"]
    except HloError as error:
        return error

assert run("float", "SwooshL").dtype == np.float32
assert run("float", "SwoshL").help == ["did you mean SwooshL?"]
assert run("float", "SwooshL <ofset = 1.0>").help == ["did you mean offset?"]
schema = onnx.defs.OpSchema(
    "SwooshL", "com.example", 1,
    inputs=[onnx.defs.OpSchema.FormalParameter("X", "T")], outputs=[onnx.defs.OpSchema.FormalParameter("Y", "T")],
    type_constraints=[("T", ["tensor(float)", "tensor(float16)"], "")],
)
onnx.defs.register_schema(schema)
assert run("int32", "SwooshL").code == "onnx.type"
assert run("float", "SwooshL").dtype == np.float32
"""


@pytest.mark.parametrize("script", [OP + COMMAND, RANDOM, MDF + ONNX], ids=["session", "random programs", "models"])
def test_what_the_recipes_make_is_there(project, script):
    python(project, "-c", f"import sys; sys.path.append('tests')\n{script}")


def test_the_rule_of_the_op_is_explained(project):
    said = python(project, "-m", "hlorepl", "check", "--explain", "rotate.C1")
    assert "0 <= dimension < rank(operand)" in said
