"""Broadcast state: one side changes it, the other reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.broadcast_functions import (
    BroadcastProcessFunction,
    BroadcastReadContext,
    BroadcastWriteContext,
    KeyedBroadcastProcessFunction,
    KeyedBroadcastReadContext,
    KeyedBroadcastWriteContext,
)
from pyrite.core.functions.functions import RuntimeContext, TimerContext
from pyrite.core.state.state_types import MapStateDescriptor, ValueStateDescriptor
from pyrite.operators.broadcast import BroadcastProcessOperator
from tests.operators.harness import Harness

RULES, OTHER = MapStateDescriptor("rules"), MapStateDescriptor("other")


class Rules(BroadcastProcessFunction):
    """A broadcast pair is a rule; a record comes out with its rule."""

    def process_element(self, value: str, ctx: BroadcastReadContext) -> Iterator[Any]:
        yield value, ctx.get_broadcast_state(RULES).get(value)

    def process_broadcast_element(self, value: tuple[str, Any], ctx: BroadcastWriteContext) -> Iterator[Any]:
        ctx.get_broadcast_state(RULES).put(*value)
        yield "rules", len(list(ctx.get_broadcast_state(RULES).keys()))


class ReadAll(Rules):
    def process_element(self, value: str, ctx: BroadcastReadContext) -> Iterator[Any]:
        rules = ctx.get_broadcast_state(RULES)
        yield rules.contains(value), dict(rules.items()), list(rules.keys()), list(rules.values()), rules.is_empty()


class WriteOnTheWrongSide(Rules):
    def process_element(self, value: str, ctx: BroadcastReadContext) -> Iterator[Any]:
        ctx.get_broadcast_state(RULES).put(value, 1)  # type: ignore[attr-defined]
        yield value


class Undeclared(Rules):
    def process_element(self, value: str, ctx: BroadcastReadContext) -> Iterator[Any]:
        yield ctx.get_broadcast_state(OTHER).get(value)


class KeyedRules(KeyedBroadcastProcessFunction):
    """Counts a key's records; a timer for each tells the count and the limit."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: int, ctx: KeyedBroadcastReadContext) -> None:
        self._count.update((self._count.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(value)

    def process_broadcast_element(self, value: int, ctx: KeyedBroadcastWriteContext) -> None:
        ctx.get_broadcast_state(RULES).put("limit", value)

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Any]:
        assert isinstance(ctx, TimerContext)
        limit = ctx.get_broadcast_state(RULES).get("limit")  # type: ignore[attr-defined]
        yield ctx.get_current_key(), self._count.value(), limit


class AskForKey(KeyedRules):
    def process_broadcast_element(self, value: int, ctx: Any) -> None:
        ctx.get_current_key()


class Multiplying(KeyedRules):
    """A broadcast record multiplies the counts of all keys. `counts` has the results."""

    def __init__(self) -> None:
        self.counts: dict[Any, int] = {}

    def process_broadcast_element(self, value: int, ctx: Any) -> None:
        def multiply(key: Any, state: Any) -> None:
            state.update(state.value() * value)
            self.counts[key] = state.value()

        ctx.apply_to_keyed_state(ValueStateDescriptor("count"), multiply)
        ctx.get_current_key()


class WithoutKeys(Rules):
    def process_broadcast_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        ctx.apply_to_keyed_state(ValueStateDescriptor("count"), print)
        yield value


def broadcasting(function: Any, keyed: bool = False) -> Harness:
    return Harness(BroadcastProcessOperator(function, (RULES,)), keyed=keyed)


def test_record_sees_what_was_broadcast_before() -> None:
    harness = broadcasting(Rules())
    harness.feed(["a"])
    harness.feed([("a", 1), ("b", 2)], input_index=1)
    harness.feed(["a"])
    assert harness.main.values == [("a", None), ("rules", 1), ("rules", 2), ("a", 1)]


def test_both_sides_keep_their_records_timestamps() -> None:
    harness = broadcasting(Rules())
    harness.feed([("a", 1)], [10], input_index=1)
    harness.feed(["a"], [20])
    assert harness.main.stamped == [(("rules", 1), 10), (("a", 1), 20)]


def test_reading_side_can_read_all() -> None:
    harness = broadcasting(ReadAll())
    harness.feed([("a", 1)], input_index=1)
    harness.main.clear()
    harness.feed(["a"])
    assert harness.main.values == [(True, {"a": 1}, ["a"], [1], False)]


def test_reading_side_cannot_change_the_state() -> None:
    harness = broadcasting(WriteOnTheWrongSide())
    with pytest.raises(UserFunctionError, match="'ReadOnlyView' object has no attribute 'put'"):
        harness.feed(["a"])


def test_state_that_was_not_declared_is_refused() -> None:
    harness = broadcasting(Undeclared())
    expected = r"'other' is not among the states passed to broadcast\(\): \['rules'\]"
    with pytest.raises(UserFunctionError, match=expected):
        harness.feed(["a"])


def test_keyed_side_has_state_and_timers_of_its_key_beside_the_broadcast_state() -> None:
    harness = broadcasting(KeyedRules(), keyed=True)
    harness.feed_keyed(("a", 10), ("b", 20), ("a", 30))
    harness.feed([99], input_index=1)
    harness.watermark(50)
    assert harness.main.values == [("a", 2, 99), ("b", 1, 99), ("a", 2, 99)]


def test_broadcast_record_has_no_key() -> None:
    harness = broadcasting(AskForKey(), keyed=True)
    harness.feed_keyed(("a", 10))
    with pytest.raises(UserFunctionError, match="broadcast records have no key"):
        harness.feed([1], input_index=1)


def test_broadcast_record_changes_the_state_of_all_keys_and_has_none_itself_afterwards() -> None:
    function = Multiplying()
    harness = broadcasting(function, keyed=True)
    harness.feed_keyed(("a", 10), ("b", 20), ("a", 30))
    with pytest.raises(UserFunctionError, match="broadcast records have no key"):
        harness.feed([10], input_index=1)
    assert function.counts == {"a": 20, "b": 10}
    harness.watermark(15)
    assert harness.main.values == [("a", 20, None)]


def test_state_of_all_keys_needs_a_keyed_stream() -> None:
    harness = broadcasting(WithoutKeys())
    with pytest.raises(UserFunctionError, match=r"needs a keyed stream: call key_by\(\) before connect\(\)"):
        harness.feed([10], input_index=1)


def test_error_on_the_broadcast_side_names_its_record() -> None:
    harness = broadcasting(Rules())
    with pytest.raises(UserFunctionError) as raised:
        harness.feed([("a", 1), "x"], input_index=1)
    assert raised.value.record == "'x'"


def test_broadcast_states_of_two_operators_are_apart() -> None:
    one, other = broadcasting(Rules()), broadcasting(Rules())
    one.feed([("a", 1)], input_index=1)
    other.feed(["a"])
    assert other.main.values == [("a", None)]
