"""JobRecord: the Dispatcher's state of one job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.job.job_document import RUNNING_END_MS
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.job.restart_strategy import RestartStrategy, make_restart_strategy
from pyrite.core.json_dataclasses import of_json, to_json


@dataclass
class JobRecord:
    """One job. Only DispatcherCore changes it."""

    summary: JobSummary
    is_supervised: bool
    """Whether its program is in the store, so that a JobManager can restart its driver."""
    is_resumable: bool = False
    """Whether its checkpoints outlive its driver."""
    is_cancelled: bool = False
    """Whether a user has canceled it."""
    cancelled_by: str = ""
    """The requester of that, if this JobManager knows it."""
    is_reachable: bool = False
    """Whether its driver has answered, and has not died since."""
    failures_ms: list[int] = field(default_factory=list)
    """When its drivers died."""
    restart_ms: Optional[int] = None
    """When its next driver starts, if it waits for that."""
    queued_ms: Optional[int] = None
    """When it was queued for a start slot of its driver, if it waits for one; unique in a store."""
    strategy_settings: Mapping[str, str] = field(default_factory=dict)
    is_checkpointed: bool = False
    _strategy: Optional[RestartStrategy] = None

    @property
    def status(self) -> JobStatus:
        return self.summary.status

    def become(self, status: JobStatus, now_ms: int, cause: str = "") -> None:
        """Sets the status. No other code assigns it."""
        end_ms = now_ms if status.is_terminal_state() else RUNNING_END_MS
        modified_ms = self.summary.modified_ms if status is self.status else now_ms
        self.summary = replace(self.summary, status=status, end_ms=end_ms, modified_ms=modified_ms, cause=cause)

    def use_strategy(self, settings: Mapping[str, str], is_checkpointed: bool) -> None:
        """Sets the restart strategy that the job's driver has reported; the number of failures so far still counts."""
        if (settings, is_checkpointed) != (self.strategy_settings, self.is_checkpointed):
            self.strategy_settings, self.is_checkpointed, self._strategy = dict(settings), is_checkpointed, None

    def next_delay_ms(self, now_ms: int, random: Random) -> Optional[int]:
        """How long to wait before the next driver starts, after one has died; None: the job has failed."""
        if self._strategy is None:
            self._strategy = make_restart_strategy(
                Configuration(dict(self.strategy_settings)), self.is_checkpointed, random
            )
            for failure_ms in self.failures_ms:
                self._strategy.next_delay_ms(failure_ms)
        self.failures_ms.append(now_ms)
        return self._strategy.next_delay_ms(now_ms)

    @property
    def strategy_text(self) -> str:
        """The restart strategy that has answered last."""
        return "no restarts" if self._strategy is None else self._strategy.describe()

    def to_json(self) -> dict[str, Any]:
        """The part of the record that the store keeps."""
        return {
            "summary": to_json(self.summary),
            "is_cancelled": self.is_cancelled,
            "failures_ms": self.failures_ms,
            "restart_ms": self.restart_ms,
            "queued_ms": self.queued_ms,
        }

    @staticmethod
    def of_json(content: Mapping[str, Any]) -> JobRecord:
        """The record of `to_json`. ValueError, TypeError or KeyError: the content is something else."""
        return JobRecord(
            of_json(JobSummary, content["summary"]),
            is_supervised=True,
            is_cancelled=bool(content["is_cancelled"]),
            failures_ms=[int(at_ms) for at_ms in content["failures_ms"]],
            restart_ms=content["restart_ms"],
            queued_ms=content["queued_ms"],
        )

    def validate(self) -> None:
        """Raises AssertionError if the fields contradict each other."""
        is_over = self.status.is_terminal_state()
        assert is_over == (self.summary.end_ms != RUNNING_END_MS)
        if self.restart_ms is not None:
            assert self.status is JobStatus.RESTARTING, "a job waits for its restart, but its status is not RESTARTING"
            assert self.is_supervised and not self.is_reachable and not self.summary.pid
        if self.queued_ms is not None:
            assert self.status is JobStatus.INITIALIZING, "a job waits for a start slot, but its status does not say so"
            assert self.is_supervised and not self.is_reachable and self.restart_ms is None
        if self.is_cancelled and not is_over:
            assert self.status is JobStatus.CANCELLING, "a CANCELED job is not marked as canceled"
        assert not (is_over and self.is_reachable), "a job has ended, but its driver counts as reachable"
