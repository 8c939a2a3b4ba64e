"""Steps that work row by row, joined into chains (``engine/chain.py``).

A chain may pass over steps that have nothing to do with it: those that need nothing of it are run before it, those that need its
results after it.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from ...wording import counted
from ..chain import BLOCK, Chain
from ..guards import guard_of_parts
from ..step import Step
from .block_code import BlockCode, RowLoop
from .draft import Draft, is_movable
from .notes import Note
from .rowwise import common, is_light, kept, shape_of
from .usual import Usual

if TYPE_CHECKING:
    Shape = tuple[int, ...]

#: Chains over fewer elements run op by op.
LEAST = 65_536
#: A row of more elements than this does not stay in cache.
WIDEST = 4 * BLOCK
#: Rows of so many elements are worth a look at what is chosen for a whole row.
LONG_ROW = 64
#: A chain passes over no more steps than this.
_PASSED = 50
#: A chain has no more steps than this: what looks at all of them must not cost more and more.
_LONGEST = 400


def join(draft: Draft) -> None:
    """Put chains in the place of steps."""
    _Joining(draft).run()


class _Joining:
    def __init__(self, draft: Draft):
        self.draft = draft
        self.outputs = set(draft.outputs)
        self.usual = Usual(draft)
        #: Steps that make nothing new, by their results.
        self.recipes = {step.outs[0]: step for step in draft.steps if is_light(step)}
        self._spaces: dict[Step, Shape | None] = {}
        self.readers: dict[int, list[Step]] = {}
        for step in draft.steps:
            for slot in dict.fromkeys(step.ins):
                self.readers.setdefault(slot, []).append(step)

    def space(self, step: Step) -> Shape | None:
        """The shape over which a step may begin a chain, or be in one, found out once; None where it may not."""
        if step not in self._spaces:
            self._spaces[step] = _space(step)
        return self._spaces[step]

    def run(self) -> None:
        waiting, done = self.draft.steps[::-1], list["Step"]()
        while waiting:
            step = waiting.pop()
            group = _Group.of(step, self)
            if group is None:
                done.append(step)
                continue
            rest = group.grow(waiting)
            chain = group.step()
            if chain is None:
                done.append(step)
                continue
            del waiting[len(waiting) - group.seen :]
            # What comes before it may hold chains of its own.
            waiting += [*rest[::-1], chain, *group.before[::-1]]
        self.draft.steps = done


class _Group:
    """A chain in the making: what is in it, what comes before and after it."""

    def __init__(self, joining: _Joining, lead: Shape):
        self.joining = joining
        self.lead = lead
        self.members: list[Step] = []
        self.made: set[int] = set()
        self.before: list[Step] = []
        self.late: set[int] = set()
        self.recipes = joining.recipes
        self.seen = 0

    @classmethod
    def of(cls, step: Step, joining: _Joining) -> _Group | None:
        """The chain that begins with a step; None where none can."""
        shape = joining.space(step)
        if shape is None or elements(step) < LEAST and not isinstance(step.function, RowLoop):
            return None
        group = cls(joining, shape)
        return group if group._joins(step) else None

    def grow(self, waiting: list[Step]) -> list[Step]:
        """Take in what comes next (``waiting`` has it at its end); gives the steps that come after the chain."""
        after: list[Step] = []
        for step in reversed(waiting):
            if len(after) + len(self.before) > _PASSED or len(self.members) > _LONGEST:
                break
            self.seen += 1
            depends = any(slot in self.made or slot in self.late for slot in step.ins)
            if not self._comes_later(step) and self.joining.space(step) is not None and self._joins(step):
                continue
            if depends:
                after.append(step)
                self.late.update(step.outs)
            elif is_movable(step):
                self.before.append(step)
            else:
                self.seen -= 1
                break
        return after

    def _comes_later(self, step: Step) -> bool:
        """Whether a step needs what comes after the chain."""
        return any(slot in self.late and slot not in self.recipes for slot in step.ins)

    def _joins(self, step: Step) -> bool:
        """Take a step in, and what makes its operands where that makes nothing new; False where it cannot be."""
        lead, pulled = self._fit(step, self.lead, [])
        if not lead or (len(lead) < len(self.lead) and not self._is_near(step, pulled)):
            return False
        members = [*self.members, *pulled, step]
        if max(map(elements, members)) > WIDEST * prod(lead):
            return False
        self.lead = lead
        self.members = members
        for each in (*pulled, step):
            self.made.update(each.outs)
            self.made.update(each.function.carried if isinstance(each.function, RowLoop) else ())
        return True

    def _is_near(self, step: Step, pulled: list[Step]) -> bool:
        """Whether a step reads what the chain makes or reads: only for such a one it keeps fewer dimensions."""
        known = {*self.made, *(slot for member in self.members for slot in member.ins)}
        return not self.members or any(slot in known for slot in (*step.ins, *(s for p in pulled for s in p.ins)))

    def _fit(self, step: Step, lead: Shape, pulled: list[Step]) -> tuple[Shape, list[Step]]:
        """The leading sizes with which a step fits in, and the steps to be taken in before it."""
        if isinstance(step.function, RowLoop):
            return self._fit_loop(step, step.function, lead, pulled)
        mine = {*self.made, *(slot for each in pulled for slot in each.outs)}
        for place, slot in enumerate(step.ins):
            if slot in mine:
                continue
            if not shape_of(step, place):
                if slot in self.late:
                    return (), []
                continue
            recipe = self.recipes.get(slot)
            if recipe is not None:
                shorter, more = self._fit(recipe, lead, pulled)
                if shorter:
                    lead, pulled = shorter, [*more, recipe]
                    mine.update(recipe.outs)
                    continue
            if slot in self.late:
                return (), []
        return lead[: kept(step, lead, lambda place: step.ins[place] in mine)], pulled

    def _fit_loop(self, step: Step, loop: RowLoop, lead: Shape, pulled: list[Step]) -> tuple[Shape, list[Step]]:
        for slot in step.ins:
            if slot in self.late and slot not in self.made:
                recipe = self.recipes.get(slot)
                shorter, more = self._fit(recipe, lead, pulled) if recipe is not None else ((), [])
                if not shorter or recipe is None:
                    return (), []
                lead, pulled = shorter, [*more, recipe]
        return loop_lead(loop, lead, self.made), pulled

    def step(self) -> Step | None:
        """The step of the chain; None where nothing is gained."""
        heavy = [step for step in self.members if not is_light(step)]
        loops = any(isinstance(step.function, RowLoop) for step in heavy)
        if not loops and (len(heavy) < 2 or max(map(elements, self.members)) < LEAST):
            return None
        kept = set(map(id, self.members))
        outs = [slot for member in heavy for slot in member.outs if self._is_read(slot, kept)]
        if not outs and any(member.guard for member in heavy):
            outs = [*heavy[-1].outs]  # nobody reads them, and yet the steps are to be run for what may be noticed
        return self._written(outs, heavy) if outs else None

    def _written(self, outs: list[int], heavy: list[Step]) -> Step:
        facts = {
            slot: each
            for member in heavy
            for slot, *each in zip(member.outs, member.shapes, member.dtypes, strict=True)
        }
        is_long = max(map(elements, self.members)) >= LONG_ROW * prod(self.lead)
        backend = self.joining.draft.backend
        code = self._code(outs, facts, self.joining.usual if is_long and not backend.guards else None)
        if code.has_trusted:
            code.general = self._code(outs, facts, None)
        ins = tuple(dict.fromkeys([*(slot for slot, _ in code.whole), *code.rows]))
        last = heavy[-1]
        work = sum(elements(member) * _rounds(member) for member in heavy)
        largest = max(map(elements, self.members))
        facts_of_outs = [(facts[slot][0], facts[slot][1]) for slot in outs]
        chain = Chain(code, self.lead, ins, facts_of_outs, largest, work, backend.quiet)
        shapes, dtypes = [facts[slot][0] for slot in outs], [facts[slot][1] for slot in outs]
        note = Note("chain", last.origin, f"{prod(self.lead)} rows", steps=len(heavy))
        self.joining.draft.notes.append(note)
        if code.reused:
            what = f"{counted(code.reused, 'result')} in the memory of operands"
            self.joining.draft.notes.append(Note("reused", last.origin, what))
        if code.general is not None:
            what = "numbers of rows that are chosen where they are finite, or the like, are taken to be"
            self.joining.draft.notes.append(Note("usual", last.origin, what))
        step = Step(last.origin, chain, ins, tuple(outs), shapes, dtypes, wants_context=True, parts=tuple(heavy))
        step.guard = guard_of_parts(heavy)
        return step

    def _code(self, outs: list[int], facts: dict[int, list[Any]], usual: Usual | None) -> BlockCode:
        backend = self.joining.draft.backend
        code = BlockCode(len(self.lead), outs, usual, backend.look if backend.guards else None)
        for member in self.members:
            code.add(member)
        for slot in outs:
            code.store(slot, facts[slot][1])
        return code

    def _is_read(self, slot: int, members: set[int]) -> bool:
        """Whether somebody outside the chain reads a slot, perhaps by way of steps that make nothing new."""
        if slot in self.joining.outputs:
            return True
        for reader in self.joining.readers.get(slot, ()):
            if id(reader) in members and not is_light(reader):
                continue
            if not is_light(reader) or self._is_read(reader.outs[0], members):
                return True
        return False


def loop_lead(loop: RowLoop, lead: Shape, made: set[int]) -> Shape:
    """How many of the leading sizes a loop can keep, beside what a chain makes."""
    mine = {*made, *loop.carried}
    for shape in loop.shapes:
        lead = lead[: common(lead, shape)]
    for inner in loop.body:
        if isinstance(inner.function, RowLoop):
            lead = loop_lead(inner.function, lead, mine)
        else:
            lead = lead[: kept(inner, lead, lambda place, inner=inner: inner.ins[place] in mine)]
        mine.update(inner.outs)
    return lead


def _space(step: Step) -> Shape | None:
    """The shape over which a step may begin a chain, or be in one; None where it may not."""
    if isinstance(step.function, RowLoop):
        return max(step.function.shapes, key=prod)
    if len(step.shapes) != 1 or not step.shapes[0] or is_light(step):
        return None
    return step.shapes[0] if kept(step, step.shapes[0], lambda place: False) else None


def elements(step: Step) -> int:
    if isinstance(step.function, RowLoop):
        return max(map(prod, step.function.shapes))
    shapes = [shape_of(step, place) for place in range(len(step.ins))] if not is_light(step) else []
    return max(map(prod, (*shapes, step.shapes[0] or ())))


def _rounds(step: Step) -> int:
    return 50 * len(step.function.body) if isinstance(step.function, RowLoop) else 1
