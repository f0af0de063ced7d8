"""LookupJoin: results, order, caches, retries, time-outs and checkpoints, on a clock that tests move."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.connector.lookup import FullCache, PartialCache
from pyrite.core.errors import UserFunctionError
from pyrite.core.types import BigIntType, BooleanType, VarCharType
from pyrite.expressions.resolved import FieldReference, FunctionCall, ValueLiteral
from pyrite.operators.relational.lookup.lookup_calls import MissRetry
from pyrite.operators.relational.lookup.lookup_join import AsyncLookup, LookupOrder
from pyrite.testing import Watermark
from tests.operators.capabilities import waits_of
from tests.operators.relational.lookup.lookup_jobs import LookupJob, Server

INT = BigIntType()
NAME = FieldReference(3, "name", VarCharType(100))
NAME_IS_B = FunctionCall("=", (NAME, ValueLiteral("b", VarCharType(1))), BooleanType())


def ordered(capacity: int = 100, timeout_ms: int = 1000) -> AsyncLookup:
    return AsyncLookup(capacity, timeout_ms, LookupOrder.ORDERED)


def unordered(capacity: int = 100) -> AsyncLookup:
    return AsyncLookup(capacity, 1000, LookupOrder.UNORDERED)


BOTH = pytest.mark.parametrize("asynchronous", [None, ordered()], ids=["sync", "async"])


@BOTH
def test_row_is_joined_with_all_rows_of_its_key(asynchronous: Any) -> None:
    job = LookupJob(Server({1: ["a", "b"], 2: ["c"]}), asynchronous=asynchronous)
    job.rows((10, 1), (11, 2), (12, 3), (13, None), (14, 1))
    job.end()
    assert job.take() == [(10, "a"), (10, "b"), (11, "c"), (14, "a"), (14, "b")]


@BOTH
def test_left_join_pads_rows_without_a_match(asynchronous: Any) -> None:
    job = LookupJob(Server({1: ["a", "b"], 2: ["c"]}), asynchronous=asynchronous, is_left=True, condition=NAME_IS_B)
    job.rows((10, 1), (11, 2), (12, 3), (13, None))
    job.end()
    assert job.take() == [(10, "b"), (11, None), (12, None), (13, None)]


def test_blocking_call_has_each_key_of_a_block_once() -> None:
    server = Server({1: ["a"]})
    job = LookupJob(server)
    job.rows((10, 1), (11, 2), (12, 1), (13, None))
    job.end()
    assert server.calls == [[1, 2]]


def test_rows_that_miss_the_condition_of_the_left_are_not_looked_up() -> None:
    server = Server({1: ["a"], 2: ["b"]})
    is_one = FunctionCall("=", (FieldReference(1, "k", INT), ValueLiteral(1, INT)), BooleanType())
    job = LookupJob(server, left_condition=is_one, is_left=True)
    job.rows((10, 1), (11, 2))
    job.end()
    assert server.calls == [[1]]
    assert job.take() == [(10, "a"), (11, None)]


def test_change_kinds_are_those_of_the_left_rows() -> None:
    job = LookupJob(Server({1: ["a"], 2: ["b"]}), is_changelog=True)
    job.rows((10, 1), (10, 1), (10, 2), kinds=[0, 1, 2])
    job.end()
    assert job.take() == [(10, "a", 0), (10, "a", 1), (10, "b", 2)]


# Order ----------------------------------------------------------------------------------------------------------------


def test_ordered_results_leave_in_the_order_of_rows() -> None:
    job = LookupJob(Server({1: ["a"], 2: ["b"]}, {1: 30, 2: 10}), asynchronous=ordered())
    job.rows((10, 1), (11, 2))
    job.job.advance_processing_time(29)
    assert job.take() == []
    job.job.advance_processing_time(1)
    assert job.take() == [(10, "a"), (11, "b")]


def test_unordered_results_do_not_overtake_a_watermark() -> None:
    job = LookupJob(Server({1: ["a"], 2: ["b"], 3: ["c"]}, {1: 30, 2: 10, 3: 5}), asynchronous=unordered())
    job.rows((10, 1), (11, 2))
    job.job.process_watermark(7)
    job.rows((12, 3))
    job.job.advance_processing_time(10)
    assert job.take() == [(11, "b")]
    job.job.advance_processing_time(20)
    assert job.job.output.events == [Watermark(7)]
    assert job.take() == [(10, "a"), (12, "c")]


def test_rows_of_a_key_are_looked_up_one_after_another_when_ordered_by_key() -> None:
    server = Server({1: ["a"], 2: ["b"], 3: ["c"]}, {1: 30, 2: 10, 3: 5})
    by_number = AsyncLookup(100, 1000, LookupOrder.KEY_ORDERED, (0,))
    job = LookupJob(server, asynchronous=by_number, is_changelog=True)
    job.rows((10, 1), (11, 2), (10, 3), kinds=[0, 0, 2])
    assert server.calls == [[1], [2]]
    job.job.advance_processing_time(10)
    assert job.take() == [(11, "b", 0)]
    job.job.advance_processing_time(20)
    assert server.calls == [[1], [2], [3]]
    job.job.advance_processing_time(5)
    assert job.take() == [(10, "a", 0), (10, "c", 2)]


def test_operator_is_full_when_calls_reach_the_capacity() -> None:
    server = Server({}, {1: 10, 2: 10, 3: 10})
    job = LookupJob(server, asynchronous=ordered(capacity=2))
    job.rows((10, 1), (11, 2), (12, 3))
    assert server.calls == [[1], [2]]
    assert waits_of(job.job.operator).is_full
    job.job.advance_processing_time(10)
    assert server.calls == [[1], [2], [3]]
    assert not waits_of(job.job.operator).is_full


def test_async_calls_have_several_keys_where_the_connector_wants_them() -> None:
    server = Server({})
    job = LookupJob(server, most=2, asynchronous=ordered())
    job.rows((10, 1), (11, 1), (12, 2), (13, 3), (14, 4))
    assert server.calls == [[1], [2, 3], [4]]


# Caches ---------------------------------------------------------------------------------------------------------------


def look_up(job: LookupJob, *keys: int) -> list[Any]:
    job.rows(*((key, key) for key in keys))
    job.end()
    return [name for _, name in job.take()]


@BOTH
def test_partial_cache_answers_until_it_expires_after_its_write(asynchronous: Any) -> None:
    server = Server({1: ["a"]})
    job = LookupJob(server, PartialCache(expire_after_write_ms=10), asynchronous=asynchronous)
    assert look_up(job, 1, 2) == ["a"]
    calls = list(server.calls)
    server.names = {1: ["z"], 2: ["y"]}
    job.job.advance_processing_time(9)
    assert look_up(job, 1, 2) == ["a"]
    assert server.calls == calls
    job.job.advance_processing_time(1)
    assert look_up(job, 1, 2) == ["z", "y"]


def test_partial_cache_expires_after_the_last_access() -> None:
    server = Server({1: ["a"]})
    job = LookupJob(server, PartialCache(expire_after_access_ms=10))
    for _ in range(3):
        look_up(job, 1)
        job.job.advance_processing_time(9)
    job.job.advance_processing_time(1)
    look_up(job, 1)
    assert server.calls == [[1], [1]]


def test_partial_cache_drops_the_key_that_was_not_used_for_longest() -> None:
    server = Server({1: ["a"], 2: ["b"], 3: ["c"]})
    job = LookupJob(server, PartialCache(max_rows=2))
    for key in (1, 2, 1, 3, 1, 2):
        look_up(job, key)
    assert server.calls == [[1], [2], [3], [2]]


def test_partial_cache_need_not_have_missing_keys() -> None:
    server = Server({})
    job = LookupJob(server, PartialCache(caches_missing_keys=False))
    look_up(job, 1)
    look_up(job, 1)
    assert server.calls == [[1], [1]]


def test_full_cache_is_loaded_again_after_its_interval() -> None:
    server = Server({1: ["a"]})
    job = LookupJob(server, FullCache(interval_ms=60_000))
    assert look_up(job, 1, 2) == ["a"]
    server.names = {2: ["b"]}
    assert look_up(job, 1, 2) == ["a"]
    advance(job, 60_000)
    assert look_up(job, 1, 2) == ["b"]
    assert server.calls == []


def test_full_cache_is_loaded_again_at_a_time_of_day() -> None:
    server = Server({1: ["a"]})
    job = LookupJob(server, FullCache(time_of_day_ms=3_600_000, interval_days=2), now_ms=1_800_000)
    advance(job, 1_800_000)
    assert server.loads == 1
    advance(job, 86_400_000)
    assert server.loads == 2


def test_failed_reload_fails_the_next_row() -> None:
    server = Server({1: ["a"]})
    job = LookupJob(server, FullCache(interval_ms=10))
    server.error = ValueError("no table")
    advance(job, 10)
    with pytest.raises(ValueError, match="no table"):
        job.rows((1, 1))


def advance(job: LookupJob, duration_ms: int) -> None:
    """Advances time, and waits for the thread of a load."""
    job.job.advance_processing_time(duration_ms)
    loop = job.job._loop._loop
    assert loop is not None
    while loop._loop.in_threads:
        loop.wait_outside(1.0)
        job.job._loop.settle()


# Misses and failures --------------------------------------------------------------------------------------------------


@BOTH
def test_missing_keys_are_looked_up_again_as_often_as_the_hint_says(asynchronous: Any) -> None:
    server = Server({1: ["a"]})
    job = LookupJob(server, most=10, asynchronous=asynchronous, retry=MissRetry(10, 2), is_left=True)
    job.rows((10, 1), (11, 2))
    job.end()
    assert server.calls == [[1, 2], [2], [2]]
    assert job.job.clock.now_ms() == 20
    assert job.take() == [(10, "a"), (11, None)]


@BOTH
def test_failed_lookup_names_key_and_table(asynchronous: Any) -> None:
    server = Server({}, error=ValueError("not today"))
    job = LookupJob(server, most=10, asynchronous=asynchronous)
    with pytest.raises(UserFunctionError, match="lookup of id = 1 and 1 other keys in names") as failure:
        job.rows((10, 1), (11, 2))
        job.end()
    assert "ValueError: not today" in str(failure.value)


def test_timeout_names_key_and_table_and_the_options() -> None:
    job = LookupJob(Server({}, {1: 5000}), asynchronous=ordered())
    job.rows((10, 1))
    with pytest.raises(UserFunctionError, match="no answer within 1000 ms") as failure:
        job.end()
    assert "lookup of id = 1 in names" in str(failure.value)


# Checkpoints ----------------------------------------------------------------------------------------------------------


def test_rows_in_flight_are_looked_up_again_after_a_restore() -> None:
    server = Server({1: ["a"], 2: ["b"]}, {1: 10, 2: 0})
    job = LookupJob(server, asynchronous=ordered())
    job.rows((10, 1), (11, 2))
    job.job.process_watermark(5)
    assert job.take() == []
    restored = LookupJob(server, asynchronous=ordered(), restore=job.job.snapshot())
    restored.end()
    assert restored.job.output.watermarks == [5]
    assert restored.take() == [(10, "a"), (11, "b")]


def test_rows_of_a_changelog_leave_before_a_checkpoint() -> None:
    server = Server({1: ["a"], 2: ["b"]}, {1: 10, 2: 20})
    job = LookupJob(server, asynchronous=ordered(capacity=1), is_changelog=True)
    job.rows((10, 1), (11, 2), kinds=[0, 0])
    job.job.operator.prepare(1)
    assert job.take() == [(10, "a", 0), (11, "b", 0)]
    assert job.job.operator.snapshot(1).lists == {"lookup-join": []}
