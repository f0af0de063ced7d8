"""PlainWriter: records go to Kafka as they come. At-least-once if it is flushed at checkpoints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyrite.connectors.kafka.messages import Serializer
from pyrite.connectors.kafka.record_producer import RecordProducer
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.sink import SinkWriter
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load


class PlainWriter(SinkWriter):
    """An error of the brokers fails the task: after that, records since the last checkpoint are written again."""

    def __init__(self, serializer: Serializer, settings: Mapping[str, Any], flushes: bool) -> None:
        self._serialize = serializer.serialize
        self._producer = RecordProducer(settings)
        self._exception: Any = load("confluent_kafka", "kafka", "KafkaSink").KafkaException
        self._flushes = flushes

    def write(self, block: RowBlock) -> None:
        messages = self._serialize(block)
        try:
            self._producer.produce(messages)
        except self._exception as raised:
            raise ConnectorError(f"Kafka at {self._producer.address}: {raised.args[0].str()}") from None
        self._producer.check()

    def flush(self, end_of_input: bool) -> None:
        if self._flushes or end_of_input:
            self._producer.flush()
        self._producer.check()

    def close(self) -> None:
        self._producer.client.purge()
        self._producer.client.flush(0)
