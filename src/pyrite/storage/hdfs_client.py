"""HdfsClient: files of HDFS by the NameNode's own protocol. Each call ends within its time limit."""

from __future__ import annotations

import contextlib
import os
import posixpath
import threading
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any, Final, TypeVar, cast

from pyrite.core.extras import load
from pyrite.storage.hdfs_settings import HdfsSettings

_T = TypeVar("_T")

CHUNK_BYTES: Final = 4 << 20
_ANSWER_S: Final = 60.0
"""The client itself waits without a limit for a NameNode that is frozen or cut off."""
_REFUSALS: Final = ("SafeModeException", "AccessControlException", "QuotaExceededException", "StandbyException")


class HdfsError(OSError):
    """A call failed; its outcome is unknown, unless it is a HdfsRefusedError."""


class HdfsRefusedError(HdfsError):
    """The NameNode refused the call, which had no effect."""


@lru_cache(maxsize=16)
def _connected(authority: str, settings: HdfsSettings, process_id: int) -> Any:
    """One client for all stores, readers and writers of a process; a fork must not share connections."""
    module = load("hdfs_native", "hdfs", "hdfs://")
    return module.Client(f"hdfs://{authority}", dict(settings.values))


def check_installed() -> None:
    """MissingDependencyError: the package of the extra `hdfs` is missing."""
    load("hdfs_native", "hdfs", "hdfs://")


class HdfsClient:
    """The files below hdfs://authority. Paths are absolute. Picklable.

    FileNotFoundError and FileExistsError are raised as such, all other failures as HdfsError.
    """

    def __init__(self, authority: str, settings: HdfsSettings) -> None:
        self.authority = authority
        self._settings = settings

    def __reduce__(self) -> tuple[type[HdfsClient], tuple[str, HdfsSettings]]:
        return HdfsClient, (self.authority, self._settings)

    def uri(self, path: str) -> str:
        return f"hdfs://{self.authority}{path}"

    def write(self, path: str, chunks: Iterable[bytes | memoryview]) -> None:
        """Writes a file, whose name must be free, to the DataNodes' disks."""
        with contextlib.closing(self.create(path)) as file:
            for chunk in chunks:
                file.write(chunk)
            file.sync()

    def create(self, path: str) -> HdfsFile:
        """Opens a file with a free name for writing."""
        options = load("hdfs_native", "hdfs", "hdfs://").WriteOptions(overwrite=False, create_parent=True)
        return HdfsFile(self, path, self.call("create", path, lambda client: client.create(path, options)))

    def rename(self, source: str, target: str, overwrite: bool) -> None:
        """Moves a file, atomically. Without `overwrite`, FileExistsError if the target's name is taken.

        FileNotFoundError: the source is missing, perhaps since this very call, repeated by the client, has moved it.
        """
        self.call("rename", target, lambda client: client.rename(source, target, overwrite))

    def read_all(self, path: str) -> bytes:
        return self.call("read", path, lambda client: bytes(client.read(path).read()))

    def open(self, path: str) -> HdfsReader:
        """Opens a file for reading."""
        return HdfsReader(self, path, self.call("read", path, lambda client: client.read(path)))

    def status(self, path: str) -> Any:
        """Length, kind and times of a file or folder; FileNotFoundError if it is missing."""
        return self.call("read", path, lambda client: client.get_file_info(path))

    def exists(self, path: str) -> bool:
        try:
            self.status(path)
        except FileNotFoundError:
            return False
        return True

    def list(self, path: str, recursive: bool = False) -> list[Any]:
        """The statuses of a folder's files and folders; FileNotFoundError if the folder is missing."""
        return self.call("list", path, lambda client: list(client.list_status(path, recursive)))

    def make_folder(self, path: str) -> None:
        """Creates a folder that only its owner can read, and its parents; an existing folder is accepted."""
        self.call("create", path, lambda client: client.mkdirs(path, 0o700, create_parent=True))

    def delete(self, path: str, recursive: bool = False) -> None:
        """Removes a file, or a folder; a missing one is accepted."""
        self.call("delete", path, lambda client: client.delete(path, recursive))

    def end_writing(self, path: str) -> bool:
        """Takes a file from a dead writer; False while HDFS is still closing it."""
        return bool(self.call("close", path, lambda client: client.recover_lease(path)))

    def call(self, action: str, path: str, request: Callable[[Any], _T]) -> _T:
        """Makes a request in a thread of its own, which outlives a request without an answer."""
        client = _connected(self.authority, self._settings, os.getpid())
        outcomes: list[tuple[bool, Any]] = []

        def run() -> None:
            try:
                outcomes.append((True, request(client)))
            except BaseException as error:  # the client's own panics are no Exceptions
                outcomes.append((False, error))

        thread = threading.Thread(target=run, name=f"hdfs {action}", daemon=True)
        thread.start()
        thread.join(_ANSWER_S)
        if not outcomes:
            raise HdfsError(f"{self.uri(path)}: cannot {action}: no answer within {_ANSWER_S:.0f} s")
        [(succeeded, outcome)] = outcomes
        if succeeded:
            return cast(_T, outcome)
        raise self._error(action, path, outcome) from None

    def _error(self, action: str, path: str, error: BaseException) -> OSError:
        """The error with the action and the URI, in one line."""
        reason = str(error).replace("\\n", "\n").partition("\n")[0].strip()
        text = f"{self.uri(path)}: cannot {action}: {reason or type(error).__name__}"
        if "GSSAPI" in text or "Kerberos" in text or "No valid authentication method" in text:
            text += " (Pyrite supports simple authentication only, not Kerberos)"
        for kind in (FileNotFoundError, FileExistsError):
            if isinstance(error, kind):
                return kind(text)
        refused = any(name in str(error) for name in _REFUSALS)
        return (HdfsRefusedError if refused else HdfsError)(text)


class HdfsFile:
    """A file in progress. Only its owner writes to it, and `close` completes it."""

    def __init__(self, client: HdfsClient, path: str, writer: Any) -> None:
        self._client = client
        self._writer = writer
        self.path = path
        self.size_bytes = 0

    def write(self, data: bytes | memoryview) -> None:
        view = memoryview(data).cast("B")
        for start in range(0, len(view), CHUNK_BYTES):
            self._client.call("write", self.path, partial(_write, self._writer, view[start : start + CHUNK_BYTES]))
        self.size_bytes += len(view)

    def sync(self) -> None:
        """Returns when the DataNodes have the data on their disks."""
        if self.size_bytes:
            self._client.call("sync", self.path, lambda _: self._writer.hsync())

    def close(self) -> None:
        self._client.call("close", self.path, lambda _: self._writer.close())


def _write(writer: Any, data: memoryview, client: Any) -> None:
    writer.write(data)


class HdfsReader:
    """A file that is read from any position."""

    closed = False

    def __init__(self, client: HdfsClient, path: str, reader: Any) -> None:
        self._client = client
        self._path = path
        self._reader = reader
        self.size_bytes = len(reader)

    def read(self, count: int = -1) -> bytes:
        return self._client.call("read", self._path, lambda _: bytes(self._reader.read(count)))

    def seek(self, offset: int, whence: int = 0) -> int:
        self._reader.seek(offset, whence)
        return self.tell()

    def tell(self) -> int:
        return int(self._reader.tell())

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def close(self) -> None:
        self.closed = True


def name_of(status: Any) -> str:
    """The last part of a status' path."""
    return posixpath.basename(str(status.path))
