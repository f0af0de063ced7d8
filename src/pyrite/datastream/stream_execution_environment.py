"""StreamExecutionEnvironment: where a program begins and is run."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Optional

from pyrite.common.configuration import Configuration
from pyrite.common.errors import InvalidProgramError
from pyrite.common.job import JobExecutionResult
from pyrite.common.options import (
    BUFFER_TIMEOUT,
    DEFAULT_PARALLELISM,
    JOB_NAME,
    MAX_PARALLELISM,
    OPERATOR_CHAINING,
    RUNTIME_MODE,
    RuntimeExecutionMode,
)
from pyrite.common.source import Boundedness, Source
from pyrite.common.watermark_strategy import WatermarkStrategy
from pyrite.connectors.collection import CollectionSource
from pyrite.connectors.number_sequence import NumberSequenceSource
from pyrite.datastream.data_stream import DataStream
from pyrite.datastream.execution import attach, plan_was_asked_for
from pyrite.datastream.job_client import JobClient
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.passes.assign_levels import assign_levels
from pyrite.graph.passes.build_stream_graph import Defaults, build_stream_graph
from pyrite.graph.passes.chain_operators import chain_operators
from pyrite.graph.render.flink_plan import flink_plan_json
from pyrite.graph.stream_graph import StreamGraph
from pyrite.graph.transformation import OperatorSpec, Transformation, TransformationKind
from pyrite.operators.source import SourceOperator

if TYPE_CHECKING:
    from pyrite.runtime.spark.job_master import JobMaster

RUN_SETTINGS = "PYRITE_RUN_SETTINGS"
"""The environment variable in which `pyrite run` hands its settings to the program, as JSON."""


class StreamExecutionEnvironment:
    """Builds a program and runs it, on the Spark that `spark.master` names (local[*] by default)."""

    def __init__(self, configuration: Optional[Configuration] = None) -> None:
        self._configuration = Configuration()
        self._transformations: list[Transformation] = []
        self.configure(configuration or Configuration())

    @staticmethod
    def get_execution_environment(configuration: Optional[Configuration] = None) -> StreamExecutionEnvironment:
        """An environment. Settings of `pyrite run` apply where the program says nothing."""
        settings = Configuration(_run_settings())
        if configuration is not None:
            settings.add_all(configuration)
        return StreamExecutionEnvironment(settings)

    # Settings ---------------------------------------------------------------------------------------------------------

    def configure(self, configuration: Configuration) -> None:
        self._configuration.add_all(configuration)

    def get_configuration(self) -> Configuration:
        return self._configuration

    def set_parallelism(self, parallelism: int) -> StreamExecutionEnvironment:
        if parallelism < 1:
            raise InvalidProgramError(f"parallelism must be at least 1, not {parallelism}")
        self._configuration.set(DEFAULT_PARALLELISM, parallelism)
        return self

    def get_parallelism(self) -> int:
        return self._configuration.get(DEFAULT_PARALLELISM) or len(os.sched_getaffinity(0))

    def set_max_parallelism(self, max_parallelism: int) -> StreamExecutionEnvironment:
        if not 0 < max_parallelism <= 32768:
            raise InvalidProgramError(f"max parallelism must be between 1 and 32768, not {max_parallelism}")
        self._configuration.set(MAX_PARALLELISM, max_parallelism)
        return self

    def get_max_parallelism(self) -> int:
        return self._configuration.get(MAX_PARALLELISM)

    def set_runtime_mode(self, execution_mode: RuntimeExecutionMode) -> StreamExecutionEnvironment:
        self._configuration.set(RUNTIME_MODE, execution_mode)
        return self

    def set_buffer_timeout(self, timeout_millis: int) -> StreamExecutionEnvironment:
        if timeout_millis < -1:
            raise InvalidProgramError(f"the buffer timeout must be -1 or more, not {timeout_millis}")
        self._configuration.set(BUFFER_TIMEOUT, timeout_millis)
        return self

    def get_buffer_timeout(self) -> int:
        return self._configuration.get(BUFFER_TIMEOUT)

    def disable_operator_chaining(self) -> StreamExecutionEnvironment:
        self._configuration.set(OPERATOR_CHAINING, False)
        return self

    def is_chaining_enabled(self) -> bool:
        return self._configuration.get(OPERATOR_CHAINING)

    # Sources ----------------------------------------------------------------------------------------------------------

    def from_collection(self, collection: Iterable[Any], type_info: Any = None) -> DataStream:
        """A stream of the collection's elements, from one task, in order."""
        stream = self._add_source(
            CollectionSource(list(collection)), WatermarkStrategy.no_watermarks(), "Collection Source", type_info
        )
        stream.transformation.non_parallel = True
        return stream

    def from_elements(self, *elements: Any) -> DataStream:
        return self.from_collection(elements)

    def from_sequence(self, start: int, end: int) -> DataStream:
        """The numbers from `start` to `end`, both included."""
        source = NumberSequenceSource(start, end)
        return self._add_source(source, WatermarkStrategy.no_watermarks(), "Sequence Source", None)

    def from_source(
        self,
        source: Source[Any],
        watermark_strategy: WatermarkStrategy,
        source_name: str,
        type_info: Any = None,
    ) -> DataStream:
        if not isinstance(source, Source):
            raise InvalidProgramError(f"from_source() takes a Source, not {source!r}")
        return self._add_source(source, watermark_strategy, source_name, type_info)

    def _add_source(self, source: Source[Any], strategy: WatermarkStrategy, name: str, type_info: Any) -> DataStream:
        transformation = Transformation(
            TransformationKind.SOURCE,
            name,
            [],
            OperatorSpec(SourceOperator, (source, strategy)),
            bounded=source.get_boundedness() is Boundedness.BOUNDED,
            output_type=type_info,
        )
        return DataStream(self, transformation)

    # Graphs -----------------------------------------------------------------------------------------------------------

    def add_transformation(self, transformation: Transformation) -> None:
        """Remembers an operator; the program is what all of them depend on."""
        self._transformations.append(transformation)

    def get_stream_graph(self, job_name: Optional[str] = None, clear: bool = False) -> StreamGraph:
        if not self._transformations:
            raise InvalidProgramError("there is nothing to run: the program has no operators. Add a sink, say print()")
        defaults = Defaults(self.get_parallelism(), self.get_max_parallelism(), self.get_buffer_timeout())
        name = job_name or self._configuration.get(JOB_NAME)
        graph = build_stream_graph(self._transformations, name, defaults)
        if clear:
            self._transformations.clear()
        return graph

    def get_execution_graph(self, stream_graph: StreamGraph) -> ExecutionGraph:
        return assign_levels(chain_operators(stream_graph, self.is_chaining_enabled()))

    def get_execution_plan(self) -> str:
        """The program as JSON, in the form that Flink's plan visualizer reads."""
        return flink_plan_json(self.get_stream_graph())

    # Running ----------------------------------------------------------------------------------------------------------

    def execute(self, job_name: Optional[str] = None) -> JobExecutionResult:
        """Runs the program and waits for its end. Ctrl-C and SIGTERM cancel it."""
        return attach(self.start(job_name))

    def execute_async(self, job_name: Optional[str] = None) -> JobClient:
        """Starts the program and returns while it runs."""
        return JobClient(self.start(job_name))

    def start(self, job_name: Optional[str] = None) -> JobMaster:
        """Starts the program built so far; the next one begins empty."""
        graph = self.get_stream_graph(job_name, clear=True)
        execution_graph = self.get_execution_graph(graph)
        plan_was_asked_for(graph, execution_graph, self._configuration)
        from pyrite.runtime.spark.job_master import JobMaster

        master = JobMaster(execution_graph, self._configuration, self._is_batch(graph))
        master.start()
        return master

    def _is_batch(self, graph: StreamGraph) -> bool:
        mode = self._configuration.get(RUNTIME_MODE)
        if mode is RuntimeExecutionMode.AUTOMATIC:
            return graph.is_bounded
        if mode is RuntimeExecutionMode.BATCH and not graph.is_bounded:
            unbounded = ", ".join(node.name for node in graph.nodes if not node.bounded)
            raise InvalidProgramError(f"BATCH needs sources that end, but these do not: {unbounded}")
        return mode is RuntimeExecutionMode.BATCH


def _run_settings() -> dict[str, str]:
    """Settings that `pyrite run` hands to the program."""
    settings: dict[str, str] = json.loads(os.environ.get(RUN_SETTINGS, "{}"))
    return settings
