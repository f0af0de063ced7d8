"""The control protocol: length-prefixed messages over TCP between processes that share a secret.

Both sides prove that they know the secret before either reads a message. An unauthenticated peer gets a random nonce
and nothing else, and its data is never unpickled. `Connection` is a task's end, for threads; `ControlPeer` is the
driver's end, for the event loop of its server, and never blocks.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import os
import pickle
import socket
import struct
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final, Optional, Protocol, cast

from pyrite.core.errors import ControlConnectionError

_LENGTH: Final = struct.Struct("<Q")
NONCE_SIZE: Final = 32
REPLY_SIZE: Final = 2 * NONCE_SIZE
"""The size of a client's reply to the server's nonce: the client's nonce, and a proof."""
HANDSHAKE_TIMEOUT_S: Final = 60.0


@dataclass(frozen=True)
class Endpoint:
    """The address of the JobMaster of one attempt, and the secret for connecting to it."""

    host: str
    port: int
    secret: bytes
    attempt: int


class AuthenticationError(ConnectionError):
    """The other side does not know the secret."""


class Connection:
    """An authenticated connection. Any thread may send; one thread receives."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._sending = threading.Lock()

    def send(self, message: Any) -> None:
        """Sends a message; blocks until the socket buffers have room for it."""
        data = encode(message)
        with self._sending:
            self._socket.sendall(data)

    def receive(self) -> Any:
        """Returns the next message; raises EOFError or OSError only if the connection is closed.

        A message that cannot be unpickled is a ControlConnectionError: the next one can still be received.
        """
        (length,) = _LENGTH.unpack(_read(self._socket, _LENGTH.size))
        return decode(_read(self._socket, length))

    @property
    def local_host(self) -> str:
        """The address of this machine as seen by the other side."""
        host: str = self._socket.getsockname()[0]
        return host

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        """Closes at once; a thread blocked in `receive` gets an error."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def encode(message: Any) -> bytes:
    """The encoded message, preceded by its length."""
    data = pickle.dumps(message, 5)
    return _LENGTH.pack(len(data)) + data


def decode(data: bytes | memoryview) -> Any:
    """Decodes a received message, without its length. Raises ControlConnectionError if it cannot be unpickled."""
    try:
        return pickle.loads(data)
    except Exception as error:  # a user's class may raise anything
        raise ControlConnectionError(
            f"a message of {len(data)} bytes cannot be unpickled here: {type(error).__name__}: {error}. The classes "
            "of records, splits and events must be importable in the driver and in the tasks, or "
            "be defined at the top level of the main script"
        ) from error


def connect(endpoint: Endpoint) -> Connection:
    """Connects to the JobMaster; both sides authenticate."""
    sock = socket.create_connection((endpoint.host, endpoint.port), timeout=HANDSHAKE_TIMEOUT_S)
    try:
        theirs = _read(sock, NONCE_SIZE)
        ours = os.urandom(NONCE_SIZE)
        sock.sendall(ours + _proof(endpoint.secret, b"task", theirs, ours))
        if not hmac.compare_digest(_read(sock, NONCE_SIZE), _proof(endpoint.secret, b"master", theirs, ours)):
            raise AuthenticationError("the JobMaster does not know the job's secret")
    except BaseException:
        sock.close()
        raise
    return _ready(sock)


def accept(sock: socket.socket, secret: bytes) -> Connection:
    """Authenticates a client that has connected."""
    sock.settimeout(HANDSHAKE_TIMEOUT_S)
    try:
        ours = os.urandom(NONCE_SIZE)
        sock.sendall(ours)
        sock.sendall(check_reply(secret, ours, _read(sock, REPLY_SIZE)))
    except BaseException:
        sock.close()
        raise
    return _ready(sock)


def check_reply(secret: bytes, nonce: bytes, reply: bytes) -> bytes:
    """Checks a client's reply to the server's nonce; returns the server's proof for the client."""
    theirs = reply[:NONCE_SIZE]
    if not hmac.compare_digest(reply[NONCE_SIZE:], _proof(secret, b"task", nonce, theirs)):
        raise AuthenticationError("a client does not know the job's secret")
    return _proof(secret, b"master", nonce, theirs)


def _ready(sock: socket.socket) -> Connection:
    sock.settimeout(None)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Connection(sock)


def _proof(secret: bytes, role: bytes, master_nonce: bytes, task_nonce: bytes) -> bytes:
    return hmac.new(secret, role + master_nonce + task_nonce, hashlib.sha256).digest()


def _read(sock: socket.socket, size: int) -> bytes:
    data = bytearray(size)
    view = memoryview(data)
    while view:
        count = sock.recv_into(view)
        if count == 0:
            raise EOFError("the connection was closed")
        view = view[count:]
    return bytes(data)


_HEAD: Final = _LENGTH.size
CHUNK_BYTES: Final = 256 << 10
"""The number of bytes read from a connection before the next connection has its turn."""


class PeerOwner(Protocol):
    """The server's interface for its peers."""

    secret: bytes
    chunk: memoryview
    """The receive buffer shared by all peers of a loop: each empties it before the next one receives."""

    def peer_connected(self, peer: ControlPeer) -> None: ...

    def peer_sent(self, peer: ControlPeer, messages: Iterator[memoryview]) -> None:
        """Encoded messages have arrived; each is valid until the next one is taken."""

    def peer_lost(self, peer: ControlPeer) -> None: ...


class ControlPeer(asyncio.BufferedProtocol):
    """Authenticates its peer, then splits the received bytes into messages.

    An unauthenticated peer gets a random nonce and nothing else, and its data is not unpickled. A peer that has not
    authenticated and sent a message within a minute is disconnected.
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

    # Called by the event loop -----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._loop = asyncio.get_running_loop()
        self._deadline = self._loop.call_later(HANDSHAKE_TIMEOUT_S, self.close)
        self._owner.peer_connected(self)
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

    # Called by the server ---------------------------------------------------------------------------------------------

    def allow_silence(self) -> None:
        """Cancels the deadline: the peer has sent its first message, and may be silent from now on."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def send(self, data: bytes) -> None:
        """Sends as much as there is room for, and the rest in order when there is room again."""
        if self._transport.is_closing():
            return
        if not self._transport.get_write_buffer_size():
            self._accepted_at = self._loop.time()
        self._written += len(data)
        self._transport.write(data)

    def stalled_s(self) -> float:
        """How long the peer has accepted none of the pending bytes. Must be called at short intervals."""
        waiting = self._transport.get_write_buffer_size()
        if not waiting or self._written - waiting != self._accepted:
            self._accepted, self._accepted_at = self._written - waiting, self._loop.time()
        return self._loop.time() - self._accepted_at

    def pause(self) -> None:
        """Stops receiving until `resume`."""
        self._transport.pause_reading()

    def resume(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self) -> None:
        """Closes at once; pending bytes are dropped."""
        self._transport.abort()

    # ------------------------------------------------------------------------------------------------------------------

    def _prove(self, data: memoryview) -> memoryview:
        """Checks the reply to the nonce; returns the bytes after it."""
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
        """Yields the messages that are now complete. An incomplete one is kept for later."""
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
    """Yields the messages in `data`; returns the end of the last one."""
    at, size = 0, len(data)
    while size - at >= _HEAD:
        end = at + _HEAD + _LENGTH.unpack_from(data, at)[0]
        if end > size:
            break
        with data[at + _HEAD : end] as message:
            yield message
        at = end
    return at
