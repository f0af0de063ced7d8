"""The options of JDBC tables, with Flink's names."""

from __future__ import annotations

from typing import Any, Final, Optional

from pyrite.core.config.config_options import ConfigOption, parse_duration_ms, whole_number

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
FLUSH_ROWS: Final = ConfigOption(
    "sink.buffer-flush.max-rows",
    whole_number(0),
    100,
    "How many changes are gathered before they are written; 0: those of a block. They are written at checkpoints, too.",
)
FLUSH_INTERVAL: Final = ConfigOption(
    "sink.buffer-flush.interval", parse_duration_ms, 1000, "How long a change waits at most; 0: until the next one."
)
MAX_RETRIES: Final = ConfigOption(
    "sink.max-retries", whole_number(0), 3, "How often a batch is sent again after an error that may pass."
)
SINK_PARALLELISM: Final[ConfigOption[Optional[int]]] = ConfigOption(
    "sink.parallelism", whole_number(1), None, "The parallelism of the sink; that of its input if it is not set."
)
REQUIRED: Final[tuple[ConfigOption[Any], ...]] = (URL, TABLE_NAME)
OPTIONAL: Final[tuple[ConfigOption[Any], ...]] = (
    *(USERNAME, PASSWORD, DRIVER, MAX_RETRY_TIMEOUT, FLUSH_ROWS, FLUSH_INTERVAL, MAX_RETRIES, SINK_PARALLELISM),
)
