"""OperatorTransformation: the state of an operator, built from a DataFrame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Final, Optional

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import types as spark

from pyrite.checkpoint.manifest import OperatorState
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import KeySelector
from pyrite.core.functions.user_function import bound_method
from pyrite.core.state.state_types import StateDescriptor
from pyrite.core.types.rows import Row
from pyrite.state.handles import StoredOperatorState
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group, key_group_range, subtask_of_group
from pyrite.state_processor.bootstrap_functions import (
    BroadcastStateBootstrapFunction,
    KeyedStateBootstrapFunction,
    StateBootstrapFunction,
)
from pyrite.state_processor.bootstrap_operator import BootstrapTask, Target
from pyrite.state_processor.column_states import ColumnStates
from pyrite.state_processor.records import Convert, KeyOf, records_of
from pyrite.state_processor.spark_tasks import Shipped, run_partitions

Key = str | KeySelector | Callable[[Row], Any]
_SUBTASK: Final = "__pyrite_subtask"
_NAME: Final = "bootstrapped"


class StateBootstrapTransformation(ABC):
    """The definition of an operator's state, for `SavepointWriter.with_operator`."""

    @abstractmethod
    def make(self, target: Target) -> OperatorState:
        """Builds the state and writes its files, in Spark tasks."""


class OperatorTransformation:
    """The entry point for building state from a DataFrame."""

    @staticmethod
    def bootstrap_with(data: DataFrame) -> OneInputOperatorTransformation:
        return OneInputOperatorTransformation(data)


@dataclass(frozen=True)
class OneInputOperatorTransformation:
    """A DataFrame for an operator's state."""

    data: DataFrame

    def key_by(self, key: Key) -> KeyedOperatorTransformation:
        """Keys the rows by a column, whose structs become tuples, or by a function of a row."""
        return KeyedOperatorTransformation(self.data, key)

    def transform(
        self, function: StateBootstrapFunction | BroadcastStateBootstrapFunction
    ) -> StateBootstrapTransformation:
        """Builds operator state from the rows with the function."""
        if not isinstance(function, (StateBootstrapFunction, BroadcastStateBootstrapFunction)):
            raise InvalidProgramError(
                "state without a key is built by a StateBootstrapFunction or a BroadcastStateBootstrapFunction, not by "
                f"{function!r}; call key_by() before transform() for keyed state"
            )
        return UnkeyedBootstrap(self.data, function)


@dataclass(frozen=True)
class KeyedOperatorTransformation:
    """A keyed DataFrame for an operator's state."""

    data: DataFrame
    key: Key

    def transform(self, function: KeyedStateBootstrapFunction) -> StateBootstrapTransformation:
        """Builds keyed state from the rows with the function."""
        if not isinstance(function, KeyedStateBootstrapFunction):
            raise InvalidProgramError(f"keyed state is built by a KeyedStateBootstrapFunction, not by {function!r}")
        return KeyedBootstrap(self.data, self.key, function)


def keyed_state(
    data: DataFrame,
    key: Key,
    states: Mapping[str | StateDescriptor, str],
    types: Optional[Mapping[str, Convert]] = None,
) -> StateBootstrapTransformation:
    """Keyed state from columns: maps the name of a value state, or a descriptor, to the column of its values.

    `types` maps columns to the types of nested values in the job: a dataclass or NamedTuple for a struct, `tuple`,
    `dict`, a declared type, or a function. Otherwise, a struct becomes a Row.
    """
    missing = [column for column in {*states.values(), *(types or {})} if column not in data.columns]
    if missing:
        raise InvalidProgramError(f"missing columns {sorted(missing)}; the DataFrame has {data.columns}")
    return KeyedBootstrap(data, key, ColumnStates(dict(states), dict(types or {})))


@dataclass(frozen=True)
class KeyedBootstrap(StateBootstrapTransformation):
    """Rows are sent to the subtasks of their keys; each subtask is a Spark task."""

    data: DataFrame
    key: Key
    function: KeyedStateBootstrapFunction

    def __post_init__(self) -> None:
        if isinstance(self.key, str) and self.key not in self.data.columns:
            raise InvalidProgramError(
                f"missing column '{self.key}' for key_by(); the DataFrame has {self.data.columns}"
            )

    def make(self, target: Target) -> OperatorState:
        limit = target.max_parallelism
        parallelism = min(limit, max(1, self.data.sparkSession.sparkContext.defaultParallelism))
        key_of = KeyOf(self.key if isinstance(self.key, str) else bound_method(self.key, KeySelector, "get_key"))
        shipped = Shipped.of(self.data.sparkSession, key_of)

        def route(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            get_key = shipped.unpack()
            for batch in batches:
                groups = [key_group(encode_key(get_key(row)), limit) for row in records_of(batch)]
                subtasks = [subtask_of_group(group, parallelism, limit) for group in groups]
                columns = [*batch.columns, pa.array(subtasks, pa.int32())]
                yield pa.RecordBatch.from_arrays(columns, names=[*batch.schema.names, _SUBTASK])

        schema = spark.StructType([*self.data.schema.fields, spark.StructField(_SUBTASK, spark.IntegerType())])
        routed = self.data.mapInArrow(route, schema).repartitionById(parallelism, _SUBTASK)
        task = BootstrapTask(target, self.function, parallelism, key_of)
        handles = dict(filter(None, run_partitions(routed, partial(_keyed_handle, task))))
        return OperatorState(target.operator_id, _NAME, target.uid, parallelism, limit, handles)


def _keyed_handle(task: BootstrapTask, batches: Iterator[pa.RecordBatch]) -> Optional[tuple[int, StoredOperatorState]]:
    """The subtask of these rows, and its state."""
    first = next((batch for batch in batches if batch.num_rows), None)
    if first is None:
        return None
    subtask: int = first.column(first.num_columns - 1)[0].as_py()
    groups = key_group_range(subtask, task.parallelism, task.target.max_parallelism)
    whole = (batch.select(batch.schema.names[:-1]) for batch in chain([first], batches))
    return subtask, task.run(chain.from_iterable(map(records_of, whole)), subtask, groups)


@dataclass(frozen=True)
class UnkeyedBootstrap(StateBootstrapTransformation):
    """List states are built per partition of the DataFrame, broadcast states in a single partition."""

    data: DataFrame
    function: StateBootstrapFunction | BroadcastStateBootstrapFunction

    def make(self, target: Target) -> OperatorState:
        cores = max(1, self.data.sparkSession.sparkContext.defaultParallelism)
        data = self.data.coalesce(1 if isinstance(self.function, BroadcastStateBootstrapFunction) else cores)
        task = BootstrapTask(target, self.function, cores)
        handles = dict(enumerate(run_partitions(data, partial(_unkeyed_handle, task))))
        parallelism = max(1, len(handles))
        return OperatorState(target.operator_id, _NAME, target.uid, parallelism, target.max_parallelism, handles)


def _unkeyed_handle(task: BootstrapTask, batches: Iterator[pa.RecordBatch]) -> StoredOperatorState:
    return task.run(chain.from_iterable(map(records_of, batches)), 0)
