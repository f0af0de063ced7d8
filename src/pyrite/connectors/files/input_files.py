"""InputFiles: lists and opens files, on the local disk, in S3 and in HDFS."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Optional

import pyarrow as pa
from pyarrow import fs

from pyrite.connectors.files.paths import Location, PathPattern
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import ConnectorError
from pyrite.core.persistence.persisted import persisted
from pyrite.storage.hdfs_client import HdfsClient
from pyrite.storage.hdfs_settings import HdfsSettings
from pyrite.storage.s3_settings import S3Settings


@persisted("found-file/1")
@dataclass(frozen=True)
class FoundFile:
    """A listed file."""

    location: Location
    size_bytes: int


def merged(of_the_job: Configuration, own: Configuration) -> Configuration:
    """The job's settings, overridden by the settings of a source or a sink."""
    settings = Configuration(of_the_job)
    settings.add_all(own)
    return settings


@persisted("file-input-files/1")
class InputFiles:
    """Lists and opens files. Picklable: clients are created on first use."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._s3: Optional[Any] = None

    def __reduce__(self) -> tuple[type[InputFiles], tuple[Configuration]]:
        return InputFiles, (self._configuration,)

    def find(self, pattern: PathPattern, may_be_missing: bool = False) -> list[FoundFile]:
        """All matching files, in the order of their paths.

        With `may_be_missing`, the folder may be missing or empty. In S3, which has no folders, both look the same.
        """
        if pattern.root.scheme == "s3":
            files = self._find_in_s3(pattern, may_be_missing)
        elif pattern.root.scheme == "hdfs":
            files = self._find_in_hdfs(pattern, may_be_missing)
        else:
            files = [FoundFile(Location("file", path), size) for path, size in _find_locally(pattern)]
        return sorted(files, key=lambda file: file.location.path)

    def open(self, location: Location) -> Any:
        """Opens a file as a seekable Arrow file."""
        try:
            if location.scheme == "s3":
                return self._arrow_s3().open_input_file(location.path)
            if location.scheme == "hdfs":
                return pa.PythonFile(self._hdfs(location).open(f"/{location.key}"), mode="r")
            return pa.OSFile(location.path, "rb")
        except (OSError, pa.ArrowException) as error:
            raise self.error_at(location, "cannot be read", error) from None

    def modified_ns(self, location: Location) -> int:
        """The modification time of a remote file, in nanoseconds since 1970, to the millisecond."""
        if location.scheme == "hdfs":
            return int(self._hdfs(location).status(f"/{location.key}").modification_time) * 1_000_000
        [info] = self._arrow_s3().get_file_info([location.path])
        return int(info.mtime_ns or 0) // 1_000_000 * 1_000_000

    def _find_in_s3(self, pattern: PathPattern, may_be_missing: bool) -> list[FoundFile]:
        root = pattern.root
        try:
            files = self._arrow_s3()
            [itself] = files.get_file_info([root.path])
            if itself.type == fs.FileType.File and not pattern.pattern:
                return [FoundFile(root, itself.size)]
            if itself.type == fs.FileType.NotFound:
                [bucket] = files.get_file_info([root.path.partition("/")[0]])
                if may_be_missing and bucket.type != fs.FileType.NotFound:
                    return []
                raise FileNotFoundError("no such file or folder")
            infos = files.get_file_info(fs.FileSelector(root.path, recursive=True))
        except (OSError, pa.ArrowException) as error:
            raise self.error_at(root, "cannot be listed", error) from None
        prefix = len(root.path.rstrip("/")) + 1
        return [
            FoundFile(Location("s3", info.path), info.size)
            for info in infos
            if info.type == fs.FileType.File and pattern.takes(info.path[prefix:])
        ]

    def _find_in_hdfs(self, pattern: PathPattern, may_be_missing: bool) -> list[FoundFile]:
        root = pattern.root
        client = self._hdfs(root)
        try:
            itself = client.status(f"/{root.key}")
            if not itself.isdir and not pattern.pattern:
                return [FoundFile(root, itself.length)]
            statuses = client.list(f"/{root.key}", recursive=True)
        except FileNotFoundError:
            if may_be_missing:
                return []
            raise self.error_at(root, "cannot be listed", FileNotFoundError("no such file or folder")) from None
        except OSError as error:
            raise self.error_at(root, "cannot be listed", error) from None
        prefix = len(f"/{root.key}".rstrip("/")) + 1
        return [
            FoundFile(Location("hdfs", f"{root.bucket}{status.path}"), status.length)
            for status in statuses
            if not status.isdir and pattern.takes(status.path[prefix:])
        ]

    def _hdfs(self, location: Location) -> HdfsClient:
        settings = HdfsSettings.of(self._configuration)
        return HdfsClient(settings.place(location.uri)[0], settings)

    def _arrow_s3(self) -> Any:
        if self._s3 is None:
            self._s3 = S3Settings.of(self._configuration).file_system()
        return self._s3

    def error_at(self, location: Location, what: str, error: Exception) -> ConnectorError:
        """An error that names the file, without secrets."""
        text = f"{location.uri} {what}: {error}"
        return ConnectorError(
            S3Settings.of(self._configuration).secrets.masked(text) if location.scheme == "s3" else text
        )


def _find_locally(pattern: PathPattern) -> Iterator[tuple[str, int]]:
    root = pattern.root.path
    if not pattern.pattern and os.path.isfile(root):  # noqa: PTH113 - a Path for every file is slow
        yield root, os.stat(root).st_size  # noqa: PTH116
        return
    if not os.path.isdir(root):  # noqa: PTH112
        raise ConnectorError(f"{root} cannot be read: no such file or folder")
    yield from _walk(root, "", pattern)


def _walk(folder: str, relative: str, pattern: PathPattern) -> Iterator[tuple[str, int]]:
    """Files and their sizes. Files that disappear during the listing are left out."""
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return
    for entry in entries:
        path = f"{relative}{entry.name}"
        if entry.name.startswith((".", "_")):
            continue
        try:
            if entry.is_dir():
                yield from _walk(entry.path, f"{path}/", pattern)
            elif pattern.takes(path):
                yield entry.path, entry.stat().st_size
        except FileNotFoundError:
            continue
