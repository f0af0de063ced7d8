"""TaskFiles: a subtask's access to files of checkpoints."""

from __future__ import annotations

import hashlib
import itertools
import zlib
from pathlib import Path
from typing import Final, Optional

from pyrite.checkpoint import file_names
from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.state.handles import FileRef
from pyrite.storage.fault_points import reaches
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import CheckpointStore

_CHUNK: Final = 1 << 20


class TaskFiles:
    """The files of one subtask in one attempt; a StateReader. File names contain both, so they are unique.

    Create one instance per subtask and attempt: its counter makes names unique.
    """

    def __init__(
        self,
        store: CheckpointStore,
        job_id: str,
        attempt: int,
        vertex: str,
        subtask: int,
        inline_limit: int,
        elsewhere: Optional[FolderOpener] = None,
        has_digests: bool = False,
    ) -> None:
        """`elsewhere` opens the folder of a savepoint, or of another job. `has_digests`: manifests are signed."""
        self.store = store
        self._elsewhere = elsewhere or FolderOpener()
        self._others: dict[str, CheckpointStore] = {}
        self._job_id = job_id
        self._attempt = attempt
        self._vertex = vertex
        self._subtask = subtask
        self._inline_limit = inline_limit
        self._has_digests = has_digests
        self._counter = itertools.count()
        self._merges = itertools.count()

    def for_checkpoint(self, checkpoint_id: int) -> CheckpointFiles:
        """Writes the files of one checkpoint."""
        return CheckpointFiles(self, checkpoint_id)

    def for_savepoint(self, folder: str) -> SavepointFiles:
        """Writes the files of one savepoint into its folder."""
        return SavepointFiles(self, folder)

    def merged(self, data: bytes) -> FileRef:
        """Writes a merged chain. Call it in the task's process: its counter makes the name."""
        return self.merged_as(next(self._merges), data)

    @reaches("files.merge.before", "files.merge.after")
    def merged_as(self, merge: int, data: bytes) -> FileRef:
        """Writes a merged chain from another process, with a merge number unique for this subtask and attempt."""
        path = file_names.merged_name(self._attempt, merge, self._vertex, self._subtask, next(self._counter))
        return self._keep(path, data)

    def drop_merged(self, ref: FileRef) -> None:
        """Removes a merged file that no acknowledgement names."""
        origin = file_names.origin_of(ref.path)
        if origin is not None and origin.attempt == self._attempt and origin.merge is not None:
            self.store.delete(f"{self._job_id}/{ref.path}")

    def read(self, ref: FileRef) -> bytes:
        """The contents of a file; CorruptStateError if they differ from the contents written."""
        if ref.data is not None:
            return self._checked(ref, ref.data)
        return self._checked(ref, self._read_file(ref))

    @reaches("files.read.before", "files.read.after")
    def _read_file(self, ref: FileRef) -> bytes:
        store, path = self._place(ref)
        try:
            data = store.read(path)
            if zlib.crc32(data) != ref.checksum:
                data = store.read(path)  # retried once: the read may have failed, not the file
        except FileNotFoundError:
            raise self._missing(ref) from None
        return data

    def download(self, ref: FileRef, path: Path) -> None:
        """Copies the contents into a local file; CorruptStateError if they differ from the contents written."""
        if ref.data is not None:
            path.write_bytes(self._checked(ref, ref.data))
        else:
            self._check(ref, self._download_file(ref, path))

    @reaches("files.read.before", "files.read.after")
    def _download_file(self, ref: FileRef, path: Path) -> FileRef:
        """Returns the reference that fits the downloaded file."""
        store, source = self._place(ref)
        try:
            store.download(source, path)
            actual = _ref_of_file(ref.path, path, bool(ref.digest))
            if actual != ref:
                store.download(source, path)
                actual = _ref_of_file(ref.path, path, bool(ref.digest))
        except FileNotFoundError:
            raise self._missing(ref) from None
        return actual

    def _place(self, ref: FileRef) -> tuple[CheckpointStore, str]:
        """The store that contains a file, and the file's path in it."""
        if not ref.is_elsewhere:
            return self.store, f"{self._job_id}/{ref.path}"
        folder, _, name = ref.path.rpartition("/")
        return self.open_elsewhere(folder), name

    def open_elsewhere(self, folder: str) -> CheckpointStore:
        if folder not in self._others:
            self._others[folder] = self._elsewhere(folder)
        return self._others[folder]

    def write_to_savepoint(self, folder: str, data: bytes) -> FileRef:
        """Writes a file into a savepoint's folder, or keeps short data in the handle. The path is relative."""
        if len(data) <= self._inline_limit:
            return FileRef("", len(data), zlib.crc32(data), data)
        name = file_names.savepoint_name(self._attempt, self._vertex, self._subtask, next(self._counter))
        self._write_elsewhere(folder, name, data)
        return _ref_of(name, data, self._has_digests)

    @reaches("files.savepoint.before", "files.savepoint.after")
    def _write_elsewhere(self, folder: str, name: str, data: bytes) -> None:
        self.open_elsewhere(folder).write(name, data)

    @reaches("files.write.before", "files.write.after")
    def write_as(self, path: str, data: bytes) -> FileRef:
        """Writes data under a name. Short data stays in the handle."""
        return self._keep(path, data)

    @reaches("files.write.before", "files.write.after")
    def stage(self, data: bytes, inline: bool) -> FileRef:
        """Writes a file that belongs to the task rather than to a checkpoint."""
        path = file_names.staged_name(self._attempt, self._vertex, self._subtask, next(self._counter))
        return self._keep(path, data, inline)

    def upload_as(self, path: str, source: Path) -> FileRef:
        if self.store.inline_only:
            return self.write_as(path, source.read_bytes())
        return self._upload(path, source)

    @reaches("files.write.before", "files.write.after")
    def _upload(self, path: str, source: Path) -> FileRef:
        ref = _ref_of_file(path, source, self._has_digests)
        self.store.upload(source, f"{self._job_id}/{path}")
        return ref

    def name(self, checkpoint_id: int, is_shared: bool) -> str:
        make = file_names.shared_name if is_shared else file_names.exclusive_name
        return make(self._attempt, checkpoint_id, self._vertex, self._subtask, next(self._counter))

    def _keep(self, path: str, data: bytes, inline: bool = True) -> FileRef:
        if self.store.inline_only:
            limit = self.store.state_limit_bytes or self.store.limit_bytes
            if len(data) > limit:
                raise CheckpointError(
                    f"state of {len(data)} bytes exceeds the limit of jobmanager storage ({limit}): set "
                    "execution.checkpointing.dir, or a larger execution.checkpointing.jobmanager.max-state-size"
                )
            return FileRef("", len(data), zlib.crc32(data), data)
        if inline and len(data) <= self._inline_limit:
            return FileRef("", len(data), zlib.crc32(data), data)
        self.store.write(f"{self._job_id}/{path}", data)
        return _ref_of(path, data, self._has_digests)

    def _checked(self, ref: FileRef, data: bytes) -> bytes:
        self._check(ref, _ref_of(ref.path, data, bool(ref.digest)))
        return data

    def _check(self, ref: FileRef, actual: FileRef) -> None:
        if (actual.size, actual.checksum) != (ref.size, ref.checksum):
            raise CorruptStateError(
                f"{self._describe(ref)}: expected {ref.size} bytes with checksum {ref.checksum:08x}, got "
                f"{actual.size} bytes with {actual.checksum:08x}"
            )
        if actual.digest != ref.digest:
            raise CorruptStateError(
                f"{self._describe(ref)}: its contents are not those that were signed, a stranger has changed it"
            )

    def _missing(self, ref: FileRef) -> CorruptStateError:
        return CorruptStateError(f"{self._describe(ref)} is missing; expected {ref.size} bytes")

    def _describe(self, ref: FileRef) -> str:
        if ref.is_elsewhere:
            return ref.path
        return f"{self.store.uri}/{self._job_id}/{ref.path}" if ref.path else "data in the manifest"


