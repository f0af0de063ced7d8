"""CheckpointStore: the storage of checkpoints, in memory or in a file system."""

from __future__ import annotations

import contextlib
import itertools
import posixpath
import threading
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path

from pyrite.core.errors import CheckpointError
from pyrite.core.file_uri import file_uri, local_path
from pyrite.storage.disk import Disk
from pyrite.storage.full_disk import full_disk_note
from pyrite.storage.signing_key import SigningKey

Names = list[str]

TEMPORARY = ".tmp-"
"""The prefix of a file's name while it is written; the final name follows it."""


class NotWrittenError(OSError):
    """The file was certainly not written. After any other OSError of a write, the outcome is unknown."""


class CheckpointStore(ABC):
    """Files under a root, by relative path. A store can be pickled: each task gets a copy.

    A file under its final name is always complete, and durable when the write has returned.
    """

    inline_only: bool = False
    """Whether tasks cannot write here, so that their handles must contain all of their state."""
    limit_bytes: int = 0
    """The capacity of the store; 0 if unbounded."""
    state_limit_bytes: int = 0
    """The maximum size of one state; 0 if unbounded."""
    signing_key: SigningKey = SigningKey()
    """Signs manifests and logs. Only drivers need it: it is not part of a store that is sent to a task."""

    @property
    @abstractmethod
    def uri(self) -> str:
        """The root, without credentials."""

    @abstractmethod
    def write(self, path: str, data: bytes) -> None:
        """Writes a file, replacing an existing file of that name."""

    @abstractmethod
    def upload(self, source: Path, path: str) -> None:
        """Writes a file with the contents of a local file."""

    @abstractmethod
    def create(self, path: str, data: bytes) -> bool:
        """Writes a file if its name is free; False if the name is taken.

        The name may have been taken by this very call, retried in a lower layer.
        NotWrittenError: the file was not written. Any other OSError: the outcome is unknown, read the file back.
        """

    @abstractmethod
    def read(self, path: str) -> bytes:
        """A file's contents; FileNotFoundError if the file is missing."""

    @abstractmethod
    def download(self, path: str, target: Path) -> None:
        """Copies a file to the local disk; FileNotFoundError if the file is missing."""

    @abstractmethod
    def list(self, path: str) -> Names:
        """The sorted names of files and folders in a folder, without temporary files; empty for a missing folder."""

    @abstractmethod
    def sizes(self, path: str) -> dict[str, int]:
        """The files of a folder with their sizes, without temporary files; empty for a missing folder."""

    @abstractmethod
    def delete(self, path: str) -> None:
        """Removes a file; a missing file is accepted."""

    def delete_files(self, paths: Iterable[str]) -> None:
        """Removes files, many with one request where the storage can; missing files are accepted."""
        for path in paths:
            self.delete(path)

    @abstractmethod
    def delete_folder(self, path: str) -> None:
        """Removes a folder with its contents; a missing folder is accepted."""

    def exists(self, path: str) -> bool:
        """Whether a file of that name exists."""
        folder, name = posixpath.split(path)
        return name in self.sizes(folder)

    def confirm(self, path: str) -> None:
        """Makes a visible file durable, after a write that may have been interrupted before its fsync."""
        return

    def probe(self, folder: str) -> None:
        """Checks that files can be created here, and created exclusively where that depends on the server.

        Raises OSError or CheckpointError with the reason otherwise.
        """
        return

    def leftovers(self, path: str) -> Names:
        """The temporary files in a folder, of active and of dead writers."""
        return []

    def prune(self, path: str) -> None:
        """Removes an empty folder, in file systems with folders."""
        return

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.uri!r})"


