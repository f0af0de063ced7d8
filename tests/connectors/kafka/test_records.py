"""What becomes of a Kafka record: schemas, functions, whole records, timestamps, records that cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pyrite.common import ByteArraySchema, SimpleStringSchema
from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer
from pyrite.connectors.kafka.source.record import ConsumerRecord, KafkaRecordDeserializationSchema
from pyrite.connectors.kafka.source.source import KafkaSourceBuilder
from pyrite.core.clock import ManualClock
from pyrite.core.connector.bad_records import BadRecord, BadRecords
from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.errors import BadRecordError, InvalidProgramError
from pyrite.core.functions.output_tag import OutputTag
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import Run, builder, produce


def bounded(broker: KafkaServer, topic: str) -> KafkaSourceBuilder:
    return builder(broker, topic).set_bounded(KafkaOffsetsInitializer.latest())


def test_values_are_read_by_a_schema(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, [b"\x00\xff", b""])
    with Run(bounded(broker, topic).set_value_only_deserializer(ByteArraySchema()).build()) as run:
        assert run.rest() == [b"\x00\xff", b""]


def test_values_are_read_by_a_function(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ['{"a": 1}', "[2]"])
    with Run(bounded(broker, topic).set_value_only_deserializer(json.loads).build()) as run:
        assert run.rest() == [{"a": 1}, [2]]


def test_tombstone_gives_no_record_to_those_who_read_values(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ["a", None, "b"], timestamp=5)
    with Run(bounded(broker, topic).build()) as run:
        block = run.blocks(2)[0]
    assert (block.values, block.timestamps) == (["a", "b"], [5, 5])


def test_whole_record_has_all_that_the_broker_knows(broker: KafkaServer) -> None:
    topic = new_topic(broker, 2)
    produce(broker, topic, ["x"], 1)
    produce(broker, topic, [None], 1, key="k", timestamp=1234, headers=[("trace", b"7"), ("trace", None)])
    with Run(bounded(broker, topic).set_deserializer(lambda record: record).build()) as run:
        actual = run.rest()
    expected = ConsumerRecord(topic, 1, 1, 1234, b"k", None, (("trace", b"7"), ("trace", None)))
    assert actual[1] == expected
    assert actual[0][:3] == (topic, 1, 0) and actual[0].headers == ()


class KeyAndLength(KafkaRecordDeserializationSchema):
    """A schema of a user's: None leaves a record out."""

    def deserialize(self, record: ConsumerRecord) -> Any:
        return None if record.key is None else (record.key.decode(), len(record.value or b""))


def test_whole_record_is_read_by_a_schema_of_the_users(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ["left out"])
    produce(broker, topic, ["four"], key="k")
    with Run(bounded(broker, topic).set_deserializer(KeyAndLength()).build()) as run:
        assert run.rest() == [("k", 4)]


def test_value_only_schema_is_one_of_whole_records(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ["a"])
    schema = KafkaRecordDeserializationSchema.value_only(SimpleStringSchema())
    assert schema.deserialize(ConsumerRecord("t", 0, 0, 0, None, b"a", ())) == "a"
    with Run(bounded(broker, topic).set_deserializer(schema).build()) as run:
        assert run.rest() == ["a"]


def test_timestamps_are_those_of_the_records(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    for timestamp in (30, 10, 20):
        produce(broker, topic, [str(timestamp)], timestamp=timestamp)
    with Run(bounded(broker, topic).build()) as run:
        assert [at for block in run.blocks(3) for at in block.timestamps or ()] == [30, 10, 20]


# Records that cannot be read ------------------------------------------------------------------------------------------


def test_record_that_cannot_be_read_fails_and_is_shown(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ["1", "two", "3"])
    made = bounded(broker, topic).set_value_only_deserializer(int)
    with Run(made.build()) as run, pytest.raises(BadRecordError, match=rf"{topic}-0, offset 1: b'two' cannot be read"):
        run.rest()


def test_record_that_cannot_be_read_is_skipped_and_the_others_keep_their_times(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    for number, value in enumerate(("1", "two", "3")):
        produce(broker, topic, [value], timestamp=number + 1)
    made = bounded(broker, topic).set_value_only_deserializer(int)
    with Run(made.set_bad_records(BadRecords.SKIP).build()) as run:
        blocks = run.blocks(2)
    assert [value for block in blocks for value in block.values] == [1, 3]
    assert [at for block in blocks for at in block.timestamps or ()] == [1, 3]


@pytest.mark.parametrize("whole", [False, True])
def test_record_that_cannot_be_read_goes_to_a_side_output(broker: KafkaServer, whole: bool) -> None:
    topic = new_topic(broker)
    produce(broker, topic, ["1", "two"])
    sides: list[tuple[str, list[Any]]] = []
    tag = OutputTag("bad")
    made = bounded(broker, topic).set_bad_records(BadRecords.to_side_output(tag))
    if whole:
        made.set_deserializer(lambda record: int(record.value or b""))
    else:
        made.set_value_only_deserializer(int)
    context = SourceReaderContext(0, 1, ManualClock(), emit_side=lambda tag, values: sides.append((tag.tag_id, values)))
    with Run(made.build(), context=lambda subtask: context) as run:
        assert run.rest() == [1]
    reason = "ValueError: invalid literal for int() with base 10: b'two'"
    assert sides == [("bad", [BadRecord(b"two", reason, f"{topic}-0, offset 1")])]


@pytest.mark.parametrize("wrong", ["json", SimpleStringSchema, None])
def test_deserializer_must_be_a_schema_or_a_function(wrong: Any) -> None:
    with pytest.raises(InvalidProgramError, match="expected a DeserializationSchema or a function"):
        KafkaSourceBuilder().set_value_only_deserializer(wrong)
