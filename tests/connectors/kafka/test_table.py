"""Kafka tables with a real broker."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime

import pytest
from confluent_kafka import Consumer, TopicPartition

from pyrite.core.errors import BadRecordError, ConnectorError, ValidationException
from pyrite.core.types import LocalZonedTimestampType, MapType, RowField, RowType, bytes_type, string_type
from servers.kafka import KafkaServer
from tests.connectors.kafka import sinking
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import Run, produce
from tests.connectors.kafka.sinking import consumed
from tests.connectors.kafka.tables import ORDERS, block, rows, sink_of, source_of


def numbered(first: int, count: int) -> list[str | bytes | None]:
    return [f'{{"id":{number},"name":"n{number}"}}' for number in range(first, first + count)]


def test_json_records_become_columns(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, [*numbered(0, 2), None, '[{"id":"7"},{"id":8.5,"note":{"a":[1]}}]', b""])
    assert rows(source_of(broker, topic)) == [
        (0, "n0", None),
        (1, "n1", None),
        (7, None, None),
        (8, None, '{"a":[1]}'),
    ]


def test_projection_is_pushed_into_the_decoder(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ['{"id":"no number","name":"a"}', '{"name":"b"}'])
    source = source_of(broker, topic)
    assert rows(source.apply_projection([1])) == [("a",), ("b",)]
    assert rows(source.apply_projection([]).apply_readable_metadata(["offset"])) == [(0,), (1,)]
    with Run(source.apply_projection([]).create_source()) as run:
        assert [len(part) for part in run.rest_blocks()] == [2]


def test_startup_and_bounded_modes(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    for number in range(5):
        produce(broker, topic, numbered(number, 1), timestamp=1000 * (number + 1))

    def ids(**options: str) -> list[int]:
        return [row[0] for row in rows(source_of(broker, topic, **options))]

    assert ids() == [0, 1, 2, 3, 4]
    assert ids(scan_startup_mode="latest-offset") == []
    assert ids(scan_startup_mode="timestamp", scan_startup_timestamp__millis="2500") == [2, 3, 4]
    assert ids(scan_startup_mode="specific-offsets", scan_startup_specific__offsets="partition:0,offset:3") == [3, 4]
    assert ids(scan_bounded_mode="timestamp", scan_bounded_timestamp__millis="2500") == [0, 1]
    assert ids(scan_bounded_mode="specific-offsets", scan_bounded_specific__offsets="partition:0,offset:1") == [0]
    group = f"group-of-{topic}"
    settings = {"bootstrap.servers": broker.address, "group.id": group}
    Consumer(settings).commit(offsets=[TopicPartition(topic, 0, 2)], asynchronous=False)
    assert ids(scan_startup_mode="group-offsets", properties_group_id=group) == [2, 3, 4]
    assert ids(scan_bounded_mode="group-offsets", properties_group_id=group) == [0, 1]


def test_topics_are_a_list_or_a_pattern(broker: KafkaServer) -> None:
    first, second = new_topic(broker), new_topic(broker)
    produce(broker, first, numbered(1, 1))
    produce(broker, second, numbered(2, 1))
    for topics in (f"{first}|{second}", f"{first};{second}"):
        source = source_of(broker, topics).apply_projection([0]).apply_readable_metadata(["topic"])
        assert sorted(rows(source)) == [(1, first), (2, second)]


def test_metadata_is_read(broker: KafkaServer) -> None:
    topic = new_topic(broker, partitions=2)
    produce(broker, topic, numbered(1, 1), partition=1, timestamp=1234, headers=[("h", b"x"), ("h", b"y")])
    keys = ["partition", "headers", "leader-epoch", "offset", "timestamp", "timestamp-type", "topic"]
    source = source_of(broker, topic).apply_projection([0]).apply_readable_metadata(keys)
    moment = datetime(1970, 1, 1, 0, 0, 1, 234_000, UTC)
    assert rows(source) == [(1, 1, [("h", b"y")], 0, 0, moment, "CreateTime", topic)]


def test_key_and_value_formats(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ['{"id":1,"note":"x"}', '[{"id":2},{"id":3}]'], key="k")
    produce(broker, topic, ['{"id":4}'])
    options = {"key_format": "raw", "key_fields": "name", "value_fields__include": "EXCEPT_KEY"}
    expected = [(1, "k", "x"), (2, "k", None), (3, "k", None), (4, None, None)]
    assert rows(source_of(broker, topic, **options)) == expected


def test_key_fields_have_a_prefix(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    row_type = RowType.of([string_type(), string_type()], ["k_name", "name"])
    options = {"key_format": "json", "key_fields": "k_name", "key_fields__prefix": "k_"}
    options |= {"value_fields__include": "EXCEPT_KEY"}
    writer = sink_of(broker, topic, row_type, **options).create_sink().create_writer(sinking.context())
    writer.write(block([("key", "value")], row_type))  # type: ignore[arg-type]
    writer.flush(end_of_input=True)
    written = [(message.key(), message.value()) for message in consumed(broker, topic)]
    assert written == [(b'{"name":"key"}', b'{"name":"value"}')]
    assert rows(source_of(broker, topic, row_type, **options)) == [("key", "value")]


def test_record_that_cannot_be_read_names_its_place_or_is_skipped(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, [*numbered(0, 1), '{"id":"x"}', "no JSON"])
    with pytest.raises(BadRecordError) as caught:
        rows(source_of(broker, topic))
    assert f"Kafka topic '{topic}', partition 0, offset 1: the value cannot be read: field 'id': " in str(caught.value)
    assert rows(source_of(broker, topic, json_ignore__parse__errors="true")) == [(0, "n0", None), (None, None, None)]


def test_positions_are_those_of_blocks(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, numbered(0, 6))
    source = source_of(broker, topic)
    with Run(source.create_source()) as run:
        first = run.blocks(4, max_records=4)[0]
        state, splits = run.snapshot()
    assert len(first.values) == 4
    with Run(pickle.loads(pickle.dumps(source.create_source())), state=state, splits=splits) as run:
        assert [row["id"] for part in run.rest_blocks() for row in part.batch.to_pylist()] == [4, 5]


def test_exactly_once_sink_writes_once_after_a_crash(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    options = {"sink_delivery__guarantee": "exactly-once", "sink_transactional__id__prefix": "tables"}
    sink = sink_of(broker, topic, **options).create_sink()
    crashed = sink.create_writer(sinking.context())
    crashed.write(block([(1, "a", None)]))  # type: ignore[arg-type]
    owed = pickle.loads(pickle.dumps(crashed.prepare_commit()))
    crashed.write(block([(2, "lost", None)]))  # type: ignore[arg-type]
    assert sinking.values(broker, topic, isolation="read_uncommitted") == []
    again = pickle.loads(pickle.dumps(sink))
    for _ in range(2):
        sinking.commit(again, owed)
    writer = again.create_writer(sinking.context(attempt=2))
    writer.write(block([(2, "b", 'q"')]))
    sinking.commit(again, writer.prepare_commit())
    assert sinking.values(broker, topic) == [
        '{"id":1,"name":"a","note":null}',
        '{"id":2,"name":"b","note":"q\\""}',
    ]


def test_metadata_is_written_and_round_robin_takes_turns(broker: KafkaServer) -> None:
    topic = new_topic(broker, partitions=3)
    headers = MapType(string_type().not_null(), bytes_type())
    extra = (
        RowField("$metadata.timestamp", LocalZonedTimestampType(3)),
        RowField("$metadata.headers", headers),
    )
    row_type = RowType((*ORDERS.fields, *extra))
    values = [(number, "n", None, 1_500_000_000, {"h": b"x"}) for number in range(4)]
    table = sink_of(broker, topic, sink_partitioner="round-robin")
    assert list(table.list_writable_metadata()) == ["headers", "timestamp"]
    writer = table.apply_writable_metadata(["timestamp", "headers"]).create_sink().create_writer(sinking.context())
    writer.write(block(values, row_type))  # type: ignore[arg-type]
    writer.flush(end_of_input=True)
    messages = consumed(broker, topic)
    assert [message.partition() for message in messages] == [0, 0, 1, 2]
    assert {message.timestamp()[1] for message in messages} == {1500}
    assert [message.headers() for message in messages] == [[("h", b"x")]] * 4


def test_topic_is_a_column_where_there_are_several(broker: KafkaServer) -> None:
    first, second = new_topic(broker), new_topic(broker)
    row_type = RowType((*ORDERS.fields, RowField("$metadata.topic", string_type())))
    table = sink_of(broker, f"{first};{second}")
    with pytest.raises(ValidationException, match="several topics"):
        table.create_sink()
    writer = table.apply_writable_metadata(["topic"]).create_sink().create_writer(sinking.context())
    writer.write(block([(1, "a", None, second)], row_type))  # type: ignore[arg-type]
    writer.flush(end_of_input=True)
    assert len(consumed(broker, second)) == 1
    with pytest.raises(ConnectorError, match="Expected topic to be in: "):
        writer.write(block([(1, "a", None, "other")], row_type))  # type: ignore[arg-type]


def test_fixed_partitioner_takes_the_subtask(broker: KafkaServer) -> None:
    topic = new_topic(broker, partitions=3)
    table = sink_of(broker, topic, sink_partitioner="fixed", key_format="raw", key_fields="name")
    writer = table.create_sink().create_writer(sinking.context(subtask=1))
    writer.write(block([(1, "a", None), (2, "b", None)]))  # type: ignore[arg-type]
    writer.flush(end_of_input=True)
    messages = consumed(broker, topic)
    assert [(message.partition(), message.key()) for message in messages] == [(1, b"a"), (1, b"b")]
