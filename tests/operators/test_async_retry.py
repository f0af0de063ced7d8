"""Further attempts of async calls, and the time-out over all of them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from pyrite.common import Time
from pyrite.core.errors import UserFunctionError
from pyrite.datastream import AsyncDataStream, AsyncFunction, AsyncRetryStrategy
from pyrite.datastream.async_retry_predicates import (
    empty_result_predicate,
    exception_type_predicate,
    has_exception_predicate,
)
from pyrite.testing import OperatorTestHarness
from tests.operators.capabilities import waits_of


class Script(AsyncFunction[Any, Any]):
    """Each attempt takes 5 ms and has the next of these outcomes, for every record alike."""

    def __init__(self, *outcomes: Any) -> None:
        self._outcomes = outcomes
        self.attempts: dict[Any, int] = {}

    async def async_invoke(self, value: Any) -> list[Any]:
        attempt = self.attempts.get(value, 0)
        self.attempts[value] = attempt + 1
        await asyncio.sleep(0.005)
        outcome = self._outcomes[min(attempt, len(self._outcomes) - 1)]
        if isinstance(outcome, Exception):
            raise outcome
        return list(outcome)


def retrying(
    function: AsyncFunction[Any, Any], strategy: AsyncRetryStrategy[Any], timeout_ms: int = 1000
) -> OperatorTestHarness:
    timeout = Time.milliseconds(timeout_ms)
    return OperatorTestHarness.of(
        lambda stream: AsyncDataStream.ordered_wait_with_retry(stream, function, timeout, strategy)
    )


ANY = AsyncRetryStrategy.fixed_delay(3, 10, empty_result_predicate, has_exception_predicate)


def test_call_that_raises_is_made_again_after_the_delay() -> None:
    function = Script(OSError(), OSError(), ["good"])
    harness = retrying(function, ANY)
    harness.process_element("x")
    harness.advance_processing_time(34)
    assert harness.extract_output_values() == []
    harness.advance_processing_time(1)  # 5 + 10 + 5 + 10 + 5
    assert (harness.extract_output_values(), function.attempts) == (["good"], {"x": 3})


def test_result_that_is_not_good_enough_is_asked_for_again() -> None:
    harness = retrying(Script([], ["good"]), ANY)
    harness.process_element("x")
    harness.end_input()
    assert harness.extract_output_values() == ["good"]


def test_error_of_the_last_attempt_fails() -> None:
    function = Script(OSError("down"))
    harness = retrying(function, ANY)
    harness.process_element("x")
    with pytest.raises(UserFunctionError, match="OSError: down"):
        harness.end_input()
    assert function.attempts == {"x": 4}, "the first, and three more"


def test_result_of_the_last_attempt_counts_whatever_it_is() -> None:
    harness = retrying(Script([]), ANY)
    harness.process_element("x")
    harness.end_input()
    assert (harness.extract_output_values(), waits_of(harness.operator).is_waiting) == ([], False)


def test_error_of_another_type_is_not_tried_again() -> None:
    function = Script(KeyError("who"))
    only_network = partial(exception_type_predicate, expected_error_type=OSError)
    harness = retrying(function, AsyncRetryStrategy.fixed_delay(3, 10, None, only_network))
    harness.process_element("x")
    with pytest.raises(UserFunctionError, match="KeyError"):
        harness.end_input()
    assert function.attempts == {"x": 1}


def test_timeout_is_over_all_attempts() -> None:
    function = Script(OSError())
    harness = retrying(function, AsyncRetryStrategy.fixed_delay(1000, 10, None, has_exception_predicate), 40)
    harness.process_element("x")
    with pytest.raises(UserFunctionError, match="TimeoutError"):
        harness.advance_processing_time(40)
    assert function.attempts == {"x": 3}


def test_no_attempt_follows_a_timeout() -> None:
    class Default(Script):
        def timeout(self, value: Any) -> list[Any]:
            return ["late"]

    function = Default(OSError())
    harness = retrying(function, ANY, timeout_ms=12)
    harness.process_element("x")
    harness.advance_processing_time(1000)
    assert (harness.extract_output_values(), function.attempts) == (["late"], {"x": 1})


def test_strategy_serves_all_records_at_the_same_time() -> None:
    strategy = AsyncRetryStrategy.exponential_backoff(5, 10, 1000, 2.0, None, has_exception_predicate)
    harness = retrying(Script(OSError(), OSError(), ["good"]), strategy)
    harness.process_element("first")
    harness.advance_processing_time(7)
    harness.process_element("second")
    harness.advance_processing_time(38)  # 5 + 10 + 5 + 20 + 5 after the start of the first
    assert harness.extract_output_values() == ["good"]
    harness.advance_processing_time(7)
    assert harness.extract_output_values() == ["good", "good"]


def test_predicate_that_raises_is_reported_as_the_users_error() -> None:
    def broken(results: list[Any]) -> bool:
        raise ZeroDivisionError("predicate")

    harness = retrying(Script(["x"]), AsyncRetryStrategy.fixed_delay(3, 10, broken, None))
    harness.process_element("x")
    with pytest.raises(UserFunctionError, match="ZeroDivisionError: predicate"):
        harness.end_input()


def test_each_attempt_gets_the_record_as_it_came() -> None:
    seen: list[Any] = []

    class Spoil(AsyncFunction[Any, Any]):
        async def async_invoke(self, value: Any) -> list[Any]:
            seen.append(list(value))
            value.append("spoilt")
            if len(seen) == 1:
                raise OSError
            return [value]

    harness = retrying(Spoil(), ANY)
    harness.process_element(["a"])
    harness.end_input()
    assert seen == [["a"], ["a"]]
