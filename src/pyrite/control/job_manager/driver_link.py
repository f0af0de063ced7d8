"""Asking drivers from an event loop: one request, or a job's summary again and again until the driver is gone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, Final, Optional

from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.job_summary import JobSummary
from pyrite.core.errors import JobNotRunningError, PyriteError

_LONGEST_ANSWER: Final = 1 << 28
_INTERVAL_S: Final = 1.0
_ANSWER_S: Final = 10.0
"""A driver that has not answered for this long is asked again on another connection; it counts as alive."""


class DriverBusyError(PyriteError):
    """The driver does not answer; its process lives."""


async def ask_driver(
    folder: ControlFolder, entry: JobEntry, request: Mapping[str, Any], timeout_s: Optional[float] = None
) -> dict[str, Any]:
    """The driver's answer. JobNotRunningError: it is gone; PyriteError has its words if it refuses."""
    connection = await _connect(folder, entry)
    try:
        return await asyncio.wait_for(connection.ask(request), timeout_s)
    except TimeoutError:
        raise DriverBusyError(f"the driver of '{entry.name}' (process {entry.pid}) does not answer") from None
    finally:
        connection.close()


async def follow_driver(folder: ControlFolder, entry: JobEntry, on_summary: Callable[[JobSummary], None]) -> None:
    """Calls `on_summary` every second, and returns when the driver is gone."""
    while True:
        try:
            connection = await _connect(folder, entry)
        except JobNotRunningError:
            return
        except OSError:
            await asyncio.sleep(_INTERVAL_S)
            continue
        try:
            while True:
                answer = await asyncio.wait_for(connection.ask({"command": "status"}), _ANSWER_S)
                on_summary(JobSummary.of_json(answer))
                await asyncio.sleep(_INTERVAL_S)
        except (TimeoutError, DriverBusyError):
            continue
        except JobNotRunningError:
            return
        finally:
            connection.close()


class _Connection:
    """A connection to one driver; requests on it are answered in turn."""

    def __init__(self, entry: JobEntry, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._entry = entry
        self._reader = reader
        self._writer = writer

    async def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            self._writer.write(json.dumps(request).encode() + b"\n")
            line = await self._reader.readline()
        except (ConnectionError, BrokenPipeError):
            line = b""
        if not line.endswith(b"\n"):  # nothing, or the driver died in the middle of it
            entry = self._entry
            raise JobNotRunningError(
                f"the driver of '{entry.name}' ({entry.job_id}, process {entry.pid}) has gone without an answer"
            )
        content = json.loads(line)
        if "error" in content:
            raise PyriteError(str(content["error"]))
        answer: dict[str, Any] = content["answer"]
        return answer

    def close(self) -> None:
        self._writer.close()


async def _connect(folder: ControlFolder, entry: JobEntry) -> _Connection:
    """OSError: the driver is too busy to accept."""
    try:
        connection = await asyncio.to_thread(folder.connect, entry.job_id)
    except (ConnectionRefusedError, FileNotFoundError):
        raise JobNotRunningError(f"job '{entry.name}' ({entry.job_id}) has ended") from None
    connection.setblocking(False)
    reader, writer = await asyncio.open_unix_connection(sock=connection, limit=_LONGEST_ANSWER)
    return _Connection(entry, reader, writer)
