"""ControlServer: the driver's end of all connections of one attempt. Turns what arrives into events."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Any

from pyrite.runtime import messages
from pyrite.runtime.job_events import AliveEvent, DisconnectedEvent, Event, MessageEvent, TaskId
from pyrite.runtime.spark.connection import Connection, accept
from pyrite.runtime.spark.task_output import RegisterOutput
from pyrite.runtime.spark.watchdog import RegisterWatchdog


class ControlServer:
    """Accepts tasks, their watchdogs and their output connections; a thread each."""

    def __init__(
        self,
        host: str,
        secret: bytes,
        attempt: int,
        on_event: Callable[[Event], None],
        on_output: Callable[[Any], None],
    ) -> None:
        self._secret = secret
        self._attempt = attempt
        self._on_event = on_event
        self._on_output = on_output
        self._lock = threading.Lock()
        self._tasks: dict[TaskId, Connection] = {}
        self._watchdogs: dict[TaskId, Connection] = {}
        self._outputs: set[threading.Thread] = set()
        self._all: set[Connection] = set()
        self._closed = False
        self._listener = socket.create_server((host, 0), backlog=1024)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True, name="control-accept").start()

    def send(self, task: TaskId, message: messages.JobMasterMessage) -> None:
        """Sends to a task; one whose connection is broken is reported as disconnected by its own thread."""
        connection = self._tasks.get(task)
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.send(message)

    def kill_stragglers(self) -> None:
        """Tells the watchdogs that their tasks must be gone soon."""
        with self._lock:
            watchdogs = list(self._watchdogs.values())
        for watchdog in watchdogs:
            with contextlib.suppress(OSError):
                watchdog.send("kill")

    def drain_outputs(self, timeout_s: float) -> None:
        """Waits until what tasks have printed and collected has arrived."""
        with self._lock:
            outputs = list(self._outputs)
        for thread in outputs:
            thread.join(timeout_s)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            connections = list(self._all)
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # ends the accept of the other thread, which close alone does not
        self._listener.close()
        for connection in connections:
            connection.close()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(sock,), daemon=True, name="control").start()

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
            pass
        finally:
            with self._lock:
                self._all.discard(connection)
            connection.close()

    def _converse(self, connection: Connection, first: Any) -> None:
        if first.attempt != self._attempt:
            return  # a task of an attempt that is over
        if isinstance(first, messages.Register):
            self._serve_task(connection, first)
        elif isinstance(first, RegisterWatchdog):
            self._serve_watchdog(connection, (first.level, first.pid))
        elif isinstance(first, RegisterOutput):
            self._serve_output(connection)

    def _serve_task(self, connection: Connection, register: messages.Register) -> None:
        task = (register.level, register.pid)
        self._tasks[task] = connection
        self._on_event(MessageEvent(task, register))
        try:
            while True:
                self._on_event(MessageEvent(task, connection.receive()))
        finally:
            self._on_event(DisconnectedEvent(task))

    def _serve_watchdog(self, connection: Connection, task: TaskId) -> None:
        with self._lock:
            self._watchdogs[task] = connection
        while True:
            connection.receive()
            self._on_event(AliveEvent(task))
            connection.send("alive")

    def _serve_output(self, connection: Connection) -> None:
        thread = threading.current_thread()
        with self._lock:
            self._outputs.add(thread)
        try:
            while (message := connection.receive()) is not None:
                self._on_output(message)
        finally:
            with self._lock:
                self._outputs.discard(thread)
