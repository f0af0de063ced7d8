"""Data in transit between the tasks of a simulated driver: frames in channels; in batch, outputs of stages."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import Optional, Protocol

from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.task.step import Intake
from pyrite.runtime.task.task_core import TaskCore
from pyrite.runtime.wire.frames import Buffer
from pyrite.testing.simulated_stages import Channels, SimulatedStages

_JOINED = 20
"""Blocks are processed together up to this number of records."""


class HasCore(Protocol):
    """A task, from the network's point of view."""

    core: Optional[TaskCore]


Tasks = Mapping[TaskId, HasCore]


class SimulatedNetwork:
    """The channels of one driver's tasks, each of which holds `capacity` frames."""

    def __init__(self, rng: random.Random, capacity: int, batch: bool) -> None:
        self.stages = SimulatedStages(rng)
        self._rng = rng
        self._capacity = capacity
        self._batch = batch
        self._channels: Channels = {}

    def restart(self) -> None:
        """Starts a new attempt of the whole job: messages of the last one are dropped."""
        self.stages = SimulatedStages(self._rng)
        self._channels.clear()

    def drop_frames(self) -> None:
        """Batch: repeated stages read complete outputs again."""
        self._channels.clear()

    def drop_frames_of(self, senders: Collection[TaskId]) -> None:
        self._channels = {ends: frames for ends, frames in self._channels.items() if ends[0] not in senders}

    def begin(self, task: TaskId) -> None:
        """Starts a task: in batch, it reads the outputs of the tasks before it."""
        if self._batch:
            self._channels.update(self.stages.read(task))
            self.stages.begin(task)

    def send(self, sender: TaskId, receiver: TaskId, frame: Buffer) -> None:
        if self._batch:
            self.stages.write(sender, receiver, frame)
        else:
            self._channels.setdefault((sender, receiver), deque()).append(frame)

    def take(self, sender: TaskId, receiver: TaskId) -> Buffer:
        return self._channels[sender, receiver].popleft()

    def held_back(self, tasks: Tasks) -> set[TaskId]:
        """The tasks of which a receiver has no room; batch writes to files, which have."""
        if self._batch:
            return set()
        return {
            sender
            for (sender, receiver), frames in self._channels.items()
            if len(frames) >= self._capacity and not _drains(tasks[receiver].core)
        }

    def deliverable(self, tasks: Tasks, held_back: Collection[TaskId]) -> Iterator[tuple[TaskId, TaskId]]:
        """The channels whose receivers take a frame now."""
        for (sender, receiver), frames in self._channels.items():
            if frames and receiver not in held_back:
                core = tasks[receiver].core
                if core is not None and _takes_frame(core, frames[0]):
                    yield sender, receiver


def _drains(core: Optional[TaskCore]) -> bool:
    return core is not None and core.next_step().drains


def _takes_frame(core: TaskCore, frame: Buffer) -> bool:
    return core.next_step().intake is not Intake.NONE or core.joins(frame, _JOINED)
