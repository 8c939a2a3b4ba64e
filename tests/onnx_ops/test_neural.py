"""Neural operators where ONNX's own tests do not look: old versions, small types, edges, and errors."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hlorepl.errors import HloError
from hlorepl.onnx import registry

F32 = np.float32


def run(name: str, opset: int, *inputs: Any, outputs: int = 1, **attributes: Any) -> tuple[Any, ...]:
    with np.errstate(all="ignore"):
        return registry.lookup(name, opset).bind(attributes, outputs=outputs, opset=opset)(np, *inputs)


def one(name: str, opset: int, *inputs: Any, **attributes: Any) -> Any:
    (result,) = run(name, opset, *inputs, **attributes)
    return result


def noise(*shape: int, dtype: Any = F32) -> np.ndarray:
    return np.random.default_rng(17).normal(size=shape).astype(dtype)


class TestConvolution:
    def test_transposed_convolution_is_the_transpose(self):
        """<conv(x), y> = <x, conv_transpose(y)> for all x and y."""
        x, w = noise(1, 4, 8, 9), noise(6, 2, 3, 2)
        attributes = {"group": 2, "strides": [2, 3], "pads": [1, 0, 1, 1], "dilations": [1, 2]}
        forward = one("Conv", 11, x, w, **attributes)
        y = noise(*forward.shape)
        back = one("ConvTranspose", 11, y, w, **attributes, output_padding=[1, 1])
        assert back.shape == x.shape
        np.testing.assert_allclose((forward * y).sum(), (x * back).sum(), rtol=1e-4)

    @pytest.mark.parametrize(("mode", "first"), [("SAME_UPPER", 0), ("SAME_LOWER", 1)])
    def test_the_odd_element_of_padding(self, mode, first):
        x = np.arange(1, 5, dtype=F32).reshape(1, 1, 4)
        result = one("Conv", 11, x, np.ones((1, 1, 2), F32), auto_pad=mode)
        assert result.tolist() == [[[[1, 3, 5, 7], [3, 5, 7, 4]][1 - first]]]

    def test_zero_points_do_not_change_what_padding_adds(self):
        x = np.full((1, 1, 2, 2), 3, np.uint8)
        w = np.ones((1, 1, 3, 3), np.uint8)
        result = one("ConvInteger", 10, x, w, np.array(3, np.uint8), pads=[1, 1, 1, 1])
        assert result.dtype == np.int32
        assert not result.any()

    def test_quantized_convolution_rounds_half_to_even_before_the_zero_point(self):
        x, w = np.array([[[1, 3, 5]]], np.uint8), np.array([[[1]]], np.int8)
        half, one_, none = np.array(0.5, F32), np.array(1, F32), np.array(0, np.uint8)
        result = one("QLinearConv", 10, x, half, none, w, one_, np.array(0, np.int8), one_, np.array(1, np.uint8))
        assert result.tolist() == [[[1, 3, 3]]]


class TestPooling:
    def test_windows_that_start_in_the_padding_at_the_end_are_dropped(self):
        x = np.arange(1, 4, dtype=F32).reshape(1, 1, 3)
        attributes = {"kernel_shape": [1], "strides": [2], "pads": [0, 1], "ceil_mode": 1}
        assert one("MaxPool", 12, x, **attributes).tolist() == [[[1, 3]]]

    def test_counted_padding_ends_at_the_pads(self):
        x = np.ones((1, 1, 4), F32)
        attributes = {"kernel_shape": [3], "strides": [2], "ceil_mode": 1, "count_include_pad": 1}
        assert one("AveragePool", 19, x, **attributes).tolist() == [[[1, 1]]]
        assert one("AveragePool", 19, x, pads=[1, 0], **attributes).tolist() == [[[F32(2) / F32(3), 1]]]

    def test_indices_name_the_first_of_equals(self):
        x = np.zeros((1, 2, 2, 2), F32)
        x[0, 1] = -np.inf
        values, indices = run("MaxPool", 12, x, outputs=2, kernel_shape=[2, 2], pads=[1, 1, 0, 0], strides=[2, 2])
        assert indices.tolist() == [[[[0]], [[4]]]]
        assert values.tolist() == [[[[0]], [[-np.inf]]]]

    def test_nan_is_found_with_and_without_indices(self):
        x = np.array([[[1, np.nan, 5, 2]]], F32)
        values, indices = run("MaxPool", 12, x, outputs=2, kernel_shape=[2])
        np.testing.assert_array_equal(values, one("MaxPool", 12, x, kernel_shape=[2]))
        assert indices.tolist() == [[[1, 1, 2]]]

    def test_column_major_indices(self):
        x = np.arange(6, dtype=F32).reshape(1, 1, 2, 3)
        _, indices = run("MaxPool", 12, x, outputs=2, kernel_shape=[2, 2], storage_order=1)
        assert indices.tolist() == [[[[3, 5]]]]

    def test_regions_in_whole_pixels(self):
        x = np.arange(16, dtype=F32).reshape(1, 1, 4, 4)
        rois = np.array([[0, 0, 0, 3, 3], [0, 1, 1, 2, 2], [0, 9, 9, 9, 9]], F32)
        result = one("MaxRoiPool", 7, x, rois, pooled_shape=[2, 2])
        assert result[:, 0].tolist() == [[[5, 7], [13, 15]], [[5, 6], [9, 10]], [[0, 0], [0, 0]]]

    def test_small_integers(self):
        x = np.array([[[-100, 3, -7]]], np.int8)
        assert one("MaxPool", 12, x, kernel_shape=[2]).tolist() == [[[3, 3]]]


class TestNormalization:
    def test_batch_statistics_in_training(self):
        x = noise(4, 3, 5)
        scale, bias, mean, var = np.ones(3, F32), np.zeros(3, F32), np.zeros(3, F32), np.ones(3, F32)
        y, running_mean, running_var = run(
            "BatchNormalization", 15, x, scale, bias, mean, var, outputs=3, training_mode=1, momentum=0.75
        )
        np.testing.assert_allclose(y.mean(axis=(0, 2)), 0, atol=1e-6)
        np.testing.assert_allclose(running_mean, 0.25 * x.mean(axis=(0, 2)), rtol=1e-5)
        np.testing.assert_allclose(running_var, 0.75 + 0.25 * x.var(axis=(0, 2)), rtol=1e-5)

    def test_without_spatial_each_place_has_its_own(self):
        x, var = noise(2, 3, 4), np.ones((3, 4), F32)
        result = one("BatchNormalization", 7, x, var, x[0], x[0], var - F32(1e-5), spatial=0)
        np.testing.assert_allclose(result[0], x[0], atol=1e-5)

    def test_a_row_of_zeros_stays(self):
        assert one("LpNormalization", 1, np.zeros((1, 3), F32)).tolist() == [[0, 0, 0]]

    def test_an_even_number_of_neighbours_leans_to_the_end(self):
        x = np.array([1, 2, 4], F32).reshape(1, 3, 1)
        result = one("LRN", 13, x, size=2, alpha=2.0, beta=1.0, bias=0.0)
        np.testing.assert_allclose(result.ravel(), [1 / 5, 2 / 20, 4 / 16], rtol=1e-6)

    @pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
    def test_long_rows_of_small_floats(self, dtype):
        x = np.ones((1, 4096), dtype)
        x[0, ::2] = 3
        result = one("LayerNormalization", 17, x, np.ones(4096, dtype))
        assert result.dtype == dtype
        assert set(result.astype(float).ravel()) == {-1.0, 1.0}


class TestActivations:
    def test_softmax_before_opset_13_takes_all_later_axes_as_one(self):
        x = noise(2, 3, 4)
        np.testing.assert_allclose(one("Softmax", 11, x).sum(axis=(1, 2)), 1, rtol=1e-6)
        np.testing.assert_allclose(one("Softmax", 13, x).sum(axis=2), 1, rtol=1e-6)

    def test_softmax_of_many_bfloat16(self):
        result = one("Softmax", 13, np.zeros((1, 1024), ml_dtypes.bfloat16))
        assert set(result.astype(float).ravel()) == {1 / 1024}

    def test_large_numbers_do_not_overflow(self):
        x = np.array([-1000, 1000], F32)
        assert one("Sigmoid", 13, x).tolist() == [0, 1]
        assert one("Softplus", 1, x).tolist() == [0, 1000]
        assert one("Mish", 18, x).tolist() == [0, 1000]

    def test_defaults_are_single_numbers(self):
        assert one("LeakyRelu", 16, np.array(-1.0)) == -float(np.float32(0.01))


class TestRecurrent:
    @pytest.mark.parametrize(("name", "gates"), [("RNN", 1), ("GRU", 3), ("LSTM", 4)])
    @pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
    def test_lengths_are_as_shorter_sequences(self, name, gates, direction):
        ways = 2 if direction == "bidirectional" else 1
        x, lengths = noise(5, 3, 2), np.array([5, 2, 3], np.int32)
        weights = noise(ways, gates * 4, 2), noise(ways, gates * 4, 4), noise(ways, 2 * gates * 4)
        outputs = 3 if name == "LSTM" else 2
        whole = run(name, 14, x, *weights, lengths, outputs=outputs, direction=direction, hidden_size=4)
        for place, length in enumerate(lengths):
            alone = run(
                name, 14, x[:length, place : place + 1], *weights, outputs=outputs, direction=direction, hidden_size=4
            )
            np.testing.assert_allclose(whole[0][:length, :, place], alone[0][:, :, 0], rtol=1e-5, atol=1e-6)
            assert not whole[0][length:, :, place].any()
            for together, single in zip(whole[1:], alone[1:], strict=True):
                np.testing.assert_allclose(together[:, place], single[:, 0], rtol=1e-5, atol=1e-6)

    def test_clip_is_for_what_every_activation_takes(self):
        """ONNX Runtime leaves out the cell state on its way to the output; the specification makes no exception."""
        x, w, r = np.zeros((1, 1, 1), F32), np.zeros((1, 4, 1), F32), np.zeros((1, 4, 1), F32)
        cell = np.full((1, 1, 1), 8, F32)
        y, _, last = run("LSTM", 14, x, w, r, None, None, None, cell, outputs=3, hidden_size=1, clip=0.5)
        assert last.ravel() == [4.0]
        np.testing.assert_allclose(y.ravel(), 0.5 * np.tanh(0.5), rtol=1e-6)

    def test_batch_first_is_the_same_network(self):
        x, weights = noise(4, 3, 2), (noise(1, 12, 2), noise(1, 12, 4))
        y, last = run("GRU", 14, x, *weights, outputs=2, hidden_size=4)
        turned, turned_last = run("GRU", 14, x.swapaxes(0, 1), *weights, outputs=2, hidden_size=4, layout=1)
        np.testing.assert_allclose(turned, y.transpose(2, 0, 1, 3), rtol=1e-6)
        np.testing.assert_allclose(turned_last, last.swapaxes(0, 1), rtol=1e-6)


class TestImages:
    def test_upsample_of_every_version(self):
        x = np.array([[[[1, 2]]]], F32)
        wanted = [[[[1, 1, 2, 2]]]]
        scales = np.array([1, 1, 1, 2], F32)
        assert one("Upsample", 7, x, scales=[1.0, 1.0, 1.0, 2.0]).tolist() == wanted
        assert one("Upsample", 9, x, scales).tolist() == wanted
        assert one("Resize", 10, x, scales).tolist() == wanted
        assert one("Resize", 11, x, None, scales).tolist() == wanted

    def test_before_opset_11_shrinking_takes_the_later_pixel(self):
        x = np.arange(8, dtype=F32).reshape(1, 1, 2, 4) + 1
        assert one("Resize", 10, x, np.array([1, 1, 0.6, 0.6], F32)).tolist() == [[[[1, 3]]]]

    def test_a_reading_beyond_the_image_is_clamped_or_zero(self):
        x = np.array([[[[1, 2]]]], F32)
        grid = np.array([[[[3, 0], [-3, 0]]]], F32)
        zeros = one("GridSample", 20, x, grid)
        border = one("GridSample", 20, x, grid, padding_mode="border")
        assert (zeros.tolist(), border.tolist()) == ([[[[0, 0]]]], [[[[2, 1]]]])

    def test_an_image_that_is_none(self):
        with pytest.raises(HloError) as caught:
            run("ImageDecoder", 20, np.zeros(9, np.uint8))
        assert caught.value.code == "onnx.ImageDecoder.stream"


class TestProducts:
    def test_gemm_of_integers_wraps(self):
        big = np.full((1, 1), 2**31 - 1, np.int32)
        assert one("Gemm", 13, big, np.array([[2]], np.int32), np.array([1], np.int32)).tolist() == [[-1]]

    @pytest.mark.parametrize("equation", ["ij,jk->ki", "ij,jk", "ij,jk->", "ij,jk->i", "i j , j k -> i k"])
    def test_einsum(self, equation):
        a, b = noise(2, 3), noise(3, 4)
        expected = np.einsum(equation.replace(" ", ""), a, b)
        np.testing.assert_allclose(one("Einsum", 12, a, b, equation=equation), expected, rtol=1e-5, atol=1e-6)

    def test_quantized_product_per_row_and_column(self):
        a, b = np.array([[2], [4]], np.uint8), np.array([[1, 3]], np.uint8)
        scales = np.array([1, 0.5], F32), np.array([1, 2], F32)
        none, plain = np.array(0, np.uint8), np.array(1, F32)
        result = one("QLinearMatMul", 10, a, scales[0], none, b, scales[1], none, plain, none)
        assert result.tolist() == [[2, 12], [2, 12]]


@pytest.mark.parametrize(
    ("code", "name", "inputs", "attributes"),
    [
        ("onnx.Conv.channels", "Conv", [noise(1, 2, 4), noise(3, 1, 1)], {}),
        ("onnx.Conv.kernel_shape", "Conv", [noise(1, 2, 4), noise(3, 2, 1)], {"kernel_shape": [2]}),
        ("onnx.Conv.B", "Conv", [noise(1, 2, 4), noise(3, 2, 1), noise(2)], {}),
        ("onnx.Conv.pads", "Conv", [noise(1, 2, 4), noise(3, 2, 1)], {"pads": [1]}),
        ("onnx.Conv.window", "Conv", [noise(1, 2, 4), noise(3, 2, 1)], {"strides": [0]}),
        ("onnx.MaxPool.window", "MaxPool", [noise(1, 2, 4)], {"kernel_shape": [5]}),
        ("onnx.LSTM.R", "LSTM", [noise(1, 1, 2), noise(1, 8, 2), noise(1, 8, 3)], {"hidden_size": 2}),
        ("onnx.GRU.activations", "GRU", [noise(1, 1, 2), noise(1, 6, 2), noise(1, 6, 2)], {"activations": ["Tanh"]}),
        ("onnx.MatMul.shape", "MatMul", [noise(2, 3), noise(2, 3)], {}),
        ("onnx.Einsum.equation", "Einsum", [noise(2, 3), noise(2, 3)], {"equation": "ij,jk->ik"}),
        ("onnx.Resize.scales", "Resize", [noise(1, 2)], {}),
        ("limit.size", "Resize", [noise(1, 2), None, np.array([1e6, 1e6], F32)], {}),
        ("onnx.axis", "Softmax", [noise(2)], {"axis": 1}),
        ("onnx.Attention.heads", "Attention", [noise(1, 2, 4)] * 3, {}),
        ("onnx.DFT.axis", "DFT", [noise(2, 3, 1), None, np.array(2)], {}),
        ("onnx.normalization.channels", "InstanceNormalization", [noise(1, 2, 3), noise(3), noise(2)], {}),
        ("onnx.quantization.scale", "DequantizeLinear", [np.zeros((2, 3), np.int8), noise(2)], {}),
    ],
)
def test_errors_name_the_rule(code, name, inputs, attributes):
    with pytest.raises(HloError) as caught:
        run(name, 24, *inputs, **attributes)
    assert caught.value.code == code
    assert name in caught.value.message or code in {
        "onnx.axis",
        "onnx.quantization.scale",
        "onnx.normalization.channels",
    }
