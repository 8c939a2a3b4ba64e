"""Functions of ``jax.numpy``, ``jax.nn``, ``jax.random``, ``jax.scipy.special`` and ``jnp.fft``: ours against XLA's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
import pytest
from jax import nn
from peers.xla import agree, both

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.peers


def floats(dtype: str, *shape: int, seed: int = 0) -> Any:
    rng = np.random.default_rng(seed + 17)
    values = rng.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return jnp.asarray(values, dtype)


NUMPY: dict[str, Callable[[Any], Any]] = {
    "all": lambda x: jnp.all(x > -1, axis=0),
    "any": lambda x: jnp.any(x > 1, axis=1),
    "argwhere": lambda x: jnp.argwhere(x > 0, size=5),
    "around": lambda x: jnp.around(x * 100, 1),
    "average": lambda x: jnp.average(x, axis=1, weights=jnp.abs(x)),
    "bincount": lambda x: jnp.bincount((jnp.abs(x) * 3).astype("int32").ravel(), length=6),
    "convolve": lambda x: jnp.convolve(x[0], x[1], mode="full"),
    "corrcoef": jnp.corrcoef,
    "cov": jnp.cov,
    "cross": lambda x: jnp.cross(x[:, :3], x[:, 1:4]),
    "cumulative_sum": lambda x: jnp.cumulative_sum(x, axis=0, include_initial=True),
    "diff": lambda x: jnp.diff(x, n=2, axis=1),
    "digitize": lambda x: jnp.digitize(x, jnp.array([-1.0, 0.0, 1.0], x.dtype)),
    "einsum": lambda x: jnp.einsum("ij,kj->ik", x, x),
    "einsum_three": lambda x: jnp.einsum("ij,jk,lk->il", x, x.T, x.T),
    "flip": lambda x: jnp.flip(x, 1),
    "float_power": lambda x: jnp.float_power(jnp.abs(x), 1.5),
    "floor_divide": lambda x: x // 0.3,
    "gradient": lambda x: jnp.gradient(x, axis=1),
    "heaviside": lambda x: jnp.heaviside(x, 0.5),
    "histogram": lambda x: jnp.histogram(x, bins=4)[0],
    "hypot": lambda x: jnp.hypot(x, x + 1),
    "interp": lambda x: jnp.interp(x, jnp.linspace(-2, 2, 7), jnp.arange(7.0)),
    "isin": lambda x: jnp.isin(jnp.round(x), jnp.array([0.0, 1.0], x.dtype)),
    "kron": lambda x: jnp.kron(x[:2, :2], x[:1]),
    "linspace": lambda x: jnp.linspace(x[0], x[1], 5),
    "logaddexp": lambda x: jnp.logaddexp(x, 2 * x),
    "logspace": lambda x: jnp.logspace(0, 2, 5) + x[0, 0],
    "mean": lambda x: jnp.mean(x, axis=1),
    "median": lambda x: jnp.median(x, axis=0),
    "meshgrid": lambda x: jnp.meshgrid(x[0], x[:, 0]),
    "mod": lambda x: jnp.mod(x, 0.7),
    "nan_to_num": lambda x: jnp.nan_to_num(jnp.log(x)),
    "nanmean": lambda x: jnp.nanmean(jnp.sqrt(x), axis=0),
    "outer": lambda x: jnp.outer(x[0], x[1]),
    "percentile": lambda x: jnp.percentile(x, 30, axis=1),
    "polyval": lambda x: jnp.polyval(jnp.array([1.0, -2.0, 0.5], x.dtype), x),
    "ptp": lambda x: jnp.ptp(x, axis=0),
    "quantile": lambda x: jnp.quantile(x, jnp.array([0.1, 0.9]), axis=0),
    "rot90": jnp.rot90,
    "searchsorted": lambda x: jnp.searchsorted(jnp.sort(x[0]), x),
    "select": lambda x: jnp.select([x > 1, x < 0], [x, -x], 3.0),
    "sinc": jnp.sinc,
    "std": lambda x: jnp.std(x, axis=0, ddof=1),
    "take_along_axis": lambda x: jnp.take_along_axis(x, jnp.argsort(x, axis=1), axis=1),
    "tensordot": lambda x: jnp.tensordot(x, x, ((0,), (0,))),
    "trace": jnp.trace,
    "tri": lambda x: jnp.tril(x, 1) + jnp.triu(x, -1),
    "trunc": lambda x: jnp.trunc(x * 5),
    "unique": lambda x: jnp.unique(jnp.round(x), size=8),
    "unravel_index": lambda x: jnp.unravel_index(jnp.argmax(x), x.shape),
    "var": lambda x: jnp.var(x, axis=(0, 1)),
    "vander": lambda x: jnp.vander(x[0], 3),
    "where": lambda x: jnp.where(x > 0, x, jnp.exp(x)),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", NUMPY)
def test_numpy(name: str, dtype: str) -> None:
    agree(*both(NUMPY[name], floats(dtype, 5, 5)), ulps=64, whole=True)


NN: dict[str, Callable[[Any], Any]] = {
    "celu": nn.celu,
    "dot_product_attention": lambda x: nn.dot_product_attention(x[None, :, None], x[None, :, None], x[None, :, None]),
    "elu": nn.elu,
    "gelu": nn.gelu,
    "gelu_exact": lambda x: nn.gelu(x, approximate=False),
    "glu": lambda x: nn.glu(x[:, :4]),
    "hard_sigmoid": nn.hard_sigmoid,
    "hard_swish": nn.hard_swish,
    "hard_tanh": nn.hard_tanh,
    "leaky_relu": nn.leaky_relu,
    "log_sigmoid": nn.log_sigmoid,
    "log_softmax": nn.log_softmax,
    "logsumexp": lambda x: nn.logsumexp(x, axis=1),
    "mish": nn.mish,
    "one_hot": lambda x: nn.one_hot(jnp.argmax(x, axis=1), 5),
    "relu": nn.relu,
    "relu6": nn.relu6,
    "selu": nn.selu,
    "sigmoid": nn.sigmoid,
    "silu": nn.silu,
    "soft_sign": nn.soft_sign,
    "softmax": nn.softmax,
    "softplus": nn.softplus,
    "sparse_plus": nn.sparse_plus,
    "squareplus": nn.squareplus,
    "standardize": nn.standardize,
}


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", NN)
def test_neural_functions(name: str, dtype: str) -> None:
    # In bfloat16 XLA fuses: it rounds less often than the program says.
    agree(*both(NN[name], floats(dtype, 4, 6)), ulps=4 if dtype == "bfloat16" else 32, whole=True)


@pytest.mark.parametrize("name", [name for name in NN if name not in ("one_hot", "standardize")])
def test_gradients_of_neural_functions(name: str) -> None:
    gradient = jax.grad(lambda x: (NN[name](x) ** 2).sum())
    agree(*both(gradient, floats("float32", 4, 6)), ulps=64, whole=True)


SPECIAL: dict[str, Callable[[Any], Any]] = {
    "bernoulli": lambda x: jsp.special.bernoulli(8),
    "bessel_jn": lambda x: jsp.special.bessel_jn(x[:3], v=2, n_iter=30),
    "beta": lambda x: jsp.special.beta(x, x + 1),
    "betainc": lambda x: jsp.special.betainc(x, x + 1, x / 8),
    "betaln": lambda x: jsp.special.betaln(x, x + 1),
    "entr": jsp.special.entr,
    "erf": jsp.special.erf,
    "erfc": jsp.special.erfc,
    "erfinv": lambda x: jsp.special.erfinv(x / 8),
    "exp1": jsp.special.exp1,
    "expi": jsp.special.expi,
    "expit": jsp.special.expit,
    "expn": lambda x: jsp.special.expn(2, x),
    "factorial": jsp.special.factorial,
    "fresnel": jsp.special.fresnel,
    "gamma": jsp.special.gamma,
    "gammainc": lambda x: jsp.special.gammainc(x, 2 * x),
    "gammaincc": lambda x: jsp.special.gammaincc(x, x / 2),
    "gammaln": jsp.special.gammaln,
    "hyp1f1": lambda x: jsp.special.hyp1f1(x, x + 1, x / 2),
    "i0": jsp.special.i0,
    "i0e": jsp.special.i0e,
    "i1": jsp.special.i1,
    "i1e": jsp.special.i1e,
    "kl_div": lambda x: jsp.special.kl_div(x, x + 0.5),
    "log_ndtr": jsp.special.log_ndtr,
    "log_softmax": jsp.special.log_softmax,
    "logit": lambda x: jsp.special.logit(x / 8),
    "logsumexp": jsp.special.logsumexp,
    "multigammaln": lambda x: jsp.special.multigammaln(x + 2, 2),
    "ndtr": jsp.special.ndtr,
    "ndtri": lambda x: jsp.special.ndtri(x / 8),
    "poch": lambda x: jsp.special.poch(x, 2.5),
    "polygamma": lambda x: jsp.special.polygamma(2, x),
    "psi": lambda x: jsp.special.digamma(x + 1),
    "rel_entr": lambda x: jsp.special.rel_entr(x, x + 0.5),
    "spence": jsp.special.spence,
    "xlog1py": lambda x: jsp.special.xlog1py(x, x),
    "xlogy": lambda x: jsp.special.xlogy(x, x),
    "zeta": lambda x: jsp.special.zeta(x + 1, x),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", SPECIAL)
def test_special_functions(name: str, dtype: str) -> None:
    agree(*both(SPECIAL[name], abs(floats(dtype, 9)) + 0.6), ulps=256, whole=True)


FFT: dict[str, Callable[[Any], Any]] = {
    "fft": jnp.fft.fft,
    "fft2": jnp.fft.fft2,
    "fftn": jnp.fft.fftn,
    "fftshift": lambda z: jnp.fft.fftshift(jnp.fft.fft(z)),
    "hfft": jnp.fft.hfft,
    "ifft": jnp.fft.ifft,
    "ifft2": lambda z: jnp.fft.ifft2(z, axes=(0, 1)),
    "ifftn": jnp.fft.ifftn,
    "ihfft": lambda z: jnp.fft.ihfft(z.real),
    "irfft": jnp.fft.irfft,
    "irfft_odd": lambda z: jnp.fft.irfft(z, n=7),
    "irfft2": jnp.fft.irfft2,
    "irfftn": jnp.fft.irfftn,
    "padded": lambda z: jnp.fft.fft(z, n=9),
    "rfft": lambda z: jnp.fft.rfft(z.real),
    "rfft2": lambda z: jnp.fft.rfft2(z.real),
    "rfftn": lambda z: jnp.fft.rfftn(z.real),
    "rfft_gradient": lambda z: jax.grad(lambda x: jnp.abs(jnp.fft.rfft(x)).sum())(z.real),
}


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", FFT)
def test_fourier_transforms(name: str, dtype: str) -> None:
    agree(*both(FFT[name], floats(dtype, 2, 3, 5)), ulps=64, whole=True)


RANDOM: dict[str, Callable[[Any], Any]] = {
    "ball": lambda key: jax.random.ball(key, 3, shape=(2,)),
    "bernoulli": lambda key: jax.random.bernoulli(key, 0.3, (7,)),
    "beta": lambda key: jax.random.beta(key, 2.0, 3.0, (4,)),
    "bits": lambda key: jax.random.bits(key, (3, 3), "uint8"),
    "categorical": lambda key: jax.random.categorical(key, jnp.arange(4.0), shape=(5,)),
    "cauchy": lambda key: jax.random.cauchy(key, (3,)),
    "choice": lambda key: jax.random.choice(key, 9, (4,), replace=False),
    "dirichlet": lambda key: jax.random.dirichlet(key, jnp.ones(3), (2,)),
    "exponential": lambda key: jax.random.exponential(key, (5,)),
    "fold_in": lambda key: jax.random.normal(jax.random.fold_in(key, 5), (2,)),
    "gamma": lambda key: jax.random.gamma(key, 1.5, (4,)),
    "gumbel": lambda key: jax.random.gumbel(key, (5,)),
    "laplace": lambda key: jax.random.laplace(key, (5,)),
    "logistic": lambda key: jax.random.logistic(key, (5,)),
    "multivariate_normal": lambda key: jax.random.multivariate_normal(key, jnp.zeros(2), jnp.eye(2), (3,)),
    "normal": lambda key: jax.random.normal(key, (3, 5)),
    "normal_bfloat16": lambda key: jax.random.normal(key, (5,), "bfloat16"),
    "orthogonal": lambda key: jnp.abs(jax.random.orthogonal(key, 3)),
    "permutation": lambda key: jax.random.permutation(key, 8),
    "poisson": lambda key: jax.random.poisson(key, 3.0, (5,)),
    "rademacher": lambda key: jax.random.rademacher(key, (6,)),
    "randint": lambda key: jax.random.randint(key, (6,), -5, 99),
    "split": lambda key: jax.random.uniform(jax.random.split(key, 3)[1], (4,)),
    "t": lambda key: jax.random.t(key, 3.0, (4,)),
    "truncated_normal": lambda key: jax.random.truncated_normal(key, -1.0, 2.0, (5,)),
    "uniform": lambda key: jax.random.uniform(key, (7,), minval=-1.0),
    "weibull": lambda key: jax.random.weibull_min(key, 1.0, 2.0, (4,)),
}


@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize("name", RANDOM)
def test_random_numbers(name: str, typed: bool) -> None:
    make = jax.random.key if typed else jax.random.PRNGKey
    agree(*both(lambda seed: RANDOM[name](make(seed)), jnp.int32(42)), ulps=64, whole=True)


@pytest.mark.parametrize("kind", ["rbg", "unsafe_rbg"])
def test_other_generators(kind: str) -> None:
    def draw(seed: Any) -> Any:
        key = jax.random.key(seed, impl=kind)
        first, second = jax.random.split(key)
        return jax.random.normal(first, (5,)), jax.random.bits(second, (3,), "uint32")

    agree(*both(draw, jnp.int32(3)), ulps=64, whole=True)
