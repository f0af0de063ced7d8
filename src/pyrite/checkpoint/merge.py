"""Merges files of a chain in a child process of the task: `python -m pyrite.checkpoint.merge`.

The process reads the pickled request from stdin and writes the pickled handle of the merged file to stdout.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Optional

from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.errors import CheckpointError
from pyrite.core.machine import die_with_parent
from pyrite.state.chain import MergeRequest
from pyrite.state.delta import merge_chain
from pyrite.state.handles import FileRef

_NICE = 10
_TIMEOUT_S = 600


def _last_line(errors: bytes) -> str:
    """The last line of a traceback, which is the error."""
    lines = errors.decode(errors="replace").strip().splitlines()
    return lines[-1][-500:] if lines else "its process reported no error"


def merge(files: TaskFiles, number: int, request: MergeRequest) -> FileRef:
    """Reads the request's files and writes one in their place."""
    return files.merged_as(number, merge_chain([files.read(ref) for ref in request.files], request.from_start))


class Merger:
    """Merges in a new process, so that the task is not delayed. `prepare` makes the user's code importable."""

    def __init__(self, files: TaskFiles, prepare: Callable[[], object] = int) -> None:
        self._files = files
        self._prepare = prepare
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._closed = False

    def merge(self, number: int, request: MergeRequest) -> FileRef:
        payload = b"".join(pickle.dumps(part) for part in (sys.path, self._prepare, (self._files, number, request)))
        with self._lock:
            if self._closed:
                raise CheckpointError("the task has ended")
            process = self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        try:
            out, errors = process.communicate(payload, timeout=_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        if process.returncode != 0:
            raise CheckpointError(f"merging {len(request.files)} files failed: {_last_line(errors)}")
        ref: FileRef = pickle.loads(out)
        return ref

    def close(self) -> None:
        """Ends a running merge. No file is written after this returns."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()


def main() -> None:
    os.nice(_NICE)
    die_with_parent()
    sys.path[:] = pickle.load(sys.stdin.buffer)
    prepare: Callable[[], object] = pickle.load(sys.stdin.buffer)
    prepare()
    sys.stdout.buffer.write(pickle.dumps(merge(*pickle.load(sys.stdin.buffer))))


if __name__ == "__main__":
    main()
