"""The logs of a job and the output of its program and tasks. Flink has no such paths.

An attached `pyrite run -m` shows the output.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Optional

from pyrite.control.job_manager.driver_process import OUTPUT, driver_pid
from pyrite.control.job_manager.job_store import JobFolder
from pyrite.control.rest.endpoint import LONG_SCHEMA, Call, Endpoint, Parameter, RestError, TextAnswer, whole
from pyrite.control.rest.endpoints.jobmanager import LogFile, LogFiles, log_files, log_text
from pyrite.control.rest.services import RestServices

_MOST_BYTES: Final = 1 << 20
_SUFFIX: Final = Path(OUTPUT).suffix


@dataclass(frozen=True)
class JobOutput:
    """The job's output files. `complete`: the driver has ended, and no file grows any more."""

    files: tuple[LogFile, ...]
    complete: bool


@dataclass(frozen=True)
class OutputPart:
    """Whole lines of a file, and the offset of the next part."""

    text: str
    next: int


_FROM: Final = Parameter("from", "The offset of the part, in bytes; default 0.", whole("long"), LONG_SCHEMA)


def _folder(rest: RestServices, call: Call) -> Optional[Path]:
    job_id = rest.require(call.job_id).job_id
    return None if rest.settings.job_folder is None else rest.settings.job_folder / job_id


def _files(folder: Path) -> dict[Path, LogFile]:
    """The program's own file last: at the job's end it prints after the tasks."""
    return {
        place / log.name: log
        for place in (folder / "tasks", folder)
        for log in log_files(place).logs
        if log.name.endswith(_SUFFIX)
    }


def _readable(folder: Path) -> list[Path]:
    """Output files and logs."""
    return [*_files(folder), *(folder / log.name for log in log_files(folder).logs)]


def _is_complete(folder: Path) -> bool:
    return driver_pid(JobFolder(folder)) is None


def _part(file: Path, start: int, is_last: bool) -> OutputPart:
    with file.open("rb") as lines:
        lines.seek(start)
        data = lines.read(_MOST_BYTES)
    whole_lines = data[: data.rfind(b"\n") + 1]
    if not whole_lines and (is_last or len(data) == _MOST_BYTES):
        whole_lines = data
    return OutputPart(whole_lines.decode(errors="replace"), start + len(whole_lines))


async def _list(rest: RestServices, call: Call) -> JobOutput:
    folder = _folder(rest, call)
    if folder is None:
        return JobOutput((), complete=True)
    is_complete = _is_complete(folder)  # before the sizes: otherwise later lines would be missed
    return JobOutput(tuple(_files(folder).values()), is_complete)


async def _read(rest: RestServices, call: Call) -> OutputPart:
    folder, name = _folder(rest, call), call.path["filename"]
    file = None if folder is None else next((path for path in _readable(folder) if path.name == name), None)
    if folder is None or file is None:
        raise RestError(404, f"This file does not exist: {name}")
    return await asyncio.to_thread(_part, file, call.query.get("from", 0), _is_complete(folder))


async def _logs(rest: RestServices, call: Call) -> LogFiles:
    return log_files(_folder(rest, call))


async def _log(rest: RestServices, call: Call) -> TextAnswer:
    return await asyncio.to_thread(log_text, _folder(rest, call), call.path["filename"])


_O: Final = "/jobs/:jobid/output"
_L: Final = "/jobs/:jobid/logs"

ENDPOINTS: Final = (
    Endpoint("GET", _O, JobOutput, _list, "The output files of a job's program and its tasks."),
    Endpoint("GET", f"{_O}/:filename", OutputPart, _read, "A part of such a file, or of a log.", (_FROM,)),
    Endpoint("GET", _L, LogFiles, _logs, "The logs of a job: `job.log` and Spark's `spark.log`."),
    Endpoint("GET", f"{_L}/:filename", TextAnswer, _log, "The end of such a log."),
)
