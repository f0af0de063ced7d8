"""The options of JDBC tables, with Flink's names."""

from __future__ import annotations

from typing import Any, Final, Optional

from pyrite.connectors.upserts.flush_options import FLUSH_INTERVAL, FLUSH_ROWS, SINK_PARALLELISM
from pyrite.core.config.config_options import ConfigOption, parse_bool, parse_duration_ms, whole_number
from pyrite.core.connector.table import TableContext, TableFactory
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException

URL: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "url", str, None, "The database: jdbc:postgresql://host:port/db or jdbc:sqlite:/path."
)
TABLE_NAME: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "table-name", str, None, "The table in the database; it must be there."
)
USERNAME: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "username", str, None, "The user; 'username' and 'password' must both be there, or neither."
)
PASSWORD: Final[ConfigOption[Optional[str]]] = ConfigOption("password", str, None, "The password.")
DRIVER: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "driver", str, None, "Changes nothing: the URL names the database, and no Java class is needed."
)
MAX_RETRY_TIMEOUT: Final = ConfigOption(
    "connection.max-retry-timeout", parse_duration_ms, 60_000, "How long connecting may take; a second at least."
)
MAX_RETRIES: Final = ConfigOption(
    "sink.max-retries", whole_number(0), 3, "How often a batch is sent again after an error that may pass."
)
PARTITION_COLUMN: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "scan.partition.column", str, None, "A column of numbers by whose ranges the table is read in parallel."
)
PARTITION_NUM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.partition.num", whole_number(1), None, "How many ranges there are."
)
PARTITION_LOWER: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.partition.lower-bound", int, None, "The least value of the first range; rows below it are not read."
)
PARTITION_UPPER: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.partition.upper-bound", int, None, "The greatest value of the last range; rows above it are not read."
)
FETCH_SIZE: Final = ConfigOption(
    "scan.fetch-size", whole_number(0), 0, "How many rows are fetched at once; 0: 1000, by a cursor of the server."
)
AUTO_COMMIT: Final = ConfigOption(
    "scan.auto-commit", parse_bool, True, "Changes nothing: rows are read by a cursor in a transaction that only reads."
)
SCAN_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "scan.parallelism", whole_number(1), None, "The parallelism of the scan; that of the job if it is not set."
)
PARTITIONING: Final[tuple[ConfigOption[Any], ...]] = (
    *(PARTITION_COLUMN, PARTITION_NUM, PARTITION_LOWER, PARTITION_UPPER),
)
"""All of them are set, or none."""
REQUIRED: Final[tuple[ConfigOption[Any], ...]] = (URL, TABLE_NAME)
OPTIONAL: Final[tuple[ConfigOption[Any], ...]] = (
    *(USERNAME, PASSWORD, DRIVER, MAX_RETRY_TIMEOUT, FLUSH_ROWS, FLUSH_INTERVAL, MAX_RETRIES, SINK_PARALLELISM),
    *(*PARTITIONING, FETCH_SIZE, AUTO_COMMIT, SCAN_PARALLELISM),
)


def validated_options(factory: TableFactory, context: TableContext) -> TableOptions:
    """The options of a table. ValidationException, in Flink's words, if some do not go together."""
    options = TableOptions(factory, context)
    options.validate()
    for together in ((USERNAME, PASSWORD), PARTITIONING):
        if len({options.contains(each) for each in together}) > 1:
            names = "\n".join(each.key for each in together)
            raise ValidationException(f"Either all or none of the following options should be provided:\n{names}")
    return options
