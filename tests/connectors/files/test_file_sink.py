"""FileSink: files appear whole, at their commit; buckets, rolling and names."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from pyrite.common import Encoder, SimpleStringSchema, Types
from pyrite.core.clock import ManualClock
from pyrite.core.errors import CommittableLostError, InvalidProgramError, UserFunctionError
from pyrite.datastream.connectors.file_system import (
    BucketAssigner,
    BucketContext,
    FileCompactor,
    FileCompactStrategy,
    FileSink,
    FileSource,
    JsonLinesEncoder,
    OutputFileConfig,
    RollingPolicy,
    SchemaEncoder,
    StreamFormat,
)
from pyrite.datastream.formats.parquet import ParquetBulkWriters
from pyrite.testing import SinkTestHarness
from tests.connectors.files.reading import read
from tests.connectors.files.writing import checkpoint, end, hidden, lines_of, visible

TEXT = Encoder.simple_string_encoder()
BASE = BucketAssigner.base_path_bucket_assigner()


def rows(folder: Path) -> FileSink.RowFormatBuilder:
    return FileSink.for_row_format(str(folder), TEXT).with_bucket_assigner(BASE)


def rolling(folder: Path) -> FileSink:
    return rows(folder).with_rolling_policy(RollingPolicy.on_checkpoint_rolling_policy()).build()


def test_nothing_is_visible_before_the_commit_and_then_all(tmp_path: Path) -> None:
    harness = SinkTestHarness(rolling(tmp_path))
    harness.process_elements(["a", "b"])
    harness.process_elements(["c"])
    harness.snapshot()
    assert visible(tmp_path) == []
    harness.notify_checkpoint_complete()
    assert lines_of(visible(tmp_path)) == ["a", "b", "c"]
    assert hidden(tmp_path) == []


@pytest.mark.parametrize("name", ["my data", "Größe", "run#1", "what?", "100%", "a%20b", "[1]"])
def test_folder_with_an_unusual_name_is_written_and_read(tmp_path: Path, name: str) -> None:
    for folder in (str(tmp_path / name / "path"), (tmp_path / name / "uri").as_uri()):
        policy = RollingPolicy.on_checkpoint_rolling_policy()
        sink = FileSink.for_row_format(folder, TEXT).with_bucket_assigner(BASE).with_rolling_policy(policy).build()
        harness = SinkTestHarness(sink)
        harness.process_elements(["a", "b"])
        checkpoint(harness)
        source = FileSource.for_record_stream_format(StreamFormat.text_line_format(), folder).build()
        assert sorted(read(source)) == ["a", "b"]
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("retained", "left"), [(False, 0), (True, 2)])
def test_cancelled_job_leaves_hidden_files_only_if_its_checkpoint_is_retained(
    tmp_path: Path, retained: bool, left: int
) -> None:
    sink = rows(tmp_path).with_rolling_policy(RollingPolicy.default_rolling_policy()).build()
    harness = SinkTestHarness(sink, parallelism=2)
    harness.process_elements(["a"])
    harness.process_elements(["b"], subtask=1)
    harness.snapshot()
    harness.cancel(retained=retained)
    assert len(hidden(tmp_path)) == left


def test_commit_that_is_repeated_changes_nothing(tmp_path: Path) -> None:
    harness = SinkTestHarness(rolling(tmp_path))
    harness.process_elements(["a"])
    snapshot = checkpoint(harness)
    before = [(path, path.stat().st_mtime_ns) for path in visible(tmp_path)]
    SinkTestHarness(rolling(tmp_path), restore=snapshot)
    assert [(path, path.stat().st_mtime_ns) for path in visible(tmp_path)] == before


def test_commit_of_data_that_is_gone_fails(tmp_path: Path) -> None:
    harness = SinkTestHarness(rolling(tmp_path))
    harness.process_elements(["a"])
    harness.snapshot()
    for path in hidden(tmp_path):
        path.unlink()
    with pytest.raises(CommittableLostError, match=r"neither it nor its 2 prepared bytes"):
        harness.notify_checkpoint_complete()


def test_no_file_is_made_without_records(tmp_path: Path) -> None:
    harness = SinkTestHarness(rolling(tmp_path))
    checkpoint(harness)
    end(harness)
    assert list(tmp_path.iterdir()) == []


def test_file_stays_open_over_checkpoints_by_default_and_rolls_by_size(tmp_path: Path) -> None:
    harness = SinkTestHarness(
        rows(tmp_path).with_rolling_policy(RollingPolicy.default_rolling_policy(part_size=10)).build()
    )
    harness.process_elements(["1234"])
    checkpoint(harness)
    assert visible(tmp_path) == []
    harness.process_elements(["5678"])
    checkpoint(harness)
    assert [path.read_text() for path in visible(tmp_path)] == ["1234\n5678\n"]


def test_large_block_is_cut_by_size(tmp_path: Path) -> None:
    harness = SinkTestHarness(
        rows(tmp_path).with_rolling_policy(RollingPolicy.default_rolling_policy(part_size=1000)).build()
    )
    harness.process_elements(map(str, range(10_000)))
    end(harness)
    assert len(visible(tmp_path)) == 10
    assert lines_of(visible(tmp_path)) == sorted(map(str, range(10_000)))


@pytest.mark.parametrize(("rollover", "inactivity"), [(5000, 10**9), (10**9, 5000)])
def test_file_rolls_by_age_and_by_inactivity(tmp_path: Path, rollover: int, inactivity: int) -> None:
    policy = RollingPolicy.default_rolling_policy(1 << 20, rollover, inactivity)
    harness = SinkTestHarness(rows(tmp_path).with_rolling_policy(policy).build())
    harness.process_elements(["a"])
    harness.advance_processing_time(4999)
    checkpoint(harness)
    assert visible(tmp_path) == []
    harness.advance_processing_time(1)
    checkpoint(harness)
    assert lines_of(visible(tmp_path)) == ["a"]


def test_age_is_looked_at_with_every_block(tmp_path: Path) -> None:
    harness = SinkTestHarness(
        rows(tmp_path).with_rolling_policy(RollingPolicy.default_rolling_policy(1 << 20, 1000, 1000)).build()
    )
    harness.process_elements(["a"])
    harness.advance_processing_time(1000)
    harness.process_elements(["b"])
    checkpoint(harness)
    assert lines_of(visible(tmp_path)) == ["a"]


def test_everything_is_published_at_the_end_of_input_without_checkpoints(tmp_path: Path) -> None:
    harness = SinkTestHarness(rows(tmp_path).build(), checkpointing=False)
    harness.process_elements(["a"])
    harness.end_input()
    harness.close()
    assert lines_of(visible(tmp_path)) == ["a"]


def test_writer_without_checkpoints_leaves_nothing_behind_when_it_fails(tmp_path: Path) -> None:
    harness = SinkTestHarness(rows(tmp_path).build(), checkpointing=False)
    harness.process_elements(["a"])
    harness.close()
    assert visible(tmp_path) == hidden(tmp_path) == []


@pytest.mark.parametrize("compacts", [False, True])
def test_files_that_nobody_will_commit_are_removed(tmp_path: Path, compacts: bool) -> None:
    builder = rows(tmp_path)
    if compacts:
        strategy = FileCompactStrategy.builder().enable_compaction_on_checkpoint(2).build()
        builder = builder.enable_compact(strategy, FileCompactor.concat_file_compactor())
    harness = SinkTestHarness(builder.build(), checkpointing=False)
    harness.process_elements(["a"])
    assert hidden(tmp_path) != []
    harness.end_input(job_fails=True)
    harness.close()
    assert visible(tmp_path) == hidden(tmp_path) == []


def test_abort_that_is_repeated_changes_nothing(tmp_path: Path) -> None:
    sink = rows(tmp_path).build()
    harness = SinkTestHarness(sink)
    harness.process_elements(["a"])
    harness.end_input()
    (committables,) = harness.snapshot().committables
    harness.close()
    for _ in range(2):
        sink.create_committer().abort(committables)
    assert visible(tmp_path) == hidden(tmp_path) == []


# Buckets and names ----------------------------------------------------------------------------------------------------


class ByLetter(BucketAssigner):
    def get_bucket_id(self, element: Any, context: BucketContext) -> str:
        return f"letter={element[0]}/at={context.timestamp()}"


def test_own_assigner_sees_records_and_their_times(tmp_path: Path) -> None:
    harness = SinkTestHarness(rows(tmp_path).with_bucket_assigner(ByLetter()).build())
    harness.process_elements(["a1", "b1", "a2"], [1, 1, 1])
    harness.process_elements(["a3"])
    end(harness)
    actual = {str(path.parent.relative_to(tmp_path)): path.read_text() for path in visible(tmp_path)}
    assert actual == {"letter=a/at=1": "a1\na2\n", "letter=b/at=1": "b1\n", "letter=a/at=None": "a3\n"}


@pytest.mark.parametrize(
    ("pattern", "zone", "expected"),
    [
        ("yyyy-MM-dd--HH", "UTC", "2024-02-29--23"),
        ("yyyy-MM-dd--HH", "Asia/Tokyo", "2024-03-01--08"),
        ("'year='yyyy/'day='DDD/HHmmss.SSS", "UTC", "year=2024/day=060/233059.123"),
    ],
)
def test_date_time_assigner_takes_the_time_of_writing(tmp_path: Path, pattern: str, zone: str, expected: str) -> None:
    at = datetime(2024, 2, 29, 23, 30, 59, 123000, tzinfo=UTC)
    sink = rows(tmp_path).with_bucket_assigner(BucketAssigner.date_time_bucket_assigner(pattern, zone)).build()
    harness = SinkTestHarness(sink, clock=ManualClock(int(at.timestamp() * 1000)))
    harness.process_elements(["a"])
    end(harness)
    assert [str(path.parent.relative_to(tmp_path)) for path in visible(tmp_path)] == [expected]


def test_date_time_is_the_assigner_by_default(tmp_path: Path) -> None:
    harness = SinkTestHarness(FileSink.for_row_format(f"file://{tmp_path}", TEXT).build(), clock=ManualClock(0))
    harness.process_elements(["a"])
    end(harness)
    assert len(visible(tmp_path)[0].parent.name) == len("1970-01-01--00")


def test_patterns_and_zones_that_do_not_exist_are_refused() -> None:
    with pytest.raises(InvalidProgramError, match="'YYYY' in the pattern 'YYYY': expected one of yyyy"):
        BucketAssigner.date_time_bucket_assigner("YYYY")
    with pytest.raises(InvalidProgramError, match="expected a time zone such as 'Europe/Berlin', got 'Mars'"):
        BucketAssigner.date_time_bucket_assigner(timezone_id="Mars")


@pytest.mark.parametrize("bucket", ["../up", "/etc", 7])
def test_bucket_outside_of_the_base_path_is_refused(tmp_path: Path, bucket: Any) -> None:
    class Wrong(BucketAssigner):
        def get_bucket_id(self, element: Any, context: BucketContext) -> str:
            return bucket  # type: ignore[no-any-return]

    harness = SinkTestHarness(rows(tmp_path).with_bucket_assigner(Wrong()).build())
    with pytest.raises(UserFunctionError, match="a bucket id must be a"):
        harness.process_element("a")


def test_names_have_prefix_and_suffix(tmp_path: Path) -> None:
    names = OutputFileConfig.builder().with_part_prefix("words").with_part_suffix(".txt").build()
    harness = SinkTestHarness(rows(tmp_path).with_output_file_config(names).build(), parallelism=2)
    harness.process_elements(["a"])
    harness.process_elements(["b"], subtask=1)
    end(harness)
    assert all(path.name.startswith("words-") and path.suffix == ".txt" for path in visible(tmp_path))
    assert len(visible(tmp_path)) == 2


def test_hidden_prefix_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="would be hidden"):
        OutputFileConfig("_part", "")


# Formats --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoder", "expected"),
    [(JsonLinesEncoder(), '{"a": "é"}\n[1, null]\n'), (Encoder.simple_string_encoder(), "{'a': 'é'}\n[1, None]\n")],
)
def test_encoders_write_blocks_as_they_write_records(tmp_path: Path, encoder: Encoder, expected: str) -> None:
    harness = SinkTestHarness(FileSink.for_row_format(str(tmp_path), encoder).with_bucket_assigner(BASE).build())
    harness.process_elements([{"a": "é"}, [1, None]])
    end(harness)
    assert visible(tmp_path)[0].read_text() == expected


def test_schema_can_write_lines(tmp_path: Path) -> None:
    encoder = SchemaEncoder(SimpleStringSchema(), behind=b";")
    harness = SinkTestHarness(FileSink.for_row_format(str(tmp_path), encoder).with_bucket_assigner(BASE).build())
    harness.process_elements(["a", "b"])
    end(harness)
    assert visible(tmp_path)[0].read_text() == "a;b;"


def test_bulk_files_end_at_every_checkpoint_and_are_whole(tmp_path: Path) -> None:
    factory = ParquetBulkWriters.for_row_type(Types.ROW_NAMED(["n"], [Types.LONG()]))
    harness = SinkTestHarness(FileSink.for_bulk_format(str(tmp_path), factory).with_bucket_assigner(BASE).build())
    for start in (0, 3000):
        harness.process_elements([*((number,) for number in range(start, start + 3000))])
        checkpoint(harness)
    tables = [parquet.read_table(path) for path in visible(tmp_path)]
    assert [table.num_rows for table in tables] == [3000, 3000]
    assert sorted(pa.concat_tables(tables)["n"].to_pylist()) == list(range(6000))


def test_wrong_kind_of_format_is_refused(tmp_path: Path) -> None:
    factory: Any = ParquetBulkWriters.for_row_type(Types.ROW_NAMED(["n"], [Types.LONG()]))
    encoder: Any = TEXT
    with pytest.raises(InvalidProgramError, match=r"See also for_bulk_format\(\)"):
        FileSink.for_row_format(str(tmp_path), factory)
    with pytest.raises(InvalidProgramError, match=r"See also for_row_format\(\)"):
        FileSink.for_bulk_format(str(tmp_path), encoder)
    strategy = FileCompactStrategy.builder().enable_compaction_on_checkpoint(2).build()
    with pytest.raises(InvalidProgramError, match="have no row groups"):
        rows(tmp_path).enable_compact(strategy, FileCompactor.parquet_file_compactor()).build()


def test_bulk_format_needs_its_policy(tmp_path: Path) -> None:
    factory = ParquetBulkWriters.for_row_type(Types.ROW_NAMED(["n"], [Types.LONG()]))
    with pytest.raises(InvalidProgramError, match="on_checkpoint_rolling_policy"):
        FileSink.for_bulk_format(str(tmp_path), factory).with_rolling_policy(RollingPolicy.default_rolling_policy())


def test_path_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="gs://x: expected a local path"):
        FileSink.for_row_format("gs://x", TEXT)
