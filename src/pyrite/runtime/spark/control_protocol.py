"""The control protocol: length-prefixed, sealed messages over TCP between processes that share a secret.

Both sides prove that they know the secret before either reads a message. An unauthenticated peer gets a random nonce
and nothing else. After that, every message is encrypted and authenticated with keys of this connection, so nobody in
the network can read, change, repeat or reorder messages. The first message, a registration, is JSON; pickles follow.
`Connection` is a task's end, for threads; `ControlPeer` is the driver's end, for the event loop of its server, and
never blocks.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import os
import pickle
import socket
import struct
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Optional, Protocol, TypeVar, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pyrite.core.errors import ControlConnectionError
from pyrite.core.json_dataclasses import of_json, to_json

T = TypeVar("T")

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
    secret: bytes = field(repr=False)
    attempt: int

    def to_text(self) -> str:
        """The endpoint as the value of a property; `of_text` reads it."""
        return f"{self.host} {self.port} {self.attempt} {self.secret.hex()}"

    @staticmethod
    def of_text(text: str) -> Endpoint:
        host, port, attempt, secret = text.split(" ")
        return Endpoint(host, int(port), bytes.fromhex(secret), int(attempt))


class AuthenticationError(ConnectionError):
    """The other side does not know the secret, or somebody between the two sides changed what was sent."""


class Seal:
    """Encrypts and authenticates the messages of one direction of one connection, by AES-256-GCM.

    The nonce counts the messages, so a message that was repeated, left out or moved does not open.
    """

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self._count = 0

    def seal(self, data: bytes) -> bytes:
        """A message as it travels: its length, then its sealed bytes."""
        sealed = self._cipher.encrypt(self._next_nonce(), data, None)
        return _LENGTH.pack(len(sealed)) + sealed

    def open(self, sealed: bytes | memoryview) -> bytes:
        """The message in sealed bytes, without their length."""
        try:
            return self._cipher.decrypt(self._next_nonce(), sealed, None)
        except InvalidTag:
            raise AuthenticationError("a stranger has written to a control connection") from None

    def _next_nonce(self) -> bytes:
        self._count += 1
        return self._count.to_bytes(12)


def seals(secret: bytes, master_nonce: bytes, task_nonce: bytes) -> tuple[Seal, Seal]:
    """The seals of a connection: of messages to the JobMaster, and of messages to the task."""
    to_master = Seal(_proof(secret, b"task key", master_nonce, task_nonce))
    return to_master, Seal(_proof(secret, b"master key", master_nonce, task_nonce))


class Connection:
    """An authenticated connection. Any thread may send; one thread receives."""

    def __init__(self, sock: socket.socket, outgoing: Seal, incoming: Seal) -> None:
        self._socket = sock
        self._outgoing = outgoing
        self._incoming = incoming
        self._sending = threading.Lock()

    def register(self, registration: Any) -> None:
        """Sends the first message, by which the JobMaster knows the kind of the connection."""
        self._send(encode_registration(registration))

    def send(self, message: Any) -> None:
        """Sends a message; blocks until the socket buffers have room for it."""
        self._send(encode(message))

    def _send(self, data: bytes) -> None:
        with self._sending:
            self._socket.sendall(self._outgoing.seal(data))

    def receive(self) -> Any:
        """Returns the next message; raises EOFError or OSError only if the connection is closed.

        A message that cannot be unpickled is a ControlConnectionError: the next one can still be received.
        """
        (length,) = _LENGTH.unpack(_read(self._socket, _LENGTH.size))
        return decode(self._incoming.open(_read(self._socket, length)))

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


def encode_registration(registration: Any) -> bytes:
    """The first message of a connection: the name of a frozen dataclass, and its fields."""
    return json.dumps([type(registration).__name__, to_json(registration)]).encode()


def decode_registration(data: bytes, kinds: tuple[type[T], ...]) -> T:
    """The first message of a connection, which must be of one of these classes."""
    try:
        name, content = json.loads(data)
        return of_json(next(kind for kind in kinds if kind.__name__ == name), content)
    except (ValueError, TypeError, StopIteration, RecursionError) as error:
        raise ControlConnectionError(
            f"a control connection began with {data[:100]!r}, not with a registration"
        ) from error


def encode(message: Any) -> bytes:
    """The encoded message, which a Seal then seals."""
    return pickle.dumps(message, 5)


def decode(data: bytes) -> Any:
    """Decodes an opened message. Raises ControlConnectionError if it cannot be unpickled."""
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
    to_master, to_task = seals(endpoint.secret, theirs, ours)
    return _ready(sock, to_master, to_task)


def accept(sock: socket.socket, secret: bytes, timeout_s: Optional[float] = None) -> Connection:
    """Authenticates a client that has connected. `timeout_s`: by default a minute."""
    sock.settimeout(timeout_s or HANDSHAKE_TIMEOUT_S)
    try:
        ours = os.urandom(NONCE_SIZE)
        sock.sendall(ours)
        reply = _read(sock, REPLY_SIZE)
        sock.sendall(check_reply(secret, ours, reply))
    except BaseException:
        sock.close()
        raise
    to_master, to_task = seals(secret, ours, reply[:NONCE_SIZE])
    return _ready(sock, to_task, to_master)


def check_reply(secret: bytes, nonce: bytes, reply: bytes) -> bytes:
    """Checks a client's reply to the server's nonce; returns the server's proof for the client."""
    theirs = reply[:NONCE_SIZE]
    if not hmac.compare_digest(reply[NONCE_SIZE:], _proof(secret, b"task", nonce, theirs)):
        raise AuthenticationError("a client does not know the job's secret")
    return _proof(secret, b"master", nonce, theirs)


def _ready(sock: socket.socket, outgoing: Seal, incoming: Seal) -> Connection:
    sock.settimeout(None)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Connection(sock, outgoing, incoming)


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

    def peer_sent(self, peer: ControlPeer, messages: Iterator[bytes]) -> None:
        """Messages have arrived and were opened."""

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
        self._seals: Optional[tuple[Seal, Seal]] = None
        """Of messages that arrive, and of messages to the peer; None: the peer has not proved itself."""
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
        if self._seals is None:
            data = self._prove(data)
        if self._seals is not None and data:
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

    def send(self, message: bytes) -> None:
        """Seals an encoded message; sends as much as there is room for, and the rest when there is room again."""
        if self._transport.is_closing() or self._seals is None:
            return
        data = self._seals[1].seal(message)
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
            self._seals = seals(self._owner.secret, self._nonce, bytes(self._partial[:NONCE_SIZE]))
            self._partial = bytearray()
        return data[missing:]

    def _messages(self, data: memoryview) -> Iterator[bytes]:
        """Opens the messages that are now complete. An incomplete one is kept for later."""
        assert self._seals is not None
        incoming = self._seals[0]
        return (incoming.open(message) for message in self._complete_messages(data))

    def _complete_messages(self, data: memoryview) -> Iterator[memoryview]:
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
