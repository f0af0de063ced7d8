"""NATS JetStream."""

from __future__ import annotations

from typing import Any, ClassVar

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.nats.sink import NatsSink
from pyrite.connectors.nats.source import NatsSource
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from tests.connectors.nats.broker import create_stream, messages, publish, shared_server
from tests.whole.contract.case import SinkCase, SourceCase


class NatsStream(SourceCase):
    connector = NatsSource
    delivery = EXACTLY_ONCE

    def fill(self, run: str, count: int) -> None:
        url = shared_server().url
        create_stream(url, run)
        publish(url, f"{run}.numbers", [str(number) for number in range(count)])

    def source(self, run: str) -> Source[Any]:
        return NatsSource(shared_server().url, run, SimpleStringSchema())


class NatsAtLeastOnce(SinkCase):
    connector = NatsSink
    delivery = AT_LEAST_ONCE
    asked: ClassVar[DeliveryGuarantee] = DeliveryGuarantee.AT_LEAST_ONCE

    def sink(self, run: str) -> Sink:
        create_stream(shared_server().url, run)
        return NatsSink(shared_server().url, f"{run}.numbers", SimpleStringSchema(), self.asked)

    def arrived(self, run: str) -> list[int]:
        return [int(data) for data in messages(shared_server().url, run)]


class NatsByMessageId(NatsAtLeastOnce):
    delivery = EXACTLY_ONCE
    asked = DeliveryGuarantee.EXACTLY_ONCE
