"""TaskWatch: finds tasks that are no longer heard of, and those that hang."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Optional

from pyrite.common.errors import TaskLostError
from pyrite.runtime.job_events import TaskId
from pyrite.runtime.task_state import TaskPhase, TaskState


@dataclass(frozen=True)
class TaskWatch:
    """How long a task may be silent, and how long its main loop may make no step (0: for ever), in milliseconds."""

    heartbeat_timeout_ms: int
    hang_timeout_ms: int

    def lost_task(
        self, tasks: Mapping[TaskId, TaskState], now_ms: int, describe: Callable[[TaskId], str]
    ) -> Optional[TaskLostError]:
        """What is wrong with the first task that must be given up."""
        for task, state in tasks.items():
            silent_ms = now_ms - state.heard_ms
            if state.phase not in (TaskPhase.EXPECTED, TaskPhase.GONE) and silent_ms > self.heartbeat_timeout_ms:
                return TaskLostError(f"{describe(task)} has not been heard of for {silent_ms / 1000:.0f} s")
            if self._hangs(state, now_ms):
                return self._hanging(describe(task), state, now_ms)
        return None

    def _hangs(self, state: TaskState, now_ms: int) -> bool:
        """A task whose watchdog answers may yet hang: in the user's function, or with the interpreter's lock held."""
        works = state.phase in (TaskPhase.DEPLOYED, TaskPhase.RUNNING, TaskPhase.FINISHED)
        return bool(self.hang_timeout_ms) and works and _stuck_ms(state, now_ms) > self.hang_timeout_ms

    def _hanging(self, task: str, state: TaskState, now_ms: int) -> TaskLostError:
        where = f", {state.report.stuck_at}" if state.report.stuck_at else ""
        return TaskLostError(
            f"{task} has made no step for {_stuck_ms(state, now_ms) / 1000:.0f} s: it hangs{where}. If it may take so "
            f"long, set task.hang-timeout (now {self.hang_timeout_ms} ms)"
        )


def _stuck_ms(state: TaskState, now_ms: int) -> int:
    return state.report.stuck_ms + now_ms - state.reported_ms
