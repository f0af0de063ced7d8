"""SendPump: messages to many connections, from a thread that must never wait for one of them."""

from __future__ import annotations

import contextlib
import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from pyrite.runtime.spark.connection import Connection

_log = logging.getLogger(__name__)
_LOOK_S: Final = 0.5
"""How often the pump looks for receivers that accept nothing."""


@dataclass
class _Backlog:
    """What a connection has not accepted yet, and since when it has accepted nothing."""

    data: bytearray = field(default_factory=bytearray)
    since: float = 0.0


class SendPump:
    """Sends at once what a connection accepts, and the rest from a thread of its own, in order.

    `on_stalled` is called with a connection that has accepted nothing for `timeout_s`: it is frozen or cut off.
    """

    def __init__(self, timeout_s: float, on_stalled: Callable[[Connection], None]) -> None:
        self._timeout_s = timeout_s
        self._on_stalled = on_stalled
        self._lock = threading.Lock()
        self._backlogs: dict[Connection, _Backlog] = {}
        self._wake_out, self._wake_in = socket.socketpair()
        self._wake_in.setblocking(False)
        self._started = False
        self._closed = False

    def send(self, connection: Connection, message: Any) -> None:
        """Sends a message, now or soon. OSError if the connection is known to be broken."""
        data = connection.encode(message)
        with self._lock:
            backlog = self._backlogs.get(connection)
            if backlog is not None:
                backlog.data += data
                return
            sent = connection.send_some(data)
            if sent < len(data) and not self._closed:
                self._backlogs[connection] = _Backlog(bytearray(memoryview(data)[sent:]), time.monotonic())
                self._start()
                self._wake()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._backlogs.clear()
            if self._started:
                self._wake()
            else:
                self._close_sockets()

    def _start(self) -> None:
        if not self._started:
            self._started = True
            threading.Thread(target=self._run, daemon=True, name="control-send").start()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._wake_out.send(b"x")

    def _run(self) -> None:
        while not self._closed:
            with self._lock:
                waiting = list(self._backlogs)
            writable = self._wait(waiting)
            stalled = []
            with self._lock:
                for connection in waiting:
                    if not self._pump(connection, connection in writable):
                        stalled.append(connection)
            for connection in stalled:
                self._on_stalled(connection)
        self._close_sockets()

    def _wait(self, connections: list[Connection]) -> set[Connection]:
        """Those of the connections that accept something, perhaps none; returns early when another has a backlog."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_in, selectors.EVENT_READ)
            for connection in connections:
                with contextlib.suppress(ValueError, KeyError, OSError):  # it is closed
                    selector.register(connection, selectors.EVENT_WRITE, connection)
            ready = selector.select(_LOOK_S if connections else None)
        with contextlib.suppress(BlockingIOError):
            self._wake_in.recv(4096)
        return {key.data for key, _ in ready if key.data is not None}

    def _pump(self, connection: Connection, is_writable: bool) -> bool:
        """Sends what a connection accepts; False: it has accepted nothing for too long."""
        backlog = self._backlogs.get(connection)
        if backlog is None:
            return True
        if is_writable:
            try:
                sent = connection.send_some(backlog.data)
            except OSError:  # its own thread reports it as disconnected
                del self._backlogs[connection]
                return True
            del backlog.data[:sent]
            if sent:
                backlog.since = time.monotonic()
        if not backlog.data:
            del self._backlogs[connection]
        elif time.monotonic() - backlog.since > self._timeout_s:
            del self._backlogs[connection]
            return False
        return True

    def _close_sockets(self) -> None:
        self._wake_in.close()
        self._wake_out.close()
