"""Files: every way of FileSink and FileSource."""

from __future__ import annotations

import atexit
import gzip
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from deltalake import DeltaTable
from pyarrow import parquet

from pyrite.common import Configuration, Duration, Encoder, Types
from pyrite.core.connector.guarantee import EXACTLY_ONCE
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source
from pyrite.datastream.connectors.delta import DeltaSink
from pyrite.datastream.connectors.file_system import (
    BucketAssigner,
    BucketContext,
    FileCompactor,
    FileCompactStrategy,
    FileEnumeratorProvider,
    FileSink,
    FileSource,
    RollingPolicy,
    StreamFormat,
)
from pyrite.datastream.formats.parquet import ParquetBulkWriters, ParquetColumnarRowInputFormat
from pyrite.storage.hdfs_client import HdfsClient, name_of
from pyrite.storage.hdfs_settings import HdfsSettings
from servers.moto import Moto
from tests.hdfs_cluster import shared_hdfs
from tests.whole.contract.case import Case, SinkCase, SourceCase

ROW = Types.ROW_NAMED(["n"], [Types.LONG()])
TEXT = Encoder.simple_string_encoder()


class ByRemainder(BucketAssigner):
    """Several files are open at once."""

    def get_bucket_id(self, element: Any, context: BucketContext) -> str:
        return f"{int(element[0] if isinstance(element, tuple) else element) % 3}"


class InFolder(Case):
    """A folder of its own for each run."""

    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pyrite-files-"))

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def visible(self, run: str) -> list[Path]:
        actual = (self.folder / run).rglob("*")
        return [path for path in actual if path.is_file() and not path.name.startswith(".")]


class _LocalSink(InFolder, SinkCase):
    connector = FileSink
    delivery = EXACTLY_ONCE

    def rows(self, run: str) -> FileSink.RowFormatBuilder:
        builder = FileSink.for_row_format(str(self.folder / run), TEXT)
        return builder.with_bucket_assigner(ByRemainder())

    def arrived(self, run: str) -> list[int]:
        return [int(line) for path in self.visible(run) for line in path.read_text().splitlines()]


class FilesOpenOverCheckpoints(_LocalSink):
    def sink(self, run: str) -> Sink:
        return self.rows(run).with_rolling_policy(RollingPolicy.default_rolling_policy(40)).build()


class FilesCompacted(_LocalSink):
    def sink(self, run: str) -> Sink:
        strategy = FileCompactStrategy.builder().enable_compaction_on_checkpoint(2).set_size_threshold(30).build()
        builder = self.rows(run).with_rolling_policy(RollingPolicy.default_rolling_policy(10))
        return builder.enable_compact(strategy, FileCompactor.concat_file_compactor()).build()


class FilesOfParquet(InFolder, SinkCase):
    connector = FileSink
    delivery = EXACTLY_ONCE

    def sink(self, run: str) -> Sink:
        return FileSink.for_bulk_format(str(self.folder / run), ParquetBulkWriters.for_row_type(ROW)).build()

    def record(self, number: int) -> Any:
        return (number,)

    def arrived(self, run: str) -> list[int]:
        return [number for path in self.visible(run) for number in parquet.read_table(path)["n"].to_pylist()]


class DeltaTables(InFolder, SinkCase):
    connector = DeltaSink
    delivery = EXACTLY_ONCE

    def sink(self, run: str) -> Sink:
        return DeltaSink(str(self.folder / run), ROW)

    def record(self, number: int) -> Any:
        return (number,)

    def arrived(self, run: str) -> list[int]:
        actual: list[int] = DeltaTable(str(self.folder / run)).to_pyarrow_table()["n"].to_pylist()
        return actual


# Sources --------------------------------------------------------------------------------------------------------------


