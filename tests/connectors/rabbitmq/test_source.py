"""RMQSource against a real broker."""

from __future__ import annotations

import itertools
import time
from typing import Any

import pytest

from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.errors import ConnectorError
from pyrite.datastream.connectors.rabbitmq import RMQConnectionConfig, RMQSource
from servers.rabbitmq import RabbitMQServer
from servers.server import free_port
from tests.connectors.polling import PATIENCE_S, complete, nothing_comes, opened, read
from tests.connectors.rabbitmq.broker import channel_to, config_of, contents, cut, send, shared_broker

_queues = itertools.count()


@pytest.fixture
def broker() -> RabbitMQServer:
    return shared_broker()


@pytest.fixture
def queue() -> str:
    return f"source-{next(_queues)}"


def source(broker: RabbitMQServer, queue: str, by_id: bool = True, **options: int) -> RMQSource:
    builder = config_of(broker)
    if "prefetch" in options:
        builder.set_prefetch_count(options["prefetch"])
    return RMQSource(builder.build(), queue, by_id, SimpleStringSchema())


def dies(reader: Any) -> None:
    reader._consumer._keep_alive.close()
    cut(reader._consumer._connection)


def taken_out(broker: RabbitMQServer, queue: str, expected: list[str]) -> None:
    """The broker hears of a cut connection after a while."""
    until = time.monotonic() + PATIENCE_S
    while (actual := contents(broker, queue)) != expected:
        assert not actual and time.monotonic() < until, actual


def test_messages_come_in_order_and_stay_until_a_checkpoint_is_complete(broker: RabbitMQServer, queue: str) -> None:
    send(broker, queue, "abcde")
    reader = opened(source(broker, queue))
    assert read(reader, 5) == list("abcde")
    reader.snapshot_state(1)
    dies(reader)
    taken_out(broker, queue, list("abcde"))


def test_messages_are_acknowledged_up_to_the_complete_checkpoint(broker: RabbitMQServer, queue: str) -> None:
    send(broker, queue, "abcde")
    reader = opened(source(broker, queue))
    assert read(reader, 3, max_records=3) == list("abc")
    reader.snapshot_state(1)
    assert read(reader, 2) == list("de")
    reader.snapshot_state(2)
    reader.notify_checkpoint_complete(1)
    reader.close()
    taken_out(broker, queue, list("de"))


def test_repeats_are_dropped_by_their_correlation_ids(broker: RabbitMQServer, queue: str) -> None:
    send(broker, queue, "abc")
    before = opened(source(broker, queue))
    read(before, 3)
    splits = before.snapshot_state(1)  # complete, but the crash comes before the acknowledgement
    dies(before)
    after = opened(source(broker, queue), splits)
    send(broker, queue, "d")
    assert read(after, 1) == ["d"]
    complete(after, 2)
    after.close()
    assert contents(broker, queue) == [], "repeats are acknowledged like the others"


def test_repeats_come_in_again_without_correlation_ids(broker: RabbitMQServer, queue: str) -> None:
    send(broker, queue, "abc")
    before = opened(source(broker, queue, by_id=False))
    read(before, 3)
    assert before.snapshot_state(1) == []
    dies(before)
    after = opened(source(broker, queue, by_id=False))
    assert read(after, 3) == list("abc")
    after.close()


def test_killed_broker_costs_no_message_and_repeats_none(broker: RabbitMQServer, queue: str) -> None:
    send(broker, queue, "abcdef")
    reader = opened(source(broker, queue))
    assert read(reader, 3, max_records=3) == list("abc")
    complete(reader, 1)
    assert read(reader, 2, max_records=2) == list("de")
    broker.kill()
    broker.start()
    send(broker, queue, "g")
    assert read(reader, 2) == ["f", "g"]
    assert nothing_comes(reader)
    complete(reader, 2)
    reader.close()
    assert contents(broker, queue) == []


def test_lost_connection_fails_the_attempt_when_recovery_is_off(broker: RabbitMQServer, queue: str) -> None:
    config = config_of(broker).set_automatic_recovery(False).build()
    reader: Any = opened(RMQSource(config, queue, True, SimpleStringSchema()))
    cut(reader._consumer._connection)
    with pytest.raises(ConnectorError, match="the connection to RabbitMQ was lost"):
        read(reader, 1)


def test_prefetch_count_limits_what_comes_between_two_checkpoints(broker: RabbitMQServer, queue: str) -> None:
    send(broker, queue, "abcde")
    reader = opened(source(broker, queue, prefetch=2))
    assert read(reader, 2) == ["a", "b"]
    assert nothing_comes(reader)
    complete(reader, 1)
    assert read(reader, 2) == ["c", "d"]
    reader.close()


def test_messages_are_done_with_when_sent_if_there_are_no_checkpoints(broker: RabbitMQServer, queue: str) -> None:
    send(broker, queue, "abc", ids=False)
    reader = opened(source(broker, queue), checkpointing=False)
    assert read(reader, 3) == list("abc")
    reader.close()
    assert contents(broker, queue) == []


def test_message_without_a_correlation_id_is_an_error_where_they_are_used(broker: RabbitMQServer, queue: str) -> None:
    send(broker, queue, "a", ids=False)
    reader = opened(source(broker, queue))
    with pytest.raises(ConnectorError, match="has no correlation id"):
        read(reader, 1)
    reader.close()


def test_deleted_queue_fails_the_attempt(broker: RabbitMQServer, queue: str) -> None:
    reader = opened(source(broker, queue))
    with channel_to(broker) as channel:
        channel.queue_delete(queue)
    with pytest.raises(ConnectorError, match="ended the subscription"):
        read(reader, 1)
    reader.close()


def test_queue_that_is_there_stays_as_it_is(broker: RabbitMQServer, queue: str) -> None:
    with channel_to(broker) as channel:
        channel.queue_declare(queue, durable=True, arguments={"x-max-length": 5})
    opened(source(broker, queue)).close()
    with channel_to(broker) as channel:
        channel.confirm_delivery()
        for text in "abcdefg":
            channel.basic_publish("", queue, text.encode())
        kept = iter(lambda: channel.basic_get(queue, auto_ack=True)[2], None)
        assert list(kept) == [b"c", b"d", b"e", b"f", b"g"]


def test_bad_message_is_skipped_by_policy(broker: RabbitMQServer, queue: str) -> None:
    with channel_to(broker) as channel:
        channel.queue_declare(queue, durable=True)
        channel.basic_publish("", queue, b"\xff")
        channel.basic_publish("", queue, b"good")
    reader = opened(source(broker, queue, by_id=False).set_bad_records(BadRecords.SKIP))
    assert read(reader, 1) == ["good"]
    reader.close()


def test_missing_broker_is_named_without_credentials() -> None:
    port = free_port()
    config = RMQConnectionConfig.Builder().set_uri(f"amqp://me:secret@127.0.0.1:{port}/").build()
    with pytest.raises(ConnectorError, match=f"127.0.0.1:{port}") as raised:
        opened(RMQSource(config, "q", True, SimpleStringSchema()))
    assert "secret" not in str(raised.value)


def test_guarantee_depends_on_the_ids() -> None:
    config = RMQConnectionConfig.Builder().set_host("h").build()
    by_id, without = (RMQSource(config, "q", by_id, SimpleStringSchema()) for by_id in (True, False))
    assert (by_id.guarantee().delivery, without.guarantee().delivery) == (EXACTLY_ONCE, AT_LEAST_ONCE)
