"""What ``:help TOPIC`` says of things that take several commands."""

from __future__ import annotations

from ..key_names import keys_text

DEBUGGING = """Looking inside: the same words for StableHLO functions, ONNX graphs and MDF models.

To have every inner value at hand:
  :open @f(%x, %w)      the body of @f becomes the session's statements; also :open FILE (.mlir, .onnx, a model of MDF)
  %155                  shows an inner value; ?%155 the op that made it
  %154 = tanh(%153)     rewrites an op, or changes a value; :env marks what is stale by now
  :rerun                computes again what depends on it; :rerun %v what depends on %v, :rerun NODE from a node on
  :open %r              opens the call, branch or loop that made %r; :open %r@turn=3 a turn of the loop
  :save FILE            writes the changed function; :undo takes it all back
To stop in a run:
  :debug @f(%x, %w)     stops at the first op; after a run that failed or was interrupted, :debug alone stops where that was
  :debug @f(%x)@(1,0)   one process of a grid; the others answer as they did in a run of all
  :step  :next          one op, into calls and loops or over them; :in and :out go into one and out of it
  :continue [N]         to the next stop; :until PLACE to a place; :back [N] goes back, exactly
  :break PLACE [if COND]  PLACE: a line (12, model.py:7), @f, %v, an op (add, * for any), a node; COND: nan, inf, max > 1e3,
                        turn == 5, joined by and, or; :watch %v stops where %v changes; :break lists, :delete N takes one out
  %v  %v = …            a value of the frame; another one, used from here on
  :where  :up  :down  :list   the frames, the frame that is looked at, the source with values beside it; :stop closes
To look into the turns of a loop:
  %h@turn=17            a value in a turn (3.17: of an outer and an inner loop); :collect %h all turns as one array
To find where a NaN comes from:
  :nan @f(%x)           the first op that made one, what it read, where it goes; also :nan FILE, :nan onnx x=%x, :nan mdf 100,
                        :nan %v (the op that made it); alone it looks at the statements of the session
  :nan @f in.npz        on the arrays of a file, as every call of a function takes them: :run @f in.npz, :debug @f in.npz
  :debug @f(%x)
  :break * if nan       any op; it stops behind the first one that makes a NaN, :back stands before it
To see all that a run does, in the same words:
  :trace @f(%x) [OP]    each op that ran, or each OP: type, range, time, bytes
  :profile @f(%x)       time and memory by op, line, source location and node; :time @f(%x) how long it takes, unwatched
  :values DIR @f(%x)    every value, each in a file
  :graph @f(%x) f.html  the program as a picture on a page of its own, with what the values were like
To look at values as a whole:
  :diff %a %b           equal or not, where first, how many, by how many ulp, absolutely, relatively, NaNs in one alone
  :stats %x             range with places, mean, spread, quartiles, zeros, NaNs, infinities"""

TYPES = """Types: what a value is, element by element and dimension by dimension.

    tensor<2x3xf32>          two rows of three floats of 32 bits; tensor<f32> is one number
    tensor<?x3xf32>          a size that is only known when it runs
    tensor<2x!quant.uniform<i8:f32, 0.5>>   integers that stand for floats
    tuple<tensor<2xf32>, tensor<i32>>       several values as one; !stablehlo.token orders what has effects
Elements:
    i1                       true or false
    i2 i4 i8 i16 i32 i64     signed integers; ui2 … ui64 unsigned ones
    f16 bf16 f32 f64         floats; f8E4M3FN, f8E5M2, f4E2M1FN and others of 8 bits and less
    complex<f32>             two floats
Element types never convert by themselves:
> %x = [1, 2, 3]
> %y = convert(%x) : tensor<3xf32>
// %y : tensor<3xf32> = [1.0, 2.0, 3.0]
> %z = astype(%x, f16) * 0.5
// %z : tensor<3xf16> = [0.5, 1.0, 1.5]
:type %x shows the type of a value, ?convert explains the op."""

LITERALS = """Literals: numbers as they are typed.

> %a = [[1, 2], [3, 4]]
// %a : tensor<2x2xi32> =
//   [[1, 2],
//    [3, 4]]
Without a type they are i32, f32 where one has a point, an exponent, nan or inf, i1 for true and false; a type may stand behind:
> %b = [1, 2, 3] : f16
// %b : tensor<3xf16> = [1.0, 2.0, 3.0]
> %c = 0.0 : tensor<2x2xf32>
// %c : tensor<2x2xf32> =
//   [[0.0, 0.0],
//    [0.0, 0.0]]
Beside an operand they take its type:
> %d = %b * 2
// %d : tensor<3xf16> = [2.0, 4.0, 6.0]
Complex numbers are pairs, and MLIR's own constants are read as they are:
> %e = [(1.0, 2.0), (0.0, -1.0)]
// %e : tensor<2xcomplex<f32>> = [(1.0, 2.0), (0.0, -1.0)]
> %f = stablehlo.constant dense<7> : tensor<i64>
// %f : tensor<i64> = 7
Whole tensors of one number: zeros([2, 3]), ones, full, arange, eye, linspace."""

