"""Skip strategies: what waits, what is skipped, and what fails."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pyrite.cep import AfterMatchSkipStrategy, Pattern, SkipError
from tests.operators.pattern.matching import Runner, find, one_of, run

A, B, C = map(one_of, "abc")


def loop_then_c(skip: AfterMatchSkipStrategy) -> Pattern:
    return Pattern.begin("b", skip).where(B).one_or_more().followed_by("c").where(C)


def test_match_waits_for_one_that_began_earlier() -> None:
    skip = AfterMatchSkipStrategy.skip_past_last_event()
    longer = Pattern.begin("a", skip).where(one_of("ab")).followed_by("b").where(C).times(2)
    runner = Runner(longer.within(timedelta(milliseconds=10)))
    for time_ms, event in enumerate(["a1", "c1"]):
        runner.event(event, time_ms)
    assert runner.result.texts == []
    runner.event("b1", 2)
    runner.event("c2", 3)
    assert runner.result.texts == ["a1 c1 c2"]


def test_match_that_waited_is_given_out_when_the_earlier_one_runs_out_of_time() -> None:
    skip = AfterMatchSkipStrategy.skip_to_next()
    both = Pattern.begin("a", skip).where(A).followed_by("b").where(B).optional().followed_by("c").where(one_of("cd"))
    runner = Runner(both.followed_by("e").where(one_of("e")).within(timedelta(milliseconds=5)))
    for time_ms, event in [(0, "a1"), (3, "a2"), (4, "c1"), (4, "e1")]:
        runner.event(event, time_ms)
    assert runner.result.texts == ["a1 c1 e1", "a2 c1 e1"]
    assert runner.key_matches.is_empty()


def test_first_of_two_that_end_together_keeps_to_the_earlier_step() -> None:
    skip = AfterMatchSkipStrategy.skip_past_last_event()
    optional = Pattern.begin("a", skip).where(A).followed_by("b").where(B).optional().followed_by("c").where(C)
    assert run(optional, "a1 b1 c1") == ["a1 b1 c1"]
    looped = Pattern.begin("x", skip).where(one_of("ab")).times(1, 2).followed_by_any("y").where(A)
    assert run(looped.followed_by_any("c").where(C), "b1 a1 a2 c1") == ["b1 a1 a2 c1"]


def test_match_without_the_event_skips_nothing() -> None:
    skip = AfterMatchSkipStrategy.skip_to_first("b")
    pattern = Pattern.begin("a", skip).where(A).next("b").where(B).optional().next("c").where(C)
    assert run(pattern, "a1 c1 a2 b1 c2") == ["a1 c1", "a2 b1 c2"]


@pytest.mark.parametrize("method", ["skip_to_first", "skip_to_last"])
def test_match_without_the_event_fails_if_it_must_not_miss(method: str) -> None:
    skip = getattr(AfterMatchSkipStrategy, method)("b").throw_exception_on_miss()
    pattern = Pattern.begin("a", skip).where(A).next("b").where(B).optional().next("c").where(C)
    with pytest.raises(SkipError, match=r"cannot skip to \w+ 'b': the match has no such event, only a, c"):
        run(pattern, "a1 c1")


def test_skipping_to_the_events_own_beginning_fails_if_it_must_not_miss() -> None:
    skip = AfterMatchSkipStrategy.skip_to_first("b").throw_exception_on_miss()
    with pytest.raises(SkipError, match="the match begins with that event"):
        run(loop_then_c(skip), "b1 b2 c")


def test_what_was_skipped_is_not_out_of_time() -> None:
    skip = AfterMatchSkipStrategy.skip_past_last_event()
    pattern = loop_then_c(skip).within(timedelta(milliseconds=10))
    actual = find(pattern, "b1 b2 c b3")
    assert actual.texts == ["b1 b2 c"]
    assert [match for match, _ in actual.lost] == [(("b", "b3"),)]
