"""MqttSink: writes records as MQTT messages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.encoding import encode
from pyrite.connectors.mqtt.connection import MqttConnection, MqttSettings
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ConnectorError, InvalidProgramError

_WAIT_S: Final = 60.0
_MAX_WAITING: Final = 10_000


class MqttWriter(SinkWriter):
    """Publishes with QoS 1. A checkpoint waits until the broker has acknowledged all messages."""

    def __init__(self, sink: MqttSink) -> None:
        self._sink = sink
        self._connection = MqttConnection(sink.settings, "MqttSink")
        self._waiting: list[Any] = []

    def write(self, block: RowBlock) -> None:
        publish = self._connection.client.publish
        self._waiting.extend(publish(topic, data, qos=1) for topic, data in self._sink.messages(block.values))
        if len(self._waiting) > _MAX_WAITING:
            self._wait()

    def flush(self, end_of_input: bool) -> None:
        self._wait()

    def _wait(self) -> None:
        for sent in self._waiting:
            try:
                sent.wait_for_publish(_WAIT_S)
            except (RuntimeError, ValueError) as error:
                raise self._error(str(error)) from None
            if not sent.is_published():
                raise self._error(f"no acknowledgement after {_WAIT_S:.0f} s")
        self._waiting = []

    def _error(self, reason: str) -> ConnectorError:
        return ConnectorError(f"MqttSink: the broker at {self._sink.settings.place} did not accept records: {reason}")

    def close(self) -> None:
        self._connection.close()


class MqttSink(Sink):
    """Publishes to a topic, or to a topic for each record, with QoS 1, at least once."""

    declaration: ClassVar[Declaration] = Declaration(
        "MQTT", (Guarantee(AT_LEAST_ONCE, "no transactions"),), needs="pyrite[mqtt]", tried_with="Mosquitto 2.0"
    )

    def __init__(
        self,
        host: str,
        topic: str | Callable[[Any], str],
        serialization_schema: SerializationSchema,
        port: int = 1883,
        username: str = "",
        password: str = "",
        tls: bool = False,
        ca_file: Optional[str] = None,
    ) -> None:
        self.settings = MqttSettings(host, port, username, password, tls, ca_file)
        if isinstance(topic, str) and (not topic or set("+#") & set(topic)):
            raise InvalidProgramError(f"the topic of an MqttSink must not contain + or #: {topic!r}")
        self._topic = topic
        self._serialize = serialization_schema.serialize

    def messages(self, values: list[Any]) -> list[tuple[str, bytes]]:
        """The topic and payload of each record."""
        topics = map(self._topic, values) if callable(self._topic) else repeat(self._topic, len(values))
        return list(zip(topics, encode(self._serialize, values), strict=True))

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return MqttWriter(self)
