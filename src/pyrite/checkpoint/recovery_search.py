"""RecoverySearch: finds the complete checkpoint to restore a job from."""

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
    file_paths: frozenset[str]
    suspect: bool = False
    """Whether it is damaged. It is kept for inspection until the next checkpoint is complete."""

    @property
    def id(self) -> int:
        return self.entry.checkpoint_id


class RecoverySearch:
    """Checks the checkpoints once, newest first. `checkpoints` are the checkpoints to keep, oldest first."""

    def __init__(self, store: CheckpointStore, job_id: str, num_retained: int, recover_from_older: bool) -> None:
        self.checkpoints: list[CompleteCheckpoint] = []
        self._store = store
        self._job_id = job_id
        self._num_retained = num_retained
        self._recover_from_older = recover_from_older
        self._sizes: dict[str, dict[str, int]] = {}

    def newest_intact(
        self, entries: list[LogEntry], damage_by_id: Mapping[int, str]
    ) -> tuple[Optional[Manifest], list[str]]:
        """The newest intact checkpoint, and the damage of newer ones. `damage_by_id` has checkpoints known as damaged.

        JobRefusedError: no complete checkpoint is intact, or the newest is damaged and an older one may not be
        restored.
        """
        intact: Optional[Manifest] = None
        skip_reasons: list[str] = []
        for entry in reversed(entries):
            if sum(not complete.suspect for complete in self.checkpoints) >= self._num_retained:
                break
            try:
                manifest = read_entry(self._store, self._job_id, entry)
            except CorruptStateError as error:
                skip_reasons += [] if intact else [f"checkpoint {entry.checkpoint_id}: {error}"]
                continue
            reason = "" if intact else self._missing_file(manifest)
            reason = reason or damage_by_id.get(entry.checkpoint_id, "")
            file_paths = frozenset(ref.path for ref in named_files(manifest))
            self.checkpoints.insert(0, CompleteCheckpoint(entry, file_paths, bool(reason)))
            if reason:
                skip_reasons.append(f"checkpoint {entry.checkpoint_id}: {reason}")
            elif intact is None:
                intact = manifest
        self._refuse(entries, intact, "; ".join(skip_reasons))
        return intact, skip_reasons

    def _refuse(self, entries: list[LogEntry], intact: Optional[Manifest], damage: str) -> None:
        if entries and intact is None:
            raise JobRefusedError(f"job {self._job_id} has complete checkpoints, but none is intact; {damage}")
        if intact is not None and damage and not self._recover_from_older:
            raise JobRefusedError(
                f"job {self._job_id} cannot be restored, its newest checkpoint is damaged: {damage}. Repair it, or "
                f"resume from checkpoint {intact.checkpoint_id} with {RECOVER_FROM_OLDER.key}: this repeats all output "
                f"that was committed for later ones, up to checkpoint {entries[-1].checkpoint_id}"
            )

    def _missing_file(self, manifest: Manifest) -> str:
        """Describes a file of a manifest that is missing or has a wrong size. Reads check the contents."""
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
    """The manifest that an entry of the log names; CorruptStateError if the manifest is damaged or missing."""
    path, uri = f"{job_id}/{entry.manifest}", f"{store.uri}/{job_id}/{entry.manifest}"
    try:
        data = store.read(path)
        if zlib.crc32(data) != entry.manifest_checksum:
            data = store.read(path)  # retried once: the read may have failed, not the file
    except FileNotFoundError:
        raise CorruptStateError(f"{uri} is missing") from None
    checksum = zlib.crc32(data)
    if checksum != entry.manifest_checksum:
        raise CorruptStateError(f"{uri}: expected checksum {entry.manifest_checksum:08x}, got {checksum:08x}")
    manifest = decode_manifest(data, uri, store.signing_key)
    if store.signing_key and manifest.job_id != job_id:
        raise CorruptStateError(f"{uri} belongs to job {manifest.job_id}")
    return manifest
