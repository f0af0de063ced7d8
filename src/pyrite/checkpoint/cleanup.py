"""What may be removed from a job's folder. Pure: names in, decisions out.

**Folders.** `chk-N` goes when no retained manifest is in it or names a file in it, and N is below the newest complete
checkpoint (one that was overtaken cannot complete any more) or below the first id of this attempt (so an older one
made it). A newer attempt's ids are above both: it has read the same log.

**Shared files.** A file that no needed manifest names goes when
- an attempt wrote it that is over: those that are not know only files that their manifest names, and their own; or
- this attempt wrote it for a checkpoint up to the base: whatever is still in flight stands on the base or on what came
  later, and names only files of those manifests, and newer ones; or
- it is a merged or a staged file of this attempt that some manifest has named before. One that was never named stays:
  the next checkpoint may name it. (The next attempt removes it.)
Files of a newer attempt, and names that are not ours, stay always. So even a driver that has lost its job, and does not
know it yet, removes nothing that its successor needs.

**Regions.** A region that restarts alone has a number of its own from the same sequence, so its files have names of
their own. Its number and the whole attempt's are alive, the numbers that it had in between are over. It restarts when
no checkpoint is in flight, and is restored from the newest complete one: so what is said above of an attempt and of
what is in flight holds for it too. (What it has merged or staged under the whole attempt's number, and no manifest has
named, stays until the next whole attempt: that number is alive for the other regions.)

Needed are the retained manifests and those from the base on. The base is the checkpoint that was the newest complete
one when the oldest checkpoint now in flight was triggered; if none is in flight, the newest complete one. Tasks must
not stand on an older one than that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pyrite.checkpoint.file_names import id_of_folder, origin_of


@dataclass(frozen=True)
class Holdings:
    """What a driver knows to be needed. Paths are relative to the job's folder."""

    attempt: int
    """Of the whole job."""
    first_id: int
    """The lowest checkpoint id of this attempt."""
    newest_id: int
    """The newest complete checkpoint; 0 if there is none."""
    base_id: int
    """The oldest complete checkpoint that one in flight may stand on."""
    retained_ids: frozenset[int] = frozenset()
    named: frozenset[str] = frozenset()
    """Files of the needed manifests."""
    once_named: frozenset[str] = frozenset()
    """Merged and staged files that some manifest of this attempt has named."""
    restarted: frozenset[int] = frozenset()
    """The numbers of regions that have restarted alone since."""

    @cached_property
    def newest_attempt(self) -> int:
        return max(self.attempt, *self.restarted, 0)

    def is_alive(self, attempt: int) -> bool:
        """Whether tasks of an attempt may write."""
        return attempt == self.attempt or attempt in self.restarted

    def folder_is_unneeded(self, checkpoint_id: int) -> bool:
        """Whether a checkpoint's folder can go with all that is in it."""
        if checkpoint_id in self.retained_ids or checkpoint_id >= max(self.first_id, self.newest_id):
            return False
        return checkpoint_id not in self._named_folders

    @cached_property
    def _named_folders(self) -> set[int | None]:
        return {id_of_folder(path.split("/")[0]) for path in self.named}

    def file_is_unneeded(self, path: str) -> bool:
        """Whether a shared file can go."""
        origin = origin_of(path)
        if origin is None or path in self.named or origin.attempt > self.newest_attempt:
            return False
        if not self.is_alive(origin.attempt):
            return True
        if origin.checkpoint_id is not None:
            return origin.checkpoint_id <= self.base_id
        return path in self.once_named

    def is_orphan(self, path: str) -> bool:
        """Whether an attempt that is over left this file, finished or not."""
        origin = origin_of(path)
        if origin is None or origin.attempt > self.newest_attempt or self.is_alive(origin.attempt):
            return False
        return path not in self.named
