"""Base classes of user-defined functions for SQL and the Table API, and the context in which they are opened."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Optional, TypeVar

from pyrite.core.metrics.metric_group import MetricGroup

T = TypeVar("T")
ACC = TypeVar("ACC")


class FunctionContext:
    """The argument of a function's `open`: metrics, job parameters, and the subtask that runs the function."""

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
        """Returns the metric group of the function."""
        if self._metrics is None:
            raise RuntimeError("there are no metrics outside a job")
        return self._metrics

    def get_job_parameter(self, key: str, default_value: str) -> str:
        """Returns a global job parameter, or the default."""
        return self._parameters.get(key, default_value)

    def get_task_name(self) -> str:
        """Returns the name of the task."""
        return self._task_name

    def get_task_name_with_subtasks(self) -> str:
        """Returns the name of the task with the number of the subtask, such as `Calc (1/4)`."""
        return self._task_name_with_subtasks

    def get_number_of_parallel_subtasks(self) -> int:
        """Returns the parallelism of the task."""
        return self._parallelism

    def get_max_number_of_parallel_subtasks(self) -> int:
        """Returns the maximum parallelism of the task."""
        return self._max_parallelism

    def get_index_of_this_subtask(self) -> int:
        """Returns the index of the subtask, from 0."""
        return self._subtask

    def get_attempt_number(self) -> int:
        """Returns the number of the attempt, from 0. It increases with each restart."""
        return self._attempt


class UserDefinedFunction(ABC):  # noqa: B024 - open and close are there to be overridden, or not
    """The base class of all functions that are classes. Each use in a task is opened before its first row."""

    def open(self, function_context: FunctionContext) -> None:  # noqa: B027
        """Called once, before the first row."""

    def close(self) -> None:  # noqa: B027
        """Called once, after the last row."""

    def is_deterministic(self) -> bool:
        """Returns whether equal arguments always have equal results."""
        return True


class ScalarFunction(UserDefinedFunction):
    """A function that returns one value for each row.

    >>> class Shout(ScalarFunction):
    ...     def eval(self, text):
    ...         return text.upper() + "!"
    >>> shout = udf(Shout(), result_type=DataTypes.STRING())
    >>> t_env.from_elements([("tea",)], ["item"]).select(shout(col("item")).alias("item")).to_arrow().to_pylist()
    [{'item': 'TEA!'}]
    """

    @abstractmethod
    def eval(self, *args: Any) -> Any:
        """Returns the value for the arguments of one row."""


class AsyncScalarFunction(UserDefinedFunction):
    """A coroutine that returns one value for each row. Queries do not support it yet."""

    @abstractmethod
    async def eval(self, *args: Any) -> Any:
        """Returns the value for the arguments of one row."""


class TableFunction(UserDefinedFunction):
    """A function that returns any number of rows for each row.

    >>> class Letters(TableFunction):
    ...     def eval(self, word):
    ...         yield from word
    >>> letters = udtf(Letters(), result_types=[DataTypes.STRING()])
    >>> words = t_env.from_elements([("ab",)], ["word"])
    >>> words.join_lateral(letters(col("word")).alias("letter")).select(col("letter")).to_arrow().to_pylist()
    [{'letter': 'a'}, {'letter': 'b'}]
    """

    @abstractmethod
    def eval(self, *args: Any) -> Any:
        """Yields or returns the rows for the arguments of one row: tuples, Rows, or single values."""


class ImperativeAggregateFunction(UserDefinedFunction, Generic[T, ACC]):
    """The base class of aggregate functions. Queries do not support them yet."""

    @abstractmethod
    def create_accumulator(self) -> ACC:
        """Returns the accumulator of a group without rows."""

    @abstractmethod
    def accumulate(self, accumulator: ACC, *args: Any) -> None:
        """Adds the arguments of a row to the accumulator."""

    def retract(self, accumulator: ACC, *args: Any) -> None:
        """Removes the arguments of a row from the accumulator."""
        raise RuntimeError("Method retract is not implemented")

    def merge(self, accumulator: ACC, accumulators: Iterable[ACC]) -> None:
        """Merges other accumulators into the first."""
        raise RuntimeError("Method merge is not implemented")

    def get_result_type(self) -> Any:
        """Returns the type of the result."""
        raise RuntimeError("Method get_result_type is not implemented")

    def get_accumulator_type(self) -> Any:
        """Returns the type of the accumulator."""
        raise RuntimeError("Method get_accumulator_type is not implemented")


class AggregateFunction(ImperativeAggregateFunction[T, ACC]):
    """A function that returns one value for each group of rows. Queries do not support it yet."""

    @abstractmethod
    def get_value(self, accumulator: ACC) -> T:
        """Returns the result for an accumulator."""


class TableAggregateFunction(ImperativeAggregateFunction[T, ACC]):
    """A function that returns any number of rows for each group of rows. Queries do not support it yet."""

    @abstractmethod
    def emit_value(self, accumulator: ACC) -> Iterable[T]:
        """Yields the rows for an accumulator."""
