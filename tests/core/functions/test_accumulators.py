"""Accumulators: parts that are added to apart and merged give what one would have."""

from __future__ import annotations

import logging
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.functions.accumulators import (
    Accumulator,
    AverageAccumulator,
    DoubleCounter,
    Histogram,
    IntCounter,
    ListAccumulator,
    LongCounter,
    Maximum,
    Minimum,
    merged_values,
)

KINDS: list[tuple[type[Accumulator[Any, Any]], Callable[[list[int]], Any]]] = [
    (LongCounter, sum),
    (IntCounter, sum),
    (DoubleCounter, sum),
    (Histogram, lambda values: dict(Counter(values))),
    (AverageAccumulator, lambda values: sum(values) / len(values) if values else 0.0),
    (ListAccumulator, list),
    (Minimum, lambda values: min(values, default=None)),
    (Maximum, lambda values: max(values, default=None)),
]
ALL = pytest.mark.parametrize(("kind", "expected"), KINDS, ids=[kind.__name__ for kind, _ in KINDS])
INTS = st.lists(st.integers(-1000, 1000))


def filled(kind: type[Accumulator[Any, Any]], values: list[int]) -> Accumulator[Any, Any]:
    accumulator = kind()
    for value in values:
        accumulator.add(value)
    return accumulator


@ALL
@given(parts=st.lists(INTS, min_size=1, max_size=4))
def test_parts_merged_give_what_one_would_have(
    kind: type[Accumulator[Any, Any]], expected: Callable[[list[int]], Any], parts: list[list[int]]
) -> None:
    accumulators = [{"a": filled(kind, part)} for part in parts]
    together = [value for part in parts for value in part]
    assert merged_values(accumulators) == {"a": expected(together)}


@ALL
def test_accumulator_tells_its_value_and_travels_with_it(
    kind: type[Accumulator[Any, Any]], expected: Callable[[list[int]], Any]
) -> None:
    accumulator = filled(kind, [3, 1, 3])
    assert accumulator.get_local_value() == expected([3, 1, 3])
    assert pickle.loads(pickle.dumps(accumulator)).get_local_value() == expected([3, 1, 3])


@ALL
def test_merge_leaves_the_other_as_it_was(
    kind: type[Accumulator[Any, Any]], expected: Callable[[list[int]], Any]
) -> None:
    one, other = filled(kind, [1, 2]), filled(kind, [3])
    one.merge(other)
    one.add(9)
    assert (one.get_local_value(), other.get_local_value()) == (expected([1, 2, 3, 9]), expected([3]))


def test_counters_may_begin_anywhere_and_count_by_one() -> None:
    counter = LongCounter(5)
    counter.add()
    assert (counter.get_local_value(), DoubleCounter(0.5).get_local_value()) == (6, 0.5)


def test_histogram_is_in_the_order_of_its_values() -> None:
    assert list(filled(Histogram, [5, 1, 5, 3]).get_local_value().items()) == [(1, 1), (3, 1), (5, 2)]


def test_local_value_is_not_the_accumulators_own() -> None:
    for kind in (ListAccumulator, Histogram):
        accumulator = filled(kind, [1])
        accumulator.get_local_value().clear()
        assert accumulator.get_local_value()


def test_extremes_take_values_that_are_falsy() -> None:
    assert filled(Minimum, [5, 0]).get_local_value() == 0
    assert filled(Maximum, [-5, 0]).get_local_value() == 0


def test_accumulator_of_one_part_only_is_reported_as_it_is() -> None:
    assert merged_values([{"a": LongCounter(1)}, {"b": LongCounter(2)}, {}]) == {"a": 1, "b": 2}
    assert merged_values([]) == {}


def test_merging_changes_none_of_the_parts() -> None:
    first, second = ListAccumulator(), ListAccumulator()
    first.add(1)
    second.add(2)
    for _ in range(2):
        assert merged_values([{"a": first}, {"a": second}]) == {"a": [1, 2]}


def test_accumulators_of_two_kinds_under_one_name_are_left_out_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    parts: list[dict[str, Accumulator[Any, Any]]] = [
        {"a": LongCounter(1), "b": LongCounter(1)},
        {"a": DoubleCounter(1), "b": LongCounter(2)},
        {"a": DoubleCounter(1)},
    ]
    with caplog.at_level(logging.WARNING):
        assert merged_values(parts) == {"b": 3}
    assert len(caplog.records) == 1
    assert "accumulator 'a' cannot be merged: one is a LongCounter, one a DoubleCounter" in caplog.text


class Broken(LongCounter):
    def merge(self, other: LongCounter) -> None:
        raise OSError("no merging today")


def test_accumulator_that_raises_is_left_out_and_the_others_stay(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert merged_values([{"a": Broken(1), "b": LongCounter(1)}] * 2) == {"b": 2}
    assert "no merging today" in caplog.text


class Unreadable(LongCounter):
    def get_local_value(self) -> int:
        raise OSError("no reading today")


def test_accumulator_that_cannot_be_read_is_left_out_and_the_others_stay() -> None:
    assert merged_values([{"a": Unreadable(1), "b": LongCounter(1)}]) == {"b": 1}
