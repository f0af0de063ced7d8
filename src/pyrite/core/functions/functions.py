"""Functions that users implement, as classes with PyFlink's names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, TypeAlias

from pyrite.core.functions.accumulators import Accumulator, DoubleCounter, Histogram, IntCounter, LongCounter
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import (
    KeyedStateStore,
)

if TYPE_CHECKING:
    from pyrite.core.metrics.metric_group import MetricGroup


@persisted("time-domain/1")
class TimeDomain(Enum):
    """The clock of a timer."""

    EVENT_TIME = 0
    PROCESSING_TIME = 1


@persisted("distributed-cache/1")
class DistributedCache(ABC):
    """The files that the program registered with `register_cached_file`."""

    @abstractmethod
    def get_file(self, name: str) -> Path:
        """The path, in this task, of the file registered under this name."""


@persisted("iteration-aggregator/1")
class IterationAggregator(ABC):
    """Access of a function to an aggregator of its loop."""

    @abstractmethod
    def aggregate(self, value: Any) -> None:
        """Adds a value to the superstep's aggregate."""


@persisted("runtime-context/1")
class RuntimeContext(KeyedStateStore):
    """A function's access to its place in the job, and to state."""

    @abstractmethod
    def get_task_name(self) -> str:
        """The name of the function's operator."""

    @abstractmethod
    def get_number_of_parallel_subtasks(self) -> int:
        """The parallelism of the operator."""

    @abstractmethod
    def get_max_number_of_parallel_subtasks(self) -> int:
        """The number of key groups: the maximum parallelism of the operator."""

    @abstractmethod
    def get_index_of_this_subtask(self) -> int:
        """The index of this subtask, from 0."""

    @abstractmethod
    def get_attempt_number(self) -> int:
        """The number of the attempt, from 0, incremented by each restart."""

    @abstractmethod
    def get_task_name_with_subtasks(self) -> str:
        """The operator's name, this subtask's number from 1, and the attempt: `name (1/4)#0`."""

    @abstractmethod
    def get_job_parameter(self, key: str, default_value: str) -> str:
        """A global job parameter, or the default."""

    @abstractmethod
    def get_metrics_group(self) -> MetricGroup:
        """The metric group of the function."""

    @abstractmethod
    def add_accumulator(self, name: str, accumulator: Accumulator[Any, Any]) -> None:
        """Registers an accumulator, which the job's result and its client report, merged over all subtasks."""

    @abstractmethod
    def get_accumulator(self, name: str) -> Optional[Accumulator[Any, Any]]:
        """The accumulator of this name, or None."""

    @abstractmethod
    def get_int_counter(self, name: str) -> IntCounter:
        """The accumulator of this name that sums ints; registers it if necessary."""

    @abstractmethod
    def get_long_counter(self, name: str) -> LongCounter:
        """The accumulator of this name that sums ints; the job's result has the sum over all subtasks."""

    @abstractmethod
    def get_double_counter(self, name: str) -> DoubleCounter:
        """The accumulator of this name that sums floats; the job's result has the sum over all subtasks."""

    @abstractmethod
    def get_histogram(self, name: str) -> Histogram:
        """The accumulator of this name that counts each int."""

    @abstractmethod
    def get_distributed_cache(self) -> DistributedCache:
        """The files that the program has registered."""

    @abstractmethod
    def get_superstep_number(self) -> int:
        """In a bulk or delta iteration: the current superstep, from 1."""

    @abstractmethod
    def get_iteration_aggregator(self, name: str) -> IterationAggregator:
        """In a bulk or delta iteration: adds to an aggregate of the superstep. Call it in `open`."""

    @abstractmethod
    def get_previous_iteration_aggregate(self, name: str) -> Any:
        """The aggregate of the previous superstep; None in the first."""


@persisted("function/1")
class Function(ABC):  # noqa: B024 - open and close are there to be overridden, or not
    """The base of all functions. `open` runs once per subtask and attempt, in the task, before the first record."""

    def open(self, runtime_context: RuntimeContext) -> None:  # noqa: B027
        """Called before the first record, for example to get state."""

    def close(self) -> None:  # noqa: B027
        """Called once after the last record, also when the task fails."""


@persisted("map-function/1")
class MapFunction(Function):
    """A function for `map`, as a class: with `open`, `close` and the runtime context.

    >>> class Tag(MapFunction):
    ...     def open(self, runtime_context):
    ...         self._subtask = runtime_context.get_index_of_this_subtask()
    ...     def map(self, value):
    ...         return value, self._subtask
    >>> list(env.from_collection(["a", "b"]).map(Tag()).execute_and_collect())
    [('a', 0), ('b', 0)]
    """

    @abstractmethod
    def map(self, value: Any) -> Any:
        """Maps one record to one."""


