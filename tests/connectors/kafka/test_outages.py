"""Brokers that are away, for a while or for good, and clients that are refused."""

from __future__ import annotations

import time

import pytest

from pyrite.connectors.kafka.client_errors import ClientErrors
from pyrite.core.errors import ConnectorError
from servers.kafka import KafkaServer
from servers.server import free_port
from tests.connectors.kafka.broker import new_topic
from tests.connectors.kafka.reading import PATIENCE_S, Run, builder, produce


def test_broker_that_was_killed_is_read_on_when_it_is_back(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    made = builder(broker, topic).set_property("partition.discovery.interval.ms", "1000")
    with Run(made.build()) as run:
        assert run.values(3) == list("abc")
        broker.kill()
        assert [run.readers[0].poll(10, 10) for _ in range(20)] == [None] * 20
        broker.start()
        produce(broker, topic, list("de"))
        assert run.values(2) == list("de")


@pytest.mark.slow
def test_partitions_are_looked_for_again_when_the_broker_was_away(
    broker: KafkaServer, caplog: pytest.LogCaptureFixture
) -> None:
    topic = new_topic(broker)
    made = builder(broker, topic).set_property("partition.discovery.interval.ms", "1000")
    with Run(made.set_property("default.api.timeout.ms", "500").build()) as run:
        broker.kill()
        run.look(1000)
        assert (
            f"partition discovery failed, and will be repeated: no answer from Kafka at {broker.address}" in caplog.text
        )
        broker.start()
        broker.create_partitions(topic, 2)
        produce(broker, topic, ["new"], 1)
        run.look(2000)
        assert run.values(1) == ["new"]


def test_broker_that_is_not_there_is_an_error_with_its_address_and_the_reason(broker: KafkaServer) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    made = builder(broker, "t").set_bootstrap_servers(nobody).set_property("default.api.timeout.ms", "300")
    with pytest.raises(ConnectorError, match=rf"no answer from Kafka at {nobody} in 0 s: .*Connection refused"):
        Run(made.build())


@pytest.mark.slow
def test_broker_that_stays_away_is_an_error_after_a_while(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    with Run(builder(broker, topic).set_property("default.api.timeout.ms", "1000").build()) as run:
        run.blocks(0)
        broker.kill()
        try:
            with pytest.raises(ConnectorError, match=f"no answer from Kafka at {broker.address}.*Connection refused"):
                run.values(1)
        finally:
            broker.start()


@pytest.mark.slow
def test_reader_whose_broker_died_ends_soon(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    produce(broker, topic, list("abc"))
    with Run(builder(broker, topic).set_group_id("closing").build()) as run:
        assert run.values(3) == list("abc")
        reader = run.readers[0]
        broker.kill()
        try:
            reader.snapshot_state(1)
            reader.notify_checkpoint_complete(1)
            begun = time.monotonic()
            reader.close()
            assert time.monotonic() - begun < 25
        finally:
            broker.start()


def test_outage_that_ended_on_a_quiet_topic_is_no_error(broker: KafkaServer) -> None:
    topic = new_topic(broker)
    with Run(builder(broker, topic).set_property("default.api.timeout.ms", "100").build()) as run:
        reader = run.readers[0]
        until = time.monotonic() + PATIENCE_S
        reader._errors.down_since_s = 1.0  # type: ignore[attr-defined]  # as if librdkafka had said so, long ago
        while reader._errors.down_since_s is not None:  # type: ignore[attr-defined]
            assert time.monotonic() < until
            assert reader.poll(10, 10) is None


def test_warnings_of_a_client_without_a_broker_are_few(caplog: pytest.LogCaptureFixture) -> None:
    class Refused:
        def name(self) -> str:
            return "_TRANSPORT"

        def str(self) -> str:
            return "Connection refused"

        def fatal(self) -> bool:
            return False

    errors = ClientErrors("host:1")
    for _ in range(100):
        errors(Refused())  # type: ignore[arg-type]
    assert caplog.messages == ["Kafka at host:1: Connection refused"]