class MemoryStore(CheckpointStore):
    """`jobmanager` storage: the driver's memory, bounded. A copy in a task is empty and read-only."""

    inline_only = True

    def __init__(self, limit_bytes: int = 64 << 20, state_limit_bytes: int = 0) -> None:
        self.state_limit_bytes = state_limit_bytes
        self.limit_bytes = limit_bytes
        self._files: dict[str, bytes] = {}
        self._is_copy = False
        self._lock = threading.RLock()

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return _memory_store_of_a_task, (self.limit_bytes, self.state_limit_bytes)

    @property
    def uri(self) -> str:
        return "jobmanager"

    def write(self, path: str, data: bytes) -> None:
        if self._is_copy:
            raise CheckpointError("jobmanager storage is in the driver's memory: a task cannot write to it")
        with self._lock:
            used = sum(len(file) for name, file in self._files.items() if name != path)
            if used + len(data) > self.limit_bytes:
                raise NotWrittenError(
                    f"the driver's memory for checkpoints is full ({path}: {len(data)} bytes, used {used} of "
                    f"{self.limit_bytes}): set execution.checkpointing.dir"
                )
            self._files[path] = bytes(data)

    def upload(self, source: Path, path: str) -> None:
        self.write(path, source.read_bytes())

    def create(self, path: str, data: bytes) -> bool:
        with self._lock:
            if path in self._files:
                return False
            self.write(path, data)
            return True

    def read(self, path: str) -> bytes:
        with self._lock:
            if path not in self._files:
                raise FileNotFoundError(path)
            return self._files[path]

    def download(self, path: str, target: Path) -> None:
        target.write_bytes(self.read(path))

    def list(self, path: str) -> Names:
        prefix = f"{path}/" if path else ""
        with self._lock:
            return sorted({name[len(prefix) :].split("/")[0] for name in self._files if name.startswith(prefix)})

    def sizes(self, path: str) -> dict[str, int]:
        prefix = f"{path}/" if path else ""
        with self._lock:
            inside = {name[len(prefix) :]: len(data) for name, data in self._files.items() if name.startswith(prefix)}
        return {name: size for name, size in sorted(inside.items()) if "/" not in name}

    def delete(self, path: str) -> None:
        with self._lock:
            self._files.pop(path, None)

    def delete_folder(self, path: str) -> None:
        with self._lock:
            for name in [name for name in self._files if name.startswith(f"{path}/")]:
                del self._files[name]


def _memory_store_of_a_task(limit_bytes: int, state_limit_bytes: int) -> MemoryStore:
    store = MemoryStore(limit_bytes, state_limit_bytes)
    store._is_copy = True
    return store


