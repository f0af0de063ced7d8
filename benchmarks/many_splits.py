"""Sources with many splits: seconds from `execute` to the first record, and to the last one.

`python -m benchmarks.many_splits files|kafka WHERE` runs the job and prints one JSON line.
"""

from __future__ import annotations

import contextlib
import io
import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.checkpoint_job import EVERY_SECOND, checkpoint_folder, completed, environment
from benchmarks.results import Result
from benchmarks.run import run_json
from pyrite.common import SimpleStringSchema, WatermarkStrategy
from pyrite.core.connector.source import Source
from pyrite.core.functions.functions import RuntimeContext
from pyrite.datastream import MapFunction
from pyrite.datastream.connectors import DiscardingSink
from pyrite.datastream.connectors.file_system import FileSource, StreamFormat
from pyrite.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource
from pyrite.runtime.spark.spark_executor import SparkExecutor
from servers.kafka import KafkaServer

FILES = "files_100k"
PARTITIONS = "kafka_10k_partitions"
_FILES = 100_000
_PARTITIONS = 10_000
_LIMIT_S = 60.0
_TOPIC = "many"
_PARALLELISM = 2
_IN_A_FOLDER = 1000
_AT_ONCE = 2000


def measure_files() -> list[Result]:
    with files(_FILES) as folder:
        return [_result(FILES, _FILES, run_job("files", folder))]


def measure_partitions() -> list[Result]:
    with partitions(_PARTITIONS) as address:
        return [_result(PARTITIONS, _PARTITIONS, run_job("kafka", address))]


MEASURES = {FILES: measure_files, PARTITIONS: measure_partitions}


def run_job(kind: str, where: str) -> dict[str, Any]:
    return run_json([sys.executable, "-m", "benchmarks.many_splits", kind, where])


def _result(name: str, splits: int, report: dict[str, Any]) -> Result:
    note = (
        f"all {splits:,} records after {report['last_s']:.1f} s; {report['checkpoints']} checkpoints, "
        f"the longest {report['checkpoint_ms']:.0f} ms; driver {report['driver_mb']:.0f} MB"
    )
    return Result(name, report["first_s"], "limit", _LIMIT_S, unit="s", note=note)


@contextmanager
def files(count: int) -> Iterator[str]:
    """A folder with so many files of one line each."""
    with tempfile.TemporaryDirectory(prefix="many-files-") as root:
        for number in range(count):
            folder = Path(root, str(number // _IN_A_FOLDER))
            if number % _IN_A_FOLDER == 0:
                folder.mkdir()
            (folder / f"{number}.txt").write_text(f"{number}\n")
        yield root


@contextmanager
def partitions(count: int) -> Iterator[str]:
    """A broker that has a topic of so many partitions, with a record in each."""
    from confluent_kafka import Producer

    broker = KafkaServer()
    with broker:
        broker.create_topic(_TOPIC, _AT_ONCE)  # a request may create fewer than 10,000, and has 30 s
        for total in range(2 * _AT_ONCE, count + 1, _AT_ONCE):
            broker.create_partitions(_TOPIC, total)
        producer = Producer({"bootstrap.servers": broker.address, "log_level": 0})
        for number in range(count):
            producer.produce(_TOPIC, str(number), partition=number)
        if left := producer.flush(120):
            raise RuntimeError(f"{left} records were not written")
        yield broker.address


# The job --------------------------------------------------------------------------------------------------------------


def source_of(kind: str, where: str) -> Source[Any]:
    if kind == "files":
        return FileSource.for_record_stream_format(StreamFormat.text_line_format(), where).build()
    return (
        KafkaSource.builder()
        .set_bootstrap_servers(where)
        .set_topics(_TOPIC)
        .set_starting_offsets(KafkaOffsetsInitializer.earliest())
        .set_bounded(KafkaOffsetsInitializer.latest())
        .set_value_only_deserializer(SimpleStringSchema())
        .build()
    )


class First(MapFunction):
    """Prints when its subtask has its first record."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._is_first = True

    def map(self, value: str) -> str:
        if self._is_first:
            self._is_first = False
            print(f"first {time.time()}")
        return value


def run(kind: str, where: str, folder: Path) -> dict[str, float]:
    """From `execute` on: seconds to the first record of any reader, and to the end; what checkpoints took."""
    env = environment(EVERY_SECOND, folder).set_parallelism(_PARALLELISM)
    env.from_collection([1]).sink_to(DiscardingSink())  # Spark's own warm-up
    env.execute()
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    env.from_source(source_of(kind, where), strategy, kind).map(First()).sink_to(DiscardingSink())
    output = io.StringIO()
    begun, begun_at = time.monotonic(), time.time()
    with contextlib.redirect_stdout(output):
        master = SparkExecutor().submit(env.get_job_spec(clear=True))
        master.finished.result()
    took_s = time.monotonic() - begun
    firsts = [
        float(line.removeprefix("first ")) for line in output.getvalue().splitlines() if line.startswith("first ")
    ]
    checkpoints = completed(master)
    return {
        "first_s": min(firsts) - begun_at,
        "last_s": took_s,
        "checkpoints": len(checkpoints),
        "checkpoint_ms": max((one.ended_ms - one.triggered_ms for one in checkpoints), default=0),
        "driver_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main(kind: str, where: str) -> None:
    with checkpoint_folder() as folder:
        print(json.dumps(run(kind, where, folder)))


if __name__ == "__main__":
    main(*sys.argv[1:])
