"""The watchdog: a small process next to each task that ends the task when it cannot end itself.

It has its own connection to the JobMaster and sends heartbeats on the task's behalf, so that a task that holds the
interpreter lock for long is not treated as dead. It kills the task when the JobMaster requests it, is silent for longer
than the lease, or closes the connection. When the task ends, it reports how, removes the files that the task has left,
and exits.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import logging
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any, NoReturn

import pyrite
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import CANCELLATION_TIMEOUT, HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT
from pyrite.core.machine import killed_for_memory
from pyrite.runtime.spark.control_protocol import Connection, Endpoint, connect
from pyrite.runtime.spark.task.task_ending import ClosingMark
from pyrite.runtime.wire.deployment import WATCHDOG_GRACE_MS
from pyrite.storage.scratch import sweep_scratch

_log = logging.getLogger(__name__)
_GRACE_S = WATCHDOG_GRACE_MS / 1000


@dataclass(frozen=True)
class RegisterWatchdog:
    """The watchdog's first message."""

    level: int
    pid: int
    attempt: int


@dataclass(frozen=True)
class TaskEnded:
    """The watchdog's last message: how the task's process ended."""

    how: str


@dataclass(frozen=True)
class Lease:
    """Heartbeats both ways, and how long a task may take to close its functions when it is canceled, in seconds."""

    interval_s: float
    timeout_s: float
    closing_s: float = 10.0

    @staticmethod
    def of(configuration: Configuration) -> Lease:
        """The lease for a job's options. The task also reports at every interval, so five heartbeats per timeout
        suffice.

        A closing task must end before the JobMaster treats it as dead, so its limit is below the timeout.
        """
        timeout_ms = configuration.get(HEARTBEAT_TIMEOUT)
        interval_ms = max(configuration.get(HEARTBEAT_INTERVAL), timeout_ms // 5)
        closing_ms = min(configuration.get(CANCELLATION_TIMEOUT) or timeout_ms, timeout_ms * 4 // 5)
        return Lease(interval_ms / 1000, timeout_ms / 1000, closing_ms / 1000)


def log_closing_limit(configuration: Configuration) -> None:
    """Logs how long a canceled task may take to close its functions; as a warning if the configured time is cut."""
    requested_s, limit_s = configuration.get(CANCELLATION_TIMEOUT) / 1000, Lease.of(configuration).closing_s
    is_cut = requested_s != limit_s
    level = logging.WARNING if is_cut and configuration.contains(CANCELLATION_TIMEOUT) else logging.INFO
    why = f", since {HEARTBEAT_TIMEOUT.key} is {configuration.get(HEARTBEAT_TIMEOUT) / 1000:g} s" if is_cut else ""
    _log.log(
        level,
        "%s is %g s: functions of a canceled task have %g s to close%s",
        CANCELLATION_TIMEOUT.key,
        requested_s,
        limit_s,
        why,
    )


class Watchdog:
    """A task's watchdog, as the task has it. Make it before the task starts any thread."""

    def __init__(
        self, endpoint: Endpoint, level: int, pid: int, lease: Lease, folders: Sequence[str], mark: ClosingMark
    ) -> None:
        """Forks the watchdog. Returns in the task only. `folders`: the folders in which the task may leave files."""
        self.closing = mark
        self._endpoint = endpoint
        self._register = RegisterWatchdog(level, pid, endpoint.attempt)
        self._lease = lease
        self._folders = list(folders)
        self._replacements = 0
        task = os.getpid()
        pipes, writers = _failure_pipes()
        self._process = os.fork()
        if self._process == 0:
            _release_inherited_files(keep=pipes.files)
            _run(endpoint, self._register, lease, task, pipes, lambda: mark.is_set, folders)
        pipes.close()
        self._report = FailureReport(writers)

    def replace_if_gone(self) -> None:
        """Starts another watchdog if this one was killed. Call it from time to time, from any thread."""
        if _is_alive(self._process) or self._replacements == _MOST_REPLACEMENTS:
            return
        self._replacements += 1
        pipes, writers = _failure_pipes()
        is_closing, closing_writer = os.pipe()
        content = {
            "path": sys.path,
            "endpoint": self._endpoint.to_text(),
            "register": [self._register.level, self._register.pid, self._register.attempt],
            "lease": [self._lease.interval_s, self._lease.timeout_s, self._lease.closing_s],
            "task": os.getpid(),
            "task_lives": pipes.task_lives,
            "timers": list(pipes.timers.items()),
            "is_closing": is_closing,
            "folders": self._folders,
        }
        former = self._process
        process = subprocess.Popen(  # a fork would copy the locks of this process's threads
            [sys.executable, "-c", _REPLACEMENT],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(*pipes.files, is_closing),
        )
        self._process = process.pid
        self.closing.add_pipe(closing_writer)
        self._report.write_to(writers)
        pipes.close()
        os.close(is_closing)
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.write(json.dumps(content).encode())
            process.stdin.close()
        process.returncode = 0  # this object reaps it, not Popen's destructor
        _log.warning("the watchdog of this task, process %d, was killed: process %d replaces it", former, process.pid)


def start_watchdog(endpoint: Endpoint, level: int, pid: int, lease: Lease, folders: Sequence[str] = ()) -> Watchdog:
    """Starts the watchdog of this process, which is a task."""
    return Watchdog(endpoint, level, pid, lease, folders, ClosingMark())


_REPLACEMENT = (
    "import json, sys; content = json.load(sys.stdin); sys.path[:] = content['path']; "
    "from pyrite.runtime.spark.task.watchdog import run_replacement; run_replacement(content)"
)
"""The program of a watchdog that replaces another one."""
_MOST_REPLACEMENTS = 5


def run_replacement(content: Mapping[str, Any]) -> NoReturn:
    """The process of such a watchdog."""
    closing: int = content["is_closing"]
    _run(
        Endpoint.of_text(content["endpoint"]),
        RegisterWatchdog(*content["register"]),
        Lease(*content["lease"]),
        content["task"],
        FailurePipes(content["task_lives"], dict(content["timers"])),
        lambda: bool(select.select([closing], [], [], 0)[0]),
        content["folders"],
    )


def _run(
    endpoint: Endpoint,
    register: RegisterWatchdog,
    lease: Lease,
    task: int,
    pipes: FailurePipes,
    is_closing: Callable[[], bool],
    folders: Sequence[str],
) -> NoReturn:
    """The watchdog's process."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _watch(endpoint, register, lease, task, pipes, is_closing)
        _wait_for_the_parent(task)
        sweep_scratch(folders)  # the task may not have removed its database
        code = 0
    finally:
        os._exit(code)


def _is_alive(child: int) -> bool:
    try:
        return os.waitpid(child, os.WNOHANG) == (0, 0)
    except ChildProcessError:  # PySpark's daemon ignores SIGCHLD, so the system has reaped it
        return False


def _wait_for_the_parent(task: int) -> None:
    """Waits until the task's process has ended. Its pipe may close before the lock on its folder is released."""
    deadline = time.monotonic() + _GRACE_S * 10
    while os.getppid() == task and time.monotonic() < deadline:
        time.sleep(0.01)


def _release_inherited_files(keep: Iterable[int]) -> None:
    """Closes all files except the pipes: the task's sockets must close when the task dies, not when the watchdog
    does.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    begin = 3
    for file in sorted(keep):
        os.closerange(begin, file)
        begin = file + 1
    os.closerange(begin, os.sysconf("SC_OPEN_MAX") if os.sysconf("SC_OPEN_MAX") < 1 << 16 else 1 << 16)


@dataclass(frozen=True)
class FailurePipes:
    """The watchdog's ends of the pipes on which a task that is killed by a signal reports its current line."""

    task_lives: int
    """Fatal signals and SIGTERM. Its other end closes when the task ends."""
    timers: Mapping[int, int]
    """By signal: the reports themselves do not name it."""

    @property
    def files(self) -> tuple[int, ...]:
        return (self.task_lives, *self.timers.values())

    def close(self) -> None:
        for file in self.files:
            os.close(file)

    def describe(self, killed: int) -> str:
        """How the task ended. `killed`: the number of processes killed for lack of memory meanwhile."""
        report = read_failure_report(self.task_lives)
        for number, pipe in self.timers.items():
            if text := read_failure_report(pipe):
                return f"killed by {signal.Signals(number).name}{_location(text)}: {_TIMER_SIGNALS[number]}"
        return describe_end(report, killed)


def _watch(
    endpoint: Endpoint,
    register: RegisterWatchdog,
    lease: Lease,
    task: int,
    pipes: FailurePipes,
    is_closing: Callable[[], bool],
) -> None:
    killed, task_lives = killed_for_memory(), pipes.task_lives
    end = _End.DUE
    try:
        connection = connect(endpoint)
        connection.register(register)
        end = _wait_for_the_end(connection, lease, task, task_lives)
        if end is _End.GONE:
            connection.send(TaskEnded(pipes.describe(killed_for_memory() - killed)))
    except (OSError, EOFError):
        pass  # the JobMaster has disconnected
    ready, _, _ = select.select([task_lives], [], [], 0 if end is _End.OVERDUE else _GRACE_S)
    if not ready and is_closing() and end is not _End.OVERDUE:
        ready, _, _ = select.select([task_lives], [], [], lease.closing_s)
    if not ready and os.getppid() == task:
        with contextlib.suppress(ProcessLookupError):
            os.kill(task, signal.SIGKILL)
        select.select([task_lives], [], [], _GRACE_S)


class _End(Enum):
    """Why a watchdog stops waiting."""

    GONE = auto()
    DUE = auto()
    """The task must end itself, and is killed if it does not."""
    OVERDUE = auto()
    """The next attempt may have begun: the task is killed at once."""


def _wait_for_the_end(connection: Connection, lease: Lease, task: int, task_lives: int) -> _End:
    last_message = now = time.monotonic()
    next_beat = now
    while now - last_message < lease.timeout_s and os.getppid() == task:
        if now >= next_beat:
            connection.send("alive")
            next_beat = now + lease.interval_s
        ready, _, _ = select.select([task_lives, connection.fileno()], [], [], next_beat - now)
        now = time.monotonic()
        if task_lives in ready:
            return _End.GONE
        if now - last_message >= lease.timeout_s:  # the watchdog was frozen: messages from that time are outdated
            break
        if connection.fileno() in ready:
            match connection.receive():
                case "kill":
                    return _End.DUE
                case "kill now":
                    return _End.OVERDUE
            last_message = now
    return _End.OVERDUE if os.getppid() == task else _End.GONE


_SIGNALS = {
    "Segmentation fault": "SIGSEGV",
    "Aborted": "SIGABRT",
    "Bus error": "SIGBUS",
    "Floating point exception": "SIGFPE",
    "Illegal instruction": "SIGILL",
}
_TIMER_SIGNALS: dict[int, str] = {
    signal.SIGALRM: "a timer of the process has expired (signal.alarm, signal.setitimer) and has no handler: set one "
    "with signal.signal, or use a thread",
    signal.SIGVTALRM: "a timer of the process has expired (signal.setitimer) and has no handler: set one",
    signal.SIGPROF: "a timer of the process has expired (signal.setitimer) and has no handler: set one",
    signal.SIGXCPU: "the process has used up its CPU time (RLIMIT_CPU): raise the limit with `ulimit -t`, or, if the "
    "function sets it by resource.setrlimit, there",
}
"""Signals that end a process by default, and what they mean."""
_FATAL = re.compile(r"Fatal Python error: (.*)")
_FRAME = re.compile(r'File "(.*)", line (\d+) in (.*)')
_OURS = str(Path(pyrite.__file__).parent)
_READ_S = 1.0


class FailureReport:
    """In the task: a signal that kills it is reported on its pipe, with the current line."""

    def __init__(self, pipes: Mapping[int, int]) -> None:
        self._pipes: dict[int, int] = {}
        self.write_to(pipes)
        os.register_at_fork(after_in_child=self._disable_in_child)

    def write_to(self, pipes: Mapping[int, int]) -> None:
        """`pipes`: by signal. That of SIGTERM is for fatal signals, too."""
        former, self._pipes = self._pipes, dict(pipes)
        faulthandler.enable(pipes[signal.SIGTERM], all_threads=False)
        for number, pipe in pipes.items():
            if number == signal.SIGTERM or signal.getsignal(number) is signal.SIG_DFL:
                faulthandler.register(number, pipe, all_threads=False, chain=True)
        for pipe in former.values():
            os.close(pipe)

    def _disable_in_child(self) -> None:
        """In a child forked by a function: its end is not the end of the task."""
        faulthandler.disable()
        for number, pipe in self._pipes.items():
            faulthandler.unregister(number)
            os.close(pipe)


def _failure_pipes() -> tuple[FailurePipes, dict[int, int]]:
    """The watchdog's ends, and the task's ends by signal."""
    pipes: dict[int, tuple[int, int]] = {int(number): os.pipe() for number in (signal.SIGTERM, *_TIMER_SIGNALS)}
    readers = {number: reader for number, (reader, _) in pipes.items()}
    task_lives = readers.pop(signal.SIGTERM)
    return FailurePipes(task_lives, readers), {number: writer for number, (_, writer) in pipes.items()}


def read_failure_report(pipe: int) -> str:
    """The report that the task wrote when it ended."""
    report, until = b"", time.monotonic() + _READ_S
    while select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
        part = os.read(pipe, 1 << 16)
        if not part:
            break
        report += part
    return report.decode(errors="replace")


def describe_end(report: str, killed: int) -> str:
    """How the process ended, by its failure report and the number of processes killed for lack of memory meanwhile."""
    fatal = _FATAL.search(report)
    if fatal is not None:
        return f"killed by {_SIGNALS.get(fatal[1], 'a signal')} ({fatal[1]}){_location(report)}"
    if report:
        return f"killed by SIGTERM{_location(report)}"
    if killed:
        return "killed by SIGKILL, most likely for lack of memory: the kernel has just killed a process for this reason"
    return "killed by SIGKILL, or a function called os._exit()"


def _location(report: str) -> str:
    """The current line of the process, and the line of the user function on the stack."""
    inner = report.partition(_OURS)[0]
    frames = [f"{name}, {file}:{line}" for file, line, name in _FRAME.findall(inner)]
    if not frames:
        return ""
    return f" in {frames[0]}" + (f", called by {frames[-1]}" if len(frames) > 1 else "")
