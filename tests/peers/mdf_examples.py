"""Models in the layouts that are exchanged: one YAML text for each, with the steps to run and the time of a step."""

from __future__ import annotations

from typing import Any, NamedTuple

import yaml


class Example(NamedTuple):
    body: str
    steps: int = 3
    dt: float | None = None
    rtol: float = 1e-12


def model(example: Example, name: str = "m") -> dict[str, Any]:
    """The whole file."""
    return {name: {"format": "ModECI MDF v0.4", "graphs": {name: yaml.safe_load(example.body)}}}


EXAMPLES = {
    "two nodes with a logistic": Example("""
nodes:
  input_node:
    parameters: {input_level: {value: 0.5}}
    output_ports: {out_port: {value: input_level}}
  processing_node:
    input_ports: {input_port1: {shape: [1]}}
    parameters: {logistic_gain: {value: 3}, slope: {value: 0.5}, intercept: {value: -0.1}}
    functions:
      linear_1: {function: linear, args: {variable0: input_port1, slope: slope, intercept: intercept}}
      logistic_1: {function: logistic, args: {variable0: linear_1, gain: logistic_gain, bias: 0, offset: 0}}
    output_ports: {output_1: {value: logistic_1}}
edges:
  input_edge: {sender: input_node, receiver: processing_node, sender_port: out_port, receiver_port: input_port1,
               parameters: {weight: 0.55}}
"""),
    "a chain of four functions": Example("""
nodes:
  A: {input_ports: {input_port1: {shape: [1]}},
      parameters: {slope: {value: 2.0}, intercept: {value: 1.5}},
      functions: {f: {function: linear, args: {variable0: input_port1, slope: slope, intercept: intercept}}},
      output_ports: {output_1: {value: f}}}
  B: {input_ports: {input_port1: {shape: [1]}},
      functions: {f: {function: logistic, args: {variable0: input_port1, gain: 1.0, bias: 0.2, offset: 0.1}}},
      output_ports: {output_1: {value: f}}}
  C: {input_ports: {input_port1: {shape: [1]}},
      functions: {f: {function: exponential, args: {variable0: input_port1, scale: 1.0, rate: 0.3, bias: 0.0, offset: 2}}},
      output_ports: {output_1: {value: f}}}
  D: {input_ports: {input_port1: {shape: [1]}},
      functions: {f: {function: sin, args: {variable0: input_port1, scale: 0.7}}},
      output_ports: {output_1: {value: f}}}
edges:
  e1: {sender: A, receiver: B, sender_port: output_1, receiver_port: input_port1}
  e2: {sender: B, receiver: C, sender_port: output_1, receiver_port: input_port1}
  e3: {sender: C, receiver: D, sender_port: output_1, receiver_port: input_port1}
"""),
    "states": Example(
        """
nodes:
  counter_node:
    parameters: {increment: {value: 1}, count: {value: count + increment}}
    output_ports: {out_port: {value: count}}
  sine_node:
    parameters:
      amp: {value: 3}
      period: {value: 0.4}
      level: {default_initial_value: 0, time_derivative: "6.283185 * rate / period"}
      rate: {default_initial_value: 1, time_derivative: "-1 * 6.283185 * level / period"}
    output_ports: {out_port: {value: amp * level}}
""",
        40,
        0.01,
    ),
    "cooling, with a rate that comes later": Example(
        """
nodes:
  cooling_process:
    parameters:
      cooling_coeff: {value: 0.1}
      T_a: {value: 20}
      T_curr: {default_initial_value: 90, time_derivative: dT_dt}
      dT_dt: {value: "-1 * (cooling_coeff) * (T_curr - T_a)"}
    output_ports: {out_port: {value: T_curr}, out_port2: {value: dT_dt}}
""",
        50,
        0.1,
    ),
    "arrays through a weight": Example("""
nodes:
  input_node: {parameters: {input_level: {value: [[1, 2.0], [3, 4]]}}, output_ports: {out_port: {value: input_level}}}
  middle_node:
    input_ports: {input_port1: {shape: [2, 2]}}
    parameters: {slope: {value: 0.5}, intercept: {value: [[0, 1.0], [2, 2]]}}
    functions: {linear_1: {function: linear, args: {variable0: input_port1, slope: slope, intercept: intercept}}}
    output_ports: {output_1: {value: linear_1}}
edges:
  e: {sender: input_node, receiver: middle_node, sender_port: out_port, receiver_port: input_port1,
      parameters: {weight: [[1, 0], [0, 1]]}}
"""),
    "a switched circuit": Example(
        """
nodes:
  V:
    parameters:
      R: {value: 100}
      L: {value: 0.1}
      C: {value: 0.000001}
      V_set: {value: 0, conditions: [{id: on, test: time > 0.002, value: 10}, {id: off, test: time > 0.006, value: 0}]}
      time: {default_initial_value: 0, time_derivative: "1"}
      v_C: {default_initial_value: 0, time_derivative: i_L / C}
      i_L: {default_initial_value: 0, time_derivative: (V_set - v_C - i_L * R) / L}
    output_ports: {V: {value: V_set}, i: {value: i_L}, v: {value: v_C}}
""",
        200,
        0.00005,
        1e-9,
    ),
    "conditions as a mapping": Example(
        """
nodes:
  A:
    parameters:
      t: {default_initial_value: 0, time_derivative: "1"}
      v:
        default_initial_value: -60
        time_derivative: (-60 - v + 30) / 5
        conditions: {reset: {test: v > -40, value: -70}}
      spiking: {default_initial_value: 0, value: "0", conditions: {up: {test: v >= -40, value: 1}}}
    output_ports: {v: {value: v}, s: {value: spiking}}
""",
        60,
        0.5,
    ),
    "a population of spiking cells": Example(
        """
nodes:
  pop:
    parameters:
      v0: {value: [-60.0, -55, -52]}
      erev: {value: -70.0}
      tau: {value: 10.0}
      thresh: {value: -20.0}
      current: {value: [70.0, 80, 90]}
      v: {default_initial_value: v0, time_derivative: (erev - v + current) / tau,
          conditions: [{id: reset, test: v > thresh, value: erev}]}
      spiking: {default_initial_value: [0, 0, 0], conditions: [
          {id: is_spiking, test: v >= thresh, value: 1}, {id: not_spiking, test: v < thresh, value: 0}]}
    output_ports: {v: {value: v}, spiking: {value: spiking}}
""",
        60,
        0.7,
    ),
    "a recurrent cell of pure expressions": Example(
        """
nodes:
  X: {parameters: {count: {value: count + 1}}, output_ports: {o: {value: "numpy.sin(count)"}}}
  RNN:
    input_ports: {x: {shape: [1]}}
    parameters:
      W: {value: [[0.1, 0.2], [0.3, -0.4]]}
      U: {value: [0.5, -0.6]}
      h: {default_initial_value: [0.1, 0.2], value: "numpy.tanh(W @ h + U * x)"}
    output_ports: {h: {value: h}}
edges: {e: {sender: X, receiver: RNN, sender_port: o, receiver_port: x}}
""",
        8,
    ),
    "functions that need each other": Example("""
nodes:
  A:
    parameters: {p: {value: 2.0}, q: {value: p * 3}}
    functions:
      third: {value: second + first}
      first: {value: p + q}
      second: {function: linear, args: {variable0: first, slope: p, intercept: q}}
    output_ports: {o1: {value: first}, o3: {value: third - second / 2}}
"""),
    "parameters computed by functions": Example("""
nodes:
  A:
    input_ports: {i: {shape: [2], type: float}}
    parameters:
      k: {value: [0.5, 2.0]}
      y: {function: linear, args: {variable0: i, slope: 3, intercept: k}}
      z: {default_initial_value: [0.0, 0.0], function: logistic, args: {variable0: y, gain: 1, bias: 0, offset: 0}}
    output_ports: {y: {value: y}, z: {value: z}}
"""),
    "layers of a network, as converted": Example(
        """
nodes:
  Input: {parameters: {x: {value: [[0.5, -1.0, 2.0]]}}, output_ports: {out: {value: x}}}
  dense:
    input_ports: {x: {shape: [1, 3]}}
    parameters: {wgts: {value: [[0.1, -0.2], [0.3, 0.4], [-0.5, 0.6]]}, bias: {value: [0.01, -0.02]}}
    functions:
      Wx: {function: MatMul, args: {A: x, B: wgts}}
      Wx_plus_B: {value: Wx + bias}
      act: {function: Relu, args: {A: Wx_plus_B}}
    output_ports: {out: {value: act}}
  last:
    input_ports: {x: {shape: [1, 2]}}
    functions: {soft: {function: "onnx::Softmax", args: {input: x, axis: -1}}}
    output_ports: {out: {value: soft}}
edges:
  e1: {sender: Input, receiver: dense, sender_port: out, receiver_port: x}
  e2: {sender: dense, receiver: last, sender_port: out, receiver_port: x}
""",
        2,
        None,
        1e-6,
    ),
    "operators under ids of their own": Example(
        """
nodes:
  input: {parameters: {image: {value: [[[[1.0, 2, 3], [4, 5, 6], [7, 8, 9]]]]}}, output_ports: {out: {value: image}}}
  Conv_0:
    input_ports: {"_1": {shape: [1, 1, 3, 3], type: float}}
    parameters:
      dilations: {value: [1, 1]}
      group: {value: 1}
      kernel_shape: {value: [2, 2]}
      pads: {value: [0, 0, 0, 0]}
      strides: {value: [1, 1]}
      weight: {value: [[[[1.0, 0.0], [0.5, -1.0]]]]}
      Conv_0: {function: "onnx::Conv", args: {X: "_1", W: weight}}
    output_ports: {"/conv/Conv_output": {value: Conv_0}}
  Flatten_1:
    input_ports: {_3: {shape: [1, 1, 2, 2], type: float}}
    parameters: {axis: {value: 1}, onnx_Flatten_1: {function: "onnx::Flatten", args: {input: _3}}}
    output_ports: {_4: {value: onnx_Flatten_1}}
edges:
  e1: {sender: input, receiver: Conv_0, sender_port: out, receiver_port: "_1"}
  e2: {sender: Conv_0, receiver: Flatten_1, sender_port: /conv/Conv_output, receiver_port: _3}
""",
        2,
        None,
        1e-6,
    ),
    "tuples of results": Example(
        """
nodes:
  A:
    parameters:
      x: {value: [[[[1.0, 2, 3, 4], [5, 6, 7, 8], [4, 3, 2, 1], [0, 0, 9, 0]]]]}
      kernel_shape: {value: [2, 2]}
      strides: {value: [2, 2]}
      onnx_MaxPool_1: {function: "onnx::MaxPool", args: {X: x}}
    output_ports: {o: {value: "onnx_MaxPool_1[0]"}}
""",
        2,
        None,
        1e-6,
    ),
    "constants and shapes": Example(
        """
nodes:
  A:
    parameters: {value: {value: [2, -1]}, onnx_Constant_0: {function: "onnx::Constant", args: {}}}
    output_ports: {o: {value: onnx_Constant_0}}
  B:
    input_ports: {shape_in: {shape: [2]}}
    parameters:
      x: {value: [[1.0, 2, 3], [4, 5, 6]]}
      onnx_Reshape_1: {function: "onnx::Reshape", args: {data: x, shape: shape_in}}
    output_ports: {o: {value: onnx_Reshape_1}}
edges: {e: {sender: A, receiver: B, sender_port: o, receiver_port: shape_in}}
""",
        2,
        None,
        1e-6,
    ),
    "numbers as text": Example(
        """
nodes:
  A:
    parameters: {a: {value: "1e-3"}, b: {value: " 5 "}, c: {value: 1e-10}}
    output_ports: {o: {value: a + b + c}}
""",
        1,
    ),
    "choices and truths": Example(
        """
nodes:
  A:
    parameters:
      t: {default_initial_value: 0, time_derivative: "1"}
      p: {value: "5 if t >= 1 and t < 2 or not t < 3 else -t"}
      q: {value: "(t > 1) * (t <= 3) * 2"}
      r: {value: "[1, 2, 3][int(t) % 3] + (4, 5)[1]"}
    output_ports: {p: {value: p}, q: {value: q}, r: {value: r}}
""",
        12,
        0.5,
    ),
    "joined inputs": Example("""
nodes:
  A: {parameters: {a: {value: 3}}, output_ports: {o: {value: a}, p: {value: 2 * a}}}
  B: {input_ports: {s: {reduce: add}, m: {reduce: multiply}}, output_ports: {o: {value: 10 * s + m}}}
edges:
  e1: {sender: A, receiver: B, sender_port: o, receiver_port: s}
  e2: {sender: A, receiver: B, sender_port: p, receiver_port: s, parameters: {weight: 0.5}}
  e3: {sender: A, receiver: B, sender_port: o, receiver_port: m}
  e4: {sender: A, receiver: B, sender_port: p, receiver_port: m}
"""),
    "a loop through a default": Example(
        """
nodes:
  A: {input_ports: {i: {default_value: 1}}, parameters: {p: {value: i + 1}}, output_ports: {o: {value: p}}}
  B: {input_ports: {i: {}}, parameters: {p: {value: i * 10}}, output_ports: {o: {value: p}}}
edges:
  e1: {sender: A, receiver: B, sender_port: o, receiver_port: i}
  e2: {sender: B, receiver: A, sender_port: o, receiver_port: i}
""",
        4,
    ),
}
"""Without conditions: each node runs once a trial."""


