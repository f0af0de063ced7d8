"""DataStream and KeyedStream: the fluent API over transformations."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, Optional, TypeAlias

from pyrite.connectors.builtin.terminal import CollectSink, PrintSink
from pyrite.core.arguments import check_argument
from pyrite.core.config.execution_config import ExecutionConfig
from pyrite.core.config.former_names import former_name
from pyrite.core.connector.sink import Sink
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.functions import (
    AggregateFunction,
    FilterFunction,
    FlatMapFunction,
    KeyedProcessFunction,
    KeySelector,
    MapFunction,
    Partitioner,
    ProcessFunction,
    ReduceFunction,
)
from pyrite.core.functions.iteration_functions import LOOP_RESULT
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.sink_function import SinkFunction
from pyrite.core.functions.user_function import bound_method
from pyrite.core.job.partitioning import FORWARD, REBALANCE, Partitioning, PartitioningKind
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state.state_types import MapStateDescriptor, StateDescriptor
from pyrite.core.time.time import Time
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.core.types.types_factory import TypeInformation, Types
from pyrite.core.windows.window_assigner import WindowAssigner
from pyrite.datastream.closeable_iterator import CloseableIterator
from pyrite.datastream.connected_streams import BroadcastConnectedStream, BroadcastStream, ConnectedStreams
from pyrite.datastream.delta_iteration import DeltaIteration, Keys
from pyrite.datastream.field_reductions import FieldReductions
from pyrite.datastream.joined_streams import CoGroupedStreams, IntervalJoin, JoinedStreams
from pyrite.datastream.loops import bulk_loop, stream_loop
from pyrite.datastream.operator_settings import OperatorSettings
from pyrite.datastream.partition_windowed_stream import PartitionWindowedStream
from pyrite.datastream.queryable_state_stream import QueryableStateStream, queryable_state
from pyrite.datastream.windowed_stream import AllWindowedStream, WindowedStream, count_windows, time_windows
from pyrite.graph.transformation import ChainingStrategy, Transformation, TransformationId, TransformationKind
from pyrite.operators.fields import FieldReduction, Projection, Reduction
from pyrite.operators.process import ProcessSpec
from pyrite.operators.reduce import ReduceSpec
from pyrite.operators.sink import SinkSpec
from pyrite.operators.sink_function import SinkFunctionSpec
from pyrite.operators.stateless import FilterSpec, FlatMapSpec, MapSpec
from pyrite.operators.watermarks.watermarks import TimestampsAndWatermarksSpec

if TYPE_CHECKING:
    from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment

__all__ = [
    "AllWindowedStream",
    "BroadcastConnectedStream",
    "BroadcastStream",
    "BulkIteration",
    "CachedDataStream",
    "CloseableIterator",
    "ConnectedStreams",
    "DataStream",
    "DataStreamSink",
    "IterativeStream",
    "KeyedStream",
    "QueryableStateStream",
    "WindowedStream",
]


class DataStream(OperatorSettings):
    """A stream of records. Its methods add operators to the program; nothing runs before `execute()`.

    A stream can be used more than once: each operator after it gets all of its records.
    """

    is_keyed = False

    def __init__(self, environment: StreamExecutionEnvironment, transformation_id: TransformationId) -> None:
        super().__init__(environment.program, transformation_id)
        self._environment = environment

    def get_execution_environment(self) -> StreamExecutionEnvironment:
        """The environment that the stream belongs to."""
        return self._environment

    def get_execution_config(self) -> ExecutionConfig:
        """The settings of the environment that the stream belongs to."""
        return self._environment.get_config()

    def get_type(self) -> TypeInformation:
        """The declared type; PICKLED_BYTE_ARRAY, which holds anything, where none was."""
        return self.transformation.output_type or Types.PICKLED_BYTE_ARRAY()

    def start_new_chain(self) -> DataStream:
        """Begins a new task with this operator, instead of sharing that of the one before."""
        self._set("start_new_chain", chaining=ChainingStrategy.HEAD)
        return self

    def force_non_parallel(self) -> DataStream:
        """Sets one subtask, and makes it an error to set more later."""
        self._set("force_non_parallel", parallelism=1, non_parallel=True)
        return self

    def set_buffer_timeout(self, timeout_millis: int) -> DataStream:
        """How long records wait for others before they are sent, in ms; 0: not at all, -1: until a block is full."""
        if timeout_millis < -1:
            raise InvalidProgramError(f"the buffer timeout must be -1 or more, not {timeout_millis}")
        self._set("set_buffer_timeout", buffer_timeout_ms=timeout_millis)
        return self

    # Operators --------------------------------------------------------------------------------------------------------

    def map(
        self, func: Callable[[Any], Any] | MapFunction, output_type: Optional[TypeInformation] = None
    ) -> DataStream:
        """Calls the function with each record and emits the result.

        >>> list(env.from_collection([1, 2, 3]).map(lambda n: n * 10).execute_and_collect())
        [10, 20, 30]
        """
        return self.then("Map", MapSpec(func), output_type)

    def flat_map(
        self, func: Callable[[Any], Any] | FlatMapFunction, output_type: Optional[TypeInformation] = None
    ) -> DataStream:
        """Calls the function with each record and emits everything that it returns or yields: any number of records.

        >>> list(env.from_collection(["to be", "or not"]).flat_map(str.split).execute_and_collect())
        ['to', 'be', 'or', 'not']
        """
        return self.then("Flat Map", FlatMapSpec(func), output_type)

    def filter(self, func: Callable[[Any], Any] | FilterFunction) -> DataStream:
        """Keeps the records for which the function returns true.

        >>> list(env.from_sequence(1, 6).filter(lambda n: n % 2 == 0).execute_and_collect())
        [2, 4, 6]
        """
        return self._keeping_type("Filter", FilterSpec(func))

    def process(self, func: ProcessFunction, output_type: Optional[TypeInformation] = None) -> DataStream:
        """Calls a ProcessFunction with each record; it emits any number of records, also to side outputs.

        It sees the record's timestamp and both clocks. State and timers need `key_by` first.
        """
        spec = ProcessSpec(func, ProcessFunction, "process() of a stream that is not keyed")
        return self.then("Process", spec, output_type)

    def project(self, *field_indexes: int) -> DataStream:
        """Tuples of the fields at these positions, counted from 0.

        >>> list(env.from_collection([("tea", 3, "ann")]).project(2, 0).execute_and_collect())
        [('ann', 'tea')]
        """
        return self.then("Projection", MapSpec(Projection(field_indexes)))

    def assign_timestamps_and_watermarks(self, watermark_strategy: WatermarkStrategy) -> DataStream:
        """Gives each record the timestamp that the strategy reads from it, and emits the strategy's watermarks.

        Call it as early as possible, best right after the source: operators after it see event time.
        """
        check_argument("assign_timestamps_and_watermarks()", watermark_strategy, WatermarkStrategy)
        return self._keeping_type("Timestamps/Watermarks", TimestampsAndWatermarksSpec(watermark_strategy))

    def key_by(
        self, key_selector: Callable[[Any], Any] | KeySelector, key_type: Optional[TypeInformation] = None
    ) -> KeyedStream:
        """Partitions the stream by key: records with equal keys go to the same subtask, in order.

        Functions after it have state and timers for each key. A key is a string, a
        number, a tuple, an enum, a frozen dataclass and the like; a set or a dict raises an error.

        >>> sales = env.from_collection([("tea", 3), ("cup", 5), ("tea", 4)])
        >>> list(sales.key_by(lambda sale: sale[0]).sum(1).execute_and_collect())
        [('tea', 3), ('cup', 5), ('tea', 7)]
        """
        bound_method(key_selector, KeySelector, "get_key")
        if key_type is not None:
            check_argument("key_type of key_by()", key_type, TypeInformation)
        partitioning = Partitioning(PartitioningKind.HASH, key_selector, key_type=key_type)
        return KeyedStream(self._environment, self._partitioned(partitioning), self)

    def union(self, *streams: DataStream) -> DataStream:
        """All records of this stream and the others, in no particular order.

        >>> evens, odds = env.from_collection([2, 4]), env.from_collection([1, 3])
        >>> sorted(evens.union(odds).execute_and_collect())
        [1, 2, 3, 4]
        """
        for stream in streams:
            check_argument("union()", stream, DataStream)
            if stream._environment is not self._environment:
                raise InvalidProgramError("union() takes streams of one environment only")
        inputs = (self.transformation_id, *(stream._unkeyed().transformation_id for stream in streams))
        union = Transformation(TransformationKind.UNION, "Union", inputs, output_type=self.transformation.output_type)
        return DataStream(self._environment, self._program.add(union))

    def connect(self, ds: DataStream | BroadcastStream) -> Any:
        """Brings two streams into one operator: ConnectedStreams, or BroadcastConnectedStream if `ds` is broadcast."""
        if isinstance(ds, BroadcastStream):
            return BroadcastConnectedStream(self, ds, ds.broadcast_state_descriptors)
        check_argument("connect()", ds, DataStream, BroadcastStream)
        return ConnectedStreams(self, ds)

    def join(self, other: DataStream) -> JoinedStreams:
        """Joins the records of this stream and another one that have the same key and window."""
        return JoinedStreams(self, other)

    def co_group(self, other: DataStream) -> CoGroupedStreams:
        """Groups the records of this stream and of another together, by key and window."""
        return CoGroupedStreams(self, other)

    # Iterations -------------------------------------------------------------------------------------------------------

    def iterate(self, max_wait_ms: int = 0) -> IterativeStream:
        """A loop: the stream's records, and the records that `close_with` feeds back.

        It ends when this stream has ended and the loop was empty for `max_wait_ms`.
        """
        return IterativeStream(self, max_wait_ms)

    def iterate_bulk(self, max_iterations: int) -> BulkIteration:
        """A loop with supersteps: this stream, which must end, is the first one's set of records.

        What `close_with` feeds back in a superstep is the set of the next; that of the last one is the result.
        """
        return BulkIteration(self, max_iterations)

    def iterate_delta(self, workset: DataStream, max_iterations: int, keys: Keys) -> DeltaIteration:
        """A loop with supersteps over a solution set, this stream, of which they change what a workset says.

        `keys` gives the key of a record of the solution set: a function, or the position of a field, or several. The
        loop ends when the workset is empty; the solution set is the result. Both streams must end.
        """
        if not isinstance(workset, DataStream):
            raise ArgumentTypeError(f"iterate_delta() takes the workset as a DataStream, not {workset!r}")
        return DeltaIteration(self, workset, max_iterations, keys)

    def get_side_output(self, output_tag: OutputTag) -> DataStream:
        """The records that the operator before emits with this tag: `yield tag, value`.

        >>> class Parse(ProcessFunction):
        ...     def process_element(self, value, ctx):
        ...         yield int(value) if value.isdigit() else (OutputTag("bad"), value)
        >>> parsed = env.from_collection(["1", "two", "3"]).process(Parse())
        >>> list(parsed.get_side_output(OutputTag("bad")).execute_and_collect())
        ['two']
        """
        side = Transformation(
            TransformationKind.SIDE_OUTPUT,
            f"Side Output {output_tag.tag_id}",
            (self.transformation_id,),
            side_output=output_tag.tag_id,
            output_type=output_tag.type_info,
        )
        return DataStream(self._environment, self._program.add(side))

    def cache(self) -> CachedDataStream:
        """Keeps the records, in BATCH, for later jobs of this environment. The first job that needs them fills it."""
        return CachedDataStream(self._environment, self._environment.add_cache(self))

    # Windows ----------------------------------------------------------------------------------------------------------

    def window_all(self, window_assigner: WindowAssigner[Any, Any]) -> AllWindowedStream:
        """Divides the whole stream into windows. The operator has one subtask, since it sees all records."""
        return AllWindowedStream(self._unkeyed(), window_assigner)

    def count_window_all(self, size: int, slide: int = 0) -> AllWindowedStream:
        """Windows of `size` records each, in one subtask; with `slide`, a new one begins after every `slide` records.

        >>> list(env.from_sequence(1, 6).count_window_all(3).sum(0).execute_and_collect())
        [6, 15]
        """
        return self.window_all(count_windows(size, slide))

    def time_window_all(self, size: Time, slide: Optional[Time] = None) -> AllWindowedStream:
        """The former name of `window_all` with tumbling or sliding windows of the environment's time characteristic."""
        windows = time_windows(size, slide, self._environment.get_stream_time_characteristic())
        former_name("DataStream.time_window_all", f"window_all({type(windows).__name__}.of(...))")
        return self.window_all(windows)

    def full_window_partition(self) -> PartitionWindowedStream:
        """All records of each subtask, or of each key of a keyed stream, together. The stream must end."""
        return PartitionWindowedStream(self)

    # Partitioners -----------------------------------------------------------------------------------------------------

    def shuffle(self) -> DataStream:
        """Sends each record to a random receiver."""
        return self._redistributed(Partitioning(PartitioningKind.SHUFFLE))

    def rebalance(self) -> DataStream:
        """Sends records to all receivers in turn."""
        return self._redistributed(REBALANCE)

    def rescale(self) -> DataStream:
        """Sends records in turn to a part of the receivers: each sender has its own part."""
        return self._redistributed(Partitioning(PartitioningKind.RESCALE))

    def forward(self) -> DataStream:
        """Sends each record to the receiver with the sender's number; both sides must have the same parallelism."""
        return self._redistributed(FORWARD)

    def global_(self) -> DataStream:
        """Sends all records to the first receiver."""
        return self._redistributed(Partitioning(PartitioningKind.GLOBAL))

    def broadcast(
        self,
        broadcast_state_descriptor: Optional[MapStateDescriptor] = None,
        *other_broadcast_state_descriptors: MapStateDescriptor,
    ) -> Any:
        """Sends all records to every receiver; with descriptors, returns a BroadcastStream for `connect`."""
        stream = self._redistributed(Partitioning(PartitioningKind.BROADCAST))
        if broadcast_state_descriptor is None:
            return stream
        descriptors = (broadcast_state_descriptor, *other_broadcast_state_descriptors)
        for descriptor in descriptors:
            check_argument("broadcast()", descriptor, MapStateDescriptor)
        return BroadcastStream(stream, descriptors)

    def partition_custom(
        self, partitioner: Callable[[Any, int], int] | Partitioner, key_selector: Callable[[Any], Any] | KeySelector
    ) -> DataStream:
        """Sends each record to the receiver that the partitioner chooses, by the key and the number of receivers.

        >>> spread = env.from_sequence(1, 4).partition_custom(lambda key, receivers: key % receivers, lambda n: n)
        >>> sorted(spread.map(lambda n: n * 10).set_parallelism(2).execute_and_collect())
        [10, 20, 30, 40]
        """
        bound_method(partitioner, Partitioner, "partition")
        bound_method(key_selector, KeySelector, "get_key")
        return self._redistributed(Partitioning(PartitioningKind.CUSTOM, key_selector, partitioner))

    # Sinks ------------------------------------------------------------------------------------------------------------

    def sink_to(self, sink: Sink) -> DataStreamSink:
        """Writes the records to a sink.

        A sink that commits publishes its records when a checkpoint completes, and at the end of the input.
        """
        spec = SinkSpec(sink)
        sink.configure(self._environment.get_configuration())
        return self._add_sink(spec, "Sink")

    def add_sink(self, sink_func: SinkFunction | Sink) -> DataStreamSink:
        """Calls the function with every record, at least once, or exactly once if it commits at checkpoints.

        `TwoPhaseCommitSinkFunction` and `GenericWriteAheadSink` are functions that commit at checkpoints.

        Accepts a `Sink`, too: `RMQSink` and other connectors that are functions in PyFlink are sinks in Pyrite. A sink
        has its own delivery guarantee.
        """
        if isinstance(sink_func, Sink):
            return self.sink_to(sink_func)
        return self._add_sink(SinkFunctionSpec(sink_func), "Sink")

    def print(self, sink_identifier: Optional[str] = None) -> DataStreamSink:
        """Writes records to standard output, as `value`, or as `N> value` from subtask N of several."""
        return self._add_sink(SinkSpec(PrintSink(sink_identifier)), "Print to Std. Out")

    def print_to_err(self, sink_identifier: Optional[str] = None) -> DataStreamSink:
        """Writes records to standard error, in the form of `print`."""
        return self._add_sink(SinkSpec(PrintSink(sink_identifier, to_stderr=True)), "Print to Std. Err")

    def execute_and_collect(self, job_execution_name: Optional[str] = None, limit: Optional[int] = None) -> Any:
        """Runs the program and returns this stream's records: a list of at most `limit`, else an iterator.

        The iterator gives records as they come. Closing it, or leaving its `with` block, cancels a job that still runs.

        >>> env.from_sequence(1, 1_000).execute_and_collect(limit=3)
        [1, 2, 3]
        """
        self._add_sink(SinkSpec(CollectSink()), "Collect")
        records = CloseableIterator(self._environment.start(job_execution_name, is_collected=True))
        if limit is None:
            return records
        with records:
            return list(islice(records, limit))

    def _add_sink(self, spec: OperatorSpec, name: str) -> DataStreamSink:
        sink = Transformation(TransformationKind.SINK, name, (self.transformation_id,), spec)
        return DataStreamSink(self._program, self._environment.add_transformation(sink))

    # Building ---------------------------------------------------------------------------------------------------------

    def then(
        self,
        name: str,
        spec: OperatorSpec,
        output_type: Optional[TypeInformation] = None,
        keyed: Optional[bool] = None,
        second: Optional[TransformationId] = None,
    ) -> DataStream:
        """Adds an operator after this stream and, for one with two inputs, a second one."""
        if output_type is not None and not isinstance(output_type, TypeInformation):
            raise ArgumentTypeError(f"output_type is a TypeInformation such as Types.STRING(), not {output_type!r}")
        operator = Transformation(
            TransformationKind.OPERATOR,
            name,
            (self.transformation_id,) if second is None else (self.transformation_id, second),
            spec,
            keyed=self.is_keyed if keyed is None else keyed,
            output_type=output_type,
            fits_output=True,
        )
        return DataStream(self._environment, self._environment.add_transformation(operator))

    def with_type_of(self, stream: DataStream) -> DataStream:
        """Declares that this stream has the same records as another one."""
        self._program.change(self.transformation_id, output_type=stream.transformation.output_type, fits_output=False)
        return self

    def _keeping_type(self, name: str, spec: OperatorSpec) -> DataStream:
        """Adds an operator that hands records on as they are."""
        return self.then(name, spec).with_type_of(self)

    def _partitioned(self, partitioning: Partitioning) -> TransformationId:
        partition = Transformation(
            TransformationKind.PARTITION,
            "Partition",
            (self.transformation_id,),
            partitioning=partitioning,
            output_type=self.transformation.output_type,
        )
        return self._program.add(partition)

    def _redistributed(self, partitioning: Partitioning) -> DataStream:
        return DataStream(self._environment, self._partitioned(partitioning))

    def _unkeyed(self) -> DataStream:
        return self


