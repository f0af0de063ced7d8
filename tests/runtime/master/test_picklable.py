"""What cannot travel to the tasks is found before the job starts, with what is to blame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pyrite.connectors.builtin.collection import CollectionSource
from pyrite.connectors.builtin.terminal import PrintSink
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import KeySelector, MapFunction, Partitioner
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from pyrite.runtime.master.picklable import check_picklable


class Held(MapFunction):
    """Holds what it is given."""

    def __init__(self, contents: Any) -> None:
        self.fine = [1, 2]
        self.held = contents

    def map(self, value: Any) -> Any:
        return value


class Holder(KeySelector, Partitioner):
    def __init__(self) -> None:
        self.lock = threading.Lock()

    def get_key(self, value: Any) -> Any:
        return value

    def partition(self, key: Any, num_partitions: int) -> int:
        return 0


class Inner:
    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __call__(self, value: Any) -> Any:
        return value

    def method(self, value: Any) -> Any:
        return value


class Refuses:
    def __reduce__(self) -> Any:
        raise OSError("I stay here")


def check(build: Callable[[DataStream], Any]) -> None:
    env = StreamExecutionEnvironment()
    build(env.from_elements(1))
    check_picklable(env.get_job_spec().plan().execution.job)


def error_text(build: Callable[[DataStream], Any]) -> str:
    with pytest.raises(InvalidProgramError) as raised:
        check(build)
    text = str(raised.value)
    assert text.endswith("locks and open files in open(), not in the constructor or outside the class")
    return text


def test_program_that_can_travel_is_let_through() -> None:
    offset = 5
    check(lambda stream: stream.map(lambda value: value + offset).key_by(lambda value: value).map(Held(3)).print())


def test_function_is_blamed_by_the_attribute_that_cannot_travel() -> None:
    text = error_text(lambda stream: stream.map(Held(threading.Lock())).name("holder").print())
    assert "'holder': Held (" in text
    assert "test_picklable.py:" in text
    assert "its attribute 'held' is a _thread.lock, which cannot be pickled" in text


def test_closure_is_blamed_by_the_variable_that_cannot_travel() -> None:
    lock = threading.Lock()
    text = error_text(lambda stream: stream.map(lambda value: lock.locked()).name("holder"))
    assert "its variable 'lock' is a _thread.lock, which cannot be pickled" in text


def test_innermost_part_is_blamed() -> None:
    text = error_text(lambda stream: stream.map(Held(Inner())))
    assert "its attribute 'held', in it attribute 'lock' is a _thread.lock" in text


def test_bound_method_is_blamed_by_its_object() -> None:
    text = error_text(lambda stream: stream.map(Inner().method))
    assert "its object, in it attribute 'lock' is a _thread.lock" in text


def test_part_that_nothing_in_it_explains_is_reported_with_its_error() -> None:
    text = error_text(lambda stream: stream.map(partial(print, threading.Lock())))
    assert "cannot be sent to the tasks: cannot pickle '_thread.lock' object" in text
    assert "I stay here" in error_text(lambda stream: stream.map(partial(print, Refuses())))


def test_selector_and_partitioner_of_an_edge_are_checked_and_reported_with_the_operator_before() -> None:
    for build in (
        lambda stream: stream.map(Held(1)).name("before").key_by(Holder()).map(Held(1)).print(),
        lambda stream: stream.map(Held(1)).name("before").partition_custom(Holder(), lambda value: value).print(),
        lambda stream: stream.map(Held(1)).name("before").partition_custom(lambda key, count: 0, Holder()).print(),
    ):
        text = error_text(build)
        assert "the partitioning after 'before'" in text
        assert "its attribute 'lock' is a _thread.lock" in text


def test_sources_and_sinks_are_checked() -> None:
    env = StreamExecutionEnvironment()
    source = CollectionSource([threading.Lock()])
    env.from_source(source, WatermarkStrategy.no_watermarks(), "locks").print()
    with pytest.raises(InvalidProgramError, match="'locks'"):
        check_picklable(env.get_job_spec().plan().execution.job)

    class Sink(PrintSink):
        def __init__(self) -> None:
            super().__init__()
            self.lock = threading.Lock()

    assert "its attribute 'lock'" in error_text(lambda stream: stream.sink_to(Sink()))


def test_parts_that_hold_each_other_are_reported_without_end() -> None:
    one, other = Held(None), Held(threading.Lock())
    one.held = other
    vars(other)["back"] = one
    assert "its attribute 'held'" in error_text(lambda stream: stream.map(one))


def test_data_that_is_nested_too_deeply_is_reported_by_its_place() -> None:
    nested: list[Any] = []
    for _ in range(2000):
        nested = [nested]
    env = StreamExecutionEnvironment()
    env.from_collection([1, nested, 2]).print()
    with pytest.raises(InvalidProgramError) as raised:
        check_picklable(env.get_job_spec().plan().execution.job)
    assert "its attribute '_elements', in it element 1 is nested too deeply to be pickled" in str(raised.value)
    assert "locks" not in str(raised.value)


def test_element_of_a_list_is_blamed() -> None:
    assert "in it element 1 is a _thread.lock" in error_text(lambda stream: stream.map(Held([1, threading.Lock()])))
