"""Every name of NumPy, JAX or PyTorch that stands for ops gives what NumPy or SciPy gives, under each of its spellings."""

import numpy as np
import pytest
from scipy import special

import hlorepl
from hlorepl.familiar import table

table.load()
#: The values of the session, by name: what NumPy computes with, too.
VALUES = {
    "x": np.array([[0.5, -1.5, 2.0], [1.0, 0.25, -0.75]], np.float32),
    "y": np.array([[2.0, 0.5, -1.0], [1.5, -2.0, 0.5]], np.float32),
    "u": np.array([[0.1, 0.5], [0.75, 0.9]], np.float32),
    "a": np.array([[1.0, 2.0], [3.0, 4.0]], np.float32),
    "b": np.array([[0.0, 1.0], [2.0, -1.0]], np.float32),
    "t": np.arange(24, dtype=np.float32).reshape(2, 3, 4),
    "v": np.array([3.0, -1.0, 4.0, 1.0], np.float32),
    "w": np.array([2.0, 7.0, 1.0, 8.0], np.float32),
    "n": np.array([1.0, np.nan, -np.inf, 4.0], np.float32),
    "c": np.array([1.0, 2.0, 3.0], np.float32),
    "d": np.array([4.0, -5.0, 6.0], np.float32),
    "i": np.array([[7, -7, 5], [-9, 3, 0]], np.int32),
    "k": np.array([[2, 2, -3], [4, -2, 1]], np.int32),
    "s": np.array([[1, 2, 3], [0, 4, 2]], np.int32),
    "p": np.array([[True, False, True], [False, False, True]]),
    "q": np.array([[True, True, False], [False, True, True]]),
    "z": np.array([1 + 2j, -3 - 1j, 0.5j], np.complex64),
    "l": np.array([2, 0, 1], np.int32),
    "one": np.array([[[1.0], [2.0]]], np.float32),
    "f": np.array(0.5, np.float32),
}

