"""Windowed programs for transcripts: functions that tell what they are called with, and one way to say a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.common import Time
from pyrite.datastream import (
    AggregateFunction,
    DataStream,
    OutputTag,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
)
from pyrite.datastream.window import CountWindow, Evictor, TimeWindow, Trigger, Window, WindowAssigner
from tests.operators.window.transcript import Record


def seconds(number: float) -> Time:
    return Time.milliseconds(round(number * 1000))


def key_of(record: Record) -> str:
    return record[0]


def span(window: Window) -> str:
    if isinstance(window, TimeWindow):
        return f"[{window.start / 1000:.12g},{window.end / 1000:.12g})"
    return f"#{window.id}" if isinstance(window, CountWindow) else "all"


def text_of(key: str, window: Window, what: Any) -> str:
    return (f"{key}:" if key else "") + f"{span(window)}={what}"


def numbers(elements: Iterable[Any]) -> str:
    return ",".join(f"{element[2]:.12g}" for element in elements)


class Listed(ProcessWindowFunction[Any, str, str, Any]):
    """Tells a window's numbers in the order in which they came."""

    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[str]:
        yield text_of(key, context.window(), numbers(elements))


class Sorted(ProcessWindowFunction[Any, str, str, Any]):
    """Tells a window's numbers in order of size: of windows that merge, Flink does not say whose records come first."""

    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[str]:
        yield text_of(key, context.window(), numbers(sorted(elements, key=lambda element: element[2])))


class Counted(ProcessWindowFunction[Any, str, str, Any]):
    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[str]:
        yield text_of(key, context.window(), len(list(elements)))


class Described(ProcessWindowFunction[Any, str, str, Any]):
    """Tells the one value that it is given."""

    def process(self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[str]:
        (value,) = elements
        yield text_of(key, context.window(), value if isinstance(value, (int, str)) else numbers([value]))


class ListedAll(ProcessAllWindowFunction[Any, str, Any]):
    """The same for a whole stream, with keys."""

    def process(self, context: ProcessAllWindowFunction.Context[Any], elements: Iterable[Any]) -> Iterator[str]:
        yield text_of("", context.window(), ",".join(f"{element[0]}{element[2]:.12g}" for element in elements))


class Sum(AggregateFunction):
    """The sum of the numbers."""

    def create_accumulator(self) -> float:
        return 0

    def add(self, value: Any, accumulator: float) -> float:
        total: float = accumulator + value[2]
        return total

    def get_result(self, accumulator: float) -> float:
        return accumulator

    def merge(self, acc_a: float, acc_b: float) -> float:
        return acc_a + acc_b


class SumWithoutMerge(Sum):
    def merge(self, acc_a: float, acc_b: float) -> float:
        raise AssertionError("merge was called")


@dataclass(frozen=True)
class Windows:
    """A program with windows; called with a stream of records, it adds its operator. `ends` is what is done with them.

    `all_keys` makes them windows of the whole stream.
    """

    assigner: WindowAssigner[Any, Any]
    ends: Optional[Callable[[Any], DataStream]] = None
    trigger: Optional[Trigger[Any, Any]] = None
    evictor: Optional[Evictor[Any, Any]] = None
    lateness: float = 0
    late: Optional[OutputTag] = None
    all_keys: bool = False

    def __call__(self, stream: DataStream) -> DataStream:
        windowed: Any = stream.window_all(self.assigner) if self.all_keys else self._keyed(stream)
        if self.trigger is not None:
            windowed = windowed.trigger(self.trigger)
        if self.evictor is not None:
            windowed = windowed.evictor(self.evictor)
        if self.lateness:
            windowed = windowed.allowed_lateness(round(self.lateness * 1000))
        if self.late is not None:
            windowed = windowed.side_output_late_data(self.late)
        result: DataStream = (self.ends or self._listed)(windowed)
        return result

    def _keyed(self, stream: DataStream) -> Any:
        return stream.key_by(key_of).window(self.assigner)

    def _listed(self, windowed: Any) -> DataStream:
        stream: DataStream = windowed.process(ListedAll() if self.all_keys else Listed())
        return stream


def process(function: Any) -> Callable[[Any], DataStream]:
    """For `ends`: `process(function)`."""

    def end(windowed: Any) -> DataStream:
        stream: DataStream = windowed.process(function)
        return stream

    return end
