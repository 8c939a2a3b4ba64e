"""Programs of many ops with one thing in them that is to be found again: made from a seed, as text."""

from __future__ import annotations

import random

SHAPES = ((4,), (8, 3), (2, 3, 4), (16,), (5, 5), ())


def text_type(shape, element="f32"):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


class Writer:
    """Writes a function op by op; ``values`` are those that are there, by name with their shapes."""

    def __init__(self, seed: int, indent: str = "  ", taken: str = ""):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.values: list[tuple[str, tuple[int, ...]]] = []
        self.functions: list[str] = []
        self.count = 0
        self.ops = 0
        self.indent = indent
        self.taken = taken

    def name(self) -> str:
        self.count += 1
        return f"%{self.taken}v{self.count}"

    def line(self, text: str) -> None:
        self.ops += 1
        self.lines.append(self.indent + text)

    def made(self, shape, text: str) -> str:
        name = self.name()
        self.line(f"{name} = {text}")
        self.values.append((name, tuple(shape)))
        return name

    def some(self, shape=None):
        """A value, one of the latest more likely; of a shape where one is wanted."""
        wanted = () if shape is None else shape
        fits = [value for value in self.values if shape is None or value[1] == shape]
        if not fits:
            return self.constant(wanted), wanted
        return fits[max(self.random.randrange(len(fits)), self.random.randrange(len(fits)))]

    def constant(self, shape) -> str:
        size = 1
        for each in shape:
            size *= each
        numbers = [round(self.random.uniform(-1, 1), 6) for _ in range(size)]
        return self.made(shape, f"stablehlo.constant dense<{nested(numbers, shape)}> : {text_type(shape)}")

    def step(self) -> None:
        """One more op of some kind, which keeps values between -1 and 1 or so."""
        getattr(
            self, "_" + self.random.choice(("unary", "binary", "binary", "unary", "shape", "reduce", "dot", "slice"))
        )()

    def _unary(self) -> None:
        x, shape = self.some()
        op = self.random.choice(("tanh", "sine", "cosine", "logistic", "abs", "negate"))
        self.made(shape, f"stablehlo.{op} {x} : {text_type(shape)}")

    def _binary(self) -> None:
        x, shape = self.some()
        y, _ = self.some(shape)
        op = self.random.choice(("multiply", "maximum", "minimum", "multiply"))
        self.made(shape, f"stablehlo.{op} {x}, {y} : {text_type(shape)}")

    def _shape(self) -> None:
        x, shape = self.some()
        if len(shape) >= 2:
            order = list(range(len(shape)))
            self.random.shuffle(order)
            new = tuple(shape[axis] for axis in order)
            self.made(new, f"stablehlo.transpose {x}, dims = {order} : ({text_type(shape)}) -> {text_type(new)}")
        elif shape and shape[0] % 2 == 0:
            new = (shape[0] // 2, 2)
            self.made(new, f"stablehlo.reshape {x} : ({text_type(shape)}) -> {text_type(new)}")
        else:
            new = (3, *shape)
            dims = list(range(1, len(new)))
            self.made(new, f"stablehlo.broadcast_in_dim {x}, dims = {dims} : ({text_type(shape)}) -> {text_type(new)}")

    def _reduce(self) -> None:
        x, shape = self.some()
        if not shape:
            return self._unary()
        axis = self.random.randrange(len(shape))
        new = shape[:axis] + shape[axis + 1 :]
        low = self.made((), "stablehlo.constant dense<0xFF800000> : tensor<f32>")
        self.values.pop()
        self.made(
            new,
            f"stablehlo.reduce({x} init: {low}) applies stablehlo.maximum across dimensions = [{axis}] : "
            f"({text_type(shape)}, tensor<f32>) -> {text_type(new)}",
        )
        return None

    def _dot(self) -> None:
        x, shape = self.some()
        if len(shape) != 2:
            return self._unary()
        n = shape[0]
        product = self.made(
            (n, n),
            f"stablehlo.dot_general {x}, {x}, contracting_dims = [1] x [1] : "
            f"({text_type(shape)}, {text_type(shape)}) -> {text_type((n, n))}",
        )
        self.made((n, n), f"stablehlo.tanh {product} : {text_type((n, n))}")
        return None

    def _slice(self) -> None:
        x, shape = self.some()
        if not shape or shape[0] < 2:
            return self._unary()
        stop = self.random.randint(1, shape[0])
        ranges = ", ".join([f"0:{stop}", *(f"0:{size}" for size in shape[1:])])
        new = (stop, *shape[1:])
        self.made(new, f"stablehlo.slice {x} [{ranges}] : ({text_type(shape)}) -> {text_type(new)}")
        return None


def nested(numbers, shape) -> str:
    if not shape:
        return repr(numbers[0])
    step = len(numbers) // shape[0]
    return "[" + ", ".join(nested(numbers[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])) + "]"


# What is to be found


def nan_log(writer: Writer) -> None:
    """The logarithm of what is below zero."""
    x, shape = writer.some()
    of = text_type(shape)
    two = writer.made(shape, f"stablehlo.constant dense<-2.0> : {of}")
    low = writer.made(shape, f"stablehlo.add {x}, {two} : {of}")
    writer.made(shape, f"stablehlo.log {low} : {of}")


def nan_difference(writer: Writer) -> None:
    """Infinity less infinity."""
    x, shape = writer.some()
    of = text_type(shape)
    big = writer.made(shape, f"stablehlo.constant dense<3.0e38> : {of}")
    one = writer.made(shape, f"stablehlo.exponential {big} : {of}")
    more = writer.made(shape, f"stablehlo.add {one}, {x} : {of}")
    writer.made(shape, f"stablehlo.subtract {more}, {one} : {of}")


def nan_in_loop(writer: Writer) -> None:
    """A number goes down by a third in each of nine turns, and its root is taken."""
    x, shape = writer.some()
    of = text_type(shape)
    i, start, one, third = (
        writer.made((), f"stablehlo.constant dense<{text}> : tensor<{element}>")
        for text, element in (("0", "i32"), ("9", "i32"), ("1", "i32"), ("0.3", "f32"))
    )
    del writer.values[-4:]
    name = writer.name()
    p = name[1:]
    noise = "\n".join(f"    %{p}n{k} = stablehlo.tanh %{p}{'a' if not k else f'n{k - 1}'} : {of}" for k in range(12))
    writer.ops += 20
    writer.lines.append(f"""  {name}:3 = stablehlo.while(%{p}i = {i}, %{p}a = {x}, %{p}b = {third}) : tensor<i32>, {of}, tensor<f32>
   cond {{
    %{p}c = stablehlo.compare LT, %{p}i, {start} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %{p}c : tensor<i1>
  }} do {{
{noise}
    %{p}k = stablehlo.constant dense<0.1> : tensor<f32>
    %{p}d = stablehlo.subtract %{p}b, %{p}k : tensor<f32>
    %{p}r = stablehlo.sqrt %{p}d : tensor<f32>
    %{p}s = stablehlo.broadcast_in_dim %{p}r, dims = [] : (tensor<f32>) -> {of}
    %{p}t = stablehlo.multiply %{p}n11, %{p}s : {of}
    %{p}j = stablehlo.add %{p}i, {one} : tensor<i32>
    stablehlo.return %{p}j, %{p}t, %{p}d : tensor<i32>, {of}, tensor<f32>
  }}""")
    writer.values.append((f"{name}#1", shape))


def nan_in_function(writer: Writer) -> None:
    """A function that calls a function that divides zero by zero."""
    x, shape = writer.some()
    of = text_type(shape)
    writer.functions.append(f"""func.func private @outer(%a: {of}) -> {of} {{
  %0 = stablehlo.tanh %a : {of}
  %1 = func.call @inner(%0) : ({of}) -> {of}
  %2 = stablehlo.abs %1 : {of}
  return %2 : {of}
}}
func.func private @inner(%a: {of}) -> {of} {{
  %0 = stablehlo.subtract %a, %a : {of}
  %1 = stablehlo.multiply %a, %0 : {of}
  %2 = stablehlo.divide %1, %0 : {of}
  %3 = stablehlo.cosine %2 : {of}
  return %3 : {of}
}}
""")
    writer.made(shape, f"func.call @outer({x}) : ({of}) -> {of}")


def nan_in_branch(writer: Writer) -> None:
    """The root of a number below zero, in one of two branches."""
    x, shape = writer.some()
    of = text_type(shape)
    yes = writer.made((), "stablehlo.constant dense<true> : tensor<i1>")
    writer.values.pop()
    name = writer.name()
    p = name[1:]
    writer.ops += 6
    writer.lines.append(f"""  {name} = "stablehlo.if"({yes}) ({{
    %{p}a = stablehlo.abs {x} : {of}
    %{p}k = stablehlo.constant dense<1.5> : {of}
    %{p}b = stablehlo.add %{p}a, %{p}k : {of}
    %{p}c = stablehlo.negate %{p}b : {of}
    %{p}d = stablehlo.rsqrt %{p}c : {of}
    stablehlo.return %{p}d : {of}
  }}, {{
    stablehlo.return {x} : {of}
  }}) : (tensor<i1>) -> {of}""")
    writer.values.append((name, shape))


def error_reshape(writer: Writer) -> None:
    """A shape of more elements than there are."""
    x, _ = writer.some((16,))
    half = writer.made((2,), "stablehlo.constant dense<[4, 5]> : tensor<2xi32>")
    size = writer.made((2,), f"stablehlo.maximum {half}, {half} : tensor<2xi32>")
    del writer.values[-2:]
    name = writer.name()
    writer.line(f"{name} = stablehlo.dynamic_reshape {x}, {size} : (tensor<16xf32>, tensor<2xi32>) -> tensor<?x?xf32>")


def error_check(writer: Writer) -> None:
    """A check that does not hold."""
    x, shape = writer.some()
    of = text_type(shape)
    one = writer.made(shape, f"stablehlo.constant dense<1.0> : {of}")
    more = writer.made(shape, f"stablehlo.add {x}, {one} : {of}")
    writer.line(f"check.expect_eq {x}, {more} : {of}")


def error_static(writer: Writer) -> None:
    """An op that is rejected."""
    x, _ = writer.some((8, 3))
    writer.made((3, 8), f"stablehlo.transpose {x}, dims = [0, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>")


def endless(writer: Writer) -> None:
    """A loop that never ends, with other things in it."""
    x, shape = writer.some()
    of = text_type(shape)
    yes = writer.made((), "stablehlo.constant dense<1> : tensor<i32>")
    writer.values.pop()
    name = writer.name()
    p = name[1:]
    writer.ops += 6
    writer.lines.append(f"""  {name}:2 = stablehlo.while(%{p}i = {yes}, %{p}a = {x}) : tensor<i32>, {of}
   cond {{
    %{p}z = stablehlo.constant dense<0> : tensor<i32>
    %{p}c = stablehlo.compare GE, %{p}i, %{p}z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %{p}c : tensor<i1>
  }} do {{
    %{p}b = stablehlo.tanh %{p}a : {of}
    %{p}d = stablehlo.cosine %{p}b : {of}
    %{p}j = stablehlo.xor %{p}i, {yes} : tensor<i32>
    stablehlo.return %{p}j, %{p}d : tensor<i32>, {of}
  }}""")
    writer.values.append((f"{name}#1", shape))


def two_ops(writer: Writer) -> None:
    """A sort of an fft's real part: what a command looks for."""
    x, _ = writer.some((16,))
    z = writer.name()
    writer.line(f"{z} = stablehlo.fft {x}, type = RFFT, length = [16] : (tensor<16xf32>) -> tensor<9xcomplex<f32>>")
    real = writer.made((9,), f"stablehlo.real {z} : (tensor<9xcomplex<f32>>) -> tensor<9xf32>")
    writer.made((9,), f"stablehlo.reverse {real}, dims = [0] : tensor<9xf32>")


def crashing(writer: Writer) -> None:
    """A cube root, at which the tests' own engine dies."""
    x, shape = writer.some()
    writer.made(shape, f"stablehlo.cbrt {x} : {text_type(shape)}")


def program(seed: int, ops: int, plant, results: int = 2, is_given: bool = False) -> str:
    """A program of about so many ops, with what ``plant`` puts into the middle of it; of constants, or (``is_given``) of arguments."""
    writer = Writer(seed)
    for number, shape in enumerate(SHAPES):
        if is_given:
            writer.values.append((f"%x{number}", shape))
        else:
            writer.constant(shape)
    given = ", ".join(f"%x{number}: {text_type(shape)}" for number, shape in enumerate(SHAPES)) if is_given else ""
    where = writer.random.randint(ops // 4, ops * 3 // 4)
    while writer.ops < where:
        writer.step()
    plant(writer)
    planted = writer.values[-1]
    while writer.ops < ops:
        writer.step()
    returned = [planted, *writer.values[-results:]]  # what nobody reads need not be run at all
    names, types = ", ".join(name for name, _ in returned), ", ".join(text_type(shape) for _, shape in returned)
    body = "\n".join(writer.lines)
    functions = "".join(writer.functions)
    return f"func.func @main({given}) -> ({types}) {{\n{body}\n  return {names} : {types}\n}}\n{functions}"
