"""FrameSpool: a queue of waiting frames, in memory up to a limit, then on disk"""

from __future__ import annotations

import pickle
import tempfile
from collections import deque
from collections.abc import Iterator
from typing import IO, Optional

from pyrite.runtime.wire.frames import Buffer


class FrameSpool:
    """An unbounded queue of frames. Once a frame is on disk, all later frames go to disk until all of them are read."""

    def __init__(self, memory_bytes: int) -> None:
        self._memory_bytes = memory_bytes
        self._frames: deque[Buffer] = deque()
        self._in_memory = 0
        self._file: Optional[IO[bytes]] = None
        self._on_disk = 0
        self._read_at = 0
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._frames) + self._on_disk

    def append(self, frame: Buffer) -> None:
        self.bytes += len(frame)
        if self._on_disk == 0 and (not self._frames or self._in_memory + len(frame) <= self._memory_bytes):
            self._frames.append(frame)
            self._in_memory += len(frame)
            return
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="pyrite-spool-")  # noqa: SIM115 - closed after reading
        self._file.seek(0, 2)
        pickle.dump(bytes(frame), self._file, protocol=5)
        self._on_disk += 1

    def popleft(self) -> Buffer:
        if self._frames:
            frame = self._frames.popleft()
            self._in_memory -= len(frame)
        else:
            frame = self._read()
        self.bytes -= len(frame)
        return frame

    def _read(self) -> Buffer:
        assert self._file is not None
        self._file.seek(self._read_at)
        frame: bytes = pickle.load(self._file)
        self._read_at = self._file.tell()
        self._on_disk -= 1
        if self._on_disk == 0:
            self.close()
        return frame

    def __iter__(self) -> Iterator[Buffer]:
        """Iterates over all frames without removing them."""
        yield from list(self._frames)
        if self._file is not None:
            self._file.seek(self._read_at)
            yield from [pickle.load(self._file) for _ in range(self._on_disk)]

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file, self._on_disk, self._read_at = None, 0, 0
