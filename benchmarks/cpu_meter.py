"""CpuMeter: the CPU seconds of a process and of all that it starts, by samples.

The kernel does not add them up: Spark's daemon never waits for its workers, whose time is then lost. A process that
ends between two samples loses what it used after the first: at most a tenth of a second.
"""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect_left
from pathlib import Path

_INTERVAL_S = 0.1
_TICKS = os.sysconf("SC_CLK_TCK")
Process = tuple[int, int]
"""Its id, and when it began: ids are used again."""


class CpuMeter:
    """Samples a process's tree from now on, until it is stopped."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._used: dict[Process, float] = {}
        self._family: set[int] = {root}
        self._samples: list[tuple[float, float]] = []
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """All CPU seconds of the tree so far."""
        self._stopped.set()
        self._thread.join()
        return self._samples[-1][1]

    def between(self, begun: float, ended: float) -> float:
        """CPU seconds between two moments of `time.monotonic`, in whatever process they were read."""
        return self._at(ended) - self._at(begun)

    def _at(self, moment: float) -> float:
        index = min(bisect_left(self._samples, (moment, 0.0)), len(self._samples) - 1)
        (before, used), (after, more) = self._samples[max(0, index - 1)], self._samples[index]
        share = (moment - before) / (after - before) if after > before else 0.0
        return used + (more - used) * min(1.0, max(0.0, share))

    def _run(self) -> None:
        while True:
            is_last = self._stopped.wait(_INTERVAL_S)
            self._sample()
            if is_last:
                return

    def _sample(self) -> None:
        parents: dict[int, int] = {}
        seen: dict[int, tuple[Process, float]] = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    fields = (entry / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                pid = int(entry.name)
                parents[pid] = int(fields[1])
                seen[pid] = (pid, int(fields[19])), (int(fields[11]) + int(fields[12])) / _TICKS
        self._family &= seen.keys()
        while more := {pid for pid, parent in parents.items() if parent in self._family} - self._family:
            self._family |= more
        self._used.update(seen[pid] for pid in self._family)
        self._samples.append((time.monotonic(), sum(self._used.values())))
