"""Partitions are committed, once complete, by a file in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.connectors.files.table.partition_time import PartitionTimes
from pyrite.core.connector.table import TableContext, ValidationException
from pyrite.core.errors import ConnectorError
from pyrite.core.types import BigIntType, LogicalType, string_type
from tests.connectors.files.table.writing import TableLife, files_table, rows_in

TYPES: dict[str, LogicalType] = {"a": BigIntType(), "dt": string_type(), "hour": string_type()}
KEYS = ("dt", "hour")
HOUR_MS = 3_600_000
POLICY = "sink.partition-commit.policy.kind"


def by_partition_time(path: Path, **options: str) -> TableContext:
    settings = {
        POLICY: "success-file",
        "sink.partition-commit.trigger": "partition-time",
        "sink.partition-commit.delay": "1 h",
        "partition.time-extractor.timestamp-pattern": "$dt $hour:00:00",
    }
    return files_table(path, settings | options, KEYS, **TYPES)


def committed(path: Path) -> list[str]:
    return sorted(str(file.parent.relative_to(path)) for file in path.rglob("_SUCCESS"))


def test_partition_is_committed_once_the_watermark_has_passed_it(tmp_path: Path) -> None:
    life = TableLife(by_partition_time(tmp_path))
    life.insert([(1, "1970-01-01", "0"), (2, "1970-01-01", "1")])
    life.watermarks[0] = HOUR_MS
    life.checkpoint()
    assert committed(tmp_path) == []
    life.watermarks[0] = HOUR_MS + 1
    life.checkpoint()
    assert committed(tmp_path) == ["dt=1970-01-01/hour=0"]
    life.checkpoint(end_of_input=True)
    assert committed(tmp_path) == ["dt=1970-01-01/hour=0", "dt=1970-01-01/hour=1"]


def test_partition_waits_for_the_watermark_of_every_writer(tmp_path: Path) -> None:
    life = TableLife(by_partition_time(tmp_path), parallelism=2)
    life.insert([(1, "1970-01-01", "0")], 0)
    life.watermarks[0] = 9 * HOUR_MS
    for _ in range(3):
        life.checkpoint()
    assert committed(tmp_path) == []
    life.watermarks[1] = 2 * HOUR_MS
    life.checkpoint()
    assert committed(tmp_path) == ["dt=1970-01-01/hour=0"]


def test_partition_waits_for_the_files_of_every_writer(tmp_path: Path) -> None:
    context = by_partition_time(tmp_path)
    life = TableLife(context, parallelism=2)
    for subtask in range(2):
        life.insert([(subtask, "1970-01-01", "0")], subtask)
        life.watermarks[subtask] = 9 * HOUR_MS
    checkpoint = life.prepare()
    life.committer.commit(checkpoint.owed[0])
    assert committed(tmp_path) == []
    life.committer.commit(checkpoint.owed[1])
    assert committed(tmp_path) == ["dt=1970-01-01/hour=0"]
    assert len(rows_in(context)) == 2


@pytest.mark.parametrize("after", [1, 2, 3])
def test_pending_partitions_outlive_a_crash_and_a_rescale(tmp_path: Path, after: int) -> None:
    context = by_partition_time(tmp_path)
    first = TableLife(context, parallelism=2)
    first.insert([(1, "1970-01-01", "0")], 1)
    checkpoint = first.prepare()
    second = TableLife(context, 2, after, checkpoint)
    assert committed(tmp_path) == []
    second.watermarks = [9 * HOUR_MS] * after
    second.checkpoint()
    assert committed(tmp_path) == ["dt=1970-01-01/hour=0"]


def test_partition_of_the_machine_s_time_is_committed_after_the_delay(tmp_path: Path) -> None:
    options = {POLICY: "success-file", "sink.partition-commit.delay": "10 s"}
    life = TableLife(files_table(tmp_path, options, KEYS, **TYPES))
    life.insert([(1, "a", "b")])
    life.clock.advance(10_000)
    life.checkpoint()
    assert committed(tmp_path) == []
    life.clock.advance(1)
    life.checkpoint()
    assert committed(tmp_path) == ["dt=a/hour=b"]


def test_partition_is_committed_at_once_without_a_delay(tmp_path: Path) -> None:
    options = {POLICY: "success-file", "sink.partition-commit.success-file.name": "_done"}
    life = TableLife(files_table(tmp_path, options, KEYS, **TYPES))
    life.insert([(1, "a", "b")])
    life.checkpoint()
    assert (tmp_path / "dt=a" / "hour=b" / "_done").read_bytes() == b""


def test_nothing_is_committed_without_a_policy(tmp_path: Path) -> None:
    life = TableLife(files_table(tmp_path, {}, KEYS, **TYPES))
    life.insert([(1, "a", "b")])
    life.checkpoint(end_of_input=True)
    assert committed(tmp_path) == []


@pytest.mark.parametrize(
    ("times", "folder", "expected_ms"),
    [
        (PartitionTimes(("dt",)), "dt=1970-01-02", 86_400_000),
        (PartitionTimes(("dt",)), "dt=1970-01-01 1%3A2%3A3", 3_723_000),
        (PartitionTimes(("dt",)), "dt=1970-1-32", 31 * 86_400_000),
        (PartitionTimes(("dt",), zone="Europe/Berlin"), "dt=1970-01-02", 86_400_000 - HOUR_MS),
        (PartitionTimes(("dt",), zone="GMT+03:00"), "dt=1970-01-02", 86_400_000 - 3 * HOUR_MS),
        (PartitionTimes(("dt", "h"), "$dt $h:00:00"), "dt=1970-01-01/h=7", 7 * HOUR_MS),
        (PartitionTimes(("dt",), None, "yyyyMMdd"), "dt=19700103", 2 * 86_400_000),
        (PartitionTimes(("dt", "h"), "$dt$h", "yyyyMMddHH"), "dt=19700101/h=05", 5 * HOUR_MS),
    ],
)
def test_time_of_a_partition(times: PartitionTimes, folder: str, expected_ms: int) -> None:
    assert times.time_ms(folder) == expected_ms


def test_partition_without_a_time_is_named() -> None:
    with pytest.raises(ConnectorError, match="partition dt=x: 'x' is not a time in the format 'yyyy-MM-dd HH:mm:ss'"):
        PartitionTimes(("dt",)).time_ms("dt=x")
    with pytest.raises(ValidationException, match="'EEE' in 'EEE' is not supported"):
        PartitionTimes(("dt",), None, "EEE")
