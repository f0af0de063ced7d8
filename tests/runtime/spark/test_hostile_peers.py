"""ControlServer: strangers, slow peers and large messages disturb nobody else, and leave nothing."""

from __future__ import annotations

import gc
import os
import pickle
import queue
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.runtime.master.job_events import AliveEvent, DisconnectedEvent, MessageEvent
from pyrite.runtime.spark import control_protocol as control_peer
from pyrite.runtime.spark.control_protocol import CHUNK_BYTES, Connection, Endpoint, connect, encode
from pyrite.runtime.spark.driver import control_server
from pyrite.runtime.spark.task.task_output import Results, TaskOutput
from pyrite.runtime.spark.task.watchdog import RegisterWatchdog, TaskEnded
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.task_report import TaskReport
from tests.runtime.spark.driver.test_control_server import TASK, Driver
from tests.spark.processes import wait_until


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver()
    yield made
    made.server.close()


def stranger(driver: Driver) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", driver.server.port), timeout=5)
    assert len(made.recv(32, socket.MSG_WAITALL)) == 32
    return made


def assert_is_served(driver: Driver, task: Connection) -> None:
    driver.server.send(TASK, messages.Stop())
    assert task.receive() == messages.Stop()
    task.send(messages.Opened())
    assert driver.events.get(timeout=5) == MessageEvent(TASK, messages.Opened())


def is_closed(peer: socket.socket) -> bool:
    try:
        return peer.recv(1) == b""
    except ConnectionResetError:
        return True


# Strangers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"", b"half", bytes(63)])
def test_half_a_handshake_is_cut_off_after_a_while_and_others_are_served(
    driver: Driver, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_peer, "HANDSHAKE_TIMEOUT_S", 0.5)
    peers = [stranger(driver) for _ in range(20)]
    for peer in peers:
        peer.sendall(sent)
    task = driver.task()
    assert_is_served(driver, task)
    assert all(is_closed(peer) for peer in peers)
    time.sleep(0.6)
    assert_is_served(driver, task)  # one that has registered may be silent


@pytest.mark.parametrize("sent", [bytes(64), os.urandom(64), os.urandom(1 << 20)], ids=["zeros", "garbage", "much"])
def test_garbage_is_cut_off_at_once(driver: Driver, sent: bytes) -> None:
    peer = stranger(driver)
    try:
        peer.sendall(sent)
    except OSError:
        return
    assert is_closed(peer)
    assert driver.events.empty()


def test_peer_that_knows_the_secret_and_sends_garbage_is_cut_off(driver: Driver) -> None:
    peer = connect(driver.endpoint)
    peer._socket.sendall(struct.pack("<Q", 5) + b"xxxxx")
    with pytest.raises((OSError, EOFError)):
        peer.receive()
    assert_is_served(driver, driver.task())


def test_task_of_another_attempt_is_cut_off(driver: Driver) -> None:
    peer = connect(driver.endpoint)
    peer.register(messages.Register(*TASK, 2, "host", "executor", 1, 0))
    with pytest.raises((OSError, EOFError)):
        peer.receive()
    assert driver.events.empty()


def test_first_message_that_is_a_pickle_is_not_unpickled(driver: Driver) -> None:
    unpickled: list[str] = []

    class Trap:
        def __reduce__(self) -> Any:
            return unpickled.append, ("here",)

    peer = connect(driver.endpoint)
    peer.send(Trap())
    with pytest.raises((OSError, EOFError)):
        peer.receive()
    assert unpickled == []
    assert_is_served(driver, driver.task())


def test_message_that_a_stranger_writes_into_a_connection_fails_the_attempt(driver: Driver) -> None:
    task = driver.task()
    forged = pickle.dumps(messages.Opened())
    task._socket.sendall(struct.pack("<Q", len(forged)) + forged)
    assert "a stranger has written to a control connection" in driver.failure()


