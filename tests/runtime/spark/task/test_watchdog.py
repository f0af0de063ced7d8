"""The watchdog of a task that cannot end itself: when it kills."""

from __future__ import annotations

import logging
import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.runtime.master.job_events import AliveEvent, DisconnectedEvent, Event, MessageEvent
from pyrite.runtime.spark.driver.control_server import ControlServer
from pyrite.runtime.spark.task.watchdog import Lease, log_closing_limit
from pyrite.runtime.wire import messages

SECRET = b"s" * 32
TIMEOUT_S = 2.0
TASK = """
import os, sys, time
from pyrite.runtime.wire import messages
from pyrite.runtime.spark.control_protocol import Endpoint, connect
from pyrite.runtime.spark.task.watchdog import Lease, start_watchdog

endpoint = Endpoint("127.0.0.1", int(sys.argv[1]), b"s" * 32, 1)
watchdog = start_watchdog(endpoint, 1, 0, Lease(0.05, float(sys.argv[2])))
connection = connect(endpoint)
connection.register(messages.Register(1, 0, 1, "host", "executor", os.getpid(), 0))
while True:
    time.sleep(0.1)
    watchdog.replace_if_gone()
"""


@dataclass(frozen=True)
class Watched:
    """A task that does nothing, and its watchdog."""

    process: subprocess.Popen[bytes]
    server: ControlServer
    events: queue.Queue[Event]

    @property
    def watchdog(self) -> int:
        return int(self.children()[0])

    def children(self) -> list[str]:
        return Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()

    def seconds_until_killed(self) -> float:
        begun = time.monotonic()
        assert self.process.wait(timeout=20) == -signal.SIGKILL
        return time.monotonic() - begun


@pytest.fixture
def watched() -> Iterator[Watched]:
    events: queue.Queue[Event] = queue.Queue()
    server = ControlServer("127.0.0.1", SECRET, 1, events.put, lambda message: None, heartbeat_timeout_s=TIMEOUT_S)
    process = subprocess.Popen([sys.executable, "-c", TASK, str(server.port), str(TIMEOUT_S)])
    try:
        seen: set[type[Event]] = set()
        while not {AliveEvent, MessageEvent} <= seen:
            seen.add(type(events.get(timeout=30)))
        yield Watched(process, server, events)
    finally:
        process.kill()
        process.wait()
        server.close()


def test_task_is_killed_at_once_when_its_machine_was_frozen_for_longer_than_the_lease(watched: Watched) -> None:
    watchdog = watched.watchdog
    for pid in (watched.process.pid, watchdog):
        os.kill(pid, signal.SIGSTOP)
    time.sleep(TIMEOUT_S + 0.5)
    for pid in (watchdog, watched.process.pid):
        os.kill(pid, signal.SIGCONT)
    assert watched.seconds_until_killed() < 0.7, "it had the grace of a task that is to end itself"


def test_frozen_task_is_killed_while_it_is_frozen(watched: Watched) -> None:
    os.kill(watched.process.pid, signal.SIGSTOP)
    watched.server.send((1, 0), messages.AssignSplits([bytes(20 << 20)]))
    assert watched.seconds_until_killed() < 3 * TIMEOUT_S


def replaced(watched: Watched) -> int:
    """The watchdog that replaces a killed one, once it has sent a heartbeat."""
    killed = watched.watchdog
    os.kill(killed, signal.SIGKILL)
    until = time.monotonic() + 60
    while not watched.children() or watched.watchdog == killed:
        assert time.monotonic() < until
        time.sleep(0.01)
    while not watched.events.empty():
        watched.events.get()
    while not isinstance(watched.events.get(timeout=60), AliveEvent):
        pass
    return watched.watchdog


def test_watchdog_that_was_killed_is_replaced_and_ends_its_task(watched: Watched) -> None:
    replaced(watched)
    assert replaced(watched) != 0
    os.kill(watched.process.pid, signal.SIGSTOP)
    watched.server.kill_stragglers()
    assert watched.seconds_until_killed() < 10


def test_watchdog_that_replaces_another_one_reports_how_the_task_ended(watched: Watched) -> None:
    replaced(watched)
    os.kill(watched.process.pid, signal.SIGALRM)
    event: Event = watched.events.get(timeout=30)
    while not isinstance(event, DisconnectedEvent):
        event = watched.events.get(timeout=30)
    assert event.how.startswith("killed by SIGALRM in <module>, <string>:")


def options(**values: str) -> Configuration:
    return Configuration({key.replace("_", "."): value for key, value in values.items()})


def test_watchdog_beats_five_times_in_a_timeout_or_at_the_interval() -> None:
    assert Lease.of(options(heartbeat_interval="1 s", heartbeat_timeout="15 s")).interval_s == 3.0
    assert Lease.of(options(heartbeat_interval="4 s", heartbeat_timeout="15 s")).interval_s == 4.0


@pytest.mark.parametrize(("requested", "limit_s"), [(None, 12.0), ("5 s", 5.0), ("60 s", 12.0), ("0", 12.0)])
def test_task_has_the_cancellation_timeout_to_close_but_less_than_the_lease(
    requested: Optional[str], limit_s: float
) -> None:
    wanted = {} if requested is None else {"task_cancellation_timeout": requested}
    assert Lease.of(options(heartbeat_timeout="15 s", **wanted)).closing_s == limit_s


@pytest.mark.parametrize(
    ("requested", "line"),
    [
        (None, "INFO: task.cancellation.timeout is 180 s: functions of a canceled task have 12 s to close, since"),
        ("60 s", "WARNING: task.cancellation.timeout is 60 s: functions of a canceled task have 12 s to close, since"),
        ("0", "WARNING: task.cancellation.timeout is 0 s: functions of a canceled task have 12 s to close, since"),
        ("5 s", "INFO: task.cancellation.timeout is 5 s: functions of a canceled task have 5 s to close"),
    ],
)
def test_limit_of_closing_is_logged(requested: Optional[str], line: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    log_closing_limit(options(**({} if requested is None else {"task_cancellation_timeout": requested})))
    (record,) = caplog.records
    written = f"{record.levelname}: {record.getMessage()}"
    assert written == line.replace("since", "since heartbeat.timeout is 15 s")
