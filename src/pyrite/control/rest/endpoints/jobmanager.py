"""The server itself: configuration, environment, metrics, logs, threads."""

from __future__ import annotations

import os
import platform
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Optional

from pyrite.control.job_log import SPARK_LOG
from pyrite.control.rest.endpoint import Call, Endpoint, RestError, TextAnswer
from pyrite.control.rest.endpoints.metrics import GET, Metric, select
from pyrite.control.rest.executors import cluster_slots
from pyrite.control.rest.services import RestServices
from pyrite.core.json_dataclasses import Wire
from pyrite.core.machine import resident_bytes
from pyrite.core.secrets import all_masked, masked_words

_MOST_BYTES: Final = 4 << 20
"""The maximum size of a log answer: longer logs are cut at the front."""


@dataclass(frozen=True)
class ConfigEntry:
    key: str
    value: str


def config_of(values: Mapping[str, str]) -> list[ConfigEntry]:
    """Sorted settings, with masked secrets."""
    return [ConfigEntry(key, value) for key, value in sorted(all_masked(values).items())]


async def _config(rest: RestServices, call: Call) -> list[ConfigEntry]:
    return config_of(rest.settings.configuration)


async def _job_config(rest: RestServices, call: Call) -> list[ConfigEntry]:
    return config_of((await rest.document(call.job_id)).configuration)


@dataclass(frozen=True)
class Machine:
    version: str
    arch: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Environment:
    jvm: Machine
    """The Python process, in the fields of Flink's JVM."""
    classpath: tuple[str, ...]


async def _environment(rest: RestServices, call: Call) -> Environment:
    version = f"{platform.python_implementation()} {platform.python_version()}"
    return Environment(Machine(version, platform.machine(), tuple(masked_words(sys.orig_argv[1:]))), tuple(sys.path))


async def _job_environment(rest: RestServices, call: Call) -> Environment:
    rest.require(call.job_id)
    return await _environment(rest, call)


async def own_metrics(rest: RestServices) -> dict[str, Any]:
    """The server's metrics, under Flink's names."""
    states = Counter(job.status.is_terminal_state() for job in rest.jobs())
    slots = await cluster_slots(rest)
    spent_s = sum(os.times()[:2])
    return {
        "numRunningJobs": states[False],
        "numRegisteredTaskManagers": slots.taskmanagers,
        "taskSlotsTotal": slots.total,
        "taskSlotsAvailable": slots.available,
        "Status.JVM.Threads.Count": threading.active_count(),
        "Status.JVM.CPU.Time": int(spent_s * 1e9),
        "Status.JVM.Memory.NonHeap.Used": resident_bytes(),
    }


async def _metrics(rest: RestServices, call: Call) -> list[Metric]:
    return select(await own_metrics(rest), call)


# Logs -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LogFile:
    name: str
    size: int
    mtime: int


@dataclass(frozen=True)
class LogFiles:
    logs: tuple[LogFile, ...]


def log_files(folder: Optional[Path]) -> LogFiles:
    """The logs in a folder, by name."""
    if folder is None or not folder.is_dir():
        return LogFiles(())
    paths = sorted(path for path in folder.iterdir() if path.is_file() and is_log(path.name))
    stats = [(path, path.stat()) for path in paths]
    return LogFiles(tuple(LogFile(path.name, stat.st_size, int(stat.st_mtime * 1000)) for path, stat in stats))


def is_log(name: str) -> bool:
    """Whether a file is a log, possibly a rotated one."""
    return any(part in (".log", ".out", ".err", ".jsonl") for part in Path(name).suffixes)


def log_text(folder: Optional[Path], name: str) -> TextAnswer:
    """The end of a log. RestError: the folder itself has no file of this name."""
    if folder is None or name not in {log.name for log in log_files(folder).logs}:
        raise RestError(404, f"This file does not exist: {name}")
    with (folder / name).open("rb") as file:
        file.seek(max(0, (folder / name).stat().st_size - _MOST_BYTES))
        return TextAnswer(file.read().decode(errors="replace"))


def newest_log(folder: Optional[Path], suffix: str) -> TextAnswer:
    """The end of the newest log with a suffix, apart from Spark's; empty if no such log exists."""
    logs = [log for log in log_files(folder).logs if log.name.endswith(suffix) and log.name != SPARK_LOG]
    if not logs:
        return TextAnswer("")
    return log_text(folder, max(logs, key=lambda log: log.mtime).name)


async def _logs(rest: RestServices, call: Call) -> LogFiles:
    return log_files(rest.settings.log_folder)


async def _log_file(rest: RestServices, call: Call) -> TextAnswer:
    return log_text(rest.settings.log_folder, call.path["filename"])


async def _log(rest: RestServices, call: Call) -> TextAnswer:
    return newest_log(rest.settings.log_folder, ".log")


async def _stdout(rest: RestServices, call: Call) -> TextAnswer:
    return newest_log(rest.settings.log_folder, ".out")


# Threads --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ThreadInfo:
    thread_name: Annotated[str, Wire("threadName")]
    stringified_thread_info: Annotated[str, Wire("stringifiedThreadInfo")]


@dataclass(frozen=True)
class ThreadDump:
    thread_infos: Annotated[tuple[ThreadInfo, ...], Wire("threadInfos")]


async def _threads(rest: RestServices, call: Call) -> ThreadDump:
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    rows = []
    for ident, frame in sys._current_frames().items():
        name = names.get(ident, str(ident))
        rows.append(ThreadInfo(name, f'"{name}" Id={ident}\n' + "".join(traceback.format_stack(frame))))
    return ThreadDump(tuple(rows))


_JM: Final = "/jobmanager"

ENDPOINTS: Final = (
    Endpoint("GET", f"{_JM}/config", list[ConfigEntry], _config, "The server's settings."),
    Endpoint("GET", f"{_JM}/environment", Environment, _environment, "The server's Python."),
    Endpoint("GET", f"{_JM}/metrics", list[Metric], _metrics, "The server's metrics.", (GET,)),
    Endpoint("GET", f"{_JM}/logs", LogFiles, _logs, "The server's logs."),
    Endpoint("GET", f"{_JM}/logs/:filename", TextAnswer, _log_file, "One of its logs."),
    Endpoint("GET", f"{_JM}/log", TextAnswer, _log, "Its newest log."),
    Endpoint("GET", f"{_JM}/stdout", TextAnswer, _stdout, "Its standard output."),
    Endpoint("GET", f"{_JM}/thread-dump", ThreadDump, _threads, "The stacks of its threads."),
    Endpoint("GET", "/jobs/:jobid/jobmanager/config", list[ConfigEntry], _job_config, "A job's settings."),
    Endpoint("GET", "/jobs/:jobid/jobmanager/environment", Environment, _job_environment, "The server's Python."),
)
