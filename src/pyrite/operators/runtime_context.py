"""The runtime context that user functions get in `open`."""

from __future__ import annotations

from typing import Any

from pyrite.common.functions import RuntimeContext
from pyrite.common.state import (
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.operators.operator import OperatorContext
from pyrite.state.backend import KeyedStateBackend


class OperatorRuntimeContext(RuntimeContext):
    """Answers for one operator of one subtask."""

    def __init__(self, context: OperatorContext) -> None:
        self._context = context

    def get_task_name(self) -> str:
        return self._context.name

    def get_number_of_parallel_subtasks(self) -> int:
        return self._context.parallelism

    def get_max_number_of_parallel_subtasks(self) -> int:
        return self._context.max_parallelism

    def get_index_of_this_subtask(self) -> int:
        return self._context.subtask

    def get_attempt_number(self) -> int:
        return self._context.attempt

    def get_task_name_with_subtasks(self) -> str:
        return f"{self._context.name} ({self._context.subtask + 1}/{self._context.parallelism})"

    def get_job_parameter(self, key: str, default_value: str) -> str:
        return self._context.job_parameters.get(key, default_value)

    def get_state(self, state_descriptor: ValueStateDescriptor) -> ValueState[Any]:
        return self._keyed(state_descriptor.name).get_value_state(state_descriptor)

    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._keyed(state_descriptor.name).get_list_state(state_descriptor)

    def get_map_state(self, state_descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        return self._keyed(state_descriptor.name).get_map_state(state_descriptor)

    def add_to_accumulator(self, name: str, amount: float) -> None:
        self._context.add_to_accumulator(name, amount)

    def _keyed(self, state: str) -> KeyedStateBackend:
        if self._context.backend is None:
            raise RuntimeError(
                f"state '{state}' belongs to a key, but '{self._context.name}' is not on a keyed stream: "
                "call key_by() first"
            )
        return self._context.backend
