"""Last words: how a task's process ended, as far as can be known.

Only its parent, PySpark's daemon, could ask the kernel, and it does not. So the task has faulthandler write to a pipe
when a signal kills it, and its watchdog, at the other end, reads them. SIGKILL leaves no time to write: it is what is
left when the pipe closes with nothing written, unless the process has ended itself.
"""

from __future__ import annotations

import faulthandler
import os
import re
import select
import signal
import time
from pathlib import Path

import pyrite

_SIGNALS = {
    "Segmentation fault": "SIGSEGV",
    "Aborted": "SIGABRT",
    "Bus error": "SIGBUS",
    "Floating point exception": "SIGFPE",
    "Illegal instruction": "SIGILL",
}
_FATAL = re.compile(r"Fatal Python error: (.*)")
_FRAME = re.compile(r'File "(.*)", line (\d+) in (.*)')
_OURS = str(Path(pyrite.__file__).parent)
_READ_S = 1.0


def leave_last_words(pipe: int) -> None:
    """Called in the task: from now on, a signal that kills it is reported on the pipe, with the line it was at."""
    faulthandler.enable(pipe, all_threads=False)
    faulthandler.register(signal.SIGTERM, pipe, all_threads=False, chain=True)
    os.register_at_fork(after_in_child=lambda: _disable_in_child(pipe))


def _disable_in_child(pipe: int) -> None:
    """In a child that a function has forked: its end is not the task's."""
    faulthandler.disable()
    faulthandler.unregister(signal.SIGTERM)
    os.close(pipe)


def read_last_words(pipe: int) -> str:
    """Everything the task had written when it ended."""
    words, until = b"", time.monotonic() + _READ_S
    while select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
        part = os.read(pipe, 1 << 16)
        if not part:
            break
        words += part
    return words.decode(errors="replace")


def describe_end(words: str, killed: int) -> str:
    """How the process ended: from its last words, and how many processes were killed for lack of memory meanwhile."""
    fatal = _FATAL.search(words)
    if fatal is not None:
        return f"killed by {_SIGNALS.get(fatal[1], 'a signal')} ({fatal[1]}){_place(words)}"
    if words:
        return f"killed by SIGTERM{_place(words)}"
    if killed:
        return "killed by SIGKILL, most likely because memory was short: the kernel has just killed a process for it"
    return "killed by SIGKILL, or a function has called os._exit()"


def _place(words: str) -> str:
    """The line that the process was at, and the one that the function Pyrite had called was at."""
    inner = words.partition(_OURS)[0]
    frames = [f"{name}, {file}:{line}" for file, line, name in _FRAME.findall(inner)]
    if not frames:
        return ""
    return f" in {frames[0]}" + (f", called by {frames[-1]}" if len(frames) > 1 else "")
