"""Kafka's sink against a real broker, read by a consumer of committed records."""

from __future__ import annotations

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.kafka.sink.sink import KafkaSink
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.sink import Sink
from tests.connectors.kafka.broker import shared_broker
from tests.connectors.kafka.sinking import sink_of, to_topic, values
from tests.whole.contract.case import SinkCase

PARTITIONS = 2


class KafkaExactlyOnce(SinkCase):
    connector = KafkaSink
    delivery = EXACTLY_ONCE
    wanted = DeliveryGuarantee.EXACTLY_ONCE

    def open(self) -> None:
        shared_broker()

    def sink(self, run: str) -> Sink:
        shared_broker().create_topic(run, PARTITIONS)
        return sink_of(shared_broker(), to_topic(run), self.wanted)

    def arrived(self, run: str) -> list[int]:
        return list(map(int, values(shared_broker(), run)))


class KafkaAtLeastOnce(KafkaExactlyOnce):
    delivery = AT_LEAST_ONCE
    wanted = DeliveryGuarantee.AT_LEAST_ONCE
