"""The driver's handlers for the connections of a task, of its watchdog, and of its output."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Final, Optional

from pyrite.runtime.master.job_events import AliveEvent, Event, MessageEvent, TaskId
from pyrite.runtime.spark.control_protocol import ControlPeer, decode, encode
from pyrite.runtime.spark.driver.output_thread import OutputThread
from pyrite.runtime.spark.task.watchdog import TaskEnded
from pyrite.runtime.wire.messages import Report

_ALIVE: Final = encode("alive")


class Role(ABC):
    """The handler of a connection, chosen by its first message."""

    def __init__(self, task: TaskId, peer: ControlPeer) -> None:
        self.task = task
        self.peer = peer

    @abstractmethod
    def take(self, messages: Iterator[bytes]) -> bool:
        """Handles messages in the loop; returns whether any was more than a heartbeat.

        Errors fail the attempt and end the connection.
        """

    @abstractmethod
    def lost(self) -> None:
        """The connection was closed."""


class TaskRole(Role):
    """The connection between a task and the JobMaster."""

    def __init__(
        self, task: TaskId, peer: ControlPeer, on_event: Callable[[Event], None], on_lost: Callable[[Role], None]
    ) -> None:
        super().__init__(task, peer)
        self._on_event = on_event
        self._on_lost = on_lost

    def take(self, messages: Iterator[bytes]) -> bool:
        is_urgent = False
        for data in messages:
            message = decode(data)
            is_urgent = is_urgent or not isinstance(message, Report)
            self._on_event(MessageEvent(self.task, message))
        return is_urgent

    def lost(self) -> None:
        self._on_lost(self)


class WatchdogRole(Role):
    """Answers the watchdog's heartbeats, and receives its last message: how the task's process ended."""

    def __init__(
        self, task: TaskId, peer: ControlPeer, on_event: Callable[[Event], None], on_end: Callable[[TaskId, str], None]
    ) -> None:
        super().__init__(task, peer)
        self._on_event = on_event
        self._on_end = on_end
        self._alive = AliveEvent(task)

    def take(self, messages: Iterator[bytes]) -> bool:
        is_urgent = False
        for data in messages:
            message = decode(data)
            if isinstance(message, TaskEnded):
                is_urgent = True
                self._on_end(self.task, message.how)
            else:
                self._on_event(self._alive)
                self.peer.send(_ALIVE)
        return is_urgent

    def lost(self) -> None:
        self._on_end(self.task, "")


class OutputRole(Role):
    """The printed or collected output of a task. During its delivery the connection is not read: back pressure."""

    def __init__(
        self,
        task: TaskId,
        peer: ControlPeer,
        thread: OutputThread,
        call: Callable[..., None],
        on_delivery: Callable[[Role, Optional[Exception]], None],
        on_end: Callable[[ControlPeer], None],
    ) -> None:
        """`call` schedules a function in the event loop.

        `on_delivery` is called after each delivery or failure; `on_end` when no more output will come.
        """
        super().__init__(task, peer)
        self._thread = thread
        self._call = call
        self._on_delivery = on_delivery
        self._on_end = on_end
        self._is_delivering = False
        self._is_lost = False

    def take(self, messages: Iterator[bytes]) -> bool:
        batch = list(messages)
        if batch:
            self._is_delivering = True
            self.peer.pause()
            self._thread.put(batch, lambda error, has_ended: self._call(self._delivered, error, has_ended))
        return True

    def _delivered(self, error: Optional[Exception], has_ended: bool) -> None:
        self._is_delivering = False
        self._on_delivery(self, error)
        if self._is_lost:
            self._on_end(self.peer)
        elif error is not None or has_ended:
            self.peer.close()
        else:
            self.peer.resume()

    def lost(self) -> None:
        self._is_lost = True
        if not self._is_delivering:
            self._on_end(self.peer)