@pytest.mark.parametrize("how", ["repeated", "left out", "changed"])
def test_message_that_was_changed_on_its_way_does_not_open(driver: Driver, how: str) -> None:
    task = driver.task()
    sealed = [bytearray(task._outgoing.seal(encode(messages.Opened()))) for _ in range(2)]
    if how == "changed":
        sealed[0][-1] ^= 1
    task._socket.sendall({"repeated": sealed[0] * 2, "left out": sealed[1], "changed": sealed[0]}[how])
    if how == "repeated":
        assert driver.events.get(timeout=5) == MessageEvent(TASK, messages.Opened())
    assert "a stranger has written to a control connection" in driver.failure()


OUT_OF_DESCRIPTORS = """
import os, resource, sys
from pyrite.runtime.spark.driver.control_server import ControlServer
server = ControlServer("127.0.0.1", b"s" * 32, 1, lambda event: None, lambda message: None)
limits = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")), limits[1]))
print(server.port, flush=True)
sys.stdin.readline()
resource.setrlimit(resource.RLIMIT_NOFILE, limits)
sys.stdin.readline()
server.close()
"""


def test_server_that_was_out_of_descriptors_accepts_again() -> None:
    command = [sys.executable, "-c", OUT_OF_DESCRIPTORS]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        port = int(process.stdout.readline())
        waiting = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(5)]
        time.sleep(0.5)
        print(file=process.stdin, flush=True)
        connect(Endpoint("127.0.0.1", port, b"s" * 32, 1)).close()
        for peer in waiting:
            peer.close()
        process.communicate("\n", timeout=30)
        assert process.returncode == 0


# Messages -------------------------------------------------------------------------------------------------------------


def test_message_of_64_mb_arrives_whole_while_others_are_served(driver: Driver) -> None:
    task, watchdog = driver.task(), connect(driver.endpoint)
    watchdog.register(RegisterWatchdog(1, 1, 1))
    content = os.urandom(1 << 20) * 64
    sender = threading.Thread(target=task.send, args=(messages.SourceEvent(content),))
    sender.start()
    waits = []
    while sender.is_alive():
        begun = time.monotonic()
        watchdog.send("alive")
        assert watchdog.receive() == "alive"
        waits.append(time.monotonic() - begun)
    events = [driver.events.get(timeout=10) for _ in range(len(waits) + 1)]
    assert MessageEvent(TASK, messages.SourceEvent(content)) in events
    assert sum(isinstance(event, AliveEvent) for event in events) == len(waits)


def test_message_that_comes_byte_by_byte_is_read(driver: Driver) -> None:
    task = driver.task()
    data = task._outgoing.seal(encode(messages.Opened()))
    for at in range(len(data)):
        task._socket.sendall(data[at : at + 1])
    assert driver.events.get(timeout=5) == MessageEvent(TASK, messages.Opened())


def test_messages_keep_their_order(driver: Driver) -> None:
    task = driver.task()
    for number in range(500):
        task.send(messages.SourceEvent((number, bytes(number * 20))))
    numbers = []
    for _ in range(500):
        event: Any = driver.events.get(timeout=5)
        numbers.append(event.message.event[0])
    assert numbers == list(range(500))


REPORT = messages.Report(TaskReport({"numRecordsIn": 1}))


def test_what_is_sent_does_not_wait_for_the_rest_after_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_server, "_MANY", 1)
    monkeypatch.setattr(control_server, "_REST_S", 60.0)
    monkeypatch.setattr(control_server, "_ATTENTIVE_S", 0.0)
    driver = Driver()
    task = driver.task()
    for _ in range(3):
        task.send(REPORT)
        assert driver.events.get(timeout=5) == MessageEvent(TASK, REPORT)
        driver.server.send(TASK, messages.Stop())
        assert task.receive() == messages.Stop()
    task.send(REPORT)
    assert driver.events.get(timeout=5) == MessageEvent(TASK, REPORT)
    driver.server.close()
    assert driver.events.get(timeout=5) == DisconnectedEvent(TASK)


