"""A program in a pseudo-terminal, for tests of what people see and type."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Optional

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Terminal:
    """Runs a command in a terminal of its own. `expect` reads on up to a text; what was read before is gone."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(folder)
            os.execve(command[0], list(command), {**environment, "TERM": "dumb"})
        self._unread = ""

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def interrupt(self, until: str) -> None:
        """Ctrl-C, again if it came just before the program waited: Python's readline then sees it with the next key."""
        for _ in range(30):
            self.type("\x03")
            if self._shows(until, timeout_s=2):
                break
        self.expect(until)

    def expect(self, text: str, timeout_s: float = 60) -> str:
        """What was shown before the text."""
        if not self._shows(text, timeout_s):
            raise AssertionError(f"expected {text!r}; the terminal shows:\n{self._unread}")
        before, _, self._unread = self._unread.partition(text)
        return before

    def _shows(self, text: str, timeout_s: float) -> bool:
        until = time.monotonic() + timeout_s
        while text not in self._unread:
            left = until - time.monotonic()
            ready = select.select([self._terminal], [], [], max(0.0, left))[0]
            part = self._read() if ready else None
            if part is None:
                return False
            self._unread += part
        return True

    def _read(self) -> Optional[str]:
        try:
            return _ESCAPES.sub("", os.read(self._terminal, 65536).decode(errors="replace"))
        except OSError:  # the program has ended
            return None

    def exit_code(self) -> int:
        """Waits for the end."""
        while self._read() is not None:
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def kill(self) -> None:
        """Ends what still runs."""
        try:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self._terminal)
