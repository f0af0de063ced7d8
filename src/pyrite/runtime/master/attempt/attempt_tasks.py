"""AttemptTasks: the regions and tasks of an attempt with their last reported state. A data holder without decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Optional

from pyrite.core.errors import TaskLostError
from pyrite.graph.execution_graph import ExecutionGraph, Subtask, Work
from pyrite.runtime.master.attempt.region_attempt import RegionAttempt, RegionPhase
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire.job_view import describe_task
from pyrite.runtime.wire.task_state import TaskPhase, TaskState


class AttemptTasks:
    """The tasks of one attempt, as last reported."""

    def __init__(self, graph: ExecutionGraph, regions: Sequence[RegionAttempt]) -> None:
        self.graph = graph
        self.regions = list(regions)
        """Indexed by region number; each is the region's latest attempt."""
        self._region_numbers = {task: number for number, region in enumerate(regions) for task in region.tasks}

    def __len__(self) -> int:
        """The number of tasks."""
        return len(self._region_numbers)

    def tasks(self) -> Mapping[TaskId, TaskState]:
        """All tasks in order, as an immutable snapshot."""
        if len(self.regions) == 1:
            return dict(self.regions[0].tasks)
        return dict(sorted((task, state) for region in self.regions for task, state in region.tasks.items()))

    def state(self, task: TaskId) -> TaskState:
        return self.region_of(task).tasks[task]

    @property
    def stopped_at(self) -> str:
        """The savepoint with which an earlier attempt stopped the job: this attempt only commits pending
        committables.
        """
        manifest = self.regions[0].manifest
        return "" if manifest is None else manifest.stopped_at

    @property
    def newest_number(self) -> int:
        """The highest attempt number of the attempt and of its restarted regions."""
        return max(region.number for region in self.regions)

    @property
    def is_under_way(self) -> bool:
        """Whether every task runs."""
        return all(region.phase is RegionPhase.RUNNING for region in self.regions)

    def region_of(self, task: TaskId) -> RegionAttempt:
        return self.regions[self._region_numbers[task]]

    def enter(self, task: TaskId, phase: TaskPhase, now_ms: int) -> None:
        self.region_of(task).enter(task, phase, now_ms)

    def count(self, *phases: TaskPhase) -> int:
        return sum(region.count(*phases) for region in self.regions)

    def are_all(self, *phases: TaskPhase) -> bool:
        return self.count(*phases) == len(self)

    def running(self) -> list[TaskId]:
        """The running tasks of the regions that are fully running; a batch job has one region."""
        open_regions = [region for region in self.regions if region.phase is RegionPhase.RUNNING]
        return [
            task for region in open_regions for task, state in region.tasks.items() if state.phase is TaskPhase.RUNNING
        ]

    def work(self, task: TaskId) -> Work:
        return self.graph.work_of(task)

    def subtask(self, task: TaskId) -> Subtask:
        work = self.work(task)
        assert isinstance(work, Subtask)
        return work

    def describe(self, task: TaskId) -> str:
        """The text that names a task in messages."""
        return describe_task(self.graph, task)

    def loss_of(self, task: TaskId, how: str) -> TaskLostError:
        """The error for a task whose process is gone."""
        where = self.region_of(task).tasks[task].registration
        process = f" (process {where.process} on {where.host})" if where else ""
        return TaskLostError(f"{self.describe(task)}{process} was lost: {how}")

    def cause_of_symptom(self, error: Exception) -> Exception:
        """The cause of a broken input when the attempt is over: a task that is silent to the end, else the symptom."""
        for region in self.regions:
            silent = [task for task, state in region.tasks.items() if state.is_connected]
            if error is region.symptom and silent:
                region.tasks[silent[0]] = replace(region.tasks[silent[0]], failed=True)
                return self.loss_of(silent[0], "cut off, or its machine is down")
        return error

    def pending_committables(self, tasks: Optional[Iterable[TaskId]] = None) -> dict[tuple[int, int], list[Any]]:
        """The committables of tasks that have finished, by vertex and position in its chain.

        Empty if checkpoints commit them.
        """
        by_operator: dict[tuple[int, int], list[Any]] = {}
        for task in self._region_numbers if tasks is None else tasks:
            for position, committables in self.state(task).committables.items():
                by_operator.setdefault((self.subtask(task).vertex, position), []).extend(committables)
        return by_operator
