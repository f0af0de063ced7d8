"""Building and running programs: what PyFlink 2.3 takes, and what it refuses."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from pyrite.common import JobStatus
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.errors import InvalidProgramError, PyriteError, UserFunctionError
from pyrite.datastream import DataStream, KeyedStream, MapFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.testing.simulation import simulate
from tests.whole.behaviour.run import collect, environment, run

MIXED: list[Any] = [1, "a", 2.5, None, (1,), [1], {"a": 1}, {1}, b"x", True]


def same(value: Any) -> Any:
    return value


# Sources --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("collection", "expected"),
    [
        ([], []),
        (MIXED, MIXED),
        ((number for number in range(3)), [0, 1, 2]),
        (range(3), [0, 1, 2]),
        ("abc", ["a", "b", "c"]),
        ({"a": 1}, ["a"]),
        ([(1, (2, [3]))], [(1, (2, [3]))]),
    ],
    ids=["empty", "mixed", "generator", "range", "str", "dict", "nested"],
)
def test_from_collection_takes_what_can_be_iterated(collection: Any, expected: list[Any]) -> None:
    actual = collect(lambda env: env.from_collection(collection))
    assert actual == expected
    assert [type(value) for value in actual] == [type(value) for value in expected]


def test_from_collection_of_none_is_refused() -> None:
    with pytest.raises(TypeError, match="'NoneType' object is not iterable"):
        environment().from_collection(None)  # type: ignore[arg-type]


# Programs -------------------------------------------------------------------------------------------------------------


def test_program_without_operators_is_refused() -> None:
    env = environment()
    with pytest.raises(InvalidProgramError, match="no operators"):
        env.get_stream_graph()
    env.from_collection([1])
    with pytest.raises(InvalidProgramError, match="no operators"):
        env.get_stream_graph()


def test_program_without_a_sink_runs() -> None:
    assert run(lambda env: env.from_collection([1, 2]).map(same), 1, False).status is JobStatus.FINISHED


def test_stream_can_be_built_on_after_it_was_run() -> None:
    env = environment()
    numbers = env.from_collection([1, 2]).map(same)
    actual = []
    for stream in (numbers, numbers.map(lambda value: value + 1)):
        stream.sink_to(CollectSink())
        actual.append(simulate(env).results)
    assert actual == [[1, 2], [2, 3]]


def test_one_uid_twice_is_refused() -> None:
    """As Java. PyFlink misses it where it makes one operator of the two."""
    with pytest.raises(InvalidProgramError, match="uid"):
        collect(lambda env: env.from_collection([1]).map(same).uid("u").key_by(same).map(same).uid("u"))


def test_one_name_twice_is_fine() -> None:
    assert collect(lambda env: env.from_collection([1]).map(same).name("n").map(same).name("n")) == [1]


# Functions that do not pickle -----------------------------------------------------------------------------------------


class Locked(MapFunction):
    def __init__(self) -> None:
        self._lock = threading.Lock()

    def map(self, value: Any) -> Any:
        return value


def with_a_lock() -> Callable[[Any], Any]:
    lock = threading.Lock()
    return lambda value: (lock, value)[1]


@pytest.mark.parametrize("func", [with_a_lock(), Locked()], ids=["closure", "attribute"])
def test_function_that_does_not_pickle_is_refused_before_the_job_runs(func: Any) -> None:
    """PyFlink raises the TypeError when the operator is added."""
    with pytest.raises((TypeError, PyriteError), match=r"cannot pickle '_thread.lock' object"):
        collect(lambda env: env.from_collection([1]).map(func))


def test_collection_that_does_not_pickle_is_refused_before_the_job_runs() -> None:
    with pytest.raises((TypeError, PyriteError), match=r"cannot pickle '_thread.lock' object"):
        collect(lambda env: env.from_collection([threading.Lock()]))


def test_record_that_does_not_pickle_fails_the_job() -> None:
    with pytest.raises((TypeError, PyriteError), match=r"cannot pickle '_thread.lock' object"):
        collect(lambda env: env.from_collection([1]).map(lambda value: threading.Lock()).rebalance().map(same))


# Keyed streams --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "repartition",
    [
        lambda keyed: keyed.shuffle(),
        lambda keyed: keyed.rebalance(),
        lambda keyed: keyed.rescale(),
        lambda keyed: keyed.forward(),
        lambda keyed: keyed.broadcast(),
        lambda keyed: keyed.partition_custom(lambda key, number: 0, same),
    ],
    ids=["shuffle", "rebalance", "rescale", "forward", "broadcast", "partition_custom"],
)
def test_partitioning_of_a_keyed_stream_cannot_be_changed(repartition: Callable[[KeyedStream], Any]) -> None:
    with pytest.raises(InvalidProgramError, match=r"[Kk]eyed"):
        repartition(environment().from_collection([1]).key_by(same))


def test_keyed_stream_can_be_keyed_again() -> None:
    actual = collect(lambda env: env.from_collection([1, 2]).key_by(same).key_by(lambda value: "all").reduce(max))
    assert actual == [1, 2]


# The life of a function -----------------------------------------------------------------------------------------------


class Logs(MapFunction):
    log: list[str] = []

    def __init__(self, name: str, fails: bool = False) -> None:
        self._name = name
        self._fails = fails

    def open(self, runtime_context: RuntimeContext) -> None:
        from tests.whole.behaviour import test_building

        self._log = test_building.Logs.log  # the module's own: this object came here pickled
        self._log.append(f"open {self._name}")

    def close(self) -> None:
        self._log.append(f"close {self._name}")

    def map(self, value: Any) -> Any:
        self._log.append(f"{self._name} {value}")
        if self._fails:
            raise ValueError("boom")
        return value


def logged(build: Callable[[StreamExecutionEnvironment], DataStream]) -> list[str]:
    def cleared(env: StreamExecutionEnvironment) -> DataStream:
        Logs.log.clear()
        return build(env)

    with suppress(UserFunctionError):
        collect(cleared)
    return list(Logs.log)


def test_functions_of_a_chain_open_from_its_end_and_close_from_its_start() -> None:
    actual = logged(lambda env: env.from_collection([1]).map(Logs("a")).map(Logs("b")))
    assert actual == ["open b", "open a", "a 1", "b 1", "close a", "close b"]


def test_function_is_closed_after_it_failed() -> None:
    assert logged(lambda env: env.from_collection([1]).map(Logs("a", fails=True))) == ["open a", "a 1", "close a"]


class CountsItsCalls(MapFunction):
    def __init__(self) -> None:
        self._calls = 0

    def map(self, value: Any) -> Any:
        self._calls += 1
        return self._calls


def test_one_function_object_in_two_operators_is_two_functions() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        counts, numbers = CountsItsCalls(), env.from_collection([0, 0, 0])
        return numbers.map(counts).union(numbers.map(counts))

    assert sorted(collect(program)) == [1, 1, 2, 2, 3, 3]


# Settings -------------------------------------------------------------------------------------------------------------

SETTINGS: dict[str, Callable[[DataStream], Any]] = {
    "name": lambda stream: stream.name("n"),
    "uid": lambda stream: stream.uid("u"),
    "parallelism": lambda stream: stream.set_parallelism(2),
    "max parallelism": lambda stream: stream.set_max_parallelism(5),
    "description": lambda stream: stream.set_description("d"),
    "disable chaining": lambda stream: stream.disable_chaining(),
    "new chain": lambda stream: stream.start_new_chain(),
    "slot sharing group": lambda stream: stream.slot_sharing_group("g"),
    "buffer timeout": lambda stream: stream.set_buffer_timeout(5),
    "force non parallel": lambda stream: stream.force_non_parallel(),
}
NOT_OPERATORS: dict[str, Callable[[DataStream], DataStream]] = {
    "key_by": lambda stream: stream.key_by(same),
    "union": lambda stream: stream.union(stream),
    "rebalance": lambda stream: stream.rebalance(),
    "shuffle": lambda stream: stream.shuffle(),
    "forward": lambda stream: stream.forward(),
    "broadcast": lambda stream: stream.broadcast(),
}


@pytest.mark.parametrize("kind", NOT_OPERATORS)
def test_settings_of_what_is_no_operator_are_refused(kind: str) -> None:
    """PyFlink says 'Set name for KeyedStream is not supported', and of the others that Java has no such method."""
    for setting in SETTINGS.values():
        with pytest.raises(InvalidProgramError):
            setting(NOT_OPERATORS[kind](environment().from_collection([1]).map(same)))


@pytest.mark.parametrize("setting", SETTINGS)
def test_setting_of_an_operator_gives_the_stream_itself(setting: str) -> None:
    stream = environment().from_collection([1]).map(same)
    assert SETTINGS[setting](stream) is stream


@pytest.mark.parametrize(
    "build",
    [
        lambda env: env.from_collection([1]).set_parallelism(2),
        lambda env: env.from_collection([1]).map(same).force_non_parallel().set_parallelism(2),
        lambda env: env.from_collection([1]).map(same).set_parallelism(0),
        lambda env: env.from_collection([1]).map(same).set_parallelism(-5),
        lambda env: env.from_collection([1]).map(same).set_max_parallelism(0),
        lambda env: env.from_collection([1]).map(same).set_max_parallelism(40_000),
        lambda env: env.from_collection([1]).map(same).set_buffer_timeout(-2),
        lambda env: env.set_parallelism(0),
        lambda env: env.set_max_parallelism(0),
        lambda env: env.set_max_parallelism(40_000),
        lambda env: env.set_buffer_timeout(-2),
    ],
    ids=[
        "collection-2",
        "non-parallel-2",
        "0",
        "-5",
        "max-0",
        "max-40000",
        "timeout",
        "env-0",
        "env-max-0",
        "env-max-40000",
        "env-timeout",
    ],
)
def test_setting_out_of_range_is_refused(build: Callable[[StreamExecutionEnvironment], Any]) -> None:
    with pytest.raises(InvalidProgramError):
        build(environment())


def test_parallelism_of_minus_one_is_the_default() -> None:
    """Flink's ExecutionConfig.PARALLELISM_DEFAULT, for an operator and for the environment."""
    env = environment(3)
    env.from_sequence(1, 9).map(same).set_parallelism(5).set_parallelism(-1)
    assert [node.parallelism for node in env.get_stream_graph().nodes] == [3, 3]
    assert environment(3).set_parallelism(-1).get_parallelism() == StreamExecutionEnvironment().get_parallelism()
