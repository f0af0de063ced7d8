"""Outputs of a batch job's stages in a simulation: the frames of complete tasks, until they are lost."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable

from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire.frames import Buffer

Channels = dict[tuple[TaskId, TaskId], deque[Buffer]]


class SimulatedStages:
    """The outputs of the tasks of one attempt."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._frames: dict[TaskId, list[tuple[TaskId, Buffer]]] = {}
        """By sender: its receivers and their frames, in order."""
        self.complete: set[TaskId] = set()

    def begin(self, task: TaskId) -> None:
        """Starts a task: the output of an earlier run is discarded."""
        self.complete.discard(task)
        self._frames[task] = []

    def write(self, sender: TaskId, receiver: TaskId, frame: Buffer) -> None:
        self._frames[sender].append((receiver, frame))

    def is_level_complete(self, level: int, tasks: Iterable[TaskId]) -> bool:
        return all(task in self.complete for task in tasks if task[0] == level)

    def read(self, receiver: TaskId) -> Channels:
        """The input of a task from the tasks before it."""
        channels: Channels = {}
        for sender in sorted(self.complete):
            if sender[0] == receiver[0] - 1:
                frames = deque(frame for to, frame in self._frames[sender] if to == receiver)
                if frames:
                    channels[sender, receiver] = frames
        return channels

    def drop_from(self, level: int) -> None:
        self.complete = {task for task in self.complete if task[0] < level}

    def lose_some(self) -> list[TaskId]:
        """Loses an executor, with the outputs of its tasks."""
        lost = [task for task in sorted(self.complete) if self._rng.random() < 0.4]
        self.complete.difference_update(lost)
        return lost
