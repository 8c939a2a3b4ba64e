"""Counted loops whose arrays are updated row by row: all rounds are run on one block of rows before the next.

What does not depend on those arrays (the counter, and what follows from it) is worked out first, for all rounds, by ``Rounds``;
what is the same in each round, once, before the loop.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ...ir.types import TensorType
from ...ops.control.counted_loop import Loop
from ...ops.purity import is_free
from ..guards import guard_of_parts
from ..step import Step
from .block_code import RowLoop
from .counting import counter
from .draft import Draft, meaning, op_of
from .folding import drop_unread, fold
from .inlining import InlinedOrigin, inline
from .joining import WIDEST, elements, loop_lead
from .notes import Note
from .rowwise import SPREADING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..context import RunContext
    from ..observing import Origin
    from ..plan import Plan

#: Loops over fewer elements gain nothing by blocks: their rounds are written out as they are (``engine/code.py``).
LEAST = 8_192
#: What is known of so many rounds is kept, no more.
_MOST_ROUNDS = 100_000


def find_loops(draft: Draft) -> None:
    """Put loops that can be run block by block in the place of those that are written."""
    read = draft.uses()
    steps, draft.steps = draft.steps, list["Step"]()
    for step in steps:
        found = _Finding(draft, step, read).found() if isinstance(step.function, Loop) else None
        draft.steps += found or [step]


class Rounds:
    """What is known of each round of a loop before it is run: a list of tuples of numbers, and how the rest ends."""

    def __init__(self, counter: Any, places: Sequence[int], count: int, plan: Plan, each: int, captures: int):
        self.counter = counter
        self.places = places
        self.count = count
        self.plan = plan
        self.each = each
        self.captures = captures

    def __call__(self, context: RunContext, *arrays: Any) -> tuple[Any, ...]:
        state, captured = list(arrays[: len(self.places)]), list(arrays[len(self.places) :])
        whole: list[Any] = [None] * self.count
        for place, value in zip(self.places, state, strict=True):
            whole[place] = value
        rounds = self.counter(whole, captured[: self.captures])
        if not self.each and not self.plan.steps:
            return (range(rounds), *state)
        replay = _Replay(self, rounds, state, captured[self.captures :], context)
        known = list(replay) if rounds <= _MOST_ROUNDS or not self.each else replay
        if known is replay:
            for _ in replay:
                pass
        return (known if self.each else range(rounds), *replay.state)


class _Replay:
    """The numbers of each round, worked out whenever somebody goes through them: for those that are too many to keep."""

    def __init__(self, rounds: Rounds, count: int, state: list[Any], outside: list[Any], context: RunContext):
        self.rounds = rounds
        self.count = count
        self.first = state
        self.outside = outside
        self.context = context
        #: What is carried beside the rows after all rounds.
        self.state = state

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        plan, each, state = self.rounds.plan, self.rounds.each, self.first
        for _ in range(self.count):
            found = plan.run([*state, *self.outside], self.context)
            yield tuple([number.reshape(()) for number in found[:each]])
            state = list(found[each:])
        self.state = state


class _Finding:
    """One loop: its body taken apart into what goes row by row, and what is the same for all rows."""

    def __init__(self, draft: Draft, step: Step, read: dict[int, int]):
        self.draft = draft
        self.step = step
        self.read = read
        assert isinstance(step.function, Loop)
        self.loop = step.function
        self.count = self.loop.count
        self.counter: Any = None

    def found(self) -> list[Step] | None:
        """The steps in place of the loop; None where it stays as it is."""
        why = self._take_apart()
        if not isinstance(why, str):
            return why
        self.draft.notes.append(Note("while", self.step.origin, why_not=why))
        return None

    def _take_apart(self) -> list[Step] | str:
        try:
            body, cond = self._body(), Draft(self.loop.cond.plan)
        except HloError:
            return "its body cannot be planned"
        inline(cond)
        fold(cond)
        self.body = body
        known = self.loop.counter
        self.counter = counter(cond, body, self.count) if known is None else known.rounds
        if self.counter is None:
            return "its condition is more than a count"
        types = self.step.origin.operand_types[: self.count]
        if not all(isinstance(each, TensorType) and each.is_static for each in types):
            return "it carries more than arrays of static types"
        self.shapes = [each.sizes for each in types if isinstance(each, TensorType)]
        largest = max(self.shapes, key=prod)
        if not largest:
            return "it carries single numbers alone"
        if prod(largest) < LEAST:
            return "its arrays stay in the cache as they are"
        same = {place for place in range(self.count) if body.outputs[place] == place}
        self.rows = [k for k in range(self.count) if k not in same and self.shapes[k][:1] == largest[:1]]
        self.others = [k for k in range(self.count) if k not in self.rows]
        if not any(self.step.outs[k] in self.read for k in self.rows):
            return "no array that changes is read"
        inside = self._inside()
        if isinstance(inside, str):
            return inside
        return self._written(inside)

    def _body(self) -> Draft:
        body = Draft(self.loop.body.plan)
        inline(body)
        fold(body)
        find_loops(body)
        return body

    def _inside(self) -> list[Step] | str:
        """The steps that go row by row, in order."""
        body = self.body
        made, inside, recipes = set(self.rows), list["Step"](), dict[int, Step]()
        for step in body.steps:
            spreads = isinstance(meaning(step), SPREADING) and step.shapes[0]
            if spreads and not made.intersection(step.ins):
                recipes[step.outs[0]] = step
                continue
            if not made.intersection(step.ins):
                op = op_of(step)
                if op is None and not isinstance(step.function, Rounds) or op is not None and not is_free(op):
                    return f"{step.origin.name} is not to be run in another order"
                continue
            self._pull(step.ins, recipes, made, inside)
            inside.append(step)
            made.update(step.outs)
        self._pull([body.outputs[place] for place in self.rows], recipes, made, inside)
        for place in self.rows:
            if body.outputs[place] not in made:
                return "an array becomes another one that is the same for all rows"
        if any(body.outputs[place] in made for place in self.others):
            return "a number that it carries depends on all rows"
        return inside

    def _pull(self, slots: Sequence[int], recipes: dict[int, Step], made: set[int], inside: list[Step]) -> None:
        """Take in what makes slots and makes nothing new."""
        for slot in slots:
            recipe = recipes.get(slot)
            if recipe is not None and slot not in made:
                self._pull(recipe.ins, recipes, made, inside)
                inside.append(recipe)
                made.update(recipe.outs)

    def _written(self, inside: list[Step]) -> list[Step] | str:
        body, draft, step = self.body, self.draft, self.step
        makers = body.makers()
        made = {*self.rows, *(slot for each in inside for slot in each.outs)}
        wanted = dict.fromkeys(slot for each in inside for slot in each.ins if slot not in made)
        wanted.update(dict.fromkeys(slot for slot in (body.outputs[place] for place in self.rows) if slot not in made))
        first, varying = self._invariant()
        # Numbers that differ from round to round; all else comes from outside.
        each = [slot for slot in wanted if slot in varying]
        sizes = {slot: self._size(slot, makers) for slot in each}
        if any(size != 1 for size in sizes.values()):
            return "what differs from round to round is more than numbers"
        names = self._names(made, each)
        outer = [self._renamed(each_step, names) for each_step in first]
        members = [self._renamed(each_step, names) for each_step in inside]
        row_loop = RowLoop(
            [names[slot] for slot in each],
            [names[place] for place in self.rows],
            members,
            [names[body.outputs[place]] for place in self.rows],
            [self.shapes[place] for place in self.rows],
        )
        # Of the rows alone, as ``joining`` looks at it afterwards: nothing else runs it.
        largest = max(row_loop.shapes, key=prod)
        lead = loop_lead(row_loop, largest, set())
        if not lead:
            return "a row depends on others"
        if max([prod(largest), *map(elements, members)]) > WIDEST * prod(lead):
            return "its rows are too long"
        rounds = draft.slot()
        known = self._rounds(rounds, each, varying, names)
        origin = step.origin
        own = [step.ins[place] for place in self.rows]
        outs = tuple(step.outs[place] for place in self.rows)
        shapes, dtypes = [step.shapes[k] for k in self.rows], [step.dtypes[k] for k in self.rows]
        outside = [names.get(slot, slot) for slot in wanted if slot not in each]
        ins = (rounds, *own, *dict.fromkeys(outside))
        draft.notes.append(Note("loop", origin, "all rounds of a block of rows before the next", steps=len(members)))
        whole = Step(origin, row_loop, ins, outs, shapes, dtypes, parts=(step, *members))  # type: ignore[arg-type]
        whole.guard = guard_of_parts(members)
        return [*outer, known, whole]

    def _size(self, slot: int, makers: dict[int, Step]) -> int:
        if slot < self.count:
            return prod(self.shapes[slot])
        maker = makers[slot]
        shape = maker.shapes[maker.outs.index(slot)]
        return 0 if shape is None else prod(shape)

    def _invariant(self) -> tuple[list[Step], set[int]]:
        """The steps for all rows that are the same in each round, and the slots that are not."""
        varying = {place for place in self.others if self.body.outputs[place] != place}
        first = list["Step"]()
        rows = set(self.rows)
        for step in self.body.steps:
            if rows.intersection(step.ins):
                rows.update(step.outs)
            elif varying.intersection(step.ins):
                varying.update(step.outs)
            else:
                first.append(step)
        return first, varying

    def _names(self, made: set[int], each: Sequence[int]) -> dict[int, int]:
        """The slots of the body by those of the plan around it."""
        names: dict[int, int] = {}
        for place in self.others:
            names[place] = self.step.ins[place]
        for place, slot in enumerate(self.step.ins[self.count :]):
            names[self.count + place] = slot
        for slot, origin in self.body.constants.items():
            names[slot] = self.draft.constant(self.body.template[slot], origin)
        names.update({slot: self.draft.slot() for slot in (*made, *each)})
        names.update({slot: self.draft.slot() for slot in range(len(self.body.template)) if slot not in names})
        return names

    def _renamed(self, step: Step, names: dict[int, int]) -> Step:
        origin: Origin = step.origin
        op = op_of(step)
        if op is not None:
            origin = InlinedOrigin(origin, self.step.origin)  # type: ignore[arg-type]
        function = step.function
        if isinstance(function, RowLoop):
            loop = function
            function = RowLoop(
                [names[slot] for slot in loop.each],
                [names[slot] for slot in loop.carried],
                [self._renamed(each, names) for each in loop.body],
                [names[slot] for slot in loop.results],
                loop.shapes,
            )
        ins, outs = tuple(names[slot] for slot in step.ins), tuple(names[slot] for slot in step.outs)
        return replace(step, origin=origin, function=function, ins=ins, outs=outs, frees=(), unused=())

    def _rounds(self, slot: int, each: Sequence[int], varying: set[int], outer: dict[int, int]) -> Step:
        """The step that works out what is known of the rounds."""
        body, step, captures = self.body, self.step, len(self.step.ins) - self.count
        plan = replace(self.loop.body.plan, _runner=None, _peak=None, _waits=None, notes=[])
        inner = Draft(plan)
        inner.template, inner.constants = list(body.template), dict(body.constants)
        inner.steps = [replace(each_step) for each_step in body.steps if varying.intersection(each_step.outs)]
        # Inputs: what is carried beside the rows, then all else that is read.
        ends = [body.outputs[place] for place in self.others]
        read = dict.fromkeys([*(x for each_step in inner.steps for x in each_step.ins), *each, *ends])
        made = {out for each_step in inner.steps for out in each_step.outs}
        outside = [s for s in read if s not in made and s not in self.others and s not in body.constants]
        order = [*self.others, *outside]
        names = {old: new for new, old in enumerate(order)}
        template: list[Any] = [None] * len(order)
        constants: dict[int, Origin | None] = {}
        for old in range(len(body.template)):
            if old not in names:
                names[old] = len(template)
                template.append(body.template[old])
                if old in body.constants:
                    constants[names[old]] = body.constants[old]
        inner.inputs, inner.template, inner.constants = len(order), template, constants
        for each_step in inner.steps:
            each_step.ins = tuple(names[s] for s in each_step.ins)
            each_step.outs = tuple(names[s] for s in each_step.outs)
        inner.outputs = [names[s] for s in (*each, *ends)]
        drop_unread(inner)
        function = Rounds(self.counter, self.others, self.count, inner.finished(), len(each), captures)
        ins = (*(step.ins[place] for place in self.others), *step.ins[self.count :], *(outer[s] for s in outside))
        outs = (slot, *(step.outs[place] for place in self.others))
        shapes = [None, *(step.shapes[place] for place in self.others)]
        dtypes = [None, *(step.dtypes[place] for place in self.others)]
        return Step(step.origin, function, ins, outs, shapes, dtypes, wants_context=True, view="maybe", parts=(step,))
