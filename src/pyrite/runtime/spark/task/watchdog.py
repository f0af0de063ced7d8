"""The watchdog: a small process next to each task that ends the task when it cannot end itself.

It has its own connection to the JobMaster and sends heartbeats on the task's behalf, so that a task that holds the
interpreter lock for long is not treated as dead. It kills the task when the JobMaster requests it, is silent for longer
than the lease, or closes the connection. When the task ends, it reports how, removes the files that the task has left,
and exits.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import re
import select
import signal
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

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


def start_watchdog(endpoint: Endpoint, level: int, pid: int, lease: Lease, folders: Sequence[str] = ()) -> ClosingMark:
    """Forks the watchdog. Must be called before the task starts any thread. Returns in the task only.

    `folders`: the folders in which the task may leave files.
    """
    task = os.getpid()
    closing = ClosingMark()
    task_lives, report_pipe = os.pipe()  # the task's end closes when the task does
    timers = {number: os.pipe() for number in _TIMER_SIGNALS}
    if os.fork() != 0:
        os.close(task_lives)
        for reader, _ in timers.values():
            os.close(reader)
        write_failure_report(report_pipe, {number: writer for number, (_, writer) in timers.items()})
        return closing
    code = 1
    try:
        readers = {number: reader for number, (reader, _) in timers.items()}
        _release_inherited_files(keep={task_lives, *readers.values()})
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        register = RegisterWatchdog(level, pid, endpoint.attempt)
        _watch(endpoint, register, lease, task, FailurePipes(task_lives, readers), closing)
        _wait_for_the_parent(task)
        sweep_scratch(folders)  # the task may not have removed its database
        code = 0
    finally:
        os._exit(code)


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

    def describe(self, killed: int) -> str:
        """How the task ended. `killed`: the number of processes killed for lack of memory meanwhile."""
        report = read_failure_report(self.task_lives)
        for number, pipe in self.timers.items():
            if text := read_failure_report(pipe):
                return f"killed by {signal.Signals(number).name}{_location(text)}: {_TIMER_SIGNALS[number]}"
        return describe_end(report, killed)


def _watch(
    endpoint: Endpoint, register: RegisterWatchdog, lease: Lease, task: int, pipes: FailurePipes, closing: ClosingMark
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
    if not ready and closing.is_set and end is not _End.OVERDUE:
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
_TIMER_SIGNALS = {
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


def write_failure_report(pipe: int, timers: Mapping[int, int]) -> None:
    """Called in the task: a signal that kills it is reported on its pipe, with the current line."""
    faulthandler.enable(pipe, all_threads=False)
    pipes = {signal.SIGTERM: pipe, **timers}
    for number, own in pipes.items():
        if number == signal.SIGTERM or signal.getsignal(number) is signal.SIG_DFL:
            faulthandler.register(number, own, all_threads=False, chain=True)
    os.register_at_fork(after_in_child=lambda: _disable_in_child(pipes))


def _disable_in_child(pipes: Mapping[int, int]) -> None:
    """In a child forked by a function: its end is not the end of the task."""
    faulthandler.disable()
    for number, pipe in pipes.items():
        faulthandler.unregister(number)
        os.close(pipe)


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
