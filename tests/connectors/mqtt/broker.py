"""One Mosquitto for all tests, and what they ask it."""

from __future__ import annotations

import atexit
import time
from functools import cache
from typing import Any

import pytest

from pyrite.connectors.mqtt.connection import MqttConnection, MqttSettings
from servers.mosquitto import MosquittoServer
from servers.server import ServerMissingError


@cache
def shared_broker() -> MosquittoServer:
    broker = started()
    atexit.register(broker.stop)
    return broker


def started() -> MosquittoServer:
    try:
        broker = MosquittoServer()
        broker.start()
    except ServerMissingError as error:
        pytest.skip(str(error))
    return broker


def subscribe_session(broker: MosquittoServer, session: str, topic: str) -> None:
    """Makes the session, as an earlier run of the job would have: the broker keeps messages for it from now on."""
    subscribed: list[Any] = []

    def subscribe(client: Any) -> None:
        client.on_subscribe = lambda *_: subscribed.append(True)
        client.subscribe(topic, 1)

    connection = MqttConnection(MqttSettings("127.0.0.1", broker.port), "the tests", session, subscribe)
    wait_for(subscribed, 1)
    connection.close()


def publish(broker: MosquittoServer, topic: str, values: list[str]) -> None:
    connection = MqttConnection(MqttSettings("127.0.0.1", broker.port), "the tests")
    for sent in [connection.client.publish(topic, value, qos=1) for value in values]:
        sent.wait_for_publish(10)
    connection.close()


class Listener:
    """All that is published to a topic from now on."""

    def __init__(self, broker: MosquittoServer, topic: str) -> None:
        self.payloads: list[bytes] = []
        payloads, subscribed = self.payloads, []

        def subscribe(client: Any) -> None:
            client.on_subscribe = lambda *_: subscribed.append(True)
            client.subscribe(topic, 1)

        settings = MqttSettings("127.0.0.1", broker.port)
        self._connection = MqttConnection(
            settings, "the tests", "", subscribe, lambda message: payloads.append(message.payload)
        )
        wait_for(subscribed, 1)

    def heard(self, least: int) -> list[bytes]:
        """What was heard once there are so many, or nothing more comes."""
        wait_for(self.payloads, least)
        return list(self.payloads)


def wait_for(actual: list[Any], least: int) -> None:
    until = time.monotonic() + 10
    while len(actual) < least and time.monotonic() < until:
        time.sleep(0.01)
