"""Broadcast state: as PyFlink 2.3 runs the same programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.core.time.time import MIN_WATERMARK, NO_TIMESTAMP
from pyrite.datastream import (
    BroadcastProcessFunction,
    DataStream,
    KeyedBroadcastProcessFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
)
from pyrite.datastream.state import MapStateDescriptor, ValueStateDescriptor
from tests.whole.behaviour.run import collect

RULES = MapStateDescriptor("rules")
OTHER = MapStateDescriptor("other")


def same(value: Any) -> Any:
    return value


class SeesRules(BroadcastProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        rules = ctx.get_broadcast_state(RULES)
        yield "element", value, list(rules.items()), list(rules.keys()), list(rules.values()), rules.is_empty()

    def process_broadcast_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        rules = ctx.get_broadcast_state(RULES)
        yield "rule", value, rules.get("missing"), rules.contains("missing")
        rules.remove("missing")
        rules.put(value, 2)


def program(env: StreamExecutionEnvironment) -> DataStream:
    rules = env.from_collection(["q", "r"]).broadcast(RULES)
    stream: DataStream = env.from_collection(["x", "y"]).connect(rules).process(SeesRules())
    return stream


def test_broadcast_side_comes_first_in_batch() -> None:
    """As documented for BATCH: the broadcast side is read to its end before the other."""
    rules = ([("q", 2), ("r", 2)], ["q", "r"], [2, 2], False)
    assert collect(program, batch=True) == [
        ("rule", "q", None, False),
        ("rule", "r", None, False),
        ("element", "x", *rules),
        ("element", "y", *rules),
    ]


def test_each_side_keeps_its_order_in_streaming() -> None:
    actual = collect(program)
    assert [record[1] for record in actual if record[0] == "rule"] == ["q", "r"]
    assert [record[1] for record in actual if record[0] == "element"] == ["x", "y"]


def test_broadcast_records_reach_every_subtask() -> None:
    actual = collect(program, parallelism=2)
    assert sorted(record[1] for record in actual if record[0] == "rule") == ["q", "q", "r", "r"]


class Asks(KeyedBroadcastProcessFunction):
    """Runs a function on each side with the context and a keyed state."""

    def __init__(self, element: Any, rule: Any) -> None:
        self._element = element
        self._rule = rule

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield "element", self._element(ctx, self._count)

    def process_broadcast_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield "rule", self._rule(ctx, self._count)


def ask(element: Any = lambda ctx, count: None, rule: Any = lambda ctx, count: None) -> list[Any]:
    def build(env: StreamExecutionEnvironment) -> DataStream:
        rules = env.from_collection(["q"]).broadcast(RULES)
        stream: DataStream = env.from_collection(["x"]).key_by(same).connect(rules).process(Asks(element, rule))
        return stream

    return sorted(collect(build))


def test_element_side_knows_its_key_and_both_sides_their_times() -> None:
    def times(ctx: Any, count: Any) -> Any:
        return ctx.timestamp(), ctx.current_watermark()

    assert ask(lambda ctx, count: ctx.get_current_key()) == [("element", "x"), ("rule", None)]
    nothing = (NO_TIMESTAMP, MIN_WATERMARK)
    assert ask(times, times) == [("element", nothing), ("rule", nothing)]


def test_element_side_cannot_change_the_state() -> None:
    with pytest.raises(PyriteError, match=r"AttributeError: .* no attribute 'put'"):
        ask(lambda ctx, count: ctx.get_broadcast_state(RULES).put("a", 1))


@pytest.mark.parametrize("side", ["element", "rule"])
def test_state_that_was_not_given_to_broadcast_fails_the_job(side: str) -> None:
    """As Java. PyFlink gives a new, empty state."""
    with pytest.raises(PyriteError, match="'other' is not among the states"):
        ask(**{side: lambda ctx, count: ctx.get_broadcast_state(OTHER)})


@pytest.mark.parametrize(
    "use", [lambda ctx, count: count.value(), lambda ctx, count: count.update(5)], ids=["value", "update"]
)
def test_keyed_state_on_the_broadcast_side_fails_the_job(use: Any) -> None:
    """There is no key. Java refuses; PyFlink fails obscurely on a read and loses what is written."""
    with pytest.raises(PyriteError, match="key"):
        ask(rule=use)


def test_function_that_does_not_fit_the_stream_is_refused_when_built() -> None:
    """PyFlink raises a TypeError."""

    def keyed(env: StreamExecutionEnvironment) -> Any:
        rules = env.from_collection(["q"]).broadcast(RULES)
        return env.from_collection(["x"]).key_by(same).connect(rules).process(SeesRules())

    def unkeyed(env: StreamExecutionEnvironment) -> Any:
        rules = env.from_collection(["q"]).broadcast(RULES)
        return env.from_collection(["x"]).connect(rules).process(Asks(None, None))

    for build in (keyed, unkeyed):
        with pytest.raises((TypeError, InvalidProgramError), match="BroadcastProcessFunction"):
            collect(build)


class ReadsRulesAsDict(SeesRules):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        rules = ctx.get_broadcast_state(RULES)
        yield list(rules), "q" in rules, "z" in rules, rules["q"]


def test_read_only_broadcast_state_is_read_as_a_dict() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        rules = env.from_collection(["q", "r"]).broadcast(RULES)
        stream: DataStream = env.from_collection(["x"]).connect(rules).process(ReadsRulesAsDict())
        return stream

    assert collect(program, batch=True)[-1] == (["q", "r"], True, False, 2)
