"""CheckpointTasks: who takes part in the checkpoints of an attempt, and what is sent to them. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterator

from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.job_instructions import Send
from pyrite.runtime.master.pending_checkpoint import PendingCheckpoint
from pyrite.runtime.wire import messages


class CheckpointTasks:
    """The tasks that run subtasks; relays take no part."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self.place(graph)

    def place(self, graph: ExecutionGraph) -> None:
        """Notes which subtask each task runs."""
        self.graph = graph
        self._subtasks: dict[TaskId, Subtask] = {
            (number, pid): work
            for number, level in enumerate(graph.levels)
            for pid, work in enumerate(level.work)
            if isinstance(work, Subtask)
        }

    def __len__(self) -> int:
        return len(self._subtasks)

    def __contains__(self, task: object) -> bool:
        return task in self._subtasks

    def subtask(self, task: TaskId) -> Subtask:
        return self._subtasks[task]

    def trigger(self, pending: PendingCheckpoint, sources: Container[int], is_late: bool) -> Iterator[Send]:
        """Sources begin a checkpoint; the others are notified if it overtakes. If it does so late, sources know it."""
        message = messages.Trigger(
            pending.checkpoint_id,
            pending.triggered_ms,
            pending.completed_id,
            pending.unaligned,
            pending.kind.holds_tasks,
            pending.folder,
        )
        for task, subtask in self._subtasks.items():
            if not is_late if subtask.vertex in sources else pending.unaligned:
                yield Send(task, message)

    def complete(self, pending: PendingCheckpoint) -> Iterator[Send]:
        message = messages.Complete(pending.checkpoint_id, pending.kind.ends_attempt)
        return (Send(task, message) for task in self._subtasks)

    def abort(self, pending: PendingCheckpoint) -> Iterator[Send]:
        return (Send(task, messages.Abort(pending.checkpoint_id)) for task in self._subtasks)

    def describe_missing(self, pending: PendingCheckpoint) -> str:
        """Who has yet to acknowledge it."""
        missing = [self.name(task) for task in self._subtasks if task not in pending.handles]
        return f"missing: {', '.join(missing[:5])}" + (" and others" if len(missing) > 5 else "")

    def name(self, task: TaskId) -> str:
        subtask = self._subtasks[task]
        vertex = self.graph.job.vertex(subtask.vertex)
        return f"'{vertex.name}' ({subtask.index + 1}/{vertex.parallelism})"
