"""MQTT, against Mosquitto."""

from __future__ import annotations

from typing import Any

from pyrite.connectors.mqtt.sink import MqttSink
from pyrite.connectors.mqtt.source import MqttSource
from pyrite.core.connector.guarantee import AT_LEAST_ONCE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from tests.connectors.mqtt.broker import Listener, publish, shared_broker, subscribe_session
from tests.whole.contract.case import RECORDS, SinkCase, SourceCase


class MqttTopic(SourceCase):
    connector = MqttSource
    delivery = AT_LEAST_ONCE

    def fill(self, run: str, count: int) -> None:
        subscribe_session(shared_broker(), run, run)
        publish(shared_broker(), run, [str(number) for number in range(count)])

    def source(self, run: str) -> Source[Any]:
        return MqttSource("127.0.0.1", run, run, SimpleStringSchema(), shared_broker().port)


class MqttMessages(SinkCase):
    connector = MqttSink
    delivery = AT_LEAST_ONCE

    def open(self) -> None:
        self._listeners: dict[str, Listener] = {}

    def sink(self, run: str) -> Sink:
        self._listeners[run] = Listener(shared_broker(), run)
        return MqttSink("127.0.0.1", run, SimpleStringSchema(), shared_broker().port)

    def record(self, number: int) -> str:
        return str(number)

    def arrived(self, run: str) -> list[int]:
        return [int(payload) for payload in self._listeners[run].heard(RECORDS)]

    def __getstate__(self) -> dict[str, Any]:
        return {}
