"""TaskLoop: a task's main loop. Mailbox -> core -> rows for Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Optional

import pyarrow as pa

from pyrite.core.clock import Clock
from pyrite.core.errors import InputBrokenError
from pyrite.runtime.spark.task.exchange_output import ExchangeOutput
from pyrite.runtime.spark.task.mailbox import Mailbox
from pyrite.runtime.spark.task.state_uploads import StateUploads
from pyrite.runtime.spark.task.task_ending import TaskCancelled, TaskEnding
from pyrite.runtime.task.checkpoint.encoding_slices import EncodingSlices
from pyrite.runtime.task.metrics.stopwatch import Spending, Stopwatch
from pyrite.runtime.task.slice_size import SliceSize
from pyrite.runtime.task.step import Act, Intake, Step
from pyrite.runtime.task.subtask_core import SubtaskCore
from pyrite.runtime.task.task_core import TaskCore
from pyrite.runtime.wire import messages
from pyrite.storage.fault_points import reaches

_MAX_POLL_MS = 10
_NO_REST_US = 50_000
"""A task whose main loop has not waited for this long is under load."""


class TaskLoop:
    """Feeds a core with frames and messages, and passes on its output. Runs in the main thread."""

    def __init__(
        self,
        core: TaskCore,
        mailbox: Mailbox,
        output: ExchangeOutput,
        uploads: Optional[StateUploads],
        tell: Callable[[messages.TaskMessage], None],
        ending: TaskEnding,
        stopwatch: Stopwatch,
        clock: Clock,
        batch: bool,
    ) -> None:
        """`tell` sends a message to the JobMaster."""
        self._core = core
        self._mailbox = mailbox
        self._output = output
        self._uploads = uploads
        self._tell = tell
        self._ending = ending
        self._stopwatch = stopwatch
        self._clock = clock
        self._batch = batch
        self._is_source = isinstance(core, SubtaskCore) and core.is_source
        self._slice = SliceSize()
        self._call_us = 0
        """The time that the paused call has taken so far."""
        self._encoding = EncodingSlices()
        self._encoded_us = 0

    def run(self) -> Iterator[pa.RecordBatch]:
        """Yields rows for the exchange until the task may leave (batch: until its input has ended)."""
        core, mailbox, stopwatch = self._core, self._mailbox, self._stopwatch
        yield from self._hand_over(self._output.greetings())
        rested_us = self._clock.monotonic_us()
        while True:
            stopwatch.step_us = self._clock.monotonic_us()
            while (message := mailbox.take_message()) is not None:
                if isinstance(message, messages.Cancel):
                    raise TaskCancelled  # a function has caught TaskCancelled
                core.handle(message)
                if isinstance(message, messages.Complete) and self._uploads is not None:
                    self._uploads.completed(message.checkpoint_id)
            step = core.next_step()
            if mailbox.bounded is step.drains:
                mailbox.set_bounded(not step.drains)
            worked = self._do(self._drain() if step.drains else step)
            core.on_time()
            worked = self._encode() or worked
            frozen = self._hand_out()
            if core.outbox or frozen:
                stopwatch.switch(Spending.BACKPRESSURED)
                batches = self._output.batches(core.outbox)
                yield from self._hand_over(_after_barrier(batches) if frozen else batches)
                core.outbox.clear()
                stopwatch.switch(Spending.BUSY)
            if core.may_leave or (self._batch and core.ended):
                return
            if mailbox.forgery is not None:
                raise mailbox.forgery
            if mailbox.frames_ended and not (core.input_ended or mailbox.queued_frames or core.next_step().works):
                raise InputBrokenError("the input ended without end marks: a sender has failed")
            if not worked:
                step = core.next_step()
                is_idle = step.act is not Act.AWAIT_ROOM
                stopwatch.switch(Spending.IDLE if is_idle else Spending.BACKPRESSURED)
                self._wait(frames=is_idle or step.drains)
                waited_us = stopwatch.switch(Spending.BUSY)
                if is_idle:
                    core.waited(waited_us)
                rested_us = self._clock.monotonic_us()
            core.set_under_load(self._clock.monotonic_us() - rested_us > _NO_REST_US)

    def _hand_over(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            self._ending.is_handing_over = True
            yield batch
            self._ending.is_handing_over = False

    def _do(self, step: Step) -> bool:
        """Takes a frame and does a slice of work of about 10 ms; returns False if there was nothing to do."""
        core = self._core
        frame = None if step.intake is Intake.NONE else self._mailbox.take_frame()
        if frame is not None:
            core.receive(frame)
            self._join()
            step = core.next_step()
        if not step.works:
            return frame is not None
        most, was_paused = self._slice.records, core.is_paused
        begun_us = self._clock.monotonic_us()
        count = core.work(most, self._poll_ms())
        took_us = self._clock.monotonic_us() - begun_us
        if core.is_paused or was_paused:
            took_us += self._call_us
            self._call_us = took_us if core.is_paused else 0
            if core.is_paused or not count:
                return True
        if count:
            if count >= most // 2 or not self._is_source:  # a source may have waited for a few records
                self._slice.took(count, took_us)
            return True
        if self._is_source:
            self._stopwatch.was_idle(took_us)  # it waited inside `poll`
            return False
        return core.next_step().works

    def _encode(self) -> bool:
        """Encodes a slice of frozen state, if any."""
        core = self._core
        if not core.has_unencoded:
            self._encoded_us = 0
            return False
        begun_us = self._clock.monotonic_us()
        entries = self._encoding.entries(begun_us - self._encoded_us if self._encoded_us else 0)
        core.encode(entries)
        self._encoded_us = self._clock.monotonic_us()
        self._encoding.took(entries, self._encoded_us - begun_us)
        return True

    def _join(self) -> None:
        """Appends waiting blocks to the current block, where the number of calls dominates the cost."""
        core = self._core
        up_to = self._slice.join_up_to
        while (frame := self._mailbox.peek_frame()) is not None and core.joins(frame, up_to):
            core.receive(frame)
            self._mailbox.take_frame()

    def _hand_out(self) -> bool:
        """Passes on messages and frozen state; returns whether there was state."""
        core = self._core
        for message in core.messages:
            self._tell(message)
        core.messages.clear()
        frozen = bool(core.uploads)
        if self._uploads is not None:
            for upload in core.uploads:
                self._uploads.upload(upload)
            for operator_id, request in core.merges:
                self._uploads.merge(operator_id, request)
        core.uploads.clear()
        core.merges.clear()
        return frozen

    def _drain(self) -> Step:
        """Receives all queued frames, since an unaligned checkpoint waits for barriers. Returns the next step."""
        while (step := self._core.next_step()).drains and (frame := self._mailbox.take_frame()) is not None:
            self._core.receive(frame)
        return step

    def _poll_ms(self) -> int:
        """How long a source may wait inside `poll`: not beyond the next due time."""
        due_us = self._core.next_due_us()
        if due_us is None:
            return _MAX_POLL_MS
        return max(0, min(_MAX_POLL_MS, (due_us - self._clock.monotonic_us()) // 1000))

    def _wait(self, frames: bool) -> None:
        core = self._core
        times = [at for at in (core.next_due_us(), core.next_poll_us()) if at is not None]
        timeout_s = max(0.0, (min(times) - self._clock.monotonic_us()) / 1_000_000) if times else None
        self._mailbox.wait(timeout_s, frames)


@reaches("task.barrier.after")
def _after_barrier(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    yield from batches
