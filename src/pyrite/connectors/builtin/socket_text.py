"""SocketTextSource: lines of text from a TCP server. A failure loses data that was read, so it is for experiments."""

from __future__ import annotations

import logging
import select
import socket
import time
from typing import Any, ClassVar, Optional

from pyrite.connectors.builtin.source_function import Loop, LoopEnumerator
from pyrite.core.connector.guarantee import AT_MOST_ONCE, Declaration, Guarantee
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted

_log = logging.getLogger(__name__)
_CONNECT_S = 10.0
_RETRY_S = 0.5
_READ_BYTES = 1 << 16


class SocketTextReader(SourceReader[Loop]):
    """Reads one connection. When the server closes it, reconnects up to `max_retry` times (-1: without limit)."""

    def __init__(self, hostname: str, port: int, delimiter: str, max_retry: int) -> None:
        self._address = (hostname, port)
        self._delimiter = delimiter.encode()
        self._retries = max_retry
        self._connection: Optional[socket.socket] = None
        self._retry_at_s = 0.0
        self._unread = b""
        self._lines: list[str] = []
        self._ended = False

    def open(self) -> None:
        _log.warning(
            "a socket cannot be read again: if the job fails, data from %s:%d that is not in a checkpoint is lost",
            *self._address,
        )
        self._connect()

    def _connect(self) -> None:
        try:
            self._connection = socket.create_connection(self._address, _CONNECT_S)
            self._connection.setblocking(False)
        except OSError as error:
            if self._retries == 0:
                raise ConnectionError(f"no connection to {self._address[0]}:{self._address[1]}: {error}") from error
            self._wait_for_retry()

    def _wait_for_retry(self) -> None:
        self._retries -= 1 if self._retries > 0 else 0
        self._retry_at_s = time.monotonic() + _RETRY_S

    def add_splits(self, splits: list[Loop]) -> None:
        """Has no effect: the reader has the only connection."""

    def notify_no_more_splits(self) -> None:
        """Has no effect: the input ends with the connection."""

    def snapshot_state(self, checkpoint_id: int) -> list[Loop]:
        return [Loop(0)]

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._lines:
            self._read(timeout_ms)
        if self._lines:
            lines, self._lines = self._lines[:max_records], self._lines[max_records:]
            return SourceBlock("0", lines)
        return END_OF_INPUT if self._ended else None

    def _read(self, timeout_ms: int) -> None:
        if self._ended:
            return
        if self._connection is None:
            if time.monotonic() >= self._retry_at_s:
                self._connect()
            return
        if not select.select([self._connection], [], [], timeout_ms / 1000)[0]:
            return
        try:
            data = self._connection.recv(_READ_BYTES)
        except ConnectionError:
            data = b""
        *lines, self._unread = (self._unread + data).split(self._delimiter)
        self._lines.extend(map(self._text, lines))
        if not data:
            self._connection_ended()

    def _connection_ended(self) -> None:
        self.close()
        if self._retries != 0:
            self._wait_for_retry()
            return
        if self._unread:
            self._lines.append(self._text(self._unread))
        self._ended = True

    def _text(self, line: bytes) -> str:
        text = line.decode("utf-8", "replace")
        return text.removesuffix("\r") if self._delimiter == b"\n" else text

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@persisted("socket-text-source/1")
class SocketTextSource(Source[Loop]):
    """Reads text from a server with one task, and splits it at a delimiter. A failure loses data that was read."""

    declaration: ClassVar[Declaration] = Declaration(
        "socket",
        (Guarantee(AT_MOST_ONCE, "no replay: data that is not in a checkpoint is lost"),),
        tried_with="TCP",
    )

    def __init__(self, hostname: str, port: int, delimiter: str = "\n", max_retry: int = 0) -> None:
        if not 0 < port < 65536:
            raise InvalidProgramError(f"the port must be a number from 1 to 65535, not {port}")
        if not delimiter:
            raise InvalidProgramError("the delimiter must not be empty")
        if max_retry < -1:
            raise InvalidProgramError(f"max_retry must be -1 (no limit) or more, not {max_retry}")
        self._arguments = (hostname, port, delimiter, max_retry)

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Loop]:
        return SocketTextReader(*self._arguments)

    def create_enumerator(self, context: SplitEnumeratorContext[Loop]) -> SplitEnumerator[Loop]:
        return LoopEnumerator(context)

    def restore_enumerator(self, context: SplitEnumeratorContext[Loop], checkpoint: Any) -> SplitEnumerator[Loop]:
        return LoopEnumerator(context)
