"""The options of JDBC tables, with Flink's names."""

from __future__ import annotations

from typing import Any, Final, Optional

from pyrite.connectors.upserts.flush_options import FLUSH_INTERVAL, FLUSH_ROWS, SINK_PARALLELISM
from pyrite.core.config.config_options import ConfigOption, parse_bool, parse_duration_ms, whole_number
from pyrite.core.connector.lookup_options import LOOKUP_OPTIONS
from pyrite.core.connector.table import TableContext, TableFactory
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException

URL: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "url", str, None, "The database: jdbc:postgresql://host:port/db or jdbc:sqlite:/path."
)
TABLE_NAME: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "table-name", str, None, "The table in the database. It must exist."
)
USERNAME: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "username", str, None, "The user name. Set both 'username' and 'password', or neither."
)
PASSWORD: Final[ConfigOption[Optional[str]]] = ConfigOption("password", str, None, "The password.")
DRIVER: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "driver", str, None, "Has no effect: the URL determines the driver, which is no Java class."
)
MAX_RETRY_TIMEOUT: Final = ConfigOption(
    "connection.max-retry-timeout", parse_duration_ms, 60_000, "The connection timeout, at least a second."
)
MAX_RETRIES: Final = ConfigOption(
    "sink.max-retries", whole_number(0), 3, "How often a batch is retried after a transient error."
)
PARTITION_COLUMN: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "scan.partition.column", str, None, "A numeric column. The table is read in parallel, in ranges of it."
)
PARTITION_NUM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.partition.num", whole_number(1), None, "The number of ranges."
)
PARTITION_LOWER: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.partition.lower-bound", int, None, "The smallest value of the first range. Rows below it are not read."
)
PARTITION_UPPER: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.partition.upper-bound", int, None, "The largest value of the last range. Rows above it are not read."
)
FETCH_SIZE: Final = ConfigOption(
    "scan.fetch-size", whole_number(0), 0, "How many rows a server-side cursor fetches at a time; 0: 1000."
)
AUTO_COMMIT: Final = ConfigOption(
    "scan.auto-commit", parse_bool, True, "Has no effect: rows are read by a cursor in a read-only transaction."
)
SCAN_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.parallelism", whole_number(1), None, "The parallelism of the scan; by default the job's parallelism."
)
PARTITIONING: Final[tuple[ConfigOption[Any], ...]] = (
    *(PARTITION_COLUMN, PARTITION_NUM, PARTITION_LOWER, PARTITION_UPPER),
)
"""These must be set together."""
REQUIRED: Final[tuple[ConfigOption[Any], ...]] = (URL, TABLE_NAME)
OPTIONAL: Final[tuple[ConfigOption[Any], ...]] = (
    *(USERNAME, PASSWORD, DRIVER, MAX_RETRY_TIMEOUT, FLUSH_ROWS, FLUSH_INTERVAL, MAX_RETRIES, SINK_PARALLELISM),
    *(*PARTITIONING, FETCH_SIZE, AUTO_COMMIT, SCAN_PARALLELISM),
    *LOOKUP_OPTIONS,
)


def validated_options(factory: TableFactory, context: TableContext) -> TableOptions:
    """The options of a table. ValidationException, in Flink's words, if they are inconsistent."""
    options = TableOptions(factory, context)
    options.validate()
    for together in ((USERNAME, PASSWORD), PARTITIONING):
        if len({options.contains(each) for each in together}) > 1:
            names = "\n".join(each.key for each in together)
            raise ValidationException(f"Either all or none of the following options should be provided:\n{names}")
    return options
