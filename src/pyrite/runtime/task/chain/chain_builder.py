"""Builds an OperatorChain: each operator with its state backend, its outputs and its services."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Optional

from pyrite.core.config.checkpoint_options import (
    ROCKSDB_TIMERS,
    ROCKSDB_WRITE_BUFFER_RATIO,
    STATE_BACKEND,
)
from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.job.loop import LoopRole, LoopSpec
from pyrite.graph.stream_graph import StreamNode
from pyrite.operators.iteration.loop_events import FromOperator
from pyrite.operators.iteration.operator_iteration import OperatorIteration
from pyrite.operators.operator import build_operator
from pyrite.operators.operator_context import OperatorContext, OperatorPlace, OperatorServices, OperatorSettings
from pyrite.operators.output import Output, Target
from pyrite.operators.turn import Turn
from pyrite.runtime.task.chain.operator_chain import OperatorChain
from pyrite.runtime.task.chain.shared_event_loop import SharedEventLoop
from pyrite.runtime.task.input.input_credits import FIRST_CREDIT
from pyrite.runtime.task.output.record_writer import UNLIMITED, RecordWriter, Send
from pyrite.runtime.task.task_core import TaskServices
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import OutputEdge, SubtaskDeployment
from pyrite.runtime.wire.partitioners import make_partitioner
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_groups import key_group_range
from pyrite.state.keyed_states import KeyedStates
from pyrite.state.rocksdb.backend import RocksDBBackend

_DEPTH_OF_FUNCTIONS = 1000
"""Python's default recursion limit."""
_DEPTH_OF_OPERATOR = 7
"""The stack frames between the `process_block` of adjacent operators: a process function takes 5."""
Tell = Callable[[messages.TaskMessage], None]
"""Sends a message to the JobMaster."""


def build_chain(
    deployment: SubtaskDeployment, services: TaskServices, send: Send, tell: Tell, turn: Turn
) -> OperatorChain:
    """Builds a chain whose operators are set up, but neither restored nor open. `turn` is the turn of its operators."""
    chained = deployment.vertex.operators
    operators = [build_operator(each.node.operator) for each in chained]
    _make_room_for_calls(len(operators))
    targets: list[dict[str | None, list[Target]]] = [{} for _ in operators]
    writers = [_writer(deployment, edge, services, send) for edge in deployment.outputs]
    for edge, writer in zip(deployment.outputs, writers, strict=True):
        targets[edge.operator].setdefault(edge.side_output, []).append(writer)
    for operator, each in zip(operators, chained, strict=True):
        for source, side_output in each.inputs:
            targets[source].setdefault(side_output, []).append(operator)
    event_loop = SharedEventLoop(services.event_loop)
    accumulators: dict[str, Accumulator[Any, Any]] = {}
    contexts = _Contexts(deployment, services, tell, event_loop, accumulators)
    for position, operator in enumerate(operators):
        context = contexts.make(position, targets[position])
        context.output.turn = turn
        operator.setup(context)
    return OperatorChain(deployment, operators, writers, accumulators, event_loop)


