"""LocalOutput: writes files under hidden names, syncs them, and renames them within their folder."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

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
from pyrite.core.errors import ConnectorError
from pyrite.core.machine import sync, sync_path

_BUFFER_BYTES: Final = 1 << 20


class LocalPart(OutputPart):
    def __init__(self, final: Location) -> None:
        target = Path(final.path)
        self._path = target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}{UNFINISHED}")
        self._final = final
        try:
            _make_folder(target.parent)
            self.stream: BinaryIO = self._path.open("xb", buffering=_BUFFER_BYTES)
        except OSError as error:
            raise ConnectorError(f"cannot write to {target.parent}: {error.strerror or error}") from error
        self._is_named = False

    def sync(self) -> HiddenFile:
        self.stream.flush()
        sync(self.stream.fileno())
        if not self._is_named:
            sync_path(self._path.parent)
            self._is_named = True
        return HiddenFile(Location("file", str(self._path)), self._final, self.stream.tell())

    def finish(self) -> HiddenFile:
        done = self.sync()
        self.stream.close()
        return done

    def close(self) -> None:
        self.stream.close()

    def abandon(self) -> None:
        self.close()
        self._path.unlink(missing_ok=True)


class LocalOutput(OutputStore):
    """Writes to a folder of the machine, or to a folder that all machines of the cluster share."""

    can_sync = True

    def begin(self, final: Location, readable: bool = False) -> LocalPart:
        return LocalPart(final)

    def publish(self, prepared: list[Prepared]) -> None:
        folders = set()
        for part in prepared:
            assert isinstance(part, HiddenFile)
            target = Path(part.final.path)
            try:
                Path(part.hidden.path).rename(target)
            except FileNotFoundError:
                if not target.exists():
                    raise lost(part) from None
            folders.add(target.parent)
        for folder in folders:
            sync_path(folder)

    def adopt(self, file: HiddenFile, final: Location) -> HiddenFile:
        part = self.begin(final)
        try:
            with Path(file.hidden.path).open("rb") as source:
                copy_start(source, part.stream, file)
            return part.finish()
        except BaseException:
            part.abandon()
            raise

    def leftovers(self, base: Location, owner: str, readable: bool) -> Iterator[tuple[Location, PartName, Any]]:
        for folder, _, names in os.walk(base.path):
            for name in names:
                if name.startswith(".") and name.endswith(UNFINISHED):
                    part_name = PartName.find(name)
                    if part_name is not None and part_name.owner == owner:
                        location = Location("file", str(Path(folder, name)))
                        yield location, part_name, location

    def remove(self, left_over: Location) -> None:
        self.delete(left_over)

    def discard(self, prepared: Prepared) -> None:
        assert isinstance(prepared, HiddenFile)
        self.delete(prepared.hidden)

    def exists(self, location: Location) -> bool:
        return Path(location.path).exists()

    def open_input(self, location: Location) -> BinaryIO:
        return Path(location.path).open("rb")

    def delete(self, location: Location) -> None:
        Path(location.path).unlink(missing_ok=True)


def _make_folder(folder: Path) -> None:
    """Creates a folder and its parents, and syncs their directory entries."""
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_path(folder.parent)
