"""Pulsar, standalone."""

from __future__ import annotations

import gc
from typing import Any, ClassVar

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.pulsar.cursors import StopCursor
from pyrite.connectors.pulsar.sink import PulsarSink
from pyrite.connectors.pulsar.source import PulsarSource, PulsarSourceBuilder
from pyrite.connectors.pulsar.topics import TopicSplit
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source, SourceReader, SourceReaderContext
from tests.connectors.pulsar.broker import messages, publish, shared_server
from tests.whole.contract.case import SinkCase, SourceCase


class PulsarTopics(SourceCase):
    """One reader of three partitions; messages come in batches."""

    connector = PulsarSource
    delivery = EXACTLY_ONCE

    def fill(self, run: str, count: int) -> None:
        shared_server().create_partitioned_topic(run, 3)
        numbers = [str(number) for number in range(count)]
        for partition in range(3):
            publish(shared_server().url, f"{run}-partition-{partition}", numbers[partition::3], batching=partition > 0)

    def source(self, run: str) -> Source[Any]:
        return self._builder(run).build()

    def _builder(self, run: str) -> PulsarSourceBuilder:
        made = PulsarSource.builder().set_service_url(shared_server().url).set_topics(run)
        return made.set_subscription_name("contract").set_deserialization_schema(SimpleStringSchema())


class PulsarBounded(PulsarTopics):
    """Two readers, up to the end."""

    parallelism = 2

    def source(self, run: str) -> Source[Any]:
        built = self._builder(run).set_bounded_stop_cursor(StopCursor.latest()).build()
        return DeadAreGone(built._setup)


class DeadAreGone(PulsarSource):
    """What killed readers held is let go before new ones open, as the operating system does it: subscriptions."""

    def create_reader(self, context: SourceReaderContext) -> SourceReader[TopicSplit]:
        gc.collect()
        return super().create_reader(context)


class PulsarAtLeastOnce(SinkCase):
    connector = PulsarSink
    delivery = AT_LEAST_ONCE
    asked: ClassVar[DeliveryGuarantee] = DeliveryGuarantee.AT_LEAST_ONCE
    slow = True

    def sink(self, run: str) -> Sink:
        shared_server().create_partitioned_topic(run, 2)
        made = PulsarSink.builder().set_service_url(shared_server().url).set_topics(run)
        return made.set_serialization_schema(SimpleStringSchema()).set_delivery_guarantee(self.asked).build()

    def arrived(self, run: str) -> list[int]:
        return [int(message.data()) for message in messages(shared_server().url, run)]


class PulsarDeduplicated(PulsarAtLeastOnce):
    delivery = EXACTLY_ONCE
    asked = DeliveryGuarantee.EXACTLY_ONCE
    slow = False
