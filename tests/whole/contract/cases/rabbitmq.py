"""RabbitMQ: queues read with and without correlation ids, streams, and the sink."""

from __future__ import annotations

from typing import Any

from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from pyrite.datastream.connectors.rabbitmq import RMQSink, RMQSource, RMQStreamSource
from tests.connectors.rabbitmq.broker import config_of, contents, send, shared_broker
from tests.whole.contract.case import SinkCase, SourceCase


class RabbitMQQueueExactlyOnce(SourceCase):
    connector = RMQSource
    delivery = EXACTLY_ONCE

    def open(self) -> None:
        shared_broker()

    def fill(self, run: str, count: int) -> None:
        send(shared_broker(), run, map(str, range(count)))

    def source(self, run: str) -> Source[Any]:
        return RMQSource(config_of(shared_broker()).set_prefetch_count(7).build(), run, True, SimpleStringSchema())


class RabbitMQQueueAtLeastOnce(SourceCase):
    connector = RMQSource
    delivery = AT_LEAST_ONCE

    def open(self) -> None:
        shared_broker()

    def fill(self, run: str, count: int) -> None:
        send(shared_broker(), run, map(str, range(count)), ids=False)

    def source(self, run: str) -> Source[Any]:
        return RMQSource(config_of(shared_broker()).set_prefetch_count(7).build(), run, False, SimpleStringSchema())


class RabbitMQStream(SourceCase):
    connector = RMQStreamSource
    delivery = EXACTLY_ONCE

    def open(self) -> None:
        shared_broker()

    def fill(self, run: str, count: int) -> None:
        send(shared_broker(), run, map(str, range(count)), arguments={"x-queue-type": "stream"})

    def source(self, run: str) -> Source[Any]:
        return RMQStreamSource(config_of(shared_broker()).build(), run, SimpleStringSchema())


class RabbitMQSink(SinkCase):
    connector = RMQSink
    delivery = AT_LEAST_ONCE

    def open(self) -> None:
        shared_broker()

    def sink(self, run: str) -> Sink:
        return RMQSink(config_of(shared_broker()).build(), run, SimpleStringSchema())

    def arrived(self, run: str) -> list[int]:
        return list(map(int, contents(shared_broker(), run)))
