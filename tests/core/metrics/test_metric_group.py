"""A function's own metrics: counters, gauges, meters and distributions, in groups."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter, Distribution, Meter, Metric, MetricGroup
from pyrite.core.metrics.metric_spec import MetricKind, MetricName


class Seconds:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def test_counter_counts_up_and_down() -> None:
    counter = Counter()
    counter.inc()
    counter.inc(5)
    counter.dec()
    counter.dec(2)
    assert (counter.get_count(), counter.read()) == (3, 3)


def test_meter_tells_events_per_second_of_its_time_span() -> None:
    clock = Seconds()
    meter = Meter(10, clock)
    meter.mark_event()
    meter.mark_event(4)
    clock.now_s += 1
    meter.mark_event(15)
    assert (meter.get_count(), meter.get_rate(), meter.read()) == (20, 2.0, 2.0)


def test_meter_forgets_events_that_lie_its_time_span_back() -> None:
    clock = Seconds()
    meter = Meter(10, clock)
    meter.mark_event(10)
    clock.now_s += 9
    assert meter.get_rate() == 1.0
    clock.now_s += 1
    assert (meter.get_rate(), meter.get_count()) == (0.0, 10)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 9)), max_size=30), st.integers(1, 8))
def test_meters_rate_is_that_of_the_events_in_its_time_span(steps: list[tuple[int, int]], span_s: int) -> None:
    clock = Seconds()
    meter = Meter(span_s, clock)
    events: list[tuple[float, int]] = []
    for wait_s, count in steps:
        clock.now_s += wait_s
        meter.mark_event(count)
        events.append((clock.now_s, count))
        recent = [count for at_s, count in events if at_s > clock.now_s - span_s]
        assert meter.get_rate() == sum(recent) / span_s
    assert len(meter._seconds) <= span_s


@pytest.mark.parametrize("span_s", [0, -1])
def test_meter_without_a_time_span_is_refused(span_s: int) -> None:
    with pytest.raises(InvalidProgramError, match=str(span_s)):
        Meter(span_s)


def test_distribution_is_empty_at_first() -> None:
    assert Distribution().read() == {"count": 0, "sum": 0, "min": None, "max": None, "mean": None}


@given(st.lists(st.integers(-100, 100), min_size=1))
def test_distribution_tells_of_all_its_values(values: list[int]) -> None:
    distribution = Distribution()
    for value in values:
        distribution.update(value)
    assert distribution.read() == {
        "count": len(values),
        "sum": sum(values),
        "min": min(values),
        "max": max(values),
        "mean": sum(values) / len(values),
    }


def test_group_reads_all_of_its_metrics_by_name() -> None:
    group = MetricGroup()
    group.counter("seen").inc(2)
    group.gauge("size", lambda: 7)
    group.meter("rate", 1).mark_event(3)
    group.distribution("length").update(4)
    metrics = group.read()
    assert (metrics["seen"], metrics["size"], metrics["length"]["mean"]) == (2, 7, 4)
    assert set(metrics) == {"seen", "size", "rate", "length"}


def test_gauge_is_asked_at_every_reading() -> None:
    contents = [1]
    group = MetricGroup()
    group.gauge("size", lambda: len(contents))
    contents.append(2)
    assert group.read() == {"size": 2}


def test_inner_groups_are_in_the_names() -> None:
    group = MetricGroup()
    group.add_group("shop").counter("orders").inc()
    group.add_group("user", "alice").counter("orders").inc(2)
    group.add_group("shop").add_group("till").counter("orders").inc(3)
    assert group.read() == {"shop.orders": 1, "user.alice.orders": 2, "shop.till.orders": 3}
    assert group.add_group("shop").read() == group.read()


def test_same_name_gives_the_same_metric() -> None:
    group = MetricGroup()
    assert group.counter("a") is group.counter("a")
    assert group.meter("b") is group.meter("b")
    assert group.distribution("c") is group.distribution("c")
    assert group.counter("a") is not group.add_group("g").counter("a")


def test_gauge_registered_again_is_the_new_one() -> None:
    group = MetricGroup()
    group.gauge("size", lambda: 1)
    group.gauge("size", lambda: 2)
    assert group.read() == {"size": 2}


def test_name_of_a_metric_of_another_kind_is_refused() -> None:
    group = MetricGroup()
    group.add_group("g").counter("a")
    with pytest.raises(InvalidProgramError, match=r"metric 'g\.a' is already a Counter"):
        group.add_group("g").meter("a")


def test_gauge_that_raises_is_left_out_and_the_others_stay() -> None:
    def fail() -> Any:
        raise OSError("no gauges today")

    group = MetricGroup()
    group.gauge("broken", fail)
    group.counter("seen").inc()
    assert group.read() == {"seen": 1}


def test_metric_of_no_kind_has_nothing_to_read() -> None:
    with pytest.raises(NotImplementedError):
        Metric().read()


def test_values_have_the_kind_and_the_groups() -> None:
    group = MetricGroup()
    group.counter("a").inc()
    group.add_group("user", "alice").meter("b")
    assert group.values() == {
        MetricName("a", MetricKind.COUNTER): 1,
        MetricName("b", MetricKind.METER, (("user", "alice"),)): 0,
    }


def test_own_metric_has_the_kind_that_is_declared() -> None:
    group = MetricGroup()
    group.expose(NUM_LATE_RECORDS_DROPPED, lambda: 7)
    assert group.values() == {MetricName("numLateRecordsDropped", MetricKind.COUNTER): 7}


def test_name_of_an_own_metric_is_not_the_users(caplog: pytest.LogCaptureFixture) -> None:
    group = MetricGroup()
    group.expose(NUM_LATE_RECORDS_DROPPED, lambda: 7)
    group.counter("numLateRecordsDropped").inc()
    group.gauge("numLateRecordsDropped", lambda: 1)
    assert group.read() == {"numLateRecordsDropped": 7}
    assert "metric 'numLateRecordsDropped' is not reported" in caplog.text


@pytest.mark.parametrize(("value", "expected"), [(1, 1), (2.5, 2.5), ("x", "x"), (None, None), ([1], "[1]")])
def test_gauge_that_gives_an_object_is_reported_as_text(value: Any, expected: Any) -> None:
    group = MetricGroup()
    group.gauge("a", lambda: value)
    assert group.read() == {"a": expected}
