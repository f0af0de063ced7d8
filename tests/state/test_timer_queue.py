"""HeapTimerQueue: deleted timers leave the heap when they are many, and the others fire as they were registered."""

from __future__ import annotations

from pyrite.state.timer_queue import SLACK, HeapTimerQueue


def test_timers_that_stay_fire_in_order_after_many_were_deleted() -> None:
    queue = HeapTimerQueue()
    for number in range(3 * SLACK):
        queue.register(f"key-{number}", number % 7)
    for number in range(3 * SLACK):
        if number % 100:
            queue.delete(f"key-{number}", number % 7)
    assert len(queue._heap) <= 2 * len(queue) + SLACK
    fired = [queue.pop_due(10) for _ in range(len(queue))]
    expected = sorted(range(0, 3 * SLACK, 100), key=lambda number: number % 7)
    assert fired == [(number % 7, f"key-{number}") for number in expected]
    assert queue.pop_due(10) is None


def test_timer_that_is_registered_again_after_its_deletion_fires_once() -> None:
    queue = HeapTimerQueue()
    queue.register("key", 5)
    queue.delete("key", 5)
    assert (len(queue), queue.next_ms()) == (0, None)
    queue.register("key", 5)
    queue.register("key", 5)
    assert [queue.pop_due(5), queue.pop_due(5)] == [(5, "key"), None]
