"""Files in HDFS: hidden while they are written, renamed by the commit, taken over from writers that died."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid

import pytest

from pyrite.common import Configuration, Encoder, Types
from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.hdfs_output import HdfsOutput
from pyrite.connectors.files.sink.output_store import HiddenFile
from pyrite.core.errors import CommittableLostError, ConnectorError
from pyrite.datastream.connectors.file_system import BucketAssigner, FileSink, FileSource, StreamFormat
from pyrite.datastream.formats.parquet import ParquetBulkWriters, ParquetColumnarRowInputFormat
from pyrite.storage.hdfs_client import HdfsClient, name_of
from pyrite.storage.hdfs_settings import HdfsSettings
from servers.hdfs import HdfsServer
from tests.connectors.files.reading import read
from tests.connectors.files.writing import Life
from tests.hdfs_cluster import shared_hdfs

TEXT = Encoder.simple_string_encoder()


@pytest.fixture(scope="session")
def hdfs() -> HdfsServer:
    return shared_hdfs()


@pytest.fixture
def folder(hdfs: HdfsServer) -> Location:
    return Location.of(f"{hdfs.uri}/{uuid.uuid4().hex[:12]}")


def client_of(folder: Location) -> HdfsClient:
    return HdfsClient(folder.bucket, HdfsSettings.of(Configuration()))


def contents(folder: Location) -> list[bytes]:
    """The visible files."""
    client = client_of(folder)
    listed = client.list(f"/{folder.key}", recursive=True)
    return [client.read_all(one.path) for one in listed if not one.isdir and not name_of(one).startswith(".")]


def sink(folder: Location) -> FileSink:
    builder = FileSink.for_row_format(folder.uri, TEXT)
    return builder.with_bucket_assigner(BucketAssigner.base_path_bucket_assigner()).build()


def test_file_is_visible_once_its_commit_has_renamed_it(folder: Location) -> None:
    life = Life(sink(folder))
    life.write("a", "b")
    checkpoint = life.prepare(end_of_input=True)
    assert contents(folder) == []
    life.commit(checkpoint)
    assert contents(folder) == [b"a\nb\n"]


def test_commit_that_is_repeated_finds_its_file(folder: Location) -> None:
    output = HdfsOutput.of(Configuration())
    part = output.begin(folder.below("file"))
    part.stream.write(b"text")
    prepared = part.finish()
    output.publish([prepared])
    output.publish([prepared])
    assert contents(folder) == [b"text"]
    output.delete(folder.below("file"))
    with pytest.raises(CommittableLostError, match=r"file cannot be committed: neither it nor its 4 prepared bytes"):
        output.publish([prepared])


_WRITER = """
import sys, time
from pyrite.common import Configuration
from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.hdfs_output import HdfsOutput
part = HdfsOutput.of(Configuration()).begin(Location.of(sys.argv[1]))
part.stream.write(b"valid")
hidden = part.sync()
part.stream.write(b" and more, after the checkpoint")
part.stream.flush()
print(hidden.hidden.path, hidden.size_bytes, flush=True)
time.sleep(60)
"""


def test_file_of_a_killed_writer_is_taken_over_with_its_valid_bytes(folder: Location) -> None:
    command = [sys.executable, "-c", _WRITER, folder.below("file").uri]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        path, size = writer.stdout.readline().split()
        os.kill(writer.pid, signal.SIGKILL)
    output = HdfsOutput.of(Configuration())
    hidden = HiddenFile(Location("hdfs", path), folder.below("file"), int(size))
    adopted = output.adopt(hidden, folder.below("other"))
    output.publish([adopted])
    assert contents(folder) == [b"valid"]


def test_files_that_no_checkpoint_needs_are_removed(folder: Location) -> None:
    life = Life(sink(folder))
    life.write("a")
    life.prepare()
    Life(sink(folder), attempt=2)
    sink(folder).roll_back(Life(sink(folder), attempt=3)._context(0), [], retained=False)
    assert [name_of(one) for one in client_of(folder).list(f"/{folder.key}", recursive=True)] == []


def test_parquet_files_are_written_and_read(folder: Location) -> None:
    rows = Types.ROW_NAMED(["n", "text"], [Types.LONG(), Types.STRING()])
    life = Life(FileSink.for_bulk_format(folder.uri, ParquetBulkWriters.for_row_type(rows)).build())
    life.write(*((number, f"row {number}") for number in range(1000)))
    life.checkpoint()
    source = FileSource.for_bulk_file_format(ParquetColumnarRowInputFormat(rows), folder.uri).build()
    assert sorted(row["n"] for row in read(source)) == list(range(1000))


def test_missing_folder_is_named(folder: Location) -> None:
    source = FileSource.for_record_stream_format(StreamFormat.text_line_format(), f"{folder.uri}/none").build()
    with pytest.raises(ConnectorError, match=r"hdfs://.*/none cannot be listed: no such file or folder"):
        read(source)
