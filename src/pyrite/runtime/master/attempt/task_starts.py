"""TaskStarts: how the tasks of an attempt come to run: registered, deployed, open. Pure: events in, decisions out."""

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
    """Deploys work to tasks, and lets the parts of the attempt know when they run.

    Streaming: all tasks of a region are deployed together, and sources get their splits when every task is open, so
    that no record waits for a task to start. Batch: each task by itself, as its stage begins.
    """

    def __init__(
        self, attempt_tasks: AttemptTasks, settings: AttemptSettings, notify: Callable[[PartEvent], None]
    ) -> None:
        """`notify` lets the parts of the attempt know of an event."""
        self._attempt_tasks = attempt_tasks
        self._settings = settings
        self._notify = notify

    def registered(self, region: RegionAttempt, task: TaskId, now_ms: int) -> list[Decision]:
        """A task's process is there, and wants to know its work."""
        deployer = self._settings.deployer
        if self._settings.batch:
            return [*region.deployed([task], self._attempt_tasks.graph, deployer, now_ms)]
        if not region.are_all(TaskPhase.REGISTERED):
            return []
        self._place(region)
        return [*region.deployed(region.tasks, self._attempt_tasks.graph, deployer, now_ms)]

    def _place(self, region: RegionAttempt) -> None:
        """Lets subtasks go back to the machines where copies of their state lie."""
        plan = self._settings.checkpoints
        if region.manifest is None or plan is None or not plan.local_recovery:
            return
        region.bind_to_hosts()
        self._attempt_tasks.graph = region.region.placed_in(self._attempt_tasks.graph)
        self._notify(PlacedEvent(self._attempt_tasks.graph))

    def opened(self, region: RegionAttempt, task: TaskId) -> None:
        """A task can work."""
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
        """Every task has reported its end at once: the checkpoint that they restored was taken after it."""
        for region in self._attempt_tasks.regions:
            region.enter_phase(RegionPhase.RUNNING)
        self._notify(AllRunningEvent())
