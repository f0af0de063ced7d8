"""The one broker of a test process: started by the first test that needs it, stopped when the process ends."""

from __future__ import annotations

import atexit
import functools
import itertools

import pytest

from servers.kafka import KafkaServer
from servers.secure_kafka import SecureKafkaServer
from servers.server import ServerMissingError

_topics = itertools.count()


@functools.cache
def shared_broker() -> SecureKafkaServer:
    """A test that kills the broker starts it again; topics are never shared: see `new_topic`."""
    server = SecureKafkaServer()
    try:
        server.start()
    except ServerMissingError as missing:
        pytest.skip(str(missing))
    atexit.register(server.stop)
    return server


def new_topic(broker: KafkaServer, partitions: int = 1) -> str:
    """A topic that no other test uses."""
    name = f"topic-{next(_topics)}"
    broker.create_topic(name, partitions)
    return name
