"""The commands for ONNX models, ``:onnx``."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

from ...backends import host
from ...errors import HloError
from ...ir.text import identifier
from ...onnx.keeping import Keeper
from ...value_text import onnx_text, tensor_type
from ...wording import counted
from ..contexts import context_of
from ..failures import remembered
from ..known import Item, values_known
from ..loaded_models import LoadedOnnx, load_onnx
from ..state import Knower
from ..stoppable import PlannedRun
from .kinds import Kind, Path, as_it_is
from .registry import Context, command, group

if TYPE_CHECKING:
    from ..dry_run import DryRun

group("onnx", "Run an ONNX model, with all its values as the session's.")


def _inputs_known(session: Knower, word: str) -> Iterable[Item]:
    loaded = session.models.get("onnx")
    if "=" in word or not isinstance(loaded, LoadedOnnx):
        name = word.rpartition("=")[0]
        return [(f"{name}={text}" if name else text, kind, note) for text, kind, note in values_known(session)]
    return [(f"{name}=", "input", str(of)) for name, of in loaded.model.inputs.items()]


#: An input and what it gets; without the name, the next one.
Input = Annotated[str, Kind(as_it_is, _inputs_known, usage="NAME=%VALUE")]


@command("onnx load")
def load(context: Context, path: Path) -> None:
    """Load a model."""
    load_onnx(context, path)


@command("onnx run")
def run(context: Context, *inputs: Input) -> None:
    """Run the model; without inputs, on the session's values that have their names."""
    loaded = context.session.models.get("onnx")
    if not isinstance(loaded, LoadedOnnx):
        raise context.fail("no model is loaded", "onnx.none", ":load model.onnx loads one")
    model, made = loaded.model, Keeper(None)
    within = context_of(context.session).watched_by(made)
    given = loaded.inputs(context, inputs)
    try:
        with remembered(context.session, PlannedRun(loaded.title, model.plan, model.arguments(given)), within):
            outputs = model.run(given, context=within)
    except HloError as error:
        _keep_all(context, made.kept)
        error.help.append(f"what ran before it is kept: {counted(len(made.kept), 'value')}")
        context.session.moments.commit()
        raise
    _keep_all(context, {name: value for name, value in made.kept.items() if name not in outputs})
    for name, value in outputs.items():
        _keep(context, name, value, True)


def _keep_all(context: Context, values: dict[str, Any]) -> None:
    for name, value in values.items():
        _keep(context, name, host(value), False)


@run.dry
def _ran(dry: "DryRun", *inputs: Input) -> None:
    dry.names_may_be_anything = True


def _keep(context: Context, name: str, value: Any, show: bool) -> None:
    if tensor_type(value) is None:
        context.say(onnx_text(name, value))
        return
    shown = context.session.bind(identifier(name), value)
    if show:
        context.show(shown)
