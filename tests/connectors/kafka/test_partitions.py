"""Which partitions are read, and by whom: topics, patterns, partitions, discovered while running, redistributed."""

from __future__ import annotations

import pytest
from confluent_kafka import TopicPartition
from confluent_kafka.admin import AdminClient

from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer, KafkaTopicPartition
from pyrite.core.connector.source import SourceBlock
from pyrite.core.errors import ConnectorError
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import PATIENCE_S, Run, builder, produce

LATER_MS = 10_000


def names_of(blocks: list[SourceBlock]) -> dict[str, list[str]]:
    actual: dict[str, list[str]] = {}
    for block in blocks:
        actual.setdefault(block.split_id, []).extend(block.values)
    return actual


def test_blocks_hold_records_of_one_partition_in_order(broker: KafkaServer) -> None:
    first, second = new_topic(broker, 2), new_topic(broker)
    expected = {}
    for topic, partition in ((first, 0), (first, 1), (second, 0)):
        values = [f"{topic}/{partition}/{number}" for number in range(50)]
        produce(broker, topic, values, partition)
        expected[f"{topic}-{partition}"] = values
    with Run(builder(broker, first, second).build()) as run:
        blocks = run.blocks(150, max_records=7)
    assert names_of(blocks) == expected
    assert max(len(block.values) for block in blocks) == 7


def test_partitions_that_were_named_are_the_only_ones_read(broker: KafkaServer) -> None:
    topic = new_topic(broker, 3)
    for partition in range(3):
        produce(broker, topic, [str(partition)], partition)
    made = builder(broker).set_partitions({KafkaTopicPartition(topic, 0), KafkaTopicPartition(topic, 2)})
    with Run(made.set_bounded(KafkaOffsetsInitializer.latest()).build()) as run:
        assert sorted(run.rest()) == ["0", "2"]


def test_partition_that_comes_later_is_read_from_its_first_record(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ["before"])
    made = builder(broker, topic).set_starting_offsets(KafkaOffsetsInitializer.latest())
    with Run(made.set_property("partition.discovery.interval.ms", str(LATER_MS)).build()) as run:
        broker.create_partitions(topic, 2)
        produce(broker, topic, ["early"], 1)
        assert run.assignment.next_due_ms() == LATER_MS
        run.look(LATER_MS)
        produce(broker, topic, ["late"], 1)
        assert run.values(2) == ["early", "late"]


def test_topic_that_comes_to_match_a_pattern_is_read(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ["old"])
    made = builder(broker).set_topic_pattern(rf"{topic}(-new)?")
    with Run(made.set_property("partition.discovery.interval.ms", str(LATER_MS)).build()) as run:
        assert run.values(1) == ["old"]
        for name in (f"{topic}-new", f"{topic}-newer"):
            broker.create_topic(name)
            produce(broker, name, [name])
        run.look(LATER_MS)
        assert run.values(1) == [f"{topic}-new"]
        assert [split.split_id for split in run.snapshot()[1][0]] == [f"{topic}-0", f"{topic}-new-0"]


def test_partitions_are_found_at_the_start_only_when_the_interval_is_negative(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    made = builder(broker, topic).set_property("partition.discovery.interval.ms", "-1")
    with Run(made.build()) as run:
        broker.create_partitions(topic, 2)
        due_ms = run.assignment.next_due_ms()
        assert due_ms is not None
        run.look(due_ms)
        assert [split.split_id for split in run.snapshot()[1][0]] == [f"{topic}-0"]


@pytest.mark.parametrize(("before", "after"), [(1, 3), (3, 2), (2, 2)])
def test_source_continues_where_it_was_at_another_parallelism(broker: KafkaServer, before: int, after: int) -> None:
    topic = new_topic(broker, 4)
    for partition in range(4):
        produce(broker, topic, [f"{partition}-{number}" for number in range(20)], partition)
    source = builder(broker, topic).set_bounded(KafkaOffsetsInitializer.latest()).build()
    with Run(source, before) as run:
        inputs = run.values(30, max_records=6)
        state, splits = run.snapshot()
    left = [split for reader in splits for split in reader]
    distributed = [left[subtask::after] for subtask in range(after)]
    with Run(source, after, state, distributed) as run:
        inputs += run.rest()
    assert sorted(inputs) == sorted(f"{partition}-{number}" for partition in range(4) for number in range(20))


def test_restored_source_finds_partitions_that_came_meanwhile(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ["read"])
    source = builder(broker, topic).set_starting_offsets(KafkaOffsetsInitializer.latest()).build()
    with Run(source) as run:
        state, splits = run.snapshot()
    broker.create_partitions(topic, 2)
    produce(broker, topic, ["new"], 1)
    with Run(source, 1, state, splits) as run:
        assert run.values(1) == ["new"]


def test_topic_that_is_not_there_is_an_error_that_names_like_ones(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    with pytest.raises(ConnectorError, match=rf"{broker.address} has no topic '{topic}x', but {topic}"):
        Run(builder(broker, f"{topic}x").build())


def test_partition_that_is_not_there_is_an_error(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    with pytest.raises(ConnectorError, match=f"'{topic}' has no partition 7"):
        Run(builder(broker).set_partitions({KafkaTopicPartition(topic, 7)}).build())


def test_topic_that_is_deleted_is_an_error(broker: KafkaServer) -> None:
    topic, other = new_topic(broker), new_topic(broker)
    source = builder(broker, topic, other).build()
    with Run(source) as run:
        state, splits = run.snapshot()
    broker.delete_topic(topic)
    with pytest.raises(ConnectorError, match=f"has no topic '{topic}'"):
        Run(source, 1, state, splits)


def test_topic_that_is_deleted_is_given_up_when_it_matched_a_pattern(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    broker.create_topic(f"{topic}-b")
    made = builder(broker).set_topic_pattern(rf"{topic}.*")
    with Run(made.set_property("partition.discovery.interval.ms", str(LATER_MS)).build()) as run:
        broker.delete_topic(f"{topic}-b")
        run.look(LATER_MS)
        ended = run.readers[0].poll(10, 10)
        assert isinstance(ended, SourceBlock) and ended.split_ended and ended.split_id == f"{topic}-b-0"
        broker.create_topic(f"{topic}-b")
        produce(broker, f"{topic}-b", ["again"])
        run.look(2 * LATER_MS)
        assert run.values(1) == ["again"]


def test_topic_that_is_made_again_at_once_is_read(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    made = builder(broker).set_topic_pattern(topic).set_property("partition.discovery.interval.ms", str(LATER_MS))
    with Run(made.build()) as run:
        broker.delete_topic(topic)
        run.look(LATER_MS)
        broker.create_topic(topic)
        produce(broker, topic, ["again"])
        run.look(2 * LATER_MS)  # before the reader has reported the old one's end
        assert run.values(1) == ["again"]


def test_offset_that_was_deleted_is_an_error_that_names_it(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    source = builder(broker, topic).build()
    with Run(source) as run:
        assert run.values(1, max_records=1) == ["a"]
        state, splits = run.snapshot()
    admin = AdminClient({"bootstrap.servers": broker.address})
    for deleted in admin.delete_records([TopicPartition(topic, 0, 2)]).values():
        deleted.result(PATIENCE_S)
    with Run(source, 1, state, splits) as run, pytest.raises(ConnectorError) as raised:
        run.values(1)
    assert f"'{topic}', partition 0, at {broker.address}: offset 1 does not exist" in str(raised.value)
    assert "auto.offset.reset" in str(raised.value)
