"""Which file loads which, and when. (``make lint`` holds the order of the rooms: import-linter's contracts in pyproject.toml.)"""

import ast
import io
import re
import tokenize
from functools import cache

import pytest
from source_files import ROOT, files, imports

from hlorepl.ops import registry

#: What makes a start slow, as the comment of a late import names it.
HEAVY = {
    "IPython": "IPython",
    "PIL": "Pillow",
    "bson": "PyMongo",
    "cupy": "CuPy",
    "cupyx": "CuPy",
    "google": "protobuf",
    "jax": "JAX",
    "jaxlib": "jaxlib",
    "jupyter_core": "Jupyter",
    "matplotlib": "Matplotlib",
    "ml_dtypes": "ml_dtypes",
    "numpy": "NumPy",
    "onnx": "ONNX",
    "plotext": "plotext",
    "prompt_toolkit": "prompt_toolkit",
    "pygments": "Pygments",
    "scipy": "SciPy",
    "textual_image": "textual-image",
    "yaml": "PyYAML",
}
#: What is loaded when a program starts: the command line, the prompt until it is on the screen, an empty session.
STARTS = ("hlorepl.__main__", "hlorepl.cli", "hlorepl.prompt.loop", "hlorepl.session", "hlorepl.toplevel")
#: What Python itself has always loaded.
ALWAYS = {"builtins", "io", "itertools", "os", "sys", "time"}
#: Circles of files that one idea needs, each with its reason. None is needed today.
CIRCLES: dict[frozenset[str], str] = {}


@cache
def loads(module):
    """What importing a module of ours loads at once: modules of ours, and others by the first part of their name."""
    found, waiting = set(), [module]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        parts = name.split(".")
        waiting += [".".join(parts[:k]) for k in range(1, len(parts))] if name in files() else []
        waiting += loaded_at_once().get(name, ())
    return found


@cache
def loaded_at_once():
    """What each file imports outside its functions."""
    found = {}
    for each in imports():
        if not each.is_late and not each.is_for_checkers:
            found.setdefault(each.module, []).extend(map(whole, each.targets))
    return found


def whole(target):
    return target.partition(".")[0] if target.partition(".")[0] in HEAVY else target


def late_imports():
    return [each for each in imports() if each.is_late and not each.is_for_checkers]


@cache
def comments(path):
    """The comments of a file, by line."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}


def reason(each):
    """What the comment on a late import says: ``# late: NumPy``."""
    found = re.search(r"# late: ([\w -]*\w)", comments(each.path).get(each.line, ""))
    return found.group(1) if found else None


def place(each):
    return f"{each.path.relative_to(ROOT)}:{each.line}"


def saved_by(each):
    """What is not loaded yet where a late import stands."""
    return set().union(*(loads(whole(target)) for target in each.targets)) - loads(each.module) - ALWAYS


def is_true(each):
    """Whether the reason of a late import holds: it does keep that from being loaded."""
    why, saved = reason(each), saved_by(each)
    if why in HEAVY.values():
        return any(HEAVY.get(name) == why for name in saved)
    starts = set().union(*map(loads, STARTS))
    return bool(saved) and why == ("start-up" if each.module in starts else "on demand")


def test_a_late_import_says_what_it_saves_and_saves_it():
    assert len(late_imports()) > 100
    assert [f"{place(each)} [{reason(each)}]" for each in late_imports() if not is_true(each)] == []


def test_no_circles_among_files_but_those_with_a_reason():
    assert {frozenset(each) for each in circles()} == set(CIRCLES)


def circles():
    """The strongly connected components of more than one file, imports inside functions counted (Tarjan's algorithm)."""
    edges = {name: set() for name in files()}
    for each in imports():
        if not each.is_for_checkers:
            edges[each.module].update(target for target in each.targets if target in edges and target != each.module)
    found, stack, index, low = [], [], {}, {}

    def visit(name):
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in edges[name]:
            if other not in index:
                visit(other)
            low[name] = min(low[name], low[other]) if other in stack else low[name]
        if low[name] == index[name]:
            place = stack.index(name)
            found.append(stack[place:])
            del stack[place:]

    for name in edges:
        if name not in index:
            visit(name)
    return [component for component in found if len(component) > 1]


@pytest.mark.parametrize("start", STARTS)
def test_a_start_loads_nothing_heavy(start):
    heavy = set(HEAVY) - ({"prompt_toolkit"} if "prompt" in start else set())
    assert loads(start) & heavy == set()


def strings(path):
    """The text constants of a file with their lines, docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        (node.value, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    ]


def test_the_engine_names_no_op():
    """What an op means to those who run it is on its declaration, whichever dialect it is of."""
    ops = set(registry.names())
    dialects = tuple(f"{dialect}." for dialect in {name.partition(".")[0] for name in ops})
    engine = [path for name, path in files().items() if f"{name}.".startswith("hlorepl.engine.")]
    assert len(engine) > 40
    named = [
        f"{path.relative_to(ROOT)}:{line} {text}"
        for path in engine
        for text, line in strings(path)
        if text.startswith(dialects) or not ops.isdisjoint(re.findall(r"[\w$]+(?:[.-][\w$]+)+", text))
    ]
    assert named == []


def test_the_layers_hold(capfd):
    """As ``make lint`` does, so that a wrong import is seen among the tests."""
    from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert status == EXIT_STATUS_SUCCESS, capfd.readouterr().out
