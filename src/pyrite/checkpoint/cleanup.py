"""Decides which files of a job's folder may be removed. Pure: names in, decisions out.

**Folders.** `chk-N` is removed when it contains no retained manifest and no retained manifest names a file in it, and N
is below the newest complete checkpoint (an overtaken checkpoint cannot complete any more) or below the first id of this
attempt (so an older attempt made it). A newer attempt's ids are above both: it has read the same log.

**Shared files.** A file that no needed manifest names is removed when
- an ended attempt wrote it: a running attempt only knows the files of its manifest and the files that it wrote; or
- this attempt wrote it for a checkpoint up to the base: a checkpoint in flight builds on the base or on a later
  checkpoint, and names only files of those manifests, and newer files; or
- it is a merged or staged file of this attempt that an earlier manifest has named. A file that no manifest has named
  yet stays: the next checkpoint may name it. (The next attempt removes it.)
Files of a newer attempt and foreign names always stay. So even a driver that has lost its job, and does not know it
yet, removes nothing that its successor needs.

**Regions.** A region that restarts alone gets a separate number from the same sequence, and so distinct file names. Its
number and the whole attempt's number are alive; its numbers in between have ended. It restarts when no checkpoint is in
flight, and is restored from the newest complete checkpoint, so the rules above hold for it too. (Files that it merged
or staged under the whole attempt's number, and that no manifest names, stay until the next whole attempt: that number
is alive for the other regions.)

The retained manifests and all manifests from the base on are needed. The base is the newest checkpoint that was
complete when the oldest checkpoint now in flight was triggered; without one in flight, the newest complete checkpoint.
Tasks must not build on a checkpoint older than the base.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pyrite.checkpoint.file_names import id_of_folder, origin_of


@dataclass(frozen=True)
class Holdings:
    """The checkpoints and files that a driver knows to be needed. Paths are relative to the job's folder."""

    attempt: int
    """The number of the whole job's attempt."""
    first_id: int
    """The lowest checkpoint id of this attempt."""
    newest_id: int
    """The newest complete checkpoint; 0 before the first."""
    base_id: int
    """The oldest complete checkpoint that a checkpoint in flight may build on."""
    retained_ids: frozenset[int] = frozenset()
    needed_paths: frozenset[str] = frozenset()
    """Files of the needed manifests."""
    paths_named_before: frozenset[str] = frozenset()
    """Merged and staged files that some manifest of this attempt has named."""
    region_attempts: frozenset[int] = frozenset()
    """The numbers of regions that have restarted alone during this attempt."""

    @cached_property
    def newest_attempt(self) -> int:
        return max(self.attempt, *self.region_attempts, 0)

    def is_alive(self, attempt: int) -> bool:
        """Whether tasks of an attempt may write."""
        return attempt == self.attempt or attempt in self.region_attempts

    def folder_is_unneeded(self, checkpoint_id: int) -> bool:
        """Whether a checkpoint's folder can be removed with its contents."""
        if checkpoint_id in self.retained_ids or checkpoint_id >= max(self.first_id, self.newest_id):
            return False
        return checkpoint_id not in self._named_folders

    @cached_property
    def _named_folders(self) -> set[int | None]:
        return {id_of_folder(path.split("/")[0]) for path in self.needed_paths}

    def file_is_unneeded(self, path: str) -> bool:
        """Whether a shared file can be removed."""
        origin = origin_of(path)
        if origin is None or path in self.needed_paths or origin.attempt > self.newest_attempt:
            return False
        if not self.is_alive(origin.attempt):
            return True
        if origin.checkpoint_id is not None:
            return origin.checkpoint_id <= self.base_id
        return path in self.paths_named_before

    def is_orphan(self, path: str) -> bool:
        """Whether an ended attempt left this file, complete or temporary."""
        origin = origin_of(path)
        if origin is None or origin.attempt > self.newest_attempt or self.is_alive(origin.attempt):
            return False
        return path not in self.needed_paths
