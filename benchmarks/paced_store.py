"""PacedStore: checkpoint storage as slow as one says, for driver and tasks alike."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyrite.storage.disk import OsDisk
from pyrite.storage.store import LocalStore


@dataclass(frozen=True)
class StorePace:
    """What a store takes for every call, and for what it carries."""

    seconds_per_call: float
    bytes_per_second: float

    def slower(self, factor: float) -> StorePace:
        return StorePace(self.seconds_per_call * factor, self.bytes_per_second / factor)

    def wait(self, size_bytes: int = 0) -> None:
        time.sleep(self.seconds_per_call + size_bytes / self.bytes_per_second)


class PacedStore(LocalStore):
    """Files of this machine behind a pace. Pickles to itself, so tasks have the pace too."""

    def __init__(self, root: str, pace: StorePace) -> None:
        super().__init__(OsDisk(), root)
        self._folder = root
        self._pace = pace

    def __reduce__(self) -> tuple[Any, ...]:
        return PacedStore, (self._folder, self._pace)

    def write(self, path: str, data: bytes) -> None:
        self._pace.wait(len(data))
        super().write(path, data)

    def upload(self, source: Path, path: str) -> None:
        self._pace.wait(source.stat().st_size)
        super().upload(source, path)

    def create(self, path: str, data: bytes) -> bool:
        self._pace.wait(len(data))
        return super().create(path, data)

    def read(self, path: str) -> bytes:
        data = super().read(path)
        self._pace.wait(len(data))
        return data

    def download(self, path: str, target: Path) -> None:
        super().download(path, target)
        self._pace.wait(target.stat().st_size)

    def list(self, path: str) -> list[str]:
        self._pace.wait()
        return super().list(path)

    def confirm(self, path: str) -> None:
        self._pace.wait()
        super().confirm(path)

    def delete(self, path: str) -> None:
        self._pace.wait()
        super().delete(path)

    def delete_folder(self, path: str) -> None:
        self._pace.wait()
        super().delete_folder(path)
