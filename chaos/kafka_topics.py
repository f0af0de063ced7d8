"""KafkaTopics: a soak that writes to Kafka, exactly-once, and reads with a consumer of committed records."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, Final, Optional

from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

from chaos.run_folder import RunFolder
from chaos.sinks import Line, SoakedSink
from pyrite.core.connector.sink import Sink
from pyrite.datastream.connectors.base import DeliveryGuarantee
from pyrite.datastream.connectors.kafka import KafkaRecordSerializationSchema, KafkaSink
from servers.kafka import KafkaServer
from servers.server import Server

TOPICS: Final = ("state", "windows")
_PARTITIONS: Final = 2
_WAIT_S: Final = 60.0


class KafkaTopics(SoakedSink):
    """A broker for one run."""

    has_server = True

    def __init__(self, folder: RunFolder) -> None:
        super().__init__(folder)
        self._server: Optional[KafkaServer] = None

    @property
    def server(self) -> Optional[Server]:
        return self._server

    def start(self) -> dict[str, str]:
        self._server = KafkaServer(self.folder.root / "kafka")
        self._server.start()
        for topic in TOPICS:
            self._server.create_topic(topic, _PARTITIONS)
        return {"address": self._server.address}

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()

    def make(self, name: str, settings: Mapping[str, str]) -> Sink:
        record = KafkaRecordSerializationSchema.builder().set_topic(name)
        record.set_key_serialization_schema(lambda row: str(row["key"]).encode())
        record.set_value_serialization_schema(lambda row: json.dumps(row).encode())
        builder = KafkaSink.builder().set_bootstrap_servers(settings["address"]).set_record_serializer(record.build())
        return builder.set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE).build()

    def lines(self) -> Iterator[Line]:
        self.leftovers()
        for topic in TOPICS:
            for number in range(_PARTITIONS):
                yield from self._lines_of(TopicPartition(topic, number, OFFSET_BEGINNING))

    def _lines_of(self, partition: TopicPartition) -> Iterator[Line]:
        with closing(self._consumer("read_committed")) as consumer:
            end = self._end(partition, "read_committed")
            consumer.assign([partition])
            while True:
                message: Any = consumer.poll(_WAIT_S)
                if message is None:
                    raise RuntimeError(f"{partition} has not been read to its end")
                if message.error() is None:
                    yield f"{message.topic()}-{message.partition()}@{message.offset()}", f"{message.value().decode()}\n"
                elif message.offset() >= end:
                    return

    def leftovers(self) -> list[str]:
        """An abandoned transaction blocks readers of committed records."""
        until = time.monotonic() + _WAIT_S
        partitions = [TopicPartition(topic, number) for topic in TOPICS for number in range(_PARTITIONS)]
        while True:
            open_partitions = [each for each in partitions if self._end(each, "read_committed") < self._end(each, "")]
            if not open_partitions or time.monotonic() > until:
                return [f"an open transaction in {each.topic}-{each.partition}" for each in open_partitions]

    def _end(self, partition: TopicPartition, isolation: str) -> int:
        with closing(self._consumer(isolation or "read_uncommitted")) as consumer:
            offsets = consumer.get_watermark_offsets(partition, _WAIT_S)
            return int(offsets[1])

    def _consumer(self, isolation: str) -> Consumer:
        assert self._server is not None
        settings = {"bootstrap.servers": self._server.address, "group.id": "checker", "log_level": 0}
        return Consumer({**settings, "isolation.level": isolation, "enable.partition.eof": True})
