"""One task of a program on its own: its deployment from the graph, frames in, frames and messages out."""

from __future__ import annotations

from typing import Any, Optional

from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.clock import ManualClock
from pyrite.core.config.configuration import Configuration
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.task.subtask_core import make_task_core
from pyrite.runtime.task.task_core import TaskServices
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import (
    CheckpointSettings,
    InFlightRestore,
    RelayDeployment,
    SubtaskRestore,
    TaskSettings,
    deploy,
)
from pyrite.runtime.wire.frames import (
    Barrier,
    FrameHeader,
    FrameKind,
    encode_barrier,
    encode_time,
    pack,
    payload_of,
    unpack_header,
)
from pyrite.state.handles import TaskStateSnapshot
from pyrite.testing.virtual_loop import VirtualEventLoop
from tests.graph.programs import execution_graph


def settings(
    batch: bool = False,
    frame_size: int = 192 << 10,
    memory_bytes: int = 64 << 20,
    checkpoints: Optional[CheckpointSettings] = None,
    configuration: Optional[Configuration] = None,
) -> TaskSettings:
    own = Configuration() if configuration is None else configuration
    return TaskSettings(batch, frame_size, memory_bytes, 1000, 15_000, checkpoints=checkpoints, configuration=own)


def in_flight_of(handle: TaskStateSnapshot) -> tuple[InFlightRestore, ...]:
    """What was in flight to a subtask, for the same subtask of the same program."""
    return tuple(InFlightRestore((data.ref,), edge=edge, as_recorded=True) for edge, data in handle.in_flight.items())


class Task:
    """The task of partition (level, pid), opened; tests act as its channels, its JobMaster and its shell."""

    def __init__(
        self,
        env: StreamExecutionEnvironment,
        level: int,
        pid: int,
        batch: bool = False,
        checkpoints: Optional[CheckpointSettings] = None,
        restore: Optional[SubtaskRestore] = None,
        configuration: Optional[Configuration] = None,
    ) -> None:
        self.clock = ManualClock(1_000_000)
        self.results: list[Any] = []
        self.text: list[str] = []
        self.files = (
            None if checkpoints is None else TaskFiles(checkpoints.store, "job", 1, "0", pid, checkpoints.inline_bytes)
        )
        self.loop: Optional[VirtualEventLoop] = None
        self._wakes: list[messages.Wake] = []
        services = TaskServices(
            self.clock,
            lambda text, _: self.text.append(text),
            self.results.extend,
            files=self.files,
            wake=lambda: self._wakes.append(messages.Wake()),
            event_loop=self._start_loop,
        )
        own = settings(batch, checkpoints=checkpoints, configuration=configuration)
        deployment = deploy(execution_graph(env), level, pid, own, restore)
        inputs = () if isinstance(deployment, RelayDeployment) else deployment.inputs
        self.edges = [item.edge for item in inputs]
        self.core = make_task_core(deployment, services)
        self.core.open()
        self._sequences: dict[tuple[int, int], int] = {}

    def _start_loop(self) -> VirtualEventLoop:
        self.loop = VirtualEventLoop(self.clock)
        return self.loop

    def run_loop(self, by_ms: int = 0) -> None:
        """Lets so much time pass in the event loop, moment by moment; wakes wait until the task is notified of them."""
        assert self.loop is not None
        for _ in range(by_ms + 1):
            while self.loop.has_work:
                self.loop.step()
            if by_ms:
                self.clock.advance(1)

    def tell_wakes(self) -> None:
        """Has the task handle the wakes that wait, and all the work they make."""
        while self._wakes:
            self.core.handle(self._wakes.pop())
        self.work()

    def receive(
        self,
        kind: FrameKind,
        payload: bytes = b"",
        input_edge: int = 0,
        sender: int = 0,
        born_us: int = 0,
        works: bool = True,
    ) -> None:
        """One frame of an edge, by its place among the task's, and, if it `works`, all the work it makes."""
        edge = self.edges[input_edge]
        sequence = self._sequences.get((edge, sender), 0)
        self._sequences[edge, sender] = sequence + 1
        self.core.receive(pack(FrameHeader(kind, edge, sender, 0, sequence, born_us), payload))
        if works:
            self.work()

    def receive_records(
        self,
        values: list[Any],
        keys: Optional[list[Any]] = None,
        input_edge: int = 0,
        born_us: int = 0,
        works: bool = True,
    ) -> None:
        block = PICKLE.encode(RowBlock(values, None, keys))
        self.receive(FrameKind.BLOCK, block, input_edge, born_us=born_us, works=works)

    def receive_watermark(self, watermark_ms: int, sender: int = 0) -> None:
        self.receive(FrameKind.WATERMARK, encode_time(watermark_ms), sender=sender)

    def receive_barrier(self, checkpoint_id: int, sender: int = 0, **marks: Any) -> None:
        self.receive(FrameKind.BARRIER, encode_barrier(Barrier(checkpoint_id, 0, 0, **marks)), sender=sender)

    def work(self, max_records: int = 1000) -> None:
        while self.core.next_step().works and self.core.work(max_records):
            pass

    def upload(self) -> TaskStateSnapshot:
        """Writes the state that was frozen, as the shell's thread would; the task hears of it."""
        assert self.files is not None
        while self.core.has_unencoded:
            self.core.encode(1)
        upload = self.core.uploads.pop(0)
        handle = upload.write(self.files.for_checkpoint(upload.checkpoint_id))
        self.core.handle(messages.Uploaded(upload.checkpoint_id, handle, upload.metrics))
        return handle

    def pass_time(self, by_ms: int) -> None:
        self.clock.advance(by_ms)
        self.core.on_time()

    def take_messages(self) -> list[messages.TaskMessage]:
        taken = list(self.core.messages)
        self.core.messages.clear()
        return taken

    def take_frames(self) -> list[tuple[int, FrameHeader, memoryview]]:
        """(pid, header, payload) of everything sent since the last call."""
        taken = [(pid, unpack_header(frame), payload_of(frame)) for pid, frame in self.core.outbox]
        self.core.outbox.clear()
        return taken

    def take_kinds(self) -> list[int]:
        return [header.kind for _, header, _ in self.take_frames()]

    def take_records(self) -> list[Any]:
        """The records of the block frames sent since the last call."""
        frames = self.take_frames()
        blocks = [PICKLE.decode(payload) for _, header, payload in frames if header.kind == FrameKind.BLOCK]
        return [value for block in blocks for value in block.values]
