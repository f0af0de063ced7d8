"""Connection: both sides prove that they know the secret; strangers are refused and never unpickled."""

from __future__ import annotations

import os
import pickle
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar

import pytest

from pyrite.core.errors import ControlConnectionError
from pyrite.runtime.spark import control_protocol as connection
from pyrite.runtime.spark.control_protocol import (
    AuthenticationError,
    Connection,
    Endpoint,
    accept,
    connect,
    decode_registration,
)
from pyrite.runtime.wire.messages import Register

SECRET, OTHER = b"s" * 32, b"o" * 32
UNPICKLED: list[str] = []
T = TypeVar("T")


class Trap:
    """Leaves a trace when it is unpickled."""

    def __reduce__(self) -> Any:
        return UNPICKLED.append, ("here",)


def in_background(call: Callable[[], T]) -> Future[T]:
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


def send_all(sender: Connection, messages: list[Any]) -> None:
    for message in messages:
        sender.send(message)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


@pytest.fixture(autouse=True)
def short_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HANDSHAKE_TIMEOUT_S", 2.0)


def endpoint(listener: socket.socket, secret: bytes = SECRET) -> Endpoint:
    host, port = listener.getsockname()
    return Endpoint(host, port, secret, 0)


def accepting(listener: socket.socket) -> Future[Connection]:
    return in_background(lambda: accept(listener.accept()[0], SECRET))


@pytest.fixture
def ends(listener: socket.socket) -> Iterator[tuple[Connection, Connection]]:
    """The task's end and the JobMaster's."""
    accepted = accepting(listener)
    task = connect(endpoint(listener))
    master = accepted.result(5)
    yield task, master
    task.close()
    master.close()


# Messages -------------------------------------------------------------------------------------------------------------


def test_messages_go_both_ways(ends: tuple[Connection, Connection]) -> None:
    task, master = ends
    task.send({"level": 1})
    master.send(["deploy", b"\x00" * 10])
    assert (master.receive(), task.receive()) == ({"level": 1}, ["deploy", b"\x00" * 10])


def test_large_messages_arrive_whole_and_in_order(ends: tuple[Connection, Connection]) -> None:
    task, master = ends
    sent = [os.urandom(size) for size in (1, 3_000_000, 0, 70_000)]
    in_background(lambda: send_all(task, sent))
    assert [master.receive() for _ in sent] == sent


def test_messages_of_several_threads_do_not_mix(ends: tuple[Connection, Connection]) -> None:
    task, master = ends
    for number in range(4):
        in_background(partial(send_all, task, [(number, "x" * 5000)] * 50))
    got = [master.receive() for _ in range(200)]
    assert sorted(number for number, text in got if text == "x" * 5000) == sorted(list(range(4)) * 50)


def test_messages_travel_encrypted(listener: socket.socket) -> None:
    accepted = in_background(lambda: listener.accept()[0])
    task = in_background(lambda: connect(endpoint(listener)))
    with accepted.result(5) as sock:
        sock.sendall(b"n" * 32)
        reply = connection._read(sock, 64)
        sock.sendall(connection.check_reply(SECRET, b"n" * 32, reply))
        task.result(5).send("account 4711")
        (length,) = struct.unpack("<Q", connection._read(sock, 8))
        assert b"4711" not in connection._read(sock, length)
        task.result(5).close()


def test_every_connection_has_keys_that_no_other_connection_has(listener: socket.socket) -> None:
    ends = []
    for _ in range(2):
        accepted = accepting(listener)
        ends.append((connect(endpoint(listener)), accepted.result(5)))
    (first, _), (other, master) = ends
    first._socket, other._socket = other._socket, first._socket
    first.send("for the first connection")
    with pytest.raises(AuthenticationError, match="a stranger has written to a control connection"):
        master.receive()
    for task, accepting_end in ends:
        task.close()
        accepting_end.close()


def test_receive_raises_when_the_other_side_is_gone(ends: tuple[Connection, Connection]) -> None:
    task, master = ends
    master.close()
    with pytest.raises((EOFError, OSError)):
        task.receive()


def test_close_wakes_a_thread_that_waits_in_receive(ends: tuple[Connection, Connection]) -> None:
    task, _ = ends
    waiting = in_background(task.receive)
    task.close()
    assert isinstance(waiting.exception(5), (EOFError, OSError))


