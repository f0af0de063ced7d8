"""The one RabbitMQ of a test process: started by the first test that needs it, stopped when the process ends."""

from __future__ import annotations

import atexit
import functools
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Optional

import pika
import pytest

from pyrite.datastream.connectors.rabbitmq import RMQConnectionConfig
from servers.rabbitmq import RabbitMQServer
from servers.server import ServerMissingError


@functools.cache
def shared_broker() -> RabbitMQServer:
    """A test that kills the broker starts it again."""
    server = RabbitMQServer()
    try:
        server.start()
    except ServerMissingError as missing:
        pytest.skip(str(missing))
    atexit.register(server.stop)
    return server


def config_of(broker: RabbitMQServer) -> RMQConnectionConfig.Builder:
    return RMQConnectionConfig.Builder().set_host("127.0.0.1").set_port(broker.port).set_network_recovery_interval(100)


@contextmanager
def channel_to(broker: RabbitMQServer) -> Iterator[Any]:
    connection = pika.BlockingConnection(pika.ConnectionParameters("127.0.0.1", broker.port))
    try:
        yield connection.channel()
    finally:
        connection.close()


def send(
    broker: RabbitMQServer,
    queue: str,
    texts: Iterable[str],
    ids: bool = True,
    arguments: Optional[dict[str, str]] = None,
) -> None:
    """Sends texts as persistent messages, each with itself as its correlation id."""
    with channel_to(broker) as channel:
        channel.queue_declare(queue, durable=True, arguments=arguments)
        channel.tx_select()
        for text in texts:
            properties = pika.BasicProperties(delivery_mode=2, correlation_id=text if ids else None)
            channel.basic_publish("", queue, text.encode(), properties)
        channel.tx_commit()


def cut(connection: Any) -> None:
    """The connection ends as with its process: nothing is said to the broker."""
    connection._impl._transport._sock.shutdown(socket.SHUT_RDWR)


def contents(broker: RabbitMQServer, queue: str) -> list[str]:
    """What is in a queue and not with any reader, taken out of it."""
    with channel_to(broker) as channel:
        channel.queue_declare(queue, durable=True)
        actual = []
        while (message := channel.basic_get(queue, auto_ack=True))[0] is not None:
            actual.append(message[2].decode())
        return actual
