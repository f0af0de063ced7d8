"""Finds the processes that a job has started, by a mark in their environment."""

from __future__ import annotations

import contextlib
import os
import signal
import time
import uuid
from collections.abc import Callable
from pathlib import Path

MARK = "PYRITE_TEST_MARK"


def new_mark() -> str:
    return uuid.uuid4().hex


def marked(mark: str) -> dict[int, str]:
    """Live processes with the mark, by pid, with their command lines."""
    actual: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            if state != "Z" and f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                actual[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
        except (OSError, IndexError):
            continue
    return actual


def kill_marked(mark: str) -> None:
    """Ends whatever has the mark; a process may end by itself before its turn comes."""
    for pid in marked(mark):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def wait_until(condition: Callable[[], bool], timeout_s: float, what: str) -> float:
    """Waits for a condition; returns how long it took."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > timeout_s:
            raise AssertionError(f"not within {timeout_s} s: {what}")
        time.sleep(0.05)
    return time.monotonic() - begun


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
