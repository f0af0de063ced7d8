"""SocketSink: writes records to a TCP connection."""

from __future__ import annotations

import contextlib
import socket
import time
from collections import deque
from collections.abc import Iterable
from itertools import count
from typing import ClassVar, Final, Optional

from pyrite.connectors.base.encoding import encode
from pyrite.core.backoff import Backoff
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.machine import unacknowledged_bytes

_TIMEOUT_S: Final = 30.0


class SocketWriter(SinkWriter):
    """Retains the data sent since the last checkpoint, and sends it again over a new connection.

    Without checkpoints it retains only data that TCP has not acknowledged: at most the buffers of the connection, and
    one block.
    """

    def __init__(
        self, host: str, port: int, schema: SerializationSchema, max_retry: int, checkpointing: bool = False
    ) -> None:
        self._address = (host, port)
        self._serialize = schema.serialize
        self._backoff = Backoff(100, longest_ms=5000, retries=max_retry)
        self._checkpointing = checkpointing
        self._retained: deque[bytes] = deque()
        self._retained_bytes = 0
        self._connection: Optional[socket.socket] = None
        self._send([])

    def write(self, block: RowBlock) -> None:
        data = b"".join(encode(self._serialize, block.values))
        self._retained.append(data)
        self._retained_bytes += len(data)
        self._send([data])
        if not self._checkpointing:
            self._forget(self._unsent())

    def flush(self, end_of_input: bool) -> None:
        """Returns when the receiver's TCP has acknowledged all data."""
        until = time.monotonic() + _TIMEOUT_S
        while self._unsent():
            if time.monotonic() > until:
                raise self._error("it does not acknowledge the data")
            time.sleep(0.001)
        self._forget(0)

    def _forget(self, unsent: int) -> None:
        """Drops all retained blocks except the last `unsent` bytes."""
        while self._retained and self._retained_bytes - len(self._retained[0]) >= unsent:
            self._retained_bytes -= len(self._retained.popleft())

    def _unsent(self) -> int:
        """The number of bytes that TCP has not acknowledged; over a new connection, all retained bytes."""
        assert self._connection is not None
        with contextlib.suppress(OSError):
            waiting = unacknowledged_bytes(self._connection)
            broken = self._connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if not broken:
                return waiting
        self._connection.close()
        self._connection = None
        self._send([])
        return self._retained_bytes

    def _send(self, parts: Iterable[bytes]) -> None:
        """Sends parts. If the connection is broken, sends all retained data over a new one."""
        for failures in count(1):
            try:
                if self._connection is None:
                    self._connection = socket.create_connection(self._address, _TIMEOUT_S)
                    parts = self._retained
                for part in parts:
                    self._connection.sendall(part)
                return
            except OSError as error:
                if self._connection is not None:
                    self._connection.close()
                    self._connection = None
                if not self._backoff.wait_after(failures):
                    raise self._error(str(error)) from None

    def _error(self, reason: str) -> ConnectorError:
        return ConnectorError(f"SocketSink: {self._address[0]}:{self._address[1]} did not accept records: {reason}")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class SocketSink(Sink):
    """Writes to a TCP server, at least once: TCP acknowledges that the server's machine has received each record."""

    declaration: ClassVar[Declaration] = Declaration(
        "socket", (Guarantee(AT_LEAST_ONCE, "no transactions"),), needs="Linux", tried_with="TCP"
    )

    def __init__(self, hostname: str, port: int, serialization_schema: SerializationSchema, max_retry: int = 3) -> None:
        """The schema must include the delimiter of records. `max_retry` is the number of reconnection attempts."""
        if not isinstance(port, int) or not 0 < port < 65536:
            raise InvalidProgramError(f"the port must be a number from 1 to 65535, not {port!r}")
        if max_retry < 0:
            raise InvalidProgramError(f"max_retry must be 0 or more, not {max_retry}")
        self._arguments = (hostname, port, serialization_schema, max_retry)

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return SocketWriter(*self._arguments, context.checkpointing)
