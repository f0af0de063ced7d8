"""Patterns refuse what cannot be, and say why."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import timedelta

import pytest

from pyrite.cep import AfterMatchSkipStrategy, MalformedPatternError, Pattern, SimpleCondition, WithinType
from pyrite.common import Duration, Time
from pyrite.core.errors import InvalidProgramError
from pyrite.operators.pattern.compiler import compile_pattern
from tests.operators.pattern.matching import one_of, run

A, B = one_of("a"), one_of("b")


def begin() -> Pattern:
    return Pattern.begin("a").where(A)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: begin().optional().optional(), "already optional"),
        (lambda: begin().one_or_more().times(2), "already has a quantifier"),
        (lambda: begin().until(B), "takes a limited number"),
        (lambda: begin().one_or_more().until(B).until(B), "already has an until condition"),
        (lambda: begin().greedy(), "takes one event"),
        (lambda: begin().consecutive(), "takes one event"),
        (lambda: begin().one_or_more().consecutive().allow_combinations(), "one of them"),
        (lambda: begin().one_or_more().allow_combinations().greedy(), "cannot be greedy"),
        (lambda: begin().one_or_more().greedy().next("b").optional(), "which is greedy"),
        (lambda: begin().not_next("b").one_or_more(), "not pattern"),
        (lambda: begin().not_next("b").optional(), "not pattern"),
        (lambda: begin().optional().not_next("b"), "which is optional"),
        (lambda: begin().optional().not_followed_by("b"), "which is optional"),
        (lambda: begin().times(3, 2), "cannot occur 3 to 2 times"),
        (lambda: begin().within(Time.seconds(0)), "more time than 0 ms"),
        (lambda: Pattern.begin(begin()).where(B), "add it to its steps"),
        (lambda: Pattern.begin(begin()).one_or_more().greedy(), "cannot be greedy"),
        (lambda: begin().not_next(begin()), "takes the name of one pattern"),  # type: ignore[arg-type]
    ],
)
def test_step_that_cannot_be_is_refused(build: Callable[[], Pattern], words: str) -> None:
    with pytest.raises(MalformedPatternError, match=words):
        build()


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (begin().next("a"), "two patterns have the name 'a'"),
        (begin().next(Pattern.begin("b").next("a")), "two patterns have the name 'a'"),
        (begin().not_followed_by("b"), "needs a time limit"),
        (Pattern.begin("a", AfterMatchSkipStrategy.skip_to_last("x")).next("b"), "cannot skip to 'x'.*are a, b"),
        (
            begin()
            .next("b")
            .within(Time.seconds(9), WithinType.PREVIOUS_AND_CURRENT)
            .next("c")
            .within(Time.seconds(5)),
            "'b' may take 9000 ms between two events",
        ),
        (
            begin().not_next("b").within(Time.seconds(9), WithinType.PREVIOUS_AND_CURRENT).next("c"),
            "but is not the last step",
        ),
    ],
)
def test_pattern_that_cannot_be_is_refused(pattern: Pattern, words: str) -> None:
    with pytest.raises(MalformedPatternError, match=words):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "build",
    [
        lambda: begin().times(0),
        lambda: Pattern.begin(""),
        lambda: Pattern.begin("a", "no_skip"),  # type: ignore[arg-type]
        lambda: begin().where(3),  # type: ignore[arg-type]
        lambda: begin().where(SimpleCondition),
        lambda: begin().where(lambda: True),
        lambda: begin().where(lambda one, two, three: True),
        lambda: begin().subtype("str"),  # type: ignore[arg-type]
        lambda: begin().within(5),  # type: ignore[arg-type]
    ],
)
def test_wrong_argument_is_refused(build: Callable[[], Pattern]) -> None:
    with pytest.raises(InvalidProgramError):
        build()


def test_pattern_does_not_change() -> None:
    base = begin()
    twice, maybe = base.times(2), base.optional()
    assert run(base, "a1 a2") == ["a1", "a2"]
    assert run(twice, "a1 a2") == ["a1 a2"]
    assert run(maybe.next("b").where(B), "a1 b1") == ["a1 b1", "b1"]


def test_optional_holds_whenever_it_is_said() -> None:
    """In Flink, times() forgets an optional() that was said before it."""
    first, last = begin().next("b").where(B).optional().times(2), begin().next("b").where(B).times(2).optional()
    assert run(first, "a1 b1 b2") == run(last, "a1 b1 b2") == ["a1", "a1 b1 b2"]


@pytest.mark.parametrize("time", [Time.seconds(1), Duration.of_seconds(1), timedelta(seconds=1)])
def test_time_limits_are_spans_of_any_kind(time: Time | Duration | timedelta) -> None:
    pattern = begin().followed_by("b").where(B).within(time)
    assert run(pattern, "a1 b1", [0, 999]) == ["a1 b1"]
    assert run(pattern, "a1 b1", [0, 1000]) == []


def test_shortest_time_limit_counts() -> None:
    pattern = begin().within(Time.milliseconds(2)).followed_by("b").where(B).within(Time.milliseconds(9))
    assert run(pattern, "a1 b1", [0, 2]) == []


def test_names_in_groups_can_be_skipped_to() -> None:
    group = Pattern.begin("b").where(B).one_or_more().consecutive()
    skip = AfterMatchSkipStrategy.skip_to_last("b")
    pattern = Pattern.begin(group, skip).next("c").where(one_of("c"))
    assert run(pattern, "b1 b2 c") == ["b1 b2 c", "b2 c"]


def test_errors_pickle() -> None:
    assert str(pickle.loads(pickle.dumps(MalformedPatternError("why")))) == "why"
