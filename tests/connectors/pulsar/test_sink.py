"""PulsarSink: routing, keys, delays, what a broker refuses or forgets."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pulsar
import pytest

from pyrite.common import Duration
from pyrite.common.block import Block
from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.pulsar.producers import Producers
from pyrite.connectors.pulsar.routing import java_hash
from pyrite.core.clock import SystemClock
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.errors import ConnectorError
from pyrite.datastream.connectors.pulsar import MessageDelayer, PulsarSink, PulsarSinkBuilder, TopicRoutingMode
from servers.pulsar import PulsarServer
from tests.connectors.pulsar.broker import client, messages, new_name, shared_server, started

CONTEXT = WriterInitContext(0, 1, 1, lambda text, error: None, lambda values: None, clock=SystemClock())


def builder(topic: str, delivery: DeliveryGuarantee = DeliveryGuarantee.AT_LEAST_ONCE) -> PulsarSinkBuilder:
    made = PulsarSink.builder().set_service_url(shared_server().url).set_topics(topic)
    return made.set_serialization_schema(SimpleStringSchema()).set_delivery_guarantee(delivery)


def partitioned(partitions: int) -> str:
    name = new_name()
    shared_server().create_partitioned_topic(name, partitions)
    return name


def write(sink: PulsarSink, values: str, timestamps: list[int] | None = None) -> None:
    writer = sink.create_writer(CONTEXT)
    writer.write(Block(list(values), timestamps))
    writer.flush(False)
    writer.close()


def published_to(topic: str) -> list[Any]:
    return messages(shared_server().url, topic)


def places(topic: str) -> dict[str, list[str]]:
    """The values of each partition that has some."""
    partitions = client(shared_server().url).get_topic_partitions(topic)
    read = {one.rpartition("-")[2]: [message.data().decode() for message in published_to(one)] for one in partitions}
    return {number: values for number, values in read.items() if values}


def test_messages_go_to_the_partitions_in_turn() -> None:
    name = partitioned(3)
    write(builder(name).build(), "abcdef")
    assert Counter(map(len, places(name).values())) == {2: 3}


def test_messages_of_a_key_go_to_the_partition_of_javas_hash() -> None:
    name = partitioned(3)
    made = builder(name).set_topic_routing_mode(TopicRoutingMode.MESSAGE_KEY_HASH).set_message_key(lambda value: value)
    write(made.build(), "abab")
    assert places(name) == {str(97 % 3): ["a", "a"], str(98 % 3): ["b", "b"]}
    assert {message.partition_key() for message in published_to(name)} == {"a", "b"}
    assert java_hash("Aa") == java_hash("BB") == 2112


def test_topic_is_chosen_by_a_function() -> None:
    name = partitioned(3)
    made = builder(name).set_topic_router(lambda value, topics: topics[ord(value) - ord("a")])
    write(made.set_topic_routing_mode(TopicRoutingMode.CUSTOM).build(), "abcaa")
    assert places(name) == {"0": ["a", "a", "a"], "1": ["b"], "2": ["c"]}


def test_timestamps_become_event_times() -> None:
    name = new_name()
    write(builder(name).set_config("pulsar.producer.compressionType", "LZ4").build(), "ab", [10, 20])
    assert [(message.data(), message.event_timestamp()) for message in published_to(name)] == [(b"a", 10), (b"b", 20)]


def test_delayed_messages_come_late_to_shared_subscriptions() -> None:
    name = new_name()
    consumer = client(shared_server().url).subscribe(name, "late", consumer_type=pulsar.ConsumerType.Shared)
    write(builder(name).delay_sending_message(MessageDelayer.fixed(Duration.of_seconds(3))).build(), "a")
    message = consumer.receive(20_000)
    assert time.time() * 1000 - message.publish_timestamp() >= 1500  # it may be early by the broker's tick
    consumer.close()


def test_new_partitions_are_used_after_a_while() -> None:
    name = partitioned(1)
    writer = builder(name).set_config("pulsar.sink.topicMetadataRefreshInterval", 0).build().create_writer(CONTEXT)
    shared_server().create_partitions(name, 2)
    writer.flush(False)
    writer.write(Block(list("ab")))
    writer.flush(True)
    writer.close()
    assert sorted(places(name)) == ["0", "1"]


def test_commit_that_was_cut_short_is_completed() -> None:
    name = partitioned(2)
    sink = builder(name, DeliveryGuarantee.EXACTLY_ONCE).build()
    writer = sink.create_writer(CONTEXT)
    writer.write(Block(list("abcdef")))
    [staged] = writer.prepare_commit()
    writer.write(Block(list("gh")))
    [later] = writer.prepare_commit()
    committer = sink.create_committer()
    assert committer is not None
    numbered = list(enumerate(staged.messages(), staged.first))
    producers = Producers(sink._setup.producing)
    producers.send_once(staged.name, numbered[:3])
    for _ in range(2):
        committer.commit([staged, later])
    assert sorted(value for values in places(name).values() for value in values) == list("abcdefgh")
    committer.close()
    producers.close()


@pytest.fixture
def forgetful() -> Iterator[PulsarServer]:
    server = started({"brokerDeduplicationEnabled": "false"})
    yield server
    server.stop()


@pytest.mark.slow
def test_exactly_once_needs_a_broker_that_drops_repeats(forgetful: PulsarServer) -> None:
    sink = builder("t", DeliveryGuarantee.EXACTLY_ONCE).set_service_url(forgetful.url).build()
    writer = sink.create_writer(CONTEXT)
    writer.write(Block(["a"]))
    committer = sink.create_committer()
    assert committer is not None
    with pytest.raises(ConnectorError, match=r"default/t at .* has no deduplication, which EXACTLY_ONCE requires"):
        committer.commit(writer.prepare_commit())


def test_message_that_is_too_large_is_reported() -> None:
    name = new_name()
    writer = builder(name).set_config("pulsar.producer.batchingEnabled", False).build().create_writer(CONTEXT)
    with pytest.raises(ConnectorError, match=r"messages .*were not accepted at pulsar://.*: "):
        writer.write(Block(["x" * (6 << 20)]))
        writer.flush(False)
    writer.close()


def test_broker_that_is_not_there_is_reported_with_its_address() -> None:
    made = builder("t").set_service_url("pulsar://127.0.0.1:1").set_config("pulsar.client.operationTimeoutMs", 1000)
    with pytest.raises(ConnectorError, match=r"PulsarSink: topics t .* at pulsar://127.0.0.1:1: .*Connection refused"):
        made.build().create_writer(CONTEXT)