def test_messages_among_heartbeats_of_many_arrive_in_order(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_server, "_MANY", 1)
    monkeypatch.setattr(control_server, "_ATTENTIVE_S", 0.0)
    task = driver.task()
    sent = [messages.SourceEvent(number) if number % 7 == 0 else REPORT for number in range(200)]
    for message in sent:
        task.send(message)
        time.sleep(0.001)
    assert [driver.events.get(timeout=5) for _ in sent] == [MessageEvent(TASK, message) for message in sent]


# Output ---------------------------------------------------------------------------------------------------------------


class Held(Driver):
    """A driver whose results nobody takes for now."""

    def __init__(self) -> None:
        self.release = threading.Event()
        super().__init__()

    def _on_output(self, message: Any) -> None:
        if isinstance(message, Results):
            self.release.wait(30)
        self.outputs.append(message)


def test_results_that_nobody_takes_hold_back_their_connection_only() -> None:
    driver = Held()
    task, slow, other = driver.task(), TaskOutput(driver.endpoint, 1, 0), TaskOutput(driver.endpoint, 1, 1)
    sent: list[int] = []

    def collect() -> None:
        for number in range(64):
            slow.emit_result([number, bytes(1 << 20)])
            sent.append(number)

    thread = threading.Thread(target=collect, daemon=True)
    thread.start()
    other.emit_text("hello", to_stderr=False)
    slow.emit_text("hello too", to_stderr=False)
    wait_until(lambda: len(driver.outputs) == 2, 10, "what tasks print")
    assert_is_served(driver, task)
    assert thread.is_alive() and len(sent) < 40, "the task was not held back"
    assert [message.text for message in driver.outputs] == ["hello", "hello too"]
    driver.release.set()
    thread.join(30)
    for output in (slow, other):
        output.close()
    assert driver.server.drain_outputs(30) is None
    results = [message.values[0] for message in driver.outputs if isinstance(message, Results)]
    assert results == list(range(64))
    driver.server.close()


def test_drain_waits_no_longer_than_it_may() -> None:
    driver = Held()
    TaskOutput(driver.endpoint, *TASK).emit_result([1])
    begun = time.monotonic()
    assert driver.server.drain_outputs(0.3) is None
    assert 0.2 < time.monotonic() - begun < 5
    driver.server.close()
    driver.release.set()


