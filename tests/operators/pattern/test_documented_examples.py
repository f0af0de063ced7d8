"""The examples of Flink's page on CEP give the matches that it names."""

from __future__ import annotations

import pytest

from pyrite.cep import AfterMatchSkipStrategy, Pattern
from tests.operators.pattern.matching import one_of, run

A, B, C, D = map(one_of, "abcd")


@pytest.mark.parametrize(
    ("step", "matches"), [("next", []), ("followed_by", ["a b1"]), ("followed_by_any", ["a b1", "a b2"])]
)
def test_contiguity_between_two_events(step: str, matches: list[str]) -> None:
    pattern: Pattern = getattr(Pattern.begin("a").where(A), step)("b").where(B)
    assert run(pattern, "a c b1 b2") == matches


@pytest.mark.parametrize(
    ("inner", "matches"),
    [
        ("consecutive", ["a b1 c", "a b2 c", "a b3 c"]),
        ("", ["a b1 b2 b3 c", "a b1 b2 c", "a b1 c", "a b2 b3 c", "a b2 c", "a b3 c"]),
        (
            "allow_combinations",
            ["a b1 b2 b3 c", "a b1 b2 c", "a b1 b3 c", "a b1 c", "a b2 b3 c", "a b2 c", "a b3 c"],
        ),
    ],
)
def test_contiguity_within_a_loop(inner: str, matches: list[str]) -> None:
    loop = Pattern.begin("a").where(A).followed_by_any("b").where(B).one_or_more()
    loop = getattr(loop, inner)() if inner else loop
    assert run(loop.followed_by("c").where(C), "a b1 d1 b2 d2 b3 c") == matches


def middle(inner: str) -> Pattern:
    loop = Pattern.begin("start").where(C).followed_by("middle").where(A).one_or_more()
    loop = getattr(loop, inner)() if inner else loop
    return loop.followed_by("end").where(B)


def test_consecutive_ends_a_loop_at_any_other_event() -> None:
    assert run(middle("consecutive"), "c d a1 a2 a3 d a4 b") == ["c a1 a2 a3 b", "c a1 a2 b", "c a1 b"]
    relaxed = ["c a1 a2 a3 a4 b", "c a1 a2 a3 b", "c a1 a2 b", "c a1 b"]
    assert run(middle(""), "c d a1 a2 a3 d a4 b") == relaxed


def test_allow_combinations_leaves_events_of_a_loop_out() -> None:
    chosen = ["a1", "a1 a2", "a1 a3", "a1 a4", "a1 a2 a3", "a1 a2 a4", "a1 a3 a4", "a1 a2 a3 a4"]
    assert run(middle("allow_combinations"), "c d a1 a2 a3 d a4 b") == sorted(f"c {some} b" for some in chosen)


def test_until_stops_a_loop() -> None:
    pattern = Pattern.begin("a").where(A).one_or_more().until(B)
    assert run(pattern, "a1 c a2 b a3") == ["a1", "a1 a2", "a2", "a3"]


SKIPS = {
    "no_skip": AfterMatchSkipStrategy.no_skip(),
    "skip_to_next": AfterMatchSkipStrategy.skip_to_next(),
    "skip_past_last_event": AfterMatchSkipStrategy.skip_past_last_event(),
    "skip_to_first": AfterMatchSkipStrategy.skip_to_first("b"),
    "skip_to_last": AfterMatchSkipStrategy.skip_to_last("b"),
}


@pytest.mark.parametrize(
    ("skip", "matches"),
    [
        ("no_skip", ["b1 b2 b3 c", "b2 b3 c", "b3 c"]),
        ("skip_to_next", ["b1 b2 b3 c", "b2 b3 c", "b3 c"]),
        ("skip_past_last_event", ["b1 b2 b3 c"]),
        ("skip_to_first", ["b1 b2 b3 c", "b2 b3 c", "b3 c"]),
        ("skip_to_last", ["b1 b2 b3 c", "b3 c"]),
    ],
)
def test_skip_strategies_after_a_loop(skip: str, matches: list[str]) -> None:
    pattern = Pattern.begin("b", SKIPS[skip]).where(B).one_or_more().consecutive().greedy().next("c").where(C)
    assert run(pattern, "b1 b2 b3 c") == matches


@pytest.mark.parametrize(
    ("skip", "matches"),
    [
        (AfterMatchSkipStrategy.no_skip(), ["a b c1 c2 c3 d", "b c1 c2 c3 d", "c1 c2 c3 d"]),
        (AfterMatchSkipStrategy.skip_to_first("c*"), ["a b c1 c2 c3 d", "c1 c2 c3 d"]),
    ],
)
def test_skip_to_first_against_no_skip(skip: AfterMatchSkipStrategy, matches: list[str]) -> None:
    two = Pattern.begin("a|b|c", skip).where(one_of("abc")).next("b|c").where(one_of("bc"))
    pattern = two.next("c*").where(C).one_or_more().consecutive().greedy().next("d").where(D)
    assert run(pattern, "a b c1 c2 c3 d") == matches


@pytest.mark.parametrize(
    ("skip", "matches"), [("no_skip", ["a b1", "a b1 b2", "a b1 b2 b3"]), ("skip_to_next", ["a b1"])]
)
def test_skip_to_next_against_no_skip(skip: str, matches: list[str]) -> None:
    pattern = Pattern.begin("a", SKIPS[skip]).where(A).next("b").where(B).one_or_more().consecutive()
    assert run(pattern, "a b1 b2 b3") == matches


@pytest.mark.parametrize(
    ("quantified", "counts"),
    [
        (lambda start: start.times(4), {4}),
        (lambda start: start.times(4).optional(), {0, 4}),
        (lambda start: start.times(2, 4), {2, 3, 4}),
        (lambda start: start.times(2, 4).greedy(), {4}),
        (lambda start: start.times(2, 4).optional(), {0, 2, 3, 4}),
        (lambda start: start.times(0, 2), {0, 1, 2}),
        (lambda start: start.one_or_more(), {1, 2, 3, 4}),
        (lambda start: start.one_or_more().greedy(), {4}),
        (lambda start: start.one_or_more().optional(), {0, 1, 2, 3, 4}),
        (lambda start: start.one_or_more().optional().greedy(), {4}),
        (lambda start: start.times_or_more(2), {2, 3, 4}),
        (lambda start: start.times_or_more(2).greedy(), {4}),
        (lambda start: start.times_or_more(2).optional(), {0, 2, 3, 4}),
        (lambda start: start.times_or_more(2).optional().greedy(), {4}),
    ],
)
def test_quantifiers_say_how_often(quantified: object, counts: set[int]) -> None:
    assert callable(quantified)
    step: Pattern = quantified(Pattern.begin("c").where(C).followed_by("a").where(A))
    actual = run(step.followed_by("d").where(D), "c a1 a2 a3 a4 d")
    assert {len(match.split()) - 2 for match in actual} == counts
