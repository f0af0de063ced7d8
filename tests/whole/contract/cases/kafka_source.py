"""Kafka's source against a real broker."""

from __future__ import annotations

from typing import Any

from confluent_kafka import Producer

from pyrite.common import SimpleStringSchema
from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer
from pyrite.connectors.kafka.source.source import KafkaSource, KafkaSourceBuilder
from pyrite.core.connector.guarantee import EXACTLY_ONCE
from pyrite.core.connector.source import Source
from tests.connectors.kafka.broker import shared_broker
from tests.whole.contract.case import SourceCase

PARTITIONS = 3


class KafkaUnbounded(SourceCase):
    """One reader of three partitions, which commits offsets at checkpoints."""

    connector = KafkaSource
    delivery = EXACTLY_ONCE

    def open(self) -> None:
        shared_broker()

    def fill(self, run: str, count: int) -> None:
        shared_broker().create_topic(run, PARTITIONS)
        producer = Producer({"bootstrap.servers": shared_broker().address, "log_level": 0})
        for number in range(count):
            producer.produce(run, str(number), partition=number % PARTITIONS)
        assert producer.flush(30) == 0

    def source(self, run: str) -> Source[Any]:
        return self._builder(run).build()

    def _builder(self, run: str) -> KafkaSourceBuilder:
        builder = KafkaSource.builder().set_bootstrap_servers(shared_broker().address).set_topics(run).set_group_id(run)
        return builder.set_value_only_deserializer(SimpleStringSchema())


class KafkaBounded(KafkaUnbounded):
    """Two readers of three partitions, up to their end."""

    parallelism = 2

    def source(self, run: str) -> Source[Any]:
        return self._builder(run).set_bounded(KafkaOffsetsInitializer.latest()).build()
