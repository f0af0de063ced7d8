"""One NATS server for all tests, and what they ask it."""

from __future__ import annotations

import atexit
from functools import cache
from typing import Any

import pytest

from pyrite.connectors.nats.connection import NatsConnection, NatsSettings
from servers.nats import NatsServer
from servers.server import ServerMissingError


@cache
def shared_server() -> NatsServer:
    server = started()
    atexit.register(server.stop)
    return server


def started() -> NatsServer:
    try:
        server = NatsServer()
        server.start()
    except ServerMissingError as error:
        pytest.skip(str(error))
    return server


@cache
def connection(url: str) -> NatsConnection:
    return NatsConnection(NatsSettings(url), "the tests")


def create_stream(url: str, name: str, **settings: Any) -> None:
    to = connection(url)
    to.call(to.jetstream.add_stream(name=name, subjects=[f"{name}.>"], **settings), 10)


def publish(url: str, subject: str, values: list[str]) -> None:
    to = connection(url)
    for value in values:
        to.call(to.jetstream.publish(subject, value.encode()), 10)


def purge(url: str, stream: str) -> None:
    to = connection(url)
    to.call(to.jetstream.purge_stream(stream), 10)


def messages(url: str, stream: str) -> list[bytes]:
    """All of a stream, one by one by their sequence numbers."""
    to = connection(url)
    state: Any = to.call(to.jetstream.stream_info(stream), 10).state
    numbers = range(state.first_seq, state.last_seq + 1) if state.messages else range(0)
    return [to.call(to.jetstream.get_msg(stream, number), 10).data for number in numbers]
