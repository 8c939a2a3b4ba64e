"""Models from files: external data, what is no model, and the backend interface."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper

from hlorepl import onnx_backend
from hlorepl.errors import HloError
from hlorepl.onnx.loading import load


def save(folder: Path, location: str, **entries: str) -> Path:
    """A model whose only weight lies in another file."""
    weight = onnx.TensorProto(name="w", data_type=onnx.TensorProto.FLOAT, dims=[2])
    weight.data_location = onnx.TensorProto.EXTERNAL
    for key, value in {"location": location, **entries}.items():
        weight.external_data.add(key=key, value=value)
    graph = helper.make_graph(
        [helper.make_node("Neg", ["w"], ["y"])], "g", [], [helper.make_tensor_value_info("y", 1, [2])], [weight]
    )
    path = folder / "model.onnx"
    path.write_bytes(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]).SerializeToString())
    return path


def test_external_data_with_offset_and_length(tmp_path: Path) -> None:
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights/w.bin").write_bytes(np.array([9, 1, 2, 9], np.float32).tobytes())
    path = save(tmp_path, "weights/w.bin", offset="4", length="8")
    assert load(path).run(())["y"].tolist() == [-1, -2]


@pytest.mark.parametrize("location", ["../w.bin", "a/../../w.bin", "/etc/hostname", "", "C:\\w.bin", "..\\w.bin"])
def test_external_data_stay_in_the_folder(tmp_path: Path, location: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "w.bin").write_bytes(bytes(8))
    with pytest.raises(HloError) as caught:
        load(save(inner, location))
    assert caught.value.code == "onnx.external"


def test_external_data_follow_no_link_out(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "w.bin").write_bytes(bytes(8))
    (inner / "w.bin").symlink_to(tmp_path / "w.bin")
    with pytest.raises(HloError, match="leads out"):
        load(save(inner, "w.bin"))


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"offset": "4", "length": "8"}, "end beyond"),
        ({"offset": "-4"}, "end beyond"),
        ({"length": "x"}, "no number"),
        ({"length": "4"}, "cannot be read"),
    ],
)
def test_external_data_that_do_not_fit(tmp_path: Path, entries: dict[str, str], message: str) -> None:
    (tmp_path / "w.bin").write_bytes(bytes(8))
    with pytest.raises(HloError, match=message):
        load(save(tmp_path, "w.bin", **entries))


def test_missing_external_data(tmp_path: Path) -> None:
    with pytest.raises(HloError, match="No such file"):
        load(save(tmp_path, "w.bin"))


@pytest.mark.parametrize("content", [b"", b"not a model", b"\x08\x07"])
def test_no_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.onnx"
    path.write_bytes(content)
    with pytest.raises(HloError, match="no ONNX model") as caught:
        load(path)
    assert caught.value.code == "onnx.file"


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(HloError, match=r"a\.onnx: No such file"):
        load(tmp_path / "a.onnx")


def test_one_node_through_the_backend() -> None:
    node = helper.make_node("Add", ["x", "x"], ["y"])
    (total,) = onnx_backend.run_node(node, [np.array([1, 2], np.float32)])
    assert total.tolist() == [2, 4]
    squeezed = onnx_backend.run_node(
        helper.make_node("Squeeze", ["x"], ["y"], axes=[0]), [np.zeros((1, 2), np.float32)], opset_version=11
    )
    assert squeezed[0].shape == (2,)


def test_outputs_of_the_backend_go_by_position_and_name() -> None:
    node = helper.make_node("TopK", ["x", "k"], ["values", "indices"])
    found = onnx_backend.run_node(node, [np.array([1.0, 3.0, 2.0], np.float32), np.array([2])])
    assert found["values"].tolist() == [3, 2]  # pyright: ignore[reportCallIssue, reportArgumentType]
    assert found[1].tolist() == [1, 2]


def test_devices() -> None:
    assert onnx_backend.supports_device("CPU")
    assert not onnx_backend.supports_device("TPU")
