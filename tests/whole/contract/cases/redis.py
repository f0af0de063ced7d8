"""Redis."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.redis.sink import Command, RedisSink
from pyrite.connectors.redis.source import RedisStreamSource
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from tests.connectors.redis.server import client, shared_server
from tests.whole.contract.case import SinkCase, SourceCase


def added(key: str, value: str) -> Command:
    return ("XADD", key, "*", "value", value)


def stored(key: str, value: str) -> Command:
    return ("HSET", key, value, value)


class RedisStream(SourceCase):
    connector = RedisStreamSource
    delivery = EXACTLY_ONCE

    def fill(self, run: str, count: int) -> None:
        for number in range(count):
            client(shared_server().url).execute_command(*added(run, str(number)))

    def source(self, run: str) -> Source[Any]:
        return RedisStreamSource(shared_server().url, run, SimpleStringSchema())


class RedisPlain(SinkCase):
    connector = RedisSink
    delivery = AT_LEAST_ONCE
    asked: ClassVar[DeliveryGuarantee] = DeliveryGuarantee.AT_LEAST_ONCE

    def sink(self, run: str) -> Sink:
        return RedisSink(shared_server().url, partial(added, run), self.asked)

    def arrived(self, run: str) -> list[int]:
        return [int(fields[b"value"]) for _, fields in client(shared_server().url).xrange(run)]


class RedisWriteAhead(RedisPlain):
    delivery = EXACTLY_ONCE
    asked = DeliveryGuarantee.EXACTLY_ONCE


class RedisIdempotent(RedisPlain):
    delivery = EXACTLY_ONCE

    def sink(self, run: str) -> Sink:
        return RedisSink(shared_server().url, partial(stored, run), idempotent=True)

    def arrived(self, run: str) -> list[int]:
        return [int(value) for value in client(shared_server().url).hvals(run)]
