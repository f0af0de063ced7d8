"""SubtaskCore: a task that runs a chain of operators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Optional

from pyrite.core.declared_metrics import (
    CURRENT_INPUT_WATERMARK,
    IS_IDLE,
    NUM_BUFFERS_OUT,
    NUM_BYTES_IN,
    NUM_BYTES_OUT,
    NUM_RECORDS_IN,
    NUM_RECORDS_OUT,
    SOURCE_TO_SINK_LATENCY,
)
from pyrite.core.errors import ProtocolError
from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.sink import SinkOperator
from pyrite.operators.source import SourceOperator
from pyrite.runtime.task.barriers import Barriers
from pyrite.runtime.task.batch_input import BatchInput
from pyrite.runtime.task.block_in_hand import BlockInHand
from pyrite.runtime.task.chain_builder import build_chain
from pyrite.runtime.task.in_flight_reader import InFlightReader
from pyrite.runtime.task.input_credits import InputCredits, make_input_credits
from pyrite.runtime.task.input_gate import InputGate
from pyrite.runtime.task.source_input import SourceInput
from pyrite.runtime.task.subtask_checkpoints import SubtaskCheckpoints
from pyrite.runtime.task.subtask_end import SubtaskEnd
from pyrite.runtime.task.subtask_snapshots import SubtaskSnapshots
from pyrite.runtime.task.task_core import RelayCore, TaskCore, TaskServices
from pyrite.runtime.task.task_metrics import ChainMetrics, expose_operator, read_chain_metrics
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import InputEdge, RelayDeployment, SubtaskDeployment, SubtaskRestore, TaskDeployment
from pyrite.runtime.wire.frames import (
    RESTORED,
    Buffer,
    FrameHeader,
    FrameKind,
    decode_barrier,
    decode_mark,
    decode_time,
    unpack_header,
)
from pyrite.runtime.wire.task_report import DelayHistogram, TaskReport
from pyrite.storage.fault_points import reaches

_METRICS_US = 500_000
"""How often the user's accumulators and metrics are read."""


