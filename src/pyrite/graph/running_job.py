"""RunningJob: what an executor gives back for a job that it has started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.guarantee import EndToEnd
from pyrite.core.job.job_client import JobHandle

if TYPE_CHECKING:
    from pyrite.core.job.completable_future import CompletableFuture
    from pyrite.runtime.wire.job_view import JobView
    from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples


class RunningJob(JobHandle, Protocol):
    """A job that can be steered, and looked at as it is now."""

    @property
    def view(self) -> JobView:
        """The job as it is now: a value that does not change."""

    @property
    def configuration(self) -> Configuration:
        """The configuration that the job was started with."""

    def sample_stacks(self, request: StackRequest) -> CompletableFuture[dict[tuple[int, int], StackSamples]]:
        """Samples the stacks of the running tasks."""

    @property
    def guarantee(self) -> EndToEnd:
        """The guarantee of the job from end to end."""
