"""RunningJob: what an executor gives back for a job that it has started."""

from __future__ import annotations

from typing import Protocol

from pyrite.core.connector.guarantee import EndToEnd
from pyrite.core.job.job_client import JobHandle
from pyrite.graph.execution_graph import ExecutionGraph


class RunningJob(JobHandle, Protocol):
    """A job that can be steered, and looked at as it is now."""

    @property
    def graph(self) -> ExecutionGraph:
        """The tasks of the attempt that runs."""

    @property
    def guarantee(self) -> EndToEnd:
        """How often a record arrives, whatever fails."""

    @property
    def restarts(self) -> int: ...

    @property
    def completed_checkpoints(self) -> int: ...

    @property
    def trouble(self) -> str:
        """Why the job has no new checkpoint, in one line; empty if it has, or takes none."""
