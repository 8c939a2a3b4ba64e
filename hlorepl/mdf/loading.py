"""A file to a :class:`Model`: every field checked, older layouts understood, all problems reported at once."""

from __future__ import annotations

import os
import warnings
from pathlib import Path as FilePath
from typing import Any, cast

from ..errors import HloError, SeveralErrors
from ..garbage_collection import collection_paused
from ..source import visible
from ..wording import file_error
from .formats import format_of
from .model import MdfWarning, Model
from .reading import Document, read_bson, read_text, read_tree
from .schema import Reader


def as_model(thing: Any) -> Model:
    """A model; one is made of a mapping as files have it, and of a ``Model`` of modeci_mdf.

    :raises HloError: it is something else, or no model.
    """
    if isinstance(thing, Model):
        return thing
    if isinstance(thing, dict):
        return model_of(read_tree(cast("dict[Any, Any]", thing), "<model>"))
    write = getattr(thing, "to_json", None)  # modeci_mdf's, which need not be installed
    if callable(write) and hasattr(thing, "graphs"):
        return loads(str(write()), "json", "<model>")
    raise HloError(
        f"a {type(thing).__name__} is no model",
        code="type.argument",
        help="a model is what hlorepl.mdf.load gives, a mapping as a file has it, or a Model of modeci_mdf",
    )


def load(path: str | os.PathLike[str] | dict[str, Any] | Model) -> Model:
    """Read a model from a ``.json``, ``.yaml``, ``.yml`` or ``.bson`` file; or take one that is built in Python.

    :param path: the file; or what :func:`as_model` takes: a mapping as files have it, or a ``Model`` of modeci_mdf.
    :raises HloError: the file cannot be read or is not a model. Several problems are raised together, as
        :class:`~hlorepl.errors.SeveralErrors`.
    """
    if not isinstance(path, str | os.PathLike):
        return as_model(path)
    try:
        file = FilePath(path)
        data = file.read_bytes()
    except (OSError, ValueError, TypeError) as error:  # a path may be no path at all
        raise file_error(path, error, "run.file") from None
    kind = format_of(file.suffix, data)
    if kind == "bson":
        return model_of(read_bson(data, str(path)))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HloError(f"{file} is not UTF-8 text: {error.reason}", code=f"syntax.{kind}") from None
    return loads(text, kind, str(path))


def loads(text: str | bytes, kind: str = "", name: str = "<text>") -> Model:
    """Read a model from text of ``kind`` ``"json"`` or ``"yaml"``, or from the bytes of a ``"bson"`` document.

    Without a ``kind`` it is JSON if it starts with ``{``, and YAML else.
    """
    if isinstance(text, bytes):
        if kind == "bson":
            return model_of(read_bson(text, name))
        text = text.decode("utf-8", "replace")
    kind = {"yml": "yaml"}.get(kind, kind) or ("json" if text.lstrip()[:1] == "{" else "yaml")
    if kind not in {"json", "yaml"}:
        raise HloError(
            f"there is no model format '{kind}' of text", code="run.kind", help="the formats are json, yaml and bson"
        )
    with collection_paused():
        document = read_text(text, kind, name)
    return model_of(document)


def model_of(document: Document) -> Model:
    """The model that a document holds."""
    reader = Reader(document)
    with collection_paused():
        model = reader.model()
    if reader.problems:
        raise SeveralErrors(reader.problems)
    for warning in model.warnings:
        said = f"{warning.where}{visible(warning.message, one_line=True)}"
        warnings.warn(said, MdfWarning, stacklevel=3)
    return model