def _make_room_for_calls(operators: int) -> None:
    """Raises the recursion limit: the stack frames of a long chain must not reduce those left for its functions."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEPTH_OF_FUNCTIONS + _DEPTH_OF_OPERATOR * operators))


def _writer(deployment: SubtaskDeployment, edge: OutputEdge, services: TaskServices, send: Send) -> RecordWriter:
    node = deployment.vertex.operators[edge.operator].node
    label = f"'{node.name}', subtask {deployment.subtask + 1}/{deployment.vertex.parallelism}"
    partitioner = make_partitioner(
        edge.partitioning, deployment.subtask, edge.senders, edge.receivers, edge.max_parallelism, label
    )
    return RecordWriter(
        edge.edge,
        deployment.subtask,
        edge.next_hops,
        partitioner,
        send,
        services.clock,
        edge.timeout_ms,
        deployment.settings.frame_size,
        label,
        FIRST_CREDIT if deployment.settings.in_flight_target_ms else UNLIMITED,
        edge.format,
    )


class _Contexts:
    """Creates the contexts of a chain's operators, which share settings, services and accumulators."""

    def __init__(
        self,
        deployment: SubtaskDeployment,
        services: TaskServices,
        tell: Tell,
        event_loop: SharedEventLoop,
        accumulators: dict[str, Accumulator[Any, Any]],
    ) -> None:
        self._deployment = deployment
        self._task_services = services
        self._tell = tell
        self._accumulators = accumulators
        checkpoints, restore = deployment.settings.checkpoints, deployment.restore
        self._settings = OperatorSettings(
            batch=deployment.settings.batch,
            configuration=deployment.settings.configuration,
            checkpointing=checkpoints is not None and checkpoints.periodic,
            incremental=checkpoints is None or checkpoints.incremental,
            restored_checkpoint_id=None if restore is None else restore.checkpoint_id,
        )
        self._services = OperatorServices(
            cached_files=services.cached_files,
            emit_text=services.emit_text,
            emit_result=services.emit_result,
            emit_committed=services.emit_committed,
            request_split=lambda: tell(messages.RequestSplit()),
            send_source_event=lambda event: tell(messages.SourceEvent(event)),
            wake=services.wake,
            event_loop=event_loop.get,
            feedback=services.feedback,
            tell_loop=lambda loop, event: tell(messages.LoopEvent(loop, event)),
        )

    def make(self, position: int, targets: dict[str | None, list[Target]]) -> OperatorContext:
        node = self._deployment.vertex.operators[position].node
        clock = self._task_services.clock
        sides = {tag: side_targets for tag, side_targets in targets.items() if tag is not None}
        output = Output(targets.get(None, []), sides, node.output_type)
        iteration = output.iteration = self._iteration(node, output)
        backend = self._backend(position) if node.keyed else None
        return OperatorContext(
            self._place(node),
            clock,
            output,
            backend,
            None if backend is None else KeyedStates(backend, clock),
            self._settings,
            self._services,
            self._accumulators,
            iteration=iteration,
        )

    def _place(self, node: StreamNode) -> OperatorPlace:
        deployment, checkpoints = self._deployment, self._deployment.settings.checkpoints
        return OperatorPlace(
            name=node.name,
            uid=node.uid,
            subtask=deployment.subtask,
            parallelism=deployment.vertex.parallelism,
            max_parallelism=deployment.vertex.max_parallelism,
            attempt=deployment.attempt,
            operator_id=node.operator_id,
            job_id="" if checkpoints is None else checkpoints.job_id,
            attempt_number=deployment.attempt_number,
        )

    def _iteration(self, node: StreamNode, output: Output) -> Optional[OperatorIteration]:
        spec: Optional[LoopSpec] = node.loop if node.loop_role is LoopRole.BODY else None
        if spec is None or not spec.has_supersteps:
            return None

        def tell(event: FromOperator) -> None:
            self._tell(messages.LoopEvent(spec.loop, event))

        return OperatorIteration(spec, node.operator_id, lambda: output.watermark_ms, tell)

    def _backend(self, position: int) -> KeyedStateBackend:
        """The backend of one operator's keyed state."""
        settings, vertex = self._deployment.settings, self._deployment.vertex
        configuration = settings.configuration
        groups = key_group_range(self._deployment.subtask, vertex.parallelism, vertex.max_parallelism)
        if configuration.get(STATE_BACKEND) == "rocksdb" and not settings.batch:
            return RocksDBBackend(
                self._task_services.local_folder() / f"rocksdb-{position}",
                groups=groups,
                max_parallelism=vertex.max_parallelism,
                memory_bytes=settings.managed_bytes // sum(each.node.keyed for each in vertex.operators),
                write_buffer_ratio=configuration.get(ROCKSDB_WRITE_BUFFER_RATIO),
                timer_store=configuration.get(ROCKSDB_TIMERS).name,
            )
        return HashMapBackend(
            groups=groups,
            max_parallelism=vertex.max_parallelism,
            tracked=self._settings.checkpointing,
            incremental=self._settings.incremental,
        )
