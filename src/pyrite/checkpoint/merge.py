"""Merging files of a chain, in a process of its own: `python -m pyrite.checkpoint.merge`, which a task starts.

What to merge comes pickled on stdin, the handle of the merged file goes pickled to stdout.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable

from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.common.errors import CheckpointError
from pyrite.state.chain import MergeRequest
from pyrite.state.delta import merge_chain
from pyrite.state.handles import FileRef

_NICE = 10
_TIMEOUT_S = 600


def merge(files: TaskFiles, number: int, request: MergeRequest) -> FileRef:
    """Reads the request's files and writes one in their place."""
    return files.merged_as(number, merge_chain([files.read(ref) for ref in request.files], request.from_start))


def merge_elsewhere(
    files: TaskFiles, number: int, request: MergeRequest, prepare: Callable[[], object] = int
) -> FileRef:
    """The same in a new process, so that the task's own goes on undisturbed. `prepare` makes the user's code known."""
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=b"".join(pickle.dumps(part) for part in (sys.path, prepare, (files, number, request))),
        capture_output=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise CheckpointError(f"merging {len(request.files)} files failed: {done.stderr.decode()[-500:]}")
    ref: FileRef = pickle.loads(done.stdout)
    return ref


def main() -> None:
    os.nice(_NICE)
    sys.path[:] = pickle.load(sys.stdin.buffer)
    prepare: Callable[[], object] = pickle.load(sys.stdin.buffer)
    prepare()
    sys.stdout.buffer.write(pickle.dumps(merge(*pickle.load(sys.stdin.buffer))))


if __name__ == "__main__":
    main()
