"""Retry strategies: how often, and after how long."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import AsyncRetryStrategy
from pyrite.datastream.async_retry_predicates import (
    empty_result_predicate,
    exception_type_predicate,
    has_exception_predicate,
)
from pyrite.datastream.async_retry_strategies import (
    NO_RETRY_STRATEGY,
    ExponentialBackoffDelayRetryStrategy,
    FixedDelayRetryStrategy,
)


def delays(strategy: AsyncRetryStrategy[Any]) -> list[int]:
    """What is waited for before each further attempt, until there may be none."""
    actual: list[int] = []
    while strategy.can_retry(len(actual) + 1):
        actual.append(strategy.get_backoff_time_millis(len(actual) + 1))
    return actual


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (AsyncRetryStrategy.no_restart(), []),
        (AsyncRetryStrategy.fixed_delay(3, 50, None, None), [50, 50, 50]),
        (AsyncRetryStrategy.exponential_backoff(5, 100, 500, 2.0, None, None), [100, 200, 400, 500, 500]),
        (AsyncRetryStrategy.exponential_backoff(3, 100, 1000, 1.5, None, None), [100, 150, 225]),
        (AsyncRetryStrategy.exponential_backoff(3, 100, 1000, 0.5, None, None), [100, 50, 25]),
    ],
)
def test_strategy_waits_before_each_further_attempt(strategy: AsyncRetryStrategy[Any], expected: list[int]) -> None:
    assert delays(strategy) == expected


def test_strategies_predicates_are_those_it_was_given() -> None:
    strategy: AsyncRetryStrategy[Any] = FixedDelayRetryStrategy(1, 1, empty_result_predicate, has_exception_predicate)
    predicate = strategy.get_retry_predicate()
    assert predicate.result_predicate() is empty_result_predicate
    assert predicate.exception_predicate() is has_exception_predicate
    none = NO_RETRY_STRATEGY.get_retry_predicate()
    assert (none.result_predicate(), none.exception_predicate()) == (None, None)


def test_predicates_tell_which_outcome_is_tried_again() -> None:
    assert [empty_result_predicate(result) for result in (None, [], [0])] == [True, True, False]
    assert [has_exception_predicate(error) for error in (None, OSError())] == [False, True]
    assert [exception_type_predicate(error, OSError) for error in (ConnectionError(), KeyError())] == [True, False]


@pytest.mark.parametrize(
    "make",
    [
        lambda: FixedDelayRetryStrategy(0, 1, None, None),
        lambda: FixedDelayRetryStrategy(1, 0, None, None),
        lambda: FixedDelayRetryStrategy(1, 1, True, None),  # type: ignore[arg-type]
        lambda: ExponentialBackoffDelayRetryStrategy(1, 0, 1, 2.0, None, None),
        lambda: ExponentialBackoffDelayRetryStrategy(1, 1, 0, 2.0, None, None),
        lambda: ExponentialBackoffDelayRetryStrategy(1, 1, 1, 0, None, None),
    ],
)
def test_strategy_refuses_what_makes_no_sense(make: Any) -> None:
    with pytest.raises(InvalidProgramError):
        make()
