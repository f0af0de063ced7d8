"""NumberTopic: the numbers 0, 1, 2, ... as JSON in a topic of Kafka, at a limited rate, until the total is set.

The soak's process writes each of them once: its producer is idempotent and waits as long as a broker is dead.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from typing import Final, Optional

from confluent_kafka import Producer
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from chaos.run_folder import RunFolder
from chaos.sql_checker import name_of
from servers.kafka import KafkaServer

TOPIC: Final = "numbers"
PARTITIONS: Final = 2
_STEP_S: Final = 0.05
_WAIT_S: Final = 120.0


class NumberTopic:
    """The topic of a run, on the sink's broker, or on a separate one."""

    def __init__(self, folder: RunFolder, rate: float, sink_settings: Mapping[str, str]) -> None:
        self._folder = folder
        self._rate = rate
        self._own: Optional[KafkaServer] = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._produce, daemon=True, name="number-topic")
        self.address = sink_settings.get("address", "")

    def start(self) -> None:
        if not self.address:
            self._own = KafkaServer(self._folder.root / "numbers-kafka")
            self._own.start()
            self.address = self._own.address
        admin = AdminClient({"bootstrap.servers": self.address, "log_level": 0})
        admin.create_topics([NewTopic(TOPIC, PARTITIONS, 1)])[TOPIC].result(_WAIT_S)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._own is not None:
            self._own.stop()

    def _produce(self) -> None:
        settings = {"bootstrap.servers": self.address, "enable.idempotence": True, "linger.ms": 10, "log_level": 0}
        producer = Producer({**settings, "message.timeout.ms": 600_000})
        number = 0
        while not self._stopped.is_set():
            total = self._total()
            until = number + int(self._rate * _STEP_S) if total is None else min(total, number + 1000)
            for each in range(number, until):
                self._put(producer, each)
            number = until
            if number == total:
                producer.flush(_WAIT_S)
                return
            producer.poll(0)
            time.sleep(_STEP_S)

    def _put(self, producer: Producer, number: int) -> None:
        row = json.dumps({"n": number, "name": name_of(number), "unused": "x" * (number % 50)})
        while not self._stopped.is_set():
            try:
                producer.produce(TOPIC, row, partition=number // 10 % PARTITIONS)
                return
            except BufferError:
                producer.poll(0.1)

    def _total(self) -> Optional[int]:
        try:
            return int(self._folder.total.read_text())
        except FileNotFoundError:
            return None