def test_drain_waits_for_as_long_as_output_is_passed_on() -> None:
    class Slow(Driver):
        def _on_output(self, message: Any) -> None:
            time.sleep(0.05)
            self.outputs.append(message)

    driver = Slow()
    output = TaskOutput(driver.endpoint, *TASK)
    for number in range(40):
        output.emit_result([number, bytes(CHUNK_BYTES // 2)])
    output.close()
    assert driver.server.drain_outputs(0.7) is None
    assert len(driver.outputs) == 40
    driver.server.close()


def test_many_lines_arrive_in_order(driver: Driver) -> None:
    output = TaskOutput(driver.endpoint, *TASK)
    for number in range(2000):
        output.emit_result([number])
    output.close()
    assert driver.server.drain_outputs(10) is None
    assert [message.values for message in driver.outputs] == [[number] for number in range(2000)]


# Ends -----------------------------------------------------------------------------------------------------------------


def watched(driver: Driver) -> tuple[Connection, Connection]:
    task, watchdog = driver.task(), connect(driver.endpoint)
    watchdog.register(RegisterWatchdog(*TASK, 1))
    watchdog.send("alive")
    assert driver.events.get(timeout=5) == AliveEvent(TASK)
    return task, watchdog


def test_end_of_a_task_has_the_word_that_its_watchdog_says_a_moment_later(driver: Driver) -> None:
    task, watchdog = watched(driver)
    task.close()
    time.sleep(0.1)
    watchdog.send(TaskEnded("killed by SIGKILL"))
    assert driver.events.get(timeout=5) == DisconnectedEvent(TASK, "killed by SIGKILL")


def test_end_of_a_task_has_the_word_that_its_watchdog_has_said_before(driver: Driver) -> None:
    task, watchdog = watched(driver)
    watchdog.send(TaskEnded("killed by SIGKILL"))
    watchdog.close()
    time.sleep(0.1)
    task.close()
    assert driver.events.get(timeout=5) == DisconnectedEvent(TASK, "killed by SIGKILL")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_task_that_registers_twice_is_reported_as_gone_twice(driver: Driver, order: tuple[int, int]) -> None:
    tasks = [driver.task(), driver.task()]
    for index in order:
        tasks[index].close()
        assert driver.events.get(timeout=5) == DisconnectedEvent(TASK)


def test_strangers_that_come_and_go_do_not_prolong_the_drain(driver: Driver) -> None:
    waiting, is_over = stranger(driver), threading.Event()

    def flood() -> None:
        while not is_over.wait(0.05):
            stranger(driver).close()

    thread = threading.Thread(target=flood)
    thread.start()
    begun = time.monotonic()
    driver.server.drain_outputs(0.5)
    waited_s = time.monotonic() - begun
    is_over.set()
    thread.join(10)
    waiting.close()
    assert waited_s < 10, "it waits for as long as strangers come"


def test_end_of_a_task_does_not_wait_for_a_watchdog_that_is_silent_or_gone(driver: Driver) -> None:
    task, watchdog = watched(driver)
    begun = time.monotonic()
    task.close()
    assert driver.events.get(timeout=5) == DisconnectedEvent(TASK, "")
    assert time.monotonic() - begun < 2
    watchdog.close()


def test_watchdog_of_a_task_that_accepts_nothing_is_to_kill_it() -> None:
    driver = Driver(heartbeat_timeout_s=0.5)
    task, watchdog = watched(driver)
    assert watchdog.receive() == "alive"
    driver.server.send(TASK, messages.AssignSplits([bytes(20 << 20)]))
    assert watchdog.receive() == "kill now"
    with pytest.raises(queue.Empty):  # it counts as gone when it is
        driver.events.get(timeout=0.3)
    task.close()
    event = driver.events.get(timeout=5)
    assert isinstance(event, DisconnectedEvent) and "accepted no message" in event.how
    driver.server.close()


def test_task_that_accepts_a_little_at_a_time_is_not_lost() -> None:
    driver = Driver(heartbeat_timeout_s=2.0)
    task = driver.task()
    driver.server.send(TASK, messages.AssignSplits([bytes(64 << 20)]))
    for _ in range(10):
        time.sleep(0.4)
        task._socket.recv(4 << 20, socket.MSG_WAITALL)  # the kernel makes room for a sender in large steps
    assert driver.events.empty()
    driver.server.close()


def open_descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def control_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("control")]


def test_close_leaves_no_thread_and_no_descriptor() -> None:
    gc.collect()
    before = open_descriptors()
    driver = Driver()
    outputs = [TaskOutput(driver.endpoint, 1, pid) for pid in range(3)]
    for output in outputs:
        output.emit_result([1])
    peers: list[Connection | socket.socket] = [driver.task(), stranger(driver), connect(driver.endpoint)]
    wait_until(lambda: len(driver.outputs) == 3, 10, "output")
    assert len(control_threads()) == 2
    driver.server.send(TASK, messages.AssignSplits([bytes(20 << 20)]))
    driver.server.close()
    driver.server.close()
    driver.server.send(TASK, messages.Stop())
    driver.server.kill_stragglers()
    for peer in peers:
        peer.close()
    for output in outputs:
        assert output._results._connection is not None
        output._results._connection.close()
    wait_until(lambda: control_threads() == [], 10, "the end of the threads")
    assert open_descriptors() == before


def test_hundred_tasks_take_one_thread(driver: Driver) -> None:
    tasks = []
    for pid in range(100):
        tasks.append(connect(driver.endpoint))
        tasks[-1].register(messages.Register(1, pid, 1, "host", "executor", 1, 0))
    for _ in tasks:
        driver.events.get(timeout=5)
    assert control_threads() == ["control"]
    for task in tasks:
        task.close()
