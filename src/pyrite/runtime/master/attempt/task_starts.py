"""TaskStarts: starts the tasks of an attempt: registered, deployed, open. Pure: events in, decisions out."""

from __future__ import annotations

from collections.abc import Callable

from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.attempt.attempt_tasks import AttemptTasks
from pyrite.runtime.master.attempt.decisions import (
    AllRunningEvent,
    Decision,
    PartEvent,
    PlacedEvent,
    ReaderOpenedEvent,
    RegionOpenedEvent,
)
from pyrite.runtime.master.attempt.region_attempt import RegionAttempt, RegionPhase
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire.task_state import TaskPhase


class TaskStarts:
    """Deploys work to tasks, and notifies the parts of the attempt when the tasks run.

    Streaming: all tasks of a region are deployed together, and sources get their splits when every task is open, so
    that no record waits for a task to start. Batch: each task by itself, as its stage begins.
    """

    def __init__(
        self, attempt_tasks: AttemptTasks, settings: AttemptSettings, notify: Callable[[PartEvent], None]
    ) -> None:
        """`notify` passes an event to all parts of the attempt."""
        self._attempt_tasks = attempt_tasks
        self._settings = settings
        self._notify = notify

    def registered(self, region: RegionAttempt, task: TaskId, now_ms: int) -> list[Decision]:
        """A task has registered and waits for its deployment."""
        deployer = self._settings.deployer
        if self._settings.batch:
            return [*region.deployed([task], self._attempt_tasks.graph, deployer, now_ms)]
        if not region.are_all(TaskPhase.REGISTERED):
            return []
        self._assign_hosts(region)
        return [*region.deployed(region.tasks, self._attempt_tasks.graph, deployer, now_ms)]

    def _assign_hosts(self, region: RegionAttempt) -> None:
        """Assigns subtasks to the hosts that have local copies of their state."""
        plan = self._settings.checkpoints
        if region.manifest is None or plan is None or not plan.local_recovery:
            return
        region.bind_to_hosts()
        self._attempt_tasks.graph = region.region.placed_in(self._attempt_tasks.graph)
        self._notify(PlacedEvent(self._attempt_tasks.graph))

    def opened(self, region: RegionAttempt, task: TaskId) -> None:
        """A task has opened."""
        if self._settings.batch:
            self._read(region, [task])
        elif region.are_all(TaskPhase.RUNNING, TaskPhase.FINISHED):
            region.enter_phase(RegionPhase.RUNNING)
            self._notify(RegionOpenedEvent(region.region))
            if self._attempt_tasks.is_under_way:
                self._notify(AllRunningEvent())
            self._read(region, list(region.tasks))

    def _read(self, region: RegionAttempt, tasks: list[TaskId]) -> None:
        for task in tasks:
            work = self._attempt_tasks.work(task)
            if isinstance(work, Subtask) and region.reads(task, work):
                self._notify(ReaderOpenedEvent(work))

    def all_had_finished(self) -> None:
        """Every task finished right after its start: the restored checkpoint was taken after the end of all input."""
        for region in self._attempt_tasks.regions:
            region.enter_phase(RegionPhase.RUNNING)
        self._notify(AllRunningEvent())