def test_close_twice_does_nothing(ends: tuple[Connection, Connection]) -> None:
    ends[0].close()
    ends[0].close()
    assert ends[0].fileno() == -1


# Strangers ------------------------------------------------------------------------------------------------------------


def test_client_with_a_wrong_secret_is_refused(listener: socket.socket) -> None:
    accepted = accepting(listener)
    with pytest.raises((EOFError, OSError)):
        connect(endpoint(listener, OTHER))
    assert isinstance(accepted.exception(5), AuthenticationError)


def test_master_that_does_not_know_the_secret_is_refused(listener: socket.socket) -> None:
    def impostor() -> None:
        sock, _ = listener.accept()
        sock.sendall(b"n" * 32)
        sock.recv(64)
        sock.sendall(b"p" * 32)

    in_background(impostor)
    with pytest.raises(AuthenticationError, match="the JobMaster does not know the job's secret"):
        connect(endpoint(listener))


def test_master_that_sends_the_clients_own_proof_back_is_refused(listener: socket.socket) -> None:
    def mirror() -> None:
        sock, _ = listener.accept()
        sock.sendall(b"n" * 32)
        answer = b""
        while len(answer) < 64:
            answer += sock.recv(64)
        sock.sendall(answer[32:])

    in_background(mirror)
    with pytest.raises(AuthenticationError):
        connect(endpoint(listener))


def test_client_that_repeats_an_old_proof_is_refused(listener: socket.socket) -> None:
    """The proof of one handshake says nothing in the next, whose nonce is another."""
    recorded = b""
    for _ in range(2):
        accepted = accepting(listener)
        with socket.create_connection(listener.getsockname()) as sock:
            nonce = sock.recv(32)
            recorded = recorded or b"t" * 32 + connection._proof(SECRET, b"task", nonce, b"t" * 32)
            sock.sendall(recorded)
            outcome = accepted.exception(5)
    assert isinstance(outcome, AuthenticationError)


@pytest.mark.parametrize("garbage", [b"GET / HTTP/1.1\r\n\r\n" * 4, b"\x00" * 64], ids=["http", "zeros"])
def test_garbage_is_refused(listener: socket.socket, garbage: bytes) -> None:
    accepted = accepting(listener)
    with socket.create_connection(listener.getsockname()) as sock:
        sock.sendall(garbage)
        assert isinstance(accepted.exception(5), AuthenticationError)


def test_what_a_stranger_sends_is_never_unpickled(listener: socket.socket) -> None:
    UNPICKLED.clear()
    accepted = accepting(listener)
    trap = pickle.dumps(Trap())
    with socket.create_connection(listener.getsockname()) as sock:
        sock.sendall((struct.pack("<Q", len(trap)) + trap).ljust(64, b"\x00"))
        assert isinstance(accepted.exception(5), AuthenticationError)
    assert UNPICKLED == []


def test_stranger_gets_a_nonce_and_nothing_else(listener: socket.socket) -> None:
    accepting(listener)
    with socket.create_connection(listener.getsockname()) as sock:
        sock.settimeout(5)
        sock.sendall(b"x" * 64)
        got = b""
        try:
            while chunk := sock.recv(100):
                got += chunk
        except ConnectionError:
            pass
    assert len(got) == 32


@pytest.mark.parametrize("said", [b"", b"x" * 10])
def test_client_that_goes_in_mid_handshake_is_refused(listener: socket.socket, said: bytes) -> None:
    accepted = accepting(listener)
    with socket.create_connection(listener.getsockname()) as sock:
        sock.sendall(said)
    assert isinstance(accepted.exception(5), (EOFError, OSError))


def test_silent_client_is_given_up(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HANDSHAKE_TIMEOUT_S", 0.05)
    accepted = accepting(listener)
    with socket.create_connection(listener.getsockname()):
        assert isinstance(accepted.exception(5), TimeoutError)


def test_registration_that_is_nested_too_deep_is_refused() -> None:
    with pytest.raises(ControlConnectionError, match="not with a registration"):
        decode_registration(b'["Register", ' + b"[" * 100_000, (Register,))