class CheckpointFiles:
    """The StateWriter of one checkpoint of one subtask. Used by one thread at a time."""

    def __init__(self, files: TaskFiles, checkpoint_id: int) -> None:
        self._files = files
        self._checkpoint_id = checkpoint_id
        self.written_bytes = 0
        """Bytes written, including data inside handles."""

    def write(self, data: bytes, is_shared: bool) -> FileRef:
        ref = self._files.write_as(self._files.name(self._checkpoint_id, is_shared), data)
        self.written_bytes += ref.size
        return ref

    def upload(self, path: Path) -> FileRef:
        ref = self._files.upload_as(self._files.name(self._checkpoint_id, is_shared=True), path)
        self.written_bytes += ref.size
        return ref

    def stage(self, data: bytes, inline: bool) -> FileRef:
        ref = self._files.stage(data, inline)
        self.written_bytes += ref.size
        return ref


class SavepointFiles:
    """The StateWriter of one savepoint of one subtask. It shares no files."""

    def __init__(self, files: TaskFiles, folder: str) -> None:
        self._files = files
        self._folder = folder
        self.written_bytes = 0

    def write(self, data: bytes, is_shared: bool) -> FileRef:
        ref = self._files.write_to_savepoint(self._folder, data)
        self.written_bytes += ref.size
        return ref

    def upload(self, path: Path) -> FileRef:
        return self.write(path.read_bytes(), is_shared=False)

    def stage(self, data: bytes, inline: bool) -> FileRef:
        return self.write(data, is_shared=False)


def _ref_of(path: str, data: bytes, has_digest: bool) -> FileRef:
    """The reference to a file with these contents."""
    return FileRef(path, len(data), zlib.crc32(data), None, hashlib.sha256(data).hexdigest() if has_digest else "")


def _ref_of_file(path: str, local: Path, has_digest: bool) -> FileRef:
    """The reference to a file with the contents of a local file."""
    size = checksum = 0
    digest = hashlib.sha256()
    with local.open("rb") as file:
        while chunk := file.read(_CHUNK):
            size += len(chunk)
            checksum = zlib.crc32(chunk, checksum)
            if has_digest:
                digest.update(chunk)
    return FileRef(path, size, checksum, None, digest.hexdigest() if has_digest else "")
