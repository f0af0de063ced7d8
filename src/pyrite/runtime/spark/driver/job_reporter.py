"""JobReporter: logs the events of a job: checkpoints, restarts, a store that does not answer."""

from __future__ import annotations

import logging

from pyrite.control.job_log import ERRORS
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome
from pyrite.runtime.wire.job_view import JobException, JobView

_log = logging.getLogger(__name__)
_errors = logging.getLogger(ERRORS)
_START_MS = 10_000
"""The time after which tasks that have not started are reported; doubled after each report."""
_SILENT_S = 30.0
"""The time after which a store that does not answer is reported; doubled after each report."""
_REMIND_MS = 30_000
"""The interval at which failing checkpoints are logged as warnings."""


class JobReporter:
    """Logs the changes of a job's view after each event."""

    def __init__(self, storage: str) -> None:
        """`storage`: the URI of the job's checkpoints, for messages."""
        self._storage = storage
        self._transitions = 0
        """The number of logged transitions of the job and its attempts."""
        self._reported = 0
        """The number of reported checkpoints of the job."""
        self._logged_errors: tuple[JobException, ...] = ()
        self._restarts = 0
        self._silent_due_s = _SILENT_S
        self._failures = 0
        self._remind_at_ms = 0
        self._failed_checkpoint = ""
        self._restart = ""
        self._waiting = ""
        self._call = ""
        """The function call that a checkpoint waits for."""
        self._logged_calls: set[int] = set()
        """The checkpoints in progress whose calls have been logged."""
        self._attempt = (-1, 0, _START_MS)
        """The starting attempt, its start, and the time after which it is reported next."""

    @property
    def trouble(self) -> str:
        """The current problem: why the job restarts, why it waits, or why its last checkpoint failed. Empty if none."""
        return self._restart or self._waiting or self._call or self._failed_checkpoint

    def after_event(self, view: JobView, now_ms: int) -> None:
        self._log_transitions(view)
        self._log_errors(view)
        checkpoints = view.checkpoints
        unreported = checkpoints.completed + checkpoints.failed - self._reported
        self._reported += unreported
        for outcome in checkpoints.history[-unreported:] if unreported else ():
            self._report_checkpoint(outcome)
        self._report_calls(view)
        self._report_restart(view, now_ms)
        self._report_start(view, now_ms)
        if self._restart and view.is_under_way:
            self._restart = ""

    def _report_calls(self, view: JobView) -> None:
        """Reports the operator and the function call that a checkpoint waits for; logged once per checkpoint."""
        waiting = {one.checkpoint_id: one.waits_for for one in view.checkpoints.under_way if one.waits_for}
        texts = [f"checkpoint {number} waits for the end of a call: {call}" for number, call in waiting.items()]
        self._call = texts[0] if texts else ""
        for number, text in zip(waiting, texts, strict=True):
            if number not in self._logged_calls:
                _log.warning("job '%s': %s", view.name, text)
        self._logged_calls = {one.checkpoint_id for one in view.checkpoints.under_way} & (
            self._logged_calls | waiting.keys()
        )

    def _log_transitions(self, view: JobView) -> None:
        if not view.story or view.story[-1].number == self._transitions:
            return
        for transition in view.story:
            if transition.number > self._transitions:
                _log.info("job '%s': %s", view.name, transition)
        self._transitions = view.story[-1].number

    def _log_errors(self, view: JobView) -> None:
        """Logs the full error of each failed attempt; other reports are short, or have the first cause only."""
        if view.exceptions == self._logged_errors:
            return
        for exception in view.exceptions:
            if exception not in self._logged_errors:
                where = f" of {', '.join(exception.vertices)}" if exception.vertices else ""
                _errors.info("attempt %d%s failed", exception.attempt, where, exc_info=exception.error)
        self._logged_errors = view.exceptions

    def _report_start(self, view: JobView, now_ms: int) -> None:
        """Reports at growing intervals that tasks have not started: Spark has no free slots, or machines are busy."""
        if view.newest_attempt != self._attempt[0]:
            self._attempt = view.newest_attempt, now_ms, _START_MS
        number, since_ms, due_ms = self._attempt
        waited_ms = now_ms - since_ms
        if not view.missing_tasks or waited_ms < _START_MS:
            self._waiting = ""
            return
        self._waiting = f"{view.missing_tasks} of {len(view.tasks)} tasks have not started after {waited_ms // 1000} s"
        if waited_ms >= due_ms:
            self._attempt = number, since_ms, 2 * due_ms
            _log.warning("job '%s': %s", view.name, self._waiting)

    def on_tick(self, silent_s: float) -> None:
        """`silent_s`: the time since the store has not answered."""
        if silent_s < _SILENT_S:
            self._silent_due_s = _SILENT_S
        elif silent_s >= self._silent_due_s:
            self._silent_due_s = 2 * silent_s
            _log.warning("checkpoint storage %s has not answered for %.0f s", self._storage, silent_s)

    def _report_checkpoint(self, outcome: CheckpointOutcome) -> None:
        took_ms = outcome.took_ms
        if outcome.completed:
            self._failures, self._remind_at_ms, self._failed_checkpoint = 0, 0, ""
            size = f"{outcome.written_bytes:,} of {outcome.full_bytes:,} bytes written"
            _log.info("checkpoint %d is complete after %d ms: %s", outcome.checkpoint_id, took_ms, size)
            return
        if outcome.is_aborted:
            _log.info("checkpoint %d was aborted after %d ms: %s", outcome.checkpoint_id, took_ms, outcome.why)
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

    def _report_restart(self, view: JobView, now_ms: int) -> None:
        """Reports why the job restarts, also if its next attempt cannot be entered into the log."""
        if view.restarts == self._restarts or view.restart_ms is None:
            return
        self._restarts = view.restarts
        cause, last = str(view.cause), str(view.last_error)
        reason = cause if last == cause else f"{last} (at first: {cause})"
        if view.restarting_vertices and view.is_batch:
            self._restart = f"unfinished tasks run again: {reason}"
            _log.warning("job '%s': a task failed, and unfinished tasks run again: %s", view.name, reason)
        elif view.restarting_vertices:
            vertices = ", ".join(f"'{name}'" for name in view.restarting_vertices)
            self._restart = f"a region of the job restarts: {reason}"
            _log.warning(
                "job '%s': a region failed and restarts (%s), the others keep running: %s", view.name, vertices, reason
            )
        else:
            self._restart = f"the job restarts: {reason}"
            wait_s = max(0.0, (view.restart_ms - now_ms) / 1000)
            _log.warning("job '%s' failed and restarts in %.1f s: %s", view.name, wait_s, reason)
