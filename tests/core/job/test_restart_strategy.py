"""Restart strategies: each against a model that knows the whole history of failures."""

from __future__ import annotations

from random import Random
from typing import Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.restart_strategy import (
    ExponentialDelay,
    FailureRate,
    FixedDelay,
    NoRestart,
    RestartStrategy,
    make_restart_strategy,
)

NO_END = 2**31 - 1
GAPS = st.lists(st.integers(0, 3000), min_size=1, max_size=30)


def exponential(
    jitter: float = 0.0, attempts: int = NO_END, reset_threshold_ms: int = 1000, seed: int = 1
) -> ExponentialDelay:
    return ExponentialDelay(100, 1000, 2.0, reset_threshold_ms, jitter, attempts, Random(seed))


def fail(strategy: RestartStrategy, run_ms: list[int]) -> list[Optional[int]]:
    """Delays when the job runs that long before each failure, restarts as decided, and ends when none is left."""
    now_ms, delays = 0, []
    for ran_ms in run_ms:
        now_ms += ran_ms
        delay_ms = strategy.next_delay_ms(now_ms)
        delays.append(delay_ms)
        if delay_ms is None:
            break
        now_ms += delay_ms
    return delays


def test_no_restart_gives_up_at_once() -> None:
    assert fail(NoRestart(), [10]) == [None]


@pytest.mark.parametrize("attempts", [0, 1, 3])
def test_fixed_delay_gives_up_after_its_attempts(attempts: int) -> None:
    assert fail(FixedDelay(attempts, 50), [10**9] * 5) == [50] * attempts + [None]


def test_exponential_delay_grows_to_its_maximum() -> None:
    assert fail(exponential(), [10] * 7) == [100, 200, 400, 800, 1000, 1000, 1000]


@pytest.mark.parametrize(("ran_ms", "expected"), [(999, 400), (1000, 100), (5000, 100)])
def test_exponential_delay_starts_over_after_a_long_run(ran_ms: int, expected: int) -> None:
    assert fail(exponential(), [10, 10, ran_ms]) == [100, 200, expected]


def test_exponential_delay_gives_up_after_its_attempts() -> None:
    assert fail(exponential(attempts=2), [10] * 5) == [100, 200, None]


def test_exponential_delay_counts_attempts_again_after_a_long_run() -> None:
    assert fail(exponential(attempts=2), [10, 10, 1000, 10, 10]) == [100, 200, 100, 200, None]


def test_exponential_delay_takes_a_failure_during_the_wait_for_the_same() -> None:
    strategy = exponential(attempts=1)
    assert [strategy.next_delay_ms(now_ms) for now_ms in (1000, 1030, 1100)] == [100, 70, 0]
    assert strategy.next_delay_ms(1101) is None
    assert strategy.next_delay_ms(1102) is None


def test_exponential_delay_does_not_overflow() -> None:
    assert fail(exponential(jitter=1.0), [10] * 3000)[-1] in range(100, 1001)


@given(st.integers(0, 2**32), st.floats(0, 1), GAPS)
def test_exponential_delay_with_jitter_stays_within_its_bounds(seed: int, jitter: float, run_ms: list[int]) -> None:
    run_ms = [ran + 1 for ran in run_ms]
    restarts = 0
    for ran_ms, delay_ms in zip(run_ms, fail(exponential(jitter, seed=seed), run_ms), strict=True):
        restarts = 0 if ran_ms >= 1000 else restarts
        middle_ms = 100 * 2**restarts
        assert delay_ms is not None and 100 <= delay_ms <= 1000
        least_ms, most_ms = middle_ms - int(middle_ms * jitter), middle_ms + int(middle_ms * jitter)
        assert min(least_ms, 1000) <= delay_ms <= max(most_ms, 100)
        restarts += 1


def test_jitter_goes_by_the_random_given() -> None:
    made = [fail(exponential(jitter=0.5, seed=seed), [10] * 6) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


@given(st.integers(1, 4), st.integers(1, 5000), GAPS)
def test_failure_rate_gives_up_when_an_interval_has_one_failure_too_many(
    most: int, interval_ms: int, gaps_ms: list[int]
) -> None:
    strategy, now_ms = FailureRate(most, interval_ms, 7), 0
    failures_ms: list[int] = []
    for gap_ms in gaps_ms:
        now_ms += gap_ms
        failures_ms.append(now_ms)
        within = [time_ms for time_ms in failures_ms if now_ms - time_ms <= interval_ms]
        assert strategy.next_delay_ms(now_ms) == (7 if len(within) <= most else None)


# From a configuration -------------------------------------------------------------------------------------------------


def made(values: dict[str, str], checkpointing: bool = True) -> RestartStrategy:
    return make_restart_strategy(Configuration(values), checkpointing, Random(1))


def test_default_is_none_without_checkpoints_and_exponential_delay_with_them() -> None:
    assert isinstance(made({}, checkpointing=False), NoRestart)
    default = made({}, checkpointing=True)
    assert isinstance(default, ExponentialDelay)
    actual = (default.initial_backoff_ms, default.max_backoff_ms, default.multiplier, default.reset_threshold_ms)
    assert (*actual, default.jitter, default.attempts) == (1000, 60_000, 1.5, 3_600_000, 0.1, NO_END)


@pytest.mark.parametrize("checkpointing", [True, False])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"restart-strategy.type": "none"}, "no restarts"),
        ({"restart-strategy": "off"}, "no restarts"),
        ({"restart-strategy.type": "fixed-delay"}, "fixed delay of 1000 ms, at most 1 restarts"),
        (
            {"restart-strategy.type": "failure-rate", "restart-strategy.failure-rate.delay": "0"},
            "failure rate of 1 in 60000 ms, delay of 0 ms",
        ),
        (
            {"restart-strategy.type": "exponentialdelay", "restart-strategy.exponential-delay.max-backoff": "2 s"},
            "exponential delay from 1000 to 2000 ms, times 1.5 each, without end, reset after 3600000 ms "
            "without a failure",
        ),
    ],
)
def test_configuration_names_the_strategy(values: dict[str, str], expected: str, checkpointing: bool) -> None:
    assert made(values, checkpointing).describe() == expected


def test_first_backoff_longer_than_the_longest_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match=r"initial-backoff \(120000 ms\) is longer than .*max-backoff"):
        made({"restart-strategy.exponential-delay.initial-backoff": "2 min"})
