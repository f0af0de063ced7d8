"""HeapTimerQueue: one timer for each key and time, in time order."""

from __future__ import annotations

from typing import Optional

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.common.block import StateKey
from pyrite.core.clock import ManualClock
from pyrite.operators.timers import UnkeyedTimerService, as_time
from pyrite.state.timer_queue import HeapTimerQueue, TimerQueue

ACTIONS = st.lists(st.tuples(st.sampled_from(["register", "delete", "fire"]), st.integers(0, 3), st.integers(0, 10)))


def drain(queue: TimerQueue, until_ms: int) -> list[tuple[int, StateKey]]:
    fired = []
    while (due := queue.pop_due(until_ms)) is not None:
        fired.append(due)
    return fired


def test_timers_fire_in_time_order_across_keys() -> None:
    queue = HeapTimerQueue()
    for key, time in (("b", 30), ("a", 10), ("c", 20), ("a", 20)):
        queue.register(key, time)
    assert drain(queue, 100) == [(10, "a"), (20, "c"), (20, "a"), (30, "b")]


def test_timer_at_the_very_time_is_due() -> None:
    queue = HeapTimerQueue()
    queue.register("a", 10)
    assert queue.pop_due(9) is None
    assert queue.pop_due(10) == (10, "a")


def test_timer_registered_twice_fires_once() -> None:
    queue = HeapTimerQueue()
    queue.register("a", 10)
    queue.register("a", 10)
    assert (len(queue), drain(queue, 10)) == (1, [(10, "a")])


def test_deleted_timer_does_not_fire() -> None:
    queue = HeapTimerQueue()
    queue.register("a", 10)
    queue.delete("a", 10)
    assert (len(queue), queue.next_ms(), drain(queue, 10)) == (0, None, [])


def test_delete_of_another_keys_timer_changes_nothing() -> None:
    queue = HeapTimerQueue()
    queue.register("a", 10)
    queue.delete("b", 10)
    queue.delete("a", 11)
    assert drain(queue, 10) == [(10, "a")]


def test_timer_deleted_and_registered_again_fires_once() -> None:
    queue = HeapTimerQueue()
    queue.register("a", 10)
    queue.delete("a", 10)
    queue.register("a", 10)
    assert drain(queue, 10) == [(10, "a")]


def test_keys_of_all_types_can_have_timers_at_one_time() -> None:
    queue = HeapTimerQueue()
    for key in ("a", 1, b"x"):
        queue.register(key, 10)
    assert [key for _, key in drain(queue, 10)] == ["a", 1, b"x"]


@given(ACTIONS)
def test_queue_does_what_a_plain_set_does(actions: list[tuple[str, int, int]]) -> None:
    queue = HeapTimerQueue()
    model: set[tuple[int, StateKey]] = set()
    for action, key, time in actions:
        if action == "register":
            queue.register(key, time)
            model.add((time, key))
        elif action == "delete":
            queue.delete(key, time)
            model.discard((time, key))
        else:
            due = {timer for timer in model if timer[0] <= time}
            fired = drain(queue, time)
            assert [at for at, _ in fired] == sorted(at for at, _ in due)
            assert set(fired) == due
            model -= due
        assert len(queue) == len(model)
        assert queue.next_ms() == min((at for at, _ in model), default=None)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 10), st.booleans())))
def test_restored_queue_fires_as_the_snapshotted_one(changes: list[tuple[int, int, bool]]) -> None:
    queue, restored = HeapTimerQueue(), HeapTimerQueue()
    for key, time, register in changes:
        (queue.register if register else queue.delete)(key, time)
    for at, owner in queue.snapshot():
        restored.register(owner, at)
    assert drain(restored, 100) == drain(queue, 100)


def test_cleared_queue_has_no_timers() -> None:
    queue = HeapTimerQueue()
    queue.register("a", 10)
    queue.clear()
    actual: Optional[int] = queue.next_ms()
    assert (len(queue), actual) == (0, None)


@pytest.mark.parametrize("domain", ["event_time", "processing_time"])
@pytest.mark.parametrize("action", ["register", "delete"])
def test_timers_are_refused_without_a_key(action: str, domain: str) -> None:
    with pytest.raises(RuntimeError, match=r"timers belong to a key: call key_by\(\)"):
        getattr(UnkeyedTimerService(ManualClock()), f"{action}_{domain}_timer")(1)


@pytest.mark.parametrize("time", [7, 7.9, np.int64(7), np.float64(7.9), np.uint8(7)], ids=repr)
def test_timers_time_may_be_any_number(time: float) -> None:
    assert (as_time(time), type(as_time(time))) == (7, int)


@pytest.mark.parametrize("time", [2**63, -(2**63) - 1, "7", None, 1e30], ids=repr)
def test_timers_time_that_is_no_number_of_64_bits_is_refused(time: object) -> None:
    with pytest.raises((TypeError, OverflowError), match="a timer's time is an int of 64 bits"):
        as_time(time)
