"""FileSource: reads records from files, once or continuously."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Optional

from pyrite.connectors.files.formats.file_format import FileFormat
from pyrite.connectors.files.formats.stream_format import BulkFormat, StreamFormat
from pyrite.connectors.files.input_files import FoundFile, InputFiles, merged
from pyrite.connectors.files.paths import PathPattern
from pyrite.connectors.files.source.enumerator import FileEnumerator, FilesSeen
from pyrite.connectors.files.source.reader import FileReader
from pyrite.connectors.files.source.split import FileSplit, cut
from pyrite.connectors.files.source.split_providers import FileEnumeratorProvider, FileSplitAssignerProvider
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.source import Boundedness, Source, SourceReader, SourceReaderContext, SplitEnumeratorContext
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import Duration

_GIVES = Guarantee(EXACTLY_ONCE, "positions in files are part of the checkpoint")


@persisted("file-source/1")
class FileSource(Source[FileSplit]):
    """Reads files. Created by `FileSource.for_record_stream_format(format, path, ...).build()`.

    A path is a file, a folder with all files below it, or a pattern with wildcards: `logs/**/*.csv`. Files and folders
    whose names begin with a dot or an underscore are ignored.

    >>> source = FileSource.for_record_stream_format(StreamFormat.text_line_format(), "/data/logs/*.txt").build()
    >>> lines = env.from_source(source, WatermarkStrategy.no_watermarks(), "logs")
    """

    declaration: ClassVar[Declaration] = Declaration(
        "Files",
        (_GIVES,),
        needs="Avro: the extra `avro`; s3:// and hdfs://: the extras `s3` and `hdfs`",
        tried_with="local disk; moto for S3; HDFS 3.5",
    )

    def __init__(
        self,
        file_format: FileFormat,
        paths: Sequence[str],
        split_bytes: int,
        period_ms: int,
        policy: BadRecords,
        own_settings: Optional[Configuration] = None,
    ) -> None:
        self._format = file_format
        self._patterns = [PathPattern.of(path) for path in paths]
        self._split_bytes = split_bytes
        self._period_ms = period_ms
        self._policy = policy
        self._own_settings = own_settings or Configuration()
        self._job_settings = Configuration()

    @staticmethod
    def for_record_stream_format(stream_format: StreamFormat, *paths: str) -> FileSourceBuilder:
        """Builds a source for files of single records, such as lines."""
        return FileSourceBuilder(stream_format, paths)

    @staticmethod
    def for_bulk_file_format(bulk_format: BulkFormat, *paths: str) -> FileSourceBuilder:
        """Builds a source for files of a bulk format, such as Parquet."""
        return FileSourceBuilder(bulk_format, paths)

    def configure(self, configuration: Configuration) -> None:
        self._job_settings = configuration

    def _files(self) -> InputFiles:
        return InputFiles(merged(self._job_settings, self._own_settings))

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED if self._period_ms else Boundedness.BOUNDED

    def guarantee(self) -> Guarantee:
        return _GIVES

    def create_reader(self, context: SourceReaderContext) -> SourceReader[FileSplit]:
        return FileReader(self._format, self._files(), self._policy, context)

    def create_enumerator(
        self, context: SplitEnumeratorContext[FileSplit], seen: Optional[FilesSeen] = None
    ) -> FileEnumerator:
        find = partial(_find, self._files(), self._patterns, self._period_ms > 0)
        return FileEnumerator(context, find, self._cut, self._period_ms, seen)

    def restore_enumerator(self, context: SplitEnumeratorContext[FileSplit], checkpoint: Any) -> FileEnumerator:
        return self.create_enumerator(context, checkpoint)

    def _cut(self, file: FoundFile) -> list[FileSplit]:
        if not file.size_bytes:
            return []
        if self._split_bytes and self._format.is_splittable(file.location.path):
            return cut(file.location, file.size_bytes, self._split_bytes)
        return [FileSplit(file.location, 0, file.size_bytes, file.size_bytes)]


def _find(files: InputFiles, patterns: Sequence[PathPattern], may_be_missing: bool) -> list[FoundFile]:
    return [file for pattern in patterns for file in files.find(pattern, may_be_missing)]


class FileSourceBuilder:
    """Builds a FileSource. By default it reads the current files, and ends."""

    def __init__(self, file_format: FileFormat, paths: Sequence[str]) -> None:
        if not isinstance(file_format, FileFormat):
            raise InvalidProgramError(f"FileSource takes a StreamFormat or a BulkFormat, not {file_format!r}")
        if not paths:
            raise InvalidProgramError("FileSource needs at least one path")
        self._format = file_format
        self._paths = paths
        self._period_ms = 0
        self._split_bytes = FileEnumeratorProvider.default_splittable_file_enumerator().split_bytes
        self._policy = BadRecords.FAIL
        self._settings: Optional[Configuration] = None

    def monitor_continuously(self, discovery_interval: Duration) -> FileSourceBuilder:
        """Lists new files at this interval. The input is unbounded. A file is read once, and must appear atomically."""
        period_ms = discovery_interval.to_millis()
        if period_ms < 1:
            raise InvalidProgramError(f"the discovery interval must be at least 1 ms, not {period_ms} ms")
        self._period_ms = period_ms
        return self

    def process_static_file_set(self) -> FileSourceBuilder:
        """Reads the files that exist at the start, and ends, which is the default."""
        self._period_ms = 0
        return self

    def set_file_enumerator(self, file_enumerator: FileEnumeratorProvider) -> FileSourceBuilder:
        """Sets how files are cut into splits."""
        self._split_bytes = file_enumerator.split_bytes
        return self

    def set_split_assigner(self, split_assigner: FileSplitAssignerProvider) -> FileSourceBuilder:
        """Has no effect: only one split assigner exists."""
        return self

    def set_bad_records(self, policy: BadRecords) -> FileSourceBuilder:
        """Sets the policy for rows that cannot be read. A corrupt file fails the job. Specific to Pyrite."""
        self._policy = BadRecords.checked(policy)
        return self

    def set_file_system_settings(self, settings: Configuration) -> FileSourceBuilder:
        """Overrides settings of the job, such as `s3.endpoint`. Specific to Pyrite."""
        self._settings = settings
        return self

    def build(self) -> FileSource:
        """Returns the source."""
        return FileSource(self._format, self._paths, self._split_bytes, self._period_ms, self._policy, self._settings)
