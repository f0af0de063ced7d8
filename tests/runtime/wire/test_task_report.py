"""The histogram of delays, and a job's progress between two sets of reports."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.metrics.declared_metrics import (
    BACK_PRESSURED_TIME,
    BUSY_TIME,
    CURRENT_INPUT_WATERMARK,
    IDLE_TIME,
    INPUT_QUEUE_SIZE,
    NUM_RECORDS_OUT,
    NUM_STATE_ENTRIES,
    NUM_TIMERS,
    SOURCE_TO_SINK_LATENCY,
)
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.runtime.master.job_progress import VertexProgress, progress_between
from pyrite.runtime.wire.task_report import DelayHistogram, TaskReport
from tests.graph.programs import counting, execution_graph
from tests.runtime.reports import report

DELAYS = st.lists(st.integers(1, 10**9), min_size=1)


def histogram(delays_us: list[int]) -> DelayHistogram:
    made = DelayHistogram()
    for delay_us in delays_us:
        made.add(delay_us, 1)
    return made


@given(DELAYS, st.sampled_from([0.01, 0.5, 0.99, 1.0]))
def test_quantile_is_within_a_bucket_of_the_real_one(delays_us: list[int], quantile: float) -> None:
    real_us = sorted(delays_us)[math.ceil(quantile * len(delays_us)) - 1]
    assert histogram(delays_us).quantile_ms(quantile) == pytest.approx(real_us / 1000, rel=0.03)


@pytest.mark.parametrize("delay_us", [1, 5, 1000, 123_456, 10**8])
def test_quantile_of_one_delay_is_that_delay_within_five_percent(delay_us: int) -> None:
    assert histogram([delay_us]).quantile_ms(0.5) == pytest.approx(delay_us / 1000, rel=0.05)


def test_quantiles_tell_the_middle_and_the_tail() -> None:
    made = DelayHistogram()
    made.add(1000, 95)
    made.add(100_000, 5)
    assert made.quantile_ms(0.5) == pytest.approx(1, rel=0.05)
    assert made.quantile_ms(0.99) == pytest.approx(100, rel=0.05)


def test_empty_histogram_has_no_quantile() -> None:
    assert DelayHistogram().quantile_ms(0.5) is None


@given(DELAYS, DELAYS)
def test_merged_histogram_is_that_of_all_delays(one: list[int], other: list[int]) -> None:
    merged = DelayHistogram.merged([histogram(one), histogram(other)])
    assert merged.counts == histogram(one + other).counts


@given(DELAYS, DELAYS)
def test_histogram_since_an_earlier_one_is_what_came_on_top(earlier: list[int], later: list[int]) -> None:
    since = histogram(earlier + later).since(histogram(earlier))
    assert {bucket: count for bucket, count in since.counts.items() if count} == histogram(later).counts


def test_negative_delay_of_clocks_that_disagree_counts_as_the_least() -> None:
    assert histogram([-5]).counts == histogram([1]).counts


def progress_of_source(earlier: dict[tuple[int, int], TaskReport], seconds: float = 2.0) -> VertexProgress:
    """The source's progress from `earlier` to 300 and 500 records of its two subtasks."""
    later = {
        (0, 0): report(
            (NUM_RECORDS_OUT, 300),
            (BUSY_TIME, 900),
            (IDLE_TIME, 100),
            (CURRENT_INPUT_WATERMARK, 20),
            (INPUT_QUEUE_SIZE, 1),
            (NUM_TIMERS, 2),
        ),
        (0, 1): report(
            (NUM_RECORDS_OUT, 500),
            (BUSY_TIME, 100),
            (BACK_PRESSURED_TIME, 900),
            (CURRENT_INPUT_WATERMARK, 10),
            (NUM_STATE_ENTRIES, 3),
        ),
    }
    return progress_between(execution_graph(counting()), earlier, later, seconds).vertices[0]


def test_progress_of_a_vertex_is_the_sum_over_its_subtasks() -> None:
    actual = progress_of_source({})
    assert (actual.name, actual.parallelism, actual.records_out) == ("Numbers -> Map", 2, 800)
    assert (actual.queued_bytes, actual.timers, actual.state_entries) == (1, 2, 3)


def test_progress_rate_is_what_came_on_top_by_second() -> None:
    assert progress_of_source({(0, 0): report((NUM_RECORDS_OUT, 100))}).out_per_second == 350


def test_progress_of_a_task_that_was_started_again_counts_from_nothing() -> None:
    actual = progress_of_source(
        {
            (0, 0): report(
                (NUM_RECORDS_OUT, 9000), (BUSY_TIME, 50_000), (SOURCE_TO_SINK_LATENCY, histogram([1000]).counts)
            )
        }
    )
    assert (actual.out_per_second, actual.busy) == (400, 0.5)


def test_progress_shares_are_not_negative_when_a_task_of_another_driver_has_spent_more_time_already() -> None:
    actual = progress_of_source({(0, 1): report((NUM_RECORDS_OUT, 400), (BUSY_TIME, 10), (BACK_PRESSURED_TIME, 950))})
    assert (actual.busy, actual.backpressured) == (0.5, 0.45)


def test_progress_shares_are_of_the_time_spent() -> None:
    actual = progress_of_source({})
    assert (actual.busy, actual.backpressured) == (0.5, 0.45)


def test_progress_of_time_that_was_found_to_be_spent_waiting_is_not_less_than_nothing() -> None:
    earlier = {
        (0, 0): report((BUSY_TIME, 950), (IDLE_TIME, 20)),
        (0, 1): report((BUSY_TIME, 120), (BACK_PRESSURED_TIME, 850)),
    }
    assert progress_of_source(earlier).busy == 0


def test_progress_watermark_is_the_least() -> None:
    assert progress_of_source({}).watermark_ms == 10


@pytest.mark.parametrize(("watermark_ms", "text"), [(MIN_WATERMARK, "-"), (MAX_WATERMARK, "end"), (5, "5")])
def test_progress_tells_the_watermark_in_words_at_its_ends(watermark_ms: int, text: str) -> None:
    reports = {(1, pid): report((CURRENT_INPUT_WATERMARK, watermark_ms)) for pid in range(2)}
    vertices = progress_between(execution_graph(counting()), {}, reports, 1.0).vertices
    assert vertices[1].watermark_text == text


def test_progress_has_the_delays_since_the_earlier_reports() -> None:
    earlier = {(2, 0): report((SOURCE_TO_SINK_LATENCY, histogram([1_000_000] * 100).counts))}
    later = {(2, 0): report((SOURCE_TO_SINK_LATENCY, histogram([1_000_000] * 100 + [2000] * 100).counts))}
    actual = progress_between(execution_graph(counting()), earlier, later, 1.0)
    assert actual.delay_p50_ms == pytest.approx(2, rel=0.05)
    assert actual.delay_p99_ms == pytest.approx(2, rel=0.05)