REGIONS = """Regions: what an op does with each element, turn or branch, between braces.

A reduction by one op is said in a word; of any other, arguments and a return are written:
> %x = [[1.0, 2.0], [3.0, 4.0]]
> reduce(%x init: 0.0) applies maximum across dimensions = [1]
// %0 : tensor<2xf32> = [2.0, 4.0]
> sort(%x, dimension = 1) ({
>   ^bb0(%a: tensor<f32>, %b: tensor<f32>):
>     %greater = compare GT, %a, %b
>     return %greater : tensor<i1>
> })
// %1 : tensor<2x2xf32> =
//   [[2.0, 1.0],
//    [4.0, 3.0]]
A loop carries values from turn to turn:
> %n = 5
> %one = 1
> %last, %total = while(%i = 0, %s = 0) cond {
>     %more = compare LT, %i, %n
>     return %more : tensor<i1>
>   } do {
>     %t = add %s, %i
>     %k = add %i, %one
>     return %k, %t : tensor<i32>, tensor<i32>
> }
// %last : tensor<i32> = 5
// %total : tensor<i32> = 10
A region sees the session's values as they are when its op runs; in it only MLIR's own forms stand. ?if, ?case, ?map, ?scatter
show more."""

SHORT_FORMS = """Short forms: what may be typed in place of MLIR's text. The session keeps and saves the ops that they stand for.

A call, or the op's own form without its types; an attribute by either of its names, an enum by its word:
> %x = [[1.0, 2.0], [3.0, 4.0]]
> transpose(%x, permutation = [1, 0])
// %0 : tensor<2x2xf32> =
//   [[1.0, 3.0],
//    [2.0, 4.0]]
> transpose %x, dims = [1, 0]
// %1 : tensor<2x2xf32> =
//   [[1.0, 3.0],
//    [2.0, 4.0]]
> compare(%x, 2.0, GT)
// %2 : tensor<2x2xi1> =
//   [[false, false],
//    [true, true]]
A type behind a call is that of its result:
> reshape(%x) : tensor<4xf32>
// %3 : tensor<4xf32> = [1.0, 2.0, 3.0, 4.0]
Operators, by NumPy's rules of broadcasting: + - * / ** @ == != < <= > >= & | ~ << >> and parentheses
> %y = tanh(%x * 2.0 - 1.0) @ %x
// %y : tensor<2x2xf32> =
//   [[3.7467585, 5.5034075],
//    [3.9999042, 5.9998116]]
Parts, by NumPy's rules of indexing:
> %x[0, ::-1]
// %4 : tensor<2xf32> = [2.0, 1.0]
Names of NumPy, JAX and PyTorch stand for ops; ?softmax shows which:
> softmax(%x, axis = -1)
// %5 : tensor<2x2xf32> =
//   [[0.2689414, 0.7310586],
//    [0.2689414, 0.7310586]]
%_ is the last value; a semicolon at the end keeps a statement quiet; :text shows what is kept."""

FUNCTIONS = """Functions: defined as in MLIR, in any order, and called by their symbols.

> func.func @half(%a: tensor<2xf32>) -> tensor<2xf32> {
>   %two = constant dense<2.0> : tensor<2xf32>
>   %r = divide %a, %two
>   return %r : tensor<2xf32>
> }
// defined @half : (tensor<2xf32>) -> tensor<2xf32>
> call @half([3.0, 5.0])
// %0 : tensor<2xf32> = [1.5, 2.5]
> %x = [1.0, 2.0]
> :run @half(%x)
// %1 : tensor<2xf32> = [0.5, 1.0]
A function sees no values of the session, only its arguments. :text @half shows it, :open @half(%x) makes its statements the session's."""


class TopicText:
    """What ``:help`` says of a topic: in a line what it is about, and the text.

    Lines that begin with ``> `` are statements, those behind them that begin with ``// `` what they show; a test runs them.
    """

    __slots__ = ("summary", "text")

    def __init__(self, summary: str, text: str):
        self.summary = summary
        self.text = text

    @property
    def shown(self) -> str:
        """The text as it can be typed: statements without their marks."""
        return "\n".join(line.removeprefix("> ") if line.startswith("> ") else line for line in self.text.split("\n"))


#: The topics by name.
TOPICS: dict[str, TopicText] = {
    "keys": TopicText("the keys of the prompt", keys_text()),
    "types": TopicText("types of values and elements", TYPES),
    "literals": TopicText("numbers as they are typed", LITERALS),
    "regions": TopicText("reductions, loops and branches", REGIONS),
    "short forms": TopicText("calls, operators, parts, names of other libraries", SHORT_FORMS),
    "functions": TopicText("how functions are defined and called", FUNCTIONS),
    "debugging": TopicText("how to look inside of a program while it runs", DEBUGGING),
}
