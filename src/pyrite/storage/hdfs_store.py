"""HdfsStore: checkpoints in HDFS. A rename that refuses a taken name is its exclusive create."""

from __future__ import annotations

import contextlib
import posixpath
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.storage.hdfs_client import CHUNK_BYTES, HdfsClient, HdfsRefusedError, check_installed, name_of
from pyrite.storage.hdfs_settings import HdfsSettings
from pyrite.storage.store import TEMPORARY, CheckpointStore, Names, NotWrittenError

_TRIES: Final = 3


class HdfsStore(CheckpointStore):
    """A folder of HDFS. A file is written under a temporary name, synced, and renamed to its final name."""

    def __init__(self, client: HdfsClient, root: str) -> None:
        self._client = client
        self._root = root.rstrip("/")
        self._folders: set[str] = set()

    def __reduce__(self) -> tuple[type[HdfsStore], tuple[HdfsClient, str]]:
        return HdfsStore, (self._client, self._root)

    @staticmethod
    def of(uri: str, configuration: Configuration) -> HdfsStore:
        check_installed()
        settings = HdfsSettings.of(configuration)
        authority, path = settings.place(uri)
        return HdfsStore(HdfsClient(authority, settings), path)

    @property
    def uri(self) -> str:
        return self._client.uri(self._root)

    def write(self, path: str, data: bytes) -> None:
        self._put(path, lambda: [data], overwrite=True)

    def upload(self, source: Path, path: str) -> None:
        self._put(path, lambda: _chunks(source), overwrite=True)

    def create(self, path: str, data: bytes) -> bool:
        return self._put(path, lambda: [data], overwrite=False)

    def _put(self, path: str, chunks: Callable[[], Iterable[bytes]], overwrite: bool) -> bool:
        """Writes a file; False if `overwrite` is not set and the name is taken.

        After a failed rename the file may be under its final name, since only the answer was lost. A missing source has
        that cause, too, or the folder was removed, or a newer driver swept the temporary file. The final name decides.
        """
        final = self._full(path)
        failure = OSError()
        for _ in range(_TRIES):
            temporary = self._stage(final, chunks)
            try:
                self._client.rename(temporary, final, overwrite)
                return True
            except FileExistsError:
                self._remove(temporary)
                return False
            except HdfsRefusedError as error:
                self._remove(temporary)
                raise NotWrittenError(str(error)) from None
            except OSError as error:
                self._folders.discard(posixpath.dirname(final))
                if not overwrite and self._client.exists(final):
                    return False
                failure = error
        raise failure

    def _stage(self, final: str, chunks: Callable[[], Iterable[bytes]]) -> str:
        """Writes a temporary file beside the final name, and returns its path."""
        folder, name = posixpath.split(final)
        temporary = f"{folder}/{TEMPORARY}{name}-{uuid.uuid4().hex}"
        try:
            if folder not in self._folders:
                self._client.make_folder(folder)
                self._folders.add(folder)
            self._client.write(temporary, chunks())
        except OSError as error:
            self._remove(temporary)
            raise NotWrittenError(f"{self._client.uri(final)} could not be written: {error}") from error
        return temporary

    def _remove(self, temporary: str) -> None:
        with contextlib.suppress(OSError):
            self._client.delete(temporary)

    def read(self, path: str) -> bytes:
        return self._client.read_all(self._full(path))

    def download(self, path: str, target: Path) -> None:
        source = self._client.open(self._full(path))
        with target.open("wb") as file:
            while chunk := source.read(CHUNK_BYTES):
                file.write(chunk)

    def list(self, path: str) -> Names:
        return sorted(name for name, _ in self._entries(path) if not name.startswith(TEMPORARY))

    def sizes(self, path: str) -> dict[str, int]:
        entries = sorted(self._entries(path))
        return {name: size for name, size in entries if size is not None and not name.startswith(TEMPORARY)}

    def leftovers(self, path: str) -> Names:
        return sorted(name for name, _ in self._entries(path) if name.startswith(TEMPORARY))

    def _entries(self, path: str) -> Iterator[tuple[str, int | None]]:
        """The names in a folder, with the sizes of files."""
        with contextlib.suppress(FileNotFoundError):
            for status in self._client.list(self._full(path)):
                yield name_of(status), None if status.isdir else int(status.length)

    def exists(self, path: str) -> bool:
        try:
            return not self._client.status(self._full(path)).isdir
        except FileNotFoundError:
            return False

    def probe(self, folder: str) -> None:
        self._remove(self._stage(self._full(f"{folder}/probe"), lambda: [b""]))

    def delete(self, path: str) -> None:
        self._client.delete(self._full(path))

    def delete_folder(self, path: str) -> None:
        self._client.delete(self._full(path), recursive=True)
        self._folders.clear()

    def prune(self, path: str) -> None:
        with contextlib.suppress(OSError):
            if not self._client.list(self._full(path)):
                self._client.delete(self._full(path))
        self._folders.clear()

    def _full(self, path: str) -> str:
        return f"{self._root}/{path}" if path else self._root or "/"


def _chunks(source: Path) -> Iterator[bytes]:
    with source.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk
