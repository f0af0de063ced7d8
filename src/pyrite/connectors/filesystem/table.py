"""'connector' = 'filesystem': files as a table."""

from __future__ import annotations

import re

from pyrite.connectors.files.paths import Location
from pyrite.connectors.filesystem import options as declared
from pyrite.connectors.filesystem.formats import FileFormats, FormatReading
from pyrite.connectors.filesystem.partitions import check_partition_types
from pyrite.connectors.filesystem.source import FileSelection, FileSystemTableSource
from pyrite.core.connector.table import TableContext, TableFactory, TableSource, ValidationException
from pyrite.core.connector.table_options import TableOptions


class FileSystemTableFactory(TableFactory):
    """Makes tables of 'connector' = 'filesystem'."""

    identifier = "filesystem"
    required_options = declared.REQUIRED
    optional_options = declared.OPTIONAL
    option_prefixes = ("parquet.",)
    """As in Flink, options of Parquet that are not known go to its library, where they change nothing."""

    def create_source(self, context: TableContext) -> TableSource:
        options = TableOptions(self, context, FileFormats())
        chosen = options.decoding_format(declared.FORMAT)
        options.validate()
        return FileSystemTableSource(
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

    def _base(self, context: TableContext, options: TableOptions) -> Location:
        check_partition_types(
            {field.name: field.type for field in context.row_type.fields if field.name in context.partition_keys}
        )
        path = options.get(declared.PATH)
        assert path is not None
        return Location.of(path)


def _checked_pattern(pattern: str | None) -> str | None:
    if pattern is not None:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValidationException(
                f"Invalid value for option '{declared.PATH_PATTERN.key}'.\n\n{pattern!r}: {error}"
            ) from None
    return pattern
