"""Connected streams: as PyFlink 2.3 runs the same programs. The order between the two inputs is not promised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.datastream import (
    CoFlatMapFunction,
    CoMapFunction,
    ConnectedStreams,
    CoProcessFunction,
    DataStream,
    KeyedCoProcessFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
)
from pyrite.datastream.state import ValueStateDescriptor
from tests.whole.behaviour.run import collect

BOTH_MODES = pytest.mark.parametrize("batch", [False, True], ids=["streaming", "batch"])
KEYED = pytest.mark.parametrize("keyed", [False, True], ids=["unkeyed", "keyed"])


class NoneForSome(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return None if value == 2 else ("1", value)

    def map2(self, value: Any) -> Any:
        return None if value == 20 else ("2", value)


class NoneOrMany(CoFlatMapFunction):
    def flat_map1(self, value: Any) -> Any:
        return None if value == 2 else [("1", value), ("1", value)]

    def flat_map2(self, value: Any) -> Any:
        yield "2", value


class NotIterable(CoFlatMapFunction):
    def flat_map1(self, value: Any) -> Any:
        return 5

    def flat_map2(self, value: Any) -> Any:
        return []


class FirstOnly(CoProcessFunction):
    def process_element1(self, value: Any, ctx: CoProcessFunction.Context) -> Iterator[Any]:
        yield "1", value, ctx.timestamp()

    def process_element2(self, value: Any, ctx: CoProcessFunction.Context) -> None:
        return None


class CountBoth(KeyedCoProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + 1)
        yield "1", value, ctx.get_current_key(), self._count.value()

    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> list[Any]:
        self._count.update((self._count.value() or 0) + 1)
        return [("2", value, ctx.get_current_key(), self._count.value())]


def odd(value: int) -> int:
    return value % 2


def odd_tens(value: int) -> int:
    return value // 10 % 2


def connected(env: StreamExecutionEnvironment, keyed: bool = False) -> ConnectedStreams:
    streams: ConnectedStreams = env.from_collection([1, 2, 3]).connect(env.from_collection([10, 20, 30]))
    return streams.key_by(odd, odd_tens) if keyed else streams


def of(actual: list[Any], number: str) -> list[Any]:
    """The records of one input."""
    return [record for record in actual if record[0] == number]


@BOTH_MODES
@KEYED
def test_co_map_that_returns_none_emits_nothing(keyed: bool, batch: bool) -> None:
    """Unlike a map, whose None is a record."""
    actual = collect(lambda env: connected(env, keyed).map(NoneForSome()), batch)
    assert sorted(of(actual, "1")) == [("1", 1), ("1", 3)]
    assert sorted(of(actual, "2")) == [("2", 10), ("2", 30)]
    assert len(actual) == 4


@BOTH_MODES
@KEYED
def test_co_flat_map_that_returns_none_emits_nothing(keyed: bool, batch: bool) -> None:
    """Unlike a flat_map, which fails."""
    actual = collect(lambda env: connected(env, keyed).flat_map(NoneOrMany()), batch)
    assert sorted(of(actual, "1")) == [("1", 1), ("1", 1), ("1", 3), ("1", 3)]
    assert sorted(of(actual, "2")) == [("2", 10), ("2", 20), ("2", 30)]


def test_co_flat_map_that_returns_what_cannot_be_iterated_fails_the_job() -> None:
    with pytest.raises(PyriteError, match="TypeError: 'int' object is not iterable"):
        collect(lambda env: connected(env).flat_map(NotIterable()))


def test_co_process_that_returns_none_emits_nothing() -> None:
    expected = [("1", 1, NO_TIMESTAMP), ("1", 2, NO_TIMESTAMP), ("1", 3, NO_TIMESTAMP)]
    assert collect(lambda env: connected(env).process(FirstOnly())) == expected


@BOTH_MODES
@pytest.mark.parametrize("first", ["connect", "key_by"])
def test_keyed_co_process_shares_state_between_the_inputs(first: str, batch: bool) -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        if first == "connect":
            return connected(env, keyed=True).process(CountBoth())
        one, other = env.from_collection([1, 2, 3]), env.from_collection([10, 20, 30])
        streams: ConnectedStreams = one.key_by(odd).connect(other.key_by(odd_tens))
        return streams.process(CountBoth())

    actual = collect(program, batch)
    assert [count for _, _, key, count in actual if key == 1] == [1, 2, 3, 4]
    assert [count for _, _, key, count in actual if key == 0] == [1, 2]


def test_keys_of_the_inputs_that_differ_in_type_share_no_state() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        streams: ConnectedStreams = env.from_collection([1, 3]).connect(env.from_collection([10, 30]))
        return streams.key_by(odd, lambda value: str(odd_tens(value))).process(CountBoth())

    actual = collect(program)
    assert of(actual, "1") == [("1", 1, 1, 1), ("1", 3, 1, 2)]
    assert of(actual, "2") == [("2", 10, "1", 1), ("2", 30, "1", 2)]


@pytest.mark.parametrize(
    "build",
    [
        lambda env: connected(env).map(lambda value: value),  # type: ignore[arg-type]
        lambda env: connected(env).flat_map(NoneForSome()),  # type: ignore[arg-type]
        lambda env: connected(env).process(CountBoth()),
        lambda env: env.from_collection([1]).key_by(odd).connect(env.from_collection([2])).process(CountBoth()),
    ],
    ids=["lambda", "co-map-in-flat_map", "keyed-function", "half-keyed"],
)
def test_function_that_does_not_fit_is_refused_when_built(
    build: Callable[[StreamExecutionEnvironment], DataStream],
) -> None:
    """PyFlink finds the last two when the job runs: 'only accessible by functions executed on a KeyedStream'."""
    with pytest.raises((TypeError, InvalidProgramError)):
        collect(build)
