"""The queues of async I/O against a plain model: what has left, after every step, in which order."""

from __future__ import annotations

from typing import Any, Optional

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pyrite.operators.async_io.async_queue import (
    AsyncQueue,
    Entry,
    IdleMark,
    Mark,
    OrderedQueue,
    UnorderedQueue,
    WatermarkMark,
)

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 4)),
        st.tuples(st.just("watermark"), st.integers(0, 9)),
        st.tuples(st.just("idle"), st.booleans()),
        st.tuples(st.just("complete"), st.integers(0, 99)),
    ),
    max_size=40,
)


class Model:
    """One list of all that has come. Slow, and plain: every rule is one line."""

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self.came: list[Entry | Mark] = []
        self._completed: list[Entry] = []

    def mark(self, mark: Mark) -> None:
        if self.came and isinstance(mark, WatermarkMark) and isinstance(self.came[-1], WatermarkMark):
            self.came.pop()
        self.came.append(mark)

    def complete(self, entry: Entry) -> None:
        self._completed.append(entry)

    def leaving(self) -> list[Entry | Mark]:
        left: list[Entry | Mark] = []
        while (actual := self._next()) is not None:
            left.append(actual)
            self.came.remove(actual)
        return left

    def _next(self) -> Optional[Entry | Mark]:
        first = self.came[0] if self.came else None
        if first is None or not isinstance(first, Entry):
            return first
        if self._ordered:
            return first if first in self._completed else None
        marks = [place for place, item in enumerate(self.came) if not isinstance(item, Entry)]
        before_mark = self.came[: marks[0]] if marks else self.came
        return next((entry for entry in self._completed if entry in before_mark), None)

    @property
    def waiting(self) -> list[Entry]:
        return [item for item in self.came if isinstance(item, Entry) and item not in self._completed]


@pytest.mark.parametrize("kind", [OrderedQueue, UnorderedQueue])
@given(steps=STEPS)
@example([("add", 2), ("watermark", 0), ("complete", 0), ("add", 0), ("watermark", 0), ("complete", 0)])
def test_queue_lets_go_what_its_model_does(kind: type[AsyncQueue], steps: list[tuple[str, Any]]) -> None:
    queue, model = kind(), Model(kind is OrderedQueue)
    for step, argument in steps:
        if step == "add":
            entries = [Entry(number, 0) for number in range(argument)]
            queue.add(entries)
            model.came.extend(entries)
        elif step == "complete":
            if not model.waiting:
                continue
            entry = model.waiting[argument % len(model.waiting)]
            entry.results = []
            queue.complete(entry)
            model.complete(entry)
        else:
            mark = WatermarkMark(argument) if step == "watermark" else IdleMark(argument)
            queue.mark(mark)
            model.mark(mark)
        assert flat(queue.take()) == model.leaving()
        assert set(queue) == {item for item in model.came if isinstance(item, Entry)}
        assert bool(queue) == bool(model.came)


def flat(taken: list[list[Entry] | Mark]) -> list[Entry | Mark]:
    return [entry for item in taken for entry in (item if isinstance(item, list) else [item])]


@pytest.mark.parametrize("kind", [OrderedQueue, UnorderedQueue])
def test_queue_gives_its_records_in_the_order_of_arrival(kind: type[AsyncQueue]) -> None:
    queue, entries = kind(), [Entry(number, 0) for number in range(4)]
    queue.add(entries[:2])
    queue.mark(WatermarkMark(1))
    queue.add(entries[2:])
    assert list(queue) == entries


@pytest.mark.parametrize("kind", [OrderedQueue, UnorderedQueue])
def test_queue_lets_results_go_in_one_run_between_marks(kind: type[AsyncQueue]) -> None:
    queue, entries = kind(), [Entry(number, 0) for number in range(3)]
    queue.add(entries[:2])
    queue.mark(WatermarkMark(7))
    queue.add(entries[2:])
    for entry in entries:
        entry.results = []
        queue.complete(entry)
    assert queue.take() == [entries[:2], WatermarkMark(7), entries[2:]]
