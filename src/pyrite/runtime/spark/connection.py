"""Connection: length-prefixed messages over TCP between processes that share a secret.

Both sides prove that they know the secret before anything is read: a stranger gets a random nonce and nothing else, and
nothing that a stranger sends is ever unpickled.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import pickle
import socket
import struct
import threading
from dataclasses import dataclass
from typing import Any, Final

from pyrite.core.errors import ControlConnectionError

_LENGTH: Final = struct.Struct("<Q")
NONCE_SIZE: Final = 32
REPLY_SIZE: Final = 2 * NONCE_SIZE
"""Of a client's answer to the server's nonce: a nonce of its own, and a proof."""
HANDSHAKE_TIMEOUT_S: Final = 60.0


@dataclass(frozen=True)
class Endpoint:
    """Where the JobMaster of one attempt listens, and the secret that opens it."""

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
        """Sends a message; waits until the other side, or the sockets between, have room for it."""
        data = encode(message)
        with self._sending:
            self._socket.sendall(data)

    def receive(self) -> Any:
        """The next message; raises EOFError or OSError when the connection is gone, and only then.

        A message that cannot be unpickled is a ControlConnectionError: the next one can still be received.
        """
        (length,) = _LENGTH.unpack(_read(self._socket, _LENGTH.size))
        return decode(_read(self._socket, length))

    @property
    def local_host(self) -> str:
        """This machine, as the other side sees it."""
        host: str = self._socket.getsockname()[0]
        return host

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        """Closes at once; a thread that waits in `receive` gets an error."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


def encode(message: Any) -> bytes:
    """A message as it travels: its length, then itself."""
    data = pickle.dumps(message, 5)
    return _LENGTH.pack(len(data)) + data


def decode(data: bytes | memoryview) -> Any:
    """A message that has arrived, without its length. One that cannot be unpickled is a ControlConnectionError."""
    try:
        return pickle.loads(data)
    except Exception as error:  # a user's class may raise anything
        raise ControlConnectionError(
            f"a message of {len(data)} bytes cannot be unpickled here: {type(error).__name__}: {error}. The classes "
            "of records, splits and events must be ones that can be imported in the driver and in the tasks, or "
            "be defined at the top level of the main script"
        ) from error


def connect(endpoint: Endpoint) -> Connection:
    """Connects to the JobMaster and proves both sides."""
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
    """Proves a client that has connected."""
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
    """Checks a client's answer to the server's nonce; returns the server's proof for the client."""
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
