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
from pyrite.runtime.master.job_events import OutputsFoundEvent, TaskId
from pyrite.runtime.master.job_instructions import AbortHere, Instruction, RepeatStages
from pyrite.runtime.master.region_attempt import RegionAttempt
from pyrite.runtime.master.region_restarts import RegionRestarts
from pyrite.runtime.master.task_state import TaskPhase

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Plan:
    """What a repeat keeps."""

    kept: tuple[TaskId, ...]
    repeated: tuple[TaskId, ...]
    drop_from: int
    """The first level whose outputs, if Spark has any, are dropped."""


class StageRepeats(RegionRestarts):
    """The repeats of stages within one attempt of a batch job, which is one region."""

    def fail(self, region: RegionAttempt, error: Exception, now_ms: int) -> list[Instruction]:
        """A task has failed: those that run are cancelled. Enumerators stay: some of their readers may be kept."""
        region.cause, region.ending_ms = error, now_ms
        return region.cancelled()

    def go_down(self, region: RegionAttempt) -> None:
        """Nothing of the Spark job is left. What tasks have handed in stays until it is known which ones are kept."""
        region.is_down = region.waits_for_judgement = True
        for task, state in region.tasks.items():
            if state.phase is not TaskPhase.EXPECTED:
                region.enter(task, TaskPhase.GONE)

    def why_not(self, region: RegionAttempt, looked_up: OutputsFoundEvent) -> str:
        """Why the whole job must restart; empty: a repeat is possible."""
        if looked_up.error is not None:
            return f"Spark's outputs could not be looked up: {looked_up.error}"
        for task in self._plan(region, looked_up.outputs).repeated:
            sink = self._sink_that_writes_at_once(task)
            if sink and region.tasks[task].registration is not None:
                return f"sink '{sink}' writes records before the job commits, and would write some of them twice"
        return ""

    def repeat(self, region: RegionAttempt, outputs: frozenset[TaskId], now_ms: int) -> list[Instruction]:
        """Runs again what is not kept. Raises where a source cannot start; the region is down then, as before."""
        plan = self._plan(region, outputs)
        part = region.region.in_attempt(self._attempt.newest_number + 1)
        self._sources.repeat(part, [self._attempt.work(task) for task in plan.kept], now_ms)
        repeated: list[Instruction] = []
        if handed_in := self._attempt.handed_in(plan.repeated):
            repeated.append(AbortHere(handed_in))
        again = RegionAttempt(part, None, None, now_ms)
        again.adopt({task: region.tasks[task] for task in plan.kept})
        self._attempt.regions[part.number] = again
        self._attempt.tasks.update(again.tasks)
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
        works = [self._attempt.work(task) for task in others if self._vertex(task) in kept_vertices]
        return all(self._sources.can_repeat(work) for work in works if isinstance(work, Subtask))

    def _vertex(self, task: TaskId) -> int:
        """Of a task's work; -1 for a relay, which is no source."""
        work = self._attempt.work(task)
        return work.vertex if isinstance(work, Subtask) else -1

    def _sink_that_writes_at_once(self, task: TaskId) -> str:
        """The name of a sink in a task that publishes records before the job commits, or empty."""
        work = self._attempt.work(task)
        if not isinstance(work, Subtask):
            return ""
        for chained in self._attempt.graph.job.vertex(work.vertex).operators:
            spec = chained.node.operator
            if isinstance(spec, SinkSpec) and not spec.has_committer:
                return chained.node.name
        return ""
