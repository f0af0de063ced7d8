"""Full-window partitions: functions over all records of a key, or of a subtask, of a stream that ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Optional

from pyrite.connectors.builtin.source_function import SourceFunctionSource
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.functions import AggregateFunction, KeySelector, ReduceFunction
from pyrite.core.functions.partition_functions import MapPartitionFunction, Order
from pyrite.core.functions.user_function import check_function
from pyrite.core.types.types_factory import TypeInformation
from pyrite.graph.transformation import Transformation
from pyrite.operators.source import SourceSpec
from pyrite.operators.window.full_partition import (
    FieldKey,
    FullPartitionSpec,
    MappedContents,
    SortedContents,
)
from pyrite.operators.window.window_contents import AggregatedContents, ReducedContents, WindowContents

if TYPE_CHECKING:
    from pyrite.datastream.data_stream import DataStream

__all__ = ["PartitionWindowedStream"]


class PartitionWindowedStream:
    """A bounded stream in partitions: of a keyed stream all records of a key, of another all records of a subtask.

    A partition is held in memory until the stream has ended; then its function is called.
    """

    def __init__(self, stream: DataStream) -> None:
        unbounded = ", ".join(f"'{source.name}'" for source in _unbounded_sources(stream))
        if unbounded:
            raise InvalidProgramError(
                f"full_window_partition() needs a stream that ends, but its source {unbounded} does not: "
                "use a bounded source, or window()"
            )
        self._stream = stream

    def map_partition(
        self,
        func: MapPartitionFunction | Callable[[Iterable[Any]], Optional[Iterable[Any]]],
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Any number of records for each partition: what the function makes of all its records."""
        return self._then("Map Partition", MappedContents(func), output_type)

    def sort_partition(
        self, field: int | str | KeySelector | Callable[[Any], Any], order: Order = Order.ASCENDING
    ) -> DataStream:
        """Each partition's records sorted by a field, given by its position, from 0, or name, or by a key selector."""
        if not isinstance(order, Order):
            raise ArgumentTypeError(f"sort_partition() takes Order.ASCENDING or Order.DESCENDING, not {order!r}")
        if isinstance(field, int) and (field < 0 or isinstance(field, bool)):
            raise InvalidProgramError(f"sort_partition() takes the position of a field, from 0 on, not {field!r}")
        selector = FieldKey(field) if isinstance(field, (int, str)) else field
        kind = self._stream.transformation.output_type
        return self._then("Sort Partition", SortedContents(selector, order), kind, has_timestamps=False)

    def reduce(self, func: ReduceFunction | Callable[[Any, Any], Any]) -> DataStream:
        """Each partition's records reduced to one."""
        return self._then("Partition Reduce", ReducedContents(func), self._stream.transformation.output_type)

    def aggregate(self, func: AggregateFunction, output_type: Optional[TypeInformation] = None) -> DataStream:
        """Each partition's result of an AggregateFunction."""
        check_function(func, AggregateFunction, "aggregate() of partitions")
        return self._then("Partition Aggregate", AggregatedContents(func), output_type)

    def _then(
        self, name: str, contents: WindowContents, output_type: Optional[TypeInformation], has_timestamps: bool = True
    ) -> DataStream:
        stream = self._stream.then(name, FullPartitionSpec(contents, has_timestamps), output_type)
        program = stream.get_execution_environment().program
        parallelism = program.parallelism_of(self._stream.transformation_id)
        if not self._stream.is_keyed and parallelism is not None:
            stream.set_parallelism(parallelism)  # the partitions are the subtasks before it
        return stream


def _unbounded_sources(stream: DataStream) -> Iterator[Transformation]:
    """The sources known not to end. For a SourceFunction it is not known."""
    program = stream.get_execution_environment().program
    for each in reversed(program.upstream([stream.transformation_id])):
        node = program[each]
        if not node.bounded and not _is_function(node):
            yield node


def _is_function(source: Transformation) -> bool:
    return isinstance(source.operator, SourceSpec) and isinstance(source.operator.source, SourceFunctionSource)
