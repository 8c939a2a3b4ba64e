"""Recurrent networks (ONNX: RNN, GRU, LSTM).

What the input contributes to all gates at all times is one matrix product; each time step then multiplies the state
once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ...wording import are, counted, offer
from ..precision import widened
from ..registry import op
from ..tensors import describe, one_of
from .activation import elu, hard_sigmoid, leaky_relu, relu, sigmoid, softplus, softsign, thresholded_relu

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Function = Callable[[Any, Any], Any]
    States = tuple[Any, ...]
    Step = Callable[[Any, States], States]


def _affine(_: Any, x: Any, *, alpha: float = 1.0, beta: float = 0.0) -> Any:
    return x * alpha + beta


def _tanh(xp: Any, x: Any) -> Any:
    return xp.tanh(x)


def _scaled_tanh(xp: Any, x: Any, *, alpha: float = 1.0, beta: float = 1.0) -> Any:
    return xp.tanh(x * beta) * alpha


_ACTIVATIONS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "relu": (relu, ()),
    "tanh": (_tanh, ()),
    "sigmoid": (sigmoid, ()),
    "affine": (_affine, ("alpha", "beta")),
    "leakyrelu": (leaky_relu, ("alpha",)),
    "thresholdedrelu": (thresholded_relu, ("alpha",)),
    "scaledtanh": (_scaled_tanh, ("alpha", "beta")),
    "hardsigmoid": (hard_sigmoid, ("alpha", "beta")),
    "elu": (elu, ("alpha",)),
    "softsign": (softsign, ()),
    "softplus": (softplus, ()),
}


def _functions(
    op_name: str,
    names: Sequence[str],
    count: int,
    alphas: Sequence[float] | None,
    betas: Sequence[float] | None,
    clip: float | None,
) -> list[Function]:
    """The activation functions, each with the next of the parameters that it takes; their arguments are clipped."""
    if len(names) < count:
        raise HloError(
            f"{op_name}: {counted(count, 'activation')} {are(count)} needed, not {len(names)}",
            code=f"onnx.{op_name}.activations",
        )
    given = {"alpha": iter(alphas or ()), "beta": iter(betas or ())}
    result = []
    for name in names:
        if name.lower() not in _ACTIVATIONS:
            tip = offer(name, _ACTIVATIONS)
            raise HloError(f"{op_name}: there is no activation '{name}'", code=f"onnx.{op_name}.activations", help=tip)
        function, parameters = _ACTIVATIONS[name.lower()]
        values = {parameter: next(given[parameter], None) for parameter in parameters}
        bound = partial(function, **{key: value for key, value in values.items() if value is not None})
        result.append(bound if not clip else partial(_clipped, bound, clip))
    return result


def _clipped(function: Function, limit: float, xp: Any, x: Any) -> Any:
    return function(xp, xp.clip(x, -limit, limit))


@dataclass(frozen=True)
class _Network:
    """The operands that all three share, time first, and for each direction one slice of each."""

    xp: Any
    op: str
    x: Any
    weights: Any
    recurrence: Any
    bias: Any
    lengths: Any
    initial: tuple[Any, ...]
    directions: tuple[bool, ...]

    @property
    def hidden(self) -> int:
        return self.recurrence.shape[-1]

    def input_part(self, direction: int, bias: Any) -> Any:
        """What the input contributes to the gates: (time, batch, gates × hidden)."""
        steps, batch, size = self.x.shape
        product = self.xp.matmul(self.x.reshape(-1, size), self.weights[direction].T)
        if bias is not None:
            product += bias
        return product.reshape(steps, batch, -1)

    def state(self, index: int, direction: int) -> Any:
        given = self.initial[index]
        if given is None:
            return self.xp.zeros((self.x.shape[1], self.hidden), self.x.dtype)
        return given[direction]

    def biases(self, direction: int) -> tuple[Any, Any]:
        """The biases of input and recurrence."""
        if self.bias is None:
            return None, None
        half = self.bias.shape[-1] // 2
        return self.bias[direction, :half], self.bias[direction, half:]

    def order(self, backward: bool) -> Any:
        """Which time each sequence is at, step by step: (time, batch), or a slice where all have the full length."""
        if self.lengths is None:
            return slice(None, None, -1 if backward else 1)
        times = self.xp.arange(self.x.shape[0])[:, None]
        return self.xp.where(times < self.lengths, self.lengths - 1 - times, times) if backward else slice(None)

    def run(self, direction: int, part: Any, step: Step, states: States) -> tuple[Any, States]:
        """Take all steps in one direction; gives the first state at all times, and the last states."""
        xp, order = self.xp, self.order(self.directions[direction])
        batch = xp.arange(part.shape[1])
        part = part[order] if isinstance(order, slice) else part[order, batch]
        outputs = xp.empty((part.shape[0], part.shape[1], self.hidden), part.dtype)
        for time in range(part.shape[0]):
            new = step(part[time], states)
            outputs[time] = new[0]
            if self.lengths is not None:
                running = (time < self.lengths)[:, None]
                new = tuple(xp.where(running, after, before) for after, before in zip(new, states, strict=True))
                outputs[time] *= running
            states = new
        return (outputs[order] if isinstance(order, slice) else outputs[order, batch]), states

    def results(self, runs: list[tuple[Any, States]], layout: int, dtype: Any) -> tuple[Any, ...]:
        """Y, and the last states, with the directions as an axis of their own."""
        stack = self.xp.stack
        if layout:
            y = stack([outputs.swapaxes(0, 1) for outputs, _ in runs], axis=2)
        else:
            y = stack([outputs for outputs, _ in runs], axis=1)
        last = [stack(state, axis=layout) for state in zip(*(states for _, states in runs), strict=True)]
        return tuple(value.astype(dtype, copy=False) for value in (y, *last))


def _network(
    xp: Any,
    name: str,
    gates: int,
    x: Any,
    w: Any,
    r: Any,
    b: Any,
    sequence_lens: Any,
    initial: Sequence[Any],
    *,
    direction: str,
    layout: int,
    hidden_size: int | None,
) -> _Network:
    """Check the operands that all three operators share."""
    one_of(direction, ("forward", "reverse", "bidirectional"), "direction")
    directions = {"forward": (False,), "reverse": (True,), "bidirectional": (False, True)}[direction]
    hidden = hidden_size or r.shape[-1]
    if x.ndim != 3 or w.shape != (len(directions), gates * hidden, x.shape[2]):
        raise HloError(f"{name}: the weights {describe(w)} do not fit {describe(x)}", code=f"onnx.{name}.W")
    if r.shape != (len(directions), gates * hidden, hidden):
        raise HloError(f"{name}: the recurrence weights {describe(r)} do not fit {describe(w)}", code=f"onnx.{name}.R")
    if b is not None and b.shape != (len(directions), 2 * gates * hidden):
        raise HloError(f"{name}: the bias {describe(b)} does not fit {describe(w)}", code=f"onnx.{name}.B")
    shape = (x.shape[0], len(directions), hidden) if layout else (len(directions), x.shape[1], hidden)
    for state in initial:
        if state is not None and state.shape != shape:
            raise HloError(
                f"{name}: an initial state is {describe(state)}, not {list(shape)}", code=f"onnx.{name}.initial"
            )
    count = x.shape[0] if layout else x.shape[1]
    if sequence_lens is not None and sequence_lens.shape != (count,):
        raise HloError(f"{name}: {describe(sequence_lens)} for a batch of {count}", code=f"onnx.{name}.sequence_lens")
    optional = [None if value is None else widened(value) for value in (b, *initial)]
    if layout:
        x = x.swapaxes(0, 1)
        optional[1:] = [None if value is None else value.swapaxes(0, 1) for value in optional[1:]]
    return _Network(
        xp, name, widened(x), widened(w), widened(r), optional[0], sequence_lens, tuple(optional[1:]), directions
    )


@op("RNN", since=7)
def rnn(
    xp,
    X,
    W,
    R,
    B=None,
    sequence_lens=None,
    initial_h=None,
    *,
    activation_alpha=None,
    activation_beta=None,
    activations=("Tanh", "Tanh"),
    clip=None,
    direction="forward",
    hidden_size=None,
    layout=0,
    outputs=2,
):
    """The simple recurrent network: ``h = f(x W + h R + biases)``."""
    net = _network(
        xp,
        "RNN",
        1,
        X,
        W,
        R,
        B,
        sequence_lens,
        [initial_h],
        direction=direction,
        layout=layout,
        hidden_size=hidden_size,
    )
    functions = _functions("RNN", activations, len(net.directions), activation_alpha, activation_beta, clip)
    runs = []
    for index in range(len(net.directions)):
        bias, more = net.biases(index)
        part = net.input_part(index, None if bias is None else bias + more)

        def step(x: Any, states: States, f: Function = functions[index], r: Any = net.recurrence[index].T) -> States:
            return (f(xp, x + xp.matmul(states[0], r)),)

        runs.append(net.run(index, part, step, (net.state(0, index),)))
    return net.results(runs, layout, X.dtype)[:outputs]


@op("GRU", since=7)
def gru(
    xp,
    X,
    W,
    R,
    B=None,
    sequence_lens=None,
    initial_h=None,
    *,
    activation_alpha=None,
    activation_beta=None,
    activations=None,
    clip=None,
    direction="forward",
    hidden_size=None,
    layout=0,
    linear_before_reset=0,
    outputs=2,
):
    """Gated recurrent units; the gates are update, reset and hidden."""
    net = _network(
        xp,
        "GRU",
        3,
        X,
        W,
        R,
        B,
        sequence_lens,
        [initial_h],
        direction=direction,
        layout=layout,
        hidden_size=hidden_size,
    )
    names = activations or ("Sigmoid", "Tanh") * len(net.directions)
    functions = _functions("GRU", names, 2 * len(net.directions), activation_alpha, activation_beta, clip)
    runs = []
    for index in range(len(net.directions)):
        part, step = _gru_direction(net, index, functions[2 * index : 2 * index + 2], bool(linear_before_reset))
        runs.append(net.run(index, part, step, (net.state(0, index),)))
    return net.results(runs, layout, X.dtype)[:outputs]


def _gru_direction(net: _Network, index: int, functions: list[Function], linear_before_reset: bool) -> tuple[Any, Step]:
    xp, hidden, (f, g) = net.xp, net.hidden, functions
    bias, more = net.biases(index)
    late: Any = 0
    if bias is not None and linear_before_reset:
        late = more[2 * hidden :]
        bias = bias + xp.concatenate([more[: 2 * hidden], xp.zeros_like(late)])
    elif bias is not None:
        bias = bias + more
    both, last = net.recurrence[index, : 2 * hidden].T, net.recurrence[index, 2 * hidden :].T
    whole = net.recurrence[index].T

    def step(x: Any, states: States) -> States:
        (h,) = states
        if linear_before_reset:
            product = xp.matmul(h, whole)
            gates = f(xp, x[:, : 2 * hidden] + product[:, : 2 * hidden])
            change = gates[:, hidden:] * (product[:, 2 * hidden :] + late)
        else:
            gates = f(xp, x[:, : 2 * hidden] + xp.matmul(h, both))
            change = xp.matmul(gates[:, hidden:] * h, last)
        candidate = g(xp, x[:, 2 * hidden :] + change)
        return (candidate + gates[:, :hidden] * (h - candidate),)

    return net.input_part(index, bias), step


@op("LSTM", since=7)
def lstm(
    xp,
    X,
    W,
    R,
    B=None,
    sequence_lens=None,
    initial_h=None,
    initial_c=None,
    P=None,
    *,
    activation_alpha=None,
    activation_beta=None,
    activations=None,
    clip=None,
    direction="forward",
    hidden_size=None,
    input_forget=0,
    layout=0,
    outputs=3,
):
    """Long short-term memory; the gates are input, output, forget and cell, ``P`` the peepholes of the first three."""
    net = _network(
        xp,
        "LSTM",
        4,
        X,
        W,
        R,
        B,
        sequence_lens,
        [initial_h, initial_c],
        direction=direction,
        layout=layout,
        hidden_size=hidden_size,
    )
    names = activations or ("Sigmoid", "Tanh", "Tanh") * len(net.directions)
    functions = _functions("LSTM", names, 3 * len(net.directions), activation_alpha, activation_beta, clip)
    runs = []
    for index in range(len(net.directions)):
        bias, more = net.biases(index)
        part = net.input_part(index, None if bias is None else bias + more)
        peepholes = None if P is None else widened(P)[index].reshape(3, -1)
        step = _lstm_step(net, index, functions[3 * index : 3 * index + 3], peepholes, bool(input_forget))
        runs.append(net.run(index, part, step, (net.state(0, index), net.state(1, index))))
    return net.results(runs, layout, X.dtype)[:outputs]


def _lstm_step(net: _Network, index: int, functions: list[Function], peepholes: Any, coupled: bool) -> Step:
    xp, hidden, (f, g, h) = net.xp, net.hidden, functions
    recurrence = net.recurrence[index].T

    def plain(x: Any, states: States) -> States:
        out, cell = states
        total = xp.matmul(out, recurrence)
        total += x
        gates = f(xp, total[:, : 3 * hidden])
        enter, leave, keep = gates[:, :hidden], gates[:, hidden : 2 * hidden], gates[:, 2 * hidden :]
        if coupled:
            keep = 1 - enter
        cell = keep * cell + enter * g(xp, total[:, 3 * hidden :])
        return leave * h(xp, cell), cell

    def with_peepholes(x: Any, states: States) -> States:
        out, cell = states
        total = xp.matmul(out, recurrence) + x
        enter = f(xp, total[:, :hidden] + peepholes[0] * cell)
        keep = 1 - enter if coupled else f(xp, total[:, 2 * hidden : 3 * hidden] + peepholes[2] * cell)
        cell = keep * cell + enter * g(xp, total[:, 3 * hidden :])
        leave = f(xp, total[:, hidden : 2 * hidden] + peepholes[1] * cell)
        return leave * h(xp, cell), cell

    return plain if peepholes is None else with_peepholes
