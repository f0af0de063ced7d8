"""Where a source begins and where it stops."""

from __future__ import annotations

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition

from pyrite.connectors.kafka.offsets import KafkaOffsetResetStrategy, KafkaOffsetsInitializer, KafkaTopicPartition
from pyrite.core.connector.source import Boundedness
from pyrite.core.errors import ConnectorError
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import Run, builder, produce

VALUES = [str(number) for number in range(10)]
END = KafkaOffsetsInitializer.latest()


@pytest.fixture
def topic(broker: KafkaServer) -> str:
    """One partition with ten records, of the times 1000, 1100, ... 1900."""
    name = new_topic(broker)
    for number, value in enumerate(VALUES):
        produce(broker, name, [value], timestamp=1000 + 100 * number)
    return name


def commit(broker: KafkaServer, group: str, topic: str, offset: int) -> None:
    consumer = Consumer({"bootstrap.servers": broker.address, "group.id": group, "log_level": 0})
    consumer.commit(offsets=[TopicPartition(topic, 0, offset)], asynchronous=False)
    consumer.close()


def read(
    broker: KafkaServer,
    topic: str,
    starting: KafkaOffsetsInitializer,
    stopping: KafkaOffsetsInitializer = END,
    **properties: str,
) -> list[str]:
    """What a source gives between two offsets."""
    made = builder(broker, topic).set_starting_offsets(starting).set_bounded(stopping)
    made.set_properties({key.replace("_", "."): value for key, value in properties.items()})
    with Run(made.build()) as run:
        return run.rest()


def test_earliest_begins_at_the_first_record(broker: KafkaServer, topic: str) -> None:
    assert read(broker, topic, KafkaOffsetsInitializer.earliest()) == VALUES


def test_latest_begins_with_what_comes(broker: KafkaServer, topic: str) -> None:
    source = builder(broker, topic).set_starting_offsets(KafkaOffsetsInitializer.latest()).build()
    with Run(source) as run:
        produce(broker, topic, ["new"])
        assert run.values(1) == ["new"]


@pytest.mark.parametrize(("time", "first"), [(0, 0), (1500, 5), (1501, 6), (5000, 10)])
def test_timestamp_begins_at_the_first_record_of_the_time(
    broker: KafkaServer, topic: str, time: int, first: int
) -> None:
    assert read(broker, topic, KafkaOffsetsInitializer.timestamp(time)) == VALUES[first:]


def test_committed_offsets_begin_where_the_group_was(broker: KafkaServer, topic: str) -> None:
    commit(broker, f"group-{topic}", topic, 7)
    committed = KafkaOffsetsInitializer.committed_offsets()
    assert read(broker, topic, committed, group_id=f"group-{topic}") == VALUES[7:]


@pytest.mark.parametrize(
    ("strategy", "first"), [(KafkaOffsetResetStrategy.EARLIEST, 0), (KafkaOffsetResetStrategy.LATEST, 10)]
)
def test_committed_offsets_begin_by_the_strategy_when_there_are_none(
    broker: KafkaServer, topic: str, strategy: KafkaOffsetResetStrategy, first: int
) -> None:
    starting = KafkaOffsetsInitializer.committed_offsets(strategy)
    assert read(broker, topic, starting, group_id=f"group-{topic}") == VALUES[first:]


def test_committed_offsets_are_an_error_when_there_are_none(broker: KafkaServer, topic: str) -> None:
    with pytest.raises(ConnectorError, match=rf"'{topic}', partition 0: no committed offset \(available: 0 to 10\)"):
        read(broker, topic, KafkaOffsetsInitializer.committed_offsets(), group_id=f"group-{topic}")


def test_offsets_begin_as_given(broker: KafkaServer, topic: str) -> None:
    assert read(broker, topic, KafkaOffsetsInitializer.offsets({KafkaTopicPartition(topic, 0): 4})) == VALUES[4:]


def test_offsets_begin_by_the_strategy_when_they_are_out_of_range(broker: KafkaServer, topic: str) -> None:
    starting = KafkaOffsetsInitializer.offsets({KafkaTopicPartition(topic, 0): 77})
    assert read(broker, topic, starting) == VALUES


def test_source_stops_at_an_offset(broker: KafkaServer, topic: str) -> None:
    stopping = KafkaOffsetsInitializer.offsets({KafkaTopicPartition(topic, 0): 6})
    assert read(broker, topic, KafkaOffsetsInitializer.timestamp(1300), stopping) == VALUES[3:6]


def test_source_stops_at_a_time(broker: KafkaServer, topic: str) -> None:
    stopping = KafkaOffsetsInitializer.timestamp(1250)
    assert read(broker, topic, KafkaOffsetsInitializer.earliest(), stopping) == VALUES[:3]


def test_source_waits_for_an_offset_to_stop_at_that_is_yet_to_come(broker: KafkaServer, topic: str) -> None:
    made = builder(broker, topic).set_starting_offsets(KafkaOffsetsInitializer.latest())
    made.set_bounded(KafkaOffsetsInitializer.offsets({KafkaTopicPartition(topic, 0): 12}))
    with Run(made.build()) as run:
        produce(broker, topic, ["10", "11", "12"])
        assert run.rest() == ["10", "11"]


def test_source_that_stops_without_an_end_continues(broker: KafkaServer, topic: str) -> None:
    source = builder(broker, topic).set_unbounded(END).build()
    assert source.get_boundedness() is Boundedness.CONTINUOUS_UNBOUNDED
    with Run(source) as run:
        blocks = run.blocks(10)
        produce(broker, topic, ["late"])
        polled = [run.readers[0].poll(100, 10) for _ in range(50)]
        assert [value for block in blocks for value in block.values] == VALUES
        ended = [block for block in [*blocks, *polled] if block is not None]
        assert ended[-1].split_ended and not any(block.values for block in ended[len(blocks) :])  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("isolation", "seen"),
    [("read_committed", ["kept", "also"]), ("read_uncommitted", ["kept", "given up", "also", "open"])],
)
def test_source_ends_behind_the_marks_of_transactions(broker: KafkaServer, isolation: str, seen: list[str]) -> None:
    topic = new_topic(broker)
    producer = Producer(
        {"bootstrap.servers": broker.address, "transactional.id": f"{topic}-{isolation}", "log_level": 0}
    )
    producer.init_transactions(30)
    for value, ends in (("kept", True), ("given up", False), ("also", True)):
        producer.begin_transaction()
        producer.produce(topic, value)
        producer.flush(30)
        if ends:
            producer.commit_transaction(30)
        else:
            producer.abort_transaction(30)
    if isolation == "read_uncommitted":
        producer.begin_transaction()
        producer.produce(topic, "open")
        producer.flush(30)
    assert read(broker, topic, KafkaOffsetsInitializer.earliest(), isolation_level=isolation) == seen