class KeyedStream(DataStream, FieldReductions):
    """A stream partitioned by key. Functions on it have state and timers for each key."""

    is_keyed = True

    AccumulateType: TypeAlias = Reduction

    def __init__(
        self, environment: StreamExecutionEnvironment, transformation_id: TransformationId, origin_stream: DataStream
    ) -> None:
        super().__init__(environment, transformation_id)
        self._origin = origin_stream

    def process(  # type: ignore[override]
        self, func: KeyedProcessFunction, output_type: Optional[TypeInformation] = None
    ) -> DataStream:
        """Calls a KeyedProcessFunction with each record, with the state and the timers of the record's key."""
        spec = ProcessSpec(func, KeyedProcessFunction, "process() of a keyed stream")
        return self.then("Keyed Process", spec, output_type)

    def reduce(self, func: Callable[[Any, Any], Any] | ReduceFunction) -> DataStream:
        """Combines the records of each key: with the function's last result for the key, and the next record.

        In STREAMING every result is emitted, in BATCH only the last one of each key.

        >>> numbers = env.from_collection([1, 2, 3, 4])
        >>> list(numbers.key_by(lambda n: n % 2).reduce(lambda a, b: a + b).execute_and_collect())
        [1, 2, 4, 6]
        """
        return self.then("Reduce", ReduceSpec(func), self.transformation.output_type)

    def reduce_fields(self, function: FieldReduction, name: str) -> DataStream:
        """Reduces records by one of their fields: what `sum`, `min` and the others are made of."""
        return self.reduce(function).name(f"Keyed {name}")

    def window(self, window_assigner: WindowAssigner[Any, Any]) -> WindowedStream:
        """Divides the records of each key into windows.

        >>> sales = env.from_collection([("tea", 3, 1_000), ("tea", 4, 7_000), ("tea", 5, 11_000)])
        >>> class SaleTime(TimestampAssigner):
        ...     def extract_timestamp(self, value, record_timestamp):
        ...         return value[2]
        >>> by_time = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(SaleTime())
        >>> keyed = sales.assign_timestamps_and_watermarks(by_time).key_by(lambda sale: sale[0])
        >>> list(keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).sum(1).execute_and_collect())
        [('tea', 7, 1000), ('tea', 5, 11000)]
        """
        return WindowedStream(self, window_assigner)

    def count_window(self, size: int, slide: int = 0) -> WindowedStream:
        """Windows of `size` records of a key; with `slide`, a new one after every `slide` records. Full ones fire.

        >>> words = env.from_collection(["a", "b", "a", "a", "b", "a"]).map(lambda word: (word, 1))
        >>> list(words.key_by(lambda pair: pair[0]).count_window(2).sum(1).execute_and_collect())
        [('a', 2), ('b', 2), ('a', 2)]
        """
        return self.window(count_windows(size, slide))

    def time_window(self, size: Time, slide: Optional[Time] = None) -> WindowedStream:
        """The former name of `window` with tumbling or sliding windows of the environment's time characteristic."""
        windows = time_windows(size, slide, self._environment.get_stream_time_characteristic())
        former_name("KeyedStream.time_window", f"window({type(windows).__name__}.of(...))")
        return self.window(windows)

    def interval_join(self, other_stream: KeyedStream) -> IntervalJoin:
        """Joins records of two keyed streams that have the same key and timestamps within bounds of each other."""
        return IntervalJoin(self, other_stream)

    def as_queryable_state(
        self, queryable_state_name: str, state_descriptor: Optional[StateDescriptor] = None
    ) -> QueryableStateStream:
        """Publishes each key's last record to QueryableStateClients; with a descriptor, what the state makes of all."""
        descriptor, end = queryable_state(self.transformation_id, queryable_state_name, state_descriptor)
        return QueryableStateStream(self._program, self._environment.add_transformation(end), descriptor)

    def key_by(
        self, key_selector: Callable[[Any], Any] | KeySelector, key_type: Optional[TypeInformation] = None
    ) -> KeyedStream:
        """Partitions by another key, which replaces the present one."""
        return self._origin.key_by(key_selector, key_type)

    def union(self, *streams: DataStream) -> DataStream:
        return self._origin.union(*streams)

    def project(self, *field_indexes: int) -> DataStream:
        return self._origin.project(*field_indexes)

    def cache(self) -> CachedDataStream:
        """Raises an error: cache the stream before `key_by`."""
        raise InvalidProgramError("cache() keeps an operator's output: call it before key_by()")

    def _redistributed(self, partitioning: Partitioning) -> DataStream:
        raise InvalidProgramError(
            f"a keyed stream is partitioned by its key: {partitioning.kind.name} cannot override it"
        )

    def _unkeyed(self) -> DataStream:
        return self._origin


