"""A folder that is watched: files are found as they come, and each is read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.common import Duration
from pyrite.connectors.files.formats.stream_format import StreamFormat
from pyrite.connectors.files.source.source import FileSource
from pyrite.core.connector.source import Boundedness
from pyrite.core.errors import ConnectorError, InvalidProgramError, UserFunctionError
from pyrite.testing import SourceTestHarness


def watching(folder: Path) -> FileSource:
    builder = FileSource.for_record_stream_format(StreamFormat.text_line_format(), str(folder))
    return builder.monitor_continuously(Duration.of_seconds(1)).build()


def test_new_files_are_read_when_they_come_and_the_input_never_ends(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    source = watching(tmp_path)
    assert source.get_boundedness() is Boundedness.CONTINUOUS_UNBOUNDED
    harness = SourceTestHarness(source, parallelism=2)
    assert harness.read_available() == ["1"]
    (tmp_path / "b").write_text("2")
    harness.advance_processing_time(999)
    assert harness.read_available() == []
    harness.advance_processing_time(1)
    assert harness.read_available() == ["2"]
    assert not harness.has_ended


def test_file_is_read_once_also_after_a_restore_and_a_change(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1\n2\n3\n4\n5\n6\n")
    (tmp_path / "b").write_text("7\n")
    first = SourceTestHarness(watching(tmp_path), max_records=2)
    first.poll()
    snapshot = first.snapshot()
    (tmp_path / "b").write_text("7\n8\n")
    (tmp_path / "c").write_text("9\n")
    second = SourceTestHarness(watching(tmp_path), parallelism=2, restore=snapshot)
    records = first.extract_output_values() + second.read_available()
    assert sorted(records) == ["1", "2", "3", "4", "5", "6", "7", "9"]
    second.advance_processing_time(1000)
    assert second.read_available() == []


def test_file_that_is_replaced_by_a_shorter_one_while_it_is_read_fails_the_job(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1\n2\n3\n4\n5\n6\n")
    first = SourceTestHarness(watching(tmp_path), max_records=2)
    first.poll()
    (tmp_path / "a").write_text("new\n")
    second = SourceTestHarness(watching(tmp_path), restore=first.snapshot())
    with pytest.raises(UserFunctionError, match="/a has 4 bytes, but had 12 when it was listed: it was truncated or"):
        second.poll()


def test_file_that_is_replaced_by_a_shorter_one_before_it_is_read_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1\n2\n3\n")
    harness = SourceTestHarness(watching(tmp_path))
    (tmp_path / "a").write_text("new\n")
    assert harness.read_available() == ["new"]


def test_file_that_appears_under_its_name_at_once_is_not_read_while_it_is_hidden(tmp_path: Path) -> None:
    (tmp_path / ".part.inprogress").write_text("half")
    harness = SourceTestHarness(watching(tmp_path))
    assert harness.read_available() == []
    (tmp_path / ".part.inprogress").rename(tmp_path / "part")
    harness.advance_processing_time(1000)
    assert harness.read_available() == ["half"]


def test_folder_that_cannot_be_listed_fails_the_job(tmp_path: Path) -> None:
    with pytest.raises(ConnectorError, match="no such file or folder"):
        SourceTestHarness(watching(tmp_path / "gone"))


def test_interval_must_be_positive(tmp_path: Path) -> None:
    builder = FileSource.for_record_stream_format(StreamFormat.text_line_format(), str(tmp_path))
    with pytest.raises(InvalidProgramError, match="at least 1 ms"):
        builder.monitor_continuously(Duration.of_millis(0))
    assert builder.process_static_file_set().build().get_boundedness() is Boundedness.BOUNDED


def test_small_files_are_shared_out_evenly(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number:02}").write_text(str(number))
    source = FileSource.for_record_stream_format(StreamFormat.text_line_format(), str(tmp_path)).build()
    harness = SourceTestHarness(source, parallelism=2)
    assert [len(splits) for splits in harness.snapshot().splits] == [10, 5]
    assert sorted(harness.read_all(), key=int) == [str(number) for number in range(20)]


def test_reader_gets_500_small_files_at_a_time(tmp_path: Path) -> None:
    for number in range(1_201):
        (tmp_path / str(number)).write_text(str(number))
    source = FileSource.for_record_stream_format(StreamFormat.text_line_format(), str(tmp_path)).build()
    harness = SourceTestHarness(source)
    sizes = [len(harness.snapshot().splits[0])]
    while harness.poll() or not harness.has_ended:
        sizes.append(len(harness.snapshot().splits[0]))
    assert max(sizes) == 500
    assert len(harness.extract_output_values()) == 1_201