#: For each name its arguments as they are typed, and the same for NumPy.
ROWS: dict[str, list[tuple[str, str]]] = {
    "absolute": [("%x", "np.abs(x)"), ("%i", "np.abs(i)"), ("%z", "np.abs(z)")],
    "plus": [("%x, %y", "x + y")],
    "bitwise_and": [("%i, %k", "i & k"), ("%p, %q", "p & q")],
    "bitwise_or": [("%i, %k", "i | k")],
    "bitwise_xor": [("%i, %k", "i ^ k")],
    "bitwise_not": [("%i", "~i"), ("%p", "~p")],
    "arctan2": [("%x, %y", "np.arctan2(x, y)")],
    "arccos": [("%u", "np.arccos(u)")],
    "arccosh": [("%w", "np.arccosh(w)")],
    "arcsin": [("%u", "np.arcsin(u)")],
    "arcsinh": [("%x", "np.arcsinh(x)")],
    "arctan": [("%x", "np.arctan(x)")],
    "arctanh": [("%u", "np.arctanh(u)")],
    "cos": [("%x", "np.cos(x)"), ("%i", "np.cos(i.astype(np.float32))")],
    "sin": [("%x", "np.sin(x)")],
    "exp": [("%x", "np.exp(x)"), ("[1, 2]", "np.exp(np.array([1, 2], np.float32))")],
    "expm1": [("%x", "np.expm1(x)")],
    "ln": [("%u", "np.log(u)")],
    "log1p": [("%u", "np.log1p(u)")],
    "sigmoid": [("%x", "special.expit(x)")],
    "mul": [("%x, %y", "x * y"), ("%x, 2.0", "x * np.float32(2)")],
    "neg": [("%x", "-x")],
    "pow": [("%u, %u", "u ** u")],
    "sub": [("%x, %y", "x - y")],
    "fmod": [("%x, %y", "np.fmod(x, y)"), ("%i, %k", "np.fmod(i, k)")],
    "isfinite": [("%n", "np.isfinite(n)")],
    "isinf": [("%n", "np.isinf(n)")],
    "isposinf": [("%n", "np.isposinf(n)")],
    "isneginf": [("%n", "np.isneginf(n)")],
    "where": [("%p, %x, %y", "np.where(p, x, y)"), ("%x > 0.0, %x, 0.0", "np.where(x > 0, x, np.float32(0))")],
    "round": [("%x", "np.round(x)")],
    "left_shift": [("%i, %s", "i << s")],
    "imaginary": [("%z", "z.imag")],
    "nextafter": [("%x, %y", "np.nextafter(x, y)")],
    "conjugate": [("%z", "np.conj(z)")],
    "gammaln": [("%w", "special.gammaln(w)")],
    "bitwise_count": [("%s", "np.array([[1, 1, 2], [0, 1, 1]], np.int32)")],
    "clz": [("%s", "np.array([[31, 30, 30], [32, 29, 30]], np.int32)")],
    "erfinv": [("%u", "special.erfinv(u)")],
    "psi": [("%w", "special.digamma(w)")],
    "inverse_sqrt": [("%w", "1 / np.sqrt(w)")],
    "div": [("%x, %y", "x / y"), ("%i, %k", "(i / k).astype(np.float32)")],
    "floor_divide": [("%x, %y", "np.floor_divide(x, y)"), ("%i, %k", "np.floor_divide(i, k)")],
    "mod": [("%x, %y", "np.mod(x, y)"), ("%i, %k", "np.mod(i, k)")],
    "equal": [("%i, %k", "i == k")],
    "not_equal": [("%i, %k", "i != k")],
    "less": [("%x, %y", "x < y")],
    "less_equal": [("%x, %y", "x <= y")],
    "greater": [("%x, %y", "x > y")],
    "greater_equal": [("%x, 0.5", "x >= 0.5")],
    "isnan": [("%n", "np.isnan(n)")],
    "right_shift": [("%i, %s", "i >> s")],
    "fmin": [("%n, %v", "np.fmin(n, v)")],
    "fmax": [("%n, %v", "np.fmax(n, v)")],
    "clip": [("%x, -1.0, 1.0", "np.clip(x, -1, 1)"), ("%x, min = 0.0, max = %f", "np.clip(x, 0, f)")],
    "positive": [("%x", "+x")],
    "reciprocal": [("%x", "1 / x")],
    "exp2": [("%x", "np.exp2(x)")],
    "log2": [("%w", "np.log2(w)")],
    "log10": [("%w", "np.log10(w)")],
    "trunc": [("%x", "np.trunc(x)")],
    "deg2rad": [("%v", "np.deg2rad(v)")],
    "rad2deg": [("%v", "np.rad2deg(v)")],
    "hypot": [("%x, %y", "np.hypot(x, y)")],
    "logaddexp": [("%x, %y", "np.logaddexp(x, y)")],
    "heaviside": [("%b, %a", "np.heaviside(b, a)")],
    "nan_to_num": [("%n", "np.nan_to_num(n)"), ("%n, nan = 7.0", "np.nan_to_num(n, nan=7)")],
    "signbit": [("%x", "np.signbit(x)")],
    "copysign": [("%x, %y", "np.copysign(x, y)")],
    "sinc": [("%b", "np.sinc(b)")],
    "angle": [("%z", "np.angle(z)")],
    "lerp": [("%x, %y, %f", "x + f * (y - x)")],
    "isclose": [("%x, %y", "np.isclose(x, y)"), ("%x, %x + 0.000001", "np.ones_like(x, bool)")],
    "relu": [("%x", "np.maximum(x, 0)"), ("%i", "np.maximum(i, 0)")],
    "relu6": [("%x * 5.0", "np.clip(x * 5, 0, 6)")],
    "leaky_relu": [("%x", "np.where(x > 0, x, x * np.float32(0.01))"), ("%x, 0.5", "np.where(x > 0, x, x * np.float32(0.5))")],
    "elu": [("%x", "np.where(x > 0, x, np.expm1(x))")],
    "selu": [("%x", "1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x))")],
    "celu": [("%x, 2.0", "np.where(x > 0, x, 2 * np.expm1(x / 2))")],
    "softplus": [("%x", "np.log1p(np.exp(x))")],
    "softsign": [("%x", "x / (1 + np.abs(x))")],
    "silu": [("%x", "x * special.expit(x)")],
    "log_sigmoid": [("%x", "np.log(special.expit(x))")],
    "mish": [("%x", "x * np.tanh(np.log1p(np.exp(x)))")],
    "hard_tanh": [("%x", "np.clip(x, -1, 1)")],
    "hard_sigmoid": [("%x", "np.clip(x + 3, 0, 6) / 6")],
    "hard_swish": [("%x", "x * np.clip(x + 3, 0, 6) / 6")],
    "logit": [("%u", "special.logit(u)")],
    "ndtr": [("%x", "special.ndtr(x)")],
    "sum": [("%x", "x.sum()"), ("%x, axis = 0", "x.sum(0)"), ("%x, -1, keepdims = True", "x.sum(-1, keepdims=True)"),
            ("%t, axis = [0, 2]", "t.sum((0, 2))"), ("%i", "i.sum(dtype=np.int32)"), ("%p", "p.sum(dtype=np.int32)"), ("%x, dim = 1", "x.sum(1)")],
    "prod": [("%x, axis = 1", "x.prod(1)"), ("%i", "i.prod(dtype=np.int32)")],
    "max": [("%x", "x.max()"), ("%i, axis = 0", "i.max(0)"), ("%n", "n.max()")],
    "min": [("%x, axis = (0, 1)", "x.min()"), ("%i", "i.min()"), ("%p", "p.min()")],
    "any": [("%p, axis = 1", "p.any(1)"), ("%s", "s.any()")],
    "all": [("%p, axis = 0", "p.all(0)"), ("%s", "s.all()")],
    "count_nonzero": [("%s, axis = 1", "np.count_nonzero(s, axis=1).astype(np.int32)")],
    "mean": [("%x", "x.mean()"), ("%x, axis = 0", "x.mean(0)"), ("%i, 1", "i.mean(1, dtype=np.float32)")],
    "var": [("%x, axis = 1", "x.var(1)"), ("%x, ddof = 1", "x.var(ddof=1)")],
    "std": [("%x", "x.std()"), ("%x, 0, keepdims = True", "x.std(0, keepdims=True)")],
    "ptp": [("%x, axis = 0", "np.ptp(x, 0)")],
    "logsumexp": [("%x, axis = 1", "special.logsumexp(x, 1)"), ("%x * 100.0", "special.logsumexp(x * 100)")],
    "softmax": [("%x", "special.softmax(x, -1)"), ("%x, axis = 0", "special.softmax(x, 0)")],
    "log_softmax": [("%x", "special.log_softmax(x, -1)")],
    "standardize": [("%x", "(x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)")],
    "norm": [("%x", "np.linalg.norm(x)"), ("%x, axis = 1", "np.linalg.norm(x, axis=1)")],
    "nansum": [("where(isinf(%n), 0.0, %n)", "np.float32(5)")],
    "nanprod": [("where(isinf(%n), 1.0, %n)", "np.float32(4)")],
    "nanmax": [("%n", "np.nanmax(n)")],
    "nanmin": [("%n", "np.nanmin(n)")],
    "nanmean": [("where(isinf(%n), 1.0, %n)", "np.float32(2)")],
    "argmax": [("%x, axis = 1", "x.argmax(1).astype(np.int32)"), ("%x", "x.argmax().astype(np.int32)"), ("[2, 9, 9]", "np.int32(1)"), ("%n", "np.int32(1)")],
    "argmin": [("%x, axis = 0", "x.argmin(0).astype(np.int32)"), ("%i, 1, keepdims = True", "i.argmin(1, keepdims=True).astype(np.int32)")],
    "cumsum": [("%x, axis = 1", "x.cumsum(1)"), ("%i", "i.cumsum(dtype=np.int32)")],
    "cumprod": [("%x, axis = 0", "x.cumprod(0)")],
    "cummax": [("%v, 0", "np.maximum.accumulate(v)")],
    "cummin": [("%x, axis = 1", "np.minimum.accumulate(x, 1)")],
    "sort": [("%x", "np.sort(x)"), ("%x, axis = 0", "np.sort(x, 0)"), ("%n", "np.sort(n)"), ("[3, 1, 2]", "np.array([1, 2, 3], np.int32)")],
    "argsort": [("%x, axis = 1", "np.argsort(x, 1, kind='stable').astype(np.int32)")],
    "median": [("%x, axis = 1", "np.median(x, 1)"), ("%x", "np.median(x)")],
    "astype": [("%x, int32", "x.astype(np.int32)"), ("%i, f32", "i.astype(np.float32)"), ("%s, bool", "s.astype(bool)"), ("%x, jnp.float16", "x.astype(np.float16)")],
    "view": [("%x, i32", "x.view(np.int32)")],
    "reshape": [("%x, [3, 2]", "x.reshape(3, 2)"), ("%x, (-1, 2)", "x.reshape(-1, 2)"), ("%x, 6", "x.reshape(6)")],
    "ravel": [("%x", "x.ravel()")],
    "expand_dims": [("%x, 0", "np.expand_dims(x, 0)"), ("%x, axis = -1", "np.expand_dims(x, -1)"), ("%v, axis = [0, 2]", "np.expand_dims(v, (0, 2))")],
    "squeeze": [("%one", "one.squeeze()"), ("%one, axis = 0", "one.squeeze(0)")],
    "broadcast_to": [("%c, [2, 3]", "np.broadcast_to(c, (2, 3))"), ("%f, 4", "np.broadcast_to(f, 4)")],
    "transpose": [("%x", "x.T"), ("%t, [2, 0, 1]", "t.transpose(2, 0, 1)"), ("%t, axes = (1, 0, 2)", "t.transpose(1, 0, 2)")],
    "matrix_transpose": [("%t", "np.swapaxes(t, -1, -2)")],
    "swapaxes": [("%t, 0, -1", "np.swapaxes(t, 0, -1)")],
    "moveaxis": [("%t, 0, 2", "np.moveaxis(t, 0, 2)"), ("%t, -1, 0", "np.moveaxis(t, -1, 0)")],
    "flip": [("%x", "np.flip(x)"), ("%x, axis = 1", "np.flip(x, 1)")],
    "fliplr": [("%x", "np.fliplr(x)")],
    "flipud": [("%x", "np.flipud(x)")],
    "rot90": [("%x", "np.rot90(x)"), ("%x, 2", "np.rot90(x, 2)"), ("%x, 3", "np.rot90(x, 3)"), ("%x, 4", "x")],
    "concat": [("%x, %y, axis = 1", "np.concatenate([x, y], 1)"), ("[%x, %y]", "np.concatenate([x, y])"), ("(%x, %y, %x), axis = -1", "np.concatenate([x, y, x], -1)")],
    "stack": [("%x, %y", "np.stack([x, y])"), ("[%x, %y], axis = 2", "np.stack([x, y], 2)")],
    "vstack": [("%c, %d", "np.vstack([c, d])"), ("%x, %y", "np.vstack([x, y])")],
    "hstack": [("%c, %d", "np.hstack([c, d])"), ("%x, %y", "np.hstack([x, y])")],
    "column_stack": [("%c, %d", "np.column_stack([c, d])")],
    "append": [("%x, %c", "np.append(x, c)"), ("%x, %y, axis = 0", "np.append(x, y, 0)")],
    "tile": [("%c, 2", "np.tile(c, 2)"), ("%x, [2, 1, 3]", "np.tile(x, (2, 1, 3))")],
    "repeat": [("%x, 2", "np.repeat(x, 2)"), ("%x, 3, axis = 1", "np.repeat(x, 3, 1)")],
    "roll": [("%x, 1", "np.roll(x, 1)"), ("%x, -2, axis = 1", "np.roll(x, -2, 1)")],
    "split": [("%v, 2", "np.split(v, 2)"), ("%x, 3, axis = 1", "np.split(x, 3, 1)")],
    "diff": [("%x", "np.diff(x)"), ("%x, axis = 0", "np.diff(x, axis=0)")],
    "take": [("%x, %l, axis = 1", "np.take(x, l, 1)"), ("%x, [0, -1]", "np.take(x, [0, -1])"), ("%t, 1, axis = 2", "np.take(t, 1, 2)")],
    "pad_constant": [("%x, 1", "np.pad(x, 1)"), ("%i, 2, 7.0", "np.pad(i, 2, constant_values=7)")],
    "tril": [("%x", "np.tril(x)"), ("%t, k = -1", "np.tril(t, -1)")],
    "triu": [("%x", "np.triu(x)"), ("%x, 1", "np.triu(x, 1)")],
    "diag": [("%c", "np.diag(c)"), ("%x", "np.diag(x)")],
    "diagonal": [("%x", "np.diagonal(x)"), ("%p", "np.diagonal(p)")],
    "trace": [("%a", "np.trace(a)")],
    "zeros": [("[2, 3]", "np.zeros((2, 3), np.float32)"), ("4, int32", "np.zeros(4, np.int32)")],
    "ones": [("(2, 1), dtype = f16", "np.ones((2, 1), np.float16)")],
    "full": [("[2, 2], 7", "np.full((2, 2), 7, np.int32)"), ("3, 0.5", "np.full(3, 0.5, np.float32)")],
    "zeros_like": [("%i", "np.zeros_like(i)")],
    "ones_like": [("%x", "np.ones_like(x)")],
    "full_like": [("%x, 2.5", "np.full_like(x, 2.5)")],
    "eye": [("3", "np.eye(3, dtype=np.float32)"), ("2, 3, i32", "np.eye(2, 3, dtype=np.int32)")],
    "tri": [("3", "np.tri(3, dtype=np.float32)"), ("2, 4, k = 1", "np.tri(2, 4, 1, np.float32)")],
    "arange": [("5", "np.arange(5, dtype=np.int32)"), ("2, 11, 3", "np.arange(2, 11, 3, dtype=np.int32)"), ("0.0, 1.0, 0.25", "np.arange(0, 1, 0.25, dtype=np.float32)"), ("5, 0, -2", "np.arange(5, 0, -2, dtype=np.int32)")],
    "linspace": [("0, 1, 5", "np.linspace(0, 1, 5, dtype=np.float32)")],
    "one_hot": [("%l, 4", "np.eye(4, dtype=np.float32)[l]")],
    "meshgrid": [("%c, %v", "np.meshgrid(c, v)")],
    "copy": [("%x", "x.copy()")],
    "matmul": [("%a, %b", "a @ b"), ("%x, %c", "x @ c"), ("%c, transpose(%x)", "c @ x.T"), ("%c, %d", "c @ d"),
               ("%t, transpose(%t, [0, 2, 1])", "t @ t.transpose(0, 2, 1)"), ("%x, %t", "x[:, :] @ t" if False else "np.matmul(x, t)"),
               ("%t, ones([4, 2])", "t @ np.ones((4, 2), np.float32)")],
    "inner": [("%c, %d", "np.inner(c, d)"), ("%x, %y", "np.inner(x, y)")],
    "outer": [("%c, %v", "np.outer(c, v)")],
    "tensordot": [("%t, transpose(%t, [1, 2, 0])", "np.tensordot(t, t.transpose(1, 2, 0))"), ("%a, %b, 1", "np.tensordot(a, b, 1)")],
    "kron": [("%a, %b", "np.kron(a, b)")],
    "cross": [("%c, %d", "np.cross(c, d)")],
    "linear": [("%x, %y, %v[0:2]", "x @ y.T + v[0:2]")],
    "mse_loss": [("%x, %y", "((x - y) ** 2).mean()")],
    "einsum": [('"ij,kj->ik", %x, %y', "np.einsum('ij,kj->ik', x, y)"), ('"ij->j", %x', "x.sum(0)")],
}  # fmt: skip
CASES = [(name, *row) for name, rows in ROWS.items() for row in rows]


