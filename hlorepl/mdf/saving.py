"""A :class:`Model` back to a file, in the current layout and with nothing lost."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import tempfile
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..wording import file_error
from .formats import SUFFIXES
from .loading import as_model
from .model import Condition, Model

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOT_IN_BODY = {"id", "extra", "others", "warnings", "document"}


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write ``model`` to a ``.json``, ``.yaml``, ``.yml`` or ``.bson`` file; a file is replaced whole."""
    file = FilePath(path)
    kind = SUFFIXES.get(file.suffix.lower())
    if kind is None:
        raise HloError(
            f"a model cannot be saved as '{file.suffix}'", code="run.kind", help=f"extensions: {', '.join(SUFFIXES)}"
        )
    data = saves(model, kind)
    try:
        with _replacing(file) as temporary:
            temporary.write_bytes(data if isinstance(data, bytes) else data.encode())
    except OSError as error:
        raise file_error(file, error, "run.file") from None


def saves(model: Model, kind: str = "json") -> str | bytes:
    """``model`` as text of ``kind`` ``"json"`` or ``"yaml"``, or as the bytes of a ``"bson"`` document."""
    tree = tree_of(as_model(model))
    if kind == "json":
        return json.dumps(tree, indent=4, ensure_ascii=False) + "\n"
    try:
        if kind == "yaml":
            import yaml  # late: PyYAML

            return yaml.dump(tree, Dumper=_dumper(yaml), sort_keys=False, allow_unicode=True, default_flow_style=None)
        if kind == "bson":
            import bson  # late: PyMongo
            import bson.errors  # late: PyMongo

            try:
                return bson.encode(tree)
            except (bson.errors.BSONError, OverflowError) as error:
                raise HloError(f"this model does not fit into BSON: {error}", code="type.value") from None
    except ImportError as error:
        raise HloError(
            f"writing {kind} needs {error.name}", code="run.extra", help="pip install 'hlorepl[mdf]'"
        ) from None
    raise HloError(f"there is no model format '{kind}'", code="run.kind", help="the formats are json, yaml and bson")


def tree_of(model: Model) -> dict[str, Any]:
    """The mapping that a file of ``model`` holds."""
    return {model.id: _body(model), **model.others}


def _body(thing: Any) -> dict[str, Any]:
    body: dict[str, Any] = {}
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if field.name not in _NOT_IN_BODY and not _is_missing(field, value):
            body[field.name] = _plain(value)
    return {**body, **thing.extra}


def _is_missing(field: Any, value: Any) -> bool:
    """Whether leaving the field out says the same."""
    if field.default_factory is not dataclasses.MISSING:
        return not value
    if field.name in {"format", "type"}:
        return value is None
    return value is field.default or (isinstance(field.default, str | tuple) and value == field.default)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Condition):
        return {"type": value.type, **({"kwargs": _plain(value.kwargs)} if value.kwargs else {}), **value.extra}
    return _body(value) if dataclasses.is_dataclass(value) else value


def _dumper(yaml: Any) -> Any:
    """PyYAML's safe dumper; floats get the point without which YAML 1.1 takes ``1e-10`` for text."""

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, _data: Any) -> bool:
            return True

    def represent_float(dumper: Any, value: float) -> Any:
        text = repr(value)
        if value != value or value in {float("inf"), float("-inf")}:
            text = {"nan": ".nan", "inf": ".inf", "-inf": "-.inf"}[text]
        elif "." not in text:
            text = text.replace("e", ".0e")
        return dumper.represent_scalar("tag:yaml.org,2002:float", text)

    Dumper.add_representer(float, represent_float)
    return Dumper


@contextlib.contextmanager
def _replacing(file: FilePath) -> Iterator[FilePath]:
    handle, name = tempfile.mkstemp(dir=file.parent or ".", prefix=f".{file.name}.")
    os.close(handle)
    temporary = FilePath(name)
    try:
        yield temporary
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
