"""The ends of a feedback edge: over TCP, on disk where much waits, and what is on it at a checkpoint."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from pyrite.common.block import Block
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, InputBrokenError
from pyrite.operators.iteration.feedback_edges import Reached
from pyrite.runtime.spark.control_protocol import Endpoint
from pyrite.runtime.spark.task.tcp_feedback import TcpInput, TcpOutput

SECRET = os.urandom(32)
ENDPOINT = Endpoint("127.0.0.1", 1, SECRET, 1)


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until, "it has not come"
        time.sleep(0.005)


class Edge:
    """A head and its tail."""

    def __init__(self) -> None:
        self.woken = threading.Event()
        self.head = TcpInput("127.0.0.1", SECRET, Configuration(), self.woken.set, 1000)
        self.tail = TcpOutput(ENDPOINT, 1000)

    def take_all(self, records: int) -> list[int]:
        """Takes until so many records have come."""
        actual: list[int] = []
        while len(actual) < records:
            wait_until(lambda: self.head.has_more)
            item = self.head.take()
            assert isinstance(item, Block)
            actual.extend(item.values)
        return actual


@pytest.fixture
def edge() -> Iterator[Edge]:
    made = Edge()
    yield made
    made.head.close()
    made.tail.close()


def test_records_come_in_order_also_those_sent_before_it_was_connected(edge: Edge) -> None:
    edge.tail.send(Block([1, 2], [10, 20]))
    edge.tail.reached(1)
    edge.tail.connect(edge.head.address)
    edge.tail.send(Block([3]))
    assert edge.woken.wait(10)
    wait_until(lambda: edge.head.has_more)
    assert edge.head.take() == Block([1, 2], [10, 20])
    wait_until(lambda: edge.head.has_more)
    assert edge.head.take() == Reached(1)
    assert edge.take_all(1) == [3]
    assert edge.head.take() is None and not edge.head.has_more


def test_tail_does_not_wait_for_a_head_that_takes_nothing(edge: Edge) -> None:
    """Far more than sockets hold: it waits on disk at the head."""
    edge.tail.connect(edge.head.address)
    block = Block([os.urandom(1000) for _ in range(1000)])
    begun = time.monotonic()
    for _ in range(30):
        edge.tail.send(block)
    assert time.monotonic() - begun < 60
    for _ in range(30):
        wait_until(lambda: edge.head.has_more)
        assert edge.head.take() == block


def test_edge_at_a_checkpoint_is_what_was_sent_and_not_taken_at_the_barrier(edge: Edge) -> None:
    edge.tail.connect(edge.head.address)
    for first in range(0, 100, 10):
        edge.tail.send(Block(list(range(first, first + 10)), [7] * 10))
    edge.take_all(30)
    edge.head.tell_barrier(5)
    edge.take_all(20)  # behind the barrier: still on the edge for this checkpoint
    wait_until(lambda: edge.tail._records_taken >= 50)
    edge.tail.send(Block([100], [7]))
    assert edge.tail.on_edge(5) == [(n, 7) for n in range(30, 101)]
    edge.head.tell_barrier(6)
    assert edge.tail.on_edge(6) == [(n, 7) for n in range(50, 101)]


def test_tail_drops_what_the_head_has_taken(edge: Edge) -> None:
    edge.tail.connect(edge.head.address)
    for number in range(100):
        edge.tail.send(Block([number]))
        edge.take_all(1)
        wait_until(lambda number=number: edge.tail._records_taken > number)  # type: ignore[misc]
    edge.tail.send(Block([100]))
    assert len(edge.tail._log) == 1


def test_checkpoint_is_declined_if_the_head_does_not_tell(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TcpOutput, "wait_s", 0.05)
    edge.tail.connect(edge.head.address)
    assert edge.tail.on_edge(1) == []  # nothing was sent: nobody needs to be asked
    edge.tail.send(Block([1]))
    with pytest.raises(CheckpointError, match="did not report within"):
        edge.tail.on_edge(2)


def test_stranger_is_sent_away_and_the_tail_still_comes(edge: Edge) -> None:
    host, _, port = edge.head.address.rpartition(":")
    with socket.create_connection((host, int(port))) as stranger:
        stranger.sendall(b"x" * 64)
        assert len(stranger.recv(100)) == 32
        assert stranger.recv(100) == b""
    with pytest.raises(InputBrokenError, match="tail cannot connect to its head"):
        TcpOutput(replace(ENDPOINT, secret=b"no" * 16), 1000).connect(edge.head.address)
    edge.tail.connect(edge.head.address)
    edge.tail.send(Block([1]))
    assert edge.take_all(1) == [1]


def test_strangers_who_say_nothing_do_not_keep_the_tail_waiting(edge: Edge) -> None:
    host, _, port = edge.head.address.rpartition(":")
    strangers = [socket.create_connection((host, int(port))) for _ in range(20)]
    edge.tail.connect(edge.head.address)
    edge.tail.send(Block([1]))
    assert edge.take_all(1) == [1]
    for stranger in strangers:
        stranger.close()
    with pytest.raises(ConnectionRefusedError):  # nobody else can come any more
        socket.create_connection((host, int(port)), timeout=5)


def test_tail_fails_with_a_reason_when_its_head_is_gone(edge: Edge) -> None:
    edge.tail.connect(edge.head.address)
    edge.tail.send(Block([1]))
    edge.take_all(1)
    edge.head.close()
    with pytest.raises(InputBrokenError, match="tail lost the connection to its head"):
        for _ in range(1000):
            edge.tail.send(Block([2]))
            time.sleep(0.01)
