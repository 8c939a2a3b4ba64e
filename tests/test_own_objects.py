"""What our own objects have is known: nobody asks them by ``getattr`` with a default, or ``hasattr``. Others' objects may differ."""

import ast

from source_files import files

#: Who asks objects of other libraries, which come in several kinds or versions.
FOREIGN = {
    "hlorepl.analysis.summary": "values of models: arrays of any library, lists and numbers",
    "hlorepl.engine.finite": "values of models: arrays of any library, lists and numbers",
    "hlorepl.backends": "arrays of any library: CuPy's are fetched by get()",
    "hlorepl.display.jsonable": "values of models: arrays, lists and numbers",
    "hlorepl.engine.arguments": "arrays of any library, and what stands for one",
    "hlorepl.engine.context": "states of NumPy's generators: numbers, or arrays of them",
    "hlorepl.interrupts": "Python's signals, which not every system has",
    "hlorepl.ir.types": "NumPy, which has not every type",
    "hlorepl.kernels.special": "array namespaces, of which some bring special functions",
    "hlorepl.mdf.loading": "models of modeci_mdf, which need not be installed",
    "hlorepl.mdf.yaml_text": "PyYAML, with or without its part in C",
    "hlorepl.memory": "arrays of any library, and what they are views of",
    "hlorepl.onnx.checks": "values of ONNX: arrays, sequences, mappings, None",
    "hlorepl.onnx.compile": "ONNX's protos, which differ from version to version",
    "hlorepl.onnx.foresight": "values of ONNX",
    "hlorepl.onnx.ops.ml": "values of ONNX",
    "hlorepl.onnx.placement": "values of ONNX",
    "hlorepl.onnx.sizes": "values of ONNX",
    "hlorepl.onnx.tensors": "values of ONNX",
    "hlorepl.prompt.entry": "prompt_toolkit's outputs",
    "hlorepl.prompt.keyboard": "prompt_toolkit's inputs",
    "hlorepl.reducing.interest": "the system, which may have no fork",
    "hlorepl.session.commands.registry": "annotations, of typing's several kinds",
    "hlorepl.toplevel": "what callers hand over: a text, bytes, a path, or what has as_text()",
    "hlorepl.value_text": "elements as NumPy hands them out to be printed: its own numbers, or Python's",
    "hlorepl.whole_files": "the system, which may know files without names",
}


def asked() -> dict[str, list[int]]:
    """The lines on which each module asks whether an object has something."""
    found: dict[str, list[int]] = {}
    for module, path in files().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == "hasattr" or node.func.id == "getattr" and len(node.args) > 2:
                found.setdefault(module, []).append(node.lineno)
    return found


def test_own_objects_are_not_asked_what_they_have():
    found = asked()
    assert {m: lines for m, lines in found.items() if m not in FOREIGN} == {}
    assert set(FOREIGN) <= set(found)
