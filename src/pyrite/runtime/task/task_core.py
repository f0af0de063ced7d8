"""TaskCore: a task as pure decisions. Frames, messages and time in; frames, messages and uploads out.

The shell (or a test's scheduler) calls `next_step`, then `receive` with frames if the step allows, then `work` as long
as the step `works`, takes `outbox`, `messages` and `uploads`, and gets from `next_due_us` how long it may wait. No
threads, no sockets, no clock.
"""

from __future__ import annotations

import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.clock import Clock
from pyrite.core.errors import ProtocolError
from pyrite.core.metrics.declared_metrics import NUM_BUFFERS_OUT, NUM_BYTES_IN, NUM_BYTES_OUT
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.operators.async_io.event_loop import EventLoop, no_event_loop
from pyrite.operators.iteration.feedback_edges import FeedbackEdges, no_feedback
from pyrite.runtime.task.checkpoint.snapshot_upload import SnapshotUpload
from pyrite.runtime.task.step import Act, Intake, Step
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import RelayDeployment
from pyrite.runtime.wire.frames import Buffer, FrameKind, unpack_header
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.state.chain import MergeRequest


@dataclass(frozen=True)
class TaskServices:
    """The environment that a task core runs in."""

    clock: Clock
    emit_text: Callable[[str, bool], None]
    emit_result: Callable[[list[Any]], None]
    emit_committed: Callable[[list[Any], Any], None] = lambda values, committable_id: None
    cached_files: Mapping[str, Path] = field(default_factory=dict)
    local_folder: Callable[[], Path] = lambda: Path(tempfile.mkdtemp(prefix="pyrite-task-"))
    """Creates a folder for the task on the local disk, for a state backend."""
    files: Optional[TaskFiles] = None
    """The task's access to checkpoint storage; None without checkpoints."""
    wake: Callable[[], None] = lambda: None
    """Makes the main loop handle a `messages.Wake` soon. Thread-safe."""
    event_loop: Callable[[], EventLoop] = no_event_loop
    """Creates an event loop for the task's `async def` functions."""
    feedback: Callable[[], FeedbackEdges] = no_feedback
    """Creates the ends of feedback edges, for loops."""


class TaskCore(ABC):
    """The part common to subtasks and relays."""

    def __init__(self) -> None:
        self.outbox: list[tuple[int, Buffer]] = []
        self.messages: list[messages.TaskMessage] = []
        self.uploads: list[SnapshotUpload] = []
        """Frozen state to be written in the background; `messages.Uploaded` reports the outcome."""
        self.merges: list[tuple[str, MergeRequest]] = []
        """Files of an operator's state to be merged in the background; `messages.Merged` reports the outcome."""
        self.may_leave = False
        """Whether the JobMaster has let the task leave."""
        self.metrics = MetricGroup()
        """The metrics of the task as a whole. Their values may be read by any thread."""

    @abstractmethod
    def open(self) -> None: ...

    @abstractmethod
    def receive(self, frame: Buffer) -> None:
        """Receives one frame. Only called if the next step's `intake` allows it, or the frame `joins`."""

    @abstractmethod
    def work(self, max_records: int, timeout_ms: int = 0) -> int:
        """Does one slice of at most `max_records` records; returns their number."""

    @abstractmethod
    def next_step(self) -> Step:
        """The next step: which frames may be received, and the effect of `work`."""

    @property
    def has_unencoded(self) -> bool:
        """Whether some frozen state is not encoded yet."""
        return False

    def encode(self, most: int) -> None:  # noqa: B027
        """Encodes a slice of frozen state, of about `most` entries."""

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether all input is processed and END was sent."""

    def joins(self, frame: Buffer, up_to: int) -> bool:
        """Whether a frame may be received now to be appended to the current block, up to `up_to` records."""
        return False

    @property
    def input_ended(self) -> bool:
        """Whether every channel has ended."""
        return self.ended

    @property
    def is_paused(self) -> bool:
        """Whether an operator's call is paused; `work` continues it before any other work."""
        return False

    def end_turn(self) -> None:  # noqa: B027
        """Makes a call that emits results pass on its current results, and pause. Thread-safe."""

    def abandon(self) -> None:  # noqa: B027
        """Drops a paused call without closing anything. For dead tasks in a simulation."""

    def handle(self, message: messages.Message) -> None:
        """Handles a message of the JobMaster or of the upload thread."""
        if isinstance(message, messages.Leave):
            self.may_leave = True

    def next_due_us(self) -> Optional[int]:
        """The time of the next `on_time` call, by the monotonic clock; None: not before a frame or message arrives."""
        return None

    def next_poll_us(self) -> Optional[int]:
        """The time of the next poll of a source that had no records."""
        return None

    def on_time(self) -> None:  # noqa: B027
        """Handles everything that is due: timers, watermarks, pending blocks."""

    def waited(self, us: int) -> None:  # noqa: B027
        """Called after the task was idle for this time."""

    def set_under_load(self, under_load: bool) -> None:  # noqa: B027
        """Sets whether the task has not been idle for a while: it is backpressured or overloaded."""

    def report(self) -> TaskReport:
        """The current metrics of the task. Thread-safe."""
        return TaskReport({name.name: value for name, value in self.metrics.values().items()})

    def close(self) -> None:  # noqa: B027
        """Closes everything that was opened; called at every end of the task."""


class RelayCore(TaskCore):
    """Forwards frames without decoding them."""

    def __init__(self, deployment: RelayDeployment) -> None:
        super().__init__()
        self._deployment = deployment
        self._ends_missing = deployment.ends
        self._frames = 0
        self._bytes = 0
        self.metrics.expose(NUM_BYTES_IN, lambda: self._bytes)
        self.metrics.expose(NUM_BYTES_OUT, lambda: self._bytes)
        self.metrics.expose(NUM_BUFFERS_OUT, lambda: self._frames)

    def open(self) -> None:
        self.messages.append(messages.Opened())

    def receive(self, frame: Buffer) -> None:
        header = unpack_header(frame)
        if header.edge != self._deployment.edge:
            raise ProtocolError(f"a relay of edge {self._deployment.edge} got {header}")
        self._frames += 1
        self._bytes += len(frame)
        self.outbox.append((self._deployment.next_hops[header.receiver], frame))
        if header.kind == FrameKind.END:
            self._ends_missing -= 1
            if self.ended:
                self.messages.append(messages.Finished())

    def work(self, max_records: int, timeout_ms: int = 0) -> int:
        return 0

    def next_step(self) -> Step:
        return Step(Act.AWAIT_EVENT, Intake.ONE)

    @property
    def ended(self) -> bool:
        return self._ends_missing == 0