class SubtaskCore(TaskCore):
    """Runs a chain of operators."""

    def __init__(self, deployment: SubtaskDeployment, services: TaskServices) -> None:
        super().__init__()
        self._settings = deployment.settings
        self._clock = services.clock
        self._gate = InputGate(deployment.inputs)
        self.chain = build_chain(deployment, services, self._send, self.messages.append)
        head = self.chain.head
        self._source = SourceInput(head, self.chain.writers) if isinstance(head, SourceOperator) else None
        self._hand = BlockInHand()
        self._credits: Optional[InputCredits] = make_input_credits(deployment, self._gate.channels, services.clock)
        self._batch_input = BatchInput(deployment, head) if self._settings.batch else None
        self._replay: Optional[Iterator[None]] = None
        self._woken = False
        self._was_woken = False
        self._is_last = not deployment.outputs and not self.chain.waits  # what waits is not done when it was taken
        self._delays = DelayHistogram()
        self._records_in = 0
        self._bytes_in = 0
        self._watermark_ms = MIN_WATERMARK
        self._chain_metrics = ChainMetrics()
        self._expose_metrics()
        self._metrics_due_us = 0
        self._metrics_stale = False
        self._files = services.files
        self._restore = deployment.restore
        self._end = SubtaskEnd(self.chain, deployment.restore, self.messages.append, self._last_accumulators)
        self._in_flight = InFlightReader(deployment, self.chain.operators, services.files)
        self._snapshots = SubtaskSnapshots(
            self.chain,
            self._gate,
            self._hand,
            services.clock,
            self._end.had_finished,
            lambda: self._end.has_ended,
            self.uploads,
            self.messages,
        )
        settings = self._settings
        self._barriers = Barriers(
            self._gate.channels,
            self._snapshots,
            services.clock,
            settings.checkpoints is None or settings.checkpoints.exactly_once,
            settings.memory_bytes // 8,
            0 if settings.checkpoints is None else settings.checkpoints.alignment_limit_bytes,
        )
        self._checkpoints = SubtaskCheckpoints(
            self.chain, self._barriers, self._snapshots, self.is_source, self.messages, self.merges
        )

    def _send(self, pid: int, frame: bytes) -> None:
        self.outbox.append((pid, frame))

    def open(self) -> None:
        restore = self._restore
        if restore is not None:
            self._take_up(restore)
        if not self._end.had_finished:
            self.chain.open()
            if restore is not None:
                self._records_in += self._in_flight.feed_chain()
                self.chain.announce()
        self.messages.append(messages.Opened())
        if self._end.had_finished and self._source is not None:
            self._source.is_active = False
            self._end.repeat()

    @reaches("task.restore.before", "task.restore.after")
    def _take_up(self, restore: SubtaskRestore) -> None:
        assert self._files is not None
        self.chain.state.restore(restore, self._files)
        self._watermark_ms = self.chain.head.output.watermark_ms
        self._barriers.restore(self._in_flight.frames())

    def close(self) -> None:
        self._barriers.close()
        self.chain.close()

    @property
    def has_work(self) -> bool:
        return self._is_woken or self._has_other_work

    @property
    def _has_other_work(self) -> bool:
        if self.chain.is_full:
            return False
        if not self._hand.is_empty or self._barriers.has_frames or self._replay is not None:
            return True
        return self._source is not None and self._source.is_active and not self._is_stopping

    @property
    def _is_woken(self) -> bool:
        return self._woken and not self._is_stopping

    @property
    def _is_stopping(self) -> bool:
        """Whether the job stops with a checkpoint under way: nothing is done until that is complete or aborted."""
        return self._snapshots.stops_at is not None

    @property
    def takes_frames(self) -> bool:
        return not self.chain.is_full

    @property
    def is_between_frames(self) -> bool:
        return self.takes_frames and not self._has_other_work

    @property
    def ended(self) -> bool:
        return self._end.has_ended

    @property
    def input_ended(self) -> bool:
        return self._gate.all_ended

    @property
    def drains(self) -> bool:
        return self._barriers.drains

    @property
    def is_source(self) -> bool:
        return self._source is not None

    def receive(self, frame: Buffer) -> None:
        self._bytes_in += len(frame)
        if not self._barriers.arrive(frame):
            self._take(frame)

    def _take(self, frame: Buffer) -> None:
        """Works on a frame whose turn it is."""
        header = unpack_header(frame)
        if self._barriers.take(header, frame):
            return
        edge, payload = self._gate.accept(header, frame)
        if payload is None:
            return
        if header.kind == FrameKind.BLOCK:
            self._receive_block(header, edge, payload)
        elif header.kind == FrameKind.WATERMARK:
            self._advance(self._gate.watermark(header, edge, decode_time(payload)))
        elif header.kind in (FrameKind.IDLE, FrameKind.ACTIVE):
            self._receive_idle(header, edge)
        elif header.kind == FrameKind.BARRIER:
            self._barriers.on_barrier((header.edge, header.sender), decode_barrier(payload))
        elif header.kind == FrameKind.MARK:
            self._pass_on_marks(self._gate.mark(header, decode_mark(payload)))
        elif header.kind == FrameKind.END:
            self._gate.end(header)
            self._pass_on_marks(self._gate.complete_marks())
            if self._gate.all_ended:
                self._input_ended()
        else:
            raise ProtocolError(f"a frame of unknown kind: {header}")

    def _pass_on_marks(self, marks: list[LoopMark]) -> None:
        for mark in marks:
            self.chain.head.process_mark(mark)

    def _receive_block(self, header: FrameHeader, edge: InputEdge, payload: Buffer) -> None:
        block = self._gate.block(edge, payload)
        self._records_in += len(block)
        batch_input = self._batch_input
        if batch_input is None or not batch_input.keeps(block, edge, len(payload)):
            self._hand.put(block, edge, header.sender, header.born_us, counted=header.sequence != RESTORED)

    def joins(self, frame: Buffer, up_to: int) -> bool:
        if not 0 < len(self._hand) < up_to or self._hand.is_begun or self._barriers.sets_aside:
            return False
        header = unpack_header(frame)
        return header.kind == FrameKind.BLOCK and header.edge == self._hand.edge

    def _receive_idle(self, header: FrameHeader, edge: InputEdge) -> None:
        was_idle = self._gate.watermarks.all_idle
        moved = self._gate.idle(header, edge)
        if was_idle and not self._gate.watermarks.all_idle:
            self.chain.head.process_idle(False)
        self._advance(moved)
        if not was_idle and self._gate.watermarks.all_idle:
            self.chain.head.process_idle(True)

    def _advance(self, watermark_ms: Optional[int]) -> None:
        """Moves event time on. Batch has none before the end."""
        if watermark_ms is not None and watermark_ms > self._watermark_ms and not self._settings.batch:
            self._watermark_ms = watermark_ms
            self._metrics_stale = True
            self.chain.head.process_watermark(watermark_ms)

    def work(self, max_records: int, timeout_ms: int = 0) -> int:
        self._metrics_stale = True
        if self._is_woken and not (self._was_woken and self._has_other_work):  # in turn: neither starves the other
            self._was_woken = True
            return self._wake()
        self._was_woken = False
        max_records = min(max_records, self.chain.most_at_once)
        if not self._hand.is_empty:
            return self._work_on_block(self._hand, max_records)
        if self._barriers.has_frames:
            self._take(self._barriers.next_frame())
            return 0
        if self._replay is not None:
            return self._work_on_replay(self._replay)
        if self._source is not None and self._source.is_active and not self._is_stopping:
            return self._work_on_source(self._source, max_records, timeout_ms)
        return 0

    def _wake(self) -> int:
        """Lets operators take what has come for them, and the end of the input proceed if it has waited for that."""
        self._woken = False
        self.chain.set_born_us(0)
        count = self.chain.on_wake()
        self._end.proceed()
        return count

    def _work_on_block(self, hand: BlockInHand, max_records: int) -> int:
        part = hand.next_slice(max_records)
        count = len(part)
        self.chain.set_born_us(hand.born_us)
        self.chain.head.process_block(part, hand.input_index)
        processed = hand.done(count)
        if self._credits is not None:
            self.messages.extend(self._credits.consumed(processed))
        if self._is_last and hand.born_us:
            self._delays.add(self._clock.now_us() - hand.born_us, count)
        return count

    def waited(self, us: int) -> None:
        if self._credits is not None:
            self._credits.waited(us)

    def _work_on_source(self, source: SourceInput, max_records: int, timeout_ms: int) -> int:
        if not source.is_due:
            return 0
        self.chain.set_born_us(self._clock.now_us())
        count, ended = source.poll(max_records, timeout_ms)
        self._records_in += count
        if ended:
            self._end_source(source)
        return count

    def _end_source(self, source: SourceInput) -> None:
        source.end()
        self._end.begin()

    def _work_on_replay(self, replay: Iterator[None]) -> int:
        """Batch: one block of those that were kept at a time, and then the end."""
        if next(replay, self) is self:
            self._replay = None
            self._finish_batch()
        return 1

    def _input_ended(self) -> None:
        if self._end.had_finished:
            self._end.repeat()
        elif self._batch_input is not None:
            self._replay = self._batch_input.replay()
        else:
            self._end.begin()

    def _finish_batch(self) -> None:
        self._watermark_ms = MAX_WATERMARK
        self.chain.head.process_watermark(MAX_WATERMARK)
        self._end.begin()

    def _last_accumulators(self) -> dict[str, Accumulator[Any, Any]]:
        self._read_metrics()
        return self._chain_metrics.accumulators

    # Messages and time ------------------------------------------------------------------------------------------------

    def handle(self, message: messages.Message) -> None:
        if self._checkpoints.handle(message):
            if isinstance(message, messages.Complete) and message.final:
                self._read_metrics()
                self.messages.append(messages.Committed())
        elif isinstance(message, messages.Credit):
            self.chain.grant(message.limits)
        elif isinstance(message, messages.Wake):
            self._woken = True
        elif isinstance(message, messages.LoopEvent):
            self.chain.on_loop_event(message.loop, message.event)
        elif isinstance(message, messages.Stop):
            if self._source is not None and self._source.is_active:
                self._end_source(self._source)
        elif isinstance(message, messages.Commit):
            for position, committables in message.committables.items():
                operator = self.chain.operators[position]
                assert isinstance(operator, SinkOperator)
                operator.commit(committables)
            self.messages.append(messages.Committed())
        elif self._source is None or not self._source.handle(message):
            super().handle(message)

    def next_due_us(self) -> Optional[int]:
        due = [at for writer in self.chain.writers if (at := writer.due_us()) is not None]
        if self._metrics_stale and not self.ended:
            due.append(self._metrics_due_us)
        if self._fires_timers:
            if (timer_ms := self.chain.next_timer_ms()) is not None:
                due.append(self._clock.monotonic_us() + timer_ms * 1000 - self._clock.now_us())
            if (deadline_us := self.chain.next_deadline_us()) is not None:
                due.append(deadline_us)
        return min(due, default=None)

    @property
    def _fires_timers(self) -> bool:
        return not (self.ended or self._settings.batch or self._end.had_finished or self._is_stopping)

    def next_poll_us(self) -> Optional[int]:
        if self._source is None or not self._source.is_active or self._is_stopping or self.chain.is_full:
            return None
        return self._source.next_poll_us()

    def on_time(self) -> None:
        if self._fires_timers:
            fired = self.chain.fire_timers(self._clock.now_ms())
            if self.chain.meet_deadlines(self._clock.monotonic_us()) or fired:
                self._metrics_stale = True
        if self.chain.writers:
            self.chain.flush_due(self._clock.monotonic_us())
        if self._metrics_stale and self._clock.monotonic_us() >= self._metrics_due_us:
            self._read_metrics()

    def _read_metrics(self) -> None:
        self._metrics_due_us = self._clock.monotonic_us() + _METRICS_US
        self._metrics_stale = False
        self._chain_metrics = read_chain_metrics(self.chain, self._chain_metrics)

    def set_under_load(self, under_load: bool) -> None:
        for writer in self.chain.writers:
            writer.under_load = under_load

    def _expose_metrics(self) -> None:
        expose, writers = self.metrics.expose, self.chain.writers
        source = None if self._source is None else self._source.operator
        expose(NUM_RECORDS_IN, lambda: self._records_in)
        expose(NUM_RECORDS_OUT, lambda: sum(writer.records_out for writer in writers))
        expose(NUM_BYTES_IN, lambda: self._bytes_in)
        expose(NUM_BYTES_OUT, lambda: sum(writer.bytes_out for writer in writers))
        expose(NUM_BUFFERS_OUT, lambda: sum(writer.frames_out for writer in writers))
        expose(CURRENT_INPUT_WATERMARK, lambda: self._watermark_ms if source is None else source.sent_watermark_ms)
        expose(IS_IDLE, lambda: source is not None and source.is_idle)
        expose(SOURCE_TO_SINK_LATENCY, lambda: dict(self._delays.counts))
        for operator in self.chain.operators:
            expose_operator(operator)

    def report(self) -> TaskReport:
        chain = self._chain_metrics
        return replace(super().report(), operators=chain.operators, accumulators=chain.accumulators)


def make_task_core(deployment: TaskDeployment, services: TaskServices) -> TaskCore:
    if isinstance(deployment, RelayDeployment):
        return RelayCore(deployment)
    return SubtaskCore(deployment, services)
