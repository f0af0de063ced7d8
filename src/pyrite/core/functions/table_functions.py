"""Functions that users write for SQL and the Table API: what they derive from, and what they are opened with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Optional, TypeVar

from pyrite.core.metrics.metric_group import MetricGroup

T = TypeVar("T")
ACC = TypeVar("ACC")


class FunctionContext:
    """What a function can ask about its place in the job when it is opened."""

    def __init__(
        self,
        base_metric_group: Optional[MetricGroup],
        job_parameters: Mapping[str, str],
        task_name: str = "",
        task_name_with_subtasks: str = "",
        number_of_parallel_subtasks: int = 1,
        max_number_of_parallel_subtasks: int = 1,
        index_of_this_subtask: int = 0,
        attempt_number: int = 0,
    ) -> None:
        self._metrics = base_metric_group
        self._parameters = job_parameters
        self._task_name = task_name
        self._task_name_with_subtasks = task_name_with_subtasks
        self._parallelism = number_of_parallel_subtasks
        self._max_parallelism = max_number_of_parallel_subtasks
        self._subtask = index_of_this_subtask
        self._attempt = attempt_number

    def get_metric_group(self) -> MetricGroup:
        """The function's own metrics."""
        if self._metrics is None:
            raise RuntimeError("there are no metrics outside a job")
        return self._metrics

    def get_job_parameter(self, key: str, default_value: str) -> str:
        """A global job parameter, or the default."""
        return self._parameters.get(key, default_value)

    def get_task_name(self) -> str:
        return self._task_name

    def get_task_name_with_subtasks(self) -> str:
        return self._task_name_with_subtasks

    def get_number_of_parallel_subtasks(self) -> int:
        return self._parallelism

    def get_max_number_of_parallel_subtasks(self) -> int:
        return self._max_parallelism

    def get_index_of_this_subtask(self) -> int:
        """From 0."""
        return self._subtask

    def get_attempt_number(self) -> int:
        """From 0; one more after each restart."""
        return self._attempt


class UserDefinedFunction(ABC):  # noqa: B024 - open and close are there to be overridden, or not
    """The base of all functions that are classes. A task opens each use of one before its first row."""

    def open(self, function_context: FunctionContext) -> None:  # noqa: B027
        """Called once, before the first row."""

    def close(self) -> None:  # noqa: B027
        """Called once, after the last row."""

    def is_deterministic(self) -> bool:
        """Whether the same arguments always give the same result."""
        return True


class ScalarFunction(UserDefinedFunction):
    """One value for each row."""

    @abstractmethod
    def eval(self, *args: Any) -> Any: ...


class AsyncScalarFunction(UserDefinedFunction):
    """One value for each row, by a coroutine."""

    @abstractmethod
    async def eval(self, *args: Any) -> Any: ...


class TableFunction(UserDefinedFunction):
    """Any number of rows for each row."""

    @abstractmethod
    def eval(self, *args: Any) -> Any: ...


class ImperativeAggregateFunction(UserDefinedFunction, Generic[T, ACC]):
    """What aggregate functions have in common."""

    @abstractmethod
    def create_accumulator(self) -> ACC: ...

    @abstractmethod
    def accumulate(self, accumulator: ACC, *args: Any) -> None: ...

    def retract(self, accumulator: ACC, *args: Any) -> None:
        raise RuntimeError("Method retract is not implemented")

    def merge(self, accumulator: ACC, accumulators: Iterable[ACC]) -> None:
        raise RuntimeError("Method merge is not implemented")

    def get_result_type(self) -> Any:
        raise RuntimeError("Method get_result_type is not implemented")

    def get_accumulator_type(self) -> Any:
        raise RuntimeError("Method get_accumulator_type is not implemented")


class AggregateFunction(ImperativeAggregateFunction[T, ACC]):
    """One value for the rows of a group."""

    @abstractmethod
    def get_value(self, accumulator: ACC) -> T: ...


class TableAggregateFunction(ImperativeAggregateFunction[T, ACC]):
    """Any number of rows for the rows of a group."""

    @abstractmethod
    def emit_value(self, accumulator: ACC) -> Iterable[T]: ...
