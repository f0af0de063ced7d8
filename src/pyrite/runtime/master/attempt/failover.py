"""Failover: the scope of a task's failure. An attempt has exactly one Failover. Pure: events in, decisions out.

- `FullRestart`: the attempt fails, and the job restarts as a whole.
- `RegionRestarts`: the region of the task fails, while the others keep running.
- `StageRepeats`: the incomplete stages of a batch job fail, and run again on the outputs of the stages before them.

`RegionRestarts` and `StageRepeats` cancel the region of a failed task. When its Spark job and its tasks have ended,
the region is down (`RegionDown`): JobMasterCore decides when it restarts, or fails the attempt.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Optional, Protocol

from pyrite.graph.execution_graph import Subtask
from pyrite.operators.sink import SinkSpec
from pyrite.runtime.master.attempt.attempt_facts import RegionDown, RepeatRefused
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.attempt.attempt_tasks import AttemptTasks
from pyrite.runtime.master.attempt.decisions import (
    Decision,
    FailAttempt,
    FailVertex,
    PartEvent,
    RegionDownEvent,
    RegionFailedEvent,
    RegionStartedEvent,
)
from pyrite.runtime.master.attempt.job_sources import JobSources
from pyrite.runtime.master.attempt.region_attempt import RegionAttempt, RegionPhase
from pyrite.runtime.master.attempt.restore_plan import restore_plan_from
from pyrite.runtime.master.checkpoint.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.master.job_events import AttemptBegunEvent, OutputsFoundEvent, TaskId
from pyrite.runtime.master.job_instructions import (
    AbortHere,
    BeginAttempt,
    FindOutputs,
    RepeatStages,
    RunSparkJob,
)
from pyrite.runtime.wire.task_state import TaskPhase, TaskState

_log = logging.getLogger(__name__)


class Failover(Protocol):
    """The restarts within one attempt."""

    def fail(self, region: RegionAttempt, error: Exception, now_ms: int) -> list[Decision]:
        """A task of a region has failed."""

    def settle(self, now_ms: int) -> list[Decision]:
        """Called after each event: takes regions down whose tasks have all ended."""

    def restart_due(self, now_ms: int) -> list[Decision]:
        """Prepares the restart of regions whose delay has passed."""

    def begin(self, prepared: AttemptBegunEvent | OutputsFoundEvent, now_ms: int) -> list[Decision]:
        """Starts a region whose restart is prepared."""


class FullRestart:
    """A failure ends the attempt."""

    def fail(self, region: RegionAttempt, error: Exception, now_ms: int) -> list[Decision]:
        return [FailAttempt(error, region.region.number)]

    def settle(self, now_ms: int) -> list[Decision]:
        return []

    def restart_due(self, now_ms: int) -> list[Decision]:
        return []

    def begin(self, prepared: AttemptBegunEvent | OutputsFoundEvent, now_ms: int) -> list[Decision]:
        return []  # prepared for a previous attempt


class RegionRestarts:
    """Regions of a streaming job restart alone, while the others keep running.

    Pending checkpoints are aborted, and no checkpoint begins until all regions run again. A region goes down only when
    no checkpoint is being stored. It then gets an attempt number from the log, and restores the newest checkpoint.
    """

    def __init__(
        self,
        attempt_tasks: AttemptTasks,
        settings: AttemptSettings,
        sources: JobSources,
        coordinator: Optional[CheckpointCoordinator],
        notify: Callable[[PartEvent], None],
    ) -> None:
        """`notify` passes an event to all parts of the attempt."""
        self._attempt_tasks = attempt_tasks
        self._settings = settings
        self._sources = sources
        self._coordinator = coordinator
        self._notify = notify

    def fail(self, region: RegionAttempt, error: Exception, now_ms: int) -> list[Decision]:
        """A task of the region has failed: cancels the others."""
        cancelled = region.end(error, now_ms)
        self._sources.close(region.region)
        self._notify(RegionFailedEvent(region.region, _why(region)))
        return [*cancelled]

    def settle(self, now_ms: int) -> list[Decision]:
        """Takes regions down whose tasks have all ended, once it is decided which checkpoint they restore."""
        if self._coordinator is not None and self._coordinator.is_storing:
            return []
        settled: list[Decision] = []
        for region in self._attempt_tasks.regions:
            is_ending, waited_ms = region.phase is RegionPhase.ENDING, now_ms - region.ending_ms
            if is_ending and region.has_ended(waited_ms, self._settings.heartbeat_timeout_ms):
                if given_up := self._given_up(region):
                    settled.append(AbortHere(given_up))
                self._notify(RegionDownEvent(region.region, _why(region)))
                settled.append(_down(region, region.tasks))
                region.forget_tasks()  # later messages of these tasks are ignored
                region.enter_phase(RegionPhase.DOWN)
        return settled

    def _given_up(self, region: RegionAttempt) -> dict[tuple[int, int], list[object]]:
        """The committables of its tasks, unless a savepoint may hold them."""
        may_be_in_savepoint = self._coordinator is not None and self._coordinator.has_triggered
        return {} if may_be_in_savepoint else self._attempt_tasks.pending_committables(region.tasks)

    def restart_due(self, now_ms: int) -> list[Decision]:
        """Starts regions whose delay has passed; with checkpoints, their attempt numbers come from the log."""
        begun: list[Decision] = []
        for region in self._attempt_tasks.regions:
            if region.phase is RegionPhase.RESTARTING and now_ms >= region.restart_ms:
                region.enter_phase(RegionPhase.BEGINNING)
                number = region.region.number
                if self._coordinator is not None:
                    begun.append(BeginAttempt(region=number))
                else:
                    begun += self._start(
                        AttemptBegunEvent(self._attempt_tasks.newest_number + 1, None, 1, number), now_ms
                    )
        return begun

    def begin(self, prepared: AttemptBegunEvent | OutputsFoundEvent, now_ms: int) -> list[Decision]:
        return self._start(prepared, now_ms) if isinstance(prepared, AttemptBegunEvent) else []

    def _start(self, begun: AttemptBegunEvent, now_ms: int) -> list[Decision]:
        """Starts a region that was down, from its part of a checkpoint."""
        assert begun.region is not None
        regions = self._attempt_tasks.regions
        if regions[begun.region].phase is not RegionPhase.BEGINNING:
            return []  # prepared for a previous attempt
        part = regions[begun.region].region.in_attempt(begun.attempt)
        try:
            restoring = restore_plan_from(begun.manifest, part.graph.job, self._settings)
        except Exception as error:
            return [FailAttempt(error, begun.region)]
        region = regions[begun.region] = RegionAttempt(part, begun.manifest, restoring, now_ms)
        self._notify(RegionStartedEvent(part))
        try:
            self._sources.start(part, restoring, now_ms)
        except Exception as error:
            region.spark_ended_ms = now_ms  # no Spark job was started
            return [FailVertex(part.vertices[0].id, error)]
        return [RunSparkJob(part)]


@dataclass(frozen=True)
class _Plan:
    """The tasks that a repeat keeps, and those that it runs again."""

    kept_tasks: tuple[TaskId, ...]
    repeated_tasks: tuple[TaskId, ...]
    drop_from: int
    """The first level whose outputs, if Spark has any, are dropped."""


class StageRepeats:
    """The stages of a batch job, which is one region, run again on the outputs of the stages before them.

    When all tasks have ended, and the restart strategy grants a restart, the JobMaster looks up which outputs Spark
    still has, and the Spark job runs again under the next attempt number:

    - A task is kept if it has finished and Spark has its output. All others run again, and their committables are
      aborted.
    - A task is not kept if it has read an output that is written again: a function may write different records the
      second time, or partition them differently. So the first incomplete level is the last level with kept tasks.
    - A source with some kept readers assigns the other readers the same splits again. If it cannot, the whole level
      runs again with a new enumerator.
    - A sink that writes before the job commits would write twice: the whole job restarts instead.

    If Spark loses another output meanwhile, a kept task registers again, which is handled as an ordinary failure.
    """

    def __init__(self, attempt_tasks: AttemptTasks, settings: AttemptSettings, sources: JobSources) -> None:
        self._attempt_tasks = attempt_tasks
        self._settings = settings
        self._sources = sources

    @property
    def _region(self) -> RegionAttempt:
        return self._attempt_tasks.regions[0]

    def fail(self, region: RegionAttempt, error: Exception, now_ms: int) -> list[Decision]:
        """A task has failed: cancels the running tasks.

        Enumerators stay open, since some of their readers may be kept.
        """
        return [*region.end(error, now_ms)]

    def settle(self, now_ms: int) -> list[Decision]:
        """Takes the region down. Committables stay until the kept tasks are known."""
        region = self._region
        is_ending, waited_ms = region.phase is RegionPhase.ENDING, now_ms - region.ending_ms
        if is_ending and region.has_ended(waited_ms, self._settings.heartbeat_timeout_ms):
            region.enter_phase(RegionPhase.DOWN)
            for task, state in list(region.tasks.items()):
                if state.is_connected:
                    region.enter(task, TaskPhase.GONE, now_ms)
            return [_down(region, {task: state for task, state in region.tasks.items() if not state.finished})]
        return []

    def restart_due(self, now_ms: int) -> list[Decision]:
        """Looks up the outputs that Spark has, once the delay has passed."""
        region = self._region
        if region.phase is not RegionPhase.RESTARTING or now_ms < region.restart_ms:
            return []
        region.enter_phase(RegionPhase.BEGINNING)
        return [FindOutputs(region.region.number)]

    def begin(self, prepared: AttemptBegunEvent | OutputsFoundEvent, now_ms: int) -> list[Decision]:
        return self._begin(prepared, now_ms) if isinstance(prepared, OutputsFoundEvent) else []

    def _begin(self, looked_up: OutputsFoundEvent, now_ms: int) -> list[Decision]:
        """Runs the incomplete stages again, or requests a restart of the whole job."""
        region = self._region
        if region.phase is not RegionPhase.BEGINNING:
            return []  # prepared for a previous attempt
        assert region.cause is not None
        if why_not := self._why_not(region, looked_up):
            name = self._attempt_tasks.graph.job.job_name
            _log.warning("job '%s' cannot repeat stages and restarts: %s", name, why_not)
            return [RepeatRefused(region.region.number, region.cause)]
        try:
            return self._repeat(region, looked_up.outputs, now_ms)
        except Exception as error:
            return [FailAttempt(error)]

    def _why_not(self, region: RegionAttempt, looked_up: OutputsFoundEvent) -> str:
        """The reason why the whole job must restart; empty if a repeat is possible."""
        if looked_up.error is not None:
            return f"Spark's outputs could not be looked up: {looked_up.error}"
        for task in self._plan(region, looked_up.outputs).repeated_tasks:
            sink = self._sink_that_writes_at_once(task)
            if sink and region.tasks[task].registration is not None:
                return f"sink '{sink}' writes records before the job commits, and would write some of them twice"
        return ""

    def _repeat(self, region: RegionAttempt, outputs: frozenset[TaskId], now_ms: int) -> list[Decision]:
        """Runs all tasks again that are not kept. Raises if a source cannot start."""
        plan = self._plan(region, outputs)
        part = region.region.in_attempt(self._attempt_tasks.newest_number + 1)
        self._sources.repeat(part, [self._attempt_tasks.work(task) for task in plan.kept_tasks], now_ms)
        repeated: list[Decision] = []
        if pending_committables := self._attempt_tasks.pending_committables(plan.repeated_tasks):
            repeated.append(AbortHere(pending_committables))
        again = RegionAttempt(part, None, None, now_ms, RegionPhase.RUNNING)
        again.adopt({task: region.tasks[task] for task in plan.kept_tasks})
        self._attempt_tasks.regions[part.number] = again
        name = part.graph.job.job_name
        counts = len(plan.repeated_tasks), len(plan.kept_tasks)
        _log.warning("job '%s' runs again: %d tasks, %d are kept", name, *counts)
        return [*repeated, RepeatStages(part, plan.drop_from)]

    def _plan(self, region: RegionAttempt, outputs: frozenset[TaskId]) -> _Plan:
        kept_tasks: list[TaskId] = []
        levels = region.region.graph.levels
        for number, level in enumerate(levels):
            tasks = [(number, pid) for pid in range(len(level.work))]
            complete = [task for task in tasks if task in outputs and region.tasks[task].finished]
            if len(complete) == len(tasks):
                kept_tasks += tasks
                continue
            in_part = self._can_be_kept_in_part(tasks, complete, outputs)
            kept_tasks += complete if in_part else []
            return self._planned(region, kept_tasks, number + 1 if in_part else number)
        return self._planned(region, kept_tasks, len(levels))

    def _planned(self, region: RegionAttempt, kept_tasks: Iterable[TaskId], drop_from: int) -> _Plan:
        kept_tasks = dict.fromkeys(kept_tasks)
        return _Plan(tuple(kept_tasks), tuple(task for task in region.tasks if task not in kept_tasks), drop_from)

    def _can_be_kept_in_part(self, tasks: list[TaskId], complete: list[TaskId], outputs: frozenset[TaskId]) -> bool:
        """Whether the complete tasks of a level can be kept while the others run again."""
        others = [task for task in tasks if task not in complete]
        if any(task in outputs for task in others):  # Spark would not run them, and their committables never arrived
            return False
        kept_vertices = {self._vertex(task) for task in complete}
        works = [self._attempt_tasks.work(task) for task in others if self._vertex(task) in kept_vertices]
        return all(self._sources.can_repeat(work) for work in works if isinstance(work, Subtask))

    def _vertex(self, task: TaskId) -> int:
        """The vertex of a task's work; -1 for a relay, which is not a source."""
        work = self._attempt_tasks.work(task)
        return work.vertex if isinstance(work, Subtask) else -1

    def _sink_that_writes_at_once(self, task: TaskId) -> str:
        """The name of a sink in a task that publishes records before the job commits, or empty."""
        work = self._attempt_tasks.work(task)
        if not isinstance(work, Subtask):
            return ""
        for chained in self._attempt_tasks.graph.job.vertex(work.vertex).operators:
            spec = chained.node.operator
            if isinstance(spec, SinkSpec) and not spec.has_committer:
                return chained.node.name
        return ""


def make_failover(
    attempt_tasks: AttemptTasks,
    settings: AttemptSettings,
    sources: JobSources,
    coordinator: Optional[CheckpointCoordinator],
    notify: Callable[[PartEvent], None],
) -> Failover:
    """The Failover of an attempt."""
    if settings.repeats_stages:
        return StageRepeats(attempt_tasks, settings, sources)
    if len(attempt_tasks.regions) > 1:
        return RegionRestarts(attempt_tasks, settings, sources, coordinator, notify)
    return FullRestart()


def _down(region: RegionAttempt, tasks: Mapping[TaskId, TaskState]) -> RegionDown:
    assert region.cause is not None
    names = tuple(vertex.name for vertex in region.region.vertices)
    return RegionDown(region.region.number, region.number, region.cause, names, tasks)


def _why(region: RegionAttempt) -> str:
    return f"a region of the job failed and restarts: {region.cause}"
