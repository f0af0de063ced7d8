"""CompletedCheckpoints: the complete checkpoints a driver knows of, and what of a job's folder they need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Optional

from pyrite.checkpoint.cleanup import Holdings
from pyrite.checkpoint.file_names import TASK_OWNED, named_files, origin_of
from pyrite.checkpoint.job_log import LogEntry
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.recovery_search import CompleteCheckpoint


class CompletedCheckpoints:
    """Those that are retained, or that one in flight may stand on, oldest first. Changes nothing in storage."""

    def __init__(self, retained: int) -> None:
        self._retained = max(1, retained)
        self._all: list[CompleteCheckpoint] = []
        self._regions: dict[int, int] = {}
        """The numbers of regions that have restarted since the attempt began."""
        self._once_named: set[str] = set()
        self.holdings = Holdings(0, 0, 0, 0)

    # Attempts ---------------------------------------------------------------------------------------------------------

    def forget_attempt(self) -> None:
        """The attempt is over: its regions have no numbers any more, and nobody names its files."""
        self._regions.clear()
        self._once_named.clear()

    def begin_attempt(self, attempt: int, first_id: int, kept: list[CompleteCheckpoint]) -> None:
        """An attempt begins with those that a search has kept."""
        self._all = kept
        self.holdings = Holdings(attempt, first_id, self.newest_id, self.newest_id)
        self.renew(self.newest_id)

    def begin_region(self, region: int, number: int) -> None:
        self._regions[region] = number
        self.renew(None)

    def end_failed(self, attempt: int, first_id: int, keep: bool) -> None:
        """The job has failed: what is needed is what an attempt that follows would need."""
        self._all = self._all if keep else []
        self.holdings = Holdings(attempt, first_id, 0, 0)
        self._regions.clear()
        self.renew(None)

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def __contains__(self, checkpoint_id: int) -> bool:
        return any(complete.id == checkpoint_id for complete in self._all)

    @property
    def newest_id(self) -> int:
        """0 if there is none."""
        return self._all[-1].id if self._all else 0

    @property
    def newest_intact(self) -> Optional[LogEntry]:
        return next((complete.entry for complete in reversed(self._all) if not complete.suspect), None)

    @property
    def indexes(self) -> list[int]:
        """Where all of them are in the log."""
        return [complete.entry.index for complete in self._all]

    @property
    def intact_indexes(self) -> list[int]:
        return [complete.entry.index for complete in self._all if not complete.suspect]

    @property
    def named(self) -> frozenset[str]:
        """The files that any of them names."""
        return frozenset[str]().union(*(complete.named for complete in self._all))

    def add(self, entry: LogEntry, manifest: Manifest) -> None:
        """A checkpoint of this attempt is complete: damaged ones are no longer kept for a look at them."""
        self._all = [complete for complete in self._all if not complete.suspect]
        self.add_settled(entry, manifest)
        self._once_named.update(path for path in self._all[-1].named if self._is_of_no_checkpoint(path))

    def add_settled(self, entry: LogEntry, manifest: Manifest) -> None:
        """A checkpoint is complete of which that was not known."""
        self._all.append(CompleteCheckpoint(entry, frozenset(ref.path for ref in named_files(manifest))))

    def _is_of_no_checkpoint(self, path: str) -> bool:
        """Whether a file was merged or staged: checkpoints name it for a while, and then none does any more."""
        origin = origin_of(path)
        is_staged = path.startswith(f"{TASK_OWNED}/")
        return origin is not None and self.holdings.is_alive(origin.attempt) and (origin.merge is not None or is_staged)

    # What is needed ---------------------------------------------------------------------------------------------------

    def renew(self, base_id: Optional[int]) -> None:
        """Forgets checkpoints that are neither retained nor a base, and says what is needed now."""
        retained = [complete for complete in self._all if not complete.suspect][-self._retained :]
        newest = retained[-1].id if retained else 0
        base = newest if base_id is None else min(base_id, newest)
        self._all = [
            complete for complete in self._all if complete in retained or complete.id >= base or complete.suspect
        ]
        self.holdings = Holdings(
            attempt=self.holdings.attempt,
            first_id=self.holdings.first_id,
            newest_id=newest,
            base_id=base,
            retained_ids=frozenset(complete.id for complete in self._all if complete in retained or complete.suspect),
            named=self.named,
            once_named=frozenset(self._once_named),
            restarted=frozenset(self._regions.values()),
        )

    @property
    def first_retained_index(self) -> Optional[int]:
        """Where the oldest one that is retained is in the log."""
        retained = (complete for complete in self._all if complete.id in self.holdings.retained_ids)
        return next((complete.entry.index for complete in retained), None)

    def removed(self, paths: Iterable[str]) -> None:
        """Files are gone that were once named."""
        self._once_named.difference_update(paths)