class LocalStore(CheckpointStore):
    """Files of a file system, local or mounted by all machines."""

    def __init__(
        self,
        disk: Disk,
        root: str,
        token: str = "",
        unsafe_skip_fsync: bool = False,
        unsafe_overwrite: bool = False,
    ) -> None:
        """`token` makes temporary names reproducible in a simulation; they are random otherwise.

        The unsafe switches are for tests that prove the need for the order of write, fsync and link, and for the
        exclusive create.
        """
        self._disk = disk
        self._root = posixpath.normpath(root)
        self._token = token
        self._counter = itertools.count()
        self._skip_fsync = unsafe_skip_fsync
        self._overwrite = unsafe_overwrite
        self._known_folders: set[str] = set()

    def __reduce__(self) -> tuple[type[LocalStore], tuple[Disk, str, str, bool, bool]]:
        return LocalStore, (self._disk, self._root, "", self._skip_fsync, self._overwrite)

    @property
    def uri(self) -> str:
        return file_uri(self._root)

    def at(self, uri: str) -> LocalStore:
        """The store of another folder on the same disk."""
        token = f"{self._token}e" if self._token else ""
        store = LocalStore(self._disk, str(local_path(uri)), token, self._skip_fsync, self._overwrite)
        store.signing_key = self.signing_key
        return store

    def write(self, path: str, data: bytes) -> None:
        self._put(path, lambda temporary: self._disk.write(temporary, data), len(data), self._rename)

    def upload(self, source: Path, path: str) -> None:
        size = source.stat().st_size
        self._put(path, lambda temporary: self._disk.copy_in(source, temporary), size, self._rename)

    def create(self, path: str, data: bytes) -> bool:
        place = self._rename if self._overwrite else self._link
        try:
            self._put(path, lambda temporary: self._disk.write(temporary, data), len(data), place)
        except FileExistsError:
            return False
        return True

    def _rename(self, temporary: str, final: str) -> None:
        try:
            self._disk.rename(temporary, final)
        except OSError:
            with contextlib.suppress(OSError):
                self._disk.unlink(temporary)
            raise

    def _link(self, temporary: str, final: str) -> None:
        try:
            self._disk.link(temporary, final)
        finally:
            with contextlib.suppress(OSError):
                self._disk.unlink(temporary)

    def _put(
        self, path: str, fill: Callable[[str], None], size: int, place: Callable[[str, str], None], tries: int = 3
    ) -> None:
        """Writes under a temporary name, syncs, takes the final name, syncs the folder: in exactly this order."""
        final = self._full(path)
        folder, name = posixpath.split(final)
        unique = f"{self._token}{next(self._counter)}" if self._token else uuid.uuid4().hex
        temporary = f"{folder}/{TEMPORARY}{name}-{unique}"
        try:
            self._ensure_folder(folder)
            self._stage(temporary, fill, size)
        except OSError as error:
            return self._retry(path, fill, size, place, tries, error)
        try:
            place(temporary, final)
        except FileNotFoundError as error:  # the empty folder was pruned, or a newer driver swept the temporary file
            return self._retry(path, fill, size, place, tries, error)
        try:
            self._disk.fsync_dir(folder)
        except FileNotFoundError as error:
            raise NotWrittenError(error.errno, f"{path} was removed with its folder while it was written") from error
        return None

    def _stage(self, temporary: str, fill: Callable[[str], None], size: int) -> None:
        try:
            fill(temporary)
            if not self._skip_fsync:
                self._disk.fsync(temporary)
            if self._disk.size(temporary) != size:
                raise OSError(f"{temporary}: {self._disk.size(temporary)} of {size} bytes were written")
        except OSError:
            with contextlib.suppress(OSError):
                self._disk.unlink(temporary)
            raise

    def _retry(
        self,
        path: str,
        fill: Callable[[str], None],
        size: int,
        place: Callable[[str, str], None],
        tries: int,
        error: OSError,
    ) -> None:
        """Retries a write whose folder was removed meanwhile; any other failure is final."""
        folder = posixpath.dirname(self._full(path))
        if isinstance(error, FileNotFoundError) and tries > 1 and not self._disk.exists(folder):
            self._known_folders.discard(folder)
            return self._put(path, fill, size, place, tries - 1)
        note = full_disk_note(error, folder)
        raise NotWrittenError(error.errno, f"{path} could not be written: {error}{note}") from error

    def _ensure_folder(self, folder: str) -> None:
        """Makes a folder, its parents and their names durable.

        An existing folder's name may not be durable: its creator may have died before the fsync.
        """
        parent = posixpath.dirname(folder)
        if folder in self._known_folders or parent == folder:
            return
        self._ensure_folder(parent)
        if not self._disk.is_dir(folder):
            self._disk.makedirs(folder)
        with contextlib.suppress(PermissionError):  # a process that may not read a folder has created nothing in it
            self._disk.fsync_dir(parent)
        self._known_folders.add(folder)

    def probe(self, folder: str) -> None:
        path = f"{folder}/{TEMPORARY}probe-{self._token or uuid.uuid4().hex}"
        try:
            self._ensure_folder(self._full(folder))
            self._disk.write(self._full(path), b"")
        finally:
            with contextlib.suppress(OSError):
                self._disk.unlink(self._full(path))

    def read(self, path: str) -> bytes:
        return self._disk.read(self._full(path))

    def download(self, path: str, target: Path) -> None:
        self._disk.copy_out(self._full(path), target)

    def list(self, path: str) -> Names:
        return [name for name in self._names(path) if not name.startswith(TEMPORARY)]

    def sizes(self, path: str) -> dict[str, int]:
        sizes = {}
        for name in self.list(path):
            full = f"{self._full(path)}/{name}"
            with contextlib.suppress(FileNotFoundError):
                if not self._disk.is_dir(full):
                    sizes[name] = self._disk.size(full)
        return sizes

    def leftovers(self, path: str) -> Names:
        return [name for name in self._names(path) if name.startswith(TEMPORARY)]

    def _names(self, path: str) -> Names:
        try:
            return self._disk.listdir(self._full(path))
        except FileNotFoundError:
            return []

    def exists(self, path: str) -> bool:
        full = self._full(path)
        return self._disk.exists(full) and not self._disk.is_dir(full)

    def confirm(self, path: str) -> None:
        full = self._full(path)
        self._disk.fsync(full)
        self._disk.fsync_dir(posixpath.dirname(full))

    def delete(self, path: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._disk.unlink(self._full(path))

    def delete_folder(self, path: str) -> None:
        self._disk.remove_tree(self._full(path))
        self._known_folders.discard(self._full(path))

    def prune(self, path: str) -> None:
        with contextlib.suppress(OSError):
            self._disk.rmdir(self._full(path))
            self._known_folders.discard(self._full(path))

    def _full(self, path: str) -> str:
        return f"{self._root}/{path}" if path else self._root
