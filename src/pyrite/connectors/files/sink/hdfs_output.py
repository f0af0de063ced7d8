"""HdfsOutput: writes files of HDFS under hidden names, syncs them, and renames them within their folder."""

from __future__ import annotations

import contextlib
import io
import time
import uuid
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, cast

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.output_store import (
    UNFINISHED,
    HiddenFile,
    OutputPart,
    OutputStore,
    Prepared,
    copy_start,
    lost,
)
from pyrite.connectors.files.sink.part_name import PartName
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import ConnectorError
from pyrite.storage.hdfs_client import HdfsClient, HdfsFile, name_of
from pyrite.storage.hdfs_settings import HdfsSettings

_BUFFER_BYTES: Final = 1 << 20
_RECOVERY_S: Final = 120.0
"""How long HDFS may take to close the file of a dead writer."""


class HdfsStream(io.RawIOBase):
    """Buffers bytes, and writes them in large pieces."""

    def __init__(self, file: HdfsFile) -> None:
        self._file = file
        self._buffer = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._buffer += data
        if len(self._buffer) >= _BUFFER_BYTES:
            self.flush()
        return memoryview(data).nbytes

    def flush(self) -> None:
        if self._buffer:
            data, self._buffer = bytes(self._buffer), bytearray()
            self._file.write(data)

    def tell(self) -> int:
        return self._file.size_bytes + len(self._buffer)


class HdfsPart(OutputPart):
    def __init__(self, client: HdfsClient, final: Location) -> None:
        folder, _, name = final.path.rpartition("/")
        self._hidden = Location("hdfs", f"{folder}/.{name}.{uuid.uuid4().hex[:8]}{UNFINISHED}")
        self._final = final
        self._client = client
        try:
            self._file = client.create(f"/{self._hidden.key}")
        except OSError as error:
            raise ConnectorError(f"cannot write to hdfs://{folder}: {error}") from error
        self.stream: BinaryIO = cast(BinaryIO, HdfsStream(self._file))

    def sync(self) -> HiddenFile:
        self.stream.flush()
        self._file.sync()
        return HiddenFile(self._hidden, self._final, self.stream.tell())

    def finish(self) -> HiddenFile:
        done = self.sync()
        self._file.close()
        return done

    def close(self) -> None:
        with contextlib.suppress(OSError):  # another attempt may have taken the file
            self.stream.flush()
            self._file.close()

    def abandon(self) -> None:
        with contextlib.suppress(OSError):
            self._file.close()
        self._client.delete(f"/{self._hidden.key}")


class HdfsOutput(OutputStore):
    """Writes to the NameNodes that the locations name; a location without one is on the default file system."""

    can_sync = True

    def __init__(self, settings: HdfsSettings) -> None:
        self._settings = settings

    @staticmethod
    def of(configuration: Configuration) -> HdfsOutput:
        return HdfsOutput(HdfsSettings.of(configuration))

    def _client(self, location: Location) -> HdfsClient:
        return HdfsClient(self._settings.place(location.uri)[0], self._settings)

    def begin(self, final: Location, readable: bool = False) -> HdfsPart:
        return HdfsPart(self._client(final), final)

    def publish(self, prepared: list[Prepared]) -> None:
        for part in prepared:
            assert isinstance(part, HiddenFile)
            client = self._client(part.final)
            try:
                client.rename(f"/{part.hidden.key}", f"/{part.final.key}", overwrite=True)
            except FileNotFoundError:
                if not client.exists(f"/{part.final.key}"):
                    raise lost(part) from None

    def adopt(self, file: HiddenFile, final: Location) -> HiddenFile:
        client = self._client(file.hidden)
        self._end_writing(client, file)
        part = self.begin(final)
        try:
            copy_start(cast(BinaryIO, client.open(f"/{file.hidden.key}")), part.stream, file)
            return part.finish()
        except BaseException:
            part.abandon()
            raise

    def _end_writing(self, client: HdfsClient, file: HiddenFile) -> None:
        """Waits until HDFS has closed a file that a dead writer left open: its length is known only then."""
        until = time.monotonic() + _RECOVERY_S
        while not client.end_writing(f"/{file.hidden.key}"):
            if time.monotonic() > until:
                raise ConnectorError(f"{file.hidden.uri}: not closed by HDFS within {_RECOVERY_S:.0f} s")
            time.sleep(0.2)

    def leftovers(self, base: Location, owner: str, readable: bool) -> Iterator[tuple[Location, PartName, Any]]:
        with contextlib.suppress(FileNotFoundError):
            for status in self._client(base).list(f"/{base.key}", recursive=True):
                name = name_of(status)
                part_name = PartName.find(name) if name.startswith(".") and name.endswith(UNFINISHED) else None
                if part_name is not None and part_name.owner == owner:
                    location = Location("hdfs", f"{base.bucket}{status.path}")
                    yield location, part_name, location

    def remove(self, left_over: Location) -> None:
        self.delete(left_over)

    def discard(self, prepared: Prepared) -> None:
        assert isinstance(prepared, HiddenFile)
        self.delete(prepared.hidden)

    def exists(self, location: Location) -> bool:
        return self._client(location).exists(f"/{location.key}")

    def open_input(self, location: Location) -> BinaryIO:
        return cast(BinaryIO, self._client(location).open(f"/{location.key}"))

    def delete(self, location: Location) -> None:
        self._client(location).delete(f"/{location.key}")
