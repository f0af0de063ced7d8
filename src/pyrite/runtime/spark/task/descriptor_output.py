"""DescriptorOutput: captures output written to file descriptors 1 and 2 of a task other than by Python's print.

Child processes, C libraries and functions that write to the descriptors write to files instead, which never block,
with or without the interpreter's lock. A thread passes the contents on to the user, like all printed output of a task,
and frees the disk space of the parts it has read.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pyrite.core.machine import free_range

_LOOK_S: Final = 0.1
_IDLE_S: Final = 1.0
"""The interval for a task that has written nothing since the last look."""
_READ_BYTES: Final = 1 << 18
_MOST_BYTES: Final = 64 << 20
"""The limit of unread bytes on disk; beyond it, the oldest bytes are dropped and counted."""
_KEEP_SIZE_PUNCH_HOLE: Final = 0x01 | 0x02
_BLOCK: Final = 1 << 16

Emit = Callable[[str, bool], None]


class _Descriptor:
    """One redirected descriptor: an unlinked file, read from the end of the last look."""

    def __init__(self, number: int) -> None:
        self.number = number
        descriptor, path = tempfile.mkstemp(prefix="pyrite-output-")
        os.close(descriptor)
        self._file = os.open(path, os.O_RDWR | os.O_APPEND)
        Path(path).unlink()
        os.dup2(self._file, number)
        self._read_at = 0
        self._freed = 0
        self._rest = b""
        self.dropped = 0

    def read(self, final: bool) -> tuple[str, bool]:
        """Returns the whole lines since the last look, at the end also an incomplete one, and whether to continue."""
        waiting = os.fstat(self._file).st_size - self._read_at
        if waiting > _MOST_BYTES:
            self.dropped += waiting - _MOST_BYTES
            self._read_at += waiting - _MOST_BYTES
        data = os.pread(self._file, _READ_BYTES, self._read_at)
        self._read_at += len(data)
        self._free()
        whole, newline, rest = (self._rest + data).rpartition(b"\n")
        if (final and not data) or len(rest) >= _READ_BYTES:
            whole, rest = whole + newline + rest, b""
            newline = b""
        self._rest = rest
        return (whole + newline).decode("utf-8", "replace"), bool(data)

    def _free(self) -> None:
        """Frees the disk space of the bytes read; offsets do not change, if the file system supports that."""
        upto = self._read_at // _BLOCK * _BLOCK
        if upto <= self._freed:
            return
        if free_range(self._file, self._freed, upto - self._freed):
            self._freed = upto
        elif self._read_at > _MOST_BYTES and os.fstat(self._file).st_size == self._read_at:
            os.ftruncate(self._file, 0)
            self._read_at = 0


class DescriptorOutput:
    """Permanently redirects descriptors 1 and 2 of this process."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._descriptors = [_Descriptor(1), _Descriptor(2)]
        self._reading = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._run, daemon=True, name="descriptors").start()

    def close(self) -> None:
        """Passes on the remaining output."""
        self._ended.set()
        self._pass_on(final=True)

    def _run(self) -> None:
        wait_s = _IDLE_S
        while not self._ended.wait(wait_s):
            with contextlib.suppress(OSError):  # the driver has disconnected, which is handled elsewhere
                wait_s = _LOOK_S if self._pass_on(final=False) else _IDLE_S

    def _pass_on(self, final: bool) -> bool:
        """Passes on new output; returns whether there was any."""
        passed = False
        with self._reading:
            for descriptor in self._descriptors:
                to_stderr = descriptor.number == 2
                has_more = True
                while has_more:
                    text, has_more = descriptor.read(final)
                    if text:
                        passed = True
                        self._emit(text, to_stderr)
                if descriptor.dropped:
                    dropped, descriptor.dropped = descriptor.dropped, 0
                    self._emit(f"{dropped:,} bytes of a task's output were dropped: it came too fast\n", to_stderr)
        return passed
