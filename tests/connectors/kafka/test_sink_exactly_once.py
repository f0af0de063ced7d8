"""The exactly-once sink: each record once for readers of committed data, whoever commits and whatever is killed."""

from __future__ import annotations

import pickle
import threading
import time
from collections import Counter

import pytest
from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition

from pyrite.common.block import Block
from pyrite.connectors.base import staging
from pyrite.connectors.kafka.sink import incarnation
from pyrite.connectors.kafka.sink.incarnation import CommitterSetup, Incarnation
from pyrite.core.errors import CommittableLostError, ConnectorError
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.sinking import commit, consumed, context, prepare, sink_of, staged, to_topic, values


def test_records_are_visible_when_they_are_committed_and_not_before(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic))
    owed = staged(sink, "a", "b")
    assert values(broker, topic, isolation="read_uncommitted") == []
    commit(sink, owed)
    assert values(broker, topic) == ["a", "b"]


def test_repeated_commit_changes_nothing_whoever_repeats_it(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic))
    owed = staged(sink, "a", "b")
    commit(sink, owed)
    commit(sink, owed)
    commit(sink_of(broker, to_topic(topic)), pickle.loads(pickle.dumps(owed)))
    assert values(broker, topic) == ["a", "b"]


def test_one_committer_writes_one_transaction_after_another(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic))
    writer, committer = sink.create_writer(context()), sink.create_committer()
    assert committer is not None
    first, second = prepare(writer, "a"), prepare(writer, "b")
    committer.commit(first)
    committer.commit(first + second)
    assert values(broker, topic) == ["a", "b"]


def test_nothing_is_owed_without_records(broker: KafkaServer) -> None:
    sink = sink_of(broker, to_topic(new_topic(broker)))
    assert sink.create_writer(context()).prepare_commit() == []


def test_large_output_becomes_several_transactions(broker: KafkaServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "CHUNK_BYTES", 100)
    monkeypatch.setattr(staging.Stage.__init__, "__defaults__", (1000, 2000))
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic))
    writer = sink.create_writer(context())
    for number in range(20):
        writer.write(Block([f"{number:03}"] * 20))
    owed = writer.prepare_commit()
    assert [each.number for each in owed] == list(range(1, len(owed) + 1)) and len(owed) > 2
    commit(sink, owed[:2])
    commit(sink, owed)
    assert Counter(values(broker, topic)) == {f"{number:03}": 20 for number in range(20)}


def test_transaction_that_a_dead_writer_left_open_is_aborted(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic))
    owed = staged(sink, "a")
    name = owed[0].incarnation
    killed = Producer({"bootstrap.servers": broker.address, "transactional.id": name, "log_level": 0})
    killed.init_transactions(30)
    killed.begin_transaction()
    killed.produce(topic, b"half of it")
    killed.flush(30)
    commit(sink, owed)
    assert values(broker, topic) == ["a"]
    assert values(broker, topic, isolation="read_uncommitted") == ["a", "half of it"]


def test_zombie_is_fenced_in_the_middle_of_its_commit(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic))
    writer = sink.create_writer(context())
    first, second = prepare(writer, "a"), prepare(writer, "b")
    zombie = sink.create_committer()
    assert zombie is not None
    zombie.commit(first)
    commit(sink, first + second)
    with pytest.raises(ConnectorError, match=r"Kafka at 127.0.0.1:\d+: .*(taken it over|failed fatally)"):
        zombie.commit(second)
    assert values(broker, topic) == ["a", "b"]


def test_zombie_that_begins_late_finds_that_all_is_done(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic))
    owed = staged(sink, "a")
    zombie = sink.create_committer()
    assert zombie is not None
    commit(sink, owed)
    zombie.commit(owed)
    assert values(broker, topic) == ["a"]


@pytest.mark.slow
def test_driver_that_is_down_for_longer_than_a_transaction_may_last_loses_nothing(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic), transaction_timeout_ms="1000")
    owed = staged(sink, "a", "b")
    begun = Incarnation(owed[0].incarnation, CommitterSetup(sink._setup.settings, 30, 10**12))
    begun._client.begin_transaction()
    begun._client.produce(topic, b"cut off")
    begun._client.flush(10)
    while next_offset(broker, topic) < 2:  # the coordinator looks for old transactions now and then, and marks them
        time.sleep(0.2)
    with pytest.raises(KafkaException):
        begun._client.commit_transaction(10)
    commit(sink, owed)
    assert values(broker, topic) == ["a", "b"]


