"""``onnx.backend.base`` by the name under which ONNX's users import it; :mod:`hlorepl.onnx.backend` is its home."""

from .onnx.backend import (
    HloreplBackend,
    HloreplRep,
    is_compatible,
    prepare,
    run_model,
    run_node,
    supports_device,
)

__all__ = ["HloreplBackend", "HloreplRep", "is_compatible", "prepare", "run_model", "run_node", "supports_device"]
