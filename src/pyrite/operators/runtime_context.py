"""The runtime context passed to `open` of user functions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Optional, TypeVar

from pyrite.core.config.options import GLOBAL_JOB_PARAMETERS
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.accumulators import Accumulator, DoubleCounter, Histogram, IntCounter, LongCounter
from pyrite.core.functions.functions import DistributedCache, IterationAggregator, RuntimeContext
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.core.state.state_types import (
    AggregatingState,
    AggregatingStateDescriptor,
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ReducingState,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.operators.iteration.operator_iteration import OperatorIteration
from pyrite.operators.operator_context import OperatorContext
from pyrite.state.keyed_states import KeyedStates

A = TypeVar("A", bound=Accumulator[Any, Any])


class LocalFiles(DistributedCache):
    """The cached files of the task."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files

    def get_file(self, name: str) -> Path:
        if name not in self._files:
            registered = ", ".join(sorted(self._files)) or "none"
            raise KeyError(f"no cached file '{name}' was registered; registered files: {registered}")
        return self._files[name]


class OperatorRuntimeContext(RuntimeContext):
    """The context of one operator of one subtask.

    `without_keyed_state`: the reason if the function has no keyed state.
    """

    def __init__(self, context: OperatorContext, without_keyed_state: str = "") -> None:
        self._context = context
        self._without_keyed_state = without_keyed_state

    def get_task_name(self) -> str:
        return self._context.place.name

    def get_number_of_parallel_subtasks(self) -> int:
        return self._context.place.parallelism

    def get_max_number_of_parallel_subtasks(self) -> int:
        return self._context.place.max_parallelism

    def get_index_of_this_subtask(self) -> int:
        return self._context.place.subtask

    def get_attempt_number(self) -> int:
        return self._context.place.attempt_number

    def get_task_name_with_subtasks(self) -> str:
        position = f"({self._context.place.subtask + 1}/{self._context.place.parallelism})"
        return f"{self._context.place.name} {position}#{self.get_attempt_number()}"

    def get_job_parameter(self, key: str, default_value: str) -> str:
        return self._context.settings.configuration.get(GLOBAL_JOB_PARAMETERS).get(key, default_value)

    def get_metrics_group(self) -> MetricGroup:
        return self._context.metrics

    def get_distributed_cache(self) -> DistributedCache:
        return LocalFiles(self._context.services.cached_files)

    # Iterations -------------------------------------------------------------------------------------------------------

    def get_superstep_number(self) -> int:
        return self._iteration().superstep

    def get_iteration_aggregator(self, name: str) -> IterationAggregator:
        return self._iteration().aggregator(name)

    def get_previous_iteration_aggregate(self, name: str) -> Any:
        return self._iteration().previous(name)

    def _iteration(self) -> OperatorIteration:
        if self._context.iteration is None:
            raise InvalidProgramError(
                f"'{self._context.place.name}' is not in the body of a bulk or delta iteration: there are no "
                "supersteps. The body is between the iteration's stream and the stream passed to close_with()"
            )
        return self._context.iteration

    # Accumulators -----------------------------------------------------------------------------------------------------

    def add_accumulator(self, name: str, accumulator: Accumulator[Any, Any]) -> None:
        if name in self._context.accumulators:
            raise InvalidProgramError(f"accumulator '{name}' already exists: use get_accumulator()")
        self._context.accumulators[name] = accumulator

    def get_accumulator(self, name: str) -> Optional[Accumulator[Any, Any]]:
        return self._context.accumulators.get(name)

    def get_int_counter(self, name: str) -> IntCounter:
        return self._get_or_create_accumulator(name, IntCounter)

    def get_long_counter(self, name: str) -> LongCounter:
        return self._get_or_create_accumulator(name, LongCounter)

    def get_double_counter(self, name: str) -> DoubleCounter:
        return self._get_or_create_accumulator(name, DoubleCounter)

    def get_histogram(self, name: str) -> Histogram:
        return self._get_or_create_accumulator(name, Histogram)

    def _get_or_create_accumulator(self, name: str, kind: type[A]) -> A:
        accumulator = self._context.accumulators.setdefault(name, kind())
        if not isinstance(accumulator, kind):
            raise InvalidProgramError(f"accumulator '{name}' is a {type(accumulator).__name__}, not a {kind.__name__}")
        return accumulator

    # State ------------------------------------------------------------------------------------------------------------

    def get_state(self, state_descriptor: ValueStateDescriptor) -> ValueState[Any]:
        return self._keyed(state_descriptor).get_state(state_descriptor)

    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._keyed(state_descriptor).get_list_state(state_descriptor)

    def get_map_state(self, state_descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        return self._keyed(state_descriptor).get_map_state(state_descriptor)

    def get_reducing_state(self, state_descriptor: ReducingStateDescriptor) -> ReducingState[Any]:
        return self._keyed(state_descriptor).get_reducing_state(state_descriptor)

    def get_aggregating_state(self, state_descriptor: AggregatingStateDescriptor) -> AggregatingState[Any, Any]:
        return self._keyed(state_descriptor).get_aggregating_state(state_descriptor)

    def _keyed(self, descriptor: StateDescriptor) -> KeyedStates:
        if self._without_keyed_state:
            raise InvalidProgramError(f"state '{descriptor.name}' belongs to a key, but {self._without_keyed_state}")
        if self._context.keyed_states is None:
            raise InvalidProgramError(
                f"state '{descriptor.name}' belongs to a key, but '{self._context.place.name}' is not on a keyed "
                "stream: call key_by() first"
            )
        return self._context.keyed_states
