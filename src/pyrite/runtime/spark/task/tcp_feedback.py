"""Feedback edges over TCP: a separate connection from each tail to its head, authenticated by the attempt's secret.

A thread at the head always receives, so a sending tail never waits for the head's work. A thread at the tail receives
the head's progress. A broken connection fails the task that still needs it; it is a consequence of another failure,
which is reported to the user, if known.
"""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Optional

from pyrite.core.config.cluster_options import TASK_BIND_HOST, TASK_BIND_PORT
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InputBrokenError
from pyrite.core.listener import listen_at_first
from pyrite.operators.iteration.feedback_edges import FeedbackEdges, FeedbackInput, FeedbackOutput
from pyrite.runtime.spark.control_protocol import Connection, Endpoint, accept, connect
from pyrite.runtime.task.output.spooled_feedback import LoggingOutput, SpoolingInput

_WAIT_S = 10.0
_BACKLOG = 16
_HANDSHAKE_S = 5.0
_MOST_HANDSHAKES = 64
"""The number of clients that may be in their handshake at the same time."""


class TcpInput(SpoolingInput):
    """The head's end: listens until its tail has connected."""

    def __init__(
        self, host: str, secret: bytes, configuration: Configuration, wake: Callable[[], None], memory_bytes: int
    ) -> None:
        """`host`: the address of this machine as other tasks reach it."""
        super().__init__(wake, memory_bytes)
        self._secret = secret
        bind_host, ports = configuration.get(TASK_BIND_HOST) or host, configuration.get(TASK_BIND_PORT)
        self._listener = listen_at_first(bind_host, ports, _BACKLOG, TASK_BIND_PORT.key)
        self._address = f"{host}:{self._listener.getsockname()[1]}"
        self._connection: Optional[Connection] = None
        self._authenticated: queue.SimpleQueue[Optional[Connection]] = queue.SimpleQueue()
        """The tail's connection; None: the listener was closed."""
        self._handshakes = threading.Semaphore(_MOST_HANDSHAKES)
        threading.Thread(target=self._receive, daemon=True, name="feedback-in").start()

    @property
    def address(self) -> str:
        return self._address

    def _receive(self) -> None:
        threading.Thread(target=self._listen, daemon=True, name="feedback-listener").start()
        connection = self._connection = self._authenticated.get()
        self._stop_listening()
        if connection is None:
            return
        with contextlib.suppress(OSError, EOFError):  # the tail notices it too, and fails if it has more to send
            self.connected()
            while True:
                self.put(connection.receive())

    def _listen(self) -> None:
        """Lets each client prove in a thread of its own that it knows the secret: a stranger may say nothing."""
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._handshakes.acquire()
                threading.Thread(target=self._authenticate, args=(client,), daemon=True).start()
        self._authenticated.put(None)

    def _authenticate(self, client: socket.socket) -> None:
        try:
            self._authenticated.put(accept(client, self._secret, _HANDSHAKE_S))
        except (OSError, EOFError):
            client.close()
        finally:
            self._handshakes.release()

    def _stop_listening(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listener.close()

    def tell(self, checkpoint_id: Optional[int], records_taken: int) -> None:
        assert self._connection is not None
        with contextlib.suppress(OSError):  # the tail has disconnected: the attempt or the loop is over
            self._connection.send((checkpoint_id, records_taken))

    def close(self) -> None:
        self._stop_listening()
        if self._connection is not None:
            self._connection.close()
        super().close()


class TcpOutput(LoggingOutput):
    """The tail's end."""

    wait_s = _WAIT_S

    def __init__(self, endpoint: Endpoint, memory_bytes: int) -> None:
        super().__init__(memory_bytes)
        self._endpoint = endpoint
        self._connection: Optional[Connection] = None

    def open_connection(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        try:
            self._connection = connect(replace(self._endpoint, host=host, port=int(port)))
        except (OSError, EOFError) as error:
            message = f"the loop's tail cannot connect to its head at {address}: {error}"
            raise InputBrokenError(message) from error
        threading.Thread(target=self._receive, args=(self._connection,), daemon=True, name="feedback-out").start()

    def _receive(self, connection: Connection) -> None:
        with contextlib.suppress(OSError, EOFError):  # later sends fail
            while True:
                self.note(*connection.receive())

    def transmit(self, frame: bytes) -> None:
        assert self._connection is not None
        try:
            self._connection.send(frame)
        except OSError as error:
            raise InputBrokenError(f"the loop's tail lost the connection to its head: {error}") from error

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        super().close()


class TcpEdges(FeedbackEdges):
    """The feedback edges of one task."""

    def __init__(self, endpoint: Endpoint, host: str, configuration: Configuration) -> None:
        self._endpoint = endpoint
        self._host = host
        self._configuration = configuration

    def input(self, wake: Callable[[], None], memory_bytes: int) -> FeedbackInput:
        return TcpInput(self._host, self._endpoint.secret, self._configuration, wake, memory_bytes)

    def output(self, wake: Callable[[], None], memory_bytes: int) -> FeedbackOutput:
        return TcpOutput(self._endpoint, memory_bytes)
