"""A request to the brokers is repeated after an error that passes by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pyrite.connectors.kafka.cluster import KafkaCluster

confluent_kafka = pytest.importorskip("confluent_kafka")


@pytest.mark.parametrize("name", ["UNKNOWN_LEADER_EPOCH", "FENCED_LEADER_EPOCH", "LEADER_NOT_AVAILABLE"])
def test_request_is_repeated_after_a_change_of_leaders(name: str) -> None:
    error = confluent_kafka.KafkaError(getattr(confluent_kafka.KafkaError, name))
    answers: Iterator[int] = iter([1, 2])

    def request() -> int:
        answer = next(answers)
        if answer == 1:
            raise confluent_kafka.KafkaException(error)
        return answer

    cluster = KafkaCluster({"bootstrap.servers": "127.0.0.1:1"}, read_committed=True, timeout_s=30)
    assert cluster._ask(request) == 2
