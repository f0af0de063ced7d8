"""CompletedCheckpoints: the complete checkpoints known to a driver, and the files that they need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Optional

from pyrite.checkpoint.cleanup import Holdings
from pyrite.checkpoint.file_names import TASK_OWNED, named_files, origin_of
from pyrite.checkpoint.job_log import LogEntry
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.recovery_search import CompleteCheckpoint


class CompletedCheckpoints:
    """The retained checkpoints, and bases of checkpoints in flight, oldest first. Changes nothing in storage."""

    def __init__(self, num_retained: int) -> None:
        self._num_retained = max(1, num_retained)
        self._all: list[CompleteCheckpoint] = []
        self._regions: dict[int, int] = {}
        """The numbers of regions that have restarted since the attempt began."""
        self._paths_named_before: set[str] = set()
        self.holdings = Holdings(0, 0, 0, 0)

    # Attempts ---------------------------------------------------------------------------------------------------------

    def forget_attempt(self) -> None:
        """Ends the attempt: its regions lose their numbers, and no later manifest names its files."""
        self._regions.clear()
        self._paths_named_before.clear()

    def begin_attempt(self, attempt: int, first_id: int, checkpoints: list[CompleteCheckpoint]) -> None:
        """Begins an attempt with the checkpoints of a recovery search."""
        self._all = checkpoints
        self.holdings = Holdings(attempt, first_id, self.newest_id, self.newest_id)
        self.renew(self.newest_id)

    def begin_region(self, region: int, number: int) -> None:
        self._regions[region] = number
        self.renew(None)

    def end_failed(self, attempt: int, first_id: int, keep: bool) -> None:
        """Ends the job as failed: only files needed by a later attempt are needed."""
        self._all = self._all if keep else []
        self.holdings = Holdings(attempt, first_id, 0, 0)
        self._regions.clear()
        self.renew(None)

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def __contains__(self, checkpoint_id: int) -> bool:
        return any(complete.id == checkpoint_id for complete in self._all)

    @property
    def newest_id(self) -> int:
        """0 before the first complete checkpoint."""
        return self._all[-1].id if self._all else 0

    @property
    def newest_intact(self) -> Optional[LogEntry]:
        return next((complete.entry for complete in reversed(self._all) if not complete.suspect), None)

    @property
    def indexes(self) -> list[int]:
        """The log indexes of all checkpoints."""
        return [complete.entry.index for complete in self._all]

    @property
    def intact_indexes(self) -> list[int]:
        return [complete.entry.index for complete in self._all if not complete.suspect]

    @property
    def named_paths(self) -> frozenset[str]:
        """The files named by the manifest of any of the checkpoints."""
        return frozenset[str]().union(*(complete.file_paths for complete in self._all))

    def add(self, entry: LogEntry, manifest: Manifest) -> None:
        """Adds a complete checkpoint of this attempt. Damaged checkpoints are no longer kept for inspection."""
        self._all = [complete for complete in self._all if not complete.suspect]
        self.add_settled(entry, manifest)
        self._paths_named_before.update(path for path in self._all[-1].file_paths if self._is_of_no_checkpoint(path))

    def add_settled(self, entry: LogEntry, manifest: Manifest) -> None:
        """Adds a checkpoint whose completion had been uncertain."""
        self._all.append(CompleteCheckpoint(entry, frozenset(ref.path for ref in named_files(manifest))))

    def _is_of_no_checkpoint(self, path: str) -> bool:
        """Whether a file was merged or staged: some consecutive checkpoints name it, later ones do not."""
        origin = origin_of(path)
        is_staged = path.startswith(f"{TASK_OWNED}/")
        return origin is not None and self.holdings.is_alive(origin.attempt) and (origin.merge is not None or is_staged)

    # Needed files -----------------------------------------------------------------------------------------------------

    def renew(self, base_id: Optional[int]) -> None:
        """Forgets checkpoints that are neither retained nor a base, and updates the holdings."""
        latest = [complete for complete in self._all if not complete.suspect][-self._num_retained :]
        newest = latest[-1].id if latest else 0
        base = newest if base_id is None else min(base_id, newest)
        self._all = [
            complete for complete in self._all if complete in latest or complete.id >= base or complete.suspect
        ]
        self.holdings = Holdings(
            attempt=self.holdings.attempt,
            first_id=self.holdings.first_id,
            newest_id=newest,
            base_id=base,
            retained_ids=frozenset(complete.id for complete in self._all if complete in latest or complete.suspect),
            needed_paths=self.named_paths,
            paths_named_before=frozenset(self._paths_named_before),
            region_attempts=frozenset(self._regions.values()),
        )

    @property
    def first_retained_index(self) -> Optional[int]:
        """The log index of the oldest retained checkpoint."""
        ids = self.holdings.retained_ids
        return next((complete.entry.index for complete in self._all if complete.id in ids), None)

    def forget_files(self, paths: Iterable[str]) -> None:
        """Forgets removed files that earlier manifests had named."""
        self._paths_named_before.difference_update(paths)
