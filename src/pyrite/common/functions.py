"""The functions a user writes, as classes with PyFlink's names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import Enum
from typing import Any, Optional, TypeAlias

from pyrite.common.state import (
    BroadcastState,
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ReadOnlyBroadcastState,
    ValueState,
    ValueStateDescriptor,
)


class TimeDomain(Enum):
    """Which clock a timer follows."""

    EVENT_TIME = 0
    PROCESSING_TIME = 1


class RuntimeContext(ABC):
    """What a function can ask about its place in the job, and where it gets its state."""

    @abstractmethod
    def get_task_name(self) -> str: ...

    @abstractmethod
    def get_number_of_parallel_subtasks(self) -> int: ...

    @abstractmethod
    def get_max_number_of_parallel_subtasks(self) -> int: ...

    @abstractmethod
    def get_index_of_this_subtask(self) -> int: ...

    @abstractmethod
    def get_attempt_number(self) -> int: ...

    @abstractmethod
    def get_task_name_with_subtasks(self) -> str: ...

    @abstractmethod
    def get_job_parameter(self, key: str, default_value: str) -> str: ...

    @abstractmethod
    def get_state(self, state_descriptor: ValueStateDescriptor) -> ValueState[Any]: ...

    @abstractmethod
    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]: ...

    @abstractmethod
    def get_map_state(self, state_descriptor: MapStateDescriptor) -> MapState[Any, Any]: ...

    @abstractmethod
    def add_to_accumulator(self, name: str, amount: float) -> None:
        """Adds to a job-wide sum, which the job's result and its client report."""


class Function(ABC):  # noqa: B024 - open and close are there to be overridden, or not
    """The base of all functions. `open` runs once per subtask and attempt, in the task, before any record."""

    def open(self, runtime_context: RuntimeContext) -> None:  # noqa: B027
        """Called before the first record; the place to get state."""

    def close(self) -> None:  # noqa: B027
        """Called once after the last record, also when the task fails."""


class MapFunction(Function):
    @abstractmethod
    def map(self, value: Any) -> Any:
        """Turns one record into one."""


class FlatMapFunction(Function):
    @abstractmethod
    def flat_map(self, value: Any) -> Iterable[Any]:
        """Turns one record into any number: a generator, or something to iterate over."""


class FilterFunction(Function):
    @abstractmethod
    def filter(self, value: Any) -> bool:
        """Whether the record goes on."""


class ReduceFunction(Function):
    @abstractmethod
    def reduce(self, value1: Any, value2: Any) -> Any:
        """Combines what a key has so far with its next record."""


class KeySelector(Function):
    @abstractmethod
    def get_key(self, value: Any) -> Any:
        """The record's key."""


class Partitioner(Function):
    @abstractmethod
    def partition(self, key: Any, num_partitions: int) -> int:
        """Which of the receivers gets the record."""


class CoMapFunction(Function):
    @abstractmethod
    def map1(self, value: Any) -> Any: ...

    @abstractmethod
    def map2(self, value: Any) -> Any: ...


class CoFlatMapFunction(Function):
    @abstractmethod
    def flat_map1(self, value: Any) -> Iterable[Any]: ...

    @abstractmethod
    def flat_map2(self, value: Any) -> Iterable[Any]: ...


class TimerService(ABC):
    """Timers of the current key, and the two clocks."""

    @abstractmethod
    def current_processing_time(self) -> int: ...

    @abstractmethod
    def current_watermark(self) -> int: ...

    @abstractmethod
    def register_processing_time_timer(self, timestamp: int) -> None: ...

    @abstractmethod
    def register_event_time_timer(self, timestamp: int) -> None: ...

    @abstractmethod
    def delete_processing_time_timer(self, timestamp: int) -> None: ...

    @abstractmethod
    def delete_event_time_timer(self, timestamp: int) -> None: ...


class ElementContext(ABC):
    """What a process function knows about the record it is called with."""

    @abstractmethod
    def timestamp(self) -> int:
        """The record's event time, or NO_TIMESTAMP."""

    @abstractmethod
    def timer_service(self) -> TimerService: ...


class KeyedContext(ElementContext):
    @abstractmethod
    def get_current_key(self) -> Any: ...


class TimerContext(KeyedContext):
    @abstractmethod
    def time_domain(self) -> TimeDomain: ...


class ProcessFunction(Function):
    Context: TypeAlias = ElementContext

    @abstractmethod
    def process_element(self, value: Any, ctx: ElementContext) -> Optional[Iterable[Any]]:
        """Emits any number of records; `yield tag, value` goes to the side output `tag`."""


class KeyedProcessFunction(Function):
    Context: TypeAlias = KeyedContext
    OnTimerContext: TypeAlias = TimerContext

    @abstractmethod
    def process_element(self, value: Any, ctx: KeyedContext) -> Optional[Iterable[Any]]:
        """Emits any number of records, with state and timers of the record's key at hand."""

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Optional[Iterable[Any]]:
        """Called when a timer of the current key fires."""
        return None


class CoProcessFunction(Function):
    Context: TypeAlias = ElementContext

    @abstractmethod
    def process_element1(self, value: Any, ctx: ElementContext) -> Optional[Iterable[Any]]: ...

    @abstractmethod
    def process_element2(self, value: Any, ctx: ElementContext) -> Optional[Iterable[Any]]: ...


class KeyedCoProcessFunction(Function):
    Context: TypeAlias = KeyedContext
    OnTimerContext: TypeAlias = TimerContext

    @abstractmethod
    def process_element1(self, value: Any, ctx: KeyedContext) -> Optional[Iterable[Any]]: ...

    @abstractmethod
    def process_element2(self, value: Any, ctx: KeyedContext) -> Optional[Iterable[Any]]: ...

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Optional[Iterable[Any]]:
        return None


class BroadcastReadContext(KeyedContext):
    """The context of a record on the side that is not broadcast."""

    @abstractmethod
    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> ReadOnlyBroadcastState[Any, Any]: ...

    @abstractmethod
    def current_processing_time(self) -> int: ...

    @abstractmethod
    def current_watermark(self) -> int: ...


class BroadcastWriteContext(ABC):
    """The context of a broadcast record."""

    @abstractmethod
    def timestamp(self) -> int: ...

    @abstractmethod
    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]: ...

    @abstractmethod
    def current_processing_time(self) -> int: ...

    @abstractmethod
    def current_watermark(self) -> int: ...


class BaseBroadcastProcessFunction(Function):
    Context: TypeAlias = BroadcastWriteContext
    ReadOnlyContext: TypeAlias = BroadcastReadContext

    @abstractmethod
    def process_element(self, value: Any, ctx: BroadcastReadContext) -> Optional[Iterable[Any]]: ...

    @abstractmethod
    def process_broadcast_element(self, value: Any, ctx: BroadcastWriteContext) -> Optional[Iterable[Any]]: ...


class BroadcastProcessFunction(BaseBroadcastProcessFunction):
    """Reads a broadcast state beside a stream that is not keyed."""


class KeyedBroadcastProcessFunction(BaseBroadcastProcessFunction):
    """Reads a broadcast state beside a keyed stream, with state and timers of the key."""

    OnTimerContext: TypeAlias = TimerContext

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Optional[Iterable[Any]]:
        return None
