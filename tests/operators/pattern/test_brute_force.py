"""The matcher finds what the rules say, on random patterns and random streams."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.operators.pattern.brute_force import BruteForce, Content
from tests.operators.pattern.matching import find
from tests.operators.pattern.random_patterns import EVERYTHING, Event, Kinds, patterns, streams

KINDS = {
    "quantifiers": Kinds(),
    "nots": Kinds(nots=True),
    "groups": Kinds(groups=True),
    "untils": Kinds(untils=True),
    "iterative": Kinds(iterative=True),
    "gaps": Kinds(gaps=True, within=True),
    "within": Kinds(within=True),
    "skips": Kinds(skips=True, within=True),
    "everything": EVERYTHING,
}
CHECKS = list(HealthCheck)


def named(events: list[Event], actual: Content) -> tuple[tuple[str, str], ...]:
    return tuple((name, events[index][0]) for name, index in actual)


def compare(kind: str, data: st.DataObject, events: list[Event]) -> None:
    pattern = data.draw(patterns(KINDS[kind]))
    note(pattern.explain())
    actual = find(pattern, [event for event, _ in events], [time_ms for _, time_ms in events])
    expected = BruteForce(pattern, events)
    matches = [named(events, content) for content in expected.given_out()]
    assert sorted(actual.matches) == sorted(matches)
    if not pattern.skip_strategy.skips:  # what is skipped is not out of time
        lost = [(named(events, content), time_ms) for content, time_ms in expected.lost()]
        assert sorted(actual.lost) == sorted(lost)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), events=streams(5))
@settings(max_examples=60, deadline=None, suppress_health_check=CHECKS)
def test_matcher_finds_what_brute_force_finds(kind: str, data: st.DataObject, events: list[Event]) -> None:
    compare(kind, data, events)


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), events=streams(6))
@settings(max_examples=500, deadline=None, suppress_health_check=CHECKS)
def test_matcher_finds_what_brute_force_finds_in_longer_streams(
    kind: str, data: st.DataObject, events: list[Event]
) -> None:
    compare(kind, data, events)
