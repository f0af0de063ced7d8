"""PulsarSource: cursors, keys, patterns, new partitions, acknowledgement, a broker that is killed."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.connectors.pulsar.topics import TopicSplit
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.source import END_OF_INPUT, SourceReader
from pyrite.core.errors import ConnectorError
from pyrite.datastream.connectors.pulsar import (
    PulsarSource,
    PulsarSourceBuilder,
    RangeGenerator,
    StartCursor,
    StopCursor,
)
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.wire.messages import AssignSplits
from tests.connectors.polling import complete, nothing_comes, opened, read, read_blocks
from tests.connectors.pulsar.broker import new_name, publish, shared_server, started


def builder(topic: str) -> PulsarSourceBuilder:
    made = PulsarSource.builder().set_service_url(shared_server().url).set_topics(topic)
    return made.set_subscription_name("tests").set_deserialization_schema(SimpleStringSchema())


def read_to_the_end(source: PulsarSource) -> list[Any]:
    reader = opened(source)
    reader.notify_no_more_splits()
    actual: list[Any] = []
    while (polled := reader.poll(100, 50)) is not END_OF_INPUT:
        actual.extend(getattr(polled, "values", []))
    reader.close()
    return actual


def filled(values: str = "abcde", **options: Any) -> tuple[str, list[Any]]:
    """A topic, and the ids of its messages."""
    name = new_name()
    return name, publish(shared_server().url, name, list(values), **options)


def publish_at(topic: str, *times: int) -> None:
    for time in times:
        publish(shared_server().url, topic, [str(time)], event_timestamp=time)


@pytest.mark.parametrize("batching", [False, True])
def test_reader_continues_behind_the_message_of_the_checkpoint(batching: bool) -> None:
    name, _ = filled(batching=batching)
    reader = opened(builder(name).build())
    assert read_blocks(reader, 1, max_records=2)[0].values == ["a", "b"]
    splits = reader.snapshot_state(1)
    assert read(reader, 3) == ["c", "d", "e"]
    reader.close()
    again = opened(builder(name).build(), splits)
    assert read(again, 3) == ["c", "d", "e"]
    again.close()


def test_subscription_stands_behind_what_was_acknowledged_at_a_checkpoint() -> None:
    name, _ = filled()
    reader = opened(builder(name).build())
    assert read_blocks(reader, 1, max_records=2)[0].values == ["a", "b"]
    complete(reader, 1)
    assert read(reader, 3) == ["c", "d", "e"]
    reader.close()
    new_job = opened(builder(name).build())
    assert read(new_job, 3) == ["c", "d", "e"]
    new_job.close()
    reset = opened(builder(name).set_config("pulsar.source.resetSubscriptionCursor", True).build())
    assert read(reset, 5) == list("abcde")
    reset.close()


@pytest.mark.slow
def test_reader_continues_when_the_broker_was_killed() -> None:
    server, name = started(), new_name()
    try:
        publish(server.url, name, ["a", "b"])
        reader = opened(builder(name).set_service_url(server.url).build())
        assert read(reader, 2) == ["a", "b"]
        server.kill()
        server.start()
        publish(server.url, name, ["c"])
        assert read(reader, 1) == ["c"]
        assert nothing_comes(reader)
        reader.close()
    finally:
        server.stop()


@pytest.mark.parametrize("batching", [False, True])
@pytest.mark.parametrize(("inclusive", "expected"), [(True, "cde"), (False, "de")])
def test_start_is_a_message(batching: bool, inclusive: bool, expected: str) -> None:
    name, ids = filled(batching=batching)
    start = StartCursor.from_message_id(ids[2].serialize(), inclusive)
    reader = opened(builder(name).set_start_cursor(start).build())
    assert read(reader, len(expected)) == list(expected)
    reader.close()


def test_start_is_a_publish_time() -> None:
    name, _ = filled("a")
    reader = opened(builder(name).build())
    times = read_blocks(reader, 1)[0].timestamps
    assert times is not None
    reader.close()
    publish(shared_server().url, name, ["b", "c"])
    later = StartCursor.from_publish_time(times[0] + 1)
    source = builder(name).set_start_cursor(later).set_bounded_stop_cursor(StopCursor.latest()).build()
    assert read_to_the_end(source) == ["b", "c"]


def test_start_latest_gives_what_comes_after_the_start() -> None:
    name, _ = filled()
    reader = opened(builder(name).set_start_cursor(StartCursor.latest()).build())
    assert nothing_comes(reader)
    publish(shared_server().url, name, ["f"])
    assert read(reader, 1) == ["f"]
    reader.close()


def test_stop_latest_ends_with_what_is_there_and_a_second_job_reads_the_same() -> None:
    name, _ = filled(batching=True)
    source = builder(name).set_bounded_stop_cursor(StopCursor.latest()).build()
    assert read_to_the_end(source) == list("abcde")
    assert read_to_the_end(source) == list("abcde")
    empty = builder(new_name()).set_bounded_stop_cursor(StopCursor.latest()).build()
    assert read_to_the_end(empty) == []


def test_stop_is_a_message() -> None:
    name, ids = filled()
    at = builder(name).set_bounded_stop_cursor(StopCursor.at_message_id(ids[2].serialize())).build()
    assert read_to_the_end(at) == list("ab")
    after = builder(name).set_bounded_stop_cursor(StopCursor.after_message_id(ids[2].serialize())).build()
    assert read_to_the_end(after) == list("abc")


def test_stop_is_an_event_time() -> None:
    name = new_name()
    publish_at(name, 10, 20, 30)
    at = builder(name).set_bounded_stop_cursor(StopCursor.at_event_time(20)).build()
    assert read_to_the_end(at) == ["10"]
    after = builder(name).set_unbounded_stop_cursor(StopCursor.after_event_time(20)).build()
    assert read_to_the_end(after) == ["10", "20"]


def test_stop_is_a_publish_time() -> None:
    name, _ = filled("a")
    reader = opened(builder(name).build())
    times = read_blocks(reader, 1)[0].timestamps
    assert times is not None
    reader.close()
    publish(shared_server().url, name, ["b"])
    after = builder(name).set_bounded_stop_cursor(StopCursor.after_publish_time(times[0])).build()
    assert read_to_the_end(after) == ["a"]
    at = builder(name).set_bounded_stop_cursor(StopCursor.at_publish_time(times[0])).build()
    assert read_to_the_end(at) == []


def test_event_time_is_the_timestamp() -> None:
    name = new_name()
    publish_at(name, 10, 20)
    reader = opened(builder(name).build())
    assert [time for block in read_blocks(reader, 2) for time in block.timestamps or []] == [10, 20]
    reader.close()


def test_keys_choose_messages() -> None:
    name, url = new_name(), shared_server().url
    for key in ("x", "y", None, "z"):
        publish(url, name, [str(key)], partition_key=key)
    publish(url, name, ["ordered"], ordering_key="o")

    def chosen(ranges: RangeGenerator) -> list[Any]:
        source = builder(name).set_range_generator(ranges).set_bounded_stop_cursor(StopCursor.latest()).build()
        return read_to_the_end(source)

    assert chosen(RangeGenerator.full()) == ["x", "y", "None", "z", "ordered"]
    assert chosen(RangeGenerator.fixed_key(keys=["x", "z"])) == ["x", "z"]
    assert chosen(RangeGenerator.fixed_key(keys="y", support_null_key=True)) == ["y", "None", "ordered"]
    assert chosen(RangeGenerator.fixed_key(ordering_key_bytes=b"o")) == ["ordered"]


def test_partitions_and_topics_of_a_pattern_that_come_later_are_found() -> None:
    prefix, server = new_name(), shared_server()
    server.create_partitioned_topic(f"{prefix}-a", 2)
    publish(server.url, f"{new_name()}-{prefix}", ["another"])
    made = (
        PulsarSource.builder()
        .set_service_url(server.url)
        .set_admin_url(server.admin_url)
        .set_topic_pattern(f"{prefix}-.*")
    )
    source = made.set_subscription_name("tests").set_deserialization_schema(SimpleStringSchema()).build()
    assignment = SplitAssignment(source, 2)
    assignment.start()
    assert _found(assignment, 0) == [f"{prefix}-a-partition-0", f"{prefix}-a-partition-1"]
    server.create_partitions(f"{prefix}-a", 3)
    publish(server.url, f"{prefix}-b", ["1"])
    assert _found(assignment, 400_000) == [f"{prefix}-a-partition-2", f"{prefix}-b"]


def _found(assignment: SplitAssignment, now_ms: int) -> list[str]:
    """The topics that are new, without their namespace."""
    assignment.advance(now_ms)
    for number, call in assignment.take_calls():
        assignment.called(number, call(), None)
    for subtask in {0, 1} - set(assignment.registered_readers()):
        assignment.add_reader(subtask)
    sent = [message for _, message in assignment.take() if isinstance(message, AssignSplits)]
    topics: list[str] = [split.topic for message in sent for split in message.splits]
    return sorted(topic.rpartition("/")[2] for topic in topics)


def test_partitions_are_spread_over_the_readers() -> None:
    name = new_name()
    shared_server().create_partitioned_topic(name, 4)
    assignment = SplitAssignment(builder(name).build(), 2)
    assignment.start()
    for number, call in assignment.take_calls():
        assignment.called(number, call(), None)
    for subtask in (0, 1):
        assignment.add_reader(subtask)
    assert [len(sent.splits) for _, sent in assignment.take() if isinstance(sent, AssignSplits)] == [2, 2]


def test_reader_waits_for_a_subscription_that_an_earlier_one_still_has() -> None:
    name, _ = filled()
    source = builder(name).build()
    earlier = opened(source)
    assert read(earlier, 5) == list("abcde")
    splits: list[TopicSplit] = [TopicSplit(f"persistent://public/default/{name}")]
    later: SourceReader[Any] = opened(source, splits)
    assert nothing_comes(later)
    earlier.close()
    assert read(later, 5) == list("abcde")
    later.close()


def test_broker_that_is_not_there_is_reported_with_its_address() -> None:
    source = builder("t").set_service_url("pulsar://127.0.0.1:1")
    source.set_config("pulsar.client.operationTimeoutMs", 1000)
    with pytest.raises(
        ConnectorError, match=r"PulsarSource: topics t .* at pulsar://127.0.0.1:1: .*Connection refused"
    ):
        opened(source.build())
