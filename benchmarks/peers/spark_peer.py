"""Works as Spark Structured Streaming queries; prints one JSON line. It runs in Pyrite's own environment.

python spark_peer.py map_filter --rows 2000000 --batches 12
python spark_peer.py delay --seconds 20
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession, functions
from pyspark.sql.datasource import DataSource, SimpleDataSourceStreamReader
from pyspark.sql.streaming import StatefulProcessor, StatefulProcessorHandle

WARM_UP_BATCHES = 3
RATE = 1000
KEYS = 1000
RAM_DISK = Path("/dev/shm")


def session() -> SparkSession:
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.streaming.stateStore.providerClass": (
            "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
        ),
        "spark.sql.streaming.stateStore.rocksdb.changelogCheckpointing.enabled": "true",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "100000",
        "spark.driver.memory": "4g",
    }
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").appName("structured streaming")
    for key, value in settings.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


# Works ----------------------------------------------------------------------------------------------------------------


def plus_one(x: int) -> int:
    return x + 1


def is_even(x: int) -> bool:
    return x % 2 == 0


def mapped_and_filtered(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """A Python function for each record, on lists."""
    for batch in batches:
        values = list(filter(is_even, map(plus_one, batch.column("value").to_numpy().tolist())))
        yield pa.RecordBatch.from_arrays([pa.array(values, pa.int64())], ["value"])


class Counter(StatefulProcessor):
    """Counts the records of each key: one record out per record in."""

    def init(self, handle: StatefulProcessorHandle) -> None:
        self._count = handle.getValueState("count", "count long")

    def handleInputRows(self, key: Any, rows: Iterator[pd.DataFrame], timerValues: Any) -> Iterator[pd.DataFrame]:
        count = self._count.get()[0] if self._count.exists() else 0
        for frame in rows:
            counts = np.arange(count + 1, count + len(frame) + 1)
            count += len(frame)
            yield pd.DataFrame({"key": key[0], "count": counts})
        self._count.update((count,))

    def close(self) -> None:
        pass


def map_filter(numbers: DataFrame) -> DataFrame:
    return numbers.mapInArrow(mapped_and_filtered, "value long")


def keyed_state_1k(numbers: DataFrame) -> DataFrame:
    keyed = numbers.select((functions.col("value") % KEYS).alias("key"))
    return keyed.groupBy("key").transformWithStateInPandas(Counter(), "key long, count long", "Append", "None")


def tumbling_window(numbers: DataFrame) -> DataFrame:
    """No Python: Spark's own window and aggregates. Ten records make a millisecond of event time."""
    events = numbers.selectExpr("value", f"value % {KEYS} key", "timestamp_millis(value div 10) ts")
    windows = events.withWatermark("ts", "1 second").groupBy(functions.window("ts", "10 seconds"), "key")
    return windows.agg(functions.count("*"), functions.sum("value"))


WORKS = {"map_filter": map_filter, "keyed_state_1k": keyed_state_1k, "tumbling_window": tumbling_window}


def throughput(work: str, rows: int, batches: int, folder: str) -> dict[str, Any]:
    """Runs a query over batches of so many rows; the time between two batches after a warm-up."""
    source = session().readStream.format("rate-micro-batch").option("rowsPerBatch", rows).option("numPartitions", 2)
    query = WORKS[work](source.load()).writeStream.format("noop").option("checkpointLocation", folder).start()
    begun = _await_batch(query, WARM_UP_BATCHES)
    ended = _await_batch(query, WARM_UP_BATCHES + batches)
    query.stop()
    return {"records": rows * batches, "seconds": [ended - begun], "spans": [[begun, ended]]}


def _await_batch(query: Any, number: int) -> float:
    """The time at which a batch had been committed."""
    while (query.lastProgress or {}).get("batchId", -1) < number:
        if query.exception() is not None:
            raise query.exception()
        time.sleep(0.005)
    return time.monotonic()


# The age of records ---------------------------------------------------------------------------------------------------


class PacedReader(SimpleDataSourceStreamReader):
    """Record n is made at `begin + n / RATE`, and is read by the first batch after that."""

    def __init__(self) -> None:
        self._begun = time.time()

    def initialOffset(self) -> dict[str, float]:
        return {"begun": self._begun, "number": 0}

    def read(self, start: dict[str, float]) -> tuple[Iterator[tuple[int, float]], dict[str, float]]:
        end = max(int(start["number"]), int((time.time() - start["begun"]) * RATE))
        ending = {**start, "number": end}
        return self.readBetweenOffsets(start, ending), ending

    def readBetweenOffsets(self, start: dict[str, float], end: dict[str, float]) -> Iterator[tuple[int, float]]:
        numbers = range(int(start["number"]), int(end["number"]))
        return iter([(number, start["begun"] + number / RATE) for number in numbers])


class Paced(DataSource):
    @classmethod
    def name(cls) -> str:
        return "paced"

    def schema(self) -> str:
        return "value long, made double"

    def simpleStreamReader(self, schema: Any) -> PacedReader:
        return PacedReader()


def _aged(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        ages = time.time() - batch.column("made").to_numpy()
        yield pa.RecordBatch.from_arrays([pa.array(ages)], ["age"])


def delay(seconds: float, folder: str) -> dict[str, Any]:
    """The age of records at the last of two exchanges, in milliseconds."""
    spark, ages = session(), list[float]()
    spark.dataSource.register(Paced)
    records = spark.readStream.format("paced").load()
    for keys in (100, 101):
        records = records.repartition(2, functions.col("value") % keys).mapInArrow(lambda rows: rows, records.schema)
    begun = time.monotonic()

    def collect(frame: DataFrame, number: int) -> None:
        batch = [row.age for row in frame.collect()]
        if number > WARM_UP_BATCHES:
            ages.extend(batch)

    query = records.mapInArrow(_aged, "age double").writeStream.option("checkpointLocation", folder)
    running = query.foreachBatch(collect).start()
    while time.monotonic() - begun < seconds:
        if running.exception() is not None:
            raise running.exception()
        time.sleep(0.1)
    running.stop()
    p50, p99 = np.percentile(np.array(ages) * 1000, [50, 99])
    return {"p50_ms": float(p50), "p99_ms": float(p99), "records": len(ages)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", choices=[*WORKS, "delay"])
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of a batch")
    parser.add_argument("--batches", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=RAM_DISK if RAM_DISK.is_dir() else None) as folder:
        if options.work == "delay":
            result = delay(options.seconds, folder)
        else:
            result = throughput(options.work, options.rows, options.batches, folder)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
