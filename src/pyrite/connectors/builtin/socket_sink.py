"""SocketSink: records over a TCP connection."""

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
    """Keeps what was sent since the last checkpoint: over a new connection it is sent again.

    Without checkpoints it keeps only what the other side's TCP has not acknowledged, which is less than fits into the
    buffers of the connection, and one block.
    """

    def __init__(
        self, host: str, port: int, schema: SerializationSchema, max_retry: int, checkpointing: bool = False
    ) -> None:
        self._address = (host, port)
        self._serialize = schema.serialize
        self._backoff = Backoff(100, longest_ms=5000, retries=max_retry)
        self._checkpointing = checkpointing
        self._kept: deque[bytes] = deque()
        self._kept_bytes = 0
        self._connection: Optional[socket.socket] = None
        self._send([])

    def write(self, block: RowBlock) -> None:
        data = b"".join(encode(self._serialize, block.values))
        self._kept.append(data)
        self._kept_bytes += len(data)
        self._send([data])
        if not self._checkpointing:
            self._forget(self._unsent())

    def flush(self, end_of_input: bool) -> None:
        """Returns when the other side's TCP has all."""
        until = time.monotonic() + _TIMEOUT_S
        while self._unsent():
            if time.monotonic() > until:
                raise self._error("it does not take what was sent")
            time.sleep(0.001)
        self._forget(0)

    def _forget(self, unsent: int) -> None:
        """Keeps the last `unsent` bytes, in whole blocks."""
        while self._kept and self._kept_bytes - len(self._kept[0]) >= unsent:
            self._kept_bytes -= len(self._kept.popleft())

    def _unsent(self) -> int:
        """How many of the last bytes the other side's TCP may not have; over a new connection, all that is kept."""
        assert self._connection is not None
        with contextlib.suppress(OSError):
            waiting = unacknowledged_bytes(self._connection)
            broken = self._connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if not broken:
                return waiting
        self._connection.close()
        self._connection = None
        self._send([])
        return self._kept_bytes

    def _send(self, parts: Iterable[bytes]) -> None:
        """Sends parts; where the connection is gone, over a new one all that is kept."""
        for failures in count(1):
            try:
                if self._connection is None:
                    self._connection = socket.create_connection(self._address, _TIMEOUT_S)
                    parts = self._kept
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
        return ConnectorError(f"SocketSink: {self._address[0]}:{self._address[1]} took no records: {reason}")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class SocketSink(Sink):
    """Writes to a TCP server. At least once, as far as TCP can tell: the other side's machine has each record."""

    declaration: ClassVar[Declaration] = Declaration(
        "socket", (Guarantee(AT_LEAST_ONCE, "no transactions"),), needs="Linux", tried_with="TCP"
    )

    def __init__(self, hostname: str, port: int, serialization_schema: SerializationSchema, max_retry: int = 3) -> None:
        """The schema writes what separates records, too. `max_retry` is how often a broken connection is made again."""
        if not isinstance(port, int) or not 0 < port < 65536:
            raise InvalidProgramError(f"a port is a number from 1 to 65535, not {port!r}")
        if max_retry < 0:
            raise InvalidProgramError(f"max_retry must be 0 or more, not {max_retry}")
        self._arguments = (hostname, port, serialization_schema, max_retry)

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return SocketWriter(*self._arguments, context.checkpointing)
