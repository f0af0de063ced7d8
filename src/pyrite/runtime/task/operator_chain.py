"""OperatorChain: a vertex's operators built and wired to each other and to the edges that leave the task."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Optional

from pyrite.core.config.checkpoint_options import (
    MANAGED_MEMORY,
    ROCKSDB_TIMERS,
    ROCKSDB_WRITE_BUFFER_RATIO,
    STATE_BACKEND,
)
from pyrite.core.errors import StateUnreadableError
from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.job.loop import LoopRole, LoopSpec
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.graph.stream_graph import StreamNode
from pyrite.operators.async_io.event_loop import EventLoop
from pyrite.operators.iteration.loop_events import Aggregates, FromOperator, ToOperator
from pyrite.operators.iteration.loop_operator import LoopOperator
from pyrite.operators.iteration.operator_iteration import OperatorIteration
from pyrite.operators.operator import Operator, OperatorContext, Output, Target, build_operator
from pyrite.operators.operator_subtask_state import FrozenOperatorState, OperatorSubtaskState, load_operator_state
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.sink import SinkOperator
from pyrite.runtime.task.input_credits import FIRST_CREDIT
from pyrite.runtime.task.record_writer import UNLIMITED, RecordWriter, Send
from pyrite.runtime.task.unkeyed_state import read_unkeyed_state, with_event_time_reset
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import OperatorRestore, OutputEdge, SubtaskDeployment
from pyrite.runtime.wire.partitioners import BlockPartitioner, make_partitioner
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.chain import MergeRequest
from pyrite.state.evolution import loading as evolution
from pyrite.state.handles import FileRef, StateReader
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_groups import key_group_range
from pyrite.state.keyed_states import KeyedStates
from pyrite.state.rocksdb.backend import RocksDBBackend

if TYPE_CHECKING:
    from pyrite.runtime.task.task_core import TaskServices


_NO_LIMIT = 1 << 30


class OperatorChain:
    """The operators of one subtask, head first, and the writers of its edges."""

    def __init__(
        self,
        deployment: SubtaskDeployment,
        services: TaskServices,
        send: Send,
        tell: Callable[[messages.TaskMessage], None],
    ) -> None:
        self._deployment = deployment
        self._services = services
        self.accumulators: dict[str, Accumulator[Any, Any]] = {}
        self._tell = tell
        self._opened: list[Operator | BlockPartitioner] = []
        self.operators: list[Operator] = [
            build_operator(chained.node.operator) for chained in deployment.vertex.operators
        ]
        self.writers: list[RecordWriter] = []
        self._partitioners: list[tuple[Operator, BlockPartitioner]] = []
        outputs: list[dict[str | None, list[Target]]] = [{} for _ in self.operators]
        for edge in deployment.outputs:
            writer = self._writer(edge, send)
            self.writers.append(writer)
            self._partitioners.append((self.operators[edge.operator], writer.partitioner))
            outputs[edge.operator].setdefault(edge.side_output, []).append(writer)
        for position, chained in enumerate(deployment.vertex.operators):
            for source, side_output in chained.inputs:
                outputs[source].setdefault(side_output, []).append(self.operators[position])
        self._unfinished = deque(self.operators)
        self._input_ended = 0
        """How many operators know that their input has ended."""
        self._waiting = [operator for operator in self.operators if operator.waits]
        self._event_loop: Optional[EventLoop] = None
        for position, targets in enumerate(outputs):
            self.operators[position].setup(self._context(position, targets))

    @property
    def head(self) -> Operator:
        return self.operators[0]

    def _writer(self, edge: OutputEdge, send: Send) -> RecordWriter:
        deployment = self._deployment
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
            self._services.clock,
            edge.timeout_ms,
            deployment.settings.frame_size,
            label,
            FIRST_CREDIT if deployment.settings.in_flight_target_ms else UNLIMITED,
            edge.format,
        )

    def grant(self, limits: Iterable[tuple[int, int, int]]) -> None:
        """Receivers may be sent more, as (edge, receiver, limit)."""
        by_edge = {edge.edge: writer for edge, writer in zip(self._deployment.outputs, self.writers, strict=True)}
        for edge, receiver, limit in limits:
            by_edge[edge].grant(receiver, limit)

    def _context(self, position: int, targets: dict[str | None, list[Target]]) -> OperatorContext:
        deployment = self._deployment
        node = deployment.vertex.operators[position].node
        sides = {tag: side_targets for tag, side_targets in targets.items() if tag is not None}
        checkpoints = deployment.settings.checkpoints
        backend = self._backend(f"{position}") if node.keyed else None
        output = Output(targets.get(None, []), sides, node.output_type)
        iteration = output.iteration = self._iteration(node, output)
        return OperatorContext(
            name=node.name,
            uid=node.uid,
            subtask=deployment.subtask,
            parallelism=deployment.vertex.parallelism,
            max_parallelism=deployment.vertex.max_parallelism,
            attempt=deployment.attempt,
            clock=self._services.clock,
            output=output,
            backend=backend,
            keyed_states=None if backend is None else KeyedStates(backend, self._services.clock),
            batch=deployment.settings.batch,
            configuration=deployment.settings.configuration,
            accumulators=self.accumulators,
            cached_files=self._services.cached_files,
            emit_text=self._services.emit_text,
            emit_result=self._services.emit_result,
            emit_committed=self._services.emit_committed,
            request_split=lambda: self._tell(messages.RequestSplit()),
            send_source_event=lambda event: self._tell(messages.SourceEvent(event)),
            checkpointing=checkpoints is not None and checkpoints.periodic,
            incremental=checkpoints is None or checkpoints.incremental,
            job_id="" if checkpoints is None else checkpoints.job_id,
            operator_id=node.operator_id,
            restored_checkpoint_id=None if deployment.restore is None else deployment.restore.checkpoint_id,
            wake=self._services.wake,
            event_loop=self._shared_event_loop,
            feedback=self._services.feedback,
            tell_loop=lambda loop, event: self._tell(messages.LoopEvent(loop, event)),
            iteration=iteration,
        )

    def _iteration(self, node: StreamNode, output: Output) -> Optional[OperatorIteration]:
        spec: Optional[LoopSpec] = node.loop if node.loop_role is LoopRole.BODY else None
        if spec is None or not spec.has_supersteps:
            return None

        def tell(event: FromOperator) -> None:
            self._tell(messages.LoopEvent(spec.loop, event))

        return OperatorIteration(spec, node.operator_id, lambda: output.watermark_ms, tell)

    def _shared_event_loop(self) -> EventLoop:
        """The task's event loop, which all its operators share; created for the first that asks."""
        if self._event_loop is None:
            self._event_loop = self._services.event_loop()
        return self._event_loop

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, completed_id: int, savepoint: bool) -> None:
        """A barrier has arrived. A failure now may have lost records: the task cannot continue."""
        for operator in self.operators:
            operator.confirm(completed_id)
            operator.prepare(checkpoint_id, savepoint)

    def freeze(self, checkpoint_id: int, savepoint: bool) -> dict[str, FrozenOperatorState]:
        """The state of all operators at a barrier, by operator id. What fails now costs this checkpoint only."""
        return {operator.context.operator_id: operator.freeze(checkpoint_id, savepoint) for operator in self.operators}

    def restore(self, operators: Mapping[str, OperatorRestore], files: StateReader) -> None:
        """Restores state, the last operator's first: a sink's pending committables are committed first."""
        for operator in reversed(self.operators):
            restored = operators.get(operator.context.operator_id)
            if restored is not None:
                try:
                    self._restore(operator, restored, files)
                except StateUnreadableError as error:
                    raise StateUnreadableError(f"{operator.label()}: {error}") from error

    def _restore(self, operator: Operator, restored: OperatorRestore, files: StateReader) -> None:
        assert self._deployment.restore is not None
        migrations = replace(self._deployment.settings.migrations, same_code=not self._deployment.restore.foreign)
        if restored.keyed:
            if operator.context.backend is None:
                raise StateUnreadableError("it had keyed state and is not on a keyed stream now: call key_by() again")
            operator.context.backend.restore(list(restored.keyed), files, self._groups(), migrations)
        vertex = self._deployment.vertex

        def loads(data: bytes, read_staged: Optional[evolution.ReadStaged]) -> OperatorSubtaskState:
            return load_operator_state(data, migrations, read_staged)

        state = read_unkeyed_state(restored, self._deployment.subtask, vertex.parallelism, files, loads)
        if state is not None:
            if not self._deployment.restore.finished:
                state = with_event_time_reset(state)
            operator.output.watermark_ms = state.output_watermark_ms
            operator.restore(state)
            if not (self._deployment.restore.committed and isinstance(operator, SinkOperator)):
                operator.restore_numbered_lists(state.numbered)
            if operator.context.iteration is not None:
                operator.context.iteration.restore(state.lists, state.unions)
            operator.restore_operator_lists(state.lists, state.unions)

    def announce(self) -> None:
        """Tells receivers how far event time had come when the state was written; they begin without knowing."""
        for edge, writer in zip(self._deployment.outputs, self.writers, strict=True):
            watermark_ms = self.operators[edge.operator].output.watermark_ms
            if watermark_ms > MIN_WATERMARK:
                writer.process_watermark(watermark_ms)

    def checkpoint_completed(self, checkpoint_id: int) -> None:
        for operator in self.operators:
            operator.confirm(checkpoint_id)
            operator.checkpoint_completed(checkpoint_id)

    def merges_needed(self) -> list[tuple[str, MergeRequest]]:
        """Files to be merged, each with the id of the operator whose they are."""
        backends = {operator.context.operator_id: operator.context.backend for operator in self.operators}
        asked = [(name, None if backend is None else backend.needs_merge()) for name, backend in backends.items()]
        return [(name, request) for name, request in asked if request is not None]

    def merged(self, operator_id: str, request: MergeRequest, ref: Optional[FileRef]) -> None:
        for operator in self.operators:
            if operator.context.operator_id == operator_id and operator.context.backend is not None:
                operator.context.backend.merged(request, ref)

    def checkpoint_aborted(self, checkpoint_id: int) -> None:
        for operator in self.operators:
            operator.checkpoint_aborted(checkpoint_id)

    # The life of the chain --------------------------------------------------------------------------------------------

    def _groups(self) -> range:
        vertex = self._deployment.vertex
        return key_group_range(self._deployment.subtask, vertex.parallelism, vertex.max_parallelism)

    def _backend(self, name: str) -> KeyedStateBackend:
        """The backend of one operator's keyed state."""
        settings, vertex = self._deployment.settings, self._deployment.vertex
        configuration = settings.configuration
        if configuration.get(STATE_BACKEND) == "rocksdb" and not settings.batch:
            return RocksDBBackend(
                self._services.local_folder() / f"rocksdb-{name}",
                groups=self._groups(),
                max_parallelism=vertex.max_parallelism,
                memory_bytes=configuration.get(MANAGED_MEMORY) // self._keyed_operators(),
                write_buffer_ratio=configuration.get(ROCKSDB_WRITE_BUFFER_RATIO),
                timer_store=configuration.get(ROCKSDB_TIMERS).name,
            )
        return HashMapBackend(groups=self._groups(), max_parallelism=vertex.max_parallelism, tracked=self._is_tracked())

    def _is_tracked(self) -> bool:
        """Whether changes are noted, so that a checkpoint writes only these."""
        checkpoints = self._deployment.settings.checkpoints
        return checkpoints is not None and checkpoints.periodic and checkpoints.incremental

    def _keyed_operators(self) -> int:
        return sum(chained.node.keyed for chained in self._deployment.vertex.operators)

    def open(self) -> None:
        """Opens the last operator first, so that each one can emit as soon as it is open; then the key selectors."""
        for operator in reversed(self.operators):
            self._opened.append(operator)
            operator.open()
            if operator.context.iteration is not None:
                operator.context.iteration.opened()
        for operator, partitioner in self._partitioners:
            self._opened.append(partitioner)
            partitioner.open(OperatorRuntimeContext(operator.context))

    def finish(self) -> bool:
        """Ends the operators, head first, and then the edges. False: one waits for something; to be called again."""
        while self._unfinished:
            if self._input_ended <= len(self.operators) - len(self._unfinished):
                self._input_ended += 1
                self._unfinished[0].input_ended()
            if self._unfinished[0].is_waiting:
                return False
            self._unfinished.popleft().finish()
        for operator in self.operators:
            operator.task_ended()
        self.end_edges()
        return True

    def end_edges(self) -> None:
        for writer in self.writers:
            writer.end()

    def close(self) -> None:
        """Closes every operator, head first; raises the first error once all have had their turn."""
        failed: Optional[Exception] = None
        while self._opened:
            try:
                self._opened.pop().close()
            except Exception as error:
                failed = failed or error
        for operator in self.operators:
            if operator.context.backend is not None:
                operator.context.backend.close()
        if self._event_loop is not None:
            self._event_loop.close()
        if failed is not None:
            raise failed

    def committables(self) -> dict[int, list[Any]]:
        return {
            position: operator.committables
            for position, operator in enumerate(self.operators)
            if isinstance(operator, SinkOperator) and operator.committables
        }

    # Work -------------------------------------------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """Whether an operator may hold records for longer than a call of it takes."""
        return bool(self._waiting)

    @property
    def has_event_loop(self) -> bool:
        return self._event_loop is not None

    @property
    def is_full(self) -> bool:
        """Whether no further records are taken for now: an operator is full, or a receiver is behind."""
        return any(operator.is_full for operator in self._waiting) or any(w.is_blocked for w in self.writers)

    @property
    def most_at_once(self) -> int:
        """How many records the head should be given at a time, so that little waits in front of what is full."""
        most = min((operator.most_at_once for operator in self._waiting), default=_NO_LIMIT)
        return max(1, min(most, *(writer.room for writer in self.writers))) if self.writers else most

    def on_wake(self) -> int:
        """Lets operators take what they wait for; how many records came of it."""
        return sum(operator.on_wake() for operator in self._waiting)

    def on_loop_event(self, loop: str, event: ToOperator) -> None:
        """Passes on the JobMaster's messages to the operators of a loop."""
        for operator in self.operators:
            if isinstance(operator, LoopOperator) and operator.loop == loop:
                operator.on_loop_event(event)
            iteration = operator.context.iteration
            if iteration is not None and iteration.loop == loop and isinstance(event, Aggregates):
                iteration.on_event(event)

    def next_timer_ms(self) -> Optional[int]:
        times = [at for operator in self.operators if (at := operator.next_timer_ms()) is not None]
        return min(times, default=None)

    def fire_timers(self, now_ms: int) -> bool:
        """Fires the processing-time timers that are due; whether there were any."""
        fired = False
        for operator in self.operators:
            due_ms = operator.next_timer_ms()
            if due_ms is not None and due_ms <= now_ms:
                self.set_born_us(0)
                operator.fire_timers(now_ms)
                fired = True
        return fired

    def next_deadline_us(self) -> Optional[int]:
        times = [at for operator in self.operators if (at := operator.next_deadline_us()) is not None]
        return min(times, default=None)

    def meet_deadlines(self, now_us: int) -> bool:
        """Has operators do what is due by the monotonic clock; whether there was anything."""
        due = [
            operator for operator in self.operators if (at := operator.next_deadline_us()) is not None and at <= now_us
        ]
        for operator in due:
            self.set_born_us(0)
            operator.on_deadline(now_us)
        return bool(due)

    def flush_due(self, now_us: int) -> None:
        """Sends the blocks that have waited long enough."""
        for writer in self.writers:
            writer.flush_due(now_us)

    def set_born_us(self, born_us: int) -> None:
        for writer in self.writers:
            writer.born_us = born_us
