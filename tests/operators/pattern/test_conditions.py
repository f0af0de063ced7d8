"""Conditions: of the event, of the partial match, combined."""

from __future__ import annotations

from typing import Any

from pyrite.cep import ConditionContext, IterativeCondition, Pattern, SimpleCondition
from pyrite.operators.pattern.conditions import Condition
from tests.operators.pattern.matching import find, one_of, run


class Big(SimpleCondition):
    def filter(self, value: Any) -> bool:
        return bool(value > 5)


class Rising(IterativeCondition):
    """An event must be larger than all that the partial match has taken."""

    def filter(self, value: Any, context: ConditionContext) -> bool:
        return all(value > before for before in context.get_events_for_pattern("rising"))


def numbers(pattern: Pattern, *events: int) -> list[list[int]]:
    return [[event for _, event in match] for match in find(pattern, events).matches]  # type: ignore[misc]


def test_several_where_must_all_hold() -> None:
    pattern = Pattern.begin("a").where(Big()).where(lambda value: value % 2 == 0)
    assert numbers(pattern, 2, 6, 7, 8) == [[6], [8]]


def test_or_where_is_another_way() -> None:
    pattern = Pattern.begin("a").where(Big()).or_where(lambda value: value == 1)
    assert numbers(pattern, 1, 2, 7) == [[1], [7]]


def test_where_after_or_where_must_hold_with_both() -> None:
    pattern = Pattern.begin("a").where(Big()).or_where(lambda value: value == 1).where(lambda value: value != 7)
    assert numbers(pattern, 1, 2, 7, 8) == [[1], [8]]


def test_subtype_takes_instances_of_a_class() -> None:
    pattern = Pattern.begin("a").subtype(str).where(one_of("a"))
    assert [match for match, *_ in find(pattern, [1, "a1", "b1"]).matches] == [("a", "a1")]


def test_pattern_without_a_condition_takes_any_event() -> None:
    assert run(Pattern.begin("a").next("b"), "x y z") == ["x y", "y z"]


def test_iterative_condition_sees_what_the_partial_match_took() -> None:
    pattern = Pattern.begin("rising").where(Rising()).times(3)
    assert numbers(pattern, 1, 5, 2, 6) == [[1, 5, 6]]


def test_iterative_condition_decides_for_each_partial_match() -> None:
    same = Pattern.begin("first").followed_by("same").where(_as_first)
    assert numbers(same, 1, 2, 2, 1) == [[2, 2], [1, 1]]


def _as_first(value: Any, context: ConditionContext) -> bool:
    return value in context.get_events_for_pattern("first")


def test_iterative_and_simple_conditions_combine() -> None:
    pattern = Pattern.begin("first").where(Big()).followed_by("same").where(_as_first).where(Big()).or_where(_is_zero)
    assert numbers(pattern, 1, 1, 7, 0) == [[7, 0]]
    assert numbers(pattern, 1, 1, 7, 7) == [[7, 7]]


def _is_zero(value: Any) -> bool:
    return bool(value == 0)


def test_context_tells_the_events_time() -> None:
    seen: list[int] = []

    def note(value: Any, context: ConditionContext) -> bool:
        seen.append(context.timestamp())
        return context.current_processing_time() == 0

    assert find(Pattern.begin("a").where(note), ["x", "y"], [3, 8]).times == [3, 8]
    assert seen == [3, 8]


def test_simple_condition_is_asked_once_for_an_event() -> None:
    asked: list[str] = []

    def condition(event: str) -> bool:
        asked.append(event)
        return event[0] == "b"

    find(Pattern.begin("a").where(one_of("a")).followed_by_any("b").where(condition), "a1 a2 a3 b1")
    assert asked == ["a2", "a3", "b1"]


def test_simple_condition_is_not_asked_if_nobody_waits() -> None:
    asked: list[str] = []
    condition = Condition.of(lambda event: asked.append(event), "where")
    find(Pattern.begin("a").where(one_of("a")).next("b").where(condition.call), "x y a1 z")
    assert asked == ["z"]


def test_simple_condition_of_is_the_function() -> None:
    assert run(Pattern.begin("a").where(SimpleCondition.of(one_of("a"))), "a1 b1") == ["a1"]
