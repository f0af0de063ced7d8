"""RegionAttempt: the tasks of one region from the start of their Spark job to its end. A pure data holder.

A job that restarts as a whole is one region. Of several regions, each restarts alone: its tasks are canceled, and when
all have ended and no checkpoint is being stored, it is down. It then waits for its restart, the next RegionAttempt.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Final, Optional

from pyrite.checkpoint.manifest import Manifest
from pyrite.graph.execution_graph import ExecutionGraph, Level, Subtask, Work
from pyrite.graph.region import Region
from pyrite.runtime.master.attempt.attempt_settings import Deployer
from pyrite.runtime.master.attempt.restore_plan import RestorePlan
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.job_instructions import CancelSparkJob, Instruction, Send
from pyrite.runtime.master.transitions import Edges, PhaseLog
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import WATCHDOG_GRACE_MS
from pyrite.runtime.wire.task_state import TaskPhase, TaskState

_SYMPTOM_MS = 1000
"""How long a broken input waits for a report of its cause before it is treated as the cause itself."""


class RegionPhase(Enum):
    """The lifecycle of a region's tasks as a whole."""

    STARTING = "its tasks register, are deployed and open"
    RUNNING = "every task has opened, and sources receive splits"
    ENDING = "its tasks are canceled because one has failed"
    DOWN = "all of its tasks have ended; the decision on its restart is pending"
    RESTARTING = "it waits for the delay of its restart"
    BEGINNING = "its restart is being logged, or the outputs that Spark has are being looked up"

    @property
    def is_down(self) -> bool:
        """Whether all of its tasks have ended, and the checkpoint that it restores is decided."""
        return self in (RegionPhase.DOWN, RegionPhase.RESTARTING, RegionPhase.BEGINNING)

    @property
    def is_ending(self) -> bool:
        """Whether its tasks are canceled or have ended."""
        return self is RegionPhase.ENDING or self.is_down


EDGES: Final[Edges[RegionPhase]] = {
    (RegionPhase.STARTING, RegionPhase.RUNNING): "every task is open",
    (RegionPhase.STARTING, RegionPhase.ENDING): "a task has failed, or has not started in time",
    (RegionPhase.RUNNING, RegionPhase.ENDING): "a task has failed",
    (RegionPhase.ENDING, RegionPhase.DOWN): "its Spark job and its tasks have ended, and no checkpoint is being stored",
    (RegionPhase.DOWN, RegionPhase.RESTARTING): "the restart strategy grants a restart",
    (RegionPhase.RESTARTING, RegionPhase.BEGINNING): "the delay of the restart has passed",
}
"""A region in BEGINNING is followed by its next attempt, which is STARTING (in batch RUNNING)."""


