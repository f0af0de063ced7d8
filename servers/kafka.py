"""KafkaServer: one broker in KRaft mode, from Kafka's own jars."""

from __future__ import annotations

import base64
import contextlib
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Optional

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewPartitions, NewTopic

from servers.server import Server, free_port, maven_jars, program

VERSION: Final = "4.3.1"
_JARS: Final = (
    ("org.apache.kafka", "kafka_2.13", VERSION),
    ("org.apache.logging.log4j", "log4j-slf4j-impl", "2.25.4"),
)
_ANSWER_S: Final = 5.0
_WAIT_S: Final = 30.0


class KafkaServer(Server):
    """After `kill`, `start` continues with the same log; topics are made by `create_topic` or by their first record.

    `settings` are added to the broker's own, such as `{"transaction.max.timeout.ms": "60000"}`.
    """

    name = "kafka"

    def __init__(self, folder: Optional[Path] = None, settings: Optional[Mapping[str, str]] = None) -> None:
        super().__init__(folder)
        self._settings = dict(settings or {})
        self._controller = free_port()

    def create_topic(self, name: str, partitions: int = 1, settings: Optional[Mapping[str, str]] = None) -> None:
        """Creates a topic; returns when the broker has it."""
        admin = self._admin()
        admin.create_topics([NewTopic(name, partitions, 1, config=dict(settings or {}))])[name].result(_WAIT_S)
        self._wait_for(admin, name, partitions)

    def create_partitions(self, topic: str, total: int) -> None:
        """Gives the topic more partitions, until it has `total`."""
        admin = self._admin()
        admin.create_partitions([NewPartitions(topic, total)])[topic].result(_WAIT_S)
        self._wait_for(admin, topic, total)

    def delete_topic(self, name: str) -> None:
        admin = self._admin()
        admin.delete_topics([name])[name].result(_WAIT_S)
        self._wait_for(admin, name, 0)

    def _wait_for(self, admin: AdminClient, topic: str, partitions: int) -> None:
        """The broker may lag behind the controller."""
        until = time.monotonic() + _WAIT_S
        while True:
            found = admin.list_topics(timeout=_ANSWER_S).topics.get(topic)
            if (0 if found is None else len(found.partitions)) == partitions:
                return
            if time.monotonic() > until:
                raise TimeoutError(f"topic {topic} did not get {partitions} partitions within {_WAIT_S:.0f} s")
            time.sleep(0.02)

    def _admin(self) -> AdminClient:
        """The caller keeps it until its futures are done."""
        return AdminClient({"bootstrap.servers": self.address, "log_level": 0})

    def _is_ready(self) -> bool:
        with contextlib.suppress(KafkaException):
            return bool(self._admin().list_topics(timeout=_ANSWER_S).brokers)
        return False

    def _command(self) -> Sequence[str]:
        classes = f"{maven_jars(f'kafka-{VERSION}', _JARS)}/*"
        java = program("java", "default-jre-headless", f"{os.environ.get('JAVA_HOME', '')}/bin")
        properties = self.folder / "server.properties"
        if not properties.exists():
            properties.write_text("".join(f"{key}={value}\n" for key, value in self._properties().items()))
            # The first byte is 0 for that a name beginning with "-" would be read as an option.
            cluster = base64.urlsafe_b64encode(b"\0" + os.urandom(15)).decode().rstrip("=")
            format_storage = [java, "-cp", classes, "kafka.tools.StorageTool", "format", "-t", cluster]
            subprocess.run([*format_storage, "-c", str(properties)], check=True, capture_output=True, timeout=60)
        quick = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        return [java, *quick, "-cp", classes, "kafka.Kafka", str(properties)]

    def _properties(self) -> dict[str, str]:
        own = {
            "process.roles": "broker,controller",
            "node.id": "1",
            "controller.quorum.voters": f"1@127.0.0.1:{self._controller}",
            "controller.listener.names": "CONTROLLER",
            "listeners": f"PLAINTEXT://{self.address},CONTROLLER://127.0.0.1:{self._controller}",
            "advertised.listeners": f"PLAINTEXT://{self.address}",
            "log.dirs": str(self.folder / "data"),
            "offsets.topic.replication.factor": "1",
            "offsets.topic.num.partitions": "4",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
            "transaction.state.log.num.partitions": "4",
            "share.coordinator.state.topic.replication.factor": "1",
            "share.coordinator.state.topic.min.isr": "1",
            "share.coordinator.state.topic.num.partitions": "4",
            "group.initial.rebalance.delay.ms": "0",
            "log.retention.ms": "-1",  # tests write records of long ago, which would be deleted
            "broker.session.timeout.ms": "1500",  # a broker that was killed may register again this soon
            "broker.heartbeat.interval.ms": "300",
        }
        return own | self._settings
