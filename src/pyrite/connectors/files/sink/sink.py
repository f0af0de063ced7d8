"""FileSink: writes records to files, exactly once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar, Optional, Self

from pyrite.connectors.files.input_files import merged
from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.buckets import BucketAssigner
from pyrite.connectors.files.sink.committer import FileCommitter
from pyrite.connectors.files.sink.compaction import FileCompactor, FileCompactStrategy
from pyrite.connectors.files.sink.open_output_store import open_output_store
from pyrite.connectors.files.sink.output_file_config import OutputFileConfig
from pyrite.connectors.files.sink.output_store import OutputStore
from pyrite.connectors.files.sink.part_name import PartName
from pyrite.connectors.files.sink.rolling import OnCheckpointRollingPolicy, RollingPolicy
from pyrite.connectors.files.sink.writer import FileWriter, FileWriterSettings, RecordFormat, RecordWriter
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import BulkWriterFactory, Encoder
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import InvalidProgramError

_GIVES = Guarantee(EXACTLY_ONCE, "two-phase commit: a file gets its final name when the checkpoint is complete")


@dataclass(frozen=True)
class RowFormat:
    """Writes records one by one with an encoder."""

    encoder: Encoder

    def create(self, stream: BinaryIO) -> RecordWriter:
        return _RowWriter(self.encoder, stream)


class _RowWriter:
    def __init__(self, encoder: Encoder, stream: BinaryIO) -> None:
        self._encode_all = encoder.encode_all
        self._stream = stream

    def add_elements(self, elements: Sequence[Any]) -> None:
        self._encode_all(elements, self._stream)

    def finish(self) -> None:
        pass


class FileSink(Sink):
    """Writes files, exactly once. Created by `for_row_format(path, encoder)` or `for_bulk_format(path, factory)`.

    A file gets its final name when its checkpoint is complete.

    >>> sink = FileSink.for_row_format("/data/totals", Encoder.simple_string_encoder()).build()
    >>> written = env.from_collection(["tea 7", "cup 12"]).sink_to(sink)
    """

    declaration: ClassVar[Declaration] = Declaration(
        "Files",
        (_GIVES,),
        needs="checkpoints; s3:// and hdfs://: the extras `s3` and `hdfs`",
        tried_with="local disk; moto for S3; HDFS 3.5",
    )

    def __init__(
        self,
        settings: FileWriterSettings,
        compactor: Optional[FileCompactor] = None,
        threads: int = 1,
        own_settings: Optional[Configuration] = None,
    ) -> None:
        self._settings = settings
        self._compactor = compactor
        self._threads = threads
        self._own_settings = own_settings or Configuration()
        self._job_settings = Configuration()

    @staticmethod
    def for_row_format(base_path: str, encoder: Encoder) -> FileSink.RowFormatBuilder:
        """Builds a sink for files of single records, such as lines."""
        return FileSink.RowFormatBuilder(base_path, encoder)

    @staticmethod
    def for_bulk_format(base_path: str, writer_factory: BulkWriterFactory) -> FileSink.BulkFormatBuilder:
        """Builds a sink for files of a bulk format, such as Parquet."""
        return FileSink.BulkFormatBuilder(base_path, writer_factory)

    def configure(self, configuration: Configuration) -> None:
        self._job_settings = configuration

    def _open_store(self) -> OutputStore:
        return open_output_store(self._settings.base, merged(self._job_settings, self._own_settings))

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return self.restore_writer(context, [])

    def restore_writer(self, context: WriterInitContext, states: list[Any]) -> SinkWriter:
        return FileWriter(self._settings, self._open_store(), context, states)

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:
        """Removes hidden files, unless the checkpoint is retained: it refers to files that were open at its time."""
        if retained:
            return
        store, owner = self._open_store(), PartName.of(context).owner
        readable = self._settings.compaction is not None
        for _, name, left_over in store.leftovers(self._settings.base, owner, readable):
            if name.attempt < context.attempt:
                store.remove(left_over)

    def create_committer(self) -> Committer:
        return FileCommitter(self._open_store, self._compactor, self._threads)

    def guarantee(self) -> Guarantee:
        return _GIVES

    def get_transformer(self) -> None:
        """None: the sink does not transform its input."""

    class BaseBuilder:
        """The settings of all formats."""

        def __init__(self, base_path: str, record_format: RecordFormat, policy: RollingPolicy) -> None:
            self._base = Location.of(base_path)
            self._format = record_format
            self._policy = policy
            self._assigner = BucketAssigner.date_time_bucket_assigner()
            self._names = OutputFileConfig.builder().build()
            self._strategy: Optional[FileCompactStrategy] = None
            self._compactor: Optional[FileCompactor] = None
            self._own_settings: Optional[Configuration] = None

        def with_bucket_check_interval(self, interval: int) -> Self:
            """Has no effect: files are checked after every block of records and at every checkpoint."""
            return self

        def with_bucket_assigner(self, bucket_assigner: BucketAssigner) -> Self:
            """Sets the folders of records. The default is a folder for each hour."""
            self._assigner = bucket_assigner
            return self

        def with_output_file_config(self, output_file_config: OutputFileConfig) -> Self:
            """Sets the prefix and the suffix of file names."""
            self._names = output_file_config
            return self

        def enable_compact(self, strategy: FileCompactStrategy, compactor: FileCompactor) -> Self:
            """Keeps files hidden until the strategy merges them."""
            self._strategy, self._compactor = strategy, compactor
            return self

        def disable_compact(self) -> Self:
            """Publishes files without merging, which is the default."""
            self._strategy = self._compactor = None
            return self

        def with_rolling_policy(self, rolling_policy: RollingPolicy) -> Self:
            """Sets the policy for finishing files."""
            self._policy = rolling_policy
            return self

        def with_file_system_settings(self, settings: Configuration) -> Self:
            """Overrides settings of the job, such as `s3.endpoint`. Specific to Pyrite."""
            self._own_settings = settings
            return self

        def build(self) -> FileSink:
            """Returns the sink."""
            settings = FileWriterSettings(
                self._base, self._format, self._assigner, self._policy, self._names, self._strategy
            )
            threads = 1 if self._strategy is None else self._strategy.num_threads
            return FileSink(settings, self._compactor, threads, self._own_settings)

    class RowFormatBuilder(BaseBuilder):
        """Builds a sink for files of single records."""

        def __init__(self, base_path: str, encoder: Encoder) -> None:
            if not isinstance(encoder, Encoder):
                raise InvalidProgramError(
                    f"for_row_format() takes an Encoder, not {encoder!r}. See also for_bulk_format()"
                )
            super().__init__(base_path, RowFormat(encoder), RollingPolicy.default_rolling_policy())

        def build(self) -> FileSink:
            """Returns the sink."""
            if self._compactor is not None and self._compactor.joins_row_groups:
                raise InvalidProgramError(
                    "files of a row format have no row groups: use FileCompactor.concat_file_compactor()"
                )
            return super().build()

    class BulkFormatBuilder(BaseBuilder):
        """Builds a sink for files of a bulk format."""

        def __init__(self, base_path: str, writer_factory: BulkWriterFactory) -> None:
            if not isinstance(writer_factory, BulkWriterFactory):
                raise InvalidProgramError(
                    f"for_bulk_format() takes a BulkWriterFactory, not {writer_factory!r}. See also for_row_format()"
                )
            self._factory = writer_factory
            super().__init__(base_path, writer_factory, RollingPolicy.on_checkpoint_rolling_policy())

        def with_rolling_policy(self, rolling_policy: RollingPolicy) -> Self:
            """Sets the rolling policy. A bulk file cannot stay open across a checkpoint."""
            if not isinstance(rolling_policy, OnCheckpointRollingPolicy):
                raise InvalidProgramError("a bulk format needs RollingPolicy.on_checkpoint_rolling_policy()")
            return super().with_rolling_policy(rolling_policy)

        def build(self) -> FileSink:
            """Returns the sink."""
            if self._compactor is not None and self._compactor.joins_bytes and not self._factory.can_concatenate():
                raise InvalidProgramError(
                    "files of this format cannot be concatenated: use another FileCompactor, for Parquet "
                    "FileCompactor.parquet_file_compactor()"
                )
            return super().build()
