"""ControlPeer: the driver's end of one connection, in the loop of its server. Nothing here may wait."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Generator, Iterator
from typing import Final, Optional, Protocol, cast

from pyrite.runtime.spark.connection import (
    HANDSHAKE_TIMEOUT_S,
    NONCE_SIZE,
    REPLY_SIZE,
    AuthenticationError,
    check_reply,
)

_LENGTH: Final = struct.Struct("<Q")
_HEAD: Final = _LENGTH.size
CHUNK_BYTES: Final = 256 << 10
"""How much is read of a connection before it is the next one's turn."""


class PeerOwner(Protocol):
    """What a peer needs of its server."""

    secret: bytes
    chunk: memoryview
    """Where all peers of a loop receive: each one takes out what has arrived before the next one receives."""

    def peer_made(self, peer: ControlPeer) -> None: ...

    def peer_sent(self, peer: ControlPeer, messages: Iterator[memoryview]) -> None:
        """Messages have arrived, as they travel; each is valid until the next one is taken."""

    def peer_lost(self, peer: ControlPeer) -> None: ...


class ControlPeer(asyncio.BufferedProtocol):
    """Proves its peer, then cuts what arrives into messages.

    A stranger gets a random nonce and nothing else, and nothing that a stranger sends is unpickled. Whoever has not
    proved itself and sent a message after a minute is disconnected.
    """

    def __init__(self, owner: PeerOwner) -> None:
        self._owner = owner
        self._nonce = os.urandom(NONCE_SIZE)
        self._partial = bytearray()
        self._is_proved = False
        self._deadline: Optional[asyncio.TimerHandle] = None
        self._written = 0
        self._accepted = 0
        self._accepted_at = 0.0

    # What the loop calls ----------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._loop = asyncio.get_running_loop()
        self._deadline = self._loop.call_later(HANDSHAKE_TIMEOUT_S, self.close)
        self._owner.peer_made(self)
        self._transport.write(self._nonce)

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._owner.chunk

    def buffer_updated(self, nbytes: int) -> None:
        data = self._owner.chunk[:nbytes]
        if not self._is_proved:
            data = self._prove(data)
        if self._is_proved and data:
            self._owner.peer_sent(self, self._messages(data))

    def connection_lost(self, exc: Optional[Exception]) -> None:
        self.allow_silence()
        self._owner.peer_lost(self)

    # What its server calls --------------------------------------------------------------------------------------------

    def allow_silence(self) -> None:
        """It has sent its first message: from here on it may be silent."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def send(self, data: bytes) -> None:
        """Sends what there is room for now, and the rest as room is made, in order."""
        if self._transport.is_closing():
            return
        if not self._transport.get_write_buffer_size():
            self._accepted_at = self._loop.time()
        self._written += len(data)
        self._transport.write(data)

    def stalled_s(self) -> float:
        """For how long it has accepted nothing of what waits; to be asked at short intervals."""
        waiting = self._transport.get_write_buffer_size()
        if not waiting or self._written - waiting != self._accepted:
            self._accepted, self._accepted_at = self._written - waiting, self._loop.time()
        return self._loop.time() - self._accepted_at

    def pause(self) -> None:
        """Receives nothing until `resume`."""
        self._transport.pause_reading()

    def resume(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self) -> None:
        """Closes at once; what it has not accepted is dropped."""
        self._transport.abort()

    # ------------------------------------------------------------------------------------------------------------------

    def _prove(self, data: memoryview) -> memoryview:
        """Takes the answer to the nonce; returns what has come after it."""
        missing = REPLY_SIZE - len(self._partial)
        self._partial += data[:missing]
        if len(self._partial) == REPLY_SIZE:
            try:
                self._transport.write(check_reply(self._owner.secret, self._nonce, bytes(self._partial)))
            except AuthenticationError:
                self.close()
                return data[:0]
            self._partial = bytearray()
            self._is_proved = True
        return data[missing:]

    def _messages(self, data: memoryview) -> Iterator[memoryview]:
        """The messages that are complete with what has arrived. A part of one is kept for later."""
        partial = self._partial
        if not partial:
            end = yield from _complete(data)
            if end < len(data):
                partial += data[end:]
            return
        partial += data
        with memoryview(partial) as whole:
            end = yield from _complete(whole)
        del partial[:end]


def _complete(data: memoryview) -> Generator[memoryview, None, int]:
    """Yields the messages in `data`; returns where the last one ends."""
    at, size = 0, len(data)
    while size - at >= _HEAD:
        end = at + _HEAD + _LENGTH.unpack_from(data, at)[0]
        if end > size:
            break
        with data[at + _HEAD : end] as message:
            yield message
        at = end
    return at
