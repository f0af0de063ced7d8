"""HttpSink: records as the bodies of HTTP requests."""

from __future__ import annotations

import http.client
import ssl
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.batching_writer import BatchingWriter
from pyrite.connectors.base.encoding import encode
from pyrite.connectors.http.options import HttpSettings
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ConnectorError, InvalidProgramError

_PASSING: Final = frozenset({408, 425, 429, *range(500, 600)}) - {501, 505}
"""Answers after which the same request may be taken."""
_SHOWN: Final = 500
_LONGEST_S: Final = 30.0


class HttpWriter(BatchingWriter):
    """Sends one request after the other, over a connection that stays open."""

    def __init__(self, settings: HttpSettings, schema: SerializationSchema) -> None:
        super().__init__(settings.batch_size)
        self._settings = settings
        self._serialize = schema.serialize
        self._connection: Optional[http.client.HTTPConnection] = None

    def _items_of(self, values: list[Any]) -> Sequence[bytes]:
        return encode(self._serialize, values)

    def _send(self, items: Sequence[bytes]) -> None:
        settings = self._settings
        body = settings.separator.join(items)
        headers = {"Idempotency-Key": uuid.uuid4().hex, **settings.headers}
        for tried in range(settings.retries + 1):
            reason = self._request(body, headers)
            if not reason:
                return
            if tried < settings.retries:
                time.sleep(min(_LONGEST_S, settings.pause_s * 2**tried))
        raise ConnectorError(f"HttpSink: {settings.place} did not take {len(items)} records: {reason}")

    def _request(self, body: bytes, headers: Mapping[str, str]) -> str:
        """Why the request may be made again; empty: it was taken. ConnectorError: it never will be."""
        settings = self._settings
        try:
            if self._connection is None:
                self._connection = _connect(settings)
            self._connection.request(settings.method, settings.target, body, dict(headers))
            answer = self._connection.getresponse()
            text = self._text(answer)
            if answer.will_close or not answer.isclosed():
                self._drop()
        except http.client.InvalidURL:  # which shows what is asked for
            raise ConnectorError(f"HttpSink: {settings.place} cannot be called: its URL is not one of HTTP") from None
        except (OSError, http.client.HTTPException) as error:
            self._drop()
            return settings.scrubbed(f"{type(error).__name__}: {error}")
        if 200 <= answer.status < 300:
            return ""
        reason = f"{answer.status} {settings.scrubbed(answer.reason)} {text}".strip()
        if answer.status not in _PASSING:
            raise ConnectorError(f"HttpSink: {settings.place} refused records: {reason}")
        return reason

    def _text(self, answer: http.client.HTTPResponse) -> str:
        """The beginning of an answer, which may hold what was sent. A secret cut off at the end is not shown."""
        longest = max((len(secret.encode()) for secret in self._settings.secrets), default=0)
        data = answer.read(_SHOWN + longest)
        text = self._settings.scrubbed(data.decode(errors="replace"))
        return text[: max(0, min(_SHOWN, len(text) - longest))] if len(data) == _SHOWN + longest else text[:_SHOWN]

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        super().close()
        self._drop()


def _connect(settings: HttpSettings) -> http.client.HTTPConnection:
    host, port = settings.parts.hostname or "", settings.parts.port
    if settings.parts.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port or 443, timeout=settings.timeout_s, context=context)
    return http.client.HTTPConnection(host, port or 80, timeout=settings.timeout_s)  # without: taken from ::1


class HttpSink(Sink):
    """Sends records to a URL, one a request or several. At least once.

    A request that fails for a passing reason is made again, with growing pauses and the same `Idempotency-Key`, by
    which the server can tell it from another. Any other refusal fails the job.
    """

    declared: ClassVar[Declaration] = Declaration(
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
                raise InvalidProgramError(f"{name} of an HttpSink is at least {least}, not {value}")
        self._settings = HttpSettings(
            url, method, dict(headers or {}), batch_size, separator, retries, retry_pause_ms / 1000, timeout_ms / 1000
        )
        self._schema = serialization_schema

    def guarantee(self) -> Guarantee:
        return self.declared.ways[0]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return HttpWriter(self._settings, self._schema)
