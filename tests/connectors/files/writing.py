"""A sink of files, run without a job: writers that are checkpointed, crash and come back."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

from pyrite.common.block import Block
from pyrite.core.clock import ManualClock
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.testing import SinkSnapshot, SinkTestHarness


@dataclass
class Checkpoint:
    """Of every subtask, what it owes and what its writer holds."""

    owed: list[list[Any]]
    states: list[list[Any]]


@dataclass
class Life:
    """One attempt of a job's sink: restored from a checkpoint, if there is one."""

    sink: Sink
    attempt: int = 1
    parallelism: int = 1
    restored: Optional[Checkpoint] = None
    clock: ManualClock = field(default_factory=ManualClock)
    checkpointing: bool = True
    job_id: str = "job"

    def __post_init__(self) -> None:
        committer = self.sink.create_committer()
        assert committer is not None
        self.committer = committer
        owed: list[list[Any]] = [[] for _ in range(self.parallelism)]
        states: list[Any] = []
        if self.restored is not None:
            for subtask, committables in enumerate(self.restored.owed):
                owed[subtask % self.parallelism] += committables
            states = [state for one in self.restored.states for state in one]
        self.writers: list[SinkWriter] = []
        for subtask in range(self.parallelism):
            if owed[subtask]:
                self.committer.commit(owed[subtask])
            share = self._share(states, subtask)
            context = self._context(subtask)
            made = self.sink.restore_writer(context, share) if share else self.sink.create_writer(context)
            self.writers.append(made)

    def _share(self, states: list[Any], subtask: int) -> list[Any]:
        if self.restored is not None and len(self.restored.states) == self.parallelism:
            return self.restored.states[subtask]
        count = len(states)
        return states[count * subtask // self.parallelism : count * (subtask + 1) // self.parallelism]

    def _context(self, subtask: int) -> WriterInitContext:
        return WriterInitContext(
            subtask,
            self.parallelism,
            self.attempt,
            lambda text, to_stderr: None,
            lambda values: None,
            job_id=self.job_id if self.checkpointing else "",
            operator_id="sink",
            checkpointing=self.checkpointing,
            clock=self.clock,
        )

    def write(self, *values: Any, subtask: int = 0, timestamps: Optional[list[int]] = None) -> None:
        self.writers[subtask].write(Block(list(values), timestamps))

    def prepare(self, end_of_input: bool = False) -> Checkpoint:
        """What a checkpoint would hold."""
        owed, states = [], []
        for writer in self.writers:
            writer.flush(end_of_input)
            owed.append(writer.prepare_commit())
            states.append(writer.snapshot_state(1))
        actual: Checkpoint = pickle.loads(pickle.dumps(Checkpoint(owed, states)))
        return actual

    def commit(self, checkpoint: Checkpoint) -> None:
        for committables in checkpoint.owed:
            self.committer.commit(committables)

    def checkpoint(self, end_of_input: bool = False) -> Checkpoint:
        """One that completes, and is committed."""
        checkpoint = self.prepare(end_of_input)
        self.commit(checkpoint)
        return checkpoint

    def close(self) -> None:
        for writer in self.writers:
            writer.close()


def checkpoint(harness: SinkTestHarness) -> SinkSnapshot:
    """One that completes, and is committed."""
    snapshot = harness.snapshot()
    harness.notify_checkpoint_complete()
    return snapshot


def end(harness: SinkTestHarness) -> SinkSnapshot:
    """The end of input, and the last checkpoint."""
    harness.end_input()
    return checkpoint(harness)


def visible(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))


def hidden(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob(".*") if path.is_file())


def lines_of(paths: Sequence[Path]) -> list[str]:
    return sorted(line for path in paths for line in path.read_text().splitlines())
