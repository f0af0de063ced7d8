"""'connector' = 'filesystem': tables of files."""

from __future__ import annotations

import re
from typing import Optional

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.table import options as settings
from pyrite.connectors.files.table.formats import FILE_FORMATS, FormatReading, FormatWriting
from pyrite.connectors.files.table.partition_commit import PartitionCommit
from pyrite.connectors.files.table.partition_time import PartitionTimes, zone_of
from pyrite.connectors.files.table.partitions import check_partition_types
from pyrite.connectors.files.table.rolling import TableRollingPolicy
from pyrite.connectors.files.table.sink import Compaction, FileSystemTableSink
from pyrite.connectors.files.table.source import FileSelection, FileSystemTableSource
from pyrite.core.connector.table import TableContext, TableFactory, TableSink, TableSource, ValidationException
from pyrite.core.connector.table_options import TableOptions


class FileSystemTableFactory(TableFactory):
    """Creates tables with 'connector' = 'filesystem'."""

    identifier = "filesystem"
    required_options = settings.REQUIRED
    optional_options = settings.OPTIONAL
    option_prefixes = ("parquet.",)
    """As in Flink, unknown options of Parquet are accepted, and have no effect."""

    def describe_source(self, context: TableContext) -> TableSource:
        options = TableOptions(self, context, FILE_FORMATS)
        table_format = options.decoding_format(settings.FORMAT)
        options.validate()
        source = FileSystemTableSource(
            context.row_type,
            FileSelection(
                self._base(context, options),
                context.partition_keys,
                path_pattern=_checked_pattern(options.get(settings.PATH_PATTERN)),
            ),
            FormatReading(options.required_format(table_format, settings.FORMAT, "scan")),
            options.get(settings.PARTITION_DEFAULT_NAME),
            options.get(settings.MONITOR_INTERVAL) or 0,
            options.get(settings.SCAN_PARALLELISM),
            configuration=context.configuration,
        )
        source.columns_format()  # raises for types that the format does not support
        return source

    def describe_sink(self, context: TableContext) -> TableSink:
        options = TableOptions(self, context, FILE_FORMATS)
        table_format = options.encoding_format(settings.FORMAT)
        options.validate()
        writing = FormatWriting(options.required_format(table_format, settings.FORMAT, "sink"))
        if options.get(settings.SHUFFLE_BY_PARTITION):
            raise ValidationException(f"'{settings.SHUFFLE_BY_PARTITION.key}' is not supported.")
        size_bytes, compacts = options.get(settings.ROLLING_SIZE), options.get(settings.AUTO_COMPACTION)
        policy = TableRollingPolicy(
            writing.is_bulk or compacts,
            size_bytes,
            options.get(settings.ROLLOVER_INTERVAL),
            options.get(settings.INACTIVITY_INTERVAL),
        )
        compaction = None
        if compacts:
            compaction = Compaction(
                options.get(settings.COMPACTION_SIZE) or size_bytes,
                options.get(settings.COMPACTION_PARALLELISM) or 1,
            )
        sink = FileSystemTableSink(
            context.row_type,
            self._base(context, options),
            context.partition_keys,
            writing,
            policy,
            options.get(settings.PARTITION_DEFAULT_NAME),
            compaction,
            _partition_commit(context, options),
            options.get(settings.SINK_PARALLELISM),
            context.is_batch,
            context.configuration,
        )
        sink.record_format()  # raises for types that the format does not support
        return sink

    def _base(self, context: TableContext, options: TableOptions) -> Location:
        check_partition_types(
            {field.name: field.type for field in context.row_type.fields if field.name in context.partition_keys}
        )
        path = options.get(settings.PATH)
        assert path is not None
        return Location.of(path)


def _checked_pattern(pattern: Optional[str]) -> Optional[str]:
    if pattern is not None:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValidationException(
                f"Invalid value for option '{settings.PATH_PATTERN.key}'.\n\n{pattern!r}: {error}"
            ) from None
    return pattern


def _partition_commit(context: TableContext, options: TableOptions) -> Optional[PartitionCommit]:
    zone = options.get(settings.WATERMARK_TIME_ZONE)
    zone_of(zone)
    policies = [kind.strip().lower() for kind in (options.get(settings.POLICY_KIND) or "").split(",") if kind.strip()]
    for kind in policies:
        if kind == "metastore":
            raise ValidationException(
                "Can not configure a 'metastore' partition commit policy for a file system table. You can only "
                "configure 'metastore' partition commit policy for a hive table."
            )
        if kind != "success-file":
            raise ValidationException(
                f"Unsupported policy: {kind}. '{settings.POLICY_KIND.key}' may be 'success-file'."
            )
    if options.get(settings.TIME_EXTRACTOR_KIND) != "default":
        raise ValidationException(f"Unsupported extractor kind: {options.get(settings.TIME_EXTRACTOR_KIND)}")
    if not policies:
        return None
    times = None
    if options.get(settings.COMMIT_TRIGGER) == "partition-time" and context.partition_keys:
        pattern, formatter = options.get(settings.TIMESTAMP_PATTERN), options.get(settings.TIMESTAMP_FORMATTER)
        times = PartitionTimes(context.partition_keys, pattern, formatter, zone)
    return PartitionCommit(options.get(settings.SUCCESS_FILE_NAME), options.get(settings.COMMIT_DELAY), times)
