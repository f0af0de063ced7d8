"""'connector' = 'filesystem': files as a table."""

from __future__ import annotations

import re
from typing import Optional

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.table import options as declared
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
    """Makes tables of 'connector' = 'filesystem'."""

    identifier = "filesystem"
    required_options = declared.REQUIRED
    optional_options = declared.OPTIONAL
    option_prefixes = ("parquet.",)
    """As in Flink, options of Parquet that are not known go to its library, where they change nothing."""

    def describe_source(self, context: TableContext) -> TableSource:
        options = TableOptions(self, context, FILE_FORMATS)
        chosen = options.decoding_format(declared.FORMAT)
        options.validate()
        source = FileSystemTableSource(
            context.row_type,
            FileSelection(
                self._base(context, options),
                context.partition_keys,
                path_pattern=_checked_pattern(options.get(declared.PATH_PATTERN)),
            ),
            FormatReading(options.required_format(chosen, declared.FORMAT, "scan")),
            options.get(declared.PARTITION_DEFAULT_NAME),
            options.get(declared.MONITOR_INTERVAL) or 0,
            options.get(declared.SCAN_PARALLELISM),
            configuration=context.configuration,
        )
        source.columns_format()  # raises for types that the format does not know
        return source

    def describe_sink(self, context: TableContext) -> TableSink:
        options = TableOptions(self, context, FILE_FORMATS)
        chosen = options.encoding_format(declared.FORMAT)
        options.validate()
        writing = FormatWriting(options.required_format(chosen, declared.FORMAT, "sink"))
        if options.get(declared.SHUFFLE_BY_PARTITION):
            raise ValidationException(
                f"'{declared.SHUFFLE_BY_PARTITION.key}' is not supported: rows are written where they arrive."
            )
        size_bytes, compacts = options.get(declared.ROLLING_SIZE), options.get(declared.AUTO_COMPACTION)
        policy = TableRollingPolicy(
            writing.is_bulk or compacts,
            size_bytes,
            options.get(declared.ROLLOVER_INTERVAL),
            options.get(declared.INACTIVITY_INTERVAL),
        )
        compaction = None
        if compacts:
            compaction = Compaction(
                options.get(declared.COMPACTION_SIZE) or size_bytes, options.get(declared.COMPACTION_PARALLELISM) or 1
            )
        sink = FileSystemTableSink(
            context.row_type,
            self._base(context, options),
            context.partition_keys,
            writing,
            policy,
            options.get(declared.PARTITION_DEFAULT_NAME),
            compaction,
            _partition_commit(context, options),
            options.get(declared.SINK_PARALLELISM),
            context.is_batch,
            context.configuration,
        )
        sink.record_format()  # raises for types that the format does not know
        return sink

    def _base(self, context: TableContext, options: TableOptions) -> Location:
        check_partition_types(
            {field.name: field.type for field in context.row_type.fields if field.name in context.partition_keys}
        )
        path = options.get(declared.PATH)
        assert path is not None
        return Location.of(path)


def _checked_pattern(pattern: Optional[str]) -> Optional[str]:
    if pattern is not None:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValidationException(
                f"Invalid value for option '{declared.PATH_PATTERN.key}'.\n\n{pattern!r}: {error}"
            ) from None
    return pattern


def _partition_commit(context: TableContext, options: TableOptions) -> Optional[PartitionCommit]:
    zone = options.get(declared.WATERMARK_TIME_ZONE)
    zone_of(zone)
    policies = [kind.strip().lower() for kind in (options.get(declared.POLICY_KIND) or "").split(",") if kind.strip()]
    for kind in policies:
        if kind == "metastore":
            raise ValidationException(
                "Can not configure a 'metastore' partition commit policy for a file system table. You can only "
                "configure 'metastore' partition commit policy for a hive table."
            )
        if kind != "success-file":
            raise ValidationException(
                f"Unsupported policy: {kind}. '{declared.POLICY_KIND.key}' may be 'success-file'."
            )
    if options.get(declared.TIME_EXTRACTOR_KIND) != "default":
        raise ValidationException(f"Unsupported extractor kind: {options.get(declared.TIME_EXTRACTOR_KIND)}")
    if not policies:
        return None
    times = None
    if options.get(declared.COMMIT_TRIGGER) == "partition-time" and context.partition_keys:
        pattern, formatter = options.get(declared.TIMESTAMP_PATTERN), options.get(declared.TIMESTAMP_FORMATTER)
        times = PartitionTimes(context.partition_keys, pattern, formatter, zone)
    return PartitionCommit(options.get(declared.SUCCESS_FILE_NAME), options.get(declared.COMMIT_DELAY), times)
