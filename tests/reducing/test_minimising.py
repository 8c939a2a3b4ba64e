"""Delta debugging by itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hlorepl.reducing.minimising import minimal


@given(st.integers(0, 60), st.data())
def test_what_is_needed_stays_and_nothing_else(count: int, data: st.DataObject):
    needed = set(data.draw(st.lists(st.sampled_from(range(count)), max_size=6))) if count else set[int]()
    asked: list[list[int]] = []

    def first(lists):
        for each in lists:
            asked.append(each)
            if needed <= set(each):
                return each
        return None

    assert minimal(list(range(count)), first) == sorted(needed)
    assert len(asked) <= 20 + 40 * (len(needed) + 1)


@given(st.integers(1, 40), st.integers(0, 2**31))
def test_without_any_one_of_what_stays_it_does_not_show(count: int, seed: int):
    """Also where more things do not show it, though fewer do."""

    def shows(things: list[int]) -> bool:
        return hash((seed, tuple(things))) % 3 == 0 or len(things) == count

    found = minimal(list(range(count)), lambda lists: next(filter(shows, lists), None))
    assert shows(found)
    assert not any(shows(found[:k] + found[k + 1 :]) for k in range(len(found)))
