"""Events of a Dispatcher's tests."""

from __future__ import annotations

from pyrite.control.job_manager import dispatcher_events as events
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary

JOB = "a" * 32


def reported(
    status: JobStatus = JobStatus.RUNNING, pid: int = 7, job_id: str = JOB, is_resumable: bool = True, restarts: int = 0
) -> events.ReportedEvent:
    end_ms = 99 if status.is_terminal_state() else -1
    summary = JobSummary(job_id, "words", status, 50, end_ms, 60, restarts=restarts, pid=pid)
    return events.ReportedEvent(summary, is_resumable)


def fixed_delay(attempts: int, job_id: str = JOB) -> events.StrategyEvent:
    settings = {
        "restart-strategy.type": "fixed-delay",
        "restart-strategy.fixed-delay.attempts": str(attempts),
        "restart-strategy.fixed-delay.delay": "10 ms",
    }
    return events.StrategyEvent(job_id, settings, is_checkpointed=True)
