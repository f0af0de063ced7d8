"""ControlServer: whatever goes wrong in one of its threads fails the attempt, with the cause."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.core.errors import ControlConnectionError
from pyrite.runtime.master.job_events import DisconnectedEvent, Event, MessageEvent
from pyrite.runtime.spark.control_protocol import Connection, Endpoint, connect
from pyrite.runtime.spark.driver.control_server import ControlServer
from pyrite.runtime.spark.task.task_output import Results, TaskOutput, Text
from pyrite.runtime.wire import messages

SECRET = b"s" * 32
TASK = (1, 0)
REGISTER = messages.Register(*TASK, 1, "host", "executor", 1, 0)


def explode(kind: type[Exception]) -> None:
    raise kind("not here")


class Unreadable:
    """Can be pickled, and not be unpickled."""

    def __init__(self, kind: type[Exception] = AttributeError) -> None:
        self.kind = kind

    def __reduce__(self) -> Any:
        return explode, (self.kind,)


class Driver:
    """A server, and what it has made of what came."""

    def __init__(self, heartbeat_timeout_s: float = 15.0) -> None:
        self.events: queue.Queue[Event] = queue.Queue()
        self.outputs: list[Any] = []
        self.server = ControlServer("127.0.0.1", SECRET, 1, self.events.put, self._on_output, heartbeat_timeout_s)
        self.endpoint = Endpoint("127.0.0.1", self.server.port, SECRET, 1)

    def _on_output(self, message: Any) -> None:
        if isinstance(message, Text):
            raise BrokenPipeError("stdout is closed")
        self.outputs.append(message)

    def task(self) -> Connection:
        connection = connect(self.endpoint)
        connection.register(REGISTER)
        assert self.events.get(timeout=5) == MessageEvent(TASK, REGISTER)
        return connection

    def failure(self) -> str:
        event = self.events.get(timeout=5)
        assert isinstance(event, MessageEvent) and event.task == TASK
        assert isinstance(event.message, messages.Failed)
        assert isinstance(event.message.error, ControlConnectionError)
        return str(event.message.error)


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver()
    yield made
    made.server.close()


@pytest.mark.parametrize("kind", [AttributeError, OSError, EOFError])
def test_records_that_cannot_be_unpickled_fail_the_attempt(driver: Driver, kind: type[Exception]) -> None:
    TaskOutput(driver.endpoint, *TASK).emit_result([Unreadable(kind)])
    reported = driver.failure()
    assert f"{kind.__name__}: not here" in reported
    assert "must be importable" in reported


def test_end_of_the_output_tells_what_could_not_be_read(driver: Driver) -> None:
    """The job may have ended by then: nobody takes events any more."""
    output = TaskOutput(driver.endpoint, *TASK)
    output.emit_result([1])
    output.emit_result([Unreadable()])
    assert isinstance(driver.server.drain_outputs(5), ControlConnectionError)
    assert driver.outputs == [Results([1])]


def test_end_of_an_output_that_was_read_tells_nothing(driver: Driver) -> None:
    output = TaskOutput(driver.endpoint, *TASK)
    output.emit_result([1])
    output.close()
    assert driver.server.drain_outputs(5) is None
    assert driver.outputs == [Results([1])]


def test_output_that_the_driver_cannot_write_fails_the_attempt(driver: Driver) -> None:
    TaskOutput(driver.endpoint, *TASK).emit_text("hello", to_stderr=False)
    assert "BrokenPipeError: stdout is closed" in driver.failure()


def test_message_that_cannot_be_unpickled_fails_the_attempt_before_its_task_is_gone(driver: Driver) -> None:
    driver.task().send(messages.SourceEvent(Unreadable()))
    assert "AttributeError: not here" in driver.failure()
    assert driver.events.get(timeout=5) == DisconnectedEvent(TASK)


def test_task_whose_connection_is_closed_is_gone_without_an_error(driver: Driver) -> None:
    driver.task().close()
    assert driver.events.get(timeout=5) == DisconnectedEvent(TASK)
    assert driver.server.drain_outputs(5) is None


# Tasks that take nothing ----------------------------------------------------------------------------------------------


def test_retired_server_reads_output_to_its_end_and_closes_the_connections_of_tasks(driver: Driver) -> None:
    task, output = driver.task(), TaskOutput(driver.endpoint, *TASK)
    output.emit_result([1])
    driver.server.retire()
    output.emit_result([2])
    output.close()
    assert driver.server.drain_outputs(5) is None
    assert driver.outputs == [Results([1]), Results([2])]
    with pytest.raises((OSError, EOFError)):
        task.receive()


def wait_for_end(driver: Driver) -> DisconnectedEvent:
    while not isinstance(event := driver.events.get(timeout=10), DisconnectedEvent):
        pass
    return event


def test_send_returns_at_once_when_a_task_takes_nothing() -> None:
    driver = Driver()
    task = driver.task()
    begun = time.monotonic()
    for _ in range(20):
        driver.server.send(TASK, messages.AssignSplits([bytes(1 << 20)]))
    assert time.monotonic() - begun < 2
    task.close()
    driver.server.close()


def test_messages_arrive_whole_and_in_order_when_a_task_is_slow() -> None:
    driver = Driver()
    task = driver.task()
    for number in range(20):
        driver.server.send(TASK, messages.AssignSplits([number, bytes(300_000)]))
    time.sleep(0.3)
    assert [task.receive().splits[0] for _ in range(20)] == list(range(20))
    driver.server.send(TASK, messages.Stop())
    assert task.receive() == messages.Stop()
    driver.server.close()


def test_task_that_takes_nothing_for_a_heartbeat_timeout_is_lost() -> None:
    driver = Driver(heartbeat_timeout_s=1.0)
    task = driver.task()
    driver.server.send(TASK, messages.AssignSplits([bytes(20 << 20)]))
    assert "accepted no message for 1 s" in wait_for_end(driver).how
    task.close()
    driver.server.close()


def test_other_tasks_are_served_while_one_takes_nothing() -> None:
    driver = Driver()
    task = driver.task()
    driver.server.send(TASK, messages.AssignSplits([bytes(20 << 20)]))
    other = connect(driver.endpoint)
    other.register(messages.Register(1, 1, 1, "host", "executor", 2, 0))
    driver.events.get(timeout=5)
    driver.server.send((1, 1), messages.Stop())
    assert other.receive() == messages.Stop()
    task.close()
    driver.server.close()
