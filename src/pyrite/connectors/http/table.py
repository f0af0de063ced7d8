"""'connector' = 'http': tables of HTTP services, for lookup joins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Optional

from pyrite.connectors.http.lookup import HttpTableSource
from pyrite.connectors.http.options import HttpSettings
from pyrite.core.backoff import Backoff
from pyrite.core.config.config_options import ConfigOption, duration_of_at_least, one_of, parse_map
from pyrite.core.connector.lookup import FullCache
from pyrite.core.connector.lookup_options import PARTIAL_OPTIONS, lookup_settings
from pyrite.core.connector.table import TableContext, TableFactory, TableSource
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException

URL: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "url", str, None, "The service: https://host/users/{id}. Key columns that are not in braces become parameters."
)
METHOD: Final = ConfigOption(
    "lookup.method",
    one_of({"get": "GET", "post": "POST"}),
    "GET",
    "GET: the key is in the URL. POST: the key is the body, a JSON object.",
)
HEADERS: Final[ConfigOption[Mapping[str, str]]] = ConfigOption(
    "lookup.http-headers", parse_map, {}, "Headers of all requests: 'name:value,other:value'."
)
TIMEOUT: Final = ConfigOption(
    "lookup.request-timeout", duration_of_at_least(1), 30_000, "The timeout for connecting and for each read."
)
TIMESTAMP_FORMAT: Final = ConfigOption(
    "lookup.timestamp-format.standard",
    one_of({"sql": "SQL", "iso-8601": "ISO-8601"}),
    "SQL",
    "'SQL' (2024-02-29 12:30:00.5) or 'ISO-8601' (2024-02-29T12:30:00.5), in answers and in the body of POST.",
)
_BACKOFF: Final = Backoff(200, longest_ms=5000)


class HttpTableFactory(TableFactory):
    """Creates tables that can only be joined by key: a row, or an array of rows, is the JSON that a service answers."""

    identifier = "http"
    required_options = (URL,)
    optional_options = (METHOD, HEADERS, TIMEOUT, TIMESTAMP_FORMAT, *PARTIAL_OPTIONS)

    def describe_source(self, context: TableContext) -> TableSource:
        options = TableOptions(self, context)
        options.validate()
        lookups = lookup_settings(options)
        if isinstance(lookups.cache, FullCache):
            raise ValidationException("'lookup.cache' of a table of 'http' must be NONE or PARTIAL")
        url, method = str(options.get(URL)), options.get(METHOD)
        if method == "POST" and "{" in url:
            raise ValidationException("'url' can have columns in braces only with 'lookup.method'='GET'")
        settings = HttpSettings(
            url, method, options.get(HEADERS), 1, b"", _BACKOFF, options.get(TIMEOUT) / 1000, "a table of 'http'"
        )
        is_iso = options.get(TIMESTAMP_FORMAT) == "ISO-8601"
        return HttpTableSource(settings, context.row_type, frozenset(context.row_type.names), is_iso, lookups)