class RegionAttempt:
    """The states of a region's tasks, and the phase of the region as a whole."""

    def __init__(
        self,
        region: Region,
        manifest: Optional[Manifest],
        restoring: Optional[RestorePlan],
        now_ms: int = 0,
        phase: RegionPhase = RegionPhase.STARTING,
    ) -> None:
        """Tasks of a batch job start one after another: its region is RUNNING from the start."""
        self.region = region
        self.manifest = manifest
        self.restoring = restoring
        self.started_ms = now_ms
        self.phase = phase
        self._phases = PhaseLog[RegionPhase]()
        self.tasks: dict[TaskId, TaskState] = dict.fromkeys(region.tasks, self._expected(now_ms))
        self.heard_ms: dict[TaskId, int] = {}
        """The time of each task's last message or heartbeat."""
        self._in_phase = Counter({TaskPhase.EXPECTED: len(self.tasks)})
        self.spark_ended_ms: Optional[int] = None
        self.cause: Optional[Exception] = None
        self.ending_ms = 0
        """The time at which the region began to end."""
        self.restart_ms = 0
        """In RESTARTING: the time of the restart."""
        self._symptom: Optional[tuple[Exception, int]] = None

    @property
    def number(self) -> int:
        """The attempt number, in the sequence of all attempts of the job and of its regions."""
        return self.region.graph.attempt

    @property
    def restored_id(self) -> Optional[int]:
        """The checkpoint that the region was restored from."""
        return None if self.manifest is None else self.manifest.checkpoint_id

    def validate(self) -> None:
        """Raises AssertionError if the region's state is inconsistent. For the simulation."""
        counted = Counter(state.phase for state in self.tasks.values())
        assert counted == +self._in_phase, f"{counted} against {self._in_phase}"
        assert set(self.tasks) == set(self.region.tasks)
        self._phases.validate(EDGES)
        if self.phase.is_ending:
            assert self.cause is not None

    def enter_phase(self, phase: RegionPhase) -> None:
        """Moves the region as a whole to a phase."""
        self._phases.note(self.phase, phase)
        self.phase = phase

    def start(self, now_ms: int) -> None:
        """Resets the tasks to EXPECTED: their Spark job is being started."""
        self.started_ms = now_ms
        self.tasks = dict.fromkeys(self.tasks, self._expected(now_ms))

    def _expected(self, now_ms: int) -> TaskState:
        return TaskState(since_ms={TaskPhase.EXPECTED: now_ms}, attempt_number=self.region.graph.attempt_number)

    # Tasks ------------------------------------------------------------------------------------------------------------

    def enter(self, task: TaskId, phase: TaskPhase, now_ms: int, **fields: Any) -> None:
        """Moves a task to a phase. Counts per phase are kept, so that no event has to scan all tasks."""
        state = self.tasks[task]
        self._in_phase[state.phase] -= 1
        self._in_phase[phase] += 1
        self.tasks[task] = replace(state, phase=phase, since_ms={**state.since_ms, phase: now_ms}, **fields)

    def adopt(self, finished_tasks: Mapping[TaskId, TaskState]) -> None:
        """Batch: takes over the states of tasks that finished in an earlier run and whose output Spark still has."""
        for task, state in finished_tasks.items():
            self.enter(task, TaskPhase.GONE, self.started_ms)
            self.tasks[task] = replace(state, phase=TaskPhase.GONE)

    def count(self, *phases: TaskPhase) -> int:
        return sum(self._in_phase[phase] for phase in phases)

    def are_all(self, *phases: TaskPhase) -> bool:
        return self.count(*phases) == len(self.tasks)

    @property
    def missing(self) -> int:
        """The number of tasks that have not started; 0 if the region is ending."""
        return 0 if self.phase.is_ending else self.count(TaskPhase.EXPECTED)

    def cancelled(self) -> list[Instruction]:
        """The instructions that end its tasks and its Spark job."""
        there = [task for task, state in self.tasks.items() if state.is_connected]
        return [*(Send(task, messages.Cancel()) for task in there), CancelSparkJob(self.region.number)]

    def bind_to_hosts(self) -> None:
        """Assigns subtasks to the hosts that have local copies of their state. All tasks must have registered."""
        assert self.manifest is not None
        graph = self.region.graph
        hosts = {
            self.region.own_task(task): state.registration.host
            for task, state in self.tasks.items()
            if state.registration is not None
        }
        self.region = Region(self.region.number, bind(graph, hosts, hosts_in(self.manifest, graph)), self.region.pids)

    def deployed(
        self, tasks: Iterable[TaskId], graph: ExecutionGraph, deployer: Deployer, now_ms: int
    ) -> list[Instruction]:
        """The messages that deploy work to tasks. `graph` is the graph of the whole job."""
        sent: list[Instruction] = []
        for task in list(tasks):
            work = graph.work_of(task)
            restore = None
            if self.restoring is not None and isinstance(work, Subtask):
                restore = self.restoring.of(work)
            sent.append(Send(task, deployer(self.region.graph, *self.region.own_task(task), restore)))
            self.enter(task, TaskPhase.DEPLOYED, now_ms, reported_ms=now_ms)
        return sent

    def reads(self, task: TaskId, work: Subtask) -> bool:
        """Whether a subtask takes splits. One that was restored as finished does not, even before it reports so."""
        had_finished = self.restoring is not None and self.restoring.had_finished(work)
        return self.tasks[task].phase is TaskPhase.RUNNING and not had_finished

    # End --------------------------------------------------------------------------------------------------------------

    def note_symptom(self, error: Exception, now_ms: int) -> None:
        """Notes an error that is most likely the consequence of a failure not reported yet."""
        self._symptom = self._symptom or (error, now_ms)

    @property
    def symptom(self) -> Optional[Exception]:
        return None if self._symptom is None else self._symptom[0]

    def overdue_symptom(self, now_ms: int) -> Optional[Exception]:
        """The symptom, if no cause was reported in time."""
        if self._symptom is None or now_ms - self._symptom[1] <= _SYMPTOM_MS:
            return None
        return self._symptom[0]

    def next_due_ms(self) -> Optional[int]:
        """The time of the restart, or the time from which the symptom is treated as the cause."""
        if self.phase is RegionPhase.RESTARTING:
            return self.restart_ms
        return None if self._symptom is None or self.phase.is_ending else self._symptom[1] + _SYMPTOM_MS + 1

    def end(self, cause: Exception, now_ms: int) -> list[Instruction]:
        """One of its tasks has failed: cancels the others."""
        self.enter_phase(RegionPhase.ENDING)
        self.cause, self.ending_ms = cause, now_ms
        return self.cancelled()

    def has_ended(self, waited_ms: int, timeout_ms: int) -> bool:
        """Whether its Spark job is over and its tasks have ended, or are presumed dead after a long silence."""
        is_gone = self.are_all(TaskPhase.GONE, TaskPhase.EXPECTED) or waited_ms > timeout_ms + WATCHDOG_GRACE_MS
        return self.spark_ended_ms is not None and is_gone

    def forget_tasks(self) -> None:
        """Resets the states of all tasks, which have ended."""
        self.tasks = dict.fromkeys(self.tasks, TaskState(attempt_number=self.region.graph.attempt_number))
        self._in_phase = Counter({TaskPhase.EXPECTED: len(self.tasks)})

    def restart_at(self, time_ms: int) -> None:
        """Schedules the restart of the region, which is down."""
        self.enter_phase(RegionPhase.RESTARTING)
        self.restart_ms = time_ms


