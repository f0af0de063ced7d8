"""MessageDecoder: librdkafka's messages into records and their timestamps."""

from __future__ import annotations

from typing import Any

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.kafka.record import ConsumerRecord, KafkaRecordDeserializationSchema, ValueOnly, record_of
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.extras import load
from pyrite.core.time.time import NO_TIMESTAMP


class MessageDecoder:
    """Reads blocks of messages of one partition."""

    def __init__(
        self, deserializer: KafkaRecordDeserializationSchema, policy: BadRecords, context: SourceReaderContext
    ) -> None:
        self._message = load("confluent_kafka", "kafka", "KafkaSource").Message
        self._values_only = isinstance(deserializer, ValueOnly)
        if isinstance(deserializer, ValueOnly):
            self._decoder = Decoder(deserializer.schema, policy, context)
        else:
            self._decoder = Decoder(deserializer, policy, context, _value_of)

    def decode(self, split_id: str, messages: list[Any]) -> tuple[list[Any], list[int]]:
        """The records and their timestamps. Tombstones are for those who read whole records."""
        payload: list[Any]
        if self._values_only:
            payload = list(map(self._message.value, messages))
            if None in payload:
                messages = [message for message, value in zip(messages, payload, strict=True) if value is not None]
                payload = [value for value in payload if value is not None]
        else:
            payload = list(map(record_of, messages))
        values, indices = self._decoder.decode(payload, lambda index: f"{split_id}, offset {messages[index].offset()}")
        if indices is not None:
            messages = [messages[index] for index in indices]
        timestamps = [at for _, at in map(self._message.timestamp, messages)]
        if -1 in timestamps:
            timestamps = [NO_TIMESTAMP if at == -1 else at for at in timestamps]
        return values, timestamps


def _value_of(record: ConsumerRecord) -> bytes:
    """What is shown of a record that cannot be read."""
    return record.value or b""
