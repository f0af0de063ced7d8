"""Topics that are deleted, and perhaps created again, while a job reads them or is down: never a silent loss."""

from __future__ import annotations

import pickle

import pytest

from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer, KafkaTopicPartition
from pyrite.connectors.kafka.source.enumerator import EnumeratorState
from pyrite.connectors.kafka.source.source import KafkaSourceBuilder
from pyrite.core.errors import ConnectorError
from servers.kafka import KafkaServer
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import Run, builder, produce

LATER_MS = 10_000


def looking(made: KafkaSourceBuilder) -> KafkaSourceBuilder:
    return made.set_property("partition.discovery.interval.ms", str(LATER_MS))


def make_anew(broker: KafkaServer, topic: str, *values: str) -> None:
    broker.delete_topic(topic)
    broker.create_topic(topic)
    produce(broker, topic, values)


def test_named_topic_that_is_deleted_while_it_is_read_is_an_error(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    with Run(looking(builder(broker, topic)).build()) as run:
        broker.delete_topic(topic)
        with pytest.raises(ConnectorError, match=f"has no topic '{topic}'"):
            run.look(LATER_MS)


def test_named_partition_whose_topic_is_deleted_while_it_is_read_is_an_error(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    with Run(looking(builder(broker).set_partitions({KafkaTopicPartition(topic, 0)})).build()) as run:
        broker.delete_topic(topic)
        with pytest.raises(ConnectorError, match=f"has no topic '{topic}'"):
            run.look(LATER_MS)


@pytest.mark.parametrize("discovery_ms", [LATER_MS, -1])
def test_named_topic_that_is_made_again_while_it_is_read_is_an_error(broker: KafkaServer, discovery_ms: int) -> None:
    topic = new_topic(broker)
    made = builder(broker, topic).set_property("partition.discovery.interval.ms", str(discovery_ms))
    with Run(made.build()) as run:
        make_anew(broker, topic, *"defgh")
        due_ms = run.assignment.next_due_ms()
        assert due_ms is not None
        with pytest.raises(ConnectorError, match=f"'{topic}' was deleted and recreated"):
            run.look(due_ms)


@pytest.mark.parametrize("bounded", [False, True])
def test_named_topic_that_was_made_again_while_the_job_was_down_is_an_error(broker: KafkaServer, bounded: bool) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    made = builder(broker, topic)
    source = (made.set_bounded(KafkaOffsetsInitializer.latest()) if bounded else made).build()
    with Run(source) as run:
        run.values(2, max_records=1)
        state, splits = pickle.loads(pickle.dumps(run.snapshot()))
    make_anew(broker, topic, *"defgh")
    with pytest.raises(ConnectorError, match=f"'{topic}' was deleted and recreated"):
        Run(source, 1, state, splits)


def test_topic_of_a_pattern_that_is_made_again_between_two_looks_is_read_from_its_first_record(
    broker: KafkaServer,
) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    with Run(looking(builder(broker).set_topic_pattern(topic)).build()) as run:
        assert run.values(3) == list("abc")
        make_anew(broker, topic, *"defgh")
        run.look(LATER_MS)
        assert run.values(5) == list("defgh")


def test_state_without_ids_is_of_topics_that_are_taken_as_they_are(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    source = builder(broker, topic).build()
    with Run(source) as run:
        run.values(2, max_records=1)
        state, splits = run.snapshot()
    old = EnumeratorState(state.begun, state.partitions, state.waiting)
    del old.__dict__["topic_ids"]
    with Run(source, 1, pickle.loads(pickle.dumps(old)), splits) as run:
        assert run.values(1) == ["c"]
        assert [topic for topic, _ in run.snapshot()[0].topic_ids] == [topic]


def test_topic_made_again_is_read_from_its_first_record_when_the_user_says_so(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    source = builder(broker, topic).set_property("auto.offset.reset", "earliest").build()
    with Run(source) as run:
        run.values(3)
        state, splits = run.snapshot()
    broker.delete_topic(topic)
    broker.create_topic(topic)
    produce(broker, topic, list("defgh"))
    with Run(source, 1, state, splits) as run:
        assert run.values(5) == list("defgh")