class IterativeStream(DataStream):
    """A loop in a stream. Records go round as they come; there are no supersteps."""

    def __init__(self, stream: DataStream, max_wait_ms: int = 0) -> None:
        self._loop = stream_loop(stream, max_wait_ms)
        super().__init__(stream.get_execution_environment(), self._loop.head.transformation_id)

    def close_with(self, feedback_stream: DataStream) -> DataStream:
        """Feeds a stream of the loop back to its head; returns that stream."""
        self._loop.close(feedback_stream)
        return feedback_stream


class BulkIteration(DataStream):
    """A loop in which each superstep makes a new set of records of the one before."""

    def __init__(self, stream: DataStream, max_iterations: int) -> None:
        self._loop = bulk_loop(stream, max_iterations)
        super().__init__(stream.get_execution_environment(), self._loop.head.transformation_id)

    def register_aggregator(self, name: str, aggregator: AggregateFunction) -> None:
        """Adds an aggregator, to which functions of the body add values by its name.

        The subtasks can read its value over all of them in the next superstep.
        """
        self._loop.register_aggregator(name, aggregator)

    def close_with(self, next_set: DataStream, termination: Optional[DataStream] = None) -> DataStream:
        """Feeds the next superstep's set back; returns the last one, once there is no next superstep.

        The iteration ends after `max_iterations`, or if `termination` had no record in a superstep.
        """
        self._loop.close(next_set, termination)
        return self.get_side_output(LOOP_RESULT).with_type_of(self)


class CachedDataStream(DataStream):
    """A stream whose records are kept between the jobs of an environment."""

    def invalidate(self) -> None:
        """Discards the records that are kept; the next job computes them again."""
        self._environment.clear_cache(self.transformation_id)


class DataStreamSink(OperatorSettings):
    """The end of a stream."""
