"""What functions may give back: as PyFlink 2.3 takes it.

PyFlink cannot carry None as an element of an untyped stream: its Java side fails with a NullPointerException. Pyrite
can; the tests say so where it matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.datastream import (
    DataStream,
    FilterFunction,
    KeyedProcessFunction,
    MapFunction,
    OutputTag,
    ProcessFunction,
    StreamExecutionEnvironment,
)
from tests.whole.behaviour.run import WithTimestamp, collect, stamped

NUMBERS = OutputTag("numbers")
TEXTS = OutputTag("texts")


def same(value: Any) -> Any:
    return value


class Gives(ProcessFunction):
    """Returns what the function makes of the record."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self._func = func

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Any:
        return self._func(value)


class GivesKeyed(KeyedProcessFunction):
    def __init__(self, func: Callable[[Any], Any]) -> None:
        self._func = func

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
        return self._func(value)


KINDS: dict[str, Callable[[DataStream, Callable[[Any], Any]], DataStream]] = {
    "flat_map": lambda stream, func: stream.flat_map(func),
    "keyed flat_map": lambda stream, func: stream.key_by(same).flat_map(func),
    "process": lambda stream, func: stream.process(Gives(func)),
    "keyed process": lambda stream, func: stream.key_by(same).process(GivesKeyed(func)),
}


def two(value: int) -> Iterator[int]:
    yield value
    yield value


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("func", "expected"),
    [
        (lambda value: [value, value], [1, 1, 2, 2]),
        (lambda value: (value, value), [1, 1, 2, 2]),
        (two, [1, 1, 2, 2]),
        (lambda value: [], []),
        (lambda value: "ab", ["a", "b", "a", "b"]),
        (lambda value: b"ab", [97, 98, 97, 98]),
        (lambda value: {"x": value}, ["x", "x"]),
        (lambda value: {value}, [1, 2]),
    ],
    ids=["list", "tuple", "generator", "empty", "str", "bytes", "dict", "set"],
)
def test_results_are_what_iteration_gives(kind: str, func: Callable[[Any], Any], expected: list[Any]) -> None:
    assert collect(lambda env: KINDS[kind](env.from_collection([1, 2]), func)) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_result_that_cannot_be_iterated_fails_the_job(kind: str) -> None:
    with pytest.raises(PyriteError, match="TypeError: 'int' object is not iterable"):
        collect(lambda env: KINDS[kind](env.from_collection([1, 2]), lambda value: 5))


@pytest.mark.parametrize("kind", ["flat_map", "keyed flat_map"])
def test_flat_map_that_returns_none_fails_the_job(kind: str) -> None:
    with pytest.raises(PyriteError, match="TypeError: 'NoneType' object is not iterable"):
        collect(lambda env: KINDS[kind](env.from_collection([1, 2]), lambda value: None))


@pytest.mark.parametrize("kind", ["process", "keyed process"])
def test_process_that_returns_none_emits_nothing(kind: str) -> None:
    assert collect(lambda env: KINDS[kind](env.from_collection([1, 2]), lambda value: None)) == []


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("with_timestamps", [False, True])
def test_filter_goes_by_truth(keyed: bool, with_timestamps: bool) -> None:
    answers = [0, 1, "", None, [], [0], "x", 0.0, True, False]

    def program(env: StreamExecutionEnvironment) -> DataStream:
        numbers = env.from_collection([(number,) for number in range(10)])
        numbers = stamped(numbers) if with_timestamps else numbers
        numbers = numbers.key_by(same) if keyed else numbers
        return numbers.filter(lambda value: answers[value[0]])

    assert collect(program) == [(1,), (5,), (6,), (8,)]


def test_none_goes_through_every_operator() -> None:
    """Ours: PyFlink fails."""

    def program(env: StreamExecutionEnvironment) -> DataStream:
        values = env.from_collection([1, None]).map(same).filter(lambda value: True).flat_map(lambda value: [value])
        return values.process(Gives(lambda value: [value])).union(env.from_collection([None])).key_by(same).map(same)

    assert sorted(collect(program), key=repr) == [1, None, None]


# Side outputs ---------------------------------------------------------------------------------------------------------


