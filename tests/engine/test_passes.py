"""What is done to a plan before it runs where nobody looks: same results, same errors, same events."""

import dis

import numpy as np
import pytest
from hostile import rowwise_programs
from hostile.fuzzing import fuzz

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Observer
from hlorepl.engine.passes.letting_go import letting_go
from hlorepl.engine.passes.reusing import Memory
from hlorepl.errors import HloError

NESTED = """func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %a = stablehlo.negate %x : tensor<4xf32>
  %b = call @outer(%a, %n) : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %b : tensor<?xf32>
}
func.func @outer(%x: tensor<4xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %a = call @inner(%x, %n) : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
func.func @inner(%x: tensor<4xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %a = stablehlo.dynamic_reshape %x, %n : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
"""


def steps_of(text):
    """The names of the steps that are run where nobody looks."""
    return [step.origin.name for step in hlorepl.compile(hlorepl.parse(text)).plan.runner.steps]


def notes_of(text):
    return [(note.kind, note.origin.name) for note in hlorepl.compile(hlorepl.parse(text)).plan.runner.improved.notes]


class Names(Observer):
    """The ops and frames of a run."""

    def __init__(self):
        self.seen = []

    def enter(self, frame):
        self.seen.append(("enter", frame.name))

    def after(self, event):
        self.seen.append(("after", event.origin.name))


def test_calls_are_written_out():
    assert steps_of(NESTED) == ["stablehlo.negate", "stablehlo.dynamic_reshape"]
    program = hlorepl.compile(hlorepl.parse(NESTED))
    x = np.arange(4, dtype=np.float32)
    for _ in range(3):
        assert np.array_equal(program(x, np.int32([4]))[0], -x)


def test_an_error_in_a_call_that_was_written_out_names_the_op_and_the_calls():
    program = hlorepl.compile(hlorepl.parse(NESTED))
    for _ in range(3):  # the loop over steps, then generated code
        with pytest.raises(HloError) as caught:
            program(np.zeros(4, np.float32), np.int32([3]))
        assert caught.value.span.line == 11
        assert [note.span.line for note in caught.value.notes] == [7, 3]
        program(np.zeros(4, np.float32), np.int32([4]))


def test_observers_see_calls_that_run_written_out_otherwise():
    program, names = hlorepl.compile(hlorepl.parse(NESTED)), Names()
    program.run([np.zeros(4, np.float32), np.int32([4])], RunContext(observers=(names,)))
    assert [name for kind, name in names.seen if kind == "enter"] == ["main", "outer", "inner"]
    assert ("after", "func.call") in names.seen


FOLDED = """func.func @main(%x: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xi1>) {
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %m = stablehlo.compare GE, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %a = stablehlo.multiply %ones, %x : tensor<3x3xf32>
  %b = stablehlo.exponential %a : tensor<3x3xf32>
  %c = stablehlo.exponential %x : tensor<3x3xf32>
  %d = stablehlo.add %b, %c : tensor<3x3xf32>
  %e = stablehlo.sine %x : tensor<3x3xf32>
  return %d, %m : tensor<3x3xf32>, tensor<3x3xi1>
}
"""


def test_what_is_known_computed_twice_or_never_read_is_not_run():
    assert steps_of(FOLDED) == ["stablehlo.exponential", "stablehlo.add"]
    kinds = {name: kind for kind, name in notes_of(FOLDED)}
    assert kinds["stablehlo.compare"] == kinds["stablehlo.multiply"] == "folded"
    assert (kinds["stablehlo.exponential"], kinds["stablehlo.sine"]) == ("shared", "dropped")
    program = hlorepl.compile(hlorepl.parse(FOLDED))
    x = np.arange(9, dtype=np.float32).reshape(3, 3)
    for _ in range(3):
        found, mask = program(x)
        assert np.array_equal(found, 2 * np.exp(x))
        assert np.array_equal(mask, np.tri(3, dtype=bool))
        mask[:] = False  # a result is the caller's, whatever it was made from


