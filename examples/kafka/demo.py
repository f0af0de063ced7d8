"""`make demo-kafka`: orders are counted from Kafka to Kafka, exactly once, while the driver is killed.

Starts a broker, sends orders to it, runs count_orders.py with `pyrite run`, kills the driver with SIGKILL when some
counts are there, and starts it again. At the end a consumer that knows nothing of Pyrite compares.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition

from servers.kafka import KafkaServer

ORDERS = 40_000
FIRST = 2_000
CUSTOMERS = 500
PARTITIONS = 2
A_SECOND = 4_000
KILL_AFTER = 8_000
_LIMIT_S = 600.0
_SCRIPT = Path(__file__).with_name("count_orders.py")


def send_orders(address: str, running: threading.Event) -> None:
    """Sends some orders, and when the job has counted them the others, at a steady rate."""
    producer = Producer({"bootstrap.servers": address, "log_level": 0})
    begun = 0.0
    for number in range(ORDERS):
        if number == FIRST:
            running.wait()
            begun = time.monotonic() - number / A_SECOND
        order = {"order": number, "customer": f"customer-{number * 7919 % CUSTOMERS}", "tea": number % 9}
        producer.produce("orders", json.dumps(order), partition=number % PARTITIONS)
        if number % 500 == 0:
            producer.poll(0)
            time.sleep(max(0.0, begun + number / A_SECOND - time.monotonic()))
    producer.flush(30)


def start_driver(address: str, folder: Path) -> subprocess.Popen[bytes]:
    pyrite = Path(sys.executable).with_name("pyrite")
    command = [str(pyrite) if pyrite.exists() else str(shutil.which("pyrite")), "run", "--job-id", "demo-kafka"]
    command += ["-p", str(PARTITIONS), "-D", f"execution.checkpointing.dir={folder / 'checkpoints'}", str(_SCRIPT)]
    command += ["--brokers", address, "--partitions", str(PARTITIONS), "--each", str(ORDERS // PARTITIONS)]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)


class Counts:
    """What a reader of committed records finds in the topic of counts. Made for this demo, not by Pyrite."""

    def __init__(self, address: str) -> None:
        settings = {"bootstrap.servers": address, "group.id": "independent", "log_level": 0}
        self._consumer = Consumer({**settings, "isolation.level": "read_committed"})
        self._consumer.assign([TopicPartition("counts", number, OFFSET_BEGINNING) for number in range(PARTITIONS)])
        self.orders: Counter[int] = Counter()
        self._of_customer: dict[str, list[int]] = defaultdict(list)

    def read(self, seconds: float) -> int:
        """Reads on for some time; how many there are by now."""
        for message in self._consumer.consume(10_000, seconds):
            if message.error() is None:
                order = json.loads(message.value() or b"")
                self.orders[order["order"]] += 1
                self._of_customer[order["customer"]].append(order["count"])
        return self.orders.total()

    def wrong(self) -> Iterator[str]:
        """Customers whose counts are not 1, 2, 3, ..., each once."""
        return (name for name, counts in self._of_customer.items() if sorted(counts) != [*range(1, len(counts) + 1)])


def run(address: str, folder: Path) -> int:
    running = threading.Event()
    threading.Thread(target=send_orders, args=(address, running), daemon=True).start()
    counts = Counts(address)
    until = time.monotonic() + _LIMIT_S
    driver = start_driver(address, folder)
    try:
        while counts.read(0.2) < KILL_AFTER:
            if counts.orders:
                running.set()
            if driver.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the job did not get on")
        driver.kill()
        driver.wait()
        print(f"killed the driver, after {counts.read(1.0):,} counts; starting it again", flush=True)
        driver = start_driver(address, folder)
        if driver.wait(max(1.0, until - time.monotonic())) != 0:
            raise RuntimeError("the job failed")
    finally:
        driver.kill()
    quiet = time.monotonic()
    while counts.orders.total() < ORDERS and time.monotonic() < quiet + 10:
        counts.read(1.0)
    counts.read(2.0)  # one more would be one too many
    lost = ORDERS - len(counts.orders)
    duplicated = counts.orders.total() - len(counts.orders)
    wrong = len(list(counts.wrong()))
    print(f"sent {ORDERS}, lost {lost}, duplicated {duplicated}" + (f", wrong {wrong}" if wrong else ""))
    return 0 if lost == duplicated == wrong == 0 else 1


def main() -> int:
    broker = KafkaServer()
    with broker, tempfile.TemporaryDirectory(prefix="demo-kafka-") as folder:
        for topic in ("orders", "counts"):
            broker.create_topic(topic, PARTITIONS)
        print(f"a broker is at {broker.address}; {ORDERS:,} orders are on their way", flush=True)
        return run(broker.address, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