class ToTheSides(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield NUMBERS, value
        yield 1, 2
        yield value
        yield TEXTS, str(value)
        yield [NUMBERS, value]


def test_side_outputs_take_tagged_tuples_and_nothing_else() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        main = env.from_collection([7]).process(ToTheSides())
        numbers = main.get_side_output(NUMBERS).map(lambda value: ("numbers", value))
        texts = main.get_side_output(TEXTS).map(lambda value: ("texts", value))
        return main.map(lambda value: ("main", value)).union(numbers, texts)

    actual = collect(program)
    assert [value for name, value in actual if name == "main"] == [(1, 2), 7, [NUMBERS, 7]]
    assert [value for name, value in actual if name == "numbers"] == [7]
    assert [value for name, value in actual if name == "texts"] == ["7"]


def test_side_output_that_nobody_reads_is_dropped() -> None:
    """As documented for Java. PyFlink hands (tag, value) to the main stream if no side output of it is read."""
    assert collect(lambda env: env.from_collection([7]).process(ToTheSides())) == [(1, 2), 7, [NUMBERS, 7]]


def test_side_output_carries_the_records_timestamp() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        sides = stamped(env.from_collection([("a", 10)])).process(ToTheSides())
        return sides.get_side_output(NUMBERS).process(WithTimestamp())

    assert collect(program) == [(("a", 10), 10)]


def test_map_that_returns_a_tagged_tuple_emits_it_as_a_record() -> None:
    assert collect(lambda env: env.from_collection([7]).map(lambda value: (NUMBERS, value))) == [(NUMBERS, 7)]


@pytest.mark.parametrize("of", [same, lambda stream: stream.map(same)], ids=["source", "map"])
def test_side_output_of_an_operator_without_any_is_empty(of: Callable[[DataStream], DataStream]) -> None:
    assert collect(lambda env: of(env.from_collection([7])).get_side_output(NUMBERS)) == []


@pytest.mark.parametrize("tag_id", ["", None])
def test_output_tag_needs_a_name(tag_id: Any) -> None:
    with pytest.raises(ValueError, match="tag_id"):
        OutputTag(tag_id)


# Building -------------------------------------------------------------------------------------------------------------


class Plain(MapFunction):
    def map(self, value: Any) -> Any:
        return value


class All(FilterFunction):
    def filter(self, value: Any) -> bool:
        return True


@pytest.mark.parametrize("func", [5, All(), "name"], ids=["int", "filter", "str"])
def test_map_of_what_is_no_map_function_is_refused_when_built(func: Any) -> None:
    """PyFlink raises a TypeError."""
    with pytest.raises((TypeError, InvalidProgramError), match="MapFunction"):
        collect(lambda env: env.from_collection([1]).map(func))


@pytest.mark.parametrize(
    "build",
    [
        lambda stream: stream.process(lambda value, ctx: value),
        lambda stream: stream.process(GivesKeyed(same)),
        lambda stream: stream.key_by(same).process(Gives(same)),
    ],
    ids=["lambda", "keyed-function", "unkeyed-function"],
)
def test_process_with_the_wrong_kind_of_function_is_refused_when_built(build: Callable[[DataStream], Any]) -> None:
    with pytest.raises((TypeError, InvalidProgramError), match="ProcessFunction"):
        collect(lambda env: build(env.from_collection([1])))


def test_union_with_itself_gives_every_record_twice() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        numbers = env.from_collection([1, 2])
        return numbers.union(numbers)

    assert sorted(collect(program)) == [1, 1, 2, 2]


def test_timestamps_are_kept_through_operators_and_unions() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        values = stamped(env.from_collection([("a", 10), ("b", 20)])).map(same).filter(lambda value: True)
        keyed = values.flat_map(lambda value: [value, value]).key_by(lambda value: value[0]).map(same)
        return keyed.union(stamped(env.from_collection([("u", 30)]))).process(WithTimestamp())

    expected = [(("a", 10), 10), (("a", 10), 10), (("b", 20), 20), (("b", 20), 20), (("u", 30), 30)]
    assert sorted(collect(program)) == expected


# Errors ---------------------------------------------------------------------------------------------------------------


def stop(*values: Any) -> Any:
    raise StopIteration("no more")


@pytest.mark.parametrize(
    "build",
    [
        lambda stream: stream.map(stop),
        lambda stream: stream.filter(stop),
        lambda stream: stream.flat_map(stop),
        lambda stream: stream.process(Gives(stop)),
        lambda stream: stream.key_by(stop).map(same),
        lambda stream: stream.key_by(lambda value: 0).map(stop),
        lambda stream: stream.key_by(lambda value: 0).reduce(stop),
    ],
    ids=["map", "filter", "flat_map", "process", "key_by", "keyed map", "reduce"],
)
@pytest.mark.parametrize("with_timestamps", [False, True])
def test_stop_iteration_of_a_function_fails_the_job(build: Callable[[Any], DataStream], with_timestamps: bool) -> None:
    """It must not pass for the end of a block: PyFlink's 'RuntimeError: generator raised StopIteration'."""

    def program(env: StreamExecutionEnvironment) -> DataStream:
        pairs = env.from_collection([("a", 1), ("b", 2)])
        return build(stamped(pairs) if with_timestamps else pairs)

    with pytest.raises(PyriteError, match="StopIteration"):
        collect(program)
