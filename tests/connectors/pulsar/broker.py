"""One Pulsar for all tests, and what they ask it."""

from __future__ import annotations

import atexit
import os
import uuid
from collections.abc import Mapping
from functools import cache
from typing import Any, Optional

import pulsar
import pytest

from servers.pulsar import PulsarServer
from servers.server import ServerMissingError


@cache
def shared_server() -> PulsarServer:
    server = started()
    atexit.register(server.stop)
    return server


def started(settings: Optional[Mapping[str, str]] = None, token: str = "") -> PulsarServer:
    try:
        server = PulsarServer(settings=settings, token=token)
        server.start()
    except ServerMissingError as error:
        pytest.skip(str(error))
    return server


def new_name() -> str:
    return f"t{uuid.uuid4().hex[:12]}"


@cache
def client(url: str) -> Any:
    return pulsar.Client(url, logger=pulsar.FileLogger(pulsar.LoggerLevel.Error, os.devnull))


def publish(url: str, topic: str, values: list[str], batching: bool = False, **options: Any) -> list[Any]:
    """The messages' ids."""
    producer = client(url).create_producer(
        topic, batching_enabled=batching, batching_max_publish_delay_ms=50, block_if_queue_full=True
    )
    ids: list[Any] = []
    for value in values:
        producer.send_async(value.encode(), lambda _, message_id: ids.append(message_id), **options)
    producer.flush()
    producer.close()
    return ids


def messages(url: str, topic: str) -> list[Any]:
    """All of a topic, read without Pyrite, partition by partition."""
    actual: list[Any] = []
    for partition in client(url).get_topic_partitions(topic):
        reader = client(url).create_reader(partition, pulsar.MessageId.earliest)
        while reader.has_message_available():
            actual.append(reader.read_next(5000))
        reader.close()
    return actual
