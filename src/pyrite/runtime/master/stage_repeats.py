"""StageRepeats: a batch job whose failed stage runs again, over what the stages before it have written. Pure.

A failure cancels the tasks that run, and the Spark job. When they are gone, and the restart strategy lets the job run
again, the JobMaster looks up which outputs Spark still has, and the Spark job runs once more under the next number:

- A task is kept if it has finished and Spark has its output. All others run again, and what they have handed in before
  is aborted.
- No task is kept that has read an output which is written again: a function may write something else the second time,
  or send it elsewhere. So the first level that is not complete is the last one of which tasks are kept.
- A source whose readers are kept in part gives the others the splits that they had. Where it cannot, the whole level
  runs again, with a new enumerator.
- A sink that writes before the job commits would write twice: the whole job restarts instead.

If Spark loses another output meanwhile, a kept task registers again: that is a failure like any other.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from pyrite.graph.execution_graph import Subtask
from pyrite.operators.sink import SinkSpec
from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.decisions import Decision, FailAttempt
from pyrite.runtime.master.job_events import OutputsFoundEvent, TaskId
from pyrite.runtime.master.job_instructions import AbortHere, FindOutputs, RepeatStages
from pyrite.runtime.master.job_sources import JobSources
from pyrite.runtime.master.region_attempt import RegionAttempt, RegionPhase
from pyrite.runtime.master.roster import Roster
from pyrite.runtime.wire.task_state import TaskPhase

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Plan:
    """What a repeat keeps."""

    kept: tuple[TaskId, ...]
    repeated: tuple[TaskId, ...]
    drop_from: int
    """The first level whose outputs, if Spark has any, are dropped."""


class StageRepeats:
    """The repeats of stages within one attempt of a batch job, which is one region."""

    def __init__(self, roster: Roster, settings: AttemptSettings, sources: JobSources) -> None:
        self._roster = roster
        self._settings = settings
        self._sources = sources

    @property
    def _region(self) -> RegionAttempt:
        return self._roster.regions[0]

    def fail(self, region: RegionAttempt, error: Exception, now_ms: int) -> list[Decision]:
        """A task has failed: those that run are cancelled. Enumerators stay: some of their readers may be kept."""
        return [*region.end(error, now_ms)]

    def settle(self, now_ms: int) -> list[Decision]:
        """The Spark job goes down. What tasks have handed in stays until it is known which ones are kept."""
        region = self._region
        is_ending, waited_ms = region.phase is RegionPhase.ENDING, now_ms - region.ending_ms
        if is_ending and region.has_ended(waited_ms, self._settings.heartbeat_timeout_ms):
            region.phase = RegionPhase.DOWN
            for task, state in list(region.tasks.items()):
                if state.is_there:
                    region.enter(task, TaskPhase.GONE, now_ms)
        return []

    def restart_due(self, now_ms: int) -> list[Decision]:
        """Once the time of the restart has come, it is looked up which outputs are kept."""
        region = self._region
        if region.phase is not RegionPhase.RESTARTING or now_ms < region.restart_ms:
            return []
        region.phase = RegionPhase.BEGINNING
        return [FindOutputs(region.region.number)]

    def begin(self, looked_up: OutputsFoundEvent, now_ms: int) -> list[Decision]:
        """Runs again what is not complete, or fails the attempt, so that the whole job restarts."""
        region = self._region
        if region.phase is not RegionPhase.BEGINNING:
            return []  # it was asked for a former attempt
        assert region.cause is not None
        if why_not := self._why_not(region, looked_up):
            name = self._roster.graph.job.job_name
            _log.warning("job '%s' cannot repeat stages and restarts: %s", name, why_not)
            return [FailAttempt(region.cause, is_restart_granted=True)]
        try:
            return self._repeat(region, looked_up.outputs, now_ms)
        except Exception as error:
            return [FailAttempt(error)]

    def _why_not(self, region: RegionAttempt, looked_up: OutputsFoundEvent) -> str:
        """Why the whole job must restart; empty: a repeat is possible."""
        if looked_up.error is not None:
            return f"Spark's outputs could not be looked up: {looked_up.error}"
        for task in self._plan(region, looked_up.outputs).repeated:
            sink = self._sink_that_writes_at_once(task)
            if sink and region.tasks[task].registration is not None:
                return f"sink '{sink}' writes records before the job commits, and would write some of them twice"
        return ""

    def _repeat(self, region: RegionAttempt, outputs: frozenset[TaskId], now_ms: int) -> list[Decision]:
        """Runs again what is not kept. Raises where a source cannot start."""
        plan = self._plan(region, outputs)
        part = region.region.in_attempt(self._roster.newest_number + 1)
        self._sources.repeat(part, [self._roster.work(task) for task in plan.kept], now_ms)
        repeated: list[Decision] = []
        if handed_in := self._roster.handed_in(plan.repeated):
            repeated.append(AbortHere(handed_in))
        again = RegionAttempt(part, None, None, now_ms, RegionPhase.RUNNING)
        again.adopt({task: region.tasks[task] for task in plan.kept})
        self._roster.regions[part.number] = again
        name = part.graph.job.job_name
        _log.warning("job '%s' runs again: %d tasks, %d are kept", name, len(plan.repeated), len(plan.kept))
        return [*repeated, RepeatStages(part, plan.drop_from)]

    def _plan(self, region: RegionAttempt, outputs: frozenset[TaskId]) -> _Plan:
        kept: list[TaskId] = []
        levels = region.region.graph.levels
        for number, level in enumerate(levels):
            tasks = [(number, pid) for pid in range(len(level.work))]
            complete = [task for task in tasks if task in outputs and region.tasks[task].finished]
            if len(complete) == len(tasks):
                kept += tasks
                continue
            in_part = self._can_be_kept_in_part(tasks, complete, outputs)
            return self._planned(region, kept + complete if in_part else kept, number + 1 if in_part else number)
        return self._planned(region, kept, len(levels))

    def _planned(self, region: RegionAttempt, kept: Iterable[TaskId], drop_from: int) -> _Plan:
        kept_tasks = dict.fromkeys(kept)
        return _Plan(tuple(kept_tasks), tuple(task for task in region.tasks if task not in kept_tasks), drop_from)

    def _can_be_kept_in_part(self, tasks: list[TaskId], complete: list[TaskId], outputs: frozenset[TaskId]) -> bool:
        """Whether the complete tasks of a level can be kept, though the others run again."""
        others = [task for task in tasks if task not in complete]
        if any(task in outputs for task in others):  # Spark would not run them, and their committables never arrived
            return False
        kept_vertices = {self._vertex(task) for task in complete}
        works = [self._roster.work(task) for task in others if self._vertex(task) in kept_vertices]
        return all(self._sources.can_repeat(work) for work in works if isinstance(work, Subtask))

    def _vertex(self, task: TaskId) -> int:
        """Of a task's work; -1 for a relay, which is no source."""
        work = self._roster.work(task)
        return work.vertex if isinstance(work, Subtask) else -1

    def _sink_that_writes_at_once(self, task: TaskId) -> str:
        """The name of a sink in a task that publishes records before the job commits, or empty."""
        work = self._roster.work(task)
        if not isinstance(work, Subtask):
            return ""
        for chained in self._roster.graph.job.vertex(work.vertex).operators:
            spec = chained.node.operator
            if isinstance(spec, SinkSpec) and not spec.has_committer:
                return chained.node.name
        return ""
