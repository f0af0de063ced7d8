"""The functions of the DataStream API, under PyFlink's module name."""

from pyrite.connectors.base.two_phase import TwoPhaseCommitSinkFunction
from pyrite.connectors.base.write_ahead import CheckpointCommitter, GenericWriteAheadSink
from pyrite.core.functions.async_functions import (
    AsyncFunction,
    AsyncFunctionDescriptor,
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
    IterationAggregator,
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
from pyrite.core.functions.partition_functions import MapPartitionFunction
from pyrite.core.functions.sink_function import SinkFunction
from pyrite.core.functions.source_function import ParallelSourceFunction, SourceFunction
from pyrite.core.windows.window_functions import (
    AllWindowFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    WindowFunction,
)

__all__ = [
    "AggregateFunction",
    "AllWindowFunction",
    "AsyncFunction",
    "AsyncFunctionDescriptor",
    "AsyncRetryPredicate",
    "AsyncRetryStrategy",
    "BaseBroadcastProcessFunction",
    "BroadcastProcessFunction",
    "CheckpointCommitter",
    "CheckpointListener",
    "CheckpointedFunction",
    "CoFlatMapFunction",
    "CoGroupFunction",
    "CoMapFunction",
    "CoProcessFunction",
    "CountAggregator",
    "DistributedCache",
    "FilterFunction",
    "FlatJoinFunction",
    "FlatMapFunction",
    "Function",
    "FunctionInitializationContext",
    "FunctionSnapshotContext",
    "GenericWriteAheadSink",
    "IterationAggregator",
    "JoinFunction",
    "KeySelector",
    "KeyedBroadcastProcessFunction",
    "KeyedCoProcessFunction",
    "KeyedProcessFunction",
    "KeyedStateFunction",
    "MapFunction",
    "MapPartitionFunction",
    "ParallelSourceFunction",
    "Partitioner",
    "ProcessAllWindowFunction",
    "ProcessFunction",
    "ProcessJoinFunction",
    "ProcessWindowFunction",
    "ReduceFunction",
    "RuntimeContext",
    "SinkFunction",
    "SolutionSetFunction",
    "SourceFunction",
    "SumAggregator",
    "TimeDomain",
    "TimerService",
    "TwoPhaseCommitSinkFunction",
    "WindowFunction",
]
