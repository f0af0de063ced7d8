"""EventRecord: the events of a job as its driver records them. Pure and bounded."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Optional

from pyrite.core.job.job_event import (
    STRATEGY,
    AttemptFailed,
    AttemptStarted,
    DriverDied,
    DriverStarted,
    JobEnded,
    JobEvent,
    JobRescaled,
    JobRestarts,
    JobSubmitted,
    RestartRefused,
    SavepointEnded,
    bounded,
    first_line,
    lost_driver,
    merged,
    restarts_of,
    shortened,
)
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import RestartStrategy
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.job_events import RescaleEvent
from pyrite.runtime.master.restart_decision import FINAL_ERRORS, FINAL_REASON
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome
from pyrite.runtime.wire.job_view import TaskId
from pyrite.runtime.wire.task_state import TaskState


class EventRecord:
    """The events of a job, those of earlier drivers first."""

    def __init__(self) -> None:
        self.events: tuple[JobEvent, ...] = ()
        """The oldest first."""
        self.restarts = 0
        """The number of restarts of the job, under earlier drivers too."""
        self._writer = ""
        self._count = 0

    def resume(
        self,
        former: Sequence[JobEvent],
        started: DriverStarted,
        writer: str,
        submitted: Optional[JobSubmitted] = None,
        died: Optional[DriverDied] = None,
    ) -> None:
        """Begins the record of a driver. Called before any event is noted.

        A previous driver without a recorded end has died. This start is then a restart of the job, and its requester
        is the requester of this driver. `died`: the observed death of the previous driver.
        """
        self.events, self._writer = merged(former), writer
        self.restarts = restarts_of(self.events)
        if (lost := lost_driver(self.events)) is not None:
            self.note(died or DriverDied(started.at_ms, lost.process))
            self.note_restart(started.at_ms, "driver", 0, "the driver died", requested_by=started.requested_by)
        if submitted is not None:
            self.note(submitted)
        self.note(started)
        self.restarts = restarts_of(self.events)

    def note(self, event: JobEvent) -> None:
        self._count += 1
        self.events = bounded((*self.events, replace(event, writer=self._writer, number=self._count)))

    def note_attempt(
        self, at_ms: int, attempt: int, checkpoint: Optional[int], graph: ExecutionGraph, vertices: Sequence[str] = ()
    ) -> None:
        parallelism = max(vertex.parallelism for vertex in graph.job.vertices)
        self.note(AttemptStarted(at_ms, attempt, checkpoint, parallelism, tuple(vertices)))

    def note_failure(
        self, at_ms: int, attempt: int, error: Exception, graph: ExecutionGraph, tasks: Mapping[TaskId, TaskState]
    ) -> None:
        """An attempt of these tasks has failed. The first task that failed is the place of the failure."""
        event = AttemptFailed(
            at_ms,
            attempt,
            f"{type(error).__module__}.{type(error).__qualname__}",
            first_line(error),
            shortened("".join(traceback.format_exception(error))),
        )
        failed = next((task for task, state in tasks.items() if state.failed), None)
        self.note(event if failed is None else _placed(event, graph, failed, tasks[failed]))

    def note_restart(
        self,
        at_ms: int,
        scope: str,
        delay_ms: int,
        cause: object,
        vertices: Sequence[str] = (),
        requested_by: str = STRATEGY,
    ) -> None:
        self.restarts += 1
        self.note(
            JobRestarts(
                at_ms,
                scope,
                self.restarts,
                delay_ms,
                first_line(cause),
                tuple(vertices),
                requested_by=requested_by,
            )
        )

    def note_refusal(self, at_ms: int, error: Exception, strategy: RestartStrategy) -> None:
        """A failure has ended the job."""
        reason = FINAL_REASON if isinstance(error, FINAL_ERRORS) else strategy.describe()
        self.note(RestartRefused(at_ms, reason, first_line(error), requested_by=STRATEGY))

    def note_end(self, at_ms: int, status: JobStatus, cause: Optional[Exception], requested_by: str = "") -> None:
        text = "" if cause is None or status is JobStatus.CANCELED else first_line(cause)
        self.note(JobEnded(at_ms, status, text, requested_by=requested_by))

    def note_rescale(self, at_ms: int, rescale: RescaleEvent, checkpoint: int) -> None:
        parallelism = max(vertex.parallelism for vertex in rescale.graph.job.vertices)
        by = rescale.requested_by
        self.note(JobRescaled(at_ms, parallelism, checkpoint, rescale.parallelism, requested_by=by))

    def note_savepoint(self, outcome: CheckpointOutcome) -> None:
        """A savepoint of a client. The checkpoint at which a rescale stops the job has no folder, and is none."""
        if outcome.kind.is_savepoint and outcome.savepoint:
            self.note(
                SavepointEnded(
                    outcome.ended_ms,
                    outcome.checkpoint_id,
                    outcome.kind.value,
                    outcome.savepoint,
                    "" if outcome.completed else first_line(outcome.why),
                    requested_by=outcome.requested_by,
                )
            )


def _placed(event: AttemptFailed, graph: ExecutionGraph, task: TaskId, state: TaskState) -> AttemptFailed:
    """With the place of the failure."""
    work, where = graph.work_of(task), state.registration
    if not isinstance(work, Subtask):
        return event
    vertex = graph.job.vertex(work.vertex)
    return replace(
        event,
        task=f"{vertex.display_name} ({work.index + 1}/{vertex.parallelism}) - execution #{state.attempt_number}",
        vertex=vertex.head.operator_id,
        subtask=work.index,
        host="" if where is None else where.host,
        executor="" if where is None else where.executor,
        process=0 if where is None else where.process,
    )