@persisted("flat-map-function/1")
class FlatMapFunction(Function):
    """A function for `flat_map`, as a class: with `open`, `close` and the runtime context.

    >>> class Repeat(FlatMapFunction):
    ...     def flat_map(self, value):
    ...         yield from range(value)
    >>> list(env.from_collection([2, 0, 3]).flat_map(Repeat()).execute_and_collect())
    [0, 1, 0, 1, 2]
    """

    @abstractmethod
    def flat_map(self, value: Any) -> Iterable[Any]:
        """Maps one record to any number of records: a generator, or an iterable."""


@persisted("filter-function/1")
class FilterFunction(Function):
    """A function for `filter`, as a class: with `open`, `close` and the runtime context.

    >>> class Long(FilterFunction):
    ...     def filter(self, value):
    ...         return len(value) > 2
    >>> list(env.from_collection(["a", "bee"]).filter(Long()).execute_and_collect())
    ['bee']
    """

    @abstractmethod
    def filter(self, value: Any) -> bool:
        """Whether to keep the record."""


@persisted("reduce-function/1")
class ReduceFunction(Function):
    """A function for `reduce` and for reducing state: combines two values of one type into one.

    >>> class Longest(ReduceFunction):
    ...     def reduce(self, value1, value2):
    ...         return max(value1, value2, key=len)
    >>> words = env.from_collection(["bee", "a", "bear"]).key_by(lambda word: word[0])
    >>> list(words.reduce(Longest()).execute_and_collect())
    ['bee', 'a', 'bear']
    """

    @abstractmethod
    def reduce(self, value1: Any, value2: Any) -> Any:
        """Combines the current value of a key with its next record."""


@persisted("aggregate-function/1")
class AggregateFunction(Function):
    """Adds records to an accumulator and makes a result of it. Accumulators may be changed in place.

    >>> class Mean(AggregateFunction):
    ...     def create_accumulator(self):
    ...         return 0, 0
    ...     def add(self, value, accumulator):
    ...         return accumulator[0] + value, accumulator[1] + 1
    ...     def get_result(self, accumulator):
    ...         return accumulator[0] / accumulator[1]
    ...     def merge(self, acc_a, acc_b):
    ...         return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]
    >>> list(env.from_sequence(1, 6).count_window_all(3).aggregate(Mean()).execute_and_collect())
    [2.0, 5.0]
    """

    @abstractmethod
    def create_accumulator(self) -> Any:
        """Creates an empty accumulator."""

    @abstractmethod
    def add(self, value: Any, accumulator: Any) -> Any:
        """Adds a value; returns the accumulator, which may be the same object, modified."""

    @abstractmethod
    def get_result(self, accumulator: Any) -> Any:
        """The result of an accumulator, which must not be modified here."""

    @abstractmethod
    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        """Merges two accumulators. Only merging windows need it."""


@persisted("key-selector/1")
class KeySelector(Function):
    """A function for `key_by`, as a class. It must return the same key for the same record, always.

    >>> class FirstLetter(KeySelector):
    ...     def get_key(self, value):
    ...         return value[0]
    >>> words = env.from_collection(["tea", "cup", "tin"]).map(lambda word: (word, 1))
    >>> list(words.key_by(FirstLetter()).count_window(1).sum(1).execute_and_collect())
    [('tea', 1), ('cup', 1), ('tin', 1)]
    """

    @abstractmethod
    def get_key(self, value: Any) -> Any:
        """The record's key."""


@persisted("partitioner/1")
class Partitioner(Function):
    """A function for `partition_custom`."""

    @abstractmethod
    def partition(self, key: Any, num_partitions: int) -> int:
        """The index of the receiver."""


@persisted("co-map-function/1")
class CoMapFunction(Function):
    """A function for `map` of connected streams: one method for each. None emits nothing."""

    @abstractmethod
    def map1(self, value: Any) -> Any:
        """Maps a record of the first stream; None emits nothing."""

    @abstractmethod
    def map2(self, value: Any) -> Any:
        """Maps a record of the second stream; None emits nothing."""


@persisted("co-flat-map-function/1")
class CoFlatMapFunction(Function):
    """A function for `flat_map` of connected streams: one method for each."""

    @abstractmethod
    def flat_map1(self, value: Any) -> Iterable[Any]:
        """Maps a record of the first stream to any number of records."""

    @abstractmethod
    def flat_map2(self, value: Any) -> Iterable[Any]:
        """Maps a record of the second stream to any number of records."""


