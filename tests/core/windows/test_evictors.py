"""Evictors: what they take out of a window, and when."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.time.time import NO_TIMESTAMP, Time
from pyrite.core.windows.evictors import CountEvictor, DeltaEvictor, Evictor, TimeEvictor, TimestampedValue
from pyrite.core.windows.windows import GlobalWindow

if TYPE_CHECKING:
    from pyrite.core.metrics.metric_group import MetricGroup

TIMES = st.lists(st.integers(-1000, 1000))


class Context(Evictor.EvictorContext):
    def get_current_processing_time(self) -> int:
        return 0

    def get_metric_group(self) -> MetricGroup:
        raise NotImplementedError

    def get_current_watermark(self) -> int:
        return 0


def stamped(times: list[int]) -> list[TimestampedValue[int]]:
    """Records with their own value as their time."""
    return [TimestampedValue(time, time) for time in times]


def kept(evictor: Evictor[Any, Any], elements: list[TimestampedValue[int]]) -> list[int]:
    """What is left after a firing; asserts that the evictor acts on the side that it should."""
    before, after = list(elements), list(elements)
    evictor.evict_before(before, len(before), GlobalWindow.get(), Context())
    evictor.evict_after(after, len(after), GlobalWindow.get(), Context())
    untouched, changed = (before, after) if cast(Any, evictor).do_evict_after else (after, before)
    assert untouched == elements
    return [element.value for element in changed]


@pytest.mark.parametrize("after", [False, True])
@given(times=TIMES, count=st.integers(0, 10))
def test_count_evictor_keeps_the_last(after: bool, times: list[int], count: int) -> None:
    assert kept(CountEvictor.of(count, after), stamped(times)) == times[max(0, len(times) - count) :]


@pytest.mark.parametrize("after", [False, True])
@given(times=TIMES, span=st.integers(0, 500))
def test_time_evictor_keeps_the_newer_than_a_span(after: bool, times: list[int], span: int) -> None:
    evictor = TimeEvictor.of(timedelta(milliseconds=span), after)
    assert kept(evictor, stamped(times)) == [time for time in times if time > max(times) - span]


def test_time_evictor_takes_out_what_is_exactly_the_span_older() -> None:
    assert kept(TimeEvictor.of(Time.seconds(2)), stamped([3999, 4000, 4001, 6000])) == [4001, 6000]


def test_time_evictor_keeps_all_when_the_first_has_no_timestamp() -> None:
    elements = [TimestampedValue(1), TimestampedValue(2, 5), TimestampedValue(3, 5000)]
    assert kept(TimeEvictor.of(Time.milliseconds(1)), elements) == [1, 2, 3]


@pytest.mark.parametrize("after", [False, True])
@given(times=TIMES, threshold=st.integers(-10, 500))
def test_delta_evictor_keeps_the_near_to_the_last(after: bool, times: list[int], threshold: int) -> None:
    evictor = DeltaEvictor.of(threshold, lambda old, new: abs(new - old), after)
    assert kept(evictor, stamped(times)) == [time for time in times if abs(times[-1] - time) < threshold]


def test_delta_function_gets_the_record_and_then_the_last() -> None:
    assert kept(DeltaEvictor.of(5, lambda record, last: last - record), stamped([1, 6, 20, 10])) == [6, 20, 10]


def test_delta_function_may_be_an_object() -> None:
    class Distance:
        def get_delta(self, old: int, new: int) -> float:
            return abs(new - old)

    assert kept(DeltaEvictor.of(5, cast(Any, Distance())), stamped([1, 6, 10])) == [6, 10]


def test_evictor_of_the_users_sees_both_sides() -> None:
    class Odd(Evictor[int, GlobalWindow]):
        def evict_before(self, elements: list[Any], size: int, window: GlobalWindow, ctx: Any) -> None:
            elements[:] = [element for element in elements if element.value % 2]

        def evict_after(self, elements: list[Any], size: int, window: GlobalWindow, ctx: Any) -> None:
            del elements[1:size]

    elements = stamped([1, 2, 3, 4, 5])
    Odd().evict_before(elements, 5, GlobalWindow.get(), Context())
    assert elements == stamped([1, 3, 5])
    Odd().evict_after(elements, 3, GlobalWindow.get(), Context())
    assert elements == stamped([1])


def test_timestamped_value_may_have_no_timestamp() -> None:
    assert not TimestampedValue("a").has_timestamp()
    assert TimestampedValue("a").get_timestamp() == NO_TIMESTAMP
    assert TimestampedValue("a", 0).has_timestamp()
    assert TimestampedValue("a", 5).get_value() == "a"


@pytest.mark.parametrize("count", [-1, 1.5, True])
def test_count_evictor_refuses_what_is_no_count(count: Any) -> None:
    with pytest.raises(InvalidProgramError, match="the count of a CountEvictor"):
        CountEvictor.of(count)


def test_time_evictor_refuses_what_is_no_span() -> None:
    with pytest.raises(InvalidProgramError, match="must not be negative"):
        TimeEvictor.of(Time.seconds(-1))
    with pytest.raises(InvalidProgramError, match="the span of a TimeEvictor must be a Time"):
        TimeEvictor.of(cast(Any, 5))


def test_delta_evictor_refuses_what_is_no_function() -> None:
    with pytest.raises(InvalidProgramError, match="a DeltaEvictor needs a function of two records"):
        DeltaEvictor.of(1.0, cast(Any, 5))
