"""Mutual likes by the harness: what is forgotten, and that nothing is left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from examples.streaming.mutual_likes import DAY_MS, SCRIPT, Like, MutualLikes, pair

from pyrite.testing import At, OperatorTestHarness, ProcessFunctionTestHarnesses


@pytest.fixture
def harness() -> Iterator[OperatorTestHarness]:
    with ProcessFunctionTestHarnesses.for_keyed_process_function(MutualLikes(), pair) as made:
        yield made


def live(harness: OperatorTestHarness) -> tuple[int, int]:
    return harness.num_state_entries(), harness.num_event_time_timers()


def test_first_like_waits_with_a_timer(harness: OperatorTestHarness) -> None:
    harness.process_element(Like("ann", "bob"), timestamp=0)
    assert harness.extract_output_values() == []
    assert live(harness) == (1, 1)


def test_like_in_the_other_direction_is_a_match_and_leaves_nothing(harness: OperatorTestHarness) -> None:
    harness.process_element(Like("ann", "bob"), timestamp=0)
    harness.process_element(Like("bob", "ann"), timestamp=5)
    assert harness.extract_output_values() == ["ann and bob like each other"]
    assert live(harness) == (0, 0)


def test_repeated_like_is_no_match_and_does_not_wait_longer(harness: OperatorTestHarness) -> None:
    harness.process_element(Like("ann", "bob"), timestamp=0)
    harness.process_element(Like("ann", "bob"), timestamp=5)
    harness.process_watermark(DAY_MS)
    assert harness.extract_output_values() == []
    assert live(harness) == (0, 0)


def test_timer_forgets_a_like_after_a_day(harness: OperatorTestHarness) -> None:
    harness.process_element(Like("ann", "bob"), timestamp=0)
    harness.process_watermark(DAY_MS - 1)
    assert live(harness) == (1, 1)
    harness.process_watermark(DAY_MS)
    assert live(harness) == (0, 0)
    harness.process_element(Like("bob", "ann"), timestamp=DAY_MS + 1)
    assert harness.extract_output_values() == []


def test_whole_script_leaves_no_state_and_no_timer(harness: OperatorTestHarness) -> None:
    for step in SCRIPT:
        if isinstance(step, At):
            harness.process_watermark(step.timestamp - 1)
            harness.process_element(step.value, step.timestamp)
    assert live(harness) == (1, 1), "the like of hour 31 still waits"
    harness.end_input()
    assert harness.extract_output_values() == ["ann and bob like each other", "eve and ann like each other"]
    assert live(harness) == (0, 0)
