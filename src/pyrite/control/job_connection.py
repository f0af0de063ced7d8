"""Asking a running job's driver by its control socket."""

from __future__ import annotations

import json
import sys
from typing import Any, Optional

from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.running_jobs import find_job
from pyrite.core.errors import JobNotRunningError, PyriteError
from pyrite.core.file_uri import local_path, split_scheme


def ask_job(wanted: str, command: str, **arguments: Any) -> tuple[JobEntry, dict[str, Any]]:
    """Finds a job, asks it, and waits for the answer. Ctrl-C ends the waiting, not what was asked for."""
    folder, entry = find_job(wanted)
    try:
        return entry, ask(folder, entry, {"command": command, **arguments})
    except KeyboardInterrupt:
        sys.stderr.write(f"not waiting any more: what '{entry.name}' was asked for continues\n")
        raise SystemExit(130) from None


def ask(
    folder: ControlFolder, entry: JobEntry, request: dict[str, Any], timeout_s: Optional[float] = None
) -> dict[str, Any]:
    """The driver's answer; PyriteError has the driver's words if it refuses. OSError: it does not answer in time."""
    try:
        connection = folder.connect(entry.job_id)
    except (ConnectionRefusedError, FileNotFoundError):
        raise JobNotRunningError(f"job '{entry.name}' ({entry.job_id}) has just ended") from None
    with connection, connection.makefile("rb") as lines:
        connection.settimeout(timeout_s)
        connection.sendall(json.dumps(request).encode() + b"\n")
        line = lines.readline()
    if not line:
        raise JobNotRunningError(
            f"the driver of '{entry.name}' ({entry.job_id}, process {entry.pid}) has gone without an answer"
        )
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise PyriteError(str(answer["error"]))
    result: dict[str, Any] = answer["answer"]
    return result


def absolute(directory: Optional[str]) -> Optional[str]:
    """A directory of the command line as the driver, which has another working folder, understands it."""
    return directory if directory is None or split_scheme(directory)[0] else str(local_path(directory))