@persisted("timer-service/1")
class TimerService(ABC):
    """The timers of the current key, and both clocks."""

    @abstractmethod
    def current_processing_time(self) -> int:
        """The processing time, in milliseconds since the epoch."""

    @abstractmethod
    def current_watermark(self) -> int:
        """The current watermark, in milliseconds; -9223372036854775808 before the first watermark."""

    @abstractmethod
    def register_processing_time_timer(self, timestamp: int) -> None:
        """Calls `on_timer` when the clock reaches the time. A key has at most one such timer for a time."""

    @abstractmethod
    def register_event_time_timer(self, timestamp: int) -> None:
        """Calls `on_timer` when the watermark reaches the time. A key has at most one such timer for a time."""

    @abstractmethod
    def delete_processing_time_timer(self, timestamp: int) -> None:
        """Deletes a timer of the current key; no effect if it does not exist."""

    @abstractmethod
    def delete_event_time_timer(self, timestamp: int) -> None:
        """Deletes a timer of the current key; no effect if it does not exist."""


@persisted("element-context/1")
class ElementContext(ABC):
    """The context of a record in a process function."""

    @abstractmethod
    def timestamp(self) -> int:
        """The record's event time, or NO_TIMESTAMP."""

    @abstractmethod
    def timer_service(self) -> TimerService:
        """The clocks and, on a keyed stream, the timers."""


@persisted("keyed-context/1")
class KeyedContext(ElementContext):
    """The context of a record on a keyed stream."""

    @abstractmethod
    def get_current_key(self) -> Any:
        """The record's key."""


@persisted("timer-context/1")
class TimerContext(KeyedContext):
    """The context of a timer."""

    @abstractmethod
    def time_domain(self) -> TimeDomain:
        """The clock of the timer."""


@persisted("process-function/1")
class ProcessFunction(Function):
    """A function for `process`: emits any number of records for each, also to side outputs.

    >>> class Pairs(ProcessFunction):
    ...     def process_element(self, value, ctx):
    ...         yield value
    ...         yield -value
    >>> list(env.from_collection([1, 2]).process(Pairs()).execute_and_collect())
    [1, -1, 2, -2]
    """

    Context: TypeAlias = ElementContext

    @abstractmethod
    def process_element(self, value: Any, ctx: ElementContext) -> Optional[Iterable[Any]]:
        """Called with each record; emits any number of records. `yield tag, value` goes to the side output `tag`."""


@persisted("keyed-process-function/1")
class KeyedProcessFunction(Function):
    """A function for `process` of a keyed stream, with state and timers of the record's key.

    >>> class Count(KeyedProcessFunction):
    ...     def open(self, runtime_context):
    ...         self._count = runtime_context.get_state(ValueStateDescriptor("count"))
    ...     def process_element(self, value, ctx):
    ...         self._count.update((self._count.value() or 0) + 1)
    ...         yield ctx.get_current_key(), self._count.value()
    >>> words = env.from_collection(["to", "be", "to"]).key_by(lambda word: word)
    >>> list(words.process(Count()).execute_and_collect())
    [('to', 1), ('be', 1), ('to', 2)]
    """

    Context: TypeAlias = KeyedContext
    OnTimerContext: TypeAlias = TimerContext

    @abstractmethod
    def process_element(self, value: Any, ctx: KeyedContext) -> Optional[Iterable[Any]]:
        """Called with each record, with the state and timers of its key; emits any number of records."""

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Optional[Iterable[Any]]:
        """Called when a timer of the current key fires; emits any number of records, with the timer's timestamp."""
        return None


@persisted("co-process-function/1")
class CoProcessFunction(Function):
    """A function for `process` of connected streams: a method for each of the two.

    >>> class Label(CoProcessFunction):
    ...     def process_element1(self, value, ctx):
    ...         yield "left", value
    ...     def process_element2(self, value, ctx):
    ...         yield "right", value
    >>> both = env.from_collection([1]).connect(env.from_collection([2]))
    >>> sorted(both.process(Label()).execute_and_collect())
    [('left', 1), ('right', 2)]
    """

    Context: TypeAlias = ElementContext

    @abstractmethod
    def process_element1(self, value: Any, ctx: ElementContext) -> Optional[Iterable[Any]]:
        """Called with each record of the first stream; emits any number of records."""

    @abstractmethod
    def process_element2(self, value: Any, ctx: ElementContext) -> Optional[Iterable[Any]]:
        """Called with each record of the second stream; emits any number of records."""


@persisted("keyed-co-process-function/1")
class KeyedCoProcessFunction(Function):
    """A function for `process` of connected keyed streams: both methods see the state and timers of the key."""

    Context: TypeAlias = KeyedContext
    OnTimerContext: TypeAlias = TimerContext

    @abstractmethod
    def process_element1(self, value: Any, ctx: KeyedContext) -> Optional[Iterable[Any]]:
        """Called with each record of the first stream; emits any number of records."""

    @abstractmethod
    def process_element2(self, value: Any, ctx: KeyedContext) -> Optional[Iterable[Any]]:
        """Called with each record of the second stream; emits any number of records."""

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Optional[Iterable[Any]]:
        """Called when a timer of this key fires; emits any number of records."""
        return None
