"""RegionRestarts: regions that fail and restart alone, while the others keep running. Pure: events in, decisions out.

A region whose task has failed is cancelled, and pending checkpoints are given up. When its Spark job and its tasks are
gone, and no checkpoint is being stored, it is down: JobMasterCore says when it restarts, or fails the attempt. It then
gets a number of its own from the log, and restores the newest complete checkpoint. Meanwhile no checkpoint begins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional

from pyrite.checkpoint.manifest import Manifest
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.master.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint_coordinator import CheckpointCoordinator
from pyrite.runtime.master.decisions import (
    Decision,
    FailAttempt,
    FailVertex,
    PartEvent,
    RegionDownEvent,
    RegionFailedEvent,
    RegionStartedEvent,
)
from pyrite.runtime.master.job_events import AttemptBegunEvent
from pyrite.runtime.master.job_instructions import AbortHere, BeginAttempt, RunSparkJob
from pyrite.runtime.master.job_sources import JobSources
from pyrite.runtime.master.region_attempt import RegionAttempt, RegionPhase
from pyrite.runtime.master.restore import Restoring
from pyrite.runtime.master.roster import Roster


class RegionRestarts:
    """The restarts of regions within one attempt."""

    def __init__(
        self,
        roster: Roster,
        settings: AttemptSettings,
        sources: JobSources,
        coordinator: Optional[CheckpointCoordinator],
        notify: Callable[[PartEvent], None],
    ) -> None:
        """`notify` lets the parts of the attempt know of an event."""
        self._roster = roster
        self._settings = settings
        self._sources = sources
        self._coordinator = coordinator
        self._notify = notify

    def fail(self, region: RegionAttempt, error: Exception, now_ms: int) -> list[Decision]:
        """A task of the region has failed: the others go, too."""
        cancelled = region.end(error, now_ms)
        self._sources.close(region.region)
        self._notify(RegionFailedEvent(region.region, _why(region)))
        return [*cancelled]

    def settle(self, now_ms: int) -> list[Decision]:
        """Regions of which nothing is left go down, once it is decided which checkpoint they restore."""
        if self._coordinator is not None and self._coordinator.is_storing:
            return []
        settled: list[Decision] = []
        for region in self._roster.regions:
            is_ending, waited_ms = region.phase is RegionPhase.ENDING, now_ms - region.ending_ms
            if is_ending and region.has_ended(waited_ms, self._settings.heartbeat_timeout_ms):
                if given_up := self._given_up(region):
                    settled.append(AbortHere(given_up))
                self._notify(RegionDownEvent(region.region, _why(region)))
                region.forget_tasks()  # their messages no longer count
                region.phase = RegionPhase.DOWN
        return settled

    def _given_up(self, region: RegionAttempt) -> dict[tuple[int, int], list[object]]:
        """What its tasks have handed in, unless a savepoint may hold it."""
        may_be_in_savepoint = self._coordinator is not None and self._coordinator.has_triggered
        return {} if may_be_in_savepoint else self._roster.handed_in(region.tasks)

    def restart_due(self, now_ms: int) -> list[Decision]:
        """Regions whose time has come get a number from the log, if there is one, and start."""
        begun: list[Decision] = []
        for region in self._roster.regions:
            if region.phase is RegionPhase.RESTARTING and now_ms >= region.restart_ms:
                region.phase = RegionPhase.BEGINNING
                number = region.region.number
                if self._coordinator is not None:
                    begun.append(BeginAttempt(region=number))
                else:
                    begun += self.begin(AttemptBegunEvent(self._roster.newest_number + 1, None, 1, number), now_ms)
        return begun

    def begin(self, begun: AttemptBegunEvent, now_ms: int) -> list[Decision]:
        """Starts a region that was down, from its part of a checkpoint."""
        assert begun.region is not None
        regions = self._roster.regions
        if regions[begun.region].phase is not RegionPhase.BEGINNING:
            return []  # it was asked for in a former attempt
        part = regions[begun.region].region.in_attempt(begun.attempt)
        try:
            restoring = restoring_from(begun.manifest, part.graph.job, self._settings)
        except Exception as error:
            return [FailAttempt(error, begun.region)]
        region = regions[begun.region] = RegionAttempt(part, begun.manifest, restoring, now_ms)
        self._notify(RegionStartedEvent(part))
        try:
            self._sources.start(part, restoring, now_ms)
        except Exception as error:
            region.spark_ended_ms = now_ms  # it has none
            return [FailVertex(part.vertices[0].id, error)]
        return [RunSparkJob(part)]


def restoring_from(manifest: Optional[Manifest], job: JobGraph, settings: AttemptSettings) -> Optional[Restoring]:
    """The way from a checkpoint to the tasks of a job; None: they begin with nothing."""
    if manifest is None:
        return None
    assert settings.checkpoints is not None
    return Restoring(manifest, job, settings.checkpoints.job_id, settings.allow_non_restored_state)


def _why(region: RegionAttempt) -> str:
    return f"a region of the job failed and restarts: {region.cause}"
