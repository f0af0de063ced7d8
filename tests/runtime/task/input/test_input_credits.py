"""InputCredits: what is in flight to a task is about a second's work, however slow the task is."""

from __future__ import annotations

import pytest

from pyrite.core.clock import ManualClock
from pyrite.runtime.task.input.input_credits import FIRST_CREDIT, InputCredits

Channel = tuple[int, int]


class Senders:
    """Senders that always send all they may, and a receiver to which a record costs so many milliseconds."""

    def __init__(self, count: int, cost_ms: int) -> None:
        self.clock = ManualClock(0)
        self.limits: dict[Channel, int] = {(0, sender): FIRST_CREDIT for sender in range(count)}
        self.consumed = dict.fromkeys(self.limits, 0)
        self.credits = InputCredits(list(self.limits), 1_000_000, self.clock)
        self.cost_ms = cost_ms
        self.grants = 0

    @property
    def in_flight(self) -> int:
        return sum(self.limits.values()) - sum(self.consumed.values())

    def work(self, channel: Channel, count: int) -> None:
        count = min(count, self.limits[channel] - self.consumed[channel])
        assert count > 0, "a sender is blocked, and nothing is in flight"
        self.clock.advance(count * self.cost_ms)
        self.consumed[channel] += count
        for grant in self.credits.consumed([(channel, count)]):
            self.grants += 1
            for sender, limit in grant.limits.items():
                assert limit > self.limits[grant.edge, sender]
                self.limits[grant.edge, sender] = limit

    def run(self, seconds: int) -> None:
        until_ms = self.clock.now_ms() + seconds * 1000
        while self.clock.now_ms() < until_ms:
            for channel in self.limits:
                self.work(channel, 10)


@pytest.mark.parametrize("senders", [1, 2, 8])
@pytest.mark.parametrize("cost_ms", [1, 20, 200])
def test_about_a_second_of_work_is_in_flight(senders: int, cost_ms: int) -> None:
    run = Senders(senders, cost_ms)
    run.run(20)
    assert run.in_flight * cost_ms <= 1000 + senders * cost_ms


@pytest.mark.parametrize("cost_ms", [1, 20])
def test_a_grant_comes_about_twice_a_second(cost_ms: int) -> None:
    run = Senders(2, cost_ms)
    run.run(10)
    run.grants = 0
    run.run(10)
    assert 10 <= run.grants <= 60


def test_no_more_than_the_first_credit_is_sent_before_the_first_record_is_processed() -> None:
    assert Senders(2, 200).in_flight == 2 * FIRST_CREDIT


def test_window_grows_within_a_few_grants_for_a_fast_task() -> None:
    run = Senders(1, 0)
    for _ in range(10):
        run.work((0, 0), 1 << 20)
    assert run.in_flight > 100_000


def test_window_shrinks_when_records_become_slow() -> None:
    run = Senders(2, 1)
    run.run(10)
    run.cost_ms = 20
    run.run(60)
    assert run.in_flight * 20 <= 1100


def test_a_channel_that_is_silent_leaves_its_share_to_the_others() -> None:
    run = Senders(4, 1)
    for _ in range(2000):
        run.work((0, 0), 10)
    assert run.limits[0, 0] - run.consumed[0, 0] > 400


def test_time_without_input_does_not_count() -> None:
    run = Senders(1, 1)
    run.run(5)
    for _ in range(20):
        run.clock.advance(5000)
        run.credits.waited(5_000_000)
        run.work((0, 0), 600)
    assert run.in_flight > 500
