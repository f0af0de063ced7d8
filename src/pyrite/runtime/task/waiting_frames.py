"""WaitingFrames: frames that have come before it is their turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from pyrite.runtime.task.frame_spool import FrameSpool
from pyrite.runtime.wire.frames import Buffer


class WaitingFrames:
    """Frames to be worked on before any new one, in order; and frames held back until an alignment ends."""

    def __init__(self, memory_bytes: int) -> None:
        self._memory_bytes = memory_bytes
        self._held_back = FrameSpool(memory_bytes)
        self.spools: deque[FrameSpool] = deque()
        """What is to be worked on next. None is empty."""

    @property
    def bytes(self) -> int:
        """Of what is to be worked on next."""
        return sum(spool.bytes for spool in self.spools)

    def __iter__(self) -> Iterator[Buffer]:
        """What is to be worked on next, left where it is."""
        return (frame for spool in self.spools for frame in spool)

    def add(self, frames: Iterable[Buffer]) -> None:
        """Adds frames after all others."""
        for frame in frames:
            if not self.spools:
                self.spools.append(FrameSpool(self._memory_bytes))
            self.spools[-1].append(frame)

    def next(self) -> Buffer:
        frame = self.spools[0].popleft()
        if not self.spools[0]:
            self.spools.popleft().close()
        return frame

    @property
    def held_back_bytes(self) -> int:
        return self._held_back.bytes

    def hold_back(self, frame: Buffer) -> None:
        self._held_back.append(frame)

    def release(self) -> None:
        """What was held back is worked on next, before all others."""
        if self._held_back:
            self.spools.appendleft(self._held_back)
            self._held_back = FrameSpool(self._memory_bytes)

    def close(self) -> None:
        for spool in (self._held_back, *self.spools):
            spool.close()
