"""ONNX's backend interface (``onnx.backend.base``): prepare, run_model, run_node, supports_device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onnx.backend.base import Backend, BackendRep, namedtupledict

from .. import backends
from ..errors import HloError
from ..wording import offer

if TYPE_CHECKING:
    from collections.abc import Sequence

    import onnx

    from .loading import OnnxModel

__all__ = ["HloreplBackend", "HloreplRep", "is_compatible", "prepare", "run_model", "run_node", "supports_device"]


class HloreplRep(BackendRep):
    """A model ready to run."""

    def __init__(self, model: OnnxModel):
        self.model = model
        self._results = namedtupledict("Outputs", list(model.outputs))

    def run(self, inputs: Any, **_options: Any) -> tuple[Any, ...]:
        """The outputs, by position and by name, for inputs by position, by name, or one array alone."""
        return self._results(*self.model.run(inputs).values())


class HloreplBackend(Backend):
    """hlorepl as an ONNX backend; ``device`` is ``CPU`` or, with CuPy and a GPU, ``CUDA``."""

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_options: Any) -> HloreplRep:
        """Compile a model once.

        :raises HloError: the model is not well-formed or needs what is not there.
        """
        from .loading import OnnxModel

        return HloreplRep(OnnxModel(model, backend=_backend(device)))

    @classmethod
    def run_node(
        cls,
        node: onnx.NodeProto,
        inputs: Any,
        device: str = "CPU",
        outputs_info: Sequence[tuple[Any, tuple[int, ...]]] | None = None,  # noqa: ARG003 - the interface's
        **options: Any,
    ) -> tuple[Any, ...]:
        """Run one node; ``opset_version`` says which opset it is of (the newest otherwise)."""
        import onnx

        from .loading import OnnxModel

        graph = onnx.GraphProto(name="node")
        graph.node.append(node)
        graph.input.extend(onnx.ValueInfoProto(name=name) for name in dict.fromkeys(node.input) if name)
        graph.output.extend(onnx.ValueInfoProto(name=name) for name in node.output if name)
        version = options.get("opset_version", onnx.defs.onnx_opset_version())
        model = onnx.ModelProto(graph=graph)
        for domain in {"", node.domain}:
            model.opset_import.append(onnx.helper.make_opsetid(domain, _newest(domain) if domain else version))
        return HloreplRep(OnnxModel(model, backend=_backend(device))).run(inputs)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """Whether arrays can live on this device here."""
        try:
            backends.get(_backend(device))
        except HloError:
            return False
        return True


def _newest(domain: str) -> int:
    import onnx

    return max((s.since_version for s in onnx.defs.get_all_schemas() if s.domain == domain), default=1)


def _backend(device: str) -> str:
    """The name of the backend whose arrays live on a device."""
    kind = device.partition(":")[0].upper()
    if kind not in _BACKENDS:
        raise HloError(f"there is no device '{device}'", code="onnx.device", help=offer(device, _BACKENDS))
    return _BACKENDS[kind]


_BACKENDS = {"CPU": "numpy", "CUDA": "cupy"}


is_compatible = HloreplBackend.is_compatible
prepare = HloreplBackend.prepare
run_model = HloreplBackend.run_model
run_node = HloreplBackend.run_node
supports_device = HloreplBackend.supports_device
