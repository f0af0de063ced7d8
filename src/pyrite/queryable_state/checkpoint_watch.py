"""CheckpointWatch: the newest completed checkpoint of a running job, read from its log only."""

from __future__ import annotations

import zlib
from typing import Optional

from pyrite.checkpoint.job_log import CHECKPOINT, ENDED, JobLog, LogEntry
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.manifest_codec import decode_manifest
from pyrite.core.errors import (
    CheckpointError,
    CorruptStateError,
    FencedError,
    JobNotRunningError,
    NoCheckpointYetError,
)
from pyrite.core.text_formatting import text_of_time
from pyrite.storage.signing_key import warn_of_writers
from pyrite.storage.store import CheckpointStore

_TRIES = 10


class CheckpointWatch:
    """Read-only; files may be removed at any moment in favor of a newer checkpoint."""

    def __init__(self, store: CheckpointStore, job_id: str, is_running: bool = False) -> None:
        """`is_running`: the job is running; without a log, it has just been started."""
        self.store = store
        self.job_id = job_id
        self._is_running = is_running
        self._log = JobLog(store, job_id, writer="")
        self._entry: Optional[LogEntry] = None
        self._manifest: Optional[Manifest] = None

    def newest(self) -> Manifest:
        """The manifest of the newest checkpoint. Raises JobNotRunningError or NoCheckpointYetError."""
        for _ in range(_TRIES):
            entry = self._newest_entry()
            if entry == self._entry and self._manifest is not None:
                return self._manifest
            try:
                manifest = self._read(entry)
            except FileNotFoundError:
                continue  # removed after the log was read
            if manifest.stopped_at:
                raise JobNotRunningError(f"job {self.job_id} was stopped with savepoint {manifest.stopped_at}")
            self._manifest, self._entry = manifest, entry
            return manifest
        raise CorruptStateError(f"{self._path(entry)} in {self.store.uri} is missing")

    def _newest_entry(self) -> LogEntry:
        last = self._read_last()
        if last is None and not self._is_running:
            raise JobNotRunningError(f"job {self.job_id} does not exist in {self.store.uri}: it has no log there")
        if last is not None and last.kind == ENDED:
            raise JobNotRunningError(f"job {self.job_id} has ended: {last.status} at {text_of_time(last.time_ms)}")
        if last is not None and last.kind == CHECKPOINT:
            return last
        for entry in reversed(self._entries() if last is not None else []):
            if entry.kind == CHECKPOINT:
                return entry
            if entry.kind == ENDED and not entry.manifest:
                break  # earlier checkpoints were removed
        raise NoCheckpointYetError(f"job {self.job_id} has not completed a checkpoint yet: retry after the first")

    def _read_last(self) -> Optional[LogEntry]:
        for _ in range(_TRIES):
            try:
                return self._log.read_last()
            except CheckpointError:
                continue  # the log has changed meanwhile
        return self._log.read_last()

    def _entries(self) -> list[LogEntry]:
        for _ in range(_TRIES):
            try:
                return self._log.live_entries()
            except (CheckpointError, FencedError):
                continue
        return self._log.live_entries()

    def _read(self, entry: LogEntry) -> Manifest:
        data = self.store.read(self._path(entry))
        if zlib.crc32(data) != entry.manifest_checksum:
            data = self.store.read(self._path(entry))
        if zlib.crc32(data) != entry.manifest_checksum:
            raise CorruptStateError(f"{self._path(entry)} in {self.store.uri} is damaged")
        warn_of_writers(f"{self.store.uri}/{self.job_id}", self.store.signing_key)
        return decode_manifest(data, self._path(entry), self.store.signing_key)

    def _path(self, entry: LogEntry) -> str:
        return f"{self.job_id}/{entry.manifest}"
