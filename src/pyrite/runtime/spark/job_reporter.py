"""JobReporter: logs what becomes of a job: checkpoints, restarts, a store that does not answer."""

from __future__ import annotations

import logging

from pyrite.runtime.master.checkpoint_coordinator import CheckpointOutcome
from pyrite.runtime.master.job_master_core import JobMasterCore

_log = logging.getLogger(__name__)
_START_MS = 10_000
"""After how long tasks that have not started are reported, and then each time this has doubled."""
_SILENT_S = 30.0
"""After how long a store that does not answer is reported, and then each time this has doubled."""
_REMIND_MS = 30_000
"""How often it is logged that checkpoints fail."""


class JobReporter:
    """Looks at the core after each event. `completed` counts the checkpoints of all attempts."""

    def __init__(self, core: JobMasterCore, storage: str) -> None:
        self.completed = 0
        self._core = core
        self._storage = storage
        self._last_id = 0
        self._restarts = 0
        self._silent_due_s = _SILENT_S
        self._failures = 0
        self._remind_at_ms = 0
        self._failed_checkpoint = ""
        self._restart = ""
        self._waiting = ""
        self._attempt = (-1, 0, _START_MS)
        """The attempt that starts, since when, and after how long it is reported next."""

    @property
    def trouble(self) -> str:
        """What the user should know now: why the job restarts, what it waits for, or why its last checkpoint failed."""
        return self._restart or self._waiting or self._failed_checkpoint

    def outcomes(self) -> list[CheckpointOutcome]:
        """What became of the last checkpoints of this attempt."""
        coordinator = self._core.attempt.coordinator
        return [] if coordinator is None else list(coordinator.history)

    def after_event(self, now_ms: int) -> None:
        for outcome in self.outcomes():
            if outcome.checkpoint_id > self._last_id:
                self._last_id = outcome.checkpoint_id
                self._report_checkpoint(outcome)
        self._report_restart(now_ms)
        self._report_start(now_ms)
        attempt = self._core.attempt
        if self._restart and (attempt.is_under_way or (attempt.is_batch and not attempt.is_restarting)):
            self._restart = ""

    def _report_start(self, now_ms: int) -> None:
        """Says at growing intervals that tasks have not started: Spark has no room for them, or machines are busy."""
        missing, total = self._core.attempt.missing_tasks, len(self._core.tasks)
        newest = self._core.attempt.newest_number
        if newest != self._attempt[0]:
            self._attempt = newest, now_ms, _START_MS
        number, since_ms, due_ms = self._attempt
        waited_ms = now_ms - since_ms
        if not missing or waited_ms < _START_MS:
            self._waiting = ""
            return
        self._waiting = f"{missing} of {total} tasks have not started after {waited_ms // 1000} s"
        if waited_ms >= due_ms:
            self._attempt = number, since_ms, 2 * due_ms
            _log.warning("job '%s': %s", self._core.graph.job.job_name, self._waiting)

    def on_tick(self, silent_s: float) -> None:
        """`silent_s`: for how long the store has not answered."""
        if silent_s < _SILENT_S:
            self._silent_due_s = _SILENT_S
        elif silent_s >= self._silent_due_s:
            self._silent_due_s = 2 * silent_s
            _log.warning("checkpoint storage %s has not answered for %.0f s", self._storage, silent_s)

    def _report_checkpoint(self, outcome: CheckpointOutcome) -> None:
        took_ms = outcome.ended_ms - outcome.triggered_ms
        if outcome.completed:
            self.completed += 1
            self._failures, self._remind_at_ms, self._failed_checkpoint = 0, 0, ""
            size = f"{outcome.written_bytes:,} of {outcome.full_bytes:,} bytes written"
            _log.info("checkpoint %d is complete after %d ms: %s", outcome.checkpoint_id, took_ms, size)
            return
        self._failures += 1
        self._failed_checkpoint = f"checkpoint {outcome.checkpoint_id} failed: {outcome.why}"
        count = f", {self._failures} in a row" if self._failures > 1 else ""
        text = f"checkpoint {outcome.checkpoint_id} failed after {took_ms:,} ms{count}: {outcome.why}"
        if outcome.ended_ms >= self._remind_at_ms:
            self._remind_at_ms = outcome.ended_ms + _REMIND_MS
            _log.warning("%s", text)
        else:
            _log.info("%s", text)

    def _report_restart(self, now_ms: int) -> None:
        """Says why the job restarts, also when its next attempt cannot even be entered into the log."""
        due_ms = self._core.next_due_ms()
        if self._core.restarts == self._restarts or due_ms is None:
            return
        self._restarts = self._core.restarts
        cause, last = str(self._core.cause), str(self._core.last_error)
        reason = cause if last == cause else f"{last} (at first: {cause})"
        name = self._core.graph.job.job_name
        if self._core.attempt.is_restarting:
            if self._core.attempt.is_batch:
                self._restart = f"unfinished tasks run again: {reason}"
                _log.warning("job '%s': a task failed, and what is not complete runs again: %s", name, reason)
                return
            down = [region for region in self._core.attempt.regions if region.is_down]
            vertices = ", ".join(f"'{vertex.name}'" for region in down for vertex in region.region.vertices)
            self._restart = f"a region of the job restarts: {reason}"
            _log.warning(
                "job '%s': a region failed and restarts (%s), the others keep running: %s", name, vertices, reason
            )
            return
        self._restart = f"the job restarts: {reason}"
        wait_s = max(0.0, (due_ms - now_ms) / 1000)
        _log.warning("job '%s' failed and restarts in %.1f s: %s", name, wait_s, reason)
