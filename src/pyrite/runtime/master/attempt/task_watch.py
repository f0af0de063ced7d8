"""TaskWatch: detects tasks that have not started, that no longer report, or that hang."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional

from pyrite.core.errors import ExchangeIntrusionError, SlotsUnavailableError, TaskLostError
from pyrite.core.metrics.declared_metrics import CURRENT_STEP_PLACE, CURRENT_STEP_TIME, SENDER_SILENCE
from pyrite.runtime.master.attempt.attempt_phase import AttemptPhase
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.attempt.region_attempt import RegionAttempt, RegionPhase
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire.task_state import TaskPhase, TaskState

STARVED_TIMEOUTS: Final = 4
"""The number of heartbeat timeouts that the first frame of a sender may take: a loaded machine is slow at first."""


class TaskWatch:
    """Detects failures without a message: silent, hanging or missing tasks, and Spark jobs that are over."""

    def __init__(self, settings: AttemptSettings) -> None:
        self._settings = settings

    def failure_of(
        self, region: RegionAttempt, phase: AttemptPhase, now_ms: int, describe: Callable[[TaskId], str]
    ) -> Optional[Exception]:
        """The first failure detected in a region of a working attempt."""
        failure = None if self._settings.batch else self._late_start(region, now_ms)
        if failure is None and phase is AttemptPhase.RUNNING:
            failure = self._missing_end(region, now_ms)
        return failure or self._lost_task(region, now_ms, describe)

    def _late_start(self, region: RegionAttempt, now_ms: int) -> Optional[Exception]:
        """Tasks of a region, which must run at the same time, have not started in time."""
        missing = region.missing
        if not missing or now_ms - region.started_ms <= self._settings.slot_timeout_ms:
            return None
        return SlotsUnavailableError(_slots_message(region.region.graph.slots, missing))

    def _missing_end(self, region: RegionAttempt, now_ms: int) -> Optional[Exception]:
        """The Spark job ended long ago, but tasks have not reported their end."""
        if region.spark_ended_ms is None or now_ms - region.spark_ended_ms <= self._settings.heartbeat_timeout_ms:
            return None
        return TaskLostError("the Spark job ended, but not all of its tasks reported that they finished")

    def _lost_task(self, region: RegionAttempt, now_ms: int, describe: Callable[[TaskId], str]) -> Optional[Exception]:
        """The first task that is silent, hanging or starved."""
        for task, state in region.tasks.items():
            silent_ms = now_ms - region.heard_ms.get(task, now_ms)
            if state.is_connected and silent_ms > self._settings.heartbeat_timeout_ms:
                return TaskLostError(f"{describe(task)} has sent no heartbeat for {silent_ms / 1000:.0f} s")
            if self._hangs(state, now_ms):
                return self._hanging(describe(task), state, now_ms)
            if self._is_starved(region, state):
                return ExchangeIntrusionError(_starved_message(describe(task), state))
        return None

    def _is_starved(self, region: RegionAttempt, state: TaskState) -> bool:
        """Whether a task has had no frame of one of its senders, although all tasks have long been open."""
        timeout_ms = STARVED_TIMEOUTS * self._settings.heartbeat_timeout_ms
        if state.report[SENDER_SILENCE] <= timeout_ms or region.phase is not RegionPhase.RUNNING:
            return False
        opened_ms = max(each.since_ms.get(TaskPhase.RUNNING, 0) for each in region.tasks.values())
        return state.reported_ms - opened_ms > timeout_ms

    def _hangs(self, state: TaskState, now_ms: int) -> bool:
        """Whether a task hangs although its watchdog answers: in a user function, or holding the interpreter's lock."""
        works = state.phase in (TaskPhase.DEPLOYED, TaskPhase.RUNNING, TaskPhase.FINISHED)
        return (
            bool(self._settings.hang_timeout_ms) and works and _stuck_ms(state, now_ms) > self._settings.hang_timeout_ms
        )

    def _hanging(self, task: str, state: TaskState, now_ms: int) -> TaskLostError:
        step = state.report[CURRENT_STEP_PLACE]
        where = f", {step}" if step else ""
        return TaskLostError(
            f"{task} has been in one step for {_stuck_ms(state, now_ms) / 1000:.0f} s: it hangs{where}. If a step may "
            f"take that long, set task.hang-timeout (now {self._settings.hang_timeout_ms} ms)"
        )


def _stuck_ms(state: TaskState, now_ms: int) -> int:
    return state.report[CURRENT_STEP_TIME] + now_ms - state.reported_ms


def _starved_message(task: str, state: TaskState) -> str:
    silence_s = state.report[SENDER_SILENCE] / 1000
    return (
        f"{task} has waited {silence_s:.0f} s for the first frame of a task that sends to it. "
        "A stranger that reaches the ports of Spark's exchange can take a task's place there and get its frames, which "
        "are sealed. Let only the machines of the Spark cluster reach them (docs/guide/security.md)"
    )


def _slots_message(slots: int, missing: int) -> str:
    return (
        f"the job needs {slots} Spark slots at once and {missing} of its tasks have not started in time. "
        "Lower the parallelism, give Spark more cores, or set a smaller spark.task.cpus. If the machines are busy and "
        "start slowly, set a longer slot.request.timeout"
    )