@pytest.fixture(scope="module")
def session():
    made = hlorepl.Session()
    for name, array in VALUES.items():
        made.bind(name, array)
    return made


def results_of(session, text):
    result = session.execute(text)
    assert result.error is None, result.error
    return [shown.array for shown in result.values]


def test_every_name_is_tried():
    assert set(ROWS) == {found.name for found in table.FAMILIAR.values()}
    assert len(table.FAMILIAR) + len(table.TOLD) > 350


@pytest.mark.parametrize(("name", "arguments", "expected"), CASES)
def test_a_name_gives_what_numpy_gives(session, name, arguments, expected):
    wanted = eval(expected, {"np": np, "special": special, **VALUES})
    wanted = wanted if isinstance(wanted, list | tuple) else [wanted]
    for found, right in zip(results_of(session, f"{name}({arguments})"), wanted, strict=True):
        right = np.asarray(right)
        assert found.shape == right.shape
        if right.dtype.kind in "fc":
            np.testing.assert_allclose(found, right.astype(found.dtype), rtol=2e-5, atol=1e-6)
        else:
            assert found.dtype == right.dtype
            np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("name", [n for n, found in table.FAMILIAR.items() if n != found.name])
def test_another_spelling_gives_the_same(session, name):
    found = table.FAMILIAR[name]
    arguments = ROWS[found.name][0][0]
    for one, other in zip(results_of(session, f"{name}({arguments})"), results_of(session, f"{found.name}({arguments})"), strict=True):  # fmt: skip
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("library", ["np", "jnp", "torch", "jax.numpy", "torch.nn.functional", "F", "jax.nn"])
def test_the_name_of_a_library_may_stand_in_front(session, library):
    np.testing.assert_array_equal(results_of(session, f"{library}.relu(%x)")[0], np.maximum(VALUES["x"], 0))
