"""SubtaskCore: a task that runs a chain of operators."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Optional

from pyrite.core.functions.user_function import describe
from pyrite.core.metrics.declared_metrics import (
    CHECKPOINT_ALIGNMENT_TIME,
    CHECKPOINT_START_DELAY,
    CURRENT_CALL,
    CURRENT_CALL_TIME,
)
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.sink import SinkOperator
from pyrite.operators.turn import Caller
from pyrite.runtime.task.input.source_input import SourceInput
from pyrite.runtime.task.step import IDLE_ACTS, Act, Intake, Step
from pyrite.runtime.task.task_assembly import TaskOutput, assemble_task
from pyrite.runtime.task.task_core import RelayCore, TaskCore, TaskServices
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import RelayDeployment, SubtaskDeployment, SubtaskRestore, TaskDeployment
from pyrite.runtime.wire.frames import Buffer
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.storage.fault_points import reaches


class SubtaskCore(TaskCore):
    """Runs a chain of operators: decides the next step, and delegates it to its parts."""

    def __init__(self, deployment: SubtaskDeployment, services: TaskServices) -> None:
        super().__init__()
        self._settings = deployment.settings
        self._clock = services.clock
        self._files = services.files
        self._restore = deployment.restore
        parts = assemble_task(
            deployment, services, TaskOutput(self.outbox, self.messages, self.uploads, self.merges, self.metrics)
        )
        self.chain = parts.chain
        self._turn, self._end = parts.turn, parts.end
        self._source, self._current, self._batch_input = parts.source, parts.current, parts.batch_input
        self._gate, self._edges, self._credits = parts.gate, parts.edges, parts.credits
        self._in_flight = parts.in_flight
        self._barriers, self._snapshots, self._checkpoints = parts.barriers, parts.snapshots, parts.checkpoints
        self._meter, self._latency = parts.meter, parts.latency
        # asynchronous records are not finished when they are taken
        self._is_last = not deployment.outputs and not self.chain.waits
        self._postponed: deque[messages.Message] = deque()
        """Messages to handle after the paused call has ended."""
        self._woken = False
        self._was_woken = False
        """Whether the last step woke operators: other work comes next, so that neither starves."""
        self._wakes_again = False
        """Whether operators that take part in the paused call must be woken after it."""
        self._call: Optional[tuple[Caller, int]] = None
        """The operator in a paused call, and the start of the call."""
        self.metrics.expose(CURRENT_CALL, self._call_text)
        self.metrics.expose(CURRENT_CALL_TIME, self._call_ms)
        self.metrics.expose(CHECKPOINT_START_DELAY, lambda: int(self._snapshots.last.start_delay_ms * 1_000_000))
        self.metrics.expose(CHECKPOINT_ALIGNMENT_TIME, lambda: int(self._snapshots.last.alignment_ms * 1_000_000))

    def open(self) -> None:
        self._turn.run(self._open, pauses=False)

    def _open(self) -> None:
        restore = self._restore
        if restore is not None:
            self._take_up(restore)
        if not self._end.had_finished:
            self.chain.open()
            if restore is not None:
                self._meter.records_in += self._in_flight.feed_chain()
                self.chain.announce()
        self.messages.append(messages.Opened())
        if self._end.had_finished and self._source is not None:
            self._source.is_active = False
            self._end.repeat()

    @reaches("task.restore.before", "task.restore.after")
    def _take_up(self, restore: SubtaskRestore) -> None:
        assert self._files is not None
        self.chain.state.restore(restore, self._files)
        self._meter.watermark_ms = self.chain.head.output.watermark_ms
        self._barriers.restore(self._in_flight.frames())

    def close(self) -> None:
        self._turn.close()
        self._barriers.close()
        self._turn.run(self.chain.close, pauses=False)
        self._turn.close()

    def abandon(self) -> None:
        self._turn.close()

    @property
    def is_paused(self) -> bool:
        return self._turn.is_paused

    def end_turn(self) -> None:
        self._turn.is_over = True

    def next_step(self) -> Step:
        if self._turn.is_paused:
            act, intake = self._act_in_call(), Intake.NONE
        else:
            act = Act.AWAIT_ROOM if self.chain.is_full else self._act()
            intake = Intake.ONE if act is Act.AWAIT_EVENT else Intake.NONE
            if self._woken and not self._is_stopping and not (self._was_woken and act not in IDLE_ACTS):
                act = Act.WAKE
        return Step(act, Intake.ALL if self._barriers.drains else intake)

    def _act_in_call(self) -> Act:
        """The next action while a call is paused."""
        if self._woken:
            return Act.WAKE_BESIDE
        return Act.AWAIT_ROOM if self.chain.is_held_back(self._turn.callers[-1]) else Act.RESUME

    def _act(self) -> Act:
        """The next action, apart from waking operators."""
        if not self._current.is_empty:
            return Act.BLOCK
        if self._barriers.has_frames:
            return Act.DEFERRED_FRAME
        if self._batch_input is not None and self._batch_input.is_replaying:
            return Act.REPLAY
        if self._source is not None and self._source.is_active and not self._is_stopping:
            return Act.POLL
        return Act.AWAIT_EVENT

    @property
    def _is_stopping(self) -> bool:
        """Whether a checkpoint in progress stops the job: the task does no work until it is complete or aborted."""
        return self._snapshots.stops_at is not None

    @property
    def has_unencoded(self) -> bool:
        return self._snapshots.has_unencoded

    def encode(self, most: int) -> None:
        self._snapshots.encode(most)

    @property
    def ended(self) -> bool:
        return self._end.has_ended

    @property
    def input_ended(self) -> bool:
        return self._gate.all_ended

    @property
    def is_source(self) -> bool:
        return self._source is not None

    def receive(self, frame: Buffer) -> None:
        if self.is_paused:  # an unaligned checkpoint drains the input: the frame is deferred
            self._edges.receive(frame)
        else:
            self._turn.run(lambda: self._edges.receive(frame))

    def joins(self, frame: Buffer, up_to: int) -> bool:
        return self._edges.joins(frame, up_to)

    def work(self, max_records: int, timeout_ms: int = 0) -> int:
        self._meter.operators_changed()
        begun_us = self._clock.monotonic_us()
        act = self.next_step().act
        if act is Act.WAKE_BESIDE:
            return self._wake_beside()
        if self.is_paused:
            count = self._turn.resume()
        else:
            self._was_woken = act is Act.WAKE
            count = self._turn.run(lambda: self._do(act, max_records, timeout_ms))
        if not self.is_paused:
            self._call_ended()
        elif self._call is None:
            self._call = self._turn.callers[0], begun_us
        return count or 0

    def _call_text(self) -> str:
        """The current call: the operator, and the user function in it. Thread-safe."""
        call = self._call
        if call is None:
            return ""
        func = getattr(call[0], "func", None)
        return call[0].label() + ("" if func is None else f", {describe(func)}")

    def _call_ms(self) -> int:
        call = self._call
        return 0 if call is None else (self._clock.monotonic_us() - call[1]) // 1000

    def _wake_beside(self) -> int:
        """Lets operators that take no part in the paused call handle awaited results."""
        self._woken, self._wakes_again = False, True
        born_us = [writer.born_us for writer in self.chain.writers]
        self.chain.set_born_us(0)
        count = self.chain.on_wake(self._turn.callers[-1])
        for writer, before_us in zip(self.chain.writers, born_us, strict=True):
            writer.born_us = before_us
        return count

    def _do(self, act: Act, max_records: int, timeout_ms: int) -> int:
        """Executes an action while no call is paused; returns the number of records."""
        if act is Act.WAKE:
            return self._wake()
        if act is Act.BLOCK:
            return self._work_on_block(min(max_records, self.chain.most_at_once))
        if act is Act.DEFERRED_FRAME:
            self._edges.take_deferred()
        elif act is Act.REPLAY:
            return self._replay()
        elif act is Act.POLL:
            assert self._source is not None
            return self._poll(self._source, min(max_records, self.chain.most_at_once), timeout_ms)
        return 0

    def _wake(self) -> int:
        """Lets operators handle awaited results, and continues the end of the input if it waited for them."""
        self._woken = False
        self.chain.set_born_us(0)
        count = self.chain.on_wake()
        self._end.proceed()
        return count

    def _work_on_block(self, max_records: int) -> int:
        current = self._current
        part, head = current.next_slice(max_records), self.chain.head
        self.chain.set_born_us(current.born_us)
        head.may_leave_rest = True
        head.process_block(part, current.input_index)
        count = len(part) - head.rest
        head.may_leave_rest, head.rest = False, 0
        processed = current.done(count)
        if self._credits is not None:
            self.messages.extend(self._credits.consumed(processed))
        if self._is_last and current.born_us:
            self._meter.delays.add(self._clock.now_us() - current.born_us, count)
        return count

    def waited(self, us: int) -> None:
        if self._credits is not None:
            self._credits.waited(us)

    def _poll(self, source: SourceInput, max_records: int, timeout_ms: int) -> int:
        if not source.is_due:
            return 0
        self.chain.set_born_us(self._clock.now_us())
        count, ended = source.poll(max_records, timeout_ms)
        self._meter.records_in += count
        if ended:
            self._end_source(source)
        return count

    def _end_source(self, source: SourceInput) -> None:
        source.end()
        self._end.begin()

    def _replay(self) -> int:
        """Batch: the head processes the next gathered block, or the end of the input."""
        assert self._batch_input is not None
        if not self._batch_input.replay_block():
            self._meter.watermark_ms = MAX_WATERMARK
            self.chain.head.process_watermark(MAX_WATERMARK)
            self._end.begin()
        return 1

    # Messages and time ------------------------------------------------------------------------------------------------

    def handle(self, message: messages.Message) -> None:
        if isinstance(message, messages.Credit):
            self.chain.grant(message.limits)
        elif isinstance(message, messages.Wake):
            self._woken = True
        elif isinstance(message, messages.Uploaded):
            self._checkpoints.handle(message)
        elif self.is_paused:
            self._postpone(message)
        else:
            self._turn.run(lambda: self._handle(message))

    def _postpone(self, message: messages.Message) -> None:
        """Defers messages that call operators, such as triggers and completed checkpoints, to the end of the call."""
        if isinstance(message, messages.Abort):
            remaining = [one for one in self._postponed if not _begins(one, message.checkpoint_id)]
            self._postponed = deque(remaining)
        self._postponed.append(message)

    def _call_ended(self) -> None:
        """Handles the messages deferred to the end of the call."""
        self._call = None
        self._woken, self._wakes_again = self._woken or self._wakes_again, False
        while self._postponed and not self.is_paused:
            self.handle(self._postponed.popleft())

    def _handle(self, message: messages.Message) -> None:
        if self._checkpoints.handle(message):
            if isinstance(message, messages.Complete) and message.final:
                self._meter.read()
                self.messages.append(messages.Committed())
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
        if not self.ended and (read_us := self._meter.due_us()) is not None:
            due.append(read_us)
        if self._fires_timers:
            if (marker_us := self._latency.due_us()) is not None:
                due.append(marker_us)
            if (timer_ms := self.chain.next_timer_ms()) is not None:
                due.append(self._clock.monotonic_us() + timer_ms * 1000 - self._clock.now_us())
            if (deadline_us := self.chain.next_deadline_us()) is not None:
                due.append(deadline_us)
        return min(due, default=None)

    @property
    def _fires_timers(self) -> bool:
        ends = self.ended or self._settings.batch or self._end.had_finished or self._is_stopping
        return not (ends or self.is_paused)

    def next_poll_us(self) -> Optional[int]:
        if self._source is None or not self._source.is_active or self._is_stopping:
            return None
        return None if self.is_paused or self.chain.is_full else self._source.next_poll_us()

    def on_time(self) -> None:
        if self._fires_timers:
            self._turn.run(self._do_what_is_due)
        if self.chain.writers:
            self.chain.flush_due(self._clock.monotonic_us())
        self._meter.read_if_due()

    def _do_what_is_due(self) -> None:
        if self._latency.send_if_due():
            self._meter.operators_changed()
        fired = self.chain.fire_timers(self._clock.now_ms())
        if self.chain.meet_deadlines(self._clock.monotonic_us()) or fired:
            self._meter.operators_changed()

    def set_under_load(self, under_load: bool) -> None:
        for writer in self.chain.writers:
            writer.under_load = under_load

    def report(self) -> TaskReport:
        metrics = self._meter.operators
        return replace(super().report(), operators=metrics.operators, accumulators=metrics.accumulators)


def _begins(message: messages.Message, checkpoint_id: int) -> bool:
    return isinstance(message, messages.Trigger) and message.checkpoint_id == checkpoint_id


def make_task_core(deployment: TaskDeployment, services: TaskServices) -> TaskCore:
    if isinstance(deployment, RelayDeployment):
        return RelayCore(deployment)
    return SubtaskCore(deployment, services)
