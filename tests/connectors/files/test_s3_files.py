"""Files in S3: the commit is the completion of an upload, by what is called and by what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pyrite.common import Configuration, Duration, Encoder, Types
from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink import s3_output
from pyrite.core.errors import CommittableLostError, ConnectorError, InvalidProgramError
from pyrite.datastream.connectors.file_system import (
    BucketAssigner,
    FileCompactor,
    FileCompactStrategy,
    FileEnumeratorProvider,
    FileSink,
    FileSource,
    StreamFormat,
)
from pyrite.datastream.formats.parquet import ParquetBulkWriters, ParquetColumnarRowInputFormat
from pyrite.storage.s3_settings import S3Settings
from pyrite.testing import SourceTestHarness
from servers.moto import ACCESS_KEY, SECRET_KEY
from tests.connectors.files.conftest import S3Folder
from tests.connectors.files.reading import read, read_with_restores
from tests.connectors.files.writing import Life

TEXT = Encoder.simple_string_encoder()


def builder(s3: S3Folder) -> FileSink.RowFormatBuilder:
    made = FileSink.for_row_format(s3.uri, TEXT).with_file_system_settings(s3.configuration)
    return made.with_bucket_assigner(BucketAssigner.base_path_bucket_assigner())


@contextmanager
def calls(s3: S3Folder) -> Iterator[list[str]]:
    """What is asked of S3."""
    client = s3_output.S3Output.of(s3.configuration)._client
    made: list[str] = []

    def note(model: Any, **_: Any) -> None:
        made.append(model.name)

    client.meta.events.register("before-call.s3", note)
    yield made
    client.meta.events.unregister("before-call.s3", note)


def test_commit_is_the_completion_of_the_upload_and_nothing_else(s3: S3Folder) -> None:
    life = Life(builder(s3).build())
    life.write("a", "b")
    checkpoint = life.prepare()
    assert s3.names() == []
    assert len(s3.uploads()) == 1
    with calls(s3) as made:
        life.commit(checkpoint)
    assert made == ["CompleteMultipartUpload"]
    assert [s3.read(key) for key in s3.names()] == [b"a\nb\n"]
    assert s3.uploads() == []


def test_large_file_is_uploaded_in_parts_while_it_is_written(s3: S3Folder) -> None:
    life = Life(builder(s3).build())
    line = "x" * (3 << 20)
    with calls(s3) as made:
        for _ in range(6):
            life.write(line)
        assert made == ["CreateMultipartUpload", "UploadPart", "UploadPart"]
        life.checkpoint()
    assert made[3:] == ["UploadPart", "CompleteMultipartUpload"]
    assert s3.read(s3.names()[0]) == f"{line}\n".encode() * 6


def test_commit_that_is_repeated_finds_the_object(s3: S3Folder) -> None:
    life = Life(builder(s3).build())
    life.write("a")
    checkpoint = life.checkpoint()
    life.commit(checkpoint)
    assert [s3.read(key) for key in s3.names()] == [b"a\n"]


def test_upload_that_was_given_up_fails_the_commit(s3: S3Folder) -> None:
    life = Life(builder(s3).build())
    life.write("a")
    checkpoint = life.prepare()
    for key, upload_id in s3.uploads():
        s3.client.abort_multipart_upload(Bucket="bucket", Key=key, UploadId=upload_id)
    with pytest.raises(CommittableLostError, match="its 2 bytes are lost, because the upload was aborted"):
        life.commit(checkpoint)


def test_left_overs_of_earlier_attempts_are_aborted_at_the_start_and_no_others(s3: S3Folder) -> None:
    first = Life(builder(s3).build(), parallelism=3)
    for subtask in range(3):
        first.write("never prepared", subtask=subtask)
    other = Life(builder(s3).build(), job_id="other")
    other.write("another job's")
    assert len(s3.uploads()) == 4
    second = Life(builder(s3).build(), attempt=2, parallelism=3)
    assert len(s3.uploads()) == 1
    second.write("a")
    second.checkpoint()
    other.checkpoint()
    assert sorted(s3.read(key) for key in s3.names()) == [b"a\n", b"another job's\n"]


def test_owed_uploads_are_committed_before_left_overs_are_aborted(s3: S3Folder) -> None:
    first = Life(builder(s3).build(), parallelism=3)
    for subtask in range(3):
        first.write(f"owed {subtask}", subtask=subtask)
    checkpoint = first.prepare()
    first.write("not owed")
    Life(builder(s3).build(), 2, 2, checkpoint)
    Life(builder(s3).build(), 3, 2, checkpoint)
    assert sorted(s3.read(key) for key in s3.names()) == [b"owed 0\n", b"owed 1\n", b"owed 2\n"]


def test_writer_without_checkpoints_aborts_its_upload_when_it_fails(s3: S3Folder) -> None:
    life = Life(builder(s3).build(), checkpointing=False)
    life.write("a")
    life.close()
    assert (s3.uploads(), s3.names()) == ([], [])


def test_small_files_become_one_object_and_are_hidden_before(s3: S3Folder) -> None:
    strategy = FileCompactStrategy.builder().enable_compaction_on_checkpoint(3).build()
    sink = builder(s3).enable_compact(strategy, FileCompactor.concat_file_compactor()).build()
    life = Life(sink)
    for text in ("a", "b"):
        life.write(text)
        checkpoint = life.checkpoint()
    assert all(key.startswith(".") for key in s3.names())
    second = Life(sink, 2, 2, checkpoint)
    second.write("c", subtask=1)
    second.checkpoint(end_of_input=True)
    Life(sink, 3, 1)
    assert sorted(b"".join(map(s3.read, s3.names())).split()) == [b"a", b"b", b"c"]
    assert not [key for key in s3.names() if key.startswith(".")]


def test_parquet_is_written_to_s3_and_read_from_there(s3: S3Folder) -> None:
    kind = Types.ROW_NAMED(["n"], [Types.LONG()])
    sink = FileSink.for_bulk_format(f"{s3.uri}/table", ParquetBulkWriters.for_row_type(kind))
    life = Life(sink.with_file_system_settings(s3.configuration).build())
    life.write(*((number,) for number in range(3000)))
    life.checkpoint(end_of_input=True)
    actual = FileSource.for_bulk_file_format(ParquetColumnarRowInputFormat(kind), f"{s3.uri}/table")
    assert [row["n"] for row in read(actual.set_file_system_settings(s3.configuration).build())] == list(range(3000))


def test_source_splits_objects_ignores_hidden_ones_and_continues(s3: S3Folder) -> None:
    lines = [f"line {number}" for number in range(50)]
    s3.write("in/a.txt", "\n".join(lines[:30]).encode())
    s3.write("in/deep/b.txt", "\n".join(lines[30:]).encode())
    s3.write("in/_SUCCESS", b"no")
    s3.write("in/other.csv", b"no")
    actual = FileSource.for_record_stream_format(StreamFormat.text_line_format(), f"{s3.uri}/in/**/*.txt")
    actual.set_file_enumerator(FileEnumeratorProvider.default_splittable_file_enumerator(40))
    source = actual.set_file_system_settings(s3.configuration).build()
    assert sorted(read(source, 2)) == sorted(lines)
    assert sorted(read_with_restores(source, [2, 1], 3)) == sorted(lines)


def test_one_object_can_be_named(s3: S3Folder) -> None:
    s3.write("one.txt", b"a\nb")
    actual = FileSource.for_record_stream_format(StreamFormat.text_line_format(), f"{s3.uri}/one.txt")
    assert read(actual.set_file_system_settings(s3.configuration).build()) == ["a", "b"]


def test_watched_place_may_be_empty(s3: S3Folder) -> None:
    def watching(place: str) -> FileSource:
        actual = FileSource.for_record_stream_format(StreamFormat.text_line_format(), place)
        return actual.monitor_continuously(Duration.of_seconds(1)).set_file_system_settings(s3.configuration).build()

    harness = SourceTestHarness(watching(s3.uri))
    s3.write("one.txt", b"a")
    harness.advance_processing_time(1000)
    assert harness.read_available() == ["a"]
    s3.client.delete_object(Bucket="bucket", Key=f"{s3.prefix}/one.txt")
    harness.advance_processing_time(1000)
    assert harness.read_available() == []
    with pytest.raises(ConnectorError, match="s3://no-such-bucket/x cannot be listed"):
        SourceTestHarness(watching("s3://no-such-bucket/x"))


def test_errors_name_the_place_and_no_secret(s3: S3Folder) -> None:
    actual = FileSource.for_record_stream_format(StreamFormat.text_line_format(), "s3://no-such-bucket/x")
    sink = FileSink.for_row_format("s3://no-such-bucket/x", TEXT).with_file_system_settings(s3.configuration).build()
    with pytest.raises(ConnectorError, match="s3://no-such-bucket/x cannot be listed") as reading:
        read(actual.set_file_system_settings(s3.configuration).build())
    with pytest.raises((ConnectorError, FileNotFoundError), match="s3://no-such-bucket/x") as writing:
        Life(sink).write("a")
    texts = f"{reading.value!r}{writing.value!r}{sink!r}{S3Settings.of(s3.configuration)!r}"
    assert SECRET_KEY not in texts and ACCESS_KEY not in texts


def test_credentials_in_a_path_are_refused_and_not_repeated() -> None:
    with pytest.raises(InvalidProgramError, match=r"s3\.access-key") as error:
        Location.of("s3://me:hidden@bucket/path")
    assert "hidden" not in str(error.value)


def test_settings_of_the_job_reach_source_and_sink_unless_they_have_their_own(s3: S3Folder) -> None:
    source = FileSource.for_record_stream_format(StreamFormat.text_line_format(), s3.uri).build()
    source.configure(s3.configuration)
    assert source._files()._configuration.to_dict() == s3.configuration.to_dict()
    own = builder(s3).build()
    own.configure(Configuration({"s3.endpoint": "http://127.0.0.1:1"}))
    life = Life(own)
    life.write("a")
    life.checkpoint()
    assert len(s3.names()) == 1
