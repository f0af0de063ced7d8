"""RemoteLogs: the logs of a job at a JobManager, read through its REST."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from typing import Any, Final
from urllib.parse import quote

from pyrite.cli.remote.job_manager_client import JobManagerClient
from pyrite.control.job_manager.driver_process import OUTPUT

_POLL_S: Final = 0.5


class RemoteLogs:
    """The log files of one job, by name."""

    def __init__(self, client: JobManagerClient, jid: str) -> None:
        self._client = client
        self._path = f"/jobs/{jid}"

    def task_outputs(self) -> list[str]:
        names = [file["name"] for file in self._client.look(f"{self._path}/output")["files"]]
        return sorted(name for name in names if name != OUTPUT and name.endswith(".out"))

    def lines(self, name: str, follow: bool) -> Iterator[str]:
        """The lines of a file, of its rotated predecessors first; with `follow`, new lines while the job runs."""
        sizes = self._sizes()
        older = [other for other in sizes if other.startswith(f"{name}.") and other.rpartition(".")[2].isdigit()]
        for other in sorted(older, key=lambda other: -int(other.rpartition(".")[2])):
            yield from self._parts(other, 0)
        position = 0
        while True:
            is_complete = not follow or bool(self._client.look(f"{self._path}/output")["complete"])
            size = self._sizes().get(name, 0)
            position = position if position <= size else 0  # another file has taken the name
            if size > position:
                position = yield from self._parts(name, position)
            if is_complete:
                return
            time.sleep(_POLL_S)

    def _sizes(self) -> dict[str, int]:
        """The sizes of all files of the job."""
        files: list[dict[str, Any]] = [
            *self._client.look(f"{self._path}/output")["files"],
            *self._client.look(f"{self._path}/logs")["logs"],
        ]
        return {file["name"]: file["size"] for file in files}

    def _parts(self, name: str, position: int) -> Generator[str, None, int]:
        """Yields lines, and returns where the next one begins."""
        while True:
            part = self._client.look(f"{self._path}/output/{quote(name)}?from={position}")
            yield from part["text"].splitlines(keepends=True)
            if part["next"] == position:
                return position
            position = part["next"]