def _abc(conditions: str) -> Example:
    counting = "parameters: {n: {value: n + 1}}, output_ports: {o: {value: n}}"
    return Example(
        f"""
nodes:
  A: {{{counting.replace("{value: n + 1}", "{default_initial_value: 0, value: n + 1}")}}}
  B: {{input_ports: {{i: {{}}}}, {counting}}}
  C: {{input_ports: {{i: {{}}}}, {counting}}}
edges:
  e1: {{sender: A, receiver: B, sender_port: o, receiver_port: i}}
  e2: {{sender: A, receiver: C, sender_port: o, receiver_port: i}}
conditions: {conditions}
"""
    )


def _kind(name: str, **kwargs: Any) -> str:
    arguments = ", ".join(f"{key}: {value}" for key, value in kwargs.items())
    return f"{{type: {name}, kwargs: {{{arguments}}}}}"


SCHEDULED = {
    "every n calls, until one has just run": _abc(
        f"{{node_specific: {{A: {_kind('Always')}, B: {_kind('EveryNCalls', dependency='A', n=2)}, "
        f"C: {_kind('EveryNCalls', dependency='A', n=3)}}}, termination: {{environment_state_update: "
        f"{_kind('And', dependencies='[' + _kind('AfterNCalls', dependency='C', n=2) + ', ' + _kind('JustRan', dependency='A') + ']')}}}}}"
    ),
    "passes": _abc(
        f"{{node_specific: {{B: {_kind('EveryNPasses', n=2)}, C: {_kind('AtPass', n=1)}}}, "
        f"termination: {{environment_state_update: {_kind('AfterNPasses', n=5)}}}}}"
    ),
    "any, not and only the first times": _abc(
        f"{{node_specific: {{B: {_kind('Any', dependencies='[' + _kind('AtPass', n=0) + ', ' + _kind('AfterPass', n=3) + ']')}, "
        f"C: {_kind('Not', condition=_kind('BeforeNCalls', dependency='A', n=2))}}}, "
        f"termination: {{environment_state_update: {_kind('AfterNCalls', dependency='A', n=6)}}}}}"
    ),
    "a threshold ends it": _abc(
        f"{{termination: {{environment_state_update: "
        f"{_kind('Threshold', dependency='A', parameter='n', threshold=4, comparator=repr('>='))}}}}}"
    ),
    "all on time": _abc(
        f"{{node_specific: {{A: {_kind('TimeInterval', repeat=1)}, B: {_kind('TimeInterval', repeat=2)}}}, "
        f"termination: {{environment_state_update: {_kind('TimeTermination', t=6)}}}}}"
    ),
}
"""With conditions: what runs when is compared, too."""
