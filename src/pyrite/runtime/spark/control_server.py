"""ControlServer: the driver's end of all connections of one attempt. Turns what arrives into events."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, Optional

from pyrite.core.errors import ControlConnectionError
from pyrite.runtime.master.job_events import AliveEvent, DisconnectedEvent, Event, MessageEvent, TaskId
from pyrite.runtime.spark.connection import Connection, accept
from pyrite.runtime.spark.send_pump import SendPump
from pyrite.runtime.spark.task_output import RegisterOutput
from pyrite.runtime.spark.watchdog import RegisterWatchdog, TaskGone
from pyrite.runtime.wire import messages

_log = logging.getLogger(__name__)

_WATCHDOG_S = 0.5
"""How long the end of a task's connection waits for the word of its watchdog, which sees the process end at once."""


class ControlServer:
    """Accepts tasks, their watchdogs and their output connections; a thread each."""

    def __init__(
        self,
        host: str,
        secret: bytes,
        attempt: int,
        on_event: Callable[[Event], None],
        on_output: Callable[[Any], None],
        heartbeat_timeout_s: float = 15.0,
    ) -> None:
        self._secret = secret
        self._attempt = attempt
        self._on_event = on_event
        self._on_output = on_output
        self._lock = threading.Lock()
        self._tasks: dict[TaskId, Connection] = {}
        self._heartbeat_timeout_s = heartbeat_timeout_s
        self._pump = SendPump(heartbeat_timeout_s, self._lose)
        self._stalled: set[Connection] = set()
        """Of tasks that accept no messages."""
        self._watchdogs: dict[TaskId, Connection] = {}
        self._ends: dict[TaskId, Future[str]] = {}
        self._outputs: set[threading.Thread] = set()
        """Of output connections, and of those of which it is not known yet."""
        self._all: set[Connection] = set()
        self._failure: Optional[Exception] = None
        """What was the first to go wrong in a thread of a connection."""
        self._closed = False
        self._is_retired = False
        self._listener = socket.create_server((host, 0), backlog=1024)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True, name="control-accept").start()

    def send(self, task: TaskId, message: messages.JobMasterMessage) -> None:
        """Sends to a task, and never waits for it.

        One whose connection is broken, or that accepts nothing for a heartbeat timeout, is reported as disconnected by
        its own thread.
        """
        connection = self._tasks.get(task)
        if connection is not None:
            with contextlib.suppress(OSError):
                self._pump.send(connection, message)

    def _lose(self, connection: Connection) -> None:
        """A task accepts nothing: its watchdog is to kill it, so that it does nothing more when it wakes."""
        self._stalled.add(connection)
        with self._lock:
            watchdogs = [self._watchdogs.get(task) for task, other in self._tasks.items() if other is connection]
        for watchdog in watchdogs:
            if watchdog is not None:
                with contextlib.suppress(OSError):
                    watchdog.send("kill")
        connection.close()

    def kill_stragglers(self) -> None:
        """Tells the watchdogs that their tasks must be gone soon."""
        with self._lock:
            watchdogs = list(self._watchdogs.values())
        for watchdog in watchdogs:
            with contextlib.suppress(OSError):
                watchdog.send("kill")

    def drain_outputs(self, timeout_s: float) -> Optional[Exception]:
        """Waits until what tasks have printed and collected has arrived; returns why some of it could not be read."""
        with self._lock:
            outputs = list(self._outputs)
        for thread in outputs:
            thread.join(timeout_s)
        return self._failure

    def retire(self) -> None:
        """Ends everything but the output connections: their tasks are gone, but not all that they sent has arrived."""
        with self._lock:
            self._is_retired = True
            connections = [*self._tasks.values(), *self._watchdogs.values()]
        self._stop_listening(connections)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            connections = list(self._all)
        self._stop_listening(connections)

    def _stop_listening(self, connections: list[Connection]) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # ends the accept of the other thread, which close alone does not
        self._listener.close()
        with contextlib.suppress(OSError):  # it may be closed already
            self._pump.close()
        for connection in connections:
            connection.close()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._serve_then_forget, args=(sock,), daemon=True, name="control")
            with self._lock:
                self._outputs.add(thread)
            thread.start()

    def _serve_then_forget(self, sock: socket.socket) -> None:
        try:
            self._serve(sock)
        finally:
            self._is_no_output()

    def _is_no_output(self) -> None:
        with self._lock:
            self._outputs.discard(threading.current_thread())

    def _serve(self, sock: socket.socket) -> None:
        try:
            connection = accept(sock, self._secret)
        except (OSError, EOFError):
            return  # a stranger, or someone who gave up
        with self._lock:
            if self._closed:
                connection.close()
                return
            self._all.add(connection)
        try:
            self._converse(connection, connection.receive())
        except (OSError, EOFError):
            pass  # the connection is gone
        except Exception as error:  # the sender is unknown, and sees the connection closed
            _log.warning("a connection of a task was closed: %s", error)
            self._failure = self._failure or error
        finally:
            with self._lock:
                self._all.discard(connection)
            connection.close()

    def _converse(self, connection: Connection, first: Any) -> None:
        if first.attempt != self._attempt:
            return  # a task of an attempt that is over
        if self._is_retired and not isinstance(first, RegisterOutput):
            return
        task = (first.level, first.pid)
        if isinstance(first, messages.Register):
            self._serve_task(connection, first)
        elif isinstance(first, RegisterWatchdog):
            with self._failing(task):
                self._serve_watchdog(connection, task)
        elif isinstance(first, RegisterOutput):
            with self._failing(task):
                self._serve_output(connection)

    @contextlib.contextmanager
    def _failing(self, task: TaskId) -> Iterator[None]:
        """Fails the attempt with whatever is raised within, except that the connection is gone."""
        try:
            yield
        except (OSError, EOFError):
            raise
        except Exception as error:
            if not isinstance(error, ControlConnectionError):
                error = ControlConnectionError(f"the driver failed at a message: {type(error).__name__}: {error}")
            self._failure = self._failure or error
            self._on_event(MessageEvent(task, messages.Failed(error)))

    def _serve_task(self, connection: Connection, register: messages.Register) -> None:
        self._is_no_output()
        task = (register.level, register.pid)
        self._tasks[task] = connection
        self._on_event(MessageEvent(task, register))
        try:
            with self._failing(task):
                while True:
                    self._on_event(MessageEvent(task, connection.receive()))
        finally:
            self._on_event(DisconnectedEvent(task, self._end_of(task, connection)))

    def _end_of(self, task: TaskId, connection: Connection) -> str:
        """How the task's process ended, as its watchdog says at the same moment; "" if it says nothing."""
        if connection in self._stalled:
            return f"it accepted no message for {self._heartbeat_timeout_s:g} s: frozen, or cut off"
        end = self._ends.get(task)
        try:
            return "" if end is None else end.result(_WATCHDOG_S)
        except TimeoutError:
            return ""

    def _serve_watchdog(self, connection: Connection, task: TaskId) -> None:
        self._is_no_output()
        end = self._ends[task] = Future()
        with self._lock:
            self._watchdogs[task] = connection
        try:
            while not isinstance(message := connection.receive(), TaskGone):
                self._on_event(AliveEvent(task))
                connection.send("alive")
            end.set_result(message.how)
        finally:
            if not end.done():
                end.set_result("")

    def _serve_output(self, connection: Connection) -> None:
        while (message := connection.receive()) is not None:
            self._output(message)

    def _output(self, message: Any) -> None:
        try:
            self._on_output(message)
        except Exception as error:
            reason = f"what a task has printed or collected could not be passed on: {type(error).__name__}: {error}"
            raise ControlConnectionError(reason) from error