def test_what_prints_fails_or_draws_stays():
    text = """func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) -> tensor<f32> {
  %a = stablehlo.dynamic_reshape %x, %n : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<> : tensor<0xi64>
  %r = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  %s = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %s : tensor<f32>
}
"""
    assert steps_of(text) == ["stablehlo.dynamic_reshape", "stablehlo.rng", "stablehlo.rng"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.filterwarnings("ignore")
def test_random_rowwise_programs_give_the_same_however_they_are_run(seed):
    findings = fuzz(rowwise_programs.one, seed=seed, count=30)
    assert not findings.found, str(findings)


@pytest.mark.parametrize("first", [822, 1599])
@pytest.mark.filterwarnings("ignore")
def test_what_is_known_of_a_value_of_one_loop_is_not_said_of_values_of_later_ones(first):
    """A loop whose body is called, and that makes no turn, comes before loops that hand arrays on."""
    findings = fuzz(rowwise_programs.one, seed=1344, first=first, count=1)
    assert not findings.found, str(findings)


@pytest.mark.filterwarnings("ignore")
def test_a_loop_goes_row_by_row_only_where_a_chain_can_hold_it():
    """An array that stays what it is has the most elements, or as many; the rows alone have another shape."""
    findings = fuzz(rowwise_programs.one, seed=4242, first=270, count=1)
    assert not findings.found, str(findings)


LOOP = """func.func @main(%x: tensor<300000xui32>) -> (tensor<300000xui32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<300000xui32> cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %k:2 = func.call @body(%i, %h) : (tensor<i32>, tensor<300000xui32>) -> (tensor<i32>, tensor<300000xui32>)
    stablehlo.return %k#0, %k#1 : tensor<i32>, tensor<300000xui32>
  }
  %t = stablehlo.not %r#1 : tensor<300000xui32>
  return %t, %r#0 : tensor<300000xui32>, tensor<i32>
}
func.func @body(%i: tensor<i32>, %h: tensor<300000xui32>) -> (tensor<i32>, tensor<300000xui32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %u = stablehlo.convert %i : (tensor<i32>) -> tensor<ui32>
  %b = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<ui32>) -> tensor<300000xui32>
  %c = stablehlo.xor %h, %b : tensor<300000xui32>
  %d = stablehlo.multiply %c, %c : tensor<300000xui32>
  %j = stablehlo.add %i, %one : tensor<i32>
  return %j, %d : tensor<i32>, tensor<300000xui32>
}
"""


def test_a_loop_of_elementwise_steps_runs_in_the_chain_around_it():
    program = hlorepl.compile(hlorepl.parse(LOOP))
    x = np.random.default_rng(0).integers(0, 2**32, 300_000, np.uint32)
    wanted = x.copy()
    for i in range(5):
        wanted ^= np.uint32(i)
        wanted *= wanted
    for _ in range(3):
        found, count = program(x)
        assert np.array_equal(found, ~wanted)
        assert count == 5
    assert [type(step.function).__name__ for step in program.plan.runner.steps] == ["Rounds", "Chain"]


SCALAR_BESIDE_LOOP = """func.func @main(%x: tensor<70000xf32>, %s: tensor<f32>) -> (tensor<70000xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%c = %x, %i = %zero) : tensor<70000xf32>, tensor<i32> cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<70000xf32>
    %d = stablehlo.add %c, %b : tensor<70000xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %d, %j : tensor<70000xf32>, tensor<i32>
  }
  %t = stablehlo.multiply %s, %s : tensor<f32>
  return %r#0, %t : tensor<70000xf32>, tensor<f32>
}
"""


def test_what_loops_become_says_nothing_of_the_types_of_what_it_reads():
    program = hlorepl.compile(hlorepl.parse(SCALAR_BESIDE_LOOP))
    x, s = np.ones(70_000, np.float32), np.float32(1.1)
    for _ in range(3):
        rows, square = program(x, np.asarray(s))
        assert np.array_equal(rows, x + s + s + s)
        assert (square.dtype, square) == (np.float32, s * s)


SOFTMAX = """func.func @main(%x: tensor<600x200xf32>) -> tensor<600x200xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<600x200xf32>, tensor<f32>) -> tensor<600xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<600xf32>) -> tensor<600x200xf32>
  %c = stablehlo.subtract %x, %mb : tensor<600x200xf32>
  %e = stablehlo.exponential %c : tensor<600x200xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<600x200xf32>, tensor<f32>) -> tensor<600xf32>
  %sr = stablehlo.reshape %s : (tensor<600xf32>) -> tensor<600x1xf32>
  %sb = stablehlo.broadcast_in_dim %sr, dims = [0, 1] : (tensor<600x1xf32>) -> tensor<600x200xf32>
  %y = stablehlo.divide %e, %sb : tensor<600x200xf32>
  return %y : tensor<600x200xf32>
}
"""


def test_a_softmax_is_one_chain_over_rows():
    assert steps_of(SOFTMAX) == ["stablehlo.divide"]
    x = np.random.default_rng(0).standard_normal((600, 200)).astype(np.float32)
    e = np.exp(x - x.max(1, keepdims=True))
    program = hlorepl.compile(hlorepl.parse(SOFTMAX))
    for _ in range(3):
        assert np.array_equal(program(x)[0], e / e.sum(1, keepdims=True))


def test_variables_of_a_block_are_let_go_of():
    """At their last use, behind the loop that reads them; never where they outlive their loop."""
    lines = [
        "x1 = f(r0)",
        "x2 = f(x1)",
        "for e1, in u1:",
        "    x3 = f(x2, c1)",
        "    x4 = f(x3)",
        "    c1, = x4,",
        "x5 = f(x2)",
        "t1 = f(x5)",
    ]
    found = [text.strip() for text, _ in letting_go([(f"    {line}", 0) for line in lines])]
    assert found == [
        "x1 = f(r0)",
        "x2 = f(x1)",
        "del x1",
        "for e1, in u1:",
        "x3 = f(x2, c1)",
        "x4 = f(x3)",
        "del x3",
        "c1, = x4,",
        "del x4",
        "x5 = f(x2)",
        "del x2",
        "t1 = f(x5)",
        "del x5",
    ]


def test_what_a_loop_reads_from_outside_stays_for_all_its_rounds():
    lines = [
        ("    x1 = f(r0)", 0),
        ("    for _ in u1:", 1),
        ("        x2 = f(x1)", 2),
        ("        c1, = x2,", 3),
        ("    t1 = c1", 4),
    ]
    found = [text for text, _ in letting_go(lines)]
    assert found[-2:] == ["    del x1", "    t1 = c1"]
    assert found.index("        del x2") == 4


LOGSUMEXP = """func.func @main(%x: tensor<300x256xf32>) -> (tensor<300xf32>, tensor<300x256xf32>) {{
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<300xf32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<300xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<300x256xf32>, tensor<f32>) -> tensor<300xf32>
  {question}
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<300xf32>) -> tensor<300x256xf32>
  %c = stablehlo.subtract %x, %mb : tensor<300x256xf32>
  %e = stablehlo.exponential %c : tensor<300x256xf32>
  %kb = stablehlo.broadcast_in_dim %k, dims = [0] : (tensor<300xf32>) -> tensor<300x256xf32>
  %d = stablehlo.subtract %x, %kb : tensor<300x256xf32>
  %f = stablehlo.exponential %d : tensor<300x256xf32>
  %s = stablehlo.reduce(%f init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x256xf32>, tensor<f32>) -> tensor<300xf32>
  %l = stablehlo.log %s : tensor<300xf32>
  %r = stablehlo.add %l, %k : tensor<300xf32>
  return %r, %e : tensor<300xf32>, tensor<300x256xf32>
}}
"""
V = "tensor<300xf32>"
B = "tensor<300xi1>"
QUESTIONS = {
    "is_finite": f"""%q = stablehlo.is_finite %m : ({V}) -> {B}
  %k = stablehlo.select %q, %m, %zeros : {B}, {V}""",
    "not infinite": f"""%a = stablehlo.abs %m : {V}
  %q = stablehlo.compare EQ, %a, %inf : ({V}, {V}) -> {B}
  %k = stablehlo.select %q, %zeros, %m : {B}, {V}""",
    "the other way round": f"""%a = stablehlo.abs %m : {V}
  %q = stablehlo.compare GT, %inf, %a : ({V}, {V}) -> {B}
  %k = stablehlo.select %q, %m, %zeros : {B}, {V}""",
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_maximum_that_is_asked_whether_it_is_finite_is_taken_for_such(question: str):
    """The exponentials are made once then; rows in which it is not give what they are to give."""
    program = hlorepl.compile(hlorepl.parse(LOGSUMEXP.format(question=QUESTIONS[question])))
    x = np.random.default_rng(0).standard_normal((300, 256)).astype(np.float32)
    odd = x.copy()
    odd[5], odd[7, 3], odd[299] = -np.inf, np.inf, -np.inf
    for given in (x, odd, x):
        with np.errstate(all="ignore"):
            m = given.max(1)
            k = np.where(np.isfinite(m), m, np.float32(0))
            wanted = np.log(np.exp(given - k[:, None]).sum(1)) + k, np.exp(given - m[:, None])
        for found, want in zip(program(given), wanted, strict=True):
            assert np.array_equal(found, want, equal_nan=True)
    (chain,) = [step.function for step in program.plan.runner.steps if step.parts]
    names = chain.source.names
    assert [names.get(each.argval) for each in dis.get_instructions(chain.block)].count(np.exp) == 1


def test_a_choice_that_is_known_is_none():
    text = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare GT, %n, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %a = stablehlo.select %p, %x, %y : tensor<i1>, tensor<4xf32>
  %b = stablehlo.negate %a : tensor<4xf32>
  return %b : tensor<4xf32>
}
"""
    assert steps_of(text) == ["stablehlo.negate"]
    x = np.arange(4, dtype=np.float32)
    assert np.array_equal(hlorepl.compile(hlorepl.parse(text))(x, x + 7)[0], -x)


def test_memory_is_reused_where_nobody_reads_it_any_more():
    """Not while a view of it is read, nor what a loop reads again."""
    memory = Memory()
    lines = [
        "x1 = f(r0, r1)",
        "x2 = f(x1, r0)",
        "x3 = f(x2, x2)",
        "x4 = x3.reshape((-1, 1))",
        "x5 = f(x3, r0)",
        "x6 = f(x4, x5)",
        "x7 = f(r0, r0)",
        "for e1, in u1:",
        "    x8 = f(x7, r0)",
        "    x9 = f(x8, r0)",
        "    c1 = x9",
        "t1 = f(x6, c1, out=t1)",
    ]
    for number, line in enumerate(lines):
        if line.lstrip().startswith("x") and "reshape" not in line:
            memory.makes(number, line.split()[0], (np.float32, (-1,)))
            memory.shows_nothing(number)
    found = [text for text, _ in memory.reused([(line, 0) for line in lines])]
    wanted = {1: "x2 = f(x1, r0, out=x1)", 2: "x3 = f(x2, x2, out=x2)", 5: "x6 = f(x4, x5, out=x5)"}
    wanted[9] = "    x9 = f(x8, r0, out=x8)"
    assert found == [wanted.get(number, line) for number, line in enumerate(lines)]
