"""The file sink beside Spark's own: the same rows, made in Python, to Parquet with the same codec, in as many files.

`python -m benchmarks.file_sink ours|spark N[,N...]` writes so many rows and prints one JSON line.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.rate import Rate, agreed_rate, slopes
from benchmarks.results import Result
from benchmarks.run import run_json

NAME = "file_sink"
_FILES = 2
_CODEC = "snappy"
_SIZES = (200_000, 1_200_000)
_ROUNDS = 3
_TEXT = "".join(random.Random(7).choices("abcdefgh ", k=1 << 17))
_TEXT_CHARS = 959
"""With this a row has 1 KB as JSON."""
SCHEMA = pa.schema([("id", pa.int64()), ("user", pa.string()), ("amount", pa.float64()), ("note", pa.string())])


def make(number: int) -> tuple[int, str, float, str]:
    """A row: its text is another one in each of 65,536 rows."""
    start = number * 31 & 0xFFFF
    return number, f"user-{number % 10_000}", number * 0.25, _TEXT[start : start + _TEXT_CHARS]


def measure() -> list[Result]:
    rates = {side: _rate(side) for side in ("spark", "ours")}
    (mine, report), (spark, their) = rates["ours"], rates["spark"]
    note = f"Parquet, {_CODEC}, {_FILES} files, rows of 1 KB as JSON, made in Python; rounds: {report} and {their}"
    return [Result(NAME, mine.per_second, "spark", spark.per_second, note=note).with_cpu(mine, spark)]


def _rate(side: str) -> tuple[Rate, str]:
    def rounds(count: int) -> list[Rate]:
        sizes = ",".join(str(size) for size in _SIZES * count)
        run = run_json([sys.executable, "-m", "benchmarks.file_sink", side, sizes])
        return slopes(_SIZES, run["seconds"], run["cpu_seconds"])

    return agreed_rate(f"{NAME}, {side}", rounds, _ROUNDS)


class Ours:
    def __init__(self) -> None:
        from pyrite.datastream import StreamExecutionEnvironment

        self._env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(_FILES)

    def write(self, records: int, folder: Path) -> None:
        from pyrite.common import Configuration
        from pyrite.datastream.connectors.file_system import BucketAssigner, FileSink
        from pyrite.datastream.formats.parquet import ParquetBulkWriters

        factory = ParquetBulkWriters.for_row_type(SCHEMA, Configuration({"parquet.compression": _CODEC}))
        base = BucketAssigner.base_path_bucket_assigner()
        sink = FileSink.for_bulk_format(str(folder), factory).with_bucket_assigner(base).build()
        self._env.from_sequence(0, records - 1).map(make).sink_to(sink)
        self._env.execute()


class Spark:
    def __init__(self) -> None:
        from pyspark.sql import SparkSession

        os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
        builder = SparkSession.builder.master(f"local[{_FILES}]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.ui.showConsoleProgress", "false")
        for key in ("spark.driver.host", "spark.driver.bindAddress"):
            builder = builder.config(key, "127.0.0.1")
        self._session = builder.config("spark.driver.memory", "2g").getOrCreate()
        self._session.sparkContext.setLogLevel("OFF")

    def write(self, records: int, folder: Path) -> None:
        frame = self._session.range(0, records, 1, _FILES).mapInArrow(
            _batches, "id long, user string, amount double, note string"
        )
        frame.write.option("compression", _CODEC).parquet(str(folder))


def _batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = map(make, batch.column(0).to_pylist())
        columns = zip(*rows, strict=True)
        arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True)]
        yield pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def main(side: str, sizes: str) -> None:
    runs: Any = {"ours": Ours, "spark": Spark}[side]()
    spans = [_span(runs, size) for size in [1000, *map(int, sizes.split(","))]][1:]
    print(json.dumps({"seconds": [end - begin for begin, end in spans], "spans": spans}))


def _span(runs: Any, records: int) -> tuple[float, float]:
    """When it began and ended."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "out")
        begun = time.monotonic()
        runs.write(records, folder)
        ended = time.monotonic()
        files = list(folder.glob("part-*"))
        if len(files) != _FILES:
            raise RuntimeError(f"expected {_FILES} files, got {files}")
        shutil.rmtree(folder)
    return begun, ended


if __name__ == "__main__":
    main(*sys.argv[1:])