def hosts_in(manifest: Manifest, graph: ExecutionGraph) -> dict[Subtask, str]:
    """The host of each subtask when the checkpoint was taken."""
    return {
        Subtask(vertex.id, index): metrics.host
        for vertex in graph.job.vertices
        for index, metrics in manifest.metrics.get(vertex.head.operator_id, {}).items()
        if metrics.host
    }


def bind(graph: ExecutionGraph, hosts: Mapping[TaskId, str], preferred_hosts: Mapping[Subtask, str]) -> ExecutionGraph:
    """The graph with the work of every level assigned so that subtasks run on their previous hosts where possible."""
    levels = tuple(
        Level(_assign(level.work, [hosts[number, pid] for pid in range(len(level.work))], preferred_hosts))
        for number, level in enumerate(graph.levels)
    )
    return replace(graph, levels=levels)


def _assign(work: tuple[Work, ...], hosts: list[str], preferred_hosts: Mapping[Subtask, str]) -> tuple[Work, ...]:
    free: dict[str, list[int]] = {}
    for pid in reversed(range(len(work))):
        free.setdefault(hosts[pid], []).append(pid)
    placed: dict[int, Work] = {}
    rest: deque[Work] = deque()
    for one in work:
        host = preferred_hosts.get(one) if isinstance(one, Subtask) else None
        if host is not None and free.get(host):
            placed[free[host].pop()] = one
        else:
            rest.append(one)
    for pid in range(len(work)):
        if pid not in placed:
            placed[pid] = rest.popleft()
    return tuple(placed[pid] for pid in range(len(work)))
