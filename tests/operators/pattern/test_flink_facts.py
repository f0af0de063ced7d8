"""Patterns give what Flink was seen to give; where ours differs on purpose, the test says why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Optional

import pytest

from pyrite.cep import AfterMatchSkipStrategy, Pattern, WithinType
from tests.operators.pattern.matching import Found, find, one_of, run

FACTS = Path(__file__).with_name("flink_facts.txt")


def ms(milliseconds: int) -> timedelta:
    return timedelta(milliseconds=milliseconds)


NAMES = {"Pattern": Pattern, "Skip": AfterMatchSkipStrategy, "one_of": one_of, "ms": ms}


@dataclass(frozen=True)
class Fact:
    pattern: str
    events: list[str]
    times: list[int]
    matches: list[str]
    lost: Optional[list[str]]


def facts() -> Iterator[Fact]:
    lines = [line for line in FACTS.read_text().splitlines() if line and not line.startswith("#")]
    for pattern, seen in zip(lines[::2], lines[1::2], strict=True):
        stream, _, results = seen.strip().partition(" => ")
        pairs = [event.split("@") for event in stream.split()]
        matches, _, lost = results.partition(" ## ")
        yield Fact(
            pattern,
            [event for event, _ in pairs],
            [int(time) for _, time in pairs],
            sorted(matches.split(" | ")),
            sorted(lost.split(" | ")) if lost else None,
        )


def text_of(match: tuple[tuple[str, str], ...]) -> str:
    return ",".join(f"{name}:{event}" for name, event in match)


def matches_of(fact: Fact) -> Found:
    return find(eval(fact.pattern, dict(NAMES)), fact.events, fact.times)


@pytest.mark.parametrize("fact", list(facts()), ids=lambda fact: fact.pattern[:60])
def test_pattern_gives_what_flink_gave(fact: Fact) -> None:
    inputs = matches_of(fact)
    assert sorted(map(text_of, inputs.matches)) == fact.matches
    if fact.lost is not None:
        assert sorted(f"{text_of(match)}@{time_ms}" for match, time_ms in inputs.lost) == fact.lost


def a(name: str = "a") -> Pattern:
    return Pattern.begin(name).where(one_of("a"))


# Where ours differs ---------------------------------------------------------------------------------------------------


def test_match_that_can_be_read_in_two_ways_is_found_once() -> None:
    """Flink gives it once for each way: here as one round of two events, and as two rounds of one."""
    assert run(Pattern.begin(a().one_or_more()).one_or_more().consecutive(), "a1 a2") == ["a1", "a1 a2", "a2"]


def test_group_that_loops_leaves_for_a_strict_step_directly_after_its_last_event() -> None:
    """Flink lets events lie before the next step, although that is a strict one."""
    assert run(Pattern.begin(a()).one_or_more().next("c").where(one_of("c")), "a1 b1 c1") == []


def test_contiguity_of_a_group_holds_for_its_first_event_in_groups_of_groups_too() -> None:
    """Flink takes that of the inner group, which is strict as it begins one."""
    inner = Pattern.begin(Pattern.begin("b").where(one_of("b")))
    assert run(a().followed_by(inner), "a1 c1 b1") == ["a1 b1"]


def test_last_step_does_not_take_an_event_that_the_not_pattern_before_it_forbids() -> None:
    """Flink takes it if the step is the last one, and not if another follows."""
    assert run(a().not_followed_by("no").where(one_of("c")).followed_by("c").where(one_of("c")), "a1 c1") == []


def test_not_followed_by_at_the_end_holds_for_a_loop_without_any_further_event() -> None:
    """Flink gives the match only if some event of the key follows the loop."""
    pattern = a().one_or_more().not_followed_by("no").where(one_of("b")).within(ms(5))
    assert run(pattern, "a1") == ["a1"]


def test_time_between_events_holds_for_an_optional_step_after_other_events_too() -> None:
    """Flink forgets it once an event was skipped."""
    step = a().followed_by("b").where(one_of("b")).optional()
    assert run(step.within(ms(2), WithinType.PREVIOUS_AND_CURRENT), "a1 c1 b1", [1, 2, 5]) == ["a1"]


def test_time_between_the_events_of_a_loop_does_not_hold_for_its_first() -> None:
    """Flink takes it for the first event, and not for the last."""
    pattern = a().followed_by("b").where(one_of("b")).times(2, window_time=ms(3))
    assert run(pattern, "a1 b1 b2", [1, 5, 7]) == ["a1 b1 b2"]
    assert run(pattern, "a1 b1 b2", [1, 2, 5]) == []


def test_greedy_loop_that_was_stopped_takes_no_more_also_if_another_event_came_before() -> None:
    """Flink lets the loop end the match later on, unless what stops it comes directly after the loop's last event."""
    pattern = a().one_or_more().greedy().until(one_of("u")).followed_by("c").where(one_of("c"))
    assert run(pattern, "a1 u1 a2 c1") == run(pattern, "a1 x1 u1 a2 c1") == ["a1 c1", "a2 c1"]


def test_optional_step_may_follow_a_group_that_ends_with_a_greedy_step() -> None:
    """Flink refuses the two without the group, and here loses the match that ends with the greedy step."""
    pattern = Pattern.begin(a().one_or_more().optional().greedy()).followed_by("c").where(one_of("ac")).optional()
    assert run(pattern, "a1 c1") == ["a1", "a1 c1", "c1"]


def test_greedy_step_of_an_optional_group_that_was_not_begun_holds_nothing_back() -> None:
    """Flink has the condition in the step behind the group, by whichever way that is reached."""
    group = Pattern.begin("x").where(one_of("x")).followed_by("a").where(one_of("a")).one_or_more().greedy()
    pattern = Pattern.begin(group).optional().followed_by("c").where(one_of("ac"))
    assert run(pattern, "a1 c1") == ["a1", "c1"]


def test_partial_match_that_can_continue_in_another_way_is_not_out_of_time() -> None:
    """Flink reports once for each way: here a2 may be of the first round, which can continue, or of the second."""
    pattern = Pattern.begin(a().one_or_more(window_time=ms(1))).times(1, 2).within(ms(4))
    lost = find(pattern, ["a1", "a2", "a3"], [0, 0, 2]).lost
    assert ["+".join(event for _, event in match) for match, _ in lost] == ["a1+a2+a3", "a2+a3", "a3"]
