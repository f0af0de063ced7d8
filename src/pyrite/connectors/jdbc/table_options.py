"""The options of JDBC tables, with Flink's names."""

from __future__ import annotations

from typing import Any, Final, Optional

from pyrite.connectors.upserts.flush_options import FLUSH_INTERVAL, FLUSH_ROWS, SINK_PARALLELISM
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
MAX_RETRIES: Final = ConfigOption(
    "sink.max-retries", whole_number(0), 3, "How often a batch is sent again after an error that may pass."
)
REQUIRED: Final[tuple[ConfigOption[Any], ...]] = (URL, TABLE_NAME)
OPTIONAL: Final[tuple[ConfigOption[Any], ...]] = (
    *(USERNAME, PASSWORD, DRIVER, MAX_RETRY_TIMEOUT, FLUSH_ROWS, FLUSH_INTERVAL, MAX_RETRIES, SINK_PARALLELISM),
)
