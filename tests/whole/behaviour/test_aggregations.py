"""Rolling aggregations of keyed streams: as PyFlink 2.3 gives them for the same programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.core.time.time import MAX_WATERMARK, NO_TIMESTAMP
from pyrite.datastream import DataStream, KeyedStream, ReduceFunction, StreamExecutionEnvironment
from tests.whole.behaviour.run import WithTimestamp, collect, stamped

RECORDS = [("a", 3, "x"), ("a", 1, "y"), ("b", 5, "z"), ("a", 1, "w"), ("a", 4, "v")]
STAMPED = [("a", 1, 10), ("b", 1, 12), ("a", 2, 20), ("a", 3, 15)]

Aggregate = Callable[[KeyedStream], DataStream]


def first(value: Any) -> Any:
    return value[0]


def aggregate(data: list[Any], how: Aggregate, batch: bool = False, key: Callable[[Any], Any] = first) -> list[Any]:
    return collect(lambda env: how(env.from_collection(data).key_by(key)), batch)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (lambda s: s.sum(1), [("a", 3, "x"), ("a", 4, "x"), ("b", 5, "z"), ("a", 5, "x"), ("a", 9, "x")]),
        (lambda s: s.min(1), [("a", 3, "x"), ("a", 1, "x"), ("b", 5, "z"), ("a", 1, "x"), ("a", 1, "x")]),
        (lambda s: s.max(1), [("a", 3, "x"), ("a", 3, "x"), ("b", 5, "z"), ("a", 3, "x"), ("a", 4, "x")]),
        (lambda s: s.min_by(1), [("a", 3, "x"), ("a", 1, "y"), ("b", 5, "z"), ("a", 1, "y"), ("a", 1, "y")]),
        (lambda s: s.max_by(1), [("a", 3, "x"), ("a", 3, "x"), ("b", 5, "z"), ("a", 3, "x"), ("a", 4, "v")]),
        (lambda s: s.sum(2), [("a", 3, "x"), ("a", 3, "xy"), ("b", 5, "z"), ("a", 3, "xyw"), ("a", 3, "xywv")]),
        (lambda s: s.sum(-1), [("a", 3, "x"), ("a", 3, "xy"), ("b", 5, "z"), ("a", 3, "xyw"), ("a", 3, "xywv")]),
        (lambda s: s.max(2), [("a", 3, "x"), ("a", 3, "y"), ("b", 5, "z"), ("a", 3, "y"), ("a", 3, "y")]),
        (lambda s: s.max_by(2), [("a", 3, "x"), ("a", 1, "y"), ("b", 5, "z"), ("a", 1, "y"), ("a", 1, "y")]),
    ],
    ids=["sum", "min", "max", "min_by", "max_by", "sum-str", "sum-last", "max-str", "max_by-str"],
)
def test_aggregation_of_tuples_emits_every_update_in_streaming(how: Aggregate, expected: list[Any]) -> None:
    assert aggregate(RECORDS, how) == expected


@pytest.mark.parametrize(
    ("how", "of_a"),
    [
        (lambda s: s.sum(1), ("a", 9, "x")),
        (lambda s: s.min(1), ("a", 1, "x")),
        (lambda s: s.max(1), ("a", 4, "x")),
        (lambda s: s.min_by(1), ("a", 1, "y")),
        (lambda s: s.max_by(1), ("a", 4, "v")),
    ],
    ids=["sum", "min", "max", "min_by", "max_by"],
)
def test_aggregation_of_tuples_emits_the_last_update_in_batch(how: Aggregate, of_a: Any) -> None:
    assert sorted(aggregate(RECORDS, how, batch=True)) == [of_a, ("b", 5, "z")]


def test_aggregation_of_lists_gives_lists() -> None:
    records = [["a", 3, "x"], ["a", 1, "y"], ["a", 4, "v"]]
    assert aggregate(records, lambda s: s.sum(1)) == [["a", 3, "x"], ["a", 4, "x"], ["a", 8, "x"]]
    assert aggregate(records, lambda s: s.min_by(1)) == [["a", 3, "x"], ["a", 1, "y"], ["a", 1, "y"]]


@pytest.mark.parametrize("how", [lambda s: s.sum(0), lambda s: s.sum()], ids=["0", "default"])
def test_sum_of_plain_numbers_takes_position_zero(how: Aggregate) -> None:
    assert aggregate([1, 2, 3, 4], how, key=lambda value: value % 2) == [1, 2, 4, 6]
    assert sorted(aggregate([1, 2, 3, 4], how, batch=True, key=lambda value: value % 2)) == [4, 6]


def test_sum_mixes_numbers_as_python_does() -> None:
    assert aggregate([("a", 1), ("a", 1.5), ("a", True)], lambda s: s.sum(1)) == [("a", 1), ("a", 2.5), ("a", 3.5)]
    assert aggregate([("a", 2**70), ("a", 1)], lambda s: s.sum(1)) == [("a", 2**70), ("a", 2**70 + 1)]
    assert aggregate([("a", [1]), ("a", [2])], lambda s: s.sum(1)) == [("a", [1]), ("a", [1, 2])]


def test_sum_takes_records_of_different_lengths() -> None:
    assert aggregate([("a", 1, "x"), ("a", 2)], lambda s: s.sum(1)) == [("a", 1, "x"), ("a", 3, "x")]


def test_sum_does_not_look_at_a_keys_only_element() -> None:
    """PyFlink: the field is first used when a second element comes."""
    assert aggregate([("a", None)], lambda s: s.sum(1)) == [("a", None)]


@pytest.mark.parametrize(
    ("data", "how", "message"),
    [
        ([("a", 1), ("a", 2)], lambda s: s.sum(7), "IndexError: tuple index out of range"),
        ([("a", 1), ("a", 2)], lambda s: s.sum("n"), "Error: .*tuple"),
        ([("a", None), ("a", 1)], lambda s: s.sum(1), "TypeError: .*'NoneType' and 'int'"),
        ([("a", 1), ("a", None)], lambda s: s.max(1), "TypeError: '>' not supported .* 'NoneType' and 'int'"),
        ([("a", 1), ("a", "x")], lambda s: s.max(1), "TypeError: '>' not supported .* 'str' and 'int'"),
    ],
    ids=["out-of-range", "name-on-a-tuple", "none", "max-none", "mixed"],
)
def test_aggregation_of_unfit_fields_fails_the_job_with_pythons_error(
    data: list[Any], how: Aggregate, message: str
) -> None:
    with pytest.raises(PyriteError, match=message):
        aggregate(data, how)


def test_position_other_than_zero_on_a_basic_type_fails_the_job() -> None:
    with pytest.raises(PyriteError, match=r"TypeError: .*field"):
        aggregate([1, 2, 3, 4], lambda s: s.sum(1), key=lambda value: value % 2)
    with pytest.raises(PyriteError, match=r"TypeError: .*field"):
        aggregate([{"k": "a", "n": 1}, {"k": "a", "n": 2}], lambda s: s.sum("n"), key=lambda value: value["k"])


def test_position_that_is_neither_int_nor_str_is_refused_when_built() -> None:
    """PyFlink raises a TypeError; the program is found wrong before it runs."""
    with pytest.raises((TypeError, InvalidProgramError), match="position"):
        aggregate(RECORDS, lambda s: s.sum(1.5))  # type: ignore[arg-type]


class CountsItsCalls(ReduceFunction):
    def __init__(self) -> None:
        self._calls = 0

    def reduce(self, value1: Any, value2: Any) -> Any:
        self._calls += 1
        return value1[0], value1[1] + value2[1], self._calls


def test_reduce_is_not_called_for_a_keys_first_element() -> None:
    records = [("a", 1, 0), ("a", 2, 0), ("a", 3, 0)]
    assert aggregate(records, lambda s: s.reduce(CountsItsCalls())) == [("a", 1, 0), ("a", 3, 1), ("a", 6, 2)]
    assert aggregate(records, lambda s: s.reduce(CountsItsCalls()), batch=True) == [("a", 6, 2)]


def test_reduce_may_return_another_type() -> None:
    assert aggregate([("a", 1), ("a", 2), ("a", 3)], lambda s: s.reduce(lambda one, other: "text")) == [
        ("a", 1),
        "text",
        "text",
    ]


def add_in_place(one: list[Any], other: list[Any]) -> list[Any]:
    one[1] += other[1]
    return one


def test_reduce_that_changes_its_argument_does_not_change_what_was_emitted() -> None:
    records = [["a", 1], ["a", 2], ["a", 3]]
    assert aggregate(records, lambda s: s.reduce(add_in_place)) == [["a", 1], ["a", 3], ["a", 6]]
    assert aggregate(records, lambda s: s.reduce(add_in_place), batch=True) == [["a", 6]]


def test_reduce_that_changes_its_argument_does_not_change_other_readers_of_the_stream() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        records = env.from_collection([["a", 1], ["a", 2], ["a", 3]])
        return records.key_by(first).reduce(add_in_place).union(records.map(lambda value: ("plain", value)))

    actual = collect(program)
    assert [record for record in actual if record[0] == "plain"] == [
        ("plain", ["a", 1]),
        ("plain", ["a", 2]),
        ("plain", ["a", 3]),
    ]


def test_reduce_that_returns_none_starts_over_with_the_next_element() -> None:
    """PyFlink keeps nothing for None, and cannot emit a None itself: its Java side fails with a NullPointerException.

    In Java a null is held and the next element takes its place. Emitting the None is ours.
    """
    records = [("a", 1), ("a", 2), ("a", 3), ("a", 4)]

    def reduce(one: Any, other: Any) -> Any:
        return None if other[1] == 2 else ("a", one[1] + other[1])

    assert aggregate(records, lambda s: s.reduce(reduce)) == [("a", 1), None, ("a", 3), ("a", 7)]


def test_text_of_reduces_exception_ends_the_job() -> None:
    with pytest.raises(PyriteError, match="ZeroDivisionError"):
        aggregate([("a", 1), ("a", 2)], lambda s: s.reduce(lambda one, other: 1 // 0))


def test_reduce_emits_with_the_timestamp_of_the_element_in_streaming() -> None:
    actual = collect(lambda env: stamped(env.from_collection(STAMPED)).key_by(first).sum(1).process(WithTimestamp()))
    assert actual == [(("a", 1, 10), 10), (("b", 1, 12), 12), (("a", 3, 10), 20), (("a", 6, 10), 15)]
    actual = collect(lambda env: env.from_collection(STAMPED).key_by(first).sum(1).process(WithTimestamp()))
    assert {timestamp for _, timestamp in actual} == {NO_TIMESTAMP}


@pytest.mark.parametrize("with_timestamps", [True, False])
def test_reduce_emits_with_the_last_timestamp_there_is_in_batch(with_timestamps: bool) -> None:
    """In PyFlink and in Java a timer at Long.MAX_VALUE emits it; records without timestamps get one so."""

    def program(env: StreamExecutionEnvironment) -> DataStream:
        records = env.from_collection(STAMPED)
        records = stamped(records) if with_timestamps else records
        return records.key_by(first).sum(1).process(WithTimestamp())

    actual = collect(program, batch=True)
    assert sorted(actual) == [(("a", 6, 10), MAX_WATERMARK), (("b", 1, 12), MAX_WATERMARK)]
