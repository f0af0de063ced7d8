"""RegionRestarts: regions that fail and restart alone, while the others keep running. Pure: instructions out.

A region whose task has failed is cancelled, and pending checkpoints are given up. When its Spark job and its tasks are
gone, and no checkpoint is being stored, it is down: JobMasterCore says when it restarts, or fails the attempt. It then
gets a number of its own from the log, and restores the newest complete checkpoint. Meanwhile no checkpoint begins.
"""

from __future__ import annotations

from typing import Optional

from pyrite.checkpoint.manifest import Manifest
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.attempt_view import AttemptView
from pyrite.runtime.master.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.master.credit_router import CreditRouter
from pyrite.runtime.master.job_events import AttemptBegunEvent
from pyrite.runtime.master.job_instructions import Instruction, RunSparkJob
from pyrite.runtime.master.job_sources import JobSources
from pyrite.runtime.master.loops import Loops
from pyrite.runtime.master.region_attempt import RegionAttempt
from pyrite.runtime.master.restore import Restoring


class RegionRestarts:
    """The restarts of regions within one attempt."""

    def __init__(
        self,
        attempt: AttemptView,
        settings: AttemptSettings,
        sources: JobSources,
        loops: Loops,
        credits: CreditRouter,
        coordinator: Optional[CheckpointCoordinator],
    ) -> None:
        self._attempt = attempt
        self._settings = settings
        self._sources = sources
        self._loops = loops
        self._credits = credits
        self._coordinator = coordinator

    def fail(self, region: RegionAttempt, error: Exception, now_ms: int) -> list[Instruction]:
        """A task of the region has failed: the others go, too."""
        region.cause, region.ending_ms = error, now_ms
        self._sources.close(region.region)
        if self._coordinator is not None:
            self._coordinator.interrupt(now_ms, _why(region))
        return region.cancelled()

    def settled(self, now_ms: int) -> list[RegionAttempt]:
        """Regions of which nothing is left, and it is decided which checkpoint they restore."""
        if self._coordinator is not None and self._coordinator.is_storing:
            return []
        timeout_ms = self._settings.heartbeat_timeout_ms
        return [
            region
            for region in self._attempt.regions
            if region.ending_ms is not None
            and not region.is_down
            and region.has_ended(now_ms - region.ending_ms, timeout_ms)
        ]

    def go_down(self, region: RegionAttempt) -> None:
        if self._coordinator is not None:
            self._coordinator.discard_unconfirmed(_why(region))
        region.go_down()
        self._attempt.tasks.update(region.tasks)

    def due(self, now_ms: int) -> list[int]:
        """Takes the regions whose time to restart has come, by number."""
        due = [
            region for region in self._attempt.regions if region.restart_ms is not None and now_ms >= region.restart_ms
        ]
        for region in due:
            region.restart_ms = None
        return [region.region.number for region in due]

    def start(self, begun: AttemptBegunEvent, now_ms: int) -> list[Instruction]:
        """Starts a region that was down, from its part of a checkpoint. Raises where its sources cannot start."""
        assert begun.region is not None
        regions = self._attempt.regions
        assert regions[begun.region].is_down
        part = regions[begun.region].region.in_attempt(begun.attempt)
        restoring = restoring_from(begun.manifest, part.graph.job, self._settings)
        region = regions[begun.region] = RegionAttempt(part, begun.manifest, restoring, now_ms)
        self._attempt.tasks.update(region.tasks)
        self._loops.reset(part)
        self._credits.forget(region.tasks)
        try:
            self._sources.start(part, restoring, now_ms)
        except Exception:
            region.spark_ended_ms = now_ms  # it has none
            raise
        return [RunSparkJob(part)]


def restoring_from(manifest: Optional[Manifest], job: JobGraph, settings: AttemptSettings) -> Optional[Restoring]:
    """The way from a checkpoint to the tasks of a job; None: they begin with nothing."""
    if manifest is None:
        return None
    assert settings.checkpoints is not None
    return Restoring(manifest, job, settings.checkpoints.job_id, settings.allow_non_restored_state)


def _why(region: RegionAttempt) -> str:
    return f"a region of the job failed and restarts: {region.cause}"