def next_offset(broker: KafkaServer, topic: str) -> int:
    """Behind all that readers of committed data can know of: records and the marks of transactions."""
    consumer = Consumer({"bootstrap.servers": broker.address, "group.id": "look", "log_level": 0})
    try:
        return int(consumer.get_watermark_offsets(TopicPartition(topic, 0), 10)[1])
    finally:
        consumer.close()


def test_broker_that_is_killed_in_the_middle_of_a_commit_doubles_and_loses_nothing(broker: KafkaServer) -> None:
    topic = new_topic(broker, 2)
    sink = sink_of(broker, to_topic(topic))
    writer = sink.create_writer(context())
    records = [f"{number:06}" + "x" * 300 for number in range(60_000)]
    owed = prepare(writer, *records)
    failures: list[Exception] = []

    def run() -> None:
        while True:
            try:
                return commit(sink, owed)
            except ConnectorError as error:  # as the next attempt would
                failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    while not broken_off(broker, topic) and thread.is_alive():
        time.sleep(0.005)
    broker.kill()
    broker.start()
    thread.join(120)
    assert not thread.is_alive(), failures
    assert values(broker, topic) == records


def test_call_of_a_transaction_that_does_not_return_fails_the_commit(
    broker: KafkaServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"bootstrap.servers": broker.address, "log_level": 0}
    made = incarnation.Incarnation(f"stuck-{new_topic(broker)}", incarnation.CommitterSetup(settings, 60, None))
    monkeypatch.setattr(incarnation, "_TRY_S", 0.5)
    monkeypatch.setattr(made, "_timeout_s", 0.5)
    with pytest.raises(ConnectorError, match="a call of the transaction did not return"):
        made._call(lambda limit_s: time.sleep(30))


def broken_off(broker: KafkaServer, topic: str) -> bool:
    """Whether some records are there, to be killed with."""
    return any(path.stat().st_size for path in broker.folder.glob(f"data/{topic}-*/*.log"))


def test_transaction_older_than_the_brokers_memory_is_not_written_again_silently(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    sink = sink_of(broker, to_topic(topic))
    owed = staged(sink, "a")
    owed[0].staged_ms -= 8 * 24 * 3600 * 1000
    with pytest.raises(CommittableLostError, match=r"8\.0 days ago.*offsets.retention.minutes"):
        commit(sink, owed)
    assert values(broker, topic) == []
    commit(sink_of(broker, to_topic(topic), offsets_retention_minutes="20000"), owed)
    commit(sink, owed)
    assert values(broker, topic) == ["a"]


@pytest.mark.slow
@pytest.mark.usefixtures("broker")  # whoever has none cannot start another
def test_brokers_are_asked_how_long_they_remember() -> None:
    with KafkaServer(settings={"offsets.retention.minutes": "30"}) as forgetful:
        forgetful.create_topic("t")
        sink = sink_of(forgetful, to_topic("t"))
        owed = staged(sink, "a")
        owed[0].staged_ms -= 31 * 60_000
        with pytest.raises(CommittableLostError, match=r"31 minutes ago.*offsets.retention.minutes"):
            commit(sink, owed)
        owed[0].staged_ms += 2 * 60_000
        commit(sink, owed)
        assert values(forgetful, "t") == ["a"]


def test_committed_records_are_in_order_within_a_key(broker: KafkaServer) -> None:
    topic = new_topic(broker, 3)
    serializer = to_topic(topic).set_key_serialization_schema(lambda record: record[:1].encode())
    sink = sink_of(broker, serializer)
    writer = sink.create_writer(context())
    owed = [each for number in range(5) for each in prepare(writer, f"a{number}", f"b{number}")]
    commit(sink, owed)
    actual = [(message.key(), (message.value() or b"").decode()) for message in consumed(broker, topic)]
    for key in (b"a", b"b"):
        assert [value for at, value in actual if at == key] == [f"{key.decode()}{number}" for number in range(5)]
