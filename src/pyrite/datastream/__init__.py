"""The DataStream API, with PyFlink's names."""

from pyrite.core.config.options import RuntimeExecutionMode
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from pyrite.core.functions.async_functions import (
    AsyncFunction,
)
from pyrite.core.functions.async_retry import AsyncRetryPredicate, AsyncRetryStrategy
from pyrite.core.functions.broadcast_functions import (
    BaseBroadcastProcessFunction,
    BroadcastProcessFunction,
    KeyedBroadcastProcessFunction,
    KeyedStateFunction,
)
from pyrite.core.functions.checkpointed_function import (
    CheckpointedFunction,
    CheckpointListener,
    FunctionInitializationContext,
    FunctionSnapshotContext,
)
from pyrite.core.functions.functions import (
    AggregateFunction,
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    DistributedCache,
    FilterFunction,
    FlatMapFunction,
    Function,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    KeySelector,
    MapFunction,
    Partitioner,
    ProcessFunction,
    ReduceFunction,
    RuntimeContext,
    TimeDomain,
    TimerService,
)
from pyrite.core.functions.iteration_functions import CountAggregator, SolutionSetFunction, SumAggregator
from pyrite.core.functions.join_functions import CoGroupFunction, FlatJoinFunction, JoinFunction, ProcessJoinFunction
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.partition_functions import MapPartitionFunction, Order
from pyrite.core.functions.sink_function import SinkFunction
from pyrite.core.functions.source_function import ParallelSourceFunction, SourceFunction
from pyrite.core.time.time_characteristic import TimeCharacteristic
from pyrite.core.windows.trigger import Trigger, TriggerResult
from pyrite.core.windows.window_assigner import MergingWindowAssigner, WindowAssigner
from pyrite.core.windows.window_functions import (
    AllWindowFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    WindowFunction,
)
from pyrite.core.windows.windows import CountWindow, GlobalWindow, TimeWindow, Window
from pyrite.datastream.async_data_stream import AsyncDataStream
from pyrite.datastream.checkpoint_config import CheckpointConfig, ExternalizedCheckpointCleanup
from pyrite.datastream.checkpoint_storage import (
    CheckpointStorage,
    CustomCheckpointStorage,
    FileSystemCheckpointStorage,
    JobManagerCheckpointStorage,
)
from pyrite.datastream.checkpointing_mode import CheckpointingMode
from pyrite.datastream.data_stream import (
    AllWindowedStream,
    BroadcastConnectedStream,
    BroadcastStream,
    BulkIteration,
    CachedDataStream,
    CloseableIterator,
    ConnectedStreams,
    DataStream,
    DataStreamSink,
    IterativeStream,
    KeyedStream,
    QueryableStateStream,
    WindowedStream,
)
from pyrite.datastream.delta_iteration import DeltaIteration
from pyrite.datastream.externalized_checkpoint_retention import ExternalizedCheckpointRetention
from pyrite.datastream.joined_streams import CoGroupedStreams, IntervalJoin, IntervalJoined, JoinedStreams
from pyrite.datastream.partition_windowed_stream import PartitionWindowedStream
from pyrite.datastream.slot_sharing_group import MemorySize, SlotSharingGroup
from pyrite.datastream.state import (
    AggregatingState,
    AggregatingStateDescriptor,
    BroadcastState,
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ReadOnlyBroadcastState,
    ReducingState,
    ReducingStateDescriptor,
    StateTtlConfig,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.datastream.state_backend import (
    CustomStateBackend,
    EmbeddedRocksDBStateBackend,
    FsStateBackend,
    HashMapStateBackend,
    MemoryStateBackend,
    PredefinedOptions,
    RocksDBStateBackend,
    StateBackend,
)
from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment

__all__ = [
    "AggregateFunction",
    "AggregatingState",
    "AggregatingStateDescriptor",
    "AllWindowFunction",
    "AllWindowedStream",
    "AsyncDataStream",
    "AsyncFunction",
    "AsyncRetryPredicate",
    "AsyncRetryStrategy",
    "BaseBroadcastProcessFunction",
    "BroadcastConnectedStream",
    "BroadcastProcessFunction",
    "BroadcastState",
    "BroadcastStream",
    "BulkIteration",
    "CachedDataStream",
    "CheckpointConfig",
    "CheckpointListener",
    "CheckpointStorage",
    "CheckpointedFunction",
    "CheckpointingMode",
    "CloseableIterator",
    "CoFlatMapFunction",
    "CoGroupFunction",
    "CoGroupedStreams",
    "CoMapFunction",
    "CoProcessFunction",
    "ConnectedStreams",
    "CountAggregator",
    "CountWindow",
    "CustomCheckpointStorage",
    "CustomStateBackend",
    "DataStream",
    "DataStreamSink",
    "DeltaIteration",
    "DistributedCache",
    "EmbeddedRocksDBStateBackend",
    "ExternalizedCheckpointCleanup",
    "ExternalizedCheckpointRetention",
    "FileSystemCheckpointStorage",
    "FilterFunction",
    "FlatJoinFunction",
    "FlatMapFunction",
    "FsStateBackend",
    "Function",
    "FunctionInitializationContext",
    "FunctionSnapshotContext",
    "GlobalWindow",
    "HashMapStateBackend",
    "IntervalJoin",
    "IntervalJoined",
    "IterativeStream",
    "JobManagerCheckpointStorage",
    "JoinFunction",
    "JoinedStreams",
    "KeySelector",
    "KeyedBroadcastProcessFunction",
    "KeyedCoProcessFunction",
    "KeyedProcessFunction",
    "KeyedStateFunction",
    "KeyedStream",
    "ListState",
    "ListStateDescriptor",
    "MapFunction",
    "MapPartitionFunction",
    "MapState",
    "MapStateDescriptor",
    "MemorySize",
    "MemoryStateBackend",
    "MergingWindowAssigner",
    "Order",
    "OutputTag",
    "ParallelSourceFunction",
    "PartitionWindowedStream",
    "Partitioner",
    "PredefinedOptions",
    "ProcessAllWindowFunction",
    "ProcessFunction",
    "ProcessJoinFunction",
    "ProcessWindowFunction",
    "QueryableStateStream",
    "ReadOnlyBroadcastState",
    "ReduceFunction",
    "ReducingState",
    "ReducingStateDescriptor",
    "RocksDBStateBackend",
    "RuntimeContext",
    "RuntimeExecutionMode",
    "Sink",
    "SinkFunction",
    "SlotSharingGroup",
    "SolutionSetFunction",
    "Source",
    "SourceFunction",
    "StateBackend",
    "StateTtlConfig",
    "StreamExecutionEnvironment",
    "SumAggregator",
    "TimeCharacteristic",
    "TimeDomain",
    "TimeWindow",
    "TimerService",
    "Trigger",
    "TriggerResult",
    "ValueState",
    "ValueStateDescriptor",
    "Window",
    "WindowAssigner",
    "WindowFunction",
    "WindowedStream",
]