class FilesOfLines(InFolder, SourceCase):
    """Lines in several files, some in splits, one compressed."""

    connector = FileSource
    delivery = EXACTLY_ONCE
    parallelism = 2

    def fill(self, run: str, count: int) -> None:
        folder = self.folder / run
        folder.mkdir()
        lines = [f"{number}\n" for number in range(count)]
        (folder / "a.txt").write_text("".join(lines[: count // 2]))
        (folder / "b.txt.gz").write_bytes(gzip.compress("".join(lines[count // 2 : -5]).encode()))
        (folder / "c.txt").write_text("".join(lines[-5:]))

    def source(self, run: str) -> Source[Any]:
        builder = FileSource.for_record_stream_format(StreamFormat.text_line_format(), str(self.folder / run))
        return builder.set_file_enumerator(FileEnumeratorProvider.default_splittable_file_enumerator(20)).build()


class FilesWatched(FilesOfLines):
    """Half of the files come while the job runs."""

    parallelism = 1

    def source(self, run: str) -> Source[Any]:
        folder = str(self.folder / run)
        late = self.folder / f"{run}-late"
        late.mkdir(exist_ok=True)
        shutil.move(self.folder / run / "c.txt", late / "c.txt")
        builder = FileSource.for_record_stream_format(ComesLate(str(late), folder), folder)
        return builder.monitor_continuously(Duration.of_millis(5)).build()


class ComesLate(StreamFormat):
    """Lines; when the first file is opened, another one appears."""

    def __init__(self, late: str, folder: str) -> None:
        self._late = late
        self._folder = folder
        self._lines = StreamFormat.text_line_format()

    def open(self, opening: Any) -> Any:
        if os.path.exists(f"{self._late}/c.txt"):  # noqa: PTH110
            os.rename(f"{self._late}/c.txt", f"{self._folder}/d.txt")  # noqa: PTH104
        return self._lines.open(opening)


class FilesReadAsParquet(InFolder, SourceCase):
    connector = FileSource
    delivery = EXACTLY_ONCE
    parallelism = 2

    def fill(self, run: str, count: int) -> None:
        settings = Configuration({"parquet.block.size": "100"})
        _write(self.folder / run, ParquetBulkWriters.for_row_type(ROW, settings), [(n,) for n in range(count)])

    def source(self, run: str) -> Source[Any]:
        builder = FileSource.for_bulk_file_format(ParquetColumnarRowInputFormat(ROW), str(self.folder / run))
        return builder.set_file_enumerator(FileEnumeratorProvider.default_splittable_file_enumerator(500)).build()

    def number(self, value: Any) -> int:
        return int(value["n"])


def _write(folder: Path, factory: Any, records: list[Any]) -> None:
    folder.mkdir()
    with (folder / "file").open("wb") as stream:
        writer = factory.create(stream)
        for start in range(0, len(records), 7):
            writer.add_elements(records[start : start + 7])
            writer.flush()
        writer.finish()


# S3 -------------------------------------------------------------------------------------------------------------------


@cache
def moto() -> Moto:
    """Lives as long as the test process: several cases share it."""
    server = Moto()
    server.start()
    atexit.register(server.stop)
    server.client().create_bucket(Bucket="bucket")
    return server


@cache
def s3_client() -> Any:
    return moto().client()


class _InS3(Case):
    def open(self) -> None:
        self.configuration = Configuration(dict(moto().settings()))

    @property
    def client(self) -> Any:
        """Not a part of the case, which travels to the tasks."""
        return s3_client()


class FilesInS3(_InS3, SinkCase):
    connector = FileSink
    delivery = EXACTLY_ONCE

    def sink(self, run: str) -> Sink:
        return self.builder(run).with_file_system_settings(self.configuration).build()

    def builder(self, run: str) -> FileSink.RowFormatBuilder:
        base = BucketAssigner.base_path_bucket_assigner()
        return FileSink.for_row_format(f"s3://bucket/{run}", TEXT).with_bucket_assigner(base)

    def arrived(self, run: str) -> list[int]:
        listed = self.client.list_objects_v2(Bucket="bucket", Prefix=f"{run}/").get("Contents", [])
        keys = [entry["Key"] for entry in listed if not entry["Key"].rpartition("/")[2].startswith(".")]
        texts = [self.client.get_object(Bucket="bucket", Key=key)["Body"].read().decode() for key in keys]
        return [int(line) for text in texts for line in text.splitlines()]


class FilesCompactedInS3(FilesInS3):
    def builder(self, run: str) -> FileSink.RowFormatBuilder:
        strategy = FileCompactStrategy.builder().enable_compaction_on_checkpoint(3).build()
        return super().builder(run).enable_compact(strategy, FileCompactor.concat_file_compactor())


class FilesReadFromS3(_InS3, SourceCase):
    connector = FileSource
    delivery = EXACTLY_ONCE
    parallelism = 2

    def fill(self, run: str, count: int) -> None:
        for part in range(3):
            text = "".join(f"{number}\n" for number in range(part, count, 3))
            self.client.put_object(Bucket="bucket", Key=f"{run}/{part}/lines", Body=text.encode())

    def source(self, run: str) -> Source[Any]:
        builder = FileSource.for_record_stream_format(StreamFormat.text_line_format(), f"s3://bucket/{run}")
        provider = FileEnumeratorProvider.default_splittable_file_enumerator(20)
        return builder.set_file_enumerator(provider).set_file_system_settings(self.configuration).build()


# HDFS -----------------------------------------------------------------------------------------------------------------


class FilesInHdfs(SinkCase):
    """Files stay open over checkpoints."""

    connector = FileSink
    delivery = EXACTLY_ONCE

    def open(self) -> None:
        self.root = shared_hdfs().uri

    def sink(self, run: str) -> Sink:
        builder = FileSink.for_row_format(f"{self.root}/{run}", TEXT).with_bucket_assigner(ByRemainder())
        return builder.with_rolling_policy(RollingPolicy.default_rolling_policy(40)).build()

    def arrived(self, run: str) -> list[int]:
        client = hdfs_client(self.root)
        listed = client.list(f"/{run}", recursive=True)
        paths = [status.path for status in listed if not status.isdir and not name_of(status).startswith(".")]
        return [int(line) for path in paths for line in client.read_all(path).splitlines()]


class FilesReadFromHdfs(SourceCase):
    connector = FileSource
    delivery = EXACTLY_ONCE
    parallelism = 2

    def open(self) -> None:
        self.root = shared_hdfs().uri

    def fill(self, run: str, count: int) -> None:
        for part in range(3):
            text = "".join(f"{number}\n" for number in range(part, count, 3))
            hdfs_client(self.root).write(f"/{run}/{part}/lines", [text.encode()])

    def source(self, run: str) -> Source[Any]:
        builder = FileSource.for_record_stream_format(StreamFormat.text_line_format(), f"{self.root}/{run}/*/lines")
        return builder.set_file_enumerator(FileEnumeratorProvider.default_splittable_file_enumerator(20)).build()


def hdfs_client(root: str) -> HdfsClient:
    return HdfsClient(root.removeprefix("hdfs://"), HdfsSettings.of(Configuration()))
