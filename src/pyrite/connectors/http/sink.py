"""HttpSink: sends records as the bodies of HTTP requests."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, ClassVar, Final, Optional

import httpx

from pyrite.connectors.base.batching_writer import BatchingWriter
from pyrite.connectors.base.encoding import encode
from pyrite.connectors.base.http_client import trusted_certificates
from pyrite.connectors.http.options import HttpSettings
from pyrite.core.backoff import Backoff
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ConnectorError, InvalidProgramError

TRANSIENT: Final = frozenset({408, 425, 429, *range(500, 600)}) - {501, 505}
"""Statuses after which a retry may succeed."""
_SHOWN: Final = 500
_LONGEST_PAUSE_MS: Final = 30_000


class HttpWriter(BatchingWriter):
    """Sends one request at a time, over a persistent connection.

    It uses httpx's transport without its client, which would triple the cost of a request, for cookies and redirects.
    """

    def __init__(self, settings: HttpSettings, schema: SerializationSchema) -> None:
        super().__init__(settings.batch_size)
        self._settings = settings
        self._secrets = settings.secrets
        self._headers = {name.encode(): value.encode("latin-1") for name, value in settings.headers.items()}
        self._serialize = schema.serialize
        self._timeouts = {"timeout": httpx.Timeout(settings.timeout_s).as_dict()}
        self._transport = httpx.HTTPTransport(verify=trusted_certificates())

    def _items_of(self, values: list[Any]) -> Sequence[bytes]:
        return encode(self._serialize, values)

    def _send(self, items: Sequence[bytes]) -> None:
        settings = self._settings
        headers = {b"Idempotency-Key": uuid.uuid4().hex.encode(), **self._headers}
        body = settings.separator.join(items)
        request = httpx.Request(settings.method, self._url, content=body, headers=headers, extensions=self._timeouts)
        for failures in count(1):
            reason = self._try(request)
            if not reason:
                return
            if not settings.backoff.wait_after(failures):
                raise ConnectorError(f"HttpSink: {settings.place} did not accept {len(items)} records: {reason}")

    @cached_property
    def _url(self) -> httpx.URL:
        try:
            return httpx.URL(self._settings.url)
        except httpx.InvalidURL:  # its text includes the query
            place = self._settings.place
            raise ConnectorError(f"HttpSink: {place} cannot be called: its URL is invalid") from None

    def _try(self, request: httpx.Request) -> str:
        """Sends a request. Returns "" on success, or the reason for a retry. ConnectorError for a permanent failure."""
        try:
            answer = self._transport.handle_request(request)
            with contextlib.closing(answer):
                text = self._text(answer)
        except httpx.HTTPError as error:
            return self._secrets.masked(error)
        if answer.is_success:
            return ""
        reason = f"{answer.status_code} {self._secrets.masked(answer.reason_phrase)} {text}".strip()
        if answer.status_code not in TRANSIENT:
            raise ConnectorError(f"HttpSink: {self._settings.place} refused records: {reason}")
        return reason

    def _text(self, answer: httpx.Response) -> str:
        """The beginning of an answer, with secrets masked, also a secret that is cut off at the end."""
        data, limit = b"", _SHOWN + self._secrets.longest_bytes
        for part in answer.iter_bytes():
            data += part
            if len(data) > limit:
                return self._secrets.masked_beginning(data[:limit], _SHOWN, is_cut=True)
        return self._secrets.masked_beginning(data, _SHOWN, is_cut=False)

    def close(self) -> None:
        super().close()
        self._transport.close()


class HttpSink(Sink):
    """Sends records to a URL, one or several per request, at least once.

    A request that fails for a transient reason is retried, with increasing pauses and the same `Idempotency-Key`, by
    which the server can detect duplicates. A permanent failure fails the job.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "HTTP", (Guarantee(AT_LEAST_ONCE, "no transactions"),), tried_with="a server of Python's own"
    )

    def __init__(
        self,
        url: str,
        serialization_schema: SerializationSchema,
        method: str = "POST",
        headers: Optional[Mapping[str, str]] = None,
        batch_size: int = 1,
        separator: bytes = b"\n",
        retries: int = 5,
        retry_pause_ms: int = 200,
        timeout_ms: int = 10_000,
    ) -> None:
        for name, value, least in (
            ("batch_size", batch_size, 1),
            ("timeout_ms", timeout_ms, 1),
            ("retries", retries, 0),
            ("retry_pause_ms", retry_pause_ms, 0),
        ):
            if value < least:
                raise InvalidProgramError(f"{name} of an HttpSink must be at least {least}, not {value}")
        backoff = Backoff(retry_pause_ms, max(_LONGEST_PAUSE_MS, retry_pause_ms), retries=retries)
        self._settings = HttpSettings(
            url, method, dict(headers or {}), batch_size, separator, backoff, timeout_ms / 1000
        )
        self._schema = serialization_schema

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return HttpWriter(self._settings, self._schema)
