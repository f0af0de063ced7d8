"""The lookups of tables of HTTP services: a request for each key."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Optional
from urllib.parse import quote

import httpx
import pyarrow as pa

from pyrite.connectors.base.http_client import trusted_certificates
from pyrite.connectors.http.options import HttpSettings
from pyrite.connectors.http.sink import TRANSIENT
from pyrite.connectors.upserts.scalar_text import scalar_text
from pyrite.core.connector.lookup import (
    AsyncLookupReader,
    Key,
    Lookup,
    LookupCache,
    LookupOnlySource,
    LookupReader,
    Row,
)
from pyrite.core.connector.lookup_options import LookupSettings
from pyrite.core.connector.table import SupportsProjectionPushDown
from pyrite.core.errors import BadRecordError, ConnectorError, ValidationException
from pyrite.core.functions.user_function import shorten
from pyrite.core.types import RowType
from pyrite.expressions.values import to_column
from pyrite.formats.json.message_reader import JsonReading, MessageReader
from pyrite.formats.json.message_writer import JsonWriting
from pyrite.formats.json.table_format import JsonEncoder

_COLUMN: Final = re.compile(r"\{([^{}]*)\}")
_NO_ROWS: Final = frozenset({204, 404})
_SHOWN: Final = 500


@dataclass(frozen=True)
class HttpTableSource(LookupOnlySource, SupportsProjectionPushDown):
    """`settings.url` may have columns in braces."""

    settings: HttpSettings
    row_type: RowType
    columns: frozenset[str]
    """The names of all columns of the table."""
    iso_timestamps: bool
    lookups: LookupSettings = field(default_factory=LookupSettings)

    def __post_init__(self) -> None:
        if unknown := sorted({*_COLUMN.findall(self.settings.url)} - self.columns):
            raise ValidationException(f"the table has no column '{unknown[0]}', which 'url' has in braces")

    @property
    def produced_type(self) -> RowType:
        return self.row_type

    def as_summary_string(self) -> str:
        return "HTTP table source"

    def apply_projection(self, columns: Sequence[int]) -> HttpTableSource:
        fields = tuple(self.row_type.fields[place] for place in columns)
        return replace(self, row_type=RowType(fields, nullable=False))

    def describe_lookup(self, keys: Sequence[int]) -> Lookup:
        names = [self.row_type.names[key] for key in keys]
        for key in keys:
            scalar_text(self.row_type.children[key])  # raises for types without a text form
        if missing := sorted({*_COLUMN.findall(self.settings.url)} - {*names}):
            raise ValidationException(
                f"a table of 'http' is joined by equality with all columns in its URL, and not by {', '.join(names)} "
                f"without {', '.join(missing)}"
            )
        return HttpLookup(self.settings, self.row_type, tuple(keys), self.iso_timestamps, self.lookups)


@dataclass(frozen=True)
class HttpLookup(Lookup):
    settings: HttpSettings
    row_type: RowType
    keys: tuple[int, ...]
    iso_timestamps: bool
    lookups: LookupSettings

    @property
    def cache(self) -> LookupCache:
        return self.lookups.cache

    @property
    def is_async(self) -> bool:
        return True

    def create_reader(self, is_async: bool) -> LookupReader | AsyncLookupReader:
        return HttpLookupReader(self)


class HttpLookupReader(AsyncLookupReader):
    """Sends the key as part of the URL, with GET, or as a JSON object, with POST. Repeats failed requests."""

    def __init__(self, lookup: HttpLookup) -> None:
        settings = self._settings = lookup.settings
        self._retries = lookup.lookups.retries
        key_fields = tuple(lookup.row_type.fields[key] for key in lookup.keys)
        self._key_type = RowType(key_fields, nullable=False)
        self._texts = [scalar_text(each.type) for each in key_fields]
        self._encoder = JsonEncoder(self._key_type, JsonWriting(lookup.iso_timestamps, False, False, "FAIL", "null"))
        self._rows = MessageReader(lookup.row_type, JsonReading(iso_timestamps=lookup.iso_timestamps))
        self._secrets = settings.secrets
        self._places_in_url = {*_COLUMN.findall(settings.url)}

    async def open(self) -> None:
        settings = self._settings
        headers = {name.encode(): value.encode("latin-1") for name, value in settings.headers.items()}
        self._client = httpx.AsyncClient(timeout=settings.timeout_s, verify=trusted_certificates(), headers=headers)

    async def lookup(self, keys: Sequence[Key]) -> Sequence[Sequence[Row]]:
        return await asyncio.gather(*map(self._rows_of, keys))

    async def _rows_of(self, key: Key) -> Sequence[Row]:
        backoff, failures = replace(self._settings.backoff, retries=self._retries), 0
        while True:
            reason, body = await self._try(key)
            if not reason:
                return self._read(body)
            failures += 1
            if backoff.is_over(failures):
                raise ConnectorError(f"{self._settings.place} did not answer: {reason}")
            await asyncio.sleep(backoff.pause_ms(failures) / 1000)

    async def _try(self, key: Key) -> tuple[str, bytes]:
        """Returns the body of an answer, or the reason for a retry. ConnectorError for a permanent failure."""
        settings = self._settings
        try:
            if settings.method == "POST":
                headers = {"Content-Type": "application/json"}
                answer = await self._client.post(settings.url, content=self._body(key), headers=headers)
            else:
                answer = await self._client.get(self._url(key))
        except httpx.HTTPError as error:
            return self._secrets.masked(error) or type(error).__name__, b""
        if answer.status_code in _NO_ROWS:
            return "", b""
        if answer.is_success:
            return "", answer.content
        text = self._secrets.masked_beginning(answer.content, _SHOWN, is_cut=False)
        reason = f"{answer.status_code} {self._secrets.masked(answer.reason_phrase)} {text}".strip()
        if answer.status_code not in TRANSIENT:
            raise ConnectorError(f"{settings.place} refused the request: {reason}")
        return reason, b""

    def _url(self, key: Key) -> str:
        """Returns the URL of a key. Columns that it has not in braces become parameters of its query."""
        names = self._key_type.names
        values: dict[str, str] = {}
        for name, text, value in zip(names, self._texts, key, strict=True):
            values[name] = quote(text(value) or "", safe="")
        url = _COLUMN.sub(lambda column: values[column[1]], self._settings.url)
        query = "&".join(f"{quote(name)}={values[name]}" for name in names if name not in self._places_in_url)
        if not query:
            return url
        return f"{url}{'&' if '?' in url else '?'}{query}"

    def _body(self, key: Key) -> bytes:
        columns = [to_column([value], kind) for value, kind in zip(key, self._key_type.children, strict=True)]
        body: Optional[bytes] = self._encoder.encode(pa.record_batch(columns, list(self._key_type.names)))[0]
        assert body is not None
        return body

    def _read(self, body: bytes) -> list[Row]:
        if body.strip() in (b"", b"null"):
            return []
        try:
            return list(self._rows.rows(body))
        except ValueError as error:
            raise BadRecordError(f"{self._settings.place} answered {shorten(body)}: {error}") from error

    async def close(self) -> None:
        await self._client.aclose()
