"""DataStream and its kin: the fluent API over transformations."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, Optional, TypeVar

from pyrite.common.errors import InvalidProgramError
from pyrite.common.functions import (
    BaseBroadcastProcessFunction,
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    FilterFunction,
    FlatMapFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    KeySelector,
    MapFunction,
    Partitioner,
    ProcessFunction,
    ReduceFunction,
)
from pyrite.common.output_tag import OutputTag
from pyrite.common.sink import Sink
from pyrite.common.state import MapStateDescriptor
from pyrite.common.watermark_strategy import WatermarkStrategy
from pyrite.connectors.terminal import CollectSink, PrintSink
from pyrite.datastream.job_client import CloseableIterator
from pyrite.graph.partitioning import FORWARD, REBALANCE, Partitioning, PartitioningKind
from pyrite.graph.transformation import ChainingStrategy, OperatorSpec, Transformation, TransformationKind
from pyrite.operators.broadcast import BroadcastProcessOperator
from pyrite.operators.process import ProcessOperator
from pyrite.operators.reduce import ReduceOperator
from pyrite.operators.sink import SinkOperator
from pyrite.operators.stateless import (
    CoFlatMapOperator,
    CoMapOperator,
    FilterOperator,
    FlatMapOperator,
    MapOperator,
)
from pyrite.operators.user_function import bound_method
from pyrite.operators.watermarks import TimestampsAndWatermarksOperator

if TYPE_CHECKING:
    from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment

S = TypeVar("S", bound="_Settable")


class _Settable:
    """Settings of the operator that a stream or a sink stands for."""

    transformation: Transformation

    def name(self: S, name: str) -> S:
        self.transformation.name = name
        return self

    def uid(self: S, uid: str) -> S:
        self.transformation.uid = uid
        return self

    def set_parallelism(self: S, parallelism: int) -> S:
        self.transformation.set_parallelism(parallelism)
        return self

    def set_max_parallelism(self: S, max_parallelism: int) -> S:
        if not 0 < max_parallelism <= 32768:
            raise InvalidProgramError(f"max parallelism must be between 1 and 32768, not {max_parallelism}")
        self.transformation.max_parallelism = max_parallelism
        return self

    def set_description(self: S, description: str) -> S:
        self.transformation.description = description
        return self

    def disable_chaining(self: S) -> S:
        """Keeps this operator alone in its task."""
        self.transformation.chaining = ChainingStrategy.NEVER
        return self

    def slot_sharing_group(self: S, slot_sharing_group: str) -> S:
        self.transformation.slot_sharing_group = slot_sharing_group
        return self


class DataStream(_Settable):
    """A stream of records."""

    def __init__(self, environment: StreamExecutionEnvironment, transformation: Transformation) -> None:
        self._environment = environment
        self.transformation = transformation

    def get_execution_environment(self) -> StreamExecutionEnvironment:
        return self._environment

    def get_name(self) -> str:
        return self.transformation.name

    def get_type(self) -> Any:
        return self.transformation.output_type

    def start_new_chain(self) -> DataStream:
        """Begins a new task with this operator."""
        self.transformation.chaining = ChainingStrategy.HEAD
        return self

    def force_non_parallel(self) -> DataStream:
        self.transformation.set_parallelism(1)
        self.transformation.non_parallel = True
        return self

    def set_buffer_timeout(self, timeout_millis: int) -> DataStream:
        self.transformation.buffer_timeout_ms = timeout_millis
        return self

    # Operators --------------------------------------------------------------------------------------------------------

    def map(self, func: Callable[[Any], Any] | MapFunction, output_type: Any = None) -> DataStream:
        bound_method(func, MapFunction, "map")
        return self._then("Map", OperatorSpec(MapOperator, (func,)), output_type)

    def flat_map(self, func: Callable[[Any], Any] | FlatMapFunction, output_type: Any = None) -> DataStream:
        bound_method(func, FlatMapFunction, "flat_map")
        return self._then("Flat Map", OperatorSpec(FlatMapOperator, (func,)), output_type)

    def filter(self, func: Callable[[Any], Any] | FilterFunction) -> DataStream:
        bound_method(func, FilterFunction, "filter")
        return self._then("Filter", OperatorSpec(FilterOperator, (func,)), self.get_type())

    def process(self, func: ProcessFunction, output_type: Any = None) -> DataStream:
        _check_function(func, ProcessFunction, "process() of a stream that is not keyed")
        return self._then("Process", OperatorSpec(ProcessOperator, (func, "process_element")), output_type)

    def assign_timestamps_and_watermarks(self, watermark_strategy: WatermarkStrategy) -> DataStream:
        spec = OperatorSpec(TimestampsAndWatermarksOperator, (watermark_strategy,))
        return self._then("Timestamps/Watermarks", spec, self.get_type())

    def key_by(self, key_selector: Callable[[Any], Any] | KeySelector, key_type: Any = None) -> KeyedStream:
        """Partitions by key; state and timers behind it belong to the key."""
        bound_method(key_selector, KeySelector, "get_key")
        partitioning = Partitioning(PartitioningKind.HASH, key_selector)
        return KeyedStream(self._environment, self._partitioned(partitioning), self, key_selector)

    def union(self, *streams: DataStream) -> DataStream:
        inputs = [self.transformation, *(stream.transformation for stream in streams)]
        union = Transformation(TransformationKind.UNION, "Union", inputs, output_type=self.get_type())
        return DataStream(self._environment, union)

    def connect(self, ds: DataStream | BroadcastStream) -> Any:
        """Two streams into one operator: ConnectedStreams, or BroadcastConnectedStream for a BroadcastStream."""
        if isinstance(ds, BroadcastStream):
            return BroadcastConnectedStream(self, ds, ds.state_descriptors)
        return ConnectedStreams(self, ds)

    def get_side_output(self, output_tag: OutputTag) -> DataStream:
        side = Transformation(
            TransformationKind.SIDE_OUTPUT,
            f"Side Output {output_tag.tag_id}",
            [self.transformation],
            side_output=output_tag.tag_id,
        )
        return DataStream(self._environment, side)

    # Partitioners -----------------------------------------------------------------------------------------------------

    def shuffle(self) -> DataStream:
        return self._redistributed(Partitioning(PartitioningKind.SHUFFLE))

    def rebalance(self) -> DataStream:
        return self._redistributed(REBALANCE)

    def rescale(self) -> DataStream:
        return self._redistributed(Partitioning(PartitioningKind.RESCALE))

    def forward(self) -> DataStream:
        return self._redistributed(FORWARD)

    def global_(self) -> DataStream:
        """Everything to the first receiver."""
        return self._redistributed(Partitioning(PartitioningKind.GLOBAL))

    def broadcast(
        self,
        broadcast_state_descriptor: Optional[MapStateDescriptor] = None,
        *other_broadcast_state_descriptors: MapStateDescriptor,
    ) -> Any:
        """Everything to every receiver; with descriptors, a BroadcastStream for `connect`."""
        stream = self._redistributed(Partitioning(PartitioningKind.BROADCAST))
        if broadcast_state_descriptor is None:
            return stream
        return BroadcastStream(stream, (broadcast_state_descriptor, *other_broadcast_state_descriptors))

    def partition_custom(
        self, partitioner: Callable[[Any, int], int] | Partitioner, key_selector: Callable[[Any], Any] | KeySelector
    ) -> DataStream:
        bound_method(partitioner, Partitioner, "partition")
        bound_method(key_selector, KeySelector, "get_key")
        return self._redistributed(Partitioning(PartitioningKind.CUSTOM, key_selector, partitioner))

    # Sinks ------------------------------------------------------------------------------------------------------------

    def sink_to(self, sink: Sink) -> DataStreamSink:
        if not isinstance(sink, Sink):
            raise InvalidProgramError(f"sink_to() takes a Sink, not {sink!r}")
        return self._add_sink(sink, "Sink")

    def print(self, sink_identifier: Optional[str] = None) -> DataStreamSink:
        return self._add_sink(PrintSink(sink_identifier), "Print to Std. Out")

    def execute_and_collect(self, job_execution_name: Optional[str] = None, limit: Optional[int] = None) -> Any:
        """Runs the program; its records here, as a list of at most `limit`, or without one as an iterator."""
        self._add_sink(CollectSink(), "Collect")
        records = CloseableIterator(self._environment.start(job_execution_name))
        if limit is None:
            return records
        with records:
            return list(islice(records, limit))

    def _add_sink(self, sink: Sink, name: str) -> DataStreamSink:
        spec = OperatorSpec(SinkOperator, (sink,))
        transformation = Transformation(TransformationKind.SINK, name, [self.transformation], spec)
        self._environment.add_transformation(transformation)
        return DataStreamSink(transformation)

    # Building ---------------------------------------------------------------------------------------------------------

    def _then(self, name: str, spec: OperatorSpec, output_type: Any = None, keyed: bool = False) -> DataStream:
        return _operator(self._environment, name, [self.transformation], spec, output_type, keyed)

    def _partitioned(self, partitioning: Partitioning) -> Transformation:
        return Transformation(
            TransformationKind.PARTITION,
            "Partition",
            [self.transformation],
            partitioning=partitioning,
            output_type=self.get_type(),
        )

    def _redistributed(self, partitioning: Partitioning) -> DataStream:
        return DataStream(self._environment, self._partitioned(partitioning))


class KeyedStream(DataStream):
    """A stream partitioned by key."""

    def __init__(
        self,
        environment: StreamExecutionEnvironment,
        transformation: Transformation,
        origin: DataStream,
        key_selector: Any,
    ) -> None:
        super().__init__(environment, transformation)
        self._origin = origin
        self.key_selector = key_selector

    def process(self, func: KeyedProcessFunction | ProcessFunction, output_type: Any = None) -> DataStream:
        if not isinstance(func, KeyedProcessFunction):
            raise InvalidProgramError(f"process() of a keyed stream takes a KeyedProcessFunction, not {func!r}")
        return self._then("Keyed Process", OperatorSpec(ProcessOperator, (func, "process_element")), output_type)

    def reduce(self, func: Callable[[Any, Any], Any] | ReduceFunction) -> DataStream:
        bound_method(func, ReduceFunction, "reduce")
        return self._then("Reduce", OperatorSpec(ReduceOperator, (func,)), self.get_type())

    def key_by(self, key_selector: Callable[[Any], Any] | KeySelector, key_type: Any = None) -> KeyedStream:
        return self._origin.key_by(key_selector, key_type)

    def union(self, *streams: DataStream) -> DataStream:
        return self._origin.union(*[s._origin if isinstance(s, KeyedStream) else s for s in streams])

    def _then(self, name: str, spec: OperatorSpec, output_type: Any = None, keyed: bool = True) -> DataStream:
        return super()._then(name, spec, output_type, keyed)

    def _redistributed(self, partitioning: Partitioning) -> DataStream:
        raise InvalidProgramError(
            f"a keyed stream is partitioned by its key: {partitioning.kind.name} cannot override it"
        )


class BroadcastStream:
    """A stream that goes whole to every subtask of the operator it is connected to, as its broadcast state."""

    def __init__(self, stream: DataStream, state_descriptors: tuple[MapStateDescriptor, ...]) -> None:
        self.stream = stream
        self.state_descriptors = state_descriptors


class ConnectedStreams:
    """Two streams that one operator takes, each with a method of its own."""

    def __init__(self, stream1: DataStream, stream2: DataStream) -> None:
        self.stream1 = stream1
        self.stream2 = stream2

    def key_by(
        self,
        key_selector1: Callable[[Any], Any] | KeySelector,
        key_selector2: Callable[[Any], Any] | KeySelector,
        key_type: Any = None,
    ) -> ConnectedStreams:
        return ConnectedStreams(
            self.stream1.key_by(key_selector1, key_type), self.stream2.key_by(key_selector2, key_type)
        )

    def map(self, func: CoMapFunction, output_type: Any = None) -> DataStream:
        _check_function(func, CoMapFunction, "map() of connected streams")
        return self._then("Co-Map", OperatorSpec(CoMapOperator, (func,)), output_type)

    def flat_map(self, func: CoFlatMapFunction, output_type: Any = None) -> DataStream:
        _check_function(func, CoFlatMapFunction, "flat_map() of connected streams")
        return self._then("Co-Flat Map", OperatorSpec(CoFlatMapOperator, (func,)), output_type)

    def process(self, func: CoProcessFunction | KeyedCoProcessFunction, output_type: Any = None) -> DataStream:
        expected = KeyedCoProcessFunction if self._keyed else CoProcessFunction
        _check_function(func, expected, f"process() of connected streams, {'' if self._keyed else 'not '}keyed,")
        spec = OperatorSpec(ProcessOperator, (func, "process_element1", "process_element2"))
        return self._then("Co-Process", spec, output_type)

    @property
    def _keyed(self) -> bool:
        keyed = [isinstance(stream, KeyedStream) for stream in (self.stream1, self.stream2)]
        if keyed[0] != keyed[1]:
            raise InvalidProgramError("connect() needs both streams keyed, or neither: call key_by() on the other too")
        return keyed[0]

    def _then(self, name: str, spec: OperatorSpec, output_type: Any) -> DataStream:
        inputs = [self.stream1.transformation, self.stream2.transformation]
        environment = self.stream1.get_execution_environment()
        return _operator(environment, name, inputs, spec, output_type, self._keyed)


class BroadcastConnectedStream:
    """A stream beside a broadcast one."""

    def __init__(
        self,
        non_broadcast_stream: DataStream,
        broadcast_stream: BroadcastStream,
        broadcast_state_descriptors: tuple[MapStateDescriptor, ...],
    ) -> None:
        self.non_broadcast_stream = non_broadcast_stream
        self.broadcast_stream = broadcast_stream
        self.broadcast_state_descriptors = broadcast_state_descriptors

    def process(self, func: BaseBroadcastProcessFunction, output_type: Any = None) -> DataStream:
        stream = self.non_broadcast_stream
        keyed = isinstance(stream, KeyedStream)
        expected = KeyedBroadcastProcessFunction if keyed else BroadcastProcessFunction
        _check_function(func, expected, f"process() of a broadcast-connected stream, {'' if keyed else 'not '}keyed,")
        spec = OperatorSpec(BroadcastProcessOperator, (func, tuple(self.broadcast_state_descriptors)))
        inputs = [stream.transformation, self.broadcast_stream.stream.transformation]
        return _operator(stream.get_execution_environment(), "Broadcast Process", inputs, spec, output_type, keyed)


class DataStreamSink(_Settable):
    """The end of a stream."""

    def __init__(self, transformation: Transformation) -> None:
        self.transformation = transformation


def _operator(
    environment: StreamExecutionEnvironment,
    name: str,
    inputs: list[Transformation],
    spec: OperatorSpec,
    output_type: Any,
    keyed: bool,
) -> DataStream:
    transformation = Transformation(
        TransformationKind.OPERATOR, name, inputs, spec, keyed=keyed, output_type=output_type
    )
    environment.add_transformation(transformation)
    return DataStream(environment, transformation)


def _check_function(func: Any, kind: type[Any], where: str) -> None:
    if not isinstance(func, kind):
        raise InvalidProgramError(f"{where} takes a {kind.__name__}, not {func!r}")
