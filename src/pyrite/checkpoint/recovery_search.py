"""RecoverySearch: which of a job's complete checkpoints it can be restored from."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Optional

from pyrite.checkpoint.file_names import named_files
from pyrite.checkpoint.job_log import LogEntry
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.manifest_codec import decode_manifest
from pyrite.core.config.checkpoint_options import RECOVER_FROM_OLDER
from pyrite.core.errors import CorruptStateError, JobRefusedError
from pyrite.storage.store import CheckpointStore


@dataclass(frozen=True)
class CompleteCheckpoint:
    """A complete checkpoint, and the files that its manifest names."""

    entry: LogEntry
    named: frozenset[str]
    suspect: bool = False
    """Something of it is damaged; it stays for a look at it until the next one is complete."""

    @property
    def id(self) -> int:
        return self.entry.checkpoint_id


class RecoverySearch:
    """Looks through the checkpoints once, newest first. `kept` are those to be kept, oldest first."""

    def __init__(self, store: CheckpointStore, job_id: str, retained: int, recover_from_older: bool) -> None:
        self.kept: list[CompleteCheckpoint] = []
        self._store = store
        self._job_id = job_id
        self._retained = retained
        self._recover_from_older = recover_from_older
        self._sizes: dict[str, dict[str, int]] = {}

    def newest_intact(self, entries: list[LogEntry], broken: Mapping[int, str]) -> tuple[Optional[Manifest], list[str]]:
        """The newest intact checkpoint and why newer ones are not; `broken` are known not to be, with the reason.

        JobRefusedError: there are checkpoints and none is intact, or the newest is not and an older one must not do.
        """
        intact: Optional[Manifest] = None
        skipped: list[str] = []
        for entry in reversed(entries):
            if sum(not complete.suspect for complete in self.kept) >= self._retained:
                break
            try:
                manifest = read_entry(self._store, self._job_id, entry)
            except CorruptStateError as error:
                skipped += [] if intact else [f"checkpoint {entry.checkpoint_id}: {error}"]
                continue
            reason = "" if intact else self._missing_file(manifest)
            reason = reason or broken.get(entry.checkpoint_id, "")
            named = frozenset(ref.path for ref in named_files(manifest))
            self.kept.insert(0, CompleteCheckpoint(entry, named, bool(reason)))
            if reason:
                skipped.append(f"checkpoint {entry.checkpoint_id}: {reason}")
            elif intact is None:
                intact = manifest
        self._refuse(entries, intact, "; ".join(skipped))
        return intact, skipped

    def _refuse(self, entries: list[LogEntry], intact: Optional[Manifest], damage: str) -> None:
        if entries and intact is None:
            raise JobRefusedError(f"job {self._job_id} has complete checkpoints, but none is intact; {damage}")
        if intact is not None and damage and not self._recover_from_older:
            raise JobRefusedError(
                f"job {self._job_id} cannot be restored, its newest checkpoint is damaged: {damage}. Repair it, or "
                f"resume from checkpoint {intact.checkpoint_id} with {RECOVER_FROM_OLDER.key}: that repeats all output "
                f"that was committed for later ones, up to checkpoint {entries[-1].checkpoint_id}"
            )

    def _missing_file(self, manifest: Manifest) -> str:
        """What is wrong with the files that a manifest names; their contents are checked when they are read."""
        for ref in named_files(manifest):
            if ref.is_elsewhere:
                continue
            folder, _, name = ref.path.rpartition("/")
            if folder not in self._sizes:
                self._sizes[folder] = self._store.sizes(f"{self._job_id}/{folder}")
            size = self._sizes[folder].get(name)
            if size != ref.size:
                actual = "it is missing" if size is None else f"got {size}"
                return f"{self._store.uri}/{self._job_id}/{ref.path}: expected {ref.size} bytes, {actual}"
        return ""


def read_entry(store: CheckpointStore, job_id: str, entry: LogEntry) -> Manifest:
    """The manifest that an entry of the log names; CorruptStateError if it is not what was written."""
    path, uri = f"{job_id}/{entry.manifest}", f"{store.uri}/{job_id}/{entry.manifest}"
    try:
        data = store.read(path)
        if zlib.crc32(data) != entry.manifest_checksum:
            data = store.read(path)  # a bad read is not yet a bad file
    except FileNotFoundError:
        raise CorruptStateError(f"{uri} is missing") from None
    checksum = zlib.crc32(data)
    if checksum != entry.manifest_checksum:
        raise CorruptStateError(f"{uri}: expected checksum {entry.manifest_checksum:08x}, got {checksum:08x}")
    return decode_manifest(data, uri)
