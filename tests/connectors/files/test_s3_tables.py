"""Tables of files in S3: partitions, metadata, their commit, and INSERT OVERWRITE."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Optional

from pyrite.core.connector.table import TableContext
from pyrite.core.types import BigIntType, LogicalType, string_type
from tests.connectors.files.conftest import S3Folder
from tests.connectors.files.table.reading import TableReading, read
from tests.connectors.files.table.writing import TableLife, rows_in
from tests.connectors.tables import sink_of, source_of, table

AK: dict[str, LogicalType] = {"a": BigIntType(), "k": string_type()}


def s3_table(s3: S3Folder, options: Optional[dict[str, str]] = None, is_batch: bool = False) -> TableContext:
    settings = {"connector": "filesystem", "path": s3.uri, "format": "parquet", **(options or {})}
    return replace(table(settings, ("k",), **AK), configuration=s3.configuration, is_batch=is_batch)


def test_rows_are_written_once_and_read_again(s3: S3Folder) -> None:
    context = s3_table(s3)
    first = TableLife(context)
    first.insert([(1, "x"), (2, "y")])
    checkpoint = first.prepare()
    first.insert([(3, "lost")])
    assert s3.names() == []
    second = TableLife(context, 2, 1, checkpoint)
    second.insert([(4, "x")])
    second.checkpoint(end_of_input=True)
    assert rows_in(context) == [(1, "x"), (2, "y"), (4, "x")]
    source: Any = source_of(context)
    assert source.list_partitions() == [{"k": "x"}, {"k": "y"}]
    narrowed = source.apply_partitions([{"k": "y"}]).apply_readable_metadata(["file.path", "file.modification-time"])
    ((a, k, path, modified_ns),) = read(narrowed)
    assert (a, k) == (2, "y")
    assert path.startswith(f"/{s3.prefix}/k=y/part-")
    assert modified_ns > 1_600_000_000_000_000_000


def test_partitions_are_committed_by_the_watermark_of_every_writer(s3: S3Folder) -> None:
    options = {
        "sink.partition-commit.policy.kind": "success-file",
        "sink.partition-commit.trigger": "partition-time",
    }
    life = TableLife(s3_table(s3, options), parallelism=2)
    life.insert([(1, "1970-01-01")])
    life.watermarks[0] = 10
    life.checkpoint()
    assert not any(name.endswith("_SUCCESS") for name in s3.names())
    life.watermarks[1] = 10
    life.checkpoint()
    assert "k=1970-01-01/_SUCCESS" in s3.names()


def test_partitions_are_overwritten(s3: S3Folder) -> None:
    context = s3_table(s3, is_batch=True)
    for rows in ([(1, "x"), (2, "y")], [(3, "y")]):
        sink: Any = sink_of(context)
        life = TableLife(context, sink=sink.apply_overwrite())
        life.insert(rows)
        checkpoint = life.prepare(end_of_input=True)
        for _ in range(2):
            life.commit(checkpoint)
    assert rows_in(context) == [(1, "x"), (3, "y")]


def test_watched_folder_that_is_not_there_yet_is_empty(s3: S3Folder) -> None:
    assert TableReading(source_of(s3_table(s3, {"source.monitor-interval": "1 s"}))).read() == []
